/** The fields of a device's struct that one interface alone has. */
#ifndef GI_FRONT_PROPERTIES_H
#define GI_FRONT_PROPERTIES_H

#include "device/device.h"
#include "front.h"

/** Fills them; all others are filled already. Each interface has its own. */
void front_fill_own_properties(const struct gi_device_info *info, gpuDeviceProp *out);

#endif
