/** Device memory of a launch that has a part for each block: shared memory of kernels with more
 *  than the device has, and local memory of those with more than its compiler takes. */
#ifndef GI_EMIT_BLOCK_MEMORY_H
#define GI_EMIT_BLOCK_MEMORY_H

#include "kernel/translate/analyse/emit.h"

/** Declares the function that gives the address of the block's shared memory, for kernels that have
 *  it in device memory. */
void gi_emit_block_declare_shared(struct gi_emit *emit);

/** Emits this function, if it was declared. */
void gi_emit_block_memory_functions(struct gi_emit *emit);

/** At the begin of the entry: finds the local memory of the thread, if it lies in device memory. */
void gi_emit_block_memory_begin(struct gi_emit *emit);

/** The bytes of a block's static and dynamic shared memory and so many more: the id of a
 *  constant. */
gi_id gi_emit_block_shared_bytes(struct gi_emit *emit, uint32_t more);

/** The device address, in 64 bits, of an address of shared memory in 32 bits. */
gi_id gi_emit_block_shared_address(struct gi_emit *emit, gi_id address);

#endif
