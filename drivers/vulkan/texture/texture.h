/** Textures and surfaces: the entries of the slots of the tables. */
#ifndef GIVK_TEXTURE_H
#define GIVK_TEXTURE_H

#include "contract/driver.h"
#include "vulkan/memory/memory.h"

struct givk_texture {
    struct gi_texture base;
    VkImageView view;            /* VK_NULL_HANDLE: shaders read texels from memory */
    bool has_sampler;
    uint32_t sampler;            /* its index in the table */
    struct givk_memory levels;   /* the addresses of all levels but the first; ops is NULL: none */
};

extern const struct gi_texture_ops givk_texture_ops;

#endif
