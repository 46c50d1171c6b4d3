#include "image_commands.h"

#include <stdlib.h>

#include "base/scratch.h"
#include "contract/command.h"
#include "image_shaders.h"
#include "vulkan/device/device.h"
#include "vulkan/plan/image_regions.h"

enum {
    GIVK_BUFFER_REGIONS = 64,            /* the most regions of one command */
    GIVK_BETWEEN_BYTES = 1 << 20         /* a multiple of every texel size */
};

#define GIVK_IMAGE_STAGES \
    (VK_PIPELINE_STAGE_TRANSFER_BIT | VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT)
#define GIVK_IMAGE_WRITES (VK_ACCESS_TRANSFER_WRITE_BIT | VK_ACCESS_SHADER_WRITE_BIT)
#define GIVK_IMAGE_READS (VK_ACCESS_TRANSFER_READ_BIT | VK_ACCESS_SHADER_READ_BIT)

/* ---- which images a batch visits ------------------------------------------------------------- */

static bool givk_is_external(const struct gi_image *image)
{
    return (image->shape.flags & GI_IMAGE_EXTERNAL) != 0;
}

/** Gives the destination and the source image of a command; NULL where that operand is memory. */
static void givk_images_of(const struct gi_command *cmd, struct gi_image *out[static 2])
{
    const struct gi_image_place *dst = gi_command_dst_image(cmd), *src = gi_command_src_image(cmd);

    out[0] = dst != NULL ? dst->image : NULL;
    out[1] = src != NULL ? src->image : NULL;
}

/** Tells whether a command needs an intermediate buffer, if no shader executes it. */
static bool givk_needs_between(const struct gi_command *cmd)
{
    return cmd->kind == GI_COMMAND_IMAGE_COPY &&
           !givk_images_copy(&cmd->dst_image, &cmd->src_image, &cmd->box);
}

static int givk_compare(const void *a, const void *b)
{
    uintptr_t one = (uintptr_t)*(struct givk_image *const *)a;
    uintptr_t two = (uintptr_t)*(struct givk_image *const *)b;

    return (one > two) - (one < two);
}

/** Lists the external images of a batch, each once. Its commands and launches name count of
 *  them. */
static VkResult givk_list_visited(const struct gi_batch *batch, size_t count,
                                  struct givk_image_work *work)
{
    struct gi_image *images[2];
    size_t kept = 0;

    work->visited = gi_scratch(work->local, sizeof(work->local), count, sizeof(*work->visited));
    if (work->visited == NULL)
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    for (size_t i = 0; i < batch->command_count; i++) {
        givk_images_of(&batch->commands[i], images);
        for (int k = 0; k < 2; k++) {
            if (images[k] != NULL && givk_is_external(images[k]))
                work->visited[work->visited_count++] = givk_image_from(images[k]);
        }
    }
    for (size_t i = 0; i < batch->image_count; i++)
        work->visited[work->visited_count++] = givk_image_from(batch->images[i]);
    qsort(work->visited, work->visited_count, sizeof(*work->visited), givk_compare);
    for (size_t i = 0; i < work->visited_count; i++) {
        if (i == 0 || work->visited[i] != work->visited[i - 1])
            work->visited[kept++] = work->visited[i];
    }
    work->visited_count = kept;
    return VK_SUCCESS;
}

static VkResult givk_make_between(struct givk_device *dev, struct givk_memory *between)
{
    gi_status st;

    if (between->buffer != VK_NULL_HANDLE)
        return VK_SUCCESS;
    between->base.device = &dev->base;
    between->base.ops = &givk_memory_ops;
    st = givk_memory_ops.allocate(&between->base, GIVK_BETWEEN_BYTES, GI_MEMORY_DEVICE);
    return st == GI_OK ? VK_SUCCESS : VK_ERROR_OUT_OF_DEVICE_MEMORY;
}

VkResult givk_image_work_init(struct givk_device *dev, const struct gi_batch *batch,
                              struct givk_memory *between, struct givk_image_work *work)
{
    struct gi_image *images[2];
    struct givk_image_dispatch dispatch;
    bool needs_between = false;
    size_t count = batch->image_count;
    VkResult result = VK_SUCCESS;

    work->visited = NULL;
    work->visited_count = 0;
    for (size_t i = 0; result == VK_SUCCESS && i < batch->command_count; i++) {
        givk_images_of(&batch->commands[i], images);
        if (images[0] == NULL && images[1] == NULL)
            continue;
        for (int k = 0; k < 2; k++)
            count += images[k] != NULL && givk_is_external(images[k]);
        if (givk_image_shaders_take(dev, &batch->commands[i], &dispatch))
            result = givk_image_shaders_prepare(dev, &batch->commands[i], &dispatch);
        else
            needs_between |= givk_needs_between(&batch->commands[i]);
    }
    if (result == VK_SUCCESS && needs_between)
        result = givk_make_between(dev, between);
    if (result == VK_SUCCESS && count != 0)
        result = givk_list_visited(batch, count, work);
    work->between = between->buffer;
    return result;
}

void givk_image_work_finish(struct givk_image_work *work)
{
    gi_scratch_free(work->visited, work->local);
}

/* ---- barriers -------------------------------------------------------------------------------- */

static VkImageMemoryBarrier givk_image_barrier(const struct givk_image *image)
{
    return (VkImageMemoryBarrier){
        .sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER,
        .oldLayout = VK_IMAGE_LAYOUT_GENERAL,
        .newLayout = VK_IMAGE_LAYOUT_GENERAL,
        .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
        .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
        .image = image->handle,
        .subresourceRange = {
            .aspectMask = VK_IMAGE_ASPECT_COLOR_BIT,
            .levelCount = VK_REMAINING_MIP_LEVELS,
            .layerCount = VK_REMAINING_ARRAY_LAYERS,
        },
    };
}

/** Returns the owner of images on our side: the only family, or VK_QUEUE_FAMILY_IGNORED for all. */
static uint32_t givk_own_family(const struct givk_device *dev)
{
    return dev->plan->family_count > 1 ? VK_QUEUE_FAMILY_IGNORED : dev->plan->families[0].family;
}

void givk_image_work_acquire(struct givk_device *dev, VkCommandBuffer commands,
                             const struct givk_image_work *work)
{
    for (size_t i = 0; i < work->visited_count; i++) {
        VkImageMemoryBarrier barrier = givk_image_barrier(work->visited[i]);
        barrier.dstAccessMask = GIVK_IMAGE_READS | GIVK_IMAGE_WRITES;
        barrier.srcQueueFamilyIndex = VK_QUEUE_FAMILY_EXTERNAL;
        barrier.dstQueueFamilyIndex = givk_own_family(dev);
        dev->vk.CmdPipelineBarrier(commands, GIVK_IMAGE_STAGES, GIVK_IMAGE_STAGES, 0, 0, NULL, 0,
                                   NULL, 1, &barrier);
    }
}

void givk_image_work_release(struct givk_device *dev, VkCommandBuffer commands,
                             const struct givk_image_work *work)
{
    for (size_t i = 0; i < work->visited_count; i++) {
        VkImageMemoryBarrier barrier = givk_image_barrier(work->visited[i]);
        barrier.srcAccessMask = GIVK_IMAGE_WRITES;
        barrier.srcQueueFamilyIndex = givk_own_family(dev);
        barrier.dstQueueFamilyIndex = VK_QUEUE_FAMILY_EXTERNAL;
        dev->vk.CmdPipelineBarrier(commands, GIVK_IMAGE_STAGES,
                                   VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, 0, 0, NULL, 0, NULL, 1,
                                   &barrier);
    }
}

static void givk_transfer_barrier(struct givk_device *dev, VkCommandBuffer commands)
{
    VkMemoryBarrier barrier = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
        .srcAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT,
        .dstAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT | VK_ACCESS_TRANSFER_READ_BIT,
    };

    dev->vk.CmdPipelineBarrier(commands, VK_PIPELINE_STAGE_TRANSFER_BIT,
                               VK_PIPELINE_STAGE_TRANSFER_BIT, 0, 1, &barrier, 0, NULL, 0, NULL);
}

/* ---- commands -------------------------------------------------------------------------------- */

void givk_image_record_begin(struct givk_device *dev, VkCommandBuffer commands,
                             const struct gi_command *cmd)
{
    VkImageMemoryBarrier barrier = givk_image_barrier(givk_image_from(cmd->dst_image.image));

    barrier.oldLayout = VK_IMAGE_LAYOUT_UNDEFINED;
    barrier.srcAccessMask = GIVK_IMAGE_WRITES;   /* earlier writes to the same memory */
    barrier.dstAccessMask = GIVK_IMAGE_READS | GIVK_IMAGE_WRITES;
    dev->vk.CmdPipelineBarrier(commands, GIVK_IMAGE_STAGES, GIVK_IMAGE_STAGES, 0, 0, NULL, 0, NULL,
                               1, &barrier);
}

static void givk_write(struct givk_device *dev, VkCommandBuffer commands, VkBuffer src,
                       const struct gi_place *memory, const struct gi_image_place *place,
                       const struct gi_box *box)
{
    VkBufferImageCopy regions[GIVK_BUFFER_REGIONS];
    VkImage image = givk_image_from(place->image)->handle;
    uint64_t done = 0;
    uint32_t count;

    do {
        for (count = 0; count < GIVK_BUFFER_REGIONS; count++) {
            if (!givk_next_buffer_region(place, memory, box, &done, &regions[count]))
                break;
        }
        if (count != 0)
            dev->vk.CmdCopyBufferToImage(commands, src, image, VK_IMAGE_LAYOUT_GENERAL, count,
                                         regions);
    } while (count == GIVK_BUFFER_REGIONS);
}

static void givk_read(struct givk_device *dev, VkCommandBuffer commands, VkBuffer dst,
                      const struct gi_place *memory, const struct gi_image_place *place,
                      const struct gi_box *box)
{
    VkBufferImageCopy regions[GIVK_BUFFER_REGIONS];
    VkImage image = givk_image_from(place->image)->handle;
    uint64_t done = 0;
    uint32_t count;

    do {
        for (count = 0; count < GIVK_BUFFER_REGIONS; count++) {
            if (!givk_next_buffer_region(place, memory, box, &done, &regions[count]))
                break;
        }
        if (count != 0)
            dev->vk.CmdCopyImageToBuffer(commands, image, VK_IMAGE_LAYOUT_GENERAL, dst, count,
                                         regions);
    } while (count == GIVK_BUFFER_REGIONS);
}

/** Records a command if a shader can execute it. */
static bool givk_by_shader(struct givk_device *dev, VkCommandBuffer commands,
                           const struct gi_command *cmd)
{
    struct givk_image_dispatch dispatch;

    if (!givk_image_shaders_take(dev, cmd, &dispatch))
        return false;
    givk_image_shaders_record(dev, commands, cmd, &dispatch);
    return true;
}

void givk_image_record_write(struct givk_device *dev, VkCommandBuffer commands,
                             const struct gi_command *cmd)
{
    struct gi_place memory = cmd->src;
    VkBuffer src = givk_memory_buffer(memory.memory, &memory.offset_bytes);

    if (!givk_by_shader(dev, commands, cmd))
        givk_write(dev, commands, src, &memory, &cmd->dst_image, &cmd->box);
}

void givk_image_record_read(struct givk_device *dev, VkCommandBuffer commands,
                            const struct gi_command *cmd)
{
    struct gi_place memory = cmd->dst;
    VkBuffer dst = givk_memory_buffer(memory.memory, &memory.offset_bytes);

    if (!givk_by_shader(dev, commands, cmd))
        givk_read(dev, commands, dst, &memory, &cmd->src_image, &cmd->box);
}

static struct gi_image_place givk_part_of(const struct gi_image_place *place,
                                          const struct gi_box_part *part)
{
    struct gi_image_place at = *place;
    uint32_t texel_bytes = gi_format_info(place->image->shape.format)->block_bytes;

    at.x += (uint32_t)(part->x_bytes / texel_bytes);
    at.y += (uint32_t)part->y;
    at.z += (uint32_t)part->z;
    return at;
}

/** Copies through the intermediate buffer, in pieces. */
static void givk_copy_between(struct givk_device *dev, VkCommandBuffer commands, VkBuffer between,
                              const struct gi_command *cmd)
{
    struct gi_box_part part = { 0 };

    while (gi_box_next_part(&cmd->box, GIVK_BETWEEN_BYTES, &part)) {
        struct gi_image_place dst = givk_part_of(&cmd->dst_image, &part);
        struct gi_image_place src = givk_part_of(&cmd->src_image, &part);
        struct gi_place memory = {
            .strides = { part.box.width_bytes, part.box.width_bytes * part.box.height },
        };
        givk_transfer_barrier(dev, commands);    /* an earlier copy may still use the buffer */
        givk_read(dev, commands, between, &memory, &src, &part.box);
        givk_transfer_barrier(dev, commands);
        givk_write(dev, commands, between, &memory, &dst, &part.box);
    }
}

void givk_image_record_copy(struct givk_device *dev, VkCommandBuffer commands,
                            const struct givk_image_work *work, const struct gi_command *cmd)
{
    VkImageCopy region;

    if (givk_by_shader(dev, commands, cmd))
        return;
    if (givk_needs_between(cmd)) {
        givk_copy_between(dev, commands, work->between, cmd);
        return;
    }
    region = givk_image_region(&cmd->dst_image, &cmd->src_image, &cmd->box);
    dev->vk.CmdCopyImage(commands, givk_image_from(cmd->src_image.image)->handle,
                         VK_IMAGE_LAYOUT_GENERAL, givk_image_from(cmd->dst_image.image)->handle,
                         VK_IMAGE_LAYOUT_GENERAL, 1, &region);
}
