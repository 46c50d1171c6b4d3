/** Floats of 4 bits, in sources with device code. */
#ifndef GPUINTEROP_CUDA_FP4_H
#define GPUINTEROP_CUDA_FP4_H
#define __CUDA_FP4_H__   /* programs ask for it, to see whether this header is there */

#include "cuda_fp8.h"
#ifdef GPUINTEROP_DEVICE_CODE

/** Which format the bits have. */
typedef enum __nv_fp4_interpretation_t {
    __NV_E2M1
} __nv_fp4_interpretation_t;

#define __CUDA_FP4_TYPES_EXIST__
#include "cudainterop/device/fp4.h"

#endif

#endif
