/** Notes which kernels run on a device that is a processor, for the sentence of a wrong access
 *  (base/fault.h). Only with GPUINTEROP_CHECK=memory, or a level of GPUINTEROP_LOG.
 *  Threads: any that holds no lock. */
#ifndef GI_RUNNING_H
#define GI_RUNNING_H

#include "base/status.h"

struct gi_function;
struct gi_launch_report;

/** Puts a report around that of a launch, which may be NULL, so that the kernel is noted until the
 *  launch is done. Without a need for it nothing changes.
 *  Errors: GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_running_note(const struct gi_function *function,
                                        struct gi_launch_report **report);

#endif
