/* Commands on a queue that can block: they wait until the queue holds no batch. */
#include "devices.h"
#include "entries.h"
#include "queue.h"
#include "semaphore.h"

GILAYER_ENTRY gilayer_QueueWaitIdle(VkQueue handle)
{
    struct gilayer_device *device = gilayer_device_of(handle);
    struct gilayer_queue *queue = device->active ? gilayer_queue_of(device, handle) : NULL;
    VkResult result = queue != NULL ? gilayer_gate_drain(queue) : VK_SUCCESS;

    if (result != VK_SUCCESS)
        return result;
    result = device->next.QueueWaitIdle(handle);
    gilayer_publish_done(device);
    return result;
}

GILAYER_ENTRY gilayer_DeviceWaitIdle(VkDevice handle)
{
    struct gilayer_device *device = gilayer_device_of(handle);
    struct gilayer_queue *queue = atomic_load_explicit(&device->queues, memory_order_acquire);

    for (; queue != NULL; queue = queue->next_queue) {
        VkResult result = gilayer_gate_drain(queue);
        if (result != VK_SUCCESS)
            return result;
    }
    VkResult result = device->next.DeviceWaitIdle(handle);
    gilayer_publish_done(device);
    return result;
}

/* A present returns its result, so the caller waits here for the shared semaphores. */
GILAYER_ENTRY gilayer_QueuePresentKHR(VkQueue handle, const VkPresentInfoKHR *info)
{
    struct gilayer_device *device = gilayer_device_of(handle);
    struct gilayer_queue *queue = device->active ? gilayer_queue_of(device, handle) : NULL;
    VkPresentInfoKHR rest = *info;

    if (queue == NULL)
        return device->next.QueuePresentKHR(handle, info);
    VkResult result = gilayer_gate_drain(queue);
    if (result != VK_SUCCESS)
        return result;
    struct gilayer_batch *batch = gilayer_batch_empty();
    if (batch == NULL)
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    result = VK_ERROR_OUT_OF_HOST_MEMORY;
    struct gilayer_op *ops =
        gilayer_arena_alloc(&batch->arena, info->waitSemaphoreCount, sizeof(*ops));
    VkSemaphore *handles =
        gilayer_arena_alloc(&batch->arena, info->waitSemaphoreCount, sizeof(*handles));
    if (ops == NULL || handles == NULL)
        goto destroy;
    for (uint32_t i = 0; i < info->waitSemaphoreCount; i++)
        ops[i].semaphore = info->pWaitSemaphores[i];
    result = gilayer_batch_resolve(queue, batch, ops, info->waitSemaphoreCount, NULL, 0);
    if (result != VK_SUCCESS)
        goto destroy;
    gilayer_gates_pass(device, batch, NULL);
    for (uint32_t i = 0; i < batch->wait_count; i++)
        handles[i] = batch->waits[i].semaphore;
    rest.waitSemaphoreCount = batch->wait_count;
    rest.pWaitSemaphores = handles;
    result = device->next.QueuePresentKHR(handle, &rest);

destroy:
    gilayer_batch_destroy(batch);
    return result;
}

/* Labels go to the driver on the program's thread. Only one thread may use a queue at a time. So a
 * label waits while the queue's thread submits a held batch, but never for a gate. */
static pthread_mutex_t *lock_queue(struct gilayer_device *device, VkQueue handle)
{
    struct gilayer_queue *queue = device->active ? gilayer_queue_of(device, handle) : NULL;

    if (queue == NULL)
        return NULL;
    pthread_mutex_lock(&queue->gate.submitting);
    return &queue->gate.submitting;
}

static void unlock_queue(pthread_mutex_t *lock)
{
    if (lock != NULL)
        pthread_mutex_unlock(lock);
}

GILAYER_VOID_ENTRY gilayer_QueueBeginDebugUtilsLabelEXT(VkQueue handle,
                                                        const VkDebugUtilsLabelEXT *label)
{
    struct gilayer_device *device = gilayer_device_of(handle);
    pthread_mutex_t *lock = lock_queue(device, handle);

    device->next.QueueBeginDebugUtilsLabelEXT(handle, label);
    unlock_queue(lock);
}

GILAYER_VOID_ENTRY gilayer_QueueEndDebugUtilsLabelEXT(VkQueue handle)
{
    struct gilayer_device *device = gilayer_device_of(handle);
    pthread_mutex_t *lock = lock_queue(device, handle);

    device->next.QueueEndDebugUtilsLabelEXT(handle);
    unlock_queue(lock);
}

GILAYER_VOID_ENTRY gilayer_QueueInsertDebugUtilsLabelEXT(VkQueue handle,
                                                         const VkDebugUtilsLabelEXT *label)
{
    struct gilayer_device *device = gilayer_device_of(handle);
    pthread_mutex_t *lock = lock_queue(device, handle);

    device->next.QueueInsertDebugUtilsLabelEXT(handle, label);
    unlock_queue(lock);
}
