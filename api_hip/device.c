#include "hip/hip_runtime_api.h"

#include <stdio.h>
#include <string.h>

#include "device.h"
#include "device_settings.h"
#include "front.h"

/** Every flag of a device there is. */
#define KNOWN_FLAGS (hipDeviceScheduleMask | hipDeviceMapHost | hipDeviceLmemResizeToMax)

struct gi_visible gihip_visible = { .variable = "HIP_VISIBLE_DEVICES" };

hipError_t hipInit(unsigned int flags)
{
    GIHIP_REQUIRE(flags == 0, "%s: flags is 0x%x, it must be 0", __func__, flags);
    return gihip_error(gihip_begin());
}

hipError_t hipGetDeviceCount(int *count)
{
    GIHIP_NOT_NULL(count);
    return gihip_error(gi_visible_count(&gihip_visible, count));
}

hipError_t hipSetDevice(int device)
{
    int ordinal;

    GIHIP_TRY(gi_visible_to_core(&gihip_visible, device, &ordinal));
    return gihip_error(gi_device_set_current(ordinal));
}

hipError_t hipGetDevice(int *device)
{
    int current;

    GIHIP_NOT_NULL(device);
    GIHIP_TRY(gi_visible_current(&gihip_visible, &current));
    *device = current;
    return hipSuccess;
}

hipError_t hipDeviceGet(hipDevice_t *device, int ordinal)
{
    int core_ordinal;

    GIHIP_NOT_NULL(device);
    GIHIP_TRY(gi_visible_to_core(&gihip_visible, ordinal, &core_ordinal));
    *device = ordinal;
    return hipSuccess;
}

hipError_t hipGetDeviceProperties(hipDeviceProp_tR0600 *properties, int device)
{
    int ordinal;

    GIHIP_NOT_NULL(properties);
    GIHIP_TRY(gi_visible_to_core(&gihip_visible, device, &ordinal));
    return gihip_error(gihip_device_properties(ordinal, properties));
}

/* Old binaries ask by these names for the layout of HIP 5; the public header does not declare them
 * and has a macro on the first. */
#undef hipGetDeviceProperties
hipError_t hipGetDeviceProperties(hipDeviceProp_tR0000 *properties, int device);
hipError_t hipGetDevicePropertiesR0000(hipDeviceProp_tR0000 *properties, int device);

static hipError_t get_old_properties(const char *caller, hipDeviceProp_tR0000 *properties,
                                     int device)
{
    int ordinal;

    GIHIP_REQUIRE(properties != NULL, "%s: properties is NULL", caller);
    GIHIP_TRY(gi_visible_to_core(&gihip_visible, device, &ordinal));
    return gihip_error(gihip_device_properties_old(ordinal, properties));
}

hipError_t hipGetDeviceProperties(hipDeviceProp_tR0000 *properties, int device)
{
    return get_old_properties(__func__, properties, device);
}

hipError_t hipGetDevicePropertiesR0000(hipDeviceProp_tR0000 *properties, int device)
{
    return get_old_properties(__func__, properties, device);
}

hipError_t hipDeviceGetName(char *name, int size_bytes, hipDevice_t device)
{
    const struct gi_device_info *info;
    int ordinal;

    GIHIP_NOT_NULL(name);
    GIHIP_REQUIRE(size_bytes > 0, "%s: the room in name is %d bytes", __func__, size_bytes);
    GIHIP_TRY(gi_visible_to_core(&gihip_visible, device, &ordinal));
    GIHIP_TRY(gi_device_info(ordinal, &info));
    snprintf(name, (size_t)size_bytes, "%s", info->name);
    return hipSuccess;
}

hipError_t hipDeviceTotalMem(size_t *size, hipDevice_t device)
{
    const struct gi_device_info *info;
    int ordinal;

    GIHIP_NOT_NULL(size);
    GIHIP_TRY(gi_visible_to_core(&gihip_visible, device, &ordinal));
    GIHIP_TRY(gi_device_info(ordinal, &info));
    *size = (size_t)info->memory_bytes;
    return hipSuccess;
}

hipError_t hipDeviceComputeCapability(int *major, int *minor, hipDevice_t device)
{
    struct hipDeviceProp_tR0600 properties;
    int ordinal;

    GIHIP_NOT_NULL(major);
    GIHIP_NOT_NULL(minor);
    GIHIP_TRY(gi_visible_to_core(&gihip_visible, device, &ordinal));
    GIHIP_TRY(gihip_device_properties(ordinal, &properties));
    *major = properties.major;
    *minor = properties.minor;
    return hipSuccess;
}

hipError_t hipDeviceGetUuid(hipUUID *uuid, hipDevice_t device)
{
    const struct gi_device_info *info;
    int ordinal;

    GIHIP_NOT_NULL(uuid);
    GIHIP_TRY(gi_visible_to_core(&gihip_visible, device, &ordinal));
    GIHIP_TRY(gi_device_info(ordinal, &info));
    memcpy(uuid->bytes, info->uuid, sizeof uuid->bytes);
    return hipSuccess;
}

hipError_t hipDeviceGetPCIBusId(char *bus_id, int size_bytes, int device)
{
    GIHIP_NOT_NULL(bus_id);
    return gihip_error(gi_visible_bus_address(&gihip_visible, device, bus_id, size_bytes));
}

hipError_t hipDeviceGetByPCIBusId(int *device, const char *bus_id)
{
    int found;

    GIHIP_NOT_NULL(device);
    GIHIP_NOT_NULL(bus_id);
    GIHIP_TRY(gi_visible_by_bus_address(&gihip_visible, bus_id, &found));
    *device = found;
    return hipSuccess;
}

hipError_t hipDeviceSynchronize(void)
{
    GIHIP_TRY(gihip_begin());
    return gihip_error(gi_device_synchronize());
}

hipError_t hipSetDeviceFlags(unsigned int flags)
{
    int device, ordinal;

    GIHIP_TRY(gi_visible_current(&gihip_visible, &device));
    GIHIP_TRY(gi_visible_to_core(&gihip_visible, device, &ordinal));
    return gihip_error(gi_device_set_flags(ordinal, flags, KNOWN_FLAGS));
}

hipError_t hipGetDeviceFlags(unsigned int *flags)
{
    int device, ordinal;
    uint32_t now;

    GIHIP_NOT_NULL(flags);
    GIHIP_TRY(gi_visible_current(&gihip_visible, &device));
    GIHIP_TRY(gi_visible_to_core(&gihip_visible, device, &ordinal));
    GIHIP_TRY(gi_device_get_flags(ordinal, &now));
    *flags = now;
    return hipSuccess;
}

hipError_t hipSetValidDevices(int *devices, int count)
{
    return gihip_error(gi_visible_prefer(&gihip_visible, devices, count));
}

hipError_t hipDeviceReset(void)
{
    GIHIP_TRY(gihip_begin());
    gihip_forget_errors();
    return gihip_error(gi_device_reset());
}

hipError_t hipDriverGetVersion(int *version)
{
    GIHIP_NOT_NULL(version);
    *version = HIP_VERSION;
    return hipSuccess;
}

hipError_t hipRuntimeGetVersion(int *version)
{
    GIHIP_NOT_NULL(version);
    *version = HIP_VERSION;
    return hipSuccess;
}
