#include "gate.h"

#include "held.h"
#include "queue.h"
#include "semaphore.h"
#include "thread.h"

#include <string.h>

/* ---- gates ---- */

static bool try_gate(struct gilayer_device *device, struct gilayer_gate *gate)
{
    if (!gate->passed)
        gate->passed = gate->payload != NULL
                           ? gi_host_semaphore_try_wait(&gate->payload->host, gate->value)
                           : !gilayer_held_has(device, gate->held_by);
    return gate->passed;
}

bool gilayer_gates_try(struct gilayer_device *device, struct gilayer_batch *batch)
{
    for (uint32_t i = 0; i < batch->gate_count; i++) {
        if (!try_gate(device, &batch->gates[i]))
            return false;
    }
    return true;
}

/* Sleeps until one gate is passed. It reads each futex word before the state that the word stands
 * for, so it misses no change. */
static bool pass_gate(struct gilayer_device *device, struct gilayer_gate *gate,
                      struct gilayer_gatekeeper *keeper)
{
    struct gi_host_semaphore_word words[2];
    size_t count = keeper != NULL ? 2 : 1;

    words[0].address = gate->payload != NULL
                           ? gi_host_semaphore_wake_address(&gate->payload->host)
                           : &device->released;
    words[1].address = keeper != NULL ? &keeper->kick : NULL;
    for (;;) {
        for (size_t i = 0; i < count; i++)
            words[i].seen = atomic_load((const _Atomic uint32_t *)words[i].address);
        if (keeper != NULL && atomic_load(&keeper->stop))
            return false;
        if (try_gate(device, gate))
            return true;
        gi_host_semaphore_sleep(words, count, INT64_MAX);
    }
}

bool gilayer_gates_pass(struct gilayer_device *device, struct gilayer_batch *batch,
                        struct gilayer_gatekeeper *keeper)
{
    for (uint32_t i = 0; i < batch->gate_count; i++) {
        if (!pass_gate(device, &batch->gates[i], keeper))
            return false;
    }
    return true;
}

/* ---- the thread ---- */

/* Waits until a batch is held; NULL if the thread is to stop. */
static struct gilayer_batch *next_batch(struct gilayer_gatekeeper *keeper)
{
    struct gilayer_batch *batch = NULL;

    pthread_mutex_lock(&keeper->lock);
    while (!atomic_load(&keeper->stop) && keeper->first == NULL) {
        atomic_store(&keeper->busy, false);
        pthread_cond_broadcast(&keeper->changed);
        pthread_cond_wait(&keeper->changed, &keeper->lock);
    }
    if (!atomic_load(&keeper->stop))
        batch = keeper->first;
    pthread_mutex_unlock(&keeper->lock);
    return batch;
}

static void take_off(struct gilayer_gatekeeper *keeper, const struct gilayer_batch *batch)
{
    pthread_mutex_lock(&keeper->lock);
    keeper->first = batch->next;
    if (keeper->first == NULL)
        keeper->last = NULL;
    keeper->fence = batch->fence;
    pthread_mutex_unlock(&keeper->lock);
}

/* Wakes waiters for the batch's fence, and gates that wait for its binary signals. */
static void tell_submitted(struct gilayer_queue *queue)
{
    pthread_mutex_lock(&queue->gate.lock);
    queue->gate.fence = VK_NULL_HANDLE;
    pthread_mutex_unlock(&queue->gate.lock);
    gi_host_semaphore_bump(&queue->device->released);
}

/* No caller is there to get the error, so the queue counts as lost. The fence still goes to the
 * driver, so that waiters for it wake if the driver accepts it. */
static void fail(struct gilayer_queue *queue, VkFence fence)
{
    pthread_mutex_lock(&queue->gate.lock);
    queue->gate.failure = VK_ERROR_DEVICE_LOST;
    pthread_mutex_unlock(&queue->gate.lock);
    if (fence != VK_NULL_HANDLE)
        queue->device->next.QueueSubmit(queue->handle, 0, NULL, fence);
}

static void *gate_main(void *data)
{
    struct gilayer_queue *queue = data;
    struct gilayer_batch *batch;

    while ((batch = next_batch(&queue->gate)) != NULL &&
           gilayer_gates_pass(queue->device, batch, &queue->gate)) {
        VkFence fence = batch->fence;
        take_off(&queue->gate, batch);
        pthread_mutex_lock(&queue->gate.submitting);
        if (gilayer_publisher_submit(queue, batch) != VK_SUCCESS)
            fail(queue, fence);
        pthread_mutex_unlock(&queue->gate.submitting);
        tell_submitted(queue);
    }
    return NULL;
}

/* ---- from the program's threads ---- */

void gilayer_gatekeeper_init(struct gilayer_gatekeeper *keeper)
{
    memset(keeper, 0, sizeof(*keeper));
    pthread_mutex_init(&keeper->lock, NULL);
    pthread_mutex_init(&keeper->submitting, NULL);
    pthread_cond_init(&keeper->changed, NULL);
}

/* The keeper's lock is held. */
static void append_batch(struct gilayer_queue *queue, struct gilayer_batch *batch)
{
    struct gilayer_gatekeeper *keeper = &queue->gate;

    gilayer_held_add(queue, batch);
    atomic_store(&keeper->busy, true);
    if (keeper->last != NULL)
        keeper->last->next = batch;
    else
        keeper->first = batch;
    keeper->last = batch;
    pthread_cond_broadcast(&keeper->changed);
}

VkResult gilayer_gate_admit(struct gilayer_queue *queue, struct gilayer_batch *batch)
{
    struct gilayer_gatekeeper *keeper = &queue->gate;
    VkResult result;

    pthread_mutex_lock(&keeper->lock);
    result = keeper->failure;
    if (result != VK_SUCCESS)
        goto refuse;
    if (atomic_load(&keeper->busy)) {
        append_batch(queue, batch);
        pthread_mutex_unlock(&keeper->lock);
        return VK_SUCCESS;
    }
    /* Nobody else can make the keeper busy now: the program synchronizes its use of the queue. */
    if (gilayer_gates_try(queue->device, batch)) {
        pthread_mutex_unlock(&keeper->lock);
        return gilayer_publisher_submit(queue, batch);
    }
    if (!keeper->started) {
        if (!gilayer_thread_start(&keeper->thread, "gi-gate", gate_main, queue)) {
            result = VK_ERROR_OUT_OF_HOST_MEMORY;
            goto refuse;
        }
        keeper->started = true;
    }
    append_batch(queue, batch);
    pthread_mutex_unlock(&keeper->lock);
    return VK_SUCCESS;

refuse:
    pthread_mutex_unlock(&keeper->lock);
    gilayer_batch_destroy(batch);
    return result;
}

static bool holds_fence(struct gilayer_gatekeeper *keeper, VkFence fence)
{
    if (!atomic_load(&keeper->busy))
        return false;
    pthread_mutex_lock(&keeper->lock);
    const struct gilayer_batch *batch = keeper->first;
    while (batch != NULL && batch->fence != fence)
        batch = batch->next;
    bool holds = batch != NULL || keeper->fence == fence;
    pthread_mutex_unlock(&keeper->lock);
    return holds;
}

bool gilayer_gate_holds_fence(struct gilayer_device *device, VkFence fence)
{
    struct gilayer_queue *queue = atomic_load_explicit(&device->queues, memory_order_acquire);

    while (queue != NULL && !holds_fence(&queue->gate, fence))
        queue = queue->next_queue;
    return queue != NULL;
}

VkResult gilayer_gate_drain(struct gilayer_queue *queue)
{
    struct gilayer_gatekeeper *keeper = &queue->gate;

    pthread_mutex_lock(&keeper->lock);
    while (atomic_load(&keeper->busy))
        pthread_cond_wait(&keeper->changed, &keeper->lock);
    VkResult result = keeper->failure;
    pthread_mutex_unlock(&keeper->lock);
    return result;
}

void gilayer_gatekeeper_finish(struct gilayer_queue *queue)
{
    struct gilayer_gatekeeper *keeper = &queue->gate;

    if (keeper->started) {
        pthread_mutex_lock(&keeper->lock);
        atomic_store(&keeper->stop, true);
        pthread_cond_broadcast(&keeper->changed);
        pthread_mutex_unlock(&keeper->lock);
        gi_host_semaphore_bump(&keeper->kick);
        pthread_join(keeper->thread, NULL);
    }
    while (keeper->first != NULL) {
        struct gilayer_batch *batch = keeper->first;
        keeper->first = batch->next;
        gilayer_held_remove(queue, batch);
        gilayer_batch_destroy(batch);
    }
    pthread_cond_destroy(&keeper->changed);
    pthread_mutex_destroy(&keeper->submitting);
    pthread_mutex_destroy(&keeper->lock);
}
