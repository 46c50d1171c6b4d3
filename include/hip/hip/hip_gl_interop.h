/** Resources of OpenGL. Each call uses the context that is current in the calling thread, of EGL or
 *  GLX. Textures and renderbuffers are not supported yet.
 *  Threads: any.
 *  Since: 0.2.0. */
#ifndef GPUINTEROP_HIP_GL_INTEROP_H
#define GPUINTEROP_HIP_GL_INTEROP_H

#include "hip_common.h"
#include "hipinterop/runtime/declare.h"
#include "hipinterop/runtime/errors.h"
#include "hipinterop/runtime/graphics_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Which devices of an OpenGL context are meant. */
typedef enum hipGLDeviceList {
    hipGLDeviceListAll = 1,
    hipGLDeviceListCurrentFrame = 2,
    hipGLDeviceListNextFrame = 3
} hipGLDeviceList;

/** As OpenGL's headers have them. */
typedef unsigned int GLuint;
typedef unsigned int GLenum;

/** Gets the devices that the current context of OpenGL is on, by their UUIDs.
 *  Parameter device_count: gets the number of devices.
 *  Parameter devices: gets their ordinals, at most room of them.
 *  Parameter room: how many devices has room for; at least 1.
 *  Parameter list: which devices are meant; the first two lists are the same here.
 *  Errors: hipErrorInvalidValue if an out pointer is NULL, room is 0, list is none of the enum's,
 *      or no context is current; hipErrorNoDevice if the context is on no visible device, or does
 *      not say on which; hipErrorNotSupported for hipGLDeviceListNextFrame; those of a device
 *      call.
 *  Mirrors: hipGLGetDevices of HIP 6.4. */
GPUINTEROP_API hipError_t hipGLGetDevices(
    unsigned int *device_count, int *devices, unsigned int room, hipGLDeviceList list);

/** Registers a buffer of OpenGL, so that device code can use it while it is mapped.
 *  Parameter resource: gets the handle.
 *  Parameter buffer: its name in OpenGL.
 *  Parameter flags: hipGraphicsRegisterFlagsNone, ReadOnly or WriteDiscard; the two save the copy
 *      back of an unmap, or the copy of a map.
 *  Errors: hipErrorInvalidValue if resource is NULL, no context is current, buffer is 0, or flags
 *      is another value; hipErrorInvalidHandle if the context has no such buffer;
 *      hipErrorOutOfMemory if the buffer has no storage; those of a device call.
 *  Beyond: OpenGL may be on another device, or be another vendor's; then the host copies.
 *  Mirrors: hipGraphicsGLRegisterBuffer of HIP 6.4. */
GPUINTEROP_API hipError_t hipGraphicsGLRegisterBuffer(
    hipGraphicsResource **resource, GLuint buffer, unsigned int flags);

/** Registers a texture or a renderbuffer of OpenGL, so that device code can use it while it is
 *  mapped.
 *  Parameter resource: gets the handle.
 *  Parameter image: its name in OpenGL.
 *  Parameter target: its kind in OpenGL: GL_TEXTURE_2D, GL_TEXTURE_RECTANGLE, GL_TEXTURE_3D,
 *      GL_TEXTURE_2D_ARRAY, GL_TEXTURE_CUBE_MAP or GL_RENDERBUFFER. A texture may be of another of
 *      these kinds than target says, if OpenGL is 4.5 or later.
 *  Parameter flags: any mix of hipGraphicsRegisterFlags. ReadOnly and WriteDiscard each save a
 *      copy, as for a buffer; both together save none.
 *  Errors: hipErrorInvalidValue if resource is NULL, no context is current or image is 0;
 *      hipErrorInvalidValue if flags or target is another value; hipErrorInvalidValue if the image
 *      has no texels or a format that cannot be registered (docs/opengl.md);
 *      hipErrorInvalidHandle if the context has no such image; hipErrorNotSupported for a
 *      renderbuffer if OpenGL has no glCopyImageSubData; those of a device call.
 *  Beyond: OpenGL may be on another device, or be another vendor's; then the host copies.
 *  Mirrors: hipGraphicsGLRegisterImage of HIP 6.4. */
GPUINTEROP_API hipError_t hipGraphicsGLRegisterImage(
    hipGraphicsResource **resource, GLuint image, GLenum target, unsigned int flags);

#ifdef __cplusplus
}
#endif

#endif
