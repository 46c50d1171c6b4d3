/** Checks descriptions of textures. Pure.
 *
 *  Threads: any. */
#ifndef GI_TEXTURE_CHECK_H
#define GI_TEXTURE_CHECK_H

#include "array.h"
#include "texture.h"

/** Checks that each mode is valid for a resource with this many directions. An unused direction
 *  accepts any address mode; an unknown one becomes clamp.
 *  Errors: GI_INVALID_VALUE. */
GI_MUST_CHECK gi_status gi_sampling_check(struct gi_sampling *sampling, int directions,
                                          bool is_cube);

/** The format that a texture's texels are read as, and the simplified sampling. A level of NaN
 *  becomes 0.
 *  Errors: GI_INVALID_FILTER, GI_INVALID_NORM; GI_INVALID_VALUE if an sRGB format is read as
 *          linear. */
GI_MUST_CHECK gi_status gi_texture_read_as(enum gi_format format,
                                           const struct gi_sampling *sampling,
                                           enum gi_format *out_format,
                                           struct gi_sampling *out_sampling);

/** The part of an array that a view shows. */
struct gi_view_part {
    enum gi_format format;
    uint32_t first_level, level_count;
    uint32_t first_layer, layer_count;   /* faces are counted; 0: the array has no layers */
};

/** Checks a view of an array or a mipmapped array, and computes its part. Levels and layers past
 *  the last are cut off.
 *  Errors: GI_INVALID_VALUE; GI_NOT_SUPPORTED for a format that no device here reads the array
 *          as. */
GI_MUST_CHECK gi_status gi_view_check(const struct gi_resource_view *view,
                                      const struct gi_array_info *array, bool is_mipmapped,
                                      struct gi_view_part *out_part);

/** Checks format, size and alignment of a texture of memory, but not the memory itself. max_2d
 *  limits rows and columns.
 *  Units:  out_span_bytes: from the first byte of the first texel to the last byte of the last
 *          texel.
 *  Errors: GI_INVALID_VALUE. */
GI_MUST_CHECK gi_status gi_texture_memory_check(const struct gi_resource *resource,
                                                enum gi_format format, uint32_t max_2d,
                                                uint64_t *out_span_bytes);

#endif
