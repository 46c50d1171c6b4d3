/** Resources of graphics interfaces; a part of hip_runtime_api.h. Buffers of OpenGL can be
 *  registered (hipGraphicsGLRegisterBuffer). Programs of Vulkan import memory and semaphores
 *  instead (hipImportExternalMemory, hipImportExternalSemaphore).
 *  Threads: any.
 *  Errors: those of a device call.
 *  Since: 0.2.0. */
#ifndef GPUINTEROP_HIP_GRAPHICS_API_H
#define GPUINTEROP_HIP_GRAPHICS_API_H

#include "../../driver_types.h"
#include "declare.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Maps registered resources, so that device code can access them. All of the list are mapped, or
 *  none. Earlier work of the graphics interface is done when the call returns.
 *  Parameter count: the number of resources; at least 1.
 *  Parameter resources: their handles.
 *  Parameter stream: the stream in whose order they are mapped.
 *  Errors: hipErrorInvalidValue if count is less than 1, resources is NULL, or stream is of another
 *      device than a resource; hipErrorInvalidHandle if a handle names no resource;
 *      hipErrorAlreadyMapped if one is mapped, or stands in the list twice;
 *      hipErrorInvalidValue if no context is current that has the buffer;
 *      hipErrorMapFailed if the program has a buffer mapped in the graphics interface;
 *      hipErrorStreamCaptureUnsupported if the stream captures.
 *  Mirrors: hipGraphicsMapResources of HIP 6.4. */
GPUINTEROP_API hipError_t hipGraphicsMapResources(
    int count, hipGraphicsResource_t *resources, hipStream_t stream GPUINTEROP_DEFAULT(0));

/** Unmaps registered resources, so that the graphics interface can use them. Waits for the stream's
 *  earlier work. If that has failed, the resources are unmapped and nothing is copied.
 *  Parameter count: the number of resources; at least 1.
 *  Parameter resources: their handles.
 *  Parameter stream: the stream in whose order they are unmapped.
 *  Errors: hipErrorInvalidValue if count is less than 1, resources is NULL, or stream is of another
 *      device than a resource; hipErrorInvalidHandle if a handle names no resource;
 *      hipErrorNotMapped if one is not mapped, or stands in the list twice;
 *      hipErrorInvalidValue if no context is current that has the buffer;
 *      hipErrorStreamCaptureUnsupported if the stream captures; those of a stream call.
 *  Mirrors: hipGraphicsUnmapResources of HIP 6.4. */
GPUINTEROP_API hipError_t hipGraphicsUnmapResources(
    int count, hipGraphicsResource_t *resources, hipStream_t stream GPUINTEROP_DEFAULT(0));

/** Ends the registration of a resource. Its pointer names nothing from then on.
 *  Parameter resource: the handle of a registered resource.
 *  Errors: hipErrorInvalidHandle if the handle names no resource; hipErrorAlreadyMapped
 *      if it is mapped.
 *  Mirrors: hipGraphicsUnregisterResource of HIP 6.4. */
GPUINTEROP_API hipError_t hipGraphicsUnregisterResource(hipGraphicsResource_t resource);

/** Gets the memory of a mapped buffer. The pointer is the same each time it is mapped.
 *  Parameter pointer: gets its address.
 *  Parameter size: gets its size; may be NULL.
 *  Parameter resource: the handle of a registered resource.
 *  Units: size is in bytes.
 *  Errors: hipErrorInvalidValue if pointer is NULL; hipErrorInvalidHandle if the handle names no
 *      resource; hipErrorNotMapped if it is not mapped; hipErrorNotMappedAsPointer if it is an
 *      image.
 *  Mirrors: hipGraphicsResourceGetMappedPointer of HIP 6.4. */
GPUINTEROP_API hipError_t hipGraphicsResourceGetMappedPointer(
    void **pointer, size_t *size, hipGraphicsResource_t resource);

/** Gets an array of a mapped image: of one layer or side in one level, which is 2D, or of a level
 *  of an image without layers. It is the same each time, and ends with the registration.
 *  Parameter array: gets the array.
 *  Parameter resource: the handle of a registered resource.
 *  Parameter layer: the layer, or the side of a cube.
 *  Parameter level: the level of detail.
 *  Errors: hipErrorInvalidValue if array is NULL; hipErrorInvalidHandle if the handle names no
 *      resource; hipErrorNotMapped if it is not mapped; hipErrorNotMappedAsArray if it is
 *      a buffer; hipErrorInvalidValue if it has no such layer or level.
 *  Mirrors: hipGraphicsSubResourceGetMappedArray of HIP 6.4. */
GPUINTEROP_API hipError_t hipGraphicsSubResourceGetMappedArray(
    hipArray_t *array, hipGraphicsResource_t resource, unsigned int layer, unsigned int level);

#ifdef __cplusplus
}
#endif

#endif
