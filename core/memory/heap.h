/** Sub-allocation: many allocations in few memory objects of the driver. Drivers limit the number
 *  of objects and make them slowly.
 *  Threads: any, except init and finish. */
#ifndef GI_HEAP_H
#define GI_HEAP_H

#include <pthread.h>
#include <stdatomic.h>

#include "contract/driver.h"

#define GI_HEAP_ALIGNMENT 512u
#define GI_HEAP_LEVELS 40        /* powers of two of GI_HEAP_ALIGNMENT */
#define GI_HEAP_STEPS 8          /* linear steps within each */

struct gi_heap_block;

/** A spare block that the heaps of one device share: one heap leaves an empty block, and the next
 *  one takes it. So the driver is not called either time. All spare blocks have one size. */
struct gi_heap_spare {
    pthread_mutex_t lock;        /* a leaf */
    struct gi_memory *memory;    /* NULL if there is no spare block */
    uint64_t size_bytes;
};

/** A range of a block: allocated or free. */
struct gi_heap_range {
    struct gi_heap_block *block;
    uint64_t offset_bytes, size_bytes;
    bool is_free;
    struct gi_heap_range *before, *after;           /* neighbours in the block */
    struct gi_heap_range *next_free, *previous_free;
};

struct gi_heap {
    struct gi_device_base *base;
    enum gi_memory_kind kind;
    uint64_t block_bytes;
    uint64_t first_block_bytes;  /* of the first block; 0: as the others */
    uint64_t alone_bytes;        /* requests of at least this size get a memory object of their
                                    own */
    uint64_t kept_bytes;         /* how many bytes of empty blocks, and of own objects of at most a
                                    quarter of this, stay for later requests */
    bool retains;                /* empty blocks stay until gi_heap_trim, and large requests share
                                    blocks too */
    struct gi_heap_spare *spare; /* for blocks that are not exportable; NULL: no spare */
    bool exportable;             /* blocks can be exported as opaque fds */
    uint32_t max_blocks;         /* 0: no bound */
    atomic_uint blocks;          /* current number of blocks */
    uint64_t max_bytes;          /* of all blocks; 0: no bound */
    pthread_mutex_t lock;
    _Atomic uint64_t reserved_bytes;                /* of all blocks, and the highest value so
                                                       far */
    _Atomic uint64_t reserved_high_bytes;
    uint64_t level_bits;
    uint8_t step_bits[GI_HEAP_LEVELS];
    struct gi_heap_range *free[GI_HEAP_LEVELS][GI_HEAP_STEPS];
    uint64_t empty_bytes;        /* of blocks without an allocation, and of the kept objects */
    struct gi_heap_range *kept;  /* kept objects of single allocations; newest first */
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
