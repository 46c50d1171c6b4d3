#include "publish.h"

#include "held.h"
#include "queue.h"
#include "semaphore.h"
#include "thread.h"

#include <string.h>

/* How often the thread checks for its end while a fence is not signalled. */
#define STOP_CHECK_NS UINT64_C(1000000000)

void gilayer_publisher_init(struct gilayer_publisher *publisher)
{
    memset(publisher, 0, sizeof(*publisher));
    pthread_mutex_init(&publisher->lock, NULL);
    pthread_cond_init(&publisher->changed, NULL);
}

/* Signals the payloads of a batch. The publisher's lock is held. It ignores a value that a timeline
 * has already passed: that is the program's error, and no caller could get it. */
static void publish(struct gilayer_device *device, struct gilayer_batch *batch)
{
    if (batch->published)
        return;
    for (uint32_t i = 0; i < batch->publication_count; i++)
        gi_host_semaphore_signal(&batch->publications[i].payload->host,
                                 batch->publications[i].value);
    batch->published = true;
    atomic_fetch_sub(&device->publish_count, 1);
}

static void give_back(struct gilayer_queue *queue, VkFence fence)
{
    struct gilayer_publisher *publisher = &queue->publisher;

    pthread_mutex_lock(&publisher->lock);
    bool kept = publisher->spare_count < GILAYER_SPARE_FENCES;
    if (kept)
        publisher->spare[publisher->spare_count++] = fence;
    pthread_mutex_unlock(&publisher->lock);
    if (!kept)
        queue->device->next.DestroyFence(queue->device->handle, fence, NULL);
}

/* ---- the thread ---- */

static struct gilayer_batch *next_batch(struct gilayer_publisher *publisher)
{
    pthread_mutex_lock(&publisher->lock);
    while (!atomic_load(&publisher->stop) && publisher->first == NULL)
        pthread_cond_wait(&publisher->changed, &publisher->lock);
    struct gilayer_batch *batch = publisher->first;
    pthread_mutex_unlock(&publisher->lock);
    return batch;
}

static VkResult wait_until_done(struct gilayer_queue *queue, const struct gilayer_batch *batch)
{
    struct gilayer_device *device = queue->device;
    VkResult result;

    do {
        result = device->next.WaitForFences(device->handle, 1, &batch->done, VK_TRUE,
                                            STOP_CHECK_NS);
    } while (result == VK_TIMEOUT && !atomic_load(&queue->publisher.stop));
    return result;
}

static void *publisher_main(void *data)
{
    struct gilayer_queue *queue = data;
    struct gilayer_publisher *publisher = &queue->publisher;
    struct gilayer_device *device = queue->device;
    struct gilayer_batch *batch;

    while ((batch = next_batch(publisher)) != NULL) {
        /* On a lost device no signal is published. */
        bool done = wait_until_done(queue, batch) == VK_SUCCESS;
        pthread_mutex_lock(&publisher->lock);
        if (done)
            publish(device, batch);
        else if (!batch->published)
            atomic_fetch_sub(&device->publish_count, 1);
        publisher->first = batch->next;
        if (publisher->first == NULL)
            publisher->last = NULL;
        pthread_mutex_unlock(&publisher->lock);

        if (done && device->next.ResetFences(device->handle, 1, &batch->done) == VK_SUCCESS)
            give_back(queue, batch->done);
        else
            device->next.DestroyFence(device->handle, batch->done, NULL);
        gilayer_batch_destroy(batch);
    }
    return NULL;
}

/* ---- from the threads that submit ---- */

static VkResult take_fence(struct gilayer_queue *queue, VkFence *out_fence)
{
    const VkFenceCreateInfo info = { .sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO };
    struct gilayer_publisher *publisher = &queue->publisher;
    struct gilayer_device *device = queue->device;
    bool ready;

    *out_fence = VK_NULL_HANDLE;
    pthread_mutex_lock(&publisher->lock);
    if (!publisher->started)
        publisher->started =
            gilayer_thread_start(&publisher->thread, "gi-publisher", publisher_main, queue);
    ready = publisher->started;
    if (ready && publisher->spare_count != 0)
        *out_fence = publisher->spare[--publisher->spare_count];
    pthread_mutex_unlock(&publisher->lock);
    if (!ready)
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    if (*out_fence != VK_NULL_HANDLE)
        return VK_SUCCESS;
    return device->next.CreateFence(device->handle, &info, NULL, out_fence);
}

static void add(struct gilayer_queue *queue, struct gilayer_batch *batch)
{
    struct gilayer_publisher *publisher = &queue->publisher;

    batch->next = NULL;
    pthread_mutex_lock(&publisher->lock);
    atomic_fetch_add(&queue->device->publish_count, 1);
    if (publisher->last != NULL)
        publisher->last->next = batch;
    else
        publisher->first = batch;
    publisher->last = batch;
    pthread_cond_signal(&publisher->changed);
    pthread_mutex_unlock(&publisher->lock);
}

VkResult gilayer_publisher_submit(struct gilayer_queue *queue, struct gilayer_batch *batch)
{
    bool publishes = batch->publication_count != 0;
    VkFence fence = batch->fence;
    VkResult result = VK_SUCCESS;

    if (publishes)
        result = take_fence(queue, &batch->done);
    if (result == VK_SUCCESS)
        result = gilayer_batch_submit(queue, batch, publishes ? batch->done : fence);
    gilayer_held_remove(queue, batch);
    if (result != VK_SUCCESS) {
        if (batch->done != VK_NULL_HANDLE)
            give_back(queue, batch->done);
        gilayer_batch_destroy(batch);
        return result;
    }
    if (!publishes) {
        gilayer_batch_destroy(batch);
        return VK_SUCCESS;
    }
    add(queue, batch);
    if (fence == VK_NULL_HANDLE)
        return VK_SUCCESS;
    /* A fence covers all earlier submits, so the program's fence follows the layer's. */
    return queue->device->next.QueueSubmit(queue->handle, 0, NULL, fence);
}

void gilayer_publish_done(struct gilayer_device *device)
{
    if (atomic_load(&device->publish_count) == 0)
        return;
    struct gilayer_queue *queue = atomic_load_explicit(&device->queues, memory_order_acquire);
    for (; queue != NULL; queue = queue->next_queue) {
        pthread_mutex_lock(&queue->publisher.lock);
        struct gilayer_batch *batch = queue->publisher.first;
        while (batch != NULL &&
               (batch->published ||
                device->next.GetFenceStatus(device->handle, batch->done) == VK_SUCCESS)) {
            publish(device, batch);
            batch = batch->next;
        }
        pthread_mutex_unlock(&queue->publisher.lock);
    }
}

void gilayer_publisher_finish(struct gilayer_queue *queue)
{
    struct gilayer_publisher *publisher = &queue->publisher;
    struct gilayer_device *device = queue->device;

    if (publisher->started) {
        pthread_mutex_lock(&publisher->lock);
        atomic_store(&publisher->stop, true);
        pthread_cond_broadcast(&publisher->changed);
        pthread_mutex_unlock(&publisher->lock);
        pthread_join(publisher->thread, NULL);
    }
    for (uint32_t i = 0; i < publisher->spare_count; i++)
        device->next.DestroyFence(device->handle, publisher->spare[i], NULL);
    pthread_cond_destroy(&publisher->changed);
    pthread_mutex_destroy(&publisher->lock);
}
