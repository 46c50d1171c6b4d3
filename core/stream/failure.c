#include "failure.h"

#include <string.h>

#include "base/failed_context.h"
#include "queue/device_state.h"
#include "stream_state.h"

bool gi_failure_ends_context(gi_status status)
{
    return status == GI_LAUNCH_ASSERTED || status == GI_LAUNCH_TRAPPED ||
           status == GI_ILLEGAL_ADDRESS;
}

/* Whether the context of the stream's work is gone, or is new since a reset. */
static bool has_lost_context(const struct gi_stream *stream)
{
    return atomic_load(&stream->outlives_context) ||
           atomic_load(&stream->legacy->outlives_context);
}

void gi_failure_note(struct gi_stream *stream, gi_status status)
{
    stream->last_failure = status;
    strncpy(stream->failure_detail, gi_last_error_detail(), sizeof stream->failure_detail - 1);
    if (!gi_failure_ends_context(status) || has_lost_context(stream) ||
        !gi_failed_context_set(stream->legacy->context, stream->device->ordinal, status,
                               stream->failure_detail))
        stream->failure = status;
}

gi_status gi_failure_of_context(const struct gi_stream *stream)
{
    return gi_failed_context_check(stream->legacy->context, stream->device->ordinal);
}

gi_status gi_failure_take_own(struct gi_stream *stream)
{
    gi_status status = stream->failure;

    if (status == GI_OK)
        return gi_device_is_lost(stream->device) ? gi_device_lost_failure(stream->device) : GI_OK;
    stream->failure = GI_OK;
    return gi_fail(status, "work enqueued in the stream failed: %s", stream->failure_detail);
}

gi_status gi_failure_take(struct gi_stream *stream)
{
    gi_status status = gi_failure_take_own(stream);

    return status == GI_OK ? gi_failure_of_context(stream) : status;
}
