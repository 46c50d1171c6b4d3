/* Devices of the fake, and how the host waits. */
#include <string.h>

#include "base/clock.h"
#include "internal.h"

struct gifake_device *gifake_device_from(struct gi_device_base *base)
{
    if (base->driver != &gifake_driver)
        gifake_violation("device: it belongs to driver %s", base->driver->name);
    return (struct gifake_device *)base;
}

static gi_status device_open(struct gi_device_base *base)
{
    struct gifake_device *device = gifake_device_from(base);

    gi_status status = gifake_enter(base, "device.open", GI_OUT_OF_MEMORY);
    if (status != GI_OK)
        return status;
    if (device->children != 0)
        return gifake_violation("device.open: the struct is not zeroed");
    gifake_lock();
    gifake_alive.devices++;
    gifake_unlock();
    return GI_OK;
}

static void device_close(struct gi_device_base *base)
{
    struct gifake_device *device = gifake_device_from(base);

    gifake_lock();
    if (device->children != 0)
        gifake_violation("device.close: %u of its objects are alive", device->children);
    else
        gifake_alive.devices--;
    gifake_unlock();
}

/* ---- waiting ------------------------------------------------------------------------------ */

bool gifake_reached(const struct gi_wait *wait)
{
    if (wait->queue != NULL)
        return gifake_queue_from(wait->queue)->value >= wait->value;

    const struct gifake_semaphore *sem = gifake_semaphore_from(wait->semaphore);
    if (sem->base.kind == GI_SEMAPHORE_BINARY)
        return sem->payload->value != 0;
    return sem->payload->value >= wait->value;
}

void gifake_use_wait(const struct gi_wait *wait, int change)
{
    if (wait->queue != NULL)
        gifake_queue_from(wait->queue)->uses += (unsigned)change;
    else
        gifake_semaphore_from(wait->semaphore)->uses += (unsigned)change;
}

static struct gifake_waiter *waiter_from(struct gi_waiter *base)
{
    if (base->ops != &gifake_waiter_ops)
        gifake_violation("waiter: it is none of the fake's");
    return (struct gifake_waiter *)base;
}

/** What a call of wait is named, for tests that let it fail. */
static const char *slot_of(const struct gi_waiter *waiter)
{
    switch (waiter->kind) {
    case GI_WAITER_CALLERS: return "waiter.wait callers";
    case GI_WAITER_REACHED: return "waiter.wait reached";
    case GI_WAITER_SUBMITTED: return "waiter.wait submitted";
    }
    return "waiter.wait";
}

static gi_status waiter_init(struct gi_waiter *base)
{
    struct gifake_waiter *waiter = waiter_from(base);

    gi_status status = gifake_enter(base->device, "waiter.init", GI_OUT_OF_MEMORY);
    if (status != GI_OK)
        return status;
    if (waiter->wake_pending || waiter->inside != 0)
        return gifake_violation("waiter.init: the struct is not zeroed");
    gifake_lock();
    gifake_device_from(base->device)->children++;
    gifake_unlock();
    return GI_OK;
}

static void waiter_finish(struct gi_waiter *base)
{
    gifake_lock();
    if (waiter_from(base)->inside != 0)
        gifake_violation("waiter.finish: a thread sleeps in it");
    gifake_device_from(base->device)->children--;
    gifake_unlock();
}

static gi_status check_host_waits(const struct gi_waiter *waiter, const struct gi_wait *waits,
                                  size_t count)
{
    bool submitted = waiter->kind == GI_WAITER_SUBMITTED;
    uint32_t caps = submitted ? GI_SEMAPHORE_TELLS_SUBMITTED : GI_SEMAPHORE_HOST_WAIT;
    const char *slot = slot_of(waiter);

    if (count == 0 && waiter->kind == GI_WAITER_CALLERS)
        return gifake_violation("%s: there are no waits, and nobody can wake it", slot);
    for (size_t i = 0; i < count; i++) {
        const struct gi_wait *wait = &waits[i];
        if ((wait->queue != NULL) == (wait->semaphore != NULL))
            return gifake_violation("%s: wait %zu does not name exactly one thing", slot, i);
        const struct gi_device_base *owner =
            wait->queue != NULL ? wait->queue->device : wait->semaphore->device;
        if (owner != waiter->device)
            return gifake_violation("%s: wait %zu is of another device", slot, i);
        if (wait->semaphore == NULL && submitted)
            return gifake_violation("%s: wait %zu is for a queue", slot, i);
        if (wait->semaphore != NULL && !(wait->semaphore->caps & caps))
            return gifake_violation("%s: the semaphore of wait %zu has no %s", slot, i,
                                    submitted ? "TELLS_SUBMITTED" : "HOST_WAIT");
    }
    return GI_OK;
}

static bool is_satisfied(const struct gi_wait *wait, const struct gi_waiter *waiter)
{
    if (waiter->kind == GI_WAITER_SUBMITTED)
        return gifake_is_submitted(gifake_semaphore_from(wait->semaphore), wait->value);
    return gifake_reached(wait);
}

/** Sleeps for the waits; called with the lock. */
static gi_status wait_locked(struct gifake_waiter *waiter, const struct gi_wait *waits,
                             size_t count, int64_t abs_timeout_ns)
{
    const struct gifake_site *site = gifake_site_of(waiter->base.device);

    for (;;) {
        if (site->lost)
            return gi_fail(GI_DEVICE_LOST, "wait: the fake was told to lose the device");
        for (size_t i = 0; i < count; i++) {
            if (is_satisfied(&waits[i], &waiter->base))
                return GI_OK;
        }
        if (waiter->wake_pending) {
            waiter->wake_pending = false;
            return GI_OK;
        }
        if (!gifake_sleep(abs_timeout_ns))
            return GI_TIMEOUT;
    }
}

static void note_caller(const struct gi_waiter *waiter, int step)
{
    if (waiter->kind != GI_WAITER_CALLERS)
        return;
    gifake_site_of(waiter->device)->sleeping_callers += (unsigned)step;
    gifake_changed();
}

static gi_status waiter_wait(struct gi_waiter *base, const struct gi_wait *waits, size_t count,
                             int64_t abs_timeout_ns)
{
    struct gifake_waiter *waiter = waiter_from(base);

    gi_status status = gifake_enter(base->device, slot_of(base), GI_DEVICE_LOST);
    if (status != GI_OK)
        return status;
    status = check_host_waits(base, waits, count);
    if (status != GI_OK)
        return status;

    gifake_lock();
    gifake_site_of(base->device)->host_waits++;
    for (size_t i = 0; i < count; i++)
        gifake_use_wait(&waits[i], +1);
    if (base->kind != GI_WAITER_CALLERS && waiter->inside != 0)
        gifake_violation("%s: two threads at once", slot_of(base));
    waiter->inside++;
    note_caller(base, +1);
    status = wait_locked(waiter, waits, count, abs_timeout_ns);
    note_caller(base, -1);
    waiter->inside--;
    for (size_t i = 0; i < count; i++)
        gifake_use_wait(&waits[i], -1);
    gifake_unlock();
    return status;
}

static void waiter_wake(struct gi_waiter *base)
{
    struct gifake_waiter *waiter = waiter_from(base);

    if (base->kind == GI_WAITER_CALLERS)
        gifake_violation("waiter.wake: nobody wakes a waiter for callers");
    gifake_lock();
    waiter->wake_pending = true;
    gifake_changed();
    gifake_unlock();
}

const struct gi_waiter_ops gifake_waiter_ops = {
    .size = sizeof(struct gifake_waiter),
    .init = waiter_init,
    .wait = waiter_wait,
    .wake = waiter_wake,
    .finish = waiter_finish,
};

gi_status gifake_wait_any(struct gi_device_base *base, const struct gi_wait *waits, size_t count,
                          int64_t abs_timeout_ns)
{
    struct gifake_waiter waiter = {
        .base = { .device = base, .ops = &gifake_waiter_ops, .kind = GI_WAITER_CALLERS }
    };
    gi_status status = waiter_init(&waiter.base);

    if (status != GI_OK)
        return status;
    status = waiter_wait(&waiter.base, waits, count, abs_timeout_ns);
    waiter_finish(&waiter.base);
    return status;
}

static gi_status device_memory_budget(struct gi_device_base *base, uint64_t *out_free_bytes,
                                      uint64_t *out_total_bytes)
{
    gi_status status = gifake_enter(base, "device.memory_budget", GI_DEVICE_LOST);
    if (status != GI_OK)
        return status;
    gifake_lock();
    const struct gifake_site *site = gifake_site_of(base);
    *out_total_bytes = site->config.info.memory_bytes;
    *out_free_bytes = *out_total_bytes - site->allocated_bytes;
    gifake_unlock();
    return GI_OK;
}

/* ---- the clock ----------------------------------------------------------------------------- */

uint64_t gifake_ticks(struct gifake_site *site, bool by_queue)
{
    const struct gi_device_info *info = &site->config.info;
    uint64_t ticks = site->ticks;

    if (!site->clock_is_set)
        ticks = (uint64_t)((double)gi_now_ns() * 1e6 / (double)info->timestamp_period_fs);
    else if (by_queue)
        site->ticks += site->tick_step;
    return info->timestamp_bits < 64 ? ticks & ((UINT64_C(1) << info->timestamp_bits) - 1) : ticks;
}

void gifake_set_clock(uint32_t device, uint64_t ticks, uint64_t step)
{
    gifake_lock();
    struct gifake_site *site = gifake_site(device);
    site->clock_is_set = true;
    site->ticks = ticks;
    site->tick_step = step;
    gifake_unlock();
}

static gi_status device_calibrate(struct gi_device_base *base, uint64_t *out_ticks,
                                  int64_t *out_ns)
{
    gi_status status = gifake_enter(base, "device.calibrate", GI_DEVICE_LOST);

    if (status != GI_OK)
        return status;
    if (!base->info.timestamp_calibration)
        return gifake_violation("calibrate: the device is said not to be able to");
    gifake_lock();
    *out_ticks = gifake_ticks(gifake_site_of(base), false);
    *out_ns = gi_now_ns();
    gifake_unlock();
    return GI_OK;
}

static void device_tell_fault(struct gi_device_base *base, struct gi_fault *out_fault)
{
    gifake_lock();
    *out_fault = gifake_site_of(base)->fault;
    gifake_unlock();
}

const struct gi_device_ops gifake_device_ops = {
    .size = sizeof(struct gifake_device),
    .open = device_open,
    .close = device_close,
    .tell_fault = device_tell_fault,
    .calibrate = device_calibrate,
    .memory_budget = device_memory_budget,
};

/* ---- the driver --------------------------------------------------------------------------- */

static gi_status enumerate(const struct gi_driver *driver, struct gi_device_info *out_infos,
                           size_t capacity, size_t *out_count)
{
    *out_count = 0;
    if (driver != &gifake_driver)
        return gifake_violation("enumerate: driver %s", driver->name);
    gifake_note_listing();
    gi_status status = gifake_enter(NULL, "enumerate", GI_NO_DRIVER);
    if (status != GI_OK)
        return status;
    gifake_lock();
    *out_count = gifake_site_count();
    for (size_t i = 0; i < *out_count && i < capacity; i++)
        out_infos[i] = gifake_site((uint32_t)i)->config.info;
    gifake_unlock();
    return GI_OK;
}

const struct gi_driver gifake_driver = {
    .name = "fake",
    .enumerate = enumerate,
    .device = &gifake_device_ops,
    .waiter = &gifake_waiter_ops,
    .memory = &gifake_memory_ops,
    .image = &gifake_image_ops,
    .texture = &gifake_texture_ops,
    .kernel = &gifake_kernel_ops,
    .semaphore = &gifake_semaphore_ops,
    .queue = &gifake_queue_ops,
    .recording = &gifake_recording_ops,
};
