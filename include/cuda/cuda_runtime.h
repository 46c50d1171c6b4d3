/** All of the runtime that programs need, with typed forms for C++. Where clang compiles device
 *  code, as cudainterop-cc has it do, the device side is there as well. */
#ifndef GPUINTEROP_CUDA_RUNTIME_H
#define GPUINTEROP_CUDA_RUNTIME_H

/* The compiler drivers name this file by its path. Warnings are for the program's own headers. */
#ifdef __GPUINTEROP_CC__
#pragma GCC system_header
#endif

#define __CUDA_RUNTIME_H__   /* programs ask for it, to see whether this header is there */

/* Other compilers of device code bring qualifiers and device functions of their own. A program may
 * say that cudainterop-cc is nvcc. */
#if defined(__clang__) && defined(__CUDA__) \
    && (!defined(__NVCC__) || defined(__GPUINTEROP_CC__)) \
    && !defined(__CLANG_CUDA_RUNTIME_WRAPPER_H__)
#define GPUINTEROP_DEVICE_CODE 1
#define __CUDACC__ 1
/* The version of CUDA whose device functions these are. Programs ask before they use newer ones. */
#define __CUDACC_VER_MAJOR__ 13
#define __CUDACC_VER_MINOR__ 0
#define __CUDACC_VER_BUILD__ 0
/* CUDA's libraries of kernels ask for these where clang compiles them. */
#include "cudainterop/driver/version.h"
#ifndef __CUDA_ARCH_LIST__
#define __CUDA_ARCH_LIST__ 750
#endif
#include <gpuinterop_device/qualifiers.h>
/* Constructors of vectors are for host and device code. */
#pragma clang force_cuda_host_device begin
#include "vector_functions.h"
#pragma clang force_cuda_host_device end
#endif

#include "channel_descriptor.h"
#include "cuda_runtime_api.h"
#include "cudainterop/cxx/typed.h"
#include "cudainterop/cxx/typed_kernels.h"
#include "driver_functions.h"
#include "library_types.h"
#include "vector_functions.h"

#ifdef GPUINTEROP_DEVICE_CODE
#include "cudainterop/device/device_code.h"
#endif

#endif
