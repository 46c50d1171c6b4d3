/** The functions of the driver interface that this library has. */
#ifndef GPUINTEROP_CUDAINTEROP_DRIVER_API_H
#define GPUINTEROP_CUDAINTEROP_DRIVER_API_H

#include "driver_attributes.h"
#include "driver_names.h"
#include "driver_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Errors. Every function answers CUDA_ERROR_NOT_INITIALIZED before cuInit, except
 *  cuDriverGetVersion, these two and cuGetProcAddress. gpuinterop_last_error_detail() has the
 *  sentence of a failure. */
CUresult cuGetErrorName(CUresult error, const char **name);
CUresult cuGetErrorString(CUresult error, const char **text);

/** Devices. */
CUresult cuInit(unsigned int flags);
CUresult cuDriverGetVersion(int *version);
CUresult cuDeviceGetCount(int *count);
CUresult cuDeviceGet(CUdevice *device, int ordinal);
CUresult cuDeviceGetName(char *name, int length, CUdevice device);
CUresult cuDeviceGetUuid(CUuuid *uuid, CUdevice device);
CUresult cuDeviceGetLuid(char *luid, unsigned int *node_mask, CUdevice device);
CUresult cuDeviceTotalMem(size_t *bytes, CUdevice device);
CUresult cuDeviceComputeCapability(int *major, int *minor, CUdevice device);
CUresult cuDeviceGetProperties(CUdevprop *properties, CUdevice device);
CUresult cuDeviceGetAttribute(int *value, CUdevice_attribute attribute, CUdevice device);
CUresult cuDeviceGetPCIBusId(char *address, int length, CUdevice device);
CUresult cuDeviceGetByPCIBusId(CUdevice *device, const char *address);
CUresult cuDeviceCanAccessPeer(int *can_access, CUdevice device, CUdevice peer);
CUresult cuDeviceGetP2PAttribute(int *value, CUdevice_P2PAttribute attribute, CUdevice source,
                                 CUdevice destination);

/** Contexts. Each device has a primary one, which the runtime interface uses; programs create
 *  others. Each thread has a stack of current ones. */
CUresult cuCtxCreate(CUcontext *context, CUctxCreateParams *parameters, unsigned int flags,
                     CUdevice device);
CUresult cuCtxDestroy(CUcontext context);
CUresult cuCtxPushCurrent(CUcontext context);
CUresult cuCtxPopCurrent(CUcontext *context);
CUresult cuCtxSetCurrent(CUcontext context);
CUresult cuCtxGetCurrent(CUcontext *context);
CUresult cuCtxGetDevice(CUdevice *device);
CUresult cuCtxGetDevice_v2(CUdevice *device, CUcontext context);
CUresult cuCtxGetFlags(unsigned int *flags);
CUresult cuCtxSetFlags(unsigned int flags);
CUresult cuCtxGetId(CUcontext context, unsigned long long *id);
CUresult cuCtxGetApiVersion(CUcontext context, unsigned int *version);
CUresult cuCtxSynchronize(void);
CUresult cuCtxSynchronize_v2(CUcontext context);
CUresult cuCtxSetLimit(CUlimit limit, size_t value);
CUresult cuCtxGetLimit(size_t *value, CUlimit limit);
CUresult cuCtxSetCacheConfig(CUfunc_cache config);
CUresult cuCtxGetCacheConfig(CUfunc_cache *config);
CUresult cuCtxSetSharedMemConfig(CUsharedconfig config);
CUresult cuCtxGetSharedMemConfig(CUsharedconfig *config);
CUresult cuCtxGetStreamPriorityRange(int *least, int *greatest);
CUresult cuCtxEnablePeerAccess(CUcontext context, unsigned int flags);
CUresult cuCtxDisablePeerAccess(CUcontext context);
CUresult cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice device);
CUresult cuDevicePrimaryCtxRelease(CUdevice device);
CUresult cuDevicePrimaryCtxReset(CUdevice device);
CUresult cuDevicePrimaryCtxSetFlags(CUdevice device, unsigned int flags);
CUresult cuDevicePrimaryCtxGetState(CUdevice device, unsigned int *flags, int *active);

/** Memory. */
CUresult cuMemAlloc(CUdeviceptr *pointer, size_t size);
CUresult cuMemAllocPitch(CUdeviceptr *pointer, size_t *pitch, size_t width, size_t height,
                         unsigned int element_size);
CUresult cuMemFree(CUdeviceptr pointer);
CUresult cuMemGetInfo(size_t *free_bytes, size_t *total_bytes);
CUresult cuMemGetAddressRange(CUdeviceptr *base, size_t *size, CUdeviceptr pointer);
CUresult cuMemHostAlloc(void **pointer, size_t size, unsigned int flags);
CUresult cuMemAllocHost(void **pointer, size_t size);
CUresult cuMemFreeHost(void *pointer);
CUresult cuMemHostGetDevicePointer(CUdeviceptr *pointer, void *host_pointer, unsigned int flags);
CUresult cuMemHostGetFlags(unsigned int *flags, void *host_pointer);
CUresult cuMemHostRegister(void *pointer, size_t size, unsigned int flags);
CUresult cuMemHostUnregister(void *pointer);
CUresult cuMemAllocManaged(CUdeviceptr *pointer, size_t size, unsigned int flags);

/** Copies and fills. */
CUresult cuMemcpy(CUdeviceptr destination, CUdeviceptr source, size_t size);
CUresult cuMemcpyHtoD(CUdeviceptr destination, const void *source, size_t size);
CUresult cuMemcpyDtoH(void *destination, CUdeviceptr source, size_t size);
CUresult cuMemcpyDtoD(CUdeviceptr destination, CUdeviceptr source, size_t size);
CUresult cuMemsetD8(CUdeviceptr pointer, unsigned char value, size_t count);
CUresult cuMemsetD16(CUdeviceptr pointer, unsigned short value, size_t count);
CUresult cuMemsetD32(CUdeviceptr pointer, unsigned int value, size_t count);
CUresult cuMemcpy2D(const CUDA_MEMCPY2D *copy);
CUresult cuMemcpy2DUnaligned(const CUDA_MEMCPY2D *copy);
CUresult cuMemcpy3D(const CUDA_MEMCPY3D *copy);
CUresult cuMemcpyAsync(CUdeviceptr destination, CUdeviceptr source, size_t size, CUstream stream);
CUresult cuMemcpyHtoDAsync(CUdeviceptr destination, const void *source, size_t size,
                           CUstream stream);
CUresult cuMemcpyDtoHAsync(void *destination, CUdeviceptr source, size_t size, CUstream stream);
CUresult cuMemcpyDtoDAsync(CUdeviceptr destination, CUdeviceptr source, size_t size,
                           CUstream stream);
CUresult cuMemsetD8Async(CUdeviceptr pointer, unsigned char value, size_t count, CUstream stream);
CUresult cuMemsetD16Async(CUdeviceptr pointer, unsigned short value, size_t count,
                          CUstream stream);
CUresult cuMemsetD32Async(CUdeviceptr pointer, unsigned int value, size_t count, CUstream stream);
CUresult cuMemcpy2DAsync(const CUDA_MEMCPY2D *copy, CUstream stream);
CUresult cuMemcpy3DAsync(const CUDA_MEMCPY3D *copy, CUstream stream);

/** Streams. */
CUresult cuStreamCreate(CUstream *stream, unsigned int flags);
CUresult cuStreamCreateWithPriority(CUstream *stream, unsigned int flags, int priority);
CUresult cuStreamDestroy(CUstream stream);
CUresult cuStreamQuery(CUstream stream);
CUresult cuStreamSynchronize(CUstream stream);
CUresult cuStreamWaitEvent(CUstream stream, CUevent event, unsigned int flags);
CUresult cuStreamAddCallback(CUstream stream, CUstreamCallback callback, void *user_data,
                             unsigned int flags);
CUresult cuLaunchHostFunc(CUstream stream, CUhostFn function, void *user_data);
CUresult cuStreamGetFlags(CUstream stream, unsigned int *flags);
CUresult cuStreamGetPriority(CUstream stream, int *priority);
CUresult cuStreamGetId(CUstream stream, unsigned long long *id);
CUresult cuStreamGetDevice(CUstream stream, CUdevice *device);
CUresult cuStreamGetCtx(CUstream stream, CUcontext *context);

/** Events. */
CUresult cuEventCreate(CUevent *event, unsigned int flags);
CUresult cuEventDestroy(CUevent event);
CUresult cuEventRecord(CUevent event, CUstream stream);
CUresult cuEventRecordWithFlags(CUevent event, CUstream stream, unsigned int flags);
CUresult cuEventQuery(CUevent event);
CUresult cuEventSynchronize(CUevent event);
CUresult cuEventElapsedTime(float *milliseconds, CUevent start, CUevent end);

/** Looking functions up by name. */
CUresult cuGetProcAddress(const char *symbol, void **function, int version, cuuint64_t flags,
                          CUdriverProcAddressQueryResult *result);
CUresult cuGetExportTable(const void **table, const CUuuid *id);

#ifdef __cplusplus
}
#endif

#endif
