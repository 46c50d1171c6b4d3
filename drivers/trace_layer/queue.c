#include "queue.h"

#include <stdio.h>
#include <stdlib.h>

#include "../layer/thread.h"

/* How long the thread is in the driver at most, before it looks whether it must end. */
#define PIECE_NS UINT64_C(20000000)

/* A program destroys a device when its own work is done. The fence behind that work is about to be
 * signalled then, and has to be before it can be destroyed. */
#define GRACE_NS UINT64_C(1000000000)

/* Numbers of tracks. */
enum { OF_DEVICE = 4096, OF_FAMILY = 64 };

/* Queues with a thread, for the exit. */
static pthread_mutex_t watched_lock = PTHREAD_MUTEX_INITIALIZER;
static struct gitrace_queue *watched[256];
static pthread_once_t exit_once = PTHREAD_ONCE_INIT;

/* ---- the list ---- */

struct gitrace_queue *gitrace_queue_of(struct gitrace_device *device, VkQueue handle)
{
    struct gitrace_queue *queue = atomic_load_explicit(&device->queues, memory_order_acquire);

    while (queue != NULL && queue->handle != handle)
        queue = queue->next_queue;
    return queue;
}

static void set_track_name(struct gitrace_queue *queue, const char *name)
{
    char text[GI_TRACE_NAME_BYTES];

    if (name != NULL)
        (void)snprintf(text, sizeof text, "vulkan device %u queue %s", queue->device->number, name);
    else
        (void)snprintf(text, sizeof text, "vulkan device %u queue %u.%u", queue->device->number,
                       queue->family, queue->index);
    queue->track_name = gi_trace_text(text);
}

void gitrace_queue_add(struct gitrace_device *device, VkQueue handle, uint32_t family,
                       uint32_t index)
{
    pthread_mutex_lock(&device->lock);
    struct gitrace_queue *queue =
        gitrace_queue_of(device, handle) == NULL ? calloc(1, sizeof(*queue)) : NULL;
    if (queue != NULL) {
        queue->device = device;
        queue->handle = handle;
        queue->family = family;
        queue->index = index;
        set_track_name(queue, NULL);
        pthread_mutex_init(&queue->lock, NULL);
        pthread_cond_init(&queue->changed, NULL);
        queue->next_queue = atomic_load(&device->queues);
        atomic_store_explicit(&device->queues, queue, memory_order_release);
    }
    pthread_mutex_unlock(&device->lock);
}

void gitrace_queue_name(struct gitrace_device *device, VkQueue handle, const char *name)
{
    struct gitrace_queue *queue = gitrace_queue_of(device, handle);

    if (queue == NULL)
        return;
    pthread_mutex_lock(&queue->lock);
    set_track_name(queue, name);
    pthread_mutex_unlock(&queue->lock);
}

void gitrace_work_free(struct gitrace_device *device, struct gitrace_work *work)
{
    for (uint32_t i = 0; i < work->wait_count; i++)
        gitrace_op_finish(device, &work->ops[i]);
    free(work);
}

/* ---- records ---- */

/* Viewers that count microseconds take a shorter slice for a part of the one before it, and drop
 * its arrow. The times here are the host's, and less exact. */
#define LEAST_NS 1000

/* Slices of a track stand one behind the other. */
static void give_slice(struct gitrace_queue *queue, const struct gitrace_work *work,
                       const struct gi_trace_what *what, int64_t begin_ns, int64_t end_ns)
{
    struct gi_trace_record record = {
        .kind = GI_TRACE_TRACK,
        .track = 1 + queue->device->number * OF_DEVICE + queue->family * OF_FAMILY + queue->index,
        .operation = work->number,
        .enqueued_ns = work->begin_ns,
        .begin_ns = begin_ns > queue->last_ns ? begin_ns : queue->last_ns,
        .what = *what,
    };

    record.end_ns = end_ns - record.begin_ns > LEAST_NS ? end_ns : record.begin_ns + LEAST_NS;
    queue->last_ns = record.end_ns;
    pthread_mutex_lock(&queue->lock);
    record.track_name = queue->track_name;
    pthread_mutex_unlock(&queue->lock);
    if (record.track_name != NULL)
        gi_trace_add(&record);
}

static struct gi_trace_what what_of(const struct gitrace_op *op, enum gi_trace_kind kind)
{
    struct gi_trace_what what = {
        .kind = kind, .identity = op->identity, .value = op->value, .is_binary = op->is_binary,
    };

    gi_trace_set_name(&what, kind == GI_TRACE_WAIT ? "wait" : "signal");
    return what;
}

static void give_work(struct gitrace_queue *queue, const struct gitrace_work *work,
                      const int64_t *wait_ends_ns, int64_t end_ns)
{
    struct gi_trace_what what = { .kind = GI_TRACE_OTHER };

    for (uint32_t i = 0; i < work->wait_count; i++) {
        const struct gi_trace_what wait = what_of(&work->ops[i], GI_TRACE_WAIT);
        give_slice(queue, work, &wait, work->begin_ns,
                   wait_ends_ns[i] < end_ns ? wait_ends_ns[i] : end_ns);
    }
    gi_trace_set_name(&what, work->name);
    give_slice(queue, work, &what, work->begin_ns, end_ns);
    for (uint32_t i = work->wait_count; i < work->op_count; i++) {
        const struct gi_trace_what signal = what_of(&work->ops[i], GI_TRACE_SIGNAL);
        give_slice(queue, work, &signal, end_ns, end_ns);
    }
}

/* ---- the thread ---- */

/* When the fence was seen signalled; 0: it never will be, or the thread must end. */
static int64_t wait_for_fence(struct gitrace_queue *queue, VkFence fence)
{
    const struct gitrace_device *device = queue->device;
    VkResult result = VK_TIMEOUT;
    bool is_last = false;

    while (result == VK_TIMEOUT && !is_last) {
        is_last = atomic_load(&queue->stop);
        result = device->next.WaitForFences(device->handle, 1, &fence, VK_TRUE,
                                            is_last ? queue->grace_ns : PIECE_NS);
    }
    if (result == VK_TIMEOUT)
        queue->grace_ns = 0;
    return result == VK_SUCCESS ? gi_trace_now_ns() : 0;
}

/* When the wait was over; INT64_MAX: with the work, as a binary semaphore shows no state. */
static int64_t wait_for_op(struct gitrace_queue *queue, const struct gitrace_op *op)
{
    if (op->is_binary)
        return INT64_MAX;
    while (!gitrace_op_wait(queue->device, op, PIECE_NS) && !atomic_load(&queue->stop))
        ;
    return gi_trace_now_ns();
}

static void keep_fence(struct gitrace_queue *queue, VkFence fence)
{
    const struct gitrace_device *device = queue->device;
    bool is_kept = device->next.ResetFences(device->handle, 1, &fence) == VK_SUCCESS;

    pthread_mutex_lock(&queue->lock);
    is_kept = is_kept && queue->spare_count < GITRACE_SPARE_FENCES;
    if (is_kept)
        queue->spare[queue->spare_count++] = fence;
    pthread_mutex_unlock(&queue->lock);
    if (!is_kept)
        device->next.DestroyFence(device->handle, fence, NULL);
}

static void finish_work(struct gitrace_queue *queue, struct gitrace_work *work)
{
    int64_t *ends_ns = calloc(work->wait_count + 1, sizeof(*ends_ns));
    int64_t end_ns = work->end_ns;

    for (uint32_t i = 0; i < work->wait_count && ends_ns != NULL; i++)
        ends_ns[i] = work->fence != VK_NULL_HANDLE ? wait_for_op(queue, &work->ops[i]) : end_ns;
    if (work->fence != VK_NULL_HANDLE)
        end_ns = wait_for_fence(queue, work->fence);
    if (end_ns != 0 && ends_ns != NULL && gi_trace_runs())
        give_work(queue, work, ends_ns, end_ns);
    /* A fence that is not signalled may not be destroyed. */
    if (work->fence != VK_NULL_HANDLE && end_ns != 0)
        keep_fence(queue, work->fence);
    free(ends_ns);
    gitrace_work_free(queue->device, work);
}

static void *watch(void *argument)
{
    struct gitrace_queue *queue = argument;

    pthread_mutex_lock(&queue->lock);
    for (;;) {
        struct gitrace_work *work = queue->first;

        if (work == NULL && atomic_load(&queue->stop))
            break;
        if (work == NULL) {
            pthread_cond_wait(&queue->changed, &queue->lock);
            continue;
        }
        queue->first = work->next;
        pthread_mutex_unlock(&queue->lock);
        finish_work(queue, work);
        pthread_mutex_lock(&queue->lock);
    }
    pthread_mutex_unlock(&queue->lock);
    return NULL;
}

/* Ends the thread. Work that is not done yet has no record. */
static void end_thread(struct gitrace_queue *queue)
{
    pthread_mutex_lock(&queue->lock);
    bool has_thread = queue->has_thread;
    queue->has_thread = false;
    atomic_store(&queue->stop, true);
    pthread_cond_broadcast(&queue->changed);
    pthread_mutex_unlock(&queue->lock);
    if (has_thread)
        pthread_join(queue->thread, NULL);
}

enum { WATCHED = sizeof(watched) / sizeof(watched[0]) };

static void end_all(void)
{
    pthread_mutex_lock(&watched_lock);
    for (size_t i = 0; i < WATCHED; i++) {
        if (watched[i] != NULL)
            end_thread(watched[i]);
        watched[i] = NULL;
    }
    pthread_mutex_unlock(&watched_lock);
}

static void at_exit(void)
{
    (void)atexit(end_all);
}

/* False if no more queues can have a thread. */
static bool note_watched(struct gitrace_queue *queue, const struct gitrace_queue *before)
{
    bool is_noted = false;

    pthread_mutex_lock(&watched_lock);
    for (size_t i = 0; i < WATCHED && !is_noted; i++) {
        is_noted = watched[i] == before;
        if (is_noted)
            watched[i] = queue;
    }
    pthread_mutex_unlock(&watched_lock);
    return is_noted;
}

/* Before the thread can be ended. The caller alone may use the queue. */
static bool start_thread(struct gitrace_queue *queue)
{
    bool has_thread;

    pthread_mutex_lock(&queue->lock);
    has_thread = queue->has_thread;
    pthread_mutex_unlock(&queue->lock);
    if (has_thread)
        return true;
    pthread_once(&exit_once, at_exit);
    if (atomic_load(&queue->stop) || !note_watched(queue, NULL))
        return false;
    pthread_mutex_lock(&queue->lock);
    has_thread = gilayer_thread_start(&queue->thread, "gi-trace-queue", watch, queue);
    queue->has_thread = has_thread;
    pthread_mutex_unlock(&queue->lock);
    if (!has_thread)
        (void)note_watched(NULL, queue);
    return has_thread;
}

/* ---- submits ---- */

static VkFence take_fence(struct gitrace_queue *queue)
{
    const VkFenceCreateInfo info = { .sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO };
    const struct gitrace_device *device = queue->device;
    VkFence fence = VK_NULL_HANDLE;

    pthread_mutex_lock(&queue->lock);
    if (queue->spare_count > 0)
        fence = queue->spare[--queue->spare_count];
    pthread_mutex_unlock(&queue->lock);
    if (fence == VK_NULL_HANDLE &&
        device->next.CreateFence(device->handle, &info, NULL, &fence) != VK_SUCCESS)
        return VK_NULL_HANDLE;
    return fence;
}

void gitrace_queue_give(struct gitrace_queue *queue, struct gitrace_work *work)
{
    const struct gitrace_device *device = queue->device;

    if (!start_thread(queue)) {
        gitrace_work_free(queue->device, work);
        return;
    }
    if (work->end_ns == 0) {
        work->fence = take_fence(queue);
        if (work->fence != VK_NULL_HANDLE &&
            device->next.QueueSubmit(queue->handle, 0, NULL, work->fence) != VK_SUCCESS) {
            device->next.DestroyFence(device->handle, work->fence, NULL);
            work->fence = VK_NULL_HANDLE;
        }
    }
    pthread_mutex_lock(&queue->lock);
    work->next = NULL;
    if (queue->first == NULL)
        queue->first = work;
    else
        queue->last->next = work;
    queue->last = work;
    pthread_cond_signal(&queue->changed);
    pthread_mutex_unlock(&queue->lock);
}

void gitrace_queues_finish(struct gitrace_device *device)
{
    struct gitrace_queue *queue = atomic_load(&device->queues);

    while (queue != NULL) {
        struct gitrace_queue *next = queue->next_queue;

        (void)note_watched(NULL, queue);
        queue->grace_ns = GRACE_NS;
        end_thread(queue);
        for (uint32_t i = 0; i < queue->spare_count; i++)
            device->next.DestroyFence(device->handle, queue->spare[i], NULL);
        pthread_cond_destroy(&queue->changed);
        pthread_mutex_destroy(&queue->lock);
        free(queue);
        queue = next;
    }
    atomic_store(&device->queues, NULL);
}
