/** Images of EGL for the driver interface; a part of cudaEGL.h. Registering uses the context of
 *  OpenGL that is current in the calling thread, of EGL.
 *  Threads: any.
 *  Since: 0.2.0. */
#ifndef GPUINTEROP_CUDAINTEROP_DRIVER_EGL_API_H
#define GPUINTEROP_CUDAINTEROP_DRIVER_EGL_API_H

#include "egl_types.h"
#include "external_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Registers an image of EGL, so that device code can use its texels. It is used without maps, and
 *  nothing is copied: OpenGL and streams see the same memory. The program has OpenGL's work done
 *  (glFinish) before streams use it, and waits for the streams before OpenGL does. The call changes
 *  the first and the last texel for a moment, to see that both sides have the same memory.
 *  Parameter resource: gets the handle.
 *  Parameter image: the image, of which OpenGL can make a 2D texture.
 *  Parameter flags: 0, 1 (read only) or 2 (write discard); they change nothing.
 *  Errors: CUDA_ERROR_INVALID_GRAPHICS_CONTEXT if no context of OpenGL is current;
 *      CUDA_ERROR_INVALID_VALUE if resource or image is NULL, flags is another value, or image is
 *      none; CUDA_ERROR_NOT_SUPPORTED if OpenGL does not export the image's memory, the device does
 *      not open it, or its texels lie in no rows (docs/opengl.md); those of a context call.
 *  Mirrors: cuGraphicsEGLRegisterImage of CUDA 13.0. */
CUresult cuGraphicsEGLRegisterImage(CUgraphicsResource *resource, EGLImageKHR image,
                                    unsigned int flags);

/** Gets the texels of a registered image of EGL: one plane of rows, with a pointer and a pitch. It
 *  needs no map. The pointer is valid until the registration ends.
 *  Parameter frame: gets the plane.
 *  Parameter resource: the handle of a registered image of EGL.
 *  Parameter layer: 0, as the image has one layer.
 *  Parameter level: 0, as the image has one level.
 *  Units: pitch is in bytes, width and height in texels.
 *  Errors: CUDA_ERROR_INVALID_VALUE if frame is NULL, or layer or level is not 0;
 *      CUDA_ERROR_INVALID_HANDLE if the handle names no resource; CUDA_ERROR_UNKNOWN if the
 *      resource is of another kind; those of a context call.
 *  Mirrors: cuGraphicsResourceGetMappedEglFrame of CUDA 13.0. */
CUresult cuGraphicsResourceGetMappedEglFrame(CUeglFrame *frame, CUgraphicsResource resource,
                                             unsigned int layer, unsigned int level);

#ifdef __cplusplus
}
#endif

#endif
