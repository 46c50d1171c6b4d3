/** Textures and surfaces: what is put into the slots of the tables. */
#ifndef GIVK_TEXTURE_H
#define GIVK_TEXTURE_H

#include "contract/driver.h"
#include "memory.h"

struct givk_texture {
    struct gi_texture base;
    VkImageView view;            /* VK_NULL_HANDLE: texels are read from memory */
    bool has_sampler;
    uint32_t sampler;            /* its place in the table */
    struct givk_memory levels;   /* where those behind the first lie; ops is NULL: there are none */
};

extern const struct gi_texture_ops givk_texture_ops;

#endif
