#include "stream_attributes.h"
#include "managed.h"

#include "front.h"
#include "handles.h"
#include "stream.h"

_Static_assert(hipMemAttachGlobal == GI_ATTACH_GLOBAL && hipMemAttachHost == GI_ATTACH_HOST
               && hipMemAttachSingle == GI_ATTACH_SINGLE, "attach flags are passed on");

/* ---- what a stream is ------------------------------------------------------------------------ */

hipError_t hipDeviceGetStreamPriorityRange(int *least, int *greatest)
{
    GIHIP_TRY(gihip_begin());
    if (least != NULL)
        *least = GIHIP_PRIORITY_LEAST;
    if (greatest != NULL)
        *greatest = GIHIP_PRIORITY_GREATEST;
    return hipSuccess;
}

hipError_t hipStreamGetPriority(hipStream_t stream, int *priority)
{
    int known;

    GIHIP_NOT_NULL(priority);
    GIHIP_TRY(gihip_begin());
    GIHIP_TRY(gi_stream_get_priority(gihip_from_stream(stream), &known));
    *priority = gihip_priority(known);
    return hipSuccess;
}

hipError_t hipStreamGetDevice(hipStream_t stream, hipDevice_t *device)
{
    int known;

    GIHIP_NOT_NULL(device);
    GIHIP_TRY(gihip_begin());
    GIHIP_TRY(gi_stream_get_device(gihip_from_stream(stream), &known));
    known = gi_visible_from_core(&gihip_visible, known);
    if (known < 0)
        return gihip_error(gi_fail(GI_INVALID_DEVICE, "%s: the stream's device is hidden from the "
                                    "program", __func__));
    *device = known;
    return hipSuccess;
}

int hipGetStreamDeviceId(hipStream_t stream)
{
    hipDevice_t device;

    return hipStreamGetDevice(stream, &device) == hipSuccess ? device : -1;
}

hipError_t hipExtStreamCreateWithCUMask(hipStream_t *stream, uint32_t words, const uint32_t *mask)
{
    gi_handle handle;
    gi_status status;

    GIHIP_NOT_NULL(stream);
    GIHIP_REQUIRE(mask != NULL && words != 0, "%s: the mask has no words", __func__);
    GIHIP_TRY(gihip_begin());
    GIHIP_TRY(gi_stream_create(hipStreamDefault, GI_PRIORITY_LEAST, &handle));
    status = gi_stream_set_unit_mask(handle, mask, words);
    if (status != GI_OK) {
        (void)!gi_stream_destroy(handle);        /* it is ours alone: this cannot fail */
        return gihip_error(status);
    }
    *stream = gihip_to_stream(handle);
    return hipSuccess;
}

hipError_t hipExtStreamGetCUMask(hipStream_t stream, uint32_t words, uint32_t *mask)
{
    GIHIP_NOT_NULL(mask);
    GIHIP_TRY(gihip_begin());
    return gihip_error(gi_stream_get_unit_mask(gihip_from_stream(stream), mask, words));
}

hipError_t hipStreamAttachMemAsync(hipStream_t stream, void *pointer, size_t size,
                                   unsigned int flags)
{
    GIHIP_TRY(gihip_begin());
    return gihip_error(gi_stream_attach(gihip_from_stream(stream),
                                        gihip_from_pointer(pointer), size, flags));
}

/* ---- recording into graphs, which no stream does yet ----------------------------------------- */

/** Checks the stream, and says that it does not record. */
static hipError_t not_capturing(hipStream_t stream, hipStreamCaptureStatus *out_status)
{
    uint32_t flags;

    GIHIP_TRY(gihip_begin());
    GIHIP_TRY(gi_stream_get_flags(gihip_from_stream(stream), &flags));
    *out_status = hipStreamCaptureStatusNone;
    return hipSuccess;
}

hipError_t hipStreamIsCapturing(hipStream_t stream, hipStreamCaptureStatus *status)
{
    GIHIP_NOT_NULL(status);
    return not_capturing(stream, status);
}

hipError_t hipStreamGetCaptureInfo(hipStream_t stream, hipStreamCaptureStatus *status,
                                   unsigned long long *id)
{
    GIHIP_NOT_NULL(status);
    (void)id;                    /* told of a stream that records alone */
    return not_capturing(stream, status);
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

hipError_t hipThreadExchangeStreamCaptureMode(hipStreamCaptureMode *mode)
{
    int wanted;

    GIHIP_NOT_NULL(mode);
    GIHIP_TRY(gihip_begin());
    wanted = (int)*mode;
    GIHIP_TRY(gi_stream_exchange_capture_mode(&wanted));
    *mode = (hipStreamCaptureMode)wanted;
    return hipSuccess;
}
