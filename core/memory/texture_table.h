/** A device's slots for textures and surfaces, and the numbers by which programs refer to them.
 *  Threads: any. */
#ifndef GI_TEXTURE_TABLE_H
#define GI_TEXTURE_TABLE_H

#include "queue/device_memory.h"

/** Allocates a slot below limit. *out_number is the number of its future content.
 *  Errors: GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_texture_table_take(struct gi_texture_table *table, uint32_t limit,
                                              uint64_t *out_number);

/** Sets the handle of a number's slot. Does nothing if the slot was freed already. */
void gi_texture_table_set(struct gi_texture_table *table, uint64_t number, gi_handle handle);

/** Frees a number's slot. */
void gi_texture_table_give(struct gi_texture_table *table, uint64_t number);

/** The handle of a number of any open device, or 0. */
gi_handle gi_texture_find(uint64_t number);

static inline uint32_t gi_texture_slot(uint64_t number)
{
    return (uint32_t)number;
}

#endif
