/** The test whether a device's barriers count warps: a run of the kernel of code/barrier_trial.h.
 *
 *  Threads: any that holds no lock but the device's test_lock. */
#ifndef GI_BARRIER_TEST_H
#define GI_BARRIER_TEST_H

#include <stdbool.h>

#include "base/status.h"

struct gi_device;

/** Runs the test and waits for it.
 *  Errors: of translation, compiling and the device. */
GI_MUST_CHECK gi_status gi_barrier_test(struct gi_device *device, bool *out_counts);

#endif
