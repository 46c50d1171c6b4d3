/** Attributes and numbers of streams, and their recording into graphs, which no stream does yet. */
#define FRONT_WITHOUT_CONTEXT
#include "both_names.h"
#include "../driver/runtime_parts.h"
#include "front.h"
#include "handles.h"
#include "stream/stream.h"

gpuError_t gpuStreamGetId(gpuStream_t stream, unsigned long long *id)
{
    uint64_t known;

    FRONT_NOT_NULL(id);
    FRONT_TRY(front_begin_in(stream));
    FRONT_TRY(gi_stream_get_id(front_from_stream(stream), &known));
    *id = known;
    return gpuSuccess;
}

gpuError_t gpuStreamGetAttribute(gpuStream_t stream, gpuStreamAttrID attribute,
                                 gpuStreamAttrValue *value)
{
    FRONT_NOT_NULL(value);
    FRONT_TRY(front_begin_in(stream));
    return front_error(gicuda_get_stream_attribute(__func__, front_from_stream(stream),
                                                   (int)attribute, value));
}

gpuError_t gpuStreamSetAttribute(gpuStream_t stream, gpuStreamAttrID attribute,
                                 const gpuStreamAttrValue *value)
{
    FRONT_NOT_NULL(value);
    FRONT_TRY(front_begin_in(stream));
    return front_error(gicuda_set_stream_attribute(__func__, front_from_stream(stream),
                                                   (int)attribute, value));
}

gpuError_t gpuStreamCopyAttributes(gpuStream_t destination, gpuStream_t source)
{
    FRONT_TRY(front_begin_object());
    return front_error(gi_stream_copy_attributes(front_from_stream(destination),
                                                 front_from_stream(source)));
}

/* The rest is returned for a capturing stream only. */
gpuError_t gpuStreamGetCaptureInfo(gpuStream_t stream, gpuStreamCaptureStatus *status,
                                   gpuCaptureId_t *id, gpuGraph_t *graph,
                                   const gpuGraphNode_t **dependencies,
                                   const gpuGraphEdgeData **edges, size_t *dependency_count)
{
    (void)id, (void)graph, (void)dependencies, (void)edges, (void)dependency_count;
    return front_not_capturing(__func__, stream, status);
}
