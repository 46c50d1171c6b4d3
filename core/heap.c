#include "heap.h"

#include <stdlib.h>

#include "memory_object.h"

/* Two-level segregated fit: a free range hangs in the list of its power of two and its eighth
 * within that, a request takes the first range of the first list in which every range is large
 * enough. */

struct gi_heap_block {
    struct gi_memory *memory;
    uint32_t used_count;
    bool whole;                  /* one allocation has it all; never in the lists */
};

void gi_heap_init(struct gi_heap *heap, struct gi_device_base *base, enum gi_memory_kind kind,
                  uint64_t block_bytes)
{
    *heap = (struct gi_heap){ .base = base, .kind = kind, .block_bytes = block_bytes };
    pthread_mutex_init(&heap->lock, NULL);
}

/* The list that holds free ranges of this many units. */
static void list_of(uint64_t units, unsigned *out_level, unsigned *out_step)
{
    unsigned log = 63u - (unsigned)__builtin_clzll(units);

    if (log < 3) {               /* below eight units each size has its own list */
        *out_level = 0;
        *out_step = (unsigned)units;
        return;
    }
    *out_level = log - 2;
    *out_step = (unsigned)(units >> (log - 3)) & (GI_HEAP_STEPS - 1);
}

static void list_add(struct gi_heap *heap, struct gi_heap_range *range)
{
    unsigned level, step;

    list_of(range->size_bytes / GI_HEAP_ALIGNMENT, &level, &step);
    range->is_free = true;
    range->previous_free = NULL;
    range->next_free = heap->free[level][step];
    if (range->next_free != NULL)
        range->next_free->previous_free = range;
    heap->free[level][step] = range;
    heap->step_bits[level] |= (uint8_t)(1u << step);
    heap->level_bits |= UINT64_C(1) << level;
}

static void list_remove(struct gi_heap *heap, struct gi_heap_range *range)
{
    unsigned level, step;

    list_of(range->size_bytes / GI_HEAP_ALIGNMENT, &level, &step);
    if (range->previous_free != NULL)
        range->previous_free->next_free = range->next_free;
    else
        heap->free[level][step] = range->next_free;
    if (range->next_free != NULL)
        range->next_free->previous_free = range->previous_free;
    range->is_free = false;
    if (heap->free[level][step] == NULL) {
        heap->step_bits[level] &= (uint8_t)~(1u << step);
        if (heap->step_bits[level] == 0)
            heap->level_bits &= ~(UINT64_C(1) << level);
    }
}

/* A free range of at least this many units, or NULL. */
static struct gi_heap_range *find_free(struct gi_heap *heap, uint64_t units)
{
    unsigned level, step;
    uint64_t levels;
    unsigned steps;

    if (units >= GI_HEAP_STEPS) {    /* round up to a list whose every range is large enough */
        unsigned log = 63u - (unsigned)__builtin_clzll(units);

        units += (UINT64_C(1) << (log - 3)) - 1;
    }
    list_of(units, &level, &step);
    if (level >= GI_HEAP_LEVELS)
        return NULL;
    steps = heap->step_bits[level] & ~((1u << step) - 1);
    if (steps == 0) {
        levels = level + 1 < 64 ? heap->level_bits & ~((UINT64_C(2) << level) - 1) : 0;
        if (levels == 0)
            return NULL;
        level = (unsigned)__builtin_ctzll(levels);
        steps = heap->step_bits[level];
    }
    return heap->free[level][__builtin_ctz(steps)];
}

static gi_status add_block(struct gi_heap *heap, uint64_t size_bytes,
                           struct gi_heap_range **out_range)
{
    struct gi_heap_block *block = calloc(1, sizeof *block);
    struct gi_heap_range *range = calloc(1, sizeof *range);
    gi_status status;

    if (block == NULL || range == NULL) {
        status = gi_fail(GI_OUT_OF_MEMORY, "no host memory to keep track of an allocation");
        goto free_both;
    }
    status = gi_memory_object_allocate(heap->base, size_bytes, heap->kind, &block->memory);
    if (status != GI_OK)
        goto free_both;
    range->block = block;
    range->size_bytes = size_bytes;
    *out_range = range;
    return GI_OK;

free_both:
    free(range);
    free(block);
    return status;
}

/* Cuts a free range, already out of its list, down to size_bytes. */
static void split(struct gi_heap *heap, struct gi_heap_range *range, uint64_t size_bytes)
{
    struct gi_heap_range *rest;

    if (range->size_bytes - size_bytes < GI_HEAP_ALIGNMENT)
        return;
    rest = calloc(1, sizeof *rest);
    if (rest == NULL)
        return;    /* the caller gets more than was asked; no harm */
    *rest = (struct gi_heap_range){ .block = range->block,
                                    .offset_bytes = range->offset_bytes + size_bytes,
                                    .size_bytes = range->size_bytes - size_bytes,
                                    .before = range,
                                    .after = range->after };
    if (rest->after != NULL)
        rest->after->before = rest;
    range->after = rest;
    range->size_bytes = size_bytes;
    list_add(heap, rest);
}

static gi_status take_locked(struct gi_heap *heap, uint64_t size_bytes,
                             struct gi_heap_range **out_range)
{
    struct gi_heap_range *range = find_free(heap, size_bytes / GI_HEAP_ALIGNMENT);
    gi_status status;

    if (range != NULL) {
        list_remove(heap, range);
    } else {
        status = add_block(heap, heap->block_bytes, &range);
        if (status != GI_OK)
            return status;
        heap->empty_blocks++;
    }
    split(heap, range, size_bytes);
    if (range->block->used_count++ == 0)
        heap->empty_blocks--;
    *out_range = range;
    return GI_OK;
}

gi_status gi_heap_take(struct gi_heap *heap, uint64_t size_bytes,
                       struct gi_heap_range **out_range, struct gi_memory **out_memory)
{
    gi_status status;

    *out_range = NULL;
    *out_memory = NULL;
    if (size_bytes > UINT64_MAX / 2)
        return gi_fail(GI_OUT_OF_MEMORY, "an allocation of %llu bytes is more than any device has",
                       (unsigned long long)size_bytes);
    size_bytes = (size_bytes + GI_HEAP_ALIGNMENT - 1) & ~(uint64_t)(GI_HEAP_ALIGNMENT - 1);
    if (size_bytes > heap->block_bytes / 4) {
        status = add_block(heap, size_bytes, out_range);
        if (status == GI_OK)
            (*out_range)->block->whole = true;
    } else {
        pthread_mutex_lock(&heap->lock);
        status = take_locked(heap, size_bytes, out_range);
        pthread_mutex_unlock(&heap->lock);
    }
    if (status == GI_OK)
        *out_memory = (*out_range)->block->memory;
    return status;
}

/* Joins range with its free neighbour after; both are out of the lists. */
static void join(struct gi_heap_range *range, struct gi_heap_range *after)
{
    range->size_bytes += after->size_bytes;
    range->after = after->after;
    if (range->after != NULL)
        range->after->before = range;
    free(after);
}

static void free_block(struct gi_heap_range *whole)
{
    gi_memory_object_unref(whole->block->memory);
    free(whole->block);
    free(whole);
}

void gi_heap_give(struct gi_heap *heap, struct gi_heap_range *range)
{
    struct gi_heap_block *block = range->block;
    struct gi_heap_range *whole = NULL;

    if (block->whole) {
        free_block(range);
        return;
    }
    pthread_mutex_lock(&heap->lock);
    if (range->after != NULL && range->after->is_free) {
        list_remove(heap, range->after);
        join(range, range->after);
    }
    if (range->before != NULL && range->before->is_free) {
        struct gi_heap_range *before = range->before;

        list_remove(heap, before);
        join(before, range);
        range = before;
    }
    if (--block->used_count == 0 && heap->empty_blocks > 0) {
        whole = range;           /* one empty block is kept already */
    } else {
        list_add(heap, range);
        if (block->used_count == 0)
            heap->empty_blocks++;
    }
    pthread_mutex_unlock(&heap->lock);
    if (whole != NULL)
        free_block(whole);
}

void gi_heap_trim(struct gi_heap *heap)
{
    struct gi_heap_range *empty = NULL;

    pthread_mutex_lock(&heap->lock);
    for (unsigned level = 0; level < GI_HEAP_LEVELS; level++) {
        for (unsigned step = 0; step < GI_HEAP_STEPS; step++) {
            struct gi_heap_range *range = heap->free[level][step], *next;

            for (; range != NULL; range = next) {
                next = range->next_free;
                if (range->block->used_count > 0)
                    continue;
                list_remove(heap, range);
                heap->empty_blocks--;
                range->next_free = empty;
                empty = range;
            }
        }
    }
    pthread_mutex_unlock(&heap->lock);
    while (empty != NULL) {
        struct gi_heap_range *range = empty;

        empty = range->next_free;
        free_block(range);
    }
}
