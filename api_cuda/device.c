#include "cuda_runtime_api.h"

#include "device.h"
#include "front.h"

struct gi_visible gicuda_visible = { .variable = "CUDA_VISIBLE_DEVICES" };

cudaError_t cudaGetDeviceCount(int *count)
{
    GICUDA_NOT_NULL(count);
    return gicuda_error(gi_visible_count(&gicuda_visible, count));
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
