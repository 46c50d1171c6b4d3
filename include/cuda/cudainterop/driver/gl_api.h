/** Resources of OpenGL for the driver interface; a part of cudaGL.h. Each call uses the context
 *  that is current in the calling thread, of EGL or GLX.
 *  Threads: any.
 *  Since: 0.2.0. */
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

/* The symbols of today's versions. */
#define cuGLCtxCreate cuGLCtxCreate_v2
#define cuGLGetDevices cuGLGetDevices_v2
#ifdef CUDA_API_PER_THREAD_DEFAULT_STREAM
#define cuGLMapBufferObject cuGLMapBufferObject_v2_ptds
#define cuGLMapBufferObjectAsync cuGLMapBufferObjectAsync_v2_ptsz
#else
#define cuGLMapBufferObject cuGLMapBufferObject_v2
#define cuGLMapBufferObjectAsync cuGLMapBufferObjectAsync_v2
#endif

/** Which devices of OpenGL's context are meant. */
typedef enum CUGLDeviceList_enum {
    CU_GL_DEVICE_LIST_ALL = 1,
    CU_GL_DEVICE_LIST_CURRENT_FRAME = 2,
    CU_GL_DEVICE_LIST_NEXT_FRAME = 3
} CUGLDeviceList;

/** How a buffer that is named by OpenGL's number is used while it is mapped. */
typedef enum CUGLmap_flags_enum {
    CU_GL_MAP_RESOURCE_FLAGS_NONE = 0,
    CU_GL_MAP_RESOURCE_FLAGS_READ_ONLY = 1,
    CU_GL_MAP_RESOURCE_FLAGS_WRITE_DISCARD = 2
} CUGLmap_flags;

/** Gets the devices that the current context of OpenGL is on, by their UUIDs.
 *  Parameter device_count: gets the number of devices.
 *  Parameter devices: gets the devices, at most room of them.
 *  Parameter room: how many devices has room for.
 *  Parameter list: which devices are meant; all three lists are the same here.
 *  Errors: CUDA_ERROR_INVALID_GRAPHICS_CONTEXT if no context of OpenGL is current;
 *      CUDA_ERROR_NO_DEVICE if the context is on no visible device, or does not say on which;
 *      CUDA_ERROR_INVALID_VALUE if device_count or devices is NULL, or list is none of the enum's;
 *      those of a driver call.
 *  Mirrors: cuGLGetDevices of CUDA 13.0. */
CUresult cuGLGetDevices(unsigned int *device_count, CUdevice *devices, unsigned int room,
                        CUGLDeviceList list);

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

/** Registers a texture or a renderbuffer of OpenGL, so that device code can use it while it is
 *  mapped.
 *  Parameter resource: gets the handle.
 *  Parameter image: its name in OpenGL.
 *  Parameter target: its kind in OpenGL: GL_TEXTURE_2D, GL_TEXTURE_RECTANGLE, GL_TEXTURE_3D,
 *      GL_TEXTURE_2D_ARRAY, GL_TEXTURE_CUBE_MAP or GL_RENDERBUFFER. A texture may be of another of
 *      these kinds than target says, if OpenGL is 4.5 or later.
 *  Parameter flags: any mix of 1 (read only), 2 (write discard), 4 (surface load and store) and 8
 *      (texture gather). The first two each save a copy, as for a buffer; both together save none.
 *  Errors: CUDA_ERROR_INVALID_GRAPHICS_CONTEXT if no context of OpenGL is current;
 *      CUDA_ERROR_INVALID_VALUE if resource is NULL, image is 0, flags or target is another value,
 *      or the image has no texels or a format that cannot be registered (docs/opengl.md);
 *      CUDA_ERROR_INVALID_HANDLE if the context has no such image; CUDA_ERROR_NOT_SUPPORTED for a
 *      renderbuffer if OpenGL has no glCopyImageSubData; those of a context call.
 *  Beyond: OpenGL may be on another device, or be another vendor's; then the host copies.
 *  Mirrors: cuGraphicsGLRegisterImage of CUDA 13.0. */
CUresult cuGraphicsGLRegisterImage(CUgraphicsResource *resource, GLuint image, GLenum target,
                                   unsigned int flags);

/* Programs of CUDA 2. Today's call cuGraphicsGLRegisterBuffer. */

/** Does nothing: OpenGL needs no beginning.
 *  Errors: those of a context call.
 *  Mirrors: cuGLInit of CUDA 13.0. */
CUresult cuGLInit(void);

/** Creates a context, as cuCtxCreate without parameters does. OpenGL may be on any device.
 *  Parameter context: gets the context.
 *  Parameter flags: as for cuCtxCreate.
 *  Parameter device: the device.
 *  Errors: CUDA_ERROR_INVALID_GRAPHICS_CONTEXT if no context of OpenGL is current; those of
 *      cuCtxCreate.
 *  Mirrors: cuGLCtxCreate of CUDA 13.0. */
CUresult cuGLCtxCreate(CUcontext *context, unsigned int flags, CUdevice device);

/** Registers a buffer of OpenGL by its number.
 *  Parameter buffer: its name in OpenGL.
 *  Errors: CUDA_ERROR_ALREADY_MAPPED if it is registered by its number; CUDA_ERROR_INVALID_HANDLE
 *      also if buffer is 0; those of cuGraphicsGLRegisterBuffer.
 *  Mirrors: cuGLRegisterBufferObject of CUDA 13.0. */
CUresult cuGLRegisterBufferObject(GLuint buffer);

/** Ends the registration of a buffer by its number.
 *  Parameter buffer: its name in OpenGL.
 *  Errors: CUDA_ERROR_INVALID_VALUE if it is not registered by its number;
 *      CUDA_ERROR_ALREADY_MAPPED if it is mapped: it stays registered then; those of a context
 *      call.
 *  Mirrors: cuGLUnregisterBufferObject of CUDA 13.0. */
CUresult cuGLUnregisterBufferObject(GLuint buffer);

/** Sets how a buffer will be used from the next map on.
 *  Parameter buffer: its name in OpenGL.
 *  Parameter flags: one of CUGLmap_flags.
 *  Errors: CUDA_ERROR_INVALID_VALUE if flags is none of the enum's, or the buffer is not registered
 *      by its number; CUDA_ERROR_ALREADY_MAPPED if it is mapped; those of a context call.
 *  Mirrors: cuGLSetBufferObjectMapFlags of CUDA 13.0. */
CUresult cuGLSetBufferObjectMapFlags(GLuint buffer, unsigned int flags);

/** Maps a registered buffer, so that device code can access it. OpenGL's earlier work is done when
 *  the call returns. The pointer is the same each time. With cuGLMapBufferObject the default stream
 *  is idle then.
 *  Parameter pointer: gets the address of its memory; may be NULL.
 *  Parameter size: gets its size; may be NULL.
 *  Parameter buffer: its name in OpenGL.
 *  Parameter stream: the stream in whose order it is mapped.
 *  Units: size is in bytes.
 *  Errors: CUDA_ERROR_INVALID_VALUE if the buffer is not registered by its number; those of
 *      cuGraphicsMapResources.
 *  Mirrors: cuGLMapBufferObject and cuGLMapBufferObjectAsync of CUDA 13.0. */
CUresult cuGLMapBufferObject(CUdeviceptr *pointer, size_t *size, GLuint buffer);
CUresult cuGLMapBufferObjectAsync(CUdeviceptr *pointer, size_t *size, GLuint buffer,
                                  CUstream stream);

/** Unmaps a registered buffer, so that OpenGL can use it. Waits for the stream's earlier work;
 *  cuGLUnmapBufferObject waits for all streams of the context. If that work has failed, the buffer
 *  is unmapped and nothing is copied.
 *  Parameter buffer: its name in OpenGL.
 *  Parameter stream: the stream in whose order it is unmapped.
 *  Errors: CUDA_ERROR_INVALID_VALUE if the buffer is not registered by its number; those of
 *      cuGraphicsUnmapResources; CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED also if another stream of
 *      the context captures, for cuGLUnmapBufferObject.
 *  Mirrors: cuGLUnmapBufferObject and cuGLUnmapBufferObjectAsync of CUDA 13.0. */
CUresult cuGLUnmapBufferObject(GLuint buffer);
CUresult cuGLUnmapBufferObjectAsync(GLuint buffer, CUstream stream);

#ifdef __cplusplus
}
#endif

#endif
