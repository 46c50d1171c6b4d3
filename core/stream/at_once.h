/** Operations that the host does at once instead of enqueueing them, because no earlier work is
 *  left. All short cuts of calls that enqueue are here, except waits for semaphores (gate.h).
 *
 *  Threads: one that has entered the stream, unless a line says otherwise. The stream's lock is
 *           held, and its order behind other streams is appended. */
#ifndef GI_AT_ONCE_H
#define GI_AT_ONCE_H

#include "operation.h"

/** Whether the host may do a copy now: it can access both operands, and the stream is idle.
 *  Threads: any; the stream is not entered, but its order behind other streams is appended.
 *  Errors:  the failure of the stream's earlier work. */
GI_MUST_CHECK gi_status gi_at_once_may_copy(struct gi_stream *stream,
                                            const struct gi_operation_copy *copy,
                                            bool *out_may);

/** Counts the leading signals that the host can make at once. */
size_t gi_at_once_count_signals(const struct gi_stream *stream, const struct gi_signal *signals,
                                size_t count);
void gi_at_once_signal(struct gi_stream *stream, const struct gi_signal *signals, size_t count);

/** Whether a wait for the point is unnecessary: the point is done, or it belongs to the waiting
 *  stream.
 *  Threads: any; the stream is not entered. */
bool gi_at_once_passes_point(const struct gi_stream *stream, struct gi_stream *other,
                             uint64_t seq);

/** Uses the host's clock for the time at the end of the stream's work. False if the stream has
 *  work, or if the device's clock cannot be converted to the host's. */
bool gi_at_once_take_time(struct gi_stream *stream, struct gi_time *time);

/** Whether a record of a shared event can complete at once: the stream is idle, and the record's
 *  slot in the event's page is free. */
bool gi_at_once_may_record(struct gi_stream *stream, const struct gi_host_event *event,
                           uint64_t number);

/** Whether a record of another process is done already.
 *  Threads: any; the stream is not entered. */
bool gi_at_once_passes_record(const struct gi_host_event *event, uint64_t number);

#endif
