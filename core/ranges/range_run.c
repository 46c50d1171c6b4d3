#include "range_run.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#include "base/process.h"
#include "base/vector.h"
#include "memory/memory_object.h"
#include "memory/range_map.h"
#include "stream/active.h"
#include "stream/scheduler.h"
#include "stream/settle.h"

/* The left rest, the new run and the right rest. */
enum { MOST_NEWS = 3 };

/* Between two looks at whether another thread's call has ended. Each pause is twice as long as the
 * one before it, so even a call that copies for a second costs few looks. */
enum { FIRST_PAUSE_NS = 100000, LONGEST_PAUSE_NS = 12800000 };

/* A call or command may use a run that was replaced. So the run keeps the runs that took its place:
 * a thread that waits for one of them waits for the old run's users, too. */
struct successors {
    struct successors *next;             /* in the list of those to drop */
    struct successors *older, *newer;    /* in the list of replaced runs */
    struct gi_allocation *of;            /* the replaced run; NULL: it is not replaced */
    struct gi_allocation *news[MOST_NEWS];       /* referenced */
};

/* A part of a run that may only be read. */
struct part {
    uint64_t begin, end;         /* absolute addresses */
};

struct parts {
    struct part *items;          /* by address; two do not touch */
    size_t count, capacity;
};

struct run {
    struct gi_allocation_rest rest;      /* first */
    struct successors *successors;       /* owned; NULL: dropped */
    struct parts read_only;              /* owned; never changed after it is on the map */
};

/* All replaced runs that keep others. */
static struct successors *newest;
static pthread_mutex_t replaced_lock = PTHREAD_MUTEX_INITIALIZER;

static struct gi_range_map runs;         /* by address; the lock of ranges guards it */

static struct run *run_of(const struct gi_allocation *allocation)
{
    return (struct run *)allocation->rest;
}

/* Drops the runs that took one's place. A chain of them may be long, so this is no recursion: a
 * release within the loop only adds to the list. */
static void drop(struct successors *successors)
{
    static _Thread_local struct successors *first;
    static _Thread_local bool is_dropping;

    successors->next = first;
    first = successors;
    if (is_dropping)
        return;
    is_dropping = true;
    while (first != NULL) {
        struct successors *next = first;

        first = next->next;
        for (int i = 0; i < MOST_NEWS; i++) {
            if (next->news[i] != NULL)
                gi_allocation_unref(next->news[i]);
        }
        free(next);
    }
    is_dropping = false;
}

/* With the lock of replaced runs: takes what a run keeps away from it. */
static struct successors *take_successors(struct gi_allocation *allocation)
{
    struct run *run = run_of(allocation);
    struct successors *successors = run->successors;

    run->successors = NULL;
    if (successors == NULL || successors->of == NULL)
        return successors;
    if (successors->newer != NULL)
        successors->newer->older = successors->older;
    else
        newest = successors->older;
    if (successors->older != NULL)
        successors->older->newer = successors->newer;
    successors->of = NULL;
    return successors;
}

static void release_run(struct gi_allocation *allocation)
{
    struct successors *successors;

    pthread_mutex_lock(&replaced_lock);
    successors = take_successors(allocation);
    pthread_mutex_unlock(&replaced_lock);
    if (successors != NULL)
        drop(successors);
    free(run_of(allocation)->read_only.items);
    gi_memory_object_unref(allocation->memory);
}

/* A run that only texture and surface objects keep has no users to wait for, and it is off the map,
 * so it gets none. It keeps no other run any more. */
static void drop_of_viewed(void)
{
    struct successors *dropped = NULL, *older;

    pthread_mutex_lock(&replaced_lock);
    for (struct successors *at = newest; at != NULL; at = older) {
        uint32_t viewers = atomic_load(&at->of->rest->viewers);

        older = at->older;
        if (viewers != 0 &&
            atomic_load_explicit(&at->of->refs, memory_order_acquire) == viewers) {
            (void)take_successors(at->of);
            at->next = dropped;
            dropped = at;
        }
    }
    pthread_mutex_unlock(&replaced_lock);
    while (dropped != NULL) {
        struct successors *next = dropped->next;

        drop(dropped);
        dropped = next;
    }
}

static void describe_run(const struct gi_allocation *allocation, uint64_t offset,
                         struct gi_pointer_info *info)
{
    gi_range_describe(allocation->device_address + offset, info);
}

/* The first part that ends behind an address, as an index. */
static size_t first_behind(const struct parts *parts, uint64_t address)
{
    size_t low = 0, high = parts->count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (parts->items[middle].end > address)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

static bool may_write(const struct gi_allocation *allocation, uint64_t offset, uint64_t size_bytes)
{
    const struct parts *parts = &run_of(allocation)->read_only;
    uint64_t begin = allocation->device_address + offset;
    size_t first = first_behind(parts, begin);

    return first == parts->count || parts->items[first].begin >= begin + size_bytes;
}

static void each_read_only(const struct gi_allocation *allocation,
                           void (*visit)(void *context, uint64_t begin, uint64_t end),
                           void *context)
{
    const struct parts *parts = &run_of(allocation)->read_only;

    for (size_t i = 0; i < parts->count; i++)
        visit(context, parts->items[i].begin, parts->items[i].end);
}

static const struct gi_allocation_type run_type = {
    .size = sizeof(struct run),
    .kind = GI_POINTER_DEVICE,
    .words = "memory that was mapped into a reserved range, which only unmapping takes away",
    .freed_by = GI_FREED_BY_NEITHER,
    .outlives_reset = true,
    .has_no_choices = true,
    .outlives_context = true,
    .release = release_run,
    .describe = describe_run,
    .may_write = may_write,
    .each_read_only = each_read_only,
};

/* ---- changing ------------------------------------------------------------------------------- */

/* A change: which runs it replaces, and by what. */
struct change {
    struct gi_device *device;
    struct gi_memory *range;
    size_t first_old;            /* index in olds */
    struct gi_allocation *news[MOST_NEWS];
    size_t new_count;
};

static uint64_t end_of(const struct gi_allocation *run)
{
    return run->device_address + run->size_bytes;
}

static gi_status add_old(struct gi_old_runs *olds, struct gi_allocation *run)
{
    if (!gi_grow((void **)&olds->items, &olds->capacity, olds->count + 1, sizeof *olds->items))
        return gi_fail(GI_OUT_OF_MEMORY, "no host memory to change a mapping");
    olds->items[olds->count++] = run;
    return GI_OK;
}

static bool is_carried(enum gi_run_access access)
{
    return access == GI_RUN_READ_CARRIED || access == GI_RUN_WRITE_CARRIED;
}

static bool is_read_only(enum gi_run_access access)
{
    return access == GI_RUN_READ || access == GI_RUN_READ_CARRIED;
}

/* Adds a part behind those that there are. */
static gi_status add_part(struct parts *parts, uint64_t begin, uint64_t end)
{
    if (parts->count > 0 && parts->items[parts->count - 1].end == begin) {
        parts->items[parts->count - 1].end = end;
        return GI_OK;
    }
    if (!gi_grow((void **)&parts->items, &parts->capacity, parts->count + 1, sizeof *parts->items))
        return gi_fail(GI_OUT_OF_MEMORY, "no host memory to change a mapping");
    parts->items[parts->count++] = (struct part){ begin, end };
    return GI_OK;
}

/* Adds what a run has of them in [begin, end). */
static gi_status add_parts(struct parts *parts, const struct gi_allocation *run, uint64_t begin,
                           uint64_t end)
{
    const struct parts *from = &run_of(run)->read_only;
    gi_status status = GI_OK;

    for (size_t i = first_behind(from, begin);
         i < from->count && from->items[i].begin < end && status == GI_OK; i++) {
        uint64_t first = from->items[i].begin, last = from->items[i].end;

        status = add_part(parts, first > begin ? first : begin, last < end ? last : end);
    }
    return status;
}

/* Takes the parts, also on failure. */
static gi_status add_new(struct change *change, uint64_t begin, uint64_t end, bool carried,
                         struct parts *parts)
{
    struct successors *successors = calloc(1, sizeof *successors);
    struct gi_allocation *run;
    gi_status status;

    if (successors == NULL) {
        free(parts->items);
        return gi_fail(GI_OUT_OF_MEMORY, "no host memory to change a mapping");
    }
    status = gi_allocation_make(&run_type, change->device, &run);
    if (status != GI_OK) {
        free(parts->items);
        free(successors);
        return status;
    }
    run_of(run)->successors = successors;
    run_of(run)->read_only = *parts;
    gi_memory_object_ref(change->range);
    gi_allocation_place(run, change->range, begin - change->range->device_address, end - begin);
    run->is_read_only = parts->count > 0;
    run->is_carried = carried;
    if (carried)
        run->host_address = 0;
    change->news[change->new_count++] = run;
    return GI_OK;
}

/* A run for what is left of another one; of no bytes: none. */
static gi_status add_rest(struct change *change, const struct gi_allocation *of, uint64_t begin,
                          uint64_t end)
{
    struct parts parts = { NULL, 0, 0 };
    gi_status status;

    if (begin >= end)
        return GI_OK;
    status = add_parts(&parts, of, begin, end);
    if (status == GI_OK)
        return add_new(change, begin, end, of->is_carried, &parts);
    free(parts.items);
    return status;
}

/* The run that has a byte, if one of this access can be a part of it. */
static struct gi_allocation *neighbour(const struct change *change, uint64_t byte,
                                       enum gi_run_access access)
{
    struct gi_allocation *run = gi_range_map_find(&runs, byte, byte + 1);

    return run != NULL && run->memory == change->range &&
           run->is_carried == is_carried(access) ? run : NULL;
}

/* A new run for [begin, end) and its neighbours, which become old. So commands read across borders
 * of access. */
static gi_status join_neighbours(struct change *change, uint64_t begin, uint64_t end,
                                 enum gi_run_access access, struct gi_old_runs *olds)
{
    struct gi_allocation *left = neighbour(change, begin - 1, access);
    struct gi_allocation *right = neighbour(change, end, access);
    uint64_t first = left != NULL ? left->device_address : begin;
    uint64_t last = right != NULL ? end_of(right) : end;
    struct parts parts = { NULL, 0, 0 };
    gi_status status = GI_OK;

    if (left != NULL) {
        status = add_old(olds, left);
        if (status == GI_OK)
            status = add_parts(&parts, left, first, begin);
    }
    if (is_read_only(access) && status == GI_OK)
        status = add_part(&parts, begin, end);
    if (right != NULL && status == GI_OK) {
        status = add_old(olds, right);
        if (status == GI_OK)
            status = add_parts(&parts, right, end, last);
    }
    if (status == GI_OK)
        return add_new(change, first, last, is_carried(access), &parts);
    free(parts.items);
    return status;
}

/* Finds the runs that have a byte in [begin, end), and what is left of them on either side. */
static gi_status cut_runs(struct change *change, uint64_t begin, uint64_t end,
                          struct gi_old_runs *olds)
{
    gi_status status = GI_OK;
    uint64_t at = begin;

    while (at < end && status == GI_OK) {
        struct gi_allocation *run = gi_range_map_find(&runs, at, end);

        if (run == NULL)
            break;
        while (run->device_address > at) {       /* any run was found: find the first */
            struct gi_allocation *before = gi_range_map_find(&runs, at, run->device_address);

            if (before == NULL)
                break;
            run = before;
        }
        status = add_old(olds, run);
        if (status == GI_OK)
            status = add_rest(change, run, run->device_address, begin);
        if (status == GI_OK)
            status = add_rest(change, run, end, end_of(run));
        at = end_of(run);
    }
    return status;
}

static void note_in_runs(const struct change *change, const struct gi_old_runs *olds)
{
    for (size_t i = change->first_old; i < olds->count; i++)
        gi_range_map_remove(&runs, olds->items[i]->device_address, olds->items[i]);
    for (size_t i = 0; i < change->new_count; i++)
        (void)!gi_range_map_add(&runs, change->news[i]->device_address, end_of(change->news[i]),
                                change->news[i]);
}

/* The old runs keep the new ones. */
static void link_runs(const struct change *change, const struct gi_old_runs *olds)
{
    pthread_mutex_lock(&replaced_lock);
    for (size_t i = change->first_old; i < olds->count; i++) {
        struct successors *successors = run_of(olds->items[i])->successors;

        successors->of = olds->items[i];
        successors->newer = NULL;
        successors->older = newest;
        if (newest != NULL)
            newest->newer = successors;
        newest = successors;
        for (size_t n = 0; n < change->new_count; n++) {
            gi_allocation_ref(change->news[n]);
            successors->news[n] = change->news[n];
        }
    }
    pthread_mutex_unlock(&replaced_lock);
}

static void undo(struct change *change, struct gi_old_runs *olds)
{
    olds->count = change->first_old;
    for (size_t i = 0; i < change->new_count; i++)
        (void)!add_old(olds, change->news[i]);   /* they go when the lock is free; there is room, or
                                                    a little memory is lost */
}

gi_status gi_runs_change(struct gi_device *device, struct gi_memory *range, uint64_t begin,
                         uint64_t end, enum gi_run_access access, struct gi_old_runs *olds)
{
    struct change change = { .device = device, .range = range, .first_old = olds->count };
    gi_status status = cut_runs(&change, begin, end, olds);

    if (status == GI_OK && access != GI_RUN_NONE)
        status = join_neighbours(&change, begin, end, access, olds);
    if (status == GI_OK)
        status = gi_allocation_swap(&olds->items[change.first_old], olds->count - change.first_old,
                                    change.news, change.new_count);
    if (status != GI_OK) {
        undo(&change, olds);
        return status;
    }
    note_in_runs(&change, olds);
    link_runs(&change, olds);
    return GI_OK;
}

/* ---- waiting -------------------------------------------------------------------------------- */

void gi_runs_forget(struct gi_old_runs *olds)
{
    for (size_t i = 0; i < olds->count; i++)
        gi_allocation_unref(olds->items[i]);
    free(olds->items);
    *olds = (struct gi_old_runs){ NULL, 0, 0 };
}

/* Finished work keeps what it used until a thread looks at its stream. */
static void look_at_streams(struct gi_device *device, void *unused)
{
    struct gi_active_list list;

    (void)unused;
    if (gi_active_none(device))
        return;
    gi_active_list_make(device, NULL, &list);
    for (size_t i = 0; i < list.count; i++)
        gi_stream_wake(list.items[i].stream);
    gi_active_list_finish(&list);
}

/* Drops the runs without a user; false if there are others. A run is off the map, so who has no
 * reference gets none. One of the runs may keep a later one. */
static bool drop_unused(struct gi_old_runs *olds)
{
    size_t used = 0;

    for (size_t i = 0; i < olds->count; i++) {
        struct gi_allocation *run = olds->items[i];

        if (atomic_load_explicit(&run->refs, memory_order_acquire) >
            1 + (int64_t)atomic_load(&run->rest->viewers))
            olds->items[used++] = run;
        else
            gi_allocation_unref(run);
    }
    olds->count = used;
    return used == 0;
}

void gi_runs_await(struct gi_device *device, uint64_t address, bool all,
                   struct gi_old_runs *olds)
{
    struct timespec pause = { .tv_nsec = FIRST_PAUSE_NS };

    for (size_t i = 0; i < olds->count; i++)
        gi_allocation_outlive(olds->items[i]);
    do {
        if (all)
            gi_settle_all("unmapping of", address);
        else
            gi_settle(device, "unmapping of", address);
        gi_device_for_each_open(look_at_streams, NULL);
        drop_of_viewed();
        if (drop_unused(olds))
            return;
        nanosleep(&pause, NULL);         /* a call that began before is about to end */
        if (pause.tv_nsec < LONGEST_PAUSE_NS)
            pause.tv_nsec *= 2;
    } while (!gi_process_is_leaving());
}
