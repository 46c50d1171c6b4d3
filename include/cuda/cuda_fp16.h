/** Floats of 16 bits, in sources that clang compiles with device code. */
#ifndef GPUINTEROP_CUDA_FP16_H
#define GPUINTEROP_CUDA_FP16_H

#include "cuda_runtime.h"
#ifdef GPUINTEROP_DEVICE_CODE
#include <gpuinterop_device/half.h>
#endif

#endif
