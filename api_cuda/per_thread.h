/** The symbols for programs whose default stream is the calling thread's own. The public header
 *  maps names to them by macros, so it does not declare them. */
#ifndef GICUDA_PER_THREAD_H
#define GICUDA_PER_THREAD_H

#include "cuda_runtime_api.h"

cudaError_t cudaStreamQuery_ptsz(cudaStream_t stream);
cudaError_t cudaStreamSynchronize_ptsz(cudaStream_t stream);
cudaError_t cudaStreamWaitEvent_ptsz(cudaStream_t stream, cudaEvent_t event, unsigned int flags);
cudaError_t cudaStreamAddCallback_ptsz(cudaStream_t stream, cudaStreamCallback_t callback,
                                       void *user_data, unsigned int flags);
cudaError_t cudaLaunchKernel_ptsz(const void *function, dim3 grid, dim3 block, void **arguments,
                                  size_t shared_bytes, cudaStream_t stream);
cudaError_t cudaLaunchKernelExC_ptsz(const cudaLaunchConfig_t *config, const void *function,
                                     void **arguments);
cudaError_t cudaLaunchCooperativeKernel_ptsz(const void *function, dim3 grid, dim3 block,
                                             void **arguments, size_t shared_bytes,
                                             cudaStream_t stream);
cudaError_t cudaLaunchHostFunc_ptsz(cudaStream_t stream, cudaHostFn_t function, void *user_data);
cudaError_t cudaMemcpyToSymbol_ptds(const void *symbol, const void *source, size_t size,
                                    size_t offset, enum cudaMemcpyKind kind);
cudaError_t cudaMemcpyToSymbolAsync_ptsz(const void *symbol, const void *source, size_t size,
                                         size_t offset, enum cudaMemcpyKind kind,
                                         cudaStream_t stream);
cudaError_t cudaMemcpyFromSymbol_ptds(void *destination, const void *symbol, size_t size,
                                      size_t offset, enum cudaMemcpyKind kind);
cudaError_t cudaMemcpyFromSymbolAsync_ptsz(void *destination, const void *symbol, size_t size,
                                           size_t offset, enum cudaMemcpyKind kind,
                                           cudaStream_t stream);
cudaError_t cudaStreamGetFlags_ptsz(cudaStream_t stream, unsigned int *flags);
cudaError_t cudaEventRecord_ptsz(cudaEvent_t event, cudaStream_t stream);
cudaError_t cudaEventRecordWithFlags_ptsz(cudaEvent_t event, cudaStream_t stream,
                                          unsigned int flags);
cudaError_t cudaMemPrefetchAsync_ptsz(const void *pointer, size_t size,
                                      struct cudaMemLocation location, unsigned int flags,
                                      cudaStream_t stream);
cudaError_t cudaMemPrefetchBatchAsync_ptsz(void **pointers, size_t *sizes, size_t count,
                                           struct cudaMemLocation *locations,
                                           size_t *location_starts, size_t location_count,
                                           unsigned long long flags, cudaStream_t stream);
cudaError_t cudaMemDiscardBatchAsync_ptsz(void **pointers, size_t *sizes, size_t count,
                                          unsigned long long flags, cudaStream_t stream);
cudaError_t cudaMemDiscardAndPrefetchBatchAsync_ptsz(
    void **pointers, size_t *sizes, size_t count, struct cudaMemLocation *locations,
    size_t *location_starts, size_t location_count, unsigned long long flags, cudaStream_t stream);
cudaError_t cudaMemset_ptds(void *pointer, int value, size_t size);
cudaError_t cudaMemsetAsync_ptsz(void *pointer, int value, size_t size, cudaStream_t stream);
cudaError_t cudaMemcpy_ptds(void *destination, const void *source, size_t size,
                            enum cudaMemcpyKind kind);
cudaError_t cudaMemcpyAsync_ptsz(void *destination, const void *source, size_t size,
                                 enum cudaMemcpyKind kind, cudaStream_t stream);
cudaError_t cudaMallocAsync_ptsz(void **pointer, size_t size, cudaStream_t stream);
cudaError_t cudaMallocFromPoolAsync_ptsz(void **pointer, size_t size, cudaMemPool_t pool,
                                         cudaStream_t stream);
cudaError_t cudaFreeAsync_ptsz(void *pointer, cudaStream_t stream);
cudaError_t cudaSignalExternalSemaphoresAsync_ptsz(
    const cudaExternalSemaphore_t *semaphores,
    const struct cudaExternalSemaphoreSignalParams *parameters, unsigned int count,
    cudaStream_t stream);
cudaError_t cudaWaitExternalSemaphoresAsync_ptsz(
    const cudaExternalSemaphore_t *semaphores,
    const struct cudaExternalSemaphoreWaitParams *parameters, unsigned int count,
    cudaStream_t stream);
cudaError_t cudaMemcpy2D_ptds(void *destination, size_t destination_pitch, const void *source,
                              size_t source_pitch, size_t width, size_t height,
                              enum cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DAsync_ptsz(void *destination, size_t destination_pitch, const void *source,
                                   size_t source_pitch, size_t width, size_t height,
                                   enum cudaMemcpyKind kind, cudaStream_t stream);
cudaError_t cudaMemcpy3D_ptds(const struct cudaMemcpy3DParms *parameters);
cudaError_t cudaMemcpy3DAsync_ptsz(const struct cudaMemcpy3DParms *parameters, cudaStream_t stream);
cudaError_t cudaMemcpy3DPeer_ptds(const struct cudaMemcpy3DPeerParms *parameters);
cudaError_t cudaMemcpy3DPeerAsync_ptsz(const struct cudaMemcpy3DPeerParms *parameters,
                                       cudaStream_t stream);
cudaError_t cudaMemcpy2DToArray_ptds(cudaArray_t destination, size_t x, size_t y,
                                     const void *source, size_t source_pitch, size_t width,
                                     size_t height, enum cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DToArrayAsync_ptsz(cudaArray_t destination, size_t x, size_t y,
                                          const void *source, size_t source_pitch, size_t width,
                                          size_t height, enum cudaMemcpyKind kind,
                                          cudaStream_t stream);
cudaError_t cudaMemcpy2DFromArray_ptds(void *destination, size_t destination_pitch,
                                       cudaArray_const_t source, size_t x, size_t y, size_t width,
                                       size_t height, enum cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DFromArrayAsync_ptsz(void *destination, size_t destination_pitch,
                                            cudaArray_const_t source, size_t x, size_t y,
                                            size_t width, size_t height, enum cudaMemcpyKind kind,
                                            cudaStream_t stream);
cudaError_t cudaMemcpy2DArrayToArray_ptds(cudaArray_t destination, size_t destination_x,
                                          size_t destination_y, cudaArray_const_t source,
                                          size_t source_x, size_t source_y, size_t width,
                                          size_t height, enum cudaMemcpyKind kind);
cudaError_t cudaMemcpyToArray_ptds(cudaArray_t destination, size_t x, size_t y, const void *source,
                                   size_t size, enum cudaMemcpyKind kind);
cudaError_t cudaMemcpyToArrayAsync_ptsz(cudaArray_t destination, size_t x, size_t y,
                                        const void *source, size_t size, enum cudaMemcpyKind kind,
                                        cudaStream_t stream);
cudaError_t cudaMemcpyFromArray_ptds(void *destination, cudaArray_const_t source, size_t x,
                                     size_t y, size_t size, enum cudaMemcpyKind kind);
cudaError_t cudaMemcpyFromArrayAsync_ptsz(void *destination, cudaArray_const_t source, size_t x,
                                          size_t y, size_t size, enum cudaMemcpyKind kind,
                                          cudaStream_t stream);
cudaError_t cudaMemcpyArrayToArray_ptds(cudaArray_t destination, size_t destination_x,
                                        size_t destination_y, cudaArray_const_t source,
                                        size_t source_x, size_t source_y, size_t size,
                                        enum cudaMemcpyKind kind);
cudaError_t cudaMemset2D_ptds(void *pointer, size_t pitch, int value, size_t width, size_t height);
cudaError_t cudaMemset2DAsync_ptsz(void *pointer, size_t pitch, int value, size_t width,
                                   size_t height, cudaStream_t stream);
cudaError_t cudaMemset3D_ptds(struct cudaPitchedPtr pitched, int value, struct cudaExtent extent);
cudaError_t cudaMemset3DAsync_ptsz(struct cudaPitchedPtr pitched, int value,
                                   struct cudaExtent extent, cudaStream_t stream);
cudaError_t cudaMemcpyBatchAsync_ptsz(void *const *destinations, const void *const *sources,
                                      const size_t *sizes, size_t count,
                                      struct cudaMemcpyAttributes *attributes,
                                      size_t *attribute_starts, size_t attribute_count,
                                      cudaStream_t stream);
cudaError_t cudaMemcpy3DBatchAsync_ptsz(size_t count, struct cudaMemcpy3DBatchOp *operations,
                                        unsigned long long flags, cudaStream_t stream);
cudaError_t cudaStreamGetPriority_ptsz(cudaStream_t stream, int *priority);
cudaError_t cudaStreamGetId_ptsz(cudaStream_t stream, unsigned long long *id);
cudaError_t cudaStreamGetDevice_ptsz(cudaStream_t stream, int *device);
cudaError_t cudaStreamGetAttribute_ptsz(cudaStream_t stream, cudaLaunchAttributeID attribute,
                                        cudaLaunchAttributeValue *value);
cudaError_t cudaStreamSetAttribute_ptsz(cudaStream_t stream, cudaLaunchAttributeID attribute,
                                        const cudaLaunchAttributeValue *value);
cudaError_t cudaStreamAttachMemAsync_ptsz(cudaStream_t stream, void *pointer, size_t size,
                                          unsigned int flags);
cudaError_t cudaStreamIsCapturing_ptsz(cudaStream_t stream, enum cudaStreamCaptureStatus *status);
cudaError_t cudaStreamGetCaptureInfo_ptsz(cudaStream_t stream, enum cudaStreamCaptureStatus *status,
                                          unsigned long long *id, cudaGraph_t *graph,
                                          const cudaGraphNode_t **dependencies,
                                          const cudaGraphEdgeData **edges,
                                          size_t *dependency_count);
cudaError_t cudaStreamCopyAttributes_ptsz(cudaStream_t destination, cudaStream_t source);
cudaError_t cudaGetDriverEntryPoint_ptsz(const char *symbol, void **function,
                                         unsigned long long flags,
                                         enum cudaDriverEntryPointQueryResult *result);
cudaError_t cudaGetDriverEntryPointByVersion_ptsz(const char *symbol, void **function,
                                                  unsigned int version, unsigned long long flags,
                                                  enum cudaDriverEntryPointQueryResult *result);

#endif
