/** Floats of 8 bits, in sources with device code. */
#ifndef GPUINTEROP_CUDA_FP8_H
#define GPUINTEROP_CUDA_FP8_H
#define __CUDA_FP8_H__   /* programs ask for it, to see whether this header is there */

#include "cuda_bf16.h"
#include "cuda_fp16.h"
#include "device_types.h"
#ifdef GPUINTEROP_DEVICE_CODE

/** The result for numbers that are too large: the infinity or NaN, or the largest number. */
typedef enum __nv_saturation_t {
    __NV_NOSAT,
    __NV_SATFINITE
} __nv_saturation_t;

/** Which format the bits have. */
typedef enum __nv_fp8_interpretation_t {
    __NV_E4M3,
    __NV_E5M2
} __nv_fp8_interpretation_t;

#define GPUINTEROP_FP8(name) __nv_##name
#define GPUINTEROP_FP8_EXPLICIT explicit
#define GPUINTEROP_FP8_BFLOAT __nv_bfloat16
#define GPUINTEROP_FP8_BFLOAT2 __nv_bfloat162
#define GPUINTEROP_FP8_IS_HIP 0
#include <gpuinterop_device/fp8.h>
#include "cudainterop/device/fp8_exponent.h"

#endif

#endif
