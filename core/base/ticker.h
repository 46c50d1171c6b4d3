/** A thread of the library that calls a function at intervals, until the process ends. */
#ifndef GI_TICKER_H
#define GI_TICKER_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

struct gi_ticker {
    int64_t interval_ns;
    void (*tick)(void);
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t stopped;
    bool stopping;               /* under the lock */
};

/** Starts the thread. The exit stops it. Without a thread of the system nothing happens.
 *  Owner:   the ticker stays valid for good.
 *  Threads: one, once for each ticker. */
void gi_ticker_start(struct gi_ticker *ticker, const char *name, int64_t interval_ns,
                     void (*tick)(void));

#endif
