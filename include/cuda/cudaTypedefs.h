/** The types of the functions of the driver interface, by the version that brought their arguments.
 *  Those whose names end with _ptds or _ptsz use the calling thread's default stream. */
#ifndef GPUINTEROP_CUDA_TYPEDEFS_H
#define GPUINTEROP_CUDA_TYPEDEFS_H

#include "cuda.h"

typedef CUresult (CUDAAPI *PFN_cuCtxCreate_v3020)(CUcontext *, unsigned int, CUdevice_v1);
typedef CUresult (CUDAAPI *PFN_cuCtxCreate_v11040)(CUcontext *, CUexecAffinityParam *, int,
    unsigned int, CUdevice_v1);
typedef CUresult (CUDAAPI *PFN_cuCtxCreate_v12050)(CUcontext *, CUctxCreateParams *, unsigned int,
    CUdevice);
typedef CUresult (CUDAAPI *PFN_cuCtxDestroy_v4000)(CUcontext);
typedef CUresult (CUDAAPI *PFN_cuCtxDisablePeerAccess_v4000)(CUcontext);
typedef CUresult (CUDAAPI *PFN_cuCtxEnablePeerAccess_v4000)(CUcontext, unsigned int);
typedef CUresult (CUDAAPI *PFN_cuCtxGetApiVersion_v3020)(CUcontext, unsigned int *);
typedef CUresult (CUDAAPI *PFN_cuCtxGetCacheConfig_v3020)(CUfunc_cache *);
typedef CUresult (CUDAAPI *PFN_cuCtxGetCurrent_v4000)(CUcontext *);
typedef CUresult (CUDAAPI *PFN_cuCtxGetDevice_v2000)(CUdevice_v1 *);
typedef CUresult (CUDAAPI *PFN_cuCtxGetDevice_v13000)(CUdevice *, CUcontext);
typedef CUresult (CUDAAPI *PFN_cuCtxGetFlags_v7000)(unsigned int *);
typedef CUresult (CUDAAPI *PFN_cuCtxGetId_v12000)(CUcontext, unsigned long long *);
typedef CUresult (CUDAAPI *PFN_cuCtxGetLimit_v3010)(size_t *, CUlimit);
typedef CUresult (CUDAAPI *PFN_cuCtxGetSharedMemConfig_v4020)(CUsharedconfig *);
typedef CUresult (CUDAAPI *PFN_cuCtxGetStreamPriorityRange_v5050)(int *, int *);
typedef CUresult (CUDAAPI *PFN_cuCtxPopCurrent_v4000)(CUcontext *);
typedef CUresult (CUDAAPI *PFN_cuCtxPushCurrent_v4000)(CUcontext);
typedef CUresult (CUDAAPI *PFN_cuCtxSetCacheConfig_v3020)(CUfunc_cache);
typedef CUresult (CUDAAPI *PFN_cuCtxSetCurrent_v4000)(CUcontext);
typedef CUresult (CUDAAPI *PFN_cuCtxSetFlags_v12010)(unsigned int);
typedef CUresult (CUDAAPI *PFN_cuCtxSetLimit_v3010)(CUlimit, size_t);
typedef CUresult (CUDAAPI *PFN_cuCtxSetSharedMemConfig_v4020)(CUsharedconfig);
typedef CUresult (CUDAAPI *PFN_cuCtxSynchronize_v2000)(void);
typedef CUresult (CUDAAPI *PFN_cuCtxSynchronize_v13000)(CUcontext);
typedef CUresult (CUDAAPI *PFN_cuDeviceCanAccessPeer_v4000)(int *, CUdevice_v1, CUdevice_v1);
typedef CUresult (CUDAAPI *PFN_cuDeviceComputeCapability_v2000)(int *, int *, CUdevice_v1);
typedef CUresult (CUDAAPI *PFN_cuDeviceGet_v2000)(CUdevice_v1 *, int);
typedef CUresult (CUDAAPI *PFN_cuDeviceGetAttribute_v2000)(int *, CUdevice_attribute,
    CUdevice_v1);
typedef CUresult (CUDAAPI *PFN_cuDeviceGetByPCIBusId_v4010)(CUdevice_v1 *, const char *);
typedef CUresult (CUDAAPI *PFN_cuDeviceGetCount_v2000)(int *);
typedef CUresult (CUDAAPI *PFN_cuDeviceGetLuid_v10000)(char *, unsigned int *, CUdevice_v1);
typedef CUresult (CUDAAPI *PFN_cuDeviceGetName_v2000)(char *, int, CUdevice_v1);
typedef CUresult (CUDAAPI *PFN_cuDeviceGetP2PAttribute_v8000)(int *, CUdevice_P2PAttribute,
    CUdevice_v1, CUdevice_v1);
typedef CUresult (CUDAAPI *PFN_cuDeviceGetPCIBusId_v4010)(char *, int, CUdevice_v1);
typedef CUresult (CUDAAPI *PFN_cuDeviceGetProperties_v2000)(CUdevprop_v1 *, CUdevice_v1);
typedef CUresult (CUDAAPI *PFN_cuDeviceGetUuid_v9020)(CUuuid *, CUdevice_v1);
typedef CUresult (CUDAAPI *PFN_cuDeviceGetUuid_v11040)(CUuuid *, CUdevice_v1);
typedef CUresult (CUDAAPI *PFN_cuDevicePrimaryCtxGetState_v7000)(CUdevice_v1, unsigned int *,
    int *);
typedef CUresult (CUDAAPI *PFN_cuDevicePrimaryCtxRelease_v11000)(CUdevice_v1);
typedef CUresult (CUDAAPI *PFN_cuDevicePrimaryCtxReset_v11000)(CUdevice_v1);
typedef CUresult (CUDAAPI *PFN_cuDevicePrimaryCtxRetain_v7000)(CUcontext *, CUdevice_v1);
typedef CUresult (CUDAAPI *PFN_cuDevicePrimaryCtxSetFlags_v11000)(CUdevice_v1, unsigned int);
typedef CUresult (CUDAAPI *PFN_cuDeviceTotalMem_v3020)(size_t *, CUdevice_v1);
typedef CUresult (CUDAAPI *PFN_cuDriverGetVersion_v2020)(int *);
typedef CUresult (CUDAAPI *PFN_cuEventCreate_v2000)(CUevent *, unsigned int);
typedef CUresult (CUDAAPI *PFN_cuEventDestroy_v4000)(CUevent);
typedef CUresult (CUDAAPI *PFN_cuEventElapsedTime_v2000)(float *, CUevent, CUevent);
typedef CUresult (CUDAAPI *PFN_cuEventElapsedTime_v12080)(float *, CUevent, CUevent);
typedef CUresult (CUDAAPI *PFN_cuEventQuery_v2000)(CUevent);
typedef CUresult (CUDAAPI *PFN_cuEventRecord_v2000)(CUevent, CUstream);
typedef CUresult (CUDAAPI *PFN_cuEventRecord_v7000_ptsz)(CUevent, CUstream);
typedef CUresult (CUDAAPI *PFN_cuEventRecordWithFlags_v11010)(CUevent, CUstream, unsigned int);
typedef CUresult (CUDAAPI *PFN_cuEventRecordWithFlags_v11010_ptsz)(CUevent, CUstream,
    unsigned int);
typedef CUresult (CUDAAPI *PFN_cuEventSynchronize_v2000)(CUevent);
typedef CUresult (CUDAAPI *PFN_cuGetErrorName_v6000)(CUresult, const char **);
typedef CUresult (CUDAAPI *PFN_cuGetErrorString_v6000)(CUresult, const char **);
typedef CUresult (CUDAAPI *PFN_cuGetExportTable_v3000)(const void **, const CUuuid *);
typedef CUresult (CUDAAPI *PFN_cuGetProcAddress_v11030)(const char *, void **, int, cuuint64_t);
typedef CUresult (CUDAAPI *PFN_cuGetProcAddress_v12000)(const char *, void **, int, cuuint64_t,
    CUdriverProcAddressQueryResult *);
typedef CUresult (CUDAAPI *PFN_cuInit_v2000)(unsigned int);
typedef CUresult (CUDAAPI *PFN_cuLaunchHostFunc_v10000)(CUstream, CUhostFn, void *);
typedef CUresult (CUDAAPI *PFN_cuLaunchHostFunc_v10000_ptsz)(CUstream, CUhostFn, void *);
typedef CUresult (CUDAAPI *PFN_cuMemAddressFree_v10020)(CUdeviceptr_v2, size_t);
typedef CUresult (CUDAAPI *PFN_cuMemAddressReserve_v10020)(CUdeviceptr_v2 *, size_t, size_t,
    CUdeviceptr_v2, unsigned long long);
typedef CUresult (CUDAAPI *PFN_cuMemCreate_v10020)(CUmemGenericAllocationHandle_v1 *, size_t,
    const CUmemAllocationProp_v1 *, unsigned long long);
typedef CUresult (CUDAAPI *PFN_cuMemExportToShareableHandle_v10020)(void *,
    CUmemGenericAllocationHandle_v1, CUmemAllocationHandleType, unsigned long long);
typedef CUresult (CUDAAPI *PFN_cuMemGetAccess_v10020)(unsigned long long *, const
    CUmemLocation_v1 *, CUdeviceptr_v2);
typedef CUresult (CUDAAPI *PFN_cuMemGetAllocationGranularity_v10020)(size_t *, const
    CUmemAllocationProp_v1 *, CUmemAllocationGranularity_flags);
typedef CUresult (CUDAAPI
    *PFN_cuMemGetAllocationPropertiesFromHandle_v10020)(CUmemAllocationProp_v1 *,
    CUmemGenericAllocationHandle_v1);
typedef CUresult (CUDAAPI *PFN_cuMemGetHandleForAddressRange_v11070)(void *, CUdeviceptr,
    size_t, CUmemRangeHandleType, unsigned long long);
typedef CUresult (CUDAAPI
    *PFN_cuMemImportFromShareableHandle_v10020)(CUmemGenericAllocationHandle_v1 *, void *,
    CUmemAllocationHandleType);
typedef CUresult (CUDAAPI *PFN_cuMemMap_v10020)(CUdeviceptr_v2, size_t, size_t,
    CUmemGenericAllocationHandle_v1, unsigned long long);
typedef CUresult (CUDAAPI *PFN_cuMemRelease_v10020)(CUmemGenericAllocationHandle_v1);
typedef CUresult (CUDAAPI
    *PFN_cuMemRetainAllocationHandle_v11000)(CUmemGenericAllocationHandle_v1 *, void *);
typedef CUresult (CUDAAPI *PFN_cuMemSetAccess_v10020)(CUdeviceptr_v2, size_t, const
    CUmemAccessDesc_v1 *, size_t);
typedef CUresult (CUDAAPI *PFN_cuMemUnmap_v10020)(CUdeviceptr_v2, size_t);
typedef CUresult (CUDAAPI *PFN_cuMemAlloc_v3020)(CUdeviceptr_v2 *, size_t);
typedef CUresult (CUDAAPI *PFN_cuMemAllocHost_v3020)(void **, size_t);
typedef CUresult (CUDAAPI *PFN_cuMemAllocManaged_v6000)(CUdeviceptr_v2 *, size_t, unsigned int);
typedef CUresult (CUDAAPI *PFN_cuMemAllocPitch_v3020)(CUdeviceptr_v2 *, size_t *, size_t, size_t,
    unsigned int);
typedef CUresult (CUDAAPI *PFN_cuMemFree_v3020)(CUdeviceptr_v2);
typedef CUresult (CUDAAPI *PFN_cuMemFreeHost_v2000)(void *);
typedef CUresult (CUDAAPI *PFN_cuMemGetAddressRange_v3020)(CUdeviceptr_v2 *, size_t *,
    CUdeviceptr_v2);
typedef CUresult (CUDAAPI *PFN_cuMemGetInfo_v3020)(size_t *, size_t *);
typedef CUresult (CUDAAPI *PFN_cuMemHostAlloc_v2020)(void **, size_t, unsigned int);
typedef CUresult (CUDAAPI *PFN_cuMemHostGetDevicePointer_v3020)(CUdeviceptr_v2 *, void *,
    unsigned int);
typedef CUresult (CUDAAPI *PFN_cuMemHostGetFlags_v2030)(unsigned int *, void *);
typedef CUresult (CUDAAPI *PFN_cuMemHostRegister_v6050)(void *, size_t, unsigned int);
typedef CUresult (CUDAAPI *PFN_cuMemHostUnregister_v4000)(void *);
typedef CUresult (CUDAAPI *PFN_cuMemcpy_v4000)(CUdeviceptr_v2, CUdeviceptr_v2, size_t);
typedef CUresult (CUDAAPI *PFN_cuMemcpy_v7000_ptds)(CUdeviceptr_v2, CUdeviceptr_v2, size_t);
typedef CUresult (CUDAAPI *PFN_cuMemcpy2D_v3020)(const CUDA_MEMCPY2D_v2 *);
typedef CUresult (CUDAAPI *PFN_cuMemcpy2D_v7000_ptds)(const CUDA_MEMCPY2D_v2 *);
typedef CUresult (CUDAAPI *PFN_cuMemcpy2DAsync_v3020)(const CUDA_MEMCPY2D_v2 *, CUstream);
typedef CUresult (CUDAAPI *PFN_cuMemcpy2DAsync_v7000_ptsz)(const CUDA_MEMCPY2D_v2 *, CUstream);
typedef CUresult (CUDAAPI *PFN_cuMemcpy2DUnaligned_v3020)(const CUDA_MEMCPY2D_v2 *);
typedef CUresult (CUDAAPI *PFN_cuMemcpy2DUnaligned_v7000_ptds)(const CUDA_MEMCPY2D_v2 *);
typedef CUresult (CUDAAPI *PFN_cuMemcpy3D_v3020)(const CUDA_MEMCPY3D_v2 *);
typedef CUresult (CUDAAPI *PFN_cuMemcpy3D_v7000_ptds)(const CUDA_MEMCPY3D_v2 *);
typedef CUresult (CUDAAPI *PFN_cuMemcpy3DAsync_v3020)(const CUDA_MEMCPY3D_v2 *, CUstream);
typedef CUresult (CUDAAPI *PFN_cuMemcpy3DAsync_v7000_ptsz)(const CUDA_MEMCPY3D_v2 *, CUstream);
typedef CUresult (CUDAAPI *PFN_cuMemcpyAsync_v4000)(CUdeviceptr_v2, CUdeviceptr_v2, size_t,
    CUstream);
typedef CUresult (CUDAAPI *PFN_cuMemcpyAsync_v7000_ptsz)(CUdeviceptr_v2, CUdeviceptr_v2, size_t,
    CUstream);
typedef CUresult (CUDAAPI *PFN_cuMemcpyDtoD_v3020)(CUdeviceptr_v2, CUdeviceptr_v2, size_t);
typedef CUresult (CUDAAPI *PFN_cuMemcpyDtoD_v7000_ptds)(CUdeviceptr_v2, CUdeviceptr_v2, size_t);
typedef CUresult (CUDAAPI *PFN_cuMemcpyDtoDAsync_v3020)(CUdeviceptr_v2, CUdeviceptr_v2, size_t,
    CUstream);
typedef CUresult (CUDAAPI *PFN_cuMemcpyDtoDAsync_v7000_ptsz)(CUdeviceptr_v2, CUdeviceptr_v2,
    size_t, CUstream);
typedef CUresult (CUDAAPI *PFN_cuMemcpyDtoH_v3020)(void *, CUdeviceptr_v2, size_t);
typedef CUresult (CUDAAPI *PFN_cuMemcpyDtoH_v7000_ptds)(void *, CUdeviceptr_v2, size_t);
typedef CUresult (CUDAAPI *PFN_cuMemcpyDtoHAsync_v3020)(void *, CUdeviceptr_v2, size_t, CUstream);
typedef CUresult (CUDAAPI *PFN_cuMemcpyDtoHAsync_v7000_ptsz)(void *, CUdeviceptr_v2, size_t,
    CUstream);
typedef CUresult (CUDAAPI *PFN_cuMemcpyHtoD_v3020)(CUdeviceptr_v2, const void *, size_t);
typedef CUresult (CUDAAPI *PFN_cuMemcpyHtoD_v7000_ptds)(CUdeviceptr_v2, const void *, size_t);
typedef CUresult (CUDAAPI *PFN_cuMemcpyHtoDAsync_v3020)(CUdeviceptr_v2, const void *, size_t,
    CUstream);
typedef CUresult (CUDAAPI *PFN_cuMemcpyHtoDAsync_v7000_ptsz)(CUdeviceptr_v2, const void *, size_t,
    CUstream);
typedef CUresult (CUDAAPI *PFN_cuMemsetD16_v3020)(CUdeviceptr_v2, unsigned short, size_t);
typedef CUresult (CUDAAPI *PFN_cuMemsetD16_v7000_ptds)(CUdeviceptr_v2, unsigned short, size_t);
typedef CUresult (CUDAAPI *PFN_cuMemsetD16Async_v3020)(CUdeviceptr_v2, unsigned short, size_t,
    CUstream);
typedef CUresult (CUDAAPI *PFN_cuMemsetD16Async_v7000_ptsz)(CUdeviceptr_v2, unsigned short,
    size_t, CUstream);
typedef CUresult (CUDAAPI *PFN_cuMemsetD32_v3020)(CUdeviceptr_v2, unsigned int, size_t);
typedef CUresult (CUDAAPI *PFN_cuMemsetD32_v7000_ptds)(CUdeviceptr_v2, unsigned int, size_t);
typedef CUresult (CUDAAPI *PFN_cuMemsetD32Async_v3020)(CUdeviceptr_v2, unsigned int, size_t,
    CUstream);
typedef CUresult (CUDAAPI *PFN_cuMemsetD32Async_v7000_ptsz)(CUdeviceptr_v2, unsigned int, size_t,
    CUstream);
typedef CUresult (CUDAAPI *PFN_cuMemsetD8_v3020)(CUdeviceptr_v2, unsigned char, size_t);
typedef CUresult (CUDAAPI *PFN_cuMemsetD8_v7000_ptds)(CUdeviceptr_v2, unsigned char, size_t);
typedef CUresult (CUDAAPI *PFN_cuMemsetD8Async_v3020)(CUdeviceptr_v2, unsigned char, size_t,
    CUstream);
typedef CUresult (CUDAAPI *PFN_cuMemsetD8Async_v7000_ptsz)(CUdeviceptr_v2, unsigned char, size_t,
    CUstream);
typedef CUresult (CUDAAPI *PFN_cuStreamAddCallback_v5000)(CUstream, CUstreamCallback, void *,
    unsigned int);
typedef CUresult (CUDAAPI *PFN_cuStreamAddCallback_v7000_ptsz)(CUstream, CUstreamCallback, void *,
    unsigned int);
typedef CUresult (CUDAAPI *PFN_cuStreamCreate_v2000)(CUstream *, unsigned int);
typedef CUresult (CUDAAPI *PFN_cuStreamCreateWithPriority_v5050)(CUstream *, unsigned int, int);
typedef CUresult (CUDAAPI *PFN_cuStreamDestroy_v4000)(CUstream);
typedef CUresult (CUDAAPI *PFN_cuStreamGetCtx_v9020)(CUstream, CUcontext *);
typedef CUresult (CUDAAPI *PFN_cuStreamGetCtx_v9020_ptsz)(CUstream, CUcontext *);
typedef CUresult (CUDAAPI *PFN_cuStreamGetDevice_v12080)(CUstream, CUdevice *);
typedef CUresult (CUDAAPI *PFN_cuStreamGetDevice_v12080_ptsz)(CUstream, CUdevice *);
typedef CUresult (CUDAAPI *PFN_cuStreamGetFlags_v5050)(CUstream, unsigned int *);
typedef CUresult (CUDAAPI *PFN_cuStreamGetFlags_v7000_ptsz)(CUstream, unsigned int *);
typedef CUresult (CUDAAPI *PFN_cuStreamGetId_v12000)(CUstream, unsigned long long *);
typedef CUresult (CUDAAPI *PFN_cuStreamGetId_v12000_ptsz)(CUstream, unsigned long long *);
typedef CUresult (CUDAAPI *PFN_cuStreamGetPriority_v5050)(CUstream, int *);
typedef CUresult (CUDAAPI *PFN_cuStreamGetPriority_v7000_ptsz)(CUstream, int *);
typedef CUresult (CUDAAPI *PFN_cuStreamQuery_v2000)(CUstream);
typedef CUresult (CUDAAPI *PFN_cuStreamQuery_v7000_ptsz)(CUstream);
typedef CUresult (CUDAAPI *PFN_cuStreamSynchronize_v2000)(CUstream);
typedef CUresult (CUDAAPI *PFN_cuStreamSynchronize_v7000_ptsz)(CUstream);
typedef CUresult (CUDAAPI *PFN_cuStreamWaitEvent_v3020)(CUstream, CUevent, unsigned int);
typedef CUresult (CUDAAPI *PFN_cuStreamWaitEvent_v7000_ptsz)(CUstream, CUevent, unsigned int);

#endif
