#include "cuda_runtime_api.h"

#include "device/device.h"
#include "device/device_settings.h"
#include "front.h"

cudaError_t cudaInitDevice(int device, unsigned int device_flags, unsigned int flags)
{
    int ordinal;

    FRONT_TRY(gi_visible_find(&front_interface, device, &ordinal));
    if ((flags & cudaInitDeviceFlagsAreValid) != 0)
        FRONT_TRY(gi_device_set_flags(ordinal, device_flags, cudaDeviceMask));
    FRONT_TRY(gi_device_prepare(ordinal));
    gi_device_hold(ordinal);
    return cudaSuccess;
}

cudaError_t cudaDeviceGetNvSciSyncAttributes(void *attributes, int device, int flags)
{
    int ordinal;

    if (attributes == NULL)
        return front_error(gi_fail(GI_INVALID_HANDLE, "%s: attributes is NULL", __func__));
    FRONT_TRY(gi_visible_to_core(&front_interface, device, &ordinal));
    return front_error(gi_fail(GI_NOT_SUPPORTED, "%s: NvSciSync does not exist on this system "
                               "(flags 0x%x)", __func__, (unsigned int)flags));
}

cudaError_t cudaCtxResetPersistingL2Cache(void)
{
    return front_error(front_begin());         /* no cache keeps persisting lines */
}
