/** The address ranges of the library's memory objects: of allocations, and of the freed and unused
 *  parts of the blocks that they lie in. */
#ifndef GI_OWN_ADDRESSES_H
#define GI_OWN_ADDRESSES_H

#include "base/status.h"

struct gi_memory;

/** Which addresses of an object are on the map. */
struct gi_own_ranges {
    bool device, host;
};

/** Adds an object that the driver has made. Host memory of the program (is_wrapped) is not the
 *  library's: only its device address is added, if that differs from the host's.
 *  Threads: any. */
void gi_own_addresses_add(struct gi_memory *memory, bool is_wrapped,
                          struct gi_own_ranges *out_ranges);

/** Removes it; to be called before the driver gives the addresses back.
 *  Threads: any. */
void gi_own_addresses_remove(struct gi_memory *memory, const struct gi_own_ranges *ranges);

/** Whether a byte of [begin, begin + size_bytes) is in an object.
 *  Threads: any. */
bool gi_own_addresses_meet(uint64_t begin, uint64_t size_bytes);

#endif
