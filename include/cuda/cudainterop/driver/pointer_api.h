/** Attributes of pointers, and hints about managed memory; a part of cuda.h.
 *  Threads: any.
 *  Errors: those of a context call.
 *  Since: 0.2.0. */
#ifndef GPUINTEROP_CUDAINTEROP_DRIVER_POINTER_API_H
#define GPUINTEROP_CUDAINTEROP_DRIVER_POINTER_API_H

#include "names.h"
#include "pool_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Attributes of pointers. */

/** Gets one attribute of a pointer.
 *  Parameter value: gets the value, of the attribute's type.
 *  Units: sizes are in bytes.
 *  Errors: CUDA_ERROR_INVALID_VALUE if value is NULL, or attribute or pointer is unknown;
 *      CUDA_ERROR_NOT_SUPPORTED for CU_POINTER_ATTRIBUTE_P2P_TOKENS.
 *  Mirrors: cuPointerGetAttribute of CUDA 13.0. */
CUresult cuPointerGetAttribute(void *value, CUpointer_attribute attribute, CUdeviceptr pointer);

/** Gets several attributes of a pointer. An unknown pointer is no error: most of its values are 0.
 *  Parameter count: the number of attributes.
 *  Parameter values: a pointer for each attribute, where its value goes.
 *  Units: sizes are in bytes.
 *  Errors: CUDA_ERROR_INVALID_VALUE if a pointer other than the last one is NULL, count is 0, or an
 *      attribute is unknown; CUDA_ERROR_INVALID_VALUE if CU_POINTER_ATTRIBUTE_CONTEXT is asked of
 *      an unknown pointer; CUDA_ERROR_NOT_SUPPORTED for CU_POINTER_ATTRIBUTE_P2P_TOKENS.
 *  Mirrors: cuPointerGetAttributes of CUDA 13.0. */
CUresult cuPointerGetAttributes(unsigned int count, CUpointer_attribute *attributes, void **values,
                                CUdeviceptr pointer);

/** Sets an attribute of a pointer. Only CU_POINTER_ATTRIBUTE_SYNC_MEMOPS can be set, for the
 *  whole allocation. If it is not 0, synchronous copies from and to the allocation, and
 *  synchronous fills of it, are done when their call returns. Managed memory begins with 1.
 *  Parameter value: a bool; one byte is read.
 *  Errors: CUDA_ERROR_INVALID_VALUE if value is NULL, pointer is unknown, or attribute is another
 *      one; CUDA_ERROR_NOT_SUPPORTED for memory that is mapped from handles of pages.
 *  Mirrors: cuPointerSetAttribute of CUDA 13.0. */
CUresult cuPointerSetAttribute(const void *value, CUpointer_attribute attribute,
                               CUdeviceptr pointer);

/* Hints about managed memory. They are stored and can be queried. Nothing moves, as host and
 * devices access the memory where it is. */

/** Hints how managed memory will be used.
 *  Parameter location: the place; its type defines the meaning of its id.
 *  Units: size is in bytes.
 *  Errors: CUDA_ERROR_INVALID_VALUE if size is 0, the range is not managed memory, advice is not
 *      one of the enum's, or location is not a place for it; CUDA_ERROR_OUT_OF_MEMORY;
 *      CUDA_ERROR_NOT_SUPPORTED for a device past the first 63.
 *  Mirrors: cuMemAdvise of CUDA 13.0. */
CUresult cuMemAdvise(CUdeviceptr pointer, size_t size, CUmem_advise advice, CUmemLocation location);

/** Hints that managed memory will be used soon, and by which processor.
 *  Parameter location: the place; its type defines the meaning of its id.
 *  Parameter flags: 0.
 *  Parameter stream: is checked; NULL is the default stream.
 *  Units: size is in bytes.
 *  Errors: CUDA_ERROR_INVALID_VALUE if pointer is NULL, size is 0, the range is not managed memory,
 *      location is not a place, or flags is not 0; CUDA_ERROR_INVALID_DEVICE;
 *      CUDA_ERROR_INVALID_HANDLE if stream is stale or of another kind; CUDA_ERROR_OUT_OF_MEMORY;
 *      CUDA_ERROR_NOT_SUPPORTED for a device past the first 63.
 *  Mirrors: cuMemPrefetchAsync of CUDA 13.0. */
CUresult cuMemPrefetchAsync(CUdeviceptr pointer, size_t size, CUmemLocation location,
                            unsigned int flags, CUstream stream);

/** Hints that several ranges of managed memory will be used soon, and by which processor.
 *  Parameter location_indices: the index of the first range to which each of the locations applies.
 *      The first index is 0 and they rise.
 *  Parameter flags: 0.
 *  Units: sizes are in bytes.
 *  Errors: as cuMemPrefetchAsync; CUDA_ERROR_INVALID_VALUE if an array is NULL, a count is 0, the
 *      indices do not rise, or stream is the legacy default stream.
 *  Mirrors: cuMemPrefetchBatchAsync of CUDA 13.0. */
CUresult cuMemPrefetchBatchAsync(CUdeviceptr *pointers, size_t *sizes, size_t count,
                                 CUmemLocation *locations, size_t *location_indices,
                                 size_t location_count, unsigned long long flags, CUstream stream);

/** Permits the loss of what several ranges of managed memory contain. The library keeps it.
 *  Parameter flags: 0.
 *  Units: sizes are in bytes.
 *  Errors: CUDA_ERROR_INVALID_VALUE if an array is NULL, count is 0, flags is not 0, a range is not
 *      managed memory, or stream is the legacy default stream; CUDA_ERROR_INVALID_HANDLE if stream
 *      is stale or of another kind.
 *  Mirrors: cuMemDiscardBatchAsync of CUDA 13.0. */
CUresult cuMemDiscardBatchAsync(CUdeviceptr *pointers, size_t *sizes, size_t count,
                                unsigned long long flags, CUstream stream);

/** Does what cuMemDiscardBatchAsync and cuMemPrefetchBatchAsync do together.
 *  Parameter location_indices: as cuMemPrefetchBatchAsync.
 *  Parameter flags: 0.
 *  Units: sizes are in bytes.
 *  Errors: as cuMemDiscardBatchAsync; as cuMemPrefetchBatchAsync.
 *  Mirrors: cuMemDiscardAndPrefetchBatchAsync of CUDA 13.0. */
CUresult cuMemDiscardAndPrefetchBatchAsync(CUdeviceptr *pointers, size_t *sizes, size_t count,
                                           CUmemLocation *locations, size_t *location_indices,
                                           size_t location_count, unsigned long long flags,
                                           CUstream stream);

/** Gets one attribute of a range of managed memory.
 *  Parameter value: gets the value, of 4 bytes. CU_MEM_RANGE_ATTRIBUTE_ACCESSED_BY takes one int
 *      for each device that value has room for.
 *  Parameter value_size: room in value.
 *  Units: sizes are in bytes.
 *  Errors: CUDA_ERROR_INVALID_VALUE if value is NULL, value_size does not fit, attribute is not one
 *      of the enum's, size is 0, or the range is not managed memory.
 *  Mirrors: cuMemRangeGetAttribute of CUDA 13.0. */
CUresult cuMemRangeGetAttribute(void *value, size_t value_size, CUmem_range_attribute attribute,
                                CUdeviceptr pointer, size_t size);

/** Gets several attributes of a range of managed memory: all, or on failure none.
 *  Parameter values: a pointer for each attribute, where its value goes.
 *  Parameter value_sizes: the room for each value.
 *  Units: sizes are in bytes.
 *  Errors: as cuMemRangeGetAttribute; CUDA_ERROR_INVALID_VALUE if an array is NULL, or count is 0.
 *  Mirrors: cuMemRangeGetAttributes of CUDA 13.0. */
CUresult cuMemRangeGetAttributes(void **values, size_t *value_sizes,
                                 CUmem_range_attribute *attributes, size_t count,
                                 CUdeviceptr pointer, size_t size);

/** Sets which streams use managed memory. It has no effect.
 *  Parameter flags: CU_MEM_ATTACH_GLOBAL, CU_MEM_ATTACH_HOST or CU_MEM_ATTACH_SINGLE.
 *  Units: size is in bytes; 0 means the whole allocation.
 *  Errors: CUDA_ERROR_INVALID_HANDLE if stream is stale or of another kind;
 *      CUDA_ERROR_INVALID_VALUE if pointer is not the start of managed memory, size is not its
 *      size, or flags is another value; CUDA_ERROR_INVALID_VALUE if flags is CU_MEM_ATTACH_SINGLE
 *      and stream is the legacy default stream.
 *  Mirrors: cuStreamAttachMemAsync of CUDA 13.0. */
CUresult cuStreamAttachMemAsync(CUstream stream, CUdeviceptr pointer, size_t size,
                                unsigned int flags);

/* Functions for abilities that no device here has. */

/** Would make writes of other devices on the bus visible to this one. No device here has such
 *  writes.
 *  Errors: CUDA_ERROR_INVALID_VALUE if target is not one of the enum's; else
 *      CUDA_ERROR_NOT_SUPPORTED.
 *  Mirrors: cuFlushGPUDirectRDMAWrites of CUDA 13.0. */
CUresult cuFlushGPUDirectRDMAWrites(CUflushGPUDirectRDMAWritesTarget target,
                                    CUflushGPUDirectRDMAWritesScope scope);

/** Would decompress several ranges of memory. No device here decompresses.
 *  Parameter parameters: the ranges.
 *  Parameter error_index: is not written.
 *  Errors: CUDA_ERROR_INVALID_VALUE if parameters is NULL; else CUDA_ERROR_NOT_SUPPORTED.
 *  Mirrors: cuMemBatchDecompressAsync of CUDA 13.0. */
CUresult cuMemBatchDecompressAsync(CUmemDecompressParams *parameters, size_t count,
                                   unsigned int flags, size_t *error_index, CUstream stream);

#ifdef __cplusplus
}
#endif

#endif
