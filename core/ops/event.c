#include "event.h"

#include <stdlib.h>

#include "base/clock.h"
#include "base/current.h"
#include "base/process.h"
#include "enqueue.h"
#include "carry/kinds.h"
#include "stream/capture.h"
#include "stream/context_streams.h"
#include "stream/scheduler.h"
#include "stream/traced.h"
#include "stream/wait/shared_event.h"
#include "stream/watchdog.h"
#include "wiring.h"

struct gi_event {
    struct gi_object object;
    uint32_t flags;
    pthread_mutex_t lock;        /* a leaf, except for the lock of the timestamps; guards the
                                    point */
    struct gi_stream *stream;    /* referenced; NULL: never recorded */
    uint64_t seq;
    struct gi_time time;         /* of the point, unless timing is disabled; timestamp slot
                                    referenced */
    struct gi_shared_event *shared;      /* the part that other processes may open; referenced,
                                            or NULL */
    uint64_t number;             /* shared: the number of the record */
    struct gi_capture_mark *mark;        /* the newest record was in a captured stream; referenced,
                                            or NULL */
    bool is_imported;
};

static void finish_event(struct gi_object *object)
{
    struct gi_event *event = (struct gi_event *)object;

    if (event->stream != NULL)
        gi_stream_release(event->stream);
    gi_timestamp_slot_unref(event->time.stamp);
    gi_capture_mark_unref(event->mark);
    if (event->shared != NULL)
        gi_shared_event_unref(event->shared);
    pthread_mutex_destroy(&event->lock);
    free(event);
}

static gi_status acquire(gi_handle handle, struct gi_event **out_event)
{
    struct gi_object *object;
    gi_status status = gi_handle_acquire(handle, GI_OBJECT_EVENT, &object);

    *out_event = (struct gi_event *)object;
    return status;
}

static void unref_event(struct gi_event *event)
{
    gi_object_unref(&event->object);
}

/* The place that an event stands for: a point of a stream, or a record of another process. */
struct place {
    struct gi_stream *stream;    /* referenced; NULL: no point of this process */
    uint64_t seq;
    uint64_t number;             /* of another process's record; 0: none */
    struct gi_capture_mark *mark;        /* of a captured stream, and no point; referenced, or
                                            NULL */
};

static void drop_place(struct place *place)
{
    if (place->stream != NULL)
        gi_stream_release(place->stream);
    if (place->mark != NULL)
        gi_capture_mark_unref(place->mark);
}

/* A program may see that the event is over: a time that is the host's so far stays that. The
 * event's lock is held. */
static void settle_time(struct gi_event *event, bool must_be_taken)
{
    if (event->time.stamp == NULL || !gi_time_is_hosts(&event->time, must_be_taken))
        return;
    gi_timestamp_slot_unref(event->time.stamp);
    event->time.stamp = NULL;
}

static void get_place(struct gi_event *event, bool must_be_taken, struct place *out_place)
{
    uint64_t newest = event->shared != NULL ? gi_shared_event_newest(event->shared) : 0;

    *out_place = (struct place){ .number = newest };
    pthread_mutex_lock(&event->lock);
    settle_time(event, must_be_taken);
    if (event->stream != NULL && event->number == newest) {
        out_place->stream = event->stream;
        out_place->seq = event->seq;
        out_place->number = 0;
        gi_object_ref(&event->stream->object);
    } else if (event->mark != NULL) {
        out_place->mark = event->mark;
        out_place->number = 0;
        gi_capture_mark_ref(event->mark);
    }
    pthread_mutex_unlock(&event->lock);
}

/* Makes a handle for an event. Takes the reference to shared. */
static gi_status create(struct gi_device *device, uint32_t flags, struct gi_shared_event *shared,
                        bool is_imported, gi_handle *out_event)
{
    struct gi_event *event = calloc(1, sizeof *event);
    gi_status status;

    if (event == NULL) {
        if (shared != NULL)
            gi_shared_event_unref(shared);
        return gi_fail(GI_OUT_OF_MEMORY, "no host memory for an event");
    }
    event->flags = flags;
    event->shared = shared;
    event->is_imported = is_imported;
    event->object.device = device;
    pthread_mutex_init(&event->lock, NULL);
    status = gi_handle_create(&event->object, GI_OBJECT_EVENT, finish_event, out_event);
    if (status != GI_OK)
        finish_event(&event->object);
    return status;
}

gi_status gi_event_create(uint32_t flags, gi_handle *out_event)
{
    struct gi_shared_event *shared = NULL;
    struct gi_device *device;
    gi_status status;

    *out_event = 0;
    if ((flags & ~7u) != 0)
        return gi_fail(GI_INVALID_VALUE, "event: flags is 0x%x; only 1, 2 and 4 exist", flags);
    if ((flags & GI_EVENT_INTERPROCESS) != 0 && (flags & GI_EVENT_DISABLE_TIMING) == 0)
        return gi_fail(GI_INVALID_VALUE, "event: flags is 0x%x; an interprocess event (4) must "
                       "have timing disabled (2)", flags);
    status = gi_device_current(&device);
    if (status == GI_OK && (flags & GI_EVENT_INTERPROCESS) != 0)
        status = gi_shared_event_create(&shared);
    return status == GI_OK ? create(device, flags, shared, false, out_event) : status;
}

gi_status gi_event_import(int borrowed_fd, gi_handle *out_event)
{
    struct gi_shared_event *shared;
    struct gi_device *device;
    gi_status status = gi_device_current(&device);

    *out_event = 0;
    if (status == GI_OK)
        status = gi_shared_event_import(borrowed_fd, &shared);
    if (status != GI_OK)
        return status;
    return create(device, GI_EVENT_INTERPROCESS | GI_EVENT_DISABLE_TIMING, shared, true, out_event);
}

/* Finds an event that may be exported, with a reference. */
static gi_status acquire_exportable(gi_handle handle, struct gi_event **out_event)
{
    struct gi_event *event;
    gi_status status = acquire(handle, &event);

    *out_event = event;
    if (status != GI_OK)
        return status;
    if (event->shared == NULL)
        status = gi_fail(GI_INVALID_HANDLE, "event handle: the event was not made for several "
                         "processes (4)");
    else if (event->is_imported)
        status = gi_fail(GI_INVALID_HANDLE, "event handle: the event is another process's, which "
                         "alone makes handles of it");
    if (status != GI_OK)
        unref_event(event);
    return status;
}

gi_status gi_event_secret(gi_handle handle, struct gi_secret *out_secret)
{
    struct gi_event *event;
    gi_status status = acquire_exportable(handle, &event);

    if (status != GI_OK)
        return status;
    status = gi_secret_of(&event->shared->secret, out_secret);
    unref_event(event);
    return status;
}

bool gi_event_has_secret(gi_handle handle, const struct gi_secret *secret)
{
    struct gi_event *event;
    bool has_it;

    if (acquire_exportable(handle, &event) != GI_OK)
        return false;
    has_it = gi_secret_is(&event->shared->secret, secret);
    unref_event(event);
    return has_it;
}

gi_status gi_event_export(gi_handle handle, int *out_fd)
{
    struct gi_event *event;
    gi_status status = acquire_exportable(handle, &event);

    *out_fd = -1;
    if (status != GI_OK)
        return status;
    status = gi_shared_event_export(event->shared, out_fd);
    unref_event(event);
    return status;
}

gi_status gi_event_destroy(gi_handle event)
{
    return gi_handle_retire(event, GI_OBJECT_EVENT, NULL);
}

/* The references of an event's previous point, for the caller to drop. */
struct former {
    struct gi_stream *stream;
    struct gi_timestamp_slot *stamp;
    struct gi_capture_mark *mark;
};

static void drop_former(const struct former *former)
{
    if (former->stream != NULL)
        gi_stream_release(former->stream);
    gi_timestamp_slot_unref(former->stamp);
    if (former->mark != NULL)
        gi_capture_mark_unref(former->mark);
}

/* Sets the event's point, and takes the references of stream and record in exchange for the
 * previous ones. Two threads may record a shared event at once; only the newer record counts. */
static void set_point(struct gi_event *event, struct gi_stream *stream,
                      const struct gi_operation_record *record, struct former *former)
{
    pthread_mutex_lock(&event->lock);
    if (event->shared == NULL || record->number > event->number) {
        former->stream = event->stream;
        former->stamp = event->time.stamp;
        former->mark = event->mark;
        event->mark = NULL;
        event->stream = stream;
        event->time = record->time;
        event->seq = record->seq;
        event->number = record->number;
        gi_raise(&stream->recorded, record->seq);
    }
    pthread_mutex_unlock(&event->lock);
}

/* The event stands for a captured stream. Takes the reference to the mark. */
static GI_COLD void set_mark(struct gi_event *event, struct gi_capture_mark *mark,
                             struct former *former)
{
    pthread_mutex_lock(&event->lock);
    *former = (struct former){ event->stream, event->time.stamp, event->mark };
    event->stream = NULL;
    event->time.stamp = NULL;
    event->mark = mark;
    pthread_mutex_unlock(&event->lock);
}

/* Takes the reference to stream. */
static gi_status record_in(struct gi_event *event, struct gi_stream *stream,
                           struct gi_stream *context)
{
    struct gi_operation operation;
    struct former former;
    gi_status status;

    operation.kind = &gi_kind_record;
    operation.record.shared = event->shared;
    operation.record.context = context;
    operation.record.takes_time = (event->flags & GI_EVENT_DISABLE_TIMING) == 0;
    operation.record.external = 0;
    operation.record.was_captured = false;
    status = gi_stream_enqueue(stream, &operation);
    former.mark = NULL;
    if (operation.record.was_captured) {
        gi_stream_release(stream);
        former.stream = NULL;
        former.stamp = NULL;
        if (status == GI_OK)
            set_mark(event, operation.record.mark, &former);
    } else {
        former.stream = stream;
        former.stamp = operation.record.time.stamp;
        if (status == GI_OK)
            set_point(event, stream, &operation.record, &former);
    }
    drop_former(&former);
    return status;
}

/* An event and the stream or context that it records are of one context. */
static gi_status check_owner(const struct gi_event *event, const struct gi_device *device,
                             gi_handle owner)
{
    if (event->object.device == device && event->object.context == owner)
        return GI_OK;
    return gi_fail(GI_INVALID_HANDLE, "record: the event is of another context");
}

/* Default streams are of the current context. */
static gi_handle owner_of(const struct gi_stream *stream, gi_handle handle)
{
    return handle > GI_STREAM_PER_THREAD ? stream->object.context : gi_current_context();
}

gi_status gi_event_record(gi_handle event_handle, gi_handle stream_handle)
{
    struct gi_stream *stream;
    struct gi_event *event;
    gi_status status = acquire(event_handle, &event);

    if (status != GI_OK)
        return status;
    status = gi_stream_acquire(stream_handle, &stream);
    if (status != GI_OK)
        goto release_event;
    status = check_owner(event, stream->device, owner_of(stream, stream_handle));
    if (status == GI_OK)
        status = record_in(event, stream, NULL);
    else
        gi_stream_release(stream);
release_event:
    unref_event(event);
    return status;
}

gi_status gi_event_record_of_context(gi_handle event_handle, gi_handle owner,
                                     struct gi_stream *legacy)
{
    struct gi_stream *records;
    struct gi_event *event;
    gi_status status = acquire(event_handle, &event);

    if (status != GI_OK)
        return status;
    status = check_owner(event, legacy->device, owner);
    if (status == GI_OK)
        status = gi_capture_check_context(legacy, "a record of a context");
    if (status == GI_OK)
        status = gi_context_records(legacy, &records);
    if (status == GI_OK) {
        gi_object_ref(&records->object);
        status = record_in(event, records, legacy);
    }
    unref_event(event);
    return status;
}

/* Polls a point. Its failure may have been reported long ago; the event reports it again. */
static gi_status poll_point(struct gi_stream *stream, uint64_t seq)
{
    gi_status status = gi_stream_poll(stream, seq);

    return status == GI_OK ? gi_stream_point_failure(stream, seq) : status;
}

static gi_status await_point(struct gi_stream *stream, uint64_t seq)
{
    int64_t begin_ns = gi_trace_is_on() ? gi_now_ns() : 0;
    gi_status status = gi_stream_wait(stream, seq);

    if (begin_ns != 0)
        gi_traced_host_wait(stream, begin_ns);
    return status == GI_OK ? gi_stream_point_failure(stream, seq) : status;
}

/* Both calls are unsafe during a capture, and captured events never happen. */
static gi_status check_capture(const struct place *place, const char *what)
{
    return place->mark != NULL ? gi_capture_refuse_event(place->mark, true, what)
                               : gi_capture_forbids(what);
}

gi_status gi_event_query(gi_handle handle)
{
    struct gi_event *event;
    struct place place;
    gi_status status = acquire(handle, &event);

    if (status != GI_OK)
        return status;
    get_place(event, false, &place);
    status = check_capture(&place, "a query of an event");
    if (status == GI_OK && place.stream != NULL)
        status = poll_point(place.stream, place.seq);
    else if (status == GI_OK && place.number != 0)
        status = gi_shared_event_poll(event->shared, place.number);
    drop_place(&place);
    unref_event(event);
    return status;
}

/* Sleeps, in pieces, until a record of another process is done. */
static gi_status await_record(const struct gi_device *device, const struct gi_shared_event *event,
                              uint64_t number)
{
    int64_t since = gi_now_ns(), next = gi_watchdog_next(since);

    while (gi_host_event_wait(&event->host, number, gi_process_piece_end(next)) != 0) {
        if (gi_process_is_ending())
            return gi_device_lost_failure(device);
        if (gi_now_ns() < next)
            continue;
        gi_watchdog_say_event(&event->host, number, since);
        next = gi_watchdog_next(since);
    }
    return gi_shared_event_poll(event, number);
}

gi_status gi_event_synchronize(gi_handle handle)
{
    struct gi_device *device = NULL;
    struct gi_event *event;
    struct place place;
    gi_status status = acquire(handle, &event);

    if (status != GI_OK)
        return status;
    get_place(event, false, &place);
    status = check_capture(&place, "a wait of the host for an event");
    if (status == GI_OK && place.stream != NULL) {
        device = place.stream->device;
        status = await_point(place.stream, place.seq);
    } else if (status == GI_OK && place.number != 0) {
        device = event->object.device;
        status = await_record(device, event->shared, place.number);
    }
    if (status == GI_OK && device != NULL)       /* as for the vendors, pools return memory then */
        gi_device_synchronised(device);
    drop_place(&place);
    unref_event(event);
    return status;
}

/* ---- elapsed time ---------------------------------------------------------------------------- */

/* An event's point and time; all referenced. */
struct moment {
    struct gi_event *event;
    struct gi_stream *stream;
    uint64_t seq;
    struct gi_time time;
};

static void drop_moment(struct moment *moment)
{
    if (moment->stream != NULL)
        gi_stream_release(moment->stream);
    gi_timestamp_slot_unref(moment->time.stamp);
    if (moment->event != NULL)
        unref_event(moment->event);
}

/* Later calls find the same time. */
static void settle_moment(struct moment *moment)
{
    if (moment->time.stamp == NULL || !gi_time_is_hosts(&moment->time, true))
        return;
    pthread_mutex_lock(&moment->event->lock);
    if (moment->event->time.stamp == moment->time.stamp)
        settle_time(moment->event, true);
    pthread_mutex_unlock(&moment->event->lock);
    gi_timestamp_slot_unref(moment->time.stamp);
    moment->time.stamp = NULL;
}

/* which names the event in error sentences. */
static gi_status get_moment(gi_handle handle, const char *which, struct moment *out_moment)
{
    struct gi_event *event;
    gi_status status = acquire(handle, &event);

    *out_moment = (struct moment){ 0 };
    if (status != GI_OK)
        return status;
    pthread_mutex_lock(&event->lock);
    if ((event->flags & GI_EVENT_DISABLE_TIMING) != 0) {
        status = gi_fail(GI_INVALID_HANDLE, "elapsed time: %s was made with timing disabled",
                         which);
    } else if (event->mark != NULL) {
        status = gi_capture_refuse_event(event->mark, false, "elapsed time");
    } else if (event->stream == NULL) {
        status = gi_fail(GI_INVALID_HANDLE, "elapsed time: %s was never recorded", which);
    } else {
        *out_moment = (struct moment){ event, event->stream, event->seq, event->time };
        gi_object_ref(&event->object);
        gi_object_ref(&event->stream->object);
        if (event->time.stamp != NULL)
            gi_timestamp_slot_ref(event->time.stamp);
    }
    pthread_mutex_unlock(&event->lock);
    unref_event(event);
    return status;
}

static gi_status between(struct moment *start, struct moment *end, double *out_ms)
{
    struct gi_device *device = start->stream->device;
    gi_status status;

    if (device != end->stream->device)
        return gi_fail(GI_INVALID_HANDLE, "elapsed time: start is of device %d, end of device %d",
                       device->ordinal, end->stream->device->ordinal);
    status = gi_stream_poll(start->stream, start->seq);
    if (status == GI_OK)
        status = gi_stream_poll(end->stream, end->seq);
    if (status != GI_OK)
        return status;
    if (!gi_device_has_clock(device))
        return gi_fail(GI_NOT_SUPPORTED, "elapsed time: device %d has no timestamps",
                       device->ordinal);
    settle_moment(start);
    settle_moment(end);
    return gi_time_between(device, &start->time, &end->time, start->stream == end->stream, out_ms);
}

gi_status gi_event_elapsed(gi_handle start_handle, gi_handle end_handle, double *out_ms)
{
    struct moment start, end;
    gi_status status = get_moment(start_handle, "start", &start);

    *out_ms = 0;
    if (status != GI_OK)
        return status;
    status = get_moment(end_handle, "end", &end);
    if (status == GI_OK)
        status = between(&start, &end, out_ms);
    drop_moment(&start);
    drop_moment(&end);
    return status;
}

/* ---- waits of streams ------------------------------------------------------------------------ */

static GI_COLD gi_status join_capture(struct gi_stream *stream, struct place *place)
{
    gi_status status = gi_capture_join(stream, place->mark);

    drop_place(place);
    return status;
}

/* of: the node of a graph that asks for it; or NULL. */
static gi_status wait_for_place(struct gi_event *event, struct gi_stream *stream,
                                const struct gi_wait_node *of)
{
    struct gi_operation operation;
    struct place place;
    gi_status status;

    get_place(event, true, &place);
    if (place.mark != NULL)
        return join_capture(stream, &place);
    if (place.stream == NULL && place.number == 0)
        return GI_OK;
    operation.kind = &gi_kind_wait_record;
    operation.wait_record = (struct gi_operation_wait_record){
        .stream = place.stream, .seq = place.seq, .shared = event->shared, .number = place.number,
        .of = of
    };
    status = gi_stream_enqueue(stream, &operation);
    if (place.stream != NULL)
        gi_stream_release(place.stream);
    return status;
}

gi_status gi_stream_wait_event(gi_handle stream_handle, gi_handle event_handle)
{
    struct gi_stream *stream;
    struct gi_event *event;
    gi_status status = acquire(event_handle, &event);

    if (status != GI_OK)
        return status;
    status = gi_stream_acquire_working(stream_handle, &stream);
    if (status == GI_OK) {
        status = gi_capture_check_legacy(stream, "a wait for an event");
        if (status == GI_OK)
            status = wait_for_place(event, stream, NULL);
        gi_stream_release(stream);
    }
    unref_event(event);
    return status;
}

/* ---- nodes of captures ----------------------------------------------------------------------- */

/* Makes a node of a captured stream: a record of the event, or a wait for one. */
static gi_status add_node(gi_handle event_handle, gi_handle stream_handle, bool records)
{
    struct gi_operation operation;
    struct gi_stream *stream;
    gi_status status = gi_stream_acquire(stream_handle, &stream);

    if (status != GI_OK)
        return status;
    if (records) {
        operation.kind = &gi_kind_record;
        operation.record = (struct gi_operation_record){ .external = event_handle };
    } else {
        operation.kind = &gi_kind_wait_record;
        operation.wait_record = (struct gi_operation_wait_record){ .external = event_handle };
    }
    status = gi_wiring.capture(stream, &operation, &status)
                 ? status : gi_fail(GI_CAPTURE_STATE, "event: the flag external (1) is for streams "
                                    "that capture");
    gi_stream_release(stream);
    return status;
}

gi_status gi_event_record_external(gi_handle event, gi_handle stream)
{
    return add_node(event, stream, true);
}

gi_status gi_stream_wait_event_external(gi_handle stream, gi_handle event)
{
    return add_node(event, stream, false);
}

/* The failure of an earlier wait was passed on to the streams of the context. */
gi_status gi_event_wait_of_context(gi_handle event_handle, struct gi_stream *legacy)
{
    struct gi_stream *waits;
    struct gi_event *event;
    gi_status status = acquire(event_handle, &event);

    if (status != GI_OK)
        return status;
    status = gi_capture_check_context(legacy, "a wait of a context for an event");
    if (status == GI_OK)
        status = gi_context_waits(legacy, &waits);
    if (status == GI_OK) {
        (void)!gi_stream_take_failure(waits);
        status = wait_for_place(event, waits, NULL);
    }
    unref_event(event);
    return status;
}

/* ---- nodes of graphs ------------------------------------------------------------------------- */

gi_status gi_event_acquire(gi_handle handle, struct gi_object **out_event,
                           struct gi_device **out_device)
{
    gi_status status = gi_handle_acquire(handle, GI_OBJECT_EVENT, out_event);

    *out_device = status == GI_OK ? atomic_load(&(*out_event)->device) : NULL;
    return status;
}

gi_status gi_event_record_in(struct gi_object *event, struct gi_stream *stream)
{
    gi_object_ref(&stream->object);
    return record_in((struct gi_event *)event, stream, NULL);
}

gi_status gi_event_wait_in(struct gi_object *event, struct gi_stream *stream,
                           const struct gi_wait_node *of)
{
    return wait_for_place((struct gi_event *)event, stream, of);
}
