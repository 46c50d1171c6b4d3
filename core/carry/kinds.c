#include "kinds.h"

#include <stdlib.h>
#include <string.h>

#include "copy_route.h"
#include "multicast_copy.h"
#include "pool_memory.h"
#include "pools/pool_state.h"
#include "stream/append.h"
#include "stream/wait/shared_event.h"
#include "trace/trace.h"
#include "word_run.h"

/* A list of a kept copy; NULL: no host memory. */
static void *copy_list(const void *items, size_t count, size_t item_bytes)
{
    void *copy = malloc(count * item_bytes);

    if (copy != NULL)
        memcpy(copy, items, count * item_bytes);
    return copy;
}

static gi_status no_copy_memory(void)
{
    return gi_fail(GI_OUT_OF_MEMORY, "no host memory for the copy of an operation");
}

/* ---- the timeline ---------------------------------------------------------------------------- */

static const char *route_of(const struct gi_operation_copy *copy)
{
    const struct gi_allocation *dst = copy->dst.allocation, *src = copy->src.allocation;

    if (dst == NULL || src == NULL)
        return dst == src ? "host" : dst == NULL ? "to pageable memory" : "from pageable memory";
    return dst->device == src->device ? "within a device" : "between devices";
}

static bool tell_copy(const struct gi_operation *operation, size_t index,
                      struct gi_trace_what *out)
{
    out->kind = GI_TRACE_COPY;
    out->bytes = gi_box_bytes(&operation->copy.box);
    out->route = route_of(&operation->copy);
    return index == 0;
}

static bool tell_fill(const struct gi_operation *operation, size_t index,
                      struct gi_trace_what *out)
{
    out->kind = GI_TRACE_FILL;
    out->bytes = gi_box_bytes(&operation->fill.box);
    return index == 0;
}

static bool tell_semaphore(const struct gi_operation *operation, size_t index,
                           struct gi_trace_what *out)
{
    const struct gi_operation_semaphores *asked = &operation->semaphores;
    bool signals = operation->kind == &gi_kind_signal;
    struct gi_semaphore_object *object;

    if (index >= asked->count)
        return false;
    object = gi_semaphore_object_of(asked->items[index].semaphore);
    out->kind = signals ? GI_TRACE_SIGNAL : GI_TRACE_WAIT;
    out->identity = object->identity;
    out->value = asked->items[index].value;
    out->is_binary = object->semaphore.kind == GI_SEMAPHORE_BINARY;
    if (out->is_binary)
        out->value = atomic_fetch_add(signals ? &object->traced_signals
                                              : &object->traced_waits, 1) + 1;
    return true;
}

static bool tell_record(const struct gi_operation *operation, size_t index,
                        struct gi_trace_what *out)
{
    const struct gi_operation_record *record = &operation->record;

    out->kind = GI_TRACE_RECORD;
    out->value = record->seq;
    out->identity.kind = record->shared == NULL ? GI_TRACE_POINT : GI_TRACE_NO_IDENTITY;
    return index == 0;
}

static bool tell_wait_record(const struct gi_operation *operation, size_t index,
                             struct gi_trace_what *out)
{
    const struct gi_operation_wait_record *wait = &operation->wait_record;

    out->kind = GI_TRACE_WAIT_RECORD;
    out->value = wait->seq;
    if (wait->stream != NULL)
        out->identity = (struct gi_trace_identity){ GI_TRACE_POINT, wait->stream->id, 0 };
    return index == 0;
}

static bool tell_host_call(const struct gi_operation *operation, size_t index,
                           struct gi_trace_what *out)
{
    (void)operation;
    out->kind = GI_TRACE_HOST_CALL;
    return index == 0;
}

/* ---- copies and fills ------------------------------------------------------------------------ */

static bool is_carried(const struct gi_operand *dst)
{
    return dst->allocation != NULL && dst->allocation->is_carried;
}

static void ref_operand(const struct gi_operand *operand)
{
    if (operand->allocation != NULL)
        gi_allocation_ref(operand->allocation);
}

static gi_status carry_copy(struct gi_stream *stream, struct gi_operation *operation)
{
    gi_status status = gi_operand_check_launched(&operation->copy.dst);

    if (status == GI_OK)
        status = gi_operand_check_launched(&operation->copy.src);
    if (status != GI_OK)
        return status;
    return is_carried(&operation->copy.dst) ? gi_multicast_copy(stream, &operation->copy)
                                            : gi_copy_route(stream, &operation->copy);
}

static struct gi_device *home_of_copy(const struct gi_operation *operation,
                                      struct gi_device *other)
{
    return gi_copy_home(&operation->copy, other);
}

static gi_status keep_copy(const struct gi_operation *operation, struct gi_operation *out_kept)
{
    out_kept->copy = operation->copy;
    ref_operand(&operation->copy.dst);
    ref_operand(&operation->copy.src);
    return GI_OK;
}

static void drop_copy(struct gi_operation *kept)
{
    gi_operand_release(&kept->copy.dst);
    gi_operand_release(&kept->copy.src);
}

static gi_status carry_fill(struct gi_stream *stream, struct gi_operation *operation)
{
    gi_status status = gi_operand_check_launched(&operation->fill.dst);

    if (status != GI_OK)
        return status;
    return is_carried(&operation->fill.dst) ? gi_multicast_fill(stream, &operation->fill)
                                            : gi_fill_route(stream, &operation->fill);
}

static struct gi_device *home_of_fill(const struct gi_operation *operation,
                                      struct gi_device *other)
{
    (void)other;
    return operation->fill.dst.allocation->device;
}

static gi_status keep_fill(const struct gi_operation *operation, struct gi_operation *out_kept)
{
    out_kept->fill = operation->fill;
    ref_operand(&operation->fill.dst);
    return GI_OK;
}

static void drop_fill(struct gi_operation *kept)
{
    gi_operand_release(&kept->fill.dst);
}

/* ---- semaphores ------------------------------------------------------------------------------ */

static gi_status signal(struct gi_stream *stream, struct gi_operation *operation)
{
    return gi_append_signals(stream, &operation->semaphores);
}

static gi_status wait(struct gi_stream *stream, struct gi_operation *operation)
{
    return gi_append_waits(stream, &operation->semaphores);
}

static gi_status keep_semaphores(const struct gi_operation *operation,
                                 struct gi_operation *out_kept)
{
    const struct gi_operation_semaphores *asked = &operation->semaphores;
    struct gi_signal *items = copy_list(asked->items, asked->count, sizeof *items);

    if (items == NULL)
        return no_copy_memory();
    for (size_t i = 0; i < asked->count; i++)
        gi_semaphore_object_ref(items[i].semaphore);
    out_kept->semaphores = (struct gi_operation_semaphores){ .items = items,
                                                             .count = asked->count };
    return GI_OK;
}

static void drop_semaphores(struct gi_operation *kept)
{
    for (size_t i = 0; i < kept->semaphores.count; i++)
        gi_semaphore_object_unref(kept->semaphores.items[i].semaphore);
    free((void *)kept->semaphores.items);
}

/* ---- records of events ----------------------------------------------------------------------- */

static void ref_stream(struct gi_stream *stream)
{
    if (stream != NULL)
        gi_object_ref(&stream->object);
}

static void release_stream(struct gi_stream *stream)
{
    if (stream != NULL)
        gi_stream_release(stream);
}

static void ref_event(struct gi_shared_event *event)
{
    if (event != NULL)
        gi_shared_event_ref(event);
}

static void unref_event(struct gi_shared_event *event)
{
    if (event != NULL)
        gi_shared_event_unref(event);
}

static gi_status record(struct gi_stream *stream, struct gi_operation *operation)
{
    return gi_append_record(stream, &operation->record);
}

static gi_status keep_record(const struct gi_operation *operation, struct gi_operation *out_kept)
{
    const struct gi_operation_record *asked = &operation->record;

    out_kept->record = (struct gi_operation_record){
        .shared = asked->shared, .context = asked->context, .takes_time = asked->takes_time
    };
    ref_event(asked->shared);
    ref_stream(asked->context);
    return GI_OK;
}

static void drop_record(struct gi_operation *kept)
{
    release_stream(kept->record.context);
    unref_event(kept->record.shared);
}

static gi_status wait_record(struct gi_stream *stream, struct gi_operation *operation)
{
    return gi_append_wait_record(stream, &operation->wait_record);
}

static gi_status keep_wait_record(const struct gi_operation *operation,
                                  struct gi_operation *out_kept)
{
    out_kept->wait_record = operation->wait_record;
    out_kept->wait_record.of = NULL;
    ref_stream(operation->wait_record.stream);
    ref_event(operation->wait_record.shared);
    return GI_OK;
}

static void drop_wait_record(struct gi_operation *kept)
{
    release_stream(kept->wait_record.stream);
    unref_event(kept->wait_record.shared);
}

/* ---- host functions -------------------------------------------------------------------------- */

static gi_status host_call(struct gi_stream *stream, struct gi_operation *operation)
{
    return gi_append_host_call(stream, &operation->host_call);
}

static gi_status keep_host_call(const struct gi_operation *operation,
                                struct gi_operation *out_kept)
{
    out_kept->host_call = operation->host_call;
    return GI_OK;
}

static void drop_host_call(struct gi_operation *kept)
{
    (void)kept;
}

/* ---- words of memory ------------------------------------------------------------------------- */

static gi_status words(struct gi_stream *stream, struct gi_operation *operation)
{
    gi_status status = GI_OK;

    for (size_t i = 0; i < operation->words.count && status == GI_OK; i++)
        status = gi_operand_check_launched(&operation->words.items[i].operand);
    if (status != GI_OK)
        return status;
    return gi_words_in_order(stream, &operation->words);
}

static gi_status keep_words(const struct gi_operation *operation, struct gi_operation *out_kept)
{
    const struct gi_operation_words *asked = &operation->words;
    struct gi_value_item *items = copy_list(asked->items, asked->count, sizeof *items);

    if (items == NULL)
        return no_copy_memory();
    for (size_t i = 0; i < asked->count; i++)
        ref_operand(&items[i].operand);
    out_kept->words = (struct gi_operation_words){ .items = items, .count = asked->count };
    return GI_OK;
}

static void drop_words(struct gi_operation *kept)
{
    struct gi_value_item *items = (struct gi_value_item *)kept->words.items;

    for (size_t i = 0; i < kept->words.count; i++)
        gi_operand_release(&items[i].operand);
    free(items);
}

/* ---- memory in stream order ------------------------------------------------------------------ */

static gi_status pool_alloc(struct gi_stream *stream, struct gi_operation *operation)
{
    return gi_pool_alloc_in_order(stream, &operation->pool_alloc);
}

static gi_status keep_pool_alloc(const struct gi_operation *operation,
                                 struct gi_operation *out_kept)
{
    out_kept->pool_alloc = operation->pool_alloc;
    out_kept->pool_alloc.pointer = 0;
    gi_object_ref(&operation->pool_alloc.pool->object);
    return GI_OK;
}

static void drop_pool_alloc(struct gi_operation *kept)
{
    gi_pool_release(kept->pool_alloc.pool);
}

static gi_status pool_free(struct gi_stream *stream, struct gi_operation *operation)
{
    return gi_pool_free_in_order(stream, &operation->pool_free);
}

static gi_status keep_pool_free(const struct gi_operation *operation,
                                struct gi_operation *out_kept)
{
    out_kept->pool_free = operation->pool_free;
    gi_allocation_ref(operation->pool_free.allocation);
    return GI_OK;
}

static void drop_pool_free(struct gi_operation *kept)
{
    gi_allocation_unref(kept->pool_free.allocation);
}

/* ---- the tables ------------------------------------------------------------------------------ */

const struct gi_operation_kind gi_kind_copy = {
    .name = "copy", .carry_out = carry_copy, .home = home_of_copy,
    .keep = keep_copy, .drop = drop_copy, .tell = tell_copy
};

const struct gi_operation_kind gi_kind_fill = {
    .name = "fill", .carry_out = carry_fill, .home = home_of_fill,
    .keep = keep_fill, .drop = drop_fill, .tell = tell_fill
};

const struct gi_operation_kind gi_kind_signal = {
    .name = "signal", .carry_out = signal,
    .keep = keep_semaphores, .drop = drop_semaphores, .tell = tell_semaphore
};

const struct gi_operation_kind gi_kind_wait = {
    .name = "wait", .carry_out = wait,
    .keep = keep_semaphores, .drop = drop_semaphores, .tell = tell_semaphore
};

const struct gi_operation_kind gi_kind_record = {
    .name = "record of an event", .carry_out = record,
    .keep = keep_record, .drop = drop_record, .tell = tell_record
};

const struct gi_operation_kind gi_kind_wait_record = {
    .name = "wait for an event", .carry_out = wait_record,
    .keep = keep_wait_record, .drop = drop_wait_record, .tell = tell_wait_record
};

const struct gi_operation_kind gi_kind_host_call = {
    .name = "call of a host function", .carry_out = host_call,
    .keep = keep_host_call, .drop = drop_host_call, .tell = tell_host_call
};

const struct gi_operation_kind gi_kind_words = {
    .name = "writes of words and waits for them", .carry_out = words,
    .keep = keep_words, .drop = drop_words
};

const struct gi_operation_kind gi_kind_pool_alloc = {
    .name = "allocation in stream order", .carry_out = pool_alloc,
    .keep = keep_pool_alloc, .drop = drop_pool_alloc
};

const struct gi_operation_kind gi_kind_pool_free = {
    .name = "free in stream order", .carry_out = pool_free,
    .keep = keep_pool_free, .drop = drop_pool_free
};
