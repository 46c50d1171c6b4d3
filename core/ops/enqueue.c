#include "enqueue.h"

#include "base/log.h"
#include "stream/capture.h"
#include "stream/default_stream.h"
#include "wiring.h"

static GI_COLD void trace(const struct gi_stream *stream, const struct gi_operation *operation)
{
    gi_log(GI_LOG_DEBUG, "stream %llu: %s", (unsigned long long)stream->id,
           operation->kind->name);
}

gi_status gi_stream_enqueue(struct gi_stream *stream, struct gi_operation *operation)
{
    gi_status status;

    if (gi_log_enabled(GI_LOG_DEBUG))
        trace(stream, operation);
    if (gi_stream_is_captured(stream) && gi_wiring.capture(stream, operation, &status))
        return status;
    return operation->kind->carry_out(stream, operation);
}

gi_status gi_legacy_enqueue(struct gi_device *current, struct gi_operation *operation)
{
    struct gi_stream *legacy;
    gi_status status = gi_legacy_acquire(operation->kind->home(operation, current), &legacy);

    if (status != GI_OK)
        return status;
    status = gi_stream_enqueue(legacy, operation);
    gi_stream_release(legacy);
    return status;
}

gi_status gi_operation_keep(const struct gi_operation *operation, struct gi_operation *out_kept)
{
    out_kept->kind = operation->kind;
    return operation->kind->keep(operation, out_kept);
}

void gi_operation_drop(struct gi_operation *kept)
{
    kept->kind->drop(kept);
}
