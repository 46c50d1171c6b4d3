/** Errors, devices and look-ups of the driver interface; a part of cuda.h.
 *  Threads: any.
 *  Errors: those of a driver call.
 *  Since: 0.2.0. */
#ifndef GPUINTEROP_CUDAINTEROP_DRIVER_API_H
#define GPUINTEROP_CUDAINTEROP_DRIVER_API_H

#include "attributes.h"
#include "names.h"
#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Errors. These functions need no cuInit. */

/** Gets the name of an error, as the enum spells it.
 *  Parameter name: gets the name, or NULL if there is no such error.
 *  Owner: the library; the text is valid until the process ends.
 *  Errors: CUDA_ERROR_INVALID_VALUE if name is NULL, or no error has the number; no other.
 *  Mirrors: cuGetErrorName of CUDA 13.0. */
CUresult cuGetErrorName(CUresult error, const char **name);

/** Gets a sentence that describes an error code.
 *  gpuinterop_last_error_detail() says what went wrong in a particular call.
 *  Parameter text: gets the sentence, or NULL if there is no such error.
 *  Owner: the library; the text is valid until the process ends.
 *  Errors: CUDA_ERROR_INVALID_VALUE if text is NULL, or no error has the number; no other.
 *  Mirrors: cuGetErrorString of CUDA 13.0. */
CUresult cuGetErrorString(CUresult error, const char **text);

/* Devices. A CUdevice is the ordinal of a device. */

/** Initializes the interface. Other functions fail before it. It may be called again, and makes no
 *  context.
 *  Parameter flags: 0.
 *  Errors: CUDA_ERROR_INVALID_VALUE if flags is not 0; CUDA_ERROR_NO_DEVICE if no driver could be
 *      loaded, or if there is no usable device; CUDA_ERROR_NOT_INITIALIZED in a forked child of a
 *      process that used the library; CUDA_ERROR_NOT_PERMITTED in a host function of a stream;
 *      CUDA_ERROR_OUT_OF_MEMORY; no other.
 *  Mirrors: cuInit of CUDA 13.0. */
CUresult cuInit(unsigned int flags);

/** Gets the version of CUDA that this library implements. It needs no cuInit.
 *  Units: 1000 for each major and 10 for each minor version, as CUDA_VERSION.
 *  Errors: CUDA_ERROR_INVALID_VALUE if version is NULL; no other.
 *  Mirrors: cuDriverGetVersion of CUDA 13.0. */
CUresult cuDriverGetVersion(int *version);

/** Gets the number of devices that the process may use.
 *  Parameter count: gets the number.
 *  Errors: CUDA_ERROR_INVALID_VALUE if count is NULL.
 *  Mirrors: cuDeviceGetCount of CUDA 13.0. */
CUresult cuDeviceGetCount(int *count);

/** Gets the device with an ordinal. It is the same number.
 *  Errors: CUDA_ERROR_INVALID_VALUE if device is NULL; CUDA_ERROR_INVALID_DEVICE.
 *  Mirrors: cuDeviceGet of CUDA 13.0. */
CUresult cuDeviceGet(CUdevice *device, int ordinal);

/** Gets the name of a device. It is cut if the room is too small.
 *  Parameter length: room in name.
 *  Units: length is in bytes, with the terminating zero.
 *  Errors: CUDA_ERROR_INVALID_VALUE if name is NULL, or length is not above 0;
 *      CUDA_ERROR_INVALID_DEVICE.
 *  Mirrors: cuDeviceGetName of CUDA 13.0. */
CUresult cuDeviceGetName(char *name, int length, CUdevice device);

/** Gets the UUID of a device.
 *  It equals VkPhysicalDeviceIDProperties.deviceUUID, so a program finds the same device in both
 *  interfaces.
 *  Errors: CUDA_ERROR_INVALID_VALUE if uuid is NULL; CUDA_ERROR_INVALID_DEVICE.
 *  Mirrors: cuDeviceGetUuid of CUDA 13.0. */
CUresult cuDeviceGetUuid(CUuuid *uuid, CUdevice device);

/** Gets the LUID of a device, which identifies it to Direct3D. Devices on Linux have none.
 *  Parameter luid: gets 8 bytes.
 *  Parameter node_mask: gets a bit for the device's node.
 *  Errors: CUDA_ERROR_INVALID_VALUE if a pointer is NULL; CUDA_ERROR_INVALID_DEVICE;
 *      CUDA_ERROR_NOT_SUPPORTED if the device has no LUID.
 *  Mirrors: cuDeviceGetLuid of CUDA 13.0. */
CUresult cuDeviceGetLuid(char *luid, unsigned int *node_mask, CUdevice device);

/** Gets the amount of a device's own memory.
 *  Parameter bytes: gets the amount.
 *  Units: bytes.
 *  Errors: CUDA_ERROR_INVALID_VALUE if bytes is NULL; CUDA_ERROR_INVALID_DEVICE.
 *  Mirrors: cuDeviceTotalMem of CUDA 13.0. */
CUresult cuDeviceTotalMem(size_t *bytes, CUdevice device);

/** Gets the compute capability of a device.
 *  Errors: CUDA_ERROR_INVALID_VALUE if a pointer is NULL; CUDA_ERROR_INVALID_DEVICE.
 *  Mirrors: cuDeviceComputeCapability of CUDA 13.0. */
CUresult cuDeviceComputeCapability(int *major, int *minor, CUdevice device);

/** Gets the properties of a device that CUDA 2 had. cuDeviceGetAttribute has more.
 *  A property that the driver does not report is 0. clockRate is the rate of clock64() where it is
 *  known.
 *  Units: sizes are in bytes; a size above INT_MAX is INT_MAX.
 *  Errors: CUDA_ERROR_INVALID_VALUE if properties is NULL; CUDA_ERROR_INVALID_DEVICE.
 *  Mirrors: cuDeviceGetProperties of CUDA 13.0. */
CUresult cuDeviceGetProperties(CUdevprop *properties, CUdevice device);

/** Gets one attribute of a device. cudaDeviceGetAttribute gives the same answers.
 *  Errors: CUDA_ERROR_INVALID_VALUE if value is NULL, or attribute is not one of the enum's;
 *      CUDA_ERROR_INVALID_DEVICE.
 *  Mirrors: cuDeviceGetAttribute of CUDA 13.0. */
CUresult cuDeviceGetAttribute(int *value, CUdevice_attribute attribute, CUdevice device);

/** Gets the PCI address of a device as text of the form 0000:01:00.0. A device without a PCI
 *  address has zeros.
 *  Parameter address: gets the text; cut if the room is too small.
 *  Parameter length: room in address; 13 is enough.
 *  Units: length is in bytes, with the terminating zero.
 *  Errors: CUDA_ERROR_INVALID_VALUE if address is NULL or too small; CUDA_ERROR_INVALID_DEVICE.
 *  Mirrors: cuDeviceGetPCIBusId of CUDA 13.0. */
CUresult cuDeviceGetPCIBusId(char *address, int length, CUdevice device);

/** Finds the device with a PCI address.
 *  The address is domain:bus:device.function, domain:bus:device or bus:device.function, in
 *  hexadecimal digits.
 *  Parameter address: the address as text.
 *  Errors: CUDA_ERROR_INVALID_VALUE if a pointer is NULL, or address is not an address;
 *      CUDA_ERROR_INVALID_DEVICE if no device has the address.
 *  Mirrors: cuDeviceGetByPCIBusId of CUDA 13.0. */
CUresult cuDeviceGetByPCIBusId(CUdevice *device, const char *address);

/** Queries whether a device can access the memory of another one. No device here can. Copies
 *  between devices do not need it.
 *  Errors: CUDA_ERROR_INVALID_VALUE if can_access is NULL; CUDA_ERROR_INVALID_DEVICE.
 *  Mirrors: cuDeviceCanAccessPeer of CUDA 13.0. */
CUresult cuDeviceCanAccessPeer(int *can_access, CUdevice device, CUdevice peer);

/** Gets an attribute of the link between two devices. All are 0 here.
 *  Errors: CUDA_ERROR_INVALID_VALUE if value is NULL, or attribute is not one of the enum's;
 *      CUDA_ERROR_INVALID_DEVICE if there is no such ordinal, or both are the same.
 *  Mirrors: cuDeviceGetP2PAttribute of CUDA 13.0. */
CUresult cuDeviceGetP2PAttribute(int *value, CUdevice_P2PAttribute attribute, CUdevice source,
                                 CUdevice destination);

/* Looking functions up by name. These functions need no cuInit. */

/** Finds a function of this interface by its name, as a version of CUDA defines it.
 *  A function that this library does not have is not an error: *function is NULL then.
 *  Parameter symbol: the name without a suffix such as _v2.
 *  Parameter flags: CU_GET_PROC_ADDRESS_DEFAULT, CU_GET_PROC_ADDRESS_LEGACY_STREAM or
 *      CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM; selects the default stream.
 *  Parameter result: gets whether the name exists, and whether it needs a later version. It may be
 *      NULL.
 *  Units: version is as CUDA_VERSION.
 *  Errors: CUDA_ERROR_INVALID_VALUE if symbol or function is NULL, version is above CUDA_VERSION,
 *      or flags has an unknown bit; no other.
 *  Mirrors: cuGetProcAddress of CUDA 13.0. */
CUresult cuGetProcAddress(const char *symbol, void **function, int version, cuuint64_t flags,
                          CUdriverProcAddressQueryResult *result);

/** Gets a private table of the vendor's library. There are none here. A program that asks for one
 *  contains the vendor's runtime, which this library cannot serve.
 *  Parameter table: gets NULL.
 *  Errors: CUDA_ERROR_INVALID_VALUE if a pointer is NULL; else CUDA_ERROR_NOT_FOUND; no other.
 *  Mirrors: cuGetExportTable of CUDA 13.0. */
CUresult cuGetExportTable(const void **table, const CUuuid *id);

#ifdef __cplusplus
}
#endif

#endif
