#include "stream/stream_attributes.h"

#include "front.h"
#include "handles.h"
#include "pools/managed.h"
#include "stream/stream.h"

_Static_assert(gpuMemAttachGlobal == GI_ATTACH_GLOBAL && gpuMemAttachHost == GI_ATTACH_HOST
               && gpuMemAttachSingle == GI_ATTACH_SINGLE, "attach flags are passed on");

/* ---- facts of a stream ----------------------------------------------------------------------- */

gpuError_t gpuDeviceGetStreamPriorityRange(int *least, int *greatest)
{
    FRONT_TRY(front_begin());
    if (least != NULL)
        *least = FRONT_PRIORITY_LEAST;
    if (greatest != NULL)
        *greatest = FRONT_PRIORITY_GREATEST;
    return gpuSuccess;
}

gpuError_t gpuStreamAttachMemAsync(gpuStream_t stream, void *pointer, size_t size,
                                   unsigned int flags)
{
    FRONT_TRY(front_begin_in(stream));
    return front_error(gi_stream_attach(front_from_stream(stream),
                                        front_from_pointer(pointer), size, flags));
}

/* ---- captures -------------------------------------------------------------------------------- */

gpuError_t gpuThreadExchangeStreamCaptureMode(gpuStreamCaptureMode *mode)
{
    int wanted;

    FRONT_NOT_NULL(mode);
    FRONT_TRY(front_begin());
    wanted = (int)*mode;
    FRONT_TRY(gi_stream_exchange_capture_mode(&wanted));
    *mode = (gpuStreamCaptureMode)wanted;
    return gpuSuccess;
}
