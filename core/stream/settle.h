/** Waiting until work is done with what is about to go, as a free does, and at exit. */
#ifndef GI_SETTLE_H
#define GI_SETTLE_H

#include "queue/device_state.h"

/** Sleeps until all work that was enqueued on the device before this call is done, or has failed; a
 *  failure is left for the next call on its stream. Returns at once where there is no work, and
 *  while the process exits (gi_process_is_leaving).
 *  call and address name the caller for the watchdog: "free of" and a pointer or handle.
 *  Threads: any that holds no lock and runs no host function. */
void gi_settle(struct gi_device *device, const char *call, uint64_t address);

/** The same for every open device, which is what host memory needs: they all reach it. */
void gi_settle_all(const char *call, uint64_t address);

/** Passes a sentence to say for each of those calls that has waited so long and was not named
 *  before: who waits, for which stream, and what that waits for.
 *  Units:   nanoseconds; now_ns on the monotonic clock.
 *  Threads: any that holds no lock. */
void gi_settle_name_slow(int64_t now_ns, int64_t limit_ns, void (*say)(const char *sentence));

#endif
