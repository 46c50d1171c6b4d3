#include "lane.h"

#include <stdlib.h>
#include <time.h>

#include "base/clock.h"
#include "base/counters.h"
#include "base/thread.h"
#include "base/uncancelled.h"
#include "contract/calls.h"

/* A submission costs the calling thread up to 10 us. If streams submit to a lane in turn at a
 * faster rate, the progress thread submits for them. */
#define LANE_REST_NS INT64_C(20000)

gi_status gi_lane_open(struct gi_lane *lane, struct gi_waiter *callers, uint32_t index,
                       bool exclusive)
{
    GI_UNCANCELLED;
    struct gi_device_base *base = callers->device;
    const struct gi_queue_ops *ops = base->driver->queue;
    gi_status status;

    *lane = (struct gi_lane){ .callers = callers, .exclusive = exclusive };
    lane->queue = calloc(1, ops->size);
    if (lane->queue == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "no memory for a queue");
    lane->queue->device = base;
    lane->queue->index = index;
    status = gi_call_queue_open(lane->queue);
    if (status != GI_OK) {
        free(lane->queue);
        lane->queue = NULL;
        return status;
    }
    gi_mutex_init_polled(&lane->lock);
    return GI_OK;
}

void gi_lane_close(struct gi_lane *lane)
{
    GI_UNCANCELLED;

    if (gi_call_queue_close(lane->queue))
        free(lane->queue);
    pthread_mutex_destroy(&lane->lock);
    lane->queue = NULL;
}

static void count_batch(const struct gi_batch *batch)
{
    uint64_t barriers = 0;

    for (size_t i = 0; i < batch->command_count; i++)
        barriers += batch->commands[i].barrier_before;
    gi_count(GI_COUNT_BATCHES, 1);
    gi_count(GI_COUNT_COMMANDS, batch->command_count);
    gi_count(GI_COUNT_BARRIERS, barriers);
}

/* Extends, begins or ends the run of held batches. The lane's lock is held. */
static void note_held(struct gi_lane *lane, uint64_t value, bool held)
{
    bool goes_on = lane->last_held != 0 && gi_lane_reached(lane, lane->last_held) == GI_NOT_READY;

    if (held || goes_on) {
        lane->last_held = value;
        if (!goes_on)
            atomic_store_explicit(&lane->first_held, value, memory_order_release);
    } else if (lane->last_held != 0) {
        lane->last_held = 0;
        atomic_store_explicit(&lane->first_held, 0, memory_order_release);
    }
}

gi_status gi_lane_submit(struct gi_lane *lane, struct gi_batch *batch, bool held,
                         uint64_t *out_value)
{
    GI_UNCANCELLED;
    gi_status status;

    pthread_mutex_lock(&lane->lock);
    batch->value = lane->last_value + 1;
    status = gi_call_submit(lane->queue, batch);
    if (status == GI_OK) {
        lane->last_value = batch->value;
        *out_value = batch->value;
        note_held(lane, batch->value, held);
    }
    pthread_mutex_unlock(&lane->lock);
    if (status == GI_OK)
        count_batch(batch);
    return status;
}

gi_status gi_lane_reached(struct gi_lane *lane, uint64_t value)
{
    uint64_t reached = atomic_load_explicit(&lane->reached, memory_order_acquire);
    uint64_t now = 0;
    gi_status status;

    if (value <= reached)
        return GI_OK;
    status = gi_call_queue_query(lane->queue, &now);
    if (status != GI_OK)
        return status;
    while (now > reached &&
           !atomic_compare_exchange_weak_explicit(&lane->reached, &reached, now,
                                                  memory_order_acq_rel, memory_order_acquire))
        ;
    return value <= now ? GI_OK : GI_NOT_READY;
}

void gi_lane_note_user(struct gi_lane *lane, const void *user)
{
    atomic_store_explicit(&lane->newest_ns, gi_now_ns(), memory_order_relaxed);
    atomic_store_explicit(&lane->newest_user, user, memory_order_relaxed);
}

bool gi_lane_is_crowded(struct gi_lane *lane, const void *user, uint64_t *out_value)
{
    const void *newest = atomic_load_explicit(&lane->newest_user, memory_order_relaxed);
    uint64_t last = atomic_load_explicit(&lane->last_value, memory_order_relaxed);

    if (newest == NULL || newest == user || last == 0)
        return false;
    *out_value = last - 1;
    return gi_lane_reached(lane, last - 1) == GI_NOT_READY ||
           gi_now_ns() - atomic_load_explicit(&lane->newest_ns, memory_order_relaxed) <
               LANE_REST_NS;
}

bool gi_lane_is_held(struct gi_lane *lane, uint64_t value)
{
    uint64_t first = atomic_load_explicit(&lane->first_held, memory_order_acquire);

    return first != 0 && first <= value && gi_lane_reached(lane, value) == GI_NOT_READY;
}

gi_status gi_lane_wait(struct gi_lane *lane, uint64_t value, int64_t abs_deadline_ns)
{
    GI_UNCANCELLED;
    struct gi_wait wait = { .queue = lane->queue, .value = value };
    struct timespec pause = { .tv_nsec = 1000000 };
    gi_status status;

    while ((status = gi_lane_reached(lane, value)) == GI_NOT_READY) {
        status = gi_call_wait(lane->callers, &wait, 1, abs_deadline_ns);
        if (gi_status_is_lost(status) || (status == GI_TIMEOUT && abs_deadline_ns != GI_FOREVER))
            return status;
        /* If the wait fails for lack of memory, the queue still runs, so the caller must wait. */
        if (status != GI_OK && status != GI_TIMEOUT)
            nanosleep(&pause, NULL);
    }
    return status;
}
