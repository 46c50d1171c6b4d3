/** Attributes and numbers of streams, and the captures of streams. */
#define FRONT_WITHOUT_CONTEXT
#include "both_names.h"
#include "../driver/runtime_parts.h"
#include "front.h"
#include "graph/capture/capture_call.h"
#include "graphs/nodes.h"
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

static bool is_zero(const struct gi_edge_data *data, size_t count)
{
    static const struct gi_edge_data none;

    for (size_t i = 0; i < count; i++) {
        if (memcmp(&data[i], &none, sizeof none) != 0)
            return false;
    }
    return true;
}

_Static_assert(sizeof(gpuGraphEdgeData) == sizeof(struct gi_edge_data) &&
                   sizeof(gpuGraphNode_t) == sizeof(gi_handle), "lists are passed on");

/* The rest is returned for a capturing stream only. Data that the program does not ask for must not
 * be lost. */
gpuError_t gpuStreamGetCaptureInfo(gpuStream_t stream, gpuStreamCaptureStatus *status,
                                   gpuCaptureId_t *id, gpuGraph_t *graph,
                                   const gpuGraphNode_t **dependencies,
                                   const gpuGraphEdgeData **edges, size_t *dependency_count)
{
    struct gi_capture_info info;

    FRONT_NOT_NULL(status);
    FRONT_TRY(front_begin_in(stream));
    FRONT_TRY(gi_capture_ask(front_from_stream(stream), &info));
    *status = (gpuStreamCaptureStatus)info.status;
    if (info.status != GI_CAPTURE_ACTIVE)
        return gpuSuccess;
    if (id != NULL)
        *id = info.id;
    if (graph != NULL)
        *graph = (gpuGraph_t)(uintptr_t)info.graph;
    if (dependencies != NULL && edges == NULL && !is_zero(info.data, info.count))
        return front_error(gi_fail(GI_LOSSY_QUERY, "%s: edges have data, and edges is NULL",
                                   __func__));
    if (dependencies != NULL)
        *dependencies = (const gpuGraphNode_t *)(const void *)info.nodes;
    if (edges != NULL)
        *edges = (const gpuGraphEdgeData *)(const void *)info.data;
    if (dependency_count != NULL)
        *dependency_count = info.count;
    return gpuSuccess;
}

gpuError_t gpuStreamUpdateCaptureDependencies(gpuStream_t stream, gpuGraphNode_t *dependencies,
                                              const gpuGraphEdgeData *edges, size_t count,
                                              unsigned int flags)
{
    return front_update_capture(__func__, stream, dependencies,
                                (const struct gi_edge_data *)(const void *)edges, count, flags);
}
