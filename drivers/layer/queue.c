#include "queue.h"

#include <stdlib.h>

static struct gilayer_queue *find(const struct gilayer_device *device, VkQueue handle)
{
    struct gilayer_queue *queue = atomic_load_explicit(&device->queues, memory_order_acquire);

    while (queue != NULL && queue->handle != handle)
        queue = queue->next_queue;
    return queue;
}

struct gilayer_queue *gilayer_queue_of(struct gilayer_device *device, VkQueue handle)
{
    struct gilayer_queue *queue = find(device, handle);

    if (queue != NULL)
        return queue;
    pthread_mutex_lock(&device->lock);
    queue = find(device, handle);
    if (queue == NULL)
        queue = calloc(1, sizeof(*queue));
    if (queue != NULL && queue->device == NULL) {
        queue->device = device;
        queue->handle = handle;
        gilayer_gatekeeper_init(&queue->gate);
        gilayer_publisher_init(&queue->publisher);
        queue->next_queue = atomic_load(&device->queues);
        atomic_store_explicit(&device->queues, queue, memory_order_release);
    }
    pthread_mutex_unlock(&device->lock);
    return queue;
}

void gilayer_queues_finish(struct gilayer_device *device)
{
    struct gilayer_queue *queue = atomic_load(&device->queues);

    /* Nothing may be submitted any more when the publishers make their last round. */
    for (struct gilayer_queue *at = queue; at != NULL; at = at->next_queue)
        gilayer_gatekeeper_finish(at);
    while (queue != NULL) {
        struct gilayer_queue *next = queue->next_queue;
        gilayer_publisher_finish(queue);
        free(queue);
        queue = next;
    }
    atomic_store(&device->queues, NULL);
}

void gilayer_queue_remember_held(struct gilayer_queue *queue, struct gilayer_batch *batch)
{
    struct gilayer_device *device = queue->device;

    pthread_mutex_lock(&device->lock);
    for (uint32_t i = 0; i < batch->signal_count; i++) {
        struct gilayer_held_signal *held = &batch->held_signals[i];
        if (held->semaphore == VK_NULL_HANDLE)
            continue;
        held->queue = queue;
        held->batch_id = batch->id;
        held->next = device->held_signals;
        device->held_signals = held;
        atomic_fetch_add(&device->held_count, 1);
    }
    pthread_mutex_unlock(&device->lock);
}

void gilayer_queue_forget_held(struct gilayer_queue *queue, struct gilayer_batch *batch)
{
    struct gilayer_device *device = queue->device;

    if (atomic_load(&device->held_count) == 0)
        return;
    pthread_mutex_lock(&device->lock);
    for (struct gilayer_held_signal **at = &device->held_signals; *at != NULL;) {
        if ((*at)->batch_id == batch->id) {
            *at = (*at)->next;
            atomic_fetch_sub(&device->held_count, 1);
        } else {
            at = &(*at)->next;
        }
    }
    pthread_mutex_unlock(&device->lock);
}

VkResult gilayer_queue_emit(struct gilayer_queue *queue, struct gilayer_batch *batch)
{
    bool publishes = batch->publication_count != 0;
    VkFence fence = batch->fence;
    VkResult result = VK_SUCCESS;

    if (publishes)
        result = gilayer_publisher_take_fence(queue, &batch->done);
    if (result == VK_SUCCESS)
        result = gilayer_batch_submit(queue, batch, publishes ? batch->done : fence);
    gilayer_queue_forget_held(queue, batch);
    if (result != VK_SUCCESS) {
        if (batch->done != VK_NULL_HANDLE)
            gilayer_publisher_give_back(queue, batch->done);
        gilayer_batch_destroy(batch);
        return result;
    }
    if (!publishes) {
        gilayer_batch_destroy(batch);
        return VK_SUCCESS;
    }
    gilayer_publisher_add(queue, batch);
    if (fence == VK_NULL_HANDLE)
        return VK_SUCCESS;
    /* A fence covers all that was submitted before, so the program's comes after the layer's. */
    return queue->device->next.QueueSubmit(queue->handle, 0, NULL, fence);
}
