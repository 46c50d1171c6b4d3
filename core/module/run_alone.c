#include "run_alone.h"

#include "ops/enqueue.h"
#include "queue/device_state.h"
#include "stream/scheduler.h"
#include "stream/stream_state.h"

gi_status gi_run_alone(struct gi_device *device, struct gi_operation *operation)
{
    struct gi_stream *stream;
    gi_status status = gi_stream_new(device, device->legacy, GI_STREAM_NON_BLOCKING, 0, NULL,
                                     &stream);

    if (status != GI_OK)
        return status;
    status = gi_stream_enqueue(stream, operation);
    if (status == GI_OK)
        status = gi_stream_wait(stream, gi_stream_newest(stream));
    gi_stream_orphan(stream);
    gi_stream_release(stream);
    return status;
}
