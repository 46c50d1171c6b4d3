#include "exit_wait.h"

#include <time.h>

#include "clock.h"
#include "log.h"
#include "stuck_exit.h"
#include "thread.h"

enum { MOST_IDLE = 40 };                 /* pieces: 2 s */

/* A thread that has used so much of a processor since the last look does not sleep. */
#define GROWN_NS INT64_C(1000000)

#define MOST_NS INT64_C(20000000000)
#define NS_PER_SECOND INT64_C(1000000000)

bool gi_exit_wait_note(struct gi_exit_wait *wait, int64_t processor_ns)
{
    int64_t grown_ns = processor_ns - wait->seen_ns;

    if (!wait->has_begun || grown_ns < 0 || grown_ns >= GROWN_NS) {
        if (wait->has_begun && grown_ns > 0)
            wait->spent_ns += grown_ns;
        wait->has_begun = true;
        wait->seen_ns = processor_ns;
        wait->idle = 0;
    } else {
        wait->idle++;
    }
    wait->is_endless = wait->spent_ns >= MOST_NS;
    return wait->idle < MOST_IDLE && !wait->is_endless;
}

void gi_exit_wait_give_up(const struct gi_exit_wait *wait)
{
    gi_log(GI_LOG_ERROR, "exit: a thread that compiles ahead %s; the exit goes on without it",
           wait->is_endless ? "has computed for 20 s since" : "sleeps in the driver");
    if (wait->is_endless)
        gi_stuck_exit_end_at_driver();
}

int64_t gi_exit_wait_processor_ns(pthread_t thread)
{
    struct timespec time = { 0 };
    clockid_t clock;

    if (pthread_getcpuclockid(thread, &clock) == 0)
        (void)clock_gettime(clock, &time);
    return time.tv_sec * NS_PER_SECOND + time.tv_nsec;
}

/* False if it has not ended within the piece. */
static bool join_for_a_piece(pthread_t thread)
{
    struct timespec deadline;

    clock_gettime(CLOCK_REALTIME, &deadline);
    deadline.tv_nsec += GI_EXIT_PIECE_NS;
    if (deadline.tv_nsec >= NS_PER_SECOND) {
        deadline.tv_sec++;
        deadline.tv_nsec -= NS_PER_SECOND;
    }
    return pthread_timedjoin_np(thread, NULL, &deadline) == 0;
}

void gi_exit_wait_join(pthread_t thread)
{
    struct gi_exit_wait wait = { 0 };

    if (gi_thread_is_exiting(thread))
        return;
    while (!join_for_a_piece(thread)) {
        if (!gi_exit_wait_note(&wait, gi_exit_wait_processor_ns(thread))) {
            gi_exit_wait_give_up(&wait);
            return;
        }
    }
}
