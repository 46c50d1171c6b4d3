/* vkQueueSubmit, vkQueueSubmit2 and vkQueueBindSparse. The call goes to the driver unchanged if it
 * names no shared semaphore and the queue holds no batch. */
#include "devices.h"
#include "entries.h"
#include "held.h"
#include "queue.h"
#include "semaphore.h"

/* Tells whether the layer must act on a semaphore. The device's lock is held. */
static bool concerns(const struct gilayer_device *device, VkSemaphore semaphore)
{
    return gilayer_held_names(device, semaphore) ||
           gilayer_semaphore_is_shared(device, semaphore);
}

static bool any_concerns(const struct gilayer_device *device, const VkSemaphore *semaphores,
                         uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        if (concerns(device, semaphores[i]))
            return true;
    }
    return false;
}

static bool any_info_concerns(const struct gilayer_device *device,
                              const VkSemaphoreSubmitInfo *infos, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        if (concerns(device, infos[i].semaphore))
            return true;
    }
    return false;
}

static void destroy_list(struct gilayer_batch *first)
{
    while (first != NULL) {
        struct gilayer_batch *next = first->next;
        gilayer_batch_destroy(first);
        first = next;
    }
}

/* Admits the batches of one call in order. The fence goes with the last one. */
static VkResult admit_list(struct gilayer_queue *queue, struct gilayer_batch *first, VkFence fence)
{
    VkResult result = VK_SUCCESS;

    if (first == NULL && fence == VK_NULL_HANDLE)
        return VK_SUCCESS;
    if (first == NULL)
        first = gilayer_batch_empty();
    if (first == NULL)
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    while (first != NULL && result == VK_SUCCESS) {
        struct gilayer_batch *next = first->next;
        first->next = NULL;
        if (next == NULL)
            first->fence = fence;
        result = gilayer_gate_admit(queue, first);
        first = next;
    }
    destroy_list(first);
    return result;
}

/* ---- the three commands differ in the struct they take, and share the rest ---- */

struct form {
    size_t info_bytes;
    bool (*concerns)(const struct gilayer_device *device, const void *info);
    VkResult (*make)(const struct gilayer_queue *queue, const void *info,
                     struct gilayer_batch **out);
};

static const void *info_at(const struct form *form, const void *infos, uint32_t index)
{
    return (const char *)infos + index * form->info_bytes;
}

/* Returns the queue if the layer must act on this call, else NULL. */
static struct gilayer_queue *queue_to_work_on(const struct form *form, VkQueue handle,
                                              uint32_t count, const void *infos)
{
    struct gilayer_device *device = gilayer_device_of(handle);
    struct gilayer_queue *queue = device->active ? gilayer_queue_of(device, handle) : NULL;
    bool ours = false;

    if (queue == NULL || atomic_load(&queue->gate.busy))
        return queue;
    if (atomic_load(&device->shared_count) == 0 && atomic_load(&device->held_count) == 0)
        return NULL;
    pthread_mutex_lock(&device->lock);
    for (uint32_t i = 0; i < count && !ours; i++)
        ours = form->concerns(device, info_at(form, infos, i));
    pthread_mutex_unlock(&device->lock);
    return ours ? queue : NULL;
}

/* Makes all batches before it admits the first, so that a lack of memory submits nothing. */
static VkResult submit(const struct form *form, struct gilayer_queue *queue, uint32_t count,
                       const void *infos, VkFence fence)
{
    struct gilayer_batch *first = NULL, **last = &first;

    for (uint32_t i = 0; i < count; i++) {
        VkResult result = form->make(queue, info_at(form, infos, i), last);
        if (result != VK_SUCCESS) {
            destroy_list(first);
            return result;
        }
        last = &(*last)->next;
    }
    return admit_list(queue, first, fence);
}

static bool submit_concerns(const struct gilayer_device *device, const void *data)
{
    const VkSubmitInfo *info = data;
    return any_concerns(device, info->pWaitSemaphores, info->waitSemaphoreCount) ||
           any_concerns(device, info->pSignalSemaphores, info->signalSemaphoreCount);
}

static VkResult submit_make(const struct gilayer_queue *queue, const void *info,
                            struct gilayer_batch **out)
{
    return gilayer_batch_from_submit(queue, info, out);
}

GILAYER_ENTRY gilayer_QueueSubmit(VkQueue handle, uint32_t count, const VkSubmitInfo *infos,
                                  VkFence fence)
{
    static const struct form form = { sizeof(*infos), submit_concerns, submit_make };
    struct gilayer_queue *queue = queue_to_work_on(&form, handle, count, infos);

    if (queue == NULL)
        return gilayer_device_of(handle)->next.QueueSubmit(handle, count, infos, fence);
    return submit(&form, queue, count, infos, fence);
}

static bool submit2_concerns(const struct gilayer_device *device, const void *data)
{
    const VkSubmitInfo2 *info = data;
    return any_info_concerns(device, info->pWaitSemaphoreInfos, info->waitSemaphoreInfoCount) ||
           any_info_concerns(device, info->pSignalSemaphoreInfos, info->signalSemaphoreInfoCount);
}

static VkResult submit2_make(const struct gilayer_queue *queue, const void *info,
                             struct gilayer_batch **out)
{
    return gilayer_batch_from_submit2(queue, info, out);
}

GILAYER_ENTRY gilayer_QueueSubmit2(VkQueue handle, uint32_t count, const VkSubmitInfo2 *infos,
                                   VkFence fence)
{
    static const struct form form = { sizeof(*infos), submit2_concerns, submit2_make };
    struct gilayer_queue *queue = queue_to_work_on(&form, handle, count, infos);

    if (queue == NULL)
        return gilayer_device_of(handle)->next.QueueSubmit2(handle, count, infos, fence);
    return submit(&form, queue, count, infos, fence);
}

static bool bind_concerns(const struct gilayer_device *device, const void *data)
{
    const VkBindSparseInfo *info = data;
    return any_concerns(device, info->pWaitSemaphores, info->waitSemaphoreCount) ||
           any_concerns(device, info->pSignalSemaphores, info->signalSemaphoreCount);
}

static VkResult bind_make(const struct gilayer_queue *queue, const void *info,
                          struct gilayer_batch **out)
{
    return gilayer_batch_from_bind(queue, info, out);
}

GILAYER_ENTRY gilayer_QueueBindSparse(VkQueue handle, uint32_t count,
                                      const VkBindSparseInfo *infos, VkFence fence)
{
    static const struct form form = { sizeof(*infos), bind_concerns, bind_make };
    struct gilayer_queue *queue = queue_to_work_on(&form, handle, count, infos);

    if (queue == NULL)
        return gilayer_device_of(handle)->next.QueueBindSparse(handle, count, infos, fence);
    return submit(&form, queue, count, infos, fence);
}
