/** The grid: formats, kinds, levels and places in memory; what the exporter has comes out texel by
 *  texel, and what is put in is found by the exporter. */
#include "images.h"

#include <stdlib.h>
#include <string.h>

#include "test_cases.h"

/** Cells that are told before the rest is only counted. */
#define TOLD 12

/** Whose the image is. */
enum whose { SHARED, OF_ANOTHER_PROCESS, OWN };

static const char *const whose_names[] = { "shared", "of another process", "own" };

static image_shade *shade_of_all;
static unsigned format_step;
static bool only_dedicated;              /* the exporter has no others */
static struct grid grid, far_grid;       /* with the exporter here, and in another process */

const struct grid_format *format_named(const char *name)
{
    for (size_t i = 0; i < grid_format_count; i++)
        if (strcmp(grid_formats[i].name, name) == 0)
            return &grid_formats[i];
    fail_msg("no format is called %s", name);
    return NULL;
}

static void tell(const struct grid_cell *cell, const struct grid_answer *answer, unsigned number)
{
    if (number >= TOLD)
        return;
    print_error("%s, %s, %s, %s%s: %s\n", cell->format->name, grid_kind_names[cell->kind],
                cell->all_levels ? "all levels" : "one level",
                cell->home == PEER_IMAGE_DEDICATED ? "dedicated"
                : cell->home == PEER_IMAGE_ALONE ? "alone" : "behind others",
                cell->surface ? ", for surfaces" : "", answer->what);
}

/** Depth is not told from colours by channels, and some drivers know better what they copy. */
static bool may_be_refused(const struct grid_cell *cell, const struct grid_answer *answer)
{
    return only_dedicated && cell->format->name[0] == 'D' && answer->result == GRID_REFUSED &&
           answer->code == gpuErrorNotSupported;
}

static void try_cell(const struct grid_cell *cell, enum whose whose,
                     struct grid_answer *out_answer)
{
    if (whose == OWN)
        grid_try_own(&grid, cell, out_answer);
    else
        grid_try(whose == SHARED ? &grid : &far_grid, cell, out_answer);
}

/* Every format of a kind in each variant; those of another process in turns. */
static void try_kind(enum grid_kind kind, enum whose whose)
{
    unsigned good = 0, failed = 0, absent = 0, least = whose == OF_ANOTHER_PROCESS ? 24 : 24 * 4;

    for (size_t i = 0; i < grid_format_count; i++)
        for (size_t variant = 0; variant < GRID_VARIANTS; variant++) {
            struct grid_cell cell = grid_variant(&grid_formats[i], kind, variant);
            struct grid_answer answer;

            if ((i + i / 3 + (size_t)kind) % format_step != 0)
                continue;        /* rows are by channels, 1, 2 and 4: some of each */
            if (whose == OWN && strstr(cell.format->name, " as "))
                continue;        /* nothing of its own */
            if (whose == OF_ANOTHER_PROCESS && variant != (i + (size_t)kind) % GRID_VARIANTS)
                continue;
            cell.small = grid.shade != NULL;
            if (only_dedicated)
                cell.home = PEER_IMAGE_DEDICATED;
            try_cell(&cell, whose, &answer);
            if (answer.result == GRID_GOOD)
                good++;
            else if (answer.result == GRID_NOT_IN_VULKAN)
                absent++;
            else if (cell.format->no_promise || may_be_refused(&cell, &answer))
                print_message("%s, %s: %s\n", cell.format->name, grid_kind_names[kind],
                              answer.what);
            else
                tell(&cell, &answer, failed++);
        }
    print_message("%s, %s: %u images right, %u wrong, %u that Vulkan does not have\n",
                  grid_kind_names[kind], whose_names[whose], good, failed, absent);
    assert_int_equal(failed, 0);
    assert_true(good >= least / format_step);     /* what all devices have */
}

#define KIND(name, kind)                                                                           \
    static void shared_in_##name(void **state)                                                     \
    {                                                                                              \
        (void)state;                                                                               \
        try_kind(kind, SHARED);                                                                    \
    }                                                                                              \
    static void far_in_##name(void **state)                                                        \
    {                                                                                              \
        (void)state;                                                                               \
        try_kind(kind, OF_ANOTHER_PROCESS);                                                        \
    }                                                                                              \
    static void own_in_##name(void **state)                                                        \
    {                                                                                              \
        (void)state;                                                                               \
        try_kind(kind, OWN);                                                                       \
    }

KIND(1d, GRID_1D)
KIND(2d, GRID_2D)
KIND(3d, GRID_3D)
KIND(1d_layered, GRID_1D_LAYERED)
KIND(2d_layered, GRID_2D_LAYERED)
KIND(cubemaps, GRID_CUBEMAP)
KIND(layered_cubemaps, GRID_CUBEMAP_LAYERED)

/* An image that is gone leaves nothing: fds are counted around many. */
static void nothing_is_left(void **state)
{
    struct grid_cell cell = { .format = format_named("R8G8B8A8_UINT"), .kind = GRID_2D,
                              .all_levels = true };
    struct grid_answer answer;
    int fds;

    (void)state;
    grid_try(&grid, &cell, &answer);
    fds = open_fds();
    for (int i = 0; i < 100; i++) {
        cell.home = only_dedicated ? PEER_IMAGE_DEDICATED : (enum peer_image_home)(i % 3);
        grid_try(&grid, &cell, &answer);
        assert_int_equal(answer.result, GRID_GOOD);
    }
    assert_int_equal(open_fds(), fds);
}

static int open_grid(void **state)
{
    struct grid_answer answer;

    (void)state;
    if (grid_open(&grid, false, &answer) && grid_open(&far_grid, true, &answer)) {
        grid.shade = far_grid.shade = shade_of_all;
        return 0;
    }
    print_error("%s\n", answer.what);
    return -1;
}

/** The last case: what fails behind a group fails no test. */
static void the_grids_end(void **state)
{
    (void)state;
    assert_true(grid_close(&grid));
    assert_true(grid_close(&far_grid));
}

int run_image_grid(image_shade *shade, unsigned step)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shared_in_1d),
        cmocka_unit_test(shared_in_2d),
        cmocka_unit_test(shared_in_3d),
        cmocka_unit_test(shared_in_1d_layered),
        cmocka_unit_test(shared_in_2d_layered),
        cmocka_unit_test(shared_in_cubemaps),
        cmocka_unit_test(shared_in_layered_cubemaps),
        cmocka_unit_test(far_in_1d),
        cmocka_unit_test(far_in_2d),
        cmocka_unit_test(far_in_3d),
        cmocka_unit_test(far_in_1d_layered),
        cmocka_unit_test(far_in_2d_layered),
        cmocka_unit_test(far_in_cubemaps),
        cmocka_unit_test(far_in_layered_cubemaps),
        cmocka_unit_test(own_in_1d),
        cmocka_unit_test(own_in_2d),
        cmocka_unit_test(own_in_3d),
        cmocka_unit_test(own_in_1d_layered),
        cmocka_unit_test(own_in_2d_layered),
        cmocka_unit_test(own_in_cubemaps),
        cmocka_unit_test(own_in_layered_cubemaps),
        cmocka_unit_test(nothing_is_left),
        cmocka_unit_test(the_grids_end),
    };

    shade_of_all = shade;
    format_step = step;
    return run_tests_of(__FILE__, "images", tests, sizeof tests / sizeof tests[0], open_grid);
}

int run_dedicated_images(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shared_in_2d),
        cmocka_unit_test(shared_in_2d_layered),
        cmocka_unit_test(shared_in_cubemaps),
        cmocka_unit_test(shared_in_layered_cubemaps),
        cmocka_unit_test(far_in_2d),
        cmocka_unit_test(far_in_2d_layered),
        cmocka_unit_test(far_in_cubemaps),
        cmocka_unit_test(far_in_layered_cubemaps),
        cmocka_unit_test(nothing_is_left),
        cmocka_unit_test(the_grids_end),
    };

    shade_of_all = NULL;
    format_step = 1;
    only_dedicated = true;
    return run_tests_of(__FILE__, "dedicated images", tests, sizeof tests / sizeof tests[0],
                        open_grid);
}
