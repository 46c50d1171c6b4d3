#include "stuck_exit.h"

#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "clock.h"
#include "log.h"
#include "thread.h"

/* How long an exit handler of a driver may take, how many of them are interrupted, and how long the
 * rest of the exit may take behind the program's handlers. Drivers need up to 60 ms. */
#define HANDLER_NS INT64_C(500000000)
#define REST_NS INT64_C(2000000000)
enum { MOST_INTERRUPTED = 8 };

#define PAUSE_NS 10000000

static atomic_bool is_expected, is_in_driver, is_rest, ends_at_driver;
static atomic_uint entered;              /* groups of drivers' handlers so far */
static atomic_bool has_thread;
static sem_t has_begun;                  /* the thread waits for the exit */
static pthread_t exiting;                /* these are written before that */
static int exit_status, interruption;

/* ---- on the thread that exits ---------------------------------------------------------------- */

/* The driver's handler never goes on. */
static void interrupt(int unused)
{
    (void)unused;
    if (atomic_load(&is_in_driver))
        exit(exit_status);
}

static void behind_driver(void)
{
    atomic_store(&is_in_driver, false);
}

/* Registered when the library is loaded, so nearly all handlers of the program come before it. */
static void behind_program(void)
{
    if (atomic_load(&entered) == 0)
        return;
    atomic_store(&is_rest, true);
    fflush(NULL);                        /* the exit does it only behind the last handler */
}

__attribute__((constructor)) static void add_exit_handler(void)
{
    atexit(behind_program);
}

/* ---- the thread that looks after it ---------------------------------------------------------- */

static void *flush(void *unused)
{
    fflush(NULL);
    return unused;
}

/* Streams may be locked for ever. */
static _Noreturn void end_process(void)
{
    struct timespec deadline;
    pthread_t thread;

    if (!atomic_load(&is_rest) && gi_thread_start(&thread, "gi-flush", flush, NULL) == GI_OK) {
        clock_gettime(CLOCK_REALTIME, &deadline);
        deadline.tv_sec++;
        pthread_timedjoin_np(thread, NULL, &deadline);
    }
    _exit(exit_status);
}

/* Takes no lock that the exiting thread could hold. */
static void say_interrupted(void)
{
    static const char line[] = "gpuinterop: exit: an exit handler of the driver takes long; the "
                               "exit goes on behind it\n";

    if (gi_log_enabled(GI_LOG_INFO) && write(STDERR_FILENO, line, sizeof line - 1) < 0)
        return;
}

static void *look_after(void *unused)
{
    const struct timespec pause = { .tv_nsec = PAUSE_NS };
    unsigned seen = 0, interrupted = 0;
    bool was_rest = false;
    int64_t since_ns = 0;

    (void)unused;
    while (sem_wait(&has_begun) != 0)
        ;
    for (;;) {
        unsigned now_entered = atomic_load(&entered);
        bool rest = atomic_load(&is_rest);

        if (now_entered != seen || rest != was_rest || !(atomic_load(&is_in_driver) || rest))
            since_ns = gi_now_ns();
        seen = now_entered;
        was_rest = rest;
        if (rest && gi_now_ns() - since_ns > REST_NS)
            end_process();
        if (!rest && gi_now_ns() - since_ns > HANDLER_NS) {
            if (++interrupted > MOST_INTERRUPTED)
                end_process();
            say_interrupted();
            (void)pthread_kill(exiting, interruption);
            since_ns = gi_now_ns();
        }
        nanosleep(&pause, NULL);
    }
}

/* A signal that the program does not use; 0 if there is none. */
static int free_signal(void)
{
    struct sigaction action;

    for (int number = SIGRTMAX; number >= SIGRTMIN; number--)
        if (sigaction(number, NULL, &action) == 0 && (action.sa_flags & SA_SIGINFO) == 0 &&
            action.sa_handler == SIG_DFL)
            return number;
    return 0;
}

/* The thread waits from now on. At the exit it could not start: a signal handler may have called
 * exit while its thread held the lock of malloc. */
static void start_thread(void)
{
    pthread_t thread;

    sem_init(&has_begun, 0, 0);
    if (gi_thread_start(&thread, "gi-exit", look_after, NULL) != GI_OK)
        return;                          /* the exit may wait in the driver */
    pthread_detach(thread);
    atomic_store(&has_thread, true);
}

static void begin_exit(int status)
{
    struct sigaction action = { .sa_handler = interrupt, .sa_flags = SA_NODEFER };
    sigset_t own;

    exiting = pthread_self();
    exit_status = status;
    interruption = free_signal();
    sigemptyset(&own);
    if (interruption != 0) {
        (void)sigaction(interruption, &action, NULL);
        sigaddset(&own, interruption);
        (void)pthread_sigmask(SIG_UNBLOCK, &own, NULL);
    }
    sem_post(&has_begun);
}

/* ---- calls from outside ---------------------------------------------------------------------- */

void gi_stuck_exit_prepare(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;

    pthread_once(&once, start_thread);
}

void gi_stuck_exit_expect(void)
{
    atomic_store(&is_expected, true);
}

void gi_stuck_exit_before_driver(void)
{
    atexit(behind_driver);
}

void gi_stuck_exit_end_at_driver(void)
{
    atomic_store(&ends_at_driver, true);
}

void gi_stuck_exit_at_driver(int status)
{
    if (atomic_load(&ends_at_driver)) {
        exit_status = status;
        end_process();
    }
    if (!atomic_load(&is_expected) || !atomic_load(&has_thread))
        return;
    atomic_store(&is_in_driver, true);
    if (atomic_fetch_add(&entered, 1) == 0)
        begin_exit(status);
}
