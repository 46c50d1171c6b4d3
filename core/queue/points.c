#include "points.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void gi_points_init(struct gi_points *points)
{
    *points = (struct gi_points){ 0 };
    pthread_mutex_init(&points->lock, NULL);
}

void gi_points_finish(struct gi_points *points)
{
    free(points->flights);
    pthread_mutex_destroy(&points->lock);
}

static struct gi_flight *flight_at(struct gi_points *points, size_t i)
{
    return &points->flights[(points->first + i) % points->capacity];
}

/* The value of the oldest flight at or past seq. There is one, as seq is submitted and not done. */
static uint64_t queue_value_of(struct gi_points *points, uint64_t seq)
{
    size_t low = 0, high = points->count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (flight_at(points, middle)->seq < seq)
            low = middle + 1;
        else
            high = middle;
    }
    return low < points->count ? flight_at(points, low)->queue_value : 0;
}

static bool may_have_failed(struct gi_points *points, uint64_t seq)
{
    return seq != 0 && seq <= atomic_load_explicit(&points->failed, memory_order_relaxed);
}

/* The index of the failure that seq belongs to; GI_POINT_FAILURES if none. The lock is held. */
static size_t find_failure(struct gi_points *points, uint64_t seq)
{
    size_t i = 0;

    if (!may_have_failed(points, seq))
        return GI_POINT_FAILURES;
    while (i < GI_POINT_FAILURES &&
           (seq < points->failures[i].first || seq > points->failures[i].last))
        i++;
    return i;
}

static enum gi_point_state state_locked(struct gi_points *points, uint64_t seq)
{
    if (seq <= atomic_load_explicit(&points->done, memory_order_relaxed))
        return find_failure(points, seq) < GI_POINT_FAILURES ? GI_POINT_FAILED : GI_POINT_DONE;
    if (seq >= points->dropped_first && seq <= points->dropped_last)
        return GI_POINT_PENDING;
    return seq <= points->submitted ? GI_POINT_SUBMITTED : GI_POINT_PENDING;
}

gi_status gi_points_failure(struct gi_points *points, uint64_t seq, char *detail, size_t room)
{
    gi_status status = GI_OK;
    size_t i;

    if (room > 0)
        detail[0] = '\0';
    if (seq > atomic_load_explicit(&points->done, memory_order_acquire) ||
        !may_have_failed(points, seq))
        return GI_OK;
    pthread_mutex_lock(&points->lock);
    i = find_failure(points, seq);
    if (i < GI_POINT_FAILURES)
        status = points->failures[i].status;
    if (i == 0 && room > 0)
        snprintf(detail, room, "%s", points->failure_detail);
    pthread_mutex_unlock(&points->lock);
    return status;
}

enum gi_point_state gi_points_state(struct gi_points *points, uint64_t seq,
                                    uint64_t *out_queue_value)
{
    enum gi_point_state state;

    *out_queue_value = 0;
    if (gi_points_are_done(points, seq))
        return GI_POINT_DONE;
    pthread_mutex_lock(&points->lock);
    state = state_locked(points, seq);
    if (state == GI_POINT_SUBMITTED)
        *out_queue_value = queue_value_of(points, seq);
    pthread_mutex_unlock(&points->lock);
    return state;
}

static bool satisfied(struct gi_points *points, const struct gi_point_waiter *waiter)
{
    enum gi_point_state state = state_locked(points, waiter->seq);

    return state == GI_POINT_DONE || state == GI_POINT_FAILED ||
           (state == GI_POINT_SUBMITTED && !waiter->until_done);
}

bool gi_points_wait(struct gi_points *points, struct gi_point_waiter *waiter)
{
    bool listed = false;

    pthread_mutex_lock(&points->lock);
    if (!satisfied(points, waiter)) {
        waiter->next = points->waiters;
        points->waiters = waiter;
        waiter->listed = listed = true;
        atomic_fetch_add_explicit(&points->waiter_count, 1, memory_order_relaxed);
    }
    pthread_mutex_unlock(&points->lock);
    return listed;
}

static void unlist_waiter(struct gi_points *points, struct gi_point_waiter *waiter)
{
    waiter->listed = false;
    atomic_fetch_sub_explicit(&points->waiter_count, 1, memory_order_relaxed);
}

bool gi_points_cancel(struct gi_points *points, struct gi_point_waiter *waiter)
{
    bool was_listed;

    pthread_mutex_lock(&points->lock);
    was_listed = waiter->listed;
    if (was_listed) {
        struct gi_point_waiter **link = &points->waiters;

        while (*link != waiter)
            link = &(*link)->next;
        *link = waiter->next;
        unlist_waiter(points, waiter);
    }
    pthread_mutex_unlock(&points->lock);
    return was_listed;
}

gi_status gi_points_reserve(struct gi_points *points)
{
    size_t capacity = points->capacity == 0 ? 8 : points->capacity * 2;
    struct gi_flight *flights;

    if (points->count < points->capacity)
        return GI_OK;
    flights = malloc(capacity * sizeof *flights);
    if (flights == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "no memory to note %zu submitted batches", capacity);
    pthread_mutex_lock(&points->lock);
    for (size_t i = 0; i < points->count; i++)
        flights[i] = *flight_at(points, i);
    free(points->flights);
    points->flights = flights;
    points->first = 0;
    points->capacity = capacity;
    pthread_mutex_unlock(&points->lock);
    return GI_OK;
}

/* Removes the satisfied waiters from the list. */
static struct gi_point_waiter *take_satisfied(struct gi_points *points)
{
    struct gi_point_waiter *released = NULL;
    struct gi_point_waiter **link = &points->waiters;

    while (*link != NULL) {
        struct gi_point_waiter *waiter = *link;

        if (!satisfied(points, waiter)) {
            link = &waiter->next;
            continue;
        }
        *link = waiter->next;
        unlist_waiter(points, waiter);
        waiter->next = released;
        released = waiter;
    }
    return released;
}

struct gi_point_waiter *gi_points_submitted(struct gi_points *points, uint64_t seq,
                                            uint64_t queue_value)
{
    struct gi_point_waiter *released;

    pthread_mutex_lock(&points->lock);
    points->count++;
    *flight_at(points, points->count - 1) = (struct gi_flight){ seq, queue_value };
    points->submitted = seq;
    released = take_satisfied(points);
    pthread_mutex_unlock(&points->lock);
    return released;
}

void gi_points_dropped(struct gi_points *points, uint64_t first, uint64_t last)
{
    pthread_mutex_lock(&points->lock);
    if (points->dropped_last <= atomic_load_explicit(&points->done, memory_order_relaxed))
        points->dropped_first = first;
    points->dropped_last = last;
    pthread_mutex_unlock(&points->lock);
}

/* The lock is held. */
static struct gi_point_waiter *set_done(struct gi_points *points, uint64_t seq)
{
    while (points->count > 0 && flight_at(points, 0)->seq <= seq) {
        points->first = (points->first + 1) % points->capacity;
        points->count--;
    }
    if (points->submitted < seq)
        points->submitted = seq;
    atomic_store_explicit(&points->done, seq, memory_order_release);
    return take_satisfied(points);
}

struct gi_point_waiter *gi_points_done(struct gi_points *points, uint64_t seq)
{
    struct gi_point_waiter *released;

    pthread_mutex_lock(&points->lock);
    released = set_done(points, seq);
    pthread_mutex_unlock(&points->lock);
    return released;
}

/* Consecutive failures with one status are one failure. The lock is held. */
static void note_failure(struct gi_points *points, uint64_t seq, gi_status status,
                         const char *detail)
{
    struct gi_point_failure *newest = &points->failures[0];

    if (newest->status != status || newest->last + 1 != seq) {
        memmove(newest + 1, newest, (GI_POINT_FAILURES - 1) * sizeof *newest);
        *newest = (struct gi_point_failure){ seq, seq, status };
    }
    newest->last = seq;
    snprintf(points->failure_detail, sizeof points->failure_detail, "%s", detail);
    atomic_store_explicit(&points->failed, seq, memory_order_relaxed);
}

struct gi_point_waiter *gi_points_failed(struct gi_points *points, uint64_t seq, gi_status status,
                                         const char *detail)
{
    struct gi_point_waiter *released;

    pthread_mutex_lock(&points->lock);
    note_failure(points, seq, status, detail);
    released = set_done(points, seq);
    pthread_mutex_unlock(&points->lock);
    return released;
}
