/** Images of EGL for the driver interface, under the name that CUDA's header has. */
#ifndef GPUINTEROP_CUDAEGL_H
#define GPUINTEROP_CUDAEGL_H

#if defined __has_include
#if __has_include(<EGL/eglext.h>)
#include <EGL/egl.h>             /* programs rely on it */
#include <EGL/eglext.h>
#endif
#endif

#include "cuda.h"
#include "cudainterop/driver/egl_api.h"

#endif
