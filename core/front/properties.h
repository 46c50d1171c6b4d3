/** The fields of a device's struct that only one interface has. */
#ifndef GI_FRONT_PROPERTIES_H
#define GI_FRONT_PROPERTIES_H

#include "device/device.h"
#include "front.h"

/** Fills in these fields, after all others. Each interface defines its own. */
void front_fill_own_properties(const struct gi_device_info *info, gpuDeviceProp *out);

#endif
