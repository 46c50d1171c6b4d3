/** Copies and fills of the driver interface; a part of cuda.h.
 *  Threads: any; threads may share a stream, and its work runs in the order of their calls.
 *  Errors: those of a work call.
 *  Since: 0.2.0. */
#ifndef GPUINTEROP_CUDAINTEROP_DRIVER_COPY_API_H
#define GPUINTEROP_CUDAINTEROP_DRIVER_COPY_API_H

#include "names.h"
#include "pool_types.h"
#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A copy or fill without a stream is in the default stream, and returns when the host may use both
 * sides. Work of device memory alone may still be pending then; later work sees its result. An
 * enqueued copy may wait for the device if it has pageable host memory. A copy of 0 bytes does
 * nothing and accepts any pointer. */

/* Copies of memory. */

/** Copies memory. Each side may be memory of a device or of the host.
 *  Units: size is in bytes.
 *  Errors: CUDA_ERROR_INVALID_VALUE if a range leaves its allocation, a pointer is NULL, or
 *      destination is registered as read-only.
 *  Mirrors: cuMemcpy of CUDA 13.0. */
CUresult cuMemcpy(CUdeviceptr destination, CUdeviceptr source, size_t size);

/** Copies host memory to device memory.
 *  Units: size is in bytes.
 *  Errors: CUDA_ERROR_INVALID_VALUE if a range leaves its allocation, a pointer is NULL, or
 *      destination is not memory that a device can write.
 *  Mirrors: cuMemcpyHtoD of CUDA 13.0. */
CUresult cuMemcpyHtoD(CUdeviceptr destination, const void *source, size_t size);

/** Copies device memory to host memory.
 *  Units: size is in bytes.
 *  Errors: CUDA_ERROR_INVALID_VALUE if a range leaves its allocation, a pointer is NULL, source is
 *      not memory that a device can access, or destination is registered as read-only.
 *  Mirrors: cuMemcpyDtoH of CUDA 13.0. */
CUresult cuMemcpyDtoH(void *destination, CUdeviceptr source, size_t size);

/** Copies device memory to device memory, also of another device.
 *  Units: size is in bytes.
 *  Errors: CUDA_ERROR_INVALID_VALUE if a range leaves its allocation, a pointer is NULL, or is not
 *      memory that a device can access.
 *  Mirrors: cuMemcpyDtoD of CUDA 13.0. */
CUresult cuMemcpyDtoD(CUdeviceptr destination, CUdeviceptr source, size_t size);

/** Enqueues a copy of memory. Each side may be memory of a device or of the host.
 *  Units: size is in bytes.
 *  Errors: as cuMemcpy; CUDA_ERROR_INVALID_HANDLE if stream is stale or of another kind.
 *  Mirrors: cuMemcpyAsync of CUDA 13.0. */
CUresult cuMemcpyAsync(CUdeviceptr destination, CUdeviceptr source, size_t size, CUstream stream);

/** Enqueues a copy of host memory to device memory.
 *  Units: size is in bytes.
 *  Errors: as cuMemcpyHtoD; CUDA_ERROR_INVALID_HANDLE if stream is stale or of another kind.
 *  Mirrors: cuMemcpyHtoDAsync of CUDA 13.0. */
CUresult cuMemcpyHtoDAsync(CUdeviceptr destination, const void *source, size_t size,
                           CUstream stream);

/** Enqueues a copy of device memory to host memory.
 *  Units: size is in bytes.
 *  Errors: as cuMemcpyDtoH; CUDA_ERROR_INVALID_HANDLE if stream is stale or of another kind.
 *  Mirrors: cuMemcpyDtoHAsync of CUDA 13.0. */
CUresult cuMemcpyDtoHAsync(void *destination, CUdeviceptr source, size_t size, CUstream stream);

/** Enqueues a copy of device memory to device memory.
 *  Units: size is in bytes.
 *  Errors: as cuMemcpyDtoD; CUDA_ERROR_INVALID_HANDLE if stream is stale or of another kind.
 *  Mirrors: cuMemcpyDtoDAsync of CUDA 13.0. */
CUresult cuMemcpyDtoDAsync(CUdeviceptr destination, CUdeviceptr source, size_t size,
                           CUstream stream);

/* Copies of rows and volumes. A struct describes both sides: memory or an array. */

/** Copies rows of memory or of arrays.
 *  Parameter copy: both sides and the extent.
 *  Units: sizes, pitches and positions are in bytes, heights in rows; a pitch of 0 means tightly
 *      packed. A row of a compressed array is a row of blocks.
 *  Errors: CUDA_ERROR_INVALID_VALUE if copy is NULL, a row is wider than a pitch, rows leave an
 *      allocation or array, or a memory type is not one of the enum's; CUDA_ERROR_INVALID_VALUE if
 *      memory of type CU_MEMORYTYPE_DEVICE is not of this library; CUDA_ERROR_INVALID_HANDLE.
 *  Mirrors: cuMemcpy2D of CUDA 13.0. */
CUresult cuMemcpy2D(const CUDA_MEMCPY2D *copy);

/** Copies rows of memory or of arrays as cuMemcpy2D does, which accepts any alignment here, too.
 *  Parameter copy: both sides and the extent.
 *  Units: as cuMemcpy2D.
 *  Errors: as cuMemcpy2D.
 *  Mirrors: cuMemcpy2DUnaligned of CUDA 13.0. */
CUresult cuMemcpy2DUnaligned(const CUDA_MEMCPY2D *copy);

/** Copies a volume of memory or of arrays.
 *  Parameter copy: both sides and the extent; both levels (srcLOD, dstLOD) are 0.
 *  Units: sizes, pitches and positions are in bytes, heights in rows; a pitch or height of 0 means
 *      tightly packed.
 *  Errors: as cuMemcpy2D; CUDA_ERROR_INVALID_VALUE if a slice is higher than its rows, or a level
 *      is not 0.
 *  Mirrors: cuMemcpy3D of CUDA 13.0. */
CUresult cuMemcpy3D(const CUDA_MEMCPY3D *copy);

/** Enqueues a copy of rows of memory or of arrays.
 *  Parameter copy: both sides and the extent.
 *  Units: as cuMemcpy2D.
 *  Errors: as cuMemcpy2D; CUDA_ERROR_INVALID_HANDLE if stream is stale or of another kind.
 *  Mirrors: cuMemcpy2DAsync of CUDA 13.0. */
CUresult cuMemcpy2DAsync(const CUDA_MEMCPY2D *copy, CUstream stream);

/** Enqueues a copy of a volume of memory or of arrays.
 *  Parameter copy: both sides and the extent; both levels (srcLOD, dstLOD) are 0.
 *  Units: as cuMemcpy3D.
 *  Errors: as cuMemcpy3D; CUDA_ERROR_INVALID_HANDLE if stream is stale or of another kind.
 *  Mirrors: cuMemcpy3DAsync of CUDA 13.0. */
CUresult cuMemcpy3DAsync(const CUDA_MEMCPY3D *copy, CUstream stream);

/* Copies between contexts. The addresses decide the devices; the contexts are only checked. */

/** Copies memory from one context to another.
 *  Parameter destination_context: the context of the destination; NULL stands for the current one.
 *  Parameter source_context: the context of the source; NULL stands for the current one.
 *  Units: size is in bytes.
 *  Errors: as cuMemcpyDtoD; CUDA_ERROR_INVALID_CONTEXT if a context is stale.
 *  Mirrors: cuMemcpyPeer of CUDA 13.0. */
CUresult cuMemcpyPeer(CUdeviceptr destination, CUcontext destination_context, CUdeviceptr source,
                      CUcontext source_context, size_t size);

/** Enqueues a copy of memory from one context to another.
 *  Parameter destination_context: the context of the destination; NULL stands for the current one.
 *  Parameter source_context: the context of the source; NULL stands for the current one.
 *  Units: size is in bytes.
 *  Errors: as cuMemcpyPeer; CUDA_ERROR_INVALID_HANDLE if stream is stale or of another kind.
 *  Mirrors: cuMemcpyPeerAsync of CUDA 13.0. */
CUresult cuMemcpyPeerAsync(CUdeviceptr destination, CUcontext destination_context,
                           CUdeviceptr source, CUcontext source_context, size_t size,
                           CUstream stream);

/** Copies a volume from one context to another.
 *  Parameter copy: both sides with their contexts, and the extent; both levels are 0.
 *  Units: as cuMemcpy3D.
 *  Errors: as cuMemcpy3D; CUDA_ERROR_INVALID_CONTEXT if a context is stale.
 *  Mirrors: cuMemcpy3DPeer of CUDA 13.0. */
CUresult cuMemcpy3DPeer(const CUDA_MEMCPY3D_PEER *copy);

/** Enqueues a copy of a volume from one context to another.
 *  Parameter copy: both sides with their contexts, and the extent; both levels are 0.
 *  Units: as cuMemcpy3D.
 *  Errors: as cuMemcpy3DPeer; CUDA_ERROR_INVALID_HANDLE if stream is stale or of another kind.
 *  Mirrors: cuMemcpy3DPeerAsync of CUDA 13.0. */
CUresult cuMemcpy3DPeerAsync(const CUDA_MEMCPY3D_PEER *copy, CUstream stream);

/* Many copies by one call. They have no order among each other. */

/** Enqueues many copies.
 *  Parameter attribute_indices: the index of the first copy to which each of the attributes
 *      applies. The first index is 0 and they rise.
 *  Units: sizes are in bytes.
 *  Errors: CUDA_ERROR_INVALID_VALUE if an array is NULL, a count or size is 0, an attribute is
 *      unknown, a range leaves its allocation, or stream is the legacy default stream;
 *      CUDA_ERROR_INVALID_HANDLE if stream is stale or of another kind; CUDA_ERROR_OUT_OF_MEMORY.
 *  Mirrors: cuMemcpyBatchAsync of CUDA 13.0. */
CUresult cuMemcpyBatchAsync(CUdeviceptr *destinations, CUdeviceptr *sources, size_t *sizes,
                            size_t count, CUmemcpyAttributes *attributes, size_t *attribute_indices,
                            size_t attribute_count, CUstream stream);

/** Enqueues many copies of volumes.
 *  Parameter operations: the copies.
 *  Parameter flags: 0.
 *  Units: an extent between pointers is in bytes, else in texels. A row length or layer height
 *      of 0 means tightly packed.
 *  Errors: CUDA_ERROR_INVALID_VALUE if operations is NULL, count is 0, or flags is not 0;
 *      CUDA_ERROR_INVALID_VALUE if an extent has a 0, an operand has an unknown type, a volume
 *      leaves its allocation, or stream is the legacy default stream; CUDA_ERROR_INVALID_HANDLE if
 *      stream or an array is stale or of another kind; CUDA_ERROR_OUT_OF_MEMORY.
 *  Mirrors: cuMemcpy3DBatchAsync of CUDA 13.0. */
CUresult cuMemcpy3DBatchAsync(size_t count, CUDA_MEMCPY3D_BATCH_OP *operations,
                              unsigned long long flags, CUstream stream);

/* Fills. */

/** Fills memory with a byte.
 *  Units: count is the number of elements, of 1 byte each.
 *  Errors: CUDA_ERROR_INVALID_VALUE if pointer is NULL and count is not 0, the range leaves its
 *      allocation, or it is registered as read-only.
 *  Mirrors: cuMemsetD8 of CUDA 13.0. */
CUresult cuMemsetD8(CUdeviceptr pointer, unsigned char value, size_t count);

/** Fills memory with a number of 16 bits.
 *  Units: count is the number of elements, of 2 bytes each.
 *  Errors: as cuMemsetD8; CUDA_ERROR_INVALID_VALUE if pointer is not a multiple of 2.
 *  Mirrors: cuMemsetD16 of CUDA 13.0. */
CUresult cuMemsetD16(CUdeviceptr pointer, unsigned short value, size_t count);

/** Fills memory with a number of 32 bits.
 *  Units: count is the number of elements, of 4 bytes each.
 *  Errors: as cuMemsetD8; CUDA_ERROR_INVALID_VALUE if pointer is not a multiple of 4.
 *  Mirrors: cuMemsetD32 of CUDA 13.0. */
CUresult cuMemsetD32(CUdeviceptr pointer, unsigned int value, size_t count);

/** Enqueues a fill of memory with a byte.
 *  Units: as cuMemsetD8.
 *  Errors: as cuMemsetD8; CUDA_ERROR_INVALID_HANDLE if stream is stale or of another kind.
 *  Mirrors: cuMemsetD8Async of CUDA 13.0. */
CUresult cuMemsetD8Async(CUdeviceptr pointer, unsigned char value, size_t count, CUstream stream);

/** Enqueues a fill of memory with a number of 16 bits.
 *  Units: as cuMemsetD16.
 *  Errors: as cuMemsetD16; CUDA_ERROR_INVALID_HANDLE if stream is stale or of another kind.
 *  Mirrors: cuMemsetD16Async of CUDA 13.0. */
CUresult cuMemsetD16Async(CUdeviceptr pointer, unsigned short value, size_t count,
                          CUstream stream);

/** Enqueues a fill of memory with a number of 32 bits.
 *  Units: as cuMemsetD32.
 *  Errors: as cuMemsetD32; CUDA_ERROR_INVALID_HANDLE if stream is stale or of another kind.
 *  Mirrors: cuMemsetD32Async of CUDA 13.0. */
CUresult cuMemsetD32Async(CUdeviceptr pointer, unsigned int value, size_t count, CUstream stream);

/* Fills of rows. */

/** Fills rows of memory with a byte.
 *  Units: pitch is in bytes, height in rows; width is the number of elements in a row, of 1 byte
 *      each.
 *  Errors: CUDA_ERROR_INVALID_VALUE if the rows leave their allocation, or a row is wider than
 *      pitch.
 *  Mirrors: cuMemsetD2D8 of CUDA 13.0. */
CUresult cuMemsetD2D8(CUdeviceptr pointer, size_t pitch, unsigned char value, size_t width,
                      size_t height);

/** Fills rows of memory with a number of 16 bits.
 *  Units: pitch is in bytes, height in rows; width is the number of elements in a row, of 2 bytes
 *      each.
 *  Errors: as cuMemsetD2D8; CUDA_ERROR_INVALID_VALUE if pointer or pitch is not a multiple of 2.
 *  Mirrors: cuMemsetD2D16 of CUDA 13.0. */
CUresult cuMemsetD2D16(CUdeviceptr pointer, size_t pitch, unsigned short value, size_t width,
                       size_t height);

/** Fills rows of memory with a number of 32 bits.
 *  Units: pitch is in bytes, height in rows; width is the number of elements in a row, of 4 bytes
 *      each.
 *  Errors: as cuMemsetD2D8; CUDA_ERROR_INVALID_VALUE if pointer or pitch is not a multiple of 4.
 *  Mirrors: cuMemsetD2D32 of CUDA 13.0. */
CUresult cuMemsetD2D32(CUdeviceptr pointer, size_t pitch, unsigned int value, size_t width,
                       size_t height);

/** Enqueues a fill of rows of memory with a byte.
 *  Units: as cuMemsetD2D8.
 *  Errors: as cuMemsetD2D8; CUDA_ERROR_INVALID_HANDLE if stream is stale or of another kind.
 *  Mirrors: cuMemsetD2D8Async of CUDA 13.0. */
CUresult cuMemsetD2D8Async(CUdeviceptr pointer, size_t pitch, unsigned char value, size_t width,
                           size_t height, CUstream stream);

/** Enqueues a fill of rows of memory with a number of 16 bits.
 *  Units: as cuMemsetD2D16.
 *  Errors: as cuMemsetD2D16; CUDA_ERROR_INVALID_HANDLE if stream is stale or of another kind.
 *  Mirrors: cuMemsetD2D16Async of CUDA 13.0. */
CUresult cuMemsetD2D16Async(CUdeviceptr pointer, size_t pitch, unsigned short value, size_t width,
                            size_t height, CUstream stream);

/** Enqueues a fill of rows of memory with a number of 32 bits.
 *  Units: as cuMemsetD2D32.
 *  Errors: as cuMemsetD2D32; CUDA_ERROR_INVALID_HANDLE if stream is stale or of another kind.
 *  Mirrors: cuMemsetD2D32Async of CUDA 13.0. */
CUresult cuMemsetD2D32Async(CUdeviceptr pointer, size_t pitch, unsigned int value, size_t width,
                            size_t height, CUstream stream);

#ifdef __cplusplus
}
#endif

#endif
