/** The mappings of ranges, inside the core.
 *  Threads: the caller holds the lock of ranges (pages.h). */
#ifndef GI_RANGE_ASK_H
#define GI_RANGE_ASK_H

#include "memory/memory_object.h"
#include "memory/range_map.h"
#include "pages.h"
#include "queue/device_state.h"

/** A reservation. */
struct gi_range {
    struct gi_device *device;
    struct gi_memory *memory;    /* referenced */
};

/** One call of map. */
struct gi_range_mapping {
    struct gi_range *range;
    struct gi_pages *pages;
    struct gi_memory *memory;    /* theirs, when they were mapped */
    uint64_t begin, end;         /* absolute addresses */
    uint64_t pages_offset;
    uint64_t id;
    size_t parts;
};

/** A part of a mapping with one access. The bits of readers and writers are devices. */
struct gi_range_part {
    struct gi_range_mapping *mapping;
    uint64_t begin, end;
    uint64_t readers, writers;
    bool is_changing;            /* a call waits for its work: no other call may change it */
};

static inline uint64_t gi_range_granularity(const struct gi_range *range)
{
    return range->device->base->info.range_granularity_bytes;
}

static inline uint64_t gi_range_begin(const struct gi_range *range)
{
    return range->memory->device_address;
}

/** All reservations, by address. */
extern struct gi_range_map gi_ranges;

/** The reservation that an address is in. call is for messages.
 *  Errors: GI_INVALID_VALUE if there is none. */
GI_MUST_CHECK gi_status gi_range_find(const char *call, uint64_t address,
                                      struct gi_range **out_range);

/** The reservation that holds [address, address + size_bytes), which is of whole granules.
 *  Errors: GI_INVALID_VALUE. */
GI_MUST_CHECK gi_status gi_range_find_within(const char *call, uint64_t address,
                                             uint64_t size_bytes, struct gi_range **out_range);

/** All parts, by address. */
extern struct gi_range_map gi_range_parts;

/** The part that an address is in, or NULL. */
struct gi_range_part *gi_range_part_at(uint64_t address);

/** Some bytes of pages. */
struct gi_range_piece {
    struct gi_pages *pages;
    uint64_t offset_bytes, size_bytes;
};

/** The pages that are mapped at [address, address + size_bytes), in order.
 *  Owner:  the caller frees *out_pieces.
 *  Errors: GI_INVALID_VALUE if nothing is mapped at some of it; GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_range_pieces(const char *call, uint64_t address, uint64_t size_bytes,
                                        struct gi_range_piece **out_pieces, size_t *out_count);

#endif
