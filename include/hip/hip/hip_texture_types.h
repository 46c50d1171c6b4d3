/** Another name of texture_types.h. */
#ifndef GPUINTEROP_HIP_HIP_TEXTURE_TYPES_H
#define GPUINTEROP_HIP_HIP_TEXTURE_TYPES_H
#include "texture_types.h"
#endif
