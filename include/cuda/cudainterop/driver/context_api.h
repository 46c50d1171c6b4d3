/** Contexts of the driver interface; a part of cuda.h.
 *  Threads: any; each thread has its own stack of contexts.
 *  Errors: those of a driver call.
 *  Since: 0.2.0. */
#ifndef GPUINTEROP_CUDAINTEROP_DRIVER_CONTEXT_API_H
#define GPUINTEROP_CUDAINTEROP_DRIVER_CONTEXT_API_H

#include "names.h"
#include "types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A context owns what is made while it is current: streams, events, modules, arrays, textures,
 * imports and memory. Each device has a primary context, which the runtime interface uses. Programs
 * create others. The top of a thread's stack is its current context. The legacy default stream of a
 * context orders with the blocking streams of that context. Memory and streams of one context can
 * be used while another context is current. */

/* Contexts that programs create, and the stack. */

/** Creates a context of a device, and pushes it onto the calling thread's stack. The device is
 *  opened.
 *  Parameter context: gets the context.
 *  Parameter parameters: NULL, or a struct that asks for nothing: contexts here have all processors
 *      and share no queue of a graphics interface.
 *  Parameter flags: one of CU_CTX_SCHED_AUTO, CU_CTX_SCHED_SPIN, CU_CTX_SCHED_YIELD and
 *      CU_CTX_SCHED_BLOCKING_SYNC, and any other bits of CU_CTX_FLAGS_MASK. They are stored.
 *      With CU_CTX_SYNC_MEMOPS synchronous copies and fills of device memory are done when their
 *      call returns. The others have no effect: the host always sleeps.
 *  Owner: the caller, until cuCtxDestroy.
 *  Errors: CUDA_ERROR_INVALID_VALUE if context is NULL, or flags has another bit or two ways to
 *      wait; CUDA_ERROR_INVALID_DEVICE; CUDA_ERROR_NOT_SUPPORTED if parameters asks for something;
 *      CUDA_ERROR_OUT_OF_MEMORY; CUDA_ERROR_OPERATING_SYSTEM if the system refuses a thread or a
 *      file descriptor; CUDA_ERROR_UNKNOWN if the driver cannot open the device.
 *  Mirrors: cuCtxCreate of CUDA 13.0. */
CUresult cuCtxCreate(CUcontext *context, CUctxCreateParams *parameters, unsigned int flags,
                     CUdevice device);

/** Waits for a context's work, then destroys the context and what belongs to it. Memory of pools,
 *  memory of other processes, and libraries stay. If it is the calling thread's current context, it
 *  is popped.
 *  Threads: any. Other threads that have it current get CUDA_ERROR_CONTEXT_IS_DESTROYED until they
 *      set or pop it.
 *  Errors: CUDA_ERROR_INVALID_VALUE if context is NULL; CUDA_ERROR_INVALID_CONTEXT if it is stale,
 *      or a primary context; the error of work in the context that failed. The context is
 *      destroyed all the same.
 *  Mirrors: cuCtxDestroy of CUDA 13.0. */
CUresult cuCtxDestroy(CUcontext context);

/** Pushes a context onto the calling thread's stack.
 *  Errors: CUDA_ERROR_INVALID_VALUE if context is NULL; CUDA_ERROR_INVALID_CONTEXT if it is stale;
 *      CUDA_ERROR_OUT_OF_MEMORY.
 *  Mirrors: cuCtxPushCurrent of CUDA 13.0. */
CUresult cuCtxPushCurrent(CUcontext context);

/** Takes the current context off the calling thread's stack.
 *  Parameter context: gets the context that was current; may be NULL.
 *  Errors: CUDA_ERROR_INVALID_CONTEXT if the stack is empty.
 *  Mirrors: cuCtxPopCurrent of CUDA 13.0. */
CUresult cuCtxPopCurrent(CUcontext *context);

/** Replaces the calling thread's current context. NULL pops it.
 *  Errors: CUDA_ERROR_INVALID_CONTEXT if context is stale.
 *  Mirrors: cuCtxSetCurrent of CUDA 13.0. */
CUresult cuCtxSetCurrent(CUcontext context);

/** Gets the calling thread's current context.
 *  Parameter context: gets the context; NULL if the thread has none.
 *  Errors: CUDA_ERROR_INVALID_VALUE if context is NULL.
 *  Mirrors: cuCtxGetCurrent of CUDA 13.0. */
CUresult cuCtxGetCurrent(CUcontext *context);

/* Properties of a context. */

/** Gets the device of the current context.
 *  Errors: CUDA_ERROR_INVALID_VALUE if device is NULL; CUDA_ERROR_INVALID_CONTEXT if the calling
 *      thread has no current context; CUDA_ERROR_CONTEXT_IS_DESTROYED if another thread destroyed
 *      it.
 *  Mirrors: cuCtxGetDevice of CUDA 13.0. */
CUresult cuCtxGetDevice(CUdevice *device);

/** Gets the device of a context.
 *  Parameter context: NULL stands for the current context.
 *  Errors: as cuCtxGetDevice; CUDA_ERROR_INVALID_CONTEXT if context is stale.
 *  Mirrors: cuCtxGetDevice_v2 of CUDA 13.0. */
CUresult cuCtxGetDevice_v2(CUdevice *device, CUcontext context);

/** Gets the flags of the current context.
 *  Errors: CUDA_ERROR_INVALID_VALUE if flags is NULL; those of a context call.
 *  Mirrors: cuCtxGetFlags of CUDA 13.0. */
CUresult cuCtxGetFlags(unsigned int *flags);

/** Sets the flags of the current context. They are stored; CU_CTX_SYNC_MEMOPS alone has an effect,
 *  as cuCtxCreate says.
 *  Parameter flags: as for cuCtxCreate.
 *  Errors: CUDA_ERROR_INVALID_VALUE if flags has another bit or two ways to wait; those of a
 *      context call.
 *  Mirrors: cuCtxSetFlags of CUDA 13.0. */
CUresult cuCtxSetFlags(unsigned int flags);

/** Gets the unique number of a context. No other context of the process ever has it.
 *  Parameter context: NULL stands for the current context.
 *  Errors: CUDA_ERROR_INVALID_VALUE if id is NULL; CUDA_ERROR_INVALID_CONTEXT if context is stale,
 *      or is NULL and the calling thread has no current context.
 *  Mirrors: cuCtxGetId of CUDA 13.0. */
CUresult cuCtxGetId(CUcontext context, unsigned long long *id);

/** Gets the version of the interface that a context was created for. It is always 3020.
 *  Parameter context: NULL stands for the current context.
 *  Parameter version: gets the version.
 *  Errors: CUDA_ERROR_INVALID_VALUE if version is NULL; CUDA_ERROR_INVALID_CONTEXT if context is
 *      stale, or is NULL and the calling thread has no current context.
 *  Mirrors: cuCtxGetApiVersion of CUDA 13.0. */
CUresult cuCtxGetApiVersion(CUcontext context, unsigned int *version);

/** Waits until all work of the current context is done. The calling thread sleeps.
 *  Threads: any; other threads may enqueue work meanwhile, which is not waited for.
 *  Errors: the error of work in the context that failed; those of a context call.
 *  Mirrors: cuCtxSynchronize of CUDA 13.0. */
CUresult cuCtxSynchronize(void);

/** Waits until all work of a context is done. The calling thread sleeps.
 *  Parameter context: NULL stands for the current context.
 *  Threads: any; other threads may enqueue work meanwhile, which is not waited for.
 *  Errors: CUDA_ERROR_INVALID_CONTEXT if context is stale; the error of work in the context that
 *      failed; those of a context call.
 *  Mirrors: cuCtxSynchronize_v2 of CUDA 13.0. */
CUresult cuCtxSynchronize_v2(CUcontext context);

/* Settings of the current context.
 *  Threads: any; all threads that have the context current share its settings.
 *  Errors: those of a context call. */

/** Sets a limit of the current context. The value is stored, rounded as CUDA's library does, and
 *  has no effect.
 *  Units: bytes, or a count, as the limit's name says.
 *  Errors: CUDA_ERROR_UNSUPPORTED_LIMIT; CUDA_ERROR_NOT_PERMITTED for a limit that can only be
 *      read; CUDA_ERROR_INVALID_VALUE if limit is not one of the enum's, or value is out of range.
 *  Mirrors: cuCtxSetLimit of CUDA 13.0. */
CUresult cuCtxSetLimit(CUlimit limit, size_t value);

/** Gets a limit of the current context.
 *  Units: bytes, or a count, as the limit's name says.
 *  Errors: CUDA_ERROR_INVALID_VALUE if value is NULL, or limit is not one of the enum's;
 *      CUDA_ERROR_UNSUPPORTED_LIMIT.
 *  Mirrors: cuCtxGetLimit of CUDA 13.0. */
CUresult cuCtxGetLimit(size_t *value, CUlimit limit);

/** Sets the preferred split between cache and shared memory. It is stored and has no effect.
 *  Errors: CUDA_ERROR_INVALID_VALUE if config is not one of the enum's.
 *  Mirrors: cuCtxSetCacheConfig of CUDA 13.0. */
CUresult cuCtxSetCacheConfig(CUfunc_cache config);

/** Gets the preferred split between cache and shared memory.
 *  Errors: CUDA_ERROR_INVALID_VALUE if config is NULL.
 *  Mirrors: cuCtxGetCacheConfig of CUDA 13.0. */
CUresult cuCtxGetCacheConfig(CUfunc_cache *config);

/** Sets the preferred width of the banks of shared memory. It has no effect.
 *  Errors: CUDA_ERROR_INVALID_VALUE if config is not one of the enum's.
 *  Mirrors: cuCtxSetSharedMemConfig of CUDA 13.0. */
CUresult cuCtxSetSharedMemConfig(CUsharedconfig config);

/** Gets the width of the banks of shared memory. It is always four bytes.
 *  Errors: CUDA_ERROR_INVALID_VALUE if config is NULL.
 *  Mirrors: cuCtxGetSharedMemConfig of CUDA 13.0. */
CUresult cuCtxGetSharedMemConfig(CUsharedconfig *config);

/** Gets the range of the priorities of streams: 0 to -5.
 *  Parameter least: gets the lowest priority; may be NULL.
 *  Parameter greatest: gets the highest priority; may be NULL.
 *  Units: lower numbers go first, so greatest is not above least.
 *  Mirrors: cuCtxGetStreamPriorityRange of CUDA 13.0. */
CUresult cuCtxGetStreamPriorityRange(int *least, int *greatest);

/** Resets all persisting lines of the L2 cache. No device here has such lines.
 *  Mirrors: cuCtxResetPersistingL2Cache of CUDA 13.0. */
CUresult cuCtxResetPersistingL2Cache(void);

/** Lets the current context access memory of another context directly. Devices cannot do that
 *  here; contexts of one device need no call for it.
 *  Parameter context: the other context.
 *  Parameter flags: 0.
 *  Errors: CUDA_ERROR_INVALID_CONTEXT if context is NULL or stale; CUDA_ERROR_INVALID_VALUE if
 *      flags is not 0; CUDA_ERROR_INVALID_DEVICE if CUDA_VISIBLE_DEVICES hides the context's
 *      device; else CUDA_ERROR_PEER_ACCESS_UNSUPPORTED.
 *  Mirrors: cuCtxEnablePeerAccess of CUDA 13.0. */
CUresult cuCtxEnablePeerAccess(CUcontext context, unsigned int flags);

/** Ends the access that cuCtxEnablePeerAccess began. No context here has such access.
 *  Parameter context: the other context.
 *  Errors: CUDA_ERROR_INVALID_CONTEXT if context is NULL or stale; CUDA_ERROR_INVALID_DEVICE if
 *      CUDA_VISIBLE_DEVICES hides the device of the context; else
 *      CUDA_ERROR_PEER_ACCESS_NOT_ENABLED.
 *  Mirrors: cuCtxDisablePeerAccess of CUDA 13.0. */
CUresult cuCtxDisablePeerAccess(CUcontext context);

/* Primary contexts.
 *  Threads: any.
 *  Errors: those of a driver call. */

/** Counts one user more of a device's primary context, and gets the context. The device is opened.
 *  The context does not become current. Its handle is the same for the whole process.
 *  Parameter context: gets the context.
 *  Owner: the caller is a user until cuDevicePrimaryCtxRelease.
 *  Errors: CUDA_ERROR_INVALID_VALUE if context is NULL; CUDA_ERROR_INVALID_DEVICE;
 *      CUDA_ERROR_OUT_OF_MEMORY; CUDA_ERROR_OPERATING_SYSTEM if the system refuses a thread or a
 *      file descriptor; CUDA_ERROR_UNKNOWN if the driver cannot open the device.
 *  Mirrors: cuDevicePrimaryCtxRetain of CUDA 13.0. */
CUresult cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice device);

/** Counts one user less of a device's primary context. When the last one has gone, all that belongs
 *  to the context is destroyed, as by cuDevicePrimaryCtxReset. A runtime interface that uses the
 *  context is a user until cudaDeviceReset.
 *  Errors: CUDA_ERROR_INVALID_DEVICE; CUDA_ERROR_INVALID_CONTEXT if nobody retained it; the error
 *      of work in the context that failed.
 *  Mirrors: cuDevicePrimaryCtxRelease of CUDA 13.0. */
CUresult cuDevicePrimaryCtxRelease(CUdevice device);

/** Waits for the work of a device's primary context, then destroys what belongs to it. The number
 *  of its users stays. Other contexts keep what is theirs.
 *  Errors: CUDA_ERROR_INVALID_DEVICE; the error of work in the context that failed. The context is
 *      reset all the same.
 *  Mirrors: cuDevicePrimaryCtxReset of CUDA 13.0. */
CUresult cuDevicePrimaryCtxReset(CUdevice device);

/** Sets the flags of a device's primary context. They are stored; CU_CTX_SYNC_MEMOPS alone has an
 *  effect, as cuCtxCreate says.
 *  Parameter flags: as for cuCtxCreate.
 *  Errors: CUDA_ERROR_INVALID_VALUE if flags has another bit or two ways to wait;
 *      CUDA_ERROR_INVALID_DEVICE; CUDA_ERROR_OUT_OF_MEMORY.
 *  Mirrors: cuDevicePrimaryCtxSetFlags of CUDA 13.0. */
CUresult cuDevicePrimaryCtxSetFlags(CUdevice device, unsigned int flags);

/** Gets the flags of a device's primary context, and whether it has users.
 *  Errors: CUDA_ERROR_INVALID_VALUE if flags or active is NULL; CUDA_ERROR_INVALID_DEVICE.
 *  Mirrors: cuDevicePrimaryCtxGetState of CUDA 13.0. */
CUresult cuDevicePrimaryCtxGetState(CUdevice device, unsigned int *flags, int *active);

/* Users of contexts, and events of whole contexts. */

/** Counts one more user of the current context. It is an old function: programs push and pop
 *  contexts instead.
 *  Parameter context: gets the current context.
 *  Parameter flags: 0.
 *  Owner: the caller, until cuCtxDetach.
 *  Errors: CUDA_ERROR_INVALID_VALUE if context is NULL or flags is another value; those of a
 *      context call.
 *  Mirrors: cuCtxAttach of CUDA 13.0. */
CUresult cuCtxAttach(CUcontext *context, unsigned int flags);

/** Counts one user less of the current context. The last one ends a created context, as
 *  cuCtxDestroy does. A context is created with one user. A primary context does not end so.
 *  Parameter context: the current context.
 *  Errors: CUDA_ERROR_INVALID_CONTEXT if context is not the current one; those of a context call.
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
