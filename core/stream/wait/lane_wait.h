/** Waits for binary semaphores that the host cannot query. A lane without other work waits, so
 *  that the stream's own work reaches the device only after the signal.
 *
 *  Threads: any. */
#ifndef GI_LANE_WAIT_H
#define GI_LANE_WAIT_H

#include "queue/device_state.h"

/** Makes a lane, which the caller has taken, wait for the semaphore. The lane reaches *out_value
 *  when the signal has come. Some drivers cannot end a process while a queue waits. So at exit
 *  this process signals each semaphore whose wait is not over. The wait takes that signal, and
 *  the semaphore is as before the wait.
 *  Errors: those of gi_lane_submit. */
GI_MUST_CHECK gi_status gi_lane_wait_begin(struct gi_device *device, struct gi_lane *lane,
                                           struct gi_semaphore *semaphore, uint64_t *out_value);

/** Gives the lane back, whether the signal has come or not. */
void gi_lane_wait_end(struct gi_device *device, struct gi_lane *lane);

/** The exit handler: ends the waits. The work behind them in their streams is never done. */
void gi_lane_waits_release(struct gi_device *device);

#endif
