/** Launches of kernels of modules, for entry points that describe them in their own ways. */
#ifndef GI_FRONT_MODULE_LAUNCH_H
#define GI_FRONT_MODULE_LAUNCH_H

#include "front.h"

#include "module/launch.h"

/** Launches a function. Arguments are those of the launch, or extra, which names one buffer.
 *  Errors: GI_INVALID_VALUE if both are there, or extra names no buffer; those of gi_launch. */
GI_MUST_CHECK gi_status front_launch_module(const char *caller, gpuFunction_t function,
                                            struct gi_launch *launch, void **extra);

#endif
