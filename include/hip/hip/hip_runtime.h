/** The whole runtime for host programs, with short vectors. This header has no device code. */
#ifndef GPUINTEROP_HIP_RUNTIME_H
#define GPUINTEROP_HIP_RUNTIME_H

#include "hip_runtime_api.h"
#include "hip_vector_types.h"

#endif
