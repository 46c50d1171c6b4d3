#include "image.h"

#include <assert.h>
#include <inttypes.h>

#include "vulkan/device/device.h"
#include "vulkan/loader/result.h"
#include "vulkan/memory/image_make.h"
#include "vulkan/memory/image_memory.h"
#include "vulkan/plan/formats.h"

struct givk_image *givk_image_from(struct gi_image *base)
{
    assert(base->ops == &givk_image_ops);
    return (struct givk_image *)base;
}

/** Returns the handle type of an external image's memory. Before there is memory it is the type
 *  that the device supports. */
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
        .own = givk_image_format_features(dev, givk_format(base->shape.format)),
        .external = givk_image_format_features(dev, givk_format_of_external(base->shape.format)),
    };
    struct givk_image_limits limits;
    VkResult result;
    gi_status st = givk_image_plan_make(dev->facts, &base->shape,
                                        givk_handle_type_for(base, dev->facts), &features,
                                        &image->plan);

    if (st != GI_OK)
        return st;
    limits = givk_image_ask_limits(dev, &image->plan);
    if (givk_image_plan_relax(&base->shape, &limits, &image->plan))
        limits = givk_image_ask_limits(dev, &image->plan);
    st = givk_image_plan_check(dev->facts, &base->shape, &image->plan, &limits);
    if (st != GI_OK)
        return st;
    result = givk_image_create(dev, &image->plan, &image->handle);
    if (result != VK_SUCCESS)
        return givk_fail(result, "image: vkCreateImage");
    givk_image_ask_needs(dev, image->handle, &image->needs, &base->wants_own_memory);
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

/** Refuses memory of another kind than the image was created for. */
static gi_status givk_check_sort(const struct givk_image *image, const struct givk_memory *mem)
{
    bool external = image->plan.handle_types != 0;

    if (mem->handle_type == image->plan.handle_types && (external || mem->for_images))
        return GI_OK;
    if (external)
        return gi_fail(GI_NOT_SUPPORTED, "image: it was created for memory of another kind of "
                       "handle");
    return gi_fail(GI_NOT_SUPPORTED, "image: the memory was not allocated for images");
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

static void givk_finish_image(struct gi_image *base)
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

const struct gi_image_ops givk_image_ops = {
    .size = sizeof(struct givk_image),
    .init = givk_init,
    .bind = givk_bind,
    .finish = givk_finish_image,
};
