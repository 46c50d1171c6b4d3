/** GPUINTEROP_KERNEL_SECONDS=seconds: a kernel that runs longer ends its context. Its device is
 *  given up (scheduler.h), because no driver can stop a kernel.
 *
 *  A kernel counts from the moment when its queue was seen to be at it: earlier work and waits are
 *  done then. So each launch is a batch of its own.
 *
 *  Threads: any. */
#ifndef GI_TIME_LIMIT_H
#define GI_TIME_LIMIT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/seconds.h"

/** Reads the limit and starts the thread that looks, if there is a limit and it was not done. */
void gi_time_limit_begin(void);

/** Whether there is a limit. */
static inline bool gi_time_limit_is_set(void)
{
    return gi_kernel_limit_ns() > 0;
}

/** Looks at all open devices, and gives up those with a kernel that has run for too long. The
 *  thread does so with the time of now.
 *  Units:   nanoseconds on the monotonic clock.
 *  Threads: one at a time, which holds no lock. */
void gi_time_limit_look(int64_t now_ns);

/** How long a batch has run, as the looks at its stream have seen it. All 0 at first. */
struct gi_run_clock {
    uint64_t seq;                /* the batch; 0: none runs */
    int64_t ran_ns, last_ns;     /* its time up to the last look */
};

/** Notes a look at a stream whose batch seq runs, or none (0), and returns for how long that batch
 *  has run. It counts from the first look at it. Time above most_ns between two looks does not
 *  count: the process may have been stopped. Pure.
 *  Units: nanoseconds on the monotonic clock. */
int64_t gi_run_clock_look(struct gi_run_clock *clock, uint64_t seq, int64_t now_ns,
                          int64_t most_ns);

#endif
