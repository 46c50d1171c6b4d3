#include "enqueue.h"

#include "base/log.h"
#include "stream/capture.h"
#include "stream/default_stream.h"
#include "stream/traced.h"
#include "wiring.h"

static GI_COLD void log_operation(const struct gi_stream *stream,
                                  const struct gi_operation *operation)
{
    gi_log(GI_LOG_DEBUG, "stream %llu: %s", (unsigned long long)stream->id,
           operation->kind->name);
}

/* A capture may leave an operation to the stream. */
static gi_status pass(struct gi_stream *stream, struct gi_operation *operation,
                      bool *out_is_captured)
{
    gi_status status;

    *out_is_captured = gi_stream_is_captured(stream) &&
                       gi_wiring.capture(stream, operation, &status);
    return *out_is_captured ? status : operation->kind->carry_out(stream, operation);
}

/* A trace that begins meanwhile sets the door behind its state. */
static void close_door(void)
{
    atomic_store(&gi_trace_door, 0);
    if (atomic_load(&gi_trace_state) != 0)
        atomic_store(&gi_trace_door, 1);
}

/* Not inline, as the next: the usual way then saves no registers. */
static GI_COLD __attribute__((noinline)) gi_status pass_watched(struct gi_stream *stream,
                                                                struct gi_operation *operation)
{
    bool is_logged = gi_log_enabled(GI_LOG_DEBUG), is_captured;
    struct gi_traced_call call;
    gi_status status;

    if (is_logged)
        log_operation(stream, operation);
    if (!gi_trace_is_on()) {
        if (!is_logged)
            close_door();
        return pass(stream, operation, &is_captured);
    }
    gi_traced_begin(&call, stream, operation);
    status = pass(stream, operation, &is_captured);
    gi_traced_finish(&call, status == GI_OK && !is_captured);
    return status;
}

static __attribute__((noinline)) gi_status pass_captured(struct gi_stream *stream,
                                                         struct gi_operation *operation)
{
    bool is_captured;

    return pass(stream, operation, &is_captured);
}

gi_status gi_stream_enqueue(struct gi_stream *stream, struct gi_operation *operation)
{
    if (gi_flag_is_up(&gi_trace_door))
        return pass_watched(stream, operation);
    if (gi_stream_is_captured(stream))
        return pass_captured(stream, operation);
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
