/* A thread that calls a function at intervals, and rests. */
#include "base/ticker.h"

#include <sched.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stddef.h>

#include "test_cases.h"

enum { LOOKS = 20000 };

static struct gi_ticker ticker;
static atomic_uint ticks;
static sem_t ticked;

static void tick(void)
{
    atomic_fetch_add(&ticks, 1);
    (void)sem_post(&ticked);
}

static void await_tick(void)
{
    while (sem_wait(&ticked) != 0)
        ;
}

/* A call that has begun before the rest ends in it, and no other begins. */
TEST_CASE(it_rests_and_goes_on)
{
    unsigned before;

    gi_ticker_rest(&ticker, true);       /* it never started */
    assert_int_equal(sem_init(&ticked, 0, 0), 0);
    gi_ticker_start(&ticker, "test-ticker", 1, tick);
    assert_true(ticker.runs);
    for (int i = 0; i < 10; i++) {
        await_tick();
        gi_ticker_rest(&ticker, true);
        before = atomic_load(&ticks);
        for (int look = 0; look < LOOKS; look++) {
            sched_yield();
            assert_true(atomic_load(&ticks) <= before + 1);
        }
        while (sem_trywait(&ticked) == 0)
            ;
        gi_ticker_rest(&ticker, false);
        await_tick();
    }
}

static sem_t slow_ticked;

static void tick_slowly(void)
{
    (void)sem_post(&slow_ticked);
}

/* The thread sleeps for an hour. Then the interval is a nanosecond. */
TEST_CASE(another_pace_ends_a_sleep)
{
    static struct gi_ticker slow;

    gi_ticker_pace(&slow, 1);            /* it never started */
    assert_int_equal(sem_init(&slow_ticked, 0, 0), 0);
    gi_ticker_start(&slow, "test-slow", INT64_C(3600) * 1000000000, tick_slowly);
    assert_true(slow.runs);
    gi_ticker_pace(&slow, 1);
    while (sem_wait(&slow_ticked) != 0)
        ;
    gi_ticker_rest(&slow, true);
}
