/** Resources of graphics interfaces; a part of cuda_runtime_api.h. Buffers and images of
 *  OpenGL can be registered (cudaGraphicsGLRegisterBuffer, cudaGraphicsGLRegisterImage). Programs
 *  of Vulkan import memory and semaphores instead (cudaImportExternalMemory,
 *  cudaImportExternalSemaphore).
 *  Threads: any.
 *  Errors: those of a device call.
 *  Since: 0.2.0. */
#ifndef GPUINTEROP_CUDA_GRAPHICS_API_H
#define GPUINTEROP_CUDA_GRAPHICS_API_H

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
 *  Errors: cudaErrorInvalidValue if count is 0, resources is NULL, or stream is of another
 *      device than a resource; cudaErrorInvalidResourceHandle if a handle names no resource, or
 *      count is negative;
 *      cudaErrorAlreadyMapped if one is mapped, or stands in the list twice;
 *      cudaErrorInvalidGraphicsContext if no context is current that has the buffer;
 *      cudaErrorMapBufferObjectFailed if the program has a buffer mapped in the graphics interface;
 *      cudaErrorStreamCaptureUnsupported if the stream captures.
 *  Mirrors: cudaGraphicsMapResources of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGraphicsMapResources(
    int count, cudaGraphicsResource_t *resources, cudaStream_t stream GPUINTEROP_DEFAULT(0));

/** Unmaps registered resources, so that the graphics interface can use them. Waits for the stream's
 *  earlier work. If that has failed, the resources are unmapped and nothing is copied.
 *  Parameter count: the number of resources; at least 1.
 *  Parameter resources: their handles.
 *  Parameter stream: the stream in whose order they are unmapped.
 *  Errors: cudaErrorInvalidValue if count is 0, resources is NULL, or stream is of another
 *      device than a resource; cudaErrorInvalidResourceHandle if a handle names no resource, or
 *      count is negative;
 *      cudaErrorNotMapped if one is not mapped, or stands in the list twice;
 *      cudaErrorInvalidGraphicsContext if no context is current that has the buffer;
 *      cudaErrorStreamCaptureUnsupported if the stream captures; those of a stream call.
 *  Mirrors: cudaGraphicsUnmapResources of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGraphicsUnmapResources(
    int count, cudaGraphicsResource_t *resources, cudaStream_t stream GPUINTEROP_DEFAULT(0));

/** Ends the registration of a resource. Its pointer names nothing from then on.
 *  Parameter resource: the handle of a registered resource.
 *  Errors: cudaErrorInvalidResourceHandle if the handle names no resource; cudaErrorAlreadyMapped
 *      if it is mapped.
 *  Mirrors: cudaGraphicsUnregisterResource of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGraphicsUnregisterResource(cudaGraphicsResource_t resource);

/** Gets the memory of a mapped buffer. The pointer is the same each time it is mapped.
 *  Parameter pointer: gets its address; may be NULL.
 *  Parameter size: gets its size; may be NULL.
 *  Parameter resource: the handle of a registered resource.
 *  Units: size is in bytes.
 *  Errors: cudaErrorInvalidResourceHandle if the handle names no
 *      resource; cudaErrorNotMapped if it is not mapped; cudaErrorNotMappedAsPointer if it is an
 *      image.
 *  Mirrors: cudaGraphicsResourceGetMappedPointer of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGraphicsResourceGetMappedPointer(
    void **pointer, size_t *size, cudaGraphicsResource_t resource);

/** Gets an array of a mapped image: of one layer or side in one level, which is 2D, or of a level
 *  of an image without layers. It is the same each time, and ends with the registration.
 *  Parameter array: gets the array.
 *  Parameter resource: the handle of a registered resource.
 *  Parameter layer: the layer, or the side of a cube.
 *  Parameter level: the level of detail.
 *  Errors: cudaErrorInvalidValue if array is NULL; cudaErrorInvalidResourceHandle if the handle
 *      names no resource; cudaErrorNotMapped if it is not mapped; cudaErrorNotMappedAsArray if it
 *      is a buffer; cudaErrorInvalidValue if it has no such layer or level.
 *  Mirrors: cudaGraphicsSubResourceGetMappedArray of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGraphicsSubResourceGetMappedArray(
    cudaArray_t *array, cudaGraphicsResource_t resource, unsigned int layer, unsigned int level);

/** Gets the array of all levels of a mapped image. It is the same each time, and ends with the
 *  registration.
 *  Parameter array: gets the mipmapped array.
 *  Parameter resource: the handle of a registered resource.
 *  Errors: cudaErrorInvalidValue if array is NULL; cudaErrorInvalidResourceHandle if the handle
 *      names no resource; cudaErrorNotMapped if it is not mapped; cudaErrorNotMappedAsArray if it
 *      is a buffer.
 *  Mirrors: cudaGraphicsResourceGetMappedMipmappedArray of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGraphicsResourceGetMappedMipmappedArray(
    cudaMipmappedArray_t *array, cudaGraphicsResource_t resource);

/** Sets how a resource will be used from the next map on.
 *  Parameter resource: the handle of a registered resource.
 *  Parameter flags: one of enum cudaGraphicsMapFlags.
 *  Errors: cudaErrorInvalidResourceHandle if the handle names no resource; cudaErrorAlreadyMapped
 *      if it is mapped; cudaErrorInvalidValue if flags is above 3; 3 counts as 0.
 *  Mirrors: cudaGraphicsResourceSetMapFlags of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGraphicsResourceSetMapFlags(
    cudaGraphicsResource_t resource, unsigned int flags);

#ifdef __cplusplus
}
#endif

#endif
