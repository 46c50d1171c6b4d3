/* Devices of the fake, and how the host waits. */
#include <string.h>

#include "clock.h"
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
    if (device->children != 0 || device->wakeable.wake_pending)
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
    else if (device->wakeable.is_inside || device->submitted.is_inside)
        gifake_violation("device.close: a thread sleeps in it");
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

/** A way to sleep. */
struct way {
    const char *slot;
    struct gifake_sleeper *sleeper;      /* NULL: any number of threads, which nobody wakes */
    bool submitted;                      /* is enough */
};

static gi_status check_host_waits(const struct gi_device_base *base, const struct gi_wait *waits,
                                  size_t count, const struct way *way)
{
    uint32_t caps = way->submitted ? GI_SEMAPHORE_TELLS_SUBMITTED : GI_SEMAPHORE_HOST_WAIT;

    for (size_t i = 0; i < count; i++) {
        const struct gi_wait *wait = &waits[i];
        if ((wait->queue != NULL) == (wait->semaphore != NULL))
            return gifake_violation("%s: wait %zu does not name exactly one thing", way->slot, i);
        const struct gi_device_base *owner =
            wait->queue != NULL ? wait->queue->device : wait->semaphore->device;
        if (owner != base)
            return gifake_violation("%s: wait %zu is of another device", way->slot, i);
        if (wait->semaphore == NULL && way->submitted)
            return gifake_violation("%s: wait %zu is for a queue", way->slot, i);
        if (wait->semaphore != NULL && !(wait->semaphore->caps & caps))
            return gifake_violation("%s: the semaphore of wait %zu has no %s", way->slot, i,
                                    way->submitted ? "TELLS_SUBMITTED" : "HOST_WAIT");
    }
    return GI_OK;
}

static bool is_satisfied(const struct gi_wait *wait, const struct way *way)
{
    if (way->submitted)
        return gifake_is_submitted(gifake_semaphore_from(wait->semaphore), wait->value);
    return gifake_reached(wait);
}

/** Sleeps for the waits; called with the lock. */
static gi_status wait_locked(struct gifake_device *device, const struct gi_wait *waits,
                             size_t count, int64_t abs_timeout_ns, const struct way *way)
{
    const struct gifake_site *site = gifake_site_of(&device->base);

    for (;;) {
        if (site->lost)
            return gi_fail(GI_DEVICE_LOST, "wait: the fake was told to lose the device");
        for (size_t i = 0; i < count; i++) {
            if (is_satisfied(&waits[i], way))
                return GI_OK;
        }
        if (way->sleeper != NULL && way->sleeper->wake_pending) {
            way->sleeper->wake_pending = false;
            return GI_OK;
        }
        if (!gifake_sleep(abs_timeout_ns))
            return GI_TIMEOUT;
    }
}

static gi_status host_wait(struct gi_device_base *base, const struct gi_wait *waits, size_t count,
                           int64_t abs_timeout_ns, const struct way *way)
{
    struct gifake_device *device = gifake_device_from(base);

    gi_status status = gifake_enter(base, way->slot, GI_DEVICE_LOST);
    if (status != GI_OK)
        return status;
    status = check_host_waits(base, waits, count, way);
    if (status != GI_OK)
        return status;

    gifake_lock();
    gifake_site_of(base)->host_waits++;
    for (size_t i = 0; i < count; i++)
        gifake_use_wait(&waits[i], +1);
    if (way->sleeper != NULL && way->sleeper->is_inside)
        gifake_violation("%s: two threads at once", way->slot);
    if (way->sleeper != NULL)
        way->sleeper->is_inside = true;
    status = wait_locked(device, waits, count, abs_timeout_ns, way);
    if (way->sleeper != NULL)
        way->sleeper->is_inside = false;
    for (size_t i = 0; i < count; i++)
        gifake_use_wait(&waits[i], -1);
    gifake_unlock();
    return status;
}

static gi_status device_wait_any(struct gi_device_base *base, const struct gi_wait *waits,
                                 size_t count, int64_t abs_timeout_ns)
{
    struct way way = { "device.wait_any", NULL, false };

    return host_wait(base, waits, count, abs_timeout_ns, &way);
}

static gi_status device_wait_any_wakeable(struct gi_device_base *base, const struct gi_wait *waits,
                                          size_t count, int64_t abs_timeout_ns)
{
    struct way way = { "device.wait_any_wakeable", &gifake_device_from(base)->wakeable, false };

    return host_wait(base, waits, count, abs_timeout_ns, &way);
}

static gi_status device_wait_submitted(struct gi_device_base *base, const struct gi_wait *waits,
                                       size_t count, int64_t abs_timeout_ns)
{
    struct way way = { "device.wait_submitted", &gifake_device_from(base)->submitted, true };

    return host_wait(base, waits, count, abs_timeout_ns, &way);
}

static void wake_sleeper(struct gifake_sleeper *sleeper)
{
    gifake_lock();
    sleeper->wake_pending = true;
    gifake_changed();
    gifake_unlock();
}

static void device_wake(struct gi_device_base *base)
{
    wake_sleeper(&gifake_device_from(base)->wakeable);
}

static void device_wake_submitted(struct gi_device_base *base)
{
    wake_sleeper(&gifake_device_from(base)->submitted);
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

const struct gi_device_ops gifake_device_ops = {
    .size = sizeof(struct gifake_device),
    .open = device_open,
    .close = device_close,
    .wait_any = device_wait_any,
    .wake = device_wake,
    .wait_any_wakeable = device_wait_any_wakeable,
    .wait_submitted = device_wait_submitted,
    .wake_submitted = device_wake_submitted,
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
    .memory = &gifake_memory_ops,
    .image = &gifake_image_ops,
    .texture = &gifake_texture_ops,
    .semaphore = &gifake_semaphore_ops,
    .queue = &gifake_queue_ops,
};
