/** The second symbols of functions that use the default stream, for programs whose default
 *  stream is the calling thread's own. */
#include "chosen_stream.h"

gpuError_t gpuStreamQuery_per_thread(gpuStream_t stream)
{
    return gpuStreamQuery(front_chosen(stream));
}

gpuError_t gpuStreamSynchronize_per_thread(gpuStream_t stream)
{
    return gpuStreamSynchronize(front_chosen(stream));
}

gpuError_t gpuStreamWaitEvent_per_thread(gpuStream_t stream, gpuEvent_t event, unsigned int flags)
{
    return gpuStreamWaitEvent(front_chosen(stream), event, flags);
}

gpuError_t gpuStreamAddCallback_per_thread(gpuStream_t stream, gpuStreamCallback_t callback,
                                           void *user_data, unsigned int flags)
{
    return gpuStreamAddCallback(front_chosen(stream), callback, user_data, flags);
}

gpuError_t gpuLaunchHostFunc_per_thread(gpuStream_t stream, gpuHostFn_t function, void *user_data)
{
    return gpuLaunchHostFunc(front_chosen(stream), function, user_data);
}

gpuError_t gpuLaunchKernel_per_thread(const void *function, dim3 grid, dim3 block,
                                      void **arguments, size_t shared_bytes, gpuStream_t stream)
{
    return gpuLaunchKernel(function, grid, block, arguments, shared_bytes, front_chosen(stream));
}

gpuError_t gpuLaunchCooperativeKernel_per_thread(const void *function, dim3 grid, dim3 block,
                                                 void **arguments,
                                                 gpuCooperativeBytes_t shared_bytes,
                                                 gpuStream_t stream)
{
    return gpuLaunchCooperativeKernel(function, grid, block, arguments, shared_bytes,
                                      front_chosen(stream));
}

gpuError_t gpuMemcpyToSymbolAsync_per_thread(const void *symbol, const void *source, size_t size,
                                             size_t offset, gpuMemcpyKind kind, gpuStream_t stream)
{
    return gpuMemcpyToSymbolAsync(symbol, source, size, offset, kind, front_chosen(stream));
}

gpuError_t gpuMemcpyFromSymbolAsync_per_thread(void *destination, const void *symbol, size_t size,
                                               size_t offset, gpuMemcpyKind kind,
                                               gpuStream_t stream)
{
    return gpuMemcpyFromSymbolAsync(destination, symbol, size, offset, kind, front_chosen(stream));
}

gpuError_t gpuStreamGetFlags_per_thread(gpuStream_t stream, unsigned int *flags)
{
    return gpuStreamGetFlags(front_chosen(stream), flags);
}

gpuError_t gpuEventRecord_per_thread(gpuEvent_t event, gpuStream_t stream)
{
    return gpuEventRecord(event, front_chosen(stream));
}

gpuError_t gpuMemsetAsync_per_thread(void *pointer, int value, size_t size, gpuStream_t stream)
{
    return gpuMemsetAsync(pointer, value, size, front_chosen(stream));
}

gpuError_t gpuMemcpyAsync_per_thread(void *destination, const void *source, size_t size,
                                     gpuMemcpyKind kind, gpuStream_t stream)
{
    return gpuMemcpyAsync(destination, source, size, kind, front_chosen(stream));
}

gpuError_t gpuMemcpy2DAsync_per_thread(void *destination, size_t destination_pitch,
                                       const void *source, size_t source_pitch, size_t width,
                                       size_t height, gpuMemcpyKind kind, gpuStream_t stream)
{
    return gpuMemcpy2DAsync(destination, destination_pitch, source, source_pitch, width, height,
                            kind, front_chosen(stream));
}

gpuError_t gpuMemcpy2DToArrayAsync_per_thread(gpuArray_t destination, size_t x, size_t y,
                                              const void *source, size_t source_pitch, size_t width,
                                              size_t height, gpuMemcpyKind kind, gpuStream_t stream)
{
    return gpuMemcpy2DToArrayAsync(destination, x, y, source, source_pitch, width, height, kind,
                                   front_chosen(stream));
}

gpuError_t gpuMemcpy2DFromArrayAsync_per_thread(void *destination, size_t destination_pitch,
                                                gpuArray_const_t source, size_t x, size_t y,
                                                size_t width, size_t height, gpuMemcpyKind kind,
                                                gpuStream_t stream)
{
    return gpuMemcpy2DFromArrayAsync(destination, destination_pitch, source, x, y, width, height,
                                     kind, front_chosen(stream));
}

gpuError_t gpuMemcpy3DAsync_per_thread(const gpuMemcpy3DParms *parameters, gpuStream_t stream)
{
    return gpuMemcpy3DAsync(parameters, front_chosen(stream));
}

gpuError_t gpuMemset2DAsync_per_thread(void *pointer, size_t pitch, int value, size_t width,
                                       size_t height, gpuStream_t stream)
{
    return gpuMemset2DAsync(pointer, pitch, value, width, height, front_chosen(stream));
}

gpuError_t gpuMemset3DAsync_per_thread(gpuPitchedPtr pitched, int value, gpuExtent extent,
                                       gpuStream_t stream)
{
    return gpuMemset3DAsync(pitched, value, extent, front_chosen(stream));
}

gpuError_t gpuStreamGetPriority_per_thread(gpuStream_t stream, int *priority)
{
    return gpuStreamGetPriority(front_chosen(stream), priority);
}

gpuError_t gpuStreamIsCapturing_per_thread(gpuStream_t stream, gpuStreamCaptureStatus *status)
{
    return gpuStreamIsCapturing(front_chosen(stream), status);
}

gpuError_t gpuGraphLaunch_per_thread(gpuGraphExec_t exec, gpuStream_t stream)
{
    return gpuGraphLaunch(exec, front_chosen(stream));
}

gpuError_t gpuStreamBeginCapture_per_thread(gpuStream_t stream, gpuStreamCaptureMode mode)
{
    return gpuStreamBeginCapture(front_chosen(stream), mode);
}

gpuError_t gpuStreamEndCapture_per_thread(gpuStream_t stream, gpuGraph_t *graph)
{
    return gpuStreamEndCapture(front_chosen(stream), graph);
}
