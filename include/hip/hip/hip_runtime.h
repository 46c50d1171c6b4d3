/** The whole runtime, with short vectors. Where hipinterop-cc compiles device code, the device
 *  side is there as well. */
#ifndef GPUINTEROP_HIP_RUNTIME_H
#define GPUINTEROP_HIP_RUNTIME_H

/* The compiler drivers name this file by its path. Warnings are for the program's own headers. */
#ifdef __GPUINTEROP_CC__
#pragma GCC system_header
#endif

#if defined(__GPUINTEROP_CC__) && defined(__clang__) && (defined(__CUDA__) || defined(__HIP__))
#define GPUINTEROP_DEVICE_CODE 1
#include <type_traits>
#include <gpuinterop_device/qualifiers.h>
/* Vectors are for host and device code. */
#pragma clang force_cuda_host_device begin
#include "hip_vector_types.h"
#pragma clang force_cuda_host_device end
#endif

/* Where launches choose the thread's stream, this name is for device_code.h. */
#if defined(GPUINTEROP_DEVICE_CODE) && defined(HIP_API_PER_THREAD_DEFAULT_STREAM)
#define __hipPushCallConfiguration gpuinterop_declared_push
#endif
#include <limits.h>         /* programs rely on it */
#include "hip_runtime_api.h"
#undef __hipPushCallConfiguration
#include "hip_vector_types.h"

#ifdef GPUINTEROP_DEVICE_CODE
#include "hipinterop/device/device_code.h"
#endif

#endif
