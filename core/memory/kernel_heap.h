/** The memory that malloc of kernels gives out: a heap for each context whose kernels have needed
 *  one. It is on no map of addresses, so no call of the host takes a pointer into it.
 *  Threads: any. */
#ifndef GI_KERNEL_HEAP_H
#define GI_KERNEL_HEAP_H

#include <stdbool.h>

#include "base/handle.h"
#include "kernel/heap/heap_plan.h"

struct gi_allocation;
struct gi_device;

/** Where a heap is: the variable of device code (heap_layout.h). */
struct gi_kernel_heap_place {
    uint64_t words, first_page;          /* addresses */
    uint32_t page_bits, page_count;
};

struct gi_kernel_heap {
    struct gi_kernel_heap *next;
    gi_handle owner;                     /* a created context; 0: the device's primary one */
    struct gi_allocation *memory;        /* referenced */
    struct gi_kernel_heap_place place;
};

/** Whether an owner has a heap, and where it is; out_place may be NULL. */
bool gi_kernel_heap_find(struct gi_device *device, gi_handle owner,
                         struct gi_kernel_heap_place *out_place);

/** Keeps memory as the heap of an owner, which has none.
 *  Owner:  the heap takes the reference.
 *  Errors: GI_OUT_OF_MEMORY; then the caller keeps it. */
GI_MUST_CHECK gi_status gi_kernel_heap_keep(struct gi_device *device, gi_handle owner,
                                            struct gi_allocation *memory,
                                            const struct gi_heap_plan *plan);

/** Ends the heap of an owner, if it has one. Work that is unfinished keeps the memory. */
void gi_kernel_heap_end(struct gi_device *device, gi_handle owner);

/** Visits all heaps of a device, with a lock held. */
void gi_kernel_heap_each(struct gi_device *device,
                         void (*visit)(const struct gi_kernel_heap *heap, void *context),
                         void *context);

#endif
