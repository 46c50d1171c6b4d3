/** Images of EGL; a part of cuda_egl_interop.h. Registering uses the context of OpenGL that is
 *  current in the calling thread, of EGL.
 *  Threads: any.
 *  Errors: those of a device call.
 *  Since: 0.2.0. */
#ifndef GPUINTEROP_CUDA_EGL_API_H
#define GPUINTEROP_CUDA_EGL_API_H

#include "declare.h"
#include "egl_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Registers an image of EGL, so that device code can use its texels. It is used without maps, and
 *  nothing is copied: OpenGL and streams see the same memory. The program has OpenGL's work done
 *  (glFinish) before streams use it, and waits for the streams before OpenGL does. The call changes
 *  the first and the last texel for a moment, to see that both sides have the same memory.
 *  Parameter resource: gets the handle.
 *  Parameter image: the image, of which OpenGL can make a 2D texture.
 *  Parameter flags: cudaGraphicsRegisterFlagsNone, ReadOnly or WriteDiscard; they change nothing.
 *  Errors: cudaErrorInvalidGraphicsContext if no context is current; cudaErrorInvalidValue if
 *      resource or image is NULL, flags is another value, or image is none; cudaErrorNotSupported
 *      if OpenGL does not export the image's memory, the device does not open it, or its texels lie
 *      in no rows (docs/opengl.md).
 *  Mirrors: cudaGraphicsEGLRegisterImage of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGraphicsEGLRegisterImage(
    struct cudaGraphicsResource **resource, EGLImageKHR image, unsigned int flags);

/** Gets the texels of a registered image of EGL: one plane of rows, with a pointer and a pitch. It
 *  needs no map. The pointer is valid until the registration ends.
 *  Parameter frame: gets the plane. The width and height of its pitched pointer are in texels.
 *  Parameter resource: the handle of a registered image of EGL.
 *  Parameter layer: 0, as the image has one layer.
 *  Parameter level: 0, as the image has one level.
 *  Units: pitches are in bytes, widths and heights in texels.
 *  Errors: cudaErrorInvalidValue if frame is NULL, or layer or level is not 0;
 *      cudaErrorInvalidResourceHandle if the handle names no resource; cudaErrorUnknown if the
 *      resource is of another kind.
 *  Mirrors: cudaGraphicsResourceGetMappedEglFrame of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGraphicsResourceGetMappedEglFrame(
    cudaEglFrame *frame, cudaGraphicsResource_t resource, unsigned int layer, unsigned int level);

#ifdef __cplusplus
}
#endif

#endif
