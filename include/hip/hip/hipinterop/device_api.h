/** Choosing and setting up devices, and reaching one from another; a part of hip_runtime_api.h. */
#ifndef GPUINTEROP_HIP_DEVICE_API_H
#define GPUINTEROP_HIP_DEVICE_API_H

#include <stdint.h>

#include "../driver_types.h"
#include "declare.h"
#include "renamed.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Finds the device that fits wanted properties best.
 *  Parameter wanted: each field that is not 0 wishes for at least so much.
 *  Errors: hipErrorInvalidValue if a pointer is NULL.
 *  Mirrors: hipChooseDevice of HIP 6.4. */
GPUINTEROP_API hipError_t hipChooseDevice(int *device, const hipDeviceProp_tR0600 *wanted);

/** Tells the flags of the current device.
 *  Errors: hipErrorInvalidValue if flags is NULL.
 *  Mirrors: hipGetDeviceFlags of HIP 6.4. */
GPUINTEROP_API hipError_t hipGetDeviceFlags(unsigned int *flags);

/** Sets flags of the current device: how the host waits. They are kept and told; here the host
 *  always sleeps.
 *  Parameter flags: one of hipDeviceScheduleAuto, hipDeviceScheduleSpin, hipDeviceScheduleYield and
 *      hipDeviceScheduleBlockingSync, with hipDeviceMapHost and hipDeviceLmemResizeToMax.
 *  Errors: hipErrorInvalidValue if flags has another bit, or two ways to wait.
 *  Mirrors: hipSetDeviceFlags of HIP 6.4. */
GPUINTEROP_API hipError_t hipSetDeviceFlags(unsigned int flags);

/** Says which devices to choose from for threads that set none: the first of the list is chosen, or
 *  of all devices if count is 0.
 *  Errors: hipErrorInvalidValue if devices is NULL and count is not 0, count is out of range or a
 *      device stands twice; hipErrorInvalidDevice.
 *  Mirrors: hipSetValidDevices of HIP 6.4. */
GPUINTEROP_API hipError_t hipSetValidDevices(int *devices, int count);

/** Waits for the current device's work and frees everything that the process has on it; what was
 *  set on it is forgotten, and the device can be used at once.
 *  Errors: those of the work waited for.
 *  Beyond: an old stream, event or pointer is an error afterwards, never a crash; a device that was
 *      lost is opened anew.
 *  Mirrors: hipDeviceReset of HIP 6.4. */
GPUINTEROP_API hipError_t hipDeviceReset(void);

/** Tells a limit of the current device.
 *  Units: bytes, or a count, as the limit's name says.
 *  Errors: hipErrorInvalidValue if value is NULL; hipErrorUnsupportedLimit.
 *  Mirrors: hipDeviceGetLimit of HIP 6.4. */
GPUINTEROP_API hipError_t hipDeviceGetLimit(size_t *value, enum hipLimit_t limit);

/** Sets a limit of the current device; it is kept, rounded as CUDA's library would, and changes
 *  nothing.
 *  Units: bytes, or a count, as the limit's name says.
 *  Errors: hipErrorUnsupportedLimit; hipErrorInvalidValue if value is out of range.
 *  Mirrors: hipDeviceSetLimit of HIP 6.4. */
GPUINTEROP_API hipError_t hipDeviceSetLimit(enum hipLimit_t limit, size_t value);

/** Tells how the current device is to split cache and shared memory.
 *  Errors: hipErrorInvalidValue if config is NULL.
 *  Mirrors: hipDeviceGetCacheConfig of HIP 6.4. */
GPUINTEROP_API hipError_t hipDeviceGetCacheConfig(hipFuncCache_t *config);

/** Says how the current device is to split cache and shared memory; a wish.
 *  Errors: hipErrorInvalidValue if config is none.
 *  Mirrors: hipDeviceSetCacheConfig of HIP 6.4. */
GPUINTEROP_API hipError_t hipDeviceSetCacheConfig(hipFuncCache_t config);

/** Tells the width of the shared memory's banks of the current device: four bytes, whatever was
 *  set.
 *  Errors: hipErrorInvalidValue if config is NULL.
 *  Mirrors: hipDeviceGetSharedMemConfig of HIP 6.4. */
GPUINTEROP_API hipError_t hipDeviceGetSharedMemConfig(hipSharedMemConfig *config);

/** Says how wide the shared memory's banks are to be; a wish.
 *  Errors: hipErrorInvalidValue if config is none.
 *  Mirrors: hipDeviceSetSharedMemConfig of HIP 6.4. */
GPUINTEROP_API hipError_t hipDeviceSetSharedMemConfig(hipSharedMemConfig config);

/** Tells the range of priorities that streams of the current device have: 1 to -1.
 *  Units: lower numbers go first, so greatest is not above least. Either pointer may be NULL.
 *  Errors: those that every function can return.
 *  Mirrors: hipDeviceGetStreamPriorityRange of HIP 6.4. */
GPUINTEROP_API hipError_t hipDeviceGetStreamPriorityRange(int *least, int *greatest);

/** Tells whether a device can reach the memory of another; here none can, and copies between
 *  devices work without.
 *  Errors: hipErrorInvalidValue if can_access is NULL; hipErrorInvalidDevice.
 *  Mirrors: hipDeviceCanAccessPeer of HIP 6.4. */
GPUINTEROP_API hipError_t hipDeviceCanAccessPeer(int *can_access, int device, int peer);

/** Lets the current device reach the memory of another, which none can here.
 *  Parameter flags: 0.
 *  Errors: hipErrorInvalidDevice; hipErrorInvalidValue if flags is not 0; else
 *      hipErrorPeerAccessUnsupported.
 *  Mirrors: hipDeviceEnablePeerAccess of HIP 6.4. */
GPUINTEROP_API hipError_t hipDeviceEnablePeerAccess(int peer, unsigned int flags);

/** Ends what hipDeviceEnablePeerAccess began.
 *  Errors: hipErrorInvalidDevice; hipErrorPeerAccessNotEnabled.
 *  Mirrors: hipDeviceDisablePeerAccess of HIP 6.4. */
GPUINTEROP_API hipError_t hipDeviceDisablePeerAccess(int peer);

/** Tells a property of the way from one device to another; all are 0 here.
 *  Errors: hipErrorInvalidValue if value is NULL or attribute is none; hipErrorInvalidDevice if an
 *      ordinal is none, or both are one.
 *  Mirrors: hipDeviceGetP2PAttribute of HIP 6.4. */
GPUINTEROP_API hipError_t hipDeviceGetP2PAttribute(
    int *value, hipDeviceP2PAttr attribute, int source, int destination);

/** Tells the version of a device's instruction set.
 *  Errors: hipErrorInvalidValue if a pointer is NULL; hipErrorInvalidDevice.
 *  Mirrors: hipDeviceComputeCapability of HIP 6.4. */
GPUINTEROP_API hipError_t hipDeviceComputeCapability(int *major, int *minor, hipDevice_t device);

/** Tells how much memory a device has.
 *  Units: bytes.
 *  Errors: hipErrorInvalidValue if size is NULL; hipErrorInvalidDevice.
 *  Mirrors: hipDeviceTotalMem of HIP 6.4. */
GPUINTEROP_API hipError_t hipDeviceTotalMem(size_t *size, hipDevice_t device);

/** Tells what connects two devices: the bus, by way of the host.
 *  Parameter link_type: gets 2, PCI Express.
 *  Errors: hipErrorInvalidValue if a pointer is NULL or both devices are one;
 *      hipErrorInvalidDevice; hipErrorNotSupported if one of them is on no bus.
 *  Mirrors: hipExtGetLinkTypeAndHopCount of HIP 6.4. */
GPUINTEROP_API hipError_t hipExtGetLinkTypeAndHopCount(
    int device, int peer, uint32_t *link_type, uint32_t *hops);

#ifdef __cplusplus
}
#endif

#endif
