/** Memory of the driver interface; a part of cuda.h.
 *  Threads: any.
 *  Errors: those of a context call.
 *  Since: 0.2.0. */
#ifndef GPUINTEROP_CUDAINTEROP_DRIVER_MEMORY_API_H
#define GPUINTEROP_CUDAINTEROP_DRIVER_MEMORY_API_H

#include "names.h"
#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Device memory. */

/** Allocates memory of the current context's device.
 *  The address is aligned to 256 bytes. The content is undefined.
 *  Units: size is in bytes.
 *  Owner: the caller, until cuMemFree, or until the context ends.
 *  Errors: CUDA_ERROR_INVALID_VALUE if pointer is NULL, or size is 0; CUDA_ERROR_OUT_OF_MEMORY.
 *  Mirrors: cuMemAlloc of CUDA 13.0. */
CUresult cuMemAlloc(CUdeviceptr *pointer, size_t size);

/** Allocates rows of memory with a pitch that is aligned for the device.
 *  Units: width and element_size are in bytes, height in rows; pitch gets the bytes between the
 *      starts of rows.
 *  Owner: the caller, until cuMemFree, or until the context ends.
 *  Errors: CUDA_ERROR_INVALID_VALUE if a pointer is NULL, width or height is 0, the width has no
 *      pitch, or element_size is not 4, 8 or 16; CUDA_ERROR_OUT_OF_MEMORY, also if the size
 *      overflows.
 *  Mirrors: cuMemAllocPitch of CUDA 13.0. */
CUresult cuMemAllocPitch(CUdeviceptr *pointer, size_t *pitch, size_t width, size_t height,
                         unsigned int element_size);

/** Frees device memory, managed memory or a buffer that cuExternalMemoryGetMappedBuffer mapped.
 *  The call waits for all work that was enqueued before on the memory's device, in any stream. For
 *  managed memory it waits for all devices. It does not wait for memory that cuMemAllocAsync
 *  allocated. A NULL pointer does nothing.
 *  Threads: any; other threads may use the device while the call waits.
 *  Errors: CUDA_ERROR_INVALID_VALUE if pointer is not the start of an allocation, or was freed
 *      before.
 *  Mirrors: cuMemFree of CUDA 13.0. */
CUresult cuMemFree(CUdeviceptr pointer);

/** Gets the free and the total memory of the current context's device.
 *  Units: bytes.
 *  Errors: CUDA_ERROR_INVALID_VALUE if a pointer is NULL.
 *  Mirrors: cuMemGetInfo of CUDA 13.0. */
CUresult cuMemGetInfo(size_t *free_bytes, size_t *total_bytes);

/** Gets the start and the size of the allocation that contains a pointer.
 *  Parameter base: gets the start; may be NULL.
 *  Parameter size: gets the size; may be NULL.
 *  Units: size is in bytes.
 *  Errors: CUDA_ERROR_NOT_FOUND if pointer is not memory of this library.
 *  Mirrors: cuMemGetAddressRange of CUDA 13.0. */
CUresult cuMemGetAddressRange(CUdeviceptr *base, size_t *size, CUdeviceptr pointer);

/* Host memory that devices can access. */

/** Allocates pinned host memory, which every device can access.
 *  Parameter flags: 0, or bits of CU_MEMHOSTALLOC_PORTABLE, CU_MEMHOSTALLOC_DEVICEMAP and
 *      CU_MEMHOSTALLOC_WRITECOMBINED. They are stored and have no effect.
 *  Units: size is in bytes.
 *  Owner: the caller, until cuMemFreeHost, or until the context ends.
 *  Errors: CUDA_ERROR_INVALID_VALUE if pointer is NULL, or flags has an unknown bit;
 *      CUDA_ERROR_OUT_OF_MEMORY.
 *  Mirrors: cuMemHostAlloc of CUDA 13.0. */
CUresult cuMemHostAlloc(void **pointer, size_t size, unsigned int flags);

/** Allocates pinned host memory without flags.
 *  Units: size is in bytes.
 *  Owner: the caller, until cuMemFreeHost, or until the context ends.
 *  Errors: CUDA_ERROR_INVALID_VALUE if pointer is NULL, or size is 0; CUDA_ERROR_OUT_OF_MEMORY.
 *  Mirrors: cuMemAllocHost of CUDA 13.0. */
CUresult cuMemAllocHost(void **pointer, size_t size);

/** Frees host memory that this library allocated.
 *  The call waits for all work that was enqueued before, in any stream of any device. A NULL
 *  pointer does nothing.
 *  Threads: any; other threads may use the devices while the call waits.
 *  Errors: CUDA_ERROR_INVALID_VALUE if pointer is not the start of such an allocation, or was freed
 *      before.
 *  Mirrors: cuMemFreeHost of CUDA 13.0. */
CUresult cuMemFreeHost(void *pointer);

/** Gets the device's address of host memory that this library allocated or registered.
 *  Parameter pointer: gets the address for the device.
 *  Parameter flags: 0.
 *  Errors: CUDA_ERROR_INVALID_VALUE if pointer is NULL, host_pointer is not such memory, or flags
 *      is not 0.
 *  Mirrors: cuMemHostGetDevicePointer of CUDA 13.0. */
CUresult cuMemHostGetDevicePointer(CUdeviceptr *pointer, void *host_pointer, unsigned int flags);

/** Gets the flags that host memory was allocated or registered with.
 *  Errors: CUDA_ERROR_INVALID_VALUE if flags is NULL, or host_pointer is not memory of this kind.
 *  Mirrors: cuMemHostGetFlags of CUDA 13.0. */
CUresult cuMemHostGetFlags(unsigned int *flags, void *host_pointer);

/** Registers host memory that the program allocated, so that the device can access it.
 *  Parameter flags: 0, or bits of CU_MEMHOSTREGISTER_PORTABLE, CU_MEMHOSTREGISTER_DEVICEMAP and
 *      CU_MEMHOSTREGISTER_READ_ONLY. With the last one the memory need not be writable, and no work
 *      may write to it.
 *  Units: size is in bytes.
 *  Owner: the memory stays the caller's and must live until cuMemHostUnregister.
 *  Errors: CUDA_ERROR_INVALID_VALUE if pointer is NULL, size is 0, flags has another bit, or the
 *      range contains memory of the library; CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED if part of
 *      the range is registered; CUDA_ERROR_NOT_SUPPORTED if the device cannot register the memory;
 *      CUDA_ERROR_OUT_OF_MEMORY.
 *  Mirrors: cuMemHostRegister of CUDA 13.0. */
CUresult cuMemHostRegister(void *pointer, size_t size, unsigned int flags);

/** Unregisters memory that cuMemHostRegister registered.
 *  The call waits for all work that was enqueued before, in any stream of any device.
 *  Threads: any; other threads may use the devices while the call waits.
 *  Errors: CUDA_ERROR_INVALID_VALUE if pointer is NULL, is inside a registered range but not at its
 *      start, or is memory of the library; CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED for other memory.
 *  Mirrors: cuMemHostUnregister of CUDA 13.0. */
CUresult cuMemHostUnregister(void *pointer);

/* Managed memory. */

/** Allocates managed memory, which host and device access at the same address.
 *  Parameter flags: CU_MEM_ATTACH_GLOBAL or CU_MEM_ATTACH_HOST.
 *  Units: size is in bytes.
 *  Owner: the caller, until cuMemFree, or until the context ends.
 *  Errors: CUDA_ERROR_INVALID_VALUE if pointer is NULL, size is 0, or flags is another value;
 *      CUDA_ERROR_NOT_SUPPORTED if the device has no managed memory; CUDA_ERROR_OUT_OF_MEMORY.
 *  Mirrors: cuMemAllocManaged of CUDA 13.0. */
CUresult cuMemAllocManaged(CUdeviceptr *pointer, size_t size, unsigned int flags);

#ifdef __cplusplus
}
#endif

#endif
