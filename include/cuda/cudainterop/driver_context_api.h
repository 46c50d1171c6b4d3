/** Users of contexts, and events of whole contexts; a part of cuda.h.
 *  Threads: any.
 *  Errors: CUDA_ERROR_NOT_INITIALIZED before cuInit, and in a forked child. */
#ifndef GPUINTEROP_CUDA_DRIVER_CONTEXT_API_H
#define GPUINTEROP_CUDA_DRIVER_CONTEXT_API_H

#include "driver_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Counts one more user of the current context. It is an old function: programs push and pop
 *  contexts instead.
 *  Parameter context: gets the current context.
 *  Parameter flags: 0.
 *  Owner: the caller, until cuCtxDetach.
 *  Errors: CUDA_ERROR_INVALID_VALUE if context is NULL or flags is another value;
 *      CUDA_ERROR_INVALID_CONTEXT if no context is current; CUDA_ERROR_CONTEXT_IS_DESTROYED.
 *  Mirrors: cuCtxAttach of CUDA 13.0. */
CUresult cuCtxAttach(CUcontext *context, unsigned int flags);

/** Counts one user less of the current context. The last one ends a created context, as
 *  cuCtxDestroy does. A context is created with one user. A primary context does not end so.
 *  Parameter context: the current context.
 *  Errors: CUDA_ERROR_INVALID_CONTEXT if context is not the current one;
 *      CUDA_ERROR_CONTEXT_IS_DESTROYED.
 *  Mirrors: cuCtxDetach of CUDA 13.0. */
CUresult cuCtxDetach(CUcontext context);

/** Records an event that stands for all work of a context: the work that all its streams have at
 *  this call, also those that are not blocking.
 *  Parameter context: a context; it need not be current.
 *  Parameter event: an event of the same context.
 *  Errors: CUDA_ERROR_INVALID_CONTEXT if context is none; CUDA_ERROR_INVALID_HANDLE if event is
 *      stale, or is of another context.
 *  Mirrors: cuCtxRecordEvent of CUDA 13.0. */
CUresult cuCtxRecordEvent(CUcontext context, CUevent event);

/** Makes the later work of a context wait for an event, in all its streams, also those that are
 *  created later. The host does not wait.
 *  Parameter context: a context; it need not be current.
 *  Parameter event: an event of any context and device. If its work fails, that of the waiting
 *      streams fails.
 *  Errors: CUDA_ERROR_INVALID_CONTEXT if context is none; CUDA_ERROR_INVALID_HANDLE if event is
 *      stale.
 *  Mirrors: cuCtxWaitEvent of CUDA 13.0. */
CUresult cuCtxWaitEvent(CUcontext context, CUevent event);

#ifdef __cplusplus
}
#endif

#endif
