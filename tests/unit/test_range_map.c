/* The map of ranges, against a plain list. */
#include "memory/range_map.h"

#include <stddef.h>

#include "test_cases.h"
#include "random.h"

enum { RANGES = 300, ROOM = 4000 };
#ifdef __SANITIZE_ADDRESS__
enum { STEPS = 40000, MANY = 20000 };
#else
enum { STEPS = 200000, MANY = 100000 };
#endif

struct range {
    uint64_t begin, end;
};

static gi_status add(struct gi_range_map *map, struct range *range)
{
    return gi_range_map_add(map, range->begin, range->end, range);
}

static bool remove_range(struct gi_range_map *map, const struct range *range)
{
    return gi_range_map_remove(map, range->begin, range);
}

static struct range *find_slowly(struct range *ranges, const bool *on, uint64_t begin,
                                 uint64_t end)
{
    for (size_t i = 0; i < RANGES; i++)
        if (on[i] && ranges[i].begin < end && begin < ranges[i].end)
            return &ranges[i];
    return NULL;
}

/* Each range is found by its first byte and by its last, and the runs are in order. */
static void check(const struct gi_range_map *map, struct range *ranges, const bool *on)
{
    for (size_t i = 0; i < RANGES; i++) {
        if (!on[i])
            continue;
        assert_ptr_equal(gi_range_map_find(map, ranges[i].begin, ranges[i].begin + 1), &ranges[i]);
        assert_ptr_equal(gi_range_map_find(map, ranges[i].end - 1, ranges[i].end), &ranges[i]);
    }
    for (size_t i = 1; i < map->count; i++)
        assert_true(map->runs[i - 1].begin < map->runs[i].begin);
}

TEST_CASE(random_ranges_match_a_list)
{
    static struct range ranges[RANGES];
    static bool on[RANGES];
    struct gi_range_map map = { 0 };
    struct test_random random;

    test_random_begin(&random, "range map");
    for (int step = 0; step < STEPS; step++) {
        size_t i = test_random_below(&random, RANGES);
        uint64_t begin = test_random_below(&random, ROOM);
        uint64_t end = begin + 1 + test_random_below(&random, 12);
        struct range *found = gi_range_map_find(&map, begin, end);
        struct range *expected = find_slowly(ranges, on, begin, end);

        assert_true((found == NULL) == (expected == NULL));
        assert_true(found == NULL || (found->begin < end && begin < found->end));
        if (on[i]) {
            assert_true(remove_range(&map, &ranges[i]));
            on[i] = false;
        } else {
            assert_false(remove_range(&map, &ranges[i]));
            ranges[i] = (struct range){ .begin = begin, .end = end };
            on[i] = add(&map, &ranges[i]) == GI_OK;
            assert_true(on[i] == (expected == NULL));
        }
        if (step % 1000 == 0)
            check(&map, ranges, on);
    }
    for (size_t i = 0; i < RANGES; i++)
        assert_true(remove_range(&map, &ranges[i]) == on[i]);
    assert_null(map.runs);
}

TEST_CASE(ends_of_the_address_space)
{
    struct range first = { .begin = 0, .end = 1 };
    struct range last = { .begin = UINT64_MAX - 1, .end = UINT64_MAX };
    struct gi_range_map map = { 0 };

    assert_null(gi_range_map_find(&map, 0, UINT64_MAX));
    assert_int_equal(add(&map, &first), GI_OK);
    assert_int_equal(add(&map, &last), GI_OK);
    assert_int_equal(add(&map, &last), GI_INVALID_VALUE);
    assert_ptr_equal(gi_range_map_find(&map, 0, 1), &first);
    assert_null(gi_range_map_find(&map, 1, UINT64_MAX - 1));
    assert_ptr_equal(gi_range_map_find(&map, 1, UINT64_MAX), &last);
    assert_true(remove_range(&map, &first));
    assert_true(remove_range(&map, &last));
    assert_false(remove_range(&map, &last));
    assert_null(map.runs);
}

/* Addresses come in rising order, in falling, and from the middle out, as allocators give them. */
static uint64_t place(size_t order, uint64_t i)
{
    switch (order) {
    case 0: return i;
    case 1: return MANY - 1 - i;
    default: return i % 2 == 0 ? MANY / 2 + i / 2 : MANY / 2 - 1 - i / 2;
    }
}

/* What is found reads few places: there are no more runs than ranges need, also when most have gone
 * again. */
TEST_CASE(there_are_few_runs)
{
    static struct range ranges[MANY];

    for (size_t order = 0; order < 3; order++) {
        struct gi_range_map map = { 0 };

        for (uint64_t i = 0; i < MANY; i++) {
            uint64_t at = place(order, i) * 4096;

            ranges[place(order, i)] = (struct range){ .begin = at, .end = at + 4096 };
            assert_int_equal(add(&map, &ranges[place(order, i)]), GI_OK);
        }
        assert_true(map.count <= MANY / 6);
        for (uint64_t i = 0; i < MANY; i++)
            assert_true(i % 100 == 0 || remove_range(&map, &ranges[i]));
        assert_true(map.count <= MANY / 100 / 2);
        for (uint64_t i = 0; i < MANY; i++) {
            struct range *found = gi_range_map_find(&map, i * 4096 + 1, i * 4096 + 2);

            assert_ptr_equal(found, i % 100 == 0 ? &ranges[i] : NULL);
        }
        for (uint64_t i = 0; i < MANY; i += 100)
            assert_true(remove_range(&map, &ranges[i]));
        assert_null(map.runs);
    }
}

/* As a program's allocation that it takes and frees again and again. */
TEST_CASE(a_range_that_comes_and_goes_splits_once)
{
    static struct range ranges[RANGES];
    struct gi_range_map map = { 0 };
    size_t count;

    for (uint64_t i = 0; i < RANGES; i++) {
        ranges[i] = (struct range){ .begin = 10 * i, .end = 10 * i + 5 };
        assert_int_equal(add(&map, &ranges[i]), GI_OK);
        count = map.count;
        assert_true(remove_range(&map, &ranges[i]));
        assert_true(i == 0 || map.count == count);
        assert_int_equal(add(&map, &ranges[i]), GI_OK);
        assert_int_equal(map.count, count);
    }
    for (uint64_t i = 0; i < RANGES; i++)
        assert_true(remove_range(&map, &ranges[i]));
    assert_null(map.runs);
}
