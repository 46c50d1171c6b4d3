#include "page_waiter.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/process.h"
#include "base/thread.h"

/* A watcher sleeps on a doorbell of its own and as many semaphores as one system call takes. */
#define WATCHES 127

struct gi_watcher {
    struct gi_watcher *next;
    pthread_t thread;
    uint32_t doorbell;           /* a futex word */
    size_t count;
    struct gi_page_waiter *watches[WATCHES];
    int64_t next_look_ns;        /* at processes; the watcher's thread's own */
    bool stopping;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;    /* guards all watchers; a leaf */
static struct gi_watcher *watchers;

/* looks: also at the process that has to make the change. */
static bool has_changed(const struct gi_page_waiter *watch, bool looks)
{
    /* A hostile process may have put the word back. */
    if (looks && watch->event != NULL &&
        (gi_host_event_look(watch->event, watch->value) != GI_HOST_EVENT_PENDING ||
         gi_now_ns() >= watch->gives_up_ns))
        return true;
    return gi_host_semaphore_wake_word(watch->semaphore) != watch->seen ||
           gi_host_semaphore_value(watch->semaphore) >= watch->value;
}

static void remove_watch(struct gi_watcher *watcher, struct gi_page_waiter *watch)
{
    struct gi_page_waiter *last = watcher->watches[--watcher->count];

    watcher->watches[watch->index] = last;
    last->index = watch->index;
    watch->watcher = NULL;
}

/* Takes out what has changed, and lists the words of the rest. The lock is held. */
static struct gi_page_waiter *collect(struct gi_watcher *watcher, bool looks,
                                      struct gi_host_semaphore_word *words, size_t *out_word_count)
{
    struct gi_page_waiter *fired = NULL;
    size_t count = 0;

    for (size_t i = watcher->count; i-- > 0;) {
        struct gi_page_waiter *watch = watcher->watches[i];

        if (has_changed(watch, looks)) {
            remove_watch(watcher, watch);
            watch->next_fired = fired;
            fired = watch;
        }
    }
    words[count++] = (struct gi_host_semaphore_word){
        &watcher->doorbell, __atomic_load_n(&watcher->doorbell, __ATOMIC_ACQUIRE)
    };
    for (size_t i = 0; i < watcher->count; i++)
        words[count++] = (struct gi_host_semaphore_word){
            gi_host_semaphore_wake_address(watcher->watches[i]->semaphore),
            watcher->watches[i]->seen
        };
    *out_word_count = count;
    return fired;
}

/* Whether it is time to look at processes again: no sooner than a sleep on pages ends anyway. */
static bool is_time_to_look(struct gi_watcher *watcher)
{
    int64_t now = gi_now_ns();

    if (now < watcher->next_look_ns)
        return false;
    watcher->next_look_ns = now + GI_HOST_SEMAPHORE_RECHECK_NS;
    return true;
}

static void *watch_thread(void *argument)
{
    struct gi_watcher *watcher = argument;
    struct gi_host_semaphore_word words[WATCHES + 1];

    for (;;) {
        struct gi_page_waiter *fired;
        size_t count;
        bool looks = is_time_to_look(watcher), stopping;

        pthread_mutex_lock(&lock);
        fired = collect(watcher, looks, words, &count);
        stopping = watcher->stopping;
        pthread_mutex_unlock(&lock);
        if (stopping)
            return NULL;
        if (fired == NULL) {
            (void)gi_host_semaphore_sleep(words, count, GI_FOREVER);
            continue;
        }
        while (fired != NULL) {
            struct gi_page_waiter *watch = fired;

            fired = watch->next_fired;    /* read first: fire may arm the watch again */
            watch->fire(watch);
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

/* A watcher with room, started if there is none; the lock is held. */
static gi_status find_watcher(struct gi_watcher **out_watcher)
{
    struct gi_watcher *watcher;
    gi_status status;

    for (watcher = watchers; watcher != NULL; watcher = watcher->next) {
        if (watcher->count < WATCHES) {
            *out_watcher = watcher;
            return GI_OK;
        }
    }
    watcher = calloc(1, sizeof *watcher);
    if (watcher == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "no memory to watch another semaphore");
    status = gi_thread_start(&watcher->thread, "gi-watch", watch_thread, watcher);
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

gi_status gi_page_waiter_arm(struct gi_page_waiter *watch)
{
    struct gi_watcher *watcher = NULL;
    gi_status status;

    pthread_mutex_lock(&lock);
    status = find_watcher(&watcher);
    if (status == GI_OK) {
        watch->watcher = watcher;
        watch->index = watcher->count;
        watcher->watches[watcher->count++] = watch;
        gi_host_semaphore_bump(&watcher->doorbell);
    }
    pthread_mutex_unlock(&lock);
    return status;
}

bool gi_page_waiter_cancel(struct gi_page_waiter *watch)
{
    bool was_listed;

    pthread_mutex_lock(&lock);
    was_listed = watch->watcher != NULL;
    if (was_listed) {
        struct gi_watcher *watcher = watch->watcher;

        remove_watch(watcher, watch);
        gi_host_semaphore_bump(&watcher->doorbell);    /* it must not sleep on the word any more */
    }
    pthread_mutex_unlock(&lock);
    return was_listed;
}
