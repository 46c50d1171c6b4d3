/* Images of Mesa's Vulkan driver (RADV) on the emulated card, mapped by this one: what the host
 * writes where RADV says that texels lie is read through our image, and what goes through ours is
 * where RADV says. Skipped where the card is not preloaded or RADV does not know the chip. */
#include <stdio.h>
#include <stdlib.h>

#include "mesa_image.h"

/* ---- both ways ------------------------------------------------------------------------------ */

/** RADV has no linear ones that are compressed, nor 3D ones that it shares. */
#define LINEAR_OF(vulkan, ...) \
    { vulkan, VK_IMAGE_TILING_LINEAR, false, SHAPE(__VA_ARGS__), 0, 0, false }

static const struct recipe linear[] = {
    LINEAR_OF(VK_FORMAT_R8G8B8A8_UNORM, GI_FORMAT_RGBA8_UNORM, 100, 60, 1, 1),
    LINEAR_OF(VK_FORMAT_R8_UNORM, GI_FORMAT_R8_UNORM, 301, 61, 4, 3),
    LINEAR_OF(VK_FORMAT_R8_UNORM, GI_FORMAT_R8_UNORM, 70, 3, 7, 1),
    LINEAR_OF(VK_FORMAT_R8_UNORM, GI_FORMAT_R8_UNORM, 301, 61, 4, 1),
    LINEAR_OF(VK_FORMAT_R8_UNORM, GI_FORMAT_R8_UNORM, 70, 61, 1, 2),
    LINEAR_OF(VK_FORMAT_R16_SFLOAT, GI_FORMAT_R16_FLOAT, 333, 97, 9, 1),
    LINEAR_OF(VK_FORMAT_R32G32_UINT, GI_FORMAT_RG32_UINT, 17, 33, 6, 2),
    LINEAR_OF(VK_FORMAT_R32G32B32A32_SFLOAT, GI_FORMAT_RGBA32_FLOAT, 9, 5, 1, 3),
    LINEAR_OF(VK_FORMAT_R8G8B8A8_UINT, GI_FORMAT_RGBA8_UINT, 301, 1, 3, 2),
    LINEAR_OF(VK_FORMAT_R8G8B8A8_UINT, GI_FORMAT_RGBA8_UINT, 301, 1, 1, 1),
};

enum { LINEAR = sizeof linear / sizeof linear[0] };

static void linear_images_in_larger_memory(void **state)
{
    (void)state;
    for (size_t i = 0; i < LINEAR; i++)
        both_ways(&linear[i]);
}

static void linear_images_alone(void **state)
{
    (void)state;
    for (size_t i = 0; i < LINEAR; i++) {
        struct recipe recipe = linear[i];
        recipe.dedicated = true;
        both_ways(&recipe);
    }
}

static void programs_map_linear_images(void **state)
{
    (void)state;
    for (size_t i = 0; i < LINEAR; i++) {
        struct recipe recipe = linear[i];
        through_arrays(&recipe);
        recipe.dedicated = true;
        through_arrays(&recipe);
    }
}

/* ---- what is refused ------------------------------------------------------------------------ */

static void other_shapes_are_refused(void **state)
{
    struct recipe right = linear[1], wrong;
    struct mesa_image mesa;

    (void)state;
    right.dedicated = true;
    mesa_open(&mesa, &right);
    wrong = right;
    wrong.shape.width = 300;
    expect_refused(&mesa, &wrong, GI_INVALID_VALUE, "width 300");
    wrong = right;
    wrong.shape.levels = 3;
    expect_refused(&mesa, &wrong, GI_INVALID_VALUE, "levels: 3");
    wrong = right;
    wrong.shape.layers = 2;
    expect_refused(&mesa, &wrong, GI_INVALID_VALUE, "layers: 2");
    mesa_close(&mesa);
}

/* --------------------------------------------------------------------------------------------- */

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(linear_images_in_larger_memory),
        cmocka_unit_test(linear_images_alone),
        cmocka_unit_test(programs_map_linear_images),
        cmocka_unit_test(other_shapes_are_refused),
        cmocka_unit_test(no_rule_was_broken),
    };

    if (on_card_absent() || radv_is_absent())
        return EXIT_SKIPPED;
    setvbuf(stdout, NULL, _IOLBF, 0);
    return cmocka_run_group_tests_name("images", tests, on_card_find, NULL);
}
