/** Pitched and managed allocations, fills and registered host memory; a part of
 *  hip_runtime_api.h.
 *  Threads: any.
 *  Errors: those of a device call.
 *  Since: 0.2.0. */
#ifndef GPUINTEROP_HIP_MEMORY_API_H
#define GPUINTEROP_HIP_MEMORY_API_H

#include "../../driver_types.h"
#include "declare.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Allocates rows of memory with a pitch that is aligned for the device.
 *  Units: width is in bytes, height in rows; pitch gets the bytes between the starts of rows.
 *  Owner: the caller, until hipFree.
 *  Errors: hipErrorInvalidValue if a pointer is NULL, or width has no pitch;
 *      hipErrorOutOfMemory, also if the size overflows.
 *  Mirrors: hipMallocPitch of HIP 6.4. */
GPUINTEROP_API hipError_t hipMallocPitch(
    void **pointer, size_t *pitch, size_t width, size_t height);

/** Allocates a volume of rows with a pitch that is aligned for the device.
 *  Units: extent.width is in bytes, height in rows, depth in slices.
 *  Owner: the caller, until hipFree of pitched->ptr.
 *  Errors: hipErrorInvalidValue if pitched is NULL, or the width has no pitch;
 *      hipErrorOutOfMemory, also if the size overflows.
 *  Mirrors: hipMalloc3D of HIP 6.4. */
GPUINTEROP_API hipError_t hipMalloc3D(hipPitchedPtr *pitched, hipExtent extent);

/** Allocates managed memory, which host and device access at the same address.
 *  Parameter flags: hipMemAttachGlobal or hipMemAttachHost.
 *  Units: size is in bytes.
 *  Owner: the caller, until hipFree.
 *  Errors: hipErrorInvalidValue if pointer is NULL, size is 0, or flags is another value;
 *      hipErrorNotSupported if the device has no managed memory; hipErrorOutOfMemory.
 *  Mirrors: hipMallocManaged of HIP 6.4. */
GPUINTEROP_API hipError_t hipMallocManaged(
    void **pointer, size_t size, unsigned int flags GPUINTEROP_DEFAULT(hipMemAttachGlobal));

/** Registers host memory that the program allocated, so that the device can access it.
 *  Parameter flags: bits of hipHostRegisterPortable, hipHostRegisterMapped and
 *      hipHostRegisterReadOnly. With the last one the memory need not be writable, and no work
 *      may write to it.
 *  Units: size is in bytes.
 *  Owner: the memory stays the caller's and must live until hipHostUnregister.
 *  Errors: hipErrorInvalidValue if pointer is NULL, size is 0, flags has another bit, or the
 *      range contains memory of the library; hipErrorHostMemoryAlreadyRegistered if part of the
 *      range is registered; hipErrorNotSupported if the device cannot register the memory;
 *      hipErrorOutOfMemory.
 *  Mirrors: hipHostRegister of HIP 6.4. */
GPUINTEROP_API hipError_t hipHostRegister(void *pointer, size_t size, unsigned int flags);

/** Unregisters memory that hipHostRegister registered.
 *  The call waits for all work that was enqueued before, in any stream of any device.
 *  Threads: any; other threads may use the devices while the call waits.
 *  Errors: hipErrorInvalidValue if pointer is NULL, is inside a registered range but not at its
 *      start, or is memory of the library; hipErrorHostMemoryNotRegistered for other memory.
 *  Mirrors: hipHostUnregister of HIP 6.4. */
GPUINTEROP_API hipError_t hipHostUnregister(void *pointer);

/** Allocates pinned host memory without flags.
 *  Units: size is in bytes; 0 gives a NULL pointer and success.
 *  Owner: the caller, until hipFreeHost.
 *  Errors: as hipMallocHost.
 *  Mirrors: hipMemAllocHost of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemAllocHost(void **pointer, size_t size);

/** Allocates rows of memory with a pitch that is aligned for the device.
 *  Units: width and element_size are in bytes, height in rows; pitch gets the bytes between the
 *      starts of rows.
 *  Owner: the caller, until hipFree.
 *  Errors: hipErrorInvalidValue if a pointer is NULL, width or height is 0, or element_size is
 *      not 4, 8 or 16; hipErrorOutOfMemory, also if the size overflows.
 *  Mirrors: hipMemAllocPitch of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemAllocPitch(
    hipDeviceptr_t *pointer, size_t *pitch, size_t width, size_t height, unsigned int element_size);

/** Allocates device memory with flags.
 *  Parameter flags: hipDeviceMallocDefault, hipDeviceMallocFinegrained, hipDeviceMallocUncached,
 *      hipDeviceMallocContiguous or hipMallocSignalMemory.
 *  Units: size is in bytes; it is 8 with hipMallocSignalMemory.
 *  Owner: the caller, until hipFree.
 *  Errors: hipErrorInvalidValue if pointer is NULL, flags is another value, or size does not fit
 *      flags; hipErrorOutOfMemory.
 *  Mirrors: hipExtMallocWithFlags of HIP 6.4. */
GPUINTEROP_API hipError_t hipExtMallocWithFlags(void **pointer, size_t size, unsigned int flags);

/** Gets the start and the size of the allocation that contains a pointer.
 *  Units: size is in bytes. Each out pointer may be NULL.
 *  Errors: hipErrorNotFound if the library does not know the pointer.
 *  Mirrors: hipMemGetAddressRange of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemGetAddressRange(
    hipDeviceptr_t *base, size_t *size, hipDeviceptr_t pointer);

/** Gets the size of the allocation that starts at a pointer.
 *  Units: bytes.
 *  Errors: hipErrorInvalidValue if a pointer is NULL or unknown.
 *  Mirrors: hipMemPtrGetInfo of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemPtrGetInfo(void *pointer, size_t *size);

/** Gets one attribute of a pointer.
 *  Parameter data: gets the value, of the attribute's type.
 *  Errors: hipErrorInvalidValue if data is NULL, or attribute or pointer is unknown;
 *      hipErrorNotSupported for the attributes about contexts and tokens.
 *  Mirrors: hipPointerGetAttribute of HIP 6.4. */
GPUINTEROP_API hipError_t hipPointerGetAttribute(
    void *data, hipPointer_attribute attribute, hipDeviceptr_t pointer);

/** Gets several attributes of a pointer.
 *  Parameter data: count pointers to room for the values.
 *  Errors: hipErrorInvalidValue if a pointer is NULL, count is 0, or an attribute is unknown;
 *      hipErrorNotSupported for the attributes about contexts and tokens.
 *  Mirrors: hipDrvPointerGetAttributes of HIP 6.4. */
GPUINTEROP_API hipError_t hipDrvPointerGetAttributes(
    unsigned int count, hipPointer_attribute *attributes, void **data, hipDeviceptr_t pointer);

/** Sets the one attribute of a pointer that can be set, HIP_POINTER_ATTRIBUTE_SYNC_MEMOPS, for the
 *  whole allocation. If it is not 0, synchronous copies from and to the allocation, and
 *  synchronous fills of it, are done when their call returns.
 *  Parameter value: a bool; one byte is read.
 *  Errors: hipErrorInvalidValue if a pointer is NULL or unknown, or attribute is another one;
 *      hipErrorNotSupported for memory that is mapped from handles of pages.
 *  Mirrors: hipPointerSetAttribute of HIP 6.4. */
GPUINTEROP_API hipError_t hipPointerSetAttribute(
    const void *value, hipPointer_attribute attribute, hipDeviceptr_t pointer);

/* Fills.
 *  Threads: any; threads may share a stream, and its work runs in the order of their calls.
 *  Errors: those of a stream call. */

/** Fills rows of memory with a byte.
 *  Units: pitch and width are in bytes, height is in rows.
 *  Errors: hipErrorInvalidValue if the rows leave their allocation, or a row is wider than
 *      pitch.
 *  Mirrors: hipMemset2D of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemset2D(
    void *pointer, size_t pitch, int value, size_t width, size_t height);

/** Enqueues a fill of rows of memory with a byte.
 *  Units: as hipMemset2D.
 *  Errors: as hipMemset2D; hipErrorContextIsDestroyed if stream is stale or of another kind.
 *  Mirrors: hipMemset2DAsync of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemset2DAsync(
    void *pointer, size_t pitch, int value, size_t width, size_t height,
    hipStream_t stream GPUINTEROP_DEFAULT(0));

/** Fills a volume of memory with a byte.
 *  Units: extent.width is in bytes, height in rows, depth in slices.
 *  Errors: hipErrorInvalidValue if the volume leaves its allocation, a row is wider than the
 *      pitch, or a slice is higher than its rows.
 *  Mirrors: hipMemset3D of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemset3D(hipPitchedPtr pitched, int value, hipExtent extent);

/** Enqueues a fill of a volume of memory with a byte.
 *  Units: as hipMemset3D.
 *  Errors: as hipMemset3D; hipErrorContextIsDestroyed if stream is stale or of another kind.
 *  Mirrors: hipMemset3DAsync of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemset3DAsync(
    hipPitchedPtr pitched, int value, hipExtent extent, hipStream_t stream GPUINTEROP_DEFAULT(0));

/** Fills memory with a value of one byte.
 *  Units: count is in values.
 *  Errors: hipErrorInvalidValue if the range leaves its allocation.
 *  Mirrors: hipMemsetD8 of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemsetD8(hipDeviceptr_t pointer, unsigned char value, size_t count);

/** Enqueues a fill of memory with a value of one byte.
 *  Units: count is in values.
 *  Errors: as hipMemsetD8; hipErrorContextIsDestroyed if stream is stale or of another kind.
 *  Mirrors: hipMemsetD8Async of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemsetD8Async(
    hipDeviceptr_t pointer, unsigned char value, size_t count,
    hipStream_t stream GPUINTEROP_DEFAULT(0));

/** Fills memory with a value of two bytes.
 *  Units: count is in values; the pointer is a multiple of 2.
 *  Errors: hipErrorInvalidValue if the range leaves its allocation, or is not aligned.
 *  Mirrors: hipMemsetD16 of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemsetD16(hipDeviceptr_t pointer, unsigned short value, size_t count);

/** Enqueues a fill of memory with a value of two bytes.
 *  Units: count is in values; the pointer is a multiple of 2.
 *  Errors: as hipMemsetD16; hipErrorContextIsDestroyed if stream is stale or of another kind.
 *  Mirrors: hipMemsetD16Async of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemsetD16Async(
    hipDeviceptr_t pointer, unsigned short value, size_t count,
    hipStream_t stream GPUINTEROP_DEFAULT(0));

/** Fills memory with a value of four bytes.
 *  Units: count is in values; the pointer is a multiple of 4.
 *  Errors: hipErrorInvalidValue if the range leaves its allocation, or is not aligned.
 *  Mirrors: hipMemsetD32 of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemsetD32(hipDeviceptr_t pointer, int value, size_t count);

/** Enqueues a fill of memory with a value of four bytes.
 *  Units: count is in values; the pointer is a multiple of 4.
 *  Errors: as hipMemsetD32; hipErrorContextIsDestroyed if stream is stale or of another kind.
 *  Mirrors: hipMemsetD32Async of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemsetD32Async(
    hipDeviceptr_t pointer, int value, size_t count, hipStream_t stream GPUINTEROP_DEFAULT(0));

#ifdef __cplusplus
}
#endif

#endif
