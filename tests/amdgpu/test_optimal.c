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

static void optimal_images(void **state)
{
    (void)state;
    for (size_t i = 0; has_tiled() && i < RECIPES; i++)
        both_ways(&optimal[i]);
}

static int no_rule_was_broken(void **state)
{
    (void)state;
    expect_broken(0);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(optimal_images),
    };
    struct radv radv;

    if (!card_is_here() || !radv_find(&radv)) {
        print_message("skipped: no emulated card that RADV knows\n");
        return EXIT_SKIPPED;
    }
    vkDestroyInstance(radv.instance, NULL);
    setvbuf(stdout, NULL, _IOLBF, 0);
    return cmocka_run_group_tests_name("optimal", tests, on_card_find, no_rule_was_broken);
}
