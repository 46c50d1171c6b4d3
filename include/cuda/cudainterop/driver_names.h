/** The symbols of the driver interface. */
#ifndef GPUINTEROP_CUDAINTEROP_DRIVER_NAMES_H
#define GPUINTEROP_CUDAINTEROP_DRIVER_NAMES_H

/** The symbol of each function whose arguments have changed since its first version. */
#define cuCtxCreate cuCtxCreate_v4
#define cuCtxDestroy cuCtxDestroy_v2
#define cuCtxPopCurrent cuCtxPopCurrent_v2
#define cuCtxPushCurrent cuCtxPushCurrent_v2
#define cuDeviceGetUuid cuDeviceGetUuid_v2
#define cuDevicePrimaryCtxRelease cuDevicePrimaryCtxRelease_v2
#define cuDevicePrimaryCtxReset cuDevicePrimaryCtxReset_v2
#define cuDevicePrimaryCtxSetFlags cuDevicePrimaryCtxSetFlags_v2
#define cuDeviceTotalMem cuDeviceTotalMem_v2
#define cuEventDestroy cuEventDestroy_v2
#define cuEventElapsedTime cuEventElapsedTime_v2
#define cuLinkAddData cuLinkAddData_v2
#define cuLinkAddFile cuLinkAddFile_v2
#define cuLinkCreate cuLinkCreate_v2
#define cuMemAlloc cuMemAlloc_v2
#define cuMemAllocHost cuMemAllocHost_v2
#define cuMemAllocPitch cuMemAllocPitch_v2
#define cuMemFree cuMemFree_v2
#define cuMemGetAddressRange cuMemGetAddressRange_v2
#define cuMemGetInfo cuMemGetInfo_v2
#define cuMemHostGetDevicePointer cuMemHostGetDevicePointer_v2
#define cuMemHostRegister cuMemHostRegister_v2
#define cuModuleGetGlobal cuModuleGetGlobal_v2
#define cuStreamDestroy cuStreamDestroy_v2

/** Functions that use the default stream have a second symbol, for programs whose default stream is
 *  the calling thread's own. */
#ifdef CUDA_API_PER_THREAD_DEFAULT_STREAM
#define cuEventRecord cuEventRecord_ptsz
#define cuEventRecordWithFlags cuEventRecordWithFlags_ptsz
#define cuGetProcAddress cuGetProcAddress_v2_ptsz
#define cuLaunchCooperativeKernel cuLaunchCooperativeKernel_ptsz
#define cuLaunchHostFunc cuLaunchHostFunc_ptsz
#define cuLaunchKernel cuLaunchKernel_ptsz
#define cuLaunchKernelEx cuLaunchKernelEx_ptsz
#define cuMemcpy cuMemcpy_ptds
#define cuMemcpy2D cuMemcpy2D_v2_ptds
#define cuMemcpy2DAsync cuMemcpy2DAsync_v2_ptsz
#define cuMemcpy2DUnaligned cuMemcpy2DUnaligned_v2_ptds
#define cuMemcpy3D cuMemcpy3D_v2_ptds
#define cuMemcpy3DAsync cuMemcpy3DAsync_v2_ptsz
#define cuMemcpyAsync cuMemcpyAsync_ptsz
#define cuMemcpyDtoD cuMemcpyDtoD_v2_ptds
#define cuMemcpyDtoDAsync cuMemcpyDtoDAsync_v2_ptsz
#define cuMemcpyDtoH cuMemcpyDtoH_v2_ptds
#define cuMemcpyDtoHAsync cuMemcpyDtoHAsync_v2_ptsz
#define cuMemcpyHtoD cuMemcpyHtoD_v2_ptds
#define cuMemcpyHtoDAsync cuMemcpyHtoDAsync_v2_ptsz
#define cuMemsetD16 cuMemsetD16_v2_ptds
#define cuMemsetD16Async cuMemsetD16Async_ptsz
#define cuMemsetD32 cuMemsetD32_v2_ptds
#define cuMemsetD32Async cuMemsetD32Async_ptsz
#define cuMemsetD8 cuMemsetD8_v2_ptds
#define cuMemsetD8Async cuMemsetD8Async_ptsz
#define cuStreamAddCallback cuStreamAddCallback_ptsz
#define cuStreamGetCtx cuStreamGetCtx_ptsz
#define cuStreamGetDevice cuStreamGetDevice_ptsz
#define cuStreamGetFlags cuStreamGetFlags_ptsz
#define cuStreamGetId cuStreamGetId_ptsz
#define cuStreamGetPriority cuStreamGetPriority_ptsz
#define cuStreamQuery cuStreamQuery_ptsz
#define cuStreamSynchronize cuStreamSynchronize_ptsz
#define cuStreamWaitEvent cuStreamWaitEvent_ptsz
#else
#define cuGetProcAddress cuGetProcAddress_v2
#define cuMemcpy2D cuMemcpy2D_v2
#define cuMemcpy2DAsync cuMemcpy2DAsync_v2
#define cuMemcpy2DUnaligned cuMemcpy2DUnaligned_v2
#define cuMemcpy3D cuMemcpy3D_v2
#define cuMemcpy3DAsync cuMemcpy3DAsync_v2
#define cuMemcpyDtoD cuMemcpyDtoD_v2
#define cuMemcpyDtoDAsync cuMemcpyDtoDAsync_v2
#define cuMemcpyDtoH cuMemcpyDtoH_v2
#define cuMemcpyDtoHAsync cuMemcpyDtoHAsync_v2
#define cuMemcpyHtoD cuMemcpyHtoD_v2
#define cuMemcpyHtoDAsync cuMemcpyHtoDAsync_v2
#define cuMemsetD16 cuMemsetD16_v2
#define cuMemsetD32 cuMemsetD32_v2
#define cuMemsetD8 cuMemsetD8_v2
#endif

#endif
