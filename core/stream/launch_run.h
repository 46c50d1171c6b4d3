/** One run of a launch, as it enters a stream. */
#ifndef GI_LAUNCH_RUN_H
#define GI_LAUNCH_RUN_H

#include "contract/kernel.h"

struct gi_allocation;
struct gi_launch_report;

/* Parameters, a report, a grid barrier, the table of the memory check, a clock, local memory, the
 * module's variables. */
enum { GI_LAUNCH_KEPT = 7 };

/** The stream keeps the kernel and the memory until the launch is done. */
struct gi_launch_run {
    const struct gi_kernel_launch *launch;
    struct gi_allocation *kept[GI_LAUNCH_KEPT];  /* memory that the launch names; or NULL */
    struct gi_launch_report *report;     /* or NULL, which it becomes when the stream takes it */
};

#endif
