#include "timestamp_slot.h"

#include <stdlib.h>

#include "queue/device_state.h"
#include "own_memory.h"

/* Stamps are made so many at a time. */
#define CHUNK_STAMPS 512u

/* No device counts so far: what a place holds until the device has written it. */
#define NOT_TAKEN UINT64_MAX

#define FS_PER_MS 1e12
#define NS_PER_MS 1e6

void gi_timestamp_slots_init(struct gi_timestamp_slots *stamps)
{
    stamps->free = NULL;
    pthread_mutex_init(&stamps->lock, NULL);
}

bool gi_device_has_clock(const struct gi_device *device)
{
    return device->base->info.timestamp_period_fs != 0;
}

bool gi_device_is_calibrated(const struct gi_device *device)
{
    return gi_device_has_clock(device) && device->base->info.timestamp_calibration;
}

/* ---- places --------------------------------------------------------------------------------- */

/* Makes more stamps, of which one goes to the caller. Their memory stays the device's. */
static gi_status make_stamps(struct gi_device *device, struct gi_timestamp_slot **out_stamp)
{
    struct gi_timestamp_slot *stamps = calloc(CHUNK_STAMPS, sizeof *stamps);
    struct gi_allocation *chunk;
    gi_status status;

    if (stamps == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "no host memory for the times of events");
    status = gi_allocation_new(device, GI_MEMORY_HOST, CHUNK_STAMPS * sizeof(uint64_t), &chunk);
    if (status != GI_OK) {
        free(stamps);
        return status;
    }
    for (size_t i = 0; i < CHUNK_STAMPS; i++) {
        uint64_t offset = i * sizeof(uint64_t);

        stamps[i].next = i + 1 < CHUNK_STAMPS ? &stamps[i + 1] : NULL;
        stamps[i].device = device;
        stamps[i].chunk = chunk;
        stamps[i].place = (struct gi_place){ .memory = chunk->memory,
                                             .offset_bytes = chunk->offset_bytes + offset };
        stamps[i].ticks = (uint64_t *)(uintptr_t)(chunk->host_address + offset);
    }
    pthread_mutex_lock(&device->stamps.lock);
    stamps[CHUNK_STAMPS - 1].next = device->stamps.free;
    device->stamps.free = stamps[0].next;
    pthread_mutex_unlock(&device->stamps.lock);
    *out_stamp = &stamps[0];
    return GI_OK;
}

gi_status gi_timestamp_slot_take(struct gi_device *device, struct gi_timestamp_slot **out_stamp)
{
    struct gi_timestamp_slot *stamp;
    gi_status status = GI_OK;

    *out_stamp = NULL;
    pthread_mutex_lock(&device->stamps.lock);
    stamp = device->stamps.free;
    if (stamp != NULL)
        device->stamps.free = stamp->next;
    pthread_mutex_unlock(&device->stamps.lock);
    if (stamp == NULL)
        status = make_stamps(device, &stamp);
    if (status != GI_OK)
        return status;
    *stamp->ticks = NOT_TAKEN;
    atomic_store_explicit(&stamp->host_ns, 0, memory_order_relaxed);
    atomic_store_explicit(&stamp->refs, 1, memory_order_relaxed);
    *out_stamp = stamp;
    return GI_OK;
}

void gi_timestamp_slot_ref(struct gi_timestamp_slot *stamp)
{
    atomic_fetch_add_explicit(&stamp->refs, 1, memory_order_relaxed);
}

void gi_timestamp_slot_unref(struct gi_timestamp_slot *stamp)
{
    struct gi_timestamp_slots *stamps;

    if (stamp == NULL || atomic_fetch_sub_explicit(&stamp->refs, 1, memory_order_acq_rel) != 1)
        return;
    stamps = &stamp->device->stamps;
    pthread_mutex_lock(&stamps->lock);
    stamp->next = stamps->free;
    stamps->free = stamp;
    pthread_mutex_unlock(&stamps->lock);
}

/* ---- what lies between ---------------------------------------------------------------------- */

/* From one tick count to another, which may have wrapped around meanwhile. */
static double ticks_to_ms(const struct gi_device_info *info, uint64_t from, uint64_t to)
{
    uint32_t unused = info->timestamp_bits < 64 ? 64 - info->timestamp_bits : 0;
    int64_t ticks = (int64_t)((to - from) << unused) / (INT64_C(1) << unused);

    return (double)ticks * (double)info->timestamp_period_fs / FS_PER_MS;
}

static gi_status check_taken(const struct gi_time *time)
{
    if (time->stamp != NULL && *time->stamp->ticks == NOT_TAKEN)
        return gi_fail(GI_INVALID_HANDLE, "event: its stream failed before the device took the "
                       "time");
    return GI_OK;
}

/* When the device took a time, on the host's clock: by a look at both clocks, once for each, so
 * that who asks twice hears the same. */
static gi_status find_host_ns(struct gi_device *device, struct gi_timestamp_slot *stamp,
                              int64_t *out_ns)
{
    struct gi_device_base *base = device->base;
    int64_t known = atomic_load(&stamp->host_ns), now_ns;
    uint64_t ticks_now;
    gi_status status;

    *out_ns = known;
    if (known != 0)
        return GI_OK;
    status = base->driver->device->calibrate(base, &ticks_now, &now_ns);
    if (status != GI_OK)
        return status;
    *out_ns = now_ns + (int64_t)(ticks_to_ms(&base->info, ticks_now, *stamp->ticks) * NS_PER_MS);
    if (!atomic_compare_exchange_strong(&stamp->host_ns, &known, *out_ns))
        *out_ns = known;
    return GI_OK;
}

static gi_status mixed_to_ms(struct gi_device *device, const struct gi_time *start,
                             const struct gi_time *end, double *out_ms)
{
    int64_t start_ns = start->host_ns, end_ns = end->host_ns;
    gi_status status = GI_OK;

    if (start->stamp != NULL)
        status = find_host_ns(device, start->stamp, &start_ns);
    else
        status = find_host_ns(device, end->stamp, &end_ns);
    *out_ms = (double)(end_ns - start_ns) / NS_PER_MS;
    return status;
}

gi_status gi_time_between(struct gi_device *device, const struct gi_time *start,
                          const struct gi_time *end, bool is_ordered, double *out_ms)
{
    gi_status status = check_taken(start);
    double ms = 0;

    *out_ms = 0;
    if (status == GI_OK)
        status = check_taken(end);
    if (status != GI_OK)
        return status;
    if (start->stamp != NULL && end->stamp != NULL) {
        ms = ticks_to_ms(&device->base->info, *start->stamp->ticks, *end->stamp->ticks);
    } else if (start->stamp == NULL && end->stamp == NULL) {
        ms = (double)(end->host_ns - start->host_ns) / NS_PER_MS;
    } else {
        status = mixed_to_ms(device, start, end, &ms);
    }
    /* Two clocks are never quite the same, and what is in order is not told otherwise. */
    if (is_ordered && ((end->order >= start->order && ms < 0) ||
                       (end->order <= start->order && ms > 0)))
        ms = 0;
    if (status == GI_OK)
        *out_ms = ms;
    return status;
}
