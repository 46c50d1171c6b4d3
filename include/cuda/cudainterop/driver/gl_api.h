/** Resources of OpenGL for the driver interface; a part of cudaGL.h. Each call uses the context
 *  that is current in the calling thread, of EGL or GLX.
 *  Threads: any. */
#ifndef GPUINTEROP_CUDAINTEROP_DRIVER_GL_API_H
#define GPUINTEROP_CUDAINTEROP_DRIVER_GL_API_H

#include "external_types.h"
#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* As OpenGL's headers have them. */
#if !defined __gl_h_ && !defined __GL_H__
typedef unsigned int GLuint;
typedef unsigned int GLenum;
#endif

/** Registers a buffer of OpenGL, so that device code can use it while it is mapped.
 *  Parameter resource: gets the handle.
 *  Parameter buffer: its name in OpenGL.
 *  Parameter flags: 0, 1 (read only) or 2 (write discard); the two save the copy back of an unmap,
 *      or the copy of a map.
 *  Errors: CUDA_ERROR_INVALID_GRAPHICS_CONTEXT if no context of OpenGL is current;
 *      CUDA_ERROR_INVALID_VALUE if resource is NULL, buffer is 0, or flags is another value;
 *      CUDA_ERROR_INVALID_HANDLE if the context has no such buffer; CUDA_ERROR_OUT_OF_MEMORY if
 *      the buffer has no storage; those of a context call.
 *  Beyond: OpenGL may be on another device, or be another vendor's; then the host copies.
 *  Mirrors: cuGraphicsGLRegisterBuffer of CUDA 13.0. */
CUresult cuGraphicsGLRegisterBuffer(CUgraphicsResource *resource, GLuint buffer,
                                    unsigned int flags);

#ifdef __cplusplus
}
#endif

#endif
