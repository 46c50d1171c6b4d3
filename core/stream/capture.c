#include "capture_state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/vector.h"
#include "memory/unlaunched.h"
#include "wiring.h"

atomic_uint gi_capture_count;

static pthread_mutex_t captures_lock = PTHREAD_MUTEX_INITIALIZER;
static struct gi_capture *captures;      /* the newest first */
static _Thread_local int thread_mode;
static struct gi_captured_stream refused_legacy;     /* of each legacy stream that is refused */

void gi_captures_lock(void)
{
    pthread_mutex_lock(&captures_lock);
}

void gi_captures_unlock(void)
{
    pthread_mutex_unlock(&captures_lock);
}

uint64_t gi_capture_thread(void)
{
    static _Atomic uint64_t newest;
    static _Thread_local uint64_t own;

    if (own == 0)
        own = atomic_fetch_add(&newest, 1) + 1;
    return own;
}

gi_status gi_stream_exchange_capture_mode(int *mode)
{
    int before = thread_mode;

    thread_mode = *mode;
    *mode = before;
    return GI_OK;
}

/* ---- frontiers ------------------------------------------------------------------------------- */

static bool has(const struct gi_frontier *frontier, gi_handle node)
{
    for (size_t i = 0; i < frontier->count; i++) {
        if (frontier->nodes[i] == node)
            return true;
    }
    return false;
}

gi_status gi_frontier_add(struct gi_frontier *frontier, const gi_handle *nodes,
                          const struct gi_edge_data *data, size_t count)
{
    size_t need = frontier->count + count;

    if (!gi_grow((void **)&frontier->nodes, &frontier->node_capacity, need + 1,
                 sizeof *frontier->nodes) ||
        !gi_grow((void **)&frontier->data, &frontier->data_capacity, need + 1,
                 sizeof *frontier->data))
        return gi_fail(GI_OUT_OF_MEMORY, "capture: no host memory for %zu nodes", need);
    for (size_t i = 0; i < count; i++) {
        if (has(frontier, nodes[i]))
            continue;
        frontier->nodes[frontier->count] = nodes[i];
        frontier->data[frontier->count++] = data != NULL ? data[i] : (struct gi_edge_data){ 0 };
    }
    return GI_OK;
}

void gi_frontier_drop(struct gi_frontier *frontier)
{
    free(frontier->nodes);
    free(frontier->data);
    *frontier = (struct gi_frontier){ 0 };
}

/* ---- streams of captures. The lock is held --------------------------------------------------- */

struct gi_captured_stream *gi_captured_of(struct gi_stream *stream)
{
    struct gi_captured_stream *captured = atomic_load(&stream->capture);

    return captured != &refused_legacy ? captured : NULL;
}

static void count_in_legacy(struct gi_stream *stream, int by)
{
    struct gi_stream *legacy = stream->legacy;

    if (!gi_stream_is_blocking(stream))
        return;
    legacy->captured_blocking += (size_t)by;
    atomic_store(&legacy->capture, legacy->captured_blocking > 0 ? &refused_legacy : NULL);
}

static gi_status enter_capture(struct gi_capture *capture, struct gi_stream *stream,
                               const struct gi_frontier *frontier)
{
    struct gi_captured_stream *captured;
    gi_status status;

    if (stream->capture_is_over ||
        (stream->legacy != NULL && atomic_load(&stream->legacy->outlives_context)))
        return gi_fail(GI_STALE_HANDLE, "capture: stream %llu was destroyed",
                       (unsigned long long)stream->id);
    captured = calloc(1, sizeof *captured);
    if (captured == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "capture: no host memory for a stream");
    status = gi_frontier_add(&captured->frontier, frontier->nodes, frontier->data,
                             frontier->count);
    if (status != GI_OK) {
        gi_frontier_drop(&captured->frontier);
        free(captured);
        return status;
    }
    captured->capture = capture;
    captured->stream = stream;
    gi_object_ref(&stream->object);
    captured->next = capture->streams;
    capture->streams = captured;
    atomic_store(&stream->capture, captured);
    count_in_legacy(stream, 1);
    return GI_OK;
}

static void leave_capture(struct gi_captured_stream *captured)
{
    atomic_store(&captured->stream->capture, NULL);
    count_in_legacy(captured->stream, -1);
}

void gi_captured_drop(struct gi_captured_stream *streams)
{
    while (streams != NULL) {
        struct gi_captured_stream *next = streams->next;

        gi_frontier_drop(&streams->frontier);
        gi_frontier_drop(&streams->shown);
        if (streams->stream != NULL)
            gi_stream_release(streams->stream);
        free(streams);
        streams = next;
    }
}

/* ---- captures. The lock is held -------------------------------------------------------------- */

void gi_capture_ref(struct gi_capture *capture)
{
    atomic_fetch_add(&capture->references, 1);
}

void gi_capture_unref(struct gi_capture *capture)
{
    if (atomic_fetch_sub(&capture->references, 1) == 1)
        free(capture);
}

gi_status gi_capture_open(struct gi_stream *stream, enum gi_capture_mode mode, gi_handle graph,
                          bool owns_graph, const struct gi_frontier *frontier)
{
    static uint64_t newest;
    struct gi_capture *capture = calloc(1, sizeof *capture);
    gi_status status;

    if (capture == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "no host memory for a capture");
    atomic_init(&capture->references, 1);
    capture->id = ++newest;
    capture->mode = mode;
    capture->thread = gi_capture_thread();
    capture->origin = stream;
    capture->graph = graph;
    capture->owns_graph = owns_graph;
    status = enter_capture(capture, stream, frontier);
    if (status != GI_OK) {
        free(capture);
        return status;
    }
    capture->next = captures;
    captures = capture;
    atomic_fetch_add(&gi_capture_count, 1);
    gi_naming_capture(true);
    return GI_OK;
}

struct gi_captured_stream *gi_capture_close(struct gi_capture *capture)
{
    struct gi_captured_stream *streams = capture->streams;
    struct gi_capture **link = &captures;

    while (*link != capture)
        link = &(*link)->next;
    *link = capture->next;
    for (struct gi_captured_stream *at = streams; at != NULL; at = at->next) {
        if (at->stream != NULL)
            leave_capture(at);
    }
    capture->streams = NULL;
    capture->is_over = true;
    atomic_fetch_sub(&gi_capture_count, 1);
    gi_naming_capture(false);
    gi_capture_unref(capture);
    return streams;
}

struct gi_capture_facts gi_capture_facts_of(const struct gi_capture *capture)
{
    return (struct gi_capture_facts){
        .mode = capture->mode, .thread_mode = gi_capture_mode_of(thread_mode),
        .is_own = capture->thread == gi_capture_thread()
    };
}

void gi_capture_say_broken(struct gi_capture *capture, const char *sentence)
{
    if (capture->is_broken)
        return;
    capture->is_broken = true;
    snprintf(capture->why, sizeof capture->why, "%s (behind %zu nodes of capture %llu)", sentence,
             capture->node_count, (unsigned long long)capture->id);
}

gi_status gi_capture_broken_failure(const struct gi_capture *capture)
{
    return gi_fail(GI_CAPTURE_INVALIDATED, "capture %llu, begun in stream %llu, was broken before: "
                   "%s", (unsigned long long)capture->id,
                   (unsigned long long)capture->origin->id, capture->why);
}

/* ---- calls that break captures --------------------------------------------------------------- */

gi_status gi_capture_forbids_call(const char *call)
{
    gi_status status = GI_OK;
    char sentence[256];

    gi_captures_lock();
    for (struct gi_capture *at = captures; at != NULL; at = at->next) {
        struct gi_capture_facts facts = gi_capture_facts_of(at);

        if (!gi_capture_refuses_unsafe(&facts))
            continue;
        snprintf(sentence, sizeof sentence, "%s: it is unsafe while stream %llu captures with the "
                 "mode %s%s, and the mode of this thread is %s", call,
                 (unsigned long long)at->origin->id, gi_capture_mode_name(at->mode),
                 facts.is_own ? "" : " in another thread", gi_capture_mode_name(thread_mode));
        gi_capture_say_broken(at, sentence);
        status = gi_fail(GI_CAPTURE_UNSUPPORTED, "%s; capture %llu is broken", sentence,
                         (unsigned long long)at->id);
    }
    gi_captures_unlock();
    return status;
}

/* A captured stream that orders with a legacy stream, or any of its context. NULL: none. */
static const struct gi_stream *find_beside(const struct gi_capture *capture,
                                           const struct gi_stream *legacy, bool any)
{
    for (const struct gi_captured_stream *in = capture->streams; in != NULL; in = in->next) {
        if (in->stream != NULL && in->stream->legacy == legacy &&
            (any || gi_stream_is_blocking(in->stream)))
            return in->stream;
    }
    return NULL;
}

/* Breaks the captures of streams that order with a legacy stream, or of all its context. Gives the
 * sentence of the last one; without one it stays as it is. */
static void break_beside(const struct gi_stream *legacy, bool all, const char *what,
                         char *sentence, size_t size)
{
    for (struct gi_capture *at = captures; at != NULL; at = at->next) {
        const struct gi_stream *stream = find_beside(at, legacy, all);

        if (stream == NULL)
            continue;
        snprintf(sentence, size, all ? "%s: it waits for all streams of the context, and stream "
                 "%llu captures" : "%s in the legacy stream: it orders with stream %llu, which "
                 "captures and was made without the flag non-blocking (1)", what,
                 (unsigned long long)stream->id);
        gi_capture_say_broken(at, sentence);
    }
}

gi_status gi_capture_check_context(struct gi_stream *legacy, const char *what)
{
    char sentence[200] = "";

    if (atomic_load_explicit(&gi_capture_count, memory_order_relaxed) == 0)
        return GI_OK;
    gi_captures_lock();
    break_beside(legacy, true, what, sentence, sizeof sentence);
    gi_captures_unlock();
    return sentence[0] == 0 ? GI_OK : gi_fail(GI_CAPTURE_UNSUPPORTED, "%s; the capture is broken "
                                              "now", sentence);
}

static gi_status refuse_legacy(struct gi_stream *legacy, const char *what)
{
    char sentence[240] = "the legacy stream orders with a stream that captures";

    break_beside(legacy, false, what, sentence, sizeof sentence);
    return gi_fail(GI_CAPTURE_IMPLICIT, "%s; the capture is broken now", sentence);
}

/* The lock is held. */
static gi_status break_one(struct gi_capture *capture, gi_status code, const char *sentence)
{
    gi_capture_say_broken(capture, sentence);
    return gi_fail(code, "%s; capture %llu is broken", sentence,
                   (unsigned long long)capture->id);
}

gi_status gi_capture_break(struct gi_stream *stream, gi_status code, const char *sentence)
{
    struct gi_captured_stream *captured;
    gi_status status = GI_OK;

    gi_captures_lock();
    captured = gi_captured_of(stream);
    if (captured != NULL)
        status = break_one(captured->capture, code, sentence);
    else if (gi_stream_is_captured(stream))
        status = refuse_legacy(stream, sentence);
    gi_captures_unlock();
    return status;
}

gi_status gi_capture_refuse(struct gi_stream *stream, const char *what)
{
    char sentence[200];

    if (stream->is_legacy)
        return gi_capture_break(stream, GI_CAPTURE_IMPLICIT, what);
    snprintf(sentence, sizeof sentence, "%s: stream %llu captures", what,
             (unsigned long long)stream->id);
    return gi_capture_break(stream, GI_CAPTURE_UNSUPPORTED, sentence);
}

gi_status gi_capture_refuse_event(const struct gi_capture_mark *mark, bool breaks,
                                  const char *what)
{
    char sentence[160];
    bool is_over;

    snprintf(sentence, sizeof sentence, "%s: the event was recorded in capture %llu, so it never "
             "happens", what, (unsigned long long)mark->capture->id);
    gi_captures_lock();
    is_over = mark->capture->is_over;
    if (!is_over && breaks)
        gi_capture_say_broken(mark->capture, sentence);
    gi_captures_unlock();
    return gi_fail(is_over ? GI_INVALID_VALUE : GI_CAPTURED_EVENT, "%s", sentence);
}

/* ---- streams that end ------------------------------------------------------------------------ */

/* Takes a stream out of its capture, and closes the capture if it began there. Gives what is left
 * of both to the caller, who ends it without the lock. */
struct left {
    struct gi_stream *joined;            /* to release; or NULL */
    struct gi_captured_stream *dropped;
    gi_handle graph;
    bool owns_graph;
};

static struct left take_out_stream(struct gi_captured_stream *captured)
{
    struct gi_capture *capture = captured->capture;
    struct left left = { .graph = 0 };

    if (capture->origin == captured->stream) {
        left.graph = capture->graph;
        left.owns_graph = capture->owns_graph;
        left.dropped = gi_capture_close(capture);
        return left;
    }
    leave_capture(captured);             /* its frontier must still be joined */
    left.joined = captured->stream;
    captured->stream = NULL;
    return left;
}

static void end_left(const struct left *left)
{
    if (left->joined != NULL)
        gi_stream_release(left->joined);
    gi_captured_drop(left->dropped);
    if (left->graph != 0)
        gi_wiring.end_graph(left->graph, left->owns_graph);
}

void gi_capture_forget(struct gi_stream *stream)
{
    struct gi_captured_stream *captured;
    struct left left = { .graph = 0 };

    gi_captures_lock();
    stream->capture_is_over = true;
    captured = gi_captured_of(stream);
    if (captured != NULL)
        left = take_out_stream(captured);
    gi_captures_unlock();
    end_left(&left);
}

/* A captured stream of the context that has this legacy stream, or NULL. */
static struct gi_captured_stream *captured_in(const struct gi_stream *legacy)
{
    for (struct gi_capture *at = captures; at != NULL; at = at->next) {
        for (struct gi_captured_stream *in = at->streams; in != NULL; in = in->next) {
            if (in->stream != NULL && in->stream->legacy == legacy)
                return in;
        }
    }
    return NULL;
}

void gi_capture_forget_context(struct gi_stream *legacy)
{
    struct gi_captured_stream *captured;
    struct left left;

    do {
        left = (struct left){ .graph = 0 };
        gi_captures_lock();
        captured = captured_in(legacy);
        if (captured != NULL)
            left = take_out_stream(captured);
        gi_captures_unlock();
        end_left(&left);
    } while (captured != NULL);
}

/* ---- events ---------------------------------------------------------------------------------- */

void gi_capture_mark_ref(struct gi_capture_mark *mark)
{
    atomic_fetch_add(&mark->references, 1);
}

void gi_capture_mark_unref(struct gi_capture_mark *mark)
{
    if (mark == NULL || atomic_fetch_sub(&mark->references, 1) != 1)
        return;
    gi_frontier_drop(&mark->frontier);
    gi_capture_unref(mark->capture);
    free(mark);
}

static gi_status make_mark(const struct gi_captured_stream *captured,
                           struct gi_capture_mark **out_mark)
{
    const struct gi_frontier *at = &captured->frontier;
    struct gi_capture_mark *mark;
    gi_status status;

    if (captured->capture->is_broken)
        return gi_capture_broken_failure(captured->capture);
    mark = calloc(1, sizeof *mark);
    if (mark == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "capture: no host memory for a record");
    status = gi_frontier_add(&mark->frontier, at->nodes, at->data, at->count);
    if (status != GI_OK) {
        gi_frontier_drop(&mark->frontier);
        free(mark);
        return status;
    }
    atomic_init(&mark->references, 1);
    mark->capture = captured->capture;
    gi_capture_ref(mark->capture);
    *out_mark = mark;
    return GI_OK;
}

gi_status gi_capture_mark(struct gi_stream *stream, struct gi_capture_mark **out_mark)
{
    struct gi_captured_stream *captured;
    gi_status status;

    *out_mark = NULL;
    if (stream->is_legacy)
        return gi_capture_check(stream, "a record of an event");
    gi_captures_lock();
    captured = gi_captured_of(stream);
    status = captured != NULL ? make_mark(captured, out_mark) : GI_OK;
    gi_captures_unlock();
    return status;
}

static gi_status join_failure(struct gi_capture *capture, struct gi_stream *stream,
                              gi_status code)
{
    char sentence[200];

    if (code == GI_CAPTURE_INVALIDATED)
        return gi_capture_broken_failure(capture);
    if (code == GI_INVALID_VALUE)
        return gi_fail(code, "wait: the event was recorded in a stream that captured, and that "
                       "capture %s%s", capture->is_over ? "has ended" : "is broken: ",
                       capture->is_over ? "" : capture->why);
    if (code == GI_CAPTURE_MERGE)
        snprintf(sentence, sizeof sentence, "wait: stream %llu, which captures, waits for an event "
                 "of another capture; the two would become one", (unsigned long long)stream->id);
    else
        snprintf(sentence, sizeof sentence, "wait: a legacy stream waits for a captured event");
    gi_capture_say_broken(capture, sentence);
    if (gi_captured_of(stream) != NULL)
        gi_capture_say_broken(gi_captured_of(stream)->capture, sentence);
    return gi_fail(code, "%s", sentence);
}

gi_status gi_capture_join(struct gi_stream *stream, const struct gi_capture_mark *mark)
{
    const struct gi_frontier *more = &mark->frontier;
    struct gi_capture *capture = mark->capture;
    struct gi_captured_stream *captured;
    gi_status status;

    gi_captures_lock();
    captured = gi_captured_of(stream);
    status = gi_capture_may_join(&(struct gi_capture_join_facts){
        .is_over = capture->is_over, .is_broken = capture->is_broken,
        .is_legacy = stream->is_legacy, .captures = captured != NULL,
        .is_same = captured != NULL && captured->capture == capture
    });
    if (status != GI_OK)
        status = join_failure(capture, stream, status);
    else if (captured != NULL)
        status = gi_frontier_add(&captured->frontier, more->nodes, more->data, more->count);
    else
        status = enter_capture(capture, stream, more);
    gi_captures_unlock();
    return status;
}
