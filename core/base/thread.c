#include "thread.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "clock.h"
#include "log_ring.h"

#define NS_PER_SECOND 1000000000

#define DEEP_STACK_BYTES ((size_t)8 << 20)

struct start {
    void *(*run)(void *argument);
    void *argument;
};

static void *run_thread(void *argument)
{
    struct start start = *(struct start *)argument;

    free(argument);
    gi_log_begin_own_thread();
    return start.run(start.argument);
}

static gi_status start_with(const pthread_attr_t *attributes, pthread_t *out_thread,
                            const char *name, void *(*run)(void *argument), void *argument)
{
    struct start *start = malloc(sizeof *start);
    sigset_t all, old;
    int error;

    if (start == NULL)
        return gi_fail(GI_OS_ERROR, "a thread cannot be started: no host memory");
    *start = (struct start){ run, argument };
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &old);
    error = pthread_create(out_thread, attributes, run_thread, start);
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    if (error != 0) {
        free(start);
        return gi_fail(GI_OS_ERROR, "a thread cannot be started: %s", strerror(error));
    }
    pthread_setname_np(*out_thread, name);
    return GI_OK;
}

gi_status gi_thread_start(pthread_t *out_thread, const char *name, void *(*run)(void *argument),
                          void *argument)
{
    return start_with(NULL, out_thread, name, run, argument);
}

gi_status gi_thread_start_deep(pthread_t *out_thread, const char *name,
                               void *(*run)(void *argument), void *argument)
{
    pthread_attr_t attributes;
    size_t stack_bytes = 0;
    gi_status status;

    pthread_attr_init(&attributes);
    (void)pthread_attr_getstacksize(&attributes, &stack_bytes);
    if (stack_bytes < DEEP_STACK_BYTES)
        (void)pthread_attr_setstacksize(&attributes, DEEP_STACK_BYTES);
    status = start_with(&attributes, out_thread, name, run, argument);
    pthread_attr_destroy(&attributes);
    return status;
}

static pthread_t exiting;                /* valid once is_exiting is set */
static atomic_bool is_exiting;

void gi_thread_note_exit(void)
{
    exiting = pthread_self();
    atomic_store(&is_exiting, true);
}

bool gi_thread_is_exiting(pthread_t thread)
{
    return pthread_equal(thread, pthread_self()) ||
           (atomic_load(&is_exiting) && pthread_equal(thread, exiting));
}

void gi_thread_join(pthread_t thread)
{
    struct timespec deadline;

    if (gi_thread_is_exiting(thread))
        return;
    clock_gettime(CLOCK_REALTIME, &deadline);
    deadline.tv_sec += 2;
    pthread_timedjoin_np(thread, NULL, &deadline);
}

void gi_mutex_init_polled(pthread_mutex_t *lock)
{
    pthread_mutexattr_t attributes;

    pthread_mutexattr_init(&attributes);
#ifdef PTHREAD_ADAPTIVE_MUTEX_INITIALIZER_NP
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ADAPTIVE_NP);
#endif
    pthread_mutex_init(lock, &attributes);
    pthread_mutexattr_destroy(&attributes);
}

void gi_condition_init(pthread_cond_t *condition)
{
    pthread_condattr_t attributes;

    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(condition, &attributes);
    pthread_condattr_destroy(&attributes);
}

bool gi_condition_wait(pthread_cond_t *condition, pthread_mutex_t *lock, int64_t abs_deadline_ns)
{
    struct timespec deadline = { abs_deadline_ns / NS_PER_SECOND,
                                 abs_deadline_ns % NS_PER_SECOND };

    if (abs_deadline_ns != GI_FOREVER)
        return pthread_cond_timedwait(condition, lock, &deadline) != ETIMEDOUT;
    pthread_cond_wait(condition, lock);
    return true;
}
