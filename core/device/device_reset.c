/* Resets a device to its unused state. Everything that the program made on it loses its handle or
 * address at once. An object that another thread's call still holds lives until that call returns.
 * The device, its queues and default streams stay open, as opening takes long. */
#include "device.h"

#include "memory/allocation.h"
#include "cards/device_list.h"
#include "device_settings.h"
#include "stream/order.h"
#include "ops/pool_state.h"
#include "base/process.h"
#include "ops/reclaim.h"
#include "stream/scheduler.h"

/* Only a failure of the device itself ends the wait early. The failure of queued work is lost with
 * its stream. */
static gi_status wait_for_work(struct gi_device *device)
{
    gi_status status = gi_device_wait_idle(device, false);

    if (status != GI_OK && !gi_device_is_lost(device))
        status = gi_stream_wait(device->legacy, gi_stream_newest(device->legacy));
    return gi_device_is_lost(device) ? GI_DEVICE_LOST : status;
}

static void retire_object(struct gi_object *object)
{
    if (object->kind == GI_OBJECT_STREAM)
        gi_stream_orphan((struct gi_stream *)object);
    if (object->kind == GI_OBJECT_POOL)
        gi_pool_end((struct gi_pool *)object);
}

/* Finished work keeps memory until its stream is checked, and empty blocks are kept for the next
 * allocation. Frees both. */
static void give_memory_back(struct gi_device *device)
{
    gi_allocation_withdraw_all(device);
    gi_stream_wake(device->legacy);
    gi_reclaim_kept(device);
}

gi_status gi_device_end_context(int ordinal, gi_handle context)
{
    struct gi_device *device = gi_device_if_open(ordinal);
    gi_status status;

    if (device == NULL)
        return GI_OK;
    status = wait_for_work(device);
    gi_handle_retire_context(context, retire_object);
    gi_allocation_withdraw_context(context);
    gi_stream_wake(device->legacy);
    gi_reclaim_kept(device);
    return status;
}

gi_status gi_device_reset_at(int ordinal)
{
    const struct gi_device_info *info;
    struct gi_device *device;
    gi_status status = gi_process_check();

    if (status == GI_OK)
        status = gi_device_info(ordinal, &info);
    if (status != GI_OK)
        return status;
    gi_device_settings_reset(ordinal);
    device = gi_device_if_open(ordinal);
    if (device == NULL)
        return GI_OK;
    status = wait_for_work(device);
    gi_handle_retire_all(device, retire_object);
    give_memory_back(device);
    if (gi_device_is_lost(device)) {
        gi_device_retire(device);
        return GI_OK;            /* the next use opens it again, and reports a failure to do so */
    }
    return status;
}

gi_status gi_device_reset(void)
{
    return gi_device_reset_at(gi_device_current_ordinal());
}
