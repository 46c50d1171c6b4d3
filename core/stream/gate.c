#include "gate.h"

#include <stdio.h>

#include "base/counters.h"
#include "stream/wait/lane_wait.h"
#include "base/log.h"
#include "scheduler.h"
#include "segment.h"
#include "stream/wait/shared_event.h"

static struct gi_stream *stream_of_watch(struct gi_page_waiter *watch)
{
    return (struct gi_stream *)((char *)watch - offsetof(struct gi_stream, gate_waiter.watch));
}

static struct gi_stream *stream_of_want(struct gi_progress_waiter *want)
{
    return (struct gi_stream *)((char *)want - offsetof(struct gi_stream, gate_waiter.want));
}

static void watch_fired(struct gi_page_waiter *watch)
{
    gi_stream_notify(stream_of_watch(watch));
}

static void want_fired(struct gi_progress_waiter *want)
{
    gi_stream_notify(stream_of_want(want));
}

static void word_fired(struct gi_value_waiter *watch)
{
    gi_stream_notify((struct gi_stream *)((char *)watch -
                                          offsetof(struct gi_stream, gate_waiter.word)));
}

void gi_gate_waiter_disarm(struct gi_stream *stream)
{
    struct gi_gate_waiter *alarm = &stream->gate_waiter;

    alarm->armed = false;
    if (alarm->kind == GI_GATE_WAITER_TURN)     /* a lane that this waiter leaves is another's */
        gi_binary_waits_lane_is_free(stream->device);
    if (alarm->semaphore != NULL)
        gi_semaphore_object_unref(alarm->semaphore);
    if (alarm->point_stream != NULL)
        gi_object_unref(&alarm->point_stream->object);
    alarm->semaphore = NULL;
    alarm->point_stream = NULL;
}

bool gi_gate_waiter_cancel(struct gi_stream *stream)
{
    struct gi_gate_waiter *alarm = &stream->gate_waiter;
    bool cancelled = false;

    if (!alarm->armed)
        return false;
    switch (alarm->kind) {
    case GI_GATE_WAITER_POINT:
        cancelled = gi_points_cancel(&alarm->point_stream->points, &alarm->point);
        break;
    case GI_GATE_WAITER_WATCH:
        cancelled = gi_page_waiter_cancel(&alarm->watch);
        break;
    case GI_GATE_WAITER_WANT:
        cancelled = gi_progress_cancel(alarm->progress, &alarm->want);
        break;
    case GI_GATE_WAITER_WORD:
        cancelled = gi_value_waiter_cancel(&alarm->word);
        break;
    case GI_GATE_WAITER_TURN:
        cancelled = gi_binary_waits_leave(stream->device, &alarm->turn);
        break;
    }
    if (cancelled)
        gi_gate_waiter_disarm(stream);
    return cancelled;
}

/* Notes that the alarm is set; undone by unset_alarm if setting it fails or is not needed. */
static void set_alarm(struct gi_stream *stream, struct gi_semaphore *semaphore,
                      struct gi_stream *point_stream)
{
    stream->gate_waiter.armed = true;
    stream->gate_waiter.semaphore = semaphore;
    stream->gate_waiter.point_stream = point_stream;
    if (semaphore != NULL)
        gi_semaphore_object_ref(semaphore);
    if (point_stream != NULL)
        gi_object_ref(&point_stream->object);
    gi_object_ref(&stream->object);
}

static void unset_alarm(struct gi_stream *stream)
{
    gi_gate_waiter_disarm(stream);
    gi_object_unref(&stream->object);    /* never the last one: the stream has work */
}

/* ---- points of other streams --------------------------------------------------------------- */

/* GI_NOT_READY with the alarm set, or GI_OK if the point came meanwhile. */
static gi_status await_point(struct gi_stream *stream, const struct gi_point_gate *gate,
                             bool until_done)
{
    if (stream->gate_waiter.armed)
        return GI_NOT_READY;     /* an alarm for what has opened already is still on its way */
    stream->gate_waiter.kind = GI_GATE_WAITER_POINT;
    stream->gate_waiter.point = (struct gi_point_waiter){
        .seq = gate->seq, .until_done = until_done
    };
    set_alarm(stream, NULL, gate->stream);
    if (!gi_points_wait(&gate->stream->points, &stream->gate_waiter.point)) {
        unset_alarm(stream);
        return GI_OK;
    }
    gi_stream_request_wake(gate->stream);    /* so that it tells the progress thread, if it must */
    return GI_NOT_READY;
}

/* The point is done with, but its work was not done. */
static gi_status pass_failure_on(const struct gi_point_gate *gate)
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

static enum gi_point_way point_way(const struct gi_stream *stream,
                                   const struct gi_point_gate *gate, uint64_t *out_queue_value)
{
    struct gi_stream *other = gate->stream;
    struct gi_point_facts facts = {
        .state = gi_points_state(&other->points, gate->seq, out_queue_value),
        .is_of_device = other->device == stream->device,
        .is_of_lane = other->lane == stream->lane,
        .lane_is_exclusive = stream->lane->exclusive,
    };

    facts.is_held = facts.state == GI_POINT_SUBMITTED &&
                    gi_lane_is_held(other->lane, *out_queue_value);
    return gi_point_plan(&facts);
}

static gi_status open_point(struct gi_stream *stream, struct gi_segment *segment,
                            const struct gi_point_gate *gate)
{
    struct gi_lane *lane = gate->stream->lane;
    enum gi_point_way way;
    uint64_t queue_value;

    do {
        way = point_way(stream, gate, &queue_value);
        switch (way) {
        case GI_POINT_PASS:
            return GI_OK;
        case GI_POINT_PASS_FAILURE:
            return pass_failure_on(gate);
        case GI_POINT_BY_ORDER:
            /* A segment without work for the device is done when the point is. */
            if (stream->last_queue_value < queue_value)
                stream->last_queue_value = queue_value;
            return GI_OK;
        case GI_POINT_ON_OWN_LANE:
            segment->held |= gi_lane_is_held(lane, queue_value);
            return gi_segment_add_wait(segment, lane->queue, NULL, queue_value);
        case GI_POINT_UNTIL_SUBMITTED:
        case GI_POINT_UNTIL_DONE:
            break;
        }
    } while (await_point(stream, gate, way == GI_POINT_UNTIL_DONE) != GI_NOT_READY);
    return GI_NOT_READY;
}

/* ---- values of a lane ---------------------------------------------------------------------- */

/* Has the stream told when the want that stands in its alarm has come. */
static gi_status await_want(struct gi_stream *stream, struct gi_progress *progress)
{
    stream->gate_waiter.kind = GI_GATE_WAITER_WANT;
    stream->gate_waiter.progress = progress;
    stream->gate_waiter.want.fire = want_fired;
    return gi_progress_add(progress, &stream->gate_waiter.want);
}

/* Has the stream told when the lane has reached value, if it has not. */
static gi_status await_lane(struct gi_stream *stream, struct gi_lane *lane, uint64_t value)
{
    gi_status status = gi_lane_reached(lane, value);

    if (status != GI_NOT_READY || stream->gate_waiter.armed)
        return status;
    stream->gate_waiter.want = (struct gi_progress_waiter){ .lane = lane, .value = value };
    set_alarm(stream, NULL, NULL);
    status = await_want(stream, &stream->device->progress);
    if (status != GI_OK) {
        unset_alarm(stream);
        return status;
    }
    return GI_NOT_READY;
}

/* ---- semaphores: facts and questions -------------------------------------------------------- */

static struct gi_wait_facts facts_of(const struct gi_stream *stream,
                                     struct gi_semaphore *semaphore, enum gi_wait_moment moment)
{
    return (struct gi_wait_facts){
        .moment = moment,
        .kind = semaphore->kind,
        .caps = semaphore->caps,
        .can_capture = semaphore->ops->capture != NULL,
        .is_page = gi_semaphore_host(semaphore) != NULL,
        .lane_is_exclusive = stream->lane->exclusive,
    };
}

/* Fills in whether the semaphore is reached, and beforehand what its page wakes by. */
static gi_status ask_reached(struct gi_semaphore_gate *gate, struct gi_wait_facts *facts)
{
    struct gi_host_semaphore *page = gi_semaphore_host(gate->object);
    gi_status status;

    if (page != NULL)
        gate->seen = gi_host_semaphore_wake_word(page);
    if (page != NULL && gi_semaphore_event(gate->object) == NULL)
        status = gi_host_semaphore_try_wait(page, gate->value) ? GI_OK : GI_NOT_READY;
    else
        status = gi_semaphore_try_wait(gate->object, gate->value);
    if (status != GI_OK && status != GI_NOT_READY)
        return status;
    facts->reached = status == GI_OK ? GI_ANSWER_YES : GI_ANSWER_NO;
    return GI_OK;
}

/* Fills in whether the signal is submitted. A binary one is captured, and the gate waits for what
 * that has made instead. */
static gi_status ask_submitted(struct gi_gate *gate, struct gi_wait_facts *facts)
{
    struct gi_semaphore *semaphore = gate->semaphore.object, *captured;
    uint64_t submitted = 0;
    gi_status status;

    if (semaphore->kind == GI_SEMAPHORE_TIMELINE) {
        status = semaphore->ops->query_submitted(semaphore, &submitted);
        facts->submitted = submitted >= gate->semaphore.value ? GI_ANSWER_YES : GI_ANSWER_NO;
        return status;
    }
    status = gi_semaphore_object_capture(semaphore, &captured);
    facts->submitted = status == GI_OK ? GI_ANSWER_YES : GI_ANSWER_NO;
    if (status != GI_OK)
        return status == GI_NOT_READY ? GI_OK : status;
    gi_segment_gate_is_served(gate);
    gi_semaphore_object_unref(semaphore);
    gate->semaphore.object = captured;
    return GI_OK;
}

/* Asks what this process has done with the semaphore; the way that follows is taken. */
static void ask_turns(struct gi_stream *stream, struct gi_semaphore_gate *gate,
                      struct gi_binary_waiter *turn)
{
    struct gi_binary_wait_lane taken;

    turn->semaphore = gate->object;
    turn->signals_before = gate->signals_before;
    turn->lane = stream->lane;
    gi_binary_waits_take(stream->device, turn, &taken);
    gate->lane = taken.lane;
    gate->lane_value = taken.value;
}

/* Asks what the plan needs, until it gives a way. */
static gi_status find_way(struct gi_stream *stream, struct gi_gate *gate,
                          struct gi_binary_waiter *turn,
                          enum gi_wait_way *out_way)
{
    gi_status status = GI_OK;

    while (status == GI_OK) {
        *out_way = gi_wait_plan(&turn->facts);
        if (*out_way == GI_WAIT_ASK_REACHED)
            status = ask_reached(&gate->semaphore, &turn->facts);
        else if (*out_way == GI_WAIT_ASK_SUBMITTED)
            status = ask_submitted(gate, &turn->facts);
        else if (*out_way == GI_WAIT_ASK_TURNS)
            ask_turns(stream, &gate->semaphore, turn);
        else
            break;
    }
    return status;
}

/* ---- semaphores: at the call ---------------------------------------------------------------- */

static gi_status add_gate(struct gi_stream *stream, struct gi_segment *segment,
                          struct gi_semaphore_gate *gate, bool was_asked)
{
    struct gi_semaphore *semaphore = gate->object;
    bool is_for_queues = gi_semaphore_is_for_queues(semaphore);
    gi_status status = gi_segment_add_semaphore_gate(
        segment, semaphore, gate->value,
        is_for_queues ? gi_binary_waits_signals_enqueued(stream->device, semaphore) : 0);

    /* The first gate of a stream is looked at as soon as the call ends. */
    if (status == GI_OK && stream->head == segment && segment->gate_count == 1) {
        segment->gates[0].semaphore.was_asked = was_asked;
        segment->gates[0].semaphore.seen = gate->seen;
    }
    return status;
}

static gi_status make_segment(struct gi_stream *stream, size_t room,
                              struct gi_segment **out_segment)
{
    gi_status status = gi_stream_new_segment(stream, out_segment);

    return status == GI_OK ? gi_segment_reserve(*out_segment, room) : status;
}

gi_status gi_gate_enqueue(struct gi_stream *stream, struct gi_semaphore *semaphore, uint64_t value,
                          size_t room, struct gi_segment **segment)
{
    struct gi_semaphore_gate gate = { .object = semaphore, .value = value };
    struct gi_wait_facts facts = facts_of(stream, semaphore, GI_WAIT_AT_CALL);
    struct gi_semaphore *captured = NULL;
    gi_status status = GI_OK;

    facts.is_behind_wait = stream->is_blocked || *segment != NULL;
    facts.is_behind_work = stream->pending != NULL;
    facts.is_behind_taker = atomic_load(&gi_semaphore_object_of(semaphore)->next_takers) != 0;
    if (gi_wait_plan(&facts) == GI_WAIT_ASK_REACHED)
        status = ask_reached(&gate, &facts);
    if (status != GI_OK || gi_wait_plan(&facts) == GI_WAIT_PASS)
        return status;
    if (*segment == NULL)
        status = make_segment(stream, room, segment);
    if (status != GI_OK)
        return status;
    /* If that fails, the gate will find out why. */
    if (gi_wait_plan(&facts) == GI_WAIT_ASK_SUBMITTED &&
        gi_semaphore_object_capture(semaphore, &captured) == GI_OK)
        gate = (struct gi_semaphore_gate){ .object = captured };
    status = add_gate(stream, *segment, &gate,
                      captured == NULL && facts.reached == GI_ANSWER_NO);
    if (captured != NULL)
        gi_semaphore_object_unref(captured);
    return status;
}

/* ---- semaphores: at the gate ---------------------------------------------------------------- */

static void count_held_wait(const struct gi_stream *stream, struct gi_gate *gate,
                            const char *until)
{
    if (gate->is_counted)
        return;
    gate->is_counted = true;
    gi_count(GI_COUNT_HELD_WAITS, 1);
    gi_log(GI_LOG_INFO, "stream %llu: the host holds a wait until %s",
           (unsigned long long)stream->id, until);
}

/* A watcher thread sleeps on the semaphore's page. */
static gi_status await_page(struct gi_stream *stream, struct gi_gate *gate)
{
    struct gi_semaphore *semaphore = gate->semaphore.object;
    struct gi_shared_event *event = gi_semaphore_event(semaphore);
    gi_status status;

    count_held_wait(stream, gate, "its semaphore is reached");
    if (stream->gate_waiter.armed)
        return GI_NOT_READY;
    set_alarm(stream, semaphore, NULL);
    stream->gate_waiter.kind = GI_GATE_WAITER_WATCH;
    stream->gate_waiter.watch = (struct gi_page_waiter){
        .semaphore = gi_semaphore_host(semaphore),
        .value = semaphore->kind == GI_SEMAPHORE_BINARY ? 1 : gate->semaphore.value,
        .event = event != NULL ? &event->host : NULL,
        .gives_up_ns = gi_semaphore_gives_up_ns(semaphore),
        .seen = gate->semaphore.seen,
        .fire = watch_fired
    };
    status = gi_page_waiter_arm(&stream->gate_waiter.watch);
    if (status == GI_OK)
        return GI_NOT_READY;
    unset_alarm(stream);
    return status;
}

/* A progress thread sleeps in the driver. */
static gi_status await_driver(struct gi_stream *stream, struct gi_gate *gate,
                              struct gi_progress *progress)
{
    gi_status status;

    if (stream->gate_waiter.armed)
        return GI_NOT_READY;
    set_alarm(stream, gate->semaphore.object, NULL);
    stream->gate_waiter.want = (struct gi_progress_waiter){ .semaphore = gate->semaphore.object,
                                           .value = gate->semaphore.value };
    status = await_want(stream, progress);
    if (status == GI_OK)
        return GI_NOT_READY;
    unset_alarm(stream);
    return status;
}

/* The lane that was taken for the wait has seen the signal, or not yet. */
static gi_status open_on_free_lane(struct gi_stream *stream, struct gi_semaphore_gate *gate)
{
    gi_status status;

    if (atomic_load(&stream->device->is_leaving))
        return GI_NOT_READY;     /* it may be our own signal that was taken */
    status = await_lane(stream, gate->lane, gate->lane_value);
    if (status == GI_OK) {
        gi_lane_wait_end(stream->device, gate->lane);
        gate->stage = GI_WAIT_NOT_SUBMITTED;
    }
    return status;
}

/* The lane that was taken for it waits for the semaphore. */
static gi_status wait_on_free_lane(struct gi_stream *stream, struct gi_gate *gate)
{
    struct gi_semaphore_gate *wait = &gate->semaphore;
    gi_status status =
        gi_lane_wait_begin(stream->device, wait->lane, wait->object, &wait->lane_value);

    if (status != GI_OK) {
        gi_binary_waits_take_back(stream->device, wait->object);
        gi_device_give_lane(stream->device, wait->lane);
        return status;
    }
    count_held_wait(stream, gate, "another queue has seen its semaphore");
    wait->stage = GI_WAIT_SUBMITTED_TO_LANE;
    return open_on_free_lane(stream, wait);
}

/* The stream's own lane waits, with whoever uses it. */
static gi_status wait_on_own_lane(struct gi_stream *stream, struct gi_segment *segment,
                                  struct gi_gate *gate)
{
    struct gi_semaphore_gate *wait = &gate->semaphore;
    gi_status status = wait->lane != NULL && gi_lane_is_held(wait->lane, wait->lane_value)
                           ? await_lane(stream, wait->lane, wait->lane_value)
                           : GI_OK;

    if (status != GI_OK) {
        count_held_wait(stream, gate, "what comes before its signal is done");
        return status;
    }
    if (!stream->lane->exclusive)
        gi_log(GI_LOG_INFO, "a binary semaphore is waited for on a queue that other streams "
               "use: they wait with it");
    segment->held = true;
    return gi_segment_add_wait(segment, NULL, wait->object, wait->value);
}

/* GI_NOT_READY with the alarm set, or GI_OK if there is another plan for the wait by now. */
static gi_status await_turn(struct gi_stream *stream, struct gi_binary_waiter *turn)
{
    bool waits;
    gi_status status;

    if (stream->gate_waiter.armed)
        return GI_NOT_READY;     /* an alarm for what has come already is still on its way */
    stream->gate_waiter.kind = GI_GATE_WAITER_TURN;
    stream->gate_waiter.want = (struct gi_progress_waiter){ .lane = stream->lane, .value = 0,
                                                            .fire = want_fired };
    stream->gate_waiter.turn = *turn;
    stream->gate_waiter.turn.want = &stream->gate_waiter.want;
    set_alarm(stream, turn->semaphore, NULL);
    status = gi_binary_waits_wait(stream->device, &stream->gate_waiter.turn, &waits);
    if (status == GI_OK && waits)
        return GI_NOT_READY;
    unset_alarm(stream);
    turn->facts.turns = (struct gi_binary_wait_facts){ .is_known = false };
    return status;
}

/* Does what the plan says. GI_OK: the gate is open, unless *out_again: it is to be planned anew. */
static gi_status take_way(struct gi_stream *stream, struct gi_segment *segment,
                          struct gi_gate *gate, enum gi_wait_way way, struct gi_binary_waiter *turn,
                          bool *out_again)
{
    *out_again = false;
    switch (way) {
    case GI_WAIT_PASS:
        return GI_OK;
    case GI_WAIT_ON_OWN_LANE:
    case GI_WAIT_ON_OWN_LANE_BEHIND:
        if (turn->facts.turns.is_known)
            gate->semaphore.stage = GI_WAIT_COUNTS_ON_OWN_LANE;
        return wait_on_own_lane(stream, segment, gate);
    case GI_WAIT_ON_FREE_LANE:
        return wait_on_free_lane(stream, gate);
    case GI_WAIT_UNTIL_PAGE_CHANGES:
        return await_page(stream, gate);
    case GI_WAIT_UNTIL_REACHED:
        count_held_wait(stream, gate, "its semaphore is reached");
        return await_driver(stream, gate, &stream->device->progress);
    case GI_WAIT_UNTIL_SUBMITTED:
        count_held_wait(stream, gate, "its semaphore's signal is submitted");
        return await_driver(stream, gate, &stream->device->submissions);
    case GI_WAIT_UNTIL_LANE_IS_FREE:
        count_held_wait(stream, gate, "a queue is free for it, or its semaphore is signalled");
        *out_again = true;
        return await_turn(stream, turn);
    case GI_WAIT_UNTIL_DUE:
        count_held_wait(stream, gate, "the signals enqueued before it are submitted");
        *out_again = true;
        return await_turn(stream, turn);
    case GI_WAIT_ASK_REACHED:
    case GI_WAIT_ASK_SUBMITTED:
    case GI_WAIT_ASK_TURNS:
    case GI_WAIT_IN_GATE:
        break;
    }
    return gi_fail(GI_INTERNAL, "a wait for a semaphore has no way to go");
}

static gi_status open_semaphore(struct gi_stream *stream, struct gi_segment *segment,
                                struct gi_gate *gate)
{
    struct gi_semaphore_gate *wait = &gate->semaphore;
    struct gi_binary_waiter turn = { .facts = facts_of(stream, wait->object, GI_WAIT_AT_TURN) };
    enum gi_wait_way way;
    bool again = true;
    gi_status status = GI_OK;

    if (wait->stage == GI_WAIT_SUBMITTED_TO_LANE)
        return open_on_free_lane(stream, wait);
    if (wait->stage == GI_WAIT_COUNTS_ON_OWN_LANE)
        return wait_on_own_lane(stream, segment, gate);
    turn.facts.has_commands = segment->command_count > 0;
    turn.facts.reached = wait->was_asked ? GI_ANSWER_NO : GI_NOT_ASKED;
    wait->was_asked = false;     /* if it is looked at again, that is later */
    while (status == GI_OK && again) {
        status = find_way(stream, gate, &turn, &way);
        if (status == GI_OK)
            status = take_way(stream, segment, gate, way, &turn, &again);
    }
    return status;
}

/* ---- words of memory ------------------------------------------------------------------------ */

static gi_status open_word(struct gi_stream *stream, struct gi_gate *gate)
{
    char until[80];
    gi_status status;

    if (gi_value_wait_holds(gate->word))
        return GI_OK;
    if (stream->gate_waiter.armed)
        return GI_NOT_READY;
    if (!gate->is_counted) {
        snprintf(until, sizeof until, "the word at %p satisfies it", gate->word->address);
        count_held_wait(stream, gate, until);
    }
    stream->gate_waiter.kind = GI_GATE_WAITER_WORD;
    stream->gate_waiter.word = (struct gi_value_waiter){ .word = gate->word, .fire = word_fired };
    set_alarm(stream, NULL, NULL);
    status = gi_value_waiter_add(&stream->gate_waiter.word);
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
    case GI_GATE_POINT: return open_point(stream, segment, &gate->point);
    case GI_GATE_SEMAPHORE: return open_semaphore(stream, segment, gate);
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
                            gate->semaphore.object->kind == GI_SEMAPHORE_BINARY);

    if (may_stay_silent && stream->gate_waiter.armed && gi_gate_waiter_cancel(stream))
        gi_object_unref(&stream->object);    /* never the last one: the stream has work */
}

gi_status gi_gate_open_all(struct gi_stream *stream, struct gi_segment *segment)
{
    while (segment->gate_next < segment->gate_count) {
        gi_status status = open_gate(stream, segment, &segment->gates[segment->gate_next]);

        stream->is_blocked = status == GI_NOT_READY;
        if (status != GI_OK)
            return status;
        drop_alarm(stream, &segment->gates[segment->gate_next]);
        gi_segment_gate_is_served(&segment->gates[segment->gate_next]);
        segment->gate_next++;
    }
    return GI_OK;
}

static void abandon(struct gi_stream *stream, struct gi_semaphore_gate *gate)
{
    switch (gate->stage) {
    case GI_WAIT_NOT_SUBMITTED:
        return;
    case GI_WAIT_COUNTS_ON_OWN_LANE:
        gi_binary_waits_take_back(stream->device, gate->object);
        break;
    case GI_WAIT_SUBMITTED_TO_LANE:
        gi_lane_wait_end(stream->device, gate->lane);
        break;
    }
    gate->stage = GI_WAIT_NOT_SUBMITTED;
}

void gi_gate_abandon(struct gi_stream *stream, struct gi_segment *segment)
{
    for (size_t i = 0; i < segment->gate_count; i++) {
        if (segment->gates[i].kind == GI_GATE_SEMAPHORE)
            abandon(stream, &segment->gates[i].semaphore);
    }
}
