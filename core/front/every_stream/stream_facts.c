/** Queries of a stream's facts. */
#define FRONT_WITHOUT_CONTEXT
#include "front.h"
#include "graph/capture/capture_call.h"
#include "handles.h"
#include "stream/stream.h"

gpuError_t gpuStreamGetPriority(gpuStream_t stream, int *priority)
{
    int known;

    FRONT_NOT_NULL(priority);
    FRONT_TRY(front_begin_in(stream));
    FRONT_TRY(gi_stream_get_priority(front_from_stream(stream), &known));
    *priority = front_priority(known);
    return gpuSuccess;
}

gpuError_t gpuStreamGetFlags(gpuStream_t stream, unsigned int *flags)
{
    uint32_t known;

    FRONT_NOT_NULL(flags);
    FRONT_REQUIRE(stream != NULL || FRONT_NULL_STREAM_HAS_FLAGS, "%s: stream is NULL", __func__);
    FRONT_TRY(front_begin_in(stream));
    FRONT_TRY(gi_stream_get_flags(front_from_stream(stream), &known));
    *flags = known;
    return gpuSuccess;
}

gpuError_t gpuStreamGetDevice(gpuStream_t stream, gpuDevice_t *device)
{
    int known;

    FRONT_NOT_NULL(device);
    FRONT_TRY(front_begin_in(stream));
    FRONT_TRY(gi_stream_may_be_asked(front_from_stream(stream)));
    FRONT_TRY(gi_stream_get_device(front_from_stream(stream), &known));
    known = gi_visible_from_core(&front_interface, known);
    if (known < 0)
        return front_error(gi_fail(GI_INVALID_DEVICE, "%s: the stream's device is hidden from the "
                                   "program", __func__));
    *device = known;
    return gpuSuccess;
}

_Static_assert((int)gpuStreamCaptureStatusNone == (int)GI_CAPTURE_NONE,
               "the number is passed on");

gpuError_t gpuStreamIsCapturing(gpuStream_t stream, gpuStreamCaptureStatus *status)
{
    enum gi_capture_status found;

    FRONT_NOT_NULL(status);
    FRONT_TRY(front_begin_in(stream));
    FRONT_TRY(gi_capture_status_of(front_from_stream(stream), &found));
    *status = (gpuStreamCaptureStatus)found;
    return gpuSuccess;
}
