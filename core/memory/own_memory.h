/** Allocations in the library's own memory: ranges of a device's heaps.
 *  Threads: any. */
#ifndef GI_OWN_MEMORY_H
#define GI_OWN_MEMORY_H

#include "advice.h"
#include "allocation.h"
#include "heap.h"

/** Allocates memory of a device, not on the map yet, with one reference. If memory is short, it
 *  lets the device reclaim memory and tries again. The caller holds no lock of a stream or heap.
 *  Errors: GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_allocation_new(struct gi_device *device, enum gi_memory_kind kind,
                                          uint64_t size_bytes,
                                          struct gi_allocation **out_allocation);

/** As gi_allocation_new, for the variables of device code, which no free of the program gives back.
 *  is_managed: the host reaches them at the device's address. */
GI_MUST_CHECK gi_status gi_allocation_new_variables(struct gi_device *device, bool is_managed,
                                                    uint64_t size_bytes,
                                                    struct gi_allocation **out_allocation);

/** As gi_allocation_new, for the heap of kernels (kernel_heap.h), which no map gets. */
GI_MUST_CHECK gi_status gi_allocation_new_kernel_heap(struct gi_device *device,
                                                      uint64_t size_bytes,
                                                      struct gi_allocation **out_allocation);

/** As gi_allocation_new, for a number of a graph. The device and the host reach it, each at its own
 *  address. No free of the program gives it back. */
GI_MUST_CHECK gi_status gi_allocation_new_word(struct gi_device *device, uint64_t size_bytes,
                                               struct gi_allocation **out_allocation);

/** The heap of an allocation; NULL if gi_allocation_new did not make it. */
const struct gi_heap *gi_own_memory_heap(const struct gi_allocation *allocation);

/** The hints for managed memory of gi_allocation_new. The lock in managed.c guards them. */
struct gi_advice *gi_own_memory_advice(struct gi_allocation *managed);

#endif
