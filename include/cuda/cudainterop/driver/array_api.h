/** Arrays of the driver interface, and copies of their rows; a part of cuda.h.
 *  Threads: any.
 *  Errors: those of a context call.
 *  Since: 0.2.0. */
#ifndef GPUINTEROP_CUDAINTEROP_DRIVER_ARRAY_API_H
#define GPUINTEROP_CUDAINTEROP_DRIVER_ARRAY_API_H

#include "names.h"
#include "array_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Arrays. */

/** Allocates an array of one level with one or two dimensions.
 *  Units: sizes are in texels; a height of 0 gives one dimension.
 *  Owner: the caller, until cuArrayDestroy, or until the context ends.
 *  Errors: CUDA_ERROR_INVALID_VALUE if a pointer is NULL, Width is 0, the size is above the
 *      device's limit, or no such texel format exists; CUDA_ERROR_NOT_SUPPORTED if the device
 *      cannot make the array; CUDA_ERROR_OUT_OF_MEMORY.
 *  Mirrors: cuArrayCreate of CUDA 13.0. */
CUresult cuArrayCreate(CUarray *array, const CUDA_ARRAY_DESCRIPTOR *descriptor);

/** Allocates an array of one level of any shape.
 *  Without flags a Height and Depth of 0 give one dimension, a Depth of 0 two dimensions, and other
 *  sizes three. With CUDA_ARRAY3D_LAYERED Depth is the number of layers. With CUDA_ARRAY3D_CUBEMAP
 *  it is 6, with both a multiple of 6, and faces are square.
 *  Units: sizes are in texels; a number of layers is a count.
 *  Owner: the caller, until cuArrayDestroy, or until the context ends.
 *  Errors: as cuArrayCreate; CUDA_ERROR_INVALID_VALUE if a flag is unknown, or the sizes do not fit
 *      the flags; CUDA_ERROR_NOT_SUPPORTED for sparse arrays and arrays whose memory is mapped
 *      later.
 *  Mirrors: cuArray3DCreate of CUDA 13.0. */
CUresult cuArray3DCreate(CUarray *array, const CUDA_ARRAY3D_DESCRIPTOR *descriptor);

/** Frees an array.
 *  The call waits for all work that was enqueued before on the array's device, in any stream. A
 *  level of a mipmapped array is accepted and stays: it lives as long as that array.
 *  Threads: any; other threads may use the device while the call waits.
 *  Errors: CUDA_ERROR_INVALID_VALUE if array is NULL; CUDA_ERROR_INVALID_HANDLE if it is stale or
 *      of another kind.
 *  Mirrors: cuArrayDestroy of CUDA 13.0. */
CUresult cuArrayDestroy(CUarray array);

/** Gets the descriptor of an array of one or two dimensions.
 *  Errors: CUDA_ERROR_INVALID_VALUE if descriptor is NULL, or the array has a depth;
 *      CUDA_ERROR_INVALID_HANDLE; CUDA_ERROR_NOT_SUPPORTED if the descriptor has no word for the
 *      format.
 *  Mirrors: cuArrayGetDescriptor of CUDA 13.0. */
CUresult cuArrayGetDescriptor(CUDA_ARRAY_DESCRIPTOR *descriptor, CUarray array);

/** Gets the descriptor of an array.
 *  Errors: CUDA_ERROR_INVALID_VALUE if descriptor is NULL; CUDA_ERROR_INVALID_HANDLE;
 *      CUDA_ERROR_NOT_SUPPORTED if the descriptor has no word for the format.
 *  Mirrors: cuArray3DGetDescriptor of CUDA 13.0. */
CUresult cuArray3DGetDescriptor(CUDA_ARRAY3D_DESCRIPTOR *descriptor, CUarray array);

/** Would get a plane of an array with a format of several planes. No array has one.
 *  Parameter plane: is not written.
 *  Errors: CUDA_ERROR_INVALID_HANDLE; else CUDA_ERROR_INVALID_VALUE.
 *  Mirrors: cuArrayGetPlane of CUDA 13.0. */
CUresult cuArrayGetPlane(CUarray *plane, CUarray array, unsigned int index);

/** Would get how much memory an array needs whose memory is mapped later. No array here is of this
 *  kind.
 *  Parameter requirements: is not written.
 *  Errors: CUDA_ERROR_INVALID_HANDLE; else CUDA_ERROR_INVALID_VALUE.
 *  Mirrors: cuArrayGetMemoryRequirements and cuMipmappedArrayGetMemoryRequirements of CUDA 13.0. */
CUresult cuArrayGetMemoryRequirements(CUDA_ARRAY_MEMORY_REQUIREMENTS *requirements, CUarray array,
                                      CUdevice device);
CUresult cuMipmappedArrayGetMemoryRequirements(CUDA_ARRAY_MEMORY_REQUIREMENTS *requirements,
                                               CUmipmappedArray array, CUdevice device);

/** Would get the layout of a sparse array. No array here is sparse.
 *  Parameter properties: is not written.
 *  Errors: CUDA_ERROR_INVALID_HANDLE; else CUDA_ERROR_INVALID_VALUE.
 *  Mirrors: cuArrayGetSparseProperties and cuMipmappedArrayGetSparseProperties of CUDA 13.0. */
CUresult cuArrayGetSparseProperties(CUDA_ARRAY_SPARSE_PROPERTIES *properties, CUarray array);
CUresult cuMipmappedArrayGetSparseProperties(CUDA_ARRAY_SPARSE_PROPERTIES *properties,
                                             CUmipmappedArray array);

/* Mipmapped arrays. */

/** Allocates an array of several levels. Each level is half as wide, high and deep as the one
 *  before.
 *  Parameter level_count: the number of levels; clamped to the length of a full chain.
 *  Units: sizes are those of level 0, in texels; a number of layers is a count.
 *  Owner: the caller, until cuMipmappedArrayDestroy, or until the context ends.
 *  Errors: as cuArray3DCreate.
 *  Mirrors: cuMipmappedArrayCreate of CUDA 13.0. */
CUresult cuMipmappedArrayCreate(CUmipmappedArray *array, const CUDA_ARRAY3D_DESCRIPTOR *descriptor,
                                unsigned int level_count);

/** Frees a mipmapped array, also a mapped one, and its levels.
 *  The call waits for all work that was enqueued before on the array's device, in any stream.
 *  Threads: any; other threads may use the device while the call waits.
 *  Errors: CUDA_ERROR_INVALID_VALUE if array is NULL; CUDA_ERROR_INVALID_HANDLE if it is stale or
 *      of another kind.
 *  Mirrors: cuMipmappedArrayDestroy of CUDA 13.0. */
CUresult cuMipmappedArrayDestroy(CUmipmappedArray array);

/** Gets one level of a mipmapped array as an array.
 *  Owner: the mipmapped array; the level is valid as long as that array.
 *  Errors: CUDA_ERROR_INVALID_VALUE if level is NULL, or index is above the last level;
 *      CUDA_ERROR_INVALID_HANDLE.
 *  Mirrors: cuMipmappedArrayGetLevel of CUDA 13.0. */
CUresult cuMipmappedArrayGetLevel(CUarray *level, CUmipmappedArray array, unsigned int index);

/* Copies of a row of an array.
 *  Threads: any; threads may share a stream, and its work runs in the order of their calls.
 *  Errors: those of a work call. */

/** Copies host memory into an array of one row.
 *  Units: offset and size are in bytes.
 *  Errors: CUDA_ERROR_INVALID_VALUE if a range leaves the array or an allocation, or the array has
 *      several rows; CUDA_ERROR_INVALID_HANDLE.
 *  Mirrors: cuMemcpyHtoA of CUDA 13.0. */
CUresult cuMemcpyHtoA(CUarray destination, size_t offset, const void *source, size_t size);

/** Enqueues a copy of host memory into an array of one row.
 *  Units: offset and size are in bytes.
 *  Errors: as cuMemcpyHtoA; CUDA_ERROR_INVALID_HANDLE if stream is stale or of another kind.
 *  Mirrors: cuMemcpyHtoAAsync of CUDA 13.0. */
CUresult cuMemcpyHtoAAsync(CUarray destination, size_t offset, const void *source, size_t size,
                           CUstream stream);

/** Copies an array of one row into host memory.
 *  Units: offset and size are in bytes.
 *  Errors: as cuMemcpyHtoA.
 *  Mirrors: cuMemcpyAtoH of CUDA 13.0. */
CUresult cuMemcpyAtoH(void *destination, CUarray source, size_t offset, size_t size);

/** Enqueues a copy of an array of one row into host memory.
 *  Units: offset and size are in bytes.
 *  Errors: as cuMemcpyHtoA; CUDA_ERROR_INVALID_HANDLE if stream is stale or of another kind.
 *  Mirrors: cuMemcpyAtoHAsync of CUDA 13.0. */
CUresult cuMemcpyAtoHAsync(void *destination, CUarray source, size_t offset, size_t size,
                           CUstream stream);

/** Copies device memory into an array of one row.
 *  Units: offset and size are in bytes.
 *  Errors: as cuMemcpyHtoA.
 *  Mirrors: cuMemcpyDtoA of CUDA 13.0. */
CUresult cuMemcpyDtoA(CUarray destination, size_t offset, CUdeviceptr source, size_t size);

/** Copies an array of one row into device memory.
 *  Units: offset and size are in bytes.
 *  Errors: as cuMemcpyHtoA.
 *  Mirrors: cuMemcpyAtoD of CUDA 13.0. */
CUresult cuMemcpyAtoD(CUdeviceptr destination, CUarray source, size_t offset, size_t size);

/** Copies an array of one row into another.
 *  Units: offsets and size are in bytes.
 *  Errors: as cuMemcpyHtoA.
 *  Mirrors: cuMemcpyAtoA of CUDA 13.0. */
CUresult cuMemcpyAtoA(CUarray destination, size_t destination_offset, CUarray source,
                      size_t source_offset, size_t size);

#ifdef __cplusplus
}
#endif

#endif
