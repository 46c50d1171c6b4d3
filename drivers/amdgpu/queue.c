#include "queue.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "device.h"

/* While work is under way, whoever asks again and again has the kernel asked so often, in case that
 * it has dropped the work. */
#define GIAMD_ASK_NS INT64_C(20000000)

static struct giamd_device *giamd_queue_device(const struct giamd_queue *queue)
{
    return giamd_device_from(queue->base.device);
}

struct giamd_queue *giamd_queue_from(struct gi_queue *base)
{
    return (struct giamd_queue *)base;
}

/* ---- how far it is ------------------------------------------------------------------------- */

/** The word that the engine's fences write. */
static uint32_t giamd_fence_word(const struct giamd_queue *queue)
{
    return __atomic_load_n((const uint32_t *)queue->page.base.host_address, __ATOMIC_ACQUIRE);
}

/** What is done counts as reached once others see the semaphores that it signals: the kernel gives
 *  those with the queue's own point, an interrupt later than the engine its fence. The mutex is
 *  held. */
static void giamd_settle(struct giamd_queue *queue)
{
    uint64_t done = atomic_load(&queue->done);
    uint64_t value = done;

    if (queue->last_signal > queue->point && queue->point < done)
        value = queue->point;
    if (value > atomic_load(&queue->reached))
        atomic_store(&queue->reached, value);
}

/** Takes the slots of finished batches back; the mutex is held. */
static void giamd_retire(struct giamd_queue *queue, uint32_t word)
{
    while (queue->first != NULL && (int32_t)(word - queue->first->fence) >= 0) {
        struct giamd_slot *slot = queue->first;
        queue->first = slot->next;
        if (queue->first == NULL)
            queue->last = NULL;
        atomic_store(&queue->done, slot->value);
        if (slot->signals)
            queue->last_signal = slot->value;
        slot->next = queue->spare;
        queue->spare = slot;
    }
    giamd_settle(queue);
    atomic_store(&queue->seen_fence, word);
}

/** The kernel's point of the queue is known to be signalled. */
static void giamd_note_point(struct giamd_queue *queue, uint64_t point)
{
    pthread_mutex_lock(&queue->mutex);
    if (point > queue->point)
        queue->point = point;
    giamd_retire(queue, giamd_fence_word(queue));
    pthread_mutex_unlock(&queue->mutex);
}

uint64_t giamd_queue_known(struct giamd_queue *queue)
{
    if (giamd_fence_word(queue) != atomic_load_explicit(&queue->seen_fence, memory_order_acquire))
        giamd_note_point(queue, 0);
    return atomic_load_explicit(&queue->reached, memory_order_acquire);
}

/** How far the kernel says the queue is; the call's answer. */
static int giamd_ask(struct giamd_queue *queue, uint64_t *out_point)
{
    struct giamd_device *dev = giamd_queue_device(queue);
    int answer = dev->calls->cs_syncobj_query2(dev->handle, &queue->timeline, out_point, 1, 0);

    if (answer == 0)
        giamd_note_point(queue, *out_point);
    return answer;
}

/** Loses the device, with what the kernel says of the context. */
static gi_status giamd_lose(struct giamd_queue *queue)
{
    struct giamd_device *dev = giamd_queue_device(queue);
    uint64_t flags = 0;
    char why[160];

    if (dev->calls->cs_query_reset_state2(queue->context, &flags) != 0)
        flags = 0;
    snprintf(why, sizeof(why), "the kernel ended work of queue %" PRIu32 " that was not done%s%s%s",
             queue->base.index,
             (flags & AMDGPU_CTX_QUERY2_FLAGS_RESET) != 0 ? "; the card was reset" : "",
             (flags & AMDGPU_CTX_QUERY2_FLAGS_GUILTY) != 0 ? ", for this queue's fault" : "",
             (flags & AMDGPU_CTX_QUERY2_FLAGS_VRAMLOST) != 0 ? ", and its memory was lost" : "");
    return giamd_device_lose(dev, why);
}

gi_status giamd_queue_signalled(struct giamd_queue *queue, uint64_t value)
{
    giamd_note_point(queue, value);
    return atomic_load(&queue->done) >= value ? GI_OK : giamd_lose(queue);
}

/** Whether it is time to ask the kernel; then nobody else need. */
static bool giamd_may_ask(struct giamd_queue *queue)
{
    int64_t now = gi_now_ns();
    bool due;

    pthread_mutex_lock(&queue->mutex);
    due = now - queue->asked_ns >= GIAMD_ASK_NS;
    if (due)
        queue->asked_ns = now;
    pthread_mutex_unlock(&queue->mutex);
    return due;
}

gi_status giamd_queue_reached(struct giamd_queue *queue, uint64_t *out_value)
{
    uint64_t point = 0;
    int answer;
    gi_status st = giamd_device_check(giamd_queue_device(queue));

    *out_value = giamd_queue_known(queue);
    if (st != GI_OK || *out_value >= atomic_load(&queue->submitted) ||
        (*out_value >= atomic_load(&queue->done) && !giamd_may_ask(queue)))
        return st;
    answer = giamd_ask(queue, &point);
    if (answer != 0)
        return giamd_device_fail(giamd_queue_device(queue), giamd_error(answer),
                                 "asking a queue");
    if (point > atomic_load(&queue->done))
        st = giamd_queue_signalled(queue, point);
    *out_value = giamd_queue_known(queue);
    return st;
}

static gi_status giamd_query(struct gi_queue *base, uint64_t *out_value)
{
    return giamd_queue_reached(giamd_queue_from(base), out_value);
}

/* ---- submitting ---------------------------------------------------------------------------- */

/** A slot that nothing uses, at the end of those in flight. */
static struct giamd_slot *giamd_slot_begin(struct giamd_queue *queue,
                                           const struct gi_batch *batch)
{
    struct giamd_slot *slot;

    pthread_mutex_lock(&queue->mutex);
    giamd_retire(queue, giamd_fence_word(queue));
    slot = queue->spare;
    if (slot != NULL)
        queue->spare = slot->next;
    else
        slot = giamd_slot_create();
    if (slot != NULL) {
        slot->fence = ++queue->fence;
        slot->value = batch->value;
        slot->signals = batch->signal_count != 0;
        slot->next = NULL;
        if (queue->last != NULL)
            queue->last->next = slot;
        else
            queue->first = slot;
        queue->last = slot;
        if (queue->first == slot)
            queue->asked_ns = gi_now_ns();
        atomic_store(&queue->submitted, batch->value);
    }
    pthread_mutex_unlock(&queue->mutex);
    return slot;
}

/** Takes the newest slot back, whose batch was not submitted. */
static void giamd_slot_take_back(struct giamd_queue *queue, struct giamd_slot *slot,
                                 uint64_t submitted)
{
    struct giamd_slot **link = &queue->first, *before = NULL;

    pthread_mutex_lock(&queue->mutex);
    while (*link != slot) {
        before = *link;
        link = &before->next;
    }
    *link = NULL;
    queue->last = before;
    queue->fence--;
    atomic_store(&queue->submitted, submitted);
    slot->next = queue->spare;
    queue->spare = slot;
    pthread_mutex_unlock(&queue->mutex);
}

static gi_status giamd_submit(struct gi_queue *base, const struct gi_batch *batch)
{
    struct giamd_queue *queue = giamd_queue_from(base);
    struct giamd_device *dev = giamd_queue_device(queue);
    uint64_t submitted = atomic_load(&queue->submitted);
    struct giamd_target target = {
        .dev = dev,
        .context = queue->context,
        .ring = queue->ring,
        .fence_address = queue->page.base.device_address,
        .timeline = queue->timeline,
        .submission = &queue->submission,
        .scratch = &queue->scratch,
    };
    gi_status st = giamd_device_check(dev);

    if (st != GI_OK)
        return st;
    target.slot = giamd_slot_begin(queue, batch);
    if (target.slot == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "submit: no memory to keep track of a batch");
    st = giamd_commands_submit(&target, &queue->page, batch);
    if (st != GI_OK)
        giamd_slot_take_back(queue, target.slot, submitted);
    return st;
}

/* ---- life ---------------------------------------------------------------------------------- */

static gi_status giamd_open(struct gi_queue *base)
{
    struct giamd_queue *queue = giamd_queue_from(base);
    struct giamd_device *dev = giamd_queue_device(queue);
    const struct giamd_plan *plan = &dev->listed->plan;
    int answer;
    gi_status st;

    if (base->index >= GIAMD_QUEUES)
        return gi_fail(GI_INVALID_VALUE, "queue: index %" PRIu32 ", but %s has %d queues",
                       base->index, dev->listed->info.name, (int)GIAMD_QUEUES);
    queue->ring = plan->rings[base->index % plan->ring_count];
    answer = dev->calls->cs_ctx_create2(dev->handle, AMDGPU_CTX_PRIORITY_NORMAL, &queue->context);
    if (answer != 0)
        return giamd_device_fail(dev, giamd_plain_error(answer), "queue: making a context");
    answer = dev->calls->cs_create_syncobj2(dev->handle, 0, &queue->timeline);
    if (answer != 0) {
        st = giamd_device_fail(dev, giamd_error(answer), "queue: making its timeline");
        goto free_context;
    }
    st = giamd_memory_make(dev, &queue->page, GIAMD_PAGE_BYTES, false, true);
    if (st != GI_OK)
        goto destroy_timeline;
    memset(queue->page.base.host_address, 0, GIAMD_PAGE_BYTES);
    pthread_mutex_init(&queue->mutex, NULL);
    return GI_OK;

destroy_timeline:
    dev->calls->cs_destroy_syncobj(dev->handle, queue->timeline);
free_context:
    dev->calls->cs_ctx_free(queue->context);
    return st;
}

static void giamd_free_slots(struct giamd_slot *slot)
{
    while (slot != NULL) {
        struct giamd_slot *next = slot->next;
        giamd_slot_destroy(slot);
        slot = next;
    }
}

static void giamd_close(struct gi_queue *base)
{
    struct giamd_queue *queue = giamd_queue_from(base);
    struct giamd_device *dev = giamd_queue_device(queue);

    dev->calls->cs_ctx_free(queue->context);
    dev->calls->cs_destroy_syncobj(dev->handle, queue->timeline);
    giamd_free_slots(queue->first);
    giamd_free_slots(queue->spare);
    giamd_memory_release(&queue->page);
    if (queue->scratch.object != NULL)
        giamd_memory_release(&queue->scratch);
    giamd_submission_finish(&queue->submission);
    pthread_mutex_destroy(&queue->mutex);
}

const struct gi_queue_ops giamd_queue_ops = {
    .size = sizeof(struct giamd_queue),
    .open = giamd_open,
    .submit = giamd_submit,
    .query = giamd_query,
    .close = giamd_close,
};
