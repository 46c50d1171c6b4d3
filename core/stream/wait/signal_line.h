/** The one line in which this process signals the timelines of drivers: each signal is carried out
 *  before the next one begins, by whichever import, stream or way.
 *
 *  A driver may show the new value of a timeline before its signal has ended, and write it once
 *  more at the end. A waiter that sees the value goes on, and may signal the next one. If that
 *  second signal began at once, the end of the first one would set the timeline back. So a signal
 *  of the host begins only when no other one is under way, and when the batches whose signals can
 *  be seen are over. The submission of a batch with signals keeps the same order.
 *
 *  A signal that would not raise its timeline is left out, and logged. This is decided where it is
 *  carried out, not where it is enqueued: a signal of a larger value that was enqueued before may
 *  wait for this one.
 *
 *  Which imports are the same timeline only the driver knows, so the line is one for all.
 *
 *  Threads: any. The line's lock is taken behind that of a stream and before that of a lane; nobody
 *           sleeps in it but for the end of a batch that has made its signals. */
#ifndef GI_SIGNAL_LINE_H
#define GI_SIGNAL_LINE_H

#include "stream/wait/semaphore_object.h"

struct gi_lane;

/** Enters and leaves the line. Between the two the thread signals, or submits signals. */
void gi_signal_line_enter(void);
void gi_signal_line_leave(void);

/** Whether a signal of the host raises the timeline; logs one that does not. The caller is in the
 *  line. */
bool gi_signal_line_may_signal(const struct gi_signal *signal);

/** Moves the signals that would not raise their timelines to the end of the list, and logs them.
 *  Returns how many remain for the lane. The caller is in the line. */
size_t gi_signal_line_keep_growing(const struct gi_lane *lane, struct gi_signal *signals,
                                   size_t count);

/** Makes room for the notes of this many signals. The caller is in the line.
 *  Errors: GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_signal_line_reserve(size_t count);

/** Notes signals that the lane makes when it reaches value. There is room. The caller is in the
 *  line.
 *  Owner: borrows the semaphores until they are forgotten, and the lane. */
void gi_signal_line_note(struct gi_lane *lane, uint64_t value, const struct gi_signal *signals,
                         size_t count);

/** The semaphore ends: nothing of it stays noted. The caller is not in the line. */
void gi_signal_line_forget(struct gi_semaphore *semaphore);

#endif
