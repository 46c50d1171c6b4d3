/* Makes batches of vkQueueSubmit and vkQueueSubmit2; batch_sparse.c makes those of sparse binds. */
#include "batch.h"

#include "batch_parts.h"
#include "held.h"
#include "queue.h"
#include "semaphore.h"

#include <stdlib.h>

struct gilayer_batch *gilayer_batch_empty(void)
{
    struct gilayer_batch *batch = calloc(1, sizeof(*batch));

    if (batch != NULL)
        batch->kind = GILAYER_FENCE_ONLY;
    return batch;
}

void gilayer_batch_destroy(struct gilayer_batch *batch)
{
    if (batch == NULL)
        return;
    for (uint32_t i = 0; i < batch->gate_count; i++)
        gilayer_payload_put(batch->gates[i].payload);
    for (uint32_t i = 0; i < batch->publication_count; i++)
        gilayer_payload_put(batch->publications[i].payload);
    gilayer_arena_finish(&batch->arena);
    free(batch);
}

/* ---- waits and signals ---- */

static void resolve_wait(const struct gilayer_queue *queue, struct gilayer_batch *batch,
                         const struct gilayer_op *op)
{
    struct gilayer_target target = gilayer_semaphore_take(queue->device, op->semaphore);
    uint64_t held_by = 0;

    if (target.payload == NULL) {
        batch->waits[batch->wait_count++] = *op;
        held_by = gilayer_held_elsewhere(queue->device, queue, op->semaphore);
        if (held_by == 0)
            return;
    }
    batch->gates[batch->gate_count++] = (struct gilayer_gate){
        .payload = target.payload,
        .value = op->value,
        .held_by = held_by,
    };
}

static void resolve_signal(const struct gilayer_queue *queue, struct gilayer_batch *batch,
                           const struct gilayer_op *op)
{
    struct gilayer_target target = gilayer_semaphore_look(queue->device, op->semaphore);

    if (target.payload != NULL) {
        batch->publications[batch->publication_count++] =
            (struct gilayer_publication){ target.payload, op->value };
        return;
    }
    /* For a timeline the driver can wait before the signal is submitted; for a binary semaphore
     * not. */
    if (!target.timeline)
        batch->held_signals[batch->signal_count].semaphore = op->semaphore;
    batch->signals[batch->signal_count++] = *op;
}

VkResult gilayer_batch_resolve(const struct gilayer_queue *queue, struct gilayer_batch *batch,
                               const struct gilayer_op *waits, uint32_t wait_count,
                               const struct gilayer_op *signals, uint32_t signal_count)
{
    struct gilayer_arena *arena = &batch->arena;

    batch->waits = gilayer_arena_alloc(arena, wait_count, sizeof(*batch->waits));
    batch->gates = gilayer_arena_alloc(arena, wait_count, sizeof(*batch->gates));
    batch->signals = gilayer_arena_alloc(arena, signal_count, sizeof(*batch->signals));
    batch->publications = gilayer_arena_alloc(arena, signal_count, sizeof(*batch->publications));
    batch->held_signals = gilayer_arena_alloc(arena, signal_count, sizeof(*batch->held_signals));
    if (batch->waits == NULL || batch->gates == NULL || batch->signals == NULL ||
        batch->publications == NULL || batch->held_signals == NULL)
        return VK_ERROR_OUT_OF_HOST_MEMORY;

    pthread_mutex_lock(&queue->device->lock);
    batch->id = ++queue->device->last_batch_id;
    for (uint32_t i = 0; i < wait_count; i++)
        resolve_wait(queue, batch, &waits[i]);
    for (uint32_t i = 0; i < signal_count; i++)
        resolve_signal(queue, batch, &signals[i]);
    pthread_mutex_unlock(&queue->device->lock);
    return VK_SUCCESS;
}

/* ---- chains ---- */

/* Returns the size of a struct that contains no pointers, so that its bytes can be copied; else
 * 0. */
static size_t flat_struct_size(VkStructureType type)
{
    if (type == VK_STRUCTURE_TYPE_PROTECTED_SUBMIT_INFO)
        return sizeof(VkProtectedSubmitInfo);
    if (type == VK_STRUCTURE_TYPE_PERFORMANCE_QUERY_SUBMIT_INFO_KHR)
        return sizeof(VkPerformanceQuerySubmitInfoKHR);
    if (type == VK_STRUCTURE_TYPE_DEVICE_GROUP_BIND_SPARSE_INFO)
        return sizeof(VkDeviceGroupBindSparseInfo);
    return 0;
}

bool gilayer_batch_copy_chain(struct gilayer_batch *batch, const void *chain, const void **out)
{
    *out = NULL;
    for (const VkBaseInStructure *at = chain; at != NULL; at = at->pNext) {
        size_t size = flat_struct_size(at->sType);
        VkBaseInStructure *copy;
        if (size == 0)
            continue;
        if (!gilayer_arena_copy(&batch->arena, at, 1, size, &copy))
            return false;
        copy->pNext = *out;
        *out = copy;
    }
    return true;
}

bool gilayer_batch_write_values(struct gilayer_batch *batch, const void **chain)
{
    VkTimelineSemaphoreSubmitInfo *values = gilayer_arena_alloc(&batch->arena, 1, sizeof(*values));
    uint64_t *waits = gilayer_arena_alloc(&batch->arena, batch->wait_count, sizeof(*waits));
    uint64_t *signals = gilayer_arena_alloc(&batch->arena, batch->signal_count, sizeof(*signals));

    if (values == NULL || waits == NULL || signals == NULL)
        return false;
    for (uint32_t i = 0; i < batch->wait_count; i++)
        waits[i] = batch->waits[i].value;
    for (uint32_t i = 0; i < batch->signal_count; i++)
        signals[i] = batch->signals[i].value;
    *values = (VkTimelineSemaphoreSubmitInfo){
        .sType = VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO,
        .pNext = *chain,
        .waitSemaphoreValueCount = batch->wait_count,
        .pWaitSemaphoreValues = waits,
        .signalSemaphoreValueCount = batch->signal_count,
        .pSignalSemaphoreValues = signals,
    };
    *chain = values;
    return true;
}

bool gilayer_batch_write_handles(struct gilayer_batch *batch, const struct gilayer_op *ops,
                                 uint32_t count, const VkSemaphore **out)
{
    VkSemaphore *handles = gilayer_arena_alloc(&batch->arena, count, sizeof(*handles));

    if (handles == NULL)
        return false;
    for (uint32_t i = 0; i < count; i++)
        handles[i] = ops[i].semaphore;
    *out = handles;
    return true;
}

struct gilayer_op *gilayer_batch_read_ops(struct gilayer_batch *batch, const VkSemaphore *handles,
                                          uint32_t count, const uint64_t *values,
                                          uint32_t value_count)
{
    struct gilayer_op *ops = gilayer_arena_alloc(&batch->arena, count, sizeof(*ops));

    for (uint32_t i = 0; ops != NULL && i < count; i++) {
        ops[i].semaphore = handles[i];
        ops[i].value = values != NULL && i < value_count ? values[i] : 0;
    }
    return ops;
}

/* ---- vkQueueSubmit ---- */

static bool write_device_group(struct gilayer_batch *batch, const VkDeviceGroupSubmitInfo *from,
                               const void **chain)
{
    struct gilayer_arena *arena = &batch->arena;
    VkDeviceGroupSubmitInfo *group;
    uint32_t *waits = gilayer_arena_alloc(arena, batch->wait_count, sizeof(*waits));
    uint32_t *signals = gilayer_arena_alloc(arena, batch->signal_count, sizeof(*signals));

    if (waits == NULL || signals == NULL ||
        !gilayer_arena_copy(arena, from, 1, sizeof(*from), &group) ||
        !gilayer_arena_copy(arena, from->pCommandBufferDeviceMasks, from->commandBufferCount,
                            sizeof(uint32_t), &group->pCommandBufferDeviceMasks))
        return false;
    for (uint32_t i = 0; i < batch->wait_count; i++)
        waits[i] = batch->waits[i].device_index;
    for (uint32_t i = 0; i < batch->signal_count; i++)
        signals[i] = batch->signals[i].device_index;
    group->pNext = *chain;
    group->waitSemaphoreCount = batch->wait_count;
    group->pWaitSemaphoreDeviceIndices = waits;
    group->signalSemaphoreCount = batch->signal_count;
    group->pSignalSemaphoreDeviceIndices = signals;
    *chain = group;
    return true;
}

static bool write_submit(struct gilayer_batch *batch, const VkSubmitInfo *from)
{
    VkSubmitInfo *to = &batch->info.submit;
    const VkDeviceGroupSubmitInfo *group =
        gilayer_find_struct(from->pNext, VK_STRUCTURE_TYPE_DEVICE_GROUP_SUBMIT_INFO);
    VkPipelineStageFlags *stages =
        gilayer_arena_alloc(&batch->arena, batch->wait_count, sizeof(*stages));

    *to = *from;
    to->waitSemaphoreCount = batch->wait_count;
    to->signalSemaphoreCount = batch->signal_count;
    to->pWaitDstStageMask = stages;
    if (stages == NULL || !gilayer_batch_copy_chain(batch, from->pNext, &to->pNext) ||
        !gilayer_batch_write_handles(batch, batch->waits, batch->wait_count,
                                     &to->pWaitSemaphores) ||
        !gilayer_batch_write_handles(batch, batch->signals, batch->signal_count,
                                     &to->pSignalSemaphores) ||
        !gilayer_arena_copy(&batch->arena, from->pCommandBuffers, from->commandBufferCount,
                            sizeof(VkCommandBuffer), &to->pCommandBuffers))
        return false;
    for (uint32_t i = 0; i < batch->wait_count; i++)
        stages[i] = (VkPipelineStageFlags)batch->waits[i].stages;
    if (gilayer_find_struct(from->pNext, VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO) !=
            NULL &&
        !gilayer_batch_write_values(batch, &to->pNext))
        return false;
    return group == NULL || write_device_group(batch, group, &to->pNext);
}

VkResult gilayer_batch_from_submit(const struct gilayer_queue *queue, const VkSubmitInfo *info,
                                   struct gilayer_batch **out)
{
    static const VkTimelineSemaphoreSubmitInfo no_values;
    const VkTimelineSemaphoreSubmitInfo *values =
        gilayer_find_struct(info->pNext, VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO);
    const VkDeviceGroupSubmitInfo *group =
        gilayer_find_struct(info->pNext, VK_STRUCTURE_TYPE_DEVICE_GROUP_SUBMIT_INFO);
    struct gilayer_batch *batch = gilayer_batch_empty();

    *out = NULL;
    if (batch == NULL)
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    batch->kind = GILAYER_SUBMIT;
    if (values == NULL)
        values = &no_values;
    struct gilayer_op *waits =
        gilayer_batch_read_ops(batch, info->pWaitSemaphores, info->waitSemaphoreCount,
                               values->pWaitSemaphoreValues, values->waitSemaphoreValueCount);
    struct gilayer_op *signals =
        gilayer_batch_read_ops(batch, info->pSignalSemaphores, info->signalSemaphoreCount,
                               values->pSignalSemaphoreValues, values->signalSemaphoreValueCount);
    if (waits == NULL || signals == NULL)
        goto destroy;
    for (uint32_t i = 0; i < info->waitSemaphoreCount; i++) {
        /* NULL is invalid, but drivers accept it. Waiting before all commands is always correct. */
        waits[i].stages = info->pWaitDstStageMask != NULL ? info->pWaitDstStageMask[i]
                                                          : VK_PIPELINE_STAGE_ALL_COMMANDS_BIT;
        if (group != NULL && i < group->waitSemaphoreCount)
            waits[i].device_index = group->pWaitSemaphoreDeviceIndices[i];
    }
    for (uint32_t i = 0; group != NULL && i < group->signalSemaphoreCount; i++)
        signals[i].device_index = group->pSignalSemaphoreDeviceIndices[i];
    if (gilayer_batch_resolve(queue, batch, waits, info->waitSemaphoreCount, signals,
                              info->signalSemaphoreCount) != VK_SUCCESS ||
        !write_submit(batch, info))
        goto destroy;
    *out = batch;
    return VK_SUCCESS;

destroy:
    gilayer_batch_destroy(batch);
    return VK_ERROR_OUT_OF_HOST_MEMORY;
}

/* ---- vkQueueSubmit2 ---- */

static struct gilayer_op *read_infos(struct gilayer_batch *batch,
                                     const VkSemaphoreSubmitInfo *infos, uint32_t count)
{
    struct gilayer_op *ops = gilayer_arena_alloc(&batch->arena, count, sizeof(*ops));

    for (uint32_t i = 0; ops != NULL && i < count; i++)
        ops[i] = (struct gilayer_op){
            .semaphore = infos[i].semaphore,
            .value = infos[i].value,
            .stages = infos[i].stageMask,
            .device_index = infos[i].deviceIndex,
        };
    return ops;
}

static bool write_infos(struct gilayer_batch *batch, const struct gilayer_op *ops, uint32_t count,
                        const VkSemaphoreSubmitInfo **out)
{
    VkSemaphoreSubmitInfo *infos = gilayer_arena_alloc(&batch->arena, count, sizeof(*infos));

    if (infos == NULL)
        return false;
    for (uint32_t i = 0; i < count; i++)
        infos[i] = (VkSemaphoreSubmitInfo){
            .sType = VK_STRUCTURE_TYPE_SEMAPHORE_SUBMIT_INFO,
            .semaphore = ops[i].semaphore,
            .value = ops[i].value,
            .stageMask = ops[i].stages,
            .deviceIndex = ops[i].device_index,
        };
    *out = infos;
    return true;
}

static bool write_submit2(struct gilayer_batch *batch, const VkSubmitInfo2 *from)
{
    VkSubmitInfo2 *to = &batch->info.submit2;
    VkCommandBufferSubmitInfo *commands;

    *to = *from;
    to->waitSemaphoreInfoCount = batch->wait_count;
    to->signalSemaphoreInfoCount = batch->signal_count;
    if (!gilayer_batch_copy_chain(batch, from->pNext, &to->pNext) ||
        !write_infos(batch, batch->waits, batch->wait_count, &to->pWaitSemaphoreInfos) ||
        !write_infos(batch, batch->signals, batch->signal_count, &to->pSignalSemaphoreInfos) ||
        !gilayer_arena_copy(&batch->arena, from->pCommandBufferInfos,
                            from->commandBufferInfoCount, sizeof(*commands), &commands))
        return false;
    for (uint32_t i = 0; i < from->commandBufferInfoCount; i++)
        commands[i].pNext = NULL;
    to->pCommandBufferInfos = commands;
    return true;
}

VkResult gilayer_batch_from_submit2(const struct gilayer_queue *queue, const VkSubmitInfo2 *info,
                                    struct gilayer_batch **out)
{
    struct gilayer_batch *batch = gilayer_batch_empty();

    *out = NULL;
    if (batch == NULL)
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    batch->kind = GILAYER_SUBMIT2;
    struct gilayer_op *waits =
        read_infos(batch, info->pWaitSemaphoreInfos, info->waitSemaphoreInfoCount);
    struct gilayer_op *signals =
        read_infos(batch, info->pSignalSemaphoreInfos, info->signalSemaphoreInfoCount);
    if (waits == NULL || signals == NULL ||
        gilayer_batch_resolve(queue, batch, waits, info->waitSemaphoreInfoCount, signals,
                              info->signalSemaphoreInfoCount) != VK_SUCCESS ||
        !write_submit2(batch, info)) {
        gilayer_batch_destroy(batch);
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    }
    *out = batch;
    return VK_SUCCESS;
}

VkResult gilayer_batch_submit(const struct gilayer_queue *queue, const struct gilayer_batch *batch,
                              VkFence fence)
{
    const struct gilayer_device_calls *next = &queue->device->next;

    switch (batch->kind) {
    case GILAYER_SUBMIT:
        return next->QueueSubmit(queue->handle, 1, &batch->info.submit, fence);
    case GILAYER_SUBMIT2:
        return next->QueueSubmit2(queue->handle, 1, &batch->info.submit2, fence);
    case GILAYER_BIND_SPARSE:
        return next->QueueBindSparse(queue->handle, 1, &batch->info.bind, fence);
    case GILAYER_FENCE_ONLY:
        break;
    }
    return next->QueueSubmit(queue->handle, 0, NULL, fence);
}
