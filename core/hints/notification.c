#include "notification.h"

#include <stdlib.h>

#include "queue/device_state.h"

struct notification {
    struct gi_object object;
    int ordinal;
};

static void free_notification(struct gi_object *object)
{
    free(object);
}

gi_status gi_notification_create(int ordinal, gi_handle *out_handle)
{
    struct notification *notification;
    struct gi_device *device;
    gi_status status = gi_device_at(ordinal, &device);

    *out_handle = 0;
    if (status != GI_OK)
        return status;
    notification = calloc(1, sizeof *notification);
    if (notification == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "no host memory for a notification");
    notification->ordinal = ordinal;
    notification->object.device = device;
    status = gi_handle_create_owned(&notification->object, GI_OBJECT_NOTIFICATION, 0,
                                    free_notification, out_handle);
    if (status != GI_OK)
        free(notification);
    return status;
}

gi_status gi_notification_destroy(int ordinal, gi_handle handle)
{
    struct gi_object *object;
    int registered_with;
    gi_status status = gi_handle_acquire(handle, GI_OBJECT_NOTIFICATION, &object);

    if (status == GI_OK) {
        registered_with = ((struct notification *)object)->ordinal;
        gi_object_unref(object);
        if (registered_with != ordinal)
            return gi_fail(GI_INVALID_VALUE, "notification handle 0x%llx is of another device",
                           (unsigned long long)handle);
        status = gi_handle_retire(handle, GI_OBJECT_NOTIFICATION, NULL);
    }
    return status == GI_INVALID_HANDLE ? GI_INVALID_VALUE : status;
}
