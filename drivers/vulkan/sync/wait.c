#include "wait.h"

#include <time.h>

#include "base/clock.h"
#include "base/log.h"
#include "base/process.h"
#include "base/scratch.h"
#include "base/thread.h"
#include "semaphore.h"
#include "vulkan/device/device.h"
#include "vulkan/loader/loss.h"
#include "vulkan/loader/result.h"
#include "vulkan/queue/queue.h"

enum { GIVK_LOCAL_WAITS = 32 };

/* Waiters with watchers poll the semaphores of other programs. The interval grows with the time
 * already waited: a short wait ends early, and a long one costs little. */
#define GIVK_LOOK_SHARE 8
#define GIVK_LOOK_MIN_NS INT64_C(20000)
#define GIVK_LOOK_MAX_NS INT64_C(4000000)

/* A watcher sleeps at most this long. Stopping it need not signal the timeline, and it has left the
 * driver before the driver's exit handlers run. */
#define GIVK_WATCH_PIECE_NS UINT64_C(20000000)

/* The waits of one call. */
struct givk_wait_list {
    struct givk_device *dev;
    const struct gi_wait *waits;
    size_t count;
    struct givk_waiter *waiter;          /* its wake ends the wait; NULL: none */
};

void givk_watchers_init(struct givk_device *dev)
{
    struct givk_watchers *watchers = &dev->watchers;
    pthread_condattr_t monotonic;

    pthread_mutex_init(&watchers->mutex, NULL);
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&watchers->moved, &monotonic);
    pthread_cond_init(&watchers->wanted, NULL);
    pthread_condattr_destroy(&monotonic);
}

void givk_watchers_finish(struct givk_device *dev)
{
    struct givk_watchers *watchers = &dev->watchers;

    pthread_cond_destroy(&watchers->wanted);
    pthread_cond_destroy(&watchers->moved);
    pthread_mutex_destroy(&watchers->mutex);
}

/* ---- looking ------------------------------------------------------------------------------- */

static void givk_raise(atomic_uint_fast64_t *at, uint64_t value)
{
    uint_fast64_t seen = atomic_load(at);

    while (seen < value && !atomic_compare_exchange_weak(at, &seen, value))
        continue;
}

VkResult givk_queue_reached(struct givk_queue *queue, uint64_t *out_value)
{
    struct givk_device *dev = givk_device_from(queue->base.device);
    uint64_t submitted = atomic_load(&queue->submitted);
    uint64_t value = 0;
    VkResult result;

    *out_value = atomic_load(&queue->reached);
    if (*out_value >= submitted)
        return VK_SUCCESS;
    result = dev->vk.GetSemaphoreCounterValue(dev->handle, queue->timeline, &value);
    if (result != VK_SUCCESS)
        return result;
    givk_timestamps_read(dev, &queue->times, value);     /* before anybody knows */
    givk_raise(&queue->reached, value);
    *out_value = value;
    return value < submitted ? givk_loss_ask(queue) : VK_SUCCESS;
}

/** Returns VK_SUCCESS if one wait of the list is satisfied now, VK_NOT_READY if none is. */
static VkResult givk_look(const struct givk_wait_list *list)
{
    struct givk_device *dev = list->dev;

    for (size_t i = 0; i < list->count; i++) {
        const struct gi_wait *wait = &list->waits[i];
        uint64_t value = 0;
        VkResult result;
        if (wait->queue != NULL)
            result = givk_queue_reached(givk_queue_from(wait->queue), &value);
        else
            result = dev->vk.GetSemaphoreCounterValue(
                dev->handle, givk_semaphore_from(wait->semaphore)->handle, &value);
        if (result != VK_SUCCESS || value >= wait->value)
            return result;
    }
    return VK_NOT_READY;
}

/** Takes the pending wake, if there is one. The mutex is held. */
static bool givk_take_wake(struct givk_waiter *waiter)
{
    bool pending = waiter != NULL && waiter->wake_pending;

    if (pending)
        waiter->wake_pending = false;
    return pending;
}

static bool givk_woken(const struct givk_wait_list *list)
{
    struct givk_watchers *watchers = &list->dev->watchers;
    bool woken;

    if (list->waiter == NULL)
        return false;
    pthread_mutex_lock(&watchers->mutex);
    woken = givk_take_wake(list->waiter);
    pthread_mutex_unlock(&watchers->mutex);
    return woken;
}

/** Polls for the time that the plan says.
 *  Returns: VK_NOT_READY if no wait was satisfied. */
static VkResult givk_spin(const struct givk_wait_list *list, int64_t abs_timeout_ns)
{
    const struct givk_plan *plan = list->dev->plan;
    int64_t spin_ns = list->waiter != NULL ? plan->spin_ns : plan->caller_spin_ns;
    int64_t end = 0;
    VkResult result;

    for (;;) {
        int64_t now;
        if (givk_woken(list))
            return VK_SUCCESS;
        result = givk_look(list);
        if (result != VK_NOT_READY || spin_ns == 0)
            return result;
        now = gi_now_ns();
        if (end == 0)
            end = now + spin_ns < abs_timeout_ns ? now + spin_ns : abs_timeout_ns;
        if (now >= end)
            return VK_NOT_READY;
    }
}

/* ---- sleeping in Vulkan -------------------------------------------------------------------- */

static uint64_t givk_remaining_ns(int64_t abs_timeout_ns)
{
    int64_t now;

    if (abs_timeout_ns == GI_FOREVER)
        return UINT64_MAX;
    now = gi_now_ns();
    return now < abs_timeout_ns ? (uint64_t)(abs_timeout_ns - now) : 0;
}

static VkResult givk_sleep_on(const struct givk_wait_list *list, VkSemaphore *semaphores,
                              uint64_t *values, int64_t abs_timeout_ns)
{
    struct givk_watchers *watchers = &list->dev->watchers;
    const struct givk_waiter *waiter = list->waiter;
    VkSemaphoreWaitInfo info = {
        .sType = VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO,
        .semaphoreCount = (uint32_t)list->count,
        .pSemaphores = semaphores,
        .pValues = values,
    };

    for (size_t i = 0; i < list->count; i++) {
        const struct gi_wait *wait = &list->waits[i];
        semaphores[i] = wait->queue != NULL ? givk_queue_from(wait->queue)->timeline :
                        givk_semaphore_from(wait->semaphore)->handle;
        values[i] = wait->value;
    }
    if (waiter != NULL) {
        pthread_mutex_lock(&watchers->mutex);
        semaphores[list->count] = waiter->wake_semaphore;
        values[list->count] = waiter->wake_value + !waiter->wake_pending;
        pthread_mutex_unlock(&watchers->mutex);
        info.semaphoreCount++;
    }
    if (info.semaphoreCount > 1)
        info.flags = VK_SEMAPHORE_WAIT_ANY_BIT;
    return list->dev->vk.WaitSemaphores(list->dev->handle, &info,
                                        givk_remaining_ns(abs_timeout_ns));
}

static VkResult givk_sleep_any(const struct givk_wait_list *list, int64_t abs_timeout_ns)
{
    VkSemaphore local_semaphores[GIVK_LOCAL_WAITS];
    uint64_t local_values[GIVK_LOCAL_WAITS];
    VkSemaphore *semaphores = gi_scratch(local_semaphores, sizeof(local_semaphores),
                                         list->count + 1, sizeof(VkSemaphore));
    uint64_t *values = gi_scratch(local_values, sizeof(local_values), list->count + 1,
                                  sizeof(uint64_t));
    VkResult result = VK_ERROR_OUT_OF_HOST_MEMORY;

    if (semaphores != NULL && values != NULL)
        result = givk_sleep_on(list, semaphores, values, abs_timeout_ns);
    gi_scratch_free(values, local_values);
    gi_scratch_free(semaphores, local_semaphores);
    (void)givk_woken(list);              /* after any wake the caller polls again */
    return result;
}

/* ---- sleeping by watchers ------------------------------------------------------------------ */

static void givk_tell_moved(struct givk_watchers *watchers)
{
    watchers->moves++;
    pthread_cond_broadcast(&watchers->moved);
}

/** Sleeps until a waiter waits for the queue; false if the watcher is to end. */
static bool givk_watch_idle(struct givk_watchers *watchers, struct givk_watch *watch)
{
    bool go_on;

    pthread_mutex_lock(&watchers->mutex);
    while (!watch->stop && watch->interest == 0)
        pthread_cond_wait(&watchers->wanted, &watchers->mutex);
    go_on = !watch->stop;
    pthread_mutex_unlock(&watchers->mutex);
    return go_on;
}

/** The watcher of a queue. It reports each value that is new to it. If there is none, it sleeps
 *  until the timeline has the next value. */
static void *givk_watch_run(void *argument)
{
    struct givk_queue *queue = argument;
    struct givk_device *dev = givk_device_from(queue->base.device);
    struct givk_watchers *watchers = &dev->watchers;
    uint64_t told = 0, value = 0;
    VkSemaphoreWaitInfo info = {
        .sType = VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO,
        .semaphoreCount = 1,
        .pSemaphores = &queue->timeline,
        .pValues = &value,
    };
    VkResult result = VK_SUCCESS;

    while (result == VK_SUCCESS && givk_watch_idle(watchers, &queue->watch)) {
        result = givk_queue_reached(queue, &value);
        if (result != VK_SUCCESS || value > told) {
            told = value;
            pthread_mutex_lock(&watchers->mutex);
            queue->watch.failed = result != VK_SUCCESS;
            givk_tell_moved(watchers);
            pthread_mutex_unlock(&watchers->mutex);
            continue;
        }
        value++;
        result = dev->vk.WaitSemaphores(dev->handle, &info, GIVK_WATCH_PIECE_NS);
        if (result == VK_TIMEOUT)
            result = VK_SUCCESS;
    }
    pthread_mutex_lock(&watchers->mutex);
    queue->watch.failed = result != VK_SUCCESS;
    givk_tell_moved(watchers);
    pthread_mutex_unlock(&watchers->mutex);
    return NULL;
}

/** Ends the watcher; waiters poll from then on. */
static void givk_watch_stop(void *argument)
{
    struct givk_queue *queue = argument;
    struct givk_watchers *watchers = &givk_device_from(queue->base.device)->watchers;

    bool runs;

    pthread_mutex_lock(&watchers->mutex);
    queue->watch.stop = true;
    runs = queue->watch.started;
    pthread_cond_broadcast(&watchers->wanted);
    pthread_mutex_unlock(&watchers->mutex);
    if (runs)
        gi_thread_join(queue->watch.thread);
}

/** Starts the queue's watcher, but not at exit. The mutex is held. */
static bool givk_watch_start(struct givk_queue *queue)
{
    struct givk_watch *watch = &queue->watch;

    if (!watch->started && !watch->stop && gi_process_at_exit(givk_watch_stop, queue)) {
        watch->started = gi_thread_start(&watch->thread, "gi-watch", givk_watch_run, queue) ==
                         GI_OK;
        if (!watch->started)
            (void)gi_process_not_at_exit(givk_watch_stop, queue);
    }
    return watch->started && !watch->failed && !watch->stop;
}

void givk_watch_finish(struct givk_queue *queue)
{
    if (queue->watch.started && gi_process_not_at_exit(givk_watch_stop, queue))
        givk_watch_stop(queue);
}

/** Adds or removes the caller's interest in the list's queues. The mutex is held.
 *  Returns: true if something in the list has no watcher. */
static bool givk_want(const struct givk_wait_list *list, bool want)
{
    bool unwatched = false;

    for (size_t i = 0; i < list->count; i++) {
        struct givk_queue *queue;
        if (list->waits[i].queue == NULL) {
            unwatched = true;
            continue;
        }
        queue = givk_queue_from(list->waits[i].queue);
        if (!want)
            queue->watch.interest--;
        else if (queue->watch.interest++ == 0)
            pthread_cond_broadcast(&list->dev->watchers.wanted);
        if (want && !givk_watch_start(queue))
            unwatched = true;
    }
    return unwatched;
}

static int64_t givk_look_interval(int64_t waited_ns)
{
    int64_t interval_ns = waited_ns / GIVK_LOOK_SHARE;

    if (interval_ns < GIVK_LOOK_MIN_NS)
        return GIVK_LOOK_MIN_NS;
    return interval_ns < GIVK_LOOK_MAX_NS ? interval_ns : GIVK_LOOK_MAX_NS;
}

static VkResult givk_sleep_watched(const struct givk_wait_list *list, int64_t abs_timeout_ns)
{
    struct givk_watchers *watchers = &list->dev->watchers;
    struct givk_waiter *waiter = list->waiter;
    VkResult result = VK_NOT_READY;
    int64_t begin = gi_now_ns();
    bool unwatched;

    pthread_mutex_lock(&watchers->mutex);
    unwatched = givk_want(list, true);
    while (result == VK_NOT_READY) {
        uint64_t moves = watchers->moves;
        int64_t now, end = abs_timeout_ns;
        if (givk_take_wake(waiter)) {
            result = VK_SUCCESS;
            break;
        }
        pthread_mutex_unlock(&watchers->mutex);
        result = givk_look(list);
        pthread_mutex_lock(&watchers->mutex);
        if (result != VK_NOT_READY || moves != watchers->moves ||
            (waiter != NULL && waiter->wake_pending))
            continue;
        now = gi_now_ns();
        if (now >= abs_timeout_ns) {
            result = VK_TIMEOUT;
        } else {
            if (unwatched && end - now > givk_look_interval(now - begin))
                end = now + givk_look_interval(now - begin);
            struct timespec at = { end / 1000000000, end % 1000000000 };
            if (end == GI_FOREVER)
                pthread_cond_wait(&watchers->moved, &watchers->mutex);
            else
                pthread_cond_timedwait(&watchers->moved, &watchers->mutex, &at);
        }
    }
    (void)givk_want(list, false);
    pthread_mutex_unlock(&watchers->mutex);
    return result;
}

/* ---- the contract's slots ------------------------------------------------------------------ */

static struct givk_waiter *givk_waiter_from(struct gi_waiter *base)
{
    return (struct givk_waiter *)base;
}

static gi_status givk_waiter_init(struct gi_waiter *base)
{
    struct givk_waiter *waiter = givk_waiter_from(base);
    VkResult result = VK_SUCCESS;

    switch (base->kind) {
    case GI_WAITER_CALLERS:
        return GI_OK;
    case GI_WAITER_REACHED:
        result = givk_semaphore_make(givk_device_from(base->device), VK_SEMAPHORE_TYPE_TIMELINE, 0,
                                     0, &waiter->wake_semaphore);
        return result == VK_SUCCESS ? GI_OK : givk_fail(result, "waiter: vkCreateSemaphore");
    case GI_WAITER_SUBMITTED:
        break;
    }
    return gi_fail(GI_NOT_SUPPORTED, "vulkan: waits for submitted signals are not supported");
}

static void givk_waiter_finish(struct gi_waiter *base)
{
    struct givk_device *dev = givk_device_from(base->device);

    dev->vk.DestroySemaphore(dev->handle, givk_waiter_from(base)->wake_semaphore, NULL);
}

static gi_status givk_wait_list(const struct givk_wait_list *list, int64_t abs_timeout_ns)
{
    bool alone = list->count + (list->waiter != NULL) == 1;
    VkResult result = givk_spin(list, abs_timeout_ns);

    if (result == VK_NOT_READY && gi_now_ns() >= abs_timeout_ns)
        return GI_TIMEOUT;
    if (result == VK_NOT_READY) {
        if (alone || list->dev->plan->wait == GIVK_WAIT_ANY)
            result = givk_sleep_any(list, abs_timeout_ns);
        else
            result = givk_sleep_watched(list, abs_timeout_ns);
        if (result == VK_SUCCESS)
            (void)givk_look(list);       /* vkWaitSemaphores does not read timestamps */
    }
    if (result == VK_SUCCESS)
        return GI_OK;
    return result == VK_TIMEOUT ? GI_TIMEOUT : givk_fail(result, "waiting for the device");
}

static gi_status givk_wait(struct gi_waiter *base, const struct gi_wait *waits, size_t count,
                           int64_t abs_timeout_ns)
{
    struct givk_wait_list list = {
        givk_device_from(base->device), waits, count,
        base->kind == GI_WAITER_CALLERS ? NULL : givk_waiter_from(base),
    };

    if (count == 0 && list.waiter == NULL)
        return gi_fail(GI_INTERNAL, "waiting for the device: the list of waits is empty");
    return givk_wait_list(&list, abs_timeout_ns);
}

static void givk_wake(struct gi_waiter *base)
{
    struct givk_device *dev = givk_device_from(base->device);
    struct givk_watchers *watchers = &dev->watchers;
    struct givk_waiter *waiter = givk_waiter_from(base);
    VkSemaphoreSignalInfo info = {
        .sType = VK_STRUCTURE_TYPE_SEMAPHORE_SIGNAL_INFO,
        .semaphore = waiter->wake_semaphore,
    };
    VkResult result = VK_SUCCESS;

    pthread_mutex_lock(&watchers->mutex);
    if (!waiter->wake_pending) {
        waiter->wake_pending = true;
        info.value = ++waiter->wake_value;
        result = dev->vk.SignalSemaphore(dev->handle, &info);
        pthread_cond_broadcast(&watchers->moved);
    }
    pthread_mutex_unlock(&watchers->mutex);
    if (result != VK_SUCCESS)
        gi_log(GI_LOG_ERROR, "vulkan: a wake failed: %s", givk_result_name(result));
}

const struct gi_waiter_ops givk_waiter_ops = {
    .size = sizeof(struct givk_waiter),
    .init = givk_waiter_init,
    .wait = givk_wait,
    .wake = givk_wake,
    .finish = givk_waiter_finish,
};
