#include "progress.h"

#include <stdlib.h>

#include "base/clock.h"
#include "base/process.h"
#include "base/thread.h"
#include "base/uncancelled.h"
#include "base/vector.h"
#include "contract/calls.h"

struct wait_list {
    struct gi_wait *waits;
    size_t count, capacity;
};

void gi_progress_init(struct gi_progress *progress, struct gi_waiter *waiter,
                      void (*lost)(void *argument), void *argument)
{
    *progress = (struct gi_progress){ .waiter = waiter, .lost = lost, .argument = argument };
    gi_mutex_init_polled(&progress->lock);
    pthread_cond_init(&progress->changed, NULL);
    pthread_cond_init(&progress->left_driver, NULL);
}

static void wake_from_driver(struct gi_progress *progress)
{
    GI_UNCANCELLED;

    gi_call_wake(progress->waiter);
}

static bool is_for_submissions(const struct gi_progress *progress)
{
    return progress->waiter->kind == GI_WAITER_SUBMITTED;
}

/* Whether the waiter's value is reached, or never can be because the device is lost. */
static bool has_reached(const struct gi_progress *progress, const struct gi_progress_waiter *waiter)
{
    uint64_t now = 0;
    gi_status status;

    if (waiter->lane != NULL)
        return gi_lane_reached(waiter->lane, waiter->value) != GI_NOT_READY;
    status = is_for_submissions(progress) ? gi_call_query_submitted(waiter->semaphore, &now)
                                          : gi_call_semaphore_query(waiter->semaphore, &now);
    if (status != GI_OK)
        return true;
    return waiter->semaphore->kind == GI_SEMAPHORE_BINARY ? now != 0 : now >= waiter->value;
}

/* ---- the list ------------------------------------------------------------------------------- */

static void unlist_waiter(struct gi_progress *progress, struct gi_progress_waiter *waiter)
{
    if (waiter->previous != NULL)
        waiter->previous->next = waiter->next;
    else
        progress->waiters = waiter->next;
    if (waiter->next != NULL)
        waiter->next->previous = waiter->previous;
    waiter->listed = false;
}

/* Removes the waiters whose value is reached, linked by next. The lock is held. */
static struct gi_progress_waiter *take_reached(struct gi_progress *progress)
{
    struct gi_progress_waiter *reached = NULL, *next;

    for (struct gi_progress_waiter *waiter = progress->waiters; waiter != NULL; waiter = next) {
        next = waiter->next;
        if (!progress->is_lost && !has_reached(progress, waiter))
            continue;
        unlist_waiter(progress, waiter);
        waiter->next = reached;
        reached = waiter;
    }
    return reached;
}

/* Lists one wait for each lane, with the lowest value, and one for each semaphore. The lock is
 * held. If memory is short the list is incomplete, and the thread checks again after a while. */
static bool list_waits(struct gi_progress *progress, struct wait_list *list)
{
    list->count = 0;
    for (struct gi_progress_waiter *waiter = progress->waiters; waiter != NULL;
         waiter = waiter->next) {
        struct gi_queue *queue = waiter->lane != NULL ? waiter->lane->queue : NULL;
        size_t i = 0;

        while (queue != NULL && i < list->count && list->waits[i].queue != queue)
            i++;
        if (queue != NULL && i < list->count) {
            if (waiter->value < list->waits[i].value)
                list->waits[i].value = waiter->value;
            continue;
        }
        if (!gi_grow((void **)&list->waits, &list->capacity, list->count + 1,
                     sizeof *list->waits))
            return false;
        list->waits[list->count++] = (struct gi_wait){
            .queue = queue, .semaphore = waiter->semaphore, .value = waiter->value
        };
    }
    return true;
}

/* ---- the thread ----------------------------------------------------------------------------- */

/* Sleeps until a value may be reached. The lock is held on entry and on return. */
static gi_status sleep_once(struct gi_progress *progress, struct wait_list *list)
{
    bool complete = list_waits(progress, list);
    gi_status status;

    if (list->count == 0 && complete) {
        pthread_cond_wait(&progress->changed, &progress->lock);
        return GI_OK;
    }
    progress->in_driver = true;
    progress->is_stale = false;
    pthread_mutex_unlock(&progress->lock);
    status = gi_call_wait(progress->waiter, list->waits, list->count,
                          complete ? GI_FOREVER : gi_deadline_ns(1000000));
    pthread_mutex_lock(&progress->lock);
    progress->in_driver = false;
    progress->sleeps++;
    pthread_cond_broadcast(&progress->left_driver);
    return status;
}

static void notify_all(struct gi_progress_waiter *reached)
{
    while (reached != NULL) {
        struct gi_progress_waiter *waiter = reached;

        reached = waiter->next;       /* read first: notify may add the waiter again */
        waiter->notify(waiter);
    }
}

static void *progress_thread(void *argument)
{
    struct gi_progress *progress = argument;
    struct wait_list list = { 0 };

    pthread_mutex_lock(&progress->lock);
    while (!progress->stopping) {
        struct gi_progress_waiter *reached = take_reached(progress);
        gi_status status;

        if (reached != NULL) {
            pthread_mutex_unlock(&progress->lock);
            notify_all(reached);
            pthread_mutex_lock(&progress->lock);
            continue;
        }
        status = sleep_once(progress, &list);
        if (gi_status_is_lost(status) && !progress->is_lost) {
            progress->is_lost = true;    /* from here on every waiter counts as reached */
            pthread_mutex_unlock(&progress->lock);
            progress->lost(progress->argument);
            pthread_mutex_lock(&progress->lock);
        }
    }
    pthread_mutex_unlock(&progress->lock);
    free(list.waits);
    return NULL;
}

static void stop_progress(void *argument)
{
    struct gi_progress *progress = argument;

    bool runs;

    pthread_mutex_lock(&progress->lock);
    progress->stopping = true;
    runs = progress->started;            /* false: it could not be started */
    pthread_cond_signal(&progress->changed);
    pthread_mutex_unlock(&progress->lock);
    if (!runs)
        return;
    wake_from_driver(progress);
    gi_thread_join(progress->thread);
}

/* ---- calls of the core ---------------------------------------------------------------------- */

/* At exit a thread that was never started is as one that was stopped: nobody is notified, and who
 * waits looks by itself. */
static gi_status start(struct gi_progress *progress)
{
    gi_status status;

    if (progress->started)
        return GI_OK;
    progress->started = true;
    if (!gi_process_at_exit(stop_progress, progress))
        return GI_OK;
    status = gi_thread_start(&progress->thread,
                             is_for_submissions(progress) ? "gi-submits" : "gi-progress",
                             progress_thread, progress);
    if (status != GI_OK) {
        progress->started = false;
        (void)gi_process_not_at_exit(stop_progress, progress);
    }
    return status;
}

gi_status gi_progress_start(struct gi_progress *progress)
{
    gi_status status;

    pthread_mutex_lock(&progress->lock);
    status = start(progress);
    pthread_mutex_unlock(&progress->lock);
    return status;
}

gi_status gi_progress_add(struct gi_progress *progress, struct gi_progress_waiter *waiter)
{
    bool wake = false;
    gi_status status;

    pthread_mutex_lock(&progress->lock);
    status = start(progress);
    if (status == GI_OK) {
        waiter->previous = NULL;
        waiter->next = progress->waiters;
        if (waiter->next != NULL)
            waiter->next->previous = waiter;
        progress->waiters = waiter;
        waiter->listed = true;
        if (!progress->in_driver)
            pthread_cond_signal(&progress->changed);
        else if (!progress->is_stale)
            progress->is_stale = wake = true;
    }
    pthread_mutex_unlock(&progress->lock);
    if (wake)
        wake_from_driver(progress);
    return status;
}

void gi_progress_look(struct gi_progress *progress)
{
    bool is_in_driver;

    pthread_mutex_lock(&progress->lock);
    is_in_driver = progress->in_driver;
    pthread_cond_signal(&progress->changed);
    pthread_mutex_unlock(&progress->lock);
    if (is_in_driver)
        wake_from_driver(progress);
}

bool gi_progress_cancel(struct gi_progress *progress, struct gi_progress_waiter *waiter)
{
    bool was_listed;
    uint64_t sleep;

    pthread_mutex_lock(&progress->lock);
    was_listed = waiter->listed;
    if (was_listed) {
        unlist_waiter(progress, waiter);
        sleep = progress->sleeps;
        if (progress->in_driver && !pthread_equal(progress->thread, pthread_self())) {
            GI_UNCANCELLED;

            wake_from_driver(progress);
            while (progress->in_driver && progress->sleeps == sleep)
                pthread_cond_wait(&progress->left_driver, &progress->lock);
        }
    }
    pthread_mutex_unlock(&progress->lock);
    return was_listed;
}
