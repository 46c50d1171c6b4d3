/* Boxes against a map of every byte. */
#include "contract/box.h"
#include "ops/pitched.h"

#include <stddef.h>
#include <string.h>

#include "test_cases.h"
#include "random.h"

enum { ROOM = 4096 };

static struct gi_box random_box(struct test_random *random)
{
    return (struct gi_box){ 1 + test_random_below(random, 9), 1 + test_random_below(random, 5),
                            1 + test_random_below(random, 4) };
}

static struct gi_strides random_strides(struct test_random *random, const struct gi_box *box)
{
    struct gi_strides strides = { box->width_bytes + test_random_below(random, 12), 0 };

    strides.slice_bytes = (box->height - 1) * strides.row_bytes + box->width_bytes +
                          test_random_below(random, 3) * strides.row_bytes +
                          test_random_below(random, 4);
    if (test_random_below(random, 3) == 0)
        strides.slice_bytes = box->height * strides.row_bytes;
    return strides;
}

/* Marks each byte of the box, in order, with 1, 2, 3, ... */
static void mark(uint16_t *map, uint64_t at, const struct gi_box *box,
                 const struct gi_strides *strides)
{
    uint16_t next = 1;

    memset(map, 0, ROOM * sizeof *map);
    for (uint64_t z = 0; z < box->depth; z++) {
        for (uint64_t y = 0; y < box->height; y++) {
            for (uint64_t x = 0; x < box->width_bytes; x++) {
                uint64_t byte = at + gi_box_offset(strides, x, y, z);

                assert_true(byte < ROOM);
                assert_int_equal(map[byte], 0);
                map[byte] = next++;
            }
        }
    }
}

TEST_CASE(simple_boxes_are_the_same_bytes)
{
    static uint16_t before[2][ROOM], after[2][ROOM];
    struct test_random random;

    test_random_begin(&random, "box simplify");
    for (int round = 0; round < 20000; round++) {
        struct gi_box box = random_box(&random), simple = box;
        struct gi_strides a = random_strides(&random, &box), b = random_strides(&random, &box);
        uint64_t span;

        if (test_random_below(&random, 2) == 0)
            a.row_bytes = box.width_bytes, a.slice_bytes = box.width_bytes * box.height;
        if (test_random_below(&random, 2) == 0)
            b = a;
        assert_int_equal(gi_box_check(&box, &a, "box", &span), GI_OK);
        assert_true(span == gi_box_span(&box, &a));
        mark(before[0], 7, &box, &a);
        mark(before[1], 9, &box, &b);
        gi_box_simplify(&simple, &a, &b);
        assert_true(simple.depth == 1 || simple.height > 1);
        mark(after[0], 7, &simple, &a);
        mark(after[1], 9, &simple, &b);
        assert_memory_equal(before, after, sizeof before);
        assert_true(gi_box_span(&simple, &a) == span);
    }
}

TEST_CASE(boxes_meet_where_bytes_do)
{
    static uint16_t one[ROOM], other[ROOM];
    struct test_random random;
    int met = 0, apart = 0;

    test_random_begin(&random, "box meets");
    for (int round = 0; round < 30000; round++) {
        struct gi_box box = random_box(&random);
        struct gi_strides a = random_strides(&random, &box), b = a;
        uint64_t at[2] = { test_random_below(&random, 300), test_random_below(&random, 300) };
        bool same = test_random_below(&random, 4) != 0, meets = false, said;

        if (!same)
            b = random_strides(&random, &box);
        gi_box_simplify(&box, &a, &b);
        mark(one, at[0], &box, &a);
        mark(other, at[1], &box, &b);
        for (size_t i = 0; i < ROOM; i++)
            meets |= one[i] != 0 && other[i] != 0;
        said = gi_box_meets(&box, at[0], &a, at[1], &b);
        if (same ? said != meets : meets && !said)
            fail_msg("round %d: %s said of boxes that %s", round, said ? "yes" : "no",
                     meets ? "meet" : "do not");
        met += meets;
        apart += !meets;
    }
    assert_true(met > 1000 && apart > 1000);
}

TEST_CASE(parts_make_the_whole)
{
    static uint8_t seen[ROOM];
    struct test_random random;

    test_random_begin(&random, "box parts");
    for (int round = 0; round < 5000; round++) {
        struct gi_box box = random_box(&random);
        struct gi_strides packed = { box.width_bytes, box.width_bytes * box.height };
        uint64_t limit = 1 + test_random_below(&random, 60), bytes = 0;
        struct gi_box_part part = { 0 };

        memset(seen, 0, sizeof seen);
        while (gi_box_next_part(&box, limit, &part)) {
            assert_true(gi_box_bytes(&part.box) <= limit && !gi_box_is_empty(&part.box));
            bytes += gi_box_bytes(&part.box);
            for (uint64_t i = 0; i < gi_box_bytes(&part.box); i++) {
                uint64_t x = i % part.box.width_bytes, row = i / part.box.width_bytes;
                uint64_t at = gi_box_offset(&packed, part.x_bytes + x,
                                            part.y + row % part.box.height,
                                            part.z + row / part.box.height);
                assert_int_equal(seen[at], 0);
                seen[at] = 1;
            }
        }
        assert_true(bytes == gi_box_bytes(&box));
    }
}

TEST_CASE(moves_keep_what_overlaps)
{
    const struct gi_box box = { 3, 4, 2 };
    const struct gi_strides strides = { 5, 23 };
    uint8_t bytes[128], expected[128];

    for (int shift = -20; shift <= 20; shift++) {
        for (size_t i = 0; i < sizeof bytes; i++)
            bytes[i] = expected[i] = (uint8_t)(i + 1);
        for (uint64_t i = 0; i < gi_box_bytes(&box); i++) {
            uint64_t at = 20 + gi_box_offset(&strides, i % 3, i / 3 % 4, i / 12);

            expected[(uint64_t)((int64_t)at + shift)] = (uint8_t)(at + 1);
        }
        gi_box_move(bytes + 20 + shift, &strides, bytes + 20, &strides, &box);
        assert_memory_equal(bytes, expected, sizeof bytes);
    }
}

TEST_CASE(what_cannot_be_is_refused)
{
    static const struct {
        struct gi_box box;
        struct gi_strides strides;
        gi_status status;
    } rows[] = {
        { { 10, 2, 1 }, { 9, 0 }, GI_INVALID_PITCH },
        { { 10, 2, 1 }, { 10, 0 }, GI_OK },
        { { 10, 1, 1 }, { 0, 0 }, GI_OK },
        { { 10, 3, 2 }, { 16, 41 }, GI_INVALID_VALUE },
        { { 10, 3, 2 }, { 16, 42 }, GI_OK },
        { { 10, 1, 2 }, { 0, 9 }, GI_INVALID_VALUE },
        { { 10, UINT64_MAX, 1 }, { 10, 0 }, GI_INVALID_VALUE },
        { { UINT64_MAX, 2, 1 }, { UINT64_MAX, 0 }, GI_INVALID_VALUE },
        { { 1, 1, UINT64_MAX }, { 0, 2 }, GI_INVALID_VALUE },
        { { UINT64_MAX, UINT64_MAX, UINT64_MAX }, { UINT64_MAX, UINT64_MAX }, GI_INVALID_VALUE },
    };
    uint64_t span;

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (gi_box_check(&rows[i].box, &rows[i].strides, "box", &span) != rows[i].status)
            fail_msg("row %zu", i);
}

static struct gi_copy_side side_at(const uint64_t place[6])
{
    return (struct gi_copy_side){ .name = "box", .pointer = place[0], .pitch = place[1],
                                  .rows = place[2], .x = place[3], .y = place[4], .z = place[5] };
}

TEST_CASE(pitches_and_positions_are_judged)
{
    static const struct {
        uint64_t place[6];       /* pointer, pitch, rows; x, y, z */
        struct gi_box box;
        gi_status copy, operand, fill;
    } rows[] = {
        { { 1, 16, 4, 0, 0, 0 }, { 16, 4, 2 }, GI_OK, GI_OK, GI_OK },
        { { 1, 15, 4, 0, 0, 0 }, { 16, 4, 2 }, GI_INVALID_PITCH, GI_INVALID_VALUE,
          GI_INVALID_VALUE },
        { { 1, 15, 1, 0, 0, 0 }, { 16, 1, 1 }, GI_INVALID_VALUE, GI_INVALID_VALUE, GI_OK },
        { { 1, 0, 1, 0, 0, 0 }, { 16, 1, 1 }, GI_OK, GI_INVALID_VALUE, GI_OK },
        { { 1, 0, 1, 0, 0, 0 }, { 16, 1, 2 }, GI_INVALID_PITCH, GI_INVALID_VALUE,
          GI_INVALID_VALUE },
        { { 1, 16, 3, 0, 0, 0 }, { 16, 4, 2 }, GI_INVALID_PITCH, GI_INVALID_VALUE,
          GI_INVALID_VALUE },
        { { 1, 16, 0, 0, 0, 0 }, { 16, 4, 1 }, GI_OK, GI_INVALID_VALUE, GI_INVALID_VALUE },
        { { 1, 16, 4, 1, 0, 0 }, { 16, 4, 2 }, GI_INVALID_VALUE, GI_INVALID_VALUE, GI_OK },
        { { 1, 16, 4, 0, 1, 0 }, { 16, 4, 2 }, GI_INVALID_VALUE, GI_INVALID_VALUE, GI_OK },
        { { 1, 16, 4, UINT64_MAX, 0, 0 }, { 16, 4, 2 }, GI_INVALID_VALUE, GI_INVALID_VALUE,
          GI_INVALID_VALUE },
        { { 1, 16, 4, 0, 0, UINT64_MAX }, { 16, 4, 2 }, GI_INVALID_VALUE, GI_INVALID_VALUE,
          GI_INVALID_VALUE },
        { { 1, 0, 0, UINT64_MAX, 9, 9 }, { 0, 4, 2 }, GI_OK, GI_OK, GI_OK },
    };
    const struct gi_copy_side one_row = side_at((uint64_t[]){ 1000, 0, 0, 3, 2, 0 });
    const struct gi_box row = { 101, 1, 1 };
    struct gi_copy_side end;

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct gi_copy_side place = side_at(rows[i].place);

        if (gi_pitched_end(&place, &rows[i].box, &end) != rows[i].copy ||
            gi_pitched_operand_end(&place, &rows[i].box, &end) != rows[i].operand ||
            gi_pitched_fill_end(&place, &rows[i].box, &end) != rows[i].fill)
            fail_msg("row %zu", i);
    }
    assert_int_equal(gi_pitched_end(&one_row, &row, &end), GI_OK);
    assert_int_equal(end.pointer, 1000);
    assert_int_equal(end.x, 2 * 104 + 3);               /* its pitch is where it ends */
}
