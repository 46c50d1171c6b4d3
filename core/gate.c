#include "gate.h"

#include "clock.h"
#include "counters.h"
#include "lane_wait.h"
#include "log.h"
#include "scheduler.h"
#include "segment.h"

static struct gi_stream *stream_of_watch(struct gi_watch *watch)
{
    return (struct gi_stream *)((char *)watch - offsetof(struct gi_stream, alarm.watch));
}

static struct gi_stream *stream_of_want(struct gi_want *want)
{
    return (struct gi_stream *)((char *)want - offsetof(struct gi_stream, alarm.want));
}

static void watch_fired(struct gi_watch *watch)
{
    gi_stream_alarm(stream_of_watch(watch));
}

static void want_fired(struct gi_want *want)
{
    gi_stream_alarm(stream_of_want(want));
}

static void word_fired(struct gi_word_watch *watch)
{
    gi_stream_alarm((struct gi_stream *)((char *)watch - offsetof(struct gi_stream, alarm.word)));
}

void gi_alarm_disarm(struct gi_stream *stream)
{
    struct gi_alarm *alarm = &stream->alarm;

    alarm->armed = false;
    if (alarm->semaphore != NULL)
        gi_semaphore_object_unref(alarm->semaphore);
    if (alarm->point_stream != NULL)
        gi_object_unref(&alarm->point_stream->object);
    alarm->semaphore = NULL;
    alarm->point_stream = NULL;
}

bool gi_alarm_cancel(struct gi_stream *stream)
{
    struct gi_alarm *alarm = &stream->alarm;
    bool cancelled = false;

    if (!alarm->armed)
        return false;
    switch (alarm->kind) {
    case GI_ALARM_POINT:
        cancelled = gi_points_cancel(&alarm->point_stream->points, &alarm->point);
        break;
    case GI_ALARM_WATCH:
        cancelled = gi_watch_cancel(&alarm->watch);
        break;
    case GI_ALARM_WANT:
        cancelled = gi_progress_cancel(&stream->device->progress, &alarm->want);
        break;
    case GI_ALARM_WORD:
        cancelled = gi_word_watch_cancel(&alarm->word);
        break;
    }
    if (cancelled)
        gi_alarm_disarm(stream);
    return cancelled;
}

/* Notes that the alarm is set; undone by unset_alarm if setting it fails or is not needed. */
static void set_alarm(struct gi_stream *stream, struct gi_semaphore *semaphore,
                      struct gi_stream *point_stream)
{
    stream->alarm.armed = true;
    stream->alarm.semaphore = semaphore;
    stream->alarm.point_stream = point_stream;
    if (semaphore != NULL)
        gi_semaphore_object_ref(semaphore);
    if (point_stream != NULL)
        gi_object_ref(&point_stream->object);
    gi_object_ref(&stream->object);
}

static void unset_alarm(struct gi_stream *stream)
{
    gi_alarm_disarm(stream);
    gi_object_unref(&stream->object);    /* never the last one: the stream has work */
}

/* ---- points of other streams --------------------------------------------------------------- */

/* GI_NOT_READY with the alarm set, or GI_OK if the point came meanwhile. */
static gi_status await_point(struct gi_stream *stream, struct gi_gate *gate, bool until_done)
{
    if (stream->alarm.armed)
        return GI_NOT_READY;     /* an alarm for what has opened already is still on its way */
    stream->alarm.kind = GI_ALARM_POINT;
    stream->alarm.point = (struct gi_point_waiter){ .seq = gate->seq, .until_done = until_done };
    set_alarm(stream, NULL, gate->stream);
    if (!gi_points_wait(&gate->stream->points, &stream->alarm.point)) {
        unset_alarm(stream);
        return GI_OK;
    }
    gi_stream_request_kick(gate->stream);    /* so that it tells the progress thread, if it must */
    return GI_NOT_READY;
}

static gi_status open_point(struct gi_stream *stream, struct gi_segment *segment,
                            struct gi_gate *gate)
{
    struct gi_stream *other = gate->stream;
    uint64_t queue_value;
    bool until_done = false;

    for (;;) {
        switch (gi_points_state(&other->points, gate->seq, &queue_value)) {
        case GI_POINT_DONE:
            return GI_OK;
        case GI_POINT_PENDING:
            break;
        case GI_POINT_SUBMITTED:
            if (other->device == stream->device && other->lane == stream->lane) {
                /* Batches of one queue are in order by themselves; a segment without work for the
                 * device is done when the point is. */
                if (stream->last_queue_value < queue_value)
                    stream->last_queue_value = queue_value;
                return GI_OK;
            }
            if (other->device == stream->device &&
                (stream->lane->exclusive || !gi_lane_is_held(other->lane, queue_value))) {
                segment->held |= gi_lane_is_held(other->lane, queue_value);
                return gi_segment_add_wait(segment, other->lane->queue, NULL, queue_value);
            }
            until_done = true;
            break;
        }
        if (await_point(stream, gate, until_done) == GI_NOT_READY)
            return GI_NOT_READY;
    }
}

/* ---- values of a lane ---------------------------------------------------------------------- */

static gi_status open_lane(struct gi_stream *stream, struct gi_gate *gate)
{
    gi_status status = gi_lane_reached(gate->lane, gate->value);

    if (atomic_load(&stream->device->is_leaving))
        return GI_NOT_READY;     /* it may be our own signal that was taken */
    if (status == GI_OK) {
        gi_lane_wait_end(stream->device, gate->lane);
        gate->lane = NULL;
    }
    if (status != GI_NOT_READY || stream->alarm.armed)
        return status;
    stream->alarm.kind = GI_ALARM_WANT;
    stream->alarm.want = (struct gi_want){ .lane = gate->lane, .value = gate->value,
                                           .fire = want_fired };
    set_alarm(stream, NULL, NULL);
    status = gi_progress_add(&stream->device->progress, &stream->alarm.want);
    if (status != GI_OK) {
        unset_alarm(stream);
        return status;
    }
    return GI_NOT_READY;
}

/* ---- semaphores ---------------------------------------------------------------------------- */

static gi_status await_semaphore(struct gi_stream *stream, struct gi_gate *gate, uint32_t seen)
{
    struct gi_host_semaphore *host = gi_semaphore_host(gate->semaphore);
    gi_status status;

    if (stream->alarm.armed)
        return GI_NOT_READY;
    set_alarm(stream, gate->semaphore, NULL);
    if (host != NULL) {
        stream->alarm.kind = GI_ALARM_WATCH;
        stream->alarm.watch = (struct gi_watch){
            .semaphore = host,
            .value = gate->semaphore->kind == GI_SEMAPHORE_BINARY ? 1 : gate->value,
            .seen = seen,
            .fire = watch_fired
        };
        status = gi_watch_arm(&stream->alarm.watch);
    } else {
        stream->alarm.kind = GI_ALARM_WANT;
        stream->alarm.want = (struct gi_want){ .semaphore = gate->semaphore, .value = gate->value,
                                               .fire = want_fired };
        status = gi_progress_add(&stream->device->progress, &stream->alarm.want);
    }
    if (status != GI_OK) {
        unset_alarm(stream);
        return status;
    }
    return GI_NOT_READY;
}

bool gi_gate_is_for_device(const struct gi_stream *stream, const struct gi_semaphore *semaphore)
{
    return stream->lane->exclusive && (semaphore->caps & GI_SEMAPHORE_QUEUE_WAIT) != 0 &&
           (semaphore->caps & GI_SEMAPHORE_WAIT_AHEAD) != 0;
}

/* A semaphore the host cannot ask about: a lane of its own waits for it, and the gate becomes one
 * on that lane. Where there is none to be had the stream's own lane waits, with whoever uses it. */
static gi_status wait_on_other_lane(struct gi_stream *stream, struct gi_segment *segment,
                                    struct gi_gate *gate)
{
    struct gi_lane *lane = gi_device_take_wait_lane(stream->device);
    gi_status status;

    if (lane == NULL) {
        if (!stream->lane->exclusive)
            gi_log(GI_LOG_INFO, "a binary semaphore is waited for on a queue that other streams "
                   "use: they wait with it");
        segment->held = true;
        return gi_segment_add_wait(segment, NULL, gate->semaphore, gate->value);
    }
    status = gi_lane_wait_begin(stream->device, lane, gate->semaphore, &gate->value);
    if (status != GI_OK) {
        gi_device_give_lane(stream->device, lane);
        return status;
    }
    gi_count(GI_COUNT_HELD_WAITS, 1);
    gate->kind = GI_GATE_LANE;
    gate->lane = lane;           /* the gate keeps the semaphore until the segment is done */
    return open_lane(stream, gate);
}

static gi_status open_semaphore(struct gi_stream *stream, struct gi_segment *segment,
                                struct gi_gate *gate)
{
    struct gi_host_semaphore *host = gi_semaphore_host(gate->semaphore);
    uint32_t seen = host != NULL ? gi_host_semaphore_wake_word(host) : 0;
    bool by_device = gi_gate_is_for_device(stream, gate->semaphore);
    gi_status status;

    /* A binary signal may be one that the queue waits for already: the host must not take it
     * away. */
    if ((gate->semaphore->caps & GI_SEMAPHORE_HOST_WAIT) != 0 &&
        (gate->semaphore->kind == GI_SEMAPHORE_TIMELINE || !by_device)) {
        status = gi_semaphore_try_wait(gate->semaphore, gate->value);
        if (status != GI_NOT_READY)
            return status;
    }
    if ((gate->semaphore->caps & GI_SEMAPHORE_HOST_WAIT) == 0)
        return wait_on_other_lane(stream, segment, gate);
    if (by_device) {
        segment->held = true;
        return gi_segment_add_wait(segment, NULL, gate->semaphore, gate->value);
    }
    if (stream->blocked_since_ns == 0) {
        gi_count(GI_COUNT_HELD_WAITS, 1);
        gi_log(GI_LOG_INFO, "stream %llu: the host holds a wait until its semaphore is reached",
               (unsigned long long)stream->id);
    }
    return await_semaphore(stream, gate, seen);
}

/* ---- words of memory ------------------------------------------------------------------------ */

static gi_status open_word(struct gi_stream *stream, struct gi_gate *gate)
{
    gi_status status;

    if (gi_word_holds(gate->word))
        return GI_OK;
    if (stream->alarm.armed)
        return GI_NOT_READY;
    if (stream->blocked_since_ns == 0) {
        gi_count(GI_COUNT_HELD_WAITS, 1);
        gi_log(GI_LOG_INFO, "stream %llu: the host holds a wait until the word at %p satisfies it",
               (unsigned long long)stream->id, gate->word->address);
    }
    stream->alarm.kind = GI_ALARM_WORD;
    stream->alarm.word = (struct gi_word_watch){ .word = gate->word, .fire = word_fired };
    set_alarm(stream, NULL, NULL);
    status = gi_word_watch_add(&stream->alarm.word);
    if (status != GI_OK) {
        unset_alarm(stream);
        return status;
    }
    return GI_NOT_READY;
}

/* ---- all of them --------------------------------------------------------------------------- */

static gi_status open_gate(struct gi_stream *stream, struct gi_segment *segment,
                           struct gi_gate *gate)
{
    switch (gate->kind) {
    case GI_GATE_POINT: return open_point(stream, segment, gate);
    case GI_GATE_SEMAPHORE: return open_semaphore(stream, segment, gate);
    case GI_GATE_LANE: return open_lane(stream, gate);
    case GI_GATE_WORD: return open_word(stream, gate);
    }
    return GI_INTERNAL;
}

/* The signal of a binary semaphore is taken, and a word may change again: an alarm that has not
 * gone off might never do so. */
static void drop_alarm(struct gi_stream *stream, const struct gi_gate *gate)
{
    bool may_stay_silent = gate->kind == GI_GATE_WORD ||
                           (gate->kind == GI_GATE_SEMAPHORE &&
                            gate->semaphore->kind == GI_SEMAPHORE_BINARY);

    if (may_stay_silent && stream->alarm.armed && gi_alarm_cancel(stream))
        gi_object_unref(&stream->object);    /* never the last one: the stream has work */
}

gi_status gi_gate_open_all(struct gi_stream *stream, struct gi_segment *segment)
{
    while (segment->gate_next < segment->gate_count) {
        gi_status status = open_gate(stream, segment, &segment->gates[segment->gate_next]);

        if (status == GI_NOT_READY && stream->blocked_since_ns == 0)
            stream->blocked_since_ns = gi_now_ns();
        if (status != GI_OK)
            return status;
        stream->blocked_since_ns = 0;
        drop_alarm(stream, &segment->gates[segment->gate_next]);
        segment->gate_next++;
    }
    return GI_OK;
}

void gi_gate_abandon(struct gi_stream *stream, struct gi_segment *segment)
{
    for (size_t i = segment->gate_next; i < segment->gate_count; i++) {
        if (segment->gates[i].lane != NULL)
            gi_lane_wait_end(stream->device, segment->gates[i].lane);
        segment->gates[i].lane = NULL;
    }
}
