/** The device side of HIP for clang, which hipinterop-cc calls; a part of hip_runtime.h. */
#ifndef GPUINTEROP_HIP_DEVICE_CODE_H
#define GPUINTEROP_HIP_DEVICE_CODE_H

#ifdef GPUINTEROP_DEVICE_CODE

#include <gpuinterop_device/indices.h>
#include <gpuinterop_device/new.h>
#include <gpuinterop_device/print_characters.h>
#include <gpuinterop_device/sync.h>
#include <gpuinterop_device/load.h>
#include <gpuinterop_device/atomic.h>
#include <gpuinterop_device/intrinsics.h>
#include <gpuinterop_device/math.h>
#include <gpuinterop_device/complex_operators.h>
#include <gpuinterop_device/warp.h>

#include "device_atomic.h"
#include "device_bits.h"
#include "device_names.h"

#define GPUINTEROP_TEXTURE_OBJECT hipTextureObject_t
#define GPUINTEROP_SURFACE_OBJECT hipSurfaceObject_t
#define GPUINTEROP_BOUNDARY hipSurfaceBoundaryMode
#define GPUINTEROP_TRAP hipBoundaryModeTrap
#define GPUINTEROP_CLAMP hipBoundaryModeClamp
#define GPUINTEROP_ZERO hipBoundaryModeZero
#include <gpuinterop_device/texture.h>
#include <gpuinterop_device/surface.h>

/* Short names that HIP's programs have in device code. */
typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;
typedef unsigned long long ullong;

/* The functions that clang calls for <<< >>> and in the stub of a kernel. The device pass sees
 * CUDA's launches, and makes no code of them. */
#ifdef HIP_API_PER_THREAD_DEFAULT_STREAM
#define GPUINTEROP_PUSH __hipPushCallConfiguration
#define GPUINTEROP_PUSH_RESULT hipError_t
#define GPUINTEROP_STREAM hipStream_t
#define GPUINTEROP_STREAM_OF_THREAD hipStreamPerThread
#include <gpuinterop_device/per_thread_launch.h>
#endif
extern "C" {
#ifndef HIP_API_PER_THREAD_DEFAULT_STREAM
hipError_t __hipPushCallConfiguration(dim3 grid, dim3 block, size_t shared_bytes = 0,
                                      hipStream_t stream = 0);
#endif
#ifdef __CUDA__
unsigned int __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared_bytes = 0,
                                         hipStream_t stream = 0);
#endif
void **__hipRegisterFatBinary(const void *segment);
}

#define GPUINTEROP_LINKED_MAGIC 0x48495046
#define GPUINTEROP_LINKED_REGISTER __hipRegisterFatBinary
#include <gpuinterop_device/linked_host.h>

#endif

#endif
