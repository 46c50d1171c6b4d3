/* Functions that a library under question may lack yet: "not in this version" is then their answer,
 * and they do nothing. What every library has by now leaves this list. */
#ifndef BEHAVIOUR_OPTIONAL_H
#define BEHAVIOUR_OPTIONAL_H

#define NOT_IN_THIS_VERSION ((cudaError_t)-7)

/* Calls a function where there is one. The name of a macro within itself is the function. */
#define IF_THERE(function, ...) \
    (function != NULL ? function(__VA_ARGS__) : NOT_IN_THIS_VERSION)

/* What no header declares yet. */
cudaError_t cudaArrayGetInfo(struct cudaChannelFormatDesc *, struct cudaExtent *,
    unsigned int *, cudaArray_t);
cudaError_t cudaFreeArray(cudaArray_t);
cudaError_t cudaGetSymbolAddress(void **, const void *);
cudaError_t cudaGetSymbolSize(size_t *, const void *);
cudaError_t cudaMemcpyFromSymbol(void *, const void *, size_t, size_t, enum cudaMemcpyKind);
cudaError_t cudaMemcpyFromSymbolAsync(void *, const void *, size_t, size_t, enum cudaMemcpyKind,
    cudaStream_t);
cudaError_t cudaMemcpyToSymbol(const void *, const void *, size_t, size_t, enum cudaMemcpyKind);
cudaError_t cudaMemcpyToSymbolAsync(const void *, const void *, size_t, size_t,
    enum cudaMemcpyKind, cudaStream_t);
cudaError_t cudaStreamBeginCapture(cudaStream_t, enum cudaStreamCaptureMode);
cudaError_t cudaStreamEndCapture(cudaStream_t, cudaGraph_t *);

#pragma weak cudaArrayGetInfo
#define cudaArrayGetInfo(...) \
    IF_THERE(cudaArrayGetInfo, __VA_ARGS__)
#pragma weak cudaChooseDevice
#define cudaChooseDevice(...) \
    IF_THERE(cudaChooseDevice, __VA_ARGS__)
#pragma weak cudaCtxResetPersistingL2Cache
#define cudaCtxResetPersistingL2Cache(...) \
    IF_THERE(cudaCtxResetPersistingL2Cache, __VA_ARGS__)
#pragma weak cudaDeviceCanAccessPeer
#define cudaDeviceCanAccessPeer(...) \
    IF_THERE(cudaDeviceCanAccessPeer, __VA_ARGS__)
#pragma weak cudaDeviceDisablePeerAccess
#define cudaDeviceDisablePeerAccess(...) \
    IF_THERE(cudaDeviceDisablePeerAccess, __VA_ARGS__)
#pragma weak cudaDeviceEnablePeerAccess
#define cudaDeviceEnablePeerAccess(...) \
    IF_THERE(cudaDeviceEnablePeerAccess, __VA_ARGS__)
#pragma weak cudaDeviceFlushGPUDirectRDMAWrites
#define cudaDeviceFlushGPUDirectRDMAWrites(...) \
    IF_THERE(cudaDeviceFlushGPUDirectRDMAWrites, __VA_ARGS__)
#pragma weak cudaDeviceGetCacheConfig
#define cudaDeviceGetCacheConfig(...) \
    IF_THERE(cudaDeviceGetCacheConfig, __VA_ARGS__)
#pragma weak cudaDeviceGetDefaultMemPool
#define cudaDeviceGetDefaultMemPool(...) \
    IF_THERE(cudaDeviceGetDefaultMemPool, __VA_ARGS__)
#pragma weak cudaDeviceGetHostAtomicCapabilities
#define cudaDeviceGetHostAtomicCapabilities(...) \
    IF_THERE(cudaDeviceGetHostAtomicCapabilities, __VA_ARGS__)
#pragma weak cudaDeviceGetLimit
#define cudaDeviceGetLimit(...) \
    IF_THERE(cudaDeviceGetLimit, __VA_ARGS__)
#pragma weak cudaDeviceGetMemPool
#define cudaDeviceGetMemPool(...) \
    IF_THERE(cudaDeviceGetMemPool, __VA_ARGS__)
#pragma weak cudaDeviceGetNvSciSyncAttributes
#define cudaDeviceGetNvSciSyncAttributes(...) \
    IF_THERE(cudaDeviceGetNvSciSyncAttributes, __VA_ARGS__)
#pragma weak cudaDeviceGetP2PAtomicCapabilities
#define cudaDeviceGetP2PAtomicCapabilities(...) \
    IF_THERE(cudaDeviceGetP2PAtomicCapabilities, __VA_ARGS__)
#pragma weak cudaDeviceGetP2PAttribute
#define cudaDeviceGetP2PAttribute(...) \
    IF_THERE(cudaDeviceGetP2PAttribute, __VA_ARGS__)
#pragma weak cudaDeviceGetSharedMemConfig
#define cudaDeviceGetSharedMemConfig(...) \
    IF_THERE(cudaDeviceGetSharedMemConfig, __VA_ARGS__)
#pragma weak cudaDeviceGetStreamPriorityRange
#define cudaDeviceGetStreamPriorityRange(...) \
    IF_THERE(cudaDeviceGetStreamPriorityRange, __VA_ARGS__)
#pragma weak cudaDeviceRegisterAsyncNotification
#define cudaDeviceRegisterAsyncNotification(...) \
    IF_THERE(cudaDeviceRegisterAsyncNotification, __VA_ARGS__)
#pragma weak cudaDeviceReset
#define cudaDeviceReset(...) \
    IF_THERE(cudaDeviceReset, __VA_ARGS__)
#pragma weak cudaDeviceSetCacheConfig
#define cudaDeviceSetCacheConfig(...) \
    IF_THERE(cudaDeviceSetCacheConfig, __VA_ARGS__)
#pragma weak cudaDeviceSetLimit
#define cudaDeviceSetLimit(...) \
    IF_THERE(cudaDeviceSetLimit, __VA_ARGS__)
#pragma weak cudaDeviceSetMemPool
#define cudaDeviceSetMemPool(...) \
    IF_THERE(cudaDeviceSetMemPool, __VA_ARGS__)
#pragma weak cudaDeviceSetSharedMemConfig
#define cudaDeviceSetSharedMemConfig(...) \
    IF_THERE(cudaDeviceSetSharedMemConfig, __VA_ARGS__)
#pragma weak cudaDeviceUnregisterAsyncNotification
#define cudaDeviceUnregisterAsyncNotification(...) \
    IF_THERE(cudaDeviceUnregisterAsyncNotification, __VA_ARGS__)
#pragma weak cudaEventElapsedTime
#define cudaEventElapsedTime(...) \
    IF_THERE(cudaEventElapsedTime, __VA_ARGS__)
#pragma weak cudaFreeArray
#define cudaFreeArray(...) \
    IF_THERE(cudaFreeArray, __VA_ARGS__)
#pragma weak cudaFreeAsync
#define cudaFreeAsync(...) \
    IF_THERE(cudaFreeAsync, __VA_ARGS__)
#pragma weak cudaGetDeviceFlags
#define cudaGetDeviceFlags(...) \
    IF_THERE(cudaGetDeviceFlags, __VA_ARGS__)
#pragma weak cudaGetDriverEntryPoint
#define cudaGetDriverEntryPoint(...) \
    IF_THERE(cudaGetDriverEntryPoint, __VA_ARGS__)
#pragma weak cudaGetDriverEntryPointByVersion
#define cudaGetDriverEntryPointByVersion(...) \
    IF_THERE(cudaGetDriverEntryPointByVersion, __VA_ARGS__)
#pragma weak cudaGetSymbolAddress
#define cudaGetSymbolAddress(...) \
    IF_THERE(cudaGetSymbolAddress, __VA_ARGS__)
#pragma weak cudaGetSymbolSize
#define cudaGetSymbolSize(...) \
    IF_THERE(cudaGetSymbolSize, __VA_ARGS__)
#pragma weak cudaHostRegister
#define cudaHostRegister(...) \
    IF_THERE(cudaHostRegister, __VA_ARGS__)
#pragma weak cudaHostUnregister
#define cudaHostUnregister(...) \
    IF_THERE(cudaHostUnregister, __VA_ARGS__)
#pragma weak cudaInitDevice
#define cudaInitDevice(...) \
    IF_THERE(cudaInitDevice, __VA_ARGS__)
#pragma weak cudaIpcCloseMemHandle
#define cudaIpcCloseMemHandle(...) \
    IF_THERE(cudaIpcCloseMemHandle, __VA_ARGS__)
#pragma weak cudaIpcGetEventHandle
#define cudaIpcGetEventHandle(...) \
    IF_THERE(cudaIpcGetEventHandle, __VA_ARGS__)
#pragma weak cudaIpcGetMemHandle
#define cudaIpcGetMemHandle(...) \
    IF_THERE(cudaIpcGetMemHandle, __VA_ARGS__)
#pragma weak cudaIpcOpenEventHandle
#define cudaIpcOpenEventHandle(...) \
    IF_THERE(cudaIpcOpenEventHandle, __VA_ARGS__)
#pragma weak cudaIpcOpenMemHandle
#define cudaIpcOpenMemHandle(...) \
    IF_THERE(cudaIpcOpenMemHandle, __VA_ARGS__)
#pragma weak cudaLogsCurrent
#define cudaLogsCurrent(...) \
    IF_THERE(cudaLogsCurrent, __VA_ARGS__)
#pragma weak cudaLogsDumpToFile
#define cudaLogsDumpToFile(...) \
    IF_THERE(cudaLogsDumpToFile, __VA_ARGS__)
#pragma weak cudaLogsDumpToMemory
#define cudaLogsDumpToMemory(...) \
    IF_THERE(cudaLogsDumpToMemory, __VA_ARGS__)
#pragma weak cudaLogsRegisterCallback
#define cudaLogsRegisterCallback(...) \
    IF_THERE(cudaLogsRegisterCallback, __VA_ARGS__)
#pragma weak cudaMalloc3D
#define cudaMalloc3D(...) \
    IF_THERE(cudaMalloc3D, __VA_ARGS__)
#pragma weak cudaMallocAsync
#define cudaMallocAsync(...) \
    IF_THERE(cudaMallocAsync, __VA_ARGS__)
#pragma weak cudaMallocFromPoolAsync
#define cudaMallocFromPoolAsync(...) \
    IF_THERE(cudaMallocFromPoolAsync, __VA_ARGS__)
#pragma weak cudaMallocManaged
#define cudaMallocManaged(...) \
    IF_THERE(cudaMallocManaged, __VA_ARGS__)
#pragma weak cudaMallocPitch
#define cudaMallocPitch(...) \
    IF_THERE(cudaMallocPitch, __VA_ARGS__)
#pragma weak cudaMemAdvise
#define cudaMemAdvise(...) \
    IF_THERE(cudaMemAdvise, __VA_ARGS__)
#pragma weak cudaMemDiscardAndPrefetchBatchAsync
#define cudaMemDiscardAndPrefetchBatchAsync(...) \
    IF_THERE(cudaMemDiscardAndPrefetchBatchAsync, __VA_ARGS__)
#pragma weak cudaMemDiscardBatchAsync
#define cudaMemDiscardBatchAsync(...) \
    IF_THERE(cudaMemDiscardBatchAsync, __VA_ARGS__)
#pragma weak cudaMemGetDefaultMemPool
#define cudaMemGetDefaultMemPool(...) \
    IF_THERE(cudaMemGetDefaultMemPool, __VA_ARGS__)
#pragma weak cudaMemGetMemPool
#define cudaMemGetMemPool(...) \
    IF_THERE(cudaMemGetMemPool, __VA_ARGS__)
#pragma weak cudaMemPoolCreate
#define cudaMemPoolCreate(...) \
    IF_THERE(cudaMemPoolCreate, __VA_ARGS__)
#pragma weak cudaMemPoolDestroy
#define cudaMemPoolDestroy(...) \
    IF_THERE(cudaMemPoolDestroy, __VA_ARGS__)
#pragma weak cudaMemPoolExportPointer
#define cudaMemPoolExportPointer(...) \
    IF_THERE(cudaMemPoolExportPointer, __VA_ARGS__)
#pragma weak cudaMemPoolExportToShareableHandle
#define cudaMemPoolExportToShareableHandle(...) \
    IF_THERE(cudaMemPoolExportToShareableHandle, __VA_ARGS__)
#pragma weak cudaMemPoolGetAccess
#define cudaMemPoolGetAccess(...) \
    IF_THERE(cudaMemPoolGetAccess, __VA_ARGS__)
#pragma weak cudaMemPoolGetAttribute
#define cudaMemPoolGetAttribute(...) \
    IF_THERE(cudaMemPoolGetAttribute, __VA_ARGS__)
#pragma weak cudaMemPoolImportFromShareableHandle
#define cudaMemPoolImportFromShareableHandle(...) \
    IF_THERE(cudaMemPoolImportFromShareableHandle, __VA_ARGS__)
#pragma weak cudaMemPoolImportPointer
#define cudaMemPoolImportPointer(...) \
    IF_THERE(cudaMemPoolImportPointer, __VA_ARGS__)
#pragma weak cudaMemPoolSetAccess
#define cudaMemPoolSetAccess(...) \
    IF_THERE(cudaMemPoolSetAccess, __VA_ARGS__)
#pragma weak cudaMemPoolSetAttribute
#define cudaMemPoolSetAttribute(...) \
    IF_THERE(cudaMemPoolSetAttribute, __VA_ARGS__)
#pragma weak cudaMemPoolTrimTo
#define cudaMemPoolTrimTo(...) \
    IF_THERE(cudaMemPoolTrimTo, __VA_ARGS__)
#pragma weak cudaMemPrefetchAsync
#define cudaMemPrefetchAsync(...) \
    IF_THERE(cudaMemPrefetchAsync, __VA_ARGS__)
#pragma weak cudaMemPrefetchBatchAsync
#define cudaMemPrefetchBatchAsync(...) \
    IF_THERE(cudaMemPrefetchBatchAsync, __VA_ARGS__)
#pragma weak cudaMemRangeGetAttribute
#define cudaMemRangeGetAttribute(...) \
    IF_THERE(cudaMemRangeGetAttribute, __VA_ARGS__)
#pragma weak cudaMemRangeGetAttributes
#define cudaMemRangeGetAttributes(...) \
    IF_THERE(cudaMemRangeGetAttributes, __VA_ARGS__)
#pragma weak cudaMemSetMemPool
#define cudaMemSetMemPool(...) \
    IF_THERE(cudaMemSetMemPool, __VA_ARGS__)
#pragma weak cudaMemcpy2D
#define cudaMemcpy2D(...) \
    IF_THERE(cudaMemcpy2D, __VA_ARGS__)
#pragma weak cudaMemcpy2DAsync
#define cudaMemcpy2DAsync(...) \
    IF_THERE(cudaMemcpy2DAsync, __VA_ARGS__)
#pragma weak cudaMemcpy3D
#define cudaMemcpy3D(...) \
    IF_THERE(cudaMemcpy3D, __VA_ARGS__)
#pragma weak cudaMemcpy3DAsync
#define cudaMemcpy3DAsync(...) \
    IF_THERE(cudaMemcpy3DAsync, __VA_ARGS__)
#pragma weak cudaMemcpy3DBatchAsync
#define cudaMemcpy3DBatchAsync(...) \
    IF_THERE(cudaMemcpy3DBatchAsync, __VA_ARGS__)
#pragma weak cudaMemcpy3DPeer
#define cudaMemcpy3DPeer(...) \
    IF_THERE(cudaMemcpy3DPeer, __VA_ARGS__)
#pragma weak cudaMemcpy3DPeerAsync
#define cudaMemcpy3DPeerAsync(...) \
    IF_THERE(cudaMemcpy3DPeerAsync, __VA_ARGS__)
#pragma weak cudaMemcpyBatchAsync
#define cudaMemcpyBatchAsync(...) \
    IF_THERE(cudaMemcpyBatchAsync, __VA_ARGS__)
#pragma weak cudaMemcpyFromSymbol
#define cudaMemcpyFromSymbol(...) \
    IF_THERE(cudaMemcpyFromSymbol, __VA_ARGS__)
#pragma weak cudaMemcpyFromSymbolAsync
#define cudaMemcpyFromSymbolAsync(...) \
    IF_THERE(cudaMemcpyFromSymbolAsync, __VA_ARGS__)
#pragma weak cudaMemcpyPeer
#define cudaMemcpyPeer(...) \
    IF_THERE(cudaMemcpyPeer, __VA_ARGS__)
#pragma weak cudaMemcpyPeerAsync
#define cudaMemcpyPeerAsync(...) \
    IF_THERE(cudaMemcpyPeerAsync, __VA_ARGS__)
#pragma weak cudaMemcpyToSymbol
#define cudaMemcpyToSymbol(...) \
    IF_THERE(cudaMemcpyToSymbol, __VA_ARGS__)
#pragma weak cudaMemcpyToSymbolAsync
#define cudaMemcpyToSymbolAsync(...) \
    IF_THERE(cudaMemcpyToSymbolAsync, __VA_ARGS__)
#pragma weak cudaMemset2D
#define cudaMemset2D(...) \
    IF_THERE(cudaMemset2D, __VA_ARGS__)
#pragma weak cudaMemset2DAsync
#define cudaMemset2DAsync(...) \
    IF_THERE(cudaMemset2DAsync, __VA_ARGS__)
#pragma weak cudaMemset3D
#define cudaMemset3D(...) \
    IF_THERE(cudaMemset3D, __VA_ARGS__)
#pragma weak cudaMemset3DAsync
#define cudaMemset3DAsync(...) \
    IF_THERE(cudaMemset3DAsync, __VA_ARGS__)
#pragma weak cudaProfilerStart
#define cudaProfilerStart(...) \
    IF_THERE(cudaProfilerStart, __VA_ARGS__)
#pragma weak cudaProfilerStop
#define cudaProfilerStop(...) \
    IF_THERE(cudaProfilerStop, __VA_ARGS__)
#pragma weak cudaSetDeviceFlags
#define cudaSetDeviceFlags(...) \
    IF_THERE(cudaSetDeviceFlags, __VA_ARGS__)
#pragma weak cudaSetValidDevices
#define cudaSetValidDevices(...) \
    IF_THERE(cudaSetValidDevices, __VA_ARGS__)
#pragma weak cudaStreamAttachMemAsync
#define cudaStreamAttachMemAsync(...) \
    IF_THERE(cudaStreamAttachMemAsync, __VA_ARGS__)
#pragma weak cudaStreamBeginCapture
#define cudaStreamBeginCapture(...) \
    IF_THERE(cudaStreamBeginCapture, __VA_ARGS__)
#pragma weak cudaStreamCopyAttributes
#define cudaStreamCopyAttributes(...) \
    IF_THERE(cudaStreamCopyAttributes, __VA_ARGS__)
#pragma weak cudaStreamEndCapture
#define cudaStreamEndCapture(...) \
    IF_THERE(cudaStreamEndCapture, __VA_ARGS__)
#pragma weak cudaStreamGetAttribute
#define cudaStreamGetAttribute(...) \
    IF_THERE(cudaStreamGetAttribute, __VA_ARGS__)
#pragma weak cudaStreamGetCaptureInfo
#define cudaStreamGetCaptureInfo(...) \
    IF_THERE(cudaStreamGetCaptureInfo, __VA_ARGS__)
#pragma weak cudaStreamGetDevice
#define cudaStreamGetDevice(...) \
    IF_THERE(cudaStreamGetDevice, __VA_ARGS__)
#pragma weak cudaStreamGetId
#define cudaStreamGetId(...) \
    IF_THERE(cudaStreamGetId, __VA_ARGS__)
#pragma weak cudaStreamGetPriority
#define cudaStreamGetPriority(...) \
    IF_THERE(cudaStreamGetPriority, __VA_ARGS__)
#pragma weak cudaStreamIsCapturing
#define cudaStreamIsCapturing(...) \
    IF_THERE(cudaStreamIsCapturing, __VA_ARGS__)
#pragma weak cudaStreamSetAttribute
#define cudaStreamSetAttribute(...) \
    IF_THERE(cudaStreamSetAttribute, __VA_ARGS__)
#pragma weak cudaThreadExchangeStreamCaptureMode
#define cudaThreadExchangeStreamCaptureMode(...) \
    IF_THERE(cudaThreadExchangeStreamCaptureMode, __VA_ARGS__)

#endif
