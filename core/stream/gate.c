#include "gate.h"

#include <stdio.h>

#include "base/clock.h"
#include "base/counters.h"
#include "stream/wait/lane_wait.h"
#include "base/log.h"
#include "contract/calls.h"
#include "scheduler.h"
#include "segment.h"
#include "stream/wait/shared_event.h"
#include "traced.h"

static struct gi_stream *stream_of_page_waiter(struct gi_page_waiter *waiter)
{
    return (struct gi_stream *)((char *)waiter - offsetof(struct gi_stream, gate_waiter.page));
}

static struct gi_stream *stream_of_progress_waiter(struct gi_progress_waiter *waiter)
{
    return (struct gi_stream *)((char *)waiter - offsetof(struct gi_stream, gate_waiter.progress));
}

static void page_waiter_notified(struct gi_page_waiter *waiter)
{
    gi_stream_notify(stream_of_page_waiter(waiter));
}

static void progress_waiter_notified(struct gi_progress_waiter *waiter)
{
    gi_stream_notify(stream_of_progress_waiter(waiter));
}

static void value_waiter_notified(struct gi_value_waiter *waiter)
{
    gi_stream_notify((struct gi_stream *)((char *)waiter -
                                          offsetof(struct gi_stream, gate_waiter.value)));
}

void gi_gate_waiter_disarm(struct gi_stream *stream)
{
    struct gi_gate_waiter *waiter = &stream->gate_waiter;

    waiter->armed = false;
    if (waiter->kind == GI_GATE_WAITER_BINARY)  /* a lane that this waiter leaves is another's */
        gi_binary_waits_lane_is_free(stream->device);
    if (waiter->semaphore != NULL)
        gi_semaphore_object_unref(waiter->semaphore);
    if (waiter->point_stream != NULL)
        gi_object_unref(&waiter->point_stream->object);
    waiter->semaphore = NULL;
    waiter->point_stream = NULL;
}

bool gi_gate_waiter_cancel(struct gi_stream *stream)
{
    struct gi_gate_waiter *waiter = &stream->gate_waiter;
    bool cancelled = false;

    if (!waiter->armed)
        return false;
    switch (waiter->kind) {
    case GI_GATE_WAITER_POINT:
        cancelled = gi_points_cancel(&waiter->point_stream->points, &waiter->point);
        break;
    case GI_GATE_WAITER_PAGE:
        cancelled = gi_page_waiter_cancel(&waiter->page);
        break;
    case GI_GATE_WAITER_PROGRESS:
        cancelled = gi_progress_cancel(waiter->progress_thread, &waiter->progress);
        break;
    case GI_GATE_WAITER_VALUE:
        cancelled = gi_value_waiter_cancel(&waiter->value);
        break;
    case GI_GATE_WAITER_BINARY:
        cancelled = gi_binary_waits_leave(stream->device, &waiter->binary);
        break;
    }
    if (cancelled)
        gi_gate_waiter_disarm(stream);
    return cancelled;
}

/* Arms the waiter. If its registration fails or is not needed, unset_waiter undoes this. */
static void set_waiter(struct gi_stream *stream, struct gi_semaphore *semaphore,
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

static void unset_waiter(struct gi_stream *stream)
{
    gi_gate_waiter_disarm(stream);
    gi_object_unref(&stream->object);    /* never the last one: the stream has work */
}

/* ---- points of other streams --------------------------------------------------------------- */

/* Waits for a point. GI_NOT_READY: the waiter is armed. GI_OK: the point was reached meanwhile. */
static gi_status await_point(struct gi_stream *stream, const struct gi_point_gate *gate,
                             bool until_done)
{
    if (stream->gate_waiter.armed)
        return GI_NOT_READY;     /* the notification of an earlier gate is still under way */
    stream->gate_waiter.kind = GI_GATE_WAITER_POINT;
    stream->gate_waiter.point = (struct gi_point_waiter){
        .seq = gate->seq, .until_done = until_done
    };
    set_waiter(stream, NULL, gate->stream);
    if (!gi_points_wait(&gate->stream->points, &stream->gate_waiter.point)) {
        unset_waiter(stream);
        return GI_OK;
    }
    gi_stream_request_wake(gate->stream);    /* so that it registers with the progress thread if
                                                it must */
    return GI_NOT_READY;
}

/* The point is over, but its work has failed. */
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
            /* A segment without device work is done when the point is. */
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

/* Registers the waiter with the progress thread. */
static gi_status await_progress(struct gi_stream *stream, struct gi_progress *progress)
{
    stream->gate_waiter.kind = GI_GATE_WAITER_PROGRESS;
    stream->gate_waiter.progress_thread = progress;
    stream->gate_waiter.progress.notify = progress_waiter_notified;
    return gi_progress_add(progress, &stream->gate_waiter.progress);
}

/* Waits until the lane has reached value, unless it has. */
static gi_status await_lane(struct gi_stream *stream, struct gi_lane *lane, uint64_t value)
{
    gi_status status = gi_lane_reached(lane, value);

    if (status != GI_NOT_READY || stream->gate_waiter.armed)
        return status;
    stream->gate_waiter.progress = (struct gi_progress_waiter){ .lane = lane, .value = value };
    set_waiter(stream, NULL, NULL);
    status = await_progress(stream, &stream->device->progress);
    if (status != GI_OK) {
        unset_waiter(stream);
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

/* Queries whether the semaphore is reached; before that, reads the page's wake word. */
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

/* Queries whether the signal is submitted. A submitted binary signal is captured: the gate then
 * waits for the captured semaphore instead. */
static gi_status ask_submitted(struct gi_gate *gate, struct gi_wait_facts *facts)
{
    struct gi_semaphore *semaphore = gate->semaphore.object, *captured;
    uint64_t submitted = 0;
    gi_status status;

    if (semaphore->kind == GI_SEMAPHORE_TIMELINE) {
        status = gi_call_query_submitted(semaphore, &submitted);
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

/* Fills in what this process has done with the semaphore, and takes the resulting way. */
static void ask_own_signals(struct gi_stream *stream, struct gi_semaphore_gate *gate,
                            struct gi_binary_waiter *waiter)
{
    struct gi_binary_wait_lane taken;

    waiter->semaphore = gate->object;
    waiter->signals_before = gate->signals_before;
    waiter->lane = stream->lane;
    gi_binary_waits_take(stream->device, waiter, &taken);
    gate->lane = taken.lane;
    gate->lane_value = taken.value;
}

/* Makes the queries that the plan needs, until it returns a way. */
static gi_status find_way(struct gi_stream *stream, struct gi_gate *gate,
                          struct gi_binary_waiter *waiter,
                          enum gi_wait_way *out_way)
{
    gi_status status = GI_OK;

    while (status == GI_OK) {
        *out_way = gi_wait_plan(&waiter->facts);
        if (*out_way == GI_WAIT_ASK_REACHED)
            status = ask_reached(&gate->semaphore, &waiter->facts);
        else if (*out_way == GI_WAIT_ASK_SUBMITTED)
            status = ask_submitted(gate, &waiter->facts);
        else if (*out_way == GI_WAIT_ASK_OWN_SIGNALS)
            ask_own_signals(stream, &gate->semaphore, waiter);
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

    /* Only the first gate of a stream is looked at as soon as the call ends. */
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
    /* If the capture fails, the gate finds out why. */
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
    gate->held_ns = gi_trace_is_on() ? gi_now_ns() : 0;
    gi_count(GI_COUNT_HELD_WAITS, 1);
    gi_log(GI_LOG_INFO, "stream %llu: the host holds a wait until %s",
           (unsigned long long)stream->id, until);
}

/* A page waiter's thread sleeps on the semaphore's page. */
static gi_status await_page(struct gi_stream *stream, struct gi_gate *gate)
{
    struct gi_semaphore *semaphore = gate->semaphore.object;
    struct gi_shared_event *event = gi_semaphore_event(semaphore);
    gi_status status;

    count_held_wait(stream, gate, "its semaphore is reached");
    if (stream->gate_waiter.armed)
        return GI_NOT_READY;
    set_waiter(stream, semaphore, NULL);
    stream->gate_waiter.kind = GI_GATE_WAITER_PAGE;
    stream->gate_waiter.page = (struct gi_page_waiter){
        .semaphore = gi_semaphore_host(semaphore),
        .value = semaphore->kind == GI_SEMAPHORE_BINARY ? 1 : gate->semaphore.value,
        .event = event != NULL ? &event->host : NULL,
        .gives_up_ns = gi_semaphore_gives_up_ns(semaphore),
        .seen = gate->semaphore.seen,
        .notify = page_waiter_notified
    };
    status = gi_page_waiter_arm(&stream->gate_waiter.page);
    if (status == GI_OK)
        return GI_NOT_READY;
    unset_waiter(stream);
    return status;
}

/* A progress thread sleeps in the driver. */
static gi_status await_driver(struct gi_stream *stream, struct gi_gate *gate,
                              struct gi_progress *progress)
{
    gi_status status;

    if (stream->gate_waiter.armed)
        return GI_NOT_READY;
    set_waiter(stream, gate->semaphore.object, NULL);
    stream->gate_waiter.progress = (struct gi_progress_waiter){
        .semaphore = gate->semaphore.object, .value = gate->semaphore.value
    };
    status = await_progress(stream, progress);
    if (status == GI_OK)
        return GI_NOT_READY;
    unset_waiter(stream);
    return status;
}

/* Opens the gate if the lane that was taken for the wait has reached the signal. */
static gi_status open_on_free_lane(struct gi_stream *stream, struct gi_semaphore_gate *gate)
{
    gi_status status;

    if (atomic_load(&stream->device->is_leaving))
        return GI_NOT_READY;     /* the exit handler's own signal may have ended the wait */
    status = await_lane(stream, gate->lane, gate->lane_value);
    if (status == GI_OK) {
        gi_lane_wait_end(stream->device, gate->lane);
        gate->stage = GI_WAIT_NOT_SUBMITTED;
    }
    return status;
}

/* Submits the wait to the lane that was taken for it. */
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

/* Submits the wait to the stream's own lane, and so holds back all streams on it. */
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

/* Waits for a change of plan. GI_NOT_READY: the waiter is armed. GI_OK: the plan has changed
 * already. */
static gi_status await_binary(struct gi_stream *stream, struct gi_binary_waiter *waiter)
{
    bool waits;
    gi_status status;

    if (stream->gate_waiter.armed)
        return GI_NOT_READY;     /* the notification of an earlier gate is still under way */
    stream->gate_waiter.kind = GI_GATE_WAITER_BINARY;
    stream->gate_waiter.progress = (struct gi_progress_waiter){
        .lane = stream->lane, .value = 0, .notify = progress_waiter_notified
    };
    stream->gate_waiter.binary = *waiter;
    stream->gate_waiter.binary.progress = &stream->gate_waiter.progress;
    set_waiter(stream, waiter->semaphore, NULL);
    status = gi_binary_waits_wait(stream->device, &stream->gate_waiter.binary, &waits);
    if (status == GI_OK && waits)
        return GI_NOT_READY;
    unset_waiter(stream);
    waiter->facts.binary = (struct gi_binary_wait_facts){ .is_known = false };
    return status;
}

/* Does what the plan says. GI_OK: the gate is open or, if *out_again, must be planned again. */
static gi_status take_way(struct gi_stream *stream, struct gi_segment *segment,
                          struct gi_gate *gate, enum gi_wait_way way,
                          struct gi_binary_waiter *waiter, bool *out_again)
{
    *out_again = false;
    switch (way) {
    case GI_WAIT_PASS:
        return GI_OK;
    case GI_WAIT_ON_OWN_LANE:
    case GI_WAIT_ON_OWN_LANE_BEHIND:
        if (waiter->facts.binary.is_known)
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
        return await_binary(stream, waiter);
    case GI_WAIT_UNTIL_DUE:
        count_held_wait(stream, gate, "the signals enqueued before it are submitted");
        *out_again = true;
        return await_binary(stream, waiter);
    case GI_WAIT_ASK_REACHED:
    case GI_WAIT_ASK_SUBMITTED:
    case GI_WAIT_ASK_OWN_SIGNALS:
    case GI_WAIT_IN_GATE:
        break;
    }
    return gi_fail(GI_INTERNAL, "a wait for a semaphore has no way to go");
}

static gi_status open_semaphore(struct gi_stream *stream, struct gi_segment *segment,
                                struct gi_gate *gate)
{
    struct gi_semaphore_gate *wait = &gate->semaphore;
    struct gi_binary_waiter waiter = { .facts = facts_of(stream, wait->object, GI_WAIT_AT_GATE) };
    enum gi_wait_way way;
    bool again = true;
    gi_status status = GI_OK;

    if (wait->stage == GI_WAIT_SUBMITTED_TO_LANE)
        return open_on_free_lane(stream, wait);
    if (wait->stage == GI_WAIT_COUNTS_ON_OWN_LANE)
        return wait_on_own_lane(stream, segment, gate);
    waiter.facts.has_commands = gi_segment_has_work(segment);
    waiter.facts.reached = wait->was_asked ? GI_ANSWER_NO : GI_NOT_ASKED;
    wait->was_asked = false;     /* valid for the first look only */
    while (status == GI_OK && again) {
        status = find_way(stream, gate, &waiter, &way);
        if (status == GI_OK)
            status = take_way(stream, segment, gate, way, &waiter, &again);
    }
    return status;
}

/* ---- words of memory ------------------------------------------------------------------------ */

static gi_status open_word(struct gi_stream *stream, const struct gi_segment *segment,
                           struct gi_gate *gate)
{
    char until[80];
    gi_status status;

    if (stream->head != segment)
        return GI_NOT_READY;     /* earlier work may yet write the word; its end is notified */
    if (gi_value_wait_holds(gate->word))
        return GI_OK;
    if (stream->gate_waiter.armed)
        return GI_NOT_READY;
    if (!gate->is_counted) {
        snprintf(until, sizeof until, "the word at %p satisfies it", gate->word->address);
        count_held_wait(stream, gate, until);
    }
    stream->gate_waiter.kind = GI_GATE_WAITER_VALUE;
    stream->gate_waiter.value = (struct gi_value_waiter){ .word = gate->word,
                                                           .notify = value_waiter_notified };
    set_waiter(stream, NULL, NULL);
    status = gi_value_waiter_add(&stream->gate_waiter.value);
    if (status != GI_OK) {
        unset_waiter(stream);
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
    case GI_GATE_WORD: return open_word(stream, segment, gate);
    }
    return GI_INTERNAL;
}

/* Cancels the waiter of a gate that opened without its notification. The signal of a binary
 * semaphore has been taken, and a word may change again, so the notification might never come. */
static void drop_waiter(struct gi_stream *stream, const struct gi_gate *gate)
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
        drop_waiter(stream, &segment->gates[segment->gate_next]);
        if (segment->gates[segment->gate_next].held_ns != 0)
            gi_traced_held(stream, &segment->gates[segment->gate_next]);
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
