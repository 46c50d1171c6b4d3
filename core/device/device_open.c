#include "device_open.h"

#include <stdlib.h>
#include <sys/resource.h>

#include "cards/device_list.h"
#include "memory/heap.h"
#include "memory/timestamp_slot.h"
#include "queue/device_state.h"
#include "stream/leave.h"
#include "base/log.h"
#include "stream/order.h"
#include "pools/reclaim.h"
#include "stream/outlive.h"
#include "carry/staging.h"
#include "base/uncancelled.h"
#include "contract/calls.h"
#include "queue/waiter.h"
#include "stream/time_limit.h"
#include "stream/watchdog.h"

/* The pinned memory of a new device. A driver can take 5 ms to pin a whole block. */
#define FIRST_HOST_BLOCK_BYTES (UINT64_C(2) << 20)

/* The size of a block for sub-allocation. Drivers then make few blocks, and a block is small beside
 * any device's memory. */
#define BLOCK_BYTES (UINT64_C(64) << 20)

/* Exportable memory has its own heap, so a peer can reach only what was exported. An allocation of
 * at least this size has an object of its own; smaller ones share blocks of this size. */
#define EXPORT_BLOCK_BYTES (UINT64_C(2) << 20)

/* The most exportable objects of device memory. Further memory lies in larger blocks. Drivers allow
 * at least 4096 objects, which is enough. */
#define MAX_EXPORTABLE 1024u

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

/* Makes the device's waiters now, so that no enqueue makes one. */
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

/* A quarter of the queues, and at least one, is shared by streams that find no exclusive one. */
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
    status = gi_call_open(base);
    if (status != GI_OK) {
        free(base);
        return status;
    }
    *out_base = base;
    return GI_OK;
}

/* How many of the process's fds memory may use. Some drivers need one for each object. */
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

static void init_parts(struct gi_device *device)
{
    uint64_t block_bytes = BLOCK_BYTES;

    while (block_bytes > device->base->info.memory_bytes / 16 && block_bytes > 1u << 20)
        block_bytes /= 2;
    pthread_mutex_init(&device->lane_lock, NULL);
    pthread_mutex_init(&device->active_lock, NULL);
    pthread_mutex_init(&device->staging_lock, NULL);
    pthread_mutex_init(&device->launch_memory_lock, NULL);
    pthread_mutex_init(&device->resident_lock, NULL);
    pthread_mutex_init(&device->test_lock, NULL);
    pthread_mutex_init(&device->kernel_heap_making, NULL);
    pthread_mutex_init(&device->kernel_heap_lock, NULL);
    pthread_mutex_init(&device->check_lock, NULL);
    pthread_mutex_init(&device->loss_lock, NULL);
    pthread_mutex_init(&device->resident_launch_lock, NULL);
    init_export_heap(device, block_bytes);
    gi_heap_init(&device->device_heap, device->base, GI_MEMORY_DEVICE, block_bytes);
    gi_heap_init(&device->host_heap, device->base, GI_MEMORY_HOST, block_bytes / 4);
    if (FIRST_HOST_BLOCK_BYTES < device->host_heap.block_bytes)
        device->host_heap.first_block_bytes = FIRST_HOST_BLOCK_BYTES;
    gi_heap_init(&device->managed_heap, device->base, GI_MEMORY_MANAGED, block_bytes / 4);
    gi_heap_init(&device->image_heap, device->base, GI_MEMORY_IMAGE, block_bytes);
    gi_heap_spare_init(&device->pool_spare,
                       block_bytes < GI_POOL_BLOCK_BYTES ? block_bytes : GI_POOL_BLOCK_BYTES);
    device->outlive = gi_outlive;
    device->reclaim = gi_reclaim;
    gi_timestamp_slots_init(&device->timestamps);
    gi_progress_init(&device->progress, device->for_progress, gi_device_lost_callback, device);
    gi_progress_init(&device->submissions, device->for_submissions, gi_device_lost_callback,
                     device);
}

/* Allocates the pinned memory for copies of pageable memory now. When a device's memory is full,
 * some drivers have no pinned memory left either. Then programs could not read their data back. */
static void provide_staging(struct gi_device *device)
{
    struct gi_allocation *piece;

    if (!device->base->info.host_visible_device_memory &&
        gi_staging_take(device, &piece) == GI_OK)
        gi_staging_give(device, piece);
}

gi_status gi_device_open(int ordinal, struct gi_device **out_device)
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
    status = gi_stream_new(device, NULL, 0, 0, NULL, &device->legacy);
    if (status != GI_OK)
        goto close_lanes;
    provide_staging(device);
    gi_watchdog_begin();
    gi_time_limit_begin();
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
    if (gi_call_close(device->base))
        free(device->base);
free_device:
    free(device);
    return status;
}
