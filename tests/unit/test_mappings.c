/* Mapped buffers of one object, against a list that is searched from end to end. */
#include "memory/mappings.h"

#include <stddef.h>

#include "test_cases.h"
#include "random.h"

enum { MOST = 200, MANY = 100000 };

struct range {
    uint64_t begin, end;
};

struct model {
    struct range ranges[MOST];   /* in no order */
    size_t count;
};

static bool model_find(const struct model *model, uint64_t offset, uint64_t *out_end)
{
    bool found = false;

    *out_end = 0;
    for (size_t i = 0; i < model->count; i++) {
        const struct range *range = &model->ranges[i];
        if (offset < range->begin || offset >= range->end)
            continue;
        found = true;
        if (*out_end < range->end)
            *out_end = range->end;
    }
    return found;
}

static bool model_has(const struct model *model, uint64_t begin, uint64_t end)
{
    for (size_t i = 0; i < model->count; i++)
        if (model->ranges[i].begin == begin && model->ranges[i].end == end)
            return true;
    return false;
}

/* The shortest of those that begin there. */
static bool model_remove(struct model *model, uint64_t begin)
{
    size_t shortest = model->count;

    for (size_t i = 0; i < model->count; i++) {
        if (model->ranges[i].begin == begin &&
            (shortest == model->count || model->ranges[i].end < model->ranges[shortest].end))
            shortest = i;
    }
    if (shortest == model->count)
        return false;
    model->ranges[shortest] = model->ranges[--model->count];
    return true;
}

static void expect_same(const struct model *model, struct gi_mappings *set, uint64_t offset)
{
    uint64_t begin = 0, end = 0, expected_end;
    bool expected = model_find(model, offset, &expected_end);

    assert_int_equal(gi_mappings_find(set, offset, &begin, &end), expected);
    if (!expected)
        return;
    assert_true(end == expected_end);
    assert_true(begin <= offset && model_has(model, begin, end));
}

TEST_CASE(random_ranges_match_the_model)
{
    static struct model model;
    struct test_random random;

    test_random_begin(&random, "mappings");
    for (int round = 0; round < 40; round++) {
        uint64_t room = 10 + test_random_below(&random, 1000);
        struct gi_mappings set;
        atomic_bool has_holes;
        gi_mappings_init(&set, 2 * room, &has_holes);
        model.count = 0;
        for (int i = 0; i < 1000; i++) {
            uint64_t begin = test_random_below(&random, room);
            if (model.count < MOST && test_random_below(&random, 2) == 0) {
                uint64_t end = begin + 1 + test_random_below(&random, room);
                if (test_random_below(&random, 4) == 0) {
                    begin = 0;
                    end = 2 * room;      /* all of the object */
                }
                assert_int_equal(gi_mappings_add(&set, begin, end), GI_OK);
                model.ranges[model.count++] = (struct range){ begin, end };
            } else {
                if (model.count > 0 && test_random_below(&random, 4) > 0)
                    begin = model.ranges[test_random_below(&random, model.count)].begin;
                assert_int_equal(gi_mappings_remove(&set, begin), model_remove(&model, begin));
            }
            for (int k = 0; k < 10; k++)
                expect_same(&model, &set, test_random_below(&random, 2 * room));
        }
        gi_mappings_finish(&set);
    }
}

TEST_CASE(repeated_ranges_go_one_by_one)
{
    struct gi_mappings set;
    atomic_bool has_holes;
    uint64_t begin, end;

    gi_mappings_init(&set, 1000, &has_holes);
    assert_false(gi_mappings_find(&set, 0, &begin, &end));
    assert_false(gi_mappings_remove(&set, 0));
    assert_int_equal(gi_mappings_add(&set, 100, 200), GI_OK);
    assert_int_equal(gi_mappings_add(&set, 100, 300), GI_OK);
    assert_int_equal(gi_mappings_add(&set, 100, 200), GI_OK);
    assert_false(gi_mappings_remove(&set, 101));
    assert_true(gi_mappings_find(&set, 299, &begin, &end) && begin == 100 && end == 300);
    assert_true(gi_mappings_remove(&set, 100));
    assert_true(gi_mappings_remove(&set, 100));  /* the longest is the last */
    assert_true(gi_mappings_find(&set, 299, &begin, &end) && begin == 100 && end == 300);
    assert_false(gi_mappings_find(&set, 300, &begin, &end));
    assert_false(gi_mappings_find(&set, 99, &begin, &end));
    assert_true(gi_mappings_remove(&set, 100));
    assert_false(gi_mappings_remove(&set, 100));
    gi_mappings_finish(&set);
}

/* What most programs have is told without a look at the set. */
TEST_CASE(mappings_of_the_whole_object)
{
    struct gi_mappings set;
    atomic_bool has_holes;
    uint64_t begin, end;

    gi_mappings_init(&set, 1000, &has_holes);
    assert_true(has_holes);
    assert_int_equal(gi_mappings_add(&set, 0, 1000), GI_OK);
    assert_false(has_holes);
    assert_true(gi_mappings_find(&set, 999, &begin, &end) && begin == 0 && end == 1000);
    assert_false(gi_mappings_find(&set, 1000, &begin, &end));
    assert_int_equal(gi_mappings_add(&set, 500, 1000), GI_OK);
    assert_true(has_holes);
    assert_true(gi_mappings_find(&set, 999, &begin, &end) && begin == 500 && end == 1000);
    assert_true(gi_mappings_remove(&set, 500));
    assert_false(has_holes);
    assert_int_equal(gi_mappings_add(&set, 0, 1000), GI_OK);
    assert_true(gi_mappings_remove(&set, 0));
    assert_false(has_holes);
    assert_true(gi_mappings_find(&set, 0, &begin, &end) && begin == 0 && end == 1000);
    assert_true(gi_mappings_remove(&set, 0));
    assert_true(has_holes);
    assert_false(gi_mappings_find(&set, 0, &begin, &end));
    assert_int_equal(gi_mappings_add(&set, 0, 1000), GI_OK);
    assert_int_equal(gi_mappings_remove_all(&set), 1);
    assert_true(has_holes);
    assert_false(gi_mappings_find(&set, 0, &begin, &end));
    gi_mappings_finish(&set);
}

/* How deep the tree is, having seen that it is in order and that ranks fall. */
static unsigned depth_of(const struct gi_mapping *tree)
{
    unsigned below, above;

    if (tree == NULL)
        return 0;
    assert_true(tree->below == NULL || (tree->below->begin <= tree->begin &&
                                        tree->below->rank <= tree->rank));
    assert_true(tree->above == NULL || (tree->above->begin >= tree->begin &&
                                        tree->above->rank <= tree->rank));
    below = depth_of(tree->below);
    above = depth_of(tree->above);
    return 1 + (below > above ? below : above);
}

/* Buffers are mapped in rising order, in falling, all at one place, and each twice. */
TEST_CASE(many_mappings_make_no_list)
{
    static const uint64_t steps[] = { 256, 0 - UINT64_C(256), 0 };

    for (size_t s = 0; s < sizeof steps / sizeof steps[0]; s++) {
        const uint64_t first = UINT64_C(1) << 32;
        struct gi_mappings set;
        atomic_bool has_holes;

        gi_mappings_init(&set, 2 * first, &has_holes);
        for (uint64_t i = 0; i < MANY; i++)
            assert_int_equal(gi_mappings_add(&set, first + i / 2 * steps[s],
                                             first + i / 2 * steps[s] + 256), GI_OK);
        assert_true(depth_of(set.root) < 64);
        for (uint64_t i = 0; i < MANY; i++)
            assert_true(gi_mappings_remove(&set, first + i / 2 * steps[s]));
        assert_null(set.root);
        assert_int_equal(set.count, 0);
        gi_mappings_finish(&set);
    }
}
