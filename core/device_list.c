#include "device_list.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "driver_choice.h"
#include "log.h"
#include "process.h"
#include "vector.h"

static struct {
    pthread_mutex_t lock;                /* guards all below while it is written */
    bool is_listed;
    atomic_bool is_usable;               /* it was listed with success, for good */
    gi_status status;                    /* of the listing */
    char detail[400];
    const struct gi_driver **drivers;    /* of infos[i] */
    struct gi_device_info *infos;
    int count;
} list = { .lock = PTHREAD_MUTEX_INITIALIZER };

static _Thread_local int current_ordinal;
static _Thread_local bool has_current;

/* Keeps those of a driver's devices, which lie behind the others, that no driver before it has. */
static void add_found(const struct gi_driver *driver, struct gi_device_info *infos,
                      const struct gi_driver **drivers, int *count, size_t found)
{
    int before = *count;

    for (size_t i = 0; i < found; i++) {
        const struct gi_device_info *info = &infos[before + (int)i];
        int same = 0;
        while (same < before && !gi_device_is_same_card(&infos[same], info))
            same++;
        if (same < before) {
            gi_log(GI_LOG_INFO, "driver %s: %s is left out, as driver %s has it; GPUINTEROP_DRIVER "
                   "chooses", driver->name, info->name, drivers[same]->name);
            continue;
        }
        infos[*count] = *info;
        drivers[(*count)++] = driver;
    }
}

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
    add_found(driver, *infos, *drivers, count, found);
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

/* Why there is no device: what the preferred driver says. */
static gi_status no_device(gi_status first, const char *first_detail)
{
    if (first == GI_OK)
        return gi_fail(GI_NO_DEVICE, "no usable device: the drivers list none, or "
                       "GPUINTEROP_DEVICES leaves none");
    if (strcmp(first_detail, gi_last_error_detail()) == 0)
        return first;
    return gi_fail(first, "%s", first_detail);
}

static gi_status list_all(void)
{
    const struct gi_driver *chosen[GI_MAX_DRIVERS];
    const char *text = getenv("GPUINTEROP_DRIVER");
    size_t chosen_count = gi_driver_choose(text, gi_drivers, chosen);
    struct gi_device_info *infos = NULL;
    const struct gi_driver **drivers = NULL;
    gi_status first = GI_NO_DRIVER;
    char first_detail[sizeof list.detail] = "";
    int count = 0;

    if (gi_drivers[0] == NULL)
        return gi_fail(GI_NO_DRIVER, "this build of the library has no driver");
    if (chosen_count == 0)
        return gi_fail(GI_NO_DRIVER, "GPUINTEROP_DRIVER is \"%s\", which names no driver of this "
                       "build; \"%s\" would be right", text, gi_drivers[0]->name);
    for (size_t i = 0; i < chosen_count; i++) {
        gi_status status = list_driver(chosen[i], &infos, &drivers, &count);
        if (i == 0) {
            first = status;
            strncpy(first_detail, gi_last_error_detail(), sizeof first_detail - 1);
        }
        if (status == GI_OUT_OF_MEMORY)
            break;
    }
    if (count > 0)
        select_devices(infos, drivers, &count);
    if (count > 0) {
        list.infos = infos;
        list.drivers = drivers;
        list.count = count;
        return GI_OK;
    }
    free(infos);
    free(drivers);
    return no_device(first, first_detail);
}

static gi_status ensure_listed(void)
{
    gi_status status;

    if (atomic_load_explicit(&list.is_usable, memory_order_acquire))
        return GI_OK;
    pthread_mutex_lock(&list.lock);
    if (!list.is_listed) {
        gi_process_begin();
        list.status = list_all();
        if (list.status != GI_OK)
            strncpy(list.detail, gi_last_error_detail(), sizeof list.detail - 1);
        list.is_listed = list.status != GI_OUT_OF_MEMORY;
        atomic_store_explicit(&list.is_usable, list.status == GI_OK, memory_order_release);
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

const struct gi_driver *gi_device_list_driver(int ordinal)
{
    return list.drivers[ordinal];
}

int gi_device_list_count(void)
{
    return list.count;
}

int gi_device_current_ordinal(void)
{
    return current_ordinal;
}
