#include "image.h"

#include <assert.h>
#include <inttypes.h>

#include "device.h"
#include "formats.h"
#include "image_memory.h"
#include "result.h"

struct givk_image *givk_image_from(struct gi_image *base)
{
    assert(base->ops == &givk_image_ops);
    return (struct givk_image *)base;
}

/* ---- facts ----------------------------------------------------------------------------------- */

static VkFormatFeatureFlags givk_features_of(const struct givk_device *dev, VkFormat format)
{
    VkFormatProperties properties = { 0 };

    if (format != VK_FORMAT_UNDEFINED)
        dev->instance_calls.GetPhysicalDeviceFormatProperties(dev->physical, format, &properties);
    return properties.optimalTilingFeatures;
}

static uint32_t givk_at_most(uint32_t number, uint32_t limit)
{
    return number < limit ? number : limit;
}

/** A format may have more texels and layers than the device's limits say; those are what programs
 *  are told. */
static void givk_keep_promises(const struct gi_device_info *info, VkImageType type,
                               VkImageFormatProperties *most)
{
    uint32_t texels = info->max_image_2d;

    if (type == VK_IMAGE_TYPE_1D)
        texels = info->max_image_1d;
    if (type == VK_IMAGE_TYPE_3D)
        texels = info->max_image_3d;
    most->maxExtent.width = givk_at_most(most->maxExtent.width, texels);
    most->maxExtent.height = givk_at_most(most->maxExtent.height, texels);
    most->maxExtent.depth = givk_at_most(most->maxExtent.depth, texels);
    most->maxArrayLayers = givk_at_most(most->maxArrayLayers, info->max_image_layers);
}

static struct givk_image_limits givk_ask_limits(const struct givk_device *dev,
                                                const struct givk_image_plan *plan)
{
    VkPhysicalDeviceExternalImageFormatInfo external = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTERNAL_IMAGE_FORMAT_INFO,
        .handleType = (VkExternalMemoryHandleTypeFlagBits)plan->handle_types,
    };
    VkPhysicalDeviceImageFormatInfo2 ask = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_IMAGE_FORMAT_INFO_2,
        .pNext = plan->handle_types != 0 ? &external : NULL,
        .format = plan->format,
        .type = plan->type,
        .tiling = VK_IMAGE_TILING_OPTIMAL,
        .usage = plan->usage,
        .flags = plan->flags,
    };
    VkExternalImageFormatProperties shared = {
        .sType = VK_STRUCTURE_TYPE_EXTERNAL_IMAGE_FORMAT_PROPERTIES,
    };
    VkImageFormatProperties2 answer = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_FORMAT_PROPERTIES_2,
        .pNext = plan->handle_types != 0 ? &shared : NULL,
    };
    VkResult result = dev->instance_calls.GetPhysicalDeviceImageFormatProperties2(dev->physical,
                                                                                  &ask, &answer);

    givk_keep_promises(&dev->facts->info, plan->type, &answer.imageFormatProperties);
    return (struct givk_image_limits){
        .exist = result == VK_SUCCESS,
        .most = answer.imageFormatProperties,
        .external = shared.externalMemoryProperties.externalMemoryFeatures,
    };
}

/* ---- making ---------------------------------------------------------------------------------- */

static VkResult givk_create_image(const struct givk_device *dev, const struct givk_image_plan *plan,
                                  VkImage *out)
{
    uint32_t families[GIVK_MAX_FAMILIES];
    VkExternalMemoryImageCreateInfo external = {
        .sType = VK_STRUCTURE_TYPE_EXTERNAL_MEMORY_IMAGE_CREATE_INFO,
        .handleTypes = plan->handle_types,
    };
    VkImageCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
        .pNext = plan->handle_types != 0 ? &external : NULL,
        .flags = plan->flags,
        .imageType = plan->type,
        .format = plan->format,
        .extent = plan->extent,
        .mipLevels = plan->levels,
        .arrayLayers = plan->layers,
        .samples = VK_SAMPLE_COUNT_1_BIT,
        .tiling = VK_IMAGE_TILING_OPTIMAL,
        .usage = plan->usage,
    };
    VkResult result;

    info.sharingMode = givk_plan_sharing(dev->plan, families, &info.queueFamilyIndexCount);
    info.pQueueFamilyIndices = families;
    result = dev->vk.CreateImage(dev->handle, &info, NULL, out);
    if (result != VK_SUCCESS)
        *out = VK_NULL_HANDLE;
    return result;
}

static void givk_ask_needs(const struct givk_device *dev, VkImage handle,
                           struct givk_image_needs *out_needs, bool *out_prefers_alone)
{
    VkImageMemoryRequirementsInfo2 ask = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_REQUIREMENTS_INFO_2,
        .image = handle,
    };
    VkMemoryDedicatedRequirements alone = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_DEDICATED_REQUIREMENTS,
    };
    VkMemoryRequirements2 answer = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_REQUIREMENTS_2,
        .pNext = &alone,
    };

    dev->vk.GetImageMemoryRequirements2(dev->handle, &ask, &answer);
    *out_needs = (struct givk_image_needs){
        .size_bytes = answer.memoryRequirements.size,
        .alignment_bytes = answer.memoryRequirements.alignment,
        .memory_types = answer.memoryRequirements.memoryTypeBits,
        .dedicated_only = alone.requiresDedicatedAllocation,
    };
    *out_prefers_alone = alone.prefersDedicatedAllocation;
}

/** The kind of handle that an external image's memory came by; before there is memory, the one that
 *  the device has. */
static VkExternalMemoryHandleTypeFlagBits givk_handle_type_for(const struct gi_image *base,
                                                               const struct givk_facts *facts)
{
    if (base->memory != NULL)
        return givk_memory_from(base->memory)->handle_type;
    return facts->memory_opaque_fd.import ? VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT :
                                            VK_EXTERNAL_MEMORY_HANDLE_TYPE_DMA_BUF_BIT_EXT;
}

static gi_status givk_init(struct gi_image *base)
{
    struct givk_image *image = givk_image_from(base);
    struct givk_device *dev = givk_device_from(base->device);
    const struct givk_image_features features = {
        .own = givk_features_of(dev, givk_format(base->shape.format)),
        .external = givk_features_of(dev, givk_format_of_external(base->shape.format)),
    };
    struct givk_image_limits limits;
    VkResult result;
    gi_status st = givk_image_plan_make(dev->facts, &base->shape,
                                        givk_handle_type_for(base, dev->facts), &features,
                                        &image->plan);

    if (st != GI_OK)
        return st;
    limits = givk_ask_limits(dev, &image->plan);
    if (givk_image_plan_relax(&base->shape, &limits, &image->plan))
        limits = givk_ask_limits(dev, &image->plan);
    st = givk_image_plan_check(dev->facts, &base->shape, &image->plan, &limits);
    if (st != GI_OK)
        return st;
    result = givk_create_image(dev, &image->plan, &image->handle);
    if (result != VK_SUCCESS)
        return givk_fail(result, "image: vkCreateImage");
    givk_ask_needs(dev, image->handle, &image->needs, &base->wants_own_memory);
    image->needs.dedicated_only |=
        (limits.external & VK_EXTERNAL_MEMORY_FEATURE_DEDICATED_ONLY_BIT) != 0;
    base->size_bytes = image->needs.size_bytes;
    base->alignment_bytes = image->needs.alignment_bytes;
    if (base->size_bytes <= limits.most.maxResourceSize)
        return GI_OK;
    dev->vk.DestroyImage(dev->handle, image->handle, NULL);
    image->handle = VK_NULL_HANDLE;
    return gi_fail(GI_OUT_OF_MEMORY, "image: it would take %" PRIu64 " bytes; %s has images of at "
                   "most %" PRIu64, base->size_bytes, dev->facts->info.name,
                   (uint64_t)limits.most.maxResourceSize);
}

/* ---- memory ---------------------------------------------------------------------------------- */

/** Refuses memory of another sort than the image was made for. */
static gi_status givk_check_sort(const struct givk_image *image, const struct givk_memory *mem)
{
    bool external = image->plan.handle_types != 0;

    if (mem->handle_type == image->plan.handle_types && (external || mem->for_images))
        return GI_OK;
    if (external)
        return gi_fail(GI_NOT_SUPPORTED, "image: it was made for memory that came by another kind "
                       "of handle");
    return gi_fail(GI_NOT_SUPPORTED, "image: the memory was not made for images");
}

static gi_status givk_bind(struct gi_image *base, struct gi_memory *memory, uint64_t offset_bytes)
{
    struct givk_image *image = givk_image_from(base);
    struct givk_device *dev = givk_device_from(base->device);
    struct givk_memory *mem = givk_memory_from(memory);
    const struct givk_image_home home = {
        .memory_bytes = memory->size_bytes,
        .size_is_known = memory->size_is_known,
        .memory_type = mem->type_index,
        .can_import_again = mem->again.is_open,
    };
    VkDeviceMemory into = mem->handle;
    bool again = false;
    VkResult result;
    gi_status st = givk_check_sort(image, mem);

    if (st == GI_OK)
        st = givk_image_plan_place(dev->facts, dev->plan, &base->shape, &image->needs, &home,
                                   offset_bytes, &again);
    if (st == GI_OK && again) {
        st = givk_memory_import_again(dev, mem, image->handle, &image->needs, &image->alone);
        into = image->alone;
    }
    if (st != GI_OK)
        return st;
    result = dev->vk.BindImageMemory(dev->handle, image->handle, into, offset_bytes);
    if (result != VK_SUCCESS) {
        givk_memory_free_again(dev, mem, image->alone);
        image->alone = VK_NULL_HANDLE;
        return givk_fail(result, "image: vkBindImageMemory");
    }
    base->memory = memory;
    base->offset_bytes = offset_bytes;
    return GI_OK;
}

static void givk_finish(struct gi_image *base)
{
    struct givk_image *image = givk_image_from(base);
    struct givk_device *dev = givk_device_from(base->device);

    for (int i = 0; i < GIVK_COPIED_LEVELS; i++) {
        VkImageView view = atomic_load(&image->copied_levels[i]);
        if (view != VK_NULL_HANDLE)
            dev->vk.DestroyImageView(dev->handle, view, NULL);
        atomic_store(&image->copied_levels[i], VK_NULL_HANDLE);
    }
    dev->vk.DestroyImage(dev->handle, image->handle, NULL);
    if (image->alone != VK_NULL_HANDLE)
        givk_memory_free_again(dev, givk_memory_from(base->memory), image->alone);
    image->handle = VK_NULL_HANDLE;
    image->alone = VK_NULL_HANDLE;
}

/** Vulkan promises that all images of colour that are made for one kind of memory have the same
 *  types, so one of them tells. False: it could not be made this time. */
static bool givk_probe_memory_types(struct givk_device *dev,
                                    VkExternalMemoryHandleTypeFlags handle_type,
                                    uint32_t *out_mask)
{
    struct givk_image_plan plan = {
        .type = VK_IMAGE_TYPE_2D,
        .format = VK_FORMAT_R8G8B8A8_UNORM,
        .usage = VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT |
                 VK_IMAGE_USAGE_SAMPLED_BIT,
        .extent = { 16, 16, 1 },
        .levels = 1,
        .layers = 1,
        .handle_types = handle_type,
    };
    struct givk_image_limits limits = givk_ask_limits(dev, &plan);
    struct givk_image_needs needs;
    bool prefers_alone;
    VkImage image;

    *out_mask = 0;
    if (!limits.exist || (handle_type != 0 &&
                          (limits.external & VK_EXTERNAL_MEMORY_FEATURE_IMPORTABLE_BIT) == 0))
        return true;
    if (givk_create_image(dev, &plan, &image) != VK_SUCCESS)
        return false;
    givk_ask_needs(dev, image, &needs, &prefers_alone);
    dev->vk.DestroyImage(dev->handle, image, NULL);
    *out_mask = needs.memory_types;
    return true;
}

uint32_t givk_image_memory_types(struct givk_device *dev,
                                 VkExternalMemoryHandleTypeFlags handle_type)
{
    /* The mask itself may have all 32 bits, so the kept one is wider: bit 32 says that it is. */
    const uint64_t known = UINT64_C(1) << 32;
    atomic_uint_fast64_t *kept = handle_type == 0 ? &dev->image_types.own :
                                 handle_type == VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT ?
                                 &dev->image_types.opaque_fd : &dev->image_types.dma_buf;
    uint64_t seen = atomic_load(kept);
    uint32_t mask = (uint32_t)seen;

    if (seen == 0 && givk_probe_memory_types(dev, handle_type, &mask))
        atomic_store(kept, mask | known);
    return mask;
}

const struct gi_image_ops givk_image_ops = {
    .size = sizeof(struct givk_image),
    .init = givk_init,
    .bind = givk_bind,
    .finish = givk_finish,
};
