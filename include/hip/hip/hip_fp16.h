/** Floats of 16 bits, in sources that hipinterop-cc compiles. */
#ifndef GPUINTEROP_HIP_FP16_H
#define GPUINTEROP_HIP_FP16_H

#include "hip_runtime.h"
#ifdef GPUINTEROP_DEVICE_CODE
#include <gpuinterop_device/half.h>
#endif

#endif
