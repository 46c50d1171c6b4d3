#include "transfer.h"

#include "contract/command.h"
#include "vulkan/device/device.h"

/* The most regions of one vkCmdCopyBuffer. */
enum { GIVK_REGIONS = 256 };

/* A command buffer that is being recorded. */
struct givk_recording {
    struct givk_device *dev;
    VkCommandBuffer commands;
    const struct gi_kernel_launch *launches;
    const struct gi_recorded *recorded;          /* NULL in a batch */
    const struct givk_timestamps *times;         /* NULL in a recording, as is the next */
    const struct givk_image_work *images;
    uint32_t taken;              /* timestamps of the batch before the next command */
    int bound;                   /* the bound pipeline's enum givk_shader; -1: none */
    const struct gi_kernel *kernel;      /* of the launch that was the last command; or NULL */
    bool host_reads;             /* the host can read something that was written */
    size_t independent;          /* commands of the batch without a barrier */
    VkResult result;             /* VK_SUCCESS, or why a command is missing */
};

/* ---- barriers ------------------------------------------------------------------------------ */

static bool givk_has_shaders(const struct givk_device *dev)
{
    return dev->plan->shaders || dev->plan->image_shaders.exist || dev->facts->info.launches;
}

static VkPipelineStageFlags givk_stages(const struct givk_device *dev)
{
    VkPipelineStageFlags stages = VK_PIPELINE_STAGE_TRANSFER_BIT;

    return givk_has_shaders(dev) ? stages | VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT : stages;
}

static VkAccessFlags givk_writes(const struct givk_device *dev)
{
    return givk_has_shaders(dev) ? VK_ACCESS_TRANSFER_WRITE_BIT | VK_ACCESS_SHADER_WRITE_BIT :
                                   VK_ACCESS_TRANSFER_WRITE_BIT;
}

static VkAccessFlags givk_reads(const struct givk_device *dev)
{
    VkAccessFlags reads = VK_ACCESS_TRANSFER_READ_BIT;

    if (givk_has_shaders(dev))
        reads |= VK_ACCESS_SHADER_READ_BIT;
    return dev->plan->constant_bytes != 0 ? reads | VK_ACCESS_UNIFORM_READ_BIT : reads;
}

static void givk_barrier(struct givk_recording *rec, VkPipelineStageFlags src_stages,
                         VkAccessFlags src, VkPipelineStageFlags dst_stages, VkAccessFlags dst)
{
    VkMemoryBarrier barrier = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
        .srcAccessMask = src,
        .dstAccessMask = dst,
    };

    rec->dev->vk.CmdPipelineBarrier(rec->commands, src_stages, dst_stages, 0, 1, &barrier, 0, NULL,
                                    0, NULL);
}

/** Records a barrier behind earlier commands of the queue. host: also behind writes of the host
 *  that come after the submit and before a semaphore of the batch. Earlier writes of the host need
 *  no barrier. */
static void givk_barrier_before(struct givk_recording *rec, bool host)
{
    const struct givk_device *dev = rec->dev;
    VkPipelineStageFlags host_stage = host ? VK_PIPELINE_STAGE_HOST_BIT : 0;
    VkAccessFlags host_write = host ? VK_ACCESS_HOST_WRITE_BIT : 0;

    givk_barrier(rec, givk_stages(dev) | host_stage, givk_writes(dev) | host_write,
                 givk_stages(dev), givk_writes(dev) | givk_reads(dev));
}

/* ---- pieces -------------------------------------------------------------------------------- */

static uint64_t givk_address_of(const struct gi_place *place)
{
    return place->memory->device_address + place->offset_bytes;
}

static bool givk_is_mapped(const struct gi_place *place)
{
    return place->memory->host_address != NULL;
}

/** Regions that one copy command will contain. */
struct givk_regions {
    VkBuffer dst, src;
    uint32_t count;
    VkBufferCopy regions[GIVK_REGIONS];
};

static void givk_flush_regions(struct givk_recording *rec, struct givk_regions *list)
{
    if (list->count != 0)
        rec->dev->vk.CmdCopyBuffer(rec->commands, list->src, list->dst, list->count,
                                   list->regions);
    list->count = 0;
}

/** Adds a region, whose offsets are in the operands' memory. The list has regions of two buffers
 *  only. */
static void givk_add_region(struct givk_recording *rec, struct givk_regions *list,
                            const struct gi_command *cmd, VkBufferCopy region)
{
    VkBuffer src = givk_memory_buffer(cmd->src.memory, &region.srcOffset);
    VkBuffer dst = givk_memory_buffer(cmd->dst.memory, &region.dstOffset);

    if (list->count == GIVK_REGIONS || src != list->src || dst != list->dst)
        givk_flush_regions(rec, list);
    list->src = src;
    list->dst = dst;
    list->regions[list->count++] = region;
}

/** Copies a box row by row, with as many rows to a command as it can have. */
static void givk_copy_rows(struct givk_recording *rec, const struct gi_command *cmd)
{
    struct givk_regions list = { .count = 0 };
    uint64_t rows = cmd->box.height * cmd->box.depth;
    VkBufferCopy region;

    for (uint64_t row = 0; row < rows; row++) {
        uint64_t y = row % cmd->box.height, z = row / cmd->box.height;
        for (uint64_t done = 0; done < cmd->box.width_bytes; done += region.size) {
            region.srcOffset = cmd->src.offset_bytes + gi_box_offset(&cmd->src.strides, done, y, z);
            region.dstOffset = cmd->dst.offset_bytes + gi_box_offset(&cmd->dst.strides, done, y, z);
            region.size = cmd->box.width_bytes - done;
            if (region.size > rec->dev->plan->piece_bytes)
                region.size = rec->dev->plan->piece_bytes;
            givk_add_region(rec, &list, cmd, region);
        }
    }
    givk_flush_regions(rec, &list);
}

/** Copies by the command from skip_bytes on, in pieces that drivers accept. */
static void givk_copy_range(struct givk_recording *rec, const struct gi_command *cmd,
                            uint64_t skip_bytes, uint64_t size_bytes)
{
    VkBuffer src, dst;
    VkBufferCopy region;

    for (uint64_t done = 0; done < size_bytes; done += region.size) {
        region.srcOffset = cmd->src.offset_bytes + skip_bytes + done;
        region.dstOffset = cmd->dst.offset_bytes + skip_bytes + done;
        region.size = size_bytes - done;
        if (region.size > rec->dev->plan->piece_bytes)
            region.size = rec->dev->plan->piece_bytes;
        src = givk_memory_buffer(cmd->src.memory, &region.srcOffset);
        dst = givk_memory_buffer(cmd->dst.memory, &region.dstOffset);
        rec->dev->vk.CmdCopyBuffer(rec->commands, src, dst, 1, &region);
    }
}

/** Fills whole words by the command. */
static void givk_fill_range(struct givk_recording *rec, const struct gi_place *dst,
                            uint64_t skip_bytes, uint64_t size_bytes, uint32_t word)
{
    uint64_t piece, at;
    VkBuffer buffer;

    for (uint64_t done = 0; done < size_bytes; done += piece) {
        piece = size_bytes - done;
        if (piece > rec->dev->plan->piece_bytes)
            piece = rec->dev->plan->piece_bytes;
        at = dst->offset_bytes + skip_bytes + done;
        buffer = givk_memory_buffer(dst->memory, &at);
        rec->dev->vk.CmdFillBuffer(rec->commands, buffer, at, piece, word);
    }
}

/** Creates a shader's pipeline, unless it is bound and so exists; false on failure. */
static bool givk_need(struct givk_recording *rec, enum givk_shader shader)
{
    VkResult result = rec->bound == (int)shader ? VK_SUCCESS :
                                                  givk_pipelines_need(rec->dev, shader);

    if (result != VK_SUCCESS)
        rec->result = result;
    return result == VK_SUCCESS;
}

/** Runs a shader over body_bytes. For a fill, src_address is the word. */
static void givk_dispatch(struct givk_recording *rec, enum givk_shader shader, uint32_t unit_bytes,
                          uint64_t dst_address, uint64_t src_address, uint64_t body_bytes)
{
    uint64_t units = body_bytes / unit_bytes;
    struct givk_shader_parameters parameters = { dst_address, src_address, 0 };

    if (!givk_need(rec, shader))
        return;
    while (units != 0) {
        uint64_t bytes;
        parameters.count = units < GIVK_DISPATCH_UNITS ? (uint32_t)units : GIVK_DISPATCH_UNITS;
        givk_pipelines_dispatch(rec->dev, rec->commands, shader, rec->bound != (int)shader,
                                &parameters);
        rec->bound = (int)shader;
        units -= parameters.count;
        bytes = (uint64_t)parameters.count * unit_bytes;
        parameters.dst_address += bytes;
        if (shader != GIVK_FILL_16)
            parameters.src_address += bytes;
    }
}

/** Runs a shader over a box; false if the box is too large for one dispatch. For a fill,
 *  src_address is the word. */
static bool givk_dispatch_box(struct givk_recording *rec, enum givk_shader shader,
                              const struct gi_command *cmd, uint64_t src_address)
{
    uint64_t dst = givk_address_of(&cmd->dst);
    uint64_t row_groups = givk_plan_row_groups(dst, &cmd->dst.strides, &cmd->box);
    struct givk_grid grid;
    struct givk_box_parameters parameters = {
        .dst_address = dst,
        .src_address = src_address,
        .dst = cmd->dst.strides,
        .src = cmd->src.strides,
        .width_bytes = cmd->box.width_bytes,
        .row_groups = (uint32_t)row_groups,
        .height = (uint32_t)cmd->box.height,
        .depth = (uint32_t)cmd->box.depth,
    };

    if (!givk_plan_grid(rec->dev->plan, row_groups, cmd->box.height, cmd->box.depth, &grid))
        return false;
    if (!givk_need(rec, shader))
        return true;
    parameters.row_shift = grid.row_shift;
    givk_pipelines_dispatch_box(rec->dev, rec->commands, shader, rec->bound != (int)shader,
                                &parameters, grid.groups);
    rec->bound = (int)shader;
    return true;
}

/* ---- commands ------------------------------------------------------------------------------ */

static void givk_record_linear_copy(struct givk_recording *rec, const struct gi_command *cmd)
{
    uint64_t dst = givk_address_of(&cmd->dst), src = givk_address_of(&cmd->src);
    bool plain = givk_is_mapped(&cmd->dst) || givk_is_mapped(&cmd->src);
    struct givk_split split = givk_plan_copy(rec->dev->plan, dst, src, cmd->box.width_bytes,
                                             plain, rec->independent);

    givk_copy_range(rec, cmd, 0, split.head_bytes);
    if (split.body_bytes != 0)
        givk_dispatch(rec, split.unit_bytes == 16 ? GIVK_COPY_16 : GIVK_COPY_4, split.unit_bytes,
                      dst + split.head_bytes, src + split.head_bytes, split.body_bytes);
    givk_copy_range(rec, cmd, split.head_bytes + split.body_bytes, split.tail_bytes);
}

/** Fills 1 to 3 bytes by a copy from the table of patterns. No command fills less than a word.
 *  Reading and writing back a whole word would touch neighbouring bytes. */
static void givk_fill_bytes(struct givk_recording *rec, const struct gi_place *dst,
                            uint64_t skip_bytes, uint32_t size_bytes, uint32_t word)
{
    uint64_t at = dst->offset_bytes + skip_bytes;
    VkBuffer buffer = givk_memory_buffer(dst->memory, &at);
    VkBufferCopy regions[2];
    uint32_t count = 0;

    for (uint32_t done = 0; done < size_bytes; count++) {
        uint32_t piece = size_bytes - done < 2 ? 1 : 2;
        regions[count].srcOffset = (uint64_t)(word & 0xffff) * 2;
        regions[count].dstOffset = at + done;
        regions[count].size = piece;
        done += piece;
    }
    if (count != 0)
        rec->dev->vk.CmdCopyBuffer(rec->commands, rec->dev->patterns.buffer, buffer,
                                   count, regions);
}

static uint32_t givk_word_of(const struct gi_command *cmd)
{
    if (cmd->pattern_bytes == 1)
        return (cmd->pattern & 0xff) * UINT32_C(0x01010101);
    if (cmd->pattern_bytes == 2)
        return (cmd->pattern & 0xffff) * UINT32_C(0x00010001);
    return cmd->pattern;
}

/** Fills size_bytes that are contiguous. */
static void givk_fill_row(struct givk_recording *rec, const struct gi_place *place,
                          uint64_t size_bytes, uint32_t word)
{
    uint64_t dst = givk_address_of(place), at;
    struct givk_fill_split fill = givk_plan_fill(rec->dev->plan, dst, size_bytes,
                                                 givk_is_mapped(place));

    givk_fill_bytes(rec, place, 0, fill.head_bytes, word);
    at = fill.head_bytes;
    givk_fill_range(rec, place, at, fill.words.head_bytes, word);
    at += fill.words.head_bytes;
    if (fill.words.body_bytes != 0)
        givk_dispatch(rec, GIVK_FILL_16, 16, dst + at, word, fill.words.body_bytes);
    at += fill.words.body_bytes;
    givk_fill_range(rec, place, at, fill.words.tail_bytes, word);
    at += fill.words.tail_bytes;
    givk_fill_bytes(rec, place, at, fill.tail_bytes, word);
}

static void givk_record_fill(struct givk_recording *rec, const struct gi_command *cmd)
{
    uint32_t word = givk_word_of(cmd);
    struct gi_place row = cmd->dst;

    if (givk_plan_box(rec->dev->plan, &cmd->box, givk_is_mapped(&cmd->dst)) &&
        givk_dispatch_box(rec, GIVK_FILL_BOX, cmd, word))
        return;
    for (uint64_t z = 0; z < cmd->box.depth; z++) {
        for (uint64_t y = 0; y < cmd->box.height; y++) {
            row.offset_bytes = cmd->dst.offset_bytes + gi_box_offset(&cmd->dst.strides, 0, y, z);
            givk_fill_row(rec, &row, cmd->box.width_bytes, word);
        }
    }
}

static void givk_record_copy(struct givk_recording *rec, const struct gi_command *cmd)
{
    bool plain = givk_is_mapped(&cmd->dst) || givk_is_mapped(&cmd->src);

    if (cmd->box.height == 1)
        givk_record_linear_copy(rec, cmd);
    else if (!givk_plan_box(rec->dev->plan, &cmd->box, plain) ||
             !givk_dispatch_box(rec, GIVK_COPY_BOX, cmd, givk_address_of(&cmd->src)))
        givk_copy_rows(rec, cmd);
}

/** Tells whether the host can read what a command writes. Timestamps it writes itself
 *  (timestamps.h). */
static bool givk_writes_for_host(const struct gi_command *cmd)
{
    const struct gi_place *dst = gi_command_dst(cmd);

    if (cmd->kind == GI_COMMAND_LAUNCH)
        return true;
    if (cmd->kind == GI_COMMAND_TIMESTAMP)
        return false;
    return dst != NULL && givk_is_mapped(dst);
}

static bool givk_is_timestamp(const struct gi_command *cmd)
{
    return cmd->kind == GI_COMMAND_TIMESTAMP;
}

/** Copies the results of timestamps to places that the host does not write. */
static void givk_copy_times(struct givk_recording *rec, const struct gi_batch *batch)
{
    uint32_t index = 0;

    for (size_t i = 0; i < batch->command_count; i++) {
        const struct gi_command *cmd = &batch->commands[i];
        uint64_t at = cmd->dst.offset_bytes;
        VkBuffer buffer;
        if (!givk_is_timestamp(cmd) || !givk_timestamps_need_copy(rec->times, index++))
            continue;
        buffer = givk_memory_buffer(cmd->dst.memory, &at);
        givk_timestamps_copy(rec->dev, rec->times, rec->commands, index - 1, buffer, at);
    }
}

static void givk_record_launch(struct givk_recording *rec, const struct gi_command *cmd)
{
    const struct gi_kernel_launch *launch = &rec->launches[cmd->launch];
    struct gi_place groups;

    if (rec->recorded == NULL || rec->recorded->choice_count == 0 ||
        rec->recorded->launch_choices[cmd->launch] == 0) {
        givk_kernels_dispatch(rec->dev, rec->commands, launch, rec->kernel == launch->kernel);
        return;
    }
    groups = givk_choices_place(rec->recorded, cmd->launch);
    givk_kernels_dispatch_chosen(rec->dev, rec->commands, launch, rec->kernel == launch->kernel,
                                 &groups);
}

static void givk_record_command(struct givk_recording *rec, const struct gi_command *cmd)
{
    const struct gi_kernel_launch *launch = NULL;

    switch (cmd->kind) {
    case GI_COMMAND_COPY:
        givk_record_copy(rec, cmd);
        break;
    case GI_COMMAND_FILL:
        givk_record_fill(rec, cmd);
        break;
    case GI_COMMAND_IMAGE_BEGIN:
        givk_image_record_begin(rec->dev, rec->commands, cmd);
        break;
    case GI_COMMAND_IMAGE_WRITE:
        givk_image_record_write(rec->dev, rec->commands, cmd);
        rec->bound = -1;
        break;
    case GI_COMMAND_IMAGE_READ:
        givk_image_record_read(rec->dev, rec->commands, cmd);
        rec->bound = -1;
        break;
    case GI_COMMAND_IMAGE_COPY:
        givk_image_record_copy(rec->dev, rec->commands, rec->images, cmd);
        rec->bound = -1;
        break;
    case GI_COMMAND_TIMESTAMP:
        givk_timestamps_write(rec->dev, rec->times, rec->commands, rec->taken++);
        break;
    case GI_COMMAND_LAUNCH:
        launch = &rec->launches[cmd->launch];
        givk_record_launch(rec, cmd);
        rec->bound = -1;
        break;
    }
    rec->kernel = launch != NULL ? launch->kernel : NULL;
    rec->host_reads |= givk_writes_for_host(cmd);
}

static size_t givk_count_independent(const struct gi_command *commands, size_t count)
{
    size_t independent = 0;

    for (size_t i = 0; i < count; i++)
        independent += !commands[i].barrier_before &&
                       !gi_command_traits_of(&commands[i])->bounds_time;
    return independent;
}

static void givk_barrier_for_host(struct givk_recording *rec)
{
    givk_barrier(rec, givk_stages(rec->dev), givk_writes(rec->dev), VK_PIPELINE_STAGE_HOST_BIT,
                 VK_ACCESS_HOST_READ_BIT | VK_ACCESS_HOST_WRITE_BIT);
}

VkResult givk_transfer_record(struct givk_device *dev, VkCommandBuffer commands,
                              const struct givk_timestamps *times,
                              const struct givk_image_work *images, const struct gi_batch *batch,
                              const struct givk_part *part, bool is_idle)
{
    struct givk_recording rec = { .dev = dev, .commands = commands, .bound = -1,
                                  .launches = batch->launches, .times = times, .images = images };

    rec.independent = givk_count_independent(batch->commands, batch->command_count);
    for (size_t i = 0; i < part->first; i++)
        rec.taken += givk_is_timestamp(&batch->commands[i]);
    if (part->is_first && (batch->wait_count != 0 || !is_idle || !dev->plan->idle_queue_sees_all))
        givk_barrier_before(&rec, batch->wait_count != 0);
    if (part->is_first && batch->times != NULL)
        givk_times_begin(dev, times, commands);
    else if (batch->times != NULL)
        givk_times_write(dev, times, commands, batch->command_count + 1);
    if (part->is_first)
        givk_image_work_acquire(dev, commands, images);
    for (size_t i = part->first; i < part->end; i++) {
        if (batch->commands[i].barrier_before && (i != part->first || !part->is_first))
            givk_barrier_before(&rec, false);
        givk_record_command(&rec, &batch->commands[i]);
        if (batch->times != NULL)
            givk_times_write(dev, times, commands, i + 1);
    }
    if (!part->is_last)
        return rec.result;
    if (rec.taken > 0)
        givk_copy_times(&rec, batch);
    givk_image_work_release(dev, commands, images);
    if (rec.host_reads)
        givk_barrier_for_host(&rec);
    return rec.result;
}

/** Behind shaders of choices: what they wrote is read by others of them and by dispatches. */
static void givk_barrier_behind_choices(struct givk_recording *rec)
{
    givk_barrier(rec, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_WRITE_BIT,
                 VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT | VK_PIPELINE_STAGE_DRAW_INDIRECT_BIT,
                 VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_INDIRECT_COMMAND_READ_BIT);
}

/** Records the choices, from one on, that come right before a command; returns the next one. */
static size_t givk_record_choices(struct givk_recording *rec, size_t number, size_t command)
{
    const struct gi_recorded *recorded = rec->recorded;
    size_t unseen = number;              /* from here on there was no barrier behind them */

    if (number >= recorded->choice_count || recorded->choices[number].at != command)
        return number;
    for (; number < recorded->choice_count && recorded->choices[number].at == command; number++) {
        VkResult result;

        if (recorded->choices[number].within > unseen) {
            givk_barrier_behind_choices(rec);
            unseen = number;
        }
        result = givk_choices_record(rec->dev, rec->commands, recorded, number);
        rec->result = result != VK_SUCCESS ? result : rec->result;
    }
    givk_barrier_behind_choices(rec);
    rec->bound = -1;
    rec->kernel = NULL;
    return number;
}

VkResult givk_transfer_record_kept(struct givk_device *dev, VkCommandBuffer commands,
                                   const struct gi_recorded *recorded)
{
    struct givk_recording rec = { .dev = dev, .commands = commands, .bound = -1,
                                  .launches = recorded->launches, .recorded = recorded };
    size_t choice = 0;

    rec.independent = givk_count_independent(recorded->commands, recorded->command_count);
    if (recorded->begins_behind)
        givk_barrier_before(&rec, recorded->is_first);
    for (size_t i = 0; i < recorded->command_count; i++) {
        if (recorded->commands[i].barrier_before && i != 0)
            givk_barrier_before(&rec, false);
        choice = givk_record_choices(&rec, choice, i);
        givk_record_command(&rec, &recorded->commands[i]);
    }
    if (recorded->is_last)
        givk_barrier_for_host(&rec);
    return rec.result;
}
