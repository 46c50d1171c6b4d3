#include "loss.h"

#include <time.h>

#include "vulkan/device/device.h"

/* The shortest time between two such questions. */
#define GIVK_ASK_NS INT64_C(250000000)

static int64_t givk_coarse_now_ns(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

void givk_loss_note_submit(struct givk_queue *queue)
{
    if (givk_device_from(queue->base.device)->plan->submits_tell_loss)
        atomic_store_explicit(&queue->asked_ns, givk_coarse_now_ns(), memory_order_relaxed);
}

VkResult givk_loss_ask(struct givk_queue *queue)
{
    struct givk_device *dev = givk_device_from(queue->base.device);
    int_fast64_t asked_ns = atomic_load_explicit(&queue->asked_ns, memory_order_relaxed);
    int64_t now_ns;
    VkResult result;

    if (!dev->plan->submits_tell_loss || dev->plan->ranges != GIVK_RANGES_SPARSE)
        return VK_SUCCESS;
    if (atomic_load_explicit(&dev->is_lost, memory_order_relaxed))
        return VK_ERROR_DEVICE_LOST;
    now_ns = givk_coarse_now_ns();
    if (now_ns - asked_ns < GIVK_ASK_NS ||
        !atomic_compare_exchange_strong(&queue->asked_ns, &asked_ns, now_ns))
        return VK_SUCCESS;
    pthread_mutex_lock(&dev->binder.sites[queue->base.index].lock);      /* of all submits to it */
    result = dev->vk.QueueSubmit(queue->handle, 0, NULL, VK_NULL_HANDLE);
    pthread_mutex_unlock(&dev->binder.sites[queue->base.index].lock);
    if (result != VK_ERROR_DEVICE_LOST)
        return VK_SUCCESS;
    atomic_store(&dev->is_lost, true);
    return result;
}
