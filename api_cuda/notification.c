#include "cuda_runtime_api.h"

#include "front.h"
#include "base/handle.h"
#include "hints/notification.h"

static gi_handle from_notification(cudaAsyncCallbackHandle_t notification)
{
    return (gi_handle)(uintptr_t)notification;
}

static cudaAsyncCallbackHandle_t to_notification(gi_handle handle)
{
    return (cudaAsyncCallbackHandle_t)(uintptr_t)handle;
}

cudaError_t cudaDeviceRegisterAsyncNotification(int device, cudaAsyncCallback callback,
                                                void *user_data, cudaAsyncCallbackHandle_t *handle)
{
    gi_handle made;
    int ordinal;

    (void)user_data;             /* it is never called */
    FRONT_NOT_NULL(callback);
    FRONT_NOT_NULL(handle);
    FRONT_TRY(gi_visible_to_core(&front_interface, device, &ordinal));
    FRONT_TRY(gi_notification_create(ordinal, &made));
    *handle = to_notification(made);
    return cudaSuccess;
}

cudaError_t cudaDeviceUnregisterAsyncNotification(int device, cudaAsyncCallbackHandle_t handle)
{
    int ordinal;

    FRONT_TRY(gi_visible_to_core(&front_interface, device, &ordinal));
    return front_error(gi_notification_destroy(ordinal, from_notification(handle)));
}
