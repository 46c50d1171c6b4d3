/** Resources of OpenGL; a part of cuda_gl_interop.h. Each call uses the context that is current in
 *  the calling thread, of EGL or GLX.
 *  Threads: any.
 *  Errors: those of a device call. */
#ifndef GPUINTEROP_CUDA_GL_API_H
#define GPUINTEROP_CUDA_GL_API_H

#include "../../driver_types.h"
#include "declare.h"

#ifdef __cplusplus
extern "C" {
#endif

/* As OpenGL's headers have them. */
#if !defined __gl_h_ && !defined __GL_H__
typedef unsigned int GLuint;
typedef unsigned int GLenum;
#endif

/** Which devices of OpenGL's context are meant. */
enum cudaGLDeviceList {
    cudaGLDeviceListAll = 1,
    cudaGLDeviceListCurrentFrame = 2,
    cudaGLDeviceListNextFrame = 3
};

/** Gets the devices that the current context of OpenGL is on, by their UUIDs.
 *  Parameter device_count: gets the number of devices; may be NULL.
 *  Parameter devices: gets their ordinals, at most room of them; may be NULL.
 *  Parameter room: how many devices has room for.
 *  Parameter list: which devices are meant; all three lists are the same here.
 *  Errors: cudaErrorInvalidGraphicsContext if no context is current; cudaErrorNoDevice if the
 *      context is on no visible device, or does not say on which; cudaErrorInvalidValue if list is
 *      none of the enum's.
 *  Mirrors: cudaGLGetDevices of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGLGetDevices(
    unsigned int *device_count, int *devices, unsigned int room, enum cudaGLDeviceList list);

/** Registers a buffer of OpenGL, so that device code can use it while it is mapped.
 *  Parameter resource: gets the handle.
 *  Parameter buffer: its name in OpenGL.
 *  Parameter flags: cudaGraphicsRegisterFlagsNone, ReadOnly or WriteDiscard; the two save the copy
 *      back of an unmap, or the copy of a map.
 *  Errors: cudaErrorInvalidGraphicsContext if no context is current; cudaErrorInvalidValue if
 *      resource is NULL, buffer is 0, or flags is another value; cudaErrorInvalidResourceHandle if
 *      the context has no such buffer; cudaErrorMemoryAllocation if the buffer has no storage.
 *  Beyond: OpenGL may be on another device, or be another vendor's; then the host copies.
 *  Mirrors: cudaGraphicsGLRegisterBuffer of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGraphicsGLRegisterBuffer(
    struct cudaGraphicsResource **resource, GLuint buffer, unsigned int flags);

/** Would register a texture or a renderbuffer of OpenGL.
 *  Parameter resource: would get the handle.
 *  Parameter image: its name in OpenGL.
 *  Parameter target: its kind in OpenGL.
 *  Parameter flags: of enum cudaGraphicsRegisterFlags.
 *  Errors: cudaErrorInvalidValue if resource is NULL; cudaErrorNotSupported otherwise.
 *  Mirrors: cudaGraphicsGLRegisterImage of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGraphicsGLRegisterImage(
    struct cudaGraphicsResource **resource, GLuint image, GLenum target, unsigned int flags);

#ifdef __cplusplus
}
#endif

#endif
