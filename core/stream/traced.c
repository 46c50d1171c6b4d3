#include "traced.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/vector.h"
#include "contract/calls.h"
#include "memory/timestamp_slot.h"
#include "operation.h"
#include "wait/semaphore_object.h"

/* For how long one reading of both clocks is good. A drift of 50 ppm makes 5 us of it. */
#define READING_NS INT64_C(100000000)

enum { READINGS = 64 };

/* Numbers of the tracks of host waiters; queues of other interfaces have smaller ones. */
#define HELD_TRACKS (1u << 27)

struct note {
    uint64_t operation, launch;
    int64_t enqueued_ns;
    size_t first, end;                   /* its commands of the segment */
    bool is_replay;
    struct gi_trace_what what;
};

struct gi_traced {
    struct note *notes;
    size_t count, capacity;
    size_t commands;                     /* of the segment that have a note, or need none */
    int64_t submitted_ns, begun_ns, returned_ns;
    uint64_t *times;                     /* of the batch; NULL: it has none */
    size_t replays_at;
    struct gi_traced *next;              /* of those that are kept for good */
};

static _Thread_local struct gi_traced_call *current;
static _Thread_local uint64_t graph_launch;
static _Thread_local int64_t graph_begin_ns;

/* Of a lost device, which may still write the times. */
static _Atomic(struct gi_traced *) kept;

/* ---- operations ----------------------------------------------------------------------------- */

static bool tell(const struct gi_traced_call *call, size_t index, struct gi_trace_what *out)
{
    const struct gi_operation *operation = call->operation;
    bool is_part;

    *out = (struct gi_trace_what){ .kind = GI_TRACE_OTHER };
    gi_trace_set_name(out, operation->kind->name);
    if (operation->kind->tell == NULL)
        return index == 0;
    is_part = operation->kind->tell(operation, index, out);
    if (out->kind == GI_TRACE_RECORD)
        out->identity.first = call->stream->id;
    return is_part;
}

void gi_traced_begin(struct gi_traced_call *call, struct gi_stream *stream,
                     const struct gi_operation *operation)
{
    *call = (struct gi_traced_call){ .stream = stream, .operation = operation };
    call->number = gi_trace_number();
    call->begin_ns = gi_now_ns();
    current = call;
}

static struct gi_trace_record *next_record(enum gi_trace_record_kind kind,
                                           const struct gi_stream *stream, uint64_t operation,
                                           uint64_t launch)
{
    struct gi_trace_record *record = gi_trace_next();

    if (record == NULL)
        return NULL;
    record->kind = kind;
    record->by_device = false;
    record->device = (uint32_t)stream->device->ordinal;
    record->queue = 0;
    record->stream = stream->id;
    record->track = 0;
    record->operation = operation;
    record->launch = launch;
    record->enqueued_ns = record->submitted_ns = 0;
    return record;
}

/* A call of the calling thread, until now. */
static void give_call(const struct gi_stream *stream, uint64_t operation, const char *name,
                      int64_t begin_ns, uint64_t launch)
{
    struct gi_trace_record *record = next_record(GI_TRACE_CALL, stream, operation, launch);

    if (record == NULL)
        return;
    record->begin_ns = begin_ns;
    record->end_ns = gi_now_ns();
    record->what = (struct gi_trace_what){ .kind = GI_TRACE_OTHER };
    gi_trace_set_name(&record->what, name);
    gi_trace_give();
}

/* Slices of a stream stand one behind the other. The stream's lock is held. */
static void place(struct gi_stream *stream, struct gi_trace_record *record, int64_t begin_ns,
                  int64_t end_ns)
{
    record->begin_ns = begin_ns > stream->traced_ns ? begin_ns : stream->traced_ns;
    record->end_ns = end_ns > record->begin_ns ? end_ns : record->begin_ns + 1;
    stream->traced_ns = record->end_ns;
}

static void note_part(struct gi_segment *segment, struct gi_traced_call *call,
                      const struct gi_trace_what *what);

/* The host has done it within the call. The stream's lock is held. */
static void give_at_once(const struct gi_traced_call *call, const struct gi_trace_what *what)
{
    struct gi_trace_record *record = next_record(GI_TRACE_WORK, call->stream, call->number,
                                                 graph_launch);

    if (record == NULL)
        return;
    record->enqueued_ns = call->begin_ns;
    record->what = *what;
    place(call->stream, record, call->begin_ns, gi_now_ns());
    gi_trace_give();
}

/* A record adds nothing to the segment that it stands for. */
static void give_unnoted(struct gi_traced_call *call)
{
    struct gi_segment *tail = call->stream->tail;
    struct gi_trace_what what;

    for (size_t i = 0; tell(call, i, &what); i++) {
        if (tail != NULL && what.kind == GI_TRACE_RECORD && tail->seq == what.value)
            note_part(tail, call, &what);
        else
            give_at_once(call, &what);
    }
}

void gi_traced_finish(struct gi_traced_call *call, bool is_done)
{
    if (is_done && !call->is_noted) {
        pthread_mutex_lock(&call->stream->lock);
        give_unnoted(call);
        pthread_mutex_unlock(&call->stream->lock);
    }
    current = NULL;
    give_call(call->stream, call->number, call->operation->kind->name, call->begin_ns,
              graph_launch);
}

/* ---- notes ---------------------------------------------------------------------------------- */

static struct note *add_note(struct gi_segment *segment)
{
    struct gi_traced *traced = segment->traced;
    struct note *note;

    if (traced == NULL)
        traced = segment->traced = calloc(1, sizeof *traced);
    if (traced == NULL || !gi_grow((void **)&traced->notes, &traced->capacity, traced->count + 1,
                                   sizeof *traced->notes))
        return NULL;
    note = &traced->notes[traced->count++];
    note->launch = graph_launch;
    note->first = traced->commands;
    note->end = segment->command_count;
    note->is_replay = false;
    return note;
}

static void note_part(struct gi_segment *segment, struct gi_traced_call *call,
                      const struct gi_trace_what *what)
{
    struct note *note = add_note(segment);

    if (note == NULL)
        return;
    note->operation = call->number;
    note->enqueued_ns = call->begin_ns;
    note->what = *what;
    call->is_noted = true;
}

void gi_traced_note(struct gi_stream *stream)
{
    struct gi_traced_call *call = current;
    struct gi_segment *segment = stream->tail;
    struct gi_trace_what what;

    if (call == NULL || segment == NULL || segment->state != GI_SEGMENT_OPEN)
        return;
    for (size_t i = 0; tell(call, i, &what); i++)
        note_part(segment, call, &what);
    if (segment->traced != NULL)
        segment->traced->commands = segment->command_count;
}

void gi_traced_note_replay(struct gi_stream *stream, const struct gi_replay *replay)
{
    struct note *note = stream->tail != NULL ? add_note(stream->tail) : NULL;

    if (note == NULL)
        return;
    note->operation = gi_trace_number();
    note->enqueued_ns = gi_now_ns();
    note->is_replay = true;
    note->what = (struct gi_trace_what){ .kind = GI_TRACE_REPLAY, .bytes = replay->commands };
    gi_trace_set_name(&note->what, "recorded nodes of a graph");
}

/* ---- segments ------------------------------------------------------------------------------- */

void gi_traced_submit(const struct gi_stream *stream, const struct gi_segment *segment,
                      struct gi_batch *batch)
{
    struct gi_traced *traced = segment->traced;

    if (traced->count == 0)
        return;
    traced->submitted_ns = gi_now_ns();
    traced->replays_at = segment->replays_at;
    if (!gi_device_is_calibrated(stream->device) || !gi_segment_has_work(segment))
        return;
    traced->times = calloc(batch->command_count + 2, sizeof *traced->times);
    batch->times = traced->times;
}

/* The device's clock and the host's, as they were read last. */
static struct reading {
    uint64_t ticks;
    int64_t ns;                          /* 0: never */
} readings[READINGS];
static pthread_mutex_t readings_lock = PTHREAD_MUTEX_INITIALIZER;        /* a leaf */

static bool read_clocks(struct gi_device *device, struct reading *out_reading)
{
    struct reading *known = &readings[(unsigned)device->ordinal % READINGS];
    struct reading now;
    bool is_good;

    pthread_mutex_lock(&readings_lock);
    *out_reading = *known;
    pthread_mutex_unlock(&readings_lock);
    if ((unsigned)device->ordinal < READINGS && out_reading->ns != 0 &&
        gi_now_ns() - out_reading->ns < READING_NS)
        return true;
    is_good = gi_call_calibrate(device->base, &now.ticks, &now.ns) == GI_OK;
    if (!is_good)
        return false;
    *out_reading = now;
    if ((unsigned)device->ordinal < READINGS) {
        pthread_mutex_lock(&readings_lock);
        *known = now;
        pthread_mutex_unlock(&readings_lock);
    }
    return true;
}

/* One segment on its way out. */
struct end {
    struct gi_stream *stream;
    const struct gi_segment *segment;
    const struct gi_traced *traced;
    bool has_reading;
    struct reading reading;
    int64_t now_ns;
};

/* A time of the batch on the host's clock; 0: none. */
static int64_t host_ns(const struct end *end, size_t index)
{
    uint64_t ticks = end->has_reading ? end->traced->times[index] : 0;

    return ticks == 0 ? 0 : end->reading.ns +
           gi_ticks_between_ns(&end->stream->device->base->info, end->reading.ticks, ticks);
}

/* When the device was done with all of the batch; 0: not known. */
static int64_t last_ns(const struct end *end)
{
    const struct gi_segment *segment = end->segment;
    bool recorded = segment->replay_count > 0 && segment->replays_at == segment->command_count;

    return host_ns(end, recorded ? segment->command_count + 1 : segment->command_count);
}

static void times_of_work(const struct end *end, const struct note *note, int64_t *out_begin,
                          int64_t *out_end)
{
    size_t count = end->segment->command_count;
    bool behind = end->segment->replay_count > 0 && end->traced->replays_at == note->first;

    if (note->is_replay) {
        *out_begin = host_ns(end, end->traced->replays_at);
        *out_end = host_ns(end, count + 1);
        return;
    }
    *out_begin = host_ns(end, behind ? count + 1 : note->first);
    *out_end = host_ns(end, note->end);
}

/* By the host: from the submit, or from the function's begin, until now or the function's end. */
static void times_of_host(const struct end *end, const struct note *note, int64_t *out_begin,
                          int64_t *out_end)
{
    const struct gi_traced *traced = end->traced;
    int64_t submitted = traced->submitted_ns != 0 ? traced->submitted_ns : end->now_ns;

    *out_begin = traced->begun_ns != 0 ? traced->begun_ns : submitted;
    *out_end = traced->returned_ns != 0 ? traced->returned_ns : end->now_ns;
    if (note->what.kind == GI_TRACE_WAIT || note->what.kind == GI_TRACE_WAIT_RECORD) {
        *out_begin = note->enqueued_ns;
        *out_end = end->segment->wait_count > 0 ? end->now_ns : submitted;
    }
}

/* True if the device has taken the times. */
static bool find_times(const struct end *end, const struct note *note, int64_t *out_begin,
                       int64_t *out_end)
{
    int64_t begin = 0, until = 0;

    switch (note->what.kind) {
    case GI_TRACE_WAIT:
    case GI_TRACE_WAIT_RECORD:           /* by the host, up to the submit; else by the queue */
        begin = note->enqueued_ns;
        until = end->segment->wait_count > 0 ? host_ns(end, 0) : 0;
        break;
    case GI_TRACE_SIGNAL:
        if (end->segment->host_signal_count == 0)
            begin = until = last_ns(end);
        break;
    case GI_TRACE_RECORD:
        begin = until = last_ns(end);
        break;
    case GI_TRACE_HOST_CALL:
    case GI_TRACE_TRANSLATE:
    case GI_TRACE_COMPILE:
    case GI_TRACE_IMPORT:
    case GI_TRACE_ALLOCATE:
    case GI_TRACE_HELD:
    case GI_TRACE_RANGE:
        break;
    case GI_TRACE_OTHER:
    case GI_TRACE_LAUNCH:
    case GI_TRACE_COPY:
    case GI_TRACE_FILL:
    case GI_TRACE_REPLAY:
        if (note->is_replay || note->end > note->first)
            times_of_work(end, note, &begin, &until);
        break;
    }
    if (begin == 0 || until == 0) {
        times_of_host(end, note, out_begin, out_end);
        return false;
    }
    *out_begin = begin < until ? begin : until;
    *out_end = until;
    return true;
}

static void give_note(const struct end *end, const struct note *note)
{
    struct gi_trace_record *record = next_record(GI_TRACE_WORK, end->stream, note->operation,
                                                 note->launch);
    int64_t begin_ns, end_ns;

    if (record == NULL)
        return;
    record->enqueued_ns = note->enqueued_ns;
    record->submitted_ns = end->traced->submitted_ns;
    record->what = note->what;
    record->by_device = find_times(end, note, &begin_ns, &end_ns);
    if (record->by_device && (note->is_replay || note->end > note->first))
        record->queue = end->stream->lane->queue->index + 1;
    place(end->stream, record, begin_ns, end_ns);
    gi_trace_give();
}

static void keep_for_good(struct gi_segment *segment)
{
    struct gi_traced *traced = segment->traced;

    segment->traced = NULL;
    traced->next = atomic_load(&kept);
    while (!atomic_compare_exchange_weak(&kept, &traced->next, traced))
        ;
}

void gi_traced_retire(struct gi_stream *stream, struct gi_segment *segment)
{
    struct gi_traced *traced = segment->traced;
    struct end end = { .stream = stream, .segment = segment, .traced = traced };

    if (segment->dropped && traced->times != NULL) {
        keep_for_good(segment);
        return;
    }
    end.now_ns = gi_now_ns();
    end.has_reading = traced->times != NULL && read_clocks(stream->device, &end.reading);
    for (size_t i = 0; i < traced->count && !segment->dropped && gi_trace_is_on(); i++)
        give_note(&end, &traced->notes[i]);
    free(traced->times);
    traced->times = NULL;
    traced->count = traced->commands = 0;
    traced->submitted_ns = traced->begun_ns = traced->returned_ns = 0;
}

void gi_traced_free(struct gi_traced *traced)
{
    if (traced == NULL)
        return;
    free(traced->notes);
    free(traced->times);
    free(traced);
}

/* ---- calls of the host ---------------------------------------------------------------------- */

void gi_traced_host_call(struct gi_traced *traced, bool has_returned)
{
    *(has_returned ? &traced->returned_ns : &traced->begun_ns) = gi_now_ns();
}

void gi_traced_held(const struct gi_stream *stream, const struct gi_gate *gate)
{
    struct gi_trace_record record = {
        .kind = GI_TRACE_TRACK, .device = (uint32_t)stream->device->ordinal, .stream = stream->id,
        .track = HELD_TRACKS + (uint32_t)(stream->id % HELD_TRACKS),
        .begin_ns = gate->held_ns, .end_ns = gi_now_ns(), .what = { .kind = GI_TRACE_HELD },
    };
    char name[64];

    (void)snprintf(name, sizeof name, "host waiter of device %u stream %llu", record.device,
                   (unsigned long long)stream->id);
    record.track_name = gi_trace_text(name);
    gi_trace_set_name(&record.what, gate->kind == GI_GATE_WORD ? "wait for a word" : "wait");
    if (gate->kind == GI_GATE_SEMAPHORE) {
        record.what.identity = gi_semaphore_object_of(gate->semaphore.object)->identity;
        record.what.value = gate->semaphore.value;
    }
    if (record.track_name != NULL)
        gi_trace_add(&record);
}

uint64_t gi_traced_graph_begin(void)
{
    uint64_t around = graph_launch;

    if (gi_trace_is_on() && around == 0) {
        graph_launch = gi_trace_number();
        graph_begin_ns = gi_now_ns();
    }
    return around;
}

void gi_traced_graph_end(const struct gi_stream *stream, uint64_t around)
{
    if (graph_launch != around && gi_trace_is_on())
        give_call(stream, 0, "launch of a graph", graph_begin_ns, graph_launch);
    graph_launch = around;
}

void gi_traced_host_wait(const struct gi_stream *stream, int64_t begin_ns)
{
    char name[64];

    (void)snprintf(name, sizeof name, "wait for stream %llu", (unsigned long long)stream->id);
    give_call(stream, 0, name, begin_ns, 0);
}
