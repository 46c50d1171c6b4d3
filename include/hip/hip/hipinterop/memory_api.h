/** Memory of every shape: allocations, fills, host memory; a part of hip_runtime_api.h. */
#ifndef GPUINTEROP_HIP_MEMORY_API_H
#define GPUINTEROP_HIP_MEMORY_API_H

#include "../driver_types.h"
#include "declare.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Allocates rows of memory, each aligned for the device.
 *  Units: width is in bytes, height counts rows; pitch gets the bytes from row to row.
 *  Owner: the caller, until hipFree.
 *  Errors: hipErrorInvalidValue if a pointer is NULL or the size overflows; hipErrorOutOfMemory.
 *  Mirrors: hipMallocPitch of HIP 6.4. */
GPUINTEROP_API hipError_t hipMallocPitch(
    void **pointer, size_t *pitch, size_t width, size_t height);

/** Allocates a volume of rows, each aligned for the device.
 *  Units: extent.width is in bytes, the rest counts rows and slices.
 *  Owner: the caller, until hipFree of pitched->ptr.
 *  Errors: hipErrorInvalidValue if pitched is NULL or the size overflows; hipErrorOutOfMemory.
 *  Mirrors: hipMalloc3D of HIP 6.4. */
GPUINTEROP_API hipError_t hipMalloc3D(hipPitchedPtr *pitched, hipExtent extent);

/** Allocates memory that host and device reach by one address.
 *  Parameter flags: hipMemAttachGlobal or hipMemAttachHost.
 *  Units: size is in bytes.
 *  Owner: the caller, until hipFree.
 *  Errors: hipErrorInvalidValue if pointer is NULL, size is 0 or flags is another;
 *      hipErrorNotSupported where the device has no such memory; hipErrorOutOfMemory.
 *  Mirrors: hipMallocManaged of HIP 6.4. */
GPUINTEROP_API hipError_t hipMallocManaged(
    void **pointer, size_t size, unsigned int flags GPUINTEROP_DEFAULT(hipMemAttachGlobal));

/** Makes host memory that the program allocated known to the device.
 *  Parameter flags: bits of hipHostRegisterPortable, hipHostRegisterMapped and
 *      hipHostRegisterReadOnly: the memory need not be writable, and no work writes to it.
 *  Units: size is in bytes.
 *  Owner: the memory stays the caller's and must live until hipHostUnregister.
 *  Errors: hipErrorInvalidValue if pointer is NULL, size is 0, flags has another bit, or a byte of
 *      it is the library's own; hipErrorHostMemoryAlreadyRegistered if one is registered.
 *  Mirrors: hipHostRegister of HIP 6.4. */
GPUINTEROP_API hipError_t hipHostRegister(void *pointer, size_t size, unsigned int flags);

/** Ends what hipHostRegister began.
 *  Errors: hipErrorInvalidValue if pointer is NULL, within such memory but not its start, or the
 *      library's own; hipErrorHostMemoryNotRegistered for other memory.
 *  Mirrors: hipHostUnregister of HIP 6.4. */
GPUINTEROP_API hipError_t hipHostUnregister(void *pointer);

/** Allocates host memory that the device reaches.
 *  Units: size is in bytes.
 *  Owner: the caller, until hipFreeHost.
 *  Errors: as hipHostMalloc.
 *  Mirrors: hipMemAllocHost of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemAllocHost(void **pointer, size_t size);

/** Allocates rows of memory, each aligned for the device.
 *  Units: width and element_size are in bytes; pitch gets the bytes from row to row.
 *  Owner: the caller, until hipFree.
 *  Errors: as hipMallocPitch.
 *  Mirrors: hipMemAllocPitch of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemAllocPitch(
    hipDeviceptr_t *pointer, size_t *pitch, size_t width, size_t height, unsigned int element_size);

/** Allocates device memory of a kind.
 *  Parameter flags: hipDeviceMallocDefault, hipDeviceMallocFinegrained, hipDeviceMallocUncached,
 *      hipDeviceMallocContiguous or hipMallocSignalMemory.
 *  Units: size is in bytes.
 *  Owner: the caller, until hipFree.
 *  Errors: hipErrorInvalidValue if pointer is NULL or flags is another; hipErrorOutOfMemory.
 *  Mirrors: hipExtMallocWithFlags of HIP 6.4. */
GPUINTEROP_API hipError_t hipExtMallocWithFlags(void **pointer, size_t size, unsigned int flags);

/** Tells start and size of the allocation that a pointer points into.
 *  Units: size is in bytes. Either out pointer may be NULL.
 *  Errors: hipErrorInvalidValue if the library does not know the pointer.
 *  Mirrors: hipMemGetAddressRange of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemGetAddressRange(
    hipDeviceptr_t *base, size_t *size, hipDeviceptr_t pointer);

/** Tells the size of the allocation that starts at a pointer.
 *  Units: bytes.
 *  Errors: hipErrorInvalidValue if a pointer is NULL or unknown.
 *  Mirrors: hipMemPtrGetInfo of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemPtrGetInfo(void *pointer, size_t *size);

/** Tells one thing about a pointer.
 *  Parameter data: room for a value of the attribute's type.
 *  Errors: hipErrorInvalidValue if data is NULL, or attribute or pointer is unknown.
 *  Mirrors: hipPointerGetAttribute of HIP 6.4. */
GPUINTEROP_API hipError_t hipPointerGetAttribute(
    void *data, hipPointer_attribute attribute, hipDeviceptr_t pointer);

/** Tells several things about a pointer.
 *  Parameter data: count pointers to room for the values.
 *  Errors: hipErrorInvalidValue if a pointer is NULL or an attribute is unknown.
 *  Mirrors: hipDrvPointerGetAttributes of HIP 6.4. */
GPUINTEROP_API hipError_t hipDrvPointerGetAttributes(
    unsigned int count, hipPointer_attribute *attributes, void **data, hipDeviceptr_t pointer);

/** Changes what can be changed of a pointer: HIP_POINTER_ATTRIBUTE_SYNC_MEMOPS.
 *  Errors: hipErrorInvalidValue if a pointer is NULL or unknown, or the attribute is another.
 *  Mirrors: hipPointerSetAttribute of HIP 6.4. */
GPUINTEROP_API hipError_t hipPointerSetAttribute(
    const void *value, hipPointer_attribute attribute, hipDeviceptr_t pointer);

/** Fills rows of memory with a byte.
 *  Units: pitch and width are in bytes, height counts rows.
 *  Errors: hipErrorInvalidValue if the rows leave their allocation, or one of several is wider
 *      than pitch.
 *  Mirrors: hipMemset2D of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemset2D(
    void *pointer, size_t pitch, int value, size_t width, size_t height);

/** Fills rows of memory with a byte, in the order of a stream.
 *  Units: pitch and width are in bytes, height counts rows.
 *  Errors: as hipMemset2D; hipErrorInvalidHandle.
 *  Mirrors: hipMemset2DAsync of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemset2DAsync(
    void *pointer, size_t pitch, int value, size_t width, size_t height,
    hipStream_t stream GPUINTEROP_DEFAULT(0));

/** Fills a volume of memory with a byte.
 *  Units: extent.width is in bytes, the rest counts rows and slices.
 *  Errors: hipErrorInvalidValue if the volume leaves its allocation, one of several rows is wider
 *      than the pitch, or slices have fewer rows than are asked for.
 *  Mirrors: hipMemset3D of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemset3D(hipPitchedPtr pitched, int value, hipExtent extent);

/** Fills a volume of memory with a byte, in the order of a stream.
 *  Units: extent.width is in bytes, the rest counts rows and slices.
 *  Errors: as hipMemset3D; hipErrorInvalidHandle.
 *  Mirrors: hipMemset3DAsync of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemset3DAsync(
    hipPitchedPtr pitched, int value, hipExtent extent, hipStream_t stream GPUINTEROP_DEFAULT(0));

/** Fills memory with a value of one byte.
 *  Units: count is of values.
 *  Errors: hipErrorInvalidValue if the range leaves its allocation.
 *  Mirrors: hipMemsetD8 of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemsetD8(hipDeviceptr_t pointer, unsigned char value, size_t count);

/** Fills memory with a value of one byte, in the order of a stream.
 *  Units: count is of values.
 *  Errors: as hipMemsetD8; hipErrorInvalidHandle.
 *  Mirrors: hipMemsetD8Async of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemsetD8Async(
    hipDeviceptr_t pointer, unsigned char value, size_t count,
    hipStream_t stream GPUINTEROP_DEFAULT(0));

/** Fills memory with a value of two bytes.
 *  Units: count is of values; the pointer is a multiple of 2.
 *  Errors: hipErrorInvalidValue if the range leaves its allocation or is not aligned.
 *  Mirrors: hipMemsetD16 of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemsetD16(hipDeviceptr_t pointer, unsigned short value, size_t count);

/** Fills memory with a value of two bytes, in the order of a stream.
 *  Units: count is of values; the pointer is a multiple of 2.
 *  Errors: as hipMemsetD16; hipErrorInvalidHandle.
 *  Mirrors: hipMemsetD16Async of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemsetD16Async(
    hipDeviceptr_t pointer, unsigned short value, size_t count,
    hipStream_t stream GPUINTEROP_DEFAULT(0));

/** Fills memory with a value of four bytes.
 *  Units: count is of values; the pointer is a multiple of 4.
 *  Errors: hipErrorInvalidValue if the range leaves its allocation or is not aligned.
 *  Mirrors: hipMemsetD32 of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemsetD32(hipDeviceptr_t pointer, int value, size_t count);

/** Fills memory with a value of four bytes, in the order of a stream.
 *  Units: count is of values; the pointer is a multiple of 4.
 *  Errors: as hipMemsetD32; hipErrorInvalidHandle.
 *  Mirrors: hipMemsetD32Async of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemsetD32Async(
    hipDeviceptr_t pointer, int value, size_t count, hipStream_t stream GPUINTEROP_DEFAULT(0));

#ifdef __cplusplus
}
#endif

#endif
