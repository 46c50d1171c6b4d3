#include "kernels.h"

#include "vulkan/device/device.h"
#include "vulkan/loader/result.h"
#include "vulkan/pipeline/pipeline_cache.h"
#include "vulkan/pipeline/pipeline_worker.h"

gi_status givk_kernels_init(struct givk_device *dev)
{
    VkResult result;

    if (!dev->facts->info.launches)
        return GI_OK;
    result = givk_kernel_sets_init(dev);
    if (result == VK_SUCCESS)
        result = givk_make_kernel_layout(dev, VK_NULL_HANDLE, &dev->kernels.layout);
    return result == VK_SUCCESS ? GI_OK : givk_fail(result, "making the layout of kernels");
}

void givk_kernels_finish(struct givk_device *dev)
{
    dev->vk.DestroyPipelineLayout(dev->handle, dev->kernels.layout, NULL);
    givk_kernel_sets_finish(dev);
}

/* ---- pipelines ------------------------------------------------------------------------------- */

static VkResult givk_make_kernel(struct givk_device *dev, const struct gi_kernel_code *code,
                                 struct givk_kernel *kernel)
{
    VkSpecializationMapEntry entries[GI_KERNEL_CONSTANTS];
    const VkSpecializationInfo special = {
        .mapEntryCount = code->constant_count,
        .pMapEntries = entries,
        .dataSize = code->constant_count * sizeof(uint32_t),
        .pData = code->constants,
    };
    const VkShaderModuleCreateInfo module = {
        .sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
        .codeSize = code->word_count * sizeof(uint32_t),
        .pCode = code->words,
    };
    const VkPipelineShaderStageRequiredSubgroupSizeCreateInfoEXT size = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_REQUIRED_SUBGROUP_SIZE_CREATE_INFO_EXT,
        .requiredSubgroupSize = code->subgroup_size,
    };
    VkComputePipelineCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
        .flags = VK_PIPELINE_CREATE_DISPATCH_BASE_BIT,
        .stage = {
            .sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
            .pNext = code->subgroup_size != 0 ? &size : NULL,
            .flags = code->subgroup_size != 0 ?
                     VK_PIPELINE_SHADER_STAGE_CREATE_REQUIRE_FULL_SUBGROUPS_BIT_EXT : 0,
            .stage = VK_SHADER_STAGE_COMPUTE_BIT,
            .pName = code->entry,
            .pSpecializationInfo = &special,
        },
        .layout = kernel->layout,
    };
    VkResult result;

    for (uint32_t i = 0; i < code->constant_count; i++)
        entries[i] = (VkSpecializationMapEntry){ i, i * (uint32_t)sizeof(uint32_t),
                                                 sizeof(uint32_t) };
    result = dev->vk.CreateShaderModule(dev->handle, &module, NULL, &info.stage.module);
    if (result != VK_SUCCESS)
        return result;
    result = dev->vk.CreateComputePipelines(dev->handle, givk_pipeline_cache_handle(dev), 1, &info,
                                            NULL, &kernel->pipeline);
    dev->vk.DestroyShaderModule(dev->handle, info.stage.module, NULL);
    return result;
}

static gi_status givk_kernel_init(struct gi_kernel *base, const struct gi_kernel_code *code)
{
    struct givk_kernel *kernel = givk_kernel_from(base);
    struct givk_device *dev = givk_device_from(base->device);
    gi_status status = GI_OK;
    VkResult result;

    if (!dev->facts->info.launches || code->push_bytes > dev->facts->info.kernels.push_bytes)
        return gi_fail(GI_NOT_SUPPORTED, "kernel: %s takes %u bytes of push data, not %u",
                       dev->facts->info.name, dev->facts->info.kernels.push_bytes,
                       code->push_bytes);
    kernel->layout = dev->kernels.layout;
    kernel->uses_textures = code->uses_textures;
    kernel->binds_constants = code->binds_constants;
    if (code->uses_textures)
        status = givk_texture_tables_make(dev);
    if (status != GI_OK)
        return status;
    if (code->uses_textures)
        kernel->layout = dev->textures.layout;
    result = givk_make_kernel(dev, code, kernel);
    if (result != VK_SUCCESS)
        return givk_fail(result, "compiling a kernel");
    givk_pipeline_worker_note_made(dev);
    return GI_OK;
}

static void givk_kernel_finish(struct gi_kernel *base)
{
    struct givk_device *dev = givk_device_from(base->device);

    dev->vk.DestroyPipeline(dev->handle, givk_kernel_from(base)->pipeline, NULL);
}

const struct gi_kernel_ops givk_kernel_ops = {
    .size = sizeof(struct givk_kernel),
    .init = givk_kernel_init,
    .finish = givk_kernel_finish,
};

/* ---- dispatches ------------------------------------------------------------------------------ */

/** Before a piece that begins at base, if the launch has pieces of its own: tells the kernel, and
 *  lets the piece before end, whose memory it takes. */
static void givk_begin_piece(struct givk_device *dev, VkCommandBuffer commands,
                             const struct gi_kernel_launch *launch, const uint32_t base[static 3])
{
    const VkMemoryBarrier barrier = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
        .srcAccessMask = VK_ACCESS_SHADER_WRITE_BIT,
        .dstAccessMask = VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT,
    };
    uint32_t number = base[0] + launch->groups[0] * (base[1] + launch->groups[1] * base[2]);

    if (launch->piece[0] == 0)
        return;
    dev->vk.CmdPushConstants(commands, givk_kernel_from(launch->kernel)->layout,
                             VK_SHADER_STAGE_COMPUTE_BIT, launch->piece_push_bytes,
                             sizeof number, &number);
    if ((base[0] | base[1] | base[2]) != 0)
        dev->vk.CmdPipelineBarrier(commands, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
                                   VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, 0, 1, &barrier, 0, NULL,
                                   0, NULL);
}

/** One piece. Vulkan allows no base beyond the most groups that one dispatch can have. */
static void givk_dispatch_piece(struct givk_device *dev, VkCommandBuffer commands,
                                const struct gi_kernel_launch *launch,
                                const uint32_t base[static 3], const uint32_t count[static 3])
{
    const uint32_t words[2] = { base[0], launch->groups[0] };

    givk_begin_piece(dev, commands, launch, base);
    if (launch->is_wide)
        dev->vk.CmdPushConstants(commands, givk_kernel_from(launch->kernel)->layout,
                                 VK_SHADER_STAGE_COMPUTE_BIT, dev->facts->info.wide_push_bytes,
                                 sizeof words, words);
    dev->vk.CmdDispatchBase(commands, launch->is_wide ? 0 : base[0], base[1], base[2], count[0],
                            count[1], count[2]);
}

/** Dispatches the grid in pieces that the device accepts, or in the launch's own. */
static void givk_dispatch_pieces(struct givk_device *dev, VkCommandBuffer commands,
                                 const struct gi_kernel_launch *launch)
{
    const uint32_t *most = launch->piece[0] != 0 ? launch->piece :
                                                   dev->facts->info.max_group_count;
    const uint32_t *groups = launch->groups;
    uint32_t base[3], count[3];

    for (base[2] = 0; base[2] < groups[2]; base[2] += count[2]) {
        count[2] = groups[2] - base[2] < most[2] ? groups[2] - base[2] : most[2];
        for (base[1] = 0; base[1] < groups[1]; base[1] += count[1]) {
            count[1] = groups[1] - base[1] < most[1] ? groups[1] - base[1] : most[1];
            for (base[0] = 0; base[0] < groups[0]; base[0] += count[0]) {
                count[0] = groups[0] - base[0] < most[0] ? groups[0] - base[0] : most[0];
                givk_dispatch_piece(dev, commands, launch, base, count);
            }
        }
    }
}

static void givk_bind_kernel(struct givk_device *dev, VkCommandBuffer commands,
                             const struct gi_kernel_launch *launch, bool is_bound)
{
    const struct givk_kernel *kernel = givk_kernel_from(launch->kernel);

    if (!is_bound)
        dev->vk.CmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, kernel->pipeline);
    if (kernel->uses_textures && !is_bound)
        dev->vk.CmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, kernel->layout, 0,
                                      1, &dev->textures.set, 0, NULL);
    if (kernel->binds_constants)
        givk_bind_constants(dev, commands, kernel->layout, launch);
    if (launch->push_bytes != 0)
        dev->vk.CmdPushConstants(commands, kernel->layout, VK_SHADER_STAGE_COMPUTE_BIT, 0,
                                 launch->push_bytes, launch->push);
}

void givk_kernels_dispatch(struct givk_device *dev, VkCommandBuffer commands,
                           const struct gi_kernel_launch *launch, bool is_bound)
{
    givk_bind_kernel(dev, commands, launch, is_bound);
    givk_dispatch_pieces(dev, commands, launch);
}

void givk_kernels_dispatch_chosen(struct givk_device *dev, VkCommandBuffer commands,
                                  const struct gi_kernel_launch *launch, bool is_bound,
                                  const struct gi_place *groups)
{
    uint64_t at = groups->offset_bytes;
    VkBuffer buffer = givk_memory_buffer(groups->memory, &at);

    givk_bind_kernel(dev, commands, launch, is_bound);
    dev->vk.CmdDispatchIndirect(commands, buffer, at);
}
