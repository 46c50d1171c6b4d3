#include "enqueue.h"

#include "stream/append.h"
#include "copy_route.h"
#include "multicast_copy.h"
#include "pool_memory.h"
#include "base/log.h"

static bool is_multicast(const struct gi_operand *dst)
{
    return dst->allocation != NULL && dst->allocation->is_multicast;
}

static gi_status copy(struct gi_stream *stream, struct gi_operation *operation)
{
    return is_multicast(&operation->copy.operands.dst)
               ? gi_multicast_copy(stream, &operation->copy)
               : gi_copy_route(stream, &operation->copy);
}

static gi_status fill(struct gi_stream *stream, struct gi_operation *operation)
{
    return is_multicast(&operation->fill.dst) ? gi_multicast_fill(stream, &operation->fill)
                                              : gi_fill_route(stream, &operation->fill);
}

static gi_status signal(struct gi_stream *stream, struct gi_operation *operation)
{
    return gi_append_signals(stream, &operation->semaphores);
}

static gi_status wait(struct gi_stream *stream, struct gi_operation *operation)
{
    return gi_append_waits(stream, &operation->semaphores);
}

static gi_status record(struct gi_stream *stream, struct gi_operation *operation)
{
    return gi_append_record(stream, &operation->record);
}

static gi_status wait_record(struct gi_stream *stream, struct gi_operation *operation)
{
    return gi_append_wait_record(stream, &operation->wait_record);
}

static gi_status host_call(struct gi_stream *stream, struct gi_operation *operation)
{
    return gi_append_host_call(stream, &operation->host_call);
}

static gi_status words(struct gi_stream *stream, struct gi_operation *operation)
{
    return gi_append_words(stream, &operation->words);
}

static gi_status pool_alloc(struct gi_stream *stream, struct gi_operation *operation)
{
    return gi_pool_alloc_in_order(stream, &operation->pool_alloc);
}

static gi_status pool_free(struct gi_stream *stream, struct gi_operation *operation)
{
    return gi_pool_free_in_order(stream, &operation->pool_free);
}

static gi_status launch(struct gi_stream *stream, struct gi_operation *operation)
{
    return gi_append_launch(stream, &operation->launch);
}

const struct gi_operation_traits gi_operation_traits[GI_OPERATION_KINDS] = {
    [GI_OPERATION_COPY] = { "copy", copy },
    [GI_OPERATION_FILL] = { "fill", fill },
    [GI_OPERATION_SIGNAL] = { "signal", signal },
    [GI_OPERATION_WAIT] = { "wait", wait },
    [GI_OPERATION_RECORD] = { "record of an event", record },
    [GI_OPERATION_WAIT_RECORD] = { "wait for an event", wait_record },
    [GI_OPERATION_HOST_CALL] = { "call of a host function", host_call },
    [GI_OPERATION_WORDS] = { "writes of words and waits for them", words },
    [GI_OPERATION_POOL_ALLOC] = { "allocation in stream order", pool_alloc },
    [GI_OPERATION_POOL_FREE] = { "free in stream order", pool_free },
    [GI_OPERATION_LAUNCH] = { "launch", launch },
};

static GI_COLD void trace(const struct gi_stream *stream, const struct gi_operation *operation)
{
    gi_log(GI_LOG_DEBUG, "stream %llu: %s", (unsigned long long)stream->id,
           gi_operation_traits[operation->kind].name);
}

gi_status gi_stream_enqueue(struct gi_stream *stream, struct gi_operation *operation)
{
    if (gi_log_enabled(GI_LOG_DEBUG))
        trace(stream, operation);
    return gi_operation_traits[operation->kind].carry_out(stream, operation);
}
