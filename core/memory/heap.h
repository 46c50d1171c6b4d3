/** Sub-allocation: many allocations in few memory objects of the driver. Drivers limit the number
 *  of objects and make them slowly.
 *  Threads: any, except init and finish. */
#ifndef GI_HEAP_H
#define GI_HEAP_H

#include "queue/device_memory.h"

#define GI_HEAP_ALIGNMENT 512u

struct gi_heap_block;

/** A range of a block: allocated or free. */
struct gi_heap_range {
    struct gi_heap_block *block;
    uint64_t offset_bytes, size_bytes;
    bool is_free;
    struct gi_heap_range *before, *after;           /* neighbours in the block */
    struct gi_heap_range *next_free, *previous_free;
};

void gi_heap_init(struct gi_heap *heap, struct gi_device_base *base, enum gi_memory_kind kind,
                  uint64_t block_bytes);

/** Allocates a range. *out_memory is the driver's object that contains it. A request above a
 *  quarter of a block gets an object of its own, unless the heap has other settings.
 *  Owner:  the range is the caller's until gi_heap_give.
 *  Errors: GI_OUT_OF_MEMORY; GI_NOT_READY, without a sentence, if the heap may not add a block. */
GI_MUST_CHECK gi_status gi_heap_take(struct gi_heap *heap, uint64_t size_bytes,
                                     struct gi_heap_range **out_range,
                                     struct gi_memory **out_memory);

struct gi_heap_request {
    uint64_t size_bytes;
    uint64_t alignment_bytes;    /* of the offset in the block; a power of two; 0: the heap's
                                    alignment */
    bool alone;                  /* in a memory object of its own */
};

/** As gi_heap_take, with more parameters. */
GI_MUST_CHECK gi_status gi_heap_take_aligned(struct gi_heap *heap,
                                             const struct gi_heap_request *request,
                                             struct gi_heap_range **out_range,
                                             struct gi_memory **out_memory);

/** As gi_heap_take, but only from existing blocks, without a call of the driver.
 *  Errors: GI_NOT_READY if there is no room. */
GI_MUST_CHECK gi_status gi_heap_take_present(struct gi_heap *heap, uint64_t size_bytes,
                                             struct gi_heap_range **out_range,
                                             struct gi_memory **out_memory);

/** Marks the object that contains a range as exported to other processes. Once it is empty it goes
 *  back to the driver, and is never reused. */
void gi_heap_expose(struct gi_heap *heap, struct gi_heap_range *range);

void gi_heap_give(struct gi_heap *heap, struct gi_heap_range *range);

/** Frees empty blocks until at most keep_bytes are reserved, or no empty block is left. */
void gi_heap_trim(struct gi_heap *heap, uint64_t keep_bytes);

/** Prepares an empty spare for blocks of size_bytes. */
void gi_heap_spare_init(struct gi_heap_spare *spare, uint64_t size_bytes);

/** Frees the spare block, if there is one. */
void gi_heap_spare_drop(struct gi_heap_spare *spare);

/** Frees everything. The heap is not used afterwards. */
void gi_heap_finish(struct gi_heap *heap);

#endif
