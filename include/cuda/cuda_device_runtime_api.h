/** Launches by kernels, which this library does not have: the functions are here for programs that
 *  choose between host and device by them, and say cudaErrorNotSupported. A part of
 *  cuda_runtime.h. */
#ifndef GPUINTEROP_CUDA_DEVICE_RUNTIME_API_H
#define GPUINTEROP_CUDA_DEVICE_RUNTIME_API_H
#define __CUDA_DEVICE_RUNTIME_API_H__   /* programs ask for it, to see whether it is there */

#include "cuda_runtime.h"

#ifdef GPUINTEROP_DEVICE_CODE

/** A place for the parameters of a launch that will not be. Programs write to it without a look at
 *  the address, so it is memory of the kernel's module: up to 4096 bytes, aligned to 64. */
GPUINTEROP_LONG_FN void *cudaGetParameterBuffer(size_t alignment, size_t bytes)
{
    static __device__ __align__(64) unsigned char nowhere[4096];

    return alignment <= 64 && bytes <= sizeof(nowhere) ? nowhere : nullptr;
}

/** There is no room for a launch: CUDA's functions say so by NULL, too. */
GPUINTEROP_FN void *cudaGetParameterBufferV2(void *, dim3, dim3, unsigned int) { return nullptr; }

GPUINTEROP_FN cudaError_t cudaLaunchDevice(void *, void *, dim3, dim3, unsigned int, cudaStream_t)
{
    return cudaErrorNotSupported;
}
GPUINTEROP_FN cudaError_t cudaLaunchDeviceV2(void *, cudaStream_t) { return cudaErrorNotSupported; }

/** Waits for launches of the kernel. */
GPUINTEROP_FN cudaError_t __cudaDeviceSynchronizeDeprecationAvoidance()
{
    return cudaErrorNotSupported;
}

#endif

#endif
