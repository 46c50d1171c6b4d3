/** Choosing and setting up devices, and access between devices; a part of hip_runtime_api.h.
 *  Threads: any; each thread has its own current device.
 *  Errors: those of a device call.
 *  Since: 0.2.0. */
#ifndef GPUINTEROP_HIP_DEVICE_API_H
#define GPUINTEROP_HIP_DEVICE_API_H

#include <stdint.h>

#include "../../driver_types.h"
#include "declare.h"
#include "renamed.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Finds the device that fits wanted properties best.
 *  Parameter wanted: each field that is not 0 asks for at least that much.
 *  Errors: hipErrorInvalidValue if a pointer is NULL.
 *  Mirrors: hipChooseDevice of HIP 6.4. */
GPUINTEROP_API hipError_t hipChooseDevice(int *device, const hipDeviceProp_tR0600 *wanted);

/** Gets the flags of the current device.
 *  Errors: hipErrorInvalidValue if flags is NULL; hipErrorInvalidDevice if the other interface
 *      set a device that HIP_VISIBLE_DEVICES hides.
 *  Mirrors: hipGetDeviceFlags of HIP 6.4. */
GPUINTEROP_API hipError_t hipGetDeviceFlags(unsigned int *flags);

/** Sets the flags of the current device: how the host waits. They are stored and have no effect:
 *  the host always sleeps.
 *  Parameter flags: one of hipDeviceScheduleAuto, hipDeviceScheduleSpin, hipDeviceScheduleYield
 *      and hipDeviceScheduleBlockingSync. The bits hipDeviceMapHost and hipDeviceLmemResizeToMax
 *      may be added.
 *  Errors: hipErrorInvalidValue if flags has another bit, or two ways to wait;
 *      hipErrorInvalidDevice if the other interface set a device that HIP_VISIBLE_DEVICES hides.
 *  Mirrors: hipSetDeviceFlags of HIP 6.4. */
GPUINTEROP_API hipError_t hipSetDeviceFlags(unsigned int flags);

/** Sets the list of devices for threads that set no device. They use its first device, or the
 *  first of all devices if count is 0.
 *  Errors: hipErrorInvalidValue if devices is NULL and count is not 0, count is out of range, or
 *      a device occurs twice; hipErrorInvalidDevice.
 *  Mirrors: hipSetValidDevices of HIP 6.4. */
GPUINTEROP_API hipError_t hipSetValidDevices(int *devices, int count);

/** Waits for the work of the current device's primary context, then destroys all that belongs to
 *  it. Contexts that the program created keep what is theirs.
 *  Settings of the device get their first values, and the device can be used at once.
 *  Threads: any, also while other threads use the device; their objects of it are stale
 *      afterwards.
 *  Errors: the error of work on the device that failed. The device is reset all the same.
 *  Beyond: a stream, event or pointer from before the reset is an error afterwards, never a
 *      crash. A device that was lost is opened again, and a context that a failed kernel has ended
 *      is used anew.
 *  Mirrors: hipDeviceReset of HIP 6.4. */
GPUINTEROP_API hipError_t hipDeviceReset(void);

/** Gets a limit of the current device.
 *  Units: bytes, or a count, as the limit's name says.
 *  Errors: hipErrorInvalidValue if value is NULL; hipErrorUnsupportedLimit.
 *  Mirrors: hipDeviceGetLimit of HIP 6.4. */
GPUINTEROP_API hipError_t hipDeviceGetLimit(size_t *value, enum hipLimit_t limit);

/** Sets a limit of the current device. The value is stored, rounded as CUDA's library does, and
 *  has no effect.
 *  Units: bytes, or a count, as the limit's name says.
 *  Errors: hipErrorUnsupportedLimit; hipErrorInvalidValue if value is out of range.
 *  Mirrors: hipDeviceSetLimit of HIP 6.4. */
GPUINTEROP_API hipError_t hipDeviceSetLimit(enum hipLimit_t limit, size_t value);

/** Gets the preferred split between cache and shared memory of the current device.
 *  Errors: hipErrorInvalidValue if config is NULL.
 *  Mirrors: hipDeviceGetCacheConfig of HIP 6.4. */
GPUINTEROP_API hipError_t hipDeviceGetCacheConfig(hipFuncCache_t *config);

/** Sets the preferred split between cache and shared memory of the current device. It is a hint.
 *  Errors: hipErrorInvalidValue if config is not one of the enum's.
 *  Mirrors: hipDeviceSetCacheConfig of HIP 6.4. */
GPUINTEROP_API hipError_t hipDeviceSetCacheConfig(hipFuncCache_t config);

/** Gets the width of the banks of shared memory of the current device. It is always four bytes.
 *  Errors: hipErrorInvalidValue if config is NULL.
 *  Mirrors: hipDeviceGetSharedMemConfig of HIP 6.4. */
GPUINTEROP_API hipError_t hipDeviceGetSharedMemConfig(hipSharedMemConfig *config);

/** Sets the preferred width of the banks of shared memory. It is a hint.
 *  Errors: hipErrorInvalidValue if config is not one of the enum's.
 *  Mirrors: hipDeviceSetSharedMemConfig of HIP 6.4. */
GPUINTEROP_API hipError_t hipDeviceSetSharedMemConfig(hipSharedMemConfig config);

/** Gets the range of the priorities of streams: 1 to -1.
 *  Parameter least: gets the lowest priority; may be NULL.
 *  Parameter greatest: gets the highest priority; may be NULL.
 *  Units: lower numbers go first, so greatest is not above least.
 *  Mirrors: hipDeviceGetStreamPriorityRange of HIP 6.4. */
GPUINTEROP_API hipError_t hipDeviceGetStreamPriorityRange(int *least, int *greatest);

/** Queries whether a device can access the memory of another one. No device here can. Copies
 *  between devices do not need it.
 *  Errors: hipErrorInvalidValue if can_access is NULL; hipErrorInvalidDevice.
 *  Mirrors: hipDeviceCanAccessPeer of HIP 6.4. */
GPUINTEROP_API hipError_t hipDeviceCanAccessPeer(int *can_access, int device, int peer);

/** Lets the current device access the memory of another one. No device here can.
 *  Parameter flags: 0.
 *  Errors: hipErrorInvalidDevice; hipErrorInvalidValue if flags is not 0; else
 *      hipErrorPeerAccessUnsupported.
 *  Mirrors: hipDeviceEnablePeerAccess of HIP 6.4. */
GPUINTEROP_API hipError_t hipDeviceEnablePeerAccess(int peer, unsigned int flags);

/** Ends the access that hipDeviceEnablePeerAccess began. No device here has such access.
 *  Errors: hipErrorInvalidDevice; else hipErrorPeerAccessNotEnabled.
 *  Mirrors: hipDeviceDisablePeerAccess of HIP 6.4. */
GPUINTEROP_API hipError_t hipDeviceDisablePeerAccess(int peer);

/** Gets an attribute of the link between two devices. All are 0 here.
 *  Errors: hipErrorInvalidValue if value is NULL, or attribute is not one of the enum's;
 *      hipErrorInvalidDevice if there is no such ordinal, or both are the same.
 *  Mirrors: hipDeviceGetP2PAttribute of HIP 6.4. */
GPUINTEROP_API hipError_t hipDeviceGetP2PAttribute(
    int *value, hipDeviceP2PAttr attribute, int source, int destination);

/** Gets the version of a device's instruction set.
 *  Errors: hipErrorInvalidValue if a pointer is NULL; hipErrorInvalidDevice.
 *  Mirrors: hipDeviceComputeCapability of HIP 6.4. */
GPUINTEROP_API hipError_t hipDeviceComputeCapability(int *major, int *minor, hipDevice_t device);

/** Gets the size of a device's memory.
 *  Units: bytes.
 *  Errors: hipErrorInvalidValue if size is NULL; hipErrorInvalidDevice.
 *  Mirrors: hipDeviceTotalMem of HIP 6.4. */
GPUINTEROP_API hipError_t hipDeviceTotalMem(size_t *size, hipDevice_t device);

/** Gets the link between two devices. It is the bus, through the host.
 *  Parameter link_type: gets 2, PCI Express.
 *  Errors: hipErrorInvalidValue if a pointer is NULL, or both devices are the same;
 *      hipErrorInvalidDevice; hipErrorNotSupported if one of them is on no bus.
 *  Mirrors: hipExtGetLinkTypeAndHopCount of HIP 6.4. */
GPUINTEROP_API hipError_t hipExtGetLinkTypeAndHopCount(
    int device, int peer, uint32_t *link_type, uint32_t *hops);

#ifdef __cplusplus
}
#endif

#endif
