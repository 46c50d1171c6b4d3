/* The table of formats, row by row and in both directions, and all that it has no row for. */
#include "contract/format.h"

#include <string.h>

#include "test_cases.h"

struct row {
    enum gi_format format;
    const char *name;
    int bits[4];
    int kind;                    /* the front ends' number */
    enum gi_texel_class texel_class;
    uint32_t block_bytes, block_side;
};

#define ROW(name, x, y, z, w, kind, texel_class, bytes, side)                                     \
    { GI_FORMAT_##name, #name, { x, y, z, w }, kind, GI_TEXEL_##texel_class, bytes, side }

static const struct row rows[] = {
    ROW(R8_UINT, 8, 0, 0, 0, 1, UINT, 1, 1),
    ROW(RG8_UINT, 8, 8, 0, 0, 1, UINT, 2, 1),
    ROW(RGBA8_UINT, 8, 8, 8, 8, 1, UINT, 4, 1),
    ROW(R8_SINT, 8, 0, 0, 0, 0, SINT, 1, 1),
    ROW(RG8_SINT, 8, 8, 0, 0, 0, SINT, 2, 1),
    ROW(RGBA8_SINT, 8, 8, 8, 8, 0, SINT, 4, 1),
    ROW(R16_UINT, 16, 0, 0, 0, 1, UINT, 2, 1),
    ROW(RG16_UINT, 16, 16, 0, 0, 1, UINT, 4, 1),
    ROW(RGBA16_UINT, 16, 16, 16, 16, 1, UINT, 8, 1),
    ROW(R16_SINT, 16, 0, 0, 0, 0, SINT, 2, 1),
    ROW(RG16_SINT, 16, 16, 0, 0, 0, SINT, 4, 1),
    ROW(RGBA16_SINT, 16, 16, 16, 16, 0, SINT, 8, 1),
    ROW(R32_UINT, 32, 0, 0, 0, 1, UINT, 4, 1),
    ROW(RG32_UINT, 32, 32, 0, 0, 1, UINT, 8, 1),
    ROW(RGBA32_UINT, 32, 32, 32, 32, 1, UINT, 16, 1),
    ROW(R32_SINT, 32, 0, 0, 0, 0, SINT, 4, 1),
    ROW(RG32_SINT, 32, 32, 0, 0, 0, SINT, 8, 1),
    ROW(RGBA32_SINT, 32, 32, 32, 32, 0, SINT, 16, 1),
    ROW(R16_FLOAT, 16, 0, 0, 0, 2, FLOAT, 2, 1),
    ROW(RG16_FLOAT, 16, 16, 0, 0, 2, FLOAT, 4, 1),
    ROW(RGBA16_FLOAT, 16, 16, 16, 16, 2, FLOAT, 8, 1),
    ROW(R32_FLOAT, 32, 0, 0, 0, 2, FLOAT, 4, 1),
    ROW(RG32_FLOAT, 32, 32, 0, 0, 2, FLOAT, 8, 1),
    ROW(RGBA32_FLOAT, 32, 32, 32, 32, 2, FLOAT, 16, 1),
    ROW(R8_UNORM, 8, 0, 0, 0, 5, UNORM, 1, 1),
    ROW(RG8_UNORM, 8, 8, 0, 0, 6, UNORM, 2, 1),
    ROW(RGBA8_UNORM, 8, 8, 8, 8, 7, UNORM, 4, 1),
    ROW(R16_UNORM, 16, 0, 0, 0, 8, UNORM, 2, 1),
    ROW(RG16_UNORM, 16, 16, 0, 0, 9, UNORM, 4, 1),
    ROW(RGBA16_UNORM, 16, 16, 16, 16, 10, UNORM, 8, 1),
    ROW(R8_SNORM, 8, 0, 0, 0, 11, SNORM, 1, 1),
    ROW(RG8_SNORM, 8, 8, 0, 0, 12, SNORM, 2, 1),
    ROW(RGBA8_SNORM, 8, 8, 8, 8, 13, SNORM, 4, 1),
    ROW(R16_SNORM, 16, 0, 0, 0, 14, SNORM, 2, 1),
    ROW(RG16_SNORM, 16, 16, 0, 0, 15, SNORM, 4, 1),
    ROW(RGBA16_SNORM, 16, 16, 16, 16, 16, SNORM, 8, 1),
    ROW(RGB10A2_UNORM, 10, 10, 10, 2, 31, UNORM, 4, 1),
    ROW(BC1_UNORM, 8, 8, 8, 8, 17, UNORM, 8, 4),
    ROW(BC1_SRGB, 8, 8, 8, 8, 18, SRGB, 8, 4),
    ROW(BC2_UNORM, 8, 8, 8, 8, 19, UNORM, 16, 4),
    ROW(BC2_SRGB, 8, 8, 8, 8, 20, SRGB, 16, 4),
    ROW(BC3_UNORM, 8, 8, 8, 8, 21, UNORM, 16, 4),
    ROW(BC3_SRGB, 8, 8, 8, 8, 22, SRGB, 16, 4),
    ROW(BC4_UNORM, 8, 0, 0, 0, 23, UNORM, 8, 4),
    ROW(BC4_SNORM, 8, 0, 0, 0, 24, SNORM, 8, 4),
    ROW(BC5_UNORM, 8, 8, 0, 0, 25, UNORM, 16, 4),
    ROW(BC5_SNORM, 8, 8, 0, 0, 26, SNORM, 16, 4),
    ROW(BC6H_UFLOAT, 16, 16, 16, 0, 27, FLOAT, 16, 4),
    ROW(BC6H_SFLOAT, 16, 16, 16, 0, 28, FLOAT, 16, 4),
    ROW(BC7_UNORM, 8, 8, 8, 8, 29, UNORM, 16, 4),
    ROW(BC7_SRGB, 8, 8, 8, 8, 30, SRGB, 16, 4),
};

enum { ROWS = sizeof rows / sizeof rows[0] };

static struct gi_channels channels_of(const struct row *row)
{
    struct gi_channels channels = { .kind = row->kind };

    memcpy(channels.bits, row->bits, sizeof channels.bits);
    return channels;
}

TEST_CASE(each_row_is_right)
{
    for (size_t i = 0; i < ROWS; i++) {
        const struct gi_format_info *info = gi_format_info(rows[i].format);

        if (strcmp(info->name, rows[i].name) != 0 ||
            memcmp(info->channels.bits, rows[i].bits, sizeof rows[i].bits) != 0 ||
            info->channels.kind != rows[i].kind || info->texel_class != rows[i].texel_class ||
            info->block_bytes != rows[i].block_bytes ||
            info->block_width != rows[i].block_side || info->block_height != rows[i].block_side)
            fail_msg("the row of %s says %s, %d %d %d %d bits of kind %d, class %d, %u bytes",
                     rows[i].name, info->name, info->channels.bits[0], info->channels.bits[1],
                     info->channels.bits[2], info->channels.bits[3], info->channels.kind,
                     (int)info->texel_class, info->block_bytes);
    }
}

TEST_CASE(each_description_finds_its_row)
{
    for (size_t i = 0; i < ROWS; i++) {
        struct gi_channels channels = channels_of(&rows[i]);
        enum gi_format format;

        assert_int_equal(gi_format_from_channels(&channels, &format), GI_OK);
        if (format != rows[i].format)
            fail_msg("the channels of %s are found to be %s", rows[i].name,
                     format == GI_FORMAT_NONE ? "none" : gi_format_info(format)->name);
    }
}

/* No format is missing here but the one that only views have. */
TEST_CASE(no_format_is_forgotten)
{
    const struct gi_format_info *srgb = gi_format_info(GI_FORMAT_RGBA8_SRGB);

    assert_int_equal(ROWS + 2, GI_FORMAT_COUNT);         /* and NONE */
    assert_string_equal(srgb->name, "RGBA8_SRGB");
    assert_int_equal(srgb->channels.kind, GI_CHANNEL_NONE);
    assert_int_equal(srgb->texel_class, GI_TEXEL_SRGB);
    assert_int_equal(srgb->block_bytes, 4);
}

static bool is_in_table(const struct gi_channels *channels)
{
    for (size_t i = 0; i < ROWS; i++) {
        if (rows[i].kind == channels->kind &&
            memcmp(rows[i].bits, channels->bits, sizeof rows[i].bits) == 0)
            return true;
    }
    return false;
}

static void check_description(const struct gi_channels *channels)
{
    enum gi_format format = GI_FORMAT_BC1_UNORM;
    gi_status status = gi_format_from_channels(channels, &format);
    bool is_planar = channels->kind == GI_CHANNEL_NV12 && channels->bits[0] == 8 &&
                     channels->bits[1] == 8 && channels->bits[2] == 8 && channels->bits[3] == 0;
    gi_status why = is_planar ? GI_INVALID_VALUE : GI_INVALID_CHANNELS;
    gi_status expected = is_in_table(channels) ? GI_OK : why;

    if (status != expected)
        fail_msg("%d %d %d %d bits of kind %d: %s", channels->bits[0], channels->bits[1],
                 channels->bits[2], channels->bits[3], channels->kind, gi_status_name(status));
    if (status != GI_OK)
        assert_int_equal(format, GI_FORMAT_NONE);
}

TEST_CASE(every_other_description_is_refused)
{
    static const int bits[] = { -8, 0, 1, 2, 7, 8, 10, 16, 24, 32, 64, 2147483647 };
    enum { N = sizeof bits / sizeof bits[0] };

    for (int kind = -2; kind <= GI_CHANNEL_KIND_COUNT + 1; kind++)
        for (int i = 0; i < N * N * N * N; i++)
            check_description(&(struct gi_channels){
                { bits[i % N], bits[i / N % N], bits[i / N / N % N], bits[i / N / N / N] }, kind });
}

TEST_CASE(refusals_say_what_would_be_right)
{
    enum gi_format format;

    (void)!gi_format_from_channels(&(struct gi_channels){ { 8, 8, 8, 0 }, 1 }, &format);
    assert_non_null(strstr(gi_last_error_detail(), "1, 2 or 4 channels of 8, 16 or 32"));
    (void)!gi_format_from_channels(&(struct gi_channels){ { 8, 0, 0, 0 }, 2 }, &format);
    assert_non_null(strstr(gi_last_error_detail(), "16 or 32 bits"));
    (void)!gi_format_from_channels(&(struct gi_channels){ { 8, 8, 0, 0 }, 5 }, &format);
    assert_non_null(strstr(gi_last_error_detail(), "kind 5 has 8, 0, 0 and 0"));
    (void)!gi_format_from_channels(&(struct gi_channels){ { 8, 8, 0, 0 }, 77 }, &format);
    assert_non_null(strstr(gi_last_error_detail(), "kind 77 is not one of 0 to 31"));
}

TEST_CASE(views_read_the_same_bytes)
{
    static const struct {
        enum gi_format from;
        enum gi_texel_class as;
        enum gi_format to;
    } views[] = {
        { GI_FORMAT_RGBA8_UINT, GI_TEXEL_UNORM, GI_FORMAT_RGBA8_UNORM },
        { GI_FORMAT_RGBA8_UINT, GI_TEXEL_UINT, GI_FORMAT_RGBA8_UINT },
        { GI_FORMAT_RGBA8_UINT, GI_TEXEL_SRGB, GI_FORMAT_RGBA8_SRGB },
        { GI_FORMAT_RGBA8_UNORM, GI_TEXEL_SRGB, GI_FORMAT_RGBA8_SRGB },
        { GI_FORMAT_R8_UINT, GI_TEXEL_SRGB, GI_FORMAT_NONE },
        { GI_FORMAT_R8_SINT, GI_TEXEL_SNORM, GI_FORMAT_R8_SNORM },
        { GI_FORMAT_RG16_UINT, GI_TEXEL_UNORM, GI_FORMAT_RG16_UNORM },
        { GI_FORMAT_RG16_SINT, GI_TEXEL_SNORM, GI_FORMAT_RG16_SNORM },
        { GI_FORMAT_RG16_UINT, GI_TEXEL_FLOAT, GI_FORMAT_RG16_FLOAT },
        { GI_FORMAT_R32_UINT, GI_TEXEL_UNORM, GI_FORMAT_NONE },
        { GI_FORMAT_R32_UINT, GI_TEXEL_FLOAT, GI_FORMAT_R32_FLOAT },
        { GI_FORMAT_RGB10A2_UNORM, GI_TEXEL_UINT, GI_FORMAT_NONE },
        { GI_FORMAT_BC1_UNORM, GI_TEXEL_SRGB, GI_FORMAT_BC1_SRGB },
        { GI_FORMAT_BC7_SRGB, GI_TEXEL_UNORM, GI_FORMAT_BC7_UNORM },
        { GI_FORMAT_BC3_UNORM, GI_TEXEL_SRGB, GI_FORMAT_BC3_SRGB },
        { GI_FORMAT_BC4_UNORM, GI_TEXEL_SNORM, GI_FORMAT_BC4_SNORM },
        { GI_FORMAT_BC4_UNORM, GI_TEXEL_SRGB, GI_FORMAT_NONE },
        { GI_FORMAT_BC6H_SFLOAT, GI_TEXEL_FLOAT, GI_FORMAT_BC6H_SFLOAT },
        { GI_FORMAT_BC1_UNORM, GI_TEXEL_UINT, GI_FORMAT_NONE },
    };

    for (size_t i = 0; i < sizeof views / sizeof views[0]; i++) {
        if (gi_format_as(views[i].from, views[i].as) != views[i].to)
            fail_msg("%s as class %d", gi_format_info(views[i].from)->name, (int)views[i].as);
    }
}
