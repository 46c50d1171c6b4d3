/** The device side of CUDA for clang, which cudainterop-cc calls; a part of cuda_runtime.h. */
#ifndef GPUINTEROP_CUDA_DEVICE_CODE_H
#define GPUINTEROP_CUDA_DEVICE_CODE_H

#ifdef GPUINTEROP_DEVICE_CODE

#include <gpuinterop_device/indices.h>
#include <gpuinterop_device/new.h>
#include <gpuinterop_device/print.h>
#include <gpuinterop_device/sync.h>
#include <gpuinterop_device/load.h>
#include <gpuinterop_device/atomic.h>
#include <gpuinterop_device/atomic_order.h>
#include <gpuinterop_device/intrinsics.h>
#include <gpuinterop_device/math.h>
#include <gpuinterop_device/complex_operators.h>
#include <gpuinterop_device/simd.h>
#include <gpuinterop_device/warp.h>
#include "../../cuda_device_runtime_api.h"

#define GPUINTEROP_TEXTURE_OBJECT cudaTextureObject_t
#define GPUINTEROP_SURFACE_OBJECT cudaSurfaceObject_t
#define GPUINTEROP_BOUNDARY cudaSurfaceBoundaryMode
#define GPUINTEROP_TRAP cudaBoundaryModeTrap
#define GPUINTEROP_CLAMP cudaBoundaryModeClamp
#define GPUINTEROP_ZERO cudaBoundaryModeZero
#include <gpuinterop_device/texture.h>
#include <gpuinterop_device/surface.h>

/* Sets the number that a conditional node of a graph looks at. The library defines it. */
extern "C" __attribute__((device)) void cudaGraphSetConditional(
    cudaGraphConditionalHandle handle, unsigned int value);

/* The functions that clang calls for <<< >>> and in the stub of a kernel. */
#ifdef CUDA_API_PER_THREAD_DEFAULT_STREAM
#define GPUINTEROP_LAUNCHES_PER_THREAD 1
#endif
#include "registration.h"
#ifdef GPUINTEROP_LAUNCHES_PER_THREAD
#define GPUINTEROP_PUSH __cudaPushCallConfiguration
#define GPUINTEROP_PUSH_RESULT unsigned int
#define GPUINTEROP_STREAM cudaStream_t
#define GPUINTEROP_STREAM_OF_THREAD cudaStreamPerThread
#include <gpuinterop_device/per_thread_launch.h>
/* Clang looks for the declaration of this name. */
#pragma push_macro("cudaLaunchKernel")
#undef cudaLaunchKernel
extern "C" cudaError_t cudaLaunchKernel(const void *function, dim3 grid, dim3 block,
                                        void **arguments, size_t shared_bytes, cudaStream_t stream);
#pragma pop_macro("cudaLaunchKernel")
#endif

#ifdef __GPUINTEROP_MANAGED__
#include "managed_host.h"
#endif

#endif

#endif
