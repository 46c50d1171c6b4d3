/** Virtual memory management. */
#ifndef GPUINTEROP_HIP_VIRTUAL_MEMORY_TYPES_H
#define GPUINTEROP_HIP_VIRTUAL_MEMORY_TYPES_H

#include <stddef.h>

#include "formats.h"
#include "handles.h"
#include "memory_types.h"
#include "pool_types.h"
#include "resource_types.h"

/** An opaque handle of physical memory. */
typedef struct ihipMemGenericAllocationHandle *hipMemGenericAllocationHandle_t;

/** The granularity of sizes and addresses. */
enum hipMemAllocationGranularity_flags {
    hipMemAllocationGranularityMinimum = 0,
    hipMemAllocationGranularityRecommended = 1
};
typedef enum hipMemAllocationGranularity_flags hipMemAllocationGranularity_flags;

/** The type of a memory handle. */
enum hipMemHandleType {
    hipMemHandleTypeGeneric = 0
};
typedef enum hipMemHandleType hipMemHandleType;

/** Whether a part of a sparse array is mapped or unmapped. */
enum hipMemOperationType {
    hipMemOperationTypeMap = 1,
    hipMemOperationTypeUnmap = 2
};
typedef enum hipMemOperationType hipMemOperationType;

/** The kind of a part of a sparse array. */
enum hipArraySparseSubresourceType {
    hipArraySparseSubresourceTypeSparseLevel = 0,
    hipArraySparseSubresourceTypeMiptail = 1       /* the mip tail */
};
typedef enum hipArraySparseSubresourceType hipArraySparseSubresourceType;

/** The properties of physical memory.
 *  Mirrors: hipMemAllocationProp of HIP 6.4. */
struct hipMemAllocationProp {
    hipMemAllocationType type;
    hipMemAllocationHandleType requestedHandleType;
    hipMemLocation location;
    void *win32HandleMetaData;                     /* not on Linux */
    struct {
        unsigned char compressionType;
        unsigned char gpuDirectRDMACapable;
        unsigned short usage;
    } allocFlags;
};
typedef struct hipMemAllocationProp hipMemAllocationProp;

/** A mapping of a part of a sparse array. Offsets and extents are in texels; those of the mip
 *  tail and of memory are in bytes.
 *  Mirrors: hipArrayMapInfo of HIP 6.4. */
struct hipArrayMapInfo {
    hipResourceType resourceType;
    union {
        hipMipmappedArray mipmap;
        hipArray_t array;
    } resource;
    hipArraySparseSubresourceType subresourceType;
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
    hipMemOperationType memOperationType;
    hipMemHandleType memHandleType;
    union {
        hipMemGenericAllocationHandle_t memHandle;
    } memHandle;
    unsigned long long offset;                     /* offset in the memory */
    unsigned int deviceBitMask;
    unsigned int flags;                            /* 0 */
    unsigned int reserved[2];                      /* zero */
};
typedef struct hipArrayMapInfo hipArrayMapInfo;

#endif
