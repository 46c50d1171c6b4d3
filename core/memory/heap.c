#include "heap.h"

#include <stdlib.h>

#include "contract/calls.h"
#include "memory_object.h"

/* Two-level segregated fit: the lists of free ranges are indexed by a power of two and an eighth
 * within it. A request takes the first range of the first list in which every range is large
 * enough. */

/* How many ranges of one list are checked. */
#define LOOK_AT 8u

/* Blocks larger than block_bytes have a multiple of this size. */
#define LARGE_STEP (UINT64_C(2) << 20)

struct gi_heap_block {
    struct gi_memory *memory;
    uint64_t size_bytes;
    uint32_t used_count;
    bool is_exposed;             /* exported to other processes */
    bool whole;                  /* one allocation has all of it; never in the lists */
};

void gi_heap_init(struct gi_heap *heap, struct gi_device_base *base, enum gi_memory_kind kind,
                  uint64_t block_bytes)
{
    *heap = (struct gi_heap){
        .base = base,
        .kind = kind,
        .block_bytes = block_bytes,
        .alone_bytes = block_bytes / 4 + 1,
        .kept_bytes = block_bytes,
    };
    pthread_mutex_init(&heap->lock, NULL);
}

/* The list for free ranges of this many units. */
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

/* A large enough range among the first few of the list in which some are too small. Programs most
 * often allocate again what they freed, in the same size. */
static struct gi_heap_range *find_same(struct gi_heap *heap, uint64_t units)
{
    struct gi_heap_range *range;
    unsigned level, step;

    list_of(units, &level, &step);
    if (level >= GI_HEAP_LEVELS)
        return NULL;
    range = heap->free[level][step];
    for (unsigned i = 0; range != NULL && i < LOOK_AT; i++, range = range->next_free) {
        if (range->size_bytes / GI_HEAP_ALIGNMENT >= units)
            return range;
    }
    return NULL;
}

/* A free range of at least this many units, or NULL. */
static struct gi_heap_range *find_free(struct gi_heap *heap, uint64_t units)
{
    struct gi_heap_range *same = find_same(heap, units);
    unsigned level, step;
    uint64_t levels;
    unsigned steps;

    if (same != NULL)
        return same;
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

static gi_status check_bound(const struct gi_heap *heap, uint64_t size_bytes)
{
    uint64_t reserved = atomic_load(&heap->reserved_bytes);

    if (heap->max_bytes == 0 || size_bytes <= heap->max_bytes - reserved)
        return GI_OK;
    return gi_fail(GI_OUT_OF_MEMORY, "a pool of at most %llu bytes holds %llu and would need %llu "
                   "more", (unsigned long long)heap->max_bytes, (unsigned long long)reserved,
                   (unsigned long long)size_bytes);
}

static void count_reserved(struct gi_heap *heap, uint64_t size_bytes)
{
    uint64_t now = atomic_fetch_add(&heap->reserved_bytes, size_bytes) + size_bytes;
    uint64_t high = atomic_load(&heap->reserved_high_bytes);

    while (high < now &&
           !atomic_compare_exchange_weak(&heap->reserved_high_bytes, &high, now))
        ;
}

void gi_heap_spare_init(struct gi_heap_spare *spare, uint64_t size_bytes)
{
    *spare = (struct gi_heap_spare){ .size_bytes = size_bytes };
    pthread_mutex_init(&spare->lock, NULL);
}

/* Swaps the spare block for memory, which may be NULL, and returns the old one. */
static struct gi_memory *exchange_spare(struct gi_heap_spare *spare, struct gi_memory *memory)
{
    struct gi_memory *before;

    pthread_mutex_lock(&spare->lock);
    before = spare->memory;
    spare->memory = memory;
    pthread_mutex_unlock(&spare->lock);
    return before;
}

void gi_heap_spare_drop(struct gi_heap_spare *spare)
{
    struct gi_memory *memory = exchange_spare(spare, NULL);

    if (memory != NULL)
        gi_memory_object_unref(memory);
}

static gi_status make_object(struct gi_heap *heap, struct gi_heap_block *block,
                             uint64_t size_bytes)
{
    if (heap->spare != NULL && !heap->exportable && size_bytes == heap->spare->size_bytes)
        block->memory = exchange_spare(heap->spare, NULL);
    if (block->memory != NULL)
        return GI_OK;
    if (heap->exportable)
        return gi_memory_object_allocate_exportable(heap->base, size_bytes, &block->memory);
    return gi_memory_object_allocate(heap->base, size_bytes, heap->kind, &block->memory);
}

static gi_status make_counted(struct gi_heap *heap, struct gi_heap_block *block,
                              uint64_t size_bytes)
{
    gi_status status = GI_NOT_READY;

    if (atomic_fetch_add(&heap->blocks, 1) < heap->max_blocks || heap->max_blocks == 0)
        status = make_object(heap, block, size_bytes);
    if (status != GI_OK)
        atomic_fetch_sub(&heap->blocks, 1);
    return status;
}

static gi_status add_heap_block(struct gi_heap *heap, uint64_t size_bytes,
                                struct gi_heap_range **out_range)
{
    struct gi_heap_block *block = calloc(1, sizeof *block);
    struct gi_heap_range *range = calloc(1, sizeof *range);
    gi_status status;

    if (block == NULL || range == NULL) {
        status = gi_fail(GI_OUT_OF_MEMORY, "no host memory to keep track of an allocation");
        goto free_both;
    }
    status = check_bound(heap, size_bytes);
    if (status != GI_OK)
        goto free_both;
    status = make_counted(heap, block, size_bytes);
    if (status != GI_OK)
        goto free_both;
    count_reserved(heap, size_bytes);
    block->size_bytes = size_bytes;
    range->block = block;
    range->size_bytes = size_bytes;
    *out_range = range;
    return GI_OK;

free_both:
    free(range);
    free(block);
    return status;
}

/* Splits a range, which is in no list, after size_bytes; *range stays the first part. NULL if it is
 * no larger, or if host memory is short. */
static struct gi_heap_range *split_range(struct gi_heap_range *range, uint64_t size_bytes)
{
    struct gi_heap_range *rest;

    if (range->size_bytes - size_bytes < GI_HEAP_ALIGNMENT)
        return NULL;
    rest = malloc(sizeof *rest);     /* not calloc: see allocation.c */
    if (rest == NULL)
        return NULL;
    *rest = (struct gi_heap_range){ .block = range->block,
                                    .offset_bytes = range->offset_bytes + size_bytes,
                                    .size_bytes = range->size_bytes - size_bytes,
                                    .before = range,
                                    .after = range->after };
    if (rest->after != NULL)
        rest->after->before = rest;
    range->after = rest;
    range->size_bytes = size_bytes;
    return rest;
}

/* Trims a range to the request, and puts the rest into the lists. False: host memory is short, and
 * the range is unchanged. */
static bool carve(struct gi_heap *heap, struct gi_heap_range **range,
                  const struct gi_heap_request *request)
{
    uint64_t before = (0 - (*range)->offset_bytes) & (request->alignment_bytes - 1);
    struct gi_heap_range *aligned = *range, *rest;

    if (before > 0) {
        aligned = split_range(*range, before);
        if (aligned == NULL)
            return false;
        list_add(heap, *range);
        *range = aligned;
    }
    rest = split_range(aligned, request->size_bytes);
    if (rest != NULL)            /* without it the caller gets more than requested, without harm */
        list_add(heap, rest);
    return true;
}

/* The size of a new block that has room for the request. */
static uint64_t block_for(const struct gi_heap *heap, uint64_t size_bytes)
{
    uint64_t step = heap->block_bytes < LARGE_STEP ? heap->block_bytes : LARGE_STEP;

    if (atomic_load(&heap->reserved_bytes) == 0 && size_bytes <= heap->first_block_bytes)
        return heap->first_block_bytes;
    if (size_bytes <= heap->block_bytes)
        return heap->block_bytes;
    return (size_bytes + step - 1) / step * step;
}

static gi_status take_locked(struct gi_heap *heap, const struct gi_heap_request *request,
                             bool may_grow, struct gi_heap_range **out_range)
{
    /* A range of this size at the heap's own alignment contains an aligned range. */
    uint64_t room_bytes = request->size_bytes + request->alignment_bytes - GI_HEAP_ALIGNMENT;
    struct gi_heap_range *range = find_free(heap, room_bytes / GI_HEAP_ALIGNMENT);
    gi_status status;

    if (range != NULL) {
        list_remove(heap, range);
    } else if (!may_grow) {
        return GI_NOT_READY;
    } else {
        status = add_heap_block(heap, block_for(heap, room_bytes), &range);
        if (status != GI_OK)
            return status;
        heap->empty_bytes += range->block->size_bytes;
    }
    if (!carve(heap, &range, request)) {
        list_add(heap, range);
        return gi_fail(GI_OUT_OF_MEMORY, "no host memory to keep track of an allocation");
    }
    if (range->block->used_count++ == 0)
        heap->empty_bytes -= range->block->size_bytes;
    *out_range = range;
    return GI_OK;
}

static bool is_alone(const struct gi_heap *heap, const struct gi_heap_request *request)
{
    return request->alone || (request->size_bytes >= heap->alone_bytes && !heap->retains);
}

/* ---- objects of single allocations ----------------------------------------------------------- */

/* Programs most often allocate again what they freed, in the same size. At most an eighth is
 * wasted. */
static struct gi_heap_range *find_kept(struct gi_heap *heap, uint64_t size_bytes)
{
    struct gi_heap_range **link = &heap->kept, *range;

    while (*link != NULL && ((*link)->size_bytes < size_bytes ||
                             (*link)->size_bytes - size_bytes > size_bytes / 8))
        link = &(*link)->next_free;
    range = *link;
    if (range != NULL) {
        *link = range->next_free;
        heap->empty_bytes -= range->size_bytes;
    }
    return range;
}

static gi_status take_alone(struct gi_heap *heap, uint64_t size_bytes, bool may_grow,
                            struct gi_heap_range **out_range)
{
    gi_status status;

    pthread_mutex_lock(&heap->lock);
    *out_range = find_kept(heap, size_bytes);
    pthread_mutex_unlock(&heap->lock);
    if (*out_range != NULL)
        return GI_OK;
    if (!may_grow)
        return GI_NOT_READY;
    status = add_heap_block(heap, size_bytes, out_range);
    if (status == GI_OK)
        (*out_range)->block->whole = true;
    return status;
}

static gi_status take_range(struct gi_heap *heap, const struct gi_heap_request *asked,
                            bool may_grow, struct gi_heap_range **out_range,
                            struct gi_memory **out_memory)
{
    struct gi_heap_request request = *asked;
    gi_status status;

    *out_range = NULL;
    *out_memory = NULL;
    status = gi_call_given_up(heap->base);       /* its kernels may still use what is freed */
    if (status != GI_OK)
        return status;
    if (request.size_bytes > UINT64_MAX / 4 || request.alignment_bytes > UINT64_MAX / 4)
        return gi_fail(GI_OUT_OF_MEMORY, "an allocation of %llu bytes is more than any device has",
                       (unsigned long long)request.size_bytes);
    request.size_bytes = (request.size_bytes + GI_HEAP_ALIGNMENT - 1) &
                         ~(uint64_t)(GI_HEAP_ALIGNMENT - 1);
    if (request.alignment_bytes < GI_HEAP_ALIGNMENT)
        request.alignment_bytes = GI_HEAP_ALIGNMENT;
    if (is_alone(heap, &request)) {
        status = take_alone(heap, request.size_bytes, may_grow, out_range);
    } else {
        pthread_mutex_lock(&heap->lock);
        status = take_locked(heap, &request, may_grow, out_range);
        pthread_mutex_unlock(&heap->lock);
    }
    if (status == GI_OK)
        *out_memory = (*out_range)->block->memory;
    return status;
}

gi_status gi_heap_take(struct gi_heap *heap, uint64_t size_bytes,
                       struct gi_heap_range **out_range, struct gi_memory **out_memory)
{
    struct gi_heap_request request = { .size_bytes = size_bytes };

    return take_range(heap, &request, true, out_range, out_memory);
}

gi_status gi_heap_take_aligned(struct gi_heap *heap, const struct gi_heap_request *request,
                               struct gi_heap_range **out_range, struct gi_memory **out_memory)
{
    return take_range(heap, request, true, out_range, out_memory);
}

gi_status gi_heap_take_present(struct gi_heap *heap, uint64_t size_bytes,
                               struct gi_heap_range **out_range, struct gi_memory **out_memory)
{
    struct gi_heap_request request = { .size_bytes = size_bytes };

    return take_range(heap, &request, false, out_range, out_memory);
}

/* Merges range with its free neighbour after it. Both are in no list. */
static void merge_ranges(struct gi_heap_range *range, struct gi_heap_range *after)
{
    range->size_bytes += after->size_bytes;
    range->after = after->after;
    if (range->after != NULL)
        range->after->before = range;
    free(after);
}

static void free_block(struct gi_heap *heap, struct gi_heap_range *whole)
{
    struct gi_memory *memory = whole->block->memory;

    atomic_fetch_sub(&heap->reserved_bytes, whole->block->size_bytes);
    atomic_fetch_sub(&heap->blocks, 1);
    if (heap->spare != NULL && !heap->exportable &&
        whole->block->size_bytes == heap->spare->size_bytes)
        memory = exchange_spare(heap->spare, memory);
    if (memory != NULL)
        gi_memory_object_unref(memory);
    free(whole->block);
    free(whole);
}

static void free_blocks(struct gi_heap *heap, struct gi_heap_range *first)
{
    while (first != NULL) {
        struct gi_heap_range *range = first;

        first = range->next_free;
        free_block(heap, range);
    }
}

/* Removes kept objects until kept_bytes are left, and returns the removed ones. The lock is
 * held. */
static struct gi_heap_range *drop_kept(struct gi_heap *heap, uint64_t kept_bytes)
{
    struct gi_heap_range **link = &heap->kept, *dropped;
    uint64_t bytes = 0;

    while (*link != NULL && bytes + (*link)->size_bytes <= kept_bytes) {
        bytes += (*link)->size_bytes;
        link = &(*link)->next_free;
    }
    dropped = *link;
    *link = NULL;
    for (struct gi_heap_range *each = dropped; each != NULL; each = each->next_free)
        heap->empty_bytes -= each->size_bytes;
    return dropped;
}

/* Keeps or frees an object of a single allocation. The oldest kept ones make room, as programs
 * change their sizes over time. */
static void give_alone(struct gi_heap *heap, struct gi_heap_range *range)
{
    struct gi_heap_range *dropped = range;

    range->next_free = NULL;
    pthread_mutex_lock(&heap->lock);
    if (range->size_bytes >= heap->alone_bytes && range->size_bytes <= heap->kept_bytes / 4 &&
        !range->block->is_exposed) {
        range->next_free = heap->kept;
        heap->kept = range;
        heap->empty_bytes += range->size_bytes;
        dropped = drop_kept(heap, heap->kept_bytes);
    }
    pthread_mutex_unlock(&heap->lock);
    free_blocks(heap, dropped);
}

void gi_heap_expose(struct gi_heap *heap, struct gi_heap_range *range)
{
    pthread_mutex_lock(&heap->lock);
    range->block->is_exposed = true;
    pthread_mutex_unlock(&heap->lock);
}

/* Whether an empty block is kept for the next allocation. */
static bool is_kept(struct gi_heap *heap, const struct gi_heap_block *block)
{
    return heap->retains || (heap->empty_bytes + block->size_bytes <= heap->kept_bytes &&
                             !block->is_exposed);
}

void gi_heap_give(struct gi_heap *heap, struct gi_heap_range *range)
{
    struct gi_heap_block *block = range->block;
    struct gi_heap_range *whole = NULL;

    if (block->whole) {
        give_alone(heap, range);
        return;
    }
    pthread_mutex_lock(&heap->lock);
    if (range->after != NULL && range->after->is_free) {
        list_remove(heap, range->after);
        merge_ranges(range, range->after);
    }
    if (range->before != NULL && range->before->is_free) {
        struct gi_heap_range *before = range->before;

        list_remove(heap, before);
        merge_ranges(before, range);
        range = before;
    }
    if (--block->used_count == 0 && !is_kept(heap, block)) {
        whole = range;
    } else {
        list_add(heap, range);
        if (block->used_count == 0)
            heap->empty_bytes += block->size_bytes;
    }
    pthread_mutex_unlock(&heap->lock);
    if (whole != NULL)
        free_block(heap, whole);
}

void gi_heap_trim(struct gi_heap *heap, uint64_t keep_bytes)
{
    struct gi_heap_range *empty = NULL, *alone;
    uint64_t reserved;

    pthread_mutex_lock(&heap->lock);
    alone = drop_kept(heap, 0);
    reserved = atomic_load(&heap->reserved_bytes);
    for (unsigned level = 0; level < GI_HEAP_LEVELS; level++) {
        for (unsigned step = 0; step < GI_HEAP_STEPS; step++) {
            struct gi_heap_range *range = heap->free[level][step], *next;

            for (; range != NULL; range = next) {
                next = range->next_free;
                if (range->block->used_count > 0 || reserved <= keep_bytes)
                    continue;
                reserved -= range->block->size_bytes;
                list_remove(heap, range);
                heap->empty_bytes -= range->block->size_bytes;
                range->next_free = empty;
                empty = range;
            }
        }
    }
    pthread_mutex_unlock(&heap->lock);
    free_blocks(heap, empty);
    free_blocks(heap, alone);
}

void gi_heap_finish(struct gi_heap *heap)
{
    gi_heap_trim(heap, 0);
    pthread_mutex_destroy(&heap->lock);
}
