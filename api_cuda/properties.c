/** The fields of a device's struct that only this interface has. */
#include "runtime/properties.h"

void front_fill_own_properties(const struct gi_device_info *info, struct cudaDeviceProp *out)
{
    out->gpuPciDeviceID = info->device_id << 16 | (info->vendor_id & 0xffffu);
    out->deviceNumaId = -1;
    out->hostNumaId = -1;
    out->ipcEventSupported = 1;
}
