/** The neutral names of the scenarios of contexts, as CUDA's driver interface and HIP have them. */
#ifndef SCENARIO_CONTEXT_NAMES_H
#define SCENARIO_CONTEXT_NAMES_H

#ifdef SCENARIO_CUDA

#include <cuda.h>
#include <cuda_runtime_api.h>

/** A thread has no context until it takes one or calls the runtime interface. */
#define HAS_DEFAULT_CONTEXT 0
#define CONTEXT_VERSION 3020u
#define STALE_STREAM CUDA_ERROR_INVALID_HANDLE

typedef CUcontext context_t;
typedef CUstream stream_t;
typedef CUevent event_t;
typedef unsigned int version_t;
typedef CUfunc_cache cache_t;
typedef CUsharedconfig banks_t;

#define SUCCESS CUDA_SUCCESS
#define NOT_READY CUDA_ERROR_NOT_READY
#define INVALID_VALUE CUDA_ERROR_INVALID_VALUE
#define INVALID_DEVICE CUDA_ERROR_INVALID_DEVICE
#define INVALID_CONTEXT CUDA_ERROR_INVALID_CONTEXT
#define NULL_CONTEXT INVALID_VALUE
#define IS_DESTROYED CUDA_ERROR_CONTEXT_IS_DESTROYED
#define NOT_PERMITTED CUDA_ERROR_NOT_PERMITTED
#define NOT_INITIALIZED CUDA_ERROR_NOT_INITIALIZED
#define PEER_UNSUPPORTED CUDA_ERROR_PEER_ACCESS_UNSUPPORTED
#define PEER_NOT_ENABLED CUDA_ERROR_PEER_ACCESS_NOT_ENABLED
#define SCHEDULE_YIELD CU_CTX_SCHED_YIELD
#define SCHEDULE_SPIN CU_CTX_SCHED_SPIN
#define SCHEDULE_MASK CU_CTX_SCHED_MASK
#define PREFER_L1 CU_FUNC_CACHE_PREFER_L1
#define PREFER_SHARED CU_FUNC_CACHE_PREFER_SHARED
#define FOUR_BYTES CU_SHARED_MEM_CONFIG_FOUR_BYTE_BANK_SIZE

#define init(flags) cuInit(flags)
#define ctx_create(context, flags, device) cuCtxCreate(context, NULL, flags, device)
#define ctx_destroy cuCtxDestroy
#define ctx_push cuCtxPushCurrent
#define ctx_pop cuCtxPopCurrent
#define ctx_set cuCtxSetCurrent
#define ctx_get cuCtxGetCurrent
#define ctx_device cuCtxGetDevice
#define ctx_flags cuCtxGetFlags
#define ctx_version cuCtxGetApiVersion
#define ctx_synchronize cuCtxSynchronize
#define ctx_set_cache cuCtxSetCacheConfig
#define ctx_get_cache cuCtxGetCacheConfig
#define ctx_set_banks cuCtxSetSharedMemConfig
#define ctx_get_banks cuCtxGetSharedMemConfig
#define ctx_enable_peer cuCtxEnablePeerAccess
#define ctx_disable_peer cuCtxDisablePeerAccess
#define primary_retain cuDevicePrimaryCtxRetain
#define primary_release cuDevicePrimaryCtxRelease
#define primary_reset cuDevicePrimaryCtxReset
#define primary_set_flags cuDevicePrimaryCtxSetFlags
#define primary_state cuDevicePrimaryCtxGetState

#define device_set(device) (CUresult)cudaSetDevice(device)
#define STACK_LIMIT cudaLimitStackSize
#define limit_set(limit, value) (CUresult)cudaDeviceSetLimit(limit, value)
#define limit_get(value, limit) (CUresult)cudaDeviceGetLimit(value, limit)
#define device_reset() (CUresult)cudaDeviceReset()
#define device_synchronize() (CUresult)cudaDeviceSynchronize()
#define memory_alloc(pointer, size) (CUresult)cudaMalloc(pointer, size)
#define memory_free(pointer) (CUresult)cudaFree(pointer)
#define memory_set(pointer, value, size) (CUresult)cudaMemset(pointer, value, size)
#define memory_set_async(pointer, value, size, stream) \
    (CUresult)cudaMemsetAsync(pointer, value, size, stream)
#define memory_read(to, from, size) (CUresult)cudaMemcpy(to, from, size, cudaMemcpyDeviceToHost)
#define stream_create(stream) (CUresult)cudaStreamCreate(stream)
#define stream_query(stream) (CUresult)cudaStreamQuery(stream)
#define stream_synchronize(stream) (CUresult)cudaStreamSynchronize(stream)
#define stream_call(stream, call, argument) (CUresult)cudaLaunchHostFunc(stream, call, argument)
#define event_create(event) (CUresult)cudaEventCreate(event)
#define event_record(event, stream) (CUresult)cudaEventRecord(event, stream)
#define event_query(event) (CUresult)cudaEventQuery(event)
#define STREAM_PER_THREAD cudaStreamPerThread

#else

#include <hip/hip_runtime_api.h>

#define HAS_DEFAULT_CONTEXT 1
#define CONTEXT_VERSION 4
#define STALE_STREAM hipErrorContextIsDestroyed

typedef hipCtx_t context_t;
typedef hipStream_t stream_t;
typedef hipEvent_t event_t;
typedef int version_t;
typedef hipFuncCache_t cache_t;
typedef hipSharedMemConfig banks_t;

#define SUCCESS hipSuccess
#define NOT_READY hipErrorNotReady
#define INVALID_VALUE hipErrorInvalidValue
#define INVALID_DEVICE hipErrorInvalidDevice
#define INVALID_CONTEXT hipErrorInvalidContext
#define NULL_CONTEXT INVALID_CONTEXT
#define IS_DESTROYED hipErrorContextIsDestroyed
#define NOT_PERMITTED hipErrorIllegalState
#define NOT_INITIALIZED hipErrorNotInitialized
#define PEER_UNSUPPORTED hipErrorPeerAccessUnsupported
#define PEER_NOT_ENABLED hipErrorPeerAccessNotEnabled
#define SCHEDULE_YIELD hipDeviceScheduleYield
#define SCHEDULE_SPIN hipDeviceScheduleSpin
#define SCHEDULE_MASK hipDeviceScheduleMask
#define PREFER_L1 hipFuncCachePreferL1
#define PREFER_SHARED hipFuncCachePreferShared
#define FOUR_BYTES hipSharedMemBankSizeFourByte

#define init(flags) hipInit(flags)
#define ctx_create hipCtxCreate
#define ctx_destroy hipCtxDestroy
#define ctx_push hipCtxPushCurrent
#define ctx_pop hipCtxPopCurrent
#define ctx_set hipCtxSetCurrent
#define ctx_get hipCtxGetCurrent
#define ctx_device hipCtxGetDevice
#define ctx_flags hipCtxGetFlags
#define ctx_version hipCtxGetApiVersion
#define ctx_synchronize hipCtxSynchronize
#define ctx_set_cache hipCtxSetCacheConfig
#define ctx_get_cache hipCtxGetCacheConfig
#define ctx_set_banks hipCtxSetSharedMemConfig
#define ctx_get_banks hipCtxGetSharedMemConfig
#define ctx_enable_peer hipCtxEnablePeerAccess
#define ctx_disable_peer hipCtxDisablePeerAccess
#define primary_retain hipDevicePrimaryCtxRetain
#define primary_release hipDevicePrimaryCtxRelease
#define primary_reset hipDevicePrimaryCtxReset
#define primary_set_flags hipDevicePrimaryCtxSetFlags
#define primary_state hipDevicePrimaryCtxGetState

#define device_set hipSetDevice
#define STACK_LIMIT hipLimitStackSize
#define limit_set hipDeviceSetLimit
#define limit_get hipDeviceGetLimit
#define device_reset hipDeviceReset
#define device_synchronize hipDeviceSynchronize
#define memory_alloc hipMalloc
#define memory_free hipFree
#define memory_set hipMemset
#define memory_set_async hipMemsetAsync
#define memory_read(to, from, size) hipMemcpy(to, from, size, hipMemcpyDeviceToHost)
#define stream_create hipStreamCreate
#define stream_query hipStreamQuery
#define stream_synchronize hipStreamSynchronize
#define stream_call hipLaunchHostFunc
#define event_create hipEventCreate
#define event_record hipEventRecord
#define event_query hipEventQuery
#define STREAM_PER_THREAD hipStreamPerThread

#endif
#endif
