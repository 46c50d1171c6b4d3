/** Macros for declarations of functions. Both front ends define them alike, so either may come
 *  first. */
#ifndef GPUINTEROP_HIP_DECLARE_H
#define GPUINTEROP_HIP_DECLARE_H

#ifndef GPUINTEROP_API
#define GPUINTEROP_API __attribute__((visibility("default")))
#endif
#ifndef GPUINTEROP_DEFAULT
#ifdef __cplusplus
#define GPUINTEROP_DEFAULT(value) = value
#else
#define GPUINTEROP_DEFAULT(value)
#endif
#endif

#endif
