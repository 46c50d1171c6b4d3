/* Tiled images (VK_IMAGE_TILING_OPTIMAL) of Mesa's Vulkan driver (RADV) on the emulated card,
 * mapped by this one. A RADV with a transfer queue writes what is read here, and reads what is
 * written here; another is asked what its images are, and texels go from one import to another.
 * Skipped where the card is not preloaded or RADV does not know the chip. */
#include <stdio.h>
#include <stdlib.h>

#include "mesa_image.h"

#define OPTIMAL(vulkan, ...) { vulkan, VK_IMAGE_TILING_OPTIMAL, true, __VA_ARGS__ }

static const struct recipe optimal[] = {
    OPTIMAL(VK_FORMAT_R8G8B8A8_UNORM, SHAPE(GI_FORMAT_RGBA8_UNORM, 100, 60, 1, 1), 0, 0, false),
    OPTIMAL(VK_FORMAT_R8G8B8A8_UNORM, SHAPE(GI_FORMAT_RGBA8_UNORM, 100, 60, 3, 2), 0, 0, true),
    OPTIMAL(VK_FORMAT_R8_UNORM, SHAPE(GI_FORMAT_R8_UNORM, 301, 61, 9, 3), 0, 0, false),
    OPTIMAL(VK_FORMAT_R8_UNORM, SHAPE(GI_FORMAT_R8_UNORM, 1, 3, 2, 1), 0, 0, false),
    OPTIMAL(VK_FORMAT_R8G8_UINT, SHAPE(GI_FORMAT_RG8_UINT, 33, 17, 6, 4), 0, 0, false),
    OPTIMAL(VK_FORMAT_R16_SFLOAT, SHAPE(GI_FORMAT_R16_FLOAT, 333, 97, 9, 1), 0, 0, false),
    OPTIMAL(VK_FORMAT_R32G32_UINT, SHAPE(GI_FORMAT_RG32_UINT, 17, 33, 6, 2), 0, 0, false),
    OPTIMAL(VK_FORMAT_R32G32B32A32_SFLOAT, SHAPE(GI_FORMAT_RGBA32_FLOAT, 70, 90, 5, 3), 0, 0,
            false),
    OPTIMAL(VK_FORMAT_R8G8B8A8_UNORM, SHAPE(GI_FORMAT_RGBA8_UNORM, 300, 200, 9, 2),
            VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_SAMPLED_BIT, 0, false),
    OPTIMAL(VK_FORMAT_R32_UINT, SHAPE(GI_FORMAT_R32_UINT, 300, 200, 1, 1),
            VK_IMAGE_USAGE_STORAGE_BIT, 0, false),
    OPTIMAL(VK_FORMAT_BC1_RGBA_UNORM_BLOCK, SHAPE(GI_FORMAT_BC1_UNORM, 84, 44, 1, 1), 0, 0, false),
    OPTIMAL(VK_FORMAT_BC1_RGBA_UNORM_BLOCK, SHAPE(GI_FORMAT_BC1_UNORM, 20, 12, 5, 2), 0, 0, false),
    OPTIMAL(VK_FORMAT_BC7_UNORM_BLOCK, SHAPE(GI_FORMAT_BC7_UNORM, 301, 61, 9, 3),
            VK_IMAGE_USAGE_SAMPLED_BIT, 0, false),
    OPTIMAL(VK_FORMAT_R8G8B8A8_UINT, SHAPE(GI_FORMAT_RGBA8_UINT, 301, 1, 3, 2), 0, 0, false),
    OPTIMAL(VK_FORMAT_R8G8B8A8_UINT, SHAPE(GI_FORMAT_RGBA8_UINT, 301, 1, 1, 1), 0, 0, false),
};

enum { RECIPES = sizeof optimal / sizeof optimal[0] };

/** Of GFX9 no tiled ones are mapped. */
static bool has_tiled(void)
{
    return strstr(conf_info.driver_version, "SDMA 4") == NULL;
}

static bool is_gfx12(void)
{
    return strstr(conf_info.driver_version, "SDMA 7") != NULL;
}

static void optimal_images(void **state)
{
    (void)state;
    for (size_t i = 0; has_tiled() && i < RECIPES; i++)
        both_ways(&optimal[i]);
}

/** A few: the grid of images (tests/scenario) is asked by programs too, where RADV has a queue. */
static void programs_map_optimal_images(void **state)
{
    (void)state;
    for (size_t i = 1; has_tiled() && i < RECIPES; i += 4)
        through_arrays(&optimal[i]);
}

/** RADV 22.3, which knew GFX11 when it was new, has fewer levels share a block than later ones. */
static bool may_take_more(const struct radv *radv)
{
    VkPhysicalDeviceProperties properties;

    vkGetPhysicalDeviceProperties(radv->physical, &properties);
    return strstr(conf_info.driver_version, "SDMA 6") != NULL &&
           VK_VERSION_MAJOR(properties.driverVersion) < 23;
}

/** The same formula of sizes for all shapes: each format has two of them, in turns. */
static void every_size_is_radvs(void **state)
{
    static const uint32_t extents[][2] = { { 1, 1 }, { 5, 3 }, { 16, 300 }, { 129, 64 },
                                           { 257, 256 }, { 640, 480 }, { 2000, 9 } };
    struct recipe recipe = optimal[0];

    (void)state;
    for (size_t i = 0; has_tiled() && i < 2 * RECIPES; i++) {
        recipe = optimal[i / 2];
        if (recipe.shape.dims == GI_IMAGE_1D)
            continue;
        recipe.shape.width = extents[i % 7][0];
        recipe.shape.height = extents[i % 7][1];
        recipe.shape.levels = i % 3 == 0 ? 1 : conf_chain(&recipe.shape);
        struct mesa_image mesa;
        struct our_image ours;
        mesa_open(&mesa, &recipe);
        ours_open(&ours, &mesa, &recipe);
        if (ours.image == NULL && may_take_more(&mesa.radv) &&
            strstr(gi_last_error_detail(), "more planes, or a layout") != NULL) {
            ours_close(&ours);
            mesa_close(&mesa);
            continue;
        }
        CONF_THAT(ours.image != NULL, "%s", gi_last_error_detail());
        CONF_THAT(ours.image->size_bytes == mesa.needed_bytes ||
                  (may_take_more(&mesa.radv) && ours.image->size_bytes < mesa.needed_bytes),
                  "%s %u x %u, levels: %u, layers: %u: %llu bytes, RADV says %llu",
                  conf_format(&recipe.shape)->name, recipe.shape.width, recipe.shape.height,
                  recipe.shape.levels, recipe.shape.layers,
                  (unsigned long long)ours.image->size_bytes,
                  (unsigned long long)mesa.needed_bytes);
        ours_close(&ours);
        mesa_close(&mesa);
    }
}

/* ---- what is refused ------------------------------------------------------------------------ */

static void tiled_images_of_gfx9_are_refused(void **state)
{
    struct mesa_image mesa;

    (void)state;
    if (has_tiled())
        skip();
    mesa_open(&mesa, &optimal[0]);
    expect_refused(&mesa, &optimal[0], GI_NOT_SUPPORTED, "before GFX10");
    mesa_close(&mesa);
}

static void other_images_are_refused(void **state)
{
    const struct recipe right = optimal[2];
    struct recipe wrong = right;
    struct mesa_image mesa;

    (void)state;
    if (!has_tiled())
        skip();
    mesa_open(&mesa, &right);
    wrong.shape.width = 300;
    expect_refused(&mesa, &wrong, GI_INVALID_VALUE, "width 300, the image in the memory has 301");
    wrong = right;
    wrong.shape.height = 60;
    expect_refused(&mesa, &wrong, GI_INVALID_VALUE, "height 60, the image in the memory has 61");
    wrong = right;
    wrong.shape.levels = 3;
    expect_refused(&mesa, &wrong, GI_INVALID_VALUE, "levels: 3, the image in the memory has 9");
    wrong = right;
    wrong.shape.layers = 2;
    expect_refused(&mesa, &wrong, GI_INVALID_VALUE, "layers: 2, the image in the memory has 3");
    wrong = right;
    wrong.shape.dims = GI_IMAGE_3D;
    wrong.shape.depth = 3;
    wrong.shape.layers = 1;
    expect_refused(&mesa, &wrong, GI_NOT_SUPPORTED, "3D images of other programs");
    wrong = right;
    wrong.shape.format = GI_FORMAT_RGBA32_UINT;
    expect_refused(&mesa, &wrong, GI_INVALID_VALUE,
                   "RGBA32_UINT, 16 bytes a texel; the image in the memory has 1 bytes a texel");
    wrong.shape.format = GI_FORMAT_BC1_UNORM;
    expect_refused(&mesa, &wrong, GI_INVALID_VALUE, "BC1_UNORM, 8 bytes a block");
    mesa.offset_bytes = 256;
    expect_refused(&mesa, &right, GI_INVALID_VALUE, "offset 256, the memory was made for one");
    mesa.offset_bytes = 0;
    mesa_close(&mesa);
}

static void no_image_of_colours_is_refused(const struct recipe *recipe, const char *because)
{
    struct mesa_image mesa;

    if (!mesa_has(recipe)) {
        print_message("RADV has no image of format %d\n", (int)recipe->vulkan_format);
        return;
    }
    mesa_open(&mesa, recipe);
    expect_refused(&mesa, recipe, GI_NOT_SUPPORTED, because);
    mesa_close(&mesa);
}

/** Depth that lies as colours do, as on GFX12, is not told from them. */
static void depth_and_samples_are_refused(void **state)
{
    const struct recipe depth = OPTIMAL(VK_FORMAT_D32_SFLOAT,
                                        SHAPE(GI_FORMAT_R32_FLOAT, 100, 60, 1, 1),
                                        VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT, 0, false);
    const struct recipe both = OPTIMAL(VK_FORMAT_D32_SFLOAT_S8_UINT,
                                       SHAPE(GI_FORMAT_RG32_UINT, 100, 60, 1, 1),
                                       VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT, 0, false);
    const struct recipe samples = OPTIMAL(VK_FORMAT_R8G8B8A8_UNORM,
                                          SHAPE(GI_FORMAT_RGBA8_UNORM, 100, 60, 1, 1),
                                          VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT,
                                          VK_SAMPLE_COUNT_4_BIT, false);

    (void)state;
    if (!has_tiled())
        skip();
    if (!is_gfx12())
        no_image_of_colours_is_refused(&depth, "tiled for depth or stencil");
    no_image_of_colours_is_refused(&both, is_gfx12() ? "format 81" : "tiled for depth or stencil");
    no_image_of_colours_is_refused(&samples, "multisampled");
}

/** RADV 25 describes the first plane alone, as bytes; 22.3 nothing that has a format. */
static void planes_are_refused(void **state)
{
    const struct recipe planes = OPTIMAL(VK_FORMAT_G8_B8R8_2PLANE_420_UNORM,
                                         SHAPE(GI_FORMAT_R8_UNORM, 128, 64, 1, 1), 0, 0, false);

    struct mesa_image mesa;

    (void)state;
    if (!has_tiled() || !mesa_has(&planes))
        skip();
    mesa_open(&mesa, &planes);
    expect_refused(&mesa, &planes, GI_NOT_SUPPORTED,
                   mesa.can_copy ? "it has more planes" : "format 0 of the card's");
    mesa_close(&mesa);
}

/** GFX12's memory that the host does not reach is compressed as the card writes it, which RADV asks
 *  for where the kernel can; the host's own view of memory keeps it from that. */
static void memory_that_the_card_compresses_is_refused(void **state)
{
    struct recipe recipe = optimal[1];
    struct mesa_image mesa;

    (void)state;
    recipe.mapped = false;
    mesa_open(&mesa, &recipe);
    expect_refused(&mesa, &recipe, GI_NOT_SUPPORTED, "the card compresses what is in this memory");
    mesa_close(&mesa);
    recipe.mapped = true;
    both_ways(&recipe);
}

/* --------------------------------------------------------------------------------------------- */

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(optimal_images),
        cmocka_unit_test(programs_map_optimal_images),
        cmocka_unit_test(every_size_is_radvs),
        cmocka_unit_test(tiled_images_of_gfx9_are_refused),
        cmocka_unit_test(other_images_are_refused),
        cmocka_unit_test(depth_and_samples_are_refused),
        cmocka_unit_test(planes_are_refused),
        cmocka_unit_test(no_rule_was_broken),
    };
    const struct CMUnitTest compressed[] = {
        cmocka_unit_test(memory_that_the_card_compresses_is_refused),
        cmocka_unit_test(no_rule_was_broken),
    };

    if (on_card_absent() || radv_is_absent())
        return EXIT_SKIPPED;
    setvbuf(stdout, NULL, _IOLBF, 0);
    if (argc == 2 && strcmp(argv[1], "compressed") == 0)
        return cmocka_run_group_tests_name("compressed", compressed, on_card_find, NULL);
    return cmocka_run_group_tests_name("optimal", tests, on_card_find, NULL);
}
