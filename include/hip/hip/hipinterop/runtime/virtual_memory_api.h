/** Virtual memory management; a part of hip_runtime_api.h. A program reserves addresses, creates
 *  memory without an address, and maps it there.
 *  Threads: any.
 *  Errors: those of a device call.
 *  Since: 0.2.0. */
#ifndef GPUINTEROP_HIP_VIRTUAL_MEMORY_API_H
#define GPUINTEROP_HIP_VIRTUAL_MEMORY_API_H

#include "../../driver_types.h"
#include "declare.h"
#include "virtual_memory_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Reserves addresses for memory of the current device. Nothing is mapped there.
 *  Parameter wanted: the preferred address; NULL: any.
 *  Units: size and alignment are in bytes. The size is a multiple of the granularity. The alignment
 *      is 0 or a power of two.
 *  Owner: the caller, until hipMemAddressFree.
 *  Errors: hipErrorInvalidValue for a size or alignment that does not fit, or flags that are not
 *      0; hipErrorNotSupported if the device has no virtual memory management;
 *      hipErrorOutOfMemory.
 *  Mirrors: hipMemAddressReserve of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemAddressReserve(
    void **address, size_t size, size_t alignment, void *wanted, unsigned long long flags);

/** Frees a reservation in which nothing is mapped.
 *  Units: size is in bytes: that of the whole reservation.
 *  Errors: hipErrorInvalidValue if it is not exactly a reservation, or memory is mapped in it.
 *  Mirrors: hipMemAddressFree of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemAddressFree(void *address, size_t size);

/** Creates memory without an address. Its bytes are 0.
 *  Units: size is in bytes, a multiple of the granularity.
 *  Owner: the caller, until hipMemRelease. Mappings keep the memory for longer.
 *  Errors: hipErrorInvalidValue if a pointer is NULL, a property is out of range, the size does not
 *      fit, or flags is not 0; hipErrorInvalidDevice; hipErrorNotSupported for kinds of memory or
 *      handles that the device lacks; hipErrorOutOfMemory.
 *  Mirrors: hipMemCreate of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemCreate(
    hipMemGenericAllocationHandle_t *handle, size_t size, const hipMemAllocationProp *prop,
    unsigned long long flags);

/** Gives a handle back, once for each call that gave it out. The memory lives while it is mapped or
 *  shared.
 *  Errors: hipErrorInvalidValue if the handle is of no memory, or was given back as often before.
 *  Mirrors: hipMemRelease of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemRelease(hipMemGenericAllocationHandle_t handle);

/** Maps memory at reserved addresses. No device may access it before hipMemSetAccess.
 *  Parameter offset: where the mapped part begins in the memory.
 *  Units: size and offset are in bytes, multiples of the granularity.
 *  Errors: hipErrorInvalidValue if the addresses are not reserved or are in use, the part leaves
 *      the memory, the handle is of no memory, or flags is not 0; hipErrorNotSupported for memory
 *      of a device that cannot use these addresses.
 *  Mirrors: hipMemMap of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemMap(
    void *address, size_t size, size_t offset, hipMemGenericAllocationHandle_t handle,
    unsigned long long flags);

/** Unmaps one or more whole mappings, once no work can use them.
 *  Units: size is in bytes.
 *  Errors: hipErrorInvalidValue if the addresses hold a hole or a part of a mapping.
 *  Mirrors: hipMemUnmap of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemUnmap(void *address, size_t size);

/** Sets the access of devices to mapped addresses. They may be a part of a mapping, or several.
 *  Taking access away waits until no work can use it.
 *  Parameter accesses: the devices, and the access of each.
 *  Parameter count: the number of devices.
 *  Units: size is in bytes, a multiple of the granularity.
 *  Errors: hipErrorInvalidValue if the addresses hold a hole, accesses is NULL, or count is 0;
 *      hipErrorInvalidDevice; hipErrorNotSupported for a device that cannot use these addresses;
 *      hipErrorOutOfMemory: then no device has access.
 *  Mirrors: hipMemSetAccess of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemSetAccess(
    void *address, size_t size, const hipMemAccessDesc *accesses, size_t count);

/** Gets the access of a device to a mapped address.
 *  Parameter flags: gets the access, as in hipMemAccessFlags.
 *  Errors: hipErrorInvalidValue if a pointer is NULL, or nothing is mapped there;
 *      hipErrorInvalidDevice.
 *  Mirrors: hipMemGetAccess of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemGetAccess(
    unsigned long long *flags, const hipMemLocation *location, void *address);

/** Gets the granularity of sizes, offsets and addresses.
 *  Parameter granularity: gets it.
 *  Parameter option: the minimum, or what is recommended.
 *  Units: granularity is in bytes.
 *  Errors: hipErrorInvalidValue if a pointer is NULL, a property is out of range, or option is not
 *      one of the enum's; hipErrorInvalidDevice; hipErrorNotSupported if the device has no virtual
 *      memory management.
 *  Mirrors: hipMemGetAllocationGranularity of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemGetAllocationGranularity(
    size_t *granularity, const hipMemAllocationProp *prop,
    hipMemAllocationGranularity_flags option);

/** Gets the handle of the memory that is mapped at an address, also after its last release.
 *  Owner: the caller, until hipMemRelease.
 *  Errors: hipErrorInvalidValue if handle is NULL, or nothing is mapped there.
 *  Mirrors: hipMemRetainAllocationHandle of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemRetainAllocationHandle(
    hipMemGenericAllocationHandle_t *handle, void *address);

/** Gets the properties that memory was created with.
 *  Errors: hipErrorInvalidValue if prop is NULL, or the handle is of no memory.
 *  Mirrors: hipMemGetAllocationPropertiesFromHandle of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemGetAllocationPropertiesFromHandle(
    hipMemAllocationProp *prop, hipMemGenericAllocationHandle_t handle);

/** Exports memory for other processes and programs.
 *  Parameter shareable: gets the file descriptor, an int.
 *  Owner: the descriptor is the caller's.
 *  Errors: hipErrorInvalidValue if shareable is NULL, the memory was not created with this type,
 *      the handle is of no memory, or flags is not 0; hipErrorNotSupported for other types than a
 *      file descriptor.
 *  Mirrors: hipMemExportToShareableHandle of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemExportToShareableHandle(
    void *shareable, hipMemGenericAllocationHandle_t handle, hipMemAllocationHandleType type,
    unsigned long long flags);

/** Imports memory on the current device. Its size is found.
 *  Parameter shareable: a pointer to the file descriptor. A number below 65536, where no pointer
 *      is, is the descriptor itself.
 *  Owner: the caller has the handle until hipMemRelease, and keeps the descriptor.
 *  Errors: hipErrorInvalidValue if handle is NULL, or the descriptor is not of memory;
 *      hipErrorNotSupported for other types than a file descriptor, and on devices without virtual
 *      memory management; hipErrorOutOfMemory.
 *  Mirrors: hipMemImportFromShareableHandle of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemImportFromShareableHandle(
    hipMemGenericAllocationHandle_t *handle, void *shareable, hipMemAllocationHandleType type);

/** Maps parts of sparse arrays, which no device here has.
 *  Parameter list: the parts.
 *  Errors: hipErrorInvalidValue if list is NULL or count is 0; else hipErrorNotSupported.
 *  Mirrors: hipMemMapArrayAsync of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemMapArrayAsync(
    hipArrayMapInfo *list, unsigned int count, hipStream_t stream);

#ifdef __cplusplus
}
#endif

#endif
