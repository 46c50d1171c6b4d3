/** Floats of 16 bits with the exponent of a float, in sources with device code. */
#ifndef GPUINTEROP_HIP_BF16_H
#define GPUINTEROP_HIP_BF16_H

#include "hip_runtime.h"
#ifdef GPUINTEROP_DEVICE_CODE
#define GPUINTEROP_BFLOAT __hip_bfloat16
#define GPUINTEROP_BFLOAT2 __hip_bfloat162
#define GPUINTEROP_BFLOAT_RAW __hip_bfloat16_raw
#define GPUINTEROP_BFLOAT2_RAW __hip_bfloat162_raw
#include <gpuinterop_device/bfloat.h>
#endif

#endif
