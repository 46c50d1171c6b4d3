#include "exec_launch.h"

#include <stdlib.h>

#include "conditions.h"
#include "device/device.h"
#include "exec_memory.h"
#include "exec_prepare.h"
#include "exec_record.h"
#include "exec_state.h"
#include "stream/append.h"
#include "stream/order.h"
#include "stream/scheduler.h"
#include "stream/traced.h"

/* ---- needs of a launch ----------------------------------------------------------------------- */

/* Nodes that are enqueued one by one. */
static bool is_enqueued(const struct gi_exec *exec, size_t node)
{
    return !exec->nodes[node].is_disabled && exec->flat.nodes[node].asked->kind->prepare != NULL;
}

/* The nodes of steps without chunks, one after the other, as long as visit answers GI_OK. */
static gi_status visit_enqueued(struct gi_exec *exec, size_t limit,
                                gi_status (*visit)(struct gi_exec *exec, size_t node),
                                size_t *out_visited)
{
    const struct gi_steps *steps = &exec->recorded.steps;
    gi_status status = GI_OK;

    *out_visited = 0;
    for (size_t i = 0; i < steps->step_count; i++) {
        const struct gi_step *step = &steps->steps[i];

        for (size_t j = 0; step->chunk_count == 0 && j < step->count; j++) {
            if (*out_visited == limit)
                return GI_OK;
            if (is_enqueued(exec, steps->nodes[step->first + j]))
                status = visit(exec, steps->nodes[step->first + j]);
            if (status != GI_OK)
                return status;
            ++*out_visited;
        }
    }
    return status;
}

static gi_status prepare_one(struct gi_exec *exec, size_t node)
{
    return gi_exec_prepare_node(exec, node, &exec->runs[node]);
}

static gi_status drop_one(struct gi_exec *exec, size_t node)
{
    gi_exec_drop_run(&exec->runs[node]);
    return GI_OK;
}

static void drop_runs(struct gi_exec *exec, size_t count)
{
    (void)!visit_enqueued(exec, count, drop_one, &count);
}

/* Records what changed, and looks up what the other nodes name, before the first one is
 * enqueued. */
static gi_status prepare_nodes(struct gi_exec *exec, size_t *out_count)
{
    gi_status status = gi_exec_record(exec);

    *out_count = 0;
    if (status != GI_OK)
        return status;
    status = visit_enqueued(exec, SIZE_MAX, prepare_one, out_count);
    if (status != GI_OK)
        drop_runs(exec, *out_count);
    return status;
}

/* ---- tracks ---------------------------------------------------------------------------------- */

static void release_track(struct gi_stream **track)
{
    if (*track == NULL)
        return;
    gi_stream_orphan(*track);
    gi_stream_release(*track);
    *track = NULL;
}

void gi_exec_drop_tracks(struct gi_exec *exec)
{
    for (size_t i = 0; exec->tracks != NULL && i < exec->plan.track_count; i++)
        release_track(&exec->tracks[i]);
    free(exec->tracks);
    exec->tracks = NULL;
    if (exec->legacy != NULL)
        gi_stream_release(exec->legacy);
    if (exec->last != NULL)
        gi_stream_release(exec->last);
}

/* Tracks belong to the context of the launching stream. */
static void follow_context(struct gi_exec *exec, struct gi_stream *stream)
{
    if (exec->legacy == stream->legacy)
        return;
    for (size_t i = 0; i < exec->plan.track_count; i++)
        release_track(&exec->tracks[i]);
    if (exec->legacy != NULL)
        gi_stream_release(exec->legacy);
    gi_object_ref(&stream->legacy->object);
    exec->legacy = stream->legacy;
}

static bool is_launching(const struct gi_exec *exec, size_t track, const struct gi_stream *stream)
{
    return track == 0 && exec->plan.track_places[0] == (uint32_t)stream->device->ordinal;
}

/* Failures of earlier launches were passed on to the streams that launched. */
static gi_status make_track(struct gi_exec *exec, size_t number, const struct gi_stream *stream)
{
    struct gi_stream **track = &exec->tracks[number];
    struct gi_device *device;
    gi_status status = gi_device_at((int)exec->plan.track_places[number], &device);

    if (status != GI_OK)
        return status;
    if (*track != NULL && (*track)->device != device)
        release_track(track);
    if (*track != NULL) {
        (void)!gi_stream_take_failure(*track);
        return GI_OK;
    }
    status = gi_stream_new(device, device == stream->device ? stream->legacy : device->legacy,
                           GI_STREAM_NON_BLOCKING, 0, NULL, track);
    if (status == GI_OK)
        gi_order_ignore_as(*track, stream);
    return status;
}

static gi_status make_tracks(struct gi_exec *exec, struct gi_stream *stream)
{
    gi_status status = GI_OK;

    follow_context(exec, stream);
    for (size_t i = 0; i < exec->plan.track_count && status == GI_OK; i++) {
        if (!is_launching(exec, i, stream) && exec->plan.track_ends[i] != SIZE_MAX)
            status = make_track(exec, i, stream);
    }
    return status;
}

/* ---- one launch ------------------------------------------------------------------------------ */

struct launching {
    struct gi_exec *exec;
    struct gi_stream *stream;            /* of the program */
    uint64_t start;                      /* its point behind which the launch begins */
    size_t done;                         /* islands that are enqueued, the last one perhaps in
                                            part */
};

static struct gi_stream *stream_of(const struct launching *launching, size_t track)
{
    return is_launching(launching->exec, track, launching->stream) ? launching->stream
                                                                  : launching->exec->tracks[track];
}

/* The newest point of a stream, for others to wait for: no later wait of it comes to be part of
 * that. */
static uint64_t take_point(struct gi_stream *stream)
{
    uint64_t seq = gi_stream_newest(stream);

    gi_raise(&stream->recorded, seq);
    return seq;
}

/* The stream's next work comes behind the last launch. If that failed, its stream has told it. */
static gi_status begin_launch(struct launching *launching)
{
    struct gi_exec *exec = launching->exec;
    gi_status status = gi_append_order(launching->stream);

    if (status == GI_OK && exec->last != NULL && exec->last != launching->stream &&
        gi_stream_point_failure(exec->last, exec->last_seq) == GI_OK)
        status = gi_append_point(launching->stream, exec->last, exec->last_seq);
    if (status == GI_OK)
        status = gi_exec_memory_order(exec, launching->stream);
    if (status == GI_OK)
        status = gi_conditions_begin(exec, launching->stream);
    launching->start = take_point(launching->stream);
    return status;
}

static gi_status order_island(const struct launching *launching, size_t number)
{
    const struct gi_plan *plan = &launching->exec->plan;
    const struct gi_island *island = &plan->islands[number];
    struct gi_stream *stream = stream_of(launching, island->track);
    gi_status status = GI_OK;

    if (stream != launching->stream && island->is_first)
        status = gi_append_point(stream, launching->stream, launching->start);
    for (size_t i = 0; i < island->wait_count && status == GI_OK; i++) {
        size_t other = plan->waits[island->first_wait + i];

        status = gi_append_point(stream, stream_of(launching, plan->islands[other].track),
                                 launching->exec->ends[other]);
    }
    return status;
}

/* If memory of recorded nodes is freed meanwhile, it is looked up again. */
static gi_status replay_step(struct gi_exec *exec, size_t step, struct gi_stream *stream)
{
    gi_status status;

    for (;;) {
        status = gi_append_replay(stream, exec->recorded.replays[step], exec->recorded.epoch);
        if (status != GI_NOT_READY)
            return status;
        status = gi_exec_record_again(exec);
        if (status != GI_OK)
            return status;
    }
}

static gi_status enqueue_step(struct gi_exec *exec, size_t number, struct gi_stream *stream)
{
    const struct gi_steps *steps = &exec->recorded.steps;
    const struct gi_step *step = &steps->steps[number];
    gi_status status = GI_OK;

    if (step->chunk_count > 0)
        return replay_step(exec, number, stream);
    for (size_t i = 0; i < step->count && status == GI_OK; i++) {
        size_t node = steps->nodes[step->first + i];
        struct gi_node_run *run = &exec->runs[node];

        if (is_enqueued(exec, node))
            status = run->asked->kind->enqueue(run, stream);
    }
    return status;
}

static gi_status enqueue_island(struct launching *launching, size_t number)
{
    struct gi_exec *exec = launching->exec;
    const size_t *first = &exec->recorded.steps.first_steps[number];
    struct gi_stream *stream = stream_of(launching, exec->plan.islands[number].track);
    gi_status status = order_island(launching, number);

    for (size_t i = first[0]; i < first[1] && status == GI_OK; i++)
        status = enqueue_step(exec, i, stream);
    launching->exec->ends[number] = take_point(stream);
    return status;
}

/* The stream's later work comes behind all tracks; behind what was enqueued, if not all was. */
static gi_status join_tracks(const struct launching *launching, bool is_whole)
{
    const struct gi_plan *plan = &launching->exec->plan;
    gi_status joined = GI_OK;

    for (size_t i = 0; i < launching->done; i++) {
        const struct gi_island *island = &plan->islands[i];
        struct gi_stream *stream = stream_of(launching, island->track);
        bool is_end = plan->track_ends[island->track] == i && !island->is_awaited;
        gi_status status;

        if (stream == launching->stream || (is_whole && !is_end))
            continue;
        status = gi_append_point(launching->stream, stream, launching->exec->ends[i]);
        joined = joined == GI_OK ? status : joined;
    }
    return joined;
}

static void note_last(const struct launching *launching)
{
    struct gi_exec *exec = launching->exec;

    gi_object_ref(&launching->stream->object);
    if (exec->last != NULL)
        gi_stream_release(exec->last);
    exec->last = launching->stream;
    exec->last_seq = take_point(launching->stream);
}

/* The work that a launch writes into a stream is moved when it is complete: a frame is one batch,
 * and so are the numbers of conditions with what looks at them. */
static void hold_streams(const struct launching *launching, void (*each)(struct gi_stream *stream))
{
    const struct gi_exec *exec = launching->exec;

    each(launching->stream);
    for (size_t i = 0; i < exec->plan.track_count; i++) {
        struct gi_stream *stream = stream_of(launching, i);

        if (stream != launching->stream && stream != NULL)
            each(stream);
    }
}

static gi_status enqueue_all(struct launching *launching)
{
    gi_status status = begin_launch(launching), joined;

    while (status == GI_OK && launching->done < launching->exec->plan.island_count)
        status = enqueue_island(launching, launching->done++);
    joined = join_tracks(launching, status == GI_OK);
    note_last(launching);
    gi_conditions_end(launching->exec, launching->stream);
    return status != GI_OK ? status : joined;
}

/* All of the launch but its memory. */
static gi_status enqueue_exec(struct gi_exec *exec, struct gi_stream *stream)
{
    struct launching launching = { .exec = exec, .stream = stream };
    size_t count;
    gi_status status = prepare_nodes(exec, &count);

    if (status != GI_OK)
        return status;
    status = gi_exec_memory_check(exec);
    if (status == GI_OK)
        status = make_tracks(exec, stream);
    if (status != GI_OK) {
        drop_runs(exec, count);
        return status;
    }
    gi_conditions_enter(exec);
    if (exec->recorded.steps.step_count > 1 || exec->conditional_count > 0) {
        hold_streams(&launching, gi_append_hold);
        status = enqueue_all(&launching);
        hold_streams(&launching, gi_append_let_go);
    } else {
        status = enqueue_all(&launching);
    }
    gi_conditions_leave(exec);
    drop_runs(exec, count);
    return status;
}

static gi_status launch(struct gi_exec *exec, struct gi_stream *stream)
{
    gi_status status = gi_exec_memory_begin(exec, stream);

    if (status != GI_OK)
        return status;
    status = enqueue_exec(exec, stream);
    gi_exec_memory_end(exec, stream, status == GI_OK);
    return status;
}

gi_status gi_exec_launch(gi_handle handle, gi_handle stream_handle)
{
    struct gi_stream *stream;
    struct gi_exec *exec;
    gi_status status = gi_exec_acquire(handle, &exec);
    uint64_t around;

    if (status != GI_OK)
        return status;
    status = gi_stream_acquire_for(stream_handle, "a launch of a graph", &stream);
    if (status == GI_OK) {
        pthread_mutex_lock(&exec->lock);
        around = gi_traced_graph_begin();
        status = launch(exec, stream);
        gi_traced_graph_end(stream, around);
        pthread_mutex_unlock(&exec->lock);
        gi_stream_release(stream);
    }
    gi_object_unref(&exec->object);
    return status;
}

gi_status gi_exec_launch_body(struct gi_exec *body, struct gi_stream *stream)
{
    gi_status status;

    pthread_mutex_lock(&body->lock);
    status = launch(body, stream);
    pthread_mutex_unlock(&body->lock);
    return status;
}

static gi_status compile_one(struct gi_exec *exec, size_t node)
{
    if (exec->flat.nodes[node].asked->kind->type != GI_NODE_KERNEL)
        return GI_OK;
    return gi_launch_compile(&exec->runs[node].operation);
}

static gi_status upload(struct gi_exec *exec, struct gi_stream *stream)
{
    size_t count, compiled;
    gi_status status = gi_exec_memory_upload(exec, stream);

    if (status == GI_OK)
        status = prepare_nodes(exec, &count);

    if (status != GI_OK)
        return status;
    status = visit_enqueued(exec, count, compile_one, &compiled);
    drop_runs(exec, count);
    return status;
}

gi_status gi_exec_upload(gi_handle handle, gi_handle stream_handle)
{
    struct gi_stream *stream;
    struct gi_exec *exec;
    gi_status status = gi_exec_acquire(handle, &exec);

    if (status != GI_OK)
        return status;
    status = gi_stream_acquire_for(stream_handle, "an upload of a graph", &stream);
    if (status == GI_OK) {
        pthread_mutex_lock(&exec->lock);
        status = upload(exec, stream);
        pthread_mutex_unlock(&exec->lock);
        gi_stream_release(stream);
    }
    gi_object_unref(&exec->object);
    return status;
}
