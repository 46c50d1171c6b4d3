/** Clocks of launches (GI_TRANSLATE_CLOCK_BYTES): words that a thread of the library writes at
 *  intervals while kernels run that read them. Without one the thread sleeps.
 *  Threads: any that holds no lock. */
#ifndef GI_LAUNCH_CLOCK_H
#define GI_LAUNCH_CLOCK_H

#include <stdbool.h>

#include "base/status.h"

struct gi_allocation;
struct gi_device;
struct gi_launch_report;

/** Makes the clock of a launch. It goes on until the report is released. The report is put around
 *  that of the launch, which may be NULL.
 *  \param is_exact  The kernel has no other clock: the word is written each 50 us. Else each ms.
 *  Owner:  the caller drops the reference of the memory; it must outlast the report.
 *  Errors: GI_OUT_OF_MEMORY; GI_OS_ERROR where the thread cannot start; GI_DEVICE_LOST at exit. */
GI_MUST_CHECK gi_status gi_launch_clock_make(struct gi_device *device, bool is_exact,
                                             struct gi_launch_report **report,
                                             struct gi_allocation **out_memory);

#endif
