/** Floats of 8 bits, in sources with device code: those of the open compute project, and those with
 *  "fnuz" in their names, which have no infinity and no -0. */
#ifndef GPUINTEROP_HIP_FP8_H
#define GPUINTEROP_HIP_FP8_H

#include "hip_bf16.h"
#include "hip_fp16.h"
#ifdef GPUINTEROP_DEVICE_CODE

/** The result for numbers that are too large: the infinity or NaN, or the largest number. */
enum __hip_saturation_t {
    __HIP_NOSAT = 0,
    __HIP_SATFINITE = 1
};

/** Which format the bits have. */
enum __hip_fp8_interpretation_t {
    __HIP_E4M3 = 0,
    __HIP_E5M2 = 1,
    __HIP_E4M3_FNUZ = 2,
    __HIP_E5M2_FNUZ = 3
};

#define GPUINTEROP_FP8(name) __hip_##name
#define GPUINTEROP_FP8_EXPLICIT
#define GPUINTEROP_FP8_BFLOAT __hip_bfloat16
#define GPUINTEROP_FP8_BFLOAT2 __hip_bfloat162
#define GPUINTEROP_FP8_IS_HIP 1
#include <gpuinterop_device/fp8.h>

#endif

#endif
