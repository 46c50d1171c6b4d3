/** The device side of CUDA for clang, which cudainterop-cc calls; a part of cuda_runtime.h. */
#ifndef GPUINTEROP_CUDA_DEVICE_CODE_H
#define GPUINTEROP_CUDA_DEVICE_CODE_H

#ifdef GPUINTEROP_DEVICE_CODE

#include <gpuinterop_device/indices.h>
#include <gpuinterop_device/new.h>
#include <gpuinterop_device/sync.h>
#include <gpuinterop_device/load.h>
#include <gpuinterop_device/atomic.h>
#include <gpuinterop_device/intrinsics.h>
#include <gpuinterop_device/math.h>
#include <gpuinterop_device/warp.h>

#define GPUINTEROP_TEXTURE_OBJECT cudaTextureObject_t
#define GPUINTEROP_SURFACE_OBJECT cudaSurfaceObject_t
#define GPUINTEROP_BOUNDARY cudaSurfaceBoundaryMode
#define GPUINTEROP_TRAP cudaBoundaryModeTrap
#define GPUINTEROP_CLAMP cudaBoundaryModeClamp
#define GPUINTEROP_ZERO cudaBoundaryModeZero
#include <gpuinterop_device/texture.h>
#include <gpuinterop_device/surface.h>

/* What clang makes of <<< >>> and of a kernel's stub. */
#include "registration.h"

#ifdef __GPUINTEROP_MANAGED__
#include "managed_host.h"
#endif

#endif

#endif
