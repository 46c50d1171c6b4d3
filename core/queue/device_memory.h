/** The state of the room memory in an open device (device_state.h). */
#ifndef GI_DEVICE_MEMORY_H
#define GI_DEVICE_MEMORY_H

#include <pthread.h>
#include <stdatomic.h>

#include "base/handle.h"
#include "contract/driver.h"

struct gi_allocation;
struct gi_heap_range;
struct gi_timestamp_slot;

/* ---- heaps (memory/heap.h) ------------------------------------------------------------------- */

#define GI_HEAP_LEVELS 40        /* powers of two of GI_HEAP_ALIGNMENT */
#define GI_HEAP_STEPS 8          /* linear steps within each */

/** A spare block that the heaps of one device share: one heap leaves an empty block, and the next
 *  one takes it. So the driver is not called either time. All spare blocks have one size. */
struct gi_heap_spare {
    pthread_mutex_t lock;        /* a leaf */
    struct gi_memory *memory;    /* NULL if there is no spare block */
    uint64_t size_bytes;
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

/* ---- timestamps (memory/timestamp_slot.h) ---------------------------------------------------- */

/** A device's free slots. A slot is never freed to the heap. */
struct gi_timestamp_slots {
    pthread_mutex_t lock;        /* a leaf; guards free */
    struct gi_timestamp_slot *free;
};

/* ---- textures (memory/texture_table.h, memory/shown_images.h) -------------------------------- */

struct gi_texture_entry {
    gi_handle handle;            /* 0: not in use, or not set yet */
    uint32_t serial;             /* the high half of the number; 0: not in use */
    uint32_t next_free;          /* slot + 1; 0: the last */
};

/** Empty when zeroed. One lock guards the tables of all devices. */
struct gi_texture_table {
    struct gi_texture_entry *entries;
    uint32_t count, room;        /* how many slots were ever used; the capacity of entries */
    uint32_t first_free, last_free;      /* slot + 1; the oldest free slot comes first, so a slot
                                            that a stale number names stays empty for long */
};

struct gi_shown_image {
    struct gi_image *image;
    struct gi_allocation *texels;        /* it lies in; each object has a reference */
    size_t objects;                      /* not 0 */
};

/** Empty when zeroed. One lock guards those of all devices. */
struct gi_shown_images {
    struct gi_shown_image *items;
    size_t count, capacity;
};

#endif
