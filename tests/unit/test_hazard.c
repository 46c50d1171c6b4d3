/* Barriers, against a model that remembers every span since the last one. */
#include "hazard.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "random.h"

enum { MODEL_SPANS = 4096 };

struct model {
    struct gi_span reads[MODEL_SPANS], writes[MODEL_SPANS];
    size_t count;
};

static bool meet(struct gi_span a, struct gi_span b)
{
    return a.begin < a.end && b.begin < b.end && a.begin < b.end && b.begin < a.end;
}

static bool model_add(struct model *model, struct gi_span read, struct gi_span written)
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

static struct gi_span random_span(struct test_random *random, uint64_t room, uint64_t longest)
{
    uint64_t begin = test_random_below(random, room);

    return (struct gi_span){ begin, begin + test_random_below(random, longest + 1) };
}

static void random_commands_match_the_model(void **state)
{
    static struct model model;
    struct test_random random;

    (void)state;
    test_random_begin(&random, "hazard");
    for (int round = 0; round < 60; round++) {
        uint64_t room = 20 + test_random_below(&random, 3000);
        uint64_t longest = 1 + test_random_below(&random, 30);
        struct gi_hazard hazard = { 0 };
        model.count = 0;
        for (int i = 0; i < 1000; i++) {
            struct gi_span read = random_span(&random, room, longest);
            struct gi_span written = random_span(&random, room, longest);
            if (test_random_below(&random, 4) == 0)
                read = (struct gi_span){ 0, 0 };
            bool expected = model_add(&model, read, written);
            if (model.count == MODEL_SPANS) {
                gi_hazard_reset(&hazard);
                model.count = 0;
                continue;
            }
            if (gi_hazard_add(&hazard, read, written) != expected)
                fail_msg("round %d, command %d: reads %" PRIu64 " - %" PRIu64 ", writes %" PRIu64
                         " - %" PRIu64 ": %s barrier was expected", round, i, read.begin, read.end,
                         written.begin, written.end, expected ? "a" : "no");
            expect_tidy(&hazard.reads);
            expect_tidy(&hazard.writes);
        }
        gi_hazard_finish(&hazard);
    }
}

static void the_plain_cases(void **state)
{
    const struct gi_span none = { 0, 0 }, low = { 100, 200 }, high = { 200, 300 };
    struct gi_hazard hazard = { 0 };

    (void)state;
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

static void one_byte_decides(void **state)
{
    struct gi_hazard hazard = { 0 };

    (void)state;
    assert_false(gi_hazard_add(&hazard, (struct gi_span){ 0, 0 }, (struct gi_span){ 10, 11 }));
    assert_false(gi_hazard_add(&hazard, (struct gi_span){ 9, 10 }, (struct gi_span){ 20, 30 }));
    assert_false(gi_hazard_add(&hazard, (struct gi_span){ 11, 12 }, (struct gi_span){ 30, 31 }));
    assert_true(gi_hazard_add(&hazard, (struct gi_span){ 10, 11 }, (struct gi_span){ 50, 51 }));
    gi_hazard_finish(&hazard);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_plain_cases),
        cmocka_unit_test(one_byte_decides),
        cmocka_unit_test(random_commands_match_the_model),
    };
    return cmocka_run_group_tests_name("hazard", tests, NULL, NULL);
}
