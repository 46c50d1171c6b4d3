/* The threads of the background: how many, which work comes first, and when it ends. */
#include "base/background.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>

#include "test_cases.h"

enum { THREADS = 3, STEPS = 1000 };

struct work {
    struct gi_background background;
    atomic_uint next, done;
    atomic_bool has_ended;
    unsigned steps;
};

static bool count_step(struct gi_background *background)
{
    struct work *work = (struct work *)background;

    if (atomic_fetch_add(&work->next, 1) >= work->steps)
        return false;
    assert_false(atomic_load(&work->has_ended));
    atomic_fetch_add(&work->done, 1);
    return true;
}

static void note_end(struct gi_background *background)
{
    struct work *work = (struct work *)background;

    assert_false(atomic_exchange(&work->has_ended, true));
}

static void set_up(struct work *work, bool (*step)(struct gi_background *background))
{
    *work = (struct work){ .background = { .step = step, .end = note_end }, .steps = STEPS };
}

TEST_CASE(the_number_of_threads_is_chosen)
{
    assert_int_equal(gi_background_choose(NULL, 0), 0);
    assert_int_equal(gi_background_choose(NULL, 1), 0);
    assert_int_equal(gi_background_choose(NULL, 2), 1);
    assert_int_equal(gi_background_choose(NULL, 4), 3);
    assert_int_equal(gi_background_choose(NULL, 5), 4);
    assert_int_equal(gi_background_choose(NULL, 128), 4);
    assert_int_equal(gi_background_choose("0", 8), 0);
    assert_int_equal(gi_background_choose("8", 1), 8);
    assert_int_equal(gi_background_choose("1000", 1), 64);
    assert_int_equal(gi_background_choose("99999999999999999999", 1), 64);
    assert_int_equal(gi_background_choose("", 8), 0);
    assert_int_equal(gi_background_choose("-1", 8), 0);
    assert_int_equal(gi_background_choose("2x", 8), 0);
    assert_int_equal(gi_background_most_threads(), THREADS);
}

TEST_CASE(each_step_is_done_once)
{
    static struct work works[10];

    for (int i = 0; i < 10; i++) {
        set_up(&works[i], count_step);
        gi_background_add(&works[i].background, STEPS);
    }
    gi_background_wait();
    for (int i = 0; i < 10; i++) {
        assert_int_equal(atomic_load(&works[i].done), STEPS);
        assert_true(atomic_load(&works[i].has_ended));
    }
}

/* ---- a step that a test lets go on ----------------------------------------------------------- */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static unsigned inside;
static bool is_open;

static bool wait_in_step(struct gi_background *background)
{
    struct work *work = (struct work *)background;

    if (atomic_fetch_add(&work->next, 1) >= THREADS)
        return false;
    pthread_mutex_lock(&lock);
    inside++;
    pthread_cond_broadcast(&changed);
    while (!is_open)
        pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);
    return true;
}

static struct work first, second, third;

/* A thread comes here when the third work has no step left to begin. */
static bool come_second(struct gi_background *background)
{
    assert_true(atomic_load(&third.next) > third.steps);
    return count_step(background);
}

/* All threads are in the first work's steps. Of the next two, the later one is begun first. */
TEST_CASE(the_newest_work_comes_first)
{
    set_up(&first, wait_in_step);
    set_up(&second, come_second);
    set_up(&third, count_step);
    gi_background_add(&first.background, THREADS);
    pthread_mutex_lock(&lock);
    while (inside < THREADS)
        pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);
    gi_background_add(&second.background, STEPS);
    gi_background_add(&third.background, 1);
    assert_int_equal(atomic_load(&second.done) + atomic_load(&third.done), 0);
    pthread_mutex_lock(&lock);
    is_open = true;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
    gi_background_wait();
    assert_int_equal(atomic_load(&second.done), STEPS);
    assert_int_equal(atomic_load(&third.done), STEPS);
    assert_true(atomic_load(&first.has_ended));
}

int main(void)
{
    setenv("GPUINTEROP_COMPILE_AHEAD", "3", 1);
    return run_test_cases(NULL);
}
