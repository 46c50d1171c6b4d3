/** What the host does at once instead of enqueueing it, because nothing is left to come before. All
 *  short cuts of the calls that enqueue are here, but for waits for semaphores: gate.h has those.
 *  The stream is entered, unless a line says otherwise: its lock is held, and its order with other
 *  streams is noted. */
#ifndef GI_AT_ONCE_H
#define GI_AT_ONCE_H

#include "ops/operation.h"

/** Whether the host may do a copy now: it sees both ends, and the stream is idle. The stream is not
 *  entered; its order with other streams is noted.
 *  Errors: what queued work of the stream failed with. */
GI_MUST_CHECK gi_status gi_at_once_may_copy(struct gi_stream *stream,
                                            const struct gi_operands *ends,
                                            bool *out_may);

/** How many of the first signals the host can make at once; makes them. */
size_t gi_at_once_count_signals(const struct gi_stream *stream, const struct gi_signal *signals,
                                size_t count);
void gi_at_once_signal(struct gi_stream *stream, const struct gi_signal *signals, size_t count);

/** Whether there is nothing to wait for: the point is done, or it is the stream's own. The stream
 *  is not entered. */
bool gi_at_once_passes_point(const struct gi_stream *stream, struct gi_stream *other,
                             uint64_t seq);

/** Takes the host's clock for the time at the end of the stream's work, if there is no work and the
 *  device's clock can be set beside the host's. */
bool gi_at_once_take_time(struct gi_stream *stream, struct gi_time *time);

/** Whether a record of a shared event could be done at once: no work comes before it, and its place
 *  in the event's page is free. */
bool gi_at_once_may_record(struct gi_stream *stream, const struct gi_host_event *event,
                           uint64_t number);

/** Whether another process's record is done already. The stream is not entered. */
bool gi_at_once_passes_record(const struct gi_host_event *event, uint64_t number);

#endif
