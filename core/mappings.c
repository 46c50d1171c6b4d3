#include "mappings.h"

#include <stdlib.h>
#include <string.h>

#define FEW (sizeof(((struct gi_mappings *)NULL)->few) / sizeof(struct gi_mapping))

void gi_mappings_init(struct gi_mappings *set, uint64_t size_bytes)
{
    *set = (struct gi_mappings){ .size_bytes = size_bytes, .items = set->few, .capacity = FEW };
    pthread_mutex_init(&set->lock, NULL);
}

void gi_mappings_finish(struct gi_mappings *set)
{
    if (set->items != set->few)
        free(set->items);
    pthread_mutex_destroy(&set->lock);
}

/* Counts a mapping that was added (1) or is to be removed (-1), which is in the array. */
static void count_locked(struct gi_mappings *set, const struct gi_mapping *mapping, int change)
{
    set->count += (size_t)change;
    if (mapping->begin == 0 && mapping->end == set->size_bytes)
        set->whole += (size_t)change;
    atomic_store(&set->is_whole, set->count > 0 && set->whole == set->count);
}

/* Brings `furthest` up to date from index i on. */
static void update_furthest(struct gi_mappings *set, size_t i)
{
    for (; i < set->count; i++) {
        struct gi_mapping *mapping = &set->items[i];

        mapping->furthest = mapping->end;
        if (i > 0 && mapping[-1].furthest > mapping->furthest)
            mapping->furthest = mapping[-1].furthest;
    }
}

/* Number of mappings that begin at or before offset. */
static size_t count_up_to(const struct gi_mappings *set, uint64_t offset)
{
    size_t low = 0, high = set->count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (set->items[middle].begin <= offset)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Makes room for one more. */
static gi_status grow_locked(struct gi_mappings *set)
{
    bool few = set->items == set->few;
    size_t capacity = set->capacity * 2;
    struct gi_mapping *items = realloc(few ? NULL : set->items, capacity * sizeof *items);

    if (items == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "no host memory to note a mapped buffer");
    if (few)
        memcpy(items, set->few, sizeof set->few);
    set->items = items;
    set->capacity = capacity;
    return GI_OK;
}

static gi_status add_locked(struct gi_mappings *set, uint64_t begin, uint64_t end)
{
    gi_status status = set->count == set->capacity ? grow_locked(set) : GI_OK;
    size_t at;

    if (status != GI_OK)
        return status;
    at = count_up_to(set, begin);
    while (at > 0 && set->items[at - 1].begin == begin && set->items[at - 1].end < end)
        at--;
    for (size_t i = set->count; i > at; i--)
        set->items[i] = set->items[i - 1];
    set->items[at] = (struct gi_mapping){ .begin = begin, .end = end };
    count_locked(set, &set->items[at], 1);
    update_furthest(set, at);
    return GI_OK;
}

gi_status gi_mappings_add(struct gi_mappings *set, uint64_t begin, uint64_t end)
{
    gi_status status;

    pthread_mutex_lock(&set->lock);
    status = add_locked(set, begin, end);
    pthread_mutex_unlock(&set->lock);
    return status;
}

/* Index of the mapping that holds offset and reaches furthest, or count. */
static size_t furthest_at(const struct gi_mappings *set, uint64_t offset)
{
    size_t best = set->count;

    for (size_t i = count_up_to(set, offset); i-- > 0;) {
        if (set->items[i].furthest <= offset)
            break;
        if (set->items[i].end > offset &&
            (best == set->count || set->items[i].end > set->items[best].end))
            best = i;
        if (best < set->count && set->items[best].end >= set->items[i].furthest)
            break;
    }
    return best;
}

bool gi_mappings_find(struct gi_mappings *set, uint64_t offset, uint64_t *out_begin,
                      uint64_t *out_end)
{
    size_t i;
    bool found;

    if (offset < set->size_bytes && atomic_load(&set->is_whole)) {
        *out_begin = 0;
        *out_end = set->size_bytes;
        return true;
    }
    pthread_mutex_lock(&set->lock);
    i = furthest_at(set, offset);
    found = i < set->count;
    if (found) {
        *out_begin = set->items[i].begin;
        *out_end = set->items[i].end;
    }
    pthread_mutex_unlock(&set->lock);
    return found;
}

size_t gi_mappings_remove_all(struct gi_mappings *set)
{
    size_t count;

    pthread_mutex_lock(&set->lock);
    count = set->count;
    set->count = set->whole = 0;
    atomic_store(&set->is_whole, false);
    pthread_mutex_unlock(&set->lock);
    return count;
}

bool gi_mappings_remove(struct gi_mappings *set, uint64_t begin)
{
    bool found;
    size_t at;

    pthread_mutex_lock(&set->lock);
    at = count_up_to(set, begin);
    found = at > 0 && set->items[at - 1].begin == begin;
    if (found) {
        count_locked(set, &set->items[at - 1], -1);
        for (size_t i = at - 1; i < set->count; i++)
            set->items[i] = set->items[i + 1];
        update_furthest(set, at - 1);
    }
    pthread_mutex_unlock(&set->lock);
    return found;
}
