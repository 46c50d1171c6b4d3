/** Calls that a thread is not cancelled in.
 *
 *  A thread that is cancelled in a driver, or where it sleeps or writes with a lock held, leaves
 *  the lock locked for good. Switching cancellation off and on costs about 25 ns, so it is not done
 *  around each call of a program: it is done in the functions that call drivers, sleep, or use
 *  files. What lies between them, the queries of drivers included, is no cancellation point. */
#ifndef GI_UNCANCELLED_H
#define GI_UNCANCELLED_H

#include <pthread.h>

static inline int gi_uncancelled_begin(void)
{
    int before;

    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before);
    return before;
}

static inline void gi_uncancelled_end(const int *before)
{
    int unused;

    pthread_setcancelstate(*before, &unused);
}

/** The first declaration of a function: the calling thread is not cancelled until it returns. */
#define GI_UNCANCELLED \
    __attribute__((cleanup(gi_uncancelled_end), unused)) \
    const int gi_uncancelled_before = gi_uncancelled_begin()

#endif
