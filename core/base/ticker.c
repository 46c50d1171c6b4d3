#include "ticker.h"

#include "clock.h"
#include "process.h"
#include "thread.h"

/* Sleeps for the interval, and for as long as it rests; false once the process exits. */
static bool sleep_between(struct gi_ticker *ticker)
{
    int64_t start_ns = gi_now_ns();
    bool goes_on;

    pthread_mutex_lock(&ticker->lock);
    while (!ticker->stopping &&
           (ticker->resting || gi_now_ns() < start_ns + ticker->interval_ns))
        (void)gi_condition_wait(&ticker->changed, &ticker->lock,
                                ticker->resting ? GI_FOREVER : start_ns + ticker->interval_ns);
    goes_on = !ticker->stopping;
    pthread_mutex_unlock(&ticker->lock);
    return goes_on;
}

static void *run(void *argument)
{
    struct gi_ticker *ticker = argument;

    while (sleep_between(ticker))
        ticker->tick();
    return NULL;
}

static void stop(void *argument)
{
    struct gi_ticker *ticker = argument;

    pthread_mutex_lock(&ticker->lock);
    ticker->stopping = true;
    pthread_cond_signal(&ticker->changed);
    pthread_mutex_unlock(&ticker->lock);
    gi_thread_join(ticker->thread);
}

void gi_ticker_start(struct gi_ticker *ticker, const char *name, int64_t interval_ns,
                     void (*tick)(void))
{
    ticker->interval_ns = interval_ns;
    ticker->tick = tick;
    pthread_mutex_init(&ticker->lock, NULL);
    gi_condition_init(&ticker->changed);
    ticker->runs = gi_thread_start(&ticker->thread, name, run, ticker) == GI_OK;
    if (ticker->runs)
        gi_process_at_exit(stop, ticker);
}

void gi_ticker_rest(struct gi_ticker *ticker, bool rests)
{
    if (!ticker->runs)
        return;
    pthread_mutex_lock(&ticker->lock);
    ticker->resting = rests;
    pthread_cond_signal(&ticker->changed);
    pthread_mutex_unlock(&ticker->lock);
}

void gi_ticker_pace(struct gi_ticker *ticker, int64_t interval_ns)
{
    if (!ticker->runs)
        return;
    pthread_mutex_lock(&ticker->lock);
    ticker->interval_ns = interval_ns;
    pthread_cond_signal(&ticker->changed);
    pthread_mutex_unlock(&ticker->lock);
}
