/** The runtime functions of libhipinterop, with the names, types and numbers of HIP 6.4. */
#ifndef GPUINTEROP_HIP_RUNTIME_API_H
#define GPUINTEROP_HIP_RUNTIME_API_H

/* How the comments are built, for the manual pages are made from them: the first sentence of a
 * block is the brief; paragraphs follow; then lines that begin with Parameter NAME:, Units:,
 * Owner:, Threads:, Returns:, Errors:, Beyond: (what is promised over the vendor's) and Mirrors:,
 * each going on until the next such line. A block belongs to the declaration after it.
 *
 * What holds for every function: it may be called from any thread unless it says otherwise; it
 * returns hipSuccess or an error; behind every error stands a sentence in
 * gpuinterop_last_error_detail(). Any of them can also return hipErrorNoDevice,
 * hipErrorInsufficientDriver (no driver could be loaded), hipErrorNotInitialized (in
 * a forked child of a process that used the library), and the error of work that failed before.
 * A call that fails leaves its out arguments as they were.
 *
 * Where a function names hipErrorInvalidHandle, that answers a NULL handle. The handle of a
 * stream, event or array that was destroyed, or never was one, is answered by
 * hipErrorContextIsDestroyed. */

#include <stddef.h>
#include <stdint.h>

#include "driver_types.h"
#include "hip_common.h"
#include "hip_version.h"
#include "hipinterop/advise_api.h"
#include "hipinterop/array_api.h"
#include "hipinterop/array_copy_api.h"
#include "hipinterop/copy_api.h"
#include "hipinterop/declare.h"
#include "hipinterop/device_api.h"
#include "hipinterop/dim3.h"
#include "hipinterop/driver_functions.h"
#include "hipinterop/external_api.h"
#include "hipinterop/ipc_api.h"
#include "hipinterop/library_api.h"
#include "hipinterop/memory_api.h"
#include "hipinterop/pool_api.h"
#include "hipinterop/renamed.h"
#include "hipinterop/stream_api.h"
#include "hipinterop/texture_api.h"
#include "hipinterop/texture_reference_api.h"
#include "surface_types.h"
#include "texture_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Devices. */

/** Makes the library ready; any other call does so by itself.
 *  Parameter flags: 0.
 *  Errors: hipErrorInvalidValue if flags is not 0.
 *  Mirrors: hipInit of HIP 6.4. */
GPUINTEROP_API hipError_t hipInit(unsigned int flags);

/** Tells how many devices the process may use.
 *  Parameter count: gets the number; 0 together with an error where there is none.
 *  Errors: hipErrorInvalidValue if count is NULL; hipErrorNoDevice; hipErrorInsufficientDriver.
 *  Mirrors: hipGetDeviceCount of HIP 6.4. */
GPUINTEROP_API hipError_t hipGetDeviceCount(int *count);

/** Makes a device the current one of the calling thread.
 *  Errors: hipErrorInvalidDevice if there is no such ordinal.
 *  Mirrors: hipSetDevice of HIP 6.4. */
GPUINTEROP_API hipError_t hipSetDevice(int device);

/** Tells the current device of the calling thread; 0 until one was set.
 *  Errors: hipErrorInvalidValue if device is NULL.
 *  Mirrors: hipGetDevice of HIP 6.4. */
GPUINTEROP_API hipError_t hipGetDevice(int *device);

/** Turns an ordinal into a device, which is the same number.
 *  Errors: hipErrorInvalidValue if device is NULL; hipErrorInvalidDevice if there is no such
 *      ordinal.
 *  Mirrors: hipDeviceGet of HIP 6.4. */
GPUINTEROP_API hipError_t hipDeviceGet(hipDevice_t *device, int ordinal);

/** Fills in what a device is and can do.
 *  The uuid is that of VkPhysicalDeviceIDProperties.deviceUUID, so that a program finds the same
 *  device in both interfaces. What the driver does not tell is 0.
 *  Errors: hipErrorInvalidValue if properties is NULL; hipErrorInvalidDevice if there is no such
 *      ordinal.
 *  Mirrors: hipGetDeviceProperties of HIP 6.4. */
GPUINTEROP_API hipError_t hipGetDeviceProperties(hipDeviceProp_tR0600 *properties, int device);

/** Tells one property of a device as a number.
 *  Errors: hipErrorInvalidValue if value is NULL or the attribute is not one of the enum's;
 *      hipErrorInvalidDevice if there is no such ordinal.
 *  Mirrors: hipDeviceGetAttribute of HIP 6.4. */
GPUINTEROP_API hipError_t hipDeviceGetAttribute(
    int *value, hipDeviceAttribute_t attribute, int device);

/** Copies the name of a device, cut to fit and always zero-terminated.
 *  Errors: hipErrorInvalidValue if name is NULL or size_bytes is not positive;
 *      hipErrorInvalidDevice if there is no such device.
 *  Mirrors: hipDeviceGetName of HIP 6.4. */
GPUINTEROP_API hipError_t hipDeviceGetName(char *name, int size_bytes, hipDevice_t device);

/** Tells the UUID of a device, which is VkPhysicalDeviceIDProperties.deviceUUID.
 *  Errors: hipErrorInvalidValue if uuid is NULL; hipErrorInvalidDevice if there is no such
 *      device.
 *  Mirrors: hipDeviceGetUuid of HIP 6.4. */
GPUINTEROP_API hipError_t hipDeviceGetUuid(hipUUID *uuid, hipDevice_t device);

/** Writes the PCI address of a device as text, in the form 0000:01:00.0.
 *  Parameter size_bytes: room in bus_id; 13 is enough.
 *  Errors: hipErrorInvalidValue if bus_id is NULL or too small; hipErrorInvalidDevice if there is
 *      no such ordinal.
 *  Mirrors: hipDeviceGetPCIBusId of HIP 6.4. */
GPUINTEROP_API hipError_t hipDeviceGetPCIBusId(char *bus_id, int size_bytes, int device);

/** Finds the device with a PCI address, given as domain:bus:device.function, domain:bus:device or
 *  bus:device.function in hexadecimal digits.
 *  Errors: hipErrorInvalidValue if a pointer is NULL or the text is no address;
 *      hipErrorInvalidDevice if no device has it.
 *  Mirrors: hipDeviceGetByPCIBusId of HIP 6.4. */
GPUINTEROP_API hipError_t hipDeviceGetByPCIBusId(int *device, const char *bus_id);

/** Waits until all work of the current device is done.
 *  The thread sleeps; it does not burn processor time.
 *  Errors: those of the work waited for.
 *  Mirrors: hipDeviceSynchronize of HIP 6.4. */
GPUINTEROP_API hipError_t hipDeviceSynchronize(void);

/** Tells how much memory the current device has, and how much of it is free.
 *  Units: bytes. Either out pointer may be NULL.
 *  Errors: those that every function can return.
 *  Mirrors: hipMemGetInfo of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemGetInfo(size_t *free_bytes, size_t *total_bytes);

/** Tells which version of HIP this library answers for.
 *  Units: 10000000 for each major, 100000 for each minor version; HIP_VERSION.
 *  Errors: hipErrorInvalidValue if version is NULL.
 *  Mirrors: hipDriverGetVersion of HIP 6.4. */
GPUINTEROP_API hipError_t hipDriverGetVersion(int *version);

/** Tells the version of HIP whose runtime this library offers.
 *  Units: 10000000 for each major, 100000 for each minor version; HIP_VERSION.
 *  Errors: hipErrorInvalidValue if version is NULL.
 *  Mirrors: hipRuntimeGetVersion of HIP 6.4. */
GPUINTEROP_API hipError_t hipRuntimeGetVersion(int *version);

/* Errors. Each thread remembers its last error until it is asked. */

/** Returns the last error of the calling thread and forgets it.
 *  Returns: the error, or hipSuccess. The error of a lost device is not forgotten.
 *  Mirrors: hipGetLastError of HIP 6.4. */
GPUINTEROP_API hipError_t hipGetLastError(void);

/** Returns the last error of the calling thread and keeps it.
 *  Returns: the error, or hipSuccess.
 *  Mirrors: hipPeekAtLastError of HIP 6.4. */
GPUINTEROP_API hipError_t hipPeekAtLastError(void);

/** Returns the name of an error, as it stands in the enum.
 *  Owner: the library; the text is valid for ever.
 *  Returns: the name, or a text that says the number is unknown; never NULL.
 *  Mirrors: hipGetErrorName of HIP 6.4. */
GPUINTEROP_API const char *hipGetErrorName(hipError_t error);

/** Returns a sentence about an error code.
 *  What went wrong in a particular call stands in gpuinterop_last_error_detail().
 *  Owner: the library; the text is valid for ever.
 *  Returns: the sentence; never NULL.
 *  Mirrors: hipGetErrorString of HIP 6.4. */
GPUINTEROP_API const char *hipGetErrorString(hipError_t error);

/* Streams. A NULL stream is the default stream. */

/** Creates a stream on the current device, in order with the legacy default stream.
 *  Owner: the caller, until hipStreamDestroy.
 *  Errors: hipErrorInvalidValue if stream is NULL; hipErrorOutOfMemory.
 *  Mirrors: hipStreamCreate of HIP 6.4. */
GPUINTEROP_API hipError_t hipStreamCreate(hipStream_t *stream);

/** Creates a stream on the current device.
 *  Parameter flags: hipStreamDefault, or hipStreamNonBlocking for one that does not wait for the
 *      legacy default stream.
 *  Owner: the caller, until hipStreamDestroy.
 *  Errors: hipErrorInvalidValue if stream is NULL or flags has another bit; hipErrorOutOfMemory.
 *  Mirrors: hipStreamCreateWithFlags of HIP 6.4. */
GPUINTEROP_API hipError_t hipStreamCreateWithFlags(hipStream_t *stream, unsigned int flags);

/** Creates a stream with a priority.
 *  Parameter flags: as hipStreamCreateWithFlags.
 *  Parameter priority: lower numbers go first; a number out of the range of the device is brought
 *      into it.
 *  Owner: the caller, until hipStreamDestroy.
 *  Errors: as hipStreamCreateWithFlags.
 *  Mirrors: hipStreamCreateWithPriority of HIP 6.4. */
GPUINTEROP_API hipError_t hipStreamCreateWithPriority(
    hipStream_t *stream, unsigned int flags, int priority);

/** Ends a stream without waiting; its work goes on to its end.
 *  Errors: hipErrorInvalidHandle if stream is NULL or another default stream;
 *      hipErrorContextIsDestroyed if it is none, or was destroyed before.
 *  Mirrors: hipStreamDestroy of HIP 6.4. */
GPUINTEROP_API hipError_t hipStreamDestroy(hipStream_t stream);

/** Asks whether all work of a stream is done.
 *  Returns: hipSuccess if it is, hipErrorNotReady if not.
 *  Errors: hipErrorInvalidHandle; those of the stream's work.
 *  Mirrors: hipStreamQuery of HIP 6.4. */
GPUINTEROP_API hipError_t hipStreamQuery(hipStream_t stream);

/** Waits until all work of a stream is done.
 *  The thread sleeps; it does not burn processor time.
 *  Errors: hipErrorInvalidHandle; those of the stream's work.
 *  Mirrors: hipStreamSynchronize of HIP 6.4. */
GPUINTEROP_API hipError_t hipStreamSynchronize(hipStream_t stream);

/** Makes later work of a stream wait for what an event last recorded.
 *  An event that was never recorded holds nothing back. The caller does not wait.
 *  Parameter flags: hipEventWaitDefault, or hipEventWaitExternal.
 *  Errors: hipErrorInvalidHandle; hipErrorInvalidValue if flags has another bit.
 *  Mirrors: hipStreamWaitEvent of HIP 6.4. */
GPUINTEROP_API hipError_t hipStreamWaitEvent(
    hipStream_t stream, hipEvent_t event, unsigned int flags GPUINTEROP_DEFAULT(0));

/** Calls a function on the host when the work before it is done, and holds back the work after
 *  it.
 *  The function must not call this library. It is also called when the work before it failed, and
 *  is told the error.
 *  Parameter flags: 0.
 *  Errors: hipErrorInvalidHandle; hipErrorInvalidValue if callback is NULL or flags is not 0.
 *  Mirrors: hipStreamAddCallback of HIP 6.4. */
GPUINTEROP_API hipError_t hipStreamAddCallback(
    hipStream_t stream, hipStreamCallback_t callback, void *user_data, unsigned int flags);

/** Calls a function on the host when the work before it is done, and holds back the work after
 *  it.
 *  The function must not call this library. It is not called when the work before it failed.
 *  Errors: hipErrorInvalidHandle; hipErrorInvalidValue if function is NULL.
 *  Mirrors: hipLaunchHostFunc of HIP 6.4. */
GPUINTEROP_API hipError_t hipLaunchHostFunc(
    hipStream_t stream, hipHostFn_t function, void *user_data);

/** Tells the flags a stream was created with.
 *  Errors: hipErrorInvalidHandle; hipErrorInvalidValue if flags is NULL.
 *  Mirrors: hipStreamGetFlags of HIP 6.4. */
GPUINTEROP_API hipError_t hipStreamGetFlags(hipStream_t stream, unsigned int *flags);

/* Events. */

/** Creates an event on the current device.
 *  Owner: the caller, until hipEventDestroy.
 *  Errors: hipErrorInvalidValue if event is NULL; hipErrorOutOfMemory.
 *  Mirrors: hipEventCreate of HIP 6.4. */
GPUINTEROP_API hipError_t hipEventCreate(hipEvent_t *event);

/** Creates an event on the current device.
 *  Parameter flags: bits of hipEventBlockingSync and hipEventDisableTiming, or 0;
 *      hipEventInterprocess needs the second.
 *  Owner: the caller, until hipEventDestroy.
 *  Errors: hipErrorInvalidValue if event is NULL or flags has another bit; hipErrorOutOfMemory.
 *  Mirrors: hipEventCreateWithFlags of HIP 6.4. */
GPUINTEROP_API hipError_t hipEventCreateWithFlags(hipEvent_t *event, unsigned int flags);

/** Makes an event stand for the work that a stream has been given so far.
 *  Errors: hipErrorInvalidHandle if either is none, or if they belong to different devices.
 *  Mirrors: hipEventRecord of HIP 6.4. */
GPUINTEROP_API hipError_t hipEventRecord(
    hipEvent_t event, hipStream_t stream GPUINTEROP_DEFAULT(0));

/** Does as hipEventRecord.
 *  Parameter flags: hipEventRecordDefault, or hipEventRecordExternal.
 *  Errors: hipErrorInvalidHandle; hipErrorInvalidValue if flags has another bit.
 *  Mirrors: hipEventRecordWithFlags of HIP 6.4. */
GPUINTEROP_API hipError_t hipEventRecordWithFlags(
    hipEvent_t event, hipStream_t stream GPUINTEROP_DEFAULT(0),
    unsigned int flags GPUINTEROP_DEFAULT(0));

/** Asks whether the work is done that an event stands for.
 *  Returns: hipSuccess if it is or nothing was recorded, hipErrorNotReady if not.
 *  Errors: hipErrorInvalidHandle; those of the work.
 *  Mirrors: hipEventQuery of HIP 6.4. */
GPUINTEROP_API hipError_t hipEventQuery(hipEvent_t event);

/** Waits until the work is done that an event stands for.
 *  The thread sleeps, whatever the event's flags.
 *  Errors: hipErrorInvalidHandle; those of the work.
 *  Mirrors: hipEventSynchronize of HIP 6.4. */
GPUINTEROP_API hipError_t hipEventSynchronize(hipEvent_t event);

/** Ends an event; work that waits for it still does.
 *  Errors: hipErrorInvalidHandle if event is NULL; hipErrorContextIsDestroyed if it is none, or
 *      was destroyed before.
 *  Mirrors: hipEventDestroy of HIP 6.4. */
GPUINTEROP_API hipError_t hipEventDestroy(hipEvent_t event);

/* Memory. */

/** Allocates memory of the current device.
 *  The pointer is the device's address and is aligned to 256 bytes. The content is undefined.
 *  Units: size is in bytes; 0 gives a NULL pointer and success.
 *  Owner: the caller, until hipFree.
 *  Errors: hipErrorInvalidValue if pointer is NULL; hipErrorOutOfMemory.
 *  Mirrors: hipMalloc of HIP 6.4. */
GPUINTEROP_API hipError_t hipMalloc(void **pointer, size_t size);

/** Frees device memory, managed memory, pinned host memory, or a buffer that
 *  hipExternalMemoryGetMappedBuffer mapped.
 *  Waits until all work is done that was enqueued on the memory's device before, in any stream; for
 *  managed memory, on any device. Memory of hipMallocAsync is freed without a wait.
 *  NULL is legal and does nothing.
 *  Errors: hipErrorInvalidValue if pointer is not the start of such memory, or was freed before.
 *  Mirrors: hipFree of HIP 6.4. */
GPUINTEROP_API hipError_t hipFree(void *pointer);

/** Allocates host memory that the device reaches.
 *  Parameter flags: bits of hipHostAllocPortable, hipHostAllocMapped and
 *      hipHostAllocWriteCombined, or hipHostAllocDefault.
 *  Units: size is in bytes; 0 gives a NULL pointer and success.
 *  Owner: the caller, until hipFreeHost.
 *  Errors: hipErrorInvalidValue if pointer is NULL or flags has another bit; hipErrorOutOfMemory.
 *  Mirrors: hipHostAlloc of HIP 6.4. */
GPUINTEROP_API hipError_t hipHostAlloc(void **pointer, size_t size, unsigned int flags);

/** Allocates host memory that the device reaches.
 *  Parameter flags: bits of hipHostMallocPortable, hipHostMallocMapped,
 *      hipHostMallocWriteCombined, hipHostMallocNumaUser and one of hipHostMallocCoherent and
 *      hipHostMallocNonCoherent, or hipHostMallocDefault.
 *  Units: size is in bytes; 0 gives a NULL pointer and success.
 *  Owner: the caller, until hipHostFree.
 *  Errors: hipErrorInvalidValue if pointer is NULL or flags has another bit; hipErrorOutOfMemory.
 *  Mirrors: hipHostMalloc of HIP 6.4. */
GPUINTEROP_API hipError_t hipHostMalloc(void **pointer, size_t size, unsigned int flags);

/** Allocates host memory that the device reaches, without flags.
 *  Units: size is in bytes.
 *  Owner: the caller, until hipFreeHost.
 *  Errors: as hipHostAlloc.
 *  Mirrors: hipMallocHost of HIP 6.4. */
GPUINTEROP_API hipError_t hipMallocHost(void **pointer, size_t size);

/** Frees host memory that came from this library. Waits until all work is done that was enqueued
 *  before, in any stream of any device.
 *  NULL is legal and does nothing.
 *  Errors: hipErrorInvalidValue if pointer is not the start of such memory, or was freed before.
 *  Mirrors: hipFreeHost of HIP 6.4. */
GPUINTEROP_API hipError_t hipFreeHost(void *pointer);

/** Frees host memory that came from this library. Waits until all work is done that was enqueued
 *  before, in any stream of any device.
 *  NULL is legal and does nothing.
 *  Errors: hipErrorInvalidValue if pointer is not the start of such memory, or was freed before.
 *  Mirrors: hipHostFree of HIP 6.4. */
GPUINTEROP_API hipError_t hipHostFree(void *pointer);

/** Tells the device's address of host memory that came from this library.
 *  Parameter flags: 0.
 *  Errors: hipErrorInvalidValue if a pointer is NULL or unknown, or flags is not 0.
 *  Mirrors: hipHostGetDevicePointer of HIP 6.4. */
GPUINTEROP_API hipError_t hipHostGetDevicePointer(
    void **device_pointer, void *host_pointer, unsigned int flags);

/** Tells the flags that host memory was allocated with.
 *  Errors: hipErrorInvalidValue if a pointer is NULL or unknown.
 *  Mirrors: hipHostGetFlags of HIP 6.4. */
GPUINTEROP_API hipError_t hipHostGetFlags(unsigned int *flags, void *host_pointer);

/** Fills memory with a byte.
 *  Units: size is in bytes; of value the lowest 8 bits count.
 *  Errors: hipErrorInvalidValue if the range leaves its allocation.
 *  Mirrors: hipMemset of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemset(void *pointer, int value, size_t size);

/** Fills memory with a byte, in the order of a stream.
 *  Units: size is in bytes; of value the lowest 8 bits count.
 *  Errors: hipErrorInvalidValue if the range leaves its allocation; hipErrorInvalidHandle.
 *  Mirrors: hipMemsetAsync of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemsetAsync(
    void *pointer, int value, size_t size, hipStream_t stream GPUINTEROP_DEFAULT(0));

/** Copies memory, and returns when the host may use both sides.
 *  A copy within the device may still be under way; work enqueued later sees it.
 *  Units: size is in bytes.
 *  Errors: hipErrorInvalidMemcpyDirection if kind is not one of the enum's; hipErrorInvalidValue
 *      if a range leaves its allocation, or a pointer is NULL and size is not 0.
 *  Mirrors: hipMemcpy of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemcpy(
    void *destination, const void *source, size_t size, hipMemcpyKind kind);

/** Copies memory, in the order of a stream.
 *  With host memory that did not come from this library the call may wait for the device, as the
 *  vendor's does.
 *  Units: size is in bytes.
 *  Errors: as hipMemcpy; hipErrorInvalidHandle.
 *  Mirrors: hipMemcpyAsync of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemcpyAsync(
    void *destination, const void *source, size_t size, hipMemcpyKind kind,
    hipStream_t stream GPUINTEROP_DEFAULT(0));

/** Copies memory from host to device, as hipMemcpy does.
 *  Units: size is in bytes.
 *  Errors: as hipMemcpy.
 *  Mirrors: hipMemcpyHtoD of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemcpyHtoD(
    hipDeviceptr_t device_pointer, void *host_pointer, size_t size);

/** Copies memory from host to device, in the order of a stream.
 *  Units: size is in bytes.
 *  Errors: as hipMemcpyAsync.
 *  Mirrors: hipMemcpyHtoDAsync of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemcpyHtoDAsync(
    hipDeviceptr_t device_pointer, void *host_pointer, size_t size, hipStream_t stream);

/** Copies memory from device to host, as hipMemcpy does.
 *  Units: size is in bytes.
 *  Errors: as hipMemcpy.
 *  Mirrors: hipMemcpyDtoH of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemcpyDtoH(
    void *host_pointer, hipDeviceptr_t device_pointer, size_t size);

/** Copies memory from device to host, in the order of a stream.
 *  Units: size is in bytes.
 *  Errors: as hipMemcpyAsync.
 *  Mirrors: hipMemcpyDtoHAsync of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemcpyDtoHAsync(
    void *host_pointer, hipDeviceptr_t device_pointer, size_t size, hipStream_t stream);

/** Copies memory within or between devices, as hipMemcpy does.
 *  Units: size is in bytes.
 *  Errors: as hipMemcpy.
 *  Mirrors: hipMemcpyDtoD of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemcpyDtoD(
    hipDeviceptr_t destination, hipDeviceptr_t source, size_t size);

/** Copies memory within or between devices, in the order of a stream.
 *  Units: size is in bytes.
 *  Errors: as hipMemcpyAsync.
 *  Mirrors: hipMemcpyDtoDAsync of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemcpyDtoDAsync(
    hipDeviceptr_t destination, hipDeviceptr_t source, size_t size, hipStream_t stream);

/** Tells what a pointer points to.
 *  Host memory that the library does not know is an error, as in the vendor's HIP.
 *  Errors: hipErrorInvalidValue if attributes is NULL, or the pointer is unknown.
 *  Mirrors: hipPointerGetAttributes of HIP 6.4. */
GPUINTEROP_API hipError_t hipPointerGetAttributes(
    hipPointerAttribute_t *attributes, const void *pointer);

#ifdef __cplusplus
}
#endif

/* The symbols of the calling thread's default stream, and last of all the names by which a program
 * that wants them calls them. */
#include "hipinterop/spt_api.h"
#include "hipinterop/per_thread.h"
#include "hipinterop/typed.h"
#include "hipinterop/typed_texture.h"
#include "channel_descriptor.h"

#endif
