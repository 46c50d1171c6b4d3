/** How a stream fails, and what its failure is.
 *  Threads: the stream's lock is held. */
#ifndef GI_FAILURE_H
#define GI_FAILURE_H

#include <stdbool.h>

#include "base/status.h"

struct gi_stream;

/** Whether a failure of work ends its context: a kernel has failed. */
bool gi_failure_ends_context(gi_status status);

/** Notes the failure of the stream's work. The calling thread's last sentence describes it. */
void gi_failure_note(struct gi_stream *stream, gi_status status);

/** The failure of the stream's context, which each call in it returns; GI_OK if it has none.
 *  Threads: also without the stream's lock. */
GI_MUST_CHECK gi_status gi_failure_of_context(const struct gi_stream *stream);

/** Returns the failure of the stream's work once; on a lost device, every time. The call
 *  that enqueues a kernel does not return the kernel's failure; the next call does. */
GI_MUST_CHECK gi_status gi_failure_take_own(struct gi_stream *stream);

/** Returns the failure of the stream's work once; on a lost device and in a failed context, every
 *  time. */
GI_MUST_CHECK gi_status gi_failure_take(struct gi_stream *stream);

#endif
