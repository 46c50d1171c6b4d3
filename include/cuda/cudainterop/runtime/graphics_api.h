/** Resources of graphics interfaces, such as OpenGL; a part of cuda_runtime_api.h. This library
 *  registers none, so each of these functions refuses the handle that it gets. Programs import
 *  memory and semaphores instead (cudaImportExternalMemory, cudaImportExternalSemaphore).
 *  Threads: any.
 *  Errors: those of a device call. */
#ifndef GPUINTEROP_CUDA_GRAPHICS_API_H
#define GPUINTEROP_CUDA_GRAPHICS_API_H

#include "../../driver_types.h"
#include "declare.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Maps registered resources, so that device code can access them.
 *  Parameter count: the number of resources; at least 1.
 *  Parameter resources: their handles.
 *  Parameter stream: the stream in whose order they are mapped.
 *  Errors: cudaErrorInvalidValue if count is less than 1 or resources is NULL;
 *      cudaErrorInvalidResourceHandle, because no handle names a resource.
 *  Mirrors: cudaGraphicsMapResources of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGraphicsMapResources(
    int count, cudaGraphicsResource_t *resources, cudaStream_t stream GPUINTEROP_DEFAULT(0));

/** Unmaps registered resources, so that the graphics interface can use them.
 *  Parameter count: the number of resources; at least 1.
 *  Parameter resources: their handles.
 *  Parameter stream: the stream in whose order they are unmapped.
 *  Errors: cudaErrorInvalidValue if count is less than 1 or resources is NULL;
 *      cudaErrorInvalidResourceHandle, because no handle names a resource.
 *  Mirrors: cudaGraphicsUnmapResources of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGraphicsUnmapResources(
    int count, cudaGraphicsResource_t *resources, cudaStream_t stream GPUINTEROP_DEFAULT(0));

/** Ends the registration of a resource.
 *  Parameter resource: the handle of a registered resource.
 *  Errors: cudaErrorInvalidResourceHandle, because no handle names a resource.
 *  Mirrors: cudaGraphicsUnregisterResource of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGraphicsUnregisterResource(cudaGraphicsResource_t resource);

/** Gets the memory of a mapped buffer.
 *  Parameter pointer: gets its address.
 *  Parameter size: gets its size.
 *  Parameter resource: the handle of a registered resource.
 *  Units: size is in bytes.
 *  Errors: cudaErrorInvalidValue if pointer is NULL; cudaErrorInvalidResourceHandle, because no
 *      handle names a resource.
 *  Mirrors: cudaGraphicsResourceGetMappedPointer of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGraphicsResourceGetMappedPointer(
    void **pointer, size_t *size, cudaGraphicsResource_t resource);

/** Gets one image of a mapped resource.
 *  Parameter array: gets the array.
 *  Parameter resource: the handle of a registered resource.
 *  Parameter layer: the layer, or the side of a cube.
 *  Parameter level: the level of detail.
 *  Errors: cudaErrorInvalidValue if array is NULL; cudaErrorInvalidResourceHandle, because no
 *      handle names a resource.
 *  Mirrors: cudaGraphicsSubResourceGetMappedArray of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGraphicsSubResourceGetMappedArray(
    cudaArray_t *array, cudaGraphicsResource_t resource, unsigned int layer, unsigned int level);

/** Gets all images of a mapped resource.
 *  Parameter array: gets the mipmapped array.
 *  Parameter resource: the handle of a registered resource.
 *  Errors: cudaErrorInvalidValue if array is NULL; cudaErrorInvalidResourceHandle, because no
 *      handle names a resource.
 *  Mirrors: cudaGraphicsResourceGetMappedMipmappedArray of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGraphicsResourceGetMappedMipmappedArray(
    cudaMipmappedArray_t *array, cudaGraphicsResource_t resource);

/** Sets how a resource will be used while it is mapped.
 *  Parameter resource: the handle of a registered resource.
 *  Parameter flags: one of enum cudaGraphicsMapFlags.
 *  Errors: cudaErrorInvalidResourceHandle, because no handle names a resource.
 *  Mirrors: cudaGraphicsResourceSetMapFlags of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGraphicsResourceSetMapFlags(
    cudaGraphicsResource_t resource, unsigned int flags);

#ifdef __cplusplus
}
#endif

#endif
