#include "enqueue.h"

#include "base/log.h"

static GI_COLD void trace(const struct gi_stream *stream, const struct gi_operation *operation)
{
    gi_log(GI_LOG_DEBUG, "stream %llu: %s", (unsigned long long)stream->id,
           operation->kind->name);
}

gi_status gi_stream_enqueue(struct gi_stream *stream, struct gi_operation *operation)
{
    if (gi_log_enabled(GI_LOG_DEBUG))
        trace(stream, operation);
    return operation->kind->carry_out(stream, operation);
}
