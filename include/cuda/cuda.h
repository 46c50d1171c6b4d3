/** CUDA's driver interface, as far as this library has it. Functions that it does not have are not
 *  declared here, and cuGetProcAddress does not find them.
 *
 *  Programs link to libcuda.so.1 in the folder of the vendors' names. */
#ifndef GPUINTEROP_CUDA_H
#define GPUINTEROP_CUDA_H
#define __cuda_cuda_h__   /* programs ask for it, to see whether this header is there */

/* The manual pages are made from the comments, whose form cuda_runtime_api.h describes. These are
 * the families of errors:
 *
 *  Errors of a driver call: CUDA_ERROR_NOT_INITIALIZED before cuInit, and in a forked child of a
 *      process that used the library;
 *      CUDA_ERROR_NOT_PERMITTED in a host function of a stream.
 *  Errors of a context call: those of a driver call;
 *      CUDA_ERROR_INVALID_CONTEXT if the calling thread has no current context;
 *      CUDA_ERROR_CONTEXT_IS_DESTROYED if another thread destroyed the current context;
 *      CUDA_ERROR_OUT_OF_MEMORY if host memory is exhausted;
 *      CUDA_ERROR_OPERATING_SYSTEM if the system refuses a thread or a file descriptor;
 *      CUDA_ERROR_LAUNCH_FAILED if the device is lost, or a kernel of the context has stopped
 *      itself;
 *      CUDA_ERROR_ASSERT if an assertion of a kernel of the context has failed;
 *      CUDA_ERROR_UNKNOWN if the driver fails in another way.
 *  Errors of a work call: those of a context call;
 *      the error of earlier work of the stream that failed, unless a call returned it before.
 *
 * gpuinterop_last_error_detail() returns the sentence behind an error. There is no last error.
 * A handle is stale if it was destroyed or freed before, or if its context ended.
 * A call that fails does not write its out arguments, unless its comment says so.
 * A NULL stream is the legacy default stream of the current context, or the calling thread's
 * default stream if CUDA_API_PER_THREAD_DEFAULT_STREAM is defined. */

#include "cudainterop/driver/device_api.h"
#include "cudainterop/driver/array_api.h"
#include "cudainterop/driver/code_api.h"
#include "cudainterop/driver/context_api.h"
#include "cudainterop/driver/copy_api.h"
#include "cudainterop/driver/external_api.h"
#include "cudainterop/driver/graph_api.h"
#include "cudainterop/driver/graph_memory_api.h"
#include "cudainterop/driver/library_api.h"
#include "cudainterop/driver/memory_api.h"
#include "cudainterop/driver/multicast.h"
#include "cudainterop/driver/not_supported_api.h"
#include "cudainterop/driver/other_api.h"
#include "cudainterop/driver/pointer_api.h"
#include "cudainterop/driver/pool_api.h"
#include "cudainterop/driver/sparse_array.h"
#include "cudainterop/driver/stream_api.h"
#include "cudainterop/driver/texture_api.h"
#include "cudainterop/driver/values.h"
#include "cudainterop/driver/virtual_memory.h"

#endif
