/* Fences: jobs of any process that may still run, and sets of them. */
#include "fence.h"

#include <errno.h>

/* ---- one ---------------------------------------------------------------------------------- */

bool gicard_fence_done(const struct gicard_fence *fence, int *out_error)
{
    struct gicard_timeline *timeline = &gicard_arena->timelines[fence->timeline];
    bool done = atomic_load(&timeline->completed) >= fence->seq;

    *out_error = 0;
    if (fence->timeline == 0 || timeline->generation != fence->generation)
        return true;
    if (!done && atomic_load(&timeline->dead)) {
        *out_error = -ECANCELED;
        return true;
    }
    if (done && fence->seq >= atomic_load(&timeline->error_from))
        *out_error = atomic_load(&timeline->error);
    return done;
}

/* ---- sets --------------------------------------------------------------------------------- */

bool gicard_set_done(struct gicard_fence_set *set)
{
    uint32_t kept = 0;

    for (uint32_t i = 0; i < set->count; i++) {
        int error;
        if (!gicard_fence_done(&set->fences[i], &error))
            set->fences[kept++] = set->fences[i];
        else if (error != 0)
            set->error = error;
    }
    set->count = kept;
    return kept == 0;
}

bool gicard_set_add(struct gicard_fence_set *set, const struct gicard_fence *fence)
{
    int error;

    if (gicard_fence_done(fence, &error)) {
        if (error != 0)
            set->error = error;
        return true;
    }
    for (uint32_t i = 0; i < set->count; i++) {
        if (set->fences[i].timeline != fence->timeline
            || set->fences[i].generation != fence->generation)
            continue;
        if (fence->seq > set->fences[i].seq)
            set->fences[i].seq = fence->seq;
        return true;
    }
    if (set->count == GICARD_SET_FENCES)
        gicard_set_done(set);
    if (set->count == GICARD_SET_FENCES)
        return false;
    set->fences[set->count++] = *fence;
    return true;
}

bool gicard_set_merge(struct gicard_fence_set *set, const struct gicard_fence_set *other)
{
    for (uint32_t i = 0; i < other->count; i++)
        if (!gicard_set_add(set, &other->fences[i]))
            return false;
    return true;
}

static bool set_is_done(void *set)
{
    return gicard_set_done(set);
}

int gicard_set_wait(struct gicard_fence_set *set, int64_t abs_ns)
{
    return gicard_wait(set_is_done, set, abs_ns);
}

/* ---- timelines ---------------------------------------------------------------------------- */

/** Timelines of processes that died without giving them back. */
static uint32_t take_from_the_dead(void)
{
    for (uint32_t i = 1; i < GICARD_TIMELINES; i++)
        if (gicard_arena->timelines[i].in_use && atomic_load(&gicard_arena->timelines[i].dead))
            return i;
    return 0;
}

struct gicard_fence gicard_timeline_take(void)
{
    uint32_t index = gicard_pool_take(&gicard_arena->timeline_pool, gicard_arena->timelines,
                                      GICARD_TIMELINES, sizeof(gicard_arena->timelines[0]));
    if (index == 0)
        index = take_from_the_dead();
    if (index == 0)
        return (struct gicard_fence){ .timeline = 0 };

    struct gicard_timeline *timeline = &gicard_arena->timelines[index];
    timeline->generation++;
    timeline->owner = gicard_arena_self();
    timeline->in_use = 1;
    atomic_store(&timeline->completed, 0);
    atomic_store(&timeline->error_from, UINT64_MAX);
    atomic_store(&timeline->error, 0);
    atomic_store(&timeline->dead, 0);
    return (struct gicard_fence){ .timeline = index, .generation = timeline->generation };
}

void gicard_timeline_give(uint32_t index)
{
    struct gicard_timeline *timeline = &gicard_arena->timelines[index];

    timeline->generation++;
    timeline->in_use = 0;
    gicard_pool_give(&gicard_arena->timeline_pool, gicard_arena->timelines,
                     sizeof(gicard_arena->timelines[0]), index);
}

void gicard_timeline_complete(uint32_t index, uint64_t seq, int error)
{
    struct gicard_timeline *timeline = &gicard_arena->timelines[index];

    if (error != 0 && atomic_load(&timeline->error_from) == UINT64_MAX) {
        atomic_store(&timeline->error, error);
        atomic_store(&timeline->error_from, seq);
    }
    atomic_store(&timeline->completed, seq);
    gicard_notify();
}
