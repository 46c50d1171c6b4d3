/** The configuration of a launch: compiled code passes it in one call and takes it in another. */
#ifndef GI_FRONT_CALL_CONFIGURATION_H
#define GI_FRONT_CALL_CONFIGURATION_H

#include "front.h"

gpuError_t front_push_configuration(dim3 grid, dim3 block, size_t shared_bytes,
                                    gpuStream_t stream);
gpuError_t front_pop_configuration(const char *caller, dim3 *grid, dim3 *block,
                                   size_t *shared_bytes, gpuStream_t *stream);

#endif
