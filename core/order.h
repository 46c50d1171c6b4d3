/** How streams order with the legacy default stream: it runs after the earlier work of every
 *  blocking stream of its device, and their later work after it. That order alone passes no failure
 *  on: each stream reports its own. */
#ifndef GI_ORDER_H
#define GI_ORDER_H

#include "scheduler.h"

/** Enters a stream (gi_stream_enter) with that order noted as gates.
 *  Errors: those of gi_stream_enter; GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_stream_enter_ordered(struct gi_stream *stream);

/** Notes that order in a stream to which nothing is added now: a point taken next stands for it
 *  too.
 *  Errors: as gi_stream_enter_ordered. */
GI_MUST_CHECK gi_status gi_stream_apply_order(struct gi_stream *stream);

/** What follows in stream waits for a point of another, which may be of another device. If the
 *  point's work fails, or has failed, what follows fails, too.
 *  Errors: as gi_stream_enter_ordered; GI_AWAITED_FAILED. */
GI_MUST_CHECK gi_status gi_stream_wait_point(struct gi_stream *stream, struct gi_stream *other,
                                             uint64_t seq);

/** The same for all that is in the other one now, but what has failed by now is not told again. */
GI_MUST_CHECK gi_status gi_stream_follow(struct gi_stream *stream, struct gi_stream *other);

/** Sleeps until the legacy stream and, as it comes after them, all blocking streams are idle; also
 *  until all other streams are, unless only_blocking.
 *  Errors: as gi_stream_wait. */
GI_MUST_CHECK gi_status gi_device_wait_idle(struct gi_device *device, bool only_blocking);

/** Whether the legacy stream and all blocking streams are idle, after a look at their queues.
 *  Errors: GI_NOT_READY, and as gi_stream_poll. */
GI_MUST_CHECK gi_status gi_device_poll_legacy(struct gi_device *device);

#endif
