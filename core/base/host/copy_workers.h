/** Copies by two threads: the caller and one worker thread of the library. One thread alone does
 *  not keep a device's bus busy. */
#ifndef GI_COPY_WORKERS_H
#define GI_COPY_WORKERS_H

#include <stdbool.h>
#include <stddef.h>

/** The caller copies smaller sizes alone. */
#define GI_COPY_WORKERS_LEAST_BYTES ((size_t)512 << 10)

/** Copies as memcpy does, or as gi_host_copy_out if past_cache is set. The worker takes some of the
 *  pieces. The caller copies all of it if there is one processor or the worker is busy. The first
 *  call starts the worker. After each copy the worker polls for some microseconds, and then sleeps.
 *  Threads: any. */
void gi_copy_workers_copy(void *dst, const void *src, size_t size_bytes, bool past_cache);

/** Stops the worker, as at exit. Later callers copy alone. For tests. */
void gi_copy_workers_stop(void);

/** How many pieces the worker has copied so far. For tests. */
unsigned long gi_copy_workers_pieces(void);

#endif
