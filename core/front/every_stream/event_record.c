/** Records of events. */
#include "ops/event.h"

#include "front.h"
#include "handles.h"

gpuError_t gpuEventRecord(gpuEvent_t event, gpuStream_t stream)
{
    FRONT_TRY(front_begin_in(stream));
    return front_error(gi_event_record(front_from_event(event), front_from_stream(stream)));
}

gpuError_t gpuEventRecordWithFlags(gpuEvent_t event, gpuStream_t stream, unsigned int flags)
{
    FRONT_TRY(front_begin_in(stream));
    if (event != NULL && flags == gpuEventRecordExternal)
        return gi_stream_captures(front_from_stream(stream))
                   ? front_error(gi_event_record_external(front_from_event(event),
                                                          front_from_stream(stream)))
                   : front_outside_capture(__func__);
    FRONT_REQUIRE(event == NULL || flags == gpuEventRecordDefault,
                  "%s: flags is 0x%x, it must be 0", __func__, flags);
    return front_error(gi_event_record(front_from_event(event), front_from_stream(stream)));
}
