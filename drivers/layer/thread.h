/* Threads of the layer. They take no signals: a program's handlers run in its own threads alone.
 * Threads: any. */
#ifndef GILAYER_THREAD_H
#define GILAYER_THREAD_H

#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

/* Starts a thread; name has at most 15 characters. False: the system has none. */
static inline bool gilayer_thread_start(pthread_t *out_thread, const char *name,
                                        void *(*run)(void *argument), void *argument)
{
    sigset_t all, before;
    int error;

    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    error = pthread_create(out_thread, NULL, run, argument);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (error == 0)
        pthread_setname_np(*out_thread, name);
    return error == 0;
}

#endif
