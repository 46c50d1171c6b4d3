/** Slices of calls on the thread's track: compilations and imports, and other calls that take as
 *  long as GPUINTEROP_TRACE_CALLS says, or longer.
 *  Threads: any. */
#ifndef GI_SPAN_H
#define GI_SPAN_H

#include "base/clock.h"
#include "trace.h"

/** Gives the slice of a call that began at begin_ns and ends now, if it was long enough. */
GI_COLD void gi_span_give(enum gi_trace_kind kind, const char *name, uint64_t bytes,
                          int64_t begin_ns);

/** Sets status to the result of a call. While a trace is on, the call has a slice. Costs two
 *  instructions while none is. */
#define GI_SPANNED(status, kind, name, bytes, call) \
    do { \
        int64_t gi_span_begin_ns; \
        if (!gi_trace_is_on()) { \
            (status) = (call); \
            break; \
        } \
        gi_span_begin_ns = gi_now_ns(); \
        (status) = (call); \
        gi_span_give((kind), (name), (bytes), gi_span_begin_ns); \
    } while (0)

#endif
