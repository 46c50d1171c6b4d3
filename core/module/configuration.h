/** The configuration of the next kernel launch. Compilers push it before they evaluate the
 *  arguments of a launch, and pop it at the call. Each thread has its own stack.
 *
 *  Threads: any. */
#ifndef GI_CONFIGURATION_H
#define GI_CONFIGURATION_H

#include "base/handle.h"

struct gi_configuration {
    uint32_t grid[3], block[3];
    uint64_t shared_bytes;
    gi_handle stream;                    /* as the program passed it; not checked */
};

/** Errors: GI_OUT_OF_MEMORY if launches are nested too deeply in each other's arguments. */
GI_MUST_CHECK gi_status gi_configuration_push(const struct gi_configuration *launch);

/** Errors: GI_NO_LAUNCH if nothing was pushed. */
GI_MUST_CHECK gi_status gi_configuration_pop(struct gi_configuration *out_launch);

#endif
