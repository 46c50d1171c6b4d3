#include "commands.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "boxes.h"
#include "base/clock.h"
#include "device.h"
#include "image_packets.h"
#include "base/log.h"
#include "queue.h"
#include "semaphore.h"
#include "base/vector.h"

/* Sizes of command buffers: one that most batches fit in, and the ones behind it. The kernel takes
 * less than 2^20 dwords. */
enum { GIAMD_FIRST_BYTES = 64 << 10, GIAMD_LATER_BYTES = 1 << 20 };

/* The kernel answers "no memory" also while it makes room; then it is asked again for so long. */
#define GIAMD_PATIENCE_NS UINT64_C(1000000000)
#define GIAMD_PAUSE_NS 1000000

/* ---- slots --------------------------------------------------------------------------------- */

struct giamd_slot *giamd_slot_create(void)
{
    return calloc(1, sizeof(struct giamd_slot));
}

void giamd_slot_destroy(struct giamd_slot *slot)
{
    for (uint32_t i = 0; i < slot->part_count; i++)
        giamd_memory_release(&slot->parts[i].memory);
    free(slot->parts);
    free(slot);
}

void giamd_submission_finish(struct giamd_submission *submission)
{
    free(submission->listed);
    free(submission->waits);
    free(submission->signals);
    free(submission->buffers);
    free(submission->chunks);
    memset(submission, 0, sizeof(*submission));
}

/** Puts a buffer more at the slot's end. */
static gi_status giamd_slot_grow(struct giamd_device *dev, struct giamd_slot *slot)
{
    uint64_t bytes = slot->part_count == 0 ? GIAMD_FIRST_BYTES : GIAMD_LATER_BYTES;
    struct giamd_part *parts = realloc(slot->parts,
                                       (slot->part_count + 1) * sizeof(*slot->parts));
    gi_status st;

    if (parts == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "submit: no memory to keep track of command buffers");
    slot->parts = parts;
    st = giamd_memory_make(dev, &parts[slot->part_count].memory, bytes, true, false);
    if (st == GI_OK)
        slot->part_count++;
    return st;
}

/* ---- the call ------------------------------------------------------------------------------ */

static int giamd_compare_listed(const void *left, const void *right)
{
    const struct drm_amdgpu_bo_list_entry *a = left, *b = right;

    return (a->bo_handle > b->bo_handle) - (a->bo_handle < b->bo_handle);
}

/** Each object once. */
static void giamd_sort_listed(struct giamd_submission *sub)
{
    size_t kept = 0;

    qsort(sub->listed, sub->listed_count, sizeof(*sub->listed), giamd_compare_listed);
    for (size_t i = 0; i < sub->listed_count; i++) {
        if (kept == 0 || sub->listed[kept - 1].bo_handle != sub->listed[i].bo_handle)
            sub->listed[kept++] = sub->listed[i];
    }
    sub->listed_count = kept;
}

static void giamd_add_chunk(struct giamd_submission *sub, size_t *count, uint32_t id,
                            const void *data, size_t bytes)
{
    sub->chunks[(*count)++] = (struct drm_amdgpu_cs_chunk){
        .chunk_id = id,
        .length_dw = (uint32_t)(bytes / sizeof(uint32_t)),
        .chunk_data = (uint64_t)(uintptr_t)data,
    };
}

/** The kernel's answer as an errno, which is asked again while it only has to make room. */
static int giamd_call(const struct giamd_target *target, size_t chunk_count)
{
    const struct timespec pause = { 0, GIAMD_PAUSE_NS };
    int64_t deadline = 0;

    for (;;) {
        uint64_t number;
        int error = giamd_plain_error(target->dev->calls->cs_submit_raw2(
            target->dev->handle, target->context, 0, (int)chunk_count,
            target->submission->chunks, &number));
        if (error != ENOMEM)
            return error;
        if (deadline == 0)
            deadline = gi_deadline_ns(GIAMD_PATIENCE_NS);
        if (gi_now_ns() >= deadline)
            return error;
        nanosleep(&pause, NULL);
    }
}

/** Gives the kernel the buffers that it does not have yet. The waits go with the first call of a
 *  batch, the signals with the last. */
static gi_status giamd_give(const struct giamd_target *target, bool is_last)
{
    struct giamd_submission *sub = target->submission;
    struct giamd_slot *slot = target->slot;
    bool is_first = slot->given == 0;
    struct drm_amdgpu_bo_list_in list = {
        .operation = UINT32_MAX, .list_handle = UINT32_MAX,
        .bo_number = (uint32_t)sub->listed_count, .bo_info_size = sizeof(*sub->listed),
        .bo_info_ptr = (uint64_t)(uintptr_t)sub->listed,
    };
    size_t chunks = 0;
    int error;

    giamd_add_chunk(sub, &chunks, AMDGPU_CHUNK_ID_BO_HANDLES, &list, sizeof(list));
    if (is_first && sub->wait_count != 0)
        giamd_add_chunk(sub, &chunks, AMDGPU_CHUNK_ID_SYNCOBJ_TIMELINE_WAIT, sub->waits,
                        sub->wait_count * sizeof(*sub->waits));
    for (uint32_t i = slot->given; i < slot->used; i++) {
        struct drm_amdgpu_cs_chunk_ib *buffer = &sub->buffers[i - slot->given];
        *buffer = (struct drm_amdgpu_cs_chunk_ib){
            .flags = AMDGPU_IB_FLAG_EMIT_MEM_SYNC,
            .va_start = slot->parts[i].memory.base.device_address,
            .ib_bytes = slot->parts[i].dwords * (uint32_t)sizeof(uint32_t),
            .ip_type = AMDGPU_HW_IP_DMA,
            .ring = target->ring,
        };
        giamd_add_chunk(sub, &chunks, AMDGPU_CHUNK_ID_IB, buffer, sizeof(*buffer));
    }
    if (is_last)
        giamd_add_chunk(sub, &chunks, AMDGPU_CHUNK_ID_SYNCOBJ_TIMELINE_SIGNAL, sub->signals,
                        sub->signal_count * sizeof(*sub->signals));
    error = giamd_call(target, chunks);
    slot->given = slot->used;
    if (error == 0) {
        slot->was_given = true;
        return GI_OK;
    }
    if (giamd_status(error) == GI_DEVICE_LOST || giamd_status(error) == GI_OUT_OF_MEMORY)
        return giamd_device_fail(target->dev, error, "submit");
    if (error == EINVAL && is_first && sub->wait_count != 0)
        return gi_fail(GI_INTERNAL, "submit: the kernel refuses the batch; a semaphore that it "
                       "waits for may have been reset by another program meanwhile");
    return gi_fail(GI_INTERNAL, "submit: the kernel refuses the batch: %s", strerror(error));
}

/* ---- recording ----------------------------------------------------------------------------- */

/* A batch in the making. */
struct giamd_recording {
    struct giamd_packets packets;        /* its owner is this */
    const struct giamd_target *target;
    gi_status status;            /* why there is no more room */
};

/** Ends the buffer that is written now. */
static void giamd_end_part(struct giamd_recording *rec)
{
    struct giamd_slot *slot = rec->target->slot;

    giamd_packets_pad(&rec->packets);
    slot->parts[slot->used - 1].dwords = rec->packets.count;
}

/** Goes on in the slot's next buffer; in a new one if it has no more. */
static bool giamd_next_part(struct giamd_packets *packets)
{
    struct giamd_recording *rec = packets->owner;
    struct giamd_slot *slot = rec->target->slot;
    struct gi_memory *memory;

    if (packets->dwords != NULL)
        giamd_end_part(rec);
    if (slot->used - slot->given == GIAMD_BUFFERS_PER_CALL)
        rec->status = giamd_give(rec->target, false);
    if (rec->status == GI_OK && slot->used == slot->part_count)
        rec->status = giamd_slot_grow(rec->target->dev, slot);
    if (rec->status != GI_OK)
        return false;
    memory = &slot->parts[slot->used++].memory.base;
    packets->dwords = memory->host_address;
    packets->address = memory->device_address;
    packets->capacity = (uint32_t)(memory->size_bytes / sizeof(uint32_t));
    packets->count = 0;
    packets->literals = 0;
    return true;
}

static bool giamd_record_command(struct giamd_recording *rec, const struct gi_command *cmd)
{
    const struct giamd_sdma *sdma = &rec->target->dev->listed->plan.sdma;
    struct giamd_scratch scratch = { rec->target->scratch->address, GIAMD_SCRATCH_BYTES };
    struct giamd_packets *packets = &rec->packets;

    if (cmd->barrier_before && !giamd_packet_nop(packets))
        return false;
    switch (cmd->kind) {
    case GI_COMMAND_COPY:
        return giamd_copy_box(sdma, packets, giamd_place_of(&cmd->dst), giamd_place_of(&cmd->src),
                              cmd->box);
    case GI_COMMAND_FILL:
        return giamd_fill_box(sdma, packets, giamd_place_of(&cmd->dst), cmd->box, cmd->pattern,
                              cmd->pattern_bytes);
    case GI_COMMAND_TIMESTAMP:
        return giamd_packet_nop(packets) &&
               giamd_packet_timestamp(packets, giamd_place_of(&cmd->dst).address);
    case GI_COMMAND_IMAGE_BEGIN:         /* whatever is there will do */
    case GI_COMMAND_LAUNCH:              /* never given: info.launches is false */
        return true;
    case GI_COMMAND_IMAGE_WRITE:
    case GI_COMMAND_IMAGE_READ:
    case GI_COMMAND_IMAGE_COPY:
        return giamd_image_packets(sdma, packets, cmd, &scratch);
    }
    rec->status = gi_fail(GI_INTERNAL, "submit: a command of kind %d, which there is not",
                          (int)cmd->kind);
    return false;
}

/** What some copies between images go through is there from the first such on. */
static gi_status giamd_take_scratch(const struct giamd_target *target,
                                    const struct gi_batch *batch)
{
    const struct giamd_sdma *sdma = &target->dev->listed->plan.sdma;

    if (target->scratch->object != NULL)
        return GI_OK;
    for (size_t i = 0; i < batch->command_count; i++) {
        if (giamd_image_needs_scratch(sdma, &batch->commands[i]))
            return giamd_memory_make_scratch(target->dev, target->scratch, GIAMD_SCRATCH_BYTES);
    }
    return GI_OK;
}

static gi_status giamd_record(const struct giamd_target *target, const struct gi_batch *batch)
{
    const struct giamd_sdma *sdma = &target->dev->listed->plan.sdma;
    struct giamd_recording rec = { .target = target, .status = GI_OK };
    bool ok;

    rec.packets.owner = &rec;
    rec.packets.more = giamd_next_part;
    ok = giamd_next_part(&rec.packets);
    for (size_t i = 0; ok && i < batch->command_count; i++)
        ok = giamd_record_command(&rec, &batch->commands[i]);
    ok = ok && giamd_packets_end(sdma, &rec.packets, target->fence_address, target->slot->fence);
    if (ok)
        giamd_end_part(&rec);
    else if (rec.status == GI_OK)
        rec.status = gi_fail(GI_INTERNAL, "submit: a packet that no buffer holds");
    return rec.status;
}

/* ---- what goes with it --------------------------------------------------------------------- */

static gi_status giamd_no_room(void)
{
    return gi_fail(GI_OUT_OF_MEMORY, "submit: no memory for its lists");
}

static gi_status giamd_reserve(struct giamd_submission *sub, const struct gi_batch *batch)
{
    size_t chunk_room = sub->buffer_room;

    if (!gi_grow((void **)&sub->listed, &sub->listed_room, 2 * batch->command_count + 1,
                 sizeof(*sub->listed)) ||
        !gi_grow((void **)&sub->waits, &sub->wait_room, batch->wait_count + 1,
                 sizeof(*sub->waits)) ||
        !gi_grow((void **)&sub->signals, &sub->signal_room, batch->signal_count + 1,
                 sizeof(*sub->signals)))
        return giamd_no_room();
    if (sub->buffers == NULL && !gi_grow((void **)&sub->buffers, &sub->buffer_room,
                                         GIAMD_BUFFERS_PER_CALL, sizeof(*sub->buffers)))
        return giamd_no_room();
    if (sub->chunks == NULL && !gi_grow((void **)&sub->chunks, &chunk_room,
                                        GIAMD_BUFFERS_PER_CALL + 3, sizeof(*sub->chunks)))
        return giamd_no_room();
    return GI_OK;
}

static void giamd_list(struct giamd_submission *sub, const struct gi_memory *memory)
{
    const struct giamd_memory *mem = (const struct giamd_memory *)memory;

    /* Many commands in a row use the same few objects. */
    if (!mem->must_be_listed ||
        (sub->listed_count > 0 &&
         sub->listed[sub->listed_count - 1].bo_handle == mem->kernel_handle))
        return;
    sub->listed[sub->listed_count++] =
        (struct drm_amdgpu_bo_list_entry){ .bo_handle = mem->kernel_handle };
}

static void giamd_list_command(struct giamd_submission *sub, const struct gi_command *cmd)
{
    switch (cmd->kind) {
    case GI_COMMAND_COPY:
        giamd_list(sub, cmd->dst.memory);
        giamd_list(sub, cmd->src.memory);
        return;
    case GI_COMMAND_FILL:
    case GI_COMMAND_TIMESTAMP:
        giamd_list(sub, cmd->dst.memory);
        return;
    case GI_COMMAND_IMAGE_BEGIN:
    case GI_COMMAND_LAUNCH:
        return;
    case GI_COMMAND_IMAGE_WRITE:
        giamd_list(sub, cmd->dst_image.image->memory);
        giamd_list(sub, cmd->src.memory);
        return;
    case GI_COMMAND_IMAGE_READ:
        giamd_list(sub, cmd->dst.memory);
        giamd_list(sub, cmd->src_image.image->memory);
        return;
    case GI_COMMAND_IMAGE_COPY:
        giamd_list(sub, cmd->dst_image.image->memory);
        giamd_list(sub, cmd->src_image.image->memory);
        return;
    }
}

static void giamd_list_all(struct giamd_submission *sub, const struct giamd_memory *page,
                           const struct gi_batch *batch)
{
    sub->listed_count = 0;
    giamd_list(sub, &page->base);
    for (size_t i = 0; i < batch->command_count; i++)
        giamd_list_command(sub, &batch->commands[i]);
    giamd_sort_listed(sub);
}

/** Waits that are known to be satisfied are left out. */
static void giamd_fill_waits(struct giamd_submission *sub, const struct gi_batch *batch)
{
    sub->wait_count = 0;
    for (size_t i = 0; i < batch->wait_count; i++) {
        const struct gi_wait *wait = &batch->waits[i];
        struct drm_amdgpu_cs_chunk_syncobj *out = &sub->waits[sub->wait_count];
        uint64_t value = 0;
        if (wait->queue != NULL) {
            struct giamd_queue *other = giamd_queue_from(wait->queue);
            value = giamd_queue_known(other);
            *out = (struct drm_amdgpu_cs_chunk_syncobj){ other->timeline, 0, wait->value };
        } else if (wait->semaphore->kind == GI_SEMAPHORE_TIMELINE) {
            *out = (struct drm_amdgpu_cs_chunk_syncobj){
                giamd_semaphore_from(wait->semaphore)->handle, 0, wait->value };
        } else {
            *out = (struct drm_amdgpu_cs_chunk_syncobj){
                giamd_semaphore_from(wait->semaphore)->handle, 0, 0 };
            sub->wait_count++;
            continue;
        }
        sub->wait_count += value < wait->value;
    }
}

static void giamd_fill_signals(struct giamd_submission *sub, uint32_t timeline,
                               const struct gi_batch *batch)
{
    sub->signals[0] = (struct drm_amdgpu_cs_chunk_syncobj){ timeline, 0, batch->value };
    sub->signal_count = 1;
    for (size_t i = 0; i < batch->signal_count; i++) {
        const struct gi_signal *signal = &batch->signals[i];
        bool binary = signal->semaphore->kind == GI_SEMAPHORE_BINARY;
        if (binary)
            giamd_semaphore_await_taken(giamd_semaphore_from(signal->semaphore));
        sub->signals[sub->signal_count++] = (struct drm_amdgpu_cs_chunk_syncobj){
            giamd_semaphore_from(signal->semaphore)->handle, 0, binary ? 0 : signal->value };
    }
}

/** The kernel took the binary signals' fences when it was given the batch: they are consumed. Here,
 *  in the same call: later it could be the next signal that is taken away. */
static void giamd_consume(struct giamd_device *dev, const struct gi_batch *batch)
{
    for (size_t i = 0; i < batch->wait_count; i++) {
        struct gi_semaphore *semaphore = batch->waits[i].semaphore;
        int answer;
        if (semaphore == NULL || semaphore->kind != GI_SEMAPHORE_BINARY ||
            giamd_semaphore_from(semaphore)->is_captured)
            continue;
        answer = dev->calls->cs_syncobj_reset(dev->handle,
                                              &giamd_semaphore_from(semaphore)->handle, 1);
        if (answer != 0)
            gi_log(GI_LOG_ERROR, "amdgpu: a signal could not be taken: %s",
                   strerror(giamd_error(answer)));
    }
}

gi_status giamd_commands_submit(const struct giamd_target *target, const struct giamd_memory *page,
                                const struct gi_batch *batch)
{
    struct giamd_submission *sub = target->submission;
    gi_status st = giamd_reserve(sub, batch);

    target->slot->used = 0;
    target->slot->given = 0;
    target->slot->was_given = false;
    if (st == GI_OK)
        st = giamd_take_scratch(target, batch);
    if (st != GI_OK)
        return st;
    giamd_fill_waits(sub, batch);
    giamd_list_all(sub, page, batch);
    giamd_fill_signals(sub, target->timeline, batch);
    st = giamd_record(target, batch);
    if (st == GI_OK)
        st = giamd_give(target, true);
    if (st == GI_OK)
        giamd_consume(target->dev, batch);
    else if (target->slot->was_given)
        st = giamd_device_lose(target->dev, "a batch could be submitted in part only");
    return st;
}
