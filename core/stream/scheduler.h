/** Moves segments from a stream to its lane when their gates are open, and out of the stream
 *  when the lane has finished them. Every thread that needs progress does this work: one that
 *  enqueues, queries or waits, the progress thread, a page waiter's thread, a host function's
 *  thread.
 *
 *  Threads: any that holds no lock, unless a line says otherwise. "Lock held" means
 *           stream->lock. */
#ifndef GI_SCHEDULER_H
#define GI_SCHEDULER_H

#include "stream_state.h"

/** Takes the stream's lock to enqueue. A failed stream is not entered.
 *  Errors: the failure of earlier work, reported once; GI_DEVICE_LOST. */
GI_MUST_CHECK gi_status gi_stream_enter(struct gi_stream *stream);

/** Moves segments as far as possible, releases the lock, and then wakes the streams that waited
 *  for this one. Lock held.
 *  Errors: the failure of the stream while it was entered, reported once. */
GI_MUST_CHECK gi_status gi_stream_leave(struct gi_stream *stream);

/** Like gi_stream_leave, but the next call reports a failure. */
void gi_stream_leave_unasked(struct gi_stream *stream);

/** Returns the segment that takes the next command; makes one if necessary. Lock held.
 *  Errors: GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_stream_open_segment(struct gi_stream *stream,
                                               struct gi_segment **out_segment);

/** Returns the segment that takes the next signals; makes one if necessary. Lock held.
 *  Errors: GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_stream_signal_segment(struct gi_stream *stream,
                                                 struct gi_segment **out_segment);

/** Appends a new segment for gates or a host function. Closes the segment before it, since the
 *  new one waits for it. Lock held.
 *  Errors: GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_stream_new_segment(struct gi_stream *stream,
                                              struct gi_segment **out_segment);

/** Whether all enqueued work is done; queries the queue if necessary. Lock held; the call may
 *  release it and take it again. */
bool gi_stream_is_idle(struct gi_stream *stream);

/** Another thread or stream waits for everything up to seq: submits it without waiting for an
 *  idle queue. */
void gi_stream_need(struct gi_stream *stream, uint64_t seq);

/** The stream has lost its handle, so no call queries it again. Its work now goes on without one:
 *  it is submitted at once, and the progress thread releases what it holds. */
void gi_stream_orphan(struct gi_stream *stream);

/** As gi_stream_orphan, for a stream whose context ends or is reset. Kernels that fail in it later
 *  end no context. */
void gi_stream_outlive_context(struct gi_stream *stream);

/** Sleeps until seq is done.
 *  Errors: the failure of the stream's work; GI_DEVICE_LOST. */
GI_MUST_CHECK gi_status gi_stream_wait(struct gi_stream *stream, uint64_t seq);

/** Sleeps until seq is done or has failed. The next call on the stream reports the failure.
 *  Units:  abs_deadline_ns on the monotonic clock.
 *  Errors: GI_TIMEOUT; the error of a sleep on a queue; GI_DEVICE_LOST if the process ends. */
GI_MUST_CHECK gi_status gi_stream_settle(struct gi_stream *stream, uint64_t seq,
                                         int64_t abs_deadline_ns);

/** Whether seq is done; queries the queue.
 *  Errors: GI_NOT_READY, and as gi_stream_wait. */
GI_MUST_CHECK gi_status gi_stream_poll(struct gi_stream *stream, uint64_t seq);

/** Takes the failure of the stream's queued work, so that no later call reports it.
 *  Errors: as gi_stream_enter. */
GI_MUST_CHECK gi_status gi_stream_take_failure(struct gi_stream *stream);

/** Returns the failure of the work at point seq, reported or not. GI_OK if that work has not
 *  failed. */
GI_MUST_CHECK gi_status gi_stream_point_failure(struct gi_stream *stream, uint64_t seq);

/** The newest point, for an event to record; 0, which is always done, if that point has failed.
 *  The stream reports that failure. */
uint64_t gi_stream_newest_to_record(struct gi_stream *stream);

/** Notifies the stream's gate waiter: its gate may have opened. Drops the waiter's reference. */
void gi_stream_notify(struct gi_stream *stream);

/** The host function of the stream's head has returned. */
void gi_stream_call_returned(struct gi_stream *stream);

/** Adds the stream to the calling thread's worklist. The thread looks at it after releasing the
 *  lock that it holds. Takes a reference.
 *  Threads: any, with any lock held. */
void gi_stream_request_wake(struct gi_stream *stream);

/** Looks at the stream now. */
void gi_stream_wake(struct gi_stream *stream);

/** Marks the device as lost. Every stream with work fails as soon as the calling thread looks at
 *  its worklist.
 *  Threads: any that holds no stream's lock. */
void gi_device_mark_lost(struct gi_device *device);

/** Gives the device up, because a kernel does not end: all its streams fail with GI_LAUNCH_TIMEOUT
 *  and the sentence, and no driver is called for it any more. The memory and objects that its
 *  kernels may use are kept for good.
 *  Threads: any that holds no lock. */
void gi_device_give_up(struct gi_device *device, const char *why);

/** gi_device_mark_lost for the progress thread, which holds no lock. argument is the device. */
void gi_device_lost_callback(void *argument);

#endif
