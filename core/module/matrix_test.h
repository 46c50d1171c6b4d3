/** The test of a device's units for matrices: runs of the kernel of code/matrix_trial.h.
 *
 *  Threads: any that holds no lock but the device's test_lock. */
#ifndef GI_MATRIX_TEST_H
#define GI_MATRIX_TEST_H

#include "base/status.h"
#include "code/matrix_trial.h"

struct gi_device;

/** Runs the test and waits for it.
 *  Errors: of translation, compiling and the device. */
GI_MUST_CHECK gi_status gi_matrix_test(struct gi_device *device,
                                       struct gi_matrix_units *out_found);

#endif
