/** Texture and surface objects: how programs name what shaders read and write.
 *
 *  The number that programs hold is what shaders take: its low 32 bits are the slot in the device's
 *  tables, so that finding an object costs a shader nothing. The high 32 bits are a number that no
 *  other object of the process has, with the highest bit set: a stale one is found out here, and
 *  none can be mistaken for a handle of another kind. Textures and surfaces share the slots. */
#ifndef GI_TEXTURE_H
#define GI_TEXTURE_H

#include "contract/format.h"
#include "base/handle.h"
#include "contract/sampling.h"

enum gi_resource_kind {          /* the numbers of both front ends */
    GI_RESOURCE_ARRAY = 0,
    GI_RESOURCE_MIPMAPPED_ARRAY = 1,
    GI_RESOURCE_LINEAR = 2,      /* one row of texels in memory */
    GI_RESOURCE_PITCH2D = 3      /* rows of them */
};

/** What an object reads or writes, as the program said it. */
struct gi_resource {
    int kind;                    /* any value: checked */
    gi_handle array;             /* an array or mipmapped array; else 0 */
    uint64_t pointer;            /* the rest is of memory */
    struct gi_channels channels;
    uint64_t size_bytes;         /* linear */
    uint64_t width, height;      /* of pitched memory: texels */
    uint64_t pitch_bytes;
    uint32_t flags;              /* kept */
};

/** Formats that views name; those up to FLOAT4 are kinds times channels times bits. */
enum gi_view_format {            /* the numbers of both front ends */
    GI_VIEW_NONE = 0,            /* that of the array */
    GI_VIEW_UINT8X1 = 1,
    GI_VIEW_FLOAT32X4 = 24,
    GI_VIEW_BC1 = 25,
    GI_VIEW_BC7 = 34
};

/** A part of an array, or another format of it. */
struct gi_resource_view {
    int format;                  /* any value: checked */
    uint64_t width, height, depth;       /* texels; those of the array */
    uint32_t first_level, last_level;
    uint32_t first_layer, last_layer;
};

/** What an object was made of. */
struct gi_texture_info {
    struct gi_resource resource;
    struct gi_sampling sampling; /* of a surface: zeros, as the rest */
    bool has_view;
    struct gi_resource_view view;
};

/** Addresses of memory that textures read are multiples of these, as device properties say. */
#define GI_TEXTURE_ALIGNMENT 512u
#define GI_TEXTURE_PITCH_ALIGNMENT 32u

/** Makes a texture object on the device of its resource, which lives on in it: an array or memory
 *  that is freed before is read as it was.
 *  view may be NULL; that of memory is kept and changes nothing.
 *  Errors: GI_INVALID_VALUE with the field; GI_STALE_HANDLE for what is no array;
 *          GI_INVALID_CHANNELS; GI_INVALID_FILTER and GI_INVALID_NORM for modes that the format
 *          does not have; GI_NOT_SUPPORTED with what the device lacks; GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_texture_create(const struct gi_resource *resource,
                                          const struct gi_sampling *sampling,
                                          const struct gi_resource_view *view,
                                          uint64_t *out_texture);

/** Ends one; 0 is accepted.
 *  Errors: GI_INVALID_VALUE for what is no texture object. */
GI_MUST_CHECK gi_status gi_texture_destroy(uint64_t texture);
GI_MUST_CHECK gi_status gi_texture_query(uint64_t texture, struct gi_texture_info *out_info);

/** Makes a surface object of an array, whether it was made for one or not, if its device can store
 *  to the format.
 *  Errors: as gi_texture_create. */
GI_MUST_CHECK gi_status gi_surface_create(const struct gi_resource *resource,
                                          uint64_t *out_surface);
GI_MUST_CHECK gi_status gi_surface_destroy(uint64_t surface);
GI_MUST_CHECK gi_status gi_surface_query(uint64_t surface, struct gi_texture_info *out_info);

/** How many texels of a format a texture of linear memory has at most.
 *  Errors: GI_INVALID_DEVICE; GI_INVALID_CHANNELS. */
GI_MUST_CHECK gi_status gi_texture_linear_limit(const struct gi_channels *channels, int ordinal,
                                                uint64_t *out_texels);

#endif
