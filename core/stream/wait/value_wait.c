#include "value_wait.h"

#include <pthread.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/in_driver.h"
#include "base/process.h"
#include "base/thread.h"
#include "wiring.h"

#define SHORTEST_NS INT64_C(20000)
#define LONGEST_NS INT64_C(5000000)

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;    /* a leaf; guards all below */
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_cond_t changed;
static pthread_t thread;
static bool started, stopping, look_now;
static uint64_t writes;                  /* by the library, of words */
static struct gi_value_waiter *waiters;
static atomic_size_t waiter_count;       /* also read without the lock */

static struct gi_word_value *word_value(const struct gi_value_wait *word)
{
    return (struct gi_word_value *)word->copy;
}

/* Reads the word, or its copy. False if there is no value. */
static bool read_word(const struct gi_value_wait *word, uint64_t *out_now)
{
    *out_now = 0;
    if (word->copy != NULL) {
        *out_now = atomic_load(&word_value(word)->value);
        return atomic_load(&word_value(word)->is_known);
    }
    if (gi_driver_enter() != GI_OK)
        return false;
    if (word->size_bytes == 4)
        *out_now = __atomic_load_n((const uint32_t *)word->address, __ATOMIC_ACQUIRE);
    else
        *out_now = __atomic_load_n((const uint64_t *)word->address, __ATOMIC_ACQUIRE);
    gi_driver_leave();
    return true;
}

bool gi_value_wait_holds(const struct gi_value_wait *word)
{
    uint64_t now, sign = UINT64_C(1) << (word->size_bytes * 8 - 1);

    if (!read_word(word, &now))
        return false;
    switch (word->condition) {
    case GI_VALUE_REACHED: return (now & word->mask) >= word->value;
    case GI_VALUE_EQUAL: return (now & word->mask) == word->value;
    case GI_VALUE_AND: return (now & word->mask & word->value) != 0;
    case GI_VALUE_NOR: return (~(now | word->value) & word->mask) != 0;
    case GI_VALUE_NOT_BEHIND: return (((now & word->mask) - word->value) & sign) == 0;
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
    if (word->copy != NULL)
        gi_wiring.release_word(word->copy);
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

/* The results of a look at the waiters. */
struct findings {
    struct gi_value_waiter *come;        /* their condition holds; linked by next */
    struct gi_word_copy *copies;         /* to start; referenced, linked by next */
    int64_t next_ns;                     /* of the next look */
};

/* Plans the next look at the word: a poll, or the arrival of a copy. */
static void plan_look(struct gi_value_waiter *waiter, int64_t now, struct findings *found)
{
    struct gi_word_value *value = word_value(waiter->word);
    int64_t next_ns = now + gi_value_wait_pause_ns(now - waiter->since_ns);

    if (value != NULL) {
        if (atomic_load(&value->is_under_way))
            return;
        if (waiter->seen_writes == writes && now < waiter->next_copy_ns) {
            next_ns = waiter->next_copy_ns;
        } else {
            gi_wiring.keep_word(waiter->word->copy);
            atomic_store(&value->is_under_way, true);
            value->next = found->copies;
            found->copies = waiter->word->copy;
            waiter->seen_writes = writes;
            waiter->next_copy_ns = next_ns;
            return;
        }
    }
    if (next_ns < found->next_ns)
        found->next_ns = next_ns;
}

/* Takes out the waiters whose condition holds, and plans the next look at the rest. The lock is
 * held. */
static struct findings collect(int64_t now)
{
    struct findings found = { .next_ns = GI_FOREVER };
    struct gi_value_waiter *next;

    for (struct gi_value_waiter *waiter = waiters; waiter != NULL; waiter = next) {
        next = waiter->next;
        if (!gi_value_wait_holds(waiter->word)) {
            plan_look(waiter, now, &found);
            continue;
        }
        unlist(waiter);
        waiter->next = found.come;
        found.come = waiter;
    }
    return found;
}

/* No lock is held. */
static void act_on(const struct findings *found)
{
    struct gi_value_waiter *come = found->come;
    struct gi_word_copy *copies = found->copies;

    while (come != NULL) {
        struct gi_value_waiter *waiter = come;

        come = waiter->next;     /* read first: the function may add the waiter again */
        waiter->notify(waiter);
    }
    while (copies != NULL) {
        struct gi_word_copy *copy = copies;

        copies = ((struct gi_word_value *)copy)->next;   /* read first: it may end at once */
        gi_wiring.fetch_word(copy);
    }
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
        struct findings found;

        look_now = false;
        found = collect(gi_now_ns());
        if (found.come == NULL && found.copies == NULL) {
            sleep_until(found.next_ns);
            continue;
        }
        pthread_mutex_unlock(&lock);
        act_on(&found);
        pthread_mutex_lock(&lock);
    }
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void stop_thread(void *unused)
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
    gi_process_at_exit(stop_thread, NULL);
    return GI_OK;
}

gi_status gi_value_waiter_add(struct gi_value_waiter *waiter)
{
    gi_status status;

    pthread_mutex_lock(&lock);
    status = start();
    if (status == GI_OK) {
        waiter->since_ns = waiter->next_copy_ns = gi_now_ns();
        waiter->seen_writes = writes;
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

void gi_value_wait_fetched(struct gi_word_value *word, uint64_t value, bool known)
{
    pthread_mutex_lock(&lock);
    if (known) {
        atomic_store(&word->value, value);
        atomic_store(&word->is_known, true);
    }
    atomic_store(&word->is_under_way, false);
    look_now = true;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
}

void gi_value_wait_written(void)
{
    if (atomic_load(&waiter_count) == 0)
        return;
    pthread_mutex_lock(&lock);
    writes++;
    look_now = true;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
}
