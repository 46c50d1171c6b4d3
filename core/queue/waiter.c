#include "waiter.h"

#include <stdlib.h>

#include "base/uncancelled.h"
#include "contract/calls.h"

gi_status gi_waiter_create(struct gi_device_base *base, enum gi_waiter_kind kind,
                           struct gi_waiter **out_waiter)
{
    GI_UNCANCELLED;
    const struct gi_waiter_ops *ops = base->driver->waiter;
    struct gi_waiter *waiter = calloc(1, ops->size);
    gi_status status;

    *out_waiter = NULL;
    if (waiter == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "no host memory to wait for the device");
    waiter->device = base;
    waiter->ops = ops;
    waiter->kind = kind;
    status = gi_call_waiter_init(waiter);
    if (status != GI_OK) {
        free(waiter);
        return status;
    }
    *out_waiter = waiter;
    return GI_OK;
}

void gi_waiter_destroy(struct gi_waiter *waiter)
{
    GI_UNCANCELLED;

    if (waiter != NULL && gi_call_waiter_finish(waiter))
        free(waiter);
}
