/** The configuration of the next kernel launch. Compilers push it before they evaluate the
 *  arguments of a launch, and pop it at the call. Each thread has its own stack.
 *
 *  Threads: any. */
#ifndef GI_CONFIGURATION_H
#define GI_CONFIGURATION_H

#include "base/handle.h"

/** The most bytes of a launch's arguments. */
enum { GI_ARGUMENTS_MOST = 32764 };

struct gi_configuration {
    uint32_t grid[3], block[3];
    uint64_t shared_bytes;
    gi_handle stream;                    /* as the program passed it; not checked */
};

/** Errors: GI_OUT_OF_MEMORY if launches are nested too deeply in each other's arguments. */
GI_MUST_CHECK gi_status gi_configuration_push(const struct gi_configuration *launch);

/** Errors: GI_NO_LAUNCH if nothing was pushed. */
GI_MUST_CHECK gi_status gi_configuration_pop(struct gi_configuration *out_launch);

/** Adds an argument to the configuration on top, at a place of one struct of all arguments.
 *  Errors: GI_NO_LAUNCH if nothing was pushed; GI_INVALID_VALUE if the struct would have more than
 *          GI_ARGUMENTS_MOST bytes; GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_configuration_argument(const void *argument, uint64_t size_bytes,
                                                  uint64_t offset_bytes);

/** As gi_configuration_pop, with the arguments, which are NULL if none was added.
 *  Owner:  the caller frees them. */
GI_MUST_CHECK gi_status gi_configuration_pop_arguments(struct gi_configuration *out_launch,
                                                       void **out_arguments,
                                                       size_t *out_size_bytes);

#endif
