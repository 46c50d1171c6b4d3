#include "binder.h"

#include "base/clock.h"
#include "base/process.h"
#include "vulkan/device/device.h"
#include "vulkan/queue/queue.h"

/* A thread sleeps at most this long within the driver: see wait.c. */
#define GIVK_FENCE_PIECE_NS UINT64_C(20000000)

void givk_binder_init(struct givk_device *dev)
{
    pthread_mutex_init(&dev->binder.lock, NULL);
    for (uint32_t i = 0; i < GIVK_MAX_QUEUES; i++)
        pthread_mutex_init(&dev->binder.sites[i].lock, NULL);
}

void givk_binder_finish(struct givk_device *dev)
{
    struct givk_binder *binder = &dev->binder;

    dev->vk.DestroyCommandPool(dev->handle, binder->pool, NULL);
    dev->vk.DestroyFence(dev->handle, binder->fence, NULL);
    for (uint32_t i = 0; i < GIVK_MAX_QUEUES; i++)
        pthread_mutex_destroy(&binder->sites[i].lock);
    pthread_mutex_destroy(&binder->lock);
}

/* ---- queues -------------------------------------------------------------------------------- */

void givk_binder_note(struct givk_device *dev, uint32_t index, struct givk_queue *queue)
{
    struct givk_queue_site *site = &dev->binder.sites[index];

    pthread_mutex_lock(&site->lock);
    site->open = queue;
    pthread_mutex_unlock(&site->lock);
}

void givk_binder_begin_submit(struct givk_device *dev, uint32_t index)
{
    if (dev->plan->ranges == GIVK_RANGES_SPARSE)
        pthread_mutex_lock(&dev->binder.sites[index].lock);
}

void givk_binder_end_submit(struct givk_device *dev, uint32_t index)
{
    if (dev->plan->ranges == GIVK_RANGES_SPARSE)
        pthread_mutex_unlock(&dev->binder.sites[index].lock);
}

static bool givk_is_idle(struct givk_device *dev, uint32_t index)
{
    struct givk_queue_site *site = &dev->binder.sites[index];
    bool is_idle = true;
    uint64_t reached;

    pthread_mutex_lock(&site->lock);
    if (site->open != NULL)
        is_idle = givk_queue_reached(site->open, &reached) == VK_SUCCESS &&
                  reached >= atomic_load(&site->open->submitted);
    pthread_mutex_unlock(&site->lock);
    return is_idle;
}

/** The last idle queue of a mask, else its first: streams share that one, and it never waits for
 *  other programs. */
static uint32_t givk_choose_queue(struct givk_device *dev, uint32_t mask)
{
    for (uint32_t i = dev->plan->queue_count; i-- > 0;) {
        if ((mask >> i & 1) != 0 && givk_is_idle(dev, i))
            return i;
    }
    return (uint32_t)__builtin_ctz(mask);
}

static VkQueue givk_vulkan_queue(struct givk_device *dev, uint32_t index)
{
    uint32_t family, number;
    VkQueue queue;

    givk_plan_queue(dev->plan, index, &family, &number);
    dev->vk.GetDeviceQueue(dev->handle, family, number, &queue);
    return queue;
}

/* ---- fences: the lock of the binder is held ------------------------------------------------ */

static VkResult givk_ready_fence(struct givk_device *dev)
{
    const VkFenceCreateInfo info = { .sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO };

    if (dev->binder.fence == VK_NULL_HANDLE)
        return dev->vk.CreateFence(dev->handle, &info, NULL, &dev->binder.fence);
    return dev->vk.ResetFences(dev->handle, 1, &dev->binder.fence);
}

/** Polls as long as the plan says, and then sleeps. */
static VkResult givk_await_fence(struct givk_device *dev)
{
    int64_t end = gi_deadline_ns((uint64_t)dev->plan->caller_spin_ns);
    VkResult result = dev->vk.GetFenceStatus(dev->handle, dev->binder.fence);

    while (result == VK_NOT_READY && gi_now_ns() < end)
        result = dev->vk.GetFenceStatus(dev->handle, dev->binder.fence);
    while ((result == VK_NOT_READY || result == VK_TIMEOUT) && !gi_process_is_leaving())
        result = dev->vk.WaitForFences(dev->handle, 1, &dev->binder.fence, VK_TRUE,
                                       GIVK_FENCE_PIECE_NS);
    return result;
}

/* ---- binding ------------------------------------------------------------------------------- */

static VkResult givk_submit_bind(struct givk_device *dev, const VkBindSparseInfo *info)
{
    const struct givk_sparse_plan *sparse = &dev->plan->sparse;
    VkQueue queue;
    VkResult result;
    uint32_t index;

    if (sparse->has_own_queue) {
        dev->vk.GetDeviceQueue(dev->handle, sparse->own_family, 0, &queue);
        return dev->vk.QueueBindSparse(queue, 1, info, dev->binder.fence);
    }
    index = givk_choose_queue(dev, sparse->queues);
    queue = givk_vulkan_queue(dev, index);
    givk_binder_begin_submit(dev, index);
    result = dev->vk.QueueBindSparse(queue, 1, info, dev->binder.fence);
    givk_binder_end_submit(dev, index);
    return result;
}

VkResult givk_binder_bind(struct givk_device *dev, VkBuffer buffer, const VkSparseMemoryBind *binds,
                          uint32_t count)
{
    const VkSparseBufferMemoryBindInfo part = { buffer, count, binds };
    const VkBindSparseInfo info = {
        .sType = VK_STRUCTURE_TYPE_BIND_SPARSE_INFO,
        .bufferBindCount = 1,
        .pBufferBinds = &part,
    };
    VkResult result;

    pthread_mutex_lock(&dev->binder.lock);
    result = givk_ready_fence(dev);
    if (result == VK_SUCCESS)
        result = givk_submit_bind(dev, &info);
    if (result == VK_SUCCESS)
        result = givk_await_fence(dev);
    pthread_mutex_unlock(&dev->binder.lock);
    return result;
}

/* ---- clearing ------------------------------------------------------------------------------ */

/** The queues that clear: those of the first family, whose pool there is. */
static uint32_t givk_clearing_queues(const struct givk_plan *plan)
{
    return (uint32_t)((UINT64_C(1) << plan->families[0].queue_count) - 1);
}

static VkResult givk_ready_commands(struct givk_device *dev)
{
    struct givk_binder *binder = &dev->binder;
    VkCommandPoolCreateInfo pool = {
        .sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
        .flags = VK_COMMAND_POOL_CREATE_TRANSIENT_BIT |
                 VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT,
        .queueFamilyIndex = dev->plan->families[0].family,
    };
    VkCommandBufferAllocateInfo info = {
        .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
        .level = VK_COMMAND_BUFFER_LEVEL_PRIMARY,
        .commandBufferCount = 1,
    };
    VkResult result = VK_SUCCESS;

    if (binder->pool == VK_NULL_HANDLE)
        result = dev->vk.CreateCommandPool(dev->handle, &pool, NULL, &binder->pool);
    info.commandPool = binder->pool;
    if (result == VK_SUCCESS && binder->commands == NULL)
        result = dev->vk.AllocateCommandBuffers(dev->handle, &info, &binder->commands);
    return result;
}

static VkResult givk_record_clear(struct givk_device *dev, VkBuffer buffer, uint64_t size_bytes)
{
    VkCommandBuffer commands = dev->binder.commands;
    const VkCommandBufferBeginInfo begin = {
        .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
        .flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT,
    };
    const VkMemoryBarrier barrier = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
        .srcAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT,
        .dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT,
    };
    uint64_t most = dev->plan->piece_bytes, piece;
    VkResult result = dev->vk.BeginCommandBuffer(commands, &begin);

    if (result != VK_SUCCESS)
        return result;
    for (uint64_t at = 0; at < size_bytes; at += piece) {
        piece = size_bytes - at < most ? size_bytes - at : most;
        dev->vk.CmdFillBuffer(commands, buffer, at, piece, 0);
    }
    dev->vk.CmdPipelineBarrier(commands, VK_PIPELINE_STAGE_TRANSFER_BIT,
                               VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0, 1, &barrier, 0, NULL, 0,
                               NULL);
    return dev->vk.EndCommandBuffer(commands);
}

static VkResult givk_submit_clear(struct givk_device *dev)
{
    const VkSubmitInfo info = {
        .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
        .commandBufferCount = 1,
        .pCommandBuffers = &dev->binder.commands,
    };
    uint32_t index = givk_choose_queue(dev, givk_clearing_queues(dev->plan));
    VkQueue queue = givk_vulkan_queue(dev, index);
    VkResult result;

    givk_binder_begin_submit(dev, index);
    result = dev->vk.QueueSubmit(queue, 1, &info, dev->binder.fence);
    givk_binder_end_submit(dev, index);
    return result;
}

VkResult givk_binder_clear(struct givk_device *dev, VkBuffer buffer, uint64_t size_bytes)
{
    VkResult result;

    pthread_mutex_lock(&dev->binder.lock);
    result = givk_ready_fence(dev);
    if (result == VK_SUCCESS)
        result = givk_ready_commands(dev);
    if (result == VK_SUCCESS)
        result = givk_record_clear(dev, buffer, size_bytes);
    if (result == VK_SUCCESS)
        result = givk_submit_clear(dev);
    if (result == VK_SUCCESS)
        result = givk_await_fence(dev);
    pthread_mutex_unlock(&dev->binder.lock);
    return result;
}
