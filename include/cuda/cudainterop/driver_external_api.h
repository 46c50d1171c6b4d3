/** Memory and semaphores of other interfaces: the functions. */
#ifndef GPUINTEROP_CUDAINTEROP_DRIVER_EXTERNAL_API_H
#define GPUINTEROP_CUDAINTEROP_DRIVER_EXTERNAL_API_H

#include "driver_names.h"
#include "driver_external_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Memory. A success takes the file descriptor; a failure leaves it open. */
CUresult cuImportExternalMemory(CUexternalMemory *memory,
                                const CUDA_EXTERNAL_MEMORY_HANDLE_DESC *descriptor);
CUresult cuExternalMemoryGetMappedBuffer(CUdeviceptr *pointer, CUexternalMemory memory,
                                         const CUDA_EXTERNAL_MEMORY_BUFFER_DESC *descriptor);
CUresult cuExternalMemoryGetMappedMipmappedArray(
    CUmipmappedArray *array,
    CUexternalMemory memory,
    const CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC *descriptor);
CUresult cuDestroyExternalMemory(CUexternalMemory memory);

/** Semaphores. A wait may come before its signal. */
CUresult cuImportExternalSemaphore(CUexternalSemaphore *semaphore,
                                   const CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC *descriptor);
CUresult cuSignalExternalSemaphoresAsync(const CUexternalSemaphore *semaphores,
                                         const CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS *parameters,
                                         unsigned int count, CUstream stream);
CUresult cuWaitExternalSemaphoresAsync(const CUexternalSemaphore *semaphores,
                                       const CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS *parameters,
                                       unsigned int count, CUstream stream);
CUresult cuDestroyExternalSemaphore(CUexternalSemaphore semaphore);

/** Resources of graphics interfaces. None can be registered, so no handle names one. */
CUresult cuGraphicsMapResources(unsigned int count, CUgraphicsResource *resources, CUstream stream);
CUresult cuGraphicsUnmapResources(unsigned int count, CUgraphicsResource *resources,
                                  CUstream stream);
CUresult cuGraphicsUnregisterResource(CUgraphicsResource resource);
CUresult cuGraphicsResourceSetMapFlags(CUgraphicsResource resource, unsigned int flags);
CUresult cuGraphicsResourceGetMappedPointer(CUdeviceptr *pointer, size_t *size,
                                            CUgraphicsResource resource);
CUresult cuGraphicsResourceGetMappedMipmappedArray(CUmipmappedArray *array,
                                                   CUgraphicsResource resource);
CUresult cuGraphicsSubResourceGetMappedArray(CUarray *array, CUgraphicsResource resource,
                                             unsigned int layer, unsigned int level);

#ifdef __cplusplus
}
#endif

#endif
