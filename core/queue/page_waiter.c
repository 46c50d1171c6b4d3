#include "page_waiter.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/process.h"
#include "base/thread.h"

/* A watcher is a thread that sleeps on its own doorbell and on as many semaphores as one system
 * call takes. */
#define MAX_WAITERS 127

struct gi_watcher {
    struct gi_watcher *next;
    pthread_t thread;
    uint32_t doorbell;           /* a futex word */
    size_t count;
    struct gi_page_waiter *waiters[MAX_WAITERS];
    int64_t next_look_ns;        /* when it next checks processes; only the watcher's thread uses
                                    it */
    bool stopping;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;    /* guards all watchers; a leaf */
static struct gi_watcher *watchers;

/* Whether a waiter must be notified. looks: also checks whether the recording process has ended. */
static bool has_changed(const struct gi_page_waiter *waiter, bool looks)
{
    /* A hostile process may have restored the word. */
    if (looks && waiter->event != NULL &&
        (gi_host_event_look(waiter->event, waiter->value) != GI_HOST_EVENT_PENDING ||
         gi_now_ns() >= waiter->gives_up_ns))
        return true;
    return gi_host_semaphore_wake_word(waiter->semaphore) != waiter->seen ||
           gi_host_semaphore_value(waiter->semaphore) >= waiter->value;
}

static void remove_waiter(struct gi_watcher *watcher, struct gi_page_waiter *waiter)
{
    struct gi_page_waiter *last = watcher->waiters[--watcher->count];

    watcher->waiters[waiter->index] = last;
    last->index = waiter->index;
    waiter->watcher = NULL;
}

/* Removes the waiters that have changed, and lists the words of the rest. The lock is held. */
static struct gi_page_waiter *collect(struct gi_watcher *watcher, bool looks,
                                      struct gi_host_semaphore_word *words, size_t *out_word_count)
{
    struct gi_page_waiter *changed = NULL;
    size_t count = 0;

    for (size_t i = watcher->count; i-- > 0;) {
        struct gi_page_waiter *waiter = watcher->waiters[i];

        if (has_changed(waiter, looks)) {
            remove_waiter(watcher, waiter);
            waiter->next_changed = changed;
            changed = waiter;
        }
    }
    words[count++] = (struct gi_host_semaphore_word){
        &watcher->doorbell, __atomic_load_n(&watcher->doorbell, __ATOMIC_ACQUIRE)
    };
    for (size_t i = 0; i < watcher->count; i++)
        words[count++] = (struct gi_host_semaphore_word){
            gi_host_semaphore_wake_address(watcher->waiters[i]->semaphore),
            watcher->waiters[i]->seen
        };
    *out_word_count = count;
    return changed;
}

/* Whether it is time to check processes again. That is no more often than a sleep on pages ends
 * anyway. */
static bool is_time_to_look(struct gi_watcher *watcher)
{
    int64_t now = gi_now_ns();

    if (now < watcher->next_look_ns)
        return false;
    watcher->next_look_ns = now + GI_HOST_SEMAPHORE_RECHECK_NS;
    return true;
}

static void *run_watcher(void *argument)
{
    struct gi_watcher *watcher = argument;
    struct gi_host_semaphore_word words[MAX_WAITERS + 1];

    for (;;) {
        struct gi_page_waiter *changed;
        size_t count;
        bool looks = is_time_to_look(watcher), stopping;

        pthread_mutex_lock(&lock);
        changed = collect(watcher, looks, words, &count);
        stopping = watcher->stopping;
        pthread_mutex_unlock(&lock);
        if (stopping)
            return NULL;
        if (changed == NULL) {
            (void)gi_host_semaphore_sleep(words, count, GI_FOREVER);
            continue;
        }
        while (changed != NULL) {
            struct gi_page_waiter *waiter = changed;

            changed = waiter->next_changed;    /* read first: notify may arm the waiter again */
            waiter->notify(waiter);
        }
    }
}

static void stop_watcher(void *argument)
{
    struct gi_watcher *watcher = argument;

    pthread_mutex_lock(&lock);
    watcher->stopping = true;
    pthread_mutex_unlock(&lock);
    gi_host_semaphore_bump(&watcher->doorbell);
    gi_thread_join(watcher->thread);
}

/* Finds a watcher with room, or starts one. The lock is held. */
static gi_status find_watcher(struct gi_watcher **out_watcher)
{
    struct gi_watcher *watcher;
    gi_status status;

    for (watcher = watchers; watcher != NULL; watcher = watcher->next) {
        if (watcher->count < MAX_WAITERS) {
            *out_watcher = watcher;
            return GI_OK;
        }
    }
    watcher = calloc(1, sizeof *watcher);
    if (watcher == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "no memory to watch another semaphore");
    status = gi_thread_start(&watcher->thread, "gi-watch", run_watcher, watcher);
    if (status != GI_OK) {
        free(watcher);
        return status;
    }
    watcher->next = watchers;
    watchers = watcher;
    gi_process_at_exit(stop_watcher, watcher);
    *out_watcher = watcher;
    return GI_OK;
}

gi_status gi_page_waiter_arm(struct gi_page_waiter *waiter)
{
    struct gi_watcher *watcher = NULL;
    gi_status status;

    pthread_mutex_lock(&lock);
    status = find_watcher(&watcher);
    if (status == GI_OK) {
        waiter->watcher = watcher;
        waiter->index = watcher->count;
        watcher->waiters[watcher->count++] = waiter;
        gi_host_semaphore_bump(&watcher->doorbell);
    }
    pthread_mutex_unlock(&lock);
    return status;
}

bool gi_page_waiter_cancel(struct gi_page_waiter *waiter)
{
    bool was_listed;

    pthread_mutex_lock(&lock);
    was_listed = waiter->watcher != NULL;
    if (was_listed) {
        struct gi_watcher *watcher = waiter->watcher;

        remove_waiter(watcher, waiter);
        gi_host_semaphore_bump(&watcher->doorbell);    /* so that it no longer sleeps on the removed
                                                          word */
    }
    pthread_mutex_unlock(&lock);
    return was_listed;
}
