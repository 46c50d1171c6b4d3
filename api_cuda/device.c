#include "cuda_runtime_api.h"

#include "device.h"
#include "device_settings.h"
#include "front.h"

struct gi_visible gicuda_visible = { .variable = "CUDA_VISIBLE_DEVICES" };

cudaError_t cudaGetDeviceCount(int *count)
{
    int known;

    GICUDA_NOT_NULL(count);
    GICUDA_TRY(gi_visible_count(&gicuda_visible, &known));
    *count = known;
    return cudaSuccess;
}

cudaError_t cudaSetDevice(int device)
{
    int ordinal;

    GICUDA_TRY(gi_visible_to_core(&gicuda_visible, device, &ordinal));
    return gicuda_error(gi_device_set_current(ordinal));
}

cudaError_t cudaGetDevice(int *device)
{
    int current;

    GICUDA_NOT_NULL(device);
    GICUDA_TRY(gi_visible_current(&gicuda_visible, &current));
    *device = current;
    return cudaSuccess;
}

cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *properties, int device)
{
    int ordinal;

    GICUDA_NOT_NULL(properties);
    GICUDA_TRY(gi_visible_to_core(&gicuda_visible, device, &ordinal));
    return gicuda_error(gicuda_device_properties(ordinal, properties));
}

cudaError_t cudaDeviceGetPCIBusId(char *bus_id, int size_bytes, int device)
{
    GICUDA_NOT_NULL(bus_id);
    return gicuda_error(gi_visible_bus_address(&gicuda_visible, device, bus_id, size_bytes));
}

cudaError_t cudaDeviceGetByPCIBusId(int *device, const char *bus_id)
{
    int found;

    GICUDA_NOT_NULL(device);
    GICUDA_NOT_NULL(bus_id);
    GICUDA_TRY(gi_visible_by_bus_address(&gicuda_visible, bus_id, &found));
    *device = found;
    return cudaSuccess;
}

cudaError_t cudaDeviceSynchronize(void)
{
    GICUDA_TRY(gicuda_begin());
    return gicuda_error(gi_device_synchronize());
}

cudaError_t cudaSetDeviceFlags(unsigned int flags)
{
    int device, ordinal;

    GICUDA_TRY(gi_visible_current(&gicuda_visible, &device));
    GICUDA_TRY(gi_visible_to_core(&gicuda_visible, device, &ordinal));
    return gicuda_error(gi_device_set_flags(ordinal, flags, cudaDeviceMask));
}

cudaError_t cudaGetDeviceFlags(unsigned int *flags)
{
    int device, ordinal;
    uint32_t now;

    GICUDA_NOT_NULL(flags);
    GICUDA_TRY(gi_visible_current(&gicuda_visible, &device));
    GICUDA_TRY(gi_visible_to_core(&gicuda_visible, device, &ordinal));
    GICUDA_TRY(gi_device_get_flags(ordinal, &now));
    *flags = now;
    return cudaSuccess;
}

cudaError_t cudaSetValidDevices(int *devices, int count)
{
    return gicuda_error(gi_visible_prefer(&gicuda_visible, devices, count));
}

cudaError_t cudaInitDevice(int device, unsigned int device_flags, unsigned int flags)
{
    int ordinal;

    GICUDA_TRY(gi_visible_to_core(&gicuda_visible, device, &ordinal));
    if ((flags & cudaInitDeviceFlagsAreValid) != 0)
        GICUDA_TRY(gi_device_set_flags(ordinal, device_flags, cudaDeviceMask));
    return gicuda_error(gi_device_prepare(ordinal));
}

cudaError_t cudaDeviceReset(void)
{
    GICUDA_TRY(gicuda_begin());
    gicuda_forget_errors();
    return gicuda_error(gi_device_reset());
}

cudaError_t cudaDeviceGetNvSciSyncAttributes(void *attributes, int device, int flags)
{
    int ordinal;

    if (attributes == NULL)
        return gicuda_error(gi_fail(GI_INVALID_HANDLE, "%s: attributes is NULL", __func__));
    GICUDA_TRY(gi_visible_to_core(&gicuda_visible, device, &ordinal));
    return gicuda_error(gi_fail(GI_NOT_SUPPORTED, "%s: NvSciSync does not exist on this system "
                                "(flags 0x%x)", __func__, (unsigned int)flags));
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
