/** Resources of OpenGL; a part of cuda_gl_interop.h. Each call uses the context that is current in
 *  the calling thread, of EGL or GLX.
 *  Threads: any.
 *  Errors: those of a device call.
 *  Since: 0.2.0. */
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

/** How a buffer that is named by OpenGL's number is used while it is mapped. */
enum cudaGLMapFlags {
    cudaGLMapFlagsNone = 0,
    cudaGLMapFlagsReadOnly = 1,
    cudaGLMapFlagsWriteDiscard = 2
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

/** Registers a texture or a renderbuffer of OpenGL, so that device code can use it while it is
 *  mapped.
 *  Parameter resource: gets the handle.
 *  Parameter image: its name in OpenGL.
 *  Parameter target: its kind in OpenGL: GL_TEXTURE_2D, GL_TEXTURE_RECTANGLE, GL_TEXTURE_3D,
 *      GL_TEXTURE_2D_ARRAY, GL_TEXTURE_CUBE_MAP or GL_RENDERBUFFER. A texture may be of another of
 *      these kinds than target says, if OpenGL is 4.5 or later.
 *  Parameter flags: any mix of enum cudaGraphicsRegisterFlags. ReadOnly and WriteDiscard each save
 *      a copy, as for a buffer; both together save none.
 *  Errors: cudaErrorInvalidGraphicsContext if no context is current; cudaErrorInvalidValue if
 *      resource is NULL, image is 0, flags or target is another value, or the image has no texels
 *      or a format that cannot be registered (docs/opengl.md); cudaErrorInvalidResourceHandle if
 *      the context has no such image; cudaErrorNotSupported for a renderbuffer if OpenGL has no
 *      glCopyImageSubData.
 *  Beyond: OpenGL may be on another device, or be another vendor's; then the host copies.
 *  Mirrors: cudaGraphicsGLRegisterImage of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGraphicsGLRegisterImage(
    struct cudaGraphicsResource **resource, GLuint image, GLenum target, unsigned int flags);

/* Buffers by their numbers in OpenGL, as in programs of CUDA 2. Today's programs call
 * cudaGraphicsGLRegisterBuffer. */

/** Makes a device current that nothing has used yet. OpenGL may be on any device, so cudaSetDevice
 *  does as well.
 *  Parameter device: its ordinal.
 *  Errors: cudaErrorInvalidDevice if there is no such device; cudaErrorSetOnActiveProcess if its
 *      primary context is active.
 *  Mirrors: cudaGLSetGLDevice of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGLSetGLDevice(int device);

/** Registers a buffer of OpenGL by its number.
 *  Parameter buffer: its name in OpenGL.
 *  Errors: cudaErrorAlreadyMapped if it is registered by its number;
 *      cudaErrorInvalidResourceHandle also if buffer is 0; those of cudaGraphicsGLRegisterBuffer.
 *  Mirrors: cudaGLRegisterBufferObject of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGLRegisterBufferObject(GLuint buffer);

/** Ends the registration of a buffer by its number.
 *  Parameter buffer: its name in OpenGL.
 *  Errors: cudaErrorInvalidValue if it is not registered by its number; cudaErrorAlreadyMapped if
 *      it is mapped: it stays registered then.
 *  Mirrors: cudaGLUnregisterBufferObject of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGLUnregisterBufferObject(GLuint buffer);

/** Sets how a buffer will be used from the next map on.
 *  Parameter buffer: its name in OpenGL.
 *  Parameter flags: one of enum cudaGLMapFlags.
 *  Errors: cudaErrorInvalidValue if flags is none of the enum's, or the buffer is not registered by
 *      its number; cudaErrorAlreadyMapped if it is mapped.
 *  Mirrors: cudaGLSetBufferObjectMapFlags of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGLSetBufferObjectMapFlags(GLuint buffer, unsigned int flags);

/** Maps a registered buffer, so that device code can access it. OpenGL's earlier work is done when
 *  the call returns. The pointer is the same each time. With cudaGLMapBufferObject the default
 *  stream is idle then.
 *  Parameter pointer: gets the address of its memory; may be NULL.
 *  Parameter buffer: its name in OpenGL.
 *  Parameter stream: the stream in whose order it is mapped.
 *  Errors: cudaErrorInvalidValue if the buffer is not registered by its number; those of
 *      cudaGraphicsMapResources.
 *  Mirrors: cudaGLMapBufferObject and cudaGLMapBufferObjectAsync of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGLMapBufferObject(void **pointer, GLuint buffer);
GPUINTEROP_API cudaError_t cudaGLMapBufferObjectAsync(
    void **pointer, GLuint buffer, cudaStream_t stream);

/** Unmaps a registered buffer, so that OpenGL can use it. Waits for the stream's earlier work;
 *  cudaGLUnmapBufferObject waits for all streams of the context. If that work has failed, the
 *  buffer is unmapped and nothing is copied.
 *  Parameter buffer: its name in OpenGL.
 *  Parameter stream: the stream in whose order it is unmapped.
 *  Errors: cudaErrorInvalidValue if the buffer is not registered by its number; those of
 *      cudaGraphicsUnmapResources; cudaErrorStreamCaptureUnsupported also if another stream of the
 *      context captures, for cudaGLUnmapBufferObject.
 *  Mirrors: cudaGLUnmapBufferObject and cudaGLUnmapBufferObjectAsync of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGLUnmapBufferObject(GLuint buffer);
GPUINTEROP_API cudaError_t cudaGLUnmapBufferObjectAsync(GLuint buffer, cudaStream_t stream);

#ifdef __cplusplus
}
#endif

#endif
