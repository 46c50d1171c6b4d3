#include "texture.h"

#include <string.h>

#include "texture_tables.h"
#include "vulkan/device/device.h"
#include "vulkan/image/image.h"
#include "vulkan/loader/result.h"
#include "vulkan/plan/formats.h"

static struct givk_texture *givk_texture_from(struct gi_texture *base)
{
    return (struct givk_texture *)base;
}

/* ---- facts ----------------------------------------------------------------------------------- */

static VkFormatFeatureFlags givk_features(const struct givk_device *dev, enum gi_format format)
{
    VkFormatProperties properties = { 0 };

    if (format != GI_FORMAT_NONE)
        dev->instance_calls.GetPhysicalDeviceFormatProperties(dev->physical, givk_format(format),
                                                              &properties);
    return properties.optimalTilingFeatures;
}

static struct givk_texture_formats givk_formats_of(const struct givk_device *dev,
                                                   const struct gi_texture *texture)
{
    if (texture->kind == GI_TEXTURE_SURFACE)
        return (struct givk_texture_formats){
            .plain = givk_features(dev, givk_surface_format(texture->format)),
            .usage = givk_image_from(texture->image)->plan.usage,
        };
    return (struct givk_texture_formats){
        .plain = givk_features(dev, texture->format),
        .srgb = givk_features(dev, gi_format_as(texture->format, GI_TEXEL_SRGB)),
    };
}

/* ---- texels in memory ------------------------------------------------------------------------ */

/** Creates a linear image with the same shape, to query the layout of levels. Where the plan reads
 *  texels from memory both have the same layout; the caller compares their sizes. */
static gi_status givk_make_twin(struct givk_device *dev, const struct givk_image *image,
                                VkImage *out)
{
    const VkImageCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
        .flags = image->plan.flags,
        .imageType = image->plan.type,
        .format = image->plan.format,
        .extent = image->plan.extent,
        .mipLevels = image->plan.levels,
        .arrayLayers = image->plan.layers,
        .samples = VK_SAMPLE_COUNT_1_BIT,
        .tiling = VK_IMAGE_TILING_LINEAR,
        .usage = image->plan.usage,
    };
    VkImageMemoryRequirementsInfo2 ask = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_REQUIREMENTS_INFO_2,
    };
    VkMemoryRequirements2 answer = { .sType = VK_STRUCTURE_TYPE_MEMORY_REQUIREMENTS_2 };
    VkResult result = dev->vk.CreateImage(dev->handle, &info, NULL, out);

    if (result != VK_SUCCESS)
        return givk_fail(result, "texture: vkCreateImage, to learn where texels lie");
    ask.image = *out;
    dev->vk.GetImageMemoryRequirements2(dev->handle, &ask, &answer);
    if (answer.memoryRequirements.size == image->needs.size_bytes)
        return GI_OK;
    dev->vk.DestroyImage(dev->handle, *out, NULL);
    return gi_fail(GI_NOT_SUPPORTED, "texture: on %s this image does not have the layout of a "
                   "linear one", dev->facts->info.name);
}

static struct givk_record_level givk_level_at(struct givk_device *dev,
                                              const struct givk_image *image, VkImage twin,
                                              uint32_t level, uint32_t layer)
{
    const VkImageSubresource which = { VK_IMAGE_ASPECT_COLOR_BIT, level, layer };
    bool is_3d = image->base.shape.dims == GI_IMAGE_3D;
    VkSubresourceLayout at;

    dev->vk.GetImageSubresourceLayout(dev->handle, twin, &which, &at);
    return (struct givk_record_level){
        .address = givk_memory_from(image->base.memory)->address + image->base.offset_bytes +
                   at.offset,
        .row_bytes = (uint32_t)at.rowPitch,
        .slice_bytes = is_3d ? at.depthPitch : at.arrayPitch,
    };
}

static gi_status givk_locate_image(struct givk_texture *texture, struct givk_record *record)
{
    struct givk_device *dev = givk_device_from(texture->base.device);
    const struct givk_image *image = givk_image_from(texture->base.image);
    uint32_t level = texture->base.first_level, layer = texture->base.first_layer;
    struct givk_record_level *more;
    VkImage twin;
    gi_status st = GI_OK;

    if (texture->base.level_count > 1)
        st = givk_memory_make_table(dev, &texture->levels,
                                    (texture->base.level_count - 1) * sizeof(*more));
    if (st == GI_OK)
        st = givk_make_twin(dev, image, &twin);
    if (st != GI_OK)
        return st;
    record->level = givk_level_at(dev, image, twin, level, layer);
    more = texture->levels.base.host_address;
    for (uint32_t i = 1; i < texture->base.level_count; i++)
        more[i - 1] = givk_level_at(dev, image, twin, level + i, layer);
    record->more_levels = texture->levels.base.device_address;
    dev->vk.DestroyImage(dev->handle, twin, NULL);
    return GI_OK;
}

static gi_status givk_locate(struct givk_texture *texture, struct givk_record *record)
{
    if (texture->base.image != NULL)
        return givk_locate_image(texture, record);
    record->level = (struct givk_record_level){
        .address = texture->base.memory->device_address + texture->base.offset_bytes,
        .row_bytes = (uint32_t)texture->base.pitch_bytes,
    };
    return GI_OK;
}

/* ---- images ---------------------------------------------------------------------------------- */

static gi_status givk_make_view(struct givk_texture *texture, const struct givk_texture_plan *plan)
{
    struct givk_device *dev = givk_device_from(texture->base.device);
    const struct givk_image *image = givk_image_from(texture->base.image);
    const VkImageViewUsageCreateInfo usage = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_USAGE_CREATE_INFO,
        .usage = plan->usage,
    };
    const VkImageViewCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
        .pNext = &usage,
        .image = image->handle,
        .viewType = plan->view_type,
        .format = givk_format(plan->format),
        .subresourceRange = {
            .aspectMask = VK_IMAGE_ASPECT_COLOR_BIT,
            .baseMipLevel = texture->base.first_level,
            .levelCount = texture->base.level_count,
            .baseArrayLayer = texture->base.first_layer,
            .layerCount = texture->base.layer_count,
        },
    };
    VkResult result = dev->vk.CreateImageView(dev->handle, &info, NULL, &texture->view);

    if (result == VK_SUCCESS)
        return GI_OK;
    texture->view = VK_NULL_HANDLE;
    return givk_fail(result, "texture: vkCreateImageView");
}

/* ---- life ------------------------------------------------------------------------------------ */

/** Releases everything but the slot. */
static void givk_release(struct givk_texture *texture)
{
    struct givk_device *dev = givk_device_from(texture->base.device);

    dev->vk.DestroyImageView(dev->handle, texture->view, NULL);
    if (texture->has_sampler)
        givk_sampler_give(dev, texture->sampler);
    if (texture->levels.base.ops != NULL)
        givk_memory_ops.finish(&texture->levels.base);
}

static gi_status givk_init(struct gi_texture *base)
{
    struct givk_texture *texture = givk_texture_from(base);
    struct givk_device *dev = givk_device_from(base->device);
    const struct givk_texture_formats formats = givk_formats_of(dev, base);
    struct givk_texture_plan plan;
    gi_status st = givk_texture_plan_make(dev->facts, dev->plan, base, &formats, &plan);

    if (st == GI_OK)
        st = givk_texture_tables_make(dev);
    if (st != GI_OK)
        return st;
    if ((plan.record.flags & GIVK_RECORD_MEMORY) != 0)
        st = givk_locate(texture, &plan.record);
    else
        st = givk_make_view(texture, &plan);
    if (st == GI_OK && plan.has_sampler) {
        st = givk_sampler_take(dev, &plan.sampler, &texture->sampler);
        texture->has_sampler = st == GI_OK;
        plan.record.sampler = texture->sampler;
    }
    if (st != GI_OK) {
        givk_release(texture);
        return st;
    }
    if (texture->view != VK_NULL_HANDLE)
        givk_texture_tables_set_view(dev, base->slot, texture->view,
                                     base->kind == GI_TEXTURE_SURFACE);
    givk_texture_tables_set_record(dev, base->slot, &plan.record);
    base->needs_full_prelude = (plan.record.flags & GIVK_RECORD_BY_SHADER) != 0 &&
                               plan.record.kind != GIVK_RECORD_LINEAR;
    return GI_OK;
}

static void givk_finish(struct gi_texture *base)
{
    givk_texture_tables_set_record(givk_device_from(base->device), base->slot, NULL);
    givk_release(givk_texture_from(base));
}

const struct gi_texture_ops givk_texture_ops = {
    .size = sizeof(struct givk_texture),
    .init = givk_init,
    .finish = givk_finish,
};
