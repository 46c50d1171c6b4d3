/** The program's own numbers for devices: those of the core, as HIP_VISIBLE_DEVICES chooses and
 *  orders them. The variable is read once. */
#include <stdatomic.h>
#include <stdlib.h>

#include "device.h"
#include "front.h"

#define VARIABLE "HIP_VISIBLE_DEVICES"

struct visible {
    int total;                   /* devices of the core */
    int count;                   /* devices of the program */
    int ordinals[];              /* the core's, by the program's number */
};

/** Published once and never freed. */
static _Atomic(struct visible *) published;

/** True once the calling thread has been given its first current device. */
static _Thread_local bool thread_began;

/** Copies the facts of all devices side by side.
 *  Owner: the caller frees *out_infos. */
static gi_status gather_infos(int count, struct gi_device_info **out_infos)
{
    struct gi_device_info *infos = calloc((size_t)count, sizeof *infos);

    *out_infos = NULL;
    if (!infos)
        return gi_fail(GI_OUT_OF_MEMORY, "no memory for the facts of %d devices", count);
    for (int i = 0; i < count; i++) {
        const struct gi_device_info *info;
        gi_status st = gi_device_info(i, &info);

        if (st != GI_OK) {
            free(infos);
            return st;
        }
        infos[i] = *info;
    }
    *out_infos = infos;
    return GI_OK;
}

static gi_status read_visible(struct visible **out_visible)
{
    struct visible *none = NULL;
    struct visible *visible;
    struct gi_device_info *infos;
    int count;
    gi_status st;

    *out_visible = NULL;
    st = gi_device_count(&count);
    if (st != GI_OK)
        return st;
    st = gather_infos(count, &infos);
    if (st != GI_OK)
        return st;
    visible = malloc(sizeof *visible + (size_t)count * sizeof visible->ordinals[0]);
    if (!visible) {
        st = gi_fail(GI_OUT_OF_MEMORY, "no memory for a list of %d devices", count);
        goto free_infos;
    }
    visible->total = count;
    visible->count = gi_device_parse_visible(getenv(VARIABLE), infos, count, visible->ordinals);
    if (!atomic_compare_exchange_strong(&published, &none, visible)) {
        free(visible);           /* another thread was faster and read the same */
        visible = none;
    }
    *out_visible = visible;
free_infos:
    free(infos);
    return st;
}

static gi_status get_visible(struct visible **out_visible)
{
    struct visible *visible = atomic_load_explicit(&published, memory_order_acquire);
    gi_status st = GI_OK;

    if (!visible)
        st = read_visible(&visible);
    if (st == GI_OK && visible->count == 0)
        st = gi_fail(GI_NO_DEVICE, VARIABLE " is \"%s\", which names none of the %d devices",
                     getenv(VARIABLE) ? getenv(VARIABLE) : "", visible->total);
    *out_visible = visible;
    return st;
}

gi_status gihip_begin(void)
{
    struct visible *visible;
    gi_status st;
    int current;

    st = get_visible(&visible);
    if (st != GI_OK)
        return st;
    if (thread_began || visible->ordinals[0] == 0)
        return GI_OK;
    /* The core's threads start with its device 0, the program's with its own. */
    st = gi_device_get_current(&current);
    if (st == GI_OK && current == 0)
        st = gi_device_set_current(visible->ordinals[0]);
    thread_began = st == GI_OK;
    return st;
}

gi_status gihip_device_count(int *out_count)
{
    struct visible *visible;
    gi_status st;

    st = gi_device_count(out_count);     /* finds out a forked child too */
    if (st == GI_OK)
        st = get_visible(&visible);
    *out_count = st == GI_OK ? visible->count : 0;
    return st;
}

gi_status gihip_device_to_core(int device, int *out_ordinal)
{
    const struct visible *visible;
    gi_status st;

    *out_ordinal = 0;
    st = gihip_begin();
    if (st != GI_OK)
        return st;
    visible = atomic_load_explicit(&published, memory_order_acquire);
    if (device < 0 || device >= visible->count)
        return gi_fail(GI_INVALID_DEVICE, "device is %d, there are 0 to %d", device,
                       visible->count - 1);
    *out_ordinal = visible->ordinals[device];
    return GI_OK;
}

int gihip_device_from_core(int ordinal)
{
    const struct visible *visible = atomic_load_explicit(&published, memory_order_acquire);

    for (int i = 0; visible && i < visible->count; i++)
        if (visible->ordinals[i] == ordinal)
            return i;
    return -1;
}
