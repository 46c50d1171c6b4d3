/** Copies by two processors, as one alone does not keep a device's bus busy: by the calling thread
 *  and one of the library's own. */
#ifndef GI_COPY_WORKERS_H
#define GI_COPY_WORKERS_H

#include <stdbool.h>
#include <stddef.h>

/** Copies less than this by itself. */
#define GI_HOST_CREW_LEAST_BYTES ((size_t)512 << 10)

/** As memcpy, or as gi_host_copy_out with past_cache. The other thread takes what it gets to; where
 *  there is one processor, or the thread works for somebody else, the caller copies all of it. The
 *  thread is started by the first call, looks out for more work for some microseconds after each,
 *  and then sleeps.
 *  Threads: any. */
void gi_copy_workers_copy(void *dst, const void *src, size_t size_bytes, bool past_cache);

/** Ends the thread, as at exit: whoever copies from now on does it alone. For tests. */
void gi_copy_workers_stop(void);

/** How many pieces the thread has copied so far; for tests. */
unsigned long gi_copy_workers_pieces(void);

#endif
