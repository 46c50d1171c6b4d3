#include "device.h"

#include <stdlib.h>
#include <string.h>

#include "device_state.h"
#include "log.h"
#include "process.h"
#include "order.h"
#include "pool_cache.h"
#include "vector.h"
#include "watchdog.h"

/* Sub-allocated blocks: large enough that drivers make few of them, small beside any device. */
#define BLOCK_BYTES (UINT64_C(64) << 20)

static struct {
    pthread_mutex_t lock;                /* guards all below while it is written */
    bool is_listed;
    gi_status status;                    /* of the listing */
    char detail[400];
    const struct gi_driver **drivers;    /* of infos[i] */
    struct gi_device_info *infos;
    int count;
    _Atomic(struct gi_device *) *opened;
} list = { .lock = PTHREAD_MUTEX_INITIALIZER };

static _Thread_local int current_ordinal;
static _Thread_local bool has_current;

/* ---- the list ------------------------------------------------------------------------------- */

static gi_status list_driver(const struct gi_driver *driver, struct gi_device_info **infos,
                             const struct gi_driver ***drivers, int *count)
{
    size_t capacity = 0, driver_capacity = 0, found = 0, room = 16;
    gi_status status = gi_driver_check(driver);

    if (status != GI_OK)
        return status;
    for (;;) {
        capacity = driver_capacity = (size_t)*count;
        if (!gi_grow((void **)infos, &capacity, (size_t)*count + room, sizeof **infos) ||
            !gi_grow((void **)drivers, &driver_capacity, (size_t)*count + room,
                     sizeof(struct gi_driver *)))
            return gi_fail(GI_OUT_OF_MEMORY, "no host memory to list devices");
        status = driver->enumerate(driver, *infos + *count, room, &found);
        if (status != GI_OK)
            return status;
        if (found <= room)
            break;
        room = found;
    }
    for (size_t i = 0; i < found; i++)
        (*drivers)[*count + (int)i] = driver;
    *count += (int)found;
    return GI_OK;
}

/* Applies GPUINTEROP_DEVICES. */
static void select_devices(struct gi_device_info *infos, const struct gi_driver **drivers,
                           int *count)
{
    const char *text = getenv("GPUINTEROP_DEVICES");
    int *order = text != NULL ? calloc((size_t)*count + 1, sizeof *order) : NULL;
    struct gi_device_info *chosen;
    const struct gi_driver **chosen_drivers;
    int chosen_count;

    if (order == NULL)
        return;
    chosen_count = gi_device_parse_visible(text, infos, *count, order);
    chosen = calloc((size_t)*count + 1, sizeof *chosen);
    chosen_drivers = calloc((size_t)*count + 1, sizeof(struct gi_driver *));
    if (chosen != NULL && chosen_drivers != NULL) {
        for (int i = 0; i < chosen_count; i++) {
            chosen[i] = infos[order[i]];
            chosen_drivers[i] = drivers[order[i]];
        }
        memcpy(infos, chosen, (size_t)chosen_count * sizeof *infos);
        memcpy(drivers, chosen_drivers, (size_t)chosen_count * sizeof(struct gi_driver *));
        *count = chosen_count;
    }
    free(chosen);
    free(chosen_drivers);
    free(order);
}

static gi_status list_all(void)
{
    struct gi_device_info *infos = NULL;
    const struct gi_driver **drivers = NULL;
    gi_status status = GI_NO_DRIVER;
    bool has_driver = false;
    int count = 0;

    if (gi_drivers[0] == NULL)
        return gi_fail(GI_NO_DRIVER, "this build of the library has no driver");
    for (size_t i = 0; gi_drivers[i] != NULL; i++) {
        status = list_driver(gi_drivers[i], &infos, &drivers, &count);
        has_driver |= status == GI_OK;
        if (status == GI_OUT_OF_MEMORY)
            break;
    }
    if (count > 0)
        select_devices(infos, drivers, &count);
    if (count > 0)
        list.opened = calloc((size_t)count, sizeof *list.opened);
    if (count > 0 && list.opened != NULL) {
        list.infos = infos;
        list.drivers = drivers;
        list.count = count;
        return GI_OK;
    }
    free(infos);
    free(drivers);
    if (has_driver)
        return gi_fail(GI_NO_DEVICE, "no usable device: the drivers list none, or "
                       "GPUINTEROP_DEVICES leaves none");
    return status == GI_OK ? GI_NO_DRIVER : status;
}

static gi_status ensure_listed(void)
{
    gi_status status;

    pthread_mutex_lock(&list.lock);
    if (!list.is_listed) {
        gi_process_begin();
        list.status = list_all();
        if (list.status != GI_OK)
            strncpy(list.detail, gi_last_error_detail(), sizeof list.detail - 1);
        list.is_listed = list.status != GI_OUT_OF_MEMORY;
        status = list.status;
    } else {
        status = list.status;
        if (status != GI_OK)
            status = gi_fail(status, "%s", list.detail);
    }
    pthread_mutex_unlock(&list.lock);
    return status;
}

gi_status gi_device_count(int *out_count)
{
    gi_status status;

    *out_count = 0;
    /* A forked child may still ask how many there were: the list is plain memory. */
    if (gi_process_is_forked() && list.is_listed && list.status == GI_OK) {
        *out_count = list.count;
        return GI_OK;
    }
    status = ensure_listed();
    if (status == GI_OK)
        *out_count = list.count;
    return status;
}

static gi_status check_ordinal(int ordinal)
{
    gi_status status = gi_process_check();

    if (status == GI_OK)
        status = ensure_listed();
    if (status != GI_OK)
        return status;
    if (ordinal < 0 || ordinal >= list.count)
        return gi_fail(GI_INVALID_DEVICE, "device %d does not exist; there are %d, from 0 on",
                       ordinal, list.count);
    return GI_OK;
}

gi_status gi_device_info(int ordinal, const struct gi_device_info **out_info)
{
    gi_status status = check_ordinal(ordinal);

    *out_info = status == GI_OK ? &list.infos[ordinal] : NULL;
    return status;
}

gi_status gi_device_set_current(int ordinal)
{
    gi_status status = check_ordinal(ordinal);

    if (status != GI_OK)
        return status;
    current_ordinal = ordinal;
    has_current = true;
    return GI_OK;
}

void gi_device_begin_thread(int ordinal)
{
    if (has_current)
        return;
    current_ordinal = ordinal;
    has_current = true;
}

gi_status gi_device_get_current(int *out_ordinal)
{
    gi_status status = check_ordinal(current_ordinal);

    *out_ordinal = status == GI_OK ? current_ordinal : 0;
    return status;
}

/* ---- opening -------------------------------------------------------------------------------- */

static void close_lanes(struct gi_device *device, uint32_t count)
{
    while (count > 0)
        gi_lane_close(&device->lanes[--count]);
    free(device->lanes);
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
            gi_lane_open(&device->lanes[i], device->base, i, i >= device->shared_count);

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
    const struct gi_driver *driver = list.drivers[ordinal];
    struct gi_device_base *base = calloc(1, driver->device->size);
    gi_status status;

    if (base == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "no host memory to open device %d", ordinal);
    base->driver = driver;
    base->info = list.infos[ordinal];
    status = driver->device->open(base);
    if (status != GI_OK) {
        free(base);
        return status;
    }
    *out_base = base;
    return GI_OK;
}

static void init_parts(struct gi_device *device)
{
    uint64_t block_bytes = BLOCK_BYTES;

    while (block_bytes > device->base->info.memory_bytes / 16 && block_bytes > 1u << 20)
        block_bytes /= 2;
    pthread_mutex_init(&device->lane_lock, NULL);
    pthread_mutex_init(&device->active_lock, NULL);
    pthread_mutex_init(&device->staging_lock, NULL);
    gi_heap_init(&device->device_heap, device->base, GI_MEMORY_DEVICE, block_bytes);
    gi_heap_init(&device->host_heap, device->base, GI_MEMORY_HOST, block_bytes / 4);
    gi_heap_init(&device->managed_heap, device->base, GI_MEMORY_MANAGED, block_bytes / 4);
    gi_stamps_init(&device->stamps);
    gi_progress_init(&device->progress, device->base, gi_device_lost_callback, device);
}

static gi_status open_device(int ordinal, struct gi_device **out_device)
{
    struct gi_device *device = calloc(1, sizeof *device);
    gi_handle handle;
    gi_status status;

    if (device == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "no host memory to open device %d", ordinal);
    device->ordinal = ordinal;
    status = open_base(ordinal, &device->base);
    if (status != GI_OK)
        goto free_device;
    status = open_lanes(device);
    if (status != GI_OK)
        goto close_base;
    init_parts(device);
    status = gi_stream_new(device, 0, 0, &handle, &device->legacy);
    if (status != GI_OK)
        goto close_lanes;
    device->legacy->is_legacy = true;
    gi_watchdog_begin();
    gi_log(GI_LOG_INFO, "device %d is open: %s, %s %s, %u queues", ordinal,
           device->base->info.name, device->base->info.driver_name,
           device->base->info.driver_version, device->lane_count);
    *out_device = device;
    return GI_OK;

close_lanes:
    close_lanes(device, device->lane_count);
close_base:
    device->base->driver->device->close(device->base);
    free(device->base);
free_device:
    free(device);
    return status;
}

gi_status gi_device_at(int ordinal, struct gi_device **out_device)
{
    struct gi_device *device;
    gi_status status = check_ordinal(ordinal);

    *out_device = NULL;
    if (status != GI_OK)
        return status;
    device = atomic_load_explicit(&list.opened[ordinal], memory_order_acquire);
    if (device == NULL) {
        pthread_mutex_lock(&list.lock);
        device = atomic_load_explicit(&list.opened[ordinal], memory_order_relaxed);
        if (device == NULL) {
            status = open_device(ordinal, &device);
            if (status == GI_OK)
                atomic_store_explicit(&list.opened[ordinal], device, memory_order_release);
        }
        pthread_mutex_unlock(&list.lock);
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
    return gi_device_at(current_ordinal, out_device);
}

gi_status gi_device_lost_failure(const struct gi_device *device)
{
    return gi_fail(GI_DEVICE_LOST, "device %d (%s) is lost: the driver reset it or it was taken "
                   "away; start the process anew", device->ordinal, device->base->info.name);
}

void gi_device_for_each_open(void (*visit)(struct gi_device *device, void *argument),
                             void *argument)
{
    for (int i = 0; i < list.count; i++) {
        struct gi_device *device = atomic_load_explicit(&list.opened[i], memory_order_acquire);

        if (device != NULL)
            visit(device, argument);
    }
}

/* ---- lanes ---------------------------------------------------------------------------------- */

static struct gi_lane *least_used(struct gi_device *device, uint32_t first, uint32_t end)
{
    struct gi_lane *best = NULL;

    for (uint32_t i = first; i < end; i++)
        if (best == NULL || device->lanes[i].users < best->users)
            best = &device->lanes[i];
    return best;
}

struct gi_lane *gi_device_take_exclusive_lane(struct gi_device *device)
{
    struct gi_lane *lane;

    pthread_mutex_lock(&device->lane_lock);
    lane = least_used(device, device->shared_count, device->lane_count);
    if (lane != NULL && lane->users > 0)
        lane = NULL;
    if (lane != NULL)
        lane->users = 1;
    pthread_mutex_unlock(&device->lane_lock);
    return lane;
}

struct gi_lane *gi_device_take_lane(struct gi_device *device)
{
    struct gi_lane *lane = gi_device_take_exclusive_lane(device);

    if (lane != NULL)
        return lane;
    pthread_mutex_lock(&device->lane_lock);
    lane = least_used(device, 0, device->shared_count);
    lane->users++;
    pthread_mutex_unlock(&device->lane_lock);
    return lane;
}

void gi_device_give_lane(struct gi_device *device, struct gi_lane *lane)
{
    pthread_mutex_lock(&device->lane_lock);
    lane->users--;
    pthread_mutex_unlock(&device->lane_lock);
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

gi_status gi_device_memory_info(uint64_t *out_free_bytes, uint64_t *out_total_bytes)
{
    struct gi_device *device;
    gi_status status = gi_device_current(&device);

    *out_free_bytes = *out_total_bytes = 0;
    if (status != GI_OK)
        return status;
    return device->base->driver->device->memory_budget(device->base, out_free_bytes,
                                                       out_total_bytes);
}
