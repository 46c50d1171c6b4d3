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

/** Has the stream fail when the host function that runs on the calling thread returns: later work
 *  is dropped. The thread's last sentence says why. */
void gi_host_call_fail(gi_status status);

/** A host function has returned, of the stream's head: whether it has had the stream fail. Then the
 *  head counts as dropped, so a thread that waits for it learns of the failure.
 *  Threads: one that holds the stream's lock.
 *  Errors:  that of gi_host_call_fail, with its sentence. */
GI_MUST_CHECK gi_status gi_host_call_failure(struct gi_stream *stream, struct gi_segment *segment);

/** The host function that runs on the calling thread frees its argument next: nobody reads it to
 *  describe the stream any more. */
void gi_host_call_end_words(void);

#endif
