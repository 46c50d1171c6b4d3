/** Questions about how many blocks run at once, for entry points that name kernels in their own
 *  ways. The functions are found, and stay the caller's. */
#ifndef GI_FRONT_OCCUPANCY_H
#define GI_FRONT_OCCUPANCY_H

#include "front.h"

struct gi_function;

/** The blocks that run at once on one multiprocessor.
 *  Errors: GI_INVALID_VALUE for a block that is empty, and for unknown flags; those of
 *          gi_function_translate. */
GI_MUST_CHECK gi_status front_active_blocks(const char *caller, struct gi_function *function,
                                            int block_threads, size_t dynamic_bytes,
                                            unsigned int flags, int *out_blocks);

/** The size of block with which most threads run, and the grid that fills the device.
 *  Errors: GI_INVALID_VALUE for a limit below 0, and for unknown flags; those of
 *          gi_function_translate. */
GI_MUST_CHECK gi_status front_potential_block(const char *caller, struct gi_function *function,
                                              size_t dynamic_bytes, int limit, unsigned int flags,
                                              int *out_grid, int *out_block);

#endif
