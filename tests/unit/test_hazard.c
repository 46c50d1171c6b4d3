/* Barriers, against a model that remembers every touch since the last one. */
#include "stream/rules/hazard.h"

#include <stddef.h>

#include "test_cases.h"
#include "random.h"

enum { MODEL_SPANS = 4096 };

struct model {
    struct gi_touch reads[MODEL_SPANS], writes[MODEL_SPANS];
    size_t count;
};

static bool meet(struct gi_touch a, struct gi_touch b)
{
    if (a.span.begin >= a.span.end || b.span.begin >= b.span.end)
        return false;
    if (a.object != NULL && b.object != NULL && a.object != b.object)
        return true;             /* they may be the same memory */
    return a.span.begin < b.span.end && b.span.begin < a.span.end;
}

static bool model_add(struct model *model, struct gi_touch read, struct gi_touch written)
{
    bool barrier = false;

    for (size_t i = 0; i < model->count; i++)
        barrier |= meet(read, model->writes[i]) || meet(written, model->writes[i]) ||
                   meet(written, model->reads[i]);
    if (barrier || model->count == MODEL_SPANS)
        model->count = 0;
    model->reads[model->count] = read;
    model->writes[model->count++] = written;
    return barrier;
}

static void expect_tidy(const struct gi_span_set *set)
{
    for (size_t i = 0; i < set->count; i++) {
        assert_true(set->spans[i].begin < set->spans[i].end);
        if (i > 0)
            assert_true(set->spans[i - 1].end < set->spans[i].begin);
    }
}

/* Objects have spaces of their own; one of three cannot have an alias. */
static struct gi_touch random_touch(struct test_random *random, uint64_t room, uint64_t longest)
{
    static const char objects[3];
    uint64_t which = test_random_below(random, 3);
    uint64_t begin = which * 1000000 + test_random_below(random, room);

    return (struct gi_touch){ { begin, begin + test_random_below(random, longest + 1) },
                              which == 0 ? NULL : &objects[which] };
}

TEST_CASE(random_commands_match_the_model)
{
    static struct model model;
    struct test_random random;

    test_random_begin(&random, "hazard");
    for (int round = 0; round < 60; round++) {
        uint64_t room = 20 + test_random_below(&random, 3000);
        uint64_t longest = 1 + test_random_below(&random, 30);
        struct gi_hazard hazard = { 0 };
        model.count = 0;
        for (int i = 0; i < 1000; i++) {
            struct gi_touch read = random_touch(&random, room, longest);
            struct gi_touch written = random_touch(&random, room, longest);
            if (test_random_below(&random, 4) == 0)
                read.span = (struct gi_span){ 0, 0 };
            bool expected = model_add(&model, read, written);
            if (model.count == MODEL_SPANS) {
                gi_hazard_reset(&hazard);
                model.count = 0;
                continue;
            }
            if (gi_hazard_add(&hazard, read, written) != expected)
                fail_msg("round %d, command %d: reads %" PRIu64 " - %" PRIu64 ", writes %" PRIu64
                         " - %" PRIu64 ": %s barrier was expected", round, i, read.span.begin,
                         read.span.end, written.span.begin, written.span.end,
                         expected ? "a" : "no");
            expect_tidy(&hazard.reads);
            expect_tidy(&hazard.writes);
        }
        gi_hazard_finish(&hazard);
    }
}

/* Programs walk through their memory: what a command touches mostly follows what the one before
 * touched, and other memory lies around it. */
static struct gi_touch next_touch(struct test_random *random, uint64_t *place)
{
    uint64_t begin = *place, length = test_random_below(random, 12);

    if (test_random_below(random, 5) == 0)
        begin = test_random_below(random, 4000);
    else if (test_random_below(random, 3) == 0)
        begin += test_random_below(random, 6);
    *place = begin + length;
    return (struct gi_touch){ { begin, begin + length }, NULL };
}

TEST_CASE(walks_match_the_model)
{
    static struct model model;
    struct test_random random;

    test_random_begin(&random, "walks");
    for (int round = 0; round < 60; round++) {
        uint64_t reading = 0, writing = 2000;
        struct gi_hazard hazard = { 0 };

        model.count = 0;
        for (int i = 0; i < 1000; i++) {
            struct gi_touch read = next_touch(&random, &reading);
            struct gi_touch written = next_touch(&random, &writing);
            bool expected = model_add(&model, read, written);

            if (gi_hazard_add(&hazard, read, written) != expected)
                fail_msg("round %d, command %d: %s barrier was expected", round, i,
                         expected ? "a" : "no");
            expect_tidy(&hazard.reads);
            expect_tidy(&hazard.writes);
        }
        gi_hazard_finish(&hazard);
    }
}

static struct gi_touch at(uint64_t begin, uint64_t end)
{
    return (struct gi_touch){ { begin, end }, NULL };
}

TEST_CASE(the_plain_cases)
{
    const struct gi_touch none = at(0, 0), low = at(100, 200), high = at(200, 300);
    struct gi_hazard hazard = { 0 };

    assert_false(gi_hazard_add(&hazard, low, high));             /* nothing came before */
    assert_false(gi_hazard_add(&hazard, low, none));             /* reads share */
    assert_true(gi_hazard_add(&hazard, high, none));             /* read after write */
    assert_true(gi_hazard_add(&hazard, none, high));             /* write after read */
    assert_true(gi_hazard_add(&hazard, none, high));             /* write after write */
    assert_false(gi_hazard_add(&hazard, none, low));             /* neighbours do not touch */
    gi_hazard_reset(&hazard);
    assert_false(gi_hazard_add(&hazard, high, low));             /* forgotten */
    gi_hazard_finish(&hazard);
}

TEST_CASE(one_byte_decides)
{
    struct gi_hazard hazard = { 0 };

    assert_false(gi_hazard_add(&hazard, at(0, 0), at(10, 11)));
    assert_false(gi_hazard_add(&hazard, at(9, 10), at(20, 30)));
    assert_false(gi_hazard_add(&hazard, at(11, 12), at(30, 31)));
    assert_true(gi_hazard_add(&hazard, at(10, 11), at(50, 51)));
    gi_hazard_finish(&hazard);
}

/* One object is imported as a, b and c; own memory has no alias. */
TEST_CASE(objects_that_may_be_the_same_memory)
{
    static const char objects[3];
    const struct gi_touch none = at(0, 0), own = at(1, 2), own_too = at(2, 3);
    const struct gi_touch a = { { 100, 110 }, &objects[0] }, a_too = { { 110, 120 }, &objects[0] };
    const struct gi_touch b = { { 200, 210 }, &objects[1] }, c = { { 300, 310 }, &objects[2] };
    const struct gi_touch empty_b = { { 200, 200 }, &objects[1] };
    struct gi_hazard hazard = { 0 };

    assert_false(gi_hazard_add(&hazard, none, a));
    assert_false(gi_hazard_add(&hazard, none, a_too));           /* within one, spans decide */
    assert_false(gi_hazard_add(&hazard, own, own_too));
    assert_false(gi_hazard_add(&hazard, empty_b, empty_b));
    assert_true(gi_hazard_add(&hazard, none, b));                /* write after write */
    assert_true(gi_hazard_add(&hazard, c, none));                /* read after write */
    assert_false(gi_hazard_add(&hazard, a, none));               /* reads share */
    assert_true(gi_hazard_add(&hazard, none, a_too));            /* write after read of c */
    gi_hazard_reset(&hazard);
    assert_false(gi_hazard_add(&hazard, a, own));
    assert_true(gi_hazard_add(&hazard, none, b));                /* write after read */
    assert_true(gi_hazard_add(&hazard, own, a));
    gi_hazard_reset(&hazard);
    assert_false(gi_hazard_add(&hazard, a, b));                  /* within one command: no order */
    assert_true(gi_hazard_add(&hazard, a_too, own));             /* b may be it */
    gi_hazard_finish(&hazard);
}

/* Whatever comes behind such a command has a barrier, also with an empty touch; and one only. */
TEST_CASE(a_command_that_may_touch_anything)
{
    struct gi_touch none = { { 0, 0 }, NULL }, low = { { 10, 20 }, NULL };
    struct gi_touch high = { { UINT64_MAX - 1, UINT64_MAX }, NULL };
    struct gi_hazard hazard = { 0 };

    gi_hazard_add_anything(&hazard);
    assert_true(gi_hazard_add(&hazard, none, low));
    assert_false(gi_hazard_add(&hazard, none, high));
    gi_hazard_add_anything(&hazard);
    assert_true(gi_hazard_add(&hazard, none, none));
    assert_false(gi_hazard_add(&hazard, none, low));
    gi_hazard_finish(&hazard);
}
