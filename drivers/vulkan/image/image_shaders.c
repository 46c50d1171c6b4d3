#include "image_shaders.h"

#include <stddef.h>

#include "contract/command.h"
#include "image.h"
#include "vulkan/device/device.h"
#include "vulkan/loader/result.h"
#include "vulkan/plan/formats.h"
#include "givk_imagecopy11.spv.h"
#include "givk_imagecopy12.spv.h"
#include "givk_imagecopy13.spv.h"
#include "givk_imagecopy21.spv.h"
#include "givk_imagecopy22.spv.h"
#include "givk_imagecopy23.spv.h"
#include "givk_imagecopy31.spv.h"
#include "givk_imagecopy32.spv.h"
#include "givk_imagecopy33.spv.h"
#include "givk_imageread1.spv.h"
#include "givk_imageread2.spv.h"
#include "givk_imageread3.spv.h"
#include "givk_imagewrite1.spv.h"
#include "givk_imagewrite2.spv.h"
#include "givk_imagewrite3.spv.h"

/* The shaders use the same numbers. */
enum { GIVK_BINDING_FROM, GIVK_BINDING_TO, GIVK_BINDINGS };

/* The size of the push constants: up to pair_shift, without padding. */
enum { GIVK_IMAGE_PUSH_BYTES = offsetof(struct givk_image_parameters, pair_shift) +
                               sizeof(uint32_t) };

_Static_assert(GIVK_IMAGE_PUSH_BYTES == 68, "the shaders' block is 17 words");

#define GIVK_CODE(name) { name, sizeof(name) }

/* Indexed by the dimensions of the destination image, then of the source image; 0: memory. */
static const struct givk_code givk_image_code[4][4] = {
    [0][1] = GIVK_CODE(givk_imageread1_spv),
    [0][2] = GIVK_CODE(givk_imageread2_spv),
    [0][3] = GIVK_CODE(givk_imageread3_spv),
    [1][0] = GIVK_CODE(givk_imagewrite1_spv),
    [1][1] = GIVK_CODE(givk_imagecopy11_spv),
    [1][2] = GIVK_CODE(givk_imagecopy12_spv),
    [1][3] = GIVK_CODE(givk_imagecopy13_spv),
    [2][0] = GIVK_CODE(givk_imagewrite2_spv),
    [2][1] = GIVK_CODE(givk_imagecopy21_spv),
    [2][2] = GIVK_CODE(givk_imagecopy22_spv),
    [2][3] = GIVK_CODE(givk_imagecopy23_spv),
    [3][0] = GIVK_CODE(givk_imagewrite3_spv),
    [3][1] = GIVK_CODE(givk_imagecopy31_spv),
    [3][2] = GIVK_CODE(givk_imagecopy32_spv),
    [3][3] = GIVK_CODE(givk_imagecopy33_spv),
};

/* ---- pipelines ------------------------------------------------------------------------------- */

static VkResult givk_make_set_layout(struct givk_device *dev)
{
    const VkDescriptorSetLayoutBinding bindings[GIVK_BINDINGS] = {
        { GIVK_BINDING_FROM, VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE, 1, VK_SHADER_STAGE_COMPUTE_BIT,
          NULL },
        { GIVK_BINDING_TO, VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, 1, VK_SHADER_STAGE_COMPUTE_BIT,
          NULL },
    };
    const VkDescriptorSetLayoutCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
        .flags = VK_DESCRIPTOR_SET_LAYOUT_CREATE_PUSH_DESCRIPTOR_BIT_KHR,
        .bindingCount = GIVK_BINDINGS,
        .pBindings = bindings,
    };

    return dev->vk.CreateDescriptorSetLayout(dev->handle, &info, NULL,
                                             &dev->image_pipelines.set_layout);
}

gi_status givk_image_shaders_init(struct givk_device *dev)
{
    VkResult result;

    for (int i = 0; i < GIVK_IMAGE_SHADER_COUNT; i++)
        givk_pipeline_init(&dev->image_pipelines.pipelines[i]);
    if (!dev->plan->image_shaders.exist)
        return GI_OK;
    result = givk_make_set_layout(dev);
    if (result == VK_SUCCESS)
        result = givk_make_compute_layout(dev, &dev->image_pipelines.set_layout, 1,
                                          GIVK_IMAGE_PUSH_BYTES, &dev->image_pipelines.layout);
    return result == VK_SUCCESS ? GI_OK : givk_fail(result, "making the layout of image copies");
}

void givk_image_shaders_finish(struct givk_device *dev)
{
    struct givk_image_pipelines *pipelines = &dev->image_pipelines;

    for (int i = 0; i < GIVK_IMAGE_SHADER_COUNT; i++)
        givk_pipeline_finish(dev, &pipelines->pipelines[i]);
    dev->vk.DestroyPipelineLayout(dev->handle, pipelines->layout, NULL);
    dev->vk.DestroyDescriptorSetLayout(dev->handle, pipelines->set_layout, NULL);
}

static struct givk_pipeline *givk_pipeline_of(struct givk_device *dev,
                                              const struct givk_image_shader *shader)
{
    return &dev->image_pipelines.pipelines[givk_image_shader_index(shader)];
}

static VkResult givk_need_pipeline(struct givk_device *dev, const struct givk_image_shader *shader)
{
    const struct givk_pipeline_source source = {
        .layout = dev->image_pipelines.layout,
        .code = &givk_image_code[shader->to][shader->from],
        .constant_count = GIVK_SHADER_CONSTANTS,
        .constants = { dev->plan->group_threads, shader->texel_bytes, shader->unit_bytes,
                       dev->plan->image_shaders.rows },
    };

    return givk_pipeline_need(dev, givk_pipeline_of(dev, shader), &source);
}

/* ---- views ----------------------------------------------------------------------------------- */

static VkImageViewType givk_view_type(enum gi_image_dims dims)
{
    switch (dims) {
    case GI_IMAGE_1D:
        return VK_IMAGE_VIEW_TYPE_1D_ARRAY;
    case GI_IMAGE_2D:
        return VK_IMAGE_VIEW_TYPE_2D_ARRAY;
    case GI_IMAGE_3D:
        return VK_IMAGE_VIEW_TYPE_3D;
    }
    return VK_IMAGE_VIEW_TYPE_2D_ARRAY;
}

/** If two threads create the view of a level at once, one destroys its own. */
static VkResult givk_need_view(struct givk_device *dev, const struct gi_image_place *place,
                               uint32_t texel_bytes)
{
    struct givk_image *image = givk_image_from(place->image);
    _Atomic(VkImageView) *at = &image->copied_levels[place->level];
    const VkImageViewUsageCreateInfo usage = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_USAGE_CREATE_INFO,
        .usage = image->plan.usage & (VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_STORAGE_BIT),
    };
    const VkImageViewCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
        .pNext = &usage,
        .image = image->handle,
        .viewType = givk_view_type(image->base.shape.dims),
        .format = givk_format_of_bytes(texel_bytes),
        .subresourceRange = {
            .aspectMask = VK_IMAGE_ASPECT_COLOR_BIT,
            .baseMipLevel = place->level,
            .levelCount = 1,
            .layerCount = VK_REMAINING_ARRAY_LAYERS,
        },
    };
    VkImageView made, none = VK_NULL_HANDLE;
    VkResult result;

    if (atomic_load(at) != VK_NULL_HANDLE)
        return VK_SUCCESS;
    result = dev->vk.CreateImageView(dev->handle, &info, NULL, &made);
    if (result == VK_SUCCESS && !atomic_compare_exchange_strong(at, &none, made))
        dev->vk.DestroyImageView(dev->handle, made, NULL);
    return result;
}

/* ---- commands -------------------------------------------------------------------------------- */

bool givk_image_shaders_take(const struct givk_device *dev, const struct gi_command *cmd,
                             struct givk_image_dispatch *out)
{
    const struct gi_image_place *dst = gi_command_dst_image(cmd);
    const struct gi_place *place = dst != NULL ? gi_command_src(cmd) : gi_command_dst(cmd);
    struct givk_image_ends ends = { 0 };

    if (!dev->plan->image_shaders.exist || (dst == NULL && gi_command_src_image(cmd) == NULL))
        return false;
    if (place != NULL) {
        ends.address = place->memory->device_address;
        ends.is_host = place->memory->host_address != NULL && !dev->plan->map_device_memory;
    }
    if (dst != NULL)
        ends.stores = (givk_image_from(dst->image)->plan.usage & VK_IMAGE_USAGE_STORAGE_BIT) != 0;
    return givk_image_plan_copy(dev->facts, dev->plan, cmd, &ends, out);
}

VkResult givk_image_shaders_prepare(struct givk_device *dev, const struct gi_command *cmd,
                                    const struct givk_image_dispatch *dispatch)
{
    VkResult result = givk_need_pipeline(dev, &dispatch->shader);

    if (result == VK_SUCCESS && gi_command_dst_image(cmd) != NULL)
        result = givk_need_view(dev, gi_command_dst_image(cmd), dispatch->shader.texel_bytes);
    if (result == VK_SUCCESS && gi_command_src_image(cmd) != NULL)
        result = givk_need_view(dev, gi_command_src_image(cmd), dispatch->shader.texel_bytes);
    return result;
}

static VkDescriptorImageInfo givk_view_of(const struct gi_image_place *place)
{
    return (VkDescriptorImageInfo){
        .imageView = atomic_load(&givk_image_from(place->image)->copied_levels[place->level]),
        .imageLayout = VK_IMAGE_LAYOUT_GENERAL,
    };
}

void givk_image_shaders_record(struct givk_device *dev, VkCommandBuffer commands,
                               const struct gi_command *cmd,
                               const struct givk_image_dispatch *dispatch)
{
    struct givk_image_pipelines *pipelines = &dev->image_pipelines;
    const struct gi_image_place *places[GIVK_BINDINGS] = { gi_command_src_image(cmd),
                                                           gi_command_dst_image(cmd) };
    const VkDescriptorType types[GIVK_BINDINGS] = { VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE,
                                                    VK_DESCRIPTOR_TYPE_STORAGE_IMAGE };
    VkDescriptorImageInfo views[GIVK_BINDINGS];
    VkWriteDescriptorSet writes[GIVK_BINDINGS];
    uint32_t count = 0;

    for (uint32_t i = 0; i < GIVK_BINDINGS; i++) {
        if (places[i] == NULL)
            continue;
        views[i] = givk_view_of(places[i]);
        writes[count++] = (VkWriteDescriptorSet){
            .sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
            .dstBinding = i,
            .descriptorCount = 1,
            .descriptorType = types[i],
            .pImageInfo = &views[i],
        };
    }
    dev->vk.CmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE,
                            givk_pipeline_handle(givk_pipeline_of(dev, &dispatch->shader)));
    dev->vk.CmdPushDescriptorSetKHR(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipelines->layout, 0,
                                    count, writes);
    dev->vk.CmdPushConstants(commands, pipelines->layout, VK_SHADER_STAGE_COMPUTE_BIT, 0,
                             GIVK_IMAGE_PUSH_BYTES, &dispatch->parameters);
    dev->vk.CmdDispatch(commands, dispatch->groups[0], dispatch->groups[1], dispatch->groups[2]);
}
