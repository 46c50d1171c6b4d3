#include "device/device.h"

#include "front.h"
#include "properties.h"
#include "front_driver_names.h"

gpuError_t gpuInit(unsigned int flags)
{
    FRONT_REQUIRE(flags == 0, "%s: flags is 0x%x, it must be 0", __func__, flags);
    return front_error(front_begin());
}

gpuError_t gpuDeviceComputeCapability(int *major, int *minor, gpuDevice_t device)
{
    gpuDeviceProp properties;
    int ordinal;

    FRONT_NOT_NULL(major);
    FRONT_NOT_NULL(minor);
    FRONT_TRY(gi_visible_to_core(&front_interface, device, &ordinal));
    FRONT_TRY(front_device_properties(ordinal, &properties));
    *major = properties.major;
    *minor = properties.minor;
    return gpuSuccess;
}
