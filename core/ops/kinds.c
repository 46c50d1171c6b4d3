#include "kinds.h"

#include "copy_route.h"
#include "multicast_copy.h"
#include "pool_memory.h"
#include "stream/append.h"

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

const struct gi_operation_kind gi_kind_copy = { "copy", copy };
const struct gi_operation_kind gi_kind_fill = { "fill", fill };
const struct gi_operation_kind gi_kind_signal = { "signal", signal };
const struct gi_operation_kind gi_kind_wait = { "wait", wait };
const struct gi_operation_kind gi_kind_record = { "record of an event", record };
const struct gi_operation_kind gi_kind_wait_record = { "wait for an event", wait_record };
const struct gi_operation_kind gi_kind_host_call = { "call of a host function", host_call };
const struct gi_operation_kind gi_kind_words = { "writes of words and waits for them", words };
const struct gi_operation_kind gi_kind_pool_alloc = { "allocation in stream order", pool_alloc };
const struct gi_operation_kind gi_kind_pool_free = { "free in stream order", pool_free };
