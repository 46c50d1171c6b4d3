/** The old name of hip_ext.h. */
#ifndef GPUINTEROP_HIP_HCC_H
#define GPUINTEROP_HIP_HCC_H
#include "hip_ext.h"
#endif
