#include "event_reader.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

/* Objects within objects. */
enum { MOST_DEPTH = 4 };

/* A position in a line. Each function returns NULL if the line is damaged. */
struct scan {
    struct gi_event_line *event;
    bool in_args;
};

/* ---- values --------------------------------------------------------------------------------- */

static const char *scan_string(const char *at)
{
    if (*at != '"')
        return NULL;
    for (at++; *at != '"'; at++) {
        if ((unsigned char)*at < ' ')
            return NULL;
        if (*at == '\\' && *++at == '\0')
            return NULL;
    }
    return at + 1;
}

static const char *scan_plain(const char *at)
{
    size_t length = strspn(at, "0123456789+-.eEtrufalsn");

    return length > 0 ? at + length : NULL;
}

static void take_text(char *out, size_t room, const char *begin, const char *end)
{
    size_t length = (size_t)(end - begin);

    if (*begin != '"')
        return;
    length = length - 2 < room - 1 ? length - 2 : room - 1;
    memcpy(out, begin + 1, length);
    out[length] = '\0';
}

static uint64_t take_number(const char *begin)
{
    uint64_t number = 0;

    while (*begin >= '0' && *begin <= '9' && number < UINT64_MAX / 10)
        number = number * 10 + (uint64_t)(*begin++ - '0');
    return number;
}

/* Microseconds with three digits behind the point. */
static int64_t take_ns(const char *begin)
{
    uint64_t whole = take_number(begin);
    const char *at = begin + strspn(begin, "0123456789");
    uint64_t part = 0;

    if (*at == '.') {
        for (int i = 0; i < 3; i++)
            part = part * 10 + (at[1] >= '0' && at[1] <= '9' ? (uint64_t)(*++at - '0') : 0);
    }
    return whole < INT64_MAX / 2000 ? (int64_t)(whole * 1000 + part) : 0;
}

static bool is_key(const char *key, size_t length, const char *name)
{
    return strlen(name) == length && memcmp(key, name, length) == 0;
}

static void take_of_args(struct gi_event_line *event, const char *key, size_t length,
                         const char *begin, const char *end)
{
    if (is_key(key, length, "semaphore"))
        take_text(event->semaphore, sizeof event->semaphore, begin, end);
    else if (is_key(key, length, "semaphore_name"))
        take_text(event->semaphore_name, sizeof event->semaphore_name, begin, end);
    else if (is_key(key, length, "route"))
        take_text(event->route, sizeof event->route, begin, end);
    else if (is_key(key, length, "name"))
        take_text(event->named, sizeof event->named, begin, end);
    else if (is_key(key, length, "value"))
        event->value = take_number(begin);
    else if (is_key(key, length, "bytes"))
        event->bytes = take_number(begin);
    else if (is_key(key, length, "point_of_stream")) {
        event->point_of_stream = take_number(begin);
        event->has_point = true;
    }
}

static void take(struct gi_event_line *event, const char *key, size_t length, const char *begin,
                 const char *end)
{
    if (is_key(key, length, "ph") && *begin == '"')
        event->phase = end - begin == 3 ? begin[1] : '\0';
    else if (is_key(key, length, "pid"))
        event->process = take_number(begin);
    else if (is_key(key, length, "tid"))
        event->track = take_number(begin);
    else if (is_key(key, length, "ts"))
        event->begin_ns = take_ns(begin);
    else if (is_key(key, length, "dur"))
        event->length_ns = take_ns(begin);
    else if (is_key(key, length, "name"))
        take_text(event->name, sizeof event->name, begin, end);
    else if (is_key(key, length, "cat"))
        take_text(event->category, sizeof event->category, begin, end);
}

/* ---- objects -------------------------------------------------------------------------------- */

static const char *scan_value(struct scan *scan, const char *at, int depth);

static const char *scan_array(struct scan *scan, const char *at, int depth)
{
    for (at++; *at != ']';) {
        at = scan_value(scan, at, depth + 1);
        if (at == NULL || (*at != ',' && *at != ']'))
            return NULL;
        at += *at == ',';
    }
    return at + 1;
}

/* A member of an object, from its key to behind its value. */
static const char *scan_member(struct scan *scan, const char *at, int depth)
{
    const char *key = at + 1, *begin, *end = scan_string(at);
    size_t length;

    if (end == NULL || *end != ':')
        return NULL;
    length = (size_t)(end - 1 - key);
    begin = end + 1;
    scan->in_args = depth == 0 ? is_key(key, length, "args") : scan->in_args;
    end = scan_value(scan, begin, depth + 1);
    if (end != NULL && depth == 0)
        take(scan->event, key, length, begin, end);
    else if (end != NULL && depth == 1 && scan->in_args)
        take_of_args(scan->event, key, length, begin, end);
    return end;
}

static const char *scan_object(struct scan *scan, const char *at, int depth)
{
    for (at++; *at != '}';) {
        at = scan_member(scan, at, depth);
        if (at == NULL || (*at != ',' && *at != '}'))
            return NULL;
        at += *at == ',';
    }
    return at + 1;
}

static const char *scan_value(struct scan *scan, const char *at, int depth)
{
    if (depth > MOST_DEPTH)
        return NULL;
    if (*at == '{')
        return scan_object(scan, at, depth);
    if (*at == '[')
        return scan_array(scan, at, depth);
    return *at == '"' ? scan_string(at) : scan_plain(at);
}

static bool scan_line(const char *line, struct gi_event_line *out_event)
{
    struct scan scan = { .event = out_event };
    const char *end;

    *out_event = (struct gi_event_line){ 0 };
    if (*line != '{')
        return false;
    end = scan_object(&scan, line, 0);
    return end != NULL && (strcmp(end, ",\n") == 0 || strcmp(end, "\n") == 0) &&
           out_event->phase != '\0';
}

/* ---- files ---------------------------------------------------------------------------------- */

bool gi_event_reader_open(struct gi_event_reader *reader, const char *path)
{
    struct stat facts;

    *reader = (struct gi_event_reader){ .path = path, .file = fopen(path, "re") };
    if (reader->file == NULL || fstat(fileno(reader->file), &facts) != 0) {
        fprintf(stderr, "gpuinterop-trace: %s: %s\n", path, strerror(errno));
        return false;
    }
    if (!S_ISDIR(facts.st_mode))
        return true;
    fprintf(stderr, "gpuinterop-trace: %s: it is a folder\n", path);
    fclose(reader->file);
    return false;
}

/* Skips the rest of a line that does not fit. */
static void skip_line(struct gi_event_reader *reader)
{
    int byte = 0;

    while (byte != '\n' && byte != EOF)
        byte = getc(reader->file);
}

/* The first and last lines of both forms: of an array, and of an object, which a merge writes. */
static bool is_filling(const char *line)
{
    static const char *const fillings[] = {
        "[\n", "]\n", "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n", "]}\n",
    };
    size_t length = strspn(line, " ");

    for (size_t i = 0; i < sizeof fillings / sizeof fillings[0]; i++)
        if (strcmp(line, fillings[i]) == 0)
            return true;
    return strcmp(&line[length], "\n") == 0;
}

bool gi_event_reader_next(struct gi_event_reader *reader, struct gi_event_line *out_event)
{
    while (fgets(reader->line, sizeof reader->line, reader->file) != NULL) {
        bool is_whole = strchr(reader->line, '\n') != NULL;

        reader->lines++;
        if (is_whole && scan_line(reader->line, out_event))
            return true;
        if (is_whole && is_filling(reader->line))
            continue;
        if (reader->damaged++ == 0)
            reader->first_damaged = reader->lines;
        if (!is_whole)
            skip_line(reader);
    }
    return false;
}

bool gi_event_reader_close(struct gi_event_reader *reader)
{
    bool is_good = !ferror(reader->file) && reader->damaged == 0;

    if (ferror(reader->file))
        fprintf(stderr, "gpuinterop-trace: %s: it cannot be read to its end\n", reader->path);
    if (reader->damaged > 0)
        fprintf(stderr, "gpuinterop-trace: %s: %llu of %llu lines are no events, from line %llu "
                "on; they are left out\n", reader->path, (unsigned long long)reader->damaged,
                (unsigned long long)reader->lines, (unsigned long long)reader->first_damaged);
    fclose(reader->file);
    return is_good;
}
