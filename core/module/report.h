/** Reports of launches of kernels: text that they print, and failures (kernel/print/report.h). Each
 *  launch of a kernel that can report has a report of its own.
 *
 *  Threads: any that holds no lock. */
#ifndef GI_REPORT_H
#define GI_REPORT_H

#include "base/status.h"

struct gi_allocation;
struct gi_function;
struct gi_launch_report;
struct gi_live_ranges;

/** Makes the report of a launch, and the memory that the kernel writes it to. live is what the
 *  memory check knows, or NULL; the report takes a reference to it.
 *  Owner:  the caller gives the report to a stream, or releases it; the reference to the memory is
 *          the caller's.
 *  Errors: GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_report_make(const struct gi_function *function,
                                       struct gi_live_ranges *live,
                                       struct gi_launch_report **out_report,
                                       struct gi_allocation **out_memory);

#endif
