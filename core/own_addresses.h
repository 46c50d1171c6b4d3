/** The addresses of the library's memory objects. They cover what is given out to the program and
 *  what is not: freed ranges of a block, and the rest of it. */
#ifndef GI_OWN_ADDRESSES_H
#define GI_OWN_ADDRESSES_H

#include "range_map.h"

struct gi_memory;

/** Where one object is; a member of what describes it. */
struct gi_own_addresses {
    struct gi_range at_device, at_host;
    bool has_device, has_host;           /* which of them are on the map */
};

/** Lists an object that the driver has made. Host memory of the program (is_wrapped) is not the
 *  library's: then its device address alone is listed, where it is another one.
 *  Threads: any. */
void gi_own_addresses_add(struct gi_own_addresses *own, const struct gi_memory *memory,
                          bool is_wrapped);

/** Takes it off again, before the driver gives the addresses back.
 *  Threads: any. */
void gi_own_addresses_remove(struct gi_own_addresses *own);

/** Whether a byte of [begin, begin + size_bytes) is in an object.
 *  Threads: any. */
bool gi_own_addresses_meet(uint64_t begin, uint64_t size_bytes);

#endif
