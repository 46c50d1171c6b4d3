/** Choosing and setting up devices, and reaching one from another; a part of cuda_runtime_api.h. */
#ifndef GPUINTEROP_CUDA_DEVICE_API_H
#define GPUINTEROP_CUDA_DEVICE_API_H

#include "../driver_types.h"
#include "declare.h"
#include "per_thread.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Finds the device that fits wanted properties best.
 *  Parameter wanted: each field that is not 0 wishes for at least so much.
 *  Errors: cudaErrorInvalidValue if a pointer is NULL.
 *  Mirrors: cudaChooseDevice of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaChooseDevice(int *device, const struct cudaDeviceProp *wanted);

/** Tells the flags of the current device.
 *  Errors: cudaErrorInvalidValue if flags is NULL.
 *  Mirrors: cudaGetDeviceFlags of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaGetDeviceFlags(unsigned int *flags);

/** Sets flags of the current device: how the host waits. They are kept and told; here the host
 *  always sleeps.
 *  Parameter flags: one of cudaDeviceScheduleAuto, cudaDeviceScheduleSpin, cudaDeviceScheduleYield
 *      and cudaDeviceScheduleBlockingSync, with cudaDeviceMapHost, cudaDeviceLmemResizeToMax and
 *      cudaDeviceSyncMemops. Other bits of cudaDeviceMask are taken and forgotten.
 *  Errors: cudaErrorInvalidValue if flags has a bit beyond cudaDeviceMask, or two ways to wait.
 *  Mirrors: cudaSetDeviceFlags of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaSetDeviceFlags(unsigned int flags);

/** Says which devices to choose from for threads that set none: the first of the list is chosen, or
 *  of all devices if count is 0.
 *  Errors: cudaErrorInvalidValue if devices is NULL and count is not 0, count is out of range or a
 *      device stands twice; cudaErrorInvalidDevice.
 *  Mirrors: cudaSetValidDevices of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaSetValidDevices(int *devices, int count);

/** Makes a device ready, and does not make it the current one.
 *  Parameter device_flags: as cudaSetDeviceFlags; used where flags has cudaInitDeviceFlagsAreValid.
 *  Parameter flags: cudaInitDeviceFlagsAreValid, or 0.
 *  Errors: cudaErrorInvalidDevice; cudaErrorInvalidValue if a device flag is another.
 *  Mirrors: cudaInitDevice of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaInitDevice(
    int device, unsigned int device_flags, unsigned int flags);

/** Waits for the current device's work and frees everything that the process has on it; what was
 *  set on it is forgotten, and the device can be used at once.
 *  Errors: those of the work waited for.
 *  Beyond: an old stream, event or pointer is an error afterwards, never a crash; a device that was
 *      lost is opened anew.
 *  Mirrors: cudaDeviceReset of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaDeviceReset(void);

/** Tells a limit of the current device.
 *  Units: bytes, or a count, as the limit's name says.
 *  Errors: cudaErrorInvalidValue if value is NULL or limit is none; cudaErrorUnsupportedLimit.
 *  Mirrors: cudaDeviceGetLimit of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaDeviceGetLimit(size_t *value, enum cudaLimit limit);

/** Sets a limit of the current device; it is kept, rounded as the vendor's library would, and
 *  changes nothing.
 *  Units: bytes, or a count, as the limit's name says.
 *  Errors: cudaErrorUnsupportedLimit; cudaErrorInvalidValue if limit is none or value is out of
 *      range.
 *  Mirrors: cudaDeviceSetLimit of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaDeviceSetLimit(enum cudaLimit limit, size_t value);

/** Tells how the current device is to split cache and shared memory.
 *  Errors: cudaErrorInvalidValue if config is NULL.
 *  Mirrors: cudaDeviceGetCacheConfig of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaDeviceGetCacheConfig(enum cudaFuncCache *config);

/** Says how the current device is to split cache and shared memory; a wish.
 *  Errors: cudaErrorInvalidValue if config is none.
 *  Mirrors: cudaDeviceSetCacheConfig of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaDeviceSetCacheConfig(enum cudaFuncCache config);

/** Tells the width of the shared memory's banks of the current device: four bytes, whatever was
 *  set.
 *  Errors: cudaErrorInvalidValue if config is NULL.
 *  Mirrors: cudaDeviceGetSharedMemConfig of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaDeviceGetSharedMemConfig(enum cudaSharedMemConfig *config);

/** Says how wide the shared memory's banks are to be; a wish.
 *  Errors: cudaErrorInvalidValue if config is none.
 *  Mirrors: cudaDeviceSetSharedMemConfig of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaDeviceSetSharedMemConfig(enum cudaSharedMemConfig config);

/** Tells the range of priorities that streams of the current device have.
 *  Units: lower numbers go first, so greatest is not above least. Either pointer may be NULL.
 *  Errors: those that every function can return.
 *  Mirrors: cudaDeviceGetStreamPriorityRange of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest);

/** Tells whether a device can reach the memory of another; here none can, and copies between
 *  devices work without.
 *  Errors: cudaErrorInvalidValue if can_access is NULL; cudaErrorInvalidDevice.
 *  Mirrors: cudaDeviceCanAccessPeer of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaDeviceCanAccessPeer(int *can_access, int device, int peer);

/** Lets the current device reach the memory of another, which none can here.
 *  Parameter flags: 0.
 *  Errors: cudaErrorInvalidDevice; cudaErrorInvalidValue if flags is not 0; else
 *      cudaErrorPeerAccessUnsupported.
 *  Mirrors: cudaDeviceEnablePeerAccess of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned int flags);

/** Ends what cudaDeviceEnablePeerAccess began.
 *  Errors: cudaErrorInvalidDevice; cudaErrorPeerAccessNotEnabled.
 *  Mirrors: cudaDeviceDisablePeerAccess of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaDeviceDisablePeerAccess(int peer);

/** Tells a property of the way from one device to another; all are 0 here.
 *  Errors: cudaErrorInvalidValue if value is NULL or attribute is none; cudaErrorInvalidDevice if
 *      an ordinal is none, or both are one.
 *  Mirrors: cudaDeviceGetP2PAttribute of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaDeviceGetP2PAttribute(
    int *value, enum cudaDeviceP2PAttr attribute, int source, int destination);

/** Tells which atomic operations on host memory a device has; none here has any.
 *  Parameter capabilities: gets bits of cudaAtomicOperationCapability for each operation.
 *  Errors: cudaErrorInvalidValue if a pointer is NULL, count is 0 or an operation is none;
 *      cudaErrorInvalidDevice.
 *  Mirrors: cudaDeviceGetHostAtomicCapabilities of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaDeviceGetHostAtomicCapabilities(
    unsigned int *capabilities, const enum cudaAtomicOperation *operations, unsigned int count,
    int device);

/** Tells which atomic operations a device has on the memory of another.
 *  Parameter capabilities: gets bits of cudaAtomicOperationCapability for each operation.
 *  Errors: as cudaDeviceGetHostAtomicCapabilities; cudaErrorInvalidDevice also if both are one.
 *  Mirrors: cudaDeviceGetP2PAtomicCapabilities of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaDeviceGetP2PAtomicCapabilities(
    unsigned int *capabilities, const enum cudaAtomicOperation *operations, unsigned int count,
    int source, int destination);

/** Describes to NvSciSync what a device can wait for, which nothing here can.
 *  Parameter flags: not looked at.
 *  Errors: cudaErrorInvalidResourceHandle if attributes is NULL; cudaErrorInvalidDevice; else
 *      cudaErrorNotSupported.
 *  Mirrors: cudaDeviceGetNvSciSyncAttributes of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaDeviceGetNvSciSyncAttributes(
    void *attributes, int device, int flags);

/** Asks to be called when the device takes back memory that the process was promised. No device
 *  here promises any, so the callback is never called.
 *  Owner: handle is the caller's, until cudaDeviceUnregisterAsyncNotification or a reset.
 *  Errors: cudaErrorInvalidValue if callback or handle is NULL; cudaErrorInvalidDevice.
 *  Mirrors: cudaDeviceRegisterAsyncNotification of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaDeviceRegisterAsyncNotification(
    int device, cudaAsyncCallback callback, void *user_data, cudaAsyncCallbackHandle_t *handle);

/** Ends what cudaDeviceRegisterAsyncNotification began.
 *  Errors: cudaErrorInvalidDevice; cudaErrorInvalidValue if handle is none, or one of another
 *      device.
 *  Mirrors: cudaDeviceUnregisterAsyncNotification of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaDeviceUnregisterAsyncNotification(
    int device, cudaAsyncCallbackHandle_t handle);

/** Makes all lines of the cache that were to persist ordinary ones.
 *  Errors: those that every function can return.
 *  Mirrors: cudaCtxResetPersistingL2Cache of CUDA 13.0. */
GPUINTEROP_API cudaError_t cudaCtxResetPersistingL2Cache(void);

#ifdef __cplusplus
}
#endif

#endif
