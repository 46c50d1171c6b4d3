#include "rtc/rtc_exit.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>

#include "base/clock.h"
#include "base/process.h"
#include "clang/temporary.h"

/* How long the exit waits for compilers that it has killed. */
#define END_NS UINT64_C(100000000)

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct gi_rtc_exit *runs;        /* guarded by the lock */
static bool is_leaving;                 /* guarded by the lock */

enum gi_rtc_exit_state gi_rtc_exit_look(pid_t child)
{
    siginfo_t facts = { 0 };
    int result;

    do {
        result = waitid(P_PID, (id_t)child, &facts, WEXITED | WNOWAIT | WNOHANG);
    } while (result != 0 && errno == EINTR);
    return result != 0 ? GI_RTC_EXIT_TAKEN
        : facts.si_pid == child ? GI_RTC_EXIT_ENDED : GI_RTC_EXIT_RUNS;
}

static void end_group(pid_t group)
{
    if (group != 0 && gi_rtc_exit_look(group) != GI_RTC_EXIT_TAKEN)
        (void)kill(-group, SIGKILL);
}

/* A compiler that still runs could make a file in a folder that is being removed. */
static void wait_for_group(pid_t group, int64_t abs_deadline_ns)
{
    const struct timespec step = { .tv_nsec = 1000000 };

    while (group != 0 && gi_rtc_exit_look(group) == GI_RTC_EXIT_RUNS
           && gi_now_ns() < abs_deadline_ns)
        nanosleep(&step, NULL);
}

static void stop_all(void *unused)
{
    int64_t abs_deadline_ns = gi_deadline_ns(END_NS);

    (void)unused;
    pthread_mutex_lock(&lock);
    is_leaving = true;
    for (const struct gi_rtc_exit *run = runs; run != NULL; run = run->next)
        end_group(run->group);
    for (struct gi_rtc_exit *run = runs; run != NULL; run = run->next) {
        wait_for_group(run->group, abs_deadline_ns);
        run->group = 0;
        gi_temporary_remove(run->folder);
    }
    pthread_mutex_unlock(&lock);
}

/* An exit that has begun already takes no function. */
static void register_once(void)
{
    bool is_in_time = gi_process_at_exit(stop_all, NULL);

    pthread_mutex_lock(&lock);
    is_leaving |= !is_in_time;
    pthread_mutex_unlock(&lock);
}

void gi_rtc_exit_begin(struct gi_rtc_exit *run, const char *folder)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;

    pthread_once(&once, register_once);
    pthread_mutex_lock(&lock);
    *run = (struct gi_rtc_exit){ .next = runs, .folder = folder };
    runs = run;
    pthread_mutex_unlock(&lock);
}

void gi_rtc_exit_end(struct gi_rtc_exit *run)
{
    struct gi_rtc_exit **link = &runs;

    if (run->folder == NULL)
        return;
    pthread_mutex_lock(&lock);
    while (*link != run)
        link = &(*link)->next;
    *link = run->next;
    pthread_mutex_unlock(&lock);
    run->folder = NULL;
}

bool gi_rtc_exit_lock(void)
{
    pthread_mutex_lock(&lock);
    return !is_leaving;
}

void gi_rtc_exit_unlock(struct gi_rtc_exit *run, pid_t group)
{
    run->group = group;
    pthread_mutex_unlock(&lock);
}

void gi_rtc_exit_end_group(struct gi_rtc_exit *run)
{
    pthread_mutex_lock(&lock);
    end_group(run->group);
    run->group = 0;
    pthread_mutex_unlock(&lock);
}
