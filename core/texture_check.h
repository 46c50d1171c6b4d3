/** What is right and wrong about the descriptions of textures. Pure. */
#ifndef GI_TEXTURE_CHECK_H
#define GI_TEXTURE_CHECK_H

#include "array.h"
#include "texture.h"

/** Whether each mode is one of its enum's and each number is one.
 *  Errors: GI_INVALID_VALUE. */
GI_MUST_CHECK gi_status gi_sampling_check(const struct gi_sampling *sampling);

/** As what a texture reads texels of a format, and what remains of the sampling then.
 *  Errors: GI_INVALID_FILTER, GI_INVALID_NORM. */
GI_MUST_CHECK gi_status gi_texture_read_as(enum gi_format format,
                                           const struct gi_sampling *sampling,
                                           enum gi_format *out_format,
                                           struct gi_sampling *out_sampling);

/** Whether a view fits an array, and the format that it names.
 *  Errors: GI_INVALID_VALUE; GI_NOT_SUPPORTED for a format that no device here reads it as. */
GI_MUST_CHECK gi_status gi_view_check(const struct gi_resource_view *view,
                                      const struct gi_array_info *array,
                                      enum gi_format *out_format);

/** Whether memory can be read as a texture, apart from the memory itself: format, size, alignment.
 *  max_2d is the device's limit of rows and columns.
 *  Units:  out_span_bytes from the first byte of the first texel to the last one's last.
 *  Errors: GI_INVALID_VALUE, GI_INVALID_CHANNELS. */
GI_MUST_CHECK gi_status gi_texture_memory_check(const struct gi_resource *resource,
                                                uint32_t max_2d, enum gi_format *out_format,
                                                uint64_t *out_span_bytes);

#endif
