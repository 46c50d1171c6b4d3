/** Choosing and setting up devices, and access between devices; a part of cuda_runtime_api.h.
 *  Threads: any; each thread has its own current device.
 *  Errors: those of a device call.
 *  Since: 0.2.0. */
#ifndef GPUINTEROP_CUDA_DEVICE_API_H
#define GPUINTEROP_CUDA_DEVICE_API_H

#include "../../driver_types.h"
#include "declare.h"
#include "per_thread.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Finds the device that fits wanted properties best.
 *  Parameter wanted: each field that is not 0 asks for at least that much.
 *  Errors: cudaErrorInvalidValue if a pointer is NULL.
 *  Mirrors: cudaChooseDevice of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaChooseDevice(int *device, const struct cudaDeviceProp *wanted);

/** Gets the flags of the current device.
 *  Errors: cudaErrorInvalidValue if flags is NULL; cudaErrorInvalidDevice if the other interface
 *      set a device that CUDA_VISIBLE_DEVICES hides.
 *  Mirrors: cudaGetDeviceFlags of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGetDeviceFlags(unsigned int *flags);

/** Sets the flags of the current device. They are stored, and all but one have no effect: the host
 *  always sleeps. With cudaDeviceSyncMemops synchronous copies and fills of device memory are done
 *  when their call returns.
 *  Parameter flags: one of cudaDeviceScheduleAuto, cudaDeviceScheduleSpin,
 *      cudaDeviceScheduleYield and cudaDeviceScheduleBlockingSync. The bits cudaDeviceMapHost,
 *      cudaDeviceLmemResizeToMax and cudaDeviceSyncMemops may be added. Other bits of
 *      cudaDeviceMask are ignored.
 *  Errors: cudaErrorInvalidValue if flags has a bit outside cudaDeviceMask, or two ways to wait;
 *      cudaErrorInvalidDevice if the other interface set a device that CUDA_VISIBLE_DEVICES
 *      hides.
 *  Mirrors: cudaSetDeviceFlags of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaSetDeviceFlags(unsigned int flags);

/** Sets the list of devices for threads that set no device. They use its first device, or the
 *  first of all devices if count is 0.
 *  Errors: cudaErrorInvalidValue if devices is NULL and count is not 0, count is out of range,
 *      or a device occurs twice; cudaErrorInvalidDevice.
 *  Mirrors: cudaSetValidDevices of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaSetValidDevices(int *devices, int count);

/** Initializes a device, and does not make it the current one.
 *  Parameter device_flags: as cudaSetDeviceFlags; used if flags has cudaInitDeviceFlagsAreValid.
 *  Parameter flags: cudaInitDeviceFlagsAreValid, or 0.
 *  Errors: cudaErrorInvalidDevice; cudaErrorInvalidValue if device_flags is used and not valid.
 *  Mirrors: cudaInitDevice of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaInitDevice(
    int device, unsigned int device_flags, unsigned int flags);

/** Waits for the work of the current device's primary context, then destroys all that belongs to
 *  it. Contexts that the program created keep what is theirs.
 *  Settings of the device get their first values, and the device can be used at once.
 *  Threads: any, also while other threads use the device; their objects of it are stale
 *      afterwards.
 *  Errors: the error of work on the device that failed. The device is reset all the same.
 *  Beyond: a stream, event or pointer from before the reset is an error afterwards, never a
 *      crash. A device that was lost is opened again, and a context that a failed kernel has ended
 *      is used anew.
 *  Mirrors: cudaDeviceReset of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaDeviceReset(void);

/** Gets a limit of the current device.
 *  Units: bytes, or a count, as the limit's name says.
 *  Errors: cudaErrorInvalidValue if value is NULL, or limit is not one of the enum's;
 *      cudaErrorUnsupportedLimit.
 *  Mirrors: cudaDeviceGetLimit of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaDeviceGetLimit(size_t *value, enum cudaLimit limit);

/** Sets a limit of the current device. The value is stored, rounded as CUDA's library does, and
 *  has no effect.
 *  Units: bytes, or a count, as the limit's name says.
 *  Errors: cudaErrorUnsupportedLimit; cudaErrorInvalidValue if limit is not one of the enum's,
 *      or value is out of range.
 *  Mirrors: cudaDeviceSetLimit of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaDeviceSetLimit(enum cudaLimit limit, size_t value);

/** Gets the preferred split between cache and shared memory of the current device.
 *  Errors: cudaErrorInvalidValue if config is NULL.
 *  Mirrors: cudaDeviceGetCacheConfig of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaDeviceGetCacheConfig(enum cudaFuncCache *config);

/** Sets the preferred split between cache and shared memory of the current device. It is a hint.
 *  Errors: cudaErrorInvalidValue if config is not one of the enum's.
 *  Mirrors: cudaDeviceSetCacheConfig of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaDeviceSetCacheConfig(enum cudaFuncCache config);

/** Gets the width of the banks of shared memory of the current device. It is always four bytes.
 *  Errors: cudaErrorInvalidValue if config is NULL.
 *  Mirrors: cudaDeviceGetSharedMemConfig of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaDeviceGetSharedMemConfig(enum cudaSharedMemConfig *config);

/** Sets the preferred width of the banks of shared memory. It is a hint.
 *  Errors: cudaErrorInvalidValue if config is not one of the enum's.
 *  Mirrors: cudaDeviceSetSharedMemConfig of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaDeviceSetSharedMemConfig(enum cudaSharedMemConfig config);

/** Gets the range of the priorities of streams: 0 to -5.
 *  Parameter least: gets the lowest priority; may be NULL.
 *  Parameter greatest: gets the highest priority; may be NULL.
 *  Units: lower numbers go first, so greatest is not above least.
 *  Mirrors: cudaDeviceGetStreamPriorityRange of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest);

/** Queries whether a device can access the memory of another one. No device here can. Copies
 *  between devices do not need it.
 *  Errors: cudaErrorInvalidValue if can_access is NULL; cudaErrorInvalidDevice.
 *  Mirrors: cudaDeviceCanAccessPeer of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaDeviceCanAccessPeer(int *can_access, int device, int peer);

/** Lets the current device access the memory of another one. No device here can.
 *  Parameter flags: 0.
 *  Errors: cudaErrorInvalidDevice; cudaErrorInvalidValue if flags is not 0; else
 *      cudaErrorPeerAccessUnsupported.
 *  Mirrors: cudaDeviceEnablePeerAccess of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned int flags);

/** Ends the access that cudaDeviceEnablePeerAccess began. No device here has such access.
 *  Errors: cudaErrorInvalidDevice; else cudaErrorPeerAccessNotEnabled.
 *  Mirrors: cudaDeviceDisablePeerAccess of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaDeviceDisablePeerAccess(int peer);

/** Gets an attribute of the link between two devices. All are 0 here.
 *  Errors: cudaErrorInvalidValue if value is NULL, or attribute is not one of the enum's;
 *      cudaErrorInvalidDevice if there is no such ordinal, or both are the same.
 *  Mirrors: cudaDeviceGetP2PAttribute of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaDeviceGetP2PAttribute(
    int *value, enum cudaDeviceP2PAttr attribute, int source, int destination);

/** Gets the atomic operations on host memory that a device supports. No device here supports
 *  any.
 *  Parameter capabilities: gets bits of cudaAtomicOperationCapability for each operation.
 *  Errors: cudaErrorInvalidValue if a pointer is NULL, count is 0, or an operation is not one of
 *      the enum's; cudaErrorInvalidDevice.
 *  Mirrors: cudaDeviceGetHostAtomicCapabilities of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaDeviceGetHostAtomicCapabilities(
    unsigned int *capabilities, const enum cudaAtomicOperation *operations, unsigned int count,
    int device);

/** Gets the atomic operations that a device supports on the memory of another one. No device
 *  here supports any.
 *  Parameter capabilities: gets bits of cudaAtomicOperationCapability for each operation.
 *  Errors: cudaErrorInvalidValue if a pointer is NULL, count is 0, or an operation is not one of
 *      the enum's; cudaErrorInvalidDevice if there is no such ordinal, or both are the same.
 *  Mirrors: cudaDeviceGetP2PAtomicCapabilities of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaDeviceGetP2PAtomicCapabilities(
    unsigned int *capabilities, const enum cudaAtomicOperation *operations, unsigned int count,
    int source, int destination);

/** Gets the NvSciSync attributes of a device. NvSciSync is not supported.
 *  Parameter flags: ignored.
 *  Errors: cudaErrorInvalidResourceHandle if attributes is NULL; cudaErrorInvalidDevice; else
 *      cudaErrorNotSupported.
 *  Mirrors: cudaDeviceGetNvSciSyncAttributes of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaDeviceGetNvSciSyncAttributes(
    void *attributes, int device, int flags);

/** Registers a callback for a device's notification that memory is over budget. No device here
 *  sends it, so the callback is never called.
 *  Owner: handle is the caller's, until cudaDeviceUnregisterAsyncNotification or a reset.
 *  Errors: cudaErrorInvalidValue if callback or handle is NULL; cudaErrorInvalidDevice;
 *      cudaErrorMemoryAllocation.
 *  Mirrors: cudaDeviceRegisterAsyncNotification of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaDeviceRegisterAsyncNotification(
    int device, cudaAsyncCallback callback, void *user_data, cudaAsyncCallbackHandle_t *handle);

/** Ends a registration that cudaDeviceRegisterAsyncNotification made.
 *  Errors: cudaErrorInvalidDevice; cudaErrorInvalidValue if handle is not a registration of this
 *      device.
 *  Mirrors: cudaDeviceUnregisterAsyncNotification of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaDeviceUnregisterAsyncNotification(
    int device, cudaAsyncCallbackHandle_t handle);

/** Resets all persisting lines of the L2 cache. No device here has such lines.
 *  Mirrors: cudaCtxResetPersistingL2Cache of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaCtxResetPersistingL2Cache(void);

#ifdef __cplusplus
}
#endif

#endif
