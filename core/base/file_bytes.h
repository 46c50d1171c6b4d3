/** Reading and writing files. A signal does not end it.
 *
 *  Threads: any that is not cancelled meanwhile. */
#ifndef GI_FILE_BYTES_H
#define GI_FILE_BYTES_H

#include <stdbool.h>
#include <stddef.h>

/** Reads up to so many bytes; fewer at the end of the file.
 *  Returns: false with errno if the file cannot be read. */
bool gi_file_read(int fd, void *out_bytes, size_t size_bytes, size_t *out_count);

/** Writes all bytes.
 *  Returns: false with errno if they cannot be written; some of them may be. */
bool gi_file_write(int fd, const void *bytes, size_t size_bytes);

#endif
