/* The map of ranges, against a plain list. */
#include "range_map.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "random.h"

enum { RANGES = 300, ROOM = 4000, STEPS = 200000, MANY = 100000 };

/* How deep the tree is, having seen that it is in order and that ranks fall. */
static unsigned check(const struct gi_range *tree, uint64_t least, uint64_t most)
{
    unsigned below, above;

    if (tree == NULL)
        return 0;
    assert_true(least <= tree->begin && tree->begin < tree->end && tree->end <= most);
    assert_true(tree->below == NULL || tree->below->rank <= tree->rank);
    assert_true(tree->above == NULL || tree->above->rank <= tree->rank);
    below = check(tree->below, least, tree->begin);
    above = check(tree->above, tree->end, most);
    return 1 + (below > above ? below : above);
}

static struct gi_range *find_slowly(struct gi_range *ranges, const bool *on, uint64_t begin,
                                    uint64_t end)
{
    for (size_t i = 0; i < RANGES; i++)
        if (on[i] && ranges[i].begin < end && begin < ranges[i].end)
            return &ranges[i];
    return NULL;
}

static void random_ranges_match_a_list(void **state)
{
    static struct gi_range ranges[RANGES];
    static bool on[RANGES];
    struct gi_range_map map = { 0 };
    struct test_random random;

    (void)state;
    test_random_begin(&random, "range map");
    for (int step = 0; step < STEPS; step++) {
        size_t i = test_random_below(&random, RANGES);
        uint64_t begin = test_random_below(&random, ROOM);
        uint64_t end = begin + 1 + test_random_below(&random, 12);
        struct gi_range *found = gi_range_map_find(&map, begin, end);
        struct gi_range *expected = find_slowly(ranges, on, begin, end);

        assert_true((found == NULL) == (expected == NULL));
        assert_true(found == NULL || (found->begin < end && begin < found->end));
        if (on[i]) {
            assert_true(gi_range_map_remove(&map, &ranges[i]));
            on[i] = false;
        } else {
            assert_false(gi_range_map_remove(&map, &ranges[i]));
            ranges[i] = (struct gi_range){ .begin = begin, .end = end };
            on[i] = gi_range_map_add(&map, &ranges[i]);
            assert_true(on[i] == (expected == NULL));
        }
        if (step % 1000 == 0)
            check(map.root, 0, UINT64_MAX);
    }
}

static void ends_of_the_address_space(void **state)
{
    struct gi_range first = { .begin = 0, .end = 1 };
    struct gi_range last = { .begin = UINT64_MAX - 1, .end = UINT64_MAX };
    struct gi_range_map map = { 0 };

    (void)state;
    assert_null(gi_range_map_find(&map, 0, UINT64_MAX));
    assert_true(gi_range_map_add(&map, &first));
    assert_true(gi_range_map_add(&map, &last));
    assert_ptr_equal(gi_range_map_find(&map, 0, 1), &first);
    assert_null(gi_range_map_find(&map, 1, UINT64_MAX - 1));
    assert_ptr_equal(gi_range_map_find(&map, 1, UINT64_MAX), &last);
    assert_true(gi_range_map_remove(&map, &first));
    assert_true(gi_range_map_remove(&map, &last));
    assert_null(map.root);
}

/* Addresses come in rising order, or in falling, as allocators give them: the tree stays flat. */
static void regular_addresses_make_no_list(void **state)
{
    static struct gi_range ranges[MANY];
    static const uint64_t steps[] = { 256, 4096, UINT64_C(1) << 21, UINT64_C(1) << 26 };

    (void)state;
    for (size_t s = 0; s < sizeof steps / sizeof steps[0]; s++) {
        struct gi_range_map map = { 0 };

        for (uint64_t i = 0; i < MANY; i++) {
            uint64_t at = (s % 2 == 0 ? i : MANY - i) * steps[s];

            ranges[i] = (struct gi_range){ .begin = at, .end = at + steps[s] };
            assert_true(gi_range_map_add(&map, &ranges[i]));
        }
        assert_true(check(map.root, 0, UINT64_MAX) < 64);
        for (uint64_t i = 0; i < MANY; i++)
            assert_true(gi_range_map_remove(&map, &ranges[i]));
        assert_null(map.root);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_ranges_match_a_list),
        cmocka_unit_test(ends_of_the_address_space),
        cmocka_unit_test(regular_addresses_make_no_list),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
