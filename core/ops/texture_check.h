/** What is right and wrong about the descriptions of textures. Pure. */
#ifndef GI_TEXTURE_CHECK_H
#define GI_TEXTURE_CHECK_H

#include "array.h"
#include "texture.h"

/** Whether each mode is one of its enum's and fits what is read: something of so many directions.
 *  In one that it lacks any address mode is good, and one that is none becomes clamp.
 *  Errors: GI_INVALID_VALUE. */
GI_MUST_CHECK gi_status gi_sampling_check(struct gi_sampling *sampling, int directions,
                                          bool is_cube);

/** As what a texture reads texels of a format, and what remains of the sampling then. Levels that
 *  are no numbers are 0.
 *  Errors: GI_INVALID_FILTER, GI_INVALID_NORM; GI_INVALID_VALUE for sRGB that is read as plain. */
GI_MUST_CHECK gi_status gi_texture_read_as(enum gi_format format,
                                           const struct gi_sampling *sampling,
                                           enum gi_format *out_format,
                                           struct gi_sampling *out_sampling);

/** What a view shows of an array. */
struct gi_view_part {
    enum gi_format format;
    uint32_t first_level, level_count;
    uint32_t first_layer, layer_count;   /* faces counted; 0: the array has no layers to choose */
};

/** What a view shows of an array, or of a mipmapped one, if it fits. Levels and layers behind the
 *  last are none.
 *  Errors: GI_INVALID_VALUE; GI_NOT_SUPPORTED for a format that no device here reads it as. */
GI_MUST_CHECK gi_status gi_view_check(const struct gi_resource_view *view,
                                      const struct gi_array_info *array, bool is_mipmapped,
                                      struct gi_view_part *out_part);

/** Whether memory can be read as a texture of a format, apart from the memory itself: format, size,
 *  alignment. max_2d is the device's limit of rows and columns.
 *  Units:  out_span_bytes from the first byte of the first texel to the last one's last.
 *  Errors: GI_INVALID_VALUE. */
GI_MUST_CHECK gi_status gi_texture_memory_check(const struct gi_resource *resource,
                                                enum gi_format format, uint32_t max_2d,
                                                uint64_t *out_span_bytes);

#endif
