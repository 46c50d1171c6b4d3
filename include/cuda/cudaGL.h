/** Resources of OpenGL for the driver interface, under the name that CUDA's header has. */
#ifndef GPUINTEROP_CUDAGL_H
#define GPUINTEROP_CUDAGL_H

#if defined __has_include
#if __has_include(<GL/gl.h>)
#include <GL/gl.h>               /* programs rely on it */
#endif
#endif

#include "cuda.h"
#include "cudainterop/driver/gl_api.h"

#endif
