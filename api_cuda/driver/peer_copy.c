/** Copies between contexts. The pointers decide the devices; the contexts are only checked.
 *  Compiled once for each kind of default stream. */
#include "ops/copy.h"

#include "context/context.h"
#include "front.h"
#include "handles.h"

static gi_status check_context(CUcontext context)
{
    struct gi_context_info info;

    return gi_context_query((gi_handle)(uintptr_t)context, &info);
}

static gi_status check_contexts(CUcontext destination, CUcontext source)
{
    gi_status status = front_begin();

    if (status == GI_OK)
        status = check_context(destination);
    return status == GI_OK ? check_context(source) : status;
}

/* A copy that is done when the call returns comes after the work of both contexts. */
static gi_status wait_for_contexts(CUcontext destination, CUcontext source)
{
    gi_status status = check_contexts(destination, source);

    if (status == GI_OK)
        status = gi_context_wait_blocking((gi_handle)(uintptr_t)destination);
    return status == GI_OK ? gi_context_wait_blocking((gi_handle)(uintptr_t)source) : status;
}

CUresult cuMemcpyPeer(CUdeviceptr destination, CUcontext destination_context, CUdeviceptr source,
                      CUcontext source_context, size_t size)
{
    FRONT_TRY(wait_for_contexts(destination_context, source_context));
    return front_error(gi_copy_linear(destination, source, size, GI_COPY_DEVICE_TO_DEVICE,
                                      front_in_default()));
}

CUresult cuMemcpyPeerAsync(CUdeviceptr destination, CUcontext destination_context,
                           CUdeviceptr source, CUcontext source_context, size_t size,
                           CUstream stream)
{
    FRONT_TRY(check_contexts(destination_context, source_context));
    return front_error(gi_copy_linear(destination, source, size, GI_COPY_DEVICE_TO_DEVICE,
                                      gi_in_stream(front_from_stream(stream))));
}

/* The struct of a copy in one context has words where this one has the contexts. */
static CUDA_MEMCPY3D without_contexts(const CUDA_MEMCPY3D_PEER *from)
{
    return (CUDA_MEMCPY3D){
        .srcXInBytes = from->srcXInBytes, .srcY = from->srcY, .srcZ = from->srcZ,
        .srcLOD = from->srcLOD, .srcMemoryType = from->srcMemoryType, .srcHost = from->srcHost,
        .srcDevice = from->srcDevice, .srcArray = from->srcArray, .srcPitch = from->srcPitch,
        .srcHeight = from->srcHeight,
        .dstXInBytes = from->dstXInBytes, .dstY = from->dstY, .dstZ = from->dstZ,
        .dstLOD = from->dstLOD, .dstMemoryType = from->dstMemoryType, .dstHost = from->dstHost,
        .dstDevice = from->dstDevice, .dstArray = from->dstArray, .dstPitch = from->dstPitch,
        .dstHeight = from->dstHeight,
        .WidthInBytes = from->WidthInBytes, .Height = from->Height, .Depth = from->Depth,
    };
}

CUresult cuMemcpy3DPeer(const CUDA_MEMCPY3D_PEER *copy)
{
    CUDA_MEMCPY3D same;

    FRONT_NOT_NULL(copy);
    FRONT_TRY(wait_for_contexts(copy->dstContext, copy->srcContext));
    same = without_contexts(copy);
    return cuMemcpy3D(&same);
}

CUresult cuMemcpy3DPeerAsync(const CUDA_MEMCPY3D_PEER *copy, CUstream stream)
{
    CUDA_MEMCPY3D same;

    FRONT_NOT_NULL(copy);
    FRONT_TRY(check_contexts(copy->dstContext, copy->srcContext));
    same = without_contexts(copy);
    return cuMemcpy3DAsync(&same, stream);
}
