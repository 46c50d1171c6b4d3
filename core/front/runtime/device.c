#include "cards/device_list.h"
#include "device/device.h"
#include "device/device_settings.h"
#include "front.h"
#include "properties.h"
#include "base/failed_context.h"
#include "base/last_error.h"

const struct gi_interface front_interface = {
    .number = FRONT_INTERFACE,
    .visible_variable = FRONT_VISIBLE_VARIABLE,
};

gpuError_t gpuGetDeviceCount(int *count)
{
    gi_status status;
    int known;

    FRONT_NOT_NULL(count);
    status = gi_visible_count(&front_interface, &known);
    if (status == GI_OK || FRONT_COUNTS_0_ON_FAILURE)
        *count = known;
    return front_error(status);
}

gpuError_t gpuSetDevice(int device)
{
    int ordinal;

    FRONT_TRY(gi_visible_find(&front_interface, device, &ordinal));
    FRONT_TRY(gi_device_set_current(ordinal));
    gi_device_hold(ordinal);
    return gpuSuccess;
}

gpuError_t gpuGetDevice(int *device)
{
    int current;

    FRONT_NOT_NULL(device);
    FRONT_TRY(gi_visible_look(&front_interface, &current));
    *device = current;
    return gpuSuccess;
}

gpuError_t gpuGetDeviceProperties(gpuDeviceProp *properties, int device)
{
    int ordinal;

    FRONT_NOT_NULL(properties);
    FRONT_TRY(gi_visible_find(&front_interface, device, &ordinal));
    return front_error(front_device_properties(ordinal, properties));
}

gpuError_t gpuDeviceSynchronize(void)
{
    FRONT_TRY(front_begin());
    return front_error(gi_device_synchronize());
}

gpuError_t gpuSetDeviceFlags(unsigned int flags)
{
    int device, ordinal;

    FRONT_TRY(gi_visible_current(&front_interface, &device));
    FRONT_TRY(gi_visible_to_core(&front_interface, device, &ordinal));
    return front_error(gi_device_set_flags(ordinal, flags, FRONT_DEVICE_FLAGS));
}

gpuError_t gpuGetDeviceFlags(unsigned int *flags)
{
    int device, ordinal;
    uint32_t now;

    FRONT_NOT_NULL(flags);
    FRONT_TRY(gi_visible_look(&front_interface, &device));
    FRONT_TRY(gi_visible_find(&front_interface, device, &ordinal));
    FRONT_TRY(gi_device_get_flags(ordinal, &now));
    *flags = now;
    return gpuSuccess;
}

gpuError_t gpuSetValidDevices(int *devices, int count)
{
    return front_error(gi_visible_prefer(&front_interface, devices, count));
}

gpuError_t gpuDeviceReset(void)
{
    int device, ordinal;

    FRONT_TRY(gi_visible_look(&front_interface, &device));
    FRONT_TRY(gi_visible_find(&front_interface, device, &ordinal));
    if (gi_failed_context_look_current() != GI_OK)
        (void)gi_last_error_take(&front_interface);      /* of a failed kernel */
    gi_last_error_reset(&front_interface);
    return front_error(gi_device_reset_and_leave(ordinal));
}

gpuError_t gpuDriverGetVersion(int *version)
{
    FRONT_NOT_NULL(version);
    front_start();
    *version = FRONT_VERSION;
    return gpuSuccess;
}

gpuError_t gpuRuntimeGetVersion(int *version)
{
    FRONT_NOT_NULL(version);
    *version = FRONT_VERSION;
    return gpuSuccess;
}
