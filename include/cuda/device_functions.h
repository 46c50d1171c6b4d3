/** Device functions are in the runtime header. */
#ifndef GPUINTEROP_CUDA_DEVICE_FUNCTIONS_H
#define GPUINTEROP_CUDA_DEVICE_FUNCTIONS_H

#include "cuda_runtime.h"

#endif
