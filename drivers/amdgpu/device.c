#include "device.h"

#include <string.h>

#include "base/clock.h"

/* How often the two clocks are read to find a pair that was read close together. */
enum { GIAMD_CALIBRATIONS = 3 };

struct giamd_device *giamd_device_from(struct gi_device_base *base)
{
    return (struct giamd_device *)base;
}

/* ---- loss ---------------------------------------------------------------------------------- */

gi_status giamd_device_lose(struct giamd_device *dev, const char *why)
{
    atomic_store(&dev->lost, true);
    return gi_fail(GI_DEVICE_LOST, "%s is lost: %s", dev->listed->info.name, why);
}

gi_status giamd_device_fail(struct giamd_device *dev, int error, const char *what)
{
    if (giamd_status(error) != GI_DEVICE_LOST)
        return giamd_fail(error, what);
    atomic_store(&dev->lost, true);
    return gi_fail(GI_DEVICE_LOST, "%s is lost: %s: the kernel answered %s",
                   dev->listed->info.name, what, strerror(error));
}

gi_status giamd_device_check(struct giamd_device *dev)
{
    if (!atomic_load_explicit(&dev->lost, memory_order_relaxed))
        return GI_OK;
    return gi_fail(GI_DEVICE_LOST, "%s was lost earlier", dev->listed->info.name);
}

/* ---- life ---------------------------------------------------------------------------------- */

static gi_status giamd_open(struct gi_device_base *base)
{
    struct giamd_device *dev = giamd_device_from(base);
    const struct giamd_drm_calls *drm;
    struct giamd_facts facts;
    gi_status st;

    dev->listed = giamd_driver_listed(base->info.index, &drm, &dev->calls);
    if (dev->listed == NULL)
        return gi_fail(GI_INVALID_VALUE, "device: the driver lists no card %u", base->info.index);
    st = giamd_node_open(drm, dev->calls, &dev->listed->node, &dev->handle, &facts);
    if (st != GI_OK)
        return st;
    pthread_mutex_init(&dev->taking, NULL);
    return GI_OK;
}

static void giamd_close(struct gi_device_base *base)
{
    struct giamd_device *dev = giamd_device_from(base);

    while (dev->spare_count > 0)
        dev->calls->cs_destroy_syncobj(dev->handle, dev->spare_syncobjs[--dev->spare_count]);
    pthread_mutex_destroy(&dev->taking);
    dev->calls->device_deinitialize(dev->handle);
}

/* ---- questions ----------------------------------------------------------------------------- */

static uint64_t giamd_unused(const struct drm_amdgpu_heap_info *heap)
{
    return heap->heap_usage < heap->usable_heap_size ? heap->usable_heap_size - heap->heap_usage :
                                                       0;
}

static gi_status giamd_memory_budget(struct gi_device_base *base, uint64_t *out_free_bytes,
                                     uint64_t *out_total_bytes)
{
    struct giamd_device *dev = giamd_device_from(base);
    struct drm_amdgpu_memory_info memory;
    gi_status st = giamd_read_memory(dev->calls, dev->handle, &memory);

    *out_free_bytes = giamd_unused(&memory.vram);
    *out_total_bytes = memory.vram.usable_heap_size;
    if (dev->listed->plan.device_memory_in_gtt) {
        *out_free_bytes += giamd_unused(&memory.gtt);
        *out_total_bytes += memory.gtt.usable_heap_size;
    }
    return st;
}

static gi_status giamd_calibrate(struct gi_device_base *base, uint64_t *out_ticks, int64_t *out_ns)
{
    struct giamd_device *dev = giamd_device_from(base);
    int64_t best_ns = GI_FOREVER;

    *out_ticks = 0;
    *out_ns = 0;
    for (int i = 0; i < GIAMD_CALIBRATIONS; i++) {
        int64_t before = gi_now_ns(), apart_ns;
        uint64_t ticks = 0;
        int answer = dev->calls->query_info(dev->handle, AMDGPU_INFO_TIMESTAMP, sizeof(ticks),
                                            &ticks);
        if (answer != 0)
            return giamd_device_fail(dev, giamd_plain_error(answer), "asking for the clock");
        apart_ns = gi_now_ns() - before;
        if (apart_ns >= best_ns)
            continue;
        best_ns = apart_ns;
        *out_ticks = ticks;
        *out_ns = before + apart_ns / 2;
    }
    return GI_OK;
}

const struct gi_device_ops giamd_device_ops = {
    .size = sizeof(struct giamd_device),
    .open = giamd_open,
    .close = giamd_close,
    .memory_budget = giamd_memory_budget,
    .calibrate = giamd_calibrate,
};
