/** Gates: whether a segment's dependencies are satisfied, and which waiter wakes the stream when
 *  they are.
 *
 *  Threads: one that holds the stream's lock. */
#ifndef GI_GATE_H
#define GI_GATE_H

#include "stream_state.h"

/** Opens the segment's gates in order, as far as possible. A wait that the device can do becomes
 *  a wait of the segment's batch.
 *  Errors: GI_NOT_READY while a gate is shut: the stream's waiter is armed, or a notification is
 *          under way. GI_DEVICE_LOST, GI_OUT_OF_MEMORY, GI_OS_ERROR, GI_AWAITED_FAILED: the
 *          segment has failed. */
GI_MUST_CHECK gi_status gi_gate_open_all(struct gi_stream *stream, struct gi_segment *segment);

/** Enqueues a wait for a semaphore; the wait may be over at once. Otherwise it adds a gate to
 *  *segment. If *segment is NULL, it makes a segment with room for that many gates.
 *  Threads: one that has entered the stream.
 *  Errors:  GI_OUT_OF_MEMORY; the error of a query of the semaphore. */
GI_MUST_CHECK gi_status gi_gate_enqueue(struct gi_stream *stream, struct gi_semaphore *semaphore,
                                        uint64_t value, size_t room, struct gi_segment **segment);

/** Releases what the gates of a segment hold that is never submitted. */
void gi_gate_abandon(struct gi_stream *stream, struct gi_segment *segment);

/** Cancels the stream's waiter if it was not notified yet. If true, the caller drops the
 *  waiter's reference to the stream after releasing the lock. */
bool gi_gate_waiter_cancel(struct gi_stream *stream);

/** Disarms the waiter after a notification and drops its references to what it waited for. */
void gi_gate_waiter_disarm(struct gi_stream *stream);

#endif
