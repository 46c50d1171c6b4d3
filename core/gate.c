#include "gate.h"

#include "clock.h"
#include "counters.h"
#include "lane_wait.h"
#include "log.h"
#include "scheduler.h"
#include "segment.h"
#include "shared_event.h"

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
    if (alarm->kind == GI_ALARM_TURN)
        gi_turns_lane_is_free(stream->device);   /* if it is, and not used now, another may */
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
        cancelled = gi_progress_cancel(alarm->progress, &alarm->want);
        break;
    case GI_ALARM_WORD:
        cancelled = gi_word_watch_cancel(&alarm->word);
        break;
    case GI_ALARM_TURN:
        cancelled = gi_turns_leave(stream->device, &alarm->turn);
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

/* The point is done with, but its work was not done. */
static gi_status pass_failure_on(struct gi_gate *gate)
{
    const struct gi_device *device = gate->stream->device;
    char detail[sizeof gate->stream->points.failure_detail];
    gi_status status;

    if (!gate->must_succeed)
        return GI_OK;
    status = gi_points_failure(&gate->stream->points, gate->seq, detail, sizeof detail);
    return gi_fail(GI_AWAITED_FAILED, "what it waited for, of stream %llu of device %d (%s), has "
                   "failed: %s", (unsigned long long)gate->stream->id, device->ordinal,
                   device->base->info.name, detail[0] != '\0' ? detail : gi_status_name(status));
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
        case GI_POINT_FAILED:
            return pass_failure_on(gate);
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

/* Has the stream told when the want that stands in its alarm has come. */
static gi_status await_want(struct gi_stream *stream, struct gi_progress *progress)
{
    stream->alarm.kind = GI_ALARM_WANT;
    stream->alarm.progress = progress;
    stream->alarm.want.fire = want_fired;
    return gi_progress_add(progress, &stream->alarm.want);
}

/* Has the stream told when the lane has reached value, if it has not. */
static gi_status await_lane(struct gi_stream *stream, struct gi_lane *lane, uint64_t value)
{
    gi_status status = gi_lane_reached(lane, value);

    if (status != GI_NOT_READY || stream->alarm.armed)
        return status;
    stream->alarm.want = (struct gi_want){ .lane = lane, .value = value };
    set_alarm(stream, NULL, NULL);
    status = await_want(stream, &stream->device->progress);
    if (status != GI_OK) {
        unset_alarm(stream);
        return status;
    }
    return GI_NOT_READY;
}

static gi_status open_lane(struct gi_stream *stream, struct gi_gate *gate)
{
    gi_status status;

    if (atomic_load(&stream->device->is_leaving))
        return GI_NOT_READY;     /* it may be our own signal that was taken */
    status = await_lane(stream, gate->lane, gate->value);
    if (status == GI_OK) {
        gi_lane_wait_end(stream->device, gate->lane);
        gate->lane = NULL;
    }
    return status;
}

/* ---- semaphores ---------------------------------------------------------------------------- */

/* Whether the stream's queue takes the wait over as soon as the signal is submitted; before that it
 * cannot wait. Of a binary semaphore the signal has to be told from the next one. */
static bool is_for_device_once_submitted(const struct gi_stream *stream,
                                         const struct gi_semaphore *semaphore)
{
    return stream->lane->exclusive && (semaphore->caps & GI_SEMAPHORE_QUEUE_WAIT) != 0 &&
           (semaphore->caps & GI_SEMAPHORE_TELLS_SUBMITTED) != 0 &&
           (semaphore->kind == GI_SEMAPHORE_TIMELINE || semaphore->ops->capture != NULL);
}

static gi_status await_semaphore(struct gi_stream *stream, struct gi_gate *gate, uint32_t seen)
{
    struct gi_device *device = stream->device;
    struct gi_host_semaphore *host = gi_semaphore_host(gate->semaphore);
    struct gi_shared_event *event = gi_semaphore_event(gate->semaphore);
    gi_status status;

    if (stream->alarm.armed)
        return GI_NOT_READY;
    set_alarm(stream, gate->semaphore, NULL);
    if (host != NULL) {
        stream->alarm.kind = GI_ALARM_WATCH;
        stream->alarm.watch = (struct gi_watch){
            .semaphore = host,
            .value = gate->semaphore->kind == GI_SEMAPHORE_BINARY ? 1 : gate->value,
            .event = event != NULL ? &event->host : NULL,
            .gives_up_ns = gi_semaphore_gives_up_ns(gate->semaphore),
            .seen = seen,
            .fire = watch_fired
        };
        status = gi_watch_arm(&stream->alarm.watch);
    } else {
        stream->alarm.want = (struct gi_want){ .semaphore = gate->semaphore, .value = gate->value };
        status = await_want(stream, is_for_device_once_submitted(stream, gate->semaphore)
                                        ? &device->submissions
                                        : &device->progress);
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

static void count_held_wait(const struct gi_stream *stream, const char *until)
{
    if (stream->blocked_since_ns != 0)
        return;                  /* it was counted at the first look */
    gi_count(GI_COUNT_HELD_WAITS, 1);
    gi_log(GI_LOG_INFO, "stream %llu: the host holds a wait until %s",
           (unsigned long long)stream->id, until);
}

/* A lane of its own waits for the semaphore, and the gate becomes one on that lane. */
static gi_status wait_on_lane(struct gi_stream *stream, struct gi_gate *gate, struct gi_lane *lane)
{
    gi_status status =
        gi_lane_wait_begin(stream->device, lane, gate->semaphore, &gate->value);

    if (status != GI_OK) {
        gi_turns_take_back(stream->device, gate->semaphore);
        gi_device_give_lane(stream->device, lane);
        return status;
    }
    count_held_wait(stream, "another queue has seen its semaphore");
    gate->kind = GI_GATE_LANE;
    gate->lane = lane;           /* the gate keeps the semaphore until the segment is done */
    return open_lane(stream, gate);
}

/* The stream's own lane waits, with whoever uses it. */
static gi_status wait_on_own_lane(struct gi_stream *stream, struct gi_segment *segment,
                                  struct gi_gate *gate)
{
    gi_status status = gate->behind != NULL && gi_lane_is_held(gate->behind, gate->behind_value)
                           ? await_lane(stream, gate->behind, gate->behind_value)
                           : GI_OK;

    if (status != GI_OK) {
        count_held_wait(stream, "what comes before its signal is done");
        return status;
    }
    if (!stream->lane->exclusive)
        gi_log(GI_LOG_INFO, "a binary semaphore is waited for on a queue that other streams "
               "use: they wait with it");
    segment->held = true;
    return gi_segment_add_wait(segment, NULL, gate->semaphore, gate->value);
}

/* GI_NOT_READY with the alarm set, or GI_OK if the turn has come meanwhile. */
static gi_status await_turn(struct gi_stream *stream, struct gi_gate *gate, bool wants_lane)
{
    bool waits;
    gi_status status;

    count_held_wait(stream, wants_lane ? "a queue is free for it, or its semaphore is signalled"
                                       : "the signals enqueued before it are submitted");
    if (stream->alarm.armed)
        return GI_NOT_READY;     /* an alarm for what has come already is still on its way */
    stream->alarm.kind = GI_ALARM_TURN;
    stream->alarm.want = (struct gi_want){ .lane = stream->lane, .value = 0, .fire = want_fired };
    stream->alarm.turn = (struct gi_turn){
        .semaphore = gate->semaphore, .signals_before = gate->signals_before,
        .wants_lane = wants_lane, .want = &stream->alarm.want
    };
    set_alarm(stream, gate->semaphore, NULL);
    status = gi_turns_wait(stream->device, &stream->alarm.turn, &waits);
    if (status == GI_OK && waits)
        return GI_NOT_READY;
    unset_alarm(stream);
    return status;
}

/* A semaphore that the host cannot ask about (turns.h). */
static gi_status open_for_queues(struct gi_stream *stream, struct gi_segment *segment,
                                 struct gi_gate *gate)
{
    while (!gate->has_way) {
        struct gi_way_out out = gi_turns_find_way(stream->device, stream->lane, gate->semaphore,
                                                  gate->signals_before);
        gi_status status;

        switch (out.way) {
        case GI_WAY_LANE:
            return wait_on_lane(stream, gate, out.lane);
        case GI_WAY_OWN_LANE:
        case GI_WAY_BEHIND:
            gate->has_way = true;
            gate->behind = out.lane;
            gate->behind_value = out.value;
            break;
        case GI_WAY_LATER:
            status = await_turn(stream, gate, out.wants_lane);
            if (status != GI_OK)
                return status;
            break;
        }
    }
    return wait_on_own_lane(stream, segment, gate);
}

/* Lets the stream's queue wait, if the signal is submitted: GI_NOT_READY if it is not. */
static gi_status hand_over(struct gi_segment *segment, struct gi_gate *gate)
{
    struct gi_semaphore *semaphore = gate->semaphore, *captured;
    uint64_t submitted;
    gi_status status;

    if (semaphore->kind == GI_SEMAPHORE_TIMELINE) {
        status = semaphore->ops->query_submitted(semaphore, &submitted);
        if (status == GI_OK && submitted < gate->value)
            return GI_NOT_READY;
        return status == GI_OK ? gi_segment_add_wait(segment, NULL, semaphore, gate->value)
                               : status;
    }
    status = gi_semaphore_object_capture_next(semaphore, &captured);
    if (status != GI_OK)
        return status;
    status = gi_segment_add_wait(segment, NULL, captured, 0);
    gi_semaphore_object_unref(captured);
    return status;
}

/* Whether the host looks if the semaphore is reached. A binary signal may be one that the queue
 * waits for already: the host must not take it away. Work that goes to the queue anyway goes with
 * its wait. */
static bool is_for_host(const struct gi_stream *stream, const struct gi_segment *segment,
                        struct gi_gate *gate)
{
    const struct gi_semaphore *semaphore = gate->semaphore;
    bool was_asked = gate->was_asked && gi_semaphore_host(gate->semaphore) == NULL;

    gate->was_asked = false;     /* if it is looked at again, that is later */
    return (semaphore->caps & GI_SEMAPHORE_HOST_WAIT) != 0 && !was_asked &&
           (segment->command_count == 0 || !is_for_device_once_submitted(stream, semaphore)) &&
           (semaphore->kind == GI_SEMAPHORE_TIMELINE || !gi_gate_is_for_device(stream, semaphore));
}

static gi_status open_semaphore(struct gi_stream *stream, struct gi_segment *segment,
                                struct gi_gate *gate)
{
    struct gi_host_semaphore *host = gi_semaphore_host(gate->semaphore);
    uint32_t seen = host != NULL ? gi_host_semaphore_wake_word(host) : 0;
    bool by_device = gi_gate_is_for_device(stream, gate->semaphore);
    gi_status status;

    if (is_for_host(stream, segment, gate)) {
        status = gi_semaphore_try_wait(gate->semaphore, gate->value);
        if (status != GI_NOT_READY)
            return status;
    }
    if (gi_semaphore_is_for_queues(gate->semaphore))
        return open_for_queues(stream, segment, gate);
    if (by_device) {
        segment->held = true;
        return gi_segment_add_wait(segment, NULL, gate->semaphore, gate->value);
    }
    if (is_for_device_once_submitted(stream, gate->semaphore)) {
        status = hand_over(segment, gate);
        segment->held |= status == GI_OK;
        if (status != GI_NOT_READY)
            return status;
        count_held_wait(stream, "its semaphore's signal is submitted");
    } else {
        count_held_wait(stream, "its semaphore is reached");
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
        gi_segment_gate_is_served(&segment->gates[segment->gate_next]);
        segment->gate_next++;
    }
    return GI_OK;
}

void gi_gate_abandon(struct gi_stream *stream, struct gi_segment *segment)
{
    for (size_t i = 0; i < segment->gate_count; i++) {
        struct gi_gate *gate = &segment->gates[i];

        if (gate->lane != NULL)
            gi_lane_wait_end(stream->device, gate->lane);
        if (gate->has_way)
            gi_turns_take_back(stream->device, gate->semaphore);
        gate->lane = NULL;
        gate->has_way = false;
    }
}
