/* The exit of a process with a kernel that does not end, where the driver waits for it in exit
 * handlers: for ever, here. The exit goes on behind them. */
#include "harness.h"

#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "launches.h"
#include "stream/scheduler.h"

enum { GOOD = 3, STATUS_OF_PROGRAM = 42, SIZE = 4096 };

/* As long as the library lets a driver's handler take, and more. */
static const struct timespec long_time = { .tv_nsec = 900000000 };

static void give_up(void)
{
    (void)sched_held_launch();
    gi_device_give_up(gi_device_if_open(0), "the kernel does not end");
}

/* Handlers of the program that are older than the library's use run behind the driver's. */
static void tell_good(void)
{
    _exit(GOOD);
}

/* ThreadSanitizer holds back a signal that comes within a signal handler. */
#ifdef __SANITIZE_THREAD__
enum { HANDLERS = 1 };
#else
enum { HANDLERS = 2 };
#endif

SCHED_CASE_EXITS(older_handlers_run, GOOD)
{
    atexit(tell_good);
    gifake_stick_at_exit(HANDLERS);
    sched_begin_plain();
    give_up();
    exit(1);
}

static void do_nothing(void)
{
}

static void take_long(void)
{
    nanosleep(&long_time, NULL);
    _exit(GOOD);
}

/* Only a driver's handlers are interrupted. */
SCHED_CASE_EXITS(slow_handlers_have_their_time, GOOD)
{
    atexit(take_long);
    gifake_stick_at_exit(1);
    sched_begin_plain();
    give_up();
    atexit(do_nothing);
    exit(1);
}

/* What a process that exits with STATUS_OF_PROGRAM leaves in the buffer of its output. */
static void expect_end(void (*run)(void))
{
    char text[64] = "";
    ssize_t used;
    int ends[2], ending;
    pid_t child;

    REQUIRE(pipe(ends) == 0, "no pipe");
    child = fork();
    REQUIRE(child >= 0, "no child");
    if (child == 0) {
        alarm(200);
        REQUIRE(dup2(ends[1], STDOUT_FILENO) >= 0, "no output");
        run();
        printf("in the buffer");
        exit(STATUS_OF_PROGRAM);
    }
    close(ends[1]);
    REQUIRE(waitpid(child, &ending, 0) == child, "no child");
    REQUIRE(WIFEXITED(ending) && WEXITSTATUS(ending) == STATUS_OF_PROGRAM, "%s %d",
            WIFEXITED(ending) ? "exit code" : "signal",
            WIFEXITED(ending) ? WEXITSTATUS(ending) : WTERMSIG(ending));
    used = read(ends[0], text, sizeof text - 1);
    REQUIRE(used > 0 && strcmp(text, "in the buffer") == 0, "\"%s\" was written", text);
}

static void stick_once(void)
{
    gifake_stick_at_exit(1);
    sched_begin_plain();
    give_up();
}

SCHED_CASE(status_and_output_are_kept)
{
    expect_end(stick_once);
}

/* Nobody has given the device up: the kernel is found unfinished at exit. */
static void leave_unfinished(void)
{
    gifake_stick_at_exit(1);
    sched_begin_plain();
    (void)sched_held_launch();
}

SCHED_CASE(without_a_limit_too)
{
    expect_end(leave_unfinished);
}

/* The thread that exits holds a lock, as in a signal handler, so nobody gets to the kernel. */
static void leave_locked(void)
{
    struct gi_stream *stream;

    gifake_stick_at_exit(1);
    sched_begin_plain();
    OK(gi_stream_acquire(sched_held_launch(), &stream));
    pthread_mutex_lock(&stream->lock);
}

SCHED_CASE(behind_a_lock_too)
{
    expect_end(leave_locked);
}

static void stick_often(void)
{
    gifake_stick_at_exit(100);
    sched_begin_plain();
    give_up();
}

SCHED_CASE(many_handlers_are_not_interrupted_one_by_one)
{
    expect_end(stick_often);
}

/* A handler that stands behind all of the program's, as a library's destructor does. */
static bool sticks_at_the_end;

static void stick_at_the_end(void)
{
    while (sticks_at_the_end)
        pause();
}

__attribute__((constructor(101))) static void begin(void)
{
    atexit(stick_at_the_end);
}

static void stick_last(void)
{
    sched_begin_plain();
    give_up();
    sticks_at_the_end = true;
}

SCHED_CASE(the_rest_has_a_moment)
{
    expect_end(stick_last);
}

/* Other processes end as before. */
static void finish_all(void)
{
    gi_handle stream;

    sched_begin_plain();
    stream = sched_stream();
    OK(gi_fill_async(sched_memory(SIZE), 1, 1, SIZE, stream));
}

SCHED_CASE(without_a_stuck_kernel)
{
    expect_end(finish_all);
}
