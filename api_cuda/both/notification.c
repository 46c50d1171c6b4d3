/** Notifications, which never come. */
#define FRONT_WITHOUT_CONTEXT
#include "both_names.h"
#include "front.h"
#include "handles.h"
#include "hints/notification.h"

gpuError_t gpuDeviceRegisterAsyncNotification(gpuDevice_t device, gpuAsyncCallback callback,
                                              void *user_data, gpuAsyncCallbackHandle_t *handle)
{
    gi_handle made;
    int ordinal;

    (void)user_data;             /* it is never called */
    FRONT_NOT_NULL(callback);
    FRONT_NOT_NULL(handle);
    FRONT_TRY(gi_visible_to_core(&front_interface, device, &ordinal));
    FRONT_TRY(gi_notification_create(ordinal, &made));
    *handle = front_to_pointer(made);
    return gpuSuccess;
}

gpuError_t gpuDeviceUnregisterAsyncNotification(gpuDevice_t device,
                                                gpuAsyncCallbackHandle_t handle)
{
    int ordinal;

    FRONT_TRY(gi_visible_to_core(&front_interface, device, &ordinal));
    return front_error(gi_notification_destroy(ordinal, front_from_pointer(handle)));
}
