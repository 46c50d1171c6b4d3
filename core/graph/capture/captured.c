#include "captured.h"

#include <stdio.h>
#include <string.h>

#include "base/scratch.h"
#include "carry/kinds.h"
#include "context/context.h"
#include "graph/exec/memory_nodes.h"
#include "graph/exec/update_rules.h"
#include "graph/graph.h"
#include "module/function.h"
#include "ops/array_copy.h"
#include "stream/capture_state.h"

/* ---- adding nodes ---------------------------------------------------------------------------- */

/* The lock is held, and the capture is not broken. */
static gi_status add_behind(struct gi_captured_stream *captured, struct gi_asked *asked)
{
    struct gi_frontier *at = &captured->frontier;
    gi_handle node;
    gi_status status;

    gi_asked_ref(asked);
    status = gi_graph_add(captured->capture->graph, at->nodes, at->data, at->count, asked, 0,
                          &node);
    if (status != GI_OK)
        return status;
    captured->capture->node_count++;
    at->nodes[0] = node;                 /* a frontier has room for one node */
    at->data[0] = (struct gi_edge_data){ 0 };
    at->count = 1;
    return GI_OK;
}

/* Adds a node to a captured stream. */
static gi_status add_node(struct gi_stream *stream, struct gi_asked *asked)
{
    struct gi_captured_stream *captured;
    gi_status status;

    gi_captures_lock();
    captured = gi_captured_of(stream);
    if (captured == NULL)
        status = gi_fail(GI_CAPTURE_STATE, "stream %llu: another thread has ended its capture",
                         (unsigned long long)stream->id);
    else if (captured->capture->is_broken)
        status = gi_capture_broken_failure(captured->capture);
    else
        status = add_behind(captured, asked);
    gi_captures_unlock();
    return status;
}

/* Adds a node, and gives the reference back. */
static gi_status add_asked(struct gi_stream *stream, gi_status made, struct gi_asked *asked)
{
    gi_status status = made == GI_OK ? add_node(stream, asked) : made;

    if (made == GI_OK)
        gi_asked_unref(asked);
    return status;
}

/* ---- requests of operations ------------------------------------------------------------------ */

/* A launch's attributes. A captured kernel has its stream's priority, unless the launch names
 * one. */
static size_t list_attributes(const struct gi_launch *launch, int priority,
                              struct gi_node_attribute *out_list)
{
    size_t count = launch->attribute_count;
    bool is_named = false;

    for (size_t i = 0; i < count; i++) {
        out_list[i] = launch->attributes[i];
        is_named = is_named || launch->attributes[i].id == GI_ATTRIBUTE_PRIORITY;
    }
    if (is_named || priority == 0)
        return count;
    out_list[count] = (struct gi_node_attribute){ .id = GI_ATTRIBUTE_PRIORITY };
    memcpy(out_list[count].value, &priority, sizeof priority);
    return count + 1;
}

static gi_status capture_launch(struct gi_stream *stream, struct gi_operation *operation)
{
    struct gi_launch launch = *operation->launch.launch;
    struct gi_node_attribute local[8], *attributes;
    struct gi_asked *asked = NULL;
    size_t count;
    gi_status status;

    attributes = gi_scratch(local, sizeof local, launch.attribute_count + 1, sizeof *attributes);
    if (attributes == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "no host memory for the attributes of a launch");
    count = list_attributes(&launch, atomic_load(&stream->priority), attributes);
    launch.attributes = NULL;
    launch.attribute_count = 0;
    status = gi_ask_kernel(operation->launch.function, launch.name, &launch, attributes, count,
                           &asked);
    gi_scratch_free(attributes, local);
    return add_asked(stream, status, asked);
}

/* A side of a box in bytes as one in texels. */
static gi_status side_in_texels(struct gi_copy_side *side, uint64_t *out_texel_bytes,
                                uint32_t *out_block_width, uint32_t *out_block_height)
{
    struct gi_array_layout layout;
    gi_status status;

    if (!gi_copy_is_of_array(side)) {
        side->rows = side->pitch != 0 ? side->slice_bytes / side->pitch : 0;
        return GI_OK;
    }
    status = gi_array_layout_of(side->array, side->name, &layout);
    if (status != GI_OK)
        return status;
    side->x = side->x / layout.texel_bytes * layout.block_width;
    side->y *= layout.block_height;
    *out_texel_bytes = layout.texel_bytes;
    *out_block_width = layout.block_width;
    *out_block_height = layout.block_height;
    return GI_OK;
}

/* A box as programs describe one for a node. */
static gi_status copy_in_texels(const struct gi_copy *box, struct gi_copy *out_copy)
{
    uint32_t block_width = 1, block_height = 1;
    uint64_t texel_bytes = 1;
    gi_status status;

    *out_copy = *box;
    out_copy->measure = GI_COPY_TEXELS;
    status = side_in_texels(&out_copy->dst, &texel_bytes, &block_width, &block_height);
    if (status == GI_OK)
        status = side_in_texels(&out_copy->src, &texel_bytes, &block_width, &block_height);
    out_copy->width = box->width / texel_bytes * block_width;
    out_copy->height = box->height * block_height;
    return status;
}

static gi_status refuse_capture(struct gi_stream *stream, const char *what)
{
    char sentence[200];

    snprintf(sentence, sizeof sentence, "%s cannot be captured, and stream %llu captures", what,
             (unsigned long long)stream->id);
    return gi_capture_break(stream, GI_CAPTURE_UNSUPPORTED, sentence);
}

static gi_status capture_copy(struct gi_stream *stream, struct gi_operation *operation)
{
    const struct gi_copy *from = operation->copy.asked;
    struct gi_asked_copy copy = { .ordinal = stream->device->ordinal };
    struct gi_asked *asked;
    gi_status status = GI_OK;

    if (operation->copy.wait != GI_WAIT_NOT)
        return refuse_capture(stream, "a copy that the call waits for");
    if (from->measure == GI_COPY_BOX)
        status = copy_in_texels(from, &copy.copy);
    else
        copy.copy = *from;
    if (status != GI_OK)
        return status;
    copy.is_line = from->measure == GI_COPY_LINEAR;
    if (copy.is_line)
        copy.copy.height = copy.copy.depth = 1;
    status = gi_ask_copy_on(&copy, &asked);
    return add_asked(stream, status, asked);
}

/* One slice; slices that follow each other are one. */
static gi_status capture_slice(struct gi_stream *stream, const struct gi_fill *fill,
                               uint64_t slice, uint64_t rows)
{
    const struct gi_asked_fill like = {
        .pointer = fill->dst.pointer + fill->dst.x + slice * fill->dst.slice_bytes,
        .pitch = rows > 1 ? fill->dst.pitch : 0,
        .width = fill->box.width_bytes / fill->pattern_bytes,
        .height = rows, .value = fill->pattern, .element_bytes = fill->pattern_bytes,
    };
    struct gi_asked *asked;
    gi_status status = gi_ask_fill(&like, &asked);

    return add_asked(stream, status, asked);
}

static gi_status capture_fill(struct gi_stream *stream, struct gi_operation *operation)
{
    const struct gi_fill *fill = operation->fill.asked;
    const struct gi_box *box = &fill->box;
    gi_status status = GI_OK;

    if (operation->fill.wait != GI_WAIT_NOT)
        return refuse_capture(stream, "a fill that the call waits for");
    if (box->depth == 1 || fill->dst.slice_bytes == fill->dst.pitch * box->height)
        return capture_slice(stream, fill, 0, box->height * box->depth);
    for (uint64_t z = 0; z < box->depth && status == GI_OK; z++)
        status = capture_slice(stream, fill, z, box->height);
    return status;
}

static gi_status capture_semaphores(struct gi_stream *stream, struct gi_operation *operation)
{
    const struct gi_external_semaphore_lists *lists = operation->semaphores.asked;
    const struct gi_node_kind *kind = operation->kind == &gi_kind_signal ? &gi_node_semaphore_signal
                                                                         : &gi_node_semaphore_wait;
    struct gi_asked *asked;
    gi_status status;

    if (lists == NULL)
        return refuse_capture(stream, "this use of semaphores");
    status = gi_ask_semaphores(kind, lists->items, lists->handles, lists->handle_bytes,
                               lists->parameters, lists->parameter_bytes, lists->count, &asked);
    return add_asked(stream, status, asked);
}

static gi_status capture_host_call(struct gi_stream *stream, struct gi_operation *operation)
{
    struct gi_operation_host_call *call = &operation->host_call;
    struct gi_asked *asked;
    gi_status status;

    if (call->asked == NULL)
        return refuse_capture(stream, "a callback");
    status = gi_ask_host(call->asked, call->asked_argument, &asked);
    call->was_captured = true;
    return add_asked(stream, status, asked);
}

/* The node belongs to the stream's context. */
static gi_status capture_words(struct gi_stream *stream, struct gi_operation *operation)
{
    const struct gi_stream *legacy = stream->legacy != NULL ? stream->legacy : stream;
    const struct gi_word_list *list = operation->words.asked;
    struct gi_asked *asked = NULL;
    gi_handle context;
    gi_status status;

    if (list == NULL)
        return refuse_capture(stream, "this use of words");
    if (list->count == 0)
        return GI_OK;
    status = gi_context_of_owner(legacy->context, stream->device->ordinal, &context);
    if (status == GI_OK)
        status = gi_ask_words(stream->device->ordinal, context, list, &asked);
    return add_asked(stream, status, asked);
}

/* An allocation needs room, which the device may have to make. */
static gi_status capture_pool_alloc(struct gi_stream *stream, struct gi_operation *operation)
{
    struct gi_operation_pool_alloc *alloc = &operation->pool_alloc;
    const struct gi_graph_properties properties =
        gi_graph_properties_of(stream->device->ordinal);
    const struct gi_alloc_request request = {
        .allocation_type = properties.allocation_type,
        .location_type = properties.location_type, .ordinal = stream->device->ordinal,
        .size_bytes = alloc->size_bytes,
        .properties = &properties, .property_bytes = sizeof properties,
    };
    struct gi_asked *asked;
    gi_status status = gi_ask_alloc(&request, &asked);

    if (status != GI_OK)
        return status;
    status = add_node(stream, asked);
    if (status != GI_OK && gi_memory_node_reclaim(asked, status) == GI_OK)
        status = add_node(stream, asked);
    if (status == GI_OK)
        alloc->pointer = ((const struct gi_asked_memory *)asked)->pointer;
    gi_asked_unref(asked);
    return status;
}

static gi_status capture_pool_free(struct gi_stream *stream, struct gi_operation *operation)
{
    struct gi_asked *asked;
    gi_status status = gi_ask_free(operation->pool_free.pointer, &asked);

    return add_asked(stream, status, asked);
}

static gi_status capture_event(struct gi_stream *stream, const struct gi_node_kind *kind,
                               gi_handle event)
{
    struct gi_asked *asked;
    gi_status status = gi_ask_event(kind, event, &asked);

    return add_asked(stream, status, asked);
}

static gi_status capture_record(struct gi_stream *stream, struct gi_operation *operation)
{
    struct gi_operation_record *record = &operation->record;

    record->was_captured = true;
    if (record->external != 0)
        return capture_event(stream, &gi_node_event_record, record->external);
    return gi_capture_mark(stream, &record->mark);
}

static gi_status capture_wait_record(struct gi_stream *stream, struct gi_operation *operation)
{
    char sentence[200];

    if (operation->wait_record.external != 0)
        return capture_event(stream, &gi_node_event_wait, operation->wait_record.external);
    snprintf(sentence, sizeof sentence, "wait: stream %llu, which captures, waits for an event "
             "that was recorded outside of the capture; the flag external (1) makes a node of it",
             (unsigned long long)stream->id);
    return gi_capture_break(stream, GI_CAPTURE_ISOLATION, sentence);
}

/* ---- the door -------------------------------------------------------------------------------- */

static const struct {
    const struct gi_operation_kind *kind;
    gi_status (*capture)(struct gi_stream *stream, struct gi_operation *operation);
} captures[] = {
    { &gi_kind_launch, capture_launch }, { &gi_kind_copy, capture_copy },
    { &gi_kind_fill, capture_fill }, { &gi_kind_signal, capture_semaphores },
    { &gi_kind_wait, capture_semaphores }, { &gi_kind_host_call, capture_host_call },
    { &gi_kind_record, capture_record }, { &gi_kind_wait_record, capture_wait_record },
    { &gi_kind_words, capture_words }, { &gi_kind_pool_alloc, capture_pool_alloc },
    { &gi_kind_pool_free, capture_pool_free },
};

static gi_status capture(struct gi_stream *stream, struct gi_operation *operation)
{
    for (size_t i = 0; i < sizeof captures / sizeof captures[0]; i++) {
        if (captures[i].kind == operation->kind)
            return captures[i].capture(stream, operation);
    }
    return refuse_capture(stream, operation->kind->name);
}

/* Whether the stream is captured, or is a legacy one that is refused; and why its capture is
 * broken. */
static gi_status look_at_capture(struct gi_stream *stream, bool *out_is_captured)
{
    struct gi_captured_stream *captured;
    gi_status status = GI_OK;

    gi_captures_lock();
    captured = gi_captured_of(stream);
    *out_is_captured = gi_stream_is_captured(stream);
    if (captured != NULL && captured->capture->is_broken)
        status = gi_capture_broken_failure(captured->capture);
    gi_captures_unlock();
    return status;
}

bool gi_captured_operation(struct gi_stream *stream, struct gi_operation *operation,
                           gi_status *out_status)
{
    bool is_captured;
    gi_status status = look_at_capture(stream, &is_captured);

    if (!is_captured)
        return false;
    if (operation->kind == &gi_kind_record)
        operation->record.was_captured = true;
    if (status == GI_OK)
        status = stream->is_legacy ? gi_capture_refuse(stream, operation->kind->name)
                                   : capture(stream, operation);
    *out_status = status;
    return true;
}
