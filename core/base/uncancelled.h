/** Calls in which a thread cannot be cancelled.
 *
 *  A thread that is cancelled while it holds a lock leaves the lock locked. That can happen in a
 *  driver, in a sleep, and in a write. To turn cancellation off and on costs about 25 ns, which is
 *  too much for each call of a program. So only the functions that call drivers, sleep or use files
 *  do it. All other code, with the drivers' queries, has no cancellation point.
 *  tests/rules/uncancelled.py finds a call of a program that leads to one. */
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

/** Stands as the first declaration of a function: the calling thread is not cancelled until it
 *  returns. */
#define GI_UNCANCELLED \
    __attribute__((cleanup(gi_uncancelled_end), unused)) \
    const int gi_uncancelled_before = gi_uncancelled_begin()

#endif
