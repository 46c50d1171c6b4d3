#include "hip/hip_runtime_api.h"

#include <stdio.h>
#include <string.h>

#include "device.h"
#include "front.h"

hipError_t hipInit(unsigned int flags)
{
    int count;

    GIHIP_REQUIRE(flags == 0, "%s: flags is 0x%x, it must be 0", __func__, flags);
    return gihip_error(gihip_device_count(&count));
}

hipError_t hipGetDeviceCount(int *count)
{
    GIHIP_NOT_NULL(count);
    return gihip_error(gihip_device_count(count));
}

hipError_t hipSetDevice(int device)
{
    int ordinal;

    GIHIP_TRY(gihip_device_to_core(device, &ordinal));
    return gihip_error(gi_device_set_current(ordinal));
}

hipError_t hipGetDevice(int *device)
{
    int ordinal;
    int number;

    GIHIP_NOT_NULL(device);
    GIHIP_TRY(gihip_begin());
    GIHIP_TRY(gi_device_get_current(&ordinal));
    number = gihip_device_from_core(ordinal);
    if (number < 0)
        return gihip_error(gi_fail(GI_INVALID_DEVICE, "%s: the current device was set by another "
                                   "interface and is not among those of HIP_VISIBLE_DEVICES",
                                   __func__));
    *device = number;
    return hipSuccess;
}

hipError_t hipDeviceGet(hipDevice_t *device, int ordinal)
{
    int core_ordinal;

    GIHIP_NOT_NULL(device);
    GIHIP_TRY(gihip_device_to_core(ordinal, &core_ordinal));
    *device = ordinal;
    return hipSuccess;
}

hipError_t hipGetDeviceProperties(hipDeviceProp_tR0600 *properties, int device)
{
    int ordinal;

    GIHIP_NOT_NULL(properties);
    GIHIP_TRY(gihip_device_to_core(device, &ordinal));
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
    GIHIP_TRY(gihip_device_to_core(device, &ordinal));
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
    GIHIP_TRY(gihip_device_to_core(device, &ordinal));
    GIHIP_TRY(gi_device_info(ordinal, &info));
    snprintf(name, (size_t)size_bytes, "%s", info->name);
    return hipSuccess;
}

hipError_t hipDeviceGetUuid(hipUUID *uuid, hipDevice_t device)
{
    const struct gi_device_info *info;
    int ordinal;

    GIHIP_NOT_NULL(uuid);
    GIHIP_TRY(gihip_device_to_core(device, &ordinal));
    GIHIP_TRY(gi_device_info(ordinal, &info));
    memcpy(uuid->bytes, info->uuid, sizeof uuid->bytes);
    return hipSuccess;
}

/** The address in the form 0000:01:00.0; a device that is on no bus has zeros, as in its
 *  properties. */
static gi_status bus_address(int device, char *text, size_t size_bytes)
{
    const struct gi_device_info *info;
    int ordinal;
    gi_status st;

    st = gihip_device_to_core(device, &ordinal);
    if (st != GI_OK)
        return st;
    st = gi_device_info(ordinal, &info);
    if (st != GI_OK)
        return st;
    snprintf(text, size_bytes, "%04x:%02x:%02x.%x", info->pci_domain & 0xffffu,
             info->pci_bus & 0xffu, info->pci_device & 0xffu, info->pci_function & 0xfu);
    return GI_OK;
}

hipError_t hipDeviceGetPCIBusId(char *bus_id, int size_bytes, int device)
{
    char text[16];

    GIHIP_NOT_NULL(bus_id);
    GIHIP_REQUIRE(size_bytes >= 13, "%s: the room in bus_id is %d bytes, 13 are needed", __func__,
                  size_bytes);
    GIHIP_TRY(bus_address(device, text, sizeof text));
    snprintf(bus_id, (size_t)size_bytes, "%s", text);
    return hipSuccess;
}

/** Reads domain:bus:device.function, domain:bus:device or bus:device.function. */
static bool read_bus_address(const char *text, char *out_text, size_t size_bytes)
{
    unsigned int domain = 0, bus = 0, slot = 0, function = 0;
    int end = -1;

    if (sscanf(text, "%4x:%2x:%2x.%1x%n", &domain, &bus, &slot, &function, &end) != 4 || end < 0) {
        function = 0;
        if (sscanf(text, "%4x:%2x:%2x%n", &domain, &bus, &slot, &end) != 3 || end < 0) {
            domain = 0;
            end = -1;
            if (sscanf(text, "%2x:%2x.%1x%n", &bus, &slot, &function, &end) != 3 || end < 0)
                return false;
        }
    }
    snprintf(out_text, size_bytes, "%04x:%02x:%02x.%x", domain, bus, slot, function);
    return text[end] == '\0';
}

hipError_t hipDeviceGetByPCIBusId(int *device, const char *bus_id)
{
    char wanted[32];
    char found[32];
    int count;

    GIHIP_NOT_NULL(device);
    GIHIP_NOT_NULL(bus_id);
    GIHIP_TRY(gihip_begin());
    GIHIP_REQUIRE(read_bus_address(bus_id, wanted, sizeof wanted),
                  "%s: bus_id is \"%.32s\", not an address as 0000:01:00.0", __func__, bus_id);
    GIHIP_TRY(gihip_device_count(&count));
    for (int i = 0; i < count; i++) {
        GIHIP_TRY(bus_address(i, found, sizeof found));
        if (strcmp(wanted, found) == 0) {
            *device = i;
            return hipSuccess;
        }
    }
    return gihip_error(gi_fail(GI_INVALID_DEVICE, "%s: none of the %d devices has the address %s",
                               __func__, count, wanted));
}

hipError_t hipDeviceSynchronize(void)
{
    GIHIP_TRY(gihip_begin());
    return gihip_error(gi_device_synchronize());
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
