/** The fields of a device's struct that only one interface has. */
#ifndef GI_FRONT_PROPERTIES_H
#define GI_FRONT_PROPERTIES_H

#include "device/device.h"
#include "front.h"

/** Fills in the properties of an existing device from the core's facts. */
GI_MUST_CHECK gi_status front_device_properties(int ordinal, gpuDeviceProp *out);

/** Fills in these fields, after all others. Each interface defines its own. */
void front_fill_own_properties(const struct gi_device_info *info, gpuDeviceProp *out);

#endif
