/** Streams and events of the driver interface; a part of cuda.h.
 *  Threads: any; threads may share a stream, and its work runs in the order of their calls.
 *  Errors: those of a work call.
 *  Since: 0.2.0. */
#ifndef GPUINTEROP_CUDAINTEROP_DRIVER_STREAM_API_H
#define GPUINTEROP_CUDAINTEROP_DRIVER_STREAM_API_H

#include "names.h"
#include "other_types.h"
#include "pool_types.h"
#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Streams. */

/** Creates a stream of the current context.
 *  Parameter flags: CU_STREAM_DEFAULT, or CU_STREAM_NON_BLOCKING for a stream that is not ordered
 *      with the legacy default stream.
 *  Owner: the caller, until cuStreamDestroy, or until the context ends.
 *  Errors: CUDA_ERROR_INVALID_VALUE if stream is NULL, or flags has an unknown bit;
 *      CUDA_ERROR_OUT_OF_MEMORY; those of a context call.
 *  Mirrors: cuStreamCreate of CUDA 13.0. */
CUresult cuStreamCreate(CUstream *stream, unsigned int flags);

/** Creates a stream with a priority in the current context.
 *  Parameter flags: as cuStreamCreate.
 *  Parameter priority: lower numbers are more urgent. A number outside the range of
 *      cuCtxGetStreamPriorityRange is clamped. It is stored and has no effect.
 *  Owner: the caller, until cuStreamDestroy, or until the context ends.
 *  Errors: as cuStreamCreate; those of a context call.
 *  Mirrors: cuStreamCreateWithPriority of CUDA 13.0. */
CUresult cuStreamCreateWithPriority(CUstream *stream, unsigned int flags, int priority);

/** Destroys a stream without waiting. Its pending work still completes.
 *  Parameter stream: a stream that a program created.
 *  Errors: CUDA_ERROR_INVALID_HANDLE if stream is a default stream, stale, or of another kind;
 *      those of a context call.
 *  Mirrors: cuStreamDestroy of CUDA 13.0. */
CUresult cuStreamDestroy(CUstream stream);

/** Queries whether all work of a stream is done.
 *  Returns: CUDA_SUCCESS if it is, CUDA_ERROR_NOT_READY if not.
 *  Errors: CUDA_ERROR_INVALID_HANDLE if stream is stale or of another kind.
 *  Mirrors: cuStreamQuery of CUDA 13.0. */
CUresult cuStreamQuery(CUstream stream);

/** Waits until all work of a stream is done. The calling thread sleeps.
 *  Threads: any; other threads may enqueue work in the stream meanwhile, which is not waited for.
 *  Errors: CUDA_ERROR_INVALID_HANDLE if stream is stale or of another kind.
 *  Mirrors: cuStreamSynchronize of CUDA 13.0. */
CUresult cuStreamSynchronize(CUstream stream);

/** Makes later work of a stream wait for the work that an event last recorded.
 *  An event that was never recorded holds nothing back. The call itself does not wait.
 *  Parameter flags: CU_EVENT_WAIT_DEFAULT.
 *  Errors: CUDA_ERROR_INVALID_HANDLE if stream or event is stale or of another kind, or event is
 *      NULL; CUDA_ERROR_INVALID_VALUE if flags has an unknown bit; CUDA_ERROR_ILLEGAL_STATE if
 *      flags is CU_EVENT_WAIT_EXTERNAL, which only captured streams take.
 *  Mirrors: cuStreamWaitEvent of CUDA 13.0. */
CUresult cuStreamWaitEvent(CUstream stream, CUevent event, unsigned int flags);

/** Enqueues a call of a host function. Later work of the stream waits until the function returns.
 *  The function must not call this library. It is also called when earlier work failed, and gets
 *  the error.
 *  Parameter flags: 0.
 *  Threads: any; the function runs in a thread of the library.
 *  Errors: CUDA_ERROR_INVALID_HANDLE if stream is stale or of another kind;
 *      CUDA_ERROR_INVALID_VALUE if callback is NULL, or flags is not 0; CUDA_ERROR_OUT_OF_MEMORY.
 *  Mirrors: cuStreamAddCallback of CUDA 13.0. */
CUresult cuStreamAddCallback(CUstream stream, CUstreamCallback callback, void *user_data,
                             unsigned int flags);

/** Enqueues a call of a host function. Later work of the stream waits until the function returns.
 *  The function must not call this library. It is not called when earlier work failed.
 *  Threads: any; the function runs in a thread of the library.
 *  Errors: CUDA_ERROR_INVALID_HANDLE if stream is stale or of another kind;
 *      CUDA_ERROR_INVALID_VALUE if function is NULL; CUDA_ERROR_OUT_OF_MEMORY.
 *  Mirrors: cuLaunchHostFunc of CUDA 13.0. */
CUresult cuLaunchHostFunc(CUstream stream, CUhostFn function, void *user_data);

/* Properties of a stream.
 *  Threads: any.
 *  Errors: those of a context call. */

/** Gets the flags that a stream was created with.
 *  Errors: CUDA_ERROR_INVALID_HANDLE if stream is stale or of another kind;
 *      CUDA_ERROR_INVALID_VALUE if flags is NULL.
 *  Mirrors: cuStreamGetFlags of CUDA 13.0. */
CUresult cuStreamGetFlags(CUstream stream, unsigned int *flags);

/** Gets the priority of a stream.
 *  Errors: CUDA_ERROR_INVALID_HANDLE if stream is stale or of another kind;
 *      CUDA_ERROR_INVALID_VALUE if priority is NULL.
 *  Mirrors: cuStreamGetPriority of CUDA 13.0. */
CUresult cuStreamGetPriority(CUstream stream, int *priority);

/** Gets the unique number of a stream. No other stream of the process ever has it.
 *  Errors: CUDA_ERROR_INVALID_HANDLE if stream is stale or of another kind;
 *      CUDA_ERROR_INVALID_VALUE if id is NULL.
 *  Mirrors: cuStreamGetId of CUDA 13.0. */
CUresult cuStreamGetId(CUstream stream, unsigned long long *id);

/** Gets the device of a stream.
 *  Parameter device: gets the ordinal; -1 if CUDA_VISIBLE_DEVICES hides the device.
 *  Errors: CUDA_ERROR_INVALID_HANDLE if stream is stale or of another kind;
 *      CUDA_ERROR_INVALID_VALUE if device is NULL.
 *  Mirrors: cuStreamGetDevice of CUDA 13.0. */
CUresult cuStreamGetDevice(CUstream stream, CUdevice *device);

/** Gets the context of a stream. A default stream is of the current one.
 *  Errors: CUDA_ERROR_INVALID_HANDLE if stream is stale or of another kind;
 *      CUDA_ERROR_INVALID_VALUE if context is NULL; CUDA_ERROR_OUT_OF_MEMORY.
 *  Mirrors: cuStreamGetCtx of CUDA 13.0. */
CUresult cuStreamGetCtx(CUstream stream, CUcontext *context);

/** Gets the context of a stream, and its green context. No stream has one.
 *  Parameter green_context: gets NULL; may be NULL.
 *  Errors: as cuStreamGetCtx.
 *  Mirrors: cuStreamGetCtx_v2 of CUDA 13.0. */
CUresult cuStreamGetCtx_v2(CUstream stream, CUcontext *context, CUgreenCtx *green_context);

/** Would get the green context of a stream. No stream has one.
 *  Parameter context: is not written.
 *  Errors: CUDA_ERROR_INVALID_VALUE if context is NULL; else CUDA_ERROR_NOT_SUPPORTED.
 *  Mirrors: cuStreamGetGreenCtx of CUDA 13.0. */
CUresult cuStreamGetGreenCtx(CUstream stream, CUgreenCtx *context);

/** Gets an attribute of a stream.
 *  Errors: CUDA_ERROR_INVALID_HANDLE if stream is stale or of another kind;
 *      CUDA_ERROR_INVALID_VALUE if value is NULL, or attribute is not one of a stream.
 *  Mirrors: cuStreamGetAttribute of CUDA 13.0. */
CUresult cuStreamGetAttribute(CUstream stream, CUstreamAttrID attribute, CUstreamAttrValue *value);

/** Sets an attribute of a stream for later work. It is stored and has no effect.
 *  Errors: CUDA_ERROR_INVALID_HANDLE if stream is stale or of another kind;
 *      CUDA_ERROR_INVALID_VALUE if value is NULL or out of range, or attribute is not one of a
 *      stream.
 *  Mirrors: cuStreamSetAttribute of CUDA 13.0. */
CUresult cuStreamSetAttribute(CUstream stream, CUstreamAttrID attribute,
                              const CUstreamAttrValue *value);

/** Copies all attributes of a stream to another one.
 *  Errors: CUDA_ERROR_INVALID_HANDLE if a stream is stale or of another kind;
 *      CUDA_ERROR_INVALID_VALUE if they belong to different devices.
 *  Mirrors: cuStreamCopyAttributes of CUDA 13.0. */
CUresult cuStreamCopyAttributes(CUstream destination, CUstream source);

/** Queries whether a stream is captured into a graph.
 *  Parameter status: gets CU_STREAM_CAPTURE_STATUS_INVALIDATED if the capture is broken.
 *  Errors: CUDA_ERROR_INVALID_HANDLE if stream is stale or of another kind;
 *      CUDA_ERROR_INVALID_VALUE if status is NULL.
 *  Mirrors: cuStreamIsCapturing of CUDA 13.0. */
CUresult cuStreamIsCapturing(CUstream stream, CUstreamCaptureStatus *status);

/** Gets the capture of a stream. The rest is written only if the stream is captured.
 *  Parameter status: gets the capture's status.
 *  Parameter id: gets its number, which no other capture of the process has; may be NULL.
 *  Parameter graph: gets the graph, to which nodes may be added; may be NULL.
 *  Parameter dependencies: gets the nodes that the stream's next node will follow; may be NULL.
 *  Parameter edges: gets the ports and the types of later edges from them; may be NULL.
 *  Parameter dependency_count: gets the number of nodes; may be NULL.
 *  Owner: the lists are the library's, valid until the next call in the stream.
 *  Errors: CUDA_ERROR_INVALID_HANDLE if stream is stale or of another kind;
 *      CUDA_ERROR_INVALID_VALUE if status is NULL.
 *  Mirrors: cuStreamGetCaptureInfo of CUDA 13.0. */
CUresult cuStreamGetCaptureInfo(CUstream stream, CUstreamCaptureStatus *status, cuuint64_t *id,
                                CUgraph *graph, const CUgraphNode **dependencies,
                                const CUgraphEdgeData **edges, size_t *dependency_count);

/** Exchanges the capture mode of the calling thread.
 *  Threads: any; each thread has its own mode.
 *  Errors: CUDA_ERROR_INVALID_VALUE if mode is NULL; those of a driver call.
 *  Mirrors: cuThreadExchangeStreamCaptureMode of CUDA 13.0. */
CUresult cuThreadExchangeStreamCaptureMode(CUstreamCaptureMode *mode);

/* Events.
 *  Threads: any.
 *  Errors: those of a context call. */

/** Creates an event of the current context.
 *  Parameter flags: CU_EVENT_DEFAULT, or bits of CU_EVENT_BLOCKING_SYNC, CU_EVENT_DISABLE_TIMING
 *      and CU_EVENT_INTERPROCESS. The last one needs the second.
 *  Owner: the caller, until cuEventDestroy, or until the context ends.
 *  Errors: CUDA_ERROR_INVALID_VALUE if event is NULL, flags has an unknown bit, or
 *      CU_EVENT_INTERPROCESS lacks CU_EVENT_DISABLE_TIMING; CUDA_ERROR_OUT_OF_MEMORY.
 *  Mirrors: cuEventCreate of CUDA 13.0. */
CUresult cuEventCreate(CUevent *event, unsigned int flags);

/** Destroys an event. Work that waits for it still waits.
 *  Errors: CUDA_ERROR_INVALID_HANDLE.
 *  Mirrors: cuEventDestroy of CUDA 13.0. */
CUresult cuEventDestroy(CUevent event);

/** Records an event: it stands for the work that was enqueued in a stream so far.
 *  Errors: CUDA_ERROR_INVALID_HANDLE if stream or event is stale or of another kind, or event is
 *      NULL; those of a work call.
 *  Mirrors: cuEventRecord of CUDA 13.0. */
CUresult cuEventRecord(CUevent event, CUstream stream);

/** Records an event, as cuEventRecord does.
 *  Parameter flags: CU_EVENT_RECORD_DEFAULT.
 *  Errors: as cuEventRecord; CUDA_ERROR_INVALID_VALUE if flags has an unknown bit;
 *      CUDA_ERROR_ILLEGAL_STATE if flags is CU_EVENT_RECORD_EXTERNAL, which only captured streams
 *      take; those of a work call.
 *  Mirrors: cuEventRecordWithFlags of CUDA 13.0. */
CUresult cuEventRecordWithFlags(CUevent event, CUstream stream, unsigned int flags);

/** Queries whether the work that an event recorded is done.
 *  Returns: CUDA_SUCCESS if it is done or nothing was recorded, CUDA_ERROR_NOT_READY if not.
 *  Errors: CUDA_ERROR_INVALID_HANDLE; the error of the recorded work, if it failed.
 *  Mirrors: cuEventQuery of CUDA 13.0. */
CUresult cuEventQuery(CUevent event);

/** Waits until the work that an event recorded is done. The calling thread sleeps, whatever the
 *  event's flags.
 *  Threads: any; another thread may record the event again meanwhile, which is not waited for.
 *  Errors: CUDA_ERROR_INVALID_HANDLE; the error of the recorded work, if it failed.
 *  Mirrors: cuEventSynchronize of CUDA 13.0. */
CUresult cuEventSynchronize(CUevent event);

/** Gets the time between two events, as the device measured it.
 *  Units: milliseconds; negative if end is the earlier one.
 *  Errors: CUDA_ERROR_INVALID_VALUE if milliseconds is NULL; CUDA_ERROR_INVALID_HANDLE if an event
 *      is NULL, stale or of another kind, has timing disabled, was never recorded, or is of another
 *      device than the other; CUDA_ERROR_NOT_READY if the work before an event is not done;
 *      CUDA_ERROR_NOT_SUPPORTED on a device without timestamps; the error of the recorded work, if
 *      it failed.
 *  Mirrors: cuEventElapsedTime of CUDA 13.0. */
CUresult cuEventElapsedTime(float *milliseconds, CUevent start, CUevent end);

/* Words of memory in the order of a stream.
 *  Threads: any; threads may share a stream, and its work runs in the order of their calls.
 *  Errors: those of a work call. */

/** Makes later work of a stream wait until a word in memory meets a condition. The call itself does
 *  not wait. A stream, the program or another process may write the word.
 *  Parameter pointer: the address of the word, a multiple of its size.
 *  Parameter flags: CU_STREAM_WAIT_VALUE_GEQ, CU_STREAM_WAIT_VALUE_EQ, CU_STREAM_WAIT_VALUE_AND or
 *      CU_STREAM_WAIT_VALUE_NOR. CU_STREAM_WAIT_VALUE_GEQ compares cyclically: it holds if
 *      word - value, as a signed number of the word's size, is not negative.
 *  Units: the word has 4 bytes, or 8 in the function that ends with 64.
 *  Owner: the memory is kept until the wait is done.
 *  Errors: CUDA_ERROR_INVALID_HANDLE if stream is stale or of another kind;
 *      CUDA_ERROR_INVALID_VALUE if pointer is NULL, unknown or not aligned, or flags is another
 *      value; CUDA_ERROR_NOT_SUPPORTED for a multicast address.
 *  Mirrors: cuStreamWaitValue32 and cuStreamWaitValue64 of CUDA 13.0. */
CUresult cuStreamWaitValue32(CUstream stream, CUdeviceptr pointer, cuuint32_t value,
                             unsigned int flags);
CUresult cuStreamWaitValue64(CUstream stream, CUdeviceptr pointer, cuuint64_t value,
                             unsigned int flags);

/** Enqueues a write of a word to memory, after all earlier work of the stream.
 *  Parameter pointer: the address of the word, a multiple of its size.
 *  Parameter flags: CU_STREAM_WRITE_VALUE_DEFAULT or CU_STREAM_WRITE_VALUE_NO_MEMORY_BARRIER, which
 *      has no effect.
 *  Units: the word has 4 bytes, or 8 in the function that ends with 64.
 *  Errors: CUDA_ERROR_INVALID_HANDLE if stream is stale or of another kind;
 *      CUDA_ERROR_INVALID_VALUE if pointer is NULL, unknown or not aligned, or flags has an unknown
 *      bit; CUDA_ERROR_NOT_SUPPORTED for memory of another device.
 *  Mirrors: cuStreamWriteValue32 and cuStreamWriteValue64 of CUDA 13.0. */
CUresult cuStreamWriteValue32(CUstream stream, CUdeviceptr pointer, cuuint32_t value,
                              unsigned int flags);
CUresult cuStreamWriteValue64(CUstream stream, CUdeviceptr pointer, cuuint64_t value,
                              unsigned int flags);

/** Enqueues several waits and writes of words in memory, in their order: all of them or none.
 *  Parameter flags: 0.
 *  Errors: as cuStreamWaitValue32; as cuStreamWriteValue32; CUDA_ERROR_INVALID_VALUE if operations
 *      is NULL, count is not 1 to 256, flags is not 0, or an operation is unknown;
 *      CUDA_ERROR_NOT_SUPPORTED for a flush or a barrier; CUDA_ERROR_OUT_OF_MEMORY.
 *  Mirrors: cuStreamBatchMemOp of CUDA 13.0. */
CUresult cuStreamBatchMemOp(CUstream stream, unsigned int count,
                            CUstreamBatchMemOpParams *operations, unsigned int flags);

#ifdef __cplusplus
}
#endif

#endif
