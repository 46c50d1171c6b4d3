/** Formats of texels: their channels, and the mapping from the channels that programs describe.
 *  Pure.
 *  Threads: any. */
#ifndef GI_FORMAT_H
#define GI_FORMAT_H

#include "base/status.h"

/** Every format, by channels, bits of each and class. Each has one row in the core's table
 *  (format.c) and one in each driver's. */
#define GI_FORMATS(ROW) \
    ROW(R8_UINT) ROW(RG8_UINT) ROW(RGBA8_UINT) \
    ROW(R8_SINT) ROW(RG8_SINT) ROW(RGBA8_SINT) \
    ROW(R16_UINT) ROW(RG16_UINT) ROW(RGBA16_UINT) \
    ROW(R16_SINT) ROW(RG16_SINT) ROW(RGBA16_SINT) \
    ROW(R32_UINT) ROW(RG32_UINT) ROW(RGBA32_UINT) \
    ROW(R32_SINT) ROW(RG32_SINT) ROW(RGBA32_SINT) \
    ROW(R16_FLOAT) ROW(RG16_FLOAT) ROW(RGBA16_FLOAT) \
    ROW(R32_FLOAT) ROW(RG32_FLOAT) ROW(RGBA32_FLOAT) \
    ROW(R8_UNORM) ROW(RG8_UNORM) ROW(RGBA8_UNORM) \
    ROW(R8_SNORM) ROW(RG8_SNORM) ROW(RGBA8_SNORM) \
    ROW(R16_UNORM) ROW(RG16_UNORM) ROW(RGBA16_UNORM) \
    ROW(R16_SNORM) ROW(RG16_SNORM) ROW(RGBA16_SNORM) \
    ROW(RGBA8_SRGB) ROW(RGB10A2_UNORM) \
    ROW(BC1_UNORM) ROW(BC1_SRGB) ROW(BC2_UNORM) ROW(BC2_SRGB) ROW(BC3_UNORM) ROW(BC3_SRGB) \
    ROW(BC4_UNORM) ROW(BC4_SNORM) ROW(BC5_UNORM) ROW(BC5_SNORM) \
    ROW(BC6H_UFLOAT) ROW(BC6H_SFLOAT) ROW(BC7_UNORM) ROW(BC7_SRGB)

#define GI_FORMAT_NAME(name) GI_FORMAT_##name,
enum gi_format { GI_FORMAT_NONE, GI_FORMATS(GI_FORMAT_NAME) GI_FORMAT_COUNT };
#undef GI_FORMAT_NAME

/** The kinds of channels, with the front ends' numbers. One front end has the first four only. */
enum gi_channel_kind {
    GI_CHANNEL_SIGNED = 0,
    GI_CHANNEL_UNSIGNED = 1,
    GI_CHANNEL_FLOAT = 2,
    GI_CHANNEL_NONE = 3,
    GI_CHANNEL_NV12 = 4,
    GI_CHANNEL_UNORM8X1 = 5, GI_CHANNEL_UNORM8X2, GI_CHANNEL_UNORM8X4,
    GI_CHANNEL_UNORM16X1, GI_CHANNEL_UNORM16X2, GI_CHANNEL_UNORM16X4,
    GI_CHANNEL_SNORM8X1, GI_CHANNEL_SNORM8X2, GI_CHANNEL_SNORM8X4,
    GI_CHANNEL_SNORM16X1, GI_CHANNEL_SNORM16X2, GI_CHANNEL_SNORM16X4,
    GI_CHANNEL_BC1, GI_CHANNEL_BC1_SRGB, GI_CHANNEL_BC2, GI_CHANNEL_BC2_SRGB,
    GI_CHANNEL_BC3, GI_CHANNEL_BC3_SRGB, GI_CHANNEL_BC4_UNSIGNED, GI_CHANNEL_BC4_SIGNED,
    GI_CHANNEL_BC5_UNSIGNED, GI_CHANNEL_BC5_SIGNED, GI_CHANNEL_BC6H_UNSIGNED,
    GI_CHANNEL_BC6H_SIGNED, GI_CHANNEL_BC7, GI_CHANNEL_BC7_SRGB,
    GI_CHANNEL_UNORM1010102,
    GI_CHANNEL_KIND_COUNT
};

/** A texel as programs describe it. */
struct gi_channels {
    int bits[4];                 /* bits of x, y, z and w; 0: the channel does not exist */
    int kind;                    /* any value; it is checked */
};

enum gi_texel_class {            /* the value that a shader reads */
    GI_TEXEL_UINT, GI_TEXEL_SINT, GI_TEXEL_FLOAT, GI_TEXEL_UNORM, GI_TEXEL_SNORM, GI_TEXEL_SRGB
};

/** A row of the table. */
struct gi_format_info {
    const char *name;            /* as in "RGBA8_UINT" */
    struct gi_channels channels;         /* the channels that programs read back of an array; for
                                            RGBA8_SRGB, which only views have, its kind is NONE */
    enum gi_texel_class texel_class;
    uint32_t block_bytes;        /* bytes of a texel; of a block in a compressed format */
    uint32_t block_width, block_height;  /* texels; 1 by 1 if not compressed */
};

/** The row of a format, which is not GI_FORMAT_NONE. */
const struct gi_format_info *gi_format_info(enum gi_format format);

/** Finds the format that channels describe.
 *  Errors: GI_INVALID_CHANNELS with the reason; GI_INVALID_VALUE for NV12, which exists but which
 *          the vendors' arrays do not support either. */
GI_MUST_CHECK gi_status gi_format_from_channels(const struct gi_channels *channels,
                                                enum gi_format *out_format);

/** The format that views the same bytes as another class, as for normalized reads of integers.
 *  GI_FORMAT_NONE if there is none. */
enum gi_format gi_format_as(enum gi_format format, enum gi_texel_class texel_class);

#endif
