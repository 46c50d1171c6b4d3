#include "timestamp_slot.h"

#include <stdlib.h>

#include "base/in_driver.h"
#include "contract/calls.h"
#include "queue/device_state.h"
#include "own_memory.h"

/* How many slots are made at a time. */
#define CHUNK_SLOTS 512u

/* The value of a slot until the device has written it. No tick count is this high. */
#define NOT_TAKEN UINT64_MAX

#define FS_PER_MS 1e12
#define NS_PER_MS 1e6

void gi_timestamp_slots_init(struct gi_timestamp_slots *slots)
{
    slots->free = NULL;
    pthread_mutex_init(&slots->lock, NULL);
}

bool gi_device_has_clock(const struct gi_device *device)
{
    return device->base->info.timestamp_period_fs != 0;
}

bool gi_device_is_calibrated(const struct gi_device *device)
{
    return gi_device_has_clock(device) && device->base->info.timestamp_calibration;
}

/* ---- slots ----------------------------------------------------------------------------------- */

/* Makes more slots, of which one goes to the caller. The device keeps their memory. */
static gi_status make_slots(struct gi_device *device, struct gi_timestamp_slot **out_slot)
{
    struct gi_timestamp_slot *slots = calloc(CHUNK_SLOTS, sizeof *slots);
    struct gi_allocation *chunk;
    gi_status status;

    if (slots == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "no host memory for the times of events");
    status = gi_allocation_new(device, GI_MEMORY_HOST, CHUNK_SLOTS * sizeof(uint64_t), &chunk);
    if (status != GI_OK) {
        free(slots);
        return status;
    }
    for (size_t i = 0; i < CHUNK_SLOTS; i++) {
        uint64_t offset = i * sizeof(uint64_t);

        slots[i].next = i + 1 < CHUNK_SLOTS ? &slots[i + 1] : NULL;
        slots[i].device = device;
        slots[i].chunk = chunk;
        slots[i].place = (struct gi_place){ .memory = chunk->memory,
                                            .offset_bytes = chunk->offset_bytes + offset };
        slots[i].ticks = (uint64_t *)(uintptr_t)(chunk->host_address + offset);
    }
    pthread_mutex_lock(&device->timestamps.lock);
    slots[CHUNK_SLOTS - 1].next = device->timestamps.free;
    device->timestamps.free = slots[0].next;
    pthread_mutex_unlock(&device->timestamps.lock);
    *out_slot = &slots[0];
    return GI_OK;
}

gi_status gi_timestamp_slot_take(struct gi_device *device, struct gi_timestamp_slot **out_slot)
{
    struct gi_timestamp_slot *slot;
    gi_status status = GI_OK;

    *out_slot = NULL;
    pthread_mutex_lock(&device->timestamps.lock);
    slot = device->timestamps.free;
    if (slot != NULL)
        device->timestamps.free = slot->next;
    pthread_mutex_unlock(&device->timestamps.lock);
    if (slot == NULL)
        status = make_slots(device, &slot);
    if (status != GI_OK)
        return status;
    *slot->ticks = NOT_TAKEN;
    atomic_store_explicit(&slot->host_ns, 0, memory_order_relaxed);
    atomic_store_explicit(&slot->begun_ns, 0, memory_order_relaxed);
    atomic_store_explicit(&slot->refs, 1, memory_order_relaxed);
    *out_slot = slot;
    return GI_OK;
}

void gi_timestamp_slot_ref(struct gi_timestamp_slot *slot)
{
    atomic_fetch_add_explicit(&slot->refs, 1, memory_order_relaxed);
}

void gi_timestamp_slot_unref(struct gi_timestamp_slot *slot)
{
    struct gi_timestamp_slots *slots;

    if (slot == NULL || atomic_fetch_sub_explicit(&slot->refs, 1, memory_order_acq_rel) != 1)
        return;
    slots = &slot->device->timestamps;
    pthread_mutex_lock(&slots->lock);
    slot->next = slots->free;
    slots->free = slot;
    pthread_mutex_unlock(&slots->lock);
}

/* ---- the time between two timestamps --------------------------------------------------------- */

/* The time from one tick count to another. The counter may have wrapped around once in between. */
static double ticks_to_ms(const struct gi_device_info *info, uint64_t from, uint64_t to)
{
    uint32_t unused = info->timestamp_bits < 64 ? 64 - info->timestamp_bits : 0;
    int64_t ticks = (int64_t)((to - from) << unused) / (INT64_C(1) << unused);

    return (double)ticks * (double)info->timestamp_period_fs / FS_PER_MS;
}

int64_t gi_ticks_between_ns(const struct gi_device_info *info, uint64_t from, uint64_t to)
{
    return (int64_t)(ticks_to_ms(info, from, to) * NS_PER_MS);
}

static bool is_taken(const struct gi_timestamp_slot *stamp)
{
    return __atomic_load_n(stamp->ticks, __ATOMIC_ACQUIRE) != NOT_TAKEN;
}

bool gi_time_is_hosts(const struct gi_time *time, bool must_be_taken)
{
    bool is_hosts = time->stamp == NULL;

    if (is_hosts || time->host_ns == 0)
        return is_hosts;
    is_hosts = atomic_load(&time->stamp->begun_ns) == 0;
    if (is_hosts || !must_be_taken || gi_driver_enter() != GI_OK)
        return is_hosts;
    is_hosts = !is_taken(time->stamp);
    gi_driver_leave();
    return is_hosts;
}

/* How long before its tick count a time is. */
static double ms_before_tick(const struct gi_time *time)
{
    if (time->host_ns == 0)
        return 0;
    return (double)(atomic_load(&time->stamp->begun_ns) - time->host_ns) / NS_PER_MS;
}

static gi_status check_taken(const struct gi_time *time)
{
    if (time->stamp != NULL && !is_taken(time->stamp))
        return gi_fail(GI_INVALID_HANDLE, "event: its stream failed before the device took the "
                       "time");
    return GI_OK;
}

/* Converts a slot's time to the host's clock, with one read of both clocks. The result is stored in
 * the slot, so later calls return the same. */
static gi_status find_host_ns(struct gi_device *device, struct gi_timestamp_slot *slot,
                              int64_t *out_ns)
{
    struct gi_device_base *base = device->base;
    int64_t known = atomic_load(&slot->host_ns), now_ns;
    uint64_t ticks_now;
    gi_status status;

    *out_ns = known;
    if (known != 0)
        return GI_OK;
    status = gi_call_calibrate(base, &ticks_now, &now_ns);
    if (status != GI_OK)
        return status;
    *out_ns = now_ns + (int64_t)(ticks_to_ms(&base->info, ticks_now, *slot->ticks) * NS_PER_MS);
    if (!atomic_compare_exchange_strong(&slot->host_ns, &known, *out_ns))
        *out_ns = known;
    return GI_OK;
}

/* The time on the host's clock. */
static gi_status to_host_ns(struct gi_device *device, const struct gi_time *time, int64_t *out_ns)
{
    gi_status status;

    *out_ns = time->host_ns;
    if (time->stamp == NULL)
        return GI_OK;
    status = find_host_ns(device, time->stamp, out_ns);
    *out_ns -= (int64_t)(ms_before_tick(time) * NS_PER_MS);
    return status;
}

static gi_status mixed_to_ms(struct gi_device *device, const struct gi_time *start,
                             const struct gi_time *end, double *out_ms)
{
    int64_t start_ns, end_ns = 0;
    gi_status status = to_host_ns(device, start, &start_ns);

    if (status == GI_OK)
        status = to_host_ns(device, end, &end_ns);
    *out_ms = (double)(end_ns - start_ns) / NS_PER_MS;
    return status;
}

static gi_status between(struct gi_device *device, const struct gi_time *start,
                         const struct gi_time *end, bool is_ordered, double *out_ms)
{
    gi_status status = check_taken(start);
    double ms = 0;

    if (status == GI_OK)
        status = check_taken(end);
    if (status != GI_OK)
        return status;
    if (start->stamp != NULL && end->stamp != NULL) {
        ms = ticks_to_ms(&device->base->info, *start->stamp->ticks, *end->stamp->ticks) +
             ms_before_tick(start) - ms_before_tick(end);
    } else if (start->stamp == NULL && end->stamp == NULL) {
        ms = (double)(end->host_ns - start->host_ns) / NS_PER_MS;
    } else {
        status = mixed_to_ms(device, start, end, &ms);
    }
    /* Two clocks always differ a little, so a contradiction of the known order is rounded to 0. */
    if (is_ordered && ((end->order >= start->order && ms < 0) ||
                       (end->order <= start->order && ms > 0)))
        ms = 0;
    if (status == GI_OK)
        *out_ms = ms;
    return status;
}

gi_status gi_time_between(struct gi_device *device, const struct gi_time *start,
                          const struct gi_time *end, bool is_ordered, double *out_ms)
{
    gi_status status = gi_driver_enter();

    *out_ms = 0;
    if (status != GI_OK)
        return status;
    status = between(device, start, end, is_ordered, out_ms);
    gi_driver_leave();
    return status;
}
