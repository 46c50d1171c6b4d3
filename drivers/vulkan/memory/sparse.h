/** Ranges as sparse buffers (GIVK_RANGES_SPARSE): the buffer has addresses without memory, and a
 *  queue binds pages to it. Work reads and writes what is bound; the core's checks alone keep it
 *  from parts that are read-only.
 *  Threads: as the contract says. */
#ifndef GIVK_SPARSE_H
#define GIVK_SPARSE_H

#include <stdatomic.h>

#include "memory.h"

/** The needs of sparse buffers of a device, and the sum of their ranges. */
struct givk_sparse {
    uint64_t alignment_bytes;    /* of binds; 0: unknown, as the driver could not make one */
    uint32_t types;              /* a mask of memory types */
    atomic_uint_fast64_t reserved_bytes;         /* of all ranges */
};

/** Reads what sparse buffers need, if the plan has them.
 *  Threads: one, as the device opens. */
void givk_sparse_learn(struct givk_device *dev);

/** A mask of those memory types of a mask that ranges can have, if there are any; else all. */
uint32_t givk_sparse_types(const struct givk_device *dev, uint32_t types);

/** Makes a range.
 *  Errors: GI_OUT_OF_MEMORY, GI_NOT_SUPPORTED. */
GI_MUST_CHECK gi_status givk_sparse_reserve(struct givk_device *dev, struct givk_memory *range,
                                            uint64_t size_bytes, uint64_t alignment_bytes);

/** The memory's buffer is destroyed: its addresses are free for others. */
void givk_sparse_forget(struct givk_device *dev, struct givk_memory *mem);

/** As the contract's place. All parts are bound at once. */
GI_MUST_CHECK gi_status givk_sparse_place(struct givk_device *dev, struct givk_memory *range,
                                          const struct gi_range_place *places, size_t count);

#endif
