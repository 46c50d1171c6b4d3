/** Multicast objects of the driver interface: a team of devices, each with memory of its own behind
 *  the same addresses. No device here has the switch that makes copies of what is written. This is
 *  software multicast: a copy or a fill to such an address is made once for each device of the
 *  team. Kernels cannot use the addresses, and nothing is read there.
 *
 *  An object has a handle as memory without an address has. So cuMemMap, cuMemSetAccess,
 *  cuMemUnmap, cuMemRelease, cuMemRetainAllocationHandle, cuMemExportToShareableHandle and
 *  cuMemImportFromShareableHandle take it. Each device of the team may be given access.
 *
 *  With GPUINTEROP_MULTICAST=off all of these answer CUDA_ERROR_NOT_SUPPORTED. Room is left for the
 *  functions of CUDA 13.1 that bind with a device argument.
 *
 *  Threads: any, also while other threads wait in the same object.
 *  Errors: those of a driver call.
 *  Since: 0.2.0. */
#ifndef GPUINTEROP_CUDAINTEROP_DRIVER_MULTICAST_H
#define GPUINTEROP_CUDAINTEROP_DRIVER_MULTICAST_H

#include "virtual_memory.h"

/** The granularity of sizes and offsets; both are 2 MiB here. */
typedef enum CUmulticastGranularity_flags_enum {
    CU_MULTICAST_GRANULARITY_MINIMUM = 0,
    CU_MULTICAST_GRANULARITY_RECOMMENDED = 1
} CUmulticastGranularity_flags;

/** The properties of a multicast object. */
typedef struct CUmulticastObjectProp_st {
    unsigned int numDevices;                       /* of the team */
    size_t size;                                   /* a multiple of the granularity */
    unsigned long long handleTypes;                /* how it is shared; 0: in this process alone */
    unsigned long long flags;                      /* 0 */
} CUmulticastObjectProp_v1;
typedef CUmulticastObjectProp_v1 CUmulticastObjectProp;

#ifdef __cplusplus
extern "C" {
#endif

/** Makes a multicast object without devices.
 *  Parameter object: gets the handle.
 *  Parameter prop: without a handle type, numDevices is at most the number of visible devices.
 *  Owner: the caller, until cuMemRelease. Mappings of the object live on.
 *  Returns: CUDA_SUCCESS or an error below.
 *  Errors: CUDA_ERROR_INVALID_VALUE if an argument is NULL, numDevices is 0 or too many, size is 0
 *      or no multiple of 2 MiB, or flags is not 0; CUDA_ERROR_NOT_SUPPORTED for other handle types
 *      than a file descriptor; CUDA_ERROR_OUT_OF_MEMORY.
 *  Mirrors: cuMulticastCreate of CUDA 13.0. */
CUresult cuMulticastCreate(CUmemGenericAllocationHandle *object,
                           const CUmulticastObjectProp *prop);

/** Adds a device to the team, for good. Each process adds its own devices.
 *  Returns: CUDA_SUCCESS or an error below.
 *  Errors: CUDA_ERROR_INVALID_VALUE if object is no multicast object, the process has added the
 *      device before, or the team is complete; CUDA_ERROR_INVALID_DEVICE;
 *      CUDA_ERROR_NOT_SUPPORTED for a device without virtual memory management.
 *  Mirrors: cuMulticastAddDevice of CUDA 13.0. */
CUresult cuMulticastAddDevice(CUmemGenericAllocationHandle object, CUdevice device);

/** Binds memory of a device of the team to a part of the object. Sleeps until all devices were
 *  added. The memory lives while it is bound.
 *  Parameter offset: of the part in the object.
 *  Parameter memory: a handle of memory without an address. If the object has handle types, so has
 *      the memory.
 *  Parameter memory_offset: of the first bound byte in the memory.
 *  Parameter size: in bytes; size and both offsets are multiples of 2 MiB.
 *  Parameter flags: 0.
 *  Returns: CUDA_SUCCESS or an error below.
 *  Errors: CUDA_ERROR_INVALID_VALUE for arguments that do not fit, for memory of a device that this
 *      process has not added, and where the device has something bound; CUDA_ERROR_OUT_OF_MEMORY.
 *  Mirrors: cuMulticastBindMem of CUDA 13.0. */
CUresult cuMulticastBindMem(CUmemGenericAllocationHandle object, size_t offset,
                            CUmemGenericAllocationHandle memory, size_t memory_offset,
                            size_t size, unsigned long long flags);

/** Binds memory at an address: mapped memory, also over several handles, or memory of a pool.
 *  Sleeps until all devices were added.
 *  Parameter offset: of the part in the object.
 *  Parameter address: the first bound byte.
 *  Parameter size: in bytes; size and offset are multiples of 2 MiB.
 *  Parameter flags: 0.
 *  Returns: CUDA_SUCCESS or an error below.
 *  Errors: as cuMulticastBindMem; CUDA_ERROR_INVALID_VALUE for other memory, as that of cuMemAlloc.
 *  Mirrors: cuMulticastBindAddr of CUDA 13.0. */
CUresult cuMulticastBindAddr(CUmemGenericAllocationHandle object, size_t offset,
                             CUdeviceptr address, size_t size, unsigned long long flags);

/** Takes away what one call has bound for a device. Does not wait: copies that were enqueued before
 *  still reach the memory.
 *  Parameter device: the device of the memory.
 *  Parameter offset: as in the call that has bound it.
 *  Parameter size: as in that call.
 *  Returns: CUDA_SUCCESS or an error below.
 *  Errors: CUDA_ERROR_INVALID_VALUE if no call has bound exactly that; CUDA_ERROR_INVALID_DEVICE.
 *  Mirrors: cuMulticastUnbind of CUDA 13.0. */
CUresult cuMulticastUnbind(CUmemGenericAllocationHandle object, CUdevice device, size_t offset,
                           size_t size);

/** Gets the granularity of an object with these properties. Their size may be any.
 *  Parameter granularity: gets 2 MiB.
 *  Parameter prop: the properties.
 *  Parameter option: the minimum, or the recommended one.
 *  Returns: CUDA_SUCCESS or an error below.
 *  Errors: CUDA_ERROR_INVALID_VALUE if an argument is NULL, or one that cuMulticastCreate refuses;
 *      CUDA_ERROR_NOT_SUPPORTED as there.
 *  Mirrors: cuMulticastGetGranularity of CUDA 13.0. */
CUresult cuMulticastGetGranularity(size_t *granularity, const CUmulticastObjectProp *prop,
                                   CUmulticastGranularity_flags option);

#ifdef __cplusplus
}
#endif

#endif
