#include "event_lines.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/fnv.h"
#include "base/status.h"
#include "base/vector.h"
#include "json.h"

/* Numbers of tracks that are no threads. The system's numbers of threads are below 2^22. */
#define STREAM_TRACKS UINT64_C(0x10000000)
#define QUEUE_TRACKS UINT64_C(0x20000000)
#define NAMED_TRACKS UINT64_C(0x30000000)

/* A slice of no length would hold no arrow. */
#define LEAST_NS 1

/* The smallest page that a system has. */
enum { PAGE_BYTES = 4096 };

/* ---- bytes ---------------------------------------------------------------------------------- */

static GI_PRINTF(2, 3) void put(struct gi_event_lines *lines, const char *format, ...)
{
    va_list args;
    int added;

    if (lines->bytes == NULL || lines->count >= lines->capacity)
        return;
    va_start(args, format);
    added = vsnprintf(&lines->bytes[lines->count], lines->capacity - lines->count, format, args);
    va_end(args);
    if (added > 0 && (size_t)added < lines->capacity - lines->count)
        lines->count += (size_t)added;
}

/* Ends a line. The system may cut a write of a process that is killed, where one page of the file
 * ends. So no line lies in two pages: spaces and the end of an empty line come before it. */
static void end_line(struct gi_event_lines *lines)
{
    size_t length = lines->count - lines->line;
    size_t at = (size_t)((lines->written + lines->line) % PAGE_BYTES);
    size_t pad = at + length > PAGE_BYTES ? PAGE_BYTES - at : 0;

    if (pad > 0) {
        memmove(&lines->bytes[lines->line + pad], &lines->bytes[lines->line], length);
        memset(&lines->bytes[lines->line], ' ', pad - 1);
        lines->bytes[lines->line + pad - 1] = '\n';
    }
    lines->count += pad;
    lines->line = lines->count;
}

static bool reserve_line(struct gi_event_lines *lines)
{
    if (gi_grow((void **)&lines->bytes, &lines->capacity, lines->count + GI_EVENT_LINES_BYTES, 1))
        return true;
    lines->lacks_memory = true;
    return false;
}

static void put_text(struct gi_event_lines *lines, const char *text)
{
    char quoted[GI_JSON_GROWTH * GI_TRACE_NAME_BYTES + 2];
    size_t length = gi_json_quote(text, strnlen(text, GI_TRACE_NAME_BYTES), quoted);

    put(lines, "%.*s", (int)length, quoted);
}

static void put_us(struct gi_event_lines *lines, int64_t ns)
{
    put(lines, "%" PRId64 ".%03d", ns / 1000, (int)(ns % 1000));
}

/* Begins an event: its phase, and its track. */
static void put_begin(struct gi_event_lines *lines, const char *phase, uint64_t track, int64_t ns)
{
    put(lines, "{\"ph\":\"%s\",\"pid\":%ld,\"tid\":%" PRIu64 ",\"ts\":", phase, (long)getpid(),
        track);
    put_us(lines, ns);
}

/* ---- tracks --------------------------------------------------------------------------------- */

static bool is_new(struct gi_event_lines *lines, uint64_t track)
{
    for (size_t i = 0; i < lines->track_count; i++) {
        if (lines->tracks[i] == track)
            return false;
    }
    if (!gi_grow((void **)&lines->tracks, &lines->track_capacity, lines->track_count + 1,
                 sizeof *lines->tracks))
        return false;
    lines->tracks[lines->track_count++] = track;
    return true;
}

static void name_track(struct gi_event_lines *lines, uint64_t track, const char *name)
{
    if (!is_new(lines, track))
        return;
    put(lines, "{\"ph\":\"M\",\"pid\":%ld,\"tid\":%" PRIu64 ",\"name\":\"thread_name\",\"args\":"
        "{\"name\":", (long)getpid(), track);
    put_text(lines, name);
    put(lines, "}},\n");
    end_line(lines);
}

static uint64_t thread_track(struct gi_event_lines *lines, const struct gi_ring *ring)
{
    char name[64];

    (void)snprintf(name, sizeof name, "thread %s", ring->thread_name);
    name_track(lines, ring->thread, name);
    return ring->thread;
}

static uint64_t stream_track(struct gi_event_lines *lines, const struct gi_trace_record *record)
{
    uint64_t track = STREAM_TRACKS + (record->stream & (STREAM_TRACKS - 1));
    char name[64];

    (void)snprintf(name, sizeof name, "device %u stream %" PRIu64, record->device, record->stream);
    name_track(lines, track, name);
    return track;
}

static uint64_t queue_track(struct gi_event_lines *lines, const struct gi_trace_record *record)
{
    uint64_t track = QUEUE_TRACKS + record->device * 4096 + record->queue;
    char name[64];

    (void)snprintf(name, sizeof name, "device %u queue %u", record->device, record->queue - 1);
    name_track(lines, track, name);
    return track;
}

static uint64_t named_track(struct gi_event_lines *lines, const struct gi_trace_record *record)
{
    uint64_t track = NAMED_TRACKS + record->track;

    name_track(lines, track, record->track_name);
    return track;
}

/* ---- arguments ------------------------------------------------------------------------------ */

static void put_identity(struct gi_event_lines *lines, const struct gi_trace_what *what)
{
    const struct gi_trace_identity *identity = &what->identity;

    switch (identity->kind) {
    case GI_TRACE_NO_IDENTITY:
        return;
    case GI_TRACE_INODE:
        put(lines, ",\"semaphore\":\"inode %" PRIx64 ":%" PRIu64 "\"", identity->first,
            identity->second);
        break;
    case GI_TRACE_LOCAL:
        put(lines, ",\"semaphore\":\"process %ld number %" PRIu64 "\"", (long)getpid(),
            identity->first);
        break;
    case GI_TRACE_POINT:
        put(lines, ",\"point_of_stream\":%" PRIu64, identity->first);
        break;
    }
    put(lines, ",\"value\":%" PRIu64, what->value);
    if (what->is_binary)
        put(lines, ",\"binary\":true");
    if (identity->name != NULL) {
        put(lines, ",\"semaphore_name\":");
        put_text(lines, identity->name);
    }
}

static void put_what(struct gi_event_lines *lines, const struct gi_trace_what *what)
{
    if (what->kind == GI_TRACE_LAUNCH)
        put(lines, ",\"grid\":[%u,%u,%u],\"block\":[%u,%u,%u]", what->grid[0], what->grid[1],
            what->grid[2], what->block[0], what->block[1], what->block[2]);
    if (what->kind == GI_TRACE_COPY || what->kind == GI_TRACE_FILL ||
        ((what->kind == GI_TRACE_IMPORT || what->kind == GI_TRACE_ALLOCATE) && what->bytes != 0))
        put(lines, ",\"bytes\":%" PRIu64, what->bytes);
    if (what->kind == GI_TRACE_REPLAY)
        put(lines, ",\"commands\":%" PRIu64, what->bytes);
    if (what->route != NULL)
        put(lines, ",\"route\":\"%s\"", what->route);
    put_identity(lines, what);
}

static void put_arguments(struct gi_event_lines *lines, const struct gi_trace_record *record)
{
    put(lines, ",\"args\":{\"operation\":%" PRIu64, record->operation);
    if (record->stream != 0)
        put(lines, ",\"device\":%u,\"stream\":%" PRIu64, record->device, record->stream);
    if (record->launch != 0)
        put(lines, ",\"graph_launch\":%" PRIu64, record->launch);
    if (record->kind != GI_TRACE_CALL)
        put(lines, ",\"times\":\"%s\"", record->by_device ? "device" : "host");
    if (record->enqueued_ns != 0) {
        put(lines, ",\"enqueued\":");
        put_us(lines, record->enqueued_ns);
    }
    if (record->submitted_ns != 0) {
        put(lines, ",\"submitted\":");
        put_us(lines, record->submitted_ns);
    }
    put_what(lines, &record->what);
    put(lines, "}");
}

/* ---- events --------------------------------------------------------------------------------- */

static const char *category(enum gi_trace_kind kind)
{
    switch (kind) {
    case GI_TRACE_OTHER: return "other";
    case GI_TRACE_LAUNCH: return "launch";
    case GI_TRACE_COPY: return "copy";
    case GI_TRACE_FILL: return "fill";
    case GI_TRACE_SIGNAL: return "signal";
    case GI_TRACE_RECORD: return "record";
    case GI_TRACE_WAIT: return "wait";
    case GI_TRACE_WAIT_RECORD: return "wait for a record";
    case GI_TRACE_HOST_CALL: return "host function";
    case GI_TRACE_REPLAY: return "graph";
    case GI_TRACE_TRANSLATE: return "translation";
    case GI_TRACE_COMPILE: return "compilation";
    case GI_TRACE_IMPORT: return "import";
    case GI_TRACE_ALLOCATE: return "allocation";
    case GI_TRACE_HELD: return "held wait";
    case GI_TRACE_RANGE: return "range";
    }
    return "other";
}

static void put_slice(struct gi_event_lines *lines, const struct gi_trace_record *record,
                      uint64_t track, bool has_arguments)
{
    int64_t length = record->end_ns - record->begin_ns;

    put_begin(lines, "X", track, record->begin_ns);
    put(lines, ",\"dur\":");
    put_us(lines, length > LEAST_NS ? length : LEAST_NS);
    put(lines, ",\"cat\":\"%s\",\"name\":",
        record->kind == GI_TRACE_CALL && record->what.kind == GI_TRACE_OTHER ?
        "call" : category(record->what.kind));
    put_text(lines, record->what.name);
    if (has_arguments)
        put_arguments(lines, record);
    put(lines, "},\n");
    end_line(lines);
}

static uint64_t mix(uint64_t hash, uint64_t word)
{
    return gi_fnv(hash, &word, sizeof word);
}

/* The number of an arrow: of a semaphore and a value, in each process alike, or of a point. */
static uint64_t arrow_number(const struct gi_trace_what *what)
{
    uint64_t hash = mix(GI_FNV_BEGIN, what->identity.kind);

    if (what->identity.kind != GI_TRACE_INODE)
        hash = mix(hash, (uint64_t)getpid());
    return mix(mix(mix(hash, what->identity.first), what->identity.second), what->value);
}

static void put_arrow(struct gi_event_lines *lines, const struct gi_trace_record *record,
                      uint64_t track)
{
    bool begins = record->what.kind == GI_TRACE_SIGNAL || record->what.kind == GI_TRACE_RECORD;
    bool ends = record->what.kind == GI_TRACE_WAIT || record->what.kind == GI_TRACE_WAIT_RECORD;
    int64_t last = record->end_ns - LEAST_NS;

    if ((!begins && !ends) || record->what.identity.kind == GI_TRACE_NO_IDENTITY)
        return;
    put_begin(lines, begins ? "s" : "f", track,
              begins || last < record->begin_ns ? record->begin_ns : last);
    put(lines, "%s,\"cat\":\"signal\",\"name\":\"signal\",\"id\":\"0x%" PRIx64 "\"},\n",
        ends ? ",\"bp\":\"e\"" : "", arrow_number(&record->what));
    end_line(lines);
}

void gi_event_lines_add(struct gi_event_lines *lines, const struct gi_ring *ring,
                        const struct gi_trace_record *record)
{
    uint64_t track = 0;

    if (!reserve_line(lines))
        return;
    switch (record->kind) {
    case GI_TRACE_CALL: track = thread_track(lines, ring); break;
    case GI_TRACE_WORK: track = stream_track(lines, record); break;
    case GI_TRACE_TRACK: track = named_track(lines, record); break;
    }
    put_slice(lines, record, track, true);
    put_arrow(lines, record, track);
    if (record->by_device && record->queue != 0)
        put_slice(lines, record, queue_track(lines, record), false);
}

void gi_event_lines_dropped(struct gi_event_lines *lines, const struct gi_ring *ring,
                            uint64_t count, int64_t now_ns)
{
    if (!reserve_line(lines))
        return;
    put_begin(lines, "i", thread_track(lines, ring), now_ns);
    put(lines, ",\"s\":\"p\",\"cat\":\"lost\",\"name\":\"records were dropped\",\"args\":"
        "{\"count\":%" PRIu64 "}},\n", count);
    end_line(lines);
}

void gi_event_lines_begin(struct gi_event_lines *lines)
{
    if (!reserve_line(lines))
        return;
    put(lines, "[\n{\"ph\":\"M\",\"pid\":%ld,\"name\":\"process_name\",\"args\":{\"name\":",
        (long)getpid());
    put_text(lines, program_invocation_short_name);
    put(lines, ",\"gpuinterop_trace\":1,\"clock\":\"monotonic\"}},\n");
    end_line(lines);
}

void gi_event_lines_written(struct gi_event_lines *lines)
{
    lines->written += lines->count;
    lines->count = lines->line = 0;
}

void gi_event_lines_finish(struct gi_event_lines *lines)
{
    free(lines->bytes);
    free(lines->tracks);
    *lines = (struct gi_event_lines){ 0 };
}
