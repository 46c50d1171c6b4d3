/** Waits for binary semaphores that the host cannot ask about: a lane with nothing else on it
 *  waits, so that the stream's own work is not with the device before its signal has come. */
#ifndef GI_LANE_WAIT_H
#define GI_LANE_WAIT_H

#include "queue/device_state.h"

/** Lets a lane that was taken for it wait for the semaphore; *out_value is then the value of the
 *  lane that says that the signal was taken. Some drivers cannot end a process while a queue waits:
 *  a wait whose signal has not come at the process's exit is given one then, which it takes, so
 *  that the semaphore is as if it had never been waited for.
 *  Errors: those of gi_lane_submit. */
GI_MUST_CHECK gi_status gi_lane_wait_begin(struct gi_device *device, struct gi_lane *lane,
                                           struct gi_semaphore *semaphore, uint64_t *out_value);

/** Gives the lane back, whether the signal has come or not. */
void gi_lane_wait_end(struct gi_device *device, struct gi_lane *lane);

/** What happens at exit: ends the waits; what comes behind them in their streams is never done. */
void gi_lane_waits_release(struct gi_device *device);

#endif
