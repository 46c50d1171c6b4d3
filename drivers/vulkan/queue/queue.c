#include "queue.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/scratch.h"
#include "transfer.h"
#include "vulkan/device/device.h"
#include "vulkan/image/image_commands.h"
#include "vulkan/loader/loss.h"
#include "vulkan/loader/result.h"
#include "vulkan/sync/binder.h"
#include "vulkan/sync/semaphore.h"

enum { GIVK_LOCAL_SEMAPHORES = 32, GIVK_FIRST_SLOTS = 4 };

static struct givk_device *givk_queue_device(const struct givk_queue *queue)
{
    return givk_device_from(queue->base.device);
}

/* ---- command buffers ----------------------------------------------------------------------- */

static VkResult givk_slot_init(struct givk_queue *queue, struct givk_slot *slot)
{
    struct givk_device *dev = givk_queue_device(queue);
    VkCommandPoolCreateInfo pool = {
        .sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
        .flags = VK_COMMAND_POOL_CREATE_TRANSIENT_BIT |
                 VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT,
        .queueFamilyIndex = queue->family,
    };
    VkCommandBufferAllocateInfo info = {
        .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
        .level = VK_COMMAND_BUFFER_LEVEL_PRIMARY,
        .commandBufferCount = 1,
    };
    VkResult result = dev->vk.CreateCommandPool(dev->handle, &pool, NULL, &slot->pool);

    slot->times = NULL;
    if (result != VK_SUCCESS)
        return result;
    info.commandPool = slot->pool;
    result = dev->vk.AllocateCommandBuffers(dev->handle, &info, &slot->commands);
    if (result != VK_SUCCESS)
        dev->vk.DestroyCommandPool(dev->handle, slot->pool, NULL);
    slot->value = 0;
    return result;
}

/** Inserts a new slot into the ring as the oldest. */
static VkResult givk_grow_ring(struct givk_queue *queue)
{
    struct givk_slot slot;
    VkResult result;

    if (queue->slot_count == queue->slot_room) {
        uint32_t room = queue->slot_room == 0 ? GIVK_FIRST_SLOTS : queue->slot_room * 2;
        struct givk_slot *slots = realloc(queue->slots, room * sizeof(*slots));
        if (slots == NULL)
            return VK_ERROR_OUT_OF_HOST_MEMORY;
        queue->slots = slots;
        queue->slot_room = room;
    }
    result = givk_slot_init(queue, &slot);
    if (result != VK_SUCCESS)
        return result;
    memmove(&queue->slots[queue->next_slot + 1], &queue->slots[queue->next_slot],
            (queue->slot_count - queue->next_slot) * sizeof(slot));
    queue->slots[queue->next_slot] = slot;
    queue->slot_count++;
    return VK_SUCCESS;
}

/** Gives the oldest slot, or a new one if the device still uses that. */
static VkResult givk_take_slot(struct givk_queue *queue, struct givk_slot **out_slot)
{
    struct givk_slot *oldest = queue->slot_count != 0 ? &queue->slots[queue->next_slot] : NULL;
    uint64_t reached = 0;
    VkResult result = VK_SUCCESS;

    if (oldest != NULL)
        result = givk_queue_reached(queue, &reached);
    if (result != VK_SUCCESS)
        return result;
    if (oldest != NULL && reached >= atomic_load(&queue->submitted)) {
        queue->next_slot = 0;    /* all are free: what was used last is in the processor's cache */
        oldest = queue->slots;
    }
    if (oldest != NULL && oldest->value <= reached) {
        *out_slot = oldest;      /* vkBeginCommandBuffer resets it */
        return VK_SUCCESS;
    }
    result = givk_grow_ring(queue);
    *out_slot = &queue->slots[queue->next_slot];
    return result;
}

/** Records a batch into a slot's command buffer, from begin to end. */
static VkResult givk_record_in(struct givk_queue *queue, struct givk_slot *slot,
                               const struct givk_image_work *images, const struct gi_batch *batch)
{
    struct givk_device *dev = givk_queue_device(queue);
    VkCommandBufferBeginInfo begin = {
        .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
        .flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT,
    };
    bool is_idle = atomic_load(&queue->reached) >= atomic_load(&queue->submitted);
    VkResult result = dev->vk.BeginCommandBuffer(slot->commands, &begin), ended;

    if (result != VK_SUCCESS)
        return result;
    result = givk_timestamps_begin(dev, &slot->times, slot->commands, batch);
    if (result == VK_SUCCESS)
        result = givk_transfer_record(dev, slot->commands, slot->times, images, batch, is_idle);
    ended = dev->vk.EndCommandBuffer(slot->commands);    /* only an ended one can begin again */
    return result == VK_SUCCESS ? ended : result;
}

static VkResult givk_record(struct givk_queue *queue, const struct gi_batch *batch,
                            struct givk_slot **out_slot)
{
    struct givk_device *dev = givk_queue_device(queue);
    struct givk_image_work images;
    VkResult result = givk_image_work_init(dev, batch, &queue->between, &images);

    if (result == VK_SUCCESS)
        result = givk_take_slot(queue, out_slot);
    if (result == VK_SUCCESS)
        result = givk_record_in(queue, *out_slot, &images, batch);
    givk_image_work_finish(&images);
    return result;
}

/* ---- submits ------------------------------------------------------------------------------- */

/* The arrays of one submit, with room for all waits or all signals. */
struct givk_arrays {
    VkSemaphore semaphores[GIVK_LOCAL_SEMAPHORES];
    uint64_t values[GIVK_LOCAL_SEMAPHORES];
};

struct givk_lists {
    VkSemaphore *semaphores;
    uint64_t *values;
};

static bool givk_lists_init(struct givk_lists *lists, struct givk_arrays *local, size_t count)
{
    lists->semaphores = gi_scratch(local->semaphores, sizeof(local->semaphores), count,
                                   sizeof(VkSemaphore));
    lists->values = gi_scratch(local->values, sizeof(local->values), count, sizeof(uint64_t));
    return lists->semaphores != NULL && lists->values != NULL;
}

static void givk_lists_finish(struct givk_lists *lists, const struct givk_arrays *local)
{
    gi_scratch_free(lists->semaphores, local->semaphores);
    gi_scratch_free(lists->values, local->values);
}

/** Fills the lists of waits and of signals. The queue's timeline is the last signal. */
static void givk_fill_lists(const struct givk_queue *queue, const struct gi_batch *batch,
                            struct givk_lists *waits, struct givk_lists *signals)
{
    for (size_t i = 0; i < batch->wait_count; i++) {
        const struct gi_wait *wait = &batch->waits[i];
        waits->semaphores[i] = wait->queue != NULL ? givk_queue_from(wait->queue)->timeline :
                               givk_semaphore_from(wait->semaphore)->handle;
        waits->values[i] = wait->value;
    }
    for (size_t i = 0; i < batch->signal_count; i++) {
        signals->semaphores[i] = givk_semaphore_from(batch->signals[i].semaphore)->handle;
        signals->values[i] = batch->signals[i].value;
    }
    signals->semaphores[batch->signal_count] = queue->timeline;
    signals->values[batch->signal_count] = batch->value;
}

static VkResult givk_submit_lists(struct givk_queue *queue, const struct gi_batch *batch,
                                  const struct givk_slot *slot, const struct givk_lists *waits,
                                  const struct givk_lists *signals)
{
    struct givk_device *dev = givk_queue_device(queue);
    VkPipelineStageFlags local_stages[GIVK_LOCAL_SEMAPHORES];
    VkPipelineStageFlags *stages = gi_scratch(local_stages, sizeof(local_stages),
                                              batch->wait_count, sizeof(*stages));
    VkTimelineSemaphoreSubmitInfo values = {
        .sType = VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO,
        .waitSemaphoreValueCount = (uint32_t)batch->wait_count,
        .pWaitSemaphoreValues = waits->values,
        .signalSemaphoreValueCount = (uint32_t)batch->signal_count + 1,
        .pSignalSemaphoreValues = signals->values,
    };
    VkSubmitInfo info = {
        .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
        .pNext = &values,
        .waitSemaphoreCount = (uint32_t)batch->wait_count,
        .pWaitSemaphores = waits->semaphores,
        .pWaitDstStageMask = stages,
        .commandBufferCount = slot != NULL,
        .pCommandBuffers = slot != NULL ? &slot->commands : NULL,
        .signalSemaphoreCount = (uint32_t)batch->signal_count + 1,
        .pSignalSemaphores = signals->semaphores,
    };
    VkResult result;

    if (stages == NULL)
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    for (size_t i = 0; i < batch->wait_count; i++)
        stages[i] = VK_PIPELINE_STAGE_ALL_COMMANDS_BIT;
    givk_binder_begin_submit(dev, queue->base.index);
    result = dev->vk.QueueSubmit(queue->handle, 1, &info, VK_NULL_HANDLE);
    givk_binder_end_submit(dev, queue->base.index);
    gi_scratch_free(stages, local_stages);
    return result;
}

static gi_status givk_submit(struct gi_queue *base, const struct gi_batch *batch)
{
    struct givk_queue *queue = givk_queue_from(base);
    struct givk_arrays local_waits, local_signals;
    struct givk_lists waits, signals;
    struct givk_slot *slot = NULL;
    bool room_for_waits = givk_lists_init(&waits, &local_waits, batch->wait_count);
    bool room_for_signals = givk_lists_init(&signals, &local_signals, batch->signal_count + 1);
    VkResult result = room_for_waits && room_for_signals ? VK_SUCCESS : VK_ERROR_OUT_OF_HOST_MEMORY;

    if (result == VK_SUCCESS && batch->command_count != 0) {
        givk_pipelines_make_ahead(givk_queue_device(queue));
        result = givk_record(queue, batch, &slot);
    }
    if (result == VK_SUCCESS) {
        givk_fill_lists(queue, batch, &waits, &signals);
        givk_loss_note_submit(queue);
        if (slot != NULL)
            givk_timestamps_enqueue(&queue->times, slot->times, batch->value);
        atomic_store(&queue->submitted, batch->value);   /* before the submit, so that no query
                                                            misses it */
        result = givk_submit_lists(queue, batch, slot, &waits, &signals);
        if (result != VK_SUCCESS && slot != NULL)
            givk_timestamps_drop(&queue->times, slot->times);
    }
    if (result == VK_SUCCESS && slot != NULL) {
        slot->value = batch->value;
        queue->next_slot = (queue->next_slot + 1) % queue->slot_count;
    }
    givk_lists_finish(&waits, &local_waits);
    givk_lists_finish(&signals, &local_signals);
    return result == VK_SUCCESS ? GI_OK : givk_fail(result, "submitting a batch");
}

static gi_status givk_query(struct gi_queue *base, uint64_t *out_value)
{
    VkResult result = givk_queue_reached(givk_queue_from(base), out_value);

    return result == VK_SUCCESS ? GI_OK : givk_fail(result, "vkGetSemaphoreCounterValue");
}

/* ---- life ---------------------------------------------------------------------------------- */

static gi_status givk_open(struct gi_queue *base)
{
    struct givk_queue *queue = givk_queue_from(base);
    struct givk_device *dev = givk_queue_device(queue);
    uint32_t number;
    VkResult result;

    if (base->index >= dev->plan->queue_count)
        return gi_fail(GI_INVALID_VALUE, "queue: index %u, but %s has %u queues", base->index,
                       dev->facts->info.name, dev->plan->queue_count);
    givk_plan_queue(dev->plan, base->index, &queue->family, &number);
    dev->vk.GetDeviceQueue(dev->handle, queue->family, number, &queue->handle);
    result = givk_semaphore_make(dev, VK_SEMAPHORE_TYPE_TIMELINE, 0, 0, &queue->timeline);
    if (result != VK_SUCCESS)
        return givk_fail(result, "queue: vkCreateSemaphore");
    givk_times_line_init(&queue->times);
    givk_binder_note(dev, base->index, queue);
    return GI_OK;
}

static void givk_close(struct gi_queue *base)
{
    struct givk_queue *queue = givk_queue_from(base);
    struct givk_device *dev = givk_queue_device(queue);

    givk_binder_note(dev, base->index, NULL);
    givk_watch_finish(queue);
    for (uint32_t i = 0; i < queue->slot_count; i++) {
        givk_timestamps_finish(dev, queue->slots[i].times);
        dev->vk.DestroyCommandPool(dev->handle, queue->slots[i].pool, NULL);
    }
    free(queue->slots);
    givk_times_line_finish(&queue->times);
    if (queue->between.buffer != VK_NULL_HANDLE)
        givk_memory_ops.finish(&queue->between.base);
    dev->vk.DestroySemaphore(dev->handle, queue->timeline, NULL);
}

const struct gi_queue_ops givk_queue_ops = {
    .size = sizeof(struct givk_queue),
    .open = givk_open,
    .submit = givk_submit,
    .query = givk_query,
    .close = givk_close,
};
