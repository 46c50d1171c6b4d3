#include "held.h"

#include "queue.h"

void gilayer_held_add(struct gilayer_queue *queue, struct gilayer_batch *batch)
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

void gilayer_held_remove(struct gilayer_queue *queue, struct gilayer_batch *batch)
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

bool gilayer_held_has(struct gilayer_device *device, uint64_t batch_id)
{
    pthread_mutex_lock(&device->lock);
    const struct gilayer_held_signal *at = device->held_signals;
    while (at != NULL && at->batch_id != batch_id)
        at = at->next;
    pthread_mutex_unlock(&device->lock);
    return at != NULL;
}

bool gilayer_held_names(const struct gilayer_device *device, VkSemaphore semaphore)
{
    const struct gilayer_held_signal *at = device->held_signals;

    while (at != NULL && at->semaphore != semaphore)
        at = at->next;
    return at != NULL;
}

uint64_t gilayer_held_elsewhere(const struct gilayer_device *device,
                                const struct gilayer_queue *queue, VkSemaphore semaphore)
{
    const struct gilayer_held_signal *at = device->held_signals;

    while (at != NULL && (at->semaphore != semaphore || at->queue == queue))
        at = at->next;
    return at != NULL ? at->batch_id : 0;
}
