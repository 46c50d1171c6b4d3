/** Launches of kernels between events, by HIP's names for AMD's extensions.
 *  Since: 0.2.0. */
#ifndef GPUINTEROP_HIP_EXT_H
#define GPUINTEROP_HIP_EXT_H

#include "hip_runtime.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Enqueues a launch of a kernel of a module between two events.
 *  Threads: any.
 *  Parameter start: is recorded before the kernel; may be NULL.
 *  Parameter stop: is recorded behind the kernel; may be NULL.
 *  Parameter flags: 0 or hipExtAnyOrderLaunch, which has no effect.
 *  Units: global_x, global_y and global_z are numbers of threads; shared_bytes is the size of
 *      dynamic shared memory.
 *  Errors: those of hipModuleLaunchKernel; hipErrorNotSupported if the global size is no multiple
 *      of the block's; hipErrorInvalidValue for unknown flags; those of hipEventRecord.
 *  Mirrors: hipExtModuleLaunchKernel of HIP 6.4. */
GPUINTEROP_API hipError_t hipExtModuleLaunchKernel(
    hipFunction_t function, uint32_t global_x, uint32_t global_y, uint32_t global_z,
    uint32_t block_x, uint32_t block_y, uint32_t block_z, size_t shared_bytes, hipStream_t stream,
    void **arguments, void **extra, hipEvent_t start GPUINTEROP_DEFAULT(NULL),
    hipEvent_t stop GPUINTEROP_DEFAULT(NULL), uint32_t flags GPUINTEROP_DEFAULT(0));

/** Enqueues a launch of a kernel of a module between two events; the old name of
 *  hipExtModuleLaunchKernel, without flags.
 *  Threads: any.
 *  Parameter start: is recorded before the kernel; may be NULL.
 *  Parameter stop: is recorded behind the kernel; may be NULL.
 *  Units: global_x, global_y and global_z are numbers of threads; shared_bytes is the size of
 *      dynamic shared memory.
 *  Errors: those of hipExtModuleLaunchKernel.
 *  Mirrors: hipHccModuleLaunchKernel of HIP 6.4. */
GPUINTEROP_API hipError_t hipHccModuleLaunchKernel(
    hipFunction_t function, uint32_t global_x, uint32_t global_y, uint32_t global_z,
    uint32_t block_x, uint32_t block_y, uint32_t block_z, size_t shared_bytes, hipStream_t stream,
    void **arguments, void **extra, hipEvent_t start GPUINTEROP_DEFAULT(NULL),
    hipEvent_t stop GPUINTEROP_DEFAULT(NULL));

#ifdef __cplusplus
}

/* A type that a call does not find out from its argument. */
template <class _Tp> struct gpuinterop_given {
    typedef _Tp type;
};

/** Launches a kernel between two events, with arguments that become those of the kernel. Each event
 *  may be NULL. The last error tells of a failure. */
template <class... Parameters>
static inline void hipExtLaunchKernelGGL(
    void (*kernel)(Parameters...), const dim3 &grid, const dim3 &block, uint32_t shared_bytes,
    hipStream_t stream, hipEvent_t start, hipEvent_t stop, uint32_t flags,
    typename gpuinterop_given<Parameters>::type... arguments)
{
    const void *pointers[] = { reinterpret_cast<const void *>(&arguments)..., 0 };

    (void)::hipExtLaunchKernel(reinterpret_cast<const void *>(kernel), grid, block,
                               const_cast<void **>(pointers), shared_bytes, stream, start, stop,
                               static_cast<int>(flags));
}
#endif

#endif
