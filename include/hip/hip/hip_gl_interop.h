/** Resources of OpenGL. This library has none of them: each function answers that it is not
 *  supported. Programs import memory and semaphores instead (hipImportExternalMemory,
 *  hipImportExternalSemaphore).
 *  Threads: any. */
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

/** Gets the devices of the current OpenGL context.
 *  Parameter device_count: would get the number of devices.
 *  Parameter devices: would get their ordinals.
 *  Parameter room: how many devices fits.
 *  Parameter list: which devices are meant.
 *  Errors: hipErrorNotSupported at each call.
 *  Mirrors: hipGLGetDevices of HIP 6.4. */
GPUINTEROP_API hipError_t hipGLGetDevices(
    unsigned int *device_count, int *devices, unsigned int room, hipGLDeviceList list);

/** Registers a buffer of OpenGL.
 *  Parameter resource: would get the resource.
 *  Parameter buffer: its name in OpenGL.
 *  Parameter flags: of hipGraphicsRegisterFlags.
 *  Errors: hipErrorInvalidValue if resource is NULL; hipErrorNotSupported otherwise.
 *  Mirrors: hipGraphicsGLRegisterBuffer of HIP 6.4. */
GPUINTEROP_API hipError_t hipGraphicsGLRegisterBuffer(
    hipGraphicsResource **resource, GLuint buffer, unsigned int flags);

/** Registers a texture or a render buffer of OpenGL.
 *  Parameter resource: would get the resource.
 *  Parameter image: its name in OpenGL.
 *  Parameter target: its kind in OpenGL.
 *  Parameter flags: of hipGraphicsRegisterFlags.
 *  Errors: hipErrorInvalidValue if resource is NULL; hipErrorNotSupported otherwise.
 *  Mirrors: hipGraphicsGLRegisterImage of HIP 6.4. */
GPUINTEROP_API hipError_t hipGraphicsGLRegisterImage(
    hipGraphicsResource **resource, GLuint image, GLenum target, unsigned int flags);

#ifdef __cplusplus
}
#endif

#endif
