#include "queue.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/scratch.h"
#include "recording.h"
#include "transfer.h"
#include "vulkan/device/device.h"
#include "vulkan/image/image_commands.h"
#include "vulkan/loader/loss.h"
#include "vulkan/loader/result.h"
#include "vulkan/sync/binder.h"
#include "vulkan/sync/semaphore.h"

enum { GIVK_LOCAL_SEMAPHORES = 32, GIVK_LOCAL_BUFFERS = 64, GIVK_FIRST_SLOTS = 4 };

static struct givk_device *givk_queue_device(const struct givk_queue *queue)
{
    return givk_device_from(queue->base.device);
}

/* ---- command buffers ----------------------------------------------------------------------- */

static VkResult givk_slot_allocate(const struct givk_queue *queue, const struct givk_slot *slot,
                                   VkCommandBuffer *out_commands)
{
    struct givk_device *dev = givk_queue_device(queue);
    VkCommandBufferAllocateInfo info = {
        .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
        .commandPool = slot->pool,
        .level = VK_COMMAND_BUFFER_LEVEL_PRIMARY,
        .commandBufferCount = 1,
    };

    return dev->vk.AllocateCommandBuffers(dev->handle, &info, out_commands);
}

static VkResult givk_slot_init(struct givk_queue *queue, struct givk_slot *slot)
{
    struct givk_device *dev = givk_queue_device(queue);
    VkCommandPoolCreateInfo pool = {
        .sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
        .flags = VK_COMMAND_POOL_CREATE_TRANSIENT_BIT |
                 VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT,
        .queueFamilyIndex = queue->family,
    };
    VkResult result = dev->vk.CreateCommandPool(dev->handle, &pool, NULL, &slot->pool);

    slot->times = NULL;
    slot->behind = VK_NULL_HANDLE;
    if (result != VK_SUCCESS)
        return result;
    result = givk_slot_allocate(queue, slot, &slot->commands);
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
        queue->next_slot = 0;    /* all are free: the last used are in the processor's cache */
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

/** Which command buffers of a slot a batch needs: none, if it consists of recordings. */
struct givk_needs {
    bool before, behind;         /* the recordings; without any the first one has the whole batch */
};

static bool givk_needs_slot(const struct gi_batch *batch)
{
    return batch->command_count != 0 || batch->image_count != 0 || batch->times != NULL;
}

static struct givk_needs givk_needs_of(const struct gi_batch *batch,
                                       const struct givk_image_work *images)
{
    bool begins = batch->recordings_at > 0 || images->visited_count > 0 || batch->times != NULL;

    if (batch->recording_count == 0)
        return (struct givk_needs){ true, false };
    /* Results of timestamps may be copied behind all commands. */
    return (struct givk_needs){ begins, begins || batch->command_count > batch->recordings_at };
}

/** Records a part of a batch into a command buffer, from begin to end. takes_times: it is the first
 *  one of the batch. */
static VkResult givk_record_part(struct givk_queue *queue, struct givk_slot *slot,
                                 VkCommandBuffer commands, const struct givk_image_work *images,
                                 const struct gi_batch *batch, const struct givk_part *part,
                                 bool takes_times)
{
    struct givk_device *dev = givk_queue_device(queue);
    VkCommandBufferBeginInfo begin = {
        .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
        .flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT,
    };
    bool is_idle = atomic_load(&queue->reached) >= atomic_load(&queue->submitted);
    VkResult result = dev->vk.BeginCommandBuffer(commands, &begin), ended;

    if (result != VK_SUCCESS)
        return result;
    if (takes_times)
        result = givk_timestamps_begin(dev, &slot->times, commands, batch);
    if (result == VK_SUCCESS)
        result = givk_transfer_record(dev, commands, slot->times, images, batch, part, is_idle);
    ended = dev->vk.EndCommandBuffer(commands);  /* only an ended one can begin again */
    return result == VK_SUCCESS ? ended : result;
}

/** Records a batch into a slot's command buffers. */
static VkResult givk_record_in(struct givk_queue *queue, struct givk_slot *slot,
                               const struct givk_image_work *images, const struct gi_batch *batch,
                               struct givk_needs needs)
{
    bool is_whole = batch->recording_count == 0;
    size_t middle = is_whole ? batch->command_count : batch->recordings_at;
    const struct givk_part before = { 0, middle, true, is_whole };
    const struct givk_part behind = { middle, batch->command_count, false, true };
    VkResult result = VK_SUCCESS;

    if (needs.behind && slot->behind == VK_NULL_HANDLE)
        result = givk_slot_allocate(queue, slot, &slot->behind);
    if (result == VK_SUCCESS && needs.before)
        result = givk_record_part(queue, slot, slot->commands, images, batch, &before, true);
    if (result == VK_SUCCESS && needs.behind)
        result = givk_record_part(queue, slot, slot->behind, images, batch, &behind,
                                  !needs.before);
    return result;
}

static VkResult givk_record(struct givk_queue *queue, const struct gi_batch *batch,
                            struct givk_needs *out_needs, struct givk_slot **out_slot)
{
    struct givk_device *dev = givk_queue_device(queue);
    struct givk_image_work images;
    VkResult result = givk_image_work_init(dev, batch, &queue->between, &images);

    *out_needs = givk_needs_of(batch, &images);
    if (result == VK_SUCCESS)
        result = givk_take_slot(queue, out_slot);
    if (result == VK_SUCCESS)
        result = givk_record_in(queue, *out_slot, &images, batch, *out_needs);
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

/** Writes the command buffers of a batch in their order; returns how many there are. */
static uint32_t givk_list_buffers(const struct givk_queue *queue, const struct gi_batch *batch,
                                  const struct givk_slot *slot, struct givk_needs needs,
                                  VkCommandBuffer *out_buffers)
{
    uint32_t count = 0;

    if (needs.before)
        out_buffers[count++] = slot->commands;
    for (size_t i = 0; i < batch->recording_count; i++)
        out_buffers[count++] = givk_recorded_buffer(batch->recordings[i], queue->family);
    if (needs.behind)
        out_buffers[count++] = slot->behind;
    return count;
}

static VkResult givk_submit_lists(struct givk_queue *queue, const struct gi_batch *batch,
                                  const VkCommandBuffer *buffers, uint32_t buffer_count,
                                  const struct givk_lists *waits, const struct givk_lists *signals)
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
        .commandBufferCount = buffer_count,
        .pCommandBuffers = buffers,
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

/** Submits what is recorded, with the batch's recordings. slot is NULL if they are all. */
static VkResult givk_submit_recorded(struct givk_queue *queue, const struct gi_batch *batch,
                                     struct givk_slot *slot, struct givk_needs needs,
                                     const struct givk_lists *waits,
                                     const struct givk_lists *signals)
{
    VkCommandBuffer local[GIVK_LOCAL_BUFFERS];
    VkCommandBuffer *buffers = gi_scratch(local, sizeof(local), batch->recording_count + 2,
                                          sizeof(*buffers));
    VkResult result;

    if (buffers == NULL)
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    givk_loss_note_submit(queue);
    if (slot != NULL)
        givk_timestamps_enqueue(&queue->times, slot->times, batch->value);
    atomic_store(&queue->submitted, batch->value);   /* before the submit, so that no query misses
                                                        it */
    result = givk_submit_lists(queue, batch, buffers,
                               givk_list_buffers(queue, batch, slot, needs, buffers), waits,
                               signals);
    if (result != VK_SUCCESS && slot != NULL)
        givk_timestamps_drop(&queue->times, slot->times);
    gi_scratch_free(buffers, local);
    return result;
}

static gi_status givk_submit(struct gi_queue *base, const struct gi_batch *batch)
{
    struct givk_queue *queue = givk_queue_from(base);
    struct givk_arrays local_waits, local_signals;
    struct givk_lists waits, signals;
    struct givk_slot *slot = NULL;
    struct givk_needs needs = { false, false };
    bool room_for_waits = givk_lists_init(&waits, &local_waits, batch->wait_count);
    bool room_for_signals = givk_lists_init(&signals, &local_signals, batch->signal_count + 1);
    VkResult result = room_for_waits && room_for_signals ? VK_SUCCESS : VK_ERROR_OUT_OF_HOST_MEMORY;

    if (result == VK_SUCCESS && givk_needs_slot(batch)) {
        givk_pipelines_make_ahead(givk_queue_device(queue));
        result = givk_record(queue, batch, &needs, &slot);
    }
    if (result == VK_SUCCESS) {
        givk_fill_lists(queue, batch, &waits, &signals);
        result = givk_submit_recorded(queue, batch, slot, needs, &waits, &signals);
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
