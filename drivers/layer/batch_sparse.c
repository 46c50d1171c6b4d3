/* Makes batches of vkQueueBindSparse. */
#include "batch.h"
#include "batch_parts.h"
#include "queue.h"

/* The three kinds of binds differ only in type. Each is copied with the list that it points to. */
static bool copy_buffers(struct gilayer_arena *arena, const VkBindSparseInfo *from,
                         VkBindSparseInfo *to)
{
    VkSparseBufferMemoryBindInfo *list;

    if (!gilayer_arena_copy(arena, from->pBufferBinds, from->bufferBindCount, sizeof(*list), &list))
        return false;
    for (uint32_t i = 0; i < from->bufferBindCount; i++) {
        if (!gilayer_arena_copy(arena, from->pBufferBinds[i].pBinds, list[i].bindCount,
                                sizeof(VkSparseMemoryBind), &list[i].pBinds))
            return false;
    }
    to->pBufferBinds = list;
    return true;
}

static bool copy_opaque_images(struct gilayer_arena *arena, const VkBindSparseInfo *from,
                               VkBindSparseInfo *to)
{
    VkSparseImageOpaqueMemoryBindInfo *list;

    if (!gilayer_arena_copy(arena, from->pImageOpaqueBinds, from->imageOpaqueBindCount,
                            sizeof(*list), &list))
        return false;
    for (uint32_t i = 0; i < from->imageOpaqueBindCount; i++) {
        if (!gilayer_arena_copy(arena, from->pImageOpaqueBinds[i].pBinds, list[i].bindCount,
                                sizeof(VkSparseMemoryBind), &list[i].pBinds))
            return false;
    }
    to->pImageOpaqueBinds = list;
    return true;
}

static bool copy_images(struct gilayer_arena *arena, const VkBindSparseInfo *from,
                        VkBindSparseInfo *to)
{
    VkSparseImageMemoryBindInfo *list;

    if (!gilayer_arena_copy(arena, from->pImageBinds, from->imageBindCount, sizeof(*list), &list))
        return false;
    for (uint32_t i = 0; i < from->imageBindCount; i++) {
        if (!gilayer_arena_copy(arena, from->pImageBinds[i].pBinds, list[i].bindCount,
                                sizeof(VkSparseImageMemoryBind), &list[i].pBinds))
            return false;
    }
    to->pImageBinds = list;
    return true;
}

static bool write_bind(struct gilayer_batch *batch, const VkBindSparseInfo *from, bool has_values)
{
    VkBindSparseInfo *to = &batch->info.bind;

    *to = *from;
    to->waitSemaphoreCount = batch->wait_count;
    to->signalSemaphoreCount = batch->signal_count;
    return copy_buffers(&batch->arena, from, to) && copy_opaque_images(&batch->arena, from, to) &&
           copy_images(&batch->arena, from, to) &&
           gilayer_batch_copy_chain(batch, from->pNext, &to->pNext) &&
           gilayer_batch_write_handles(batch, batch->waits, batch->wait_count,
                                       &to->pWaitSemaphores) &&
           gilayer_batch_write_handles(batch, batch->signals, batch->signal_count,
                                       &to->pSignalSemaphores) &&
           (!has_values || gilayer_batch_write_values(batch, &to->pNext));
}

VkResult gilayer_batch_from_bind(const struct gilayer_queue *queue, const VkBindSparseInfo *info,
                                 struct gilayer_batch **out)
{
    static const VkTimelineSemaphoreSubmitInfo no_values;
    const VkTimelineSemaphoreSubmitInfo *found =
        gilayer_find_struct(info->pNext, VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO);
    const VkTimelineSemaphoreSubmitInfo *values = found != NULL ? found : &no_values;
    struct gilayer_batch *batch = gilayer_batch_empty();

    *out = NULL;
    if (batch == NULL)
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    batch->kind = GILAYER_BIND_SPARSE;
    struct gilayer_op *waits =
        gilayer_batch_read_ops(batch, info->pWaitSemaphores, info->waitSemaphoreCount,
                               values->pWaitSemaphoreValues, values->waitSemaphoreValueCount);
    struct gilayer_op *signals =
        gilayer_batch_read_ops(batch, info->pSignalSemaphores, info->signalSemaphoreCount,
                               values->pSignalSemaphoreValues, values->signalSemaphoreValueCount);
    if (waits == NULL || signals == NULL ||
        gilayer_batch_resolve(queue, batch, waits, info->waitSemaphoreCount, signals,
                              info->signalSemaphoreCount) != VK_SUCCESS ||
        !write_bind(batch, info, found != NULL)) {
        gilayer_batch_destroy(batch);
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    }
    *out = batch;
    return VK_SUCCESS;
}
