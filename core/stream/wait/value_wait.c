#include "value_wait.h"

#include <pthread.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/in_driver.h"
#include "base/process.h"
#include "base/thread.h"

#define SHORTEST_NS INT64_C(20000)
#define LONGEST_NS INT64_C(5000000)

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;    /* a leaf; guards all below */
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_cond_t changed;
static pthread_t thread;
static bool started, stopping, look_now;
static struct gi_value_waiter *waiters;
static atomic_size_t waiter_count;       /* also read without the lock */

bool gi_value_wait_holds(const struct gi_value_wait *word)
{
    uint64_t now;

    if (gi_driver_enter() != GI_OK)
        return false;
    if (word->size_bytes == 4)
        now = __atomic_load_n((const uint32_t *)word->address, __ATOMIC_ACQUIRE);
    else
        now = __atomic_load_n((const uint64_t *)word->address, __ATOMIC_ACQUIRE);
    gi_driver_leave();
    switch (word->condition) {
    case GI_VALUE_REACHED: return (now & word->mask) >= word->value;
    case GI_VALUE_EQUAL: return (now & word->mask) == word->value;
    case GI_VALUE_AND: return (now & word->mask & word->value) != 0;
    case GI_VALUE_NOR: return (~(now | word->value) & word->mask) != 0;
    }
    return false;
}

int64_t gi_value_wait_pause_ns(int64_t waited_ns)
{
    int64_t pause = waited_ns / 16;

    return pause < SHORTEST_NS ? SHORTEST_NS : pause > LONGEST_NS ? LONGEST_NS : pause;
}

void gi_value_wait_free(struct gi_value_wait *word)
{
    gi_allocation_unref(word->allocation);
    free(word);
}

static void unlist(struct gi_value_waiter *waiter)
{
    if (waiter->previous != NULL)
        waiter->previous->next = waiter->next;
    else
        waiters = waiter->next;
    if (waiter->next != NULL)
        waiter->next->previous = waiter->previous;
    waiter->is_listed = false;
    atomic_fetch_sub(&waiter_count, 1);
}

/* Takes out the waiters whose condition holds, linked by next, and computes the next poll of the
 * rest. The lock is held. */
static struct gi_value_waiter *collect(int64_t now, int64_t *out_next_ns)
{
    struct gi_value_waiter *come = NULL, *next;

    *out_next_ns = GI_FOREVER;
    for (struct gi_value_waiter *waiter = waiters; waiter != NULL; waiter = next) {
        int64_t pause = gi_value_wait_pause_ns(now - waiter->since_ns);

        next = waiter->next;
        if (gi_value_wait_holds(waiter->word)) {
            unlist(waiter);
            waiter->next = come;
            come = waiter;
            continue;
        }
        if (now + pause < *out_next_ns)
            *out_next_ns = now + pause;
    }
    return come;
}

/* The lock is held, and released meanwhile. */
static void sleep_until(int64_t next_ns)
{
    if (!look_now && !stopping)
        (void)gi_condition_wait(&changed, &lock, next_ns);
}

static void *look_thread(void *unused)
{
    (void)unused;
    pthread_mutex_lock(&lock);
    while (!stopping) {
        struct gi_value_waiter *come;
        int64_t next_ns;

        look_now = false;
        come = collect(gi_now_ns(), &next_ns);
        if (come == NULL) {
            sleep_until(next_ns);
            continue;
        }
        pthread_mutex_unlock(&lock);
        while (come != NULL) {
            struct gi_value_waiter *waiter = come;

            come = waiter->next; /* read first: the function may add the waiter again */
            waiter->notify(waiter);
        }
        pthread_mutex_lock(&lock);
    }
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void stop(void *unused)
{
    (void)unused;
    pthread_mutex_lock(&lock);
    stopping = true;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
    gi_thread_join(thread);
}

static void init_condition(void)
{
    gi_condition_init(&changed);
}

/* The lock is held. */
static gi_status start(void)
{
    gi_status status;

    if (started)
        return GI_OK;
    pthread_once(&once, init_condition);
    status = gi_thread_start(&thread, "gi-word", look_thread, NULL);
    if (status != GI_OK)
        return status;
    started = true;
    gi_process_at_exit(stop, NULL);
    return GI_OK;
}

gi_status gi_value_waiter_add(struct gi_value_waiter *waiter)
{
    gi_status status;

    pthread_mutex_lock(&lock);
    status = start();
    if (status == GI_OK) {
        waiter->since_ns = gi_now_ns();
        waiter->previous = NULL;
        waiter->next = waiters;
        if (waiters != NULL)
            waiters->previous = waiter;
        waiters = waiter;
        waiter->is_listed = true;
        atomic_fetch_add(&waiter_count, 1);
        look_now = true;
        pthread_cond_signal(&changed);
    }
    pthread_mutex_unlock(&lock);
    return status;
}

bool gi_value_waiter_cancel(struct gi_value_waiter *waiter)
{
    bool was_listed;

    pthread_mutex_lock(&lock);
    was_listed = waiter->is_listed;
    if (was_listed)
        unlist(waiter);
    pthread_mutex_unlock(&lock);
    return was_listed;
}

void gi_value_wait_written(void)
{
    if (atomic_load(&waiter_count) == 0)
        return;
    pthread_mutex_lock(&lock);
    look_now = true;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
}
