/** The profiler's two functions under the name of their own header in CUDA; they are declared with
 *  the others of cudainterop/runtime/library_api.h. */
#ifndef GPUINTEROP_CUDA_PROFILER_API_H
#define GPUINTEROP_CUDA_PROFILER_API_H

#include "cuda_runtime_api.h"

#endif
