/** The address ranges of the library's memory objects. They contain allocations, and the freed and
 *  unused parts of blocks.
 *  Threads: any. */
#ifndef GI_OWN_ADDRESSES_H
#define GI_OWN_ADDRESSES_H

#include "base/status.h"

struct gi_memory;

/** Which addresses of an object are in the map. */
struct gi_own_ranges {
    bool device, host;
};

/** Adds an object of the driver. Wrapped host memory (is_wrapped) belongs to the program, so only
 *  its device address is added, if that differs from the host's. */
void gi_own_addresses_add(struct gi_memory *memory, bool is_wrapped,
                          struct gi_own_ranges *out_ranges);

/** Removes an object. Called before the driver frees the addresses. */
void gi_own_addresses_remove(struct gi_memory *memory, const struct gi_own_ranges *ranges);

/** Whether a byte of [begin, begin + size_bytes) belongs to an object. */
bool gi_own_addresses_meet(uint64_t begin, uint64_t size_bytes);

#endif
