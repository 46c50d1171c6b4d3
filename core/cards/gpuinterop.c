#define GPUINTEROP_OWN_SYMBOLS
#include "../include/gpuinterop.h"

#include <stddef.h>
#include <string.h>

#include "base/counters.h"
#include "device_match.h"
#include "base/log_listen.h"
#include "trace/trace.h"

const char *gpuinterop_last_error_detail(void)
{
    return gi_published_detail();
}

/* The result of a call that looks for a device. */
static int found(gi_status status, int ordinal)
{
    if (status == GI_OK)
        return ordinal;
    gi_log_failed_call();
    return -1;
}

int gpuinterop_device_by_uuid(const uint8_t uuid[16])
{
    int ordinal;
    gi_status status = gi_device_match_uuid(uuid, &ordinal);

    return found(status, ordinal);
}

int gpuinterop_device_by_pci(uint32_t domain, uint32_t bus, uint32_t device, uint32_t function)
{
    int ordinal;
    gi_status status = gi_device_match_pci(domain, bus, device, function, &ordinal);

    return found(status, ordinal);
}

int gpuinterop_device_by_render_node(uint32_t major, uint32_t minor)
{
    int ordinal;
    gi_status status = gi_device_match_render_node(major, minor, &ordinal);

    return found(status, ordinal);
}

/* The result of a call that does something. */
static int done(gi_status status)
{
    if (status == GI_OK)
        return 0;
    gi_log_failed_call();
    return -1;
}

int gpuinterop_trace_start(const char *path)
{
    return done(gi_trace_start(path));
}

int gpuinterop_trace_stop(void)
{
    return done(gi_trace_stop());
}

void gpuinterop_get_counters_sized(struct gpuinterop_counters *out_counters, size_t size_bytes)
{
    const struct gpuinterop_counters now = {
        .held_waits = gi_counter_value(GI_COUNT_HELD_WAITS),
        .host_signals = gi_counter_value(GI_COUNT_HOST_SIGNALS),
        .staged_copies = gi_counter_value(GI_COUNT_STAGED_COPIES),
        .blocking_enqueues = gi_counter_value(GI_COUNT_BLOCKING_ENQUEUES),
        .batches = gi_counter_value(GI_COUNT_BATCHES),
        .commands = gi_counter_value(GI_COUNT_COMMANDS),
        .barriers = gi_counter_value(GI_COUNT_BARRIERS),
        .multicast_copies = gi_counter_value(GI_COUNT_MULTICAST_COPIES),
        .host_decisions = gi_counter_value(GI_COUNT_HOST_DECISIONS),
        .maps_in_place = gi_counter_value(GI_COUNT_MAPS_IN_PLACE),
        .maps_on_device = gi_counter_value(GI_COUNT_MAPS_ON_DEVICE),
        .maps_by_pixels = gi_counter_value(GI_COUNT_MAPS_BY_PIXELS),
        .maps_by_host = gi_counter_value(GI_COUNT_MAPS_BY_HOST),
    };
    size_t known = size_bytes < sizeof now ? size_bytes : sizeof now;

    if (out_counters == NULL)
        return;
    memcpy(out_counters, &now, known);
    memset((unsigned char *)out_counters + known, 0, size_bytes - known);
}

/* For programs that were built when multicast_copies was the last member. */
void gpuinterop_get_counters(struct gpuinterop_counters *out_counters)
{
    gpuinterop_get_counters_sized(out_counters,
                                  offsetof(struct gpuinterop_counters, host_decisions));
}
