#include "cuda_runtime_api.h"

#include "front.h"
#include "handles.h"
#include "notification.h"

cudaError_t cudaDeviceRegisterAsyncNotification(int device, cudaAsyncCallback callback,
                                                void *user_data, cudaAsyncCallbackHandle_t *handle)
{
    gi_handle made;
    int ordinal;

    (void)user_data;             /* there is nothing to call it with */
    GICUDA_NOT_NULL(callback);
    GICUDA_NOT_NULL(handle);
    GICUDA_TRY(gi_visible_to_core(&gicuda_visible, device, &ordinal));
    GICUDA_TRY(gi_notification_create(ordinal, &made));
    *handle = gicuda_to_notification(made);
    return cudaSuccess;
}

cudaError_t cudaDeviceUnregisterAsyncNotification(int device, cudaAsyncCallbackHandle_t handle)
{
    int ordinal;

    GICUDA_TRY(gi_visible_to_core(&gicuda_visible, device, &ordinal));
    return gicuda_error(gi_notification_destroy(ordinal, gicuda_from_notification(handle)));
}
