/** Times in environment variables.
 *  Threads: any. */
#ifndef GI_SECONDS_H
#define GI_SECONDS_H

#include <stdint.h>

/** Reads a number of seconds, as in 5 or 0.5, whatever the program's locale. 0 if the variable is
 *  not set, is empty, or is no number of seconds; the last is logged always. */
double gi_seconds_from_environment(const char *variable);

/** How long a kernel may run: GPUINTEROP_KERNEL_SECONDS, read once. 0: for ever.
 *  Units: nanoseconds. */
int64_t gi_kernel_limit_ns(void);

#endif
