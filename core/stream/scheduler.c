#include "scheduler.h"

#include "base/clock.h"
#include "base/counters.h"
#include "capture.h"
#include "failure.h"
#include "gate.h"
#include "host_call.h"
#include "base/log.h"
#include "loss.h"
#include "opening.h"
#include "base/process.h"
#include "segment.h"
#include "submit.h"
#include "base/thread.h"
#include "base/uncancelled.h"

/* ---- the worklist: streams to look at once no lock is held ---------------------------------- */

static _Thread_local struct gi_stream *first_wake;
static _Thread_local bool waking;

void gi_stream_request_wake(struct gi_stream *stream)
{
    if (atomic_exchange(&stream->wake_requested, true))
        return;                  /* it is in a thread's worklist already */
    gi_object_ref(&stream->object);
    stream->next_wake = first_wake;
    first_wake = stream;
}

static void advance(struct gi_stream *stream);

/* Looks at every stream in the calling thread's worklist. No lock is held. */
static void drain_wakes(void)
{
    if (waking)
        return;                  /* a caller further up does it: no recursion along chains */
    waking = true;
    while (first_wake != NULL) {
        struct gi_stream *stream = first_wake;

        first_wake = stream->next_wake;
        atomic_store(&stream->wake_requested, false);
        pthread_mutex_lock(&stream->lock);
        advance(stream);
        pthread_mutex_unlock(&stream->lock);
        gi_object_unref(&stream->object);
    }
    waking = false;
}

static void unlock(struct gi_stream *stream)
{
    pthread_mutex_unlock(&stream->lock);
    if (first_wake != NULL)
        drain_wakes();
}

/* Once notified is seen, the waiter's own reference is dropped; hence the one around it. */
static void mark_notified(struct gi_stream *stream)
{
    gi_object_ref(&stream->object);
    atomic_store(&stream->gate_waiter.notified, true);
    gi_stream_request_wake(stream);
    gi_object_unref(&stream->object);
}

static void notify(struct gi_point_waiter *released)
{
    while (released != NULL) {
        struct gi_stream *waiting =
            (struct gi_stream *)((char *)released - offsetof(struct gi_stream, gate_waiter.point));

        released = released->next;    /* read first: the stream may arm its waiter again */
        mark_notified(waiting);
    }
}

void gi_stream_wake(struct gi_stream *stream)
{
    gi_stream_request_wake(stream);
    drain_wakes();
}

void gi_stream_notify(struct gi_stream *stream)
{
    mark_notified(stream);
    drain_wakes();
}

/* The device's active_lock is held. */
static struct gi_stream *first_active(struct gi_device *device)
{
    return atomic_load_explicit(&device->active, memory_order_relaxed);
}

/* Looks at the streams with work of one context, or of all, once no lock is held. */
static void wake_active(struct gi_device *device, const struct gi_stream *legacy)
{
    pthread_mutex_lock(&device->active_lock);
    for (struct gi_stream *stream = first_active(device); stream != NULL;
         stream = stream->active_next) {
        if (legacy == NULL || stream->legacy == legacy)
            gi_stream_request_wake(stream);
    }
    pthread_mutex_unlock(&device->active_lock);
}

void gi_device_mark_lost(struct gi_device *device)
{
    if (gi_loss_mark(device))
        wake_active(device, NULL);
}

void gi_device_lost_callback(void *argument)
{
    gi_device_mark_lost(argument);
    drain_wakes();
}

void gi_device_give_up(struct gi_device *device, const char *why)
{
    if (!gi_loss_give_up(device, why))
        return;
    gi_progress_look(&device->progress);     /* they sleep for what never comes */
    gi_progress_look(&device->submissions);
    wake_active(device, NULL);
    drain_wakes();
}

/* ---- the device's list of streams with work ------------------------------------------------- */

static void activate(struct gi_stream *stream)
{
    struct gi_device *device = stream->device;

    if (stream->is_active)
        return;
    stream->is_active = true;
    gi_object_ref(&stream->object);
    pthread_mutex_lock(&device->active_lock);
    stream->active_previous = NULL;
    stream->active_next = first_active(device);
    if (stream->active_next != NULL)
        stream->active_next->active_previous = stream;
    atomic_store_explicit(&device->active, stream, memory_order_release);
    pthread_mutex_unlock(&device->active_lock);
    if (gi_stream_is_blocking(stream) && !stream->is_legacy)
        atomic_fetch_add(&stream->legacy->active_blocking, 1);
}

static void deactivate(struct gi_stream *stream)
{
    struct gi_device *device = stream->device;

    stream->is_active = false;
    pthread_mutex_lock(&device->active_lock);
    if (stream->active_previous != NULL)
        stream->active_previous->active_next = stream->active_next;
    else
        atomic_store_explicit(&device->active, stream->active_next, memory_order_release);
    if (stream->active_next != NULL)
        stream->active_next->active_previous = stream->active_previous;
    pthread_mutex_unlock(&device->active_lock);
    if (gi_stream_is_blocking(stream) && !stream->is_legacy)
        atomic_fetch_sub(&stream->legacy->active_blocking, 1);
    gi_object_unref(&stream->object);    /* never the last one: the caller holds one */
}

/* ---- failure ------------------------------------------------------------------------------- */

/* Fails the stream for a reason that the log has. Segments that are not submitted never will be,
 * and on a lost device submitted ones never end. All these count as done, without their signals. */
static void fail_told(struct gi_stream *stream, gi_status status)
{
    struct gi_segment *segment = gi_status_is_lost(status) ? stream->head : stream->pending;
    bool is_pending = false;

    gi_failure_note(stream, status);
    if (gi_failure_ends_context(status)) {
        stream->failed_until = gi_stream_newest(stream);
        wake_active(stream->device, stream->legacy);
    }
    if (gi_gate_waiter_cancel(stream))
        gi_object_unref(&stream->object);    /* never the last one, as above */
    if (stream->pending != NULL)
        gi_points_dropped(&stream->points, stream->pending->seq, stream->tail->seq);
    for (; segment != NULL; segment = segment->next) {
        is_pending |= segment == stream->pending;
        if (segment->state == GI_SEGMENT_CALLING)
            continue;
        segment->dropped = true;
        segment->closed = true;
        segment->state = GI_SEGMENT_SUBMITTED;
        if (!is_pending)
            continue;
        gi_gate_abandon(stream, segment);
        gi_binary_waits_signals_settled(stream->device, segment->signals, segment->signal_count,
                                        NULL, 0);
        stream->calls_pending += segment->host_fn != NULL;
        stream->host_actions += gi_segment_ends_on_host(segment);
    }
    stream->pending = NULL;
    stream->wants_room = false;          /* the gathered commands are dropped */
    stream->is_blocked = false;
}

/* The lock is held, and released meanwhile if the device is lost: to find out why, all streams are
 * looked at. Nobody else moves the stream's segments. */
static void fail_stream(struct gi_stream *stream, gi_status status)
{
    if (gi_status_is_lost(status)) {
        pthread_mutex_unlock(&stream->lock);
        gi_device_mark_lost(stream->device);
        pthread_mutex_lock(&stream->lock);
        status = gi_device_lost_failure(stream->device);
    }
    gi_report_failure();
    fail_told(stream, status);
}

/* ---- moving segments ------------------------------------------------------------------------ */

static void signal_from_host(const struct gi_stream *stream, const struct gi_segment *segment)
{
    if (segment->host_signal_count == 0)
        return;
    for (size_t i = 0; i < segment->host_signal_count; i++) {
        const struct gi_signal *signal = &segment->host_signals[i];

        /* A value that does not grow changes nothing. It is only logged, because the program's
         * call has returned long ago. */
        (void)!gi_semaphore_object_signal(signal->semaphore, signal->value);
        gi_binary_waits_host_has_signalled(stream->device, signal->semaphore);
    }
    gi_count(GI_COUNT_HOST_SIGNALS, segment->host_signal_count);
    gi_log(GI_LOG_INFO, "stream %llu: the host has signalled %zu semaphores after the device",
           (unsigned long long)stream->id, segment->host_signal_count);
}

static void give_up_signals(const struct gi_segment *segment)
{
    for (size_t i = 0; i < segment->host_signal_count; i++)
        gi_semaphore_object_give_up(segment->host_signals[i].semaphore);
}

/* Starts the host function of the head, or skips it. True once it has returned or was skipped. */
static bool call_is_over(struct gi_stream *stream, struct gi_segment *segment)
{
    gi_status status = segment->dropped ? stream->last_failure : GI_OK;

    if (segment->state == GI_SEGMENT_CALLING)
        return segment->called;
    if (segment->dropped && !segment->host_always)
        return true;
    segment->state = GI_SEGMENT_CALLING;
    status = gi_host_call_start(stream, segment, status);
    if (status == GI_OK)
        return false;
    segment->dropped = true;
    segment->host_always = false;
    segment->state = GI_SEGMENT_SUBMITTED;
    fail_stream(stream, status);
    return true;
}

/* Finishes the head. GI_OK if it is done in every respect, GI_NOT_READY if not yet. */
static gi_status finish_head(struct gi_stream *stream, struct gi_segment *segment)
{
    gi_status status = GI_OK;

    if (segment->state == GI_SEGMENT_SUBMITTED && !segment->dropped) {
        status = gi_lane_reached(stream->lane, segment->queue_value);
        if (status != GI_OK)
            return status;
        status = gi_segment_take_reports(segment);
        if (status != GI_OK) {           /* it failed by itself: a thread that waits for it learns
                                            of it */
            segment->dropped = true;
            return status;
        }
        /* Behind a failed kernel the device has gone on, but the host does nothing. */
        segment->dropped = segment->seq <= stream->failed_until;
        if (!segment->dropped)
            signal_from_host(stream, segment);
        if (segment->writes_word)
            gi_value_wait_written();
    }
    if (segment->dropped)
        give_up_signals(segment);
    if (segment->host_fn != NULL && !call_is_over(stream, segment))
        return GI_NOT_READY;
    if (segment->host_fn != NULL) {
        status = gi_host_call_failure(stream, segment);
        stream->calls_pending -= status == GI_OK;
    }
    if (status != GI_OK)
        return status;
    if (gi_segment_ends_on_host(segment))
        stream->host_actions--;
    return GI_OK;
}

static void retire(struct gi_stream *stream)
{
    while (stream->head != NULL && stream->head != stream->pending) {
        uint64_t seq = stream->head->seq;
        bool dropped;
        gi_status status = finish_head(stream, stream->head);

        if (status == GI_NOT_READY)
            return;
        if (status != GI_OK) {
            fail_stream(stream, status);
            continue;
        }
        dropped = stream->head->dropped;
        gi_segment_retire_head(stream);
        notify(dropped ? gi_points_failed(&stream->points, seq, stream->last_failure,
                                          stream->failure_detail)
             : gi_points_done(&stream->points, seq));
    }
}

/* Whether the head goes on gathering commands: no call needs it yet, and its lane is crowded.
 * The progress thread submits it soon. */
static bool gathers(struct gi_stream *stream, const struct gi_segment *segment)
{
    stream->wants_room = !segment->closed && !stream->has_room && !stream->lane->exclusive &&
                         gi_lane_is_crowded(stream->lane, stream, &stream->room_value);
    return stream->wants_room;
}

/* Whether the open segment goes to the lane behind the stream's only batch there. The device then
 * waits for no host between the two. Only where the device says that this pays: on an H100 a batch
 * more costs 16 us, the way by the host 12. Small commands gather until the batch is done. A lane
 * that another stream uses, too, is not filled up. */
static bool goes_ahead(const struct gi_stream *stream)
{
    const struct gi_segment *head = stream->head, *segment = stream->pending;

    return stream->device->base->info.batches_ahead && segment != head &&
           head->next == segment && head->state == GI_SEGMENT_SUBMITTED &&
           segment->written_bytes >= GI_AHEAD_BYTES &&
           (stream->lane->exclusive || gi_lane_is_newest_user(stream->lane, stream));
}

/* Whether the stream has as many batches with its lane as it may. With a limit of time each launch
 * is one, and a driver keeps a command buffer for each. */
static bool is_far_ahead(const struct gi_stream *stream)
{
    return gi_time_limit_is_set() && stream->points.count >= GI_AHEAD_BATCHES;
}

/* Submits the oldest pending segment if possible; true if it was submitted or has failed. */
static bool submit_next(struct gi_stream *stream)
{
    struct gi_segment *segment = stream->pending;
    bool is_head = segment == stream->head;
    gi_status status;

    if (segment == NULL || stream->calls_pending > 0 ||
        (!is_head && !segment->closed && !goes_ahead(stream)) || is_far_ahead(stream))
        return false;
    status = gi_gate_open_all(stream, segment);
    if (status == GI_NOT_READY || (status == GI_OK && is_head && gathers(stream, segment)))
        return false;
    if (status == GI_OK) {
        gi_opening_end_work(segment);
        status = gi_segment_submit(stream, segment);
    }
    if (status != GI_OK) {
        fail_stream(stream, status);
        return true;
    }
    segment->state = GI_SEGMENT_SUBMITTED;
    stream->has_room = false;
    stream->pending = segment->next;
    stream->calls_pending += segment->host_fn != NULL;
    stream->host_actions += gi_segment_ends_on_host(segment);
    /* A lane never reaches a host function: its point is pending until the function has
     * returned. */
    if (segment->host_fn == NULL)
        notify(gi_points_submitted(&stream->points, segment->seq, segment->queue_value));
    return true;
}

static void completion_notified(struct gi_progress_waiter *waiter)
{
    struct gi_stream *stream =
        (struct gi_stream *)((char *)waiter - offsetof(struct gi_stream, completion));

    pthread_mutex_lock(&stream->lock);
    stream->completion_armed = false;
    stream->has_room = stream->wants_room;
    stream->wants_room = false;
    advance(stream);
    unlock(stream);
    gi_object_unref(&stream->object);
}

/* Registers the completion waiter for a value of the lane. */
static void await_value(struct gi_stream *stream, uint64_t value)
{
    stream->completion = (struct gi_progress_waiter){ .lane = stream->lane, .value = value,
                                           .notify = completion_notified };
    stream->completion_armed = true;
    gi_object_ref(&stream->object);
    if (gi_progress_add(&stream->device->progress, &stream->completion) != GI_OK) {
        stream->completion_armed = false;    /* the next look at the stream tries again */
        gi_object_unref(&stream->object);
    }
}

/* Registers the completion waiter for the head's value, if something depends on it. */
static void await_completion(struct gi_stream *stream)
{
    struct gi_segment *head = stream->head;

    if (stream->completion_armed || head == NULL)
        return;
    if (head == stream->pending && stream->wants_room) {
        await_value(stream, stream->room_value);
        return;
    }
    if (head->state != GI_SEGMENT_SUBMITTED || head == stream->pending || head->dropped)
        return;
    if (stream->pending == NULL && stream->host_actions == 0 && !stream->is_orphan &&
        stream->outlived_count == 0 &&
        atomic_load_explicit(&stream->points.waiter_count, memory_order_relaxed) == 0)
        return;
    await_value(stream, head->queue_value);
}

static void tell_moved(struct gi_stream *stream)
{
    atomic_fetch_add_explicit(&stream->moves, 1, memory_order_release);
    pthread_cond_broadcast(&stream->changed);
}

/* Moves segments as far as possible. The lock is held, but released and taken again on the way.
 * One thread at a time does this for a stream; another one leaves advance_again set. */
static void advance(struct gi_stream *stream)
{
    gi_status failure;
    bool went;

    if (atomic_exchange(&stream->gate_waiter.notified, false)) {
        gi_gate_waiter_disarm(stream);
        gi_object_unref(&stream->object);    /* never the last one: the caller holds one */
    }
    if (stream->advancing) {
        stream->advance_again = true;
        return;
    }
    stream->advancing = true;
    do {
        stream->advance_again = false;
        if (gi_device_is_lost(stream->device) && stream->head != NULL &&
            !gi_status_is_lost(stream->failure))
            fail_stream(stream, gi_device_lost_failure(stream->device));
        failure = stream->pending != NULL ? gi_failure_of_context(stream) : GI_OK;
        if (failure != GI_OK)
            fail_told(stream, failure);          /* by the stream whose kernel failed */
        retire(stream);
        went = submit_next(stream);
    } while (went || stream->advance_again);
    stream->advancing = false;
    await_completion(stream);
    if (stream->head == NULL && stream->is_active)
        deactivate(stream);
    tell_moved(stream);
}

/* ---- calls of the rest of the core ---------------------------------------------------------- */

gi_status gi_stream_enter(struct gi_stream *stream)
{
    gi_status status;

    pthread_mutex_lock(&stream->lock);
    status = gi_failure_take(stream);
    if (status != GI_OK)
        unlock(stream);
    return status;
}

gi_status gi_stream_take_failure(struct gi_stream *stream)
{
    gi_status status;

    pthread_mutex_lock(&stream->lock);
    status = gi_failure_take(stream);
    pthread_mutex_unlock(&stream->lock);
    return status;
}

gi_status gi_stream_point_failure(struct gi_stream *stream, uint64_t seq)
{
    char detail[sizeof stream->points.failure_detail];
    gi_status status = gi_points_failure(&stream->points, seq, detail, sizeof detail);

    if (status == GI_OK)
        return GI_OK;
    return gi_fail(status, "work of stream %llu has failed: %s", (unsigned long long)stream->id,
                   detail[0] != '\0' ? detail : gi_status_name(status));
}

/* Whether the stream is blocked at a gate whose waiter will wake it, and a waiter will also
 * report all work before the gate. */
static bool is_notified_later(const struct gi_stream *stream)
{
    return stream->pending != NULL && stream->is_blocked && stream->gate_waiter.armed &&
           !atomic_load(&stream->gate_waiter.notified) &&
           (stream->pending == stream->head || stream->completion_armed);
}

/* Whether the stream has no segment, and none has left it since the last look. */
static bool has_nothing(const struct gi_stream *stream)
{
    return stream->head == NULL && !stream->is_active &&
           !atomic_load(&stream->gate_waiter.notified);
}

/* Moves segments as far as possible, unless a waiter will do so later. So an enqueue into a
 * blocked stream costs only an append. */
static void move_on(struct gi_stream *stream)
{
    bool is_busy = stream->pending != NULL && !stream->pending->closed &&
                   stream->completion_armed &&
                   (stream->pending != stream->head || stream->wants_room) &&
                   !goes_ahead(stream);

    if (!is_busy && !has_nothing(stream) && !is_notified_later(stream) && stream->holders == 0)
        advance(stream);
}

gi_status gi_stream_leave(struct gi_stream *stream)
{
    gi_status status;

    move_on(stream);
    status = gi_failure_take_own(stream);
    unlock(stream);
    return status;
}

void gi_stream_leave_unasked(struct gi_stream *stream)
{
    move_on(stream);
    unlock(stream);
}

static gi_status append_segment(struct gi_stream *stream, struct gi_segment **out_segment)
{
    gi_status status = gi_segment_append(stream, out_segment);

    if (status == GI_OK)
        activate(stream);
    return status;
}

gi_status gi_stream_open_segment(struct gi_stream *stream, struct gi_segment **out_segment)
{
    struct gi_segment *tail = stream->tail;

    if (tail != NULL && tail->state == GI_SEGMENT_OPEN && !tail->closed) {
        if (!gi_segment_is_full(tail)) {
            *out_segment = tail;
            return GI_OK;
        }
        tail->closed = true;
    }
    return append_segment(stream, out_segment);
}

gi_status gi_stream_new_segment(struct gi_stream *stream, struct gi_segment **out_segment)
{
    if (stream->tail != NULL)
        stream->tail->closed = true;
    return append_segment(stream, out_segment);
}

gi_status gi_stream_signal_segment(struct gi_stream *stream, struct gi_segment **out_segment)
{
    *out_segment = stream->tail;
    if (*out_segment != NULL && !(*out_segment)->closed &&
        (*out_segment)->state == GI_SEGMENT_OPEN)
        return GI_OK;
    return gi_stream_new_segment(stream, out_segment);
}

bool gi_stream_is_idle(struct gi_stream *stream)
{
    if (stream->head != NULL && stream->pending == NULL && !stream->advancing &&
        gi_lane_reached(stream->lane, stream->last_queue_value) != GI_NOT_READY)
        advance(stream);
    return stream->head == NULL;
}

/* Moves segments as far as possible, those up to seq without waiting for an idle queue. */
static void advance_up_to(struct gi_stream *stream, uint64_t seq)
{
    for (struct gi_segment *segment = stream->pending; segment != NULL && segment->seq <= seq;
         segment = segment->next)
        segment->closed = true;
    advance(stream);
}

void gi_stream_need(struct gi_stream *stream, uint64_t seq)
{
    if (seq <= atomic_load_explicit(&stream->points.done, memory_order_acquire))
        return;
    pthread_mutex_lock(&stream->lock);
    advance_up_to(stream, seq);
    unlock(stream);
}

void gi_stream_orphan(struct gi_stream *stream)
{
    gi_capture_forget(stream);
    pthread_mutex_lock(&stream->lock);
    stream->is_orphan = true;
    advance_up_to(stream, UINT64_MAX);
    unlock(stream);
}

uint64_t gi_stream_newest_to_record(struct gi_stream *stream)
{
    uint64_t seq = gi_stream_newest(stream);

    if (gi_points_are_done(&stream->points, seq) ||
        gi_points_failure(&stream->points, seq, NULL, 0) == GI_OK)
        return seq;
    return 0;
}

/* The lane's value to sleep for on the way to seq; 0 if the next step is not the lane's. */
static uint64_t value_to_await(const struct gi_stream *stream, uint64_t seq)
{
    uint64_t value = 0;

    for (const struct gi_segment *segment = stream->head;
         segment != NULL && segment != stream->pending && segment->seq <= seq;
         segment = segment->next) {
        if (segment->state != GI_SEGMENT_SUBMITTED || segment->dropped)
            break;
        value = segment->queue_value;
        if (gi_segment_ends_on_host(segment))
            break;
    }
    return value;
}

/* How long a thread that waits for a stream polls while another thread carries on its head: for a
 * moment at each segment. */
struct look {
    uint64_t seq;
    int64_t end_ns;
};

static bool may_look(const struct gi_stream *stream, struct look *look)
{
    uint64_t seq = stream->head != NULL ? stream->head->seq : 0;
    int64_t now = gi_now_ns();

    if (look->seq != seq)
        *look = (struct look){ seq, now + GI_SHORT_LOOK_NS };
    return now < look->end_ns;
}

/* Polls until another thread has moved segments, or left it to this one. The lock is held, and
 * released meanwhile. */
static void look_for_move(struct gi_stream *stream, const struct look *look)
{
    unsigned moves = atomic_load_explicit(&stream->moves, memory_order_relaxed);

    stream->lookers++;
    unlock(stream);
    while (atomic_load_explicit(&stream->moves, memory_order_acquire) == moves &&
           gi_now_ns() < look->end_ns)
        ;
    pthread_mutex_lock(&stream->lock);
    stream->lookers--;
}

/* Sleeps for a piece at most. The lock is held, and released meanwhile. */
static gi_status sleep_until_changed(struct gi_stream *stream, int64_t abs_deadline_ns)
{
    int64_t piece_ns = gi_process_piece_end(abs_deadline_ns);

    return gi_condition_wait(&stream->changed, &stream->lock, piece_ns) ||
           piece_ns < abs_deadline_ns ? GI_OK : GI_TIMEOUT;
}

/* Sleeps once on the way to seq. The lock is held, and released meanwhile. */
static gi_status sleep_towards(struct gi_stream *stream, uint64_t seq, int64_t abs_deadline_ns,
                               struct look *look)
{
    GI_UNCANCELLED;
    uint64_t value = stream->advancing ? 0 : value_to_await(stream, seq);
    bool others_move = stream->advancing ||
                       (stream->head != NULL && stream->head->state == GI_SEGMENT_CALLING);
    gi_status status = GI_OK;

    if (value != 0 && gi_lane_reached(stream->lane, value) == GI_NOT_READY) {
        unlock(stream);
        status = gi_lane_wait(stream->lane, value, abs_deadline_ns);
        if (gi_status_is_lost(status))
            gi_device_mark_lost(stream->device);
        pthread_mutex_lock(&stream->lock);
    } else if (value != 0) {
        return GI_OK;
    } else if (first_wake != NULL) {
        unlock(stream);          /* others first: the stream may wait for one of them */
        pthread_mutex_lock(&stream->lock);
    } else if (others_move && may_look(stream, look)) {
        look_for_move(stream, look);
    } else {
        status = sleep_until_changed(stream, abs_deadline_ns);
    }
    return status;
}

gi_status gi_stream_wait(struct gi_stream *stream, uint64_t seq)
{
    gi_status status = GI_OK, failure;
    struct look look = { 0 };

    pthread_mutex_lock(&stream->lock);
    for (;;) {
        advance_up_to(stream, seq);
        /* A failed stream is done soon; first its host functions that are always called must
         * return. */
        failure = gi_failure_take(stream);
        if (status == GI_OK)
            status = failure;
        if (atomic_load_explicit(&stream->points.done, memory_order_relaxed) >= seq ||
            (stream->head->held && gi_failure_of_context(stream) != GI_OK))
            break;               /* the context has ended, and nobody may ever make the signal */
        if (gi_process_is_ending()) {
            status = gi_device_lost_failure(stream->device);
            break;
        }
        failure = sleep_towards(stream, seq, GI_FOREVER, &look);
        if (failure != GI_OK && !gi_status_is_lost(failure)) {
            status = failure;
            break;
        }
    }
    unlock(stream);
    return status;
}

gi_status gi_stream_settle(struct gi_stream *stream, uint64_t seq, int64_t abs_deadline_ns)
{
    gi_status status = GI_OK;
    struct look look = { 0 };
    bool is_done;

    pthread_mutex_lock(&stream->lock);
    for (;;) {
        advance_up_to(stream, seq);
        is_done = atomic_load_explicit(&stream->points.done, memory_order_relaxed) >= seq;
        if (is_done || (status != GI_OK && !gi_status_is_lost(status)))
            break;
        if (gi_process_is_ending()) {
            status = gi_device_lost_failure(stream->device);
            break;
        }
        status = sleep_towards(stream, seq, abs_deadline_ns, &look);
    }
    unlock(stream);
    return is_done ? GI_OK : status;
}

gi_status gi_stream_poll(struct gi_stream *stream, uint64_t seq)
{
    gi_status status;

    pthread_mutex_lock(&stream->lock);
    advance_up_to(stream, seq);
    status = gi_failure_take(stream);
    if (status == GI_OK && atomic_load_explicit(&stream->points.done, memory_order_relaxed) < seq)
        status = GI_NOT_READY;
    unlock(stream);
    return status;
}

void gi_stream_call_returned(struct gi_stream *stream)
{
    pthread_mutex_lock(&stream->lock);
    stream->head->called = true;
    if (stream->lookers > 0)
        tell_moved(stream);      /* that thread is nearer to the device */
    else
        advance(stream);
    unlock(stream);
}
