#include "thread.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "log_ring.h"

struct start {
    void *(*run)(void *argument);
    void *argument;
};

static void *begin(void *argument)
{
    struct start start = *(struct start *)argument;

    free(argument);
    gi_log_begin_own_thread();
    return start.run(start.argument);
}

gi_status gi_thread_start(pthread_t *out_thread, const char *name, void *(*run)(void *argument),
                          void *argument)
{
    struct start *start = malloc(sizeof *start);
    sigset_t all, old;
    int error;

    if (start == NULL)
        return gi_fail(GI_OS_ERROR, "a thread cannot be started: no host memory");
    *start = (struct start){ run, argument };
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &old);
    error = pthread_create(out_thread, NULL, begin, start);
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    if (error != 0) {
        free(start);
        return gi_fail(GI_OS_ERROR, "a thread cannot be started: %s", strerror(error));
    }
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
