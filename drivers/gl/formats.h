/** The internal formats of OpenGL's images: which can be registered, as what, and how their texels
 *  are read and written. Pure.
 *
 *  Threads: any. */
#ifndef GIGL_FORMATS_H
#define GIGL_FORMATS_H

#include "contract/format.h"
#include "gl/gl.h"

/** A format that can be registered. */
struct gigl_format {
    gigl_enum internal;          /* OpenGL's number of it */
    int kind;                    /* of enum gi_channel_kind */
    int channels, bits;          /* of each */
    gigl_enum pixels, type;      /* how pixels in memory are described to OpenGL */
    bool is_exact;               /* its texels have the same bytes in a device's image of these
                                    channels: OpenGL can copy them without a conversion */
};

/** The row of an internal format.
 *  Errors: GI_INVALID_VALUE with a sentence that names the format: it cannot be registered. */
GI_MUST_CHECK gi_status gigl_format_find(int internal, const struct gigl_format **out_format);

/** The channels of its texels. */
struct gi_channels gigl_format_channels(const struct gigl_format *format);

/** The row at an index; NULL: there are no more. For tests. */
const struct gigl_format *gigl_format_at(size_t index);

#endif
