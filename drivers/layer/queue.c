#include "queue.h"

#include <stdlib.h>

static struct gilayer_queue *find_queue(const struct gilayer_device *device, VkQueue handle)
{
    struct gilayer_queue *queue = atomic_load_explicit(&device->queues, memory_order_acquire);

    while (queue != NULL && queue->handle != handle)
        queue = queue->next_queue;
    return queue;
}

struct gilayer_queue *gilayer_queue_of(struct gilayer_device *device, VkQueue handle)
{
    struct gilayer_queue *queue = find_queue(device, handle);

    if (queue != NULL)
        return queue;
    pthread_mutex_lock(&device->lock);
    queue = find_queue(device, handle);
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

    /* First stop all submits; then the publishers can finish. */
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
