/** The exporter of images by itself: what it writes and hands over it finds again, in every format
 *  and kind. Where this fails the grid has nothing to say about the library. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "test_cases.h"
#include "image_grid.h"

/* Writes, reads, writes again over what is there. */
static void there_and_back(const struct grid_cell *cell)
{
    static uint8_t written[GRID_BYTES], seen[GRID_BYTES];
    struct peer_order at_once = { .wait = NULL };
    struct peer_image_shape shape;
    struct peer_image image;

    grid_shape(cell, &shape);
    peer_image_create(&image, &shape, cell->home);
    assert_true(image.texel_bytes > 0 && image.texel_bytes < GRID_BYTES / 2);
    for (unsigned seed = 1; seed < 3; seed++) {
        grid_texels(cell->format, written, image.texel_bytes, seed);
        peer_image_write(&image, written, &at_once);
        memset(seen, 0, sizeof seen);
        peer_image_read(&image, seen, &at_once);
        if (memcmp(seen, written, image.texel_bytes) != 0)
            fail_msg("%s, %s", cell->format->name, grid_kind_names[cell->kind]);
    }
    peer_image_destroy(&image);
}

TEST_CASE(every_texel_is_found_again)
{
    unsigned tried = 0;

    for (size_t i = 0; i < grid_format_count; i++)
        for (int kind = 0; kind < GRID_KINDS; kind++)
            for (int way = 0; way < 6; way++) {
                struct grid_cell cell = {
                    .format = &grid_formats[i], .kind = (enum grid_kind)kind,
                    .all_levels = way % 2 == 1, .home = (enum peer_image_home)(way / 2),
                    .surface = way % 2 == 0 && peer_format_stores(grid_formats[i].vulkan),
                };
                struct peer_image_shape shape;

                grid_shape(&cell, &shape);
                if (!peer_image_can(&shape, cell.home))
                    continue;
                there_and_back(&cell);
                tried++;
            }
    print_message("%u images\n", tried);
    assert_true(tried >= 24 * GRID_KINDS);
}

/* The levels of packed texels by hand, for the shapes that are easy to get wrong. */
TEST_CASE(levels_lie_where_they_should)
{
    struct peer_image_shape blocks = { .block_bytes = 8, .block_width = 4, .block_height = 4,
                                       .type = VK_IMAGE_TYPE_2D, .width = 60, .height = 36,
                                       .depth = 1, .levels = 6, .layers = 2 };
    struct peer_image_shape deep = { .block_bytes = 4, .block_width = 1, .block_height = 1,
                                     .type = VK_IMAGE_TYPE_3D, .width = 19, .height = 11,
                                     .depth = 7, .levels = 5, .layers = 1 };
    struct peer_level level = peer_image_level(&blocks, 2);      /* 15 by 9 texels */

    assert_int_equal(level.width, 4);
    assert_int_equal(level.height, 3);
    assert_int_equal(level.depth, 2);
    assert_int_equal(level.offset_bytes, 2 * 8 * (15 * 9 + 8 * 5));
    level = peer_image_level(&deep, 2);
    assert_int_equal(level.width, 4);
    assert_int_equal(level.height, 2);
    assert_int_equal(level.depth, 1);
    assert_int_equal(level.offset_bytes, 4 * (19 * 11 * 7 + 9 * 5 * 3));
}

int main(void)
{
    const char *why;
    int failed;

    if (!peer_start(&why)) {
        printf("skipped: %s\n", why);
        return 77;
    }
    failed = run_test_cases(NULL);
    peer_image_stop();
    peer_stop();
    return failed;
}
