/** The types of the runtime and the short vectors. */
#ifndef GPUINTEROP_CUDA_BUILTIN_TYPES_H
#define GPUINTEROP_CUDA_BUILTIN_TYPES_H

#include "device_types.h"
#include "driver_types.h"
#include "surface_types.h"
#include "texture_types.h"
#include "vector_types.h"

#endif
