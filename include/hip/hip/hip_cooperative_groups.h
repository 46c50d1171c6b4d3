/** Groups of threads, in sources with device code. */
#ifndef GPUINTEROP_HIP_COOPERATIVE_GROUPS_H
#define GPUINTEROP_HIP_COOPERATIVE_GROUPS_H

#include "hip_runtime.h"
#ifdef GPUINTEROP_DEVICE_CODE
#include <gpuinterop_device/groups.h>
#include <gpuinterop_device/multi_grid.h>
#endif

#endif
