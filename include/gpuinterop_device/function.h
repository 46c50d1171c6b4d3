/** How the functions of these headers are declared. */
#ifndef GPUINTEROP_DEVICE_FUNCTION_H
#define GPUINTEROP_DEVICE_FUNCTION_H

/* A function of these headers. */
#define GPUINTEROP_FN static __inline__ __attribute__((device, always_inline, unused))
/* A long one, which the compiler may leave a function. */
#define GPUINTEROP_LONG_FN static __inline__ __attribute__((device, unused))
/* A function template of these headers, and a long one. */
#define GPUINTEROP_TEMPLATE __inline__ __attribute__((device, always_inline))
#define GPUINTEROP_LONG_TEMPLATE __inline__ __attribute__((device))
/* A function of host and device code. */
#define GPUINTEROP_BOTH static __inline__ __attribute__((host, device, always_inline, unused))

/* A function template of host and device code. */
#define GPUINTEROP_BOTH_TEMPLATE __inline__ __attribute__((host, device, always_inline))

/* A member function of host and device code. */
#define GPUINTEROP_MEMBER __attribute__((host, device, always_inline))

/* PTX that threads carry out together, or that orders memory. Other threads may change memory
 * meanwhile, and the set of threads that come here is part of the meaning. Versions of clang before
 * 19 make one statement of the same statement in two branches. The attribute forbids that. It has
 * to stand at a statement: at a function it is lost when the function is inlined. */
#define GPUINTEROP_TOGETHER(...) \
    __attribute__((nomerge)) { asm volatile(__VA_ARGS__ : "memory"); } (void)0

#endif
