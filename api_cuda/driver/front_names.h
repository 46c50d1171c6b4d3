/** The driver interface's names for the neutral names of core/front/, as far as it uses them. The
 *  files that enqueue are compiled twice: a second time for programs whose default stream is the
 *  calling thread's own. For these cuda.h gives each function its second symbol. */
#ifndef GICU_FRONT_NAMES_H
#define GICU_FRONT_NAMES_H

#include "cuda.h"
#include "cudainterop/driver_external_api.h"
#include "cudainterop/driver_other_types.h"
#include "cudainterop/driver_pool_types.h"

/* ---- how this interface differs -------------------------------------------------------------- */

#ifdef CUDA_API_PER_THREAD_DEFAULT_STREAM
#define FRONT_STREAM(stream) ((stream) == NULL ? CU_STREAM_PER_THREAD : (stream))
#define front_in_default gi_in_thread
#define front_external_items gicu_external_items_per_thread
#else
#define FRONT_STREAM(stream) (stream)
#define front_in_default gi_in_legacy
#define front_external_items gicu_external_items
#endif

/** A handle that is no semaphore or stream has its own error code. */
#define FRONT_SEMAPHORE_IS_VALUE 0

/** The core's number for a copy's kind, which is the number itself. */
#define front_from_kind(kind) (kind)

#define FRONT_PRIORITY_LEAST 0
#define FRONT_PRIORITY_GREATEST (-5)

/* ---- functions of the front end that are no entry points ------------------------------------- */

#define front_active_blocks gicuda_active_blocks
#define front_error gicu_shared_error
#define front_error_of gicu_error_of
#define front_interface gicu_interface
#define front_jit_read gicu_jit_read
#define front_jit_tell gicu_jit_tell
#define front_outside_capture gicu_outside_capture
#define front_potential_block gicuda_potential_block

/* ---- the names ------------------------------------------------------------------------------- */

/* Types. */
#define gpuAddress_t CUdeviceptr
#define gpuArray_const_t CUarray
#define gpuArray_t CUarray
#define gpuError_t CUresult
#define gpuEvent_t CUevent
#define gpuExternalMemoryBufferDesc CUDA_EXTERNAL_MEMORY_BUFFER_DESC
#define gpuExternalMemoryHandleDesc CUDA_EXTERNAL_MEMORY_HANDLE_DESC
#define gpuExternalMemory_t CUexternalMemory
#define gpuExternalSemaphoreHandleDesc CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC
#define gpuExternalSemaphoreSignalParams CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS
#define gpuExternalSemaphoreWaitParams CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS
#define gpuExternalSemaphore_t CUexternalSemaphore
#define gpuFunction_t CUfunction
#define gpuHostFn_t CUhostFn
#define gpuJitOption CUjit_option
#define gpuMemLocation CUmemLocation
#define gpuMemPool_t CUmemoryPool
#define gpuMemcpyKind int
#define gpuMipmappedArray_const_t CUmipmappedArray
#define gpuMipmappedArray_t CUmipmappedArray
#define gpuStreamCallback_t CUstreamCallback
#define gpuStreamCaptureStatus CUstreamCaptureStatus
#define gpuStream_t CUstream
#define gpuTextureObject_t CUtexObject

/* Constants. */
#define gpuEventRecordDefault CU_EVENT_RECORD_DEFAULT
#define gpuEventRecordExternal CU_EVENT_RECORD_EXTERNAL
#define gpuEventWaitDefault CU_EVENT_WAIT_DEFAULT
#define gpuEventWaitExternal CU_EVENT_WAIT_EXTERNAL
#define gpuExternalMemoryDedicated CUDA_EXTERNAL_MEMORY_DEDICATED
#define gpuExternalMemoryHandleTypeNvSciBuf CU_EXTERNAL_MEMORY_HANDLE_TYPE_NVSCIBUF
#define gpuExternalMemoryHandleTypeOpaqueFd CU_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD
#define gpuExternalSemaphoreHandleTypeOpaqueFd CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_FD
#define gpuExternalSemaphoreHandleTypeTimelineSemaphoreFd \
    CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_TIMELINE_SEMAPHORE_FD
#define gpuExternalSemaphoreHandleTypeTimelineSemaphoreWin32 \
    CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_TIMELINE_SEMAPHORE_WIN32
#define gpuJitErrorLogBuffer CU_JIT_ERROR_LOG_BUFFER
#define gpuJitErrorLogBufferSizeBytes CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES
#define gpuJitInfoLogBuffer CU_JIT_INFO_LOG_BUFFER
#define gpuJitInfoLogBufferSizeBytes CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES
#define gpuMemcpyDeviceToDevice GI_COPY_DEVICE_TO_DEVICE
#define gpuMemcpyDeviceToHost GI_COPY_DEVICE_TO_HOST
#define gpuMemcpyHostToDevice GI_COPY_HOST_TO_DEVICE
#define gpuSuccess CUDA_SUCCESS

/* Functions. */
#define gpuDestroyExternalMemory cuDestroyExternalMemory
#define gpuDestroyExternalSemaphore cuDestroyExternalSemaphore
#define gpuEventRecord cuEventRecord
#define gpuEventRecordWithFlags cuEventRecordWithFlags
#define gpuExternalMemoryGetMappedBuffer cuExternalMemoryGetMappedBuffer
#define gpuImportExternalMemory cuImportExternalMemory
#define gpuImportExternalSemaphore cuImportExternalSemaphore
#define gpuLaunchHostFunc cuLaunchHostFunc
#define gpuSignalExternalSemaphoresAsync cuSignalExternalSemaphoresAsync
#define gpuStreamAddCallback cuStreamAddCallback
#define gpuStreamGetFlags cuStreamGetFlags
#define gpuStreamQuery cuStreamQuery
#define gpuStreamSynchronize cuStreamSynchronize
#define gpuStreamWaitEvent cuStreamWaitEvent
#define gpuWaitExternalSemaphoresAsync cuWaitExternalSemaphoresAsync

#endif
