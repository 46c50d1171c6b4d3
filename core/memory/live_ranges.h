/** The ranges of addresses that kernels of a device may use at one time, for the memory check.
 *  Threads: any; a list never changes after it was made. */
#ifndef GI_LIVE_RANGES_H
#define GI_LIVE_RANGES_H

#include <stdatomic.h>

#include "base/status.h"
#include "map_changes.h"

struct gi_device;

struct gi_live_ranges {
    atomic_uint refs;
    uint64_t changes;            /* gi_map_changes before it was made */
    struct gi_map_range *items;  /* by address; no two overlap */
    size_t count, capacity;
    struct gi_map_range freed[GI_MAP_FREED_RANGES];      /* newest first */
    size_t freed_count;
};

/** Lists the ranges that a device's kernels may use now: memory of the device and of the host,
 *  under each address that is good on the device.
 *  Owner:  the caller has the first reference.
 *  Errors: GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_live_ranges_make(struct gi_device *device,
                                            struct gi_live_ranges **out_ranges);

void gi_live_ranges_ref(struct gi_live_ranges *ranges);

/** Drops a reference; NULL is accepted. Takes no lock. */
void gi_live_ranges_unref(struct gi_live_ranges *ranges);

/** Says where an access of size_bytes at an address lies: in which range that may only be read or
 *  was freed, or how far from which range. Writes a part of a sentence. */
void gi_live_ranges_describe(const struct gi_live_ranges *ranges, uint64_t address,
                             uint32_t size_bytes, char *out_text, size_t room);

#endif
