/** Floats of 16 bits with the exponent of a float, in sources with device code. */
#ifndef GPUINTEROP_CUDA_BF16_H
#define GPUINTEROP_CUDA_BF16_H
#define __CUDA_BF16_H__   /* programs ask for it, to see whether this header is there */

#include "cuda_runtime.h"
#ifdef GPUINTEROP_DEVICE_CODE
#define GPUINTEROP_BFLOAT __nv_bfloat16
#define GPUINTEROP_BFLOAT2 __nv_bfloat162
#define GPUINTEROP_BFLOAT_RAW __nv_bfloat16_raw
#define GPUINTEROP_BFLOAT2_RAW __nv_bfloat162_raw
#include <gpuinterop_device/bfloat.h>
typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;
#endif

#endif
