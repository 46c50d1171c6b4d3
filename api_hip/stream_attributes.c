#include "stream/stream_attributes.h"
#include "pools/managed.h"

#include "front.h"
#include "graph/capture/capture_call.h"
#include "handles.h"
#include "stream/stream.h"

int hipGetStreamDeviceId(hipStream_t stream)
{
    hipDevice_t device;

    return hipStreamGetDevice(stream, &device) == hipSuccess ? device : -1;
}

hipError_t hipExtStreamCreateWithCUMask(hipStream_t *stream, uint32_t words, const uint32_t *mask)
{
    gi_handle handle;
    gi_status status;

    FRONT_NOT_NULL(stream);
    FRONT_REQUIRE(mask != NULL && words != 0, "%s: the mask has no words", __func__);
    FRONT_TRY(front_begin());
    FRONT_TRY(gi_stream_create(hipStreamDefault, GI_PRIORITY_LEAST, &handle));
    status = gi_stream_set_unit_mask(handle, mask, words);
    if (status != GI_OK) {
        (void)!gi_stream_destroy(handle);        /* no other thread knows it, so this cannot fail */
        return front_error(status);
    }
    *stream = front_to_stream(handle);
    return hipSuccess;
}

hipError_t hipExtStreamGetCUMask(hipStream_t stream, uint32_t words, uint32_t *mask)
{
    FRONT_NOT_NULL(mask);
    FRONT_TRY(front_begin());
    return front_error(gi_stream_get_unit_mask(front_from_stream(stream), mask, words));
}

/* ---- captures -------------------------------------------------------------------------------- */

hipError_t hipStreamGetCaptureInfo(hipStream_t stream, hipStreamCaptureStatus *status,
                                   unsigned long long *id)
{
    return hipStreamGetCaptureInfo_v2(stream, status, id, NULL, NULL, NULL);
}

_Static_assert(sizeof(hipGraphNode_t) == sizeof(gi_handle), "lists are passed on");


hipError_t hipStreamGetCaptureInfo_v2(hipStream_t stream, hipStreamCaptureStatus *status,
                                      unsigned long long *id, hipGraph_t *graph,
                                      const hipGraphNode_t **dependencies,
                                      size_t *dependency_count)
{
    struct gi_capture_info info;

    FRONT_NOT_NULL(status);
    FRONT_TRY(front_begin_in(stream));
    FRONT_TRY(gi_capture_ask(front_from_stream(stream), &info));
    *status = (hipStreamCaptureStatus)info.status;
    if (info.status != GI_CAPTURE_ACTIVE)        /* the rest is of a capture */
        return hipSuccess;
    if (id != NULL)
        *id = info.id;
    if (graph != NULL)
        *graph = (hipGraph_t)(uintptr_t)info.graph;
    if (dependencies != NULL)
        *dependencies = (const hipGraphNode_t *)(const void *)info.nodes;
    if (dependency_count != NULL)
        *dependency_count = info.count;
    return hipSuccess;
}
