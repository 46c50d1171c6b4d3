/* Resets a device to its unused state, and ends contexts. Everything that the program made in the
 * context loses its handle or address at once. An object that another thread's call still holds
 * lives until that call returns.
 * The device, its queues and default streams stay open, as opening takes long. */
#include "device.h"

#include "memory/allocation.h"
#include "memory/kernel_heap.h"
#include "memory/recorded_epoch.h"
#include "cards/device_list.h"
#include "device_settings.h"
#include "queue/context_state.h"
#include "stream/capture.h"
#include "stream/default_stream.h"
#include "stream/order.h"
#include "stream/settle.h"
#include "pools/pool_state.h"
#include "base/failed_context.h"
#include "base/process.h"
#include "pools/reclaim.h"
#include "stream/scheduler.h"
#include "stream/stream_state.h"

/* True if the context that has this legacy stream had failed. */
static bool forget_failure(const struct gi_stream *legacy)
{
    return gi_failed_context_clear(legacy->context, legacy->device->ordinal);
}

/* Waits for the work of the context that has this legacy stream. Only a failure of the device
 * itself ends the wait early. The failure of queued work is lost with its stream, and that of the
 * context is forgotten. */
static gi_status wait_for_work(struct gi_stream *legacy)
{
    bool has_failed = forget_failure(legacy);
    gi_status status;

    atomic_fetch_add(&legacy->enders, 1);        /* loops of graphs end */
    status = gi_order_wait_idle(legacy, false);
    if (status != GI_OK && !gi_device_is_lost(legacy->device))
        status = gi_stream_wait(legacy, gi_stream_newest(legacy));
    atomic_fetch_sub(&legacy->enders, 1);
    /* A kernel that still ran has failed since. */
    has_failed |= forget_failure(legacy);
    if (gi_device_is_lost(legacy->device))
        return gi_device_lost_failure(legacy->device);
    return has_failed ? GI_OK : status;
}

static void retire_object(struct gi_object *object)
{
    if (object->kind == GI_OBJECT_STREAM)
        gi_stream_outlive_context((struct gi_stream *)object);
    if (object->kind == GI_OBJECT_POOL)
        gi_pool_end((struct gi_pool *)object);
}

gi_status gi_device_end_context(struct gi_context *context, gi_handle handle)
{
    struct gi_device *device = gi_device_if_open(context->ordinal);
    struct gi_stream *legacy = gi_legacy_if_made(context);
    gi_status status = GI_OK;

    if (legacy != NULL) {
        atomic_fetch_add(&legacy->enders, 1);
        gi_settle_context(legacy, "end of context", handle);
        status = wait_for_work(legacy);
    }
    gi_handle_retire_context(&context->object, retire_object);
    gi_recorded_epoch_rise();
    if (legacy != NULL) {
        gi_stream_outlive_context(legacy);
        gi_capture_forget_context(legacy);
        forget_failure(legacy);
        gi_stream_release(legacy);
    }
    if (device != NULL)
        gi_kernel_heap_end(device, handle);
    if (gi_allocation_withdraw_context(context) && device != NULL)
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
    status = wait_for_work(device->legacy);
    gi_handle_retire_all(device, retire_object);
    gi_capture_forget_context(device->legacy);
    gi_recorded_epoch_rise();
    forget_failure(device->legacy);      /* of kernels that other threads have launched meanwhile */
    gi_allocation_withdraw_all(device);
    gi_kernel_heap_end(device, 0);
    gi_stream_wake(device->legacy);      /* finished work keeps memory until its stream is looked
                                            at */
    gi_reclaim_kept(device);             /* empty blocks are kept for the next allocation */
    if (gi_device_is_lost(device)) {
        gi_device_retire(device);
        return GI_OK;            /* the next use opens it again, and reports a failure to do so */
    }
    return status;
}

gi_status gi_device_reset(void)
{
    return gi_device_reset_and_leave(gi_device_current_ordinal());
}

gi_status gi_device_reset_and_leave(int ordinal)
{
    gi_status status = gi_device_reset_at(ordinal);

    if (status != GI_INVALID_DEVICE && gi_device_list_count() > 0)
        gi_device_let_go(ordinal);
    return status;
}
