/** Complex numbers of float and double, for host and device code. */
#ifndef GPUINTEROP_CUDA_COMPLEX_H
#define GPUINTEROP_CUDA_COMPLEX_H
#define CU_COMPLEX_H_   /* programs ask for it, to see whether this header is there */

#include "vector_types.h"

#define GPUINTEROP_COMPLEX(name) cu##name
#define GPUINTEROP_MAKE(name) make_cu##name
#include "../gpuinterop_device/complex.h"
#undef GPUINTEROP_COMPLEX
#undef GPUINTEROP_MAKE

#endif
