/* Points: how far a stream is, and who is told. */
#include "queue/points.h"

#include <stddef.h>
#include <string.h>

#include "test_cases.h"
#include "random.h"

enum { WAITERS = 64, SEGMENTS = 3000 };

/* A stream that is submitted and done in order, as a list. */
struct model {
    struct gi_points points;
    uint64_t queue_values[SEGMENTS + 1];
    uint64_t submitted, done;
    struct gi_point_waiter waiters[WAITERS];
};

static bool has_come(const struct model *model, const struct gi_point_waiter *waiter)
{
    return waiter->seq <= (waiter->until_done ? model->done : model->submitted);
}

/* Exactly those whose turn has come were released. */
static void expect_released(struct model *model, struct gi_point_waiter *released)
{
    size_t waiting = 0;

    for (; released != NULL; released = released->next) {
        assert_false(released->listed);
        assert_true(has_come(model, released));
        released->seq = 0;       /* as one that is not used */
    }
    for (int i = 0; i < WAITERS; i++) {
        struct gi_point_waiter *waiter = &model->waiters[i];
        assert_int_equal(waiter->listed, waiter->seq != 0);
        assert_true(!waiter->listed || !has_come(model, waiter));
        waiting += waiter->listed;
    }
    assert_int_equal(atomic_load(&model->points.waiter_count), waiting);
}

static void expect_states(struct model *model, struct test_random *random)
{
    for (int i = 0; i < 4; i++) {
        uint64_t seq = 1 + test_random_below(random, SEGMENTS), value;
        enum gi_point_state state = gi_points_state(&model->points, seq, &value);

        assert_int_equal(state, seq <= model->done        ? GI_POINT_DONE
                                : seq <= model->submitted ? GI_POINT_SUBMITTED
                                                          : GI_POINT_PENDING);
        assert_true(value == (state == GI_POINT_SUBMITTED ? model->queue_values[seq] : 0));
    }
}

static void submit_next(struct model *model, struct test_random *random)
{
    uint64_t seq = model->submitted + 1;

    assert_int_equal(gi_points_reserve(&model->points), GI_OK);
    model->queue_values[seq] = model->queue_values[seq - 1] + test_random_below(random, 3);
    model->submitted = seq;
    expect_released(model, gi_points_submitted(&model->points, seq, model->queue_values[seq]));
}

static void wait_or_cancel(struct model *model, struct test_random *random)
{
    struct gi_point_waiter *waiter = &model->waiters[test_random_below(random, WAITERS)];

    if (waiter->seq != 0) {
        assert_true(gi_points_cancel(&model->points, waiter));
        assert_false(gi_points_cancel(&model->points, waiter));
        waiter->seq = 0;
        return;
    }
    waiter->seq = model->done + 1 + test_random_below(random, 40);
    waiter->until_done = test_random_below(random, 2) == 0;
    bool came = has_come(model, waiter);
    assert_int_equal(gi_points_wait(&model->points, waiter), !came);
    if (came)
        waiter->seq = 0;
}

TEST_CASE(random_streams_match_the_model)
{
    static struct model model;
    struct test_random random;

    test_random_begin(&random, "points");
    for (int round = 0; round < 5; round++) {
        memset(&model, 0, sizeof model);
        gi_points_init(&model.points);
        while (model.done < SEGMENTS) {
            uint64_t what = test_random_below(&random, 6);
            if (what < 2 && model.submitted < SEGMENTS) {
                submit_next(&model, &random);
            } else if (what < 4 && model.done < model.submitted) {
                model.done++;
                expect_released(&model, gi_points_done(&model.points, model.done));
            } else {
                wait_or_cancel(&model, &random);
            }
            expect_states(&model, &random);
        }
        for (int i = 0; i < WAITERS; i++)
            if (model.waiters[i].listed)
                assert_true(gi_points_cancel(&model.points, &model.waiters[i]));
        gi_points_finish(&model.points);
    }
}

/* A stream that failed: its segments are done although they were never submitted. */
TEST_CASE(done_without_being_submitted)
{
    struct gi_point_waiter submitted = { .seq = 2 }, done = { .seq = 3, .until_done = true };
    struct gi_points points;
    uint64_t value;

    gi_points_init(&points);
    assert_true(gi_points_wait(&points, &submitted));
    assert_true(gi_points_wait(&points, &done));
    assert_null(gi_points_done(&points, 1));
    assert_ptr_equal(gi_points_done(&points, 2), &submitted);
    assert_int_equal(gi_points_state(&points, 2, &value), GI_POINT_DONE);
    assert_int_equal(gi_points_state(&points, 3, &value), GI_POINT_PENDING);
    assert_ptr_equal(gi_points_done(&points, 3), &done);
    assert_int_equal(atomic_load(&points.waiter_count), 0);
    gi_points_finish(&points);
}

/* What failed is told from what is done, for as long as it is remembered. */
TEST_CASE(what_failed_is_remembered)
{
    struct gi_point_waiter waiter = { .seq = 3, .until_done = true };
    struct gi_points points;
    char detail[8];
    uint64_t value, seq = 0;

    gi_points_init(&points);
    assert_null(gi_points_done(&points, ++seq));
    assert_true(gi_points_wait(&points, &waiter));
    assert_null(gi_points_failed(&points, ++seq, GI_OUT_OF_MEMORY, "a long sentence"));
    assert_ptr_equal(gi_points_failed(&points, ++seq, GI_OUT_OF_MEMORY, "the same one"), &waiter);
    assert_int_equal(gi_points_state(&points, 0, &value), GI_POINT_DONE);    /* nothing at all */
    assert_int_equal(gi_points_state(&points, 1, &value), GI_POINT_DONE);
    assert_int_equal(gi_points_state(&points, 2, &value), GI_POINT_FAILED);
    assert_int_equal(gi_points_failure(&points, 3, detail, sizeof detail), GI_OUT_OF_MEMORY);
    assert_string_equal(detail, "the sam");
    assert_int_equal(gi_points_failure(&points, 4, detail, sizeof detail), GI_OK);
    assert_string_equal(detail, "");
    assert_false(gi_points_wait(&points, &waiter));
    for (unsigned i = 0; i < GI_POINT_FAILURES; i++) {
        assert_null(gi_points_done(&points, ++seq));
        assert_int_equal(gi_points_failure(&points, 3, NULL, 0), GI_OUT_OF_MEMORY);
        assert_null(gi_points_failed(&points, ++seq, GI_DEVICE_LOST, "another"));
        assert_int_equal(gi_points_state(&points, seq - 1, &value), GI_POINT_DONE);
        assert_int_equal(gi_points_state(&points, seq, &value), GI_POINT_FAILED);
    }
    assert_int_equal(gi_points_state(&points, 3, &value), GI_POINT_DONE);    /* long ago */
    assert_int_equal(gi_points_failure(&points, seq - 2, detail, sizeof detail), GI_DEVICE_LOST);
    assert_string_equal(detail, "");
    gi_points_finish(&points);
}
