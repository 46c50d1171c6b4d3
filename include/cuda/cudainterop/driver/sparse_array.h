/** Memory of sparse arrays, which no device here has.
 *  Since: 0.2.0. */
#ifndef GPUINTEROP_CUDAINTEROP_DRIVER_SPARSE_ARRAY_H
#define GPUINTEROP_CUDAINTEROP_DRIVER_SPARSE_ARRAY_H

#include "array_types.h"
#include "names.h"
#include "virtual_memory.h"

/** The kind of a part of a sparse array. */
typedef enum CUarraySparseSubresourceType_enum {
    CU_ARRAY_SPARSE_SUBRESOURCE_TYPE_SPARSE_LEVEL = 0,
    CU_ARRAY_SPARSE_SUBRESOURCE_TYPE_MIPTAIL = 1   /* the mip tail */
} CUarraySparseSubresourceType;

/** Whether a part of a sparse array is mapped or unmapped. */
typedef enum CUmemOperationType_enum {
    CU_MEM_OPERATION_TYPE_MAP = 1,
    CU_MEM_OPERATION_TYPE_UNMAP = 2
} CUmemOperationType;

/** The type of a memory handle. */
typedef enum CUmemHandleType_enum {
    CU_MEM_HANDLE_TYPE_GENERIC = 0
} CUmemHandleType;

/** A mapping of a part of a sparse array. Offsets and extents are in texels; those of the mip tail
 *  and of memory are in bytes. */
typedef struct CUarrayMapInfo_st {
    CUresourcetype resourceType;
    union {
        CUmipmappedArray mipmap;
        CUarray array;
    } resource;
    CUarraySparseSubresourceType subresourceType;
    union {
        struct {
            unsigned int level;
            unsigned int layer;
            unsigned int offsetX;
            unsigned int offsetY;
            unsigned int offsetZ;
            unsigned int extentWidth;
            unsigned int extentHeight;
            unsigned int extentDepth;
        } sparseLevel;
        struct {
            unsigned int layer;
            unsigned long long offset;
            unsigned long long size;
        } miptail;
    } subresource;
    CUmemOperationType memOperationType;
    CUmemHandleType memHandleType;
    union {
        CUmemGenericAllocationHandle memHandle;
    } memHandle;
    unsigned long long offset;                     /* offset in the memory */
    unsigned int deviceBitMask;
    unsigned int flags;                            /* 0 */
    unsigned int reserved[2];                      /* zero */
} CUarrayMapInfo_v1;
typedef CUarrayMapInfo_v1 CUarrayMapInfo;

#ifdef __cplusplus
extern "C" {
#endif

/** Maps parts of sparse arrays, which no device here has. cuGetProcAddress does not find it, so
 *  programs that ask see that there are none.
 *  Parameter list: the parts.
 *  Threads: any.
 *  Returns: an error below.
 *  Errors: CUDA_ERROR_INVALID_VALUE if list is NULL or count is 0; else CUDA_ERROR_NOT_SUPPORTED.
 *  Mirrors: cuMemMapArrayAsync of CUDA 13.0. */
CUresult cuMemMapArrayAsync(CUarrayMapInfo *list, unsigned int count, CUstream stream);

#ifdef __cplusplus
}
#endif

#endif
