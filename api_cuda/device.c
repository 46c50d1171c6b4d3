#include "cuda_runtime_api.h"

#include <stdio.h>
#include <string.h>

#include "device.h"
#include "front.h"

cudaError_t cudaGetDeviceCount(int *count)
{
    GICUDA_NOT_NULL(count);
    return gicuda_error(gicuda_device_count(count));
}

cudaError_t cudaSetDevice(int device)
{
    int ordinal;

    GICUDA_TRY(gicuda_device_to_core(device, &ordinal));
    return gicuda_error(gi_device_set_current(ordinal));
}

cudaError_t cudaGetDevice(int *device)
{
    int ordinal;
    int number;

    GICUDA_NOT_NULL(device);
    GICUDA_TRY(gicuda_begin());
    GICUDA_TRY(gi_device_get_current(&ordinal));
    number = gicuda_device_from_core(ordinal);
    if (number < 0)
        return gicuda_error(gi_fail(GI_INVALID_DEVICE, "%s: the current device was set by another "
                                    "interface and is not among those of CUDA_VISIBLE_DEVICES",
                                    __func__));
    *device = number;
    return cudaSuccess;
}

cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *properties, int device)
{
    int ordinal;

    GICUDA_NOT_NULL(properties);
    GICUDA_TRY(gicuda_device_to_core(device, &ordinal));
    return gicuda_error(gicuda_device_properties(ordinal, properties));
}

/** The address in the form 0000:01:00.0; a device that is on no bus has zeros, as in its
 *  properties. */
static gi_status bus_address(int device, char *text, size_t size_bytes)
{
    const struct gi_device_info *info;
    int ordinal;
    gi_status st;

    st = gicuda_device_to_core(device, &ordinal);
    if (st != GI_OK)
        return st;
    st = gi_device_info(ordinal, &info);
    if (st != GI_OK)
        return st;
    snprintf(text, size_bytes, "%04x:%02x:%02x.%x", info->pci_domain & 0xffffu,
             info->pci_bus & 0xffu, info->pci_device & 0xffu, info->pci_function & 0xfu);
    return GI_OK;
}

cudaError_t cudaDeviceGetPCIBusId(char *bus_id, int size_bytes, int device)
{
    char text[16];

    GICUDA_NOT_NULL(bus_id);
    GICUDA_REQUIRE(size_bytes >= 13, "%s: the room in bus_id is %d bytes, 13 are needed", __func__,
                   size_bytes);
    GICUDA_TRY(bus_address(device, text, sizeof text));
    snprintf(bus_id, (size_t)size_bytes, "%s", text);
    return cudaSuccess;
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

cudaError_t cudaDeviceGetByPCIBusId(int *device, const char *bus_id)
{
    char wanted[32];
    char found[32];
    int count;

    GICUDA_NOT_NULL(device);
    GICUDA_NOT_NULL(bus_id);
    GICUDA_TRY(gicuda_begin());
    GICUDA_REQUIRE(read_bus_address(bus_id, wanted, sizeof wanted),
                   "%s: bus_id is \"%.32s\", not an address as 0000:01:00.0", __func__, bus_id);
    GICUDA_TRY(gicuda_device_count(&count));
    for (int i = 0; i < count; i++) {
        GICUDA_TRY(bus_address(i, found, sizeof found));
        if (strcmp(wanted, found) == 0) {
            *device = i;
            return cudaSuccess;
        }
    }
    return gicuda_error(gi_fail(GI_INVALID_DEVICE, "%s: none of the %d devices has the address %s",
                                __func__, count, wanted));
}

cudaError_t cudaDeviceSynchronize(void)
{
    GICUDA_TRY(gicuda_begin());
    return gicuda_error(gi_device_synchronize());
}

cudaError_t cudaDriverGetVersion(int *version)
{
    GICUDA_NOT_NULL(version);
    *version = CUDART_VERSION;
    return cudaSuccess;
}

cudaError_t cudaRuntimeGetVersion(int *version)
{
    GICUDA_NOT_NULL(version);
    *version = CUDART_VERSION;
    return cudaSuccess;
}
