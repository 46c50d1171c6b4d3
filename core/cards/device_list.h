/** The list of devices. The calls of device.h that open no device use it.
 *  Threads: any. */
#ifndef GI_DEVICE_LIST_H
#define GI_DEVICE_LIST_H

#include "device/device.h"
#include "driver_survey.h"

/** The driver of a device of the list. */
const struct gi_driver *gi_device_list_driver(int ordinal);

/** The length of the list, which was made before. */
int gi_device_list_count(void);

/** Whether a runtime interface uses a device's primary context: from its first call that needs one
 *  until gi_device_reset. The device is one of the list. */
void gi_device_hold(int ordinal);
void gi_device_let_go(int ordinal);
bool gi_device_is_held(int ordinal);

/** What each driver of the build says of each card, and which driver has the card. Also asks the
 *  drivers that GPUINTEROP_DRIVER excludes. For gpuinterop-info.
 *  Owner:  what it points to is the library's, valid until the next call.
 *  Errors: GI_OUT_OF_MEMORY; GI_NOT_INITIALIZED in a forked child. An empty list is no error. */
GI_MUST_CHECK gi_status gi_device_survey(struct gi_driver_survey *out_survey);

/** The calling thread's current device. Works before the list is made. */
int gi_device_current_ordinal(void);

#endif
