/** Textures with mip levels that the demo's renderer shares, as any Vulkan program does that gives
 *  an image to another API. It knows nothing of CUDA or HIP. */
#ifndef EXAMPLES_VULKAN_TEXTURE_H
#define EXAMPLES_VULKAN_TEXTURE_H

#include "vulkan_setup.h"

struct texture {
    VkImage image;
    VkDeviceMemory memory;       /* made for this image alone */
    uint64_t memory_bytes;
    uint32_t size, levels;       /* level 0 is size by size texels of four bytes, RGBA */
    VkImageLayout layout;        /* behind all that was recorded so far */
};

/** A texture in device memory that can be exported; optimal tiling, as every texture has. */
void texture_create_shared(const struct gpu *gpu, uint32_t size, uint32_t levels,
                           struct texture *out_texture);
void texture_destroy(const struct gpu *gpu, struct texture *texture);

/** A new fd of the texture's memory; the caller's. */
int texture_export(const struct gpu *gpu, const struct texture *texture);

/** Records that the renderer has the texture next, to copy to or from it. */
void texture_use(VkCommandBuffer buffer, struct texture *texture, VkImageLayout layout);

/** Records that other programs have it next: it is handed to them in VK_IMAGE_LAYOUT_GENERAL. */
void texture_hand_over(const struct gpu *gpu, VkCommandBuffer buffer, struct texture *texture);

/** Records that it comes back from them. */
void texture_take_back(const struct gpu *gpu, VkCommandBuffer buffer, struct texture *texture);

#endif
