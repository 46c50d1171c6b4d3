/* Local memory in device memory: a table of grids and bounds. */
#include "module/local_plan.h"

#include <stddef.h>

#include "test_cases.h"

enum { GROUP = 64 * 1024 };              /* bytes of a group in the table: 64 threads of 1 KiB */

TEST_CASE(grids_go_in_pieces)
{
    static const struct {
        uint32_t groups[3], max_groups[3];
        uint64_t fit;                    /* groups whose memory is the bound */
        uint32_t piece[3];
        uint64_t at_once;                /* groups whose memory is taken */
        uint64_t pieces;
    } rows[] = {
        /* all of it fits */
        { { 10, 1, 1 }, { 65535, 65535, 65535 }, 10, { 0 }, 10, 1 },
        { { 2, 3, 4 }, { 65535, 65535, 65535 }, 1000, { 0 }, 24, 1 },
        { { 70000, 1, 1 }, { 65535, 65535, 65535 }, 70000, { 0 }, 70000, 1 },
        /* parts of a row, of about one size */
        { { 10, 1, 1 }, { 65535, 65535, 65535 }, 9, { 5, 1, 1 }, 5, 2 },
        { { 10, 1, 1 }, { 65535, 65535, 65535 }, 4, { 4, 1, 1 }, 4, 3 },
        { { 10, 1, 1 }, { 65535, 65535, 65535 }, 1, { 1, 1, 1 }, 1, 10 },
        { { 10, 1, 1 }, { 65535, 65535, 65535 }, 0, { 1, 1, 1 }, 1, 10 },
        { { 10, 5, 2 }, { 65535, 65535, 65535 }, 7, { 5, 1, 1 }, 5, 20 },
        { { 100, 1, 1 }, { 30, 65535, 65535 }, 50, { 25, 1, 1 }, 25, 4 },
        /* whole rows, whole slices */
        { { 10, 5, 2 }, { 65535, 65535, 65535 }, 39, { 10, 3, 1 }, 30, 4 },
        { { 10, 5, 2 }, { 65535, 65535, 65535 }, 10, { 10, 1, 1 }, 10, 10 },
        { { 10, 5, 3 }, { 65535, 65535, 65535 }, 99, { 10, 5, 1 }, 50, 3 },
        { { 10, 5, 3 }, { 65535, 65535, 65535 }, 149, { 10, 5, 2 }, 100, 2 },
        { { 10, 5, 3 }, { 65535, 2, 65535 }, 149, { 10, 2, 1 }, 20, 9 },
        { { 1, 1, 9 }, { 65535, 65535, 65535 }, 2, { 1, 1, 2 }, 2, 5 },
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct gi_local_needs needs = { .group_threads = 64, .thread_bytes = 1024,
                                        .most_bytes = rows[i].fit * GROUP + GROUP / 2 };
        struct gi_local_plan plan;

        for (int k = 0; k < 3; k++) {
            needs.groups[k] = rows[i].groups[k];
            needs.max_groups[k] = rows[i].max_groups[k];
        }
        assert_int_equal(gi_local_plan(&needs, &plan), GI_OK);
        assert_memory_equal(plan.piece, rows[i].piece, sizeof plan.piece);
        assert_int_equal(plan.bytes, rows[i].at_once * GROUP);
        assert_int_equal(plan.pieces, rows[i].pieces);
    }
}

/* The numbers of each piece's groups follow each other, and no piece has more than its memory. */
TEST_CASE(pieces_are_rows_of_numbers)
{
    struct gi_local_plan plan;

    for (uint32_t at = 0; at < 6 * 6 * 6 * 40; at++) {
        struct gi_local_needs needs = {
            .groups = { at % 6 + 1, at / 6 % 6 + 1, at / 36 % 6 + 1 },
            .max_groups = { 65535, at % 5 == 0 ? 2 : 65535, 65535 },
            .group_threads = 1, .thread_bytes = 4, .most_bytes = UINT64_C(128) * (at / 216 + 1)
        };

        assert_int_equal(gi_local_plan(&needs, &plan), GI_OK);
        assert_true(plan.bytes <= needs.most_bytes);
        if (plan.piece[0] == 0)
            continue;
        assert_true(plan.piece[0] == needs.groups[0] || plan.piece[1] * plan.piece[2] == 1);
        assert_true(plan.piece[1] == needs.groups[1] || plan.piece[2] == 1);
        assert_int_equal(plan.bytes, 128u * plan.piece[0] * plan.piece[1] * plan.piece[2]);
    }
}

TEST_CASE(blocks_are_filled_up)
{
    struct gi_local_needs needs = { .groups = { 3, 1, 1 }, .max_groups = { 9, 9, 9 },
                                    .group_threads = 33, .thread_bytes = 100,
                                    .most_bytes = 1 << 20 };
    struct gi_local_plan plan;

    assert_int_equal(gi_local_plan(&needs, &plan), GI_OK);
    assert_int_equal(plan.bytes, 3 * 64 * 100);
    needs.shared_bytes = 4096;           /* on top */
    assert_int_equal(gi_local_plan(&needs, &plan), GI_OK);
    assert_int_equal(plan.bytes, 3 * (64 * 100 + 4096));
    needs.thread_bytes = 0;
    needs.most_bytes = 2 * 4096;
    assert_int_equal(gi_local_plan(&needs, &plan), GI_OK);
    assert_int_equal(plan.bytes, 2 * 4096);
    assert_int_equal(plan.piece[0], 2);
}

TEST_CASE(what_has_to_run_at_once_has_all)
{
    struct gi_local_needs needs = { .groups = { 100, 1, 1 }, .max_groups = { 9, 9, 9 },
                                    .group_threads = 64, .thread_bytes = 1024,
                                    .most_bytes = GROUP, .at_once = true };
    struct gi_local_plan plan;

    assert_int_equal(gi_local_plan(&needs, &plan), GI_OK);
    assert_int_equal(plan.bytes, 100 * GROUP);
    assert_int_equal(plan.piece[0], 0);
    needs.groups[0] = INT32_MAX;
    needs.groups[1] = needs.groups[2] = 65535;
    assert_int_equal(gi_local_plan(&needs, &plan), GI_OUT_OF_MEMORY);
}

TEST_CASE(too_many_pieces_are_refused)
{
    struct gi_local_needs needs = { .groups = { GI_LOCAL_PIECES, 1, 1 },
                                    .max_groups = { INT32_MAX, 65535, 65535 },
                                    .group_threads = 1024, .thread_bytes = 512 << 10,
                                    .most_bytes = 1 };
    struct gi_local_plan plan;

    assert_int_equal(gi_local_plan(&needs, &plan), GI_OK);
    assert_int_equal(plan.bytes, 512 << 20);
    assert_int_equal(plan.pieces, GI_LOCAL_PIECES);
    needs.groups[0]++;
    assert_int_equal(gi_local_plan(&needs, &plan), GI_OUT_OF_RESOURCES);
    needs.groups[0] = INT32_MAX;
    needs.groups[1] = needs.groups[2] = 65535;
    assert_int_equal(gi_local_plan(&needs, &plan), GI_OUT_OF_RESOURCES);
}
