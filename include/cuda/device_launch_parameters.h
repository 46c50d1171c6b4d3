/** The indices of threads are in the runtime header. */
#ifndef GPUINTEROP_CUDA_DEVICE_LAUNCH_PARAMETERS_H
#define GPUINTEROP_CUDA_DEVICE_LAUNCH_PARAMETERS_H

#include "cuda_runtime.h"

#endif
