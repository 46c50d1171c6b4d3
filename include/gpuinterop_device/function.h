/** How the functions of these headers are declared. */
#ifndef GPUINTEROP_DEVICE_FUNCTION_H
#define GPUINTEROP_DEVICE_FUNCTION_H

/* A function of these headers. */
#define GPUINTEROP_FN static __inline__ __attribute__((device, always_inline, unused))
/* A long one, which the compiler may leave a function. */
#define GPUINTEROP_LONG_FN static __inline__ __attribute__((device, unused))
/* The same for templates. */
#define GPUINTEROP_TEMPLATE __inline__ __attribute__((device, always_inline))
/* A function of host and device code. */
#define GPUINTEROP_BOTH static __inline__ __attribute__((host, device, always_inline, unused))

/* A member function of host and device code. */
#define GPUINTEROP_MEMBER __attribute__((host, device, always_inline))

#endif
