/** Functions of device code, which hip_runtime.h has. */
#ifndef GPUINTEROP_HIP_DEVICE_FUNCTIONS_H
#define GPUINTEROP_HIP_DEVICE_FUNCTIONS_H
#include "hip_runtime.h"
#endif
