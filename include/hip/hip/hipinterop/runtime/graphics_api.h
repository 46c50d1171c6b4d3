/** Resources of graphics interfaces, such as OpenGL; a part of hip_runtime_api.h. This library
 *  registers none, so each of these functions refuses the handle that it gets. Programs import
 *  memory and semaphores instead (hipImportExternalMemory, hipImportExternalSemaphore).
 *  Threads: any.
 *  Errors: those of a device call. */
#ifndef GPUINTEROP_HIP_GRAPHICS_API_H
#define GPUINTEROP_HIP_GRAPHICS_API_H

#include "../../driver_types.h"
#include "declare.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Maps registered resources, so that device code can access them.
 *  Parameter count: the number of resources; at least 1.
 *  Parameter resources: their handles.
 *  Parameter stream: the stream in whose order they are mapped.
 *  Errors: hipErrorInvalidValue if count is less than 1 or resources is NULL;
 *      hipErrorInvalidHandle, because no handle names a resource.
 *  Mirrors: hipGraphicsMapResources of HIP 6.4. */
GPUINTEROP_API hipError_t hipGraphicsMapResources(
    int count, hipGraphicsResource_t *resources, hipStream_t stream GPUINTEROP_DEFAULT(0));

/** Unmaps registered resources, so that the graphics interface can use them.
 *  Parameter count: the number of resources; at least 1.
 *  Parameter resources: their handles.
 *  Parameter stream: the stream in whose order they are unmapped.
 *  Errors: hipErrorInvalidValue if count is less than 1 or resources is NULL;
 *      hipErrorInvalidHandle, because no handle names a resource.
 *  Mirrors: hipGraphicsUnmapResources of HIP 6.4. */
GPUINTEROP_API hipError_t hipGraphicsUnmapResources(
    int count, hipGraphicsResource_t *resources, hipStream_t stream GPUINTEROP_DEFAULT(0));

/** Ends the registration of a resource.
 *  Parameter resource: the handle of a registered resource.
 *  Errors: hipErrorInvalidHandle, because no handle names a resource.
 *  Mirrors: hipGraphicsUnregisterResource of HIP 6.4. */
GPUINTEROP_API hipError_t hipGraphicsUnregisterResource(hipGraphicsResource_t resource);

/** Gets the memory of a mapped buffer.
 *  Parameter pointer: gets its address.
 *  Parameter size: gets its size.
 *  Parameter resource: the handle of a registered resource.
 *  Units: size is in bytes.
 *  Errors: hipErrorInvalidValue if pointer is NULL; hipErrorInvalidHandle, because no handle
 *      names a resource.
 *  Mirrors: hipGraphicsResourceGetMappedPointer of HIP 6.4. */
GPUINTEROP_API hipError_t hipGraphicsResourceGetMappedPointer(
    void **pointer, size_t *size, hipGraphicsResource_t resource);

/** Gets one image of a mapped resource.
 *  Parameter array: gets the array.
 *  Parameter resource: the handle of a registered resource.
 *  Parameter layer: the layer, or the side of a cube.
 *  Parameter level: the level of detail.
 *  Errors: hipErrorInvalidValue if array is NULL; hipErrorInvalidHandle, because no handle names
 *      a resource.
 *  Mirrors: hipGraphicsSubResourceGetMappedArray of HIP 6.4. */
GPUINTEROP_API hipError_t hipGraphicsSubResourceGetMappedArray(
    hipArray_t *array, hipGraphicsResource_t resource, unsigned int layer, unsigned int level);

#ifdef __cplusplus
}
#endif

#endif
