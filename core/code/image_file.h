/** Images of device code in files.
 *
 *  Threads: any. */
#ifndef GI_IMAGE_FILE_H
#define GI_IMAGE_FILE_H

#include "base/status.h"

/** Reads a file. A zero follows its last byte, so that text ends. Neither waits at a pipe nor reads
 *  a file that is too large for an image.
 *  Owner:  the caller frees the bytes.
 *  Errors: GI_NO_FILE, also for what is no regular file; GI_INVALID_IMAGE for one that is too
 *          large; GI_OS_ERROR; GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_image_file_read(const char *path, void **out_bytes,
                                           size_t *out_size_bytes);

#endif
