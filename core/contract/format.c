#include "format.h"

#include <string.h>

struct row {
    struct gi_format_info info;
    int compression;             /* the compressed family (BC), 1 to 7; 0: not compressed */
};

/* A format of count channels of some bits each; kind is their channel kind. */
#define PLAIN(name, count, bits, kind, texel_class)                                               \
    [GI_FORMAT_##name] = { { #name, { { bits, (count) > 1 ? (bits) : 0, (count) > 2 ? (bits) : 0, \
                                        (count) > 2 ? (bits) : 0 }, kind }, texel_class,          \
                             (count) * (bits) / 8, 1, 1 }, 0 }

/* Formats of one, two and four channels, each as PLAIN. kind is that of one channel, and step leads
 * to the next. */
#define PLAIN_SET(r, rg, rgba, bits, kind, step, texel_class)                                     \
    PLAIN(r, 1, bits, kind, texel_class), PLAIN(rg, 2, bits, (kind) + (step), texel_class),       \
    PLAIN(rgba, 4, bits, (kind) + 2 * (step), texel_class)

/* A compressed format with blocks of 4 by 4 texels. The bits are those of the vendors' own
 * descriptions. */
#define BLOCKS(name, family, x, y, z, w, kind, texel_class, bytes)                                \
    [GI_FORMAT_##name] = { { #name, { { x, y, z, w }, kind }, texel_class, bytes, 4, 4 }, family }

static const struct row rows[GI_FORMAT_COUNT] = {
    PLAIN_SET(R8_UINT, RG8_UINT, RGBA8_UINT, 8, GI_CHANNEL_UNSIGNED, 0, GI_TEXEL_UINT),
    PLAIN_SET(R8_SINT, RG8_SINT, RGBA8_SINT, 8, GI_CHANNEL_SIGNED, 0, GI_TEXEL_SINT),
    PLAIN_SET(R16_UINT, RG16_UINT, RGBA16_UINT, 16, GI_CHANNEL_UNSIGNED, 0, GI_TEXEL_UINT),
    PLAIN_SET(R16_SINT, RG16_SINT, RGBA16_SINT, 16, GI_CHANNEL_SIGNED, 0, GI_TEXEL_SINT),
    PLAIN_SET(R32_UINT, RG32_UINT, RGBA32_UINT, 32, GI_CHANNEL_UNSIGNED, 0, GI_TEXEL_UINT),
    PLAIN_SET(R32_SINT, RG32_SINT, RGBA32_SINT, 32, GI_CHANNEL_SIGNED, 0, GI_TEXEL_SINT),
    PLAIN_SET(R16_FLOAT, RG16_FLOAT, RGBA16_FLOAT, 16, GI_CHANNEL_FLOAT, 0, GI_TEXEL_FLOAT),
    PLAIN_SET(R32_FLOAT, RG32_FLOAT, RGBA32_FLOAT, 32, GI_CHANNEL_FLOAT, 0, GI_TEXEL_FLOAT),
    PLAIN_SET(R8_UNORM, RG8_UNORM, RGBA8_UNORM, 8, GI_CHANNEL_UNORM8X1, 1, GI_TEXEL_UNORM),
    PLAIN_SET(R8_SNORM, RG8_SNORM, RGBA8_SNORM, 8, GI_CHANNEL_SNORM8X1, 1, GI_TEXEL_SNORM),
    PLAIN_SET(R16_UNORM, RG16_UNORM, RGBA16_UNORM, 16, GI_CHANNEL_UNORM16X1, 1, GI_TEXEL_UNORM),
    PLAIN_SET(R16_SNORM, RG16_SNORM, RGBA16_SNORM, 16, GI_CHANNEL_SNORM16X1, 1, GI_TEXEL_SNORM),
    PLAIN(RGBA8_SRGB, 4, 8, GI_CHANNEL_NONE, GI_TEXEL_SRGB),
    [GI_FORMAT_RGB10A2_UNORM] = { { "RGB10A2_UNORM", { { 10, 10, 10, 2 }, GI_CHANNEL_UNORM1010102 },
                                    GI_TEXEL_UNORM, 4, 1, 1 }, 0 },
    BLOCKS(BC1_UNORM, 1, 8, 8, 8, 8, GI_CHANNEL_BC1, GI_TEXEL_UNORM, 8),
    BLOCKS(BC1_SRGB, 1, 8, 8, 8, 8, GI_CHANNEL_BC1_SRGB, GI_TEXEL_SRGB, 8),
    BLOCKS(BC2_UNORM, 2, 8, 8, 8, 8, GI_CHANNEL_BC2, GI_TEXEL_UNORM, 16),
    BLOCKS(BC2_SRGB, 2, 8, 8, 8, 8, GI_CHANNEL_BC2_SRGB, GI_TEXEL_SRGB, 16),
    BLOCKS(BC3_UNORM, 3, 8, 8, 8, 8, GI_CHANNEL_BC3, GI_TEXEL_UNORM, 16),
    BLOCKS(BC3_SRGB, 3, 8, 8, 8, 8, GI_CHANNEL_BC3_SRGB, GI_TEXEL_SRGB, 16),
    BLOCKS(BC4_UNORM, 4, 8, 0, 0, 0, GI_CHANNEL_BC4_UNSIGNED, GI_TEXEL_UNORM, 8),
    BLOCKS(BC4_SNORM, 4, 8, 0, 0, 0, GI_CHANNEL_BC4_SIGNED, GI_TEXEL_SNORM, 8),
    BLOCKS(BC5_UNORM, 5, 8, 8, 0, 0, GI_CHANNEL_BC5_UNSIGNED, GI_TEXEL_UNORM, 16),
    BLOCKS(BC5_SNORM, 5, 8, 8, 0, 0, GI_CHANNEL_BC5_SIGNED, GI_TEXEL_SNORM, 16),
    BLOCKS(BC6H_UFLOAT, 6, 16, 16, 16, 0, GI_CHANNEL_BC6H_UNSIGNED, GI_TEXEL_FLOAT, 16),
    BLOCKS(BC6H_SFLOAT, 6, 16, 16, 16, 0, GI_CHANNEL_BC6H_SIGNED, GI_TEXEL_FLOAT, 16),
    BLOCKS(BC7_UNORM, 7, 8, 8, 8, 8, GI_CHANNEL_BC7, GI_TEXEL_UNORM, 16),
    BLOCKS(BC7_SRGB, 7, 8, 8, 8, 8, GI_CHANNEL_BC7_SRGB, GI_TEXEL_SRGB, 16),
};

const struct gi_format_info *gi_format_info(enum gi_format format)
{
    return &rows[format].info;
}

static bool have_equal_bits(const struct gi_channels *a, const struct gi_channels *b)
{
    return memcmp(a->bits, b->bits, sizeof a->bits) == 0;
}

static gi_status invalid(const struct gi_channels *channels, const char *right)
{
    return gi_fail(GI_INVALID_CHANNELS, "channels of %d, %d, %d and %d bits of kind %d: %s",
                   channels->bits[0], channels->bits[1], channels->bits[2], channels->bits[3],
                   channels->kind, right);
}

static bool is_nv12(const struct gi_channels *channels)
{
    static const struct gi_channels nv12 = { { 8, 8, 8, 0 }, GI_CHANNEL_NV12 };

    return have_equal_bits(channels, &nv12);
}

gi_status gi_format_from_channels(const struct gi_channels *channels, enum gi_format *out_format)
{
    const struct gi_channels *wanted = NULL;

    *out_format = GI_FORMAT_NONE;
    if (channels->kind < 0 || channels->kind >= GI_CHANNEL_KIND_COUNT)
        return gi_fail(GI_INVALID_CHANNELS, "channels: kind %d is not one of 0 to %d",
                       channels->kind, GI_CHANNEL_KIND_COUNT - 1);
    if (channels->kind == GI_CHANNEL_NONE)
        return invalid(channels, "kind 3 has no format");
    for (int i = GI_FORMAT_NONE + 1; i < GI_FORMAT_COUNT; i++) {
        if (rows[i].info.channels.kind != channels->kind)
            continue;
        wanted = &rows[i].info.channels;
        if (have_equal_bits(wanted, channels)) {
            *out_format = (enum gi_format)i;
            return GI_OK;
        }
    }
    if (channels->kind == GI_CHANNEL_NV12)
        return is_nv12(channels)
                   ? gi_fail(GI_INVALID_VALUE, "channels: kind 4 (NV12) has two planes, "
                             "which this library cannot copy or sample; use one array for each")
                   : invalid(channels, "kind 4 (NV12) has 8, 8, 8 and 0");
    if (channels->kind == GI_CHANNEL_FLOAT)
        return invalid(channels, "1, 2 or 4 channels of 16 or 32 bits each would be right");
    if (channels->kind == GI_CHANNEL_SIGNED || channels->kind == GI_CHANNEL_UNSIGNED)
        return invalid(channels, "1, 2 or 4 channels of 8, 16 or 32 bits each would be right");
    return gi_fail(GI_INVALID_CHANNELS, "channels of %d, %d, %d and %d bits: kind %d has %d, %d, "
                   "%d and %d", channels->bits[0], channels->bits[1], channels->bits[2],
                   channels->bits[3], channels->kind, wanted->bits[0], wanted->bits[1],
                   wanted->bits[2], wanted->bits[3]);
}

enum gi_format gi_format_as(enum gi_format format, enum gi_texel_class texel_class)
{
    const struct row *from = &rows[format];

    if (from->info.texel_class == texel_class)
        return format;
    for (int i = GI_FORMAT_NONE + 1; i < GI_FORMAT_COUNT; i++)
        if (rows[i].info.texel_class == texel_class && rows[i].compression == from->compression &&
            have_equal_bits(&rows[i].info.channels, &from->info.channels))
            return (enum gi_format)i;
    return GI_FORMAT_NONE;
}
