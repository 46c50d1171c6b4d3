/** The list of devices, and each thread's current one. No call opens a device.
 *  Threads: any. */
#ifndef GI_DEVICE_LIST_H
#define GI_DEVICE_LIST_H

#include "contract/driver.h"
#include "driver_survey.h"

/** The number of devices, after GPUINTEROP_DEVICES. The first call loads the drivers.
 *  Errors: GI_NO_DRIVER, GI_NO_DEVICE, GI_NOT_INITIALIZED in a forked child. */
GI_MUST_CHECK gi_status gi_device_count(int *out_count);

/** Whether there is a device of this number.
 *  Errors: GI_INVALID_DEVICE, and those of gi_device_count. */
GI_MUST_CHECK gi_status gi_device_check(int ordinal);

/** The facts of a device, which is not opened.
 *  Owner:  the library's, valid until the process ends.
 *  Errors: GI_INVALID_DEVICE, and those of gi_device_count. */
GI_MUST_CHECK gi_status gi_device_info(int ordinal, const struct gi_device_info **out_info);

/** Makes a device the calling thread's current one. Does not open it.
 *  Errors: GI_INVALID_DEVICE, and those of gi_device_count. */
GI_MUST_CHECK gi_status gi_device_set_current(int ordinal);

/** Makes a device the calling thread's current one if the thread has none. The device exists; it is
 *  not opened. */
void gi_device_begin_thread(int ordinal);

/** The calling thread's current device; 0 until it is set.
 *  Errors: those of gi_device_count. */
GI_MUST_CHECK gi_status gi_device_get_current(int *out_ordinal);

/** The driver of a device of the list. */
const struct gi_driver *gi_device_list_driver(int ordinal);

/** The length of the list, which was made before. */
int gi_device_list_count(void);

/** Whether a runtime interface uses a device's primary context: from its first call that needs one
 *  until gi_device_reset. The device is one of the list. */
void gi_device_hold(int ordinal);
void gi_device_let_go(int ordinal);
bool gi_device_is_held(int ordinal);

/** Reports the answer of each driver of the build for each card, and the driver that has the card.
 *  Also asks the drivers that GPUINTEROP_DRIVER excludes. For gpuinterop-info.
 *  Owner:  what it points to is the library's, valid until the next call.
 *  Errors: GI_OUT_OF_MEMORY; GI_NOT_INITIALIZED in a forked child. An empty list is no error. */
GI_MUST_CHECK gi_status gi_device_survey(struct gi_driver_survey *out_survey);

/** The calling thread's current device. Works before the list is made. */
int gi_device_current_ordinal(void);

#endif
