/** All of the runtime that host programs need, with typed forms for C++; there is no device
 *  side. */
#ifndef GPUINTEROP_CUDA_RUNTIME_H
#define GPUINTEROP_CUDA_RUNTIME_H

#include "channel_descriptor.h"
#include "cuda_runtime_api.h"
#include "cudainterop/typed.h"
#include "cudainterop/typed_kernels.h"
#include "driver_functions.h"
#include "vector_functions.h"

#endif
