/** How a stream fails, and what its failure is.
 *  Threads: the stream's lock is held. */
#ifndef GI_FAILURE_H
#define GI_FAILURE_H

#include <stdbool.h>

#include "base/status.h"

struct gi_stream;

/** Whether a failure of work ends its context: a kernel has failed. */
bool gi_failure_ends_context(gi_status status);

/** Notes the failure of the stream's work, of which the calling thread's sentence tells. */
void gi_failure_note(struct gi_stream *stream, gi_status status);

/** The failure of the stream's context, of which each call in it reports; GI_OK if it has none.
 *  Threads: also without the stream's lock. */
GI_MUST_CHECK gi_status gi_failure_of_context(const struct gi_stream *stream);

/** Returns the failure of the stream's work once; on a lost device, every time. A call that has
 *  enqueued a kernel does not tell that it has failed: the next one does. */
GI_MUST_CHECK gi_status gi_failure_take_own(struct gi_stream *stream);

/** Returns the failure of the stream's work once; on a lost device and in a failed context, every
 *  time. */
GI_MUST_CHECK gi_status gi_failure_take(struct gi_stream *stream);

#endif
