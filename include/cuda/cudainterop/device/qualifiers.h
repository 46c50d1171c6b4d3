/** The qualifiers of CUDA's sources, for compilers that compile no device code. */
#ifndef GPUINTEROP_CUDA_QUALIFIERS_H
#define GPUINTEROP_CUDA_QUALIFIERS_H

#include "../../../gpuinterop_device/empty_qualifiers.h"

#if !defined(__CUDACC__) && !defined(__CUDA__) && !defined(__HIP__)

#ifndef __grid_constant__
#define __grid_constant__
#endif
#ifndef __align__
#define __align__(bytes) __attribute__((aligned(bytes)))
#endif

#endif

#endif
