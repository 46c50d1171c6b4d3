#include "wait.h"

#include <errno.h>
#include <string.h>

#include "base/clock.h"
#include "device.h"
#include "base/log.h"
#include "queue.h"
#include "base/scratch.h"
#include "semaphore.h"

enum { GIAMD_LOCAL_WAITS = 32 };

/* What a wait looks at. */
struct giamd_wait_list {
    struct giamd_device *dev;
    const struct gi_wait *waits;
    size_t count;
    struct giamd_waiter *waiter;         /* by whose wake it ends; NULL: none */
    bool submitted;                      /* is enough */
};

/* ---- looking ------------------------------------------------------------------------------- */

/** GI_OK if a queue of the list has reached its value, without a call of the kernel in most cases;
 *  GI_NOT_READY if none has. */
static gi_status giamd_look(const struct giamd_wait_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        const struct gi_wait *wait = &list->waits[i];
        uint64_t value = 0;
        gi_status st = GI_OK;
        if (wait->queue != NULL)
            st = giamd_queue_reached(giamd_queue_from(wait->queue), &value);
        else if (wait->semaphore->kind == GI_SEMAPHORE_TIMELINE && wait->value == 0)
            return GI_OK;
        else
            continue;
        if (st != GI_OK || value >= wait->value)
            return st;
    }
    return GI_NOT_READY;
}

/** Takes the pending wake, if there is one. */
static bool giamd_take_wake(const struct giamd_wait_list *list)
{
    struct giamd_waiter *waiter = list->waiter;
    bool woken;

    if (waiter == NULL)
        return false;
    pthread_mutex_lock(&waiter->mutex);
    woken = waiter->wake_pending;
    waiter->wake_pending = false;
    pthread_mutex_unlock(&waiter->mutex);
    return woken;
}

/* ---- sleeping ------------------------------------------------------------------------------ */

/** Fills the arrays, which have room for one more than the list; returns how many there are. */
static uint32_t giamd_fill(const struct giamd_wait_list *list, uint32_t *handles, uint64_t *points)
{
    struct giamd_waiter *waiter = list->waiter;
    uint32_t count = 0;

    for (size_t i = 0; i < list->count; i++) {
        const struct gi_wait *wait = &list->waits[i];
        bool binary = wait->queue == NULL && wait->semaphore->kind == GI_SEMAPHORE_BINARY;
        handles[count] = wait->queue != NULL ? giamd_queue_from(wait->queue)->timeline :
                                               giamd_semaphore_from(wait->semaphore)->handle;
        points[count++] = binary ? 0 : wait->value;
    }
    if (waiter != NULL) {
        pthread_mutex_lock(&waiter->mutex);
        handles[count] = waiter->wake;
        points[count++] = waiter->wake_value + !waiter->wake_pending;
        pthread_mutex_unlock(&waiter->mutex);
    }
    return count;
}

/** What woke the sleeper: a queue's point may also stand for work that was never done. */
static gi_status giamd_judge(const struct giamd_wait_list *list, uint32_t first)
{
    if (first >= list->count || list->waits[first].queue == NULL)
        return GI_OK;
    return giamd_queue_signalled(giamd_queue_from(list->waits[first].queue),
                                 list->waits[first].value);
}

static gi_status giamd_sleep_on(const struct giamd_wait_list *list, uint32_t *handles,
                                uint64_t *points, int64_t abs_timeout_ns)
{
    struct giamd_device *dev = list->dev;
    uint32_t count = giamd_fill(list, handles, points), first = UINT32_MAX;
    uint32_t flags = DRM_SYNCOBJ_WAIT_FLAGS_WAIT_FOR_SUBMIT;
    int answer;

    if (list->submitted)
        flags |= DRM_SYNCOBJ_WAIT_FLAGS_WAIT_AVAILABLE;
    answer = dev->calls->cs_syncobj_timeline_wait(dev->handle, handles, points, count,
                                                  abs_timeout_ns, flags, &first);

    if (answer == 0)
        return giamd_judge(list, first);
    return giamd_device_fail(dev, giamd_error(answer), "waiting for the device");
}

static gi_status giamd_sleep(const struct giamd_wait_list *list, int64_t abs_timeout_ns)
{
    uint32_t local_handles[GIAMD_LOCAL_WAITS];
    uint64_t local_points[GIAMD_LOCAL_WAITS];
    uint32_t *handles = gi_scratch(local_handles, sizeof(local_handles), list->count + 1,
                                   sizeof(*handles));
    uint64_t *points = gi_scratch(local_points, sizeof(local_points), list->count + 1,
                                  sizeof(*points));
    gi_status st;

    if (handles != NULL && points != NULL)
        st = giamd_sleep_on(list, handles, points, abs_timeout_ns);
    else
        st = gi_fail(GI_OUT_OF_MEMORY, "waiting for the device: no memory for %zu waits",
                     list->count);
    gi_scratch_free(points, local_points);
    gi_scratch_free(handles, local_handles);
    return st;
}

static gi_status giamd_wait_list(const struct giamd_wait_list *list, int64_t abs_timeout_ns)
{
    gi_status st = giamd_device_check(list->dev);

    if (st != GI_OK)
        return st;
    if (giamd_take_wake(list))
        return GI_OK;
    st = giamd_look(list);
    if (st != GI_NOT_READY)
        return st;
    st = giamd_sleep(list, abs_timeout_ns);
    if (st == GI_OK)
        (void)giamd_take_wake(list);     /* whatever woke it: the caller looks again now */
    return st;
}

/* ---- the contract's slots ------------------------------------------------------------------ */

static struct giamd_waiter *giamd_waiter_from(struct gi_waiter *base)
{
    return (struct giamd_waiter *)base;
}

static gi_status giamd_waiter_init(struct gi_waiter *base)
{
    struct giamd_device *dev = giamd_device_from(base->device);
    struct giamd_waiter *waiter = giamd_waiter_from(base);
    int answer;

    if (base->kind == GI_WAITER_CALLERS)
        return GI_OK;
    answer = dev->calls->cs_create_syncobj2(dev->handle, 0, &waiter->wake);
    if (answer != 0)
        return giamd_fail(giamd_error(answer), "waiter: making a sync object");
    pthread_mutex_init(&waiter->mutex, NULL);
    return GI_OK;
}

static void giamd_waiter_finish(struct gi_waiter *base)
{
    struct giamd_device *dev = giamd_device_from(base->device);
    struct giamd_waiter *waiter = giamd_waiter_from(base);

    if (base->kind == GI_WAITER_CALLERS)
        return;
    pthread_mutex_destroy(&waiter->mutex);
    dev->calls->cs_destroy_syncobj(dev->handle, waiter->wake);
}

static gi_status giamd_wait(struct gi_waiter *base, const struct gi_wait *waits, size_t count,
                            int64_t abs_timeout_ns)
{
    struct giamd_wait_list list = {
        giamd_device_from(base->device), waits, count,
        base->kind == GI_WAITER_CALLERS ? NULL : giamd_waiter_from(base),
        base->kind == GI_WAITER_SUBMITTED,
    };

    if (count == 0 && list.waiter == NULL)
        return gi_fail(GI_INTERNAL, "waiting for the device: the list of waits is empty");
    return giamd_wait_list(&list, abs_timeout_ns);
}

static void giamd_wake(struct gi_waiter *base)
{
    struct giamd_device *dev = giamd_device_from(base->device);
    struct giamd_waiter *waiter = giamd_waiter_from(base);
    int answer = 0;

    pthread_mutex_lock(&waiter->mutex);
    if (!waiter->wake_pending) {
        waiter->wake_pending = true;
        waiter->wake_value++;
        answer = dev->calls->cs_syncobj_timeline_signal(dev->handle, &waiter->wake,
                                                        &waiter->wake_value, 1);
    }
    pthread_mutex_unlock(&waiter->mutex);
    if (answer != 0)
        gi_log(GI_LOG_ERROR, "amdgpu: a wake failed: %s", strerror(giamd_error(answer)));
}

const struct gi_waiter_ops giamd_waiter_ops = {
    .size = sizeof(struct giamd_waiter),
    .init = giamd_waiter_init,
    .wait = giamd_wait,
    .wake = giamd_wake,
    .finish = giamd_waiter_finish,
};
