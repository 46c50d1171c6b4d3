/** The qualifiers of HIP's sources, for compilers that compile no device code. */
#ifndef GPUINTEROP_HIP_QUALIFIERS_H
#define GPUINTEROP_HIP_QUALIFIERS_H

#include "../../../../gpuinterop_device/empty_qualifiers.h"

#if !defined(__CUDACC__) && !defined(__CUDA__) && !defined(__HIP__)

#ifndef __noinline__
#define __noinline__
#endif

#endif

#endif
