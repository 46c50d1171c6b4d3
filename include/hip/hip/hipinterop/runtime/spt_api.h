/** The symbols for programs whose default stream is the calling thread's; a part of
 *  hip_runtime_api.h.
 *  Since: 0.2.0. */
#ifndef GPUINTEROP_HIP_SPT_API_H
#define GPUINTEROP_HIP_SPT_API_H

#include "../../driver_types.h"
#include "declare.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Each does what the function without _spt does, but its default stream is hipStreamPerThread. */
GPUINTEROP_API hipError_t hipEventRecord_spt(
    hipEvent_t event, hipStream_t stream GPUINTEROP_DEFAULT(hipStreamPerThread));
GPUINTEROP_API hipError_t hipGraphLaunch_spt(hipGraphExec_t exec, hipStream_t stream);
GPUINTEROP_API hipError_t hipLaunchKernel_spt(
    const void *function, dim3 grid, dim3 block, void **arguments, size_t shared_bytes,
    hipStream_t stream GPUINTEROP_DEFAULT(hipStreamPerThread));
GPUINTEROP_API hipError_t hipLaunchCooperativeKernel_spt(
    const void *function, dim3 grid, dim3 block, void **arguments, uint32_t shared_bytes,
    hipStream_t stream GPUINTEROP_DEFAULT(hipStreamPerThread));
GPUINTEROP_API hipError_t hipLaunchHostFunc_spt(
    hipStream_t stream, hipHostFn_t function, void *user_data);
GPUINTEROP_API hipError_t hipMemcpy_spt(
    void *destination, const void *source, size_t size, hipMemcpyKind kind);
GPUINTEROP_API hipError_t hipMemcpy2D_spt(
    void *destination, size_t destination_pitch, const void *source, size_t source_pitch,
    size_t width, size_t height, hipMemcpyKind kind);
GPUINTEROP_API hipError_t hipMemcpy2DAsync_spt(
    void *destination, size_t destination_pitch, const void *source, size_t source_pitch,
    size_t width, size_t height, hipMemcpyKind kind,
    hipStream_t stream GPUINTEROP_DEFAULT(hipStreamPerThread));
GPUINTEROP_API hipError_t hipMemcpy2DFromArray_spt(
    void *destination, size_t destination_pitch, hipArray_const_t source, size_t x, size_t y,
    size_t width, size_t height, hipMemcpyKind kind);
GPUINTEROP_API hipError_t hipMemcpy2DFromArrayAsync_spt(
    void *destination, size_t destination_pitch, hipArray_const_t source, size_t x, size_t y,
    size_t width, size_t height, hipMemcpyKind kind,
    hipStream_t stream GPUINTEROP_DEFAULT(hipStreamPerThread));
GPUINTEROP_API hipError_t hipMemcpy2DToArray_spt(
    hipArray_t destination, size_t x, size_t y, const void *source, size_t source_pitch,
    size_t width, size_t height, hipMemcpyKind kind);
GPUINTEROP_API hipError_t hipMemcpy2DToArrayAsync_spt(
    hipArray_t destination, size_t x, size_t y, const void *source, size_t source_pitch,
    size_t width, size_t height, hipMemcpyKind kind,
    hipStream_t stream GPUINTEROP_DEFAULT(hipStreamPerThread));
GPUINTEROP_API hipError_t hipMemcpy3D_spt(const struct hipMemcpy3DParms *parameters);
GPUINTEROP_API hipError_t hipMemcpy3DAsync_spt(
    const hipMemcpy3DParms *parameters, hipStream_t stream GPUINTEROP_DEFAULT(hipStreamPerThread));
GPUINTEROP_API hipError_t hipMemcpyAsync_spt(
    void *destination, const void *source, size_t size, hipMemcpyKind kind,
    hipStream_t stream GPUINTEROP_DEFAULT(hipStreamPerThread));
GPUINTEROP_API hipError_t hipMemcpyFromArray_spt(
    void *destination, hipArray_const_t source, size_t x, size_t y, size_t size,
    hipMemcpyKind kind);
GPUINTEROP_API hipError_t hipMemcpyFromSymbol_spt(
    void *destination, const void *symbol, size_t size, size_t offset GPUINTEROP_DEFAULT(0),
    hipMemcpyKind kind GPUINTEROP_DEFAULT(hipMemcpyDeviceToHost));
GPUINTEROP_API hipError_t hipMemcpyFromSymbolAsync_spt(
    void *destination, const void *symbol, size_t size, size_t offset, hipMemcpyKind kind,
    hipStream_t stream GPUINTEROP_DEFAULT(hipStreamPerThread));
GPUINTEROP_API hipError_t hipMemcpyToSymbol_spt(
    const void *symbol, const void *source, size_t size, size_t offset GPUINTEROP_DEFAULT(0),
    hipMemcpyKind kind GPUINTEROP_DEFAULT(hipMemcpyHostToDevice));
GPUINTEROP_API hipError_t hipMemcpyToSymbolAsync_spt(
    const void *symbol, const void *source, size_t size, size_t offset, hipMemcpyKind kind,
    hipStream_t stream GPUINTEROP_DEFAULT(hipStreamPerThread));
GPUINTEROP_API hipError_t hipMemset_spt(void *pointer, int value, size_t size);
GPUINTEROP_API hipError_t hipMemset2D_spt(
    void *pointer, size_t pitch, int value, size_t width, size_t height);
GPUINTEROP_API hipError_t hipMemset2DAsync_spt(
    void *pointer, size_t pitch, int value, size_t width, size_t height,
    hipStream_t stream GPUINTEROP_DEFAULT(hipStreamPerThread));
GPUINTEROP_API hipError_t hipMemset3D_spt(hipPitchedPtr pitched, int value, hipExtent extent);
GPUINTEROP_API hipError_t hipMemset3DAsync_spt(
    hipPitchedPtr pitched, int value, hipExtent extent,
    hipStream_t stream GPUINTEROP_DEFAULT(hipStreamPerThread));
GPUINTEROP_API hipError_t hipMemsetAsync_spt(
    void *pointer, int value, size_t size,
    hipStream_t stream GPUINTEROP_DEFAULT(hipStreamPerThread));
GPUINTEROP_API hipError_t hipStreamAddCallback_spt(
    hipStream_t stream, hipStreamCallback_t callback, void *user_data, unsigned int flags);
GPUINTEROP_API hipError_t hipStreamBeginCapture_spt(
    hipStream_t stream, hipStreamCaptureMode mode);
GPUINTEROP_API hipError_t hipStreamEndCapture_spt(hipStream_t stream, hipGraph_t *graph);
GPUINTEROP_API hipError_t hipStreamGetCaptureInfo_spt(
    hipStream_t stream, hipStreamCaptureStatus *status, unsigned long long *id);
GPUINTEROP_API hipError_t hipStreamGetCaptureInfo_v2_spt(
    hipStream_t stream, hipStreamCaptureStatus *status, unsigned long long *id, hipGraph_t *graph,
    const hipGraphNode_t **dependencies, size_t *dependency_count);
GPUINTEROP_API hipError_t hipStreamGetFlags_spt(hipStream_t stream, unsigned int *flags);
GPUINTEROP_API hipError_t hipStreamGetPriority_spt(hipStream_t stream, int *priority);
GPUINTEROP_API hipError_t hipStreamIsCapturing_spt(
    hipStream_t stream, hipStreamCaptureStatus *status);
GPUINTEROP_API hipError_t hipStreamQuery_spt(hipStream_t stream);
GPUINTEROP_API hipError_t hipStreamSynchronize_spt(hipStream_t stream);
GPUINTEROP_API hipError_t hipStreamWaitEvent_spt(
    hipStream_t stream, hipEvent_t event, unsigned int flags GPUINTEROP_DEFAULT(0));

#ifdef __cplusplus
}
#endif

#endif
