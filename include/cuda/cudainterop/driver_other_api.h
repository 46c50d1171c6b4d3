/** Attributes of streams, logs, and what is not supported: the functions. */
#ifndef GPUINTEROP_CUDAINTEROP_DRIVER_OTHER_API_H
#define GPUINTEROP_CUDAINTEROP_DRIVER_OTHER_API_H

#include "driver_names.h"
#include "driver_other_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Attributes of streams. Most are stored and have no effect. */
CUresult cuStreamGetAttribute(CUstream stream, CUstreamAttrID attribute, CUstreamAttrValue *value);
CUresult cuStreamSetAttribute(CUstream stream, CUstreamAttrID attribute,
                              const CUstreamAttrValue *value);
CUresult cuStreamCopyAttributes(CUstream destination, CUstream source);
CUresult cuStreamGetCtx_v2(CUstream stream, CUcontext *context, CUgreenCtx *green_context);
CUresult cuStreamGetGreenCtx(CUstream stream, CUgreenCtx *context);
CUresult cuStreamIsCapturing(CUstream stream, CUstreamCaptureStatus *status);
CUresult cuStreamGetCaptureInfo(CUstream stream, CUstreamCaptureStatus *status, cuuint64_t *id,
                                CUgraph *graph, const CUgraphNode **dependencies,
                                const CUgraphEdgeData **edges, size_t *dependency_count);
CUresult cuThreadExchangeStreamCaptureMode(CUstreamCaptureMode *mode);

/** The log. Lines are sentences of errors and warnings. */
CUresult cuLogsRegisterCallback(CUlogsCallback callback, void *user_data,
                                CUlogsCallbackHandle *handle);
CUresult cuLogsUnregisterCallback(CUlogsCallbackHandle handle);
CUresult cuLogsCurrent(CUlogIterator *iterator, unsigned int flags);
CUresult cuLogsDumpToFile(CUlogIterator *iterator, const char *path, unsigned int flags);
CUresult cuLogsDumpToMemory(CUlogIterator *iterator, char *buffer, size_t *size,
                            unsigned int flags);

/** Profilers see the work of a device without these calls, which do nothing. */
CUresult cuProfilerInitialize(const char *settings, const char *path, CUoutput_mode mode);
CUresult cuProfilerStart(void);
CUresult cuProfilerStop(void);

/** Notifications, which never come, and what devices can do. */
CUresult cuDeviceRegisterAsyncNotification(CUdevice device, CUasyncCallback callback,
                                           void *user_data, CUasyncCallbackHandle *handle);
CUresult cuDeviceUnregisterAsyncNotification(CUdevice device, CUasyncCallbackHandle handle);
CUresult cuDeviceGetHostAtomicCapabilities(unsigned int *capabilities,
                                           const CUatomicOperation *operations, unsigned int count,
                                           CUdevice device);
CUresult cuDeviceGetP2PAtomicCapabilities(unsigned int *capabilities,
                                          const CUatomicOperation *operations, unsigned int count,
                                          CUdevice source, CUdevice destination);
CUresult cuDeviceGetNvSciSyncAttributes(void *attributes, CUdevice device, int flags);
CUresult cuDeviceGetExecAffinitySupport(int *is_supported, CUexecAffinityType type,
                                        CUdevice device);
CUresult cuCtxResetPersistingL2Cache(void);

/** These are not supported, and cuGetProcAddress does not find them: contexts with a part of
 *  the processors, dumps, checkpoints and descriptions of tensors. */
CUresult cuGreenCtxCreate(CUgreenCtx *context, CUdevResourceDesc description, CUdevice device,
                          unsigned int flags);
CUresult cuGreenCtxDestroy(CUgreenCtx context);
CUresult cuGreenCtxGetDevResource(CUgreenCtx context, CUdevResource *resource,
                                  CUdevResourceType type);
CUresult cuGreenCtxGetId(CUgreenCtx context, unsigned long long *id);
CUresult cuGreenCtxRecordEvent(CUgreenCtx context, CUevent event);
CUresult cuGreenCtxStreamCreate(CUstream *stream, CUgreenCtx context, unsigned int flags,
                                int priority);
CUresult cuGreenCtxWaitEvent(CUgreenCtx context, CUevent event);
CUresult cuCtxFromGreenCtx(CUcontext *context, CUgreenCtx green_context);
CUresult cuCtxGetDevResource(CUcontext context, CUdevResource *resource, CUdevResourceType type);
CUresult cuCtxGetExecAffinity(CUexecAffinityParam *part, CUexecAffinityType type);
CUresult cuDeviceGetDevResource(CUdevice device, CUdevResource *resource, CUdevResourceType type);
CUresult cuDevResourceGenerateDesc(CUdevResourceDesc *description, CUdevResource *resources,
                                   unsigned int count);
CUresult cuDevSmResourceSplitByCount(CUdevResource *parts, unsigned int *count,
                                     const CUdevResource *whole, CUdevResource *rest,
                                     unsigned int flags, unsigned int least);
CUresult cuCoredumpGetAttribute(CUcoredumpSettings setting, void *value, size_t *size);
CUresult cuCoredumpGetAttributeGlobal(CUcoredumpSettings setting, void *value, size_t *size);
CUresult cuCoredumpSetAttribute(CUcoredumpSettings setting, void *value, size_t *size);
CUresult cuCoredumpSetAttributeGlobal(CUcoredumpSettings setting, void *value, size_t *size);
CUresult cuCheckpointProcessCheckpoint(int process, CUcheckpointCheckpointArgs *arguments);
CUresult cuCheckpointProcessGetRestoreThreadId(int process, int *thread);
CUresult cuCheckpointProcessGetState(int process, CUprocessState *state);
CUresult cuCheckpointProcessLock(int process, CUcheckpointLockArgs *arguments);
CUresult cuCheckpointProcessRestore(int process, CUcheckpointRestoreArgs *arguments);
CUresult cuCheckpointProcessUnlock(int process, CUcheckpointUnlockArgs *arguments);
CUresult cuTensorMapEncodeTiled(CUtensorMap *map, CUtensorMapDataType type, cuuint32_t rank,
                                void *address, const cuuint64_t *sizes, const cuuint64_t *strides,
                                const cuuint32_t *box, const cuuint32_t *steps,
                                CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle,
                                CUtensorMapL2promotion promotion, CUtensorMapFloatOOBfill fill);
CUresult cuTensorMapEncodeIm2col(CUtensorMap *map, CUtensorMapDataType type, cuuint32_t rank,
                                 void *address, const cuuint64_t *sizes, const cuuint64_t *strides,
                                 const int *lower_corner, const int *upper_corner,
                                 cuuint32_t channels, cuuint32_t pixels, const cuuint32_t *steps,
                                 CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle,
                                 CUtensorMapL2promotion promotion, CUtensorMapFloatOOBfill fill);
CUresult cuTensorMapEncodeIm2colWide(CUtensorMap *map, CUtensorMapDataType type, cuuint32_t rank,
                                     void *address, const cuuint64_t *sizes,
                                     const cuuint64_t *strides, int lower_width, int upper_width,
                                     cuuint32_t channels, cuuint32_t pixels,
                                     const cuuint32_t *steps, CUtensorMapInterleave interleave,
                                     CUtensorMapIm2ColWideMode mode, CUtensorMapSwizzle swizzle,
                                     CUtensorMapL2promotion promotion,
                                     CUtensorMapFloatOOBfill fill);
CUresult cuTensorMapReplaceAddress(CUtensorMap *map, void *address);

#ifdef __cplusplus
}
#endif

#endif
