#include "capture_call.h"

#include <stdio.h>

#include "graph/reach.h"
#include "stream/capture_state.h"

/* ---- nodes ----------------------------------------------------------------------------------- */

/* Checks that nodes are a graph's. */
static gi_status check_nodes(gi_handle graph, const struct gi_capture_nodes *nodes)
{
    if (nodes->count > 0 && nodes->nodes == NULL)
        return gi_fail(GI_INVALID_VALUE, "capture: %zu nodes, and the list is NULL", nodes->count);
    for (size_t i = 0; i < nodes->count; i++) {
        gi_status status = gi_graph_check_node(graph, nodes->nodes[i]);

        if (status != GI_OK)
            return status;
    }
    return GI_OK;
}

/* ---- begin ----------------------------------------------------------------------------------- */

static gi_status check_stream(struct gi_stream *stream)
{
    if (gi_captured_of(stream) != NULL)
        return gi_fail(GI_CAPTURE_STATE, "capture: stream %llu captures already",
                       (unsigned long long)stream->id);
    return GI_OK;
}

static gi_status begin_capture(struct gi_stream *stream, int mode, gi_handle graph, bool owns_graph,
                               const struct gi_capture_nodes *nodes)
{
    struct gi_frontier frontier = { .nodes = NULL };
    gi_status status = gi_frontier_add(&frontier, nodes->nodes, nodes->data, nodes->count);

    if (status == GI_OK) {
        gi_captures_lock();
        status = check_stream(stream);
        if (status == GI_OK)
            status = gi_capture_open(stream, (enum gi_capture_mode)mode, graph, owns_graph,
                                     &frontier);
        gi_captures_unlock();
    }
    gi_frontier_drop(&frontier);
    return status;
}

/* The graph ends if it was made for the capture and that does not begin. */
static gi_status begin_into(struct gi_stream *stream, int mode, gi_handle graph, bool owns_graph,
                            const struct gi_capture_nodes *nodes)
{
    gi_status status = gi_graph_capture(graph, true);

    if (status != GI_OK)
        return status;
    status = begin_capture(stream, mode, graph, owns_graph, nodes);
    if (status != GI_OK)
        gi_capture_end_graph(graph, owns_graph);
    return status;
}

/* Looks at the stream first, so that a call that fails makes no graph. */
static gi_status look_first(struct gi_stream *stream)
{
    gi_status status = gi_capture_check_legacy(stream, "the begin of a capture");

    if (status != GI_OK)
        return status;
    if (stream->is_legacy)
        return gi_fail(GI_CAPTURE_UNSUPPORTED, "capture: the legacy stream cannot be captured");
    gi_captures_lock();
    status = check_stream(stream);
    gi_captures_unlock();
    return status;
}

gi_status gi_capture_begin(gi_handle handle, int mode, gi_handle graph,
                           const struct gi_capture_nodes *nodes)
{
    bool owns_graph = graph == 0;
    struct gi_stream *stream;
    gi_status status;

    if (mode < GI_CAPTURE_GLOBAL || mode > GI_CAPTURE_RELAXED)
        return gi_fail(GI_INVALID_VALUE, "capture: mode is %d; 0 to 2 exist", mode);
    status = gi_stream_acquire(handle, &stream);
    if (status != GI_OK)
        return status;
    status = look_first(stream);
    if (status == GI_OK && owns_graph)
        status = gi_graph_create(&graph);
    else if (status == GI_OK)
        status = check_nodes(graph, nodes);
    if (status == GI_OK)
        status = begin_into(stream, mode, graph, owns_graph, nodes);
    gi_stream_release(stream);
    return status;
}

void gi_capture_end_graph(gi_handle graph, bool owned)
{
    (void)!gi_graph_capture(graph, false);
    if (owned)
        (void)!gi_graph_destroy(graph);
}

/* ---- end ------------------------------------------------------------------------------------- */

/* Whether the first stream follows the nodes that the others are at. The lock is held. */
static gi_status check_joined(const struct gi_capture *capture)
{
    const struct gi_captured_stream *origin = gi_captured_of(capture->origin);

    for (const struct gi_captured_stream *at = capture->streams; at != NULL; at = at->next) {
        for (size_t i = 0; at != origin && i < at->frontier.count; i++) {
            bool follows = false;
            gi_status status = gi_graph_follows(capture->graph, origin->frontier.nodes,
                                                origin->frontier.count, at->frontier.nodes[i],
                                                &follows);

            if (status != GI_OK)
                return status;
            if (!follows)
                return gi_fail(GI_CAPTURE_UNJOINED, "end of capture %llu: stream %llu, where it "
                               "began, does not wait for the last work of %s %llu, which joined it",
                               (unsigned long long)capture->id,
                               (unsigned long long)capture->origin->id,
                               at->stream != NULL ? "stream" : "a destroyed stream",
                               at->stream != NULL ? (unsigned long long)at->stream->id : 0);
        }
    }
    return GI_OK;
}

/* Why a capture does not end well. The lock is held. */
static gi_status check_end(const struct gi_capture *capture)
{
    const struct gi_capture_facts facts = gi_capture_facts_of(capture);
    size_t nodes;
    gi_status status;

    if (gi_capture_may_end(&facts) != GI_OK)
        return gi_fail(GI_CAPTURE_WRONG_THREAD, "end of capture %llu: another thread began it in "
                       "stream %llu, with the mode %s", (unsigned long long)capture->id,
                       (unsigned long long)capture->origin->id,
                       gi_capture_mode_name(capture->mode));
    if (capture->is_broken)
        return gi_capture_broken_failure(capture);
    status = gi_graph_node_count(capture->graph, &nodes);      /* it may have ended with a node */
    return status == GI_OK ? check_joined(capture) : status;
}

/* Finds the capture that a stream may end. The lock is held. */
static gi_status find_end(struct gi_stream *stream, struct gi_capture **out_capture)
{
    struct gi_captured_stream *captured = gi_captured_of(stream);

    *out_capture = NULL;
    if (captured == NULL)
        return gi_fail(GI_CAPTURE_STATE, "end of a capture: stream %llu does not capture",
                       (unsigned long long)stream->id);
    if (captured->capture->origin != stream) {
        char sentence[160];

        snprintf(sentence, sizeof sentence, "end of capture %llu in stream %llu: it began in "
                 "stream %llu", (unsigned long long)captured->capture->id,
                 (unsigned long long)stream->id,
                 (unsigned long long)captured->capture->origin->id);
        gi_capture_say_broken(captured->capture, sentence);
        return gi_fail(GI_CAPTURE_UNMATCHED, "%s", sentence);
    }
    *out_capture = captured->capture;
    return GI_OK;
}

static gi_status end(struct gi_stream *stream, gi_handle *out_graph)
{
    struct gi_captured_stream *streams = NULL;
    struct gi_capture *capture;
    bool owns_graph = false;
    gi_handle graph = 0;
    gi_status status;

    gi_captures_lock();
    status = find_end(stream, &capture);
    if (capture != NULL) {
        status = check_end(capture);
        graph = capture->graph;
        owns_graph = capture->owns_graph;
        streams = gi_capture_close(capture);
    }
    gi_captures_unlock();
    gi_captured_drop(streams);
    if (graph != 0)
        gi_capture_end_graph(graph, owns_graph && (status != GI_OK || out_graph == NULL));
    if (out_graph != NULL && status == GI_OK)
        *out_graph = graph;
    return status;
}

gi_status gi_capture_end(gi_handle handle, gi_handle *out_graph)
{
    struct gi_stream *stream;
    gi_status status = gi_stream_acquire(handle, &stream);

    if (out_graph != NULL)
        *out_graph = 0;
    if (status != GI_OK)
        return status;
    status = end(stream, out_graph);
    gi_stream_release(stream);
    return status;
}

/* ---- questions ------------------------------------------------------------------------------- */

static gi_status check_legacy(struct gi_stream *stream)
{
    if (stream->is_legacy && gi_stream_is_captured(stream))
        return gi_fail(GI_CAPTURE_IMPLICIT, "the legacy stream orders with a stream that captures");
    return GI_OK;
}

static gi_status answer(struct gi_captured_stream *captured, struct gi_capture_info *info)
{
    const struct gi_frontier *at = &captured->frontier;
    gi_status status;

    info->status = captured->capture->is_broken ? GI_CAPTURE_BROKEN : GI_CAPTURE_ACTIVE;
    if (captured->capture->is_broken)
        return GI_OK;
    info->id = captured->capture->id;
    captured->shown.count = 0;
    status = gi_frontier_add(&captured->shown, at->nodes, at->data, at->count);
    info->graph = captured->capture->graph;
    info->count = captured->shown.count;
    if (info->count > 0 || captured->capture->node_count > 0) {      /* as the vendor does */
        info->nodes = captured->shown.nodes;
        info->data = captured->shown.data;
    }
    return status;
}

static void leave_asked(struct gi_stream *stream)
{
    gi_captures_unlock();
    gi_stream_release(stream);
}

/* Finds a stream that may be asked, and what it captures, or NULL. Takes the captures' lock.
 * Owner: the caller ends it with leave_asked; on failure there is nothing to end. */
static gi_status enter_asked(gi_handle handle, struct gi_stream **out_stream,
                             struct gi_captured_stream **out_captured)
{
    gi_status status = gi_stream_acquire(handle, out_stream);

    if (status != GI_OK)
        return status;
    gi_captures_lock();
    *out_captured = gi_captured_of(*out_stream);
    status = check_legacy(*out_stream);
    if (status != GI_OK)
        leave_asked(*out_stream);
    return status;
}

gi_status gi_capture_ask(gi_handle handle, struct gi_capture_info *out_info)
{
    struct gi_captured_stream *captured;
    struct gi_stream *stream;
    gi_status status = enter_asked(handle, &stream, &captured);

    *out_info = (struct gi_capture_info){ .status = GI_CAPTURE_NONE };
    if (status != GI_OK)
        return status;
    if (captured != NULL)
        status = answer(captured, out_info);
    leave_asked(stream);
    return status;
}

gi_status gi_capture_status_of(gi_handle handle, enum gi_capture_status *out_status)
{
    struct gi_captured_stream *captured;
    struct gi_stream *stream;
    gi_status status = enter_asked(handle, &stream, &captured);

    *out_status = GI_CAPTURE_NONE;
    if (status != GI_OK)
        return status;
    if (captured != NULL)
        *out_status = captured->capture->is_broken ? GI_CAPTURE_BROKEN : GI_CAPTURE_ACTIVE;
    leave_asked(stream);
    return GI_OK;
}

/* ---- changes --------------------------------------------------------------------------------- */

/* The lock is held. */
static gi_status update(struct gi_stream *stream, const struct gi_capture_nodes *nodes,
                        bool replaces)
{
    struct gi_captured_stream *captured = gi_captured_of(stream);
    struct gi_frontier *at;
    size_t count;
    gi_status status;

    if (captured == NULL)
        return gi_fail(GI_CAPTURE_STATE, "update of a capture: stream %llu does not capture",
                       (unsigned long long)stream->id);
    if (captured->capture->is_broken)
        return gi_capture_broken_failure(captured->capture);
    status = check_nodes(captured->capture->graph, nodes);
    if (status != GI_OK)
        return status;
    at = &captured->frontier;
    count = at->count;
    if (replaces)
        at->count = 0;
    status = gi_frontier_add(at, nodes->nodes, nodes->data, nodes->count);
    if (status != GI_OK)
        at->count = count;
    return status;
}

gi_status gi_capture_update(gi_handle handle, const struct gi_capture_nodes *nodes, bool replaces)
{
    struct gi_stream *stream;
    gi_status status = gi_stream_acquire(handle, &stream);

    if (status != GI_OK)
        return status;
    gi_captures_lock();
    status = update(stream, nodes, replaces);
    gi_captures_unlock();
    gi_stream_release(stream);
    return status;
}
