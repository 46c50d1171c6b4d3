#include "device.h"

#include <stdlib.h>
#include <sys/resource.h>

#include "device_list.h"
#include "device_state.h"
#include "leave.h"
#include "log.h"
#include "order.h"
#include "pool_cache.h"
#include "pool_state.h"
#include "staging.h"
#include "uncancelled.h"
#include "waiter.h"
#include "watchdog.h"

/* What a device pins when it is opened; to pin a whole block takes NVIDIA's driver 5 ms. */
#define FIRST_HOST_BLOCK_BYTES (UINT64_C(2) << 20)

/* Sub-allocated blocks: large enough that drivers make few of them, small beside any device. */
#define BLOCK_BYTES (UINT64_C(64) << 20)

/* Memory that can be shared is had apart, so that a peer reaches what was shared. An allocation of
 * at least this size has an object of its own; smaller ones share blocks of it. */
#define EXPORT_BLOCK_BYTES (UINT64_C(2) << 20)

/* The most objects of device memory that can be shared with other processes. Further memory lies in
 * larger blocks: drivers allow 4096 objects at least, which is enough. */
#define MAX_EXPORTABLE 1024u

static pthread_mutex_t open_lock = PTHREAD_MUTEX_INITIALIZER;

/* Devices that were lost and replaced stay: a thread may still be in a call with one. */
struct gi_device_slot {
    _Atomic(struct gi_device *) device;  /* NULL: not open; written behind open_lock */
    struct gi_device *retired;
};

static _Atomic(struct gi_device_slot *) opened;      /* by ordinal; NULL until the first is open */

/* ---- opening -------------------------------------------------------------------------------- */

static void close_lanes(struct gi_device *device, uint32_t count)
{
    while (count > 0)
        gi_lane_close(&device->lanes[--count]);
    free(device->lanes);
}

static void destroy_waiters(struct gi_device *device)
{
    gi_waiter_destroy(device->callers);
    gi_waiter_destroy(device->for_progress);
    gi_waiter_destroy(device->for_submissions);
}

/* They are made now, so that no enqueue makes one. */
static gi_status make_waiters(struct gi_device *device)
{
    struct gi_device_base *base = device->base;
    gi_status status = gi_waiter_create(base, GI_WAITER_CALLERS, &device->callers);

    if (status == GI_OK)
        status = gi_waiter_create(base, GI_WAITER_REACHED, &device->for_progress);
    if (status == GI_OK && base->driver->semaphore->query_submitted != NULL)
        status = gi_waiter_create(base, GI_WAITER_SUBMITTED, &device->for_submissions);
    if (status != GI_OK)
        destroy_waiters(device);
    return status;
}

/* A quarter of the queues, and at least one, is shared by the streams that find no other. */
static gi_status open_lanes(struct gi_device *device)
{
    uint32_t count = device->base->info.queue_count;

    device->shared_count = count < 4 ? 1 : count / 4;
    device->lanes = calloc(count, sizeof *device->lanes);
    if (device->lanes == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "no host memory for %u queues", count);
    for (uint32_t i = 0; i < count; i++) {
        gi_status status =
            gi_lane_open(&device->lanes[i], device->callers, i, i >= device->shared_count);

        if (status != GI_OK) {
            close_lanes(device, i);
            return status;
        }
    }
    device->lane_count = count;
    return GI_OK;
}

static gi_status open_base(int ordinal, struct gi_device_base **out_base)
{
    const struct gi_driver *driver = gi_device_list_driver(ordinal);
    struct gi_device_base *base = calloc(1, driver->device->size);
    const struct gi_device_info *info;
    gi_status status = gi_device_info(ordinal, &info);

    if (status != GI_OK) {
        free(base);
        return status;
    }
    if (base == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "no host memory to open device %d", ordinal);
    base->driver = driver;
    base->info = *info;
    status = driver->device->open(base);
    if (status != GI_OK) {
        free(base);
        return status;
    }
    *out_base = base;
    return GI_OK;
}

/* Of the fds that the process may open, those that memory may cost: some drivers need one for each
 * object. */
static uint32_t share_of_fds(void)
{
    struct rlimit limit;

    if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return 1;
    return limit.rlim_cur / 4 < MAX_EXPORTABLE ? (uint32_t)(limit.rlim_cur / 4) + 1
                                               : MAX_EXPORTABLE;
}

static void init_export_heap(struct gi_device *device, uint64_t block_bytes)
{
    struct gi_heap *heap = &device->export_heap;

    gi_heap_init(heap, device->base, GI_MEMORY_DEVICE,
                 block_bytes < EXPORT_BLOCK_BYTES ? block_bytes : EXPORT_BLOCK_BYTES);
    heap->exportable = device->base->info.memory_exports;
    heap->alone_bytes = heap->block_bytes;
    heap->kept_bytes = block_bytes;
    heap->max_blocks = share_of_fds();
}

void gi_device_trim_heaps(struct gi_device *device)
{
    gi_heap_trim(&device->export_heap, 0);
    gi_heap_trim(&device->device_heap, 0);
    gi_heap_trim(&device->host_heap, 0);
    gi_heap_trim(&device->managed_heap, 0);
    gi_heap_trim(&device->image_heap, 0);
}

static void init_parts(struct gi_device *device)
{
    uint64_t block_bytes = BLOCK_BYTES;

    while (block_bytes > device->base->info.memory_bytes / 16 && block_bytes > 1u << 20)
        block_bytes /= 2;
    pthread_mutex_init(&device->lane_lock, NULL);
    pthread_mutex_init(&device->active_lock, NULL);
    pthread_mutex_init(&device->staging_lock, NULL);
    init_export_heap(device, block_bytes);
    gi_heap_init(&device->device_heap, device->base, GI_MEMORY_DEVICE, block_bytes);
    gi_heap_init(&device->host_heap, device->base, GI_MEMORY_HOST, block_bytes / 4);
    if (FIRST_HOST_BLOCK_BYTES < device->host_heap.block_bytes)
        device->host_heap.first_block_bytes = FIRST_HOST_BLOCK_BYTES;
    gi_heap_init(&device->managed_heap, device->base, GI_MEMORY_MANAGED, block_bytes / 4);
    gi_heap_init(&device->image_heap, device->base, GI_MEMORY_IMAGE, block_bytes);
    gi_heap_spare_init(&device->pool_spare, gi_pool_block_bytes(device));
    gi_stamps_init(&device->stamps);
    gi_progress_init(&device->progress, device->for_progress, gi_device_lost_callback, device);
    gi_progress_init(&device->submissions, device->for_submissions, gi_device_lost_callback,
                     device);
}

/* Pinned memory for copies of pageable memory is had now: when the device's memory has run out,
 * some drivers have no pinned memory left either, and programs could not read what they have. */
static void provide_staging(struct gi_device *device)
{
    struct gi_allocation *piece;

    if (!device->base->info.host_visible_device_memory &&
        gi_staging_take(device, &piece) == GI_OK)
        gi_staging_give(device, piece);
}

static gi_status open_device(int ordinal, struct gi_device **out_device)
{
    struct gi_device *device = calloc(1, sizeof *device);
    gi_status status;

    if (device == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "no host memory to open device %d", ordinal);
    device->ordinal = ordinal;
    status = open_base(ordinal, &device->base);
    if (status != GI_OK)
        goto free_device;
    status = make_waiters(device);
    if (status != GI_OK)
        goto close_base;
    status = open_lanes(device);
    if (status != GI_OK)
        goto destroy_waiters;
    init_parts(device);
    status = gi_stream_new(device, 0, 0, NULL, &device->legacy);
    if (status != GI_OK)
        goto close_lanes;
    device->legacy->is_legacy = true;
    provide_staging(device);
    gi_watchdog_begin();
    gi_leave_prepare();
    gi_log(GI_LOG_INFO, "device %d is open: %s, %s %s, %u queues", ordinal,
           device->base->info.name, device->base->info.driver_name,
           device->base->info.driver_version, device->lane_count);
    *out_device = device;
    return GI_OK;

close_lanes:
    close_lanes(device, device->lane_count);
destroy_waiters:
    destroy_waiters(device);
close_base:
    device->base->driver->device->close(device->base);
    free(device->base);
free_device:
    free(device);
    return status;
}

/* Makes room for opened devices; open_lock is held. */
static gi_status ensure_room(void)
{
    struct gi_device_slot *slots;

    if (atomic_load_explicit(&opened, memory_order_relaxed) != NULL)
        return GI_OK;
    slots = calloc((size_t)gi_device_list_count(), sizeof *slots);
    if (slots == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "no host memory to open a device");
    atomic_store_explicit(&opened, slots, memory_order_release);
    return GI_OK;
}

struct gi_device *gi_device_if_open(int ordinal)
{
    struct gi_device_slot *slots = atomic_load_explicit(&opened, memory_order_acquire);

    return slots != NULL ? atomic_load_explicit(&slots[ordinal].device, memory_order_acquire)
                         : NULL;
}

static gi_status open_once(int ordinal, struct gi_device **out_device)
{
    GI_UNCANCELLED;
    gi_status status;

    pthread_mutex_lock(&open_lock);
    *out_device = gi_device_if_open(ordinal);
    status = *out_device == NULL ? ensure_room() : GI_OK;
    if (status == GI_OK && *out_device == NULL) {
        status = open_device(ordinal, out_device);
        if (status == GI_OK)
            atomic_store_explicit(&atomic_load(&opened)[ordinal].device, *out_device,
                                  memory_order_release);
    }
    pthread_mutex_unlock(&open_lock);
    return status;
}

void gi_device_retire(struct gi_device *device)
{
    struct gi_device_slot *slot;

    pthread_mutex_lock(&open_lock);
    slot = &atomic_load(&opened)[device->ordinal];
    if (atomic_load(&slot->device) == device) {
        device->older = slot->retired;
        slot->retired = device;
        atomic_store_explicit(&slot->device, NULL, memory_order_release);
    }
    pthread_mutex_unlock(&open_lock);
}

gi_status gi_device_at(int ordinal, struct gi_device **out_device)
{
    const struct gi_device_info *info;
    struct gi_device *device;
    gi_status status = gi_device_info(ordinal, &info);

    *out_device = NULL;
    if (status != GI_OK)
        return status;
    device = gi_device_if_open(ordinal);
    if (device == NULL) {
        status = open_once(ordinal, &device);
        if (status != GI_OK)
            return status;
    }
    if (gi_device_is_lost(device))
        return gi_device_lost_failure(device);
    *out_device = device;
    return GI_OK;
}

gi_status gi_device_current(struct gi_device **out_device)
{
    return gi_device_at(gi_device_current_ordinal(), out_device);
}

gi_status gi_device_lost_failure(const struct gi_device *device)
{
    return gi_fail(GI_DEVICE_LOST, "device %d (%s) is lost: the driver reset it or it was taken "
                   "away; reset the device, or start the process anew", device->ordinal,
                   device->base->info.name);
}

void gi_device_for_each_open(void (*visit)(struct gi_device *device, void *argument),
                             void *argument)
{
    if (atomic_load_explicit(&opened, memory_order_acquire) == NULL)
        return;
    for (int i = 0; i < gi_device_list_count(); i++) {
        struct gi_device *device = gi_device_if_open(i);

        if (device != NULL)
            visit(device, argument);
    }
}

/* ---- the current device --------------------------------------------------------------------- */

gi_status gi_device_synchronize(void)
{
    struct gi_device *device;
    gi_status status = gi_device_current(&device);

    if (status == GI_OK)
        status = gi_device_wait_idle(device, false);
    if (status == GI_OK)
        gi_pools_synchronised(device);
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
    return device->base->driver->device->memory_budget(device->base, out_free_bytes,
                                                       out_total_bytes);
}
