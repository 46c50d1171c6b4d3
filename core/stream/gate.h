/** Gates: whether what a segment waits for has come, and who says so when it comes. */
#ifndef GI_GATE_H
#define GI_GATE_H

#include "stream_state.h"

/** Opens as many gates of the segment as will, in order. Waits that the device can do by itself
 *  become waits of the segment's batch. The stream's lock is held.
 *  Errors: GI_NOT_READY while a gate is shut (the stream's alarm is armed then, or an alarm is on
 *          its way); GI_DEVICE_LOST, GI_OUT_OF_MEMORY, GI_OS_ERROR, GI_AWAITED_FAILED: the segment
 *          cannot go on. */
GI_MUST_CHECK gi_status gi_gate_open_all(struct gi_stream *stream, struct gi_segment *segment);

/** Enqueues a wait for a semaphore, which may be over at once. If it is not, a gate is added to
 *  *segment; NULL stands for a new one, in which room gates are reserved. The stream is entered.
 *  Errors: GI_OUT_OF_MEMORY; what the question to the semaphore has failed with. */
GI_MUST_CHECK gi_status gi_gate_enqueue(struct gi_stream *stream, struct gi_semaphore *semaphore,
                                        uint64_t value, size_t room, struct gi_segment **segment);

/** Gives back what the gates hold of a segment that is never submitted. The stream's lock is
 *  held. */
void gi_gate_abandon(struct gi_stream *stream, struct gi_segment *segment);

/** Takes the stream's alarm back if it has not gone off; the stream's lock is held. True: the
 *  reference that the alarm held is the caller's to drop, once the lock is released. */
bool gi_gate_waiter_cancel(struct gi_stream *stream);

/** The alarm has gone off: drops what it held. The stream's lock is held. */
void gi_gate_waiter_disarm(struct gi_stream *stream);

#endif
