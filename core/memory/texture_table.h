/** The slots of a device for textures and surfaces, and the numbers that programs hold of them. */
#ifndef GI_TEXTURE_TABLE_H
#define GI_TEXTURE_TABLE_H

#include "base/handle.h"

struct gi_texture_entry {
    gi_handle handle;            /* 0: not in use, or not yet */
    uint32_t stamp;              /* the high half of the number; 0: not in use */
    uint32_t next_free;          /* slot + 1; 0: the last */
};

/** Empty when zeroed. One lock guards those of all devices. */
struct gi_texture_table {
    struct gi_texture_entry *entries;
    uint32_t count, room;        /* slots that were ever used; what entries has room for */
    uint32_t first_free, last_free;      /* slot + 1; the one that is free for longest comes first,
                                            so that a stale number meets an empty slot for long */
};

/** Takes a slot below limit; the number of what will be in it is out_number.
 *  Threads: any.
 *  Errors:  GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_texture_table_take(struct gi_texture_table *table, uint32_t limit,
                                              uint64_t *out_number);

/** What is in a number's slot now has a handle; nothing happens if it is gone already.
 *  Threads: any. */
void gi_texture_table_set(struct gi_texture_table *table, uint64_t number, gi_handle handle);

/** Threads: any. */
void gi_texture_table_give(struct gi_texture_table *table, uint64_t number);

/** The handle of a number of any open device, or 0.
 *  Threads: any. */
gi_handle gi_texture_find(uint64_t number);

static inline uint32_t gi_texture_slot(uint64_t number)
{
    return (uint32_t)number;
}

#endif
