/** The second symbols of functions that use the default stream, for programs whose default stream
 *  is the calling thread's own. */
#include "copies.h"
#include "per_thread.h"

/* ---- copies and fills that return when they are done ---------------------------------------- */

CUresult cuMemcpy_ptds(CUdeviceptr destination, CUdeviceptr source, size_t size)
{
    return gicu_copy(destination, source, size, GI_COPY_INFER, gi_in_thread());
}

CUresult cuMemcpyHtoD_v2_ptds(CUdeviceptr destination, const void *source, size_t size)
{
    return gicu_copy(destination, gicu_number(source), size, GI_COPY_HOST_TO_DEVICE,
                     gi_in_thread());
}

CUresult cuMemcpyDtoH_v2_ptds(void *destination, CUdeviceptr source, size_t size)
{
    return gicu_copy(gicu_number(destination), source, size, GI_COPY_DEVICE_TO_HOST,
                     gi_in_thread());
}

CUresult cuMemcpyDtoD_v2_ptds(CUdeviceptr destination, CUdeviceptr source, size_t size)
{
    return gicu_copy(destination, source, size, GI_COPY_DEVICE_TO_DEVICE, gi_in_thread());
}

CUresult cuMemsetD8_v2_ptds(CUdeviceptr pointer, unsigned char value, size_t count)
{
    return gicu_fill(pointer, value, 1, count, gi_in_thread());
}

CUresult cuMemsetD16_v2_ptds(CUdeviceptr pointer, unsigned short value, size_t count)
{
    return gicu_fill(pointer, value, 2, count, gi_in_thread());
}

CUresult cuMemsetD32_v2_ptds(CUdeviceptr pointer, unsigned int value, size_t count)
{
    return gicu_fill(pointer, value, 4, count, gi_in_thread());
}

CUresult cuMemcpy2D_v2_ptds(const CUDA_MEMCPY2D *copy)
{
    return gicu_copy_rows(__func__, copy, gi_in_thread());
}

CUresult cuMemcpy2DUnaligned_v2_ptds(const CUDA_MEMCPY2D *copy)
{
    return gicu_copy_rows(__func__, copy, gi_in_thread());
}

CUresult cuMemcpy3D_v2_ptds(const CUDA_MEMCPY3D *copy)
{
    return gicu_copy_volume(__func__, copy, gi_in_thread());
}

/* ---- in a stream ---------------------------------------------------------------------------- */

CUresult cuMemcpyAsync_ptsz(CUdeviceptr destination, CUdeviceptr source, size_t size,
                            CUstream stream)
{
    return gicu_copy(destination, source, size, GI_COPY_INFER,
                     gicu_in_stream(gicu_own_stream(stream)));
}

CUresult cuMemcpyHtoDAsync_v2_ptsz(CUdeviceptr destination, const void *source, size_t size,
                                   CUstream stream)
{
    return gicu_copy(destination, gicu_number(source), size, GI_COPY_HOST_TO_DEVICE,
                     gicu_in_stream(gicu_own_stream(stream)));
}

CUresult cuMemcpyDtoHAsync_v2_ptsz(void *destination, CUdeviceptr source, size_t size,
                                   CUstream stream)
{
    return gicu_copy(gicu_number(destination), source, size, GI_COPY_DEVICE_TO_HOST,
                     gicu_in_stream(gicu_own_stream(stream)));
}

CUresult cuMemcpyDtoDAsync_v2_ptsz(CUdeviceptr destination, CUdeviceptr source, size_t size,
                                   CUstream stream)
{
    return gicu_copy(destination, source, size, GI_COPY_DEVICE_TO_DEVICE,
                     gicu_in_stream(gicu_own_stream(stream)));
}

CUresult cuMemsetD8Async_ptsz(CUdeviceptr pointer, unsigned char value, size_t count,
                              CUstream stream)
{
    return gicu_fill(pointer, value, 1, count, gicu_in_stream(gicu_own_stream(stream)));
}

CUresult cuMemsetD16Async_ptsz(CUdeviceptr pointer, unsigned short value, size_t count,
                               CUstream stream)
{
    return gicu_fill(pointer, value, 2, count, gicu_in_stream(gicu_own_stream(stream)));
}

CUresult cuMemsetD32Async_ptsz(CUdeviceptr pointer, unsigned int value, size_t count,
                               CUstream stream)
{
    return gicu_fill(pointer, value, 4, count, gicu_in_stream(gicu_own_stream(stream)));
}

CUresult cuMemcpy2DAsync_v2_ptsz(const CUDA_MEMCPY2D *copy, CUstream stream)
{
    return gicu_copy_rows(__func__, copy, gicu_in_stream(gicu_own_stream(stream)));
}

CUresult cuMemcpy3DAsync_v2_ptsz(const CUDA_MEMCPY3D *copy, CUstream stream)
{
    return gicu_copy_volume(__func__, copy, gicu_in_stream(gicu_own_stream(stream)));
}

CUresult cuStreamQuery_ptsz(CUstream stream)
{
    return cuStreamQuery(gicu_own_stream(stream));
}

CUresult cuStreamSynchronize_ptsz(CUstream stream)
{
    return cuStreamSynchronize(gicu_own_stream(stream));
}

CUresult cuStreamWaitEvent_ptsz(CUstream stream, CUevent event, unsigned int flags)
{
    return cuStreamWaitEvent(gicu_own_stream(stream), event, flags);
}

CUresult cuStreamAddCallback_ptsz(CUstream stream, CUstreamCallback callback, void *user_data,
                                  unsigned int flags)
{
    return cuStreamAddCallback(gicu_own_stream(stream), callback, user_data, flags);
}

CUresult cuLaunchHostFunc_ptsz(CUstream stream, CUhostFn function, void *user_data)
{
    return cuLaunchHostFunc(gicu_own_stream(stream), function, user_data);
}

CUresult cuStreamGetFlags_ptsz(CUstream stream, unsigned int *flags)
{
    return cuStreamGetFlags(gicu_own_stream(stream), flags);
}

CUresult cuStreamGetPriority_ptsz(CUstream stream, int *priority)
{
    return cuStreamGetPriority(gicu_own_stream(stream), priority);
}

CUresult cuStreamGetId_ptsz(CUstream stream, unsigned long long *id)
{
    return cuStreamGetId(gicu_own_stream(stream), id);
}

CUresult cuStreamGetDevice_ptsz(CUstream stream, CUdevice *device)
{
    return cuStreamGetDevice(gicu_own_stream(stream), device);
}

CUresult cuEventRecord_ptsz(CUevent event, CUstream stream)
{
    return cuEventRecord(event, gicu_own_stream(stream));
}

CUresult cuEventRecordWithFlags_ptsz(CUevent event, CUstream stream, unsigned int flags)
{
    return cuEventRecordWithFlags(event, gicu_own_stream(stream), flags);
}

CUresult cuStreamGetCtx_ptsz(CUstream stream, CUcontext *context)
{
    return cuStreamGetCtx(gicu_own_stream(stream), context);
}
