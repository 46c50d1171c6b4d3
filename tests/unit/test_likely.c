/* The size of block that a kernel is likely to be launched with. */
#include "code/likely.h"

#include <stddef.h>
#include <string.h>

#include "test_cases.h"

struct row {
    uint32_t required[3], bound[3];
    unsigned dimensions;
    uint32_t newest[3];
    uint32_t expected[3];                /* 0: none */
};

TEST_CASE(each_row_has_its_size)
{
    static const struct row rows[] = {
        /* what the code demands, whatever else is said */
        { { 64 }, { 0 }, 1, { 256, 1, 1 }, { 64, 1, 1 } },
        { { 8, 4, 2 }, { 0 }, 1, { 256, 1, 1 }, { 8, 4, 2 } },
        { { 8, 4 }, { 256 }, 2, { 16, 16, 1 }, { 8, 4, 1 } },
        { { 64 }, { 32 }, 1, { 16, 1, 1 }, { 0 } },          /* the bounds contradict each other */
        { { 2048 }, { 0 }, 1, { 256, 1, 1 }, { 0 } },        /* more than the device takes */
        /* the bound, in a row */
        { { 0 }, { 128 }, 1, { 256, 1, 1 }, { 128, 1, 1 } },
        { { 0 }, { 16, 8 }, 1, { 256, 1, 1 }, { 128, 1, 1 } },
        { { 0 }, { 2048 }, 1, { 256, 1, 1 }, { 256, 1, 1 } },
        { { 0 }, { UINT32_MAX, UINT32_MAX, 4 }, 1, { 256, 1, 1 }, { 256, 1, 1 } },
        /* the newest size */
        { { 0 }, { 0 }, 1, { 96, 1, 1 }, { 96, 1, 1 } },
        { { 0 }, { 0 }, 1, { 1024, 1, 1 }, { 1024, 1, 1 } },
        { { 0 }, { 0 }, 1, { 1025, 1, 1 }, { 0 } },
        { { 0 }, { 256 }, 2, { 16, 16, 1 }, { 16, 16, 1 } },
        { { 0 }, { 255 }, 2, { 16, 16, 1 }, { 0 } },
        { { 0 }, { 0 }, 3, { 8, 8, 8 }, { 8, 8, 8 } },
        { { 0 }, { 0 }, 3, { 1, 1, 65 }, { 0 } },            /* the device's third is 64 */
        { { 0 }, { 0 }, 3, { 0 }, { 0 } },
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct gi_likely_facts facts = { .dimensions = rows[i].dimensions, .most_threads = 1024,
                                         .most = { 1024, 1024, 64 } };
        uint32_t block[3] = { 0 };

        memcpy(facts.required, rows[i].required, sizeof facts.required);
        memcpy(facts.bound, rows[i].bound, sizeof facts.bound);
        memcpy(facts.newest, rows[i].newest, sizeof facts.newest);
        if (gi_likely_block(&facts, block) != (rows[i].expected[0] != 0) ||
            memcmp(block, rows[i].expected, sizeof block) != 0)
            fail_msg("row %zu: %u x %u x %u", i, block[0], block[1], block[2]);
    }
}

TEST_CASE(the_first_sizes_fit_their_dimensions)
{
    assert_int_equal(gi_likely_first[0][0], 256);
    assert_int_equal(gi_likely_first[1][0] * gi_likely_first[1][1], 256);
    assert_int_equal(gi_likely_first[2][0], 0);
}

static unsigned dimensions(const char *body)
{
    return gi_likely_dimensions(body, (uint32_t)strlen(body));
}

TEST_CASE(dimensions_are_those_that_are_asked_for)
{
    assert_int_equal(dimensions(""), 1);
    assert_int_equal(dimensions("mov.u32 %r1, %tid.x;"), 1);
    assert_int_equal(dimensions("mov.u32 %r1, %ntid.y; mov.u32 %r1, %ctaid.z;"), 1);
    assert_int_equal(dimensions("mov.u32 %r1, %tid.x; mov.u32 %r2, %tid.y;"), 2);
    assert_int_equal(dimensions("mov.u32 %r1, %tid.z;"), 3);
    assert_int_equal(gi_likely_dimensions("%tid.y", 5), 1);
}
