/** Where a device is on its bus. These calls work without a current context. */
#define FRONT_WITHOUT_CONTEXT
#include "front.h"

gpuError_t gpuDeviceGetPCIBusId(char *bus_id, int size_bytes, gpuDevice_t device)
{
    FRONT_NOT_NULL(bus_id);
    return front_error(gi_visible_bus_address(&front_interface, device, bus_id, size_bytes));
}

gpuError_t gpuDeviceGetByPCIBusId(gpuDevice_t *device, const char *bus_id)
{
    int found;

    FRONT_NOT_NULL(device);
    FRONT_NOT_NULL(bus_id);
    FRONT_TRY(gi_visible_by_bus_address(&front_interface, bus_id, &found));
    *device = found;
    return gpuSuccess;
}
