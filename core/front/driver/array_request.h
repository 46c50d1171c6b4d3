/** Arrays in structs: from a program's struct to a request to the core.
 *
 *  Threads: any. */
#ifndef GI_FRONT_ARRAY_REQUEST_H
#define GI_FRONT_ARRAY_REQUEST_H

#include "front_driver_names.h"

#include "arrays/array.h"

/** Translates the struct of an array.
 *  Errors: GI_INVALID_VALUE if the format or the number of channels does not exist. */
GI_MUST_CHECK gi_status front_array_request(const char *caller, const GPU_ARRAY3D_DESCRIPTOR *from,
                                            unsigned int levels,
                                            struct gi_array_request *out_request);

#endif
