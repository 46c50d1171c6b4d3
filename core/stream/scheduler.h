/** Moves segments: from a stream to its lane when their gates are open, and out of the stream when
 *  the lane is done with them. Whoever has something to gain does the work: the thread that
 *  enqueues, queries or waits, the progress thread, a watcher, a host function's thread. */
#ifndef GI_SCHEDULER_H
#define GI_SCHEDULER_H

#include "stream_state.h"

/** Takes the stream's lock to enqueue. A stream that has failed is not entered.
 *  Errors: why it has failed; GI_DEVICE_LOST. */
GI_MUST_CHECK gi_status gi_stream_enter(struct gi_stream *stream);

/** Moves what can be moved, then releases the lock and tells the streams that waited for this one.
 *  Errors: why the stream failed while it was entered; reported once. */
GI_MUST_CHECK gi_status gi_stream_leave(struct gi_stream *stream);

/** The same, but a failure is left for the next call to report. */
void gi_stream_leave_unasked(struct gi_stream *stream);

/** The segment that a command may be added to; made if there is none. Lock held.
 *  Errors: GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_stream_open_segment(struct gi_stream *stream,
                                               struct gi_segment **out_segment);

/** The segment that signals may be added to; made if there is none. Lock held.
 *  Errors: GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_stream_signal_segment(struct gi_stream *stream,
                                                 struct gi_segment **out_segment);

/** A new segment at the end, for gates or a host function; what is before it may be submitted now,
 *  as something waits for it. Lock held.
 *  Errors: GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_stream_new_segment(struct gi_stream *stream,
                                              struct gi_segment **out_segment);

/** Whether all that was enqueued is done, with a look at the queue where only that can tell. Lock
 *  held, but it may be released and taken again meanwhile. */
bool gi_stream_is_idle(struct gi_stream *stream);

/** Somebody waits for everything up to seq: it is submitted without waiting for an idle queue. No
 *  lock. */
void gi_stream_need(struct gi_stream *stream, uint64_t seq);

/** Nobody will ask for the stream again: what is in it goes by itself, and what it holds is given
 *  back without a look of anybody's. No lock. */
void gi_stream_orphan(struct gi_stream *stream);

/** Sleeps until seq is done. No lock.
 *  Errors: why the stream failed; GI_DEVICE_LOST. */
GI_MUST_CHECK gi_status gi_stream_wait(struct gi_stream *stream, uint64_t seq);

/** Sleeps until seq is done with, be it that its work has failed; a failure is left for the next
 *  call to report. No lock.
 *  Units:  abs_deadline_ns on the monotonic clock.
 *  Errors: GI_TIMEOUT; why a sleep on a queue has failed. */
GI_MUST_CHECK gi_status gi_stream_settle(struct gi_stream *stream, uint64_t seq,
                                         int64_t abs_deadline_ns);

/** Whether seq is done, after a look at the queue. No lock.
 *  Errors: GI_NOT_READY, and as gi_stream_wait. */
GI_MUST_CHECK gi_status gi_stream_poll(struct gi_stream *stream, uint64_t seq);

/** Takes what queued work of the stream has failed with, so that it is reported here and nowhere
 *  else. No lock.
 *  Errors: as gi_stream_enter. */
GI_MUST_CHECK gi_status gi_stream_take_failure(struct gi_stream *stream);

/** GI_OK unless the point seq is done with and its work has failed, be that reported or not. No
 *  lock. */
GI_MUST_CHECK gi_status gi_stream_point_failure(struct gi_stream *stream, uint64_t seq);

/** The stream's newest point. */
uint64_t gi_stream_newest(struct gi_stream *stream);

/** The same for who is to stand for it from now on: 0, which is always done, if it has failed, as
 *  that is told otherwise. */
uint64_t gi_stream_newest_to_record(struct gi_stream *stream);

/** The stream's alarm has gone off. No lock; drops the reference that the alarm held. */
void gi_stream_notify(struct gi_stream *stream);

/** A host function of the stream's head has returned. No lock. */
void gi_stream_call_returned(struct gi_stream *stream);

/** Asks for the stream to be looked at once the calling thread has left the stream it is in. Takes
 *  a reference of its own. */
void gi_stream_request_wake(struct gi_stream *stream);

/** Looks at the stream now. No lock. */
void gi_stream_wake(struct gi_stream *stream);

/** Notes that the device is gone; every stream with work is looked at, and fails, as soon as the
 *  calling thread holds no stream's lock. */
void gi_device_mark_lost(struct gi_device *device);

/** The same for the progress thread, which holds no lock. argument is the device. */
void gi_device_lost_callback(void *argument);

#endif
