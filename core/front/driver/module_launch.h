/** Kernels of modules, for entry points that describe them in their own ways. */
#ifndef GI_FRONT_MODULE_LAUNCH_H
#define GI_FRONT_MODULE_LAUNCH_H

#include "front.h"
#include "front_driver_names.h"

#include "module/launch.h"

struct gi_function;
struct gi_function_facts;

/** Finds a function by its handle; each interface says what is one.
 *  Owner:  the caller gives the reference back with gi_object_unref.
 *  Errors: GI_INVALID_HANDLE, or the interface's. */
GI_MUST_CHECK gi_status front_find_function(gpuFunction_t function,
                                            struct gi_function **out_function);

/** An attribute of a function.
 *  Errors: GI_INVALID_VALUE if there is none of the number. */
GI_MUST_CHECK gi_status front_function_attribute(const char *caller,
                                                 const struct gi_function_facts *facts,
                                                 int attribute, int *out_value);

/** Launches a function. Arguments are those of the launch, or extra, which names one buffer.
 *  Errors: GI_INVALID_VALUE if both are there, or extra names no buffer; those of gi_launch. */
GI_MUST_CHECK gi_status front_launch_module(const char *caller, gpuFunction_t function,
                                            struct gi_launch *launch, void **extra);

#endif
