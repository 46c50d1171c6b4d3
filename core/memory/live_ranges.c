#include "live_ranges.h"

#include <stdlib.h>
#include <string.h>

#include "allocation.h"
#include "base/vector.h"
#include "heap.h"
#include "kernel_heap.h"
#include "queue/device_state.h"

/* A range further away is no neighbour. */
#define FAR_BYTES (UINT64_C(1) << 30)

/* Below this address there is never memory: the null pointer of an array was used. */
#define NULL_BYTES 65536u

/* ---- making ---------------------------------------------------------------------------------- */

struct listing {
    struct gi_live_ranges *ranges;
    const struct gi_device *device;
    const struct gi_allocation *allocation;
    uint64_t shift;              /* from its device addresses to those that are listed */
    uint64_t done;               /* the ranges below this device address are listed */
    bool is_short;               /* of host memory */
};

static void list_range(struct listing *listing, uint64_t begin, uint64_t end, bool is_read_only)
{
    struct gi_live_ranges *ranges = listing->ranges;

    if (begin >= end)
        return;
    if (!gi_grow((void **)&ranges->items, &ranges->capacity, ranges->count + 1,
                 sizeof *ranges->items)) {
        listing->is_short = true;
        return;
    }
    ranges->items[ranges->count++] = (struct gi_map_range){
        .begin = begin + listing->shift, .end = end + listing->shift,
        .words = listing->allocation->rest->type->words, .is_read_only = is_read_only
    };
}

static void add_mapping(void *context, uint64_t begin, uint64_t end)
{
    struct listing *listing = context;
    uint64_t address = listing->allocation->device_address;

    list_range(listing, address + begin, address + end, listing->allocation->is_read_only);
}

/* The parts come in order. Work may write to the bytes before a part. */
static void add_read_only(void *context, uint64_t begin, uint64_t end)
{
    struct listing *listing = context;

    list_range(listing, listing->done, begin, false);
    list_range(listing, begin, end, true);
    listing->done = end;
}

static void add_addresses(struct listing *listing)
{
    const struct gi_allocation *allocation = listing->allocation;
    const struct gi_allocation_type *type = allocation->rest->type;
    uint64_t begin = allocation->device_address, end = begin + allocation->size_bytes;

    if (allocation->rest->parts != NULL) {
        gi_mappings_each(allocation->rest->parts, add_mapping, listing);
    } else if (type->each_read_only != NULL) {
        listing->done = begin;
        type->each_read_only(allocation, add_read_only, listing);
        list_range(listing, listing->done, end, false);
    } else {
        list_range(listing, begin, end, allocation->is_read_only);
    }
}

/* A processor reaches what the host reaches. Kernels do not reach what copies carry. */
static void add_allocation(struct gi_allocation *allocation, void *context)
{
    struct listing *listing = context;
    bool is_processor = listing->device->base->info.kind == GI_DEVICE_CPU;
    bool has_host = allocation->host_address != 0 && is_processor;

    if (allocation->is_carried)
        return;
    listing->allocation = allocation;
    listing->shift = 0;
    if (allocation->device == listing->device
        || (has_host && allocation->host_address == allocation->device_address))
        add_addresses(listing);
    if (has_host && allocation->host_address != allocation->device_address) {
        listing->shift = allocation->host_address - allocation->device_address;
        add_addresses(listing);
    }
}

/* The tables in front of the pages are no kernel's own. */
static void add_heap(const struct gi_kernel_heap *heap, void *context)
{
    struct listing *listing = context;

    listing->allocation = heap->memory;
    listing->shift = 0;
    list_range(listing, heap->place.first_page,
               heap->place.first_page
                   + ((uint64_t)heap->place.page_count << heap->place.page_bits), false);
}

static int by_address(const void *a, const void *b)
{
    const struct gi_map_range *first = a, *second = b;

    return first->begin < second->begin ? -1 : first->begin > second->begin;
}

/* Mapped parts of one import may overlap. */
static void join_overlapping(struct gi_live_ranges *ranges)
{
    size_t kept = 0;

    if (ranges->count > 0)
        qsort(ranges->items, ranges->count, sizeof *ranges->items, by_address);
    for (size_t i = 1; i < ranges->count; i++) {
        struct gi_map_range *last = &ranges->items[kept];
        const struct gi_map_range *next = &ranges->items[i];

        if (next->begin < last->end) {
            last->end = next->end > last->end ? next->end : last->end;
            last->is_read_only = last->is_read_only && next->is_read_only;
        } else {
            ranges->items[++kept] = *next;
        }
    }
    ranges->count = ranges->count > 0 ? kept + 1 : 0;
}

gi_status gi_live_ranges_make(struct gi_device *device, struct gi_live_ranges **out_ranges)
{
    struct gi_live_ranges *ranges = calloc(1, sizeof *ranges);
    struct listing listing = { .ranges = ranges, .device = device };

    if (ranges == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "memory check: no host memory for the live ranges");
    atomic_init(&ranges->refs, 1);
    ranges->changes = gi_map_changes();
    gi_allocation_each(add_allocation, &listing);
    gi_kernel_heap_each(device, add_heap, &listing);
    ranges->freed_count = gi_map_get_freed(ranges->freed);
    if (listing.is_short) {
        gi_live_ranges_unref(ranges);
        return gi_fail(GI_OUT_OF_MEMORY, "memory check: no host memory for the live ranges");
    }
    join_overlapping(ranges);
    *out_ranges = ranges;
    return GI_OK;
}

void gi_live_ranges_ref(struct gi_live_ranges *ranges)
{
    atomic_fetch_add_explicit(&ranges->refs, 1, memory_order_relaxed);
}

void gi_live_ranges_unref(struct gi_live_ranges *ranges)
{
    if (ranges == NULL || atomic_fetch_sub_explicit(&ranges->refs, 1, memory_order_acq_rel) != 1)
        return;
    free(ranges->items);
    free(ranges);
}

/* ---- words ----------------------------------------------------------------------------------- */

/* "an allocation of 4096 bytes (device memory)": the words up to their first comma. */
static void append_range(char *text, size_t room, const struct gi_map_range *range)
{
    const char *how = range->is_freed ? "a freed" : range->is_read_only ? "a read-only" : "an";

    gi_append(text, room, "%s allocation of %llu bytes (%.*s) at 0x%llx", how,
              (unsigned long long)(range->end - range->begin),
              (int)strcspn(range->words, ","), range->words, (unsigned long long)range->begin);
}

static const struct gi_map_range *range_at(const struct gi_map_range *ranges, size_t count,
                                           uint64_t address)
{
    for (size_t i = 0; i < count; i++) {
        if (ranges[i].begin <= address && address < ranges[i].end)
            return &ranges[i];
    }
    return NULL;
}

/* The access begins in a range that is live. */
static void describe_inside(const struct gi_map_range *range, uint64_t address,
                            uint32_t size_bytes, char *text, size_t room)
{
    uint64_t left = range->end - address;

    if (left < size_bytes)
        gi_append(text, room, "%llu of its bytes are behind ",
                  (unsigned long long)(size_bytes - left));
    else
        gi_append(text, room, "%llu bytes into ", (unsigned long long)(address - range->begin));
    append_range(text, room, range);
}

/* The neighbours of an address that is in no range. */
struct near {
    const struct gi_map_range *below, *above;
    uint64_t behind, before;     /* how far the address is from each; UINT64_MAX: there is none */
};

static struct near near_to(const struct gi_live_ranges *ranges, uint64_t address)
{
    struct near near = { NULL, NULL, UINT64_MAX, UINT64_MAX };

    for (size_t i = 0; i < ranges->count && near.above == NULL; i++) {
        if (ranges->items[i].begin > address)
            near.above = &ranges->items[i];
        else
            near.below = &ranges->items[i];
    }
    if (near.below != NULL)
        near.behind = address - near.below->end;
    if (near.above != NULL)
        near.before = near.above->begin - address;
    return near;
}

static void describe_near(const struct near *near, char *text, size_t room)
{
    bool is_behind = near->behind <= near->before;
    uint64_t distance = is_behind ? near->behind : near->before;

    if (distance > FAR_BYTES) {
        gi_append(text, room, "no memory of the program is near");
        return;
    }
    if (distance == 0)
        gi_append(text, room, "directly behind ");
    else
        gi_append(text, room, "%llu bytes %s ", (unsigned long long)distance,
                  is_behind ? "behind" : "before");
    append_range(text, room, is_behind ? near->below : near->above);
}

/* Freed memory may lie where the neighbour of a live allocation is expected: an address that is as
 * near to a live one as the heap's gap is taken for an index that is too large. */
static bool is_past_live(const struct near *near)
{
    return near->behind < GI_HEAP_ALIGNMENT || near->before < GI_HEAP_ALIGNMENT;
}

void gi_live_ranges_describe(const struct gi_live_ranges *ranges, uint64_t address,
                             uint32_t size_bytes, char *out_text, size_t room)
{
    const struct gi_map_range *live = range_at(ranges->items, ranges->count, address);
    const struct gi_map_range *freed = range_at(ranges->freed, ranges->freed_count, address);
    const struct near near = near_to(ranges, address);

    out_text[0] = '\0';
    if (address < NULL_BYTES) {
        gi_append(out_text, room, "%s", address == 0 ? "the null pointer"
                                                     : "an offset from the null pointer");
    } else if (live != NULL) {
        describe_inside(live, address, size_bytes, out_text, room);
    } else if (freed != NULL && !is_past_live(&near)) {
        gi_append(out_text, room, "%llu bytes into ",
                  (unsigned long long)(address - freed->begin));
        append_range(out_text, room, freed);
    } else {
        describe_near(&near, out_text, room);
    }
}
