/* The exit and threads that compile: how long it waits for them, and that it does so before the
 * exit handlers of what a driver has made meanwhile. Each exit is a forked child's. */
#include "base/exit_wait.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "test_cases.h"
#include "base/background.h"
#include "base/process.h"
#include "base/stuck_exit.h"

#define MS INT64_C(1000000)

/* ---- how long -------------------------------------------------------------------------------- */

/* The number of pieces of a wait for a thread that gets step_ns of a processor in each. */
static unsigned pieces_with(int64_t step_ns, unsigned most, struct gi_exit_wait *wait)
{
    int64_t processor_ns = 123456789;
    unsigned pieces = 0;

    *wait = (struct gi_exit_wait){ 0 };
    while (pieces < most && gi_exit_wait_note(wait, processor_ns)) {
        processor_ns += step_ns;
        pieces++;
    }
    return pieces;
}

TEST_CASE(a_thread_that_sleeps_is_left_after_two_seconds)
{
    struct gi_exit_wait wait;

    assert_int_equal(pieces_with(0, 1000, &wait), 2000 * MS / GI_EXIT_PIECE_NS);
    assert_false(wait.is_endless);
}

/* It gets a thousandth of a processor: what takes it a minute is no endless compilation. */
TEST_CASE(a_thread_that_waits_for_a_processor_is_waited_for)
{
    struct gi_exit_wait wait;

    assert_int_equal(pieces_with(MS / 20, 1200, &wait), 1200);
    assert_int_equal(pieces_with(GI_EXIT_PIECE_NS, 300, &wait), 300);
}

TEST_CASE(a_thread_that_computes_on_is_left_after_twenty_seconds)
{
    struct gi_exit_wait wait;

    assert_int_equal(pieces_with(GI_EXIT_PIECE_NS, 1000, &wait), 20000 * MS / GI_EXIT_PIECE_NS);
    assert_true(wait.is_endless);
}

/* The others' sum is smaller than what it was with that one. */
TEST_CASE(a_thread_that_ends_is_no_end_of_the_wait)
{
    struct gi_exit_wait wait = { 0 };

    assert_true(gi_exit_wait_note(&wait, 30000 * MS));
    for (int i = 0; i < 39; i++)
        assert_true(gi_exit_wait_note(&wait, 30000 * MS));
    assert_true(gi_exit_wait_note(&wait, 100 * MS));
    for (int i = 0; i < 39; i++)
        assert_true(gi_exit_wait_note(&wait, 100 * MS));
    assert_false(gi_exit_wait_note(&wait, 100 * MS));
    assert_false(wait.is_endless);
}

/* ---- in which order -------------------------------------------------------------------------- */

enum { IS_RIGHT = 7, IS_TAKEN_AWAY = 8, IS_OLDER = 9 };

static atomic_bool is_compiling, is_gone;

/* As the destructor of an object that a driver makes at its first compilation. */
static void take_away(void)
{
    atomic_store(&is_gone, true);
    if (atomic_load(&is_compiling))
        _exit(IS_TAKEN_AWAY);
}

static bool compile(struct gi_background *unused)
{
    static atomic_bool was_done;

    (void)unused;
    if (atomic_exchange(&was_done, true))
        return false;
    atexit(take_away);
    atomic_store(&is_compiling, true);
    while (!atomic_load(&is_gone) && !gi_background_is_stopping())
        sched_yield();
    atomic_store(&is_compiling, false);
    return true;
}

static void end(struct gi_background *unused)
{
    (void)unused;
}

static void exit_while_one_compiles(void)
{
    static struct gi_background work = { .step = compile, .end = end };

    gi_background_add(&work, 1);
    while (!atomic_load(&is_compiling))
        sched_yield();
    exit(IS_RIGHT);
}

static atomic_bool is_told;
static pthread_t own;

static void *compile_until_told(void *unused)
{
    atexit(take_away);
    atomic_store(&is_compiling, true);
    while (!atomic_load(&is_gone) && !atomic_load(&is_told))
        sched_yield();
    atomic_store(&is_compiling, false);
    return unused;
}

static void join_own(void *unused)
{
    (void)unused;
    atomic_store(&is_told, true);
    gi_exit_wait_join(own);
}

static void exit_with_a_thread_of_a_driver(void)
{
    if (!gi_process_first_at_exit(join_own, NULL) ||
        pthread_create(&own, NULL, compile_until_told, NULL) != 0)
        _exit(1);
    while (!atomic_load(&is_compiling))
        sched_yield();
    exit(IS_RIGHT);
}

static void be_older(void)
{
    _exit(IS_OLDER);
}

/* The output of the program is not lost. */
static void exit_with_an_endless_compilation(void)
{
    struct gi_exit_wait wait = { .is_endless = true };

    atexit(be_older);
    gi_process_close_drivers_at_exit();
    gi_exit_wait_give_up(&wait);
    printf("x");
    exit(IS_RIGHT);
}

static void exit_with_a_thread_that_sleeps(void)
{
    struct gi_exit_wait wait = { .is_endless = false };

    atexit(be_older);
    gi_process_close_drivers_at_exit();
    gi_exit_wait_give_up(&wait);
    printf("x");
    fflush(stdout);
    exit(IS_RIGHT);
}

/* The exit of a child that has printed so many characters. */
static int ending_of(void (*body)(void), size_t printed)
{
    char text[8];
    int ends[2], ending;
    pid_t child;

    assert_int_equal(pipe(ends), 0);
    fflush(NULL);
    child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        dup2(ends[1], STDOUT_FILENO);
        body();
    }
    close(ends[1]);
    assert_int_equal(read(ends[0], text, sizeof text), printed);
    close(ends[0]);
    assert_int_equal(waitpid(child, &ending, 0), child);
    assert_true(WIFEXITED(ending));
    return WEXITSTATUS(ending);
}

TEST_CASE(steps_end_before_exit_handlers)
{
    assert_int_equal(ending_of(exit_while_one_compiles, 0), IS_RIGHT);
}

TEST_CASE(a_drivers_thread_ends_before_exit_handlers)
{
    assert_int_equal(ending_of(exit_with_a_thread_of_a_driver, 0), IS_RIGHT);
}

TEST_CASE(an_endless_compilation_ends_the_process_at_the_driver)
{
    assert_int_equal(ending_of(exit_with_an_endless_compilation, 1), IS_RIGHT);
    assert_int_equal(ending_of(exit_with_a_thread_that_sleeps, 1), IS_OLDER);
}

int main(void)
{
    setenv("GPUINTEROP_COMPILE_AHEAD", "1", 1);
    return run_test_cases(NULL);
}
