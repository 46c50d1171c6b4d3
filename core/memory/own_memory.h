/** Allocations in memory of the library's own: ranges of a device's heaps. */
#ifndef GI_OWN_MEMORY_H
#define GI_OWN_MEMORY_H

#include "advice.h"
#include "allocation.h"
#include "heap.h"

/** Takes memory of a device's own, not on the map yet, with one reference. When there is none it
 *  has the device reclaimed, and tries again.
 *  Threads: any; no lock of a stream or heap is held.
 *  Errors:  GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_allocation_new(struct gi_device *device, enum gi_memory_kind kind,
                                          uint64_t size_bytes,
                                          struct gi_allocation **out_allocation);

/** The heap that an allocation is a range of; NULL if gi_allocation_new did not make it. */
const struct gi_heap *gi_own_memory_heap(const struct gi_allocation *allocation);

/** What is advised about managed memory of gi_allocation_new; guarded by managed.c's lock. */
struct gi_advice *gi_own_memory_advice(struct gi_allocation *managed);

#endif
