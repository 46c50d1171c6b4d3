/** Texture and surface objects, which shaders sample, load and store.
 *
 *  A program holds a 64-bit number, which shaders take as well. Its low 32 bits are the slot in
 *  the device's tables, so a shader needs no search. Its high 32 bits are unique among the
 *  objects of the process, with the highest bit set. So the core detects a stale number, and
 *  cannot confuse it with another kind of handle. Textures and surfaces share the slots.
 *
 *  Threads: any that holds no lock. */
#ifndef GI_TEXTURE_H
#define GI_TEXTURE_H

#include "contract/format.h"
#include "base/handle.h"
#include "contract/sampling.h"

enum gi_resource_kind {          /* both front ends use these numbers */
    GI_RESOURCE_ARRAY = 0,
    GI_RESOURCE_MIPMAPPED_ARRAY = 1,
    GI_RESOURCE_LINEAR = 2,      /* one row of texels in memory */
    GI_RESOURCE_PITCH2D = 3      /* rows of texels in memory */
};

/** The array or memory that an object reads or writes, as the program described it. */
struct gi_resource {
    int kind;                    /* any value: checked */
    gi_handle array;             /* an array or mipmapped array; else 0 */
    uint64_t pointer;            /* the rest describes memory */
    struct gi_channels channels;
    uint64_t size_bytes;         /* linear */
    uint64_t width, height;      /* pitched memory: texels */
    uint64_t pitch_bytes;
    uint32_t flags;              /* stored, without effect */
};

/** Formats of views. The formats up to FLOAT4 combine a kind, a channel count and a size in
 *  bits. */
enum gi_view_format {            /* both front ends use these numbers */
    GI_VIEW_NONE = 0,            /* the array's format */
    GI_VIEW_UINT8X1 = 1,
    GI_VIEW_FLOAT32X4 = 24,
    GI_VIEW_BC1 = 25,
    GI_VIEW_BC7 = 34
};

/** A part of an array, or another format for it. */
struct gi_resource_view {
    int format;                  /* any value: checked */
    uint64_t width, height, depth;       /* texels; must be the array's */
    uint32_t first_level, last_level;
    uint32_t first_layer, last_layer;
};

/** The description that an object was made from. */
struct gi_texture_info {
    struct gi_resource resource;
    struct gi_sampling sampling; /* zeros for a surface, as the rest */
    bool has_view;
    struct gi_resource_view view;
};

/** Required alignments of texture memory, as device properties report them. */
#define GI_TEXTURE_ALIGNMENT 512u
#define GI_TEXTURE_PITCH_ALIGNMENT 32u

/** Makes a texture object on its resource's device. The object keeps the array or memory: after
 *  a free it still reads the same contents. view may be NULL; with memory it is stored without
 *  effect.
 *  Errors: GI_INVALID_VALUE with the field; GI_STALE_HANDLE for a handle that is no array;
 *          GI_INVALID_CHANNELS; GI_INVALID_FILTER and GI_INVALID_NORM for modes that the format
 *          does not support; GI_NOT_SUPPORTED with what the device lacks; GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_texture_create(const struct gi_resource *resource,
                                          const struct gi_sampling *sampling,
                                          const struct gi_resource_view *view,
                                          uint64_t *out_texture);

/** Ends a texture object; 0 is accepted.
 *  Errors: GI_INVALID_VALUE if it is no texture object. */
GI_MUST_CHECK gi_status gi_texture_destroy(uint64_t texture);
GI_MUST_CHECK gi_status gi_texture_query(uint64_t texture, struct gi_texture_info *out_info);

/** Makes a surface object of an array, if the device can store to its format. The array needs no
 *  GI_ARRAY_SURFACE.
 *  Errors: as gi_texture_create. */
GI_MUST_CHECK gi_status gi_surface_create(const struct gi_resource *resource,
                                          uint64_t *out_surface);
GI_MUST_CHECK gi_status gi_surface_destroy(uint64_t surface);
GI_MUST_CHECK gi_status gi_surface_query(uint64_t surface, struct gi_texture_info *out_info);

/** The maximum number of texels in a texture of linear memory.
 *  Errors: GI_INVALID_DEVICE; GI_INVALID_CHANNELS. */
GI_MUST_CHECK gi_status gi_texture_linear_limit(const struct gi_channels *channels, int ordinal,
                                                uint64_t *out_texels);

#endif
