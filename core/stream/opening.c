#include "opening.h"

#include "base/clock.h"
#include "contract/command.h"
#include "memory/timestamp_slot.h"
#include "segment.h"

static void drop_record(struct gi_stream *stream)
{
    gi_timestamp_slot_unref(stream->opening.begin);
    gi_timestamp_slot_unref(stream->opening.end);
    stream->opening.begin = stream->opening.end = NULL;
}

void gi_opening_drop(struct gi_stream *stream)
{
    drop_record(stream);
    gi_timestamp_slot_unref(stream->opening.ahead);
    stream->opening.ahead = NULL;
}

/* Whether nothing has been enqueued since the record. */
static bool is_fresh(struct gi_stream *stream, uint64_t newest)
{
    return stream->opening.begin != NULL && stream->opening.seq == newest;
}

void gi_opening_record(struct gi_stream *stream, struct gi_timestamp_slot *begin,
                       struct gi_timestamp_slot *end, struct gi_time *time)
{
    uint64_t newest = atomic_load_explicit(&stream->enqueued, memory_order_relaxed);

    if (!is_fresh(stream, newest)) {
        drop_record(stream);
        gi_timestamp_slot_ref(begin);
        if (end != NULL)
            gi_timestamp_slot_ref(end);
        stream->opening.begin = begin;
        stream->opening.end = end;
        stream->opening.seq = newest;
    }
    gi_timestamp_slot_ref(stream->opening.begin);
    time->stamp = stream->opening.begin;
}

/* Behind work of other streams the timestamp would come late. Then the time of the call stays. */
static bool lane_is_idle(struct gi_lane *lane)
{
    return gi_lane_reached(lane, atomic_load(&lane->last_value)) == GI_OK;
}

void gi_opening_expect(struct gi_stream *stream, struct gi_timestamp_slot *end)
{
    if (end == NULL || stream->opening.ahead != NULL)
        return;
    gi_timestamp_slot_ref(end);
    stream->opening.ahead = end;
}

void gi_opening_begin_work(struct gi_stream *stream, struct gi_segment *segment)
{
    bool is_first = segment == stream->head && !gi_segment_has_work(segment);

    if (is_fresh(stream, segment->seq - 1)) {
        if (lane_is_idle(stream->lane) &&
            gi_segment_add_timestamp(segment, stream->opening.begin) == GI_OK)
            atomic_store(&stream->opening.begin->begun_ns, gi_now_ns());
        segment->end_stamp = stream->opening.end;
        stream->opening.end = NULL;
    }
    drop_record(stream);
    if (is_first && segment->end_stamp == NULL) {
        segment->end_stamp = stream->opening.ahead;
        stream->opening.ahead = NULL;
    }
}

void gi_opening_end_work(struct gi_segment *segment)
{
    size_t count = segment->command_count;
    bool ends_with_time =
        !gi_segment_ends_recorded(segment) &&
        (count == 0 || gi_command_traits_of(&segment->commands[count - 1])->bounds_time);

    if (segment->end_stamp == NULL)
        return;
    if (!ends_with_time && gi_segment_add_timestamp(segment, segment->end_stamp) == GI_OK)
        return;
    gi_timestamp_slot_unref(segment->end_stamp);
    segment->end_stamp = NULL;
}

struct gi_timestamp_slot *gi_opening_end_of(const struct gi_stream *stream)
{
    const struct gi_segment *newest = stream->tail;

    return newest != NULL && newest->state != GI_SEGMENT_OPEN && !newest->dropped
               ? newest->end_stamp
               : NULL;
}
