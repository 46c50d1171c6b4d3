#include "rtc/rtc_exit.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>

#include "base/process.h"
#include "clang/temporary.h"

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

static void end_group(struct gi_rtc_exit *run)
{
    if (run->group != 0 && gi_rtc_exit_look(run->group) != GI_RTC_EXIT_TAKEN)
        (void)kill(-run->group, SIGKILL);
    run->group = 0;
}

static void stop_all(void *unused)
{
    (void)unused;
    pthread_mutex_lock(&lock);
    is_leaving = true;
    for (struct gi_rtc_exit *run = runs; run != NULL; run = run->next) {
        run->is_stopped = true;
        end_group(run);
        gi_temporary_remove(run->folder);
    }
    pthread_mutex_unlock(&lock);
}

static void register_once(void)
{
    (void)gi_process_at_exit(stop_all, NULL);
}

void gi_rtc_exit_begin(struct gi_rtc_exit *run, const char *folder)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;

    pthread_once(&once, register_once);
    pthread_mutex_lock(&lock);
    *run = (struct gi_rtc_exit){ .next = runs, .folder = folder, .is_known = true,
                                 .is_stopped = is_leaving };
    runs = run;
    pthread_mutex_unlock(&lock);
}

void gi_rtc_exit_end(struct gi_rtc_exit *run)
{
    struct gi_rtc_exit **link = &runs;

    if (!run->is_known)
        return;
    pthread_mutex_lock(&lock);
    while (*link != run)
        link = &(*link)->next;
    *link = run->next;
    pthread_mutex_unlock(&lock);
    run->is_known = false;
}

bool gi_rtc_exit_lock(struct gi_rtc_exit *run)
{
    pthread_mutex_lock(&lock);
    return !run->is_stopped;
}

void gi_rtc_exit_unlock(struct gi_rtc_exit *run, pid_t group)
{
    run->group = group;
    pthread_mutex_unlock(&lock);
}

void gi_rtc_exit_end_group(struct gi_rtc_exit *run)
{
    pthread_mutex_lock(&lock);
    end_group(run);
    pthread_mutex_unlock(&lock);
}
