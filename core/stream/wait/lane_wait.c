#include "lane_wait.h"

#include "base/clock.h"
#include "base/process.h"
#include "contract/calls.h"
#include "semaphore_object.h"

/* How long a lane may take to see the signal that it is given at exit. */
#define RELEASE_NS INT64_C(1000000000)

enum { RELEASED_AT_ONCE = 32 };

/* Takes what the lane waited for last, if that wait is over or forget is set. The reference is
 * the caller's. */
static struct gi_semaphore *take_awaited(struct gi_lane *lane, bool forget)
{
    struct gi_semaphore *semaphore = NULL;

    pthread_mutex_lock(&lane->lock);
    if (forget || gi_lane_reached(lane, lane->awaited_value) != GI_NOT_READY) {
        semaphore = lane->awaited;
        lane->awaited = NULL;
    }
    pthread_mutex_unlock(&lane->lock);
    return semaphore;
}

static void forget_awaited(struct gi_lane *lane, bool forget)
{
    struct gi_semaphore *semaphore = take_awaited(lane, forget);

    if (semaphore != NULL)
        gi_semaphore_object_unref(semaphore);
}

static void note_awaited(struct gi_lane *lane, struct gi_semaphore *semaphore, uint64_t value)
{
    gi_semaphore_object_ref(semaphore);
    pthread_mutex_lock(&lane->lock);
    lane->awaited = semaphore;
    lane->awaited_value = value;
    pthread_mutex_unlock(&lane->lock);
}

static void release_at_exit(void *argument)
{
    gi_lane_waits_release(argument);
}

static void register_release(struct gi_device *device)
{
    bool first;

    pthread_mutex_lock(&device->lane_lock);
    first = !device->releases_waits;
    device->releases_waits = true;
    pthread_mutex_unlock(&device->lane_lock);
    if (first)
        gi_process_at_exit(release_at_exit, device);
}

gi_status gi_lane_wait_begin(struct gi_device *device, struct gi_lane *lane,
                             struct gi_semaphore *semaphore, uint64_t *out_value)
{
    struct gi_wait wait = { .semaphore = semaphore };
    struct gi_batch batch = { .waits = &wait, .wait_count = 1 };
    gi_status status;

    register_release(device);
    forget_awaited(lane, true);
    status = gi_lane_submit(lane, &batch, true, out_value);
    if (status == GI_OK)
        note_awaited(lane, semaphore, *out_value);
    return status;
}

void gi_lane_wait_end(struct gi_device *device, struct gi_lane *lane)
{
    forget_awaited(lane, false);
    gi_device_give_lane(device, lane);
}

/* ---- at exit -------------------------------------------------------------------------------- */

/* Lists the lanes that still wait, and takes a reference to what one of them waits for. */
static size_t list_waiting(struct gi_device *device, struct gi_wait *waits,
                           struct gi_semaphore **out_semaphore)
{
    size_t count = 0;

    *out_semaphore = NULL;
    for (uint32_t i = device->shared_count; i < device->lane_count && count < RELEASED_AT_ONCE;
         i++) {
        struct gi_lane *lane = &device->lanes[i];

        pthread_mutex_lock(&lane->lock);
        if (lane->awaited != NULL &&
            gi_lane_reached(lane, lane->awaited_value) == GI_NOT_READY) {
            if (*out_semaphore == NULL) {
                *out_semaphore = lane->awaited;
                gi_semaphore_object_ref(lane->awaited);
            }
            waits[count++] = (struct gi_wait){ .queue = lane->queue,
                                               .value = lane->awaited_value };
        }
        pthread_mutex_unlock(&lane->lock);
    }
    return count;
}

/* Sleeps until one of the waits is over; a waiter may return spuriously. */
static gi_status await_one(struct gi_device *device, const struct gi_wait *waits, size_t count)
{
    int64_t deadline_ns = gi_deadline_ns(RELEASE_NS);
    gi_status status = GI_OK;

    while (status == GI_OK) {
        for (size_t i = 0; i < count; i++) {
            uint64_t value = 0;

            status = gi_call_queue_query(waits[i].queue, &value);
            if (status != GI_OK || value >= waits[i].value)
                return status;
        }
        status = gi_call_wait(device->callers, waits, count, deadline_ns);
    }
    return status;
}

/* Makes one signal, on a lane without waits. It ends one of the waits, which need not be on the
 * lane that it was meant for. */
static gi_status release_one(struct gi_device *device, struct gi_semaphore *semaphore,
                             const struct gi_wait *waits, size_t count)
{
    struct gi_signal signal = { .semaphore = semaphore };
    struct gi_batch batch = { .signals = &signal, .signal_count = 1 };
    uint64_t value;
    gi_status status;

    if ((semaphore->caps & GI_SEMAPHORE_QUEUE_SIGNAL) == 0)
        return gi_fail(GI_NOT_SUPPORTED, "a queue cannot signal this semaphore");
    status = gi_lane_submit(&device->lanes[0], &batch, false, &value);
    if (status != GI_OK)
        return status;
    return await_one(device, waits, count);
}

void gi_lane_waits_release(struct gi_device *device)
{
    struct gi_wait waits[RELEASED_AT_ONCE];
    struct gi_semaphore *semaphore;
    gi_status status = GI_OK;

    atomic_store(&device->is_leaving, true);     /* before a signal, so that the signal opens no
                                                    gate */
    for (uint32_t i = 0; i < device->lane_count && status == GI_OK; i++) {
        size_t count = list_waiting(device, waits, &semaphore);

        if (count == 0)
            return;
        status = release_one(device, semaphore, waits, count);
        gi_semaphore_object_unref(semaphore);
    }
}
