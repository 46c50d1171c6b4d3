/* What the made-up devices say of images. */
#include "made_up.h"
#include "vulkan/plan/formats.h"

#define COPIES (VK_FORMAT_FEATURE_TRANSFER_SRC_BIT | VK_FORMAT_FEATURE_TRANSFER_DST_BIT)
#define SAMPLED VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT
#define STORED VK_FORMAT_FEATURE_STORAGE_IMAGE_BIT
#define RENDERED VK_FORMAT_FEATURE_COLOR_ATTACHMENT_BIT

#define SHARED \
    (VK_EXTERNAL_MEMORY_FEATURE_IMPORTABLE_BIT | VK_EXTERNAL_MEMORY_FEATURE_EXPORTABLE_BIT)

static bool is_compressed(VkFormat format)
{
    return format >= VK_FORMAT_BC1_RGB_UNORM_BLOCK && format <= VK_FORMAT_BC7_SRGB_BLOCK;
}

static VkFormatFeatureFlags features_of(const struct givk_facts *facts, VkFormat format)
{
    if (is_compressed(format))
        return facts->compressed_images ? COPIES | SAMPLED : 0;
    if (format == VK_FORMAT_R8G8B8A8_SRGB)
        return COPIES | SAMPLED | RENDERED;
    return COPIES | SAMPLED | STORED | RENDERED;
}

struct givk_image_features made_up_features(const struct givk_facts *facts, enum gi_format format)
{
    return (struct givk_image_features){
        .own = features_of(facts, givk_format(format)),
        .external = features_of(facts, givk_format_of_external(format)),
    };
}

static uint32_t levels_of(uint32_t extent)
{
    uint32_t levels = 1;

    while (extent >> levels != 0)
        levels++;
    return levels;
}

/** Mesa's drivers for Radeon share 2D images alone, and those alone in their memory. */
static VkExternalMemoryFeatureFlags sharing_of(const struct givk_facts *facts,
                                               const struct givk_image_plan *plan)
{
    if (facts->driver_id != VK_DRIVER_ID_MESA_RADV)
        return SHARED;
    if (plan->type != VK_IMAGE_TYPE_2D)
        return 0;
    return SHARED | VK_EXTERNAL_MEMORY_FEATURE_DEDICATED_ONLY_BIT;
}

struct givk_image_limits made_up_limits(const struct givk_facts *facts,
                                        const struct givk_image_plan *plan)
{
    struct givk_image_limits limits = {
        .exist = !is_compressed(plan->format) || plan->type == VK_IMAGE_TYPE_2D,
        .most = {
            .maxExtent = { facts->info.max_image_2d, facts->info.max_image_2d, 1 },
            .maxArrayLayers = facts->info.max_image_layers,
            .maxResourceSize = UINT64_C(1) << 40,
        },
        .external = plan->handle_types != 0 ? sharing_of(facts, plan) : 0,
    };
    uint32_t most_3d = facts->info.max_image_3d;

    if (plan->type == VK_IMAGE_TYPE_1D)
        limits.most.maxExtent = (VkExtent3D){ facts->info.max_image_1d, 1, 1 };
    if (plan->type == VK_IMAGE_TYPE_3D) {
        limits.most.maxExtent = (VkExtent3D){ most_3d, most_3d, most_3d };
        limits.most.maxArrayLayers = 1;
    }
    limits.most.maxMipLevels = levels_of(limits.most.maxExtent.width);
    return limits;
}
