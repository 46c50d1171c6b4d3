#include "thread.h"

#include <signal.h>
#include <string.h>
#include <time.h>

gi_status gi_thread_start(pthread_t *out_thread, const char *name, void *(*run)(void *argument),
                          void *argument)
{
    sigset_t all, old;
    int error;

    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &old);
    error = pthread_create(out_thread, NULL, run, argument);
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    if (error != 0)
        return gi_fail(GI_OS_ERROR, "a thread cannot be started: %s", strerror(error));
    pthread_setname_np(*out_thread, name);
    return GI_OK;
}

void gi_thread_join(pthread_t thread)
{
    struct timespec deadline;

    if (pthread_equal(thread, pthread_self()))
        return;
    clock_gettime(CLOCK_REALTIME, &deadline);
    deadline.tv_sec += 2;
    pthread_timedjoin_np(thread, NULL, &deadline);
}
