#include "append.h"

#include "at_once.h"
#include "gate.h"
#include "memory/recorded_epoch.h"
#include "opening.h"
#include "order.h"
#include "segment.h"
#include "stream/wait/shared_event.h"
#include "time_limit.h"
#include "traced.h"

/* ---- entering ------------------------------------------------------------------------------- */

static gi_status add_points(struct gi_stream *stream, const struct gi_order_list *list)
{
    struct gi_segment *segment;
    gi_status status = gi_stream_new_segment(stream, &segment);

    for (size_t i = 0; i < list->count && status == GI_OK; i++)
        status = gi_segment_add_point(segment, list->points[i].stream, list->points[i].seq,
                                      list->points[i].must_succeed);
    return status;
}

/* Enters the stream and makes it wait for the points of the list. */
static gi_status enter_behind(struct gi_stream *stream, const struct gi_order_list *list)
{
    gi_status status = gi_stream_enter(stream);

    if (status != GI_OK || list->count == 0)
        return status;
    status = add_points(stream, list);
    if (status == GI_OK)
        gi_order_appended(stream, list);
    else
        (void)!gi_stream_leave(stream);
    return status;
}

static gi_status enter_slowly(struct gi_stream *stream)
{
    struct gi_order_list list;
    gi_status status = gi_order_before(stream, &list);

    if (status != GI_OK)
        return status;
    status = enter_behind(stream, &list);
    gi_order_list_finish(&list);
    return status;
}

/* Each call begins so, and the first test is all that most of them need. */
static inline __attribute__((always_inline)) gi_status enter_stream(struct gi_stream *stream)
{
    return gi_order_may_wait(stream) ? enter_slowly(stream) : gi_stream_enter(stream);
}

/* Returns the first error. */
static inline gi_status leave_stream(struct gi_stream *stream, gi_status added)
{
    gi_status status;

    if (gi_trace_is_on() && added == GI_OK)
        gi_traced_note(stream);
    status = gi_stream_leave(stream);
    return added != GI_OK ? added : status;
}

gi_status gi_append_order(struct gi_stream *stream)
{
    struct gi_order_list list;
    gi_status status;

    if (!gi_order_may_wait(stream))
        return GI_OK;
    status = gi_order_before(stream, &list);
    if (status != GI_OK)
        return status;
    if (list.count > 0) {
        status = enter_behind(stream, &list);
        if (status == GI_OK)
            status = gi_stream_leave(stream);
    }
    gi_order_list_finish(&list);
    return status;
}

void gi_append_hold(struct gi_stream *stream)
{
    pthread_mutex_lock(&stream->lock);
    stream->holders++;
    pthread_mutex_unlock(&stream->lock);
}

void gi_append_let_go(struct gi_stream *stream)
{
    pthread_mutex_lock(&stream->lock);
    stream->holders--;
    gi_stream_leave_unasked(stream);
}

/* ---- commands ------------------------------------------------------------------------------- */

/* Opens a segment for a command. */
static gi_status open_for_work(struct gi_stream *stream, struct gi_segment **out_segment)
{
    gi_status status = gi_stream_open_segment(stream, out_segment);

    if (status == GI_OK && (stream->opening.begin != NULL || stream->opening.ahead != NULL))
        gi_opening_begin_work(stream, *out_segment);
    return status;
}

gi_status gi_append_command(struct gi_stream *stream, const struct gi_command *command,
                            struct gi_allocation *dst, struct gi_allocation *src)
{
    struct gi_segment *segment;
    gi_status status = enter_stream(stream);

    if (status != GI_OK)
        return status;
    status = open_for_work(stream, &segment);
    if (status == GI_OK)
        status = gi_segment_add_command(segment, command, dst, src);
    return leave_stream(stream, status);
}

/* Opens a segment for a launch: with a time limit, one of its own. */
static gi_status open_for_launch(struct gi_stream *stream, struct gi_segment **out_segment)
{
    if (gi_time_limit_is_set() && stream->tail != NULL)
        stream->tail->closed = true;
    return open_for_work(stream, out_segment);
}

gi_status gi_append_launch(struct gi_stream *stream, struct gi_launch_run *run)
{
    struct gi_segment *segment;
    gi_status status;

    if (!stream->device->base->info.launches)
        return gi_fail(GI_NOT_SUPPORTED, "launch: %s runs no kernels",
                       stream->device->base->info.name);
    status = enter_stream(stream);
    if (status != GI_OK)
        return status;
    status = open_for_launch(stream, &segment);
    if (status == GI_OK)
        status = gi_segment_add_launch(stream, segment, run);
    if (status == GI_OK && gi_time_limit_is_set())
        segment->closed = true;
    return leave_stream(stream, status);
}

/* Opens a segment for recordings: no command stands between two recordings of a segment. */
static gi_status open_for_replay(struct gi_stream *stream, struct gi_segment **out_segment)
{
    struct gi_segment *tail = stream->tail;

    if (tail != NULL && tail->replay_count > 0 && !gi_segment_ends_recorded(tail))
        tail->closed = true;
    return open_for_work(stream, out_segment);
}

/* The work counts as one that may touch anything before the epoch is looked at. A thread that takes
 * memory away raises the epoch before it looks at that count. So either this finds the epoch
 * passed, or that memory outlives the work. */
static gi_status add_replay(struct gi_stream *stream, struct gi_replay *replay, uint64_t epoch,
                            struct gi_launch_report **report, struct gi_replay **out_refused)
{
    struct gi_segment *segment;
    gi_status status = open_for_replay(stream, &segment);

    if (status == GI_OK)
        status = gi_segment_add_replay(stream, segment, replay, report);
    if (status != GI_OK)
        return status;
    if (gi_recorded_epoch_now() != epoch) {
        gi_segment_take_replay_back(segment, out_refused);
        return GI_NOT_READY;
    }
    if (gi_trace_is_on())
        gi_traced_note_replay(stream, replay);
    return GI_OK;
}

/* A reset of a lost device opens it anew, under its old number. */
static gi_status expect_device(const struct gi_stream *stream, const struct gi_replay *replay)
{
    for (size_t i = 0; i < replay->count; i++) {
        if (replay->recordings[i]->device != stream->device->base)
            return gi_fail(GI_INVALID_VALUE, "launch: device %d was reset since the graph was "
                           "recorded", stream->device->ordinal);
    }
    return GI_OK;
}

gi_status gi_append_replay(struct gi_stream *stream, struct gi_replay *replay, uint64_t epoch)
{
    struct gi_launch_report *report;
    struct gi_replay *refused = NULL;
    gi_status status = expect_device(stream, replay);

    if (status != GI_OK)
        return status;
    status = gi_replay_note(replay, &report);
    if (status == GI_OK)
        status = enter_stream(stream);
    if (status == GI_OK)
        status = leave_stream(stream, add_replay(stream, replay, epoch, &report, &refused));
    if (report != NULL)
        report->release(report);
    if (refused != NULL)
        gi_replay_unref(refused);
    return status;
}

/* ---- points of other streams ---------------------------------------------------------------- */

static gi_status add_point(struct gi_stream *stream, struct gi_stream *other, uint64_t seq)
{
    struct gi_segment *segment = stream->tail;
    gi_status status = GI_OK;
    bool has_room;

    /* Consecutive waits share a segment, unless an event stands for that segment: the event must
     * not come to include a later wait. */
    has_room = segment != NULL && segment == stream->pending && !segment->closed &&
               !gi_segment_has_work(segment) && segment->state == GI_SEGMENT_OPEN &&
               segment->seq > atomic_load(&stream->recorded);
    if (!has_room)
        status = gi_stream_new_segment(stream, &segment);
    return status == GI_OK ? gi_segment_add_point(segment, other, seq, true) : status;
}

static gi_status append_point(struct gi_stream *stream, struct gi_stream *other, uint64_t seq)
{
    gi_status status;

    gi_stream_need(other, seq);
    status = enter_stream(stream);
    return status == GI_OK ? leave_stream(stream, add_point(stream, other, seq)) : status;
}

gi_status gi_append_point(struct gi_stream *stream, struct gi_stream *other, uint64_t seq)
{
    return gi_at_once_passes_point(stream, other, seq) ? GI_OK : append_point(stream, other, seq);
}

gi_status gi_append_follow(struct gi_stream *stream, struct gi_stream *other)
{
    uint64_t newest = gi_stream_newest(other);

    if (other == stream ||
        newest <= atomic_load_explicit(&other->points.done, memory_order_acquire))
        return GI_OK;
    return append_point(stream, other, newest);
}

/* ---- host calls ----------------------------------------------------------------------------- */

static gi_status add_host_call(struct gi_stream *stream, const struct gi_operation_host_call *call)
{
    struct gi_segment *segment;
    gi_status status = gi_stream_new_segment(stream, &segment);

    if (status != GI_OK)
        return status;
    segment->host_fn = call->fn;
    segment->host_argument = call->argument;
    segment->host_always = call->always;
    segment->host_words = call->words;
    segment->closed = true;
    return GI_OK;
}

gi_status gi_append_host_call(struct gi_stream *stream, const struct gi_operation_host_call *call)
{
    gi_status status = enter_stream(stream);

    if (status != GI_OK)
        return status;
    status = add_host_call(stream, call);
    if (gi_trace_is_on() && status == GI_OK)
        gi_traced_note(stream);
    gi_stream_leave_unasked(stream);
    return status;
}

/* ---- signals of semaphores ------------------------------------------------------------------ */

static gi_status add_signal(struct gi_device *device, struct gi_segment *segment,
                            const struct gi_signal *signal)
{
    bool by_host = (signal->semaphore->caps & GI_SEMAPHORE_QUEUE_SIGNAL) == 0;
    gi_status status = gi_segment_add_signal(segment, signal->semaphore, signal->value, by_host);
    if (status == GI_OK && !by_host)
        gi_binary_waits_signal_enqueued(device, signal->semaphore);
    return status;
}

static gi_status add_signals(struct gi_stream *stream,
                             const struct gi_operation_semaphores *signals)
{
    size_t immediate = gi_at_once_count_signals(stream, signals->items, signals->count);
    struct gi_segment *segment = NULL;
    gi_status status = GI_OK;

    if (immediate < signals->count) {
        status = gi_stream_signal_segment(stream, &segment);
        if (status == GI_OK)
            status = gi_segment_reserve(segment, signals->count - immediate);
        if (status != GI_OK)
            return status;
    }
    gi_at_once_signal(stream, signals->items, immediate);
    for (size_t i = immediate; i < signals->count && status == GI_OK; i++)
        status = add_signal(stream->device, segment, &signals->items[i]);
    if (segment != NULL)
        segment->closed = true;  /* a wait may depend on it: do not wait for an idle queue */
    return status;
}

gi_status gi_append_signals(struct gi_stream *stream,
                            const struct gi_operation_semaphores *signals)
{
    gi_status status = enter_stream(stream);

    return status == GI_OK ? leave_stream(stream, add_signals(stream, signals)) : status;
}

/* ---- waits for semaphores ------------------------------------------------------------------- */

static gi_status add_waits(struct gi_stream *stream, const struct gi_operation_semaphores *waits)
{
    struct gi_segment *segment = NULL;
    gi_status status = GI_OK;

    for (size_t i = 0; i < waits->count && status == GI_OK; i++)
        status = gi_gate_enqueue(stream, waits->items[i].semaphore, waits->items[i].value,
                                 waits->count - i, &segment);
    if (waits->of != NULL && segment != NULL)
        segment->of = *waits->of;
    return status;
}

gi_status gi_append_waits(struct gi_stream *stream, const struct gi_operation_semaphores *waits)
{
    gi_status status = enter_stream(stream);

    return status == GI_OK ? leave_stream(stream, add_waits(stream, waits)) : status;
}

/* ---- records of other processes ------------------------------------------------------------- */

/* Makes the stream wait for a record. */
static gi_status add_wait_record(struct gi_stream *stream, struct gi_shared_event *event,
                                 uint64_t number, enum gi_record_wait wait,
                                 const struct gi_wait_node *of)
{
    struct gi_semaphore *semaphore;
    struct gi_segment *segment;
    gi_status status = gi_semaphore_object_of_record(stream->device->base, event, number, wait,
                                                     &semaphore);

    if (status != GI_OK)
        return status;
    status = gi_stream_new_segment(stream, &segment);
    if (status == GI_OK)
        status = gi_segment_add_semaphore_gate(segment, semaphore, number, 0);
    if (status == GI_OK && of != NULL)
        segment->of = *of;
    gi_semaphore_object_unref(semaphore);
    return status;
}

/* As gi_append_point, for a node. */
static gi_status append_point_of(struct gi_stream *stream,
                                 const struct gi_operation_wait_record *wait)
{
    gi_status status;

    if (gi_at_once_passes_point(stream, wait->stream, wait->seq))
        return GI_OK;
    gi_stream_need(wait->stream, wait->seq);
    status = enter_stream(stream);
    if (status != GI_OK)
        return status;
    status = add_point(stream, wait->stream, wait->seq);
    if (status == GI_OK)
        stream->tail->gates[stream->tail->gate_count - 1].point.of = *wait->of;
    return leave_stream(stream, status);
}

gi_status gi_append_wait_record(struct gi_stream *stream,
                                const struct gi_operation_wait_record *wait)
{
    gi_status status;

    if (wait->stream != NULL)
        return wait->of == NULL ? gi_append_point(stream, wait->stream, wait->seq)
                                : append_point_of(stream, wait);
    if (gi_at_once_passes_record(&wait->shared->host, wait->number))
        return GI_OK;
    status = enter_stream(stream);
    if (status != GI_OK)
        return status;
    return leave_stream(stream, add_wait_record(stream, wait->shared, wait->number, GI_RECORD_DONE,
                                                wait->of));
}

/* ---- records for other processes ------------------------------------------------------------ */

/* How often a record competes with other processes for a number before it gives up. */
#define TRIES 10000

/* A record that reused the slot of a pending one would make that one look done, so it waits for
 * it. If the pending one belongs to another process, the wait is limited: that process may never
 * complete it. */
static gi_status wait_for_place(struct gi_shared_event *event, struct gi_stream *stream,
                                uint64_t number)
{
    uint64_t before = number - GI_HOST_EVENT_PLACES;

    switch (gi_host_event_room(&event->host, number)) {
    case GI_HOST_EVENT_FREE: break;
    case GI_HOST_EVENT_OURS:
        return add_wait_record(stream, event, before, GI_RECORD_OVER, NULL);
    case GI_HOST_EVENT_THEIRS:
        return add_wait_record(stream, event, before, GI_RECORD_OVER_SOON, NULL);
    }
    return GI_OK;
}

/* Does everything that can fail before the number is taken. */
static gi_status prepare_record(struct gi_shared_event *event, struct gi_stream *stream,
                                uint64_t number, struct gi_segment **out_segment,
                                struct gi_semaphore **out_semaphore)
{
    gi_status status = wait_for_place(event, stream, number);

    *out_semaphore = NULL;
    if (status == GI_OK)
        status = gi_stream_signal_segment(stream, out_segment);
    if (status == GI_OK)
        status = gi_segment_reserve(*out_segment, 1);
    if (status == GI_OK)
        status = gi_semaphore_object_of_record(stream->device->base, event, number,
                                               GI_RECORD_DONE, out_semaphore);
    return status;
}

static gi_status check_page(const struct gi_shared_event *event, int tries)
{
    if (tries < TRIES && gi_host_event_is_believed(&event->host))
        return GI_OK;
    return gi_fail(GI_INVALID_HANDLE, "event of several processes: another process has written to "
                   "it what no record writes, or records without end");
}

static gi_status add_shared_record(struct gi_shared_event *event, struct gi_stream *stream,
                                   uint64_t *out_number)
{
    struct gi_semaphore *semaphore;
    struct gi_segment *segment;
    gi_status status;
    uint64_t newest;

    for (int tries = 0;; tries++) {      /* until no other process was faster */
        newest = gi_host_event_newest(&event->host);
        status = check_page(event, tries);
        if (status != GI_OK)
            return status;
        if (gi_at_once_may_record(stream, &event->host, newest + 1)) {
            if (!gi_host_event_take(&event->host, newest))
                continue;
            *out_number = newest + 1;
            gi_host_event_done(&event->host, *out_number);
            return GI_OK;
        }
        status = prepare_record(event, stream, newest + 1, &segment, &semaphore);
        if (status != GI_OK)
            return status;
        if (gi_host_event_take(&event->host, newest))
            break;
        gi_semaphore_object_unref(semaphore);
    }
    *out_number = newest + 1;
    status = gi_segment_add_signal(segment, semaphore, newest + 1, true);    /* room was reserved */
    segment->closed = true;      /* a wait may depend on it: do not wait for an idle queue */
    gi_semaphore_object_unref(semaphore);
    return status;
}

static gi_status append_shared_record(struct gi_stream *stream, struct gi_operation_record *record)
{
    gi_status status = enter_stream(stream), added;

    if (status != GI_OK)
        return status;
    added = add_shared_record(record->shared, stream, &record->number);
    record->seq = gi_stream_newest_to_record(stream);
    status = leave_stream(stream, added);
    if (status != GI_OK && record->number != 0)
        gi_host_event_fail(&record->shared->host, record->number);   /* so that no thread waits
                                                                        for ever */
    return status;
}

/* ---- records -------------------------------------------------------------------------------- */

/* The slots of a record: for its time, and for the end of work that follows. */
struct record_slots {
    struct gi_timestamp_slot *first, *end;
    gi_status status;            /* why there is no first one */
};

static struct record_slots take_slots(struct gi_device *device)
{
    struct record_slots slots = { NULL, NULL, GI_OK };

    slots.status = gi_timestamp_slot_take(device, &slots.first);
    if (slots.status == GI_OK)
        (void)!gi_timestamp_slot_take(device, &slots.end);
    return slots;
}

static gi_status append_time_command(struct gi_stream *stream, const struct record_slots *slots)
{
    struct gi_segment *segment = NULL;
    gi_status status = slots->status;

    if (slots->first != NULL)
        status = gi_stream_open_segment(stream, &segment);
    if (status == GI_OK)
        status = gi_segment_add_timestamp(segment, slots->first);
    if (status == GI_OK && segment != stream->head && segment->command_count == 1)
        gi_opening_expect(stream, slots->end);
    return status;
}

/* Records the time at the end of the stream's work: the host's if it is idle, else the device's. */
static gi_status add_time(struct gi_stream *stream, const struct record_slots *slots,
                          struct gi_time *time)
{
    gi_status status;

    if (gi_at_once_take_time(stream, time)) {
        if (slots->first != NULL)
            gi_opening_record(stream, slots->first, slots->end, time);
        return GI_OK;
    }
    time->stamp = gi_opening_end_of(stream);
    if (time->stamp != NULL) {
        gi_opening_expect(stream, slots->first);
    } else {
        status = append_time_command(stream, slots);
        if (status != GI_OK)
            return status;
        time->stamp = slots->first;
    }
    gi_timestamp_slot_ref(time->stamp);
    return GI_OK;
}

/* The slots are taken before the stream's lock: where memory is short, this looks at all
 * streams. */
static gi_status append_time(struct gi_stream *stream, struct gi_operation_record *record)
{
    struct record_slots slots = take_slots(stream->device);
    gi_status status = enter_stream(stream);

    if (status == GI_OK) {
        gi_status added = add_time(stream, &slots, &record->time);

        record->time.order = ++stream->times;
        record->seq = gi_stream_newest_to_record(stream);
        status = leave_stream(stream, added);
    }
    gi_timestamp_slot_unref(slots.first);
    gi_timestamp_slot_unref(slots.end);
    return status;
}

/* Takes the stream's newest point. If its work failed, this call reports the failure unless an
 * earlier one did. */
static gi_status take_newest(struct gi_stream *stream, uint64_t *out_seq)
{
    *out_seq = gi_stream_newest_to_record(stream);
    return *out_seq == 0 ? gi_stream_take_failure(stream) : GI_OK;
}

/* Makes a stream of records wait for all work of the context that has the legacy stream. An earlier
 * record's failure is that record's. */
static gi_status append_context(struct gi_stream *stream, struct gi_stream *legacy)
{
    struct gi_order_list list;
    gi_status status = gi_order_of_context(legacy, &list);

    if (status != GI_OK)
        return status;
    (void)!gi_stream_take_failure(stream);
    status = gi_stream_enter(stream);
    if (status == GI_OK)
        status = leave_stream(stream, list.count > 0 ? add_points(stream, &list) : GI_OK);
    gi_order_list_finish(&list);
    return status;
}

gi_status gi_append_record(struct gi_stream *stream, struct gi_operation_record *record)
{
    gi_status status = GI_OK;

    record->time = (struct gi_time){ 0 };
    record->number = record->seq = 0;
    if (record->context != NULL)
        status = append_context(stream, record->context);
    if (status != GI_OK)
        return status;
    if (record->shared != NULL)
        return append_shared_record(stream, record);
    if (record->takes_time && gi_device_has_clock(stream->device))
        return append_time(stream, record);
    status = gi_append_order(stream);
    return status == GI_OK ? take_newest(stream, &record->seq) : status;
}

/* ---- words of memory ------------------------------------------------------------------------ */

/* Appends a write in a closed segment of its own. So all earlier work is done and visible before
 * the write, and the write does not wait for an idle queue. */
static gi_status add_write(struct gi_stream *stream, const struct gi_word_run *run)
{
    struct gi_command command = {
        .kind = GI_COMMAND_FILL,
        .dst = { .memory = run->operand->allocation->memory,
                 .offset_bytes = run->operand->offset_bytes },
        .box = gi_box_linear(sizeof(uint32_t)),
        .pattern = run->value,
        .pattern_bytes = sizeof(uint32_t),
    };
    struct gi_segment *segment;
    gi_status status = gi_stream_new_segment(stream, &segment);

    if (status != GI_OK)
        return status;
    if (run->from != NULL) {    /* one access of 8 bytes, so that no reader sees half of it */
        command.kind = GI_COMMAND_COPY;
        command.box = gi_box_linear(sizeof(uint64_t));
        command.src = (struct gi_place){ .memory = run->from->memory,
                                         .offset_bytes = run->from->offset_bytes };
    }
    segment->closed = true;
    segment->writes_word = true;
    return gi_segment_add_command(segment, &command, run->operand->allocation, run->from);
}

static gi_status add_word_wait(struct gi_stream *stream, struct gi_word_run *run,
                               const struct gi_wait_node *of)
{
    struct gi_segment *segment;
    gi_status status = gi_stream_new_segment(stream, &segment);

    if (status == GI_OK)
        status = gi_segment_add_word(segment, run->word);
    if (status != GI_OK)
        return status;
    run->word = NULL;
    if (of != NULL)
        segment->of = *of;
    return GI_OK;
}

gi_status gi_append_words(struct gi_stream *stream, struct gi_word_run *words, size_t count,
                          const struct gi_wait_node *of)
{
    gi_status status = enter_stream(stream);
    gi_status added = GI_OK;

    if (status != GI_OK)
        return status;
    for (size_t i = 0; i < count && added == GI_OK; i++)
        added = words[i].word == NULL ? add_write(stream, &words[i])
                                      : add_word_wait(stream, &words[i], of);
    return leave_stream(stream, added);
}
