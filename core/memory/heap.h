/** Sub-allocation: many allocations in few memory objects of the driver, since drivers limit their
 *  number and take long to make one. */
#ifndef GI_HEAP_H
#define GI_HEAP_H

#include <pthread.h>
#include <stdatomic.h>

#include "contract/driver.h"

#define GI_HEAP_ALIGNMENT 512u
#define GI_HEAP_LEVELS 40        /* powers of two of GI_HEAP_ALIGNMENT */
#define GI_HEAP_STEPS 8          /* linear steps within each */

struct gi_heap_block;

/** An empty block that heaps of one device pass on: what one gives back the next one takes, and the
 *  driver is asked neither time. Its size is fixed. */
struct gi_heap_spare {
    pthread_mutex_t lock;        /* a leaf */
    struct gi_memory *memory;    /* NULL: there is none */
    uint64_t size_bytes;
};

/** A range of a block: given out, or free. */
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
    uint64_t first_block_bytes;  /* of the first one; 0: as all */
    uint64_t alone_bytes;        /* requests from this size on get an object of their own */
    uint64_t kept_bytes;         /* of empty blocks, and of objects of a quarter of it at most, that
                                    stay for what is taken next */
    bool retains;                /* all empty blocks stay until gi_heap_trim; large requests share
                                    blocks too */
    struct gi_heap_spare *spare; /* for blocks that are not exportable; NULL: none */
    bool exportable;             /* blocks can be exported as opaque fds */
    uint32_t max_blocks;         /* 0: no bound */
    atomic_uint blocks;          /* those there are */
    uint64_t max_bytes;          /* of all blocks; 0: no bound */
    pthread_mutex_t lock;
    _Atomic uint64_t reserved_bytes;                /* of all blocks, and the most there were */
    _Atomic uint64_t reserved_high_bytes;
    uint64_t level_bits;
    uint8_t step_bits[GI_HEAP_LEVELS];
    struct gi_heap_range *free[GI_HEAP_LEVELS][GI_HEAP_STEPS];
    uint64_t empty_bytes;        /* of blocks without an allocation, the next among them */
    struct gi_heap_range *kept;  /* objects that one allocation had alone; newest first */
};

void gi_heap_init(struct gi_heap *heap, struct gi_device_base *base, enum gi_memory_kind kind,
                  uint64_t block_bytes);

/** Finds room; *out_memory is the driver's object that *out_range lies in. Unless the heap says
 *  otherwise, requests past a quarter of a block get an object of their own.
 *  Owner:   the range is the caller's until gi_heap_give.
 *  Threads: any.
 *  Errors:  GI_OUT_OF_MEMORY; GI_NOT_READY, without a sentence, if the heap may have no further
 *           block. */
GI_MUST_CHECK gi_status gi_heap_take(struct gi_heap *heap, uint64_t size_bytes,
                                     struct gi_heap_range **out_range,
                                     struct gi_memory **out_memory);

struct gi_heap_request {
    uint64_t size_bytes;
    uint64_t alignment_bytes;    /* of the offset in the block; a power of two, or 0: the heap's */
    bool alone;                  /* in an object of its own */
};

/** The same for what has more wishes. */
GI_MUST_CHECK gi_status gi_heap_take_aligned(struct gi_heap *heap,
                                             const struct gi_heap_request *request,
                                             struct gi_heap_range **out_range,
                                             struct gi_memory **out_memory);

/** The same, but only from blocks that are there: no call of the driver.
 *  Errors: GI_NOT_READY if there is no room. */
GI_MUST_CHECK gi_status gi_heap_take_present(struct gi_heap *heap, uint64_t size_bytes,
                                             struct gi_heap_range **out_range,
                                             struct gi_memory **out_memory);

/** The object that a range lies in is about to be reached by other processes: once it is empty it
 *  goes back to the driver and is never given out again. */
void gi_heap_expose(struct gi_heap *heap, struct gi_heap_range *range);

void gi_heap_give(struct gi_heap *heap, struct gi_heap_range *range);

/** Gives empty blocks back to the driver until no more than keep_bytes are reserved, or no empty
 *  one is left. */
void gi_heap_trim(struct gi_heap *heap, uint64_t keep_bytes);

/** Makes a place for one spare block, of size_bytes. */
void gi_heap_spare_init(struct gi_heap_spare *spare, uint64_t size_bytes);

/** Gives the spare block back to the driver, if there is one.
 *  Threads: any. */
void gi_heap_spare_drop(struct gi_heap_spare *spare);

/** Gives back everything; nothing is taken any more. */
void gi_heap_finish(struct gi_heap *heap);

#endif
