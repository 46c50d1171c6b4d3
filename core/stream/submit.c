#include "submit.h"

#include "base/counters.h"
#include "base/vector.h"
#include "segment.h"
#include "stream/wait/signal_line.h"
#include "traced.h"

static bool has_device_work(const struct gi_segment *segment)
{
    return gi_segment_has_work(segment) || segment->wait_count > 0 || segment->signal_count > 0;
}

/* Gives a batch with signals to the lane, in line with all other signals. Signals that would not
 * raise their timelines any more stay behind. */
static gi_status submit_in_line(struct gi_stream *stream, struct gi_segment *segment,
                                struct gi_batch *batch, uint64_t *out_value)
{
    gi_status status;

    gi_signal_line_enter();
    batch->signal_count = gi_signal_line_keep_growing(stream->lane, segment->signals,
                                                       segment->signal_count);
    status = gi_signal_line_reserve(batch->signal_count);
    if (status == GI_OK)
        status = gi_lane_submit(stream->lane, batch, segment->held, out_value);
    if (status == GI_OK)
        gi_signal_line_note(stream->lane, *out_value, segment->signals, batch->signal_count);
    gi_signal_line_leave();
    return status;
}

static gi_status submit_batch(struct gi_stream *stream, struct gi_segment *segment,
                              struct gi_batch *batch, uint64_t *out_value)
{
    if (segment->signal_count > 0)
        return submit_in_line(stream, segment, batch, out_value);
    return gi_lane_submit(stream->lane, batch, segment->held, out_value);
}

/* The recordings of all replays in one list. */
static gi_status list_recordings(struct gi_segment *segment, struct gi_batch *batch)
{
    size_t count = 0;

    batch->recordings_at = segment->replays_at;
    if (segment->replay_count == 1) {
        batch->recordings = segment->replays[0]->recordings;
        batch->recording_count = segment->replays[0]->count;
        return GI_OK;
    }
    for (size_t i = 0; i < segment->replay_count; i++)
        count += segment->replays[i]->count;
    if (!gi_grow((void **)&segment->recordings, &segment->recording_capacity, count,
                 sizeof *segment->recordings))
        return gi_fail(GI_OUT_OF_MEMORY, "no host memory to submit %zu recordings", count);
    for (size_t i = 0; i < segment->replay_count; i++) {
        const struct gi_replay *replay = segment->replays[i];

        for (size_t j = 0; j < replay->count; j++)
            segment->recordings[batch->recording_count++] = replay->recordings[j];
    }
    batch->recordings = segment->recordings;
    return GI_OK;
}

static void count_replays(const struct gi_segment *segment)
{
    for (size_t i = 0; i < segment->replay_count; i++)
        gi_count(GI_COUNT_COMMANDS, segment->replays[i]->commands);
}

gi_status gi_segment_submit(struct gi_stream *stream, struct gi_segment *segment)
{
    struct gi_batch batch = {
        .commands = segment->commands,
        .command_count = segment->command_count,
        .waits = segment->waits,
        .wait_count = segment->wait_count,
        .signals = segment->signals,
        .signal_count = segment->signal_count,
        .launches = segment->launches,
        .launch_count = segment->launch_count,
    };
    uint64_t value = stream->last_queue_value;
    gi_status status;

    status = gi_points_reserve(&stream->points);
    if (status == GI_OK)
        status = gi_segment_note_images(stream, segment);
    if (status == GI_OK && segment->replay_count > 0)
        status = list_recordings(segment, &batch);
    if (status != GI_OK)
        return status;
    batch.images = segment->images;
    batch.image_count = segment->image_count;
    segment->closed = true;
    if (segment->traced != NULL)
        gi_traced_submit(stream, segment, &batch);
    if (has_device_work(segment)) {
        segment->state = GI_SEGMENT_SUBMITTING;
        pthread_mutex_unlock(&stream->lock);
        status = submit_batch(stream, segment, &batch, &value);
        if (status == GI_OK) {
            count_replays(segment);
            gi_lane_note_user(stream->lane, stream);
            gi_binary_waits_signals_settled(stream->device, segment->signals,
                                            segment->signal_count, stream->lane, value);
        }
        pthread_mutex_lock(&stream->lock);
        segment->state = GI_SEGMENT_OPEN;
    }
    if (status == GI_OK)
        stream->last_queue_value = segment->queue_value = value;
    return status;
}
