/** Floats of 16 bits with the exponent of a float, in sources with device code. */
#ifndef GPUINTEROP_CUDA_BF16_H
#define GPUINTEROP_CUDA_BF16_H
#define __CUDA_BF16_H__   /* programs ask for it, to see whether this header is there */

#include "cuda_runtime.h"
#ifdef GPUINTEROP_DEVICE_CODE
#define GPUINTEROP_BFLOAT __nv_bfloat16
#include <gpuinterop_device/bfloat.h>
typedef __nv_bfloat16 nv_bfloat16;
#endif

#endif
