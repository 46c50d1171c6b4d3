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

static void older_handlers_run(void)
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
static void slow_handlers_have_their_time(void)
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
        alarm(40);
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

static void status_and_output_are_kept(void)
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

static void without_a_limit_too(void)
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

static void behind_a_lock_too(void)
{
    expect_end(leave_locked);
}

static void stick_often(void)
{
    gifake_stick_at_exit(100);
    sched_begin_plain();
    give_up();
}

static void many_handlers_are_not_interrupted_one_by_one(void)
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

static void the_rest_has_a_moment(void)
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

static void without_a_stuck_kernel(void)
{
    expect_end(finish_all);
}

int main(int argc, char **argv)
{
    static const struct sched_case cases[] = {
        { "older_handlers_run", older_handlers_run, GOOD },
        { "slow_handlers_have_their_time", slow_handlers_have_their_time, GOOD },
        { "status_and_output_are_kept", status_and_output_are_kept, 0 },
        { "without_a_limit_too", without_a_limit_too, 0 },
        { "behind_a_lock_too", behind_a_lock_too, 0 },
        { "many_handlers", many_handlers_are_not_interrupted_one_by_one, 0 },
        { "the_rest_has_a_moment", the_rest_has_a_moment, 0 },
        { "without_a_stuck_kernel", without_a_stuck_kernel, 0 },
    };

    return sched_main(argc, argv, cases, sizeof cases / sizeof cases[0]);
}
