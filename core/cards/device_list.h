/** The list of devices behind the calls of device.h that open none. */
#ifndef GI_DEVICE_LIST_H
#define GI_DEVICE_LIST_H

#include "device/device.h"
#include "driver_survey.h"

/** The driver of a device that gi_device_info knows.
 *  Threads: any. */
const struct gi_driver *gi_device_list_driver(int ordinal);

/** How many devices are listed; the list was made before.
 *  Threads: any. */
int gi_device_list_count(void);

/** What each driver of the build says of each card, and which one has it; asks also the drivers
 *  that GPUINTEROP_DRIVER leaves out. For gpuinterop-info.
 *  Owner:  what it points to is the library's, valid until the next call.
 *  Errors: GI_OUT_OF_MEMORY, GI_NOT_INITIALIZED in a forked child; that there is no device is
 *          none. */
GI_MUST_CHECK gi_status gi_device_survey(struct gi_driver_survey *out_survey);

/** The calling thread's current device, whether the list is made or not. */
int gi_device_current_ordinal(void);

#endif
