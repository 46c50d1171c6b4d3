/** Virtual memory management of the driver interface; a part of cuda.h. A program reserves
 *  addresses, creates memory without an address, and maps it there.
 *  Threads: any.
 *  Errors: those of a context call.
 *  Since: 0.2.0. */
#ifndef GPUINTEROP_CUDAINTEROP_DRIVER_VIRTUAL_MEMORY_H
#define GPUINTEROP_CUDAINTEROP_DRIVER_VIRTUAL_MEMORY_H

#include "pool_types.h"

/** A handle of memory without an address. */
typedef unsigned long long CUmemGenericAllocationHandle_v1;
typedef CUmemGenericAllocationHandle_v1 CUmemGenericAllocationHandle;

/** Memory of other machines, which no function here makes. */
typedef struct CUmemFabricHandle_st {
    unsigned char data[64];
} CUmemFabricHandle_v1;
typedef CUmemFabricHandle_v1 CUmemFabricHandle;

/** The granularity of sizes and addresses. */
typedef enum CUmemAllocationGranularity_flags_enum {
    CU_MEM_ALLOC_GRANULARITY_MINIMUM = 0,
    CU_MEM_ALLOC_GRANULARITY_RECOMMENDED = 1
} CUmemAllocationGranularity_flags;

/** Types of handles of mapped addresses. */
typedef enum CUmemRangeHandleType_enum {
    CU_MEM_RANGE_HANDLE_TYPE_DMA_BUF_FD = 1,
    CU_MEM_RANGE_HANDLE_TYPE_MAX = 0x7FFFFFFF
} CUmemRangeHandleType;

/** The properties of memory without an address. */
typedef struct CUmemAllocationProp_st {
    CUmemAllocationType type;
    CUmemAllocationHandleType requestedHandleTypes;
    CUmemLocation location;
    void *win32HandleMetaData;                     /* not on Linux */
    struct {
        unsigned char compressionType;             /* a wish */
        unsigned char gpuDirectRDMACapable;
        unsigned short usage;
        unsigned char reserved[4];
    } allocFlags;
} CUmemAllocationProp_v1;
typedef CUmemAllocationProp_v1 CUmemAllocationProp;

#ifdef __cplusplus
extern "C" {
#endif

/* Addresses. */

/** Reserves addresses for memory of the current context's device. Nothing is mapped there.
 *  Parameter wanted: the preferred address; 0: any.
 *  Units: size and alignment are in bytes. The size is a multiple of the granularity. The alignment
 *      is 0 or a power of two.
 *  Owner: the caller, until cuMemAddressFree. No context owns the reservation.
 *  Errors: CUDA_ERROR_INVALID_VALUE if address is NULL, size or alignment does not fit, or flags is
 *      not 0; CUDA_ERROR_NOT_SUPPORTED if the device has no virtual memory management;
 *      CUDA_ERROR_OUT_OF_MEMORY.
 *  Mirrors: cuMemAddressReserve of CUDA 13.0. */
CUresult cuMemAddressReserve(CUdeviceptr *address, size_t size, size_t alignment,
                             CUdeviceptr wanted, unsigned long long flags);

/** Frees a reservation in which nothing is mapped.
 *  Units: size is in bytes: that of the whole reservation.
 *  Errors: CUDA_ERROR_INVALID_VALUE if it is not exactly a reservation, or memory is mapped in it.
 *  Mirrors: cuMemAddressFree of CUDA 13.0. */
CUresult cuMemAddressFree(CUdeviceptr address, size_t size);

/* Memory without an address. No context owns it. */

/** Gets the granularity of sizes, offsets and addresses.
 *  Parameter granularity: gets it; at least 2 MiB.
 *  Parameter option: the minimum, or what is recommended.
 *  Units: granularity is in bytes.
 *  Errors: CUDA_ERROR_INVALID_VALUE if a pointer is NULL, a property is out of range, or option is
 *      not one of the enum's; CUDA_ERROR_INVALID_DEVICE; CUDA_ERROR_NOT_SUPPORTED for kinds of
 *      memory or handles that the device lacks.
 *  Mirrors: cuMemGetAllocationGranularity of CUDA 13.0. */
CUresult cuMemGetAllocationGranularity(size_t *granularity, const CUmemAllocationProp *prop,
                                       CUmemAllocationGranularity_flags option);

/** Creates memory without an address. Its bytes are 0.
 *  Units: size is in bytes, a multiple of the granularity.
 *  Owner: the caller, until cuMemRelease. Mappings and exported descriptors keep the memory for
 *      longer.
 *  Errors: CUDA_ERROR_INVALID_VALUE if a pointer is NULL, a property is out of range, the size does
 *      not fit, or flags is not 0; CUDA_ERROR_INVALID_DEVICE; CUDA_ERROR_NOT_SUPPORTED for kinds of
 *      memory or handles that the device lacks; CUDA_ERROR_OUT_OF_MEMORY.
 *  Mirrors: cuMemCreate of CUDA 13.0. */
CUresult cuMemCreate(CUmemGenericAllocationHandle *handle, size_t size,
                     const CUmemAllocationProp *prop, unsigned long long flags);

/** Gives a handle back, once for each create, import and retain that gave it out. The memory lives
 *  while it is mapped or shared.
 *  Errors: CUDA_ERROR_INVALID_VALUE if the handle is of no memory, or was given back as often
 *      before.
 *  Mirrors: cuMemRelease of CUDA 13.0. */
CUresult cuMemRelease(CUmemGenericAllocationHandle handle);

/** Gets the handle of the memory that is mapped at an address, also after its last release.
 *  Owner: the caller, until cuMemRelease.
 *  Errors: CUDA_ERROR_INVALID_VALUE if handle is NULL, or nothing is mapped there.
 *  Mirrors: cuMemRetainAllocationHandle of CUDA 13.0. */
CUresult cuMemRetainAllocationHandle(CUmemGenericAllocationHandle *handle, void *address);

/** Gets the properties that memory was created with.
 *  Errors: CUDA_ERROR_INVALID_VALUE if prop is NULL, or the handle is of no memory.
 *  Mirrors: cuMemGetAllocationPropertiesFromHandle of CUDA 13.0. */
CUresult cuMemGetAllocationPropertiesFromHandle(CUmemAllocationProp *prop,
                                                CUmemGenericAllocationHandle handle);

/** Exports memory for other processes and programs.
 *  Parameter shareable: gets the file descriptor, an int.
 *  Parameter type: CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR.
 *  Owner: the descriptor is the caller's, who closes it.
 *  Errors: CUDA_ERROR_INVALID_VALUE if shareable is NULL, the memory was not created with this
 *      type, the handle is of no memory, or flags is not 0; CUDA_ERROR_NOT_SUPPORTED for another
 *      type; CUDA_ERROR_OPERATING_SYSTEM if the system gives no file descriptor.
 *  Mirrors: cuMemExportToShareableHandle of CUDA 13.0. */
CUresult cuMemExportToShareableHandle(void *shareable, CUmemGenericAllocationHandle handle,
                                      CUmemAllocationHandleType type, unsigned long long flags);

/** Imports memory on the current context's device. Its size is found.
 *  Parameter shareable: the file descriptor itself, cast to a pointer.
 *  Parameter type: CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR.
 *  Owner: the caller has the handle until cuMemRelease, and keeps the descriptor.
 *  Errors: CUDA_ERROR_INVALID_VALUE if handle is NULL, or the descriptor is not of memory;
 *      CUDA_ERROR_NOT_SUPPORTED for another type, and on devices without virtual memory management;
 *      CUDA_ERROR_OUT_OF_MEMORY.
 *  Mirrors: cuMemImportFromShareableHandle of CUDA 13.0. */
CUresult cuMemImportFromShareableHandle(CUmemGenericAllocationHandle *handle, void *shareable,
                                        CUmemAllocationHandleType type);

/* Mappings of memory at reserved addresses. */

/** Maps memory at reserved addresses. No device may access it before cuMemSetAccess.
 *  Parameter offset: where the mapped part begins in the memory.
 *  Units: size and offset are in bytes, multiples of the granularity.
 *  Owner: the mapping keeps the memory, until cuMemUnmap.
 *  Errors: CUDA_ERROR_INVALID_VALUE if the addresses are not reserved or are in use, the part
 *      leaves the memory, the handle is of no memory, or flags is not 0; CUDA_ERROR_NOT_SUPPORTED
 *      for memory of a device that cannot use these addresses.
 *  Mirrors: cuMemMap of CUDA 13.0. */
CUresult cuMemMap(CUdeviceptr address, size_t size, size_t offset,
                  CUmemGenericAllocationHandle handle, unsigned long long flags);

/** Unmaps one or more whole mappings. The call waits for work that may use them.
 *  Units: size is in bytes.
 *  Threads: any; other threads may use the device while the call waits.
 *  Errors: CUDA_ERROR_INVALID_VALUE if the addresses hold a hole or a part of a mapping.
 *  Mirrors: cuMemUnmap of CUDA 13.0. */
CUresult cuMemUnmap(CUdeviceptr address, size_t size);

/** Sets the access of devices to mapped addresses. They may be a part of a mapping, or several.
 *  Taking access away waits until no work can use it.
 *  Parameter accesses: the devices, and the access of each.
 *  Parameter count: the number of devices.
 *  Units: size is in bytes, a multiple of the granularity.
 *  Threads: any; other threads may use the device while the call waits.
 *  Errors: CUDA_ERROR_INVALID_VALUE if the addresses hold a hole, accesses is NULL, or count is 0;
 *      CUDA_ERROR_INVALID_DEVICE; CUDA_ERROR_NOT_SUPPORTED for a device that cannot use these
 *      addresses; CUDA_ERROR_OUT_OF_MEMORY: then no device has access.
 *  Mirrors: cuMemSetAccess of CUDA 13.0. */
CUresult cuMemSetAccess(CUdeviceptr address, size_t size, const CUmemAccessDesc *accesses,
                        size_t count);

/** Gets the access of a device to a mapped address.
 *  Parameter flags: gets the access, as in CUmemAccess_flags.
 *  Errors: CUDA_ERROR_INVALID_VALUE if a pointer is NULL, or nothing is mapped there;
 *      CUDA_ERROR_INVALID_DEVICE.
 *  Mirrors: cuMemGetAccess of CUDA 13.0. */
CUresult cuMemGetAccess(unsigned long long *flags, const CUmemLocation *location,
                        CUdeviceptr address);

/** Would get a dma-buf of mapped addresses. No driver here gives one.
 *  Parameter handle: is not written.
 *  Parameter type: CU_MEM_RANGE_HANDLE_TYPE_DMA_BUF_FD.
 *  Parameter flags: 0 or 1.
 *  Units: size is in bytes.
 *  Errors: CUDA_ERROR_INVALID_VALUE if handle is NULL, or type or flags is another value; else
 *      CUDA_ERROR_NOT_SUPPORTED.
 *  Mirrors: cuMemGetHandleForAddressRange of CUDA 13.0. */
CUresult cuMemGetHandleForAddressRange(void *handle, CUdeviceptr address, size_t size,
                                       CUmemRangeHandleType type, unsigned long long flags);

#ifdef __cplusplus
}
#endif

#endif
