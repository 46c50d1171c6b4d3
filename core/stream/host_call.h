/** Threads that run host functions. Each function may block, so each running one has its own
 *  thread.
 *  Threads: any. */
#ifndef GI_HOST_CALL_H
#define GI_HOST_CALL_H

#include "stream_state.h"

/** Runs the function of a segment, with a status, on a thread of the library, and then calls
 *  gi_stream_call_returned. Until then the segment stays. Where a thread is idle it cannot fail.
 *  Owner:  keeps a reference to the stream until then.
 *  Errors: those of gi_thread_start. */
GI_MUST_CHECK gi_status gi_host_call_start(struct gi_stream *stream, struct gi_segment *segment,
                                           gi_status status);

/** The stream whose host function runs on the calling thread; NULL if none runs. */
struct gi_stream *gi_host_call_stream(void);

#endif
