/** Launches for entry points that describe them in their own ways. */
#ifndef GI_FRONT_KERNEL_H
#define GI_FRONT_KERNEL_H

#include "front.h"

#include "empty_launch.h"

/** A launch as most entry points describe it. */
struct gi_launch front_describe(dim3 grid, dim3 block, void **arguments, size_t shared_bytes,
                                gpuStream_t stream);

/** Launches what a program names, on the current device. Sets the name.
 *  Errors: those of front_begin, gi_lookup_function and gi_launch_function. */
GI_MUST_CHECK gi_status front_launch(const void *function, struct gi_launch *described);

#endif
