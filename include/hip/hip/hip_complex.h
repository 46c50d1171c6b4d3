/** Complex numbers of float and double, for host and device code. */
#ifndef GPUINTEROP_HIP_COMPLEX_H
#define GPUINTEROP_HIP_COMPLEX_H

#include "hip_vector_types.h"

#define GPUINTEROP_COMPLEX(name) hip##name
#define GPUINTEROP_MAKE(name) make_hip##name
#include "../../gpuinterop_device/complex.h"
#undef GPUINTEROP_COMPLEX
#undef GPUINTEROP_MAKE

#ifdef GPUINTEROP_DEVICE_CODE
#define GPUINTEROP_SQUARE GPUINTEROP_BOTH
#else
#define GPUINTEROP_SQUARE static __inline__ __attribute__((unused))
#endif
/* The square of the absolute value. */
GPUINTEROP_SQUARE float hipCsqabsf(hipFloatComplex z) { return z.x * z.x + z.y * z.y; }
GPUINTEROP_SQUARE double hipCsqabs(hipDoubleComplex z) { return z.x * z.x + z.y * z.y; }
#undef GPUINTEROP_SQUARE

#endif
