/** The choices for a texture: which part of a read the device's samplers do, and which part shaders
 *  do. Pure functions; texture.c queries the driver before.
 *  Threads: any, for all functions here. */
#ifndef GIVK_TEXTURE_PLAN_H
#define GIVK_TEXTURE_PLAN_H

#include "plan.h"

/* A record describes a slot to shaders. shaders/texture.glsl has the same numbers. */

enum {                           /* kinds */
    GIVK_RECORD_NONE,
    GIVK_RECORD_1D, GIVK_RECORD_2D, GIVK_RECORD_3D,
    GIVK_RECORD_1D_LAYERED, GIVK_RECORD_2D_LAYERED,
    GIVK_RECORD_CUBE, GIVK_RECORD_CUBE_LAYERED,
    GIVK_RECORD_LINEAR,
    GIVK_RECORD_SURFACE = 16     /* added to one of the first five */
};

enum {                           /* flags */
    GIVK_RECORD_NORMALIZED = 1u << 0,
    GIVK_RECORD_FILTER = 1u << 1,        /* linear filter */
    GIVK_RECORD_MIP_FILTER = 1u << 2,
    GIVK_RECORD_SRGB = 1u << 3,          /* the shader decodes */
    GIVK_RECORD_SEAMLESS = 1u << 4,
    GIVK_RECORD_MEMORY = 1u << 5,        /* texels lie where the levels say, not in an image */
    GIVK_RECORD_BY_SHADER = 1u << 6      /* the shader addresses, blends and filters texels */
};

/** Where one level lies. */
struct givk_record_level {
    uint64_t address;            /* of its first texel in the view's first layer */
    uint32_t row_bytes, unused;
    uint64_t slice_bytes;        /* to the next slice, layer or face */
};

struct givk_record {
    uint32_t kind, flags;
    uint32_t format;             /* enum gi_texel_class, | channels << 4 | 128 for blocks |
                                    bits of a channel << 8 */
    uint32_t sampler;            /* its index in the table of samplers */
    uint32_t width, height, depth;       /* texels of the first level; 1 for an unused axis */
    uint32_t layers;             /* or cubes */
    uint32_t levels;
    uint32_t texel_bytes;
    uint32_t address_modes;      /* enum gi_address_mode of x, | y << 2 | z << 4 */
    uint32_t unused;
    float border[4];
    float bias, min_level, max_level, unused_level;
    struct givk_record_level level;
    uint64_t more_levels;        /* address of the levels behind the first; 0: none */
};

/** A sampler's create info. Fields that shaders implement are zero. */
struct givk_sampler_key {
    VkFilter filter;
    VkSamplerMipmapMode mip_filter;
    VkSamplerAddressMode address[3];
    VkBorderColor border;
    float bias, min_level, max_level;
    float max_anisotropy;        /* 1: none */
};

struct givk_texture_plan {
    bool has_sampler;
    struct givk_sampler_key sampler;
    VkImageViewType view_type;   /* if texels are in an image */
    enum gi_format format;       /* of the view */
    VkImageUsageFlags usage;     /* of the view */
    struct givk_record record;   /* without indices of tables and addresses */
};

/** The device's support for a texture's format, as the view has it. */
struct givk_texture_formats {
    VkFormatFeatureFlags plain;  /* of the texture's format */
    VkFormatFeatureFlags srgb;   /* of its sRGB variant; 0: there is none */
    VkImageUsageFlags usage;     /* of the image; 0 for memory */
};

/** Returns the format as which shaders load and store a surface's texels: integers of the same
 *  size. GI_FORMAT_NONE: there is none. */
enum gi_format givk_surface_format(enum gi_format format);

/** Plans a texture or surface.
 *  Errors:  GI_NOT_SUPPORTED, with what the device lacks. */
GI_MUST_CHECK gi_status givk_texture_plan_make(const struct givk_facts *facts,
                                               const struct givk_plan *plan,
                                               const struct gi_texture *texture,
                                               const struct givk_texture_formats *formats,
                                               struct givk_texture_plan *out_plan);

#endif
