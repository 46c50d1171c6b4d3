/** The file of a trace. It is whole after each write, which ends with a line.
 *  Threads: one at a time. */
#ifndef GI_TRACE_FILE_H
#define GI_TRACE_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"

/** Opens a file for a trace, and empties it. %p in the path stands for the number of the process.
 *  While another process writes a trace into the file, the path gets a point and that number at
 *  its end, and the log says so.
 *  Owner:   the caller closes the fd.
 *  Errors:  GI_OS_ERROR, GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_trace_file_open(const char *path, int *out_fd);

/** Writes whole lines. On a full disk the file ends behind the last line that fits.
 *  Errors: GI_OS_ERROR. */
GI_MUST_CHECK gi_status gi_trace_file_write(int fd, const char *lines, size_t size_bytes);

#endif
