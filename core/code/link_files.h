/** Numbers of source files in texts that are joined. */
#ifndef GI_LINK_FILES_H
#define GI_LINK_FILES_H

#include "base/status.h"

/** Copies a text of PTX whose source files get the numbers behind those of earlier texts, so that
 *  each line of the joined text still names its own file.
 *  Parameter io_files: the largest number so far; becomes that with this text.
 *  Owner:   the copy ends with a zero, which out_bytes does not count; the caller frees it.
 *  Errors:  GI_OUT_OF_MEMORY.
 *  Threads: any. */
GI_MUST_CHECK gi_status gi_link_copy(const char *text, size_t bytes, unsigned long *io_files,
                                     char **out_copy, size_t *out_bytes);

#endif
