#include "stream/stream_attributes.h"
#include "pools/managed.h"

#include "front.h"
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

/* ---- recording into graphs, which no stream does yet ----------------------------------------- */

hipError_t hipStreamGetCaptureInfo(hipStream_t stream, hipStreamCaptureStatus *status,
                                   unsigned long long *id)
{
    (void)id;                    /* returned for a capturing stream only */
    return front_not_capturing(__func__, stream, status);
}

hipError_t hipStreamGetCaptureInfo_v2(hipStream_t stream, hipStreamCaptureStatus *status,
                                      unsigned long long *id, hipGraph_t *graph,
                                      const hipGraphNode_t **dependencies,
                                      size_t *dependency_count)
{
    (void)graph;                 /* as above */
    (void)dependencies;
    (void)dependency_count;
    return hipStreamGetCaptureInfo(stream, status, id);
}
