/** The runtime functions of libhipinterop, with the names, types and numbers of HIP 6.4.
 *  Threads: any.
 *  Errors: those of a device call.
 *  Since: 0.2.0. */
#ifndef GPUINTEROP_HIP_RUNTIME_API_H
#define GPUINTEROP_HIP_RUNTIME_API_H

/* The manual pages are made from the comments. The first sentence of a comment is the brief, and
 * paragraphs follow it. Then come labels, each with the text up to the next one: Parameter NAME:,
 * Units:, Owner:, Threads:, Returns:, Errors:, Beyond: (what is guaranteed beyond the vendor's
 * function), Mirrors: and Since:. A comment belongs to the declaration after it.
 *
 * The first comment of a header can state Threads: and Errors: for all its functions. The comment
 * above a section can state them for the section. A function's own Threads: replaces that default.
 * Its own Errors: are returned beside the default, or replace it if they end with "no other" or
 * name a family themselves. These are the families:
 *
 *  Errors of a device call: hipErrorNoDevice if there is no usable device;
 *      hipErrorInsufficientDriver if no driver could be loaded;
 *      hipErrorNotInitialized in a forked child of a process that used the library;
 *      hipErrorIllegalState in a host function of a stream;
 *      hipErrorOutOfMemory if host memory is exhausted;
 *      hipErrorOperatingSystem if the system refuses a thread or a file descriptor;
 *      hipErrorLaunchFailure if the device is lost, or a kernel of the context has stopped
 *      itself;
 *      hipErrorAssert if an assertion of a kernel of the context has failed;
 *      hipErrorUnknown if the driver fails in another way.
 *  Errors of a stream call: those of a device call;
 *      the error of earlier work of the stream that failed, unless a call returned it before.
 *
 * gpuinterop_last_error_detail() returns the sentence behind an error.
 * A handle is stale if it was destroyed or freed before, or if its device was reset.
 * A call that fails does not write its out arguments. */

#include <stddef.h>
#include <stdint.h>

#include "driver_types.h"
#include "hip_common.h"
#include "hip_version.h"
#include "hipinterop/runtime/advise_api.h"
#include "hipinterop/runtime/array_api.h"
#include "hipinterop/runtime/array_copy_api.h"
#include "hipinterop/runtime/context_api.h"
#include "hipinterop/runtime/copy_api.h"
#include "hipinterop/runtime/declare.h"
#include "hipinterop/runtime/device_api.h"
#include "../../gpuinterop_device/dim3.h"
#include "hipinterop/runtime/driver_functions.h"
#include "hipinterop/runtime/external_api.h"
#include "hipinterop/runtime/function_api.h"
#include "hipinterop/runtime/capture_api.h"
#include "hipinterop/runtime/graph_api.h"
#include "hipinterop/runtime/graph_drv_api.h"
#include "hipinterop/runtime/graph_memory_api.h"
#include "hipinterop/runtime/graphics_api.h"
#include "hipinterop/runtime/ipc_api.h"
#include "hipinterop/runtime/kernel_api.h"
#include "hipinterop/runtime/library_api.h"
#include "hipinterop/runtime/memory_api.h"
#include "hipinterop/runtime/module_api.h"
#include "hipinterop/runtime/pool_api.h"
#include "hipinterop/runtime/virtual_memory_api.h"
#include "hipinterop/runtime/renamed.h"
#include "hipinterop/runtime/stream_api.h"
#include "hipinterop/runtime/symbol_api.h"
#include "hipinterop/runtime/texture_api.h"
#include "hipinterop/runtime/texture_reference_api.h"
#include "surface_types.h"
#include "texture_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Devices.
 *  Threads: any; each thread has its own current device. */

/** Initializes the library. Every other call does this by itself.
 *  Parameter flags: 0.
 *  Errors: hipErrorInvalidValue if flags is not 0.
 *  Mirrors: hipInit of HIP 6.4. */
GPUINTEROP_API hipError_t hipInit(unsigned int flags);

/** Gets the number of devices that the process may use.
 *  Parameter count: gets the number; 0 if the call fails.
 *  Errors: hipErrorInvalidValue if count is NULL.
 *  Mirrors: hipGetDeviceCount of HIP 6.4. */
GPUINTEROP_API hipError_t hipGetDeviceCount(int *count);

/** Makes a device the current device of the calling thread.
 *  Errors: hipErrorInvalidDevice.
 *  Mirrors: hipSetDevice of HIP 6.4. */
GPUINTEROP_API hipError_t hipSetDevice(int device);

/** Gets the current device of the calling thread. It is the first device until the thread sets
 *  one.
 *  Errors: hipErrorInvalidValue if device is NULL; hipErrorInvalidDevice if the other interface
 *      set a device that HIP_VISIBLE_DEVICES hides.
 *  Mirrors: hipGetDevice of HIP 6.4. */
GPUINTEROP_API hipError_t hipGetDevice(int *device);

/** Gets the device with an ordinal. It is the same number.
 *  Errors: hipErrorInvalidValue if device is NULL; hipErrorInvalidDevice.
 *  Mirrors: hipDeviceGet of HIP 6.4. */
GPUINTEROP_API hipError_t hipDeviceGet(hipDevice_t *device, int ordinal);

/** Gets the properties of a device.
 *  The uuid equals VkPhysicalDeviceIDProperties.deviceUUID, so a program finds the same device
 *  in both interfaces. A property that the driver does not report is 0.
 *  Errors: hipErrorInvalidValue if properties is NULL; hipErrorInvalidDevice.
 *  Mirrors: hipGetDeviceProperties of HIP 6.4. */
GPUINTEROP_API hipError_t hipGetDeviceProperties(hipDeviceProp_tR0600 *properties, int device);

/** Gets one attribute of a device.
 *  Errors: hipErrorInvalidValue if value is NULL, or attribute is not one of the enum's;
 *      hipErrorInvalidDevice.
 *  Mirrors: hipDeviceGetAttribute of HIP 6.4. */
GPUINTEROP_API hipError_t hipDeviceGetAttribute(
    int *value, hipDeviceAttribute_t attribute, int device);

/** Gets the name of a device, cut to fit and always zero-terminated.
 *  Errors: hipErrorInvalidValue if name is NULL, or size_bytes is not positive;
 *      hipErrorInvalidDevice.
 *  Mirrors: hipDeviceGetName of HIP 6.4. */
GPUINTEROP_API hipError_t hipDeviceGetName(char *name, int size_bytes, hipDevice_t device);

/** Gets the UUID of a device, which is VkPhysicalDeviceIDProperties.deviceUUID.
 *  Errors: hipErrorInvalidValue if uuid is NULL; hipErrorInvalidDevice.
 *  Mirrors: hipDeviceGetUuid of HIP 6.4. */
GPUINTEROP_API hipError_t hipDeviceGetUuid(hipUUID *uuid, hipDevice_t device);

/** Gets the PCI address of a device as text of the form 0000:01:00.0.
 *  Parameter size_bytes: room in bus_id; 13 is enough.
 *  Errors: hipErrorInvalidValue if bus_id is NULL or too small; hipErrorInvalidDevice.
 *  Mirrors: hipDeviceGetPCIBusId of HIP 6.4. */
GPUINTEROP_API hipError_t hipDeviceGetPCIBusId(char *bus_id, int size_bytes, int device);

/** Finds the device with a PCI address.
 *  The address is domain:bus:device.function, domain:bus:device or bus:device.function, in
 *  hexadecimal digits.
 *  Errors: hipErrorInvalidValue if a pointer is NULL, or bus_id is not an address;
 *      hipErrorInvalidDevice if no device has the address.
 *  Mirrors: hipDeviceGetByPCIBusId of HIP 6.4. */
GPUINTEROP_API hipError_t hipDeviceGetByPCIBusId(int *device, const char *bus_id);

/** Waits until all work of the current device is done. The calling thread sleeps.
 *  Threads: any; other threads may enqueue work meanwhile, which is not waited for.
 *  Errors: the error of work on the device that failed.
 *  Mirrors: hipDeviceSynchronize of HIP 6.4. */
GPUINTEROP_API hipError_t hipDeviceSynchronize(void);

/** Gets the free and the total memory of the current device.
 *  Parameter free_bytes: gets the free memory; may be NULL.
 *  Parameter total_bytes: gets all memory; may be NULL.
 *  Units: bytes.
 *  Mirrors: hipMemGetInfo of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemGetInfo(size_t *free_bytes, size_t *total_bytes);

/** Gets the version of HIP that this library implements.
 *  Units: 10000000 for each major and 100000 for each minor version, as HIP_VERSION.
 *  Errors: hipErrorInvalidValue if version is NULL; no other.
 *  Mirrors: hipDriverGetVersion of HIP 6.4. */
GPUINTEROP_API hipError_t hipDriverGetVersion(int *version);

/** Gets the version of HIP's runtime that this library implements.
 *  Units: 10000000 for each major and 100000 for each minor version, as HIP_VERSION.
 *  Errors: hipErrorInvalidValue if version is NULL; no other.
 *  Mirrors: hipRuntimeGetVersion of HIP 6.4. */
GPUINTEROP_API hipError_t hipRuntimeGetVersion(int *version);

/* Errors. Each thread keeps its last error until it is read.
 *  Threads: any; each thread has its own last error.
 *  Errors: none of its own. */

/** Returns the last error of the calling thread and resets it.
 *  Returns: the error, or hipSuccess. The error of a lost device is not reset.
 *  Mirrors: hipGetLastError of HIP 6.4. */
GPUINTEROP_API hipError_t hipGetLastError(void);

/** Returns the last error of the calling thread and does not reset it.
 *  Returns: the error, or hipSuccess.
 *  Mirrors: hipPeekAtLastError of HIP 6.4. */
GPUINTEROP_API hipError_t hipPeekAtLastError(void);

/** Returns the name of an error, as the enum spells it.
 *  Owner: the library; the text is valid until the process ends.
 *  Returns: the name, or a text that says that the number is unknown; never NULL.
 *  Mirrors: hipGetErrorName of HIP 6.4. */
GPUINTEROP_API const char *hipGetErrorName(hipError_t error);

/** Returns a sentence that describes an error code.
 *  gpuinterop_last_error_detail() says what went wrong in a particular call.
 *  Owner: the library; the text is valid until the process ends.
 *  Returns: the sentence; never NULL.
 *  Mirrors: hipGetErrorString of HIP 6.4. */
GPUINTEROP_API const char *hipGetErrorString(hipError_t error);

/* Streams. A NULL stream is the default stream.
 *  Threads: any; threads may share a stream, and its work runs in the order of their calls.
 *  Errors: those of a stream call. */

/** Creates a stream on the current device. It is ordered with the legacy default stream.
 *  Owner: the caller, until hipStreamDestroy.
 *  Errors: hipErrorInvalidValue if stream is NULL; hipErrorOutOfMemory; those of a device call.
 *  Mirrors: hipStreamCreate of HIP 6.4. */
GPUINTEROP_API hipError_t hipStreamCreate(hipStream_t *stream);

/** Creates a stream on the current device.
 *  Parameter flags: hipStreamDefault, or hipStreamNonBlocking for a stream that is not ordered
 *      with the legacy default stream.
 *  Owner: the caller, until hipStreamDestroy.
 *  Errors: hipErrorInvalidValue if stream is NULL, or flags has an unknown bit;
 *      hipErrorOutOfMemory; those of a device call.
 *  Mirrors: hipStreamCreateWithFlags of HIP 6.4. */
GPUINTEROP_API hipError_t hipStreamCreateWithFlags(hipStream_t *stream, unsigned int flags);

/** Creates a stream with a priority on the current device.
 *  Parameter flags: as hipStreamCreateWithFlags.
 *  Parameter priority: lower numbers go first. A number outside the device's range is clamped.
 *  Owner: the caller, until hipStreamDestroy.
 *  Errors: as hipStreamCreateWithFlags.
 *  Mirrors: hipStreamCreateWithPriority of HIP 6.4. */
GPUINTEROP_API hipError_t hipStreamCreateWithPriority(
    hipStream_t *stream, unsigned int flags, int priority);

/** Destroys a stream without waiting. Its pending work still completes.
 *  Errors: hipErrorInvalidHandle if stream is NULL or another default stream;
 *      hipErrorContextIsDestroyed if it is stale or of another kind; those of a device call.
 *  Mirrors: hipStreamDestroy of HIP 6.4. */
GPUINTEROP_API hipError_t hipStreamDestroy(hipStream_t stream);

/** Queries whether all work of a stream is done.
 *  Returns: hipSuccess if it is, hipErrorNotReady if not.
 *  Errors: hipErrorContextIsDestroyed if stream is stale or of another kind.
 *  Mirrors: hipStreamQuery of HIP 6.4. */
GPUINTEROP_API hipError_t hipStreamQuery(hipStream_t stream);

/** Waits until all work of a stream is done. The calling thread sleeps.
 *  Threads: any; other threads may enqueue work in the stream meanwhile, which is not waited
 *      for.
 *  Errors: hipErrorContextIsDestroyed if stream is stale or of another kind.
 *  Mirrors: hipStreamSynchronize of HIP 6.4. */
GPUINTEROP_API hipError_t hipStreamSynchronize(hipStream_t stream);

/** Makes later work of a stream wait for the work that an event last recorded.
 *  An event that was never recorded holds nothing back. The call itself does not wait.
 *  Parameter flags: hipEventWaitDefault.
 *  Errors: hipErrorContextIsDestroyed if stream or event is stale or of another kind;
 *      hipErrorInvalidHandle if event is NULL; hipErrorInvalidValue if flags has an unknown bit;
 *      hipErrorIllegalState if flags is hipEventWaitExternal, which only captured streams take.
 *  Mirrors: hipStreamWaitEvent of HIP 6.4. */
GPUINTEROP_API hipError_t hipStreamWaitEvent(
    hipStream_t stream, hipEvent_t event, unsigned int flags GPUINTEROP_DEFAULT(0));

/** Enqueues a call of a host function. Later work of the stream waits until the function
 *  returns.
 *  The function must not call this library. It is also called when earlier work failed, and gets
 *  the error.
 *  Parameter flags: 0.
 *  Threads: any; the function runs in a thread of the library.
 *  Errors: hipErrorContextIsDestroyed if stream is stale or of another kind;
 *      hipErrorInvalidValue if callback is NULL, or flags is not 0; hipErrorOutOfMemory.
 *  Mirrors: hipStreamAddCallback of HIP 6.4. */
GPUINTEROP_API hipError_t hipStreamAddCallback(
    hipStream_t stream, hipStreamCallback_t callback, void *user_data, unsigned int flags);

/** Enqueues a call of a host function. Later work of the stream waits until the function
 *  returns.
 *  The function must not call this library. It is not called when earlier work failed.
 *  Threads: any; the function runs in a thread of the library.
 *  Errors: hipErrorContextIsDestroyed if stream is stale or of another kind;
 *      hipErrorInvalidValue if function is NULL; hipErrorOutOfMemory.
 *  Mirrors: hipLaunchHostFunc of HIP 6.4. */
GPUINTEROP_API hipError_t hipLaunchHostFunc(
    hipStream_t stream, hipHostFn_t function, void *user_data);

/** Gets the flags that a stream was created with.
 *  Errors: hipErrorContextIsDestroyed if stream is stale or of another kind;
 *      hipErrorInvalidValue if flags is NULL; those of a device call.
 *  Mirrors: hipStreamGetFlags of HIP 6.4. */
GPUINTEROP_API hipError_t hipStreamGetFlags(hipStream_t stream, unsigned int *flags);

/* Events. */

/** Creates an event on the current device.
 *  Owner: the caller, until hipEventDestroy.
 *  Errors: hipErrorInvalidValue if event is NULL; hipErrorOutOfMemory.
 *  Mirrors: hipEventCreate of HIP 6.4. */
GPUINTEROP_API hipError_t hipEventCreate(hipEvent_t *event);

/** Creates an event on the current device.
 *  Parameter flags: 0, or bits of hipEventBlockingSync, hipEventDisableTiming and
 *      hipEventInterprocess, which needs the second. The bits hipEventReleaseToDevice,
 *      hipEventReleaseToSystem and hipEventDisableSystemFence change nothing.
 *  Owner: the caller, until hipEventDestroy.
 *  Errors: hipErrorInvalidValue if event is NULL, flags has an unknown bit, both bits of a
 *      release, or hipEventInterprocess without hipEventDisableTiming; hipErrorOutOfMemory;
 *      hipErrorOperatingSystem if the system gives no memory to share.
 *  Mirrors: hipEventCreateWithFlags of HIP 6.4. */
GPUINTEROP_API hipError_t hipEventCreateWithFlags(hipEvent_t *event, unsigned int flags);

/** Records an event: it stands for the work that was enqueued in a stream so far.
 *  Errors: hipErrorContextIsDestroyed if stream or event is stale or of another kind;
 *      hipErrorInvalidHandle if event is NULL, or if the two are of different devices or
 *      contexts; those of a stream call.
 *  Mirrors: hipEventRecord of HIP 6.4. */
GPUINTEROP_API hipError_t hipEventRecord(
    hipEvent_t event, hipStream_t stream GPUINTEROP_DEFAULT(0));

/** Records an event, as hipEventRecord does.
 *  Parameter flags: hipEventRecordDefault.
 *  Errors: as hipEventRecord; hipErrorInvalidValue if flags has an unknown bit;
 *      hipErrorIllegalState if flags is hipEventRecordExternal, which only captured streams
 *      take; those of a stream call.
 *  Mirrors: hipEventRecordWithFlags of HIP 6.4. */
GPUINTEROP_API hipError_t hipEventRecordWithFlags(
    hipEvent_t event, hipStream_t stream GPUINTEROP_DEFAULT(0),
    unsigned int flags GPUINTEROP_DEFAULT(0));

/** Queries whether the work that an event recorded is done.
 *  Returns: hipSuccess if it is done or nothing was recorded, hipErrorNotReady if not.
 *  Errors: hipErrorContextIsDestroyed if event is stale or of another kind;
 *      hipErrorInvalidHandle if it is NULL; the error of the recorded work, if it failed.
 *  Mirrors: hipEventQuery of HIP 6.4. */
GPUINTEROP_API hipError_t hipEventQuery(hipEvent_t event);

/** Waits until the work that an event recorded is done. The calling thread sleeps, whatever the
 *  event's flags.
 *  Threads: any; another thread may record the event again meanwhile, which is not waited for.
 *  Errors: hipErrorContextIsDestroyed if event is stale or of another kind;
 *      hipErrorInvalidHandle if it is NULL; the error of the recorded work, if it failed.
 *  Mirrors: hipEventSynchronize of HIP 6.4. */
GPUINTEROP_API hipError_t hipEventSynchronize(hipEvent_t event);

/** Destroys an event. Work that waits for it still waits.
 *  Errors: hipErrorInvalidHandle if event is NULL; hipErrorContextIsDestroyed if it is stale or
 *      of another kind.
 *  Mirrors: hipEventDestroy of HIP 6.4. */
GPUINTEROP_API hipError_t hipEventDestroy(hipEvent_t event);

/* Memory, copies and fills. */

/** Allocates memory of the current device.
 *  The pointer is the device's address, aligned to 256 bytes. The content is undefined.
 *  Units: size is in bytes; 0 gives a NULL pointer and success.
 *  Owner: the caller, until hipFree.
 *  Errors: hipErrorInvalidValue if pointer is NULL; hipErrorOutOfMemory.
 *  Mirrors: hipMalloc of HIP 6.4. */
GPUINTEROP_API hipError_t hipMalloc(void **pointer, size_t size);

/** Frees device memory, managed memory, pinned host memory, or a buffer that
 *  hipExternalMemoryGetMappedBuffer mapped.
 *  The call waits for all work that was enqueued before on the memory's device, in any stream.
 *  For managed memory it waits for all devices. It does not wait for memory that hipMallocAsync
 *  allocated. A NULL pointer does nothing.
 *  Threads: any; other threads may use the device while the call waits.
 *  Errors: hipErrorInvalidValue if pointer is not the start of an allocation, or was freed
 *      before.
 *  Mirrors: hipFree of HIP 6.4. */
GPUINTEROP_API hipError_t hipFree(void *pointer);

/** Allocates pinned host memory, which every device can access.
 *  Parameter flags: bits of hipHostAllocPortable, hipHostAllocMapped and
 *      hipHostAllocWriteCombined, or hipHostAllocDefault.
 *  Units: size is in bytes; 0 gives a NULL pointer and success.
 *  Owner: the caller, until hipFreeHost.
 *  Errors: hipErrorInvalidValue if pointer is NULL, or flags has an unknown bit;
 *      hipErrorOutOfMemory.
 *  Mirrors: hipHostAlloc of HIP 6.4. */
GPUINTEROP_API hipError_t hipHostAlloc(void **pointer, size_t size, unsigned int flags);

/** Allocates pinned host memory, which every device can access.
 *  Parameter flags: bits of hipHostMallocPortable, hipHostMallocMapped,
 *      hipHostMallocWriteCombined and hipHostMallocNumaUser, or hipHostMallocDefault. One of
 *      hipHostMallocCoherent and hipHostMallocNonCoherent may be added.
 *  Units: size is in bytes; 0 gives a NULL pointer and success.
 *  Owner: the caller, until hipHostFree.
 *  Errors: hipErrorInvalidValue if pointer is NULL, or flags has an unknown bit;
 *      hipErrorOutOfMemory.
 *  Mirrors: hipHostMalloc of HIP 6.4. */
GPUINTEROP_API hipError_t hipHostMalloc(void **pointer, size_t size, unsigned int flags);

/** Allocates pinned host memory without flags.
 *  Units: size is in bytes; 0 gives a NULL pointer and success.
 *  Owner: the caller, until hipFreeHost.
 *  Errors: hipErrorInvalidValue if pointer is NULL; hipErrorOutOfMemory.
 *  Mirrors: hipMallocHost of HIP 6.4. */
GPUINTEROP_API hipError_t hipMallocHost(void **pointer, size_t size);

/** Frees host memory that this library allocated.
 *  The call waits for all work that was enqueued before, in any stream of any device. A NULL
 *  pointer does nothing.
 *  Threads: any; other threads may use the devices while the call waits.
 *  Errors: hipErrorInvalidValue if pointer is not where an allocation of host memory starts.
 *  Mirrors: hipFreeHost of HIP 6.4. */
GPUINTEROP_API hipError_t hipFreeHost(void *pointer);

/** Frees host memory that this library allocated.
 *  The call waits for all work that was enqueued before, in any stream of any device. A NULL
 *  pointer does nothing.
 *  Threads: any; other threads may use the devices while the call waits.
 *  Errors: hipErrorInvalidValue if pointer is not where an allocation of host memory starts.
 *  Mirrors: hipHostFree of HIP 6.4. */
GPUINTEROP_API hipError_t hipHostFree(void *pointer);

/** Gets the device's address of host memory that this library allocated or registered.
 *  Parameter flags: 0.
 *  Errors: hipErrorInvalidValue if a pointer is NULL, host_pointer is in no host memory of the
 *      library, or flags is not 0.
 *  Mirrors: hipHostGetDevicePointer of HIP 6.4. */
GPUINTEROP_API hipError_t hipHostGetDevicePointer(
    void **device_pointer, void *host_pointer, unsigned int flags);

/** Gets the flags that host memory was allocated or registered with.
 *  Errors: hipErrorInvalidValue if a pointer is NULL, or host_pointer is in no host or managed
 *      memory of the library.
 *  Mirrors: hipHostGetFlags of HIP 6.4. */
GPUINTEROP_API hipError_t hipHostGetFlags(unsigned int *flags, void *host_pointer);

/** Fills memory with a byte.
 *  Units: size is in bytes; the lowest 8 bits of value are used.
 *  Errors: hipErrorInvalidValue if pointer is NULL and size is not 0, the range leaves its
 *      allocation, or it is registered as read-only; those of a stream call.
 *  Mirrors: hipMemset of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemset(void *pointer, int value, size_t size);

/** Enqueues a fill of memory with a byte.
 *  Units: size is in bytes; the lowest 8 bits of value are used.
 *  Errors: as hipMemset; hipErrorContextIsDestroyed if stream is stale or of another kind; those
 *      of a stream call.
 *  Mirrors: hipMemsetAsync of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemsetAsync(
    void *pointer, int value, size_t size, hipStream_t stream GPUINTEROP_DEFAULT(0));

/** Copies memory, and returns when the host may use both sides.
 *  A copy within the device may still be pending; work that is enqueued later sees its result.
 *  Units: size is in bytes.
 *  Errors: hipErrorInvalidMemcpyDirection if kind is not one of the enum's; hipErrorInvalidValue
 *      if a range leaves its allocation, a pointer is NULL and size is not 0, or a pointer does
 *      not fit kind; hipErrorInvalidValue if destination is registered as read-only; those of a
 *      stream call.
 *  Mirrors: hipMemcpy of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemcpy(
    void *destination, const void *source, size_t size, hipMemcpyKind kind);

/** Enqueues a copy of memory.
 *  With pageable host memory the call may wait for the device, as the vendor's does.
 *  Units: size is in bytes.
 *  Errors: as hipMemcpy; hipErrorContextIsDestroyed if stream is stale or of another kind; those
 *      of a stream call.
 *  Mirrors: hipMemcpyAsync of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemcpyAsync(
    void *destination, const void *source, size_t size, hipMemcpyKind kind,
    hipStream_t stream GPUINTEROP_DEFAULT(0));

/** Copies memory from host to device, as hipMemcpy does.
 *  Units: size is in bytes.
 *  Errors: hipErrorInvalidValue if a range leaves its allocation, a pointer is NULL and size is
 *      not 0, or a device pointer is not memory of this library; those of a stream call.
 *  Mirrors: hipMemcpyHtoD of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemcpyHtoD(
    hipDeviceptr_t device_pointer, void *host_pointer, size_t size);

/** Enqueues a copy of memory from host to device.
 *  Units: size is in bytes.
 *  Errors: as hipMemcpyHtoD; hipErrorContextIsDestroyed if stream is stale or of another kind;
 *      those of a stream call.
 *  Mirrors: hipMemcpyHtoDAsync of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemcpyHtoDAsync(
    hipDeviceptr_t device_pointer, void *host_pointer, size_t size, hipStream_t stream);

/** Copies memory from device to host, as hipMemcpy does.
 *  Units: size is in bytes.
 *  Errors: as hipMemcpyHtoD; those of a stream call.
 *  Mirrors: hipMemcpyDtoH of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemcpyDtoH(
    void *host_pointer, hipDeviceptr_t device_pointer, size_t size);

/** Enqueues a copy of memory from device to host.
 *  Units: size is in bytes.
 *  Errors: as hipMemcpyHtoD; hipErrorContextIsDestroyed if stream is stale or of another kind;
 *      those of a stream call.
 *  Mirrors: hipMemcpyDtoHAsync of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemcpyDtoHAsync(
    void *host_pointer, hipDeviceptr_t device_pointer, size_t size, hipStream_t stream);

/** Copies memory within a device or between devices, as hipMemcpy does.
 *  Units: size is in bytes.
 *  Errors: as hipMemcpyHtoD; those of a stream call.
 *  Mirrors: hipMemcpyDtoD of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemcpyDtoD(
    hipDeviceptr_t destination, hipDeviceptr_t source, size_t size);

/** Enqueues a copy of memory within a device or between devices.
 *  Units: size is in bytes.
 *  Errors: as hipMemcpyHtoD; hipErrorContextIsDestroyed if stream is stale or of another kind;
 *      those of a stream call.
 *  Mirrors: hipMemcpyDtoDAsync of HIP 6.4. */
GPUINTEROP_API hipError_t hipMemcpyDtoDAsync(
    hipDeviceptr_t destination, hipDeviceptr_t source, size_t size, hipStream_t stream);

/** Gets the type, device and addresses of the memory that a pointer points to.
 *  Host memory that the library does not know is an error, as in the vendor's HIP.
 *  Errors: hipErrorInvalidValue if attributes is NULL, or the library does not know the memory.
 *  Mirrors: hipPointerGetAttributes of HIP 6.4. */
GPUINTEROP_API hipError_t hipPointerGetAttributes(
    hipPointerAttribute_t *attributes, const void *pointer);

#ifdef __cplusplus
}
#endif

/* The symbols of the calling thread's default stream, and the names that map to them. */
#include "hipinterop/runtime/spt_api.h"
#include "hipinterop/runtime/per_thread.h"
#include "hipinterop/cxx/typed.h"
#include "hipinterop/cxx/typed_kernels.h"
#include "hipinterop/cxx/typed_texture.h"
#include "channel_descriptor.h"

#endif
