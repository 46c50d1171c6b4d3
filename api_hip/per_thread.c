/** The other symbols of functions that take or mean the default stream, for programs whose default
 *  stream is the calling thread's own. */
#include "hip/hip_runtime_api.h"

/** The stream that a program means whose NULL stream is the thread's own. */
static hipStream_t chosen(hipStream_t stream)
{
    return stream ? stream : hipStreamPerThread;
}

hipError_t hipStreamQuery_spt(hipStream_t stream)
{
    return hipStreamQuery(chosen(stream));
}

hipError_t hipStreamSynchronize_spt(hipStream_t stream)
{
    return hipStreamSynchronize(chosen(stream));
}

hipError_t hipStreamWaitEvent_spt(hipStream_t stream, hipEvent_t event, unsigned int flags)
{
    return hipStreamWaitEvent(chosen(stream), event, flags);
}

hipError_t hipStreamAddCallback_spt(hipStream_t stream, hipStreamCallback_t callback,
                                    void *user_data, unsigned int flags)
{
    return hipStreamAddCallback(chosen(stream), callback, user_data, flags);
}

hipError_t hipLaunchHostFunc_spt(hipStream_t stream, hipHostFn_t function, void *user_data)
{
    return hipLaunchHostFunc(chosen(stream), function, user_data);
}

hipError_t hipStreamGetFlags_spt(hipStream_t stream, unsigned int *flags)
{
    return hipStreamGetFlags(chosen(stream), flags);
}

hipError_t hipEventRecord_spt(hipEvent_t event, hipStream_t stream)
{
    return hipEventRecord(event, chosen(stream));
}

hipError_t hipMemsetAsync_spt(void *pointer, int value, size_t size, hipStream_t stream)
{
    return hipMemsetAsync(pointer, value, size, chosen(stream));
}

hipError_t hipMemcpyAsync_spt(void *destination, const void *source, size_t size,
                              hipMemcpyKind kind, hipStream_t stream)
{
    return hipMemcpyAsync(destination, source, size, kind, chosen(stream));
}

hipError_t hipMemcpy2DAsync_spt(void *destination, size_t destination_pitch, const void *source,
                                size_t source_pitch, size_t width, size_t height,
                                hipMemcpyKind kind, hipStream_t stream)
{
    return hipMemcpy2DAsync(destination, destination_pitch, source, source_pitch, width, height,
                            kind, chosen(stream));
}

hipError_t hipMemcpy2DToArrayAsync_spt(hipArray_t destination, size_t x, size_t y,
                                       const void *source, size_t source_pitch, size_t width,
                                       size_t height, hipMemcpyKind kind, hipStream_t stream)
{
    return hipMemcpy2DToArrayAsync(destination, x, y, source, source_pitch, width, height, kind,
                                   chosen(stream));
}

hipError_t hipMemcpy2DFromArrayAsync_spt(void *destination, size_t destination_pitch,
                                         hipArray_const_t source, size_t x, size_t y, size_t width,
                                         size_t height, hipMemcpyKind kind, hipStream_t stream)
{
    return hipMemcpy2DFromArrayAsync(destination, destination_pitch, source, x, y, width, height,
                                     kind, chosen(stream));
}

hipError_t hipMemcpy3DAsync_spt(const hipMemcpy3DParms *parameters, hipStream_t stream)
{
    return hipMemcpy3DAsync(parameters, chosen(stream));
}

hipError_t hipMemset2DAsync_spt(void *pointer, size_t pitch, int value, size_t width, size_t height,
                                hipStream_t stream)
{
    return hipMemset2DAsync(pointer, pitch, value, width, height, chosen(stream));
}

hipError_t hipMemset3DAsync_spt(hipPitchedPtr pitched, int value, hipExtent extent,
                                hipStream_t stream)
{
    return hipMemset3DAsync(pitched, value, extent, chosen(stream));
}

hipError_t hipStreamGetPriority_spt(hipStream_t stream, int *priority)
{
    return hipStreamGetPriority(chosen(stream), priority);
}

hipError_t hipStreamIsCapturing_spt(hipStream_t stream, hipStreamCaptureStatus *status)
{
    return hipStreamIsCapturing(chosen(stream), status);
}

hipError_t hipStreamGetCaptureInfo_spt(hipStream_t stream, hipStreamCaptureStatus *status,
                                       unsigned long long *id)
{
    return hipStreamGetCaptureInfo(chosen(stream), status, id);
}

hipError_t hipStreamGetCaptureInfo_v2_spt(hipStream_t stream, hipStreamCaptureStatus *status,
                                          unsigned long long *id, hipGraph_t *graph,
                                          const hipGraphNode_t **dependencies,
                                          size_t *dependency_count)
{
    return hipStreamGetCaptureInfo_v2(chosen(stream), status, id, graph, dependencies,
                                      dependency_count);
}
