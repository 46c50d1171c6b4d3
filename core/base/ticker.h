/** A thread of the library that calls a function at intervals, until the process ends. It can
 *  rest meanwhile. */
#ifndef GI_TICKER_H
#define GI_TICKER_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

struct gi_ticker {
    void (*tick)(void);
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    int64_t interval_ns;         /* this and the next two: under the lock */
    bool stopping, resting;
    bool runs;                   /* the thread has started */
};

/** Starts the thread. The exit stops it. Without a thread of the system nothing happens.
 *  Owner:   the ticker stays valid for good.
 *  Threads: one, once for each ticker. */
void gi_ticker_start(struct gi_ticker *ticker, const char *name, int64_t interval_ns,
                     void (*tick)(void));

/** Says whether the thread rests: it then sleeps until it shall not, and calls the function at
 *  once if an interval has passed. Nothing happens where it never started.
 *  Threads: any. */
void gi_ticker_rest(struct gi_ticker *ticker, bool rests);

/** Changes the interval, also of a sleep that has begun.
 *  Threads: any. */
void gi_ticker_pace(struct gi_ticker *ticker, int64_t interval_ns);

#endif
