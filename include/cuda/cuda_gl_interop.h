/** Resources of OpenGL for the runtime, under the name that CUDA's header has. */
#ifndef GPUINTEROP_CUDA_GL_INTEROP_H
#define GPUINTEROP_CUDA_GL_INTEROP_H

#if defined __has_include
#if __has_include(<GL/gl.h>)
#include <GL/gl.h>               /* programs rely on it */
#endif
#endif

#include "cuda_runtime_api.h"
#include "cudainterop/runtime/gl_api.h"

#endif
