/** How many blocks of a kernel run at once on one multiprocessor: arithmetic on the facts that
 *  programs can read as properties..
 *
 *  Threads: any. */
#ifndef GI_OCCUPANCY_H
#define GI_OCCUPANCY_H

#include "base/status.h"

struct gi_device_info;
struct gi_function;

struct gi_occupancy_device {
    uint32_t threads, blocks, shared_bytes;      /* of a multiprocessor */
    uint32_t block_shared_bytes;         /* the most of one block */
    uint32_t units;                      /* multiprocessors */
};

struct gi_occupancy_kernel {
    uint32_t shared_bytes;               /* static */
    uint32_t most_threads;               /* of a block */
    uint32_t most_dynamic_bytes;
};

struct gi_occupancy_device gi_occupancy_device(const struct gi_device_info *info);

/** How many blocks run at once; 0 if a block cannot be launched. */
uint32_t gi_occupancy_blocks(const struct gi_occupancy_device *device,
                             const struct gi_occupancy_kernel *kernel, uint32_t threads,
                             uint64_t dynamic_bytes);

/** The dynamic shared memory that each of so many blocks of one multiprocessor can have; 0 if so
 *  many do not run at once. */
uint64_t gi_occupancy_dynamic_bytes(const struct gi_occupancy_device *device,
                                    const struct gi_occupancy_kernel *kernel, uint32_t blocks,
                                    uint32_t threads);

/** The size of block with which most threads run at once, and the number of blocks that then run
 *  on the whole device. Of equal ones the largest block is taken.
 *  Units: limit is the most threads of the block; 0 means the kernel's own. */
void gi_occupancy_potential(const struct gi_occupancy_device *device,
                            const struct gi_occupancy_kernel *kernel, uint64_t dynamic_bytes,
                            uint32_t limit, uint32_t *out_blocks, uint32_t *out_threads);

/** The facts of a function and its device. It is translated if it was not.
 *  Errors: those of gi_function_translate. */
GI_MUST_CHECK gi_status gi_occupancy_of(struct gi_function *function,
                                        struct gi_occupancy_device *out_device,
                                        struct gi_occupancy_kernel *out_kernel);

#endif
