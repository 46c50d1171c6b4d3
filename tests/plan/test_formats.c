/* The table of formats, row by row, against what Vulkan's own numbers say of a format: they follow
 * each other by channels, then by how the channels are read. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "test_cases.h"
#include "vulkan/plan/formats.h"

/* Behind the first format of the same channels: normalized, signed normalized, two that scale,
 * integers, signed integers, then sRGB or float. Of 32 bits there are integers and float alone. */
static int expected_number(const struct gi_format_info *info)
{
    static const int first[3][3] = {
        { VK_FORMAT_R8_UNORM, VK_FORMAT_R8G8_UNORM, VK_FORMAT_R8G8B8A8_UNORM },
        { VK_FORMAT_R16_UNORM, VK_FORMAT_R16G16_UNORM, VK_FORMAT_R16G16B16A16_UNORM },
        { VK_FORMAT_R32_UINT - 4, VK_FORMAT_R32G32_UINT - 4, VK_FORMAT_R32G32B32A32_UINT - 4 },
    };
    static const int step[] = {
        [GI_TEXEL_UNORM] = 0, [GI_TEXEL_SNORM] = 1, [GI_TEXEL_UINT] = 4, [GI_TEXEL_SINT] = 5,
        [GI_TEXEL_SRGB] = 6, [GI_TEXEL_FLOAT] = 6,
    };
    const int *bits = info->channels.bits;
    int channels = bits[2] != 0 ? 2 : bits[1] != 0;
    int width = bits[0] == 8 ? 0 : bits[0] == 16 ? 1 : 2;

    return first[width][channels] + step[info->texel_class];
}

/* The compressed ones stand behind BC1 without alpha, by family and then by class. */
static int expected_block_number(const char *name)
{
    static const char *const order[] = {
        "BC1_UNORM", "BC1_SRGB", "BC2_UNORM", "BC2_SRGB", "BC3_UNORM", "BC3_SRGB", "BC4_UNORM",
        "BC4_SNORM", "BC5_UNORM", "BC5_SNORM", "BC6H_UFLOAT", "BC6H_SFLOAT", "BC7_UNORM",
        "BC7_SRGB",
    };

    for (int i = 0; i < (int)(sizeof(order) / sizeof(order[0])); i++) {
        if (strcmp(order[i], name) == 0)
            return VK_FORMAT_BC1_RGBA_UNORM_BLOCK + i;
    }
    fail_msg("no number for %s", name);
    return 0;
}

TEST_CASE(test_every_format_has_a_row)
{
    for (int i = GI_FORMAT_NONE + 1; i < GI_FORMAT_COUNT; i++) {
        enum gi_format format = (enum gi_format)i;
        const struct gi_format_info *info = gi_format_info(format);
        VkFormat vulkan = givk_format(format);
        int expected = info->block_width != 1 ? expected_block_number(info->name) :
                       expected_number(info);
        if (format == GI_FORMAT_RGB10A2_UNORM)
            expected = VK_FORMAT_A2B10G10R10_UNORM_PACK32;       /* red in the lowest bits */
        if ((int)vulkan != expected)
            fail_msg("%s is %d instead of %d", info->name, (int)vulkan, expected);
        assert_non_null(givk_format_row(vulkan));
        assert_int_equal(givk_format_row(vulkan)->format, format);
        assert_int_equal(givk_format_row(vulkan)->vulkan, vulkan);
        assert_true((givk_format_row(vulkan)->note == NULL) == (format != GI_FORMAT_RGBA8_SRGB));
    }
    assert_int_equal(givk_format(GI_FORMAT_NONE), VK_FORMAT_UNDEFINED);
    assert_int_equal(givk_format(GI_FORMAT_COUNT), VK_FORMAT_UNDEFINED);
}

TEST_CASE(test_every_row_is_there_once)
{
    size_t count = 0, unlike = 0;

    for (const struct givk_format_row *row; (row = givk_format_row_at(count)) != NULL; count++) {
        assert_ptr_equal(givk_format_row(row->vulkan), row);     /* the first of its number */
        if (row->format == GI_FORMAT_NONE && row->note == NULL)
            fail_msg("row %zu (%d) does not say why", count, (int)row->vulkan);
        unlike += row->format != GI_FORMAT_NONE && row->note != NULL;
    }
    assert_true(count > GI_FORMAT_COUNT);
    assert_true(unlike != 0);
    assert_null(givk_format_row(VK_FORMAT_ASTC_4x4_UNORM_BLOCK));
    assert_null(givk_format_row(VK_FORMAT_UNDEFINED));
}

/* What programs have that no channels say, and what they are told. */
TEST_CASE(test_relatives)
{
    static const struct {
        VkFormat vulkan;
        enum gi_format format;
        const char *word;        /* in the note; NULL: there is none */
    } rows[] = {
        { VK_FORMAT_B8G8R8A8_UNORM, GI_FORMAT_RGBA8_UNORM, "blue" },
        { VK_FORMAT_B8G8R8A8_SNORM, GI_FORMAT_RGBA8_SNORM, "blue" },
        { VK_FORMAT_B8G8R8A8_UINT, GI_FORMAT_RGBA8_UINT, "blue" },
        { VK_FORMAT_B8G8R8A8_SINT, GI_FORMAT_RGBA8_SINT, "blue" },
        { VK_FORMAT_B8G8R8A8_SRGB, GI_FORMAT_RGBA8_SRGB, "blue" },
        { VK_FORMAT_A2R10G10B10_UNORM_PACK32, GI_FORMAT_RGB10A2_UNORM, "blue" },
        { VK_FORMAT_A2B10G10R10_UINT_PACK32, GI_FORMAT_RGB10A2_UNORM, "integers" },
        { VK_FORMAT_A8B8G8R8_UNORM_PACK32, GI_FORMAT_RGBA8_UNORM, NULL },
        { VK_FORMAT_A8B8G8R8_SNORM_PACK32, GI_FORMAT_RGBA8_SNORM, NULL },
        { VK_FORMAT_A8B8G8R8_UINT_PACK32, GI_FORMAT_RGBA8_UINT, NULL },
        { VK_FORMAT_A8B8G8R8_SINT_PACK32, GI_FORMAT_RGBA8_SINT, NULL },
        { VK_FORMAT_A8B8G8R8_SRGB_PACK32, GI_FORMAT_RGBA8_SRGB, "textures" },
        { VK_FORMAT_R8_SRGB, GI_FORMAT_R8_UNORM, "sRGB" },
        { VK_FORMAT_R8G8_SRGB, GI_FORMAT_RG8_UNORM, "sRGB" },
        { VK_FORMAT_R8G8B8A8_SRGB, GI_FORMAT_RGBA8_SRGB, "textures" },
        { VK_FORMAT_BC1_RGB_UNORM_BLOCK, GI_FORMAT_BC1_UNORM, "alpha" },
        { VK_FORMAT_BC1_RGB_SRGB_BLOCK, GI_FORMAT_BC1_SRGB, "alpha" },
        { VK_FORMAT_D16_UNORM, GI_FORMAT_NONE, "depth" },
        { VK_FORMAT_X8_D24_UNORM_PACK32, GI_FORMAT_NONE, "depth" },
        { VK_FORMAT_D32_SFLOAT, GI_FORMAT_NONE, "depth" },
        { VK_FORMAT_S8_UINT, GI_FORMAT_NONE, "depth" },
        { VK_FORMAT_D16_UNORM_S8_UINT, GI_FORMAT_NONE, "depth" },
        { VK_FORMAT_D24_UNORM_S8_UINT, GI_FORMAT_NONE, "depth" },
        { VK_FORMAT_D32_SFLOAT_S8_UINT, GI_FORMAT_NONE, "depth" },
        { VK_FORMAT_R8G8B8_UNORM, GI_FORMAT_NONE, "three" },
        { VK_FORMAT_R16G16B16_SFLOAT, GI_FORMAT_NONE, "three" },
        { VK_FORMAT_R32G32B32_SFLOAT, GI_FORMAT_NONE, "three" },
        { VK_FORMAT_B10G11R11_UFLOAT_PACK32, GI_FORMAT_NONE, "widths" },
        { VK_FORMAT_E5B9G9R9_UFLOAT_PACK32, GI_FORMAT_NONE, "widths" },
        { VK_FORMAT_R5G6B5_UNORM_PACK16, GI_FORMAT_NONE, "widths" },
        { VK_FORMAT_R5G5B5A1_UNORM_PACK16, GI_FORMAT_NONE, "widths" },
        { VK_FORMAT_R4G4B4A4_UNORM_PACK16, GI_FORMAT_NONE, "widths" },
        { VK_FORMAT_R64_UINT, GI_FORMAT_NONE, "widths" },
        { VK_FORMAT_G8_B8R8_2PLANE_420_UNORM, GI_FORMAT_NONE, "planes" },
    };
    size_t all = 0;

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        const struct givk_format_row *row = givk_format_row(rows[i].vulkan);
        bool own = row == givk_format_row_at(GI_FORMAT_RGBA8_SRGB - 1);
        assert_non_null(row);
        assert_int_equal(row->format, rows[i].format);
        if (rows[i].word == NULL)
            assert_null(row->note);
        else if (row->note == NULL || strstr(row->note, rows[i].word) == NULL)
            fail_msg("%d: \"%s\" without \"%s\"", (int)rows[i].vulkan, row->note, rows[i].word);
        all += !own;
    }
    assert_null(givk_format_row_at(all + GI_FORMAT_COUNT - 1));      /* no other is there */
    assert_non_null(givk_format_row_at(all + GI_FORMAT_COUNT - 2));
}

/* Images of other programs: integers of 8 and 16 bits are made as their normalized kin. */
TEST_CASE(test_made_as)
{
    for (int i = GI_FORMAT_NONE + 1; i < GI_FORMAT_COUNT; i++) {
        enum gi_format format = (enum gi_format)i;
        const struct gi_format_info *info = gi_format_info(format);
        bool integer = info->texel_class == GI_TEXEL_UINT || info->texel_class == GI_TEXEL_SINT;
        VkFormat expected = givk_format(format);
        if (integer && info->channels.bits[0] < 32)
            expected = givk_format(gi_format_as(format, GI_TEXEL_UNORM));
        assert_int_equal(givk_format_of_external(format), expected);
    }
    assert_int_equal(givk_format_of_external(GI_FORMAT_NONE), VK_FORMAT_UNDEFINED);
}
