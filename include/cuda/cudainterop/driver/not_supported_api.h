/** Functions that are never supported, which cuGetProcAddress does not find; a part of cuda.h. They
 *  are for contexts with a part of the processors, dumps, checkpoints and descriptions of tensors.
 *  They look at no argument.
 *  Threads: any.
 *  Errors: CUDA_ERROR_NOT_SUPPORTED, always;
 *      those of a driver call.
 *  Since: 0.2.0. */
#ifndef GPUINTEROP_CUDAINTEROP_DRIVER_NOT_SUPPORTED_API_H
#define GPUINTEROP_CUDAINTEROP_DRIVER_NOT_SUPPORTED_API_H

#include "names.h"
#include "other_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Green contexts, which have a part of the processors.
 *  Errors: CUDA_ERROR_NOT_SUPPORTED, always;
 *      those of a context call. */

/** Would create or destroy a green context.
 *  Parameter context: the green context, or where it would go.
 *  Parameter description: the part of the processors.
 *  Mirrors: cuGreenCtxCreate and cuGreenCtxDestroy of CUDA 13.0. */
CUresult cuGreenCtxCreate(CUgreenCtx *context, CUdevResourceDesc description, CUdevice device,
                          unsigned int flags);
CUresult cuGreenCtxDestroy(CUgreenCtx context);

/** Would get what is known of a green context.
 *  Parameter context: the green context.
 *  Parameter resource: is not written.
 *  Parameter type: the kind of resource.
 *  Parameter id: is not written.
 *  Mirrors: cuGreenCtxGetDevResource and cuGreenCtxGetId of CUDA 13.0. */
CUresult cuGreenCtxGetDevResource(CUgreenCtx context, CUdevResource *resource,
                                  CUdevResourceType type);
CUresult cuGreenCtxGetId(CUgreenCtx context, unsigned long long *id);

/** Would order the work of a green context by an event, or create a stream of it.
 *  Parameter context: the green context.
 *  Parameter stream: is not written.
 *  Parameter priority: the priority of the stream.
 *  Mirrors: cuGreenCtxRecordEvent, cuGreenCtxStreamCreate and cuGreenCtxWaitEvent of CUDA 13.0. */
CUresult cuGreenCtxRecordEvent(CUgreenCtx context, CUevent event);
CUresult cuGreenCtxStreamCreate(CUstream *stream, CUgreenCtx context, unsigned int flags,
                                int priority);
CUresult cuGreenCtxWaitEvent(CUgreenCtx context, CUevent event);

/** Would get a context for a green context.
 *  Parameter context: is not written.
 *  Parameter green_context: the green context.
 *  Mirrors: cuCtxFromGreenCtx of CUDA 13.0. */
CUresult cuCtxFromGreenCtx(CUcontext *context, CUgreenCtx green_context);

/** Would get the part of the processors that a context has.
 *  Parameter resource: is not written.
 *  Parameter part: is not written.
 *  Parameter type: the kind of resource.
 *  Mirrors: cuCtxGetDevResource and cuCtxGetExecAffinity of CUDA 13.0. */
CUresult cuCtxGetDevResource(CUcontext context, CUdevResource *resource, CUdevResourceType type);
CUresult cuCtxGetExecAffinity(CUexecAffinityParam *part, CUexecAffinityType type);

/* Parts of a device's processors. */

/** Would get and split the processors of a device, and describe a part of them.
 *  Parameter resource: is not written.
 *  Parameter type: the kind of resource.
 *  Parameter description: is not written.
 *  Parameter resources: the parts.
 *  Parameter parts: is not written.
 *  Parameter count: the number of parts.
 *  Parameter whole: the resource to split.
 *  Parameter rest: is not written.
 *  Parameter least: the fewest processors of a part.
 *  Mirrors: cuDeviceGetDevResource, cuDevResourceGenerateDesc and cuDevSmResourceSplitByCount of
 *      CUDA 13.0. */
CUresult cuDeviceGetDevResource(CUdevice device, CUdevResource *resource, CUdevResourceType type);
CUresult cuDevResourceGenerateDesc(CUdevResourceDesc *description, CUdevResource *resources,
                                   unsigned int count);
CUresult cuDevSmResourceSplitByCount(CUdevResource *parts, unsigned int *count,
                                     const CUdevResource *whole, CUdevResource *rest,
                                     unsigned int flags, unsigned int least);

/* Dumps and checkpoints. */

/** Would get or set how the current context is dumped when device code fails.
 *  Parameter setting: the setting.
 *  Parameter value: the value; is not written.
 *  Parameter size: room in value; is not written.
 *  Errors: CUDA_ERROR_NOT_SUPPORTED, always; those of a context call.
 *  Mirrors: cuCoredumpGetAttribute and cuCoredumpSetAttribute of CUDA 13.0. */
CUresult cuCoredumpGetAttribute(CUcoredumpSettings setting, void *value, size_t *size);
CUresult cuCoredumpSetAttribute(CUcoredumpSettings setting, void *value, size_t *size);

/** Would get or set how all contexts are dumped when device code fails.
 *  Parameter setting: the setting.
 *  Parameter value: the value; is not written.
 *  Parameter size: room in value; is not written.
 *  Mirrors: cuCoredumpGetAttributeGlobal and cuCoredumpSetAttributeGlobal of CUDA 13.0. */
CUresult cuCoredumpGetAttributeGlobal(CUcoredumpSettings setting, void *value, size_t *size);
CUresult cuCoredumpSetAttributeGlobal(CUcoredumpSettings setting, void *value, size_t *size);

/** Would stop a process, keep what its devices hold, and continue it later.
 *  Parameter process: the number of the process.
 *  Parameter arguments: how it is done.
 *  Parameter thread: is not written.
 *  Parameter state: is not written.
 *  Mirrors: cuCheckpointProcessCheckpoint, cuCheckpointProcessGetRestoreThreadId,
 *      cuCheckpointProcessGetState, cuCheckpointProcessLock, cuCheckpointProcessRestore and
 *      cuCheckpointProcessUnlock of CUDA 13.0. */
CUresult cuCheckpointProcessCheckpoint(int process, CUcheckpointCheckpointArgs *arguments);
CUresult cuCheckpointProcessGetRestoreThreadId(int process, int *thread);
CUresult cuCheckpointProcessGetState(int process, CUprocessState *state);
CUresult cuCheckpointProcessLock(int process, CUcheckpointLockArgs *arguments);
CUresult cuCheckpointProcessRestore(int process, CUcheckpointRestoreArgs *arguments);
CUresult cuCheckpointProcessUnlock(int process, CUcheckpointUnlockArgs *arguments);

/* Descriptions of tensors, and NvSciSync. */

/** Would describe a tensor for device code that copies parts of it.
 *  Parameter map: is not written.
 *  Parameter type: the type of an element.
 *  Parameter rank: the number of dimensions.
 *  Parameter address: the address of the tensor.
 *  Parameter sizes: the size of each dimension.
 *  Parameter strides: the distance of elements in each dimension but the first.
 *  Parameter box: the size of a part in each dimension.
 *  Parameter steps: the distance of the elements that are copied.
 *  Parameter lower_corner: where a part begins.
 *  Parameter upper_corner: where a part ends.
 *  Parameter lower_width: where a part begins in its width.
 *  Parameter upper_width: where a part ends in its width.
 *  Parameter channels: the number of channels of a part.
 *  Parameter pixels: the number of pixels of a part.
 *  Parameter interleave: how channels are interleaved.
 *  Parameter mode: how a wide part is read.
 *  Parameter swizzle: how shared memory is arranged.
 *  Parameter promotion: how much the cache fetches.
 *  Parameter fill: the value of elements outside the tensor.
 *  Mirrors: cuTensorMapEncodeTiled, cuTensorMapEncodeIm2col, cuTensorMapEncodeIm2colWide and
 *      cuTensorMapReplaceAddress of CUDA 13.0. */
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

/** Would get the attributes of a device's semaphores of NvSciSync.
 *  Parameter attributes: is not written.
 *  Parameter flags: ignored.
 *  Mirrors: cuDeviceGetNvSciSyncAttributes of CUDA 13.0. */
CUresult cuDeviceGetNvSciSyncAttributes(void *attributes, CUdevice device, int flags);

#ifdef __cplusplus
}
#endif

#endif
