/** Calls that are unsafe while a stream captures (capture.h).
 *
 *  Threads: any that holds no lock. */
#ifndef GI_UNSAFE_CALL_H
#define GI_UNSAFE_CALL_H

#include <stdatomic.h>

#include "base/status.h"

/** How many captures the process has. */
extern atomic_uint gi_capture_count;

GI_COLD GI_MUST_CHECK gi_status gi_capture_forbids_call(const char *call);

/** Refuses an unsafe call of the calling thread where captures forbid it, and breaks these.
 *  Errors: GI_CAPTURE_UNSUPPORTED. */
GI_MUST_CHECK static inline gi_status gi_capture_forbids(const char *call)
{
    return atomic_load_explicit(&gi_capture_count, memory_order_relaxed) == 0
               ? GI_OK : gi_capture_forbids_call(call);
}

#endif
