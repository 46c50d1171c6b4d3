/** The list of devices behind the calls of device.h that open none. */
#ifndef GI_DEVICE_LIST_H
#define GI_DEVICE_LIST_H

#include "device.h"

/** The driver of a device that gi_device_info knows.
 *  Threads: any. */
const struct gi_driver *gi_device_list_driver(int ordinal);

/** How many devices are listed; the list was made before.
 *  Threads: any. */
int gi_device_list_count(void);

/** The calling thread's current device, whether the list is made or not. */
int gi_device_current_ordinal(void);

#endif
