/** Facts of a device. These calls work without a current context. */
#define FRONT_WITHOUT_CONTEXT
#include "device/device.h"

#include <stdio.h>
#include <string.h>

#include "front.h"
#include "front_driver_names.h"

gpuError_t gpuDeviceGet(gpuDevice_t *device, int ordinal)
{
    int core_ordinal;

    FRONT_NOT_NULL(device);
    FRONT_TRY(gi_visible_to_core(&front_interface, ordinal, &core_ordinal));
    *device = ordinal;
    return gpuSuccess;
}

gpuError_t gpuDeviceGetName(char *name, int size_bytes, gpuDevice_t device)
{
    const struct gi_device_info *info;

    FRONT_NOT_NULL(name);
    FRONT_REQUIRE(size_bytes > 0, "%s: the room in name is %d bytes", __func__, size_bytes);
    FRONT_TRY(gi_visible_info(&front_interface, device, &info));
    snprintf(name, (size_t)size_bytes, "%s", info->name);
    return gpuSuccess;
}

gpuError_t gpuDeviceTotalMem(size_t *size, gpuDevice_t device)
{
    const struct gi_device_info *info;

    FRONT_NOT_NULL(size);
    FRONT_TRY(gi_visible_info(&front_interface, device, &info));
    *size = (size_t)info->memory_bytes;
    return gpuSuccess;
}

gpuError_t gpuDeviceGetUuid(gpuUUID *uuid, gpuDevice_t device)
{
    const struct gi_device_info *info;

    FRONT_NOT_NULL(uuid);
    FRONT_TRY(gi_visible_info(&front_interface, device, &info));
    memcpy(uuid->bytes, info->uuid, sizeof uuid->bytes);
    return gpuSuccess;
}
