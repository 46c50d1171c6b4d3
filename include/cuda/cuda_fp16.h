/** Floats of 16 bits, in sources that clang compiles with device code. */
#ifndef GPUINTEROP_CUDA_FP16_H
#define GPUINTEROP_CUDA_FP16_H
#define __CUDA_FP16_H__   /* programs ask for it, to see whether this header is there */

#include "cuda_runtime.h"
#ifdef GPUINTEROP_DEVICE_CODE
#include <gpuinterop_device/half.h>
#endif

#endif
