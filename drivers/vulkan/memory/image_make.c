#include "image_make.h"

#include "vulkan/device/device.h"

/* ---- facts ----------------------------------------------------------------------------------- */

VkFormatFeatureFlags givk_image_format_features(const struct givk_device *dev, VkFormat format)
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

/** A format may allow more texels and layers than the limits in the device's info. Programs only
 *  see those limits, so they apply. */
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

struct givk_image_limits givk_image_ask_limits(const struct givk_device *dev,
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

VkResult givk_image_create(const struct givk_device *dev, const struct givk_image_plan *plan,
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

void givk_image_ask_needs(const struct givk_device *dev, VkImage handle,
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

/* ---- memory types -------------------------------------------------------------------------- */

/** Vulkan guarantees that all colour images of one handle type support the same memory types. So
 *  one sample image tells them. False: it could not be created this time. */
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
    struct givk_image_limits limits = givk_image_ask_limits(dev, &plan);
    struct givk_image_needs needs;
    bool prefers_alone;
    VkImage image;

    *out_mask = 0;
    if (!limits.exist || (handle_type != 0 &&
                          (limits.external & VK_EXTERNAL_MEMORY_FEATURE_IMPORTABLE_BIT) == 0))
        return true;
    if (givk_image_create(dev, &plan, &image) != VK_SUCCESS)
        return false;
    givk_image_ask_needs(dev, image, &needs, &prefers_alone);
    dev->vk.DestroyImage(dev->handle, image, NULL);
    *out_mask = needs.memory_types;
    return true;
}

uint32_t givk_image_memory_types(struct givk_device *dev,
                                 VkExternalMemoryHandleTypeFlags handle_type)
{
    /* The mask can use all 32 bits, so bit 32 of the stored value says that it is known. */
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
