/** Contexts, which HIP took from CUDA's driver interface; a part of hip_runtime_api.h.
 *  Threads: any; each thread has its own stack of contexts.
 *  Errors: those of a device call;
 *      hipErrorContextIsDestroyed if the function works on the current context and another thread
 *      has destroyed it.
 *  Since: 0.2.0. */
#ifndef GPUINTEROP_HIP_CONTEXT_API_H
#define GPUINTEROP_HIP_CONTEXT_API_H

#include "../../driver_types.h"
#include "declare.h"
#include "graph_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A context owns what is made while it is current: streams, events, modules, arrays, textures,
 * imports and memory. Each device has a primary context, which hipSetDevice makes current. Programs
 * create others. The default stream of a context orders with the blocking streams of that context.
 * Memory and streams of one context can be used while another context is current. */

/** Creates a context of a device, and pushes it onto the calling thread's stack.
 *  Parameter flags: as for hipSetDeviceFlags. They are stored and have no effect.
 *  Errors: hipErrorInvalidValue if context is NULL, or flags has another bit or two ways to wait;
 *      hipErrorInvalidDevice.
 *  Beyond: it is a context of its own. The vendor's function returns the device's primary context.
 *  Mirrors: hipCtxCreate of HIP 6.4. */
GPUINTEROP_API hipError_t hipCtxCreate(hipCtx_t *context, unsigned int flags, hipDevice_t device);

/** Waits for a context's work, then destroys the context and what belongs to it. Memory of pools,
 *  memory of other processes, and libraries stay. If it is the calling thread's current context, it
 *  is popped.
 *  Threads: any. Other threads that have it current get hipErrorContextIsDestroyed until they set
 *      or pop it.
 *  Errors: hipErrorInvalidContext if context is stale, or a primary context; the error of work in
 *      the context that failed. The context is destroyed all the same.
 *  Mirrors: hipCtxDestroy of HIP 6.4. */
GPUINTEROP_API hipError_t hipCtxDestroy(hipCtx_t context);

/** Pushes a context onto the calling thread's stack.
 *  Errors: hipErrorInvalidContext if context is stale or NULL.
 *  Mirrors: hipCtxPushCurrent of HIP 6.4. */
GPUINTEROP_API hipError_t hipCtxPushCurrent(hipCtx_t context);

/** Takes the current context off the calling thread's stack.
 *  Parameter context: gets the context that was current; may be NULL.
 *  Errors: hipErrorInvalidContext if the stack is empty.
 *  Mirrors: hipCtxPopCurrent of HIP 6.4. */
GPUINTEROP_API hipError_t hipCtxPopCurrent(hipCtx_t *context);

/** Replaces the calling thread's current context. NULL pops it.
 *  Errors: hipErrorInvalidContext if context is stale.
 *  Mirrors: hipCtxSetCurrent of HIP 6.4. */
GPUINTEROP_API hipError_t hipCtxSetCurrent(hipCtx_t context);

/** Gets the calling thread's current context. A thread that has none gets the primary context of
 *  the first device, which becomes current.
 *  Errors: hipErrorInvalidValue if context is NULL.
 *  Mirrors: hipCtxGetCurrent of HIP 6.4. */
GPUINTEROP_API hipError_t hipCtxGetCurrent(hipCtx_t *context);

/** Gets the device of the current context.
 *  Errors: hipErrorInvalidValue if device is NULL.
 *  Mirrors: hipCtxGetDevice of HIP 6.4. */
GPUINTEROP_API hipError_t hipCtxGetDevice(hipDevice_t *device);

/** Gets the version of the interface that a context was created for. It is always 4, as the
 *  vendor's manual says.
 *  Parameter context: NULL stands for the current context.
 *  Errors: hipErrorInvalidValue if version is NULL; hipErrorInvalidContext if context is stale.
 *  Mirrors: hipCtxGetApiVersion of HIP 6.4. */
GPUINTEROP_API hipError_t hipCtxGetApiVersion(hipCtx_t context, int *version);

/** Gets the preferred cache of the current context.
 *  Errors: hipErrorInvalidValue if config is NULL.
 *  Mirrors: hipCtxGetCacheConfig of HIP 6.4. */
GPUINTEROP_API hipError_t hipCtxGetCacheConfig(hipFuncCache_t *config);

/** Sets the preferred cache of the current context. It is stored and has no effect.
 *  Errors: hipErrorInvalidValue if config does not exist.
 *  Mirrors: hipCtxSetCacheConfig of HIP 6.4. */
GPUINTEROP_API hipError_t hipCtxSetCacheConfig(hipFuncCache_t config);

/** Sets the width of the banks of shared memory. It has no effect.
 *  Errors: hipErrorInvalidValue if config does not exist.
 *  Mirrors: hipCtxSetSharedMemConfig of HIP 6.4. */
GPUINTEROP_API hipError_t hipCtxSetSharedMemConfig(hipSharedMemConfig config);

/** Gets the width of the banks of shared memory, which is four bytes.
 *  Errors: hipErrorInvalidValue if config is NULL.
 *  Mirrors: hipCtxGetSharedMemConfig of HIP 6.4. */
GPUINTEROP_API hipError_t hipCtxGetSharedMemConfig(hipSharedMemConfig *config);

/** Waits for the work of all streams of the current context.
 *  Errors: the error of work in the context that failed.
 *  Mirrors: hipCtxSynchronize of HIP 6.4. */
GPUINTEROP_API hipError_t hipCtxSynchronize(void);

/** Gets the flags of the current context.
 *  Errors: hipErrorInvalidValue if flags is NULL.
 *  Mirrors: hipCtxGetFlags of HIP 6.4. */
GPUINTEROP_API hipError_t hipCtxGetFlags(unsigned int *flags);

/** Lets the current context access memory of another context directly. Devices cannot do that
 *  here; contexts of one device need no call for it.
 *  Parameter flags: must be 0.
 *  Errors: hipErrorInvalidValue if flags is not 0, or context is NULL; hipErrorInvalidContext if
 *      context is stale; else hipErrorPeerAccessUnsupported.
 *  Mirrors: hipCtxEnablePeerAccess of HIP 6.4. */
GPUINTEROP_API hipError_t hipCtxEnablePeerAccess(hipCtx_t context, unsigned int flags);

/** Takes direct access to memory of another context back.
 *  Errors: hipErrorInvalidValue if context is NULL; hipErrorInvalidContext if context is stale;
 *      else hipErrorPeerAccessNotEnabled.
 *  Mirrors: hipCtxDisablePeerAccess of HIP 6.4. */
GPUINTEROP_API hipError_t hipCtxDisablePeerAccess(hipCtx_t context);

/** Gets the flags of a device's primary context, and whether it has users.
 *  Errors: hipErrorInvalidValue if flags or active is NULL; hipErrorInvalidDevice.
 *  Mirrors: hipDevicePrimaryCtxGetState of HIP 6.4. */
GPUINTEROP_API hipError_t hipDevicePrimaryCtxGetState(
    hipDevice_t device, unsigned int *flags, int *active);

/** Counts one user of a device's primary context less. When the last one has gone, all that belongs
 *  to the context is destroyed, as by hipDevicePrimaryCtxReset. Calls that need no context by
 *  themselves, such as hipMalloc, are a user until hipDeviceReset.
 *  Errors: hipErrorInvalidDevice; hipErrorInvalidContext if nobody retained it; the error of work
 *      in the context that failed.
 *  Beyond: the context is released. The vendor's function only returns hipSuccess.
 *  Mirrors: hipDevicePrimaryCtxRelease of HIP 6.4. */
GPUINTEROP_API hipError_t hipDevicePrimaryCtxRelease(hipDevice_t device);

/** Counts one user more of a device's primary context, and gets the context. It does not become
 *  current. The handle is the same for the whole process.
 *  Errors: hipErrorInvalidValue if context is NULL; hipErrorInvalidDevice.
 *  Mirrors: hipDevicePrimaryCtxRetain of HIP 6.4. */
GPUINTEROP_API hipError_t hipDevicePrimaryCtxRetain(hipCtx_t *context, hipDevice_t device);

/** Waits for the work of a device's primary context, then destroys what belongs to it. The number
 *  of its users stays. Other contexts keep what is theirs.
 *  Errors: hipErrorInvalidDevice; the error of work in the context that failed.
 *  Mirrors: hipDevicePrimaryCtxReset of HIP 6.4. */
GPUINTEROP_API hipError_t hipDevicePrimaryCtxReset(hipDevice_t device);

/** Sets the flags of a device's primary context. They are stored and have no effect.
 *  Parameter flags: as for hipSetDeviceFlags.
 *  Errors: hipErrorInvalidValue if flags has another bit or two ways to wait;
 *      hipErrorInvalidDevice.
 *  Beyond: the flags are set. The vendor's function only returns hipErrorContextAlreadyInUse.
 *  Mirrors: hipDevicePrimaryCtxSetFlags of HIP 6.4. */
GPUINTEROP_API hipError_t hipDevicePrimaryCtxSetFlags(hipDevice_t device, unsigned int flags);

#ifdef __cplusplus
}
#endif

#endif
