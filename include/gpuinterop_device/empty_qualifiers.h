/** The qualifiers of device code, for compilers that compile none: they are empty there. Other
 *  compilers define them themselves. */
#ifndef GPUINTEROP_DEVICE_EMPTY_QUALIFIERS_H
#define GPUINTEROP_DEVICE_EMPTY_QUALIFIERS_H

#if !defined(__CUDACC__) && !defined(__CUDA__) && !defined(__HIP__)

#ifndef __host__
#define __host__
#endif
#ifndef __device__
#define __device__
#endif
#ifndef __global__
#define __global__
#endif
#ifndef __shared__
#define __shared__
#endif
#ifndef __constant__
#define __constant__
#endif
#ifndef __managed__
#define __managed__
#endif
#ifndef __launch_bounds__
#define __launch_bounds__(...)
#endif
#ifndef __forceinline__
#define __forceinline__ __inline__ __attribute__((always_inline))
#endif

#endif

#endif
