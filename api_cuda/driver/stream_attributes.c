/** Attributes of streams, and their recording into graphs, which no stream does yet. Compiled
 *  once for each kind of default stream. */
#include "front.h"
#include "handles.h"
#include "runtime_parts.h"
#include "stream/stream.h"

CUresult cuStreamGetAttribute(CUstream stream, CUstreamAttrID attribute, CUstreamAttrValue *value)
{
    FRONT_NOT_NULL(value);
    FRONT_TRY(front_begin_in(stream));
    return front_error(gicuda_get_stream_attribute(__func__, front_from_stream(stream),
                                                   (int)attribute, value));
}

CUresult cuStreamSetAttribute(CUstream stream, CUstreamAttrID attribute,
                              const CUstreamAttrValue *value)
{
    FRONT_NOT_NULL(value);
    FRONT_TRY(front_begin_in(stream));
    return front_error(gicuda_set_stream_attribute(__func__, front_from_stream(stream),
                                                   (int)attribute, value));
}

CUresult cuStreamCopyAttributes(CUstream destination, CUstream source)
{
    FRONT_TRY(front_begin_object());
    return front_error(gi_stream_copy_attributes(front_from_stream(destination),
                                                 front_from_stream(source)));
}

static CUresult not_capturing(const char *caller, CUstream stream, CUstreamCaptureStatus *status)
{
    uint32_t flags;

    FRONT_REQUIRE(status != NULL, "%s: status is NULL", caller);
    FRONT_TRY(front_begin_in(stream));
    FRONT_TRY(gi_stream_get_flags(front_from_stream(stream), &flags));
    *status = CU_STREAM_CAPTURE_STATUS_NONE;
    return CUDA_SUCCESS;
}

CUresult cuStreamIsCapturing(CUstream stream, CUstreamCaptureStatus *status)
{
    return not_capturing(__func__, stream, status);
}

/* The rest is returned for a capturing stream only. */
CUresult cuStreamGetCaptureInfo(CUstream stream, CUstreamCaptureStatus *status, cuuint64_t *id,
                                CUgraph *graph, const CUgraphNode **dependencies,
                                const CUgraphEdgeData **edges, size_t *dependency_count)
{
    (void)id, (void)graph, (void)dependencies, (void)edges, (void)dependency_count;
    return not_capturing(__func__, stream, status);
}

/* No stream has a green context. */
CUresult cuStreamGetCtx_v2(CUstream stream, CUcontext *context, CUgreenCtx *green_context)
{
    CUresult result = cuStreamGetCtx(stream, context);

    if (result == CUDA_SUCCESS && green_context != NULL)
        *green_context = NULL;
    return result;
}
