/* Calls for the thread's current device. */
#include "device.h"

#include "queue/device_state.h"
#include "stream/capture.h"
#include "stream/order.h"
#include "base/uncancelled.h"
#include "contract/calls.h"
#include "kernel/translate/translate.h"

gi_status gi_device_synchronize(void)
{
    struct gi_stream *legacy;
    gi_status status = gi_stream_acquire(GI_STREAM_LEGACY, &legacy);

    if (status != GI_OK)
        return status;
    status = gi_capture_check_context(legacy, "a wait of the host for a context");
    if (status == GI_OK)
        status = gi_order_wait_idle(legacy, false);
    if (status == GI_OK)
        gi_device_synchronised(legacy->device);
    gi_stream_release(legacy);
    return status;
}

gi_status gi_device_prepare(int ordinal)
{
    struct gi_device *device;

    return gi_device_at(ordinal, &device);
}

gi_status gi_device_memory_info(uint64_t *out_free_bytes, uint64_t *out_total_bytes)
{
    GI_UNCANCELLED;
    struct gi_device *device;
    gi_status status = gi_device_current(&device);

    *out_free_bytes = *out_total_bytes = 0;
    if (status != GI_OK)
        return status;
    return gi_call_memory_budget(device->base, out_free_bytes, out_total_bytes);
}

uint32_t gi_device_clock_khz(const struct gi_device_info *info)
{
    return info->launches ? gi_translate_clock_khz(&info->kernels) : 0;
}
