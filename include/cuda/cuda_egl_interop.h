/** Images of EGL for the runtime, under the name that CUDA's header has. */
#ifndef GPUINTEROP_CUDA_EGL_INTEROP_H
#define GPUINTEROP_CUDA_EGL_INTEROP_H

#if defined __has_include
#if __has_include(<EGL/eglext.h>)
#include <EGL/egl.h>             /* programs rely on it */
#include <EGL/eglext.h>
#endif
#endif

#include "cuda_runtime_api.h"
#include "cudainterop/runtime/egl_api.h"

#endif
