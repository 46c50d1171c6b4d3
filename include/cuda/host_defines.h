/** The qualifiers of device code are in the runtime header. */
#ifndef GPUINTEROP_CUDA_HOST_DEFINES_H
#define GPUINTEROP_CUDA_HOST_DEFINES_H

#include "cuda_runtime_api.h"

#endif
