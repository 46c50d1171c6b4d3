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

struct gi_kernel_heap {
    struct gi_kernel_heap *next;
    gi_handle owner;                     /* a created context; 0: the device's primary one */
    struct gi_allocation *memory;        /* referenced */
    struct gi_heap_plan plan;
    uint64_t first_page;                 /* its address */
};

/** The heap of an owner, or NULL. The device's kernel_heap_lock is held. */
const struct gi_kernel_heap *gi_kernel_heap_find(const struct gi_device *device, gi_handle owner);

/** Keeps memory as the heap of an owner, which has none. The lock is held.
 *  Owner:  the heap takes the reference.
 *  Errors: GI_OUT_OF_MEMORY; then the caller keeps it. */
GI_MUST_CHECK gi_status gi_kernel_heap_keep(struct gi_device *device, gi_handle owner,
                                            struct gi_allocation *memory,
                                            const struct gi_heap_plan *plan);

/** Ends the heap of an owner, if it has one. Work that is unfinished keeps the memory. */
void gi_kernel_heap_end(struct gi_device *device, gi_handle owner);

/** Visits all heaps of a device. */
void gi_kernel_heap_each(struct gi_device *device,
                         void (*visit)(const struct gi_kernel_heap *heap, void *context),
                         void *context);

#endif
