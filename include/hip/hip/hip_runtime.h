/** All of the runtime that host programs need, with short vectors; there is no device side in this
 *  header. */
#ifndef GPUINTEROP_HIP_RUNTIME_H
#define GPUINTEROP_HIP_RUNTIME_H

#include "hip_runtime_api.h"
#include "hip_vector_types.h"

#endif
