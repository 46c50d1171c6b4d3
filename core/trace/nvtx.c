#include "nvtx.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <wchar.h>

#include "base/clock.h"
#include "trace.h"

/* ---- NVTX's own data ------------------------------------------------------------------------- */

enum { TABLE_OF_CALLBACKS = 1 };
enum module { MODULE_CORE = 1, MODULE_DOMAINS = 5 };
enum message_type { MESSAGE_NONE, MESSAGE_TEXT, MESSAGE_WIDE, MESSAGE_REGISTERED };

typedef void (*function)(void);

struct callbacks {
    size_t struct_bytes;
    int (*get_module)(int module, function ***out_functions, unsigned *out_count);
};

struct attributes {
    uint16_t version, struct_bytes;
    uint32_t category;
    int32_t color_type;
    uint32_t color;
    int32_t payload_type, reserved;
    uint64_t payload;
    int32_t message_type;
    const void *message;
};

/* ---- texts ---------------------------------------------------------------------------------- */

static size_t put_utf8(char *out, uint32_t code)
{
    if (code < 0x80) {
        out[0] = (char)code;
        return 1;
    }
    if (code < 0x800) {
        out[0] = (char)(0xc0 | code >> 6);
        out[1] = (char)(0x80 | (code & 63));
        return 2;
    }
    if (code < 0x10000) {
        out[0] = (char)(0xe0 | code >> 12);
        out[1] = (char)(0x80 | (code >> 6 & 63));
        out[2] = (char)(0x80 | (code & 63));
        return 3;
    }
    out[0] = (char)(0xf0 | (code >> 18 & 7));
    out[1] = (char)(0x80 | (code >> 12 & 63));
    out[2] = (char)(0x80 | (code >> 6 & 63));
    out[3] = (char)(0x80 | (code & 63));
    return 4;
}

/* The text that stays; "" if there is none. */
static const char *keep_message(const char *text)
{
    const char *kept = text != NULL ? gi_trace_text(text) : NULL;

    return kept != NULL ? kept : "";
}

static const char *keep_wide(const wchar_t *text)
{
    char narrow[GI_TRACE_NAME_BYTES];
    size_t length = 0;

    for (; text != NULL && *text != 0 && length + 5 < sizeof narrow; text++)
        length += put_utf8(&narrow[length], (uint32_t)*text);
    narrow[length] = '\0';
    return keep_message(narrow);
}

static const char *message_of(const struct attributes *attributes)
{
    if (attributes == NULL || attributes->message == NULL)
        return "";
    switch (attributes->message_type) {
    case MESSAGE_TEXT: return keep_message(attributes->message);
    case MESSAGE_WIDE: return keep_wide(attributes->message);
    case MESSAGE_REGISTERED: return attributes->message;
    default: return "";
    }
}

/* ---- records -------------------------------------------------------------------------------- */

/* A range that has begun. */
struct range {
    const char *domain, *name;           /* domain: NULL for the one without a name */
    int64_t begin_ns;                    /* 0: no trace was on */
};

static struct range begin_range(const char *domain, const char *name)
{
    return (struct range){ domain, name, gi_trace_is_on() ? gi_now_ns() : 0 };
}

static void give_range(struct gi_trace_record *record, const struct range *range)
{
    char text[2 * GI_TRACE_NAME_BYTES + 4];

    if (range->begin_ns == 0 || !gi_trace_is_on())
        return;
    (void)snprintf(text, sizeof text, "%s%s%s", range->domain != NULL ? range->domain : "",
                   range->domain != NULL ? ": " : "", range->name);
    record->begin_ns = range->begin_ns;
    record->end_ns = gi_now_ns();
    record->what.kind = GI_TRACE_RANGE;
    gi_trace_set_name(&record->what, text);
    gi_trace_add(record);
}

static void mark_now(const char *domain, const char *name)
{
    const struct range range = begin_range(domain, name);

    give_range(&(struct gi_trace_record){ .kind = GI_TRACE_CALL }, &range);
}

/* ---- ranges of a thread --------------------------------------------------------------------- */

enum { MOST_DEPTH = 64 };

static _Thread_local struct range stack[MOST_DEPTH];
static _Thread_local int depth;          /* with those that have no room */

static int push_range(const char *domain, const char *name)
{
    if (depth < MOST_DEPTH)
        stack[depth] = begin_range(domain, name);
    return depth++;
}

/* Ends the newest range of the domain. */
static int pop(const char *domain)
{
    int at = depth - 1;

    if (depth > MOST_DEPTH)
        return --depth;
    while (at >= 0 && stack[at].domain != domain)
        at--;
    if (at < 0)
        return -1;
    give_range(&(struct gi_trace_record){ .kind = GI_TRACE_CALL }, &stack[at]);
    memmove(&stack[at], &stack[at + 1], (size_t)(depth - 1 - at) * sizeof stack[0]);
    depth--;
    return at;
}

/* ---- ranges of the process ------------------------------------------------------------------ */

enum { MOST_OPEN = 256 };

/* Each place has a track of its own, as such ranges may overlap. */
static struct place {
    atomic_int state;                    /* 0: free, 1: taken */
    struct range range;
} places[MOST_OPEN];

/* Numbers of their tracks. */
#define RANGE_TRACKS (1u << 26)

/* Returns its number; 0: there is no room. */
static uint64_t start_range(const char *domain, const char *name)
{
    for (uint64_t i = 0; i < MOST_OPEN; i++) {
        int is_free = 0;

        if (!atomic_compare_exchange_strong(&places[i].state, &is_free, 1))
            continue;
        places[i].range = begin_range(domain, name);
        return i + 1;
    }
    return 0;
}

static void end_range(uint64_t number)
{
    char name[32];
    struct gi_trace_record record = { .kind = GI_TRACE_TRACK };

    if (number == 0 || number > MOST_OPEN || atomic_load(&places[number - 1].state) == 0)
        return;
    (void)snprintf(name, sizeof name, "ranges %u", (unsigned)number);
    record.track = RANGE_TRACKS + (uint32_t)number;
    record.track_name = gi_trace_text(name);
    if (record.track_name != NULL)
        give_range(&record, &places[number - 1].range);
    atomic_store(&places[number - 1].state, 0);
}

/* ---- NVTX's functions ----------------------------------------------------------------------- */

static void mark_ex(const struct attributes *attributes) { mark_now(NULL, message_of(attributes)); }
static void mark_text(const char *text) { mark_now(NULL, keep_message(text)); }
static void mark_wide(const wchar_t *text) { mark_now(NULL, keep_wide(text)); }

static uint64_t start_ex(const struct attributes *attributes)
{
    return start_range(NULL, message_of(attributes));
}

static uint64_t start_text(const char *text) { return start_range(NULL, keep_message(text)); }
static uint64_t start_wide(const wchar_t *text) { return start_range(NULL, keep_wide(text)); }

static int push_ex(const struct attributes *attributes)
{
    return push_range(NULL, message_of(attributes));
}

static int push_text(const char *text) { return push_range(NULL, keep_message(text)); }
static int push_wide(const wchar_t *text) { return push_range(NULL, keep_wide(text)); }
static int pop_any(void) { return pop(NULL); }

static void domain_mark(const char *domain, const struct attributes *attributes)
{
    mark_now(domain, message_of(attributes));
}

static uint64_t domain_start(const char *domain, const struct attributes *attributes)
{
    return start_range(domain, message_of(attributes));
}

static void domain_end(const char *domain, uint64_t number)
{
    (void)domain;
    end_range(number);
}

static int domain_push(const char *domain, const struct attributes *attributes)
{
    return push_range(domain, message_of(attributes));
}

static const char *register_text(const char *domain, const char *text)
{
    (void)domain;
    return keep_message(text);
}

static const char *register_wide(const char *domain, const wchar_t *text)
{
    (void)domain;
    return keep_wide(text);
}

struct entry {
    unsigned number;
    function function;
};

static const struct entry core_entries[] = {
    { 1, (function)mark_ex }, { 2, (function)mark_text }, { 3, (function)mark_wide },
    { 4, (function)start_ex }, { 5, (function)start_text }, { 6, (function)start_wide },
    { 7, (function)end_range },
    { 8, (function)push_ex }, { 9, (function)push_text }, { 10, (function)push_wide },
    { 11, (function)pop_any },
};

/* A domain and a registered string are their texts. */
static const struct entry domain_entries[] = {
    { 1, (function)domain_mark }, { 2, (function)domain_start }, { 3, (function)domain_end },
    { 4, (function)domain_push }, { 5, (function)pop },
    { 10, (function)register_text }, { 11, (function)register_wide },
    { 12, (function)keep_message }, { 13, (function)keep_wide },
};

static bool replace(const struct callbacks *callbacks, enum module module,
                    const struct entry *entries, size_t count)
{
    function **functions = NULL;
    unsigned size = 0;

    if (callbacks->get_module(module, &functions, &size) == 0 || functions == NULL)
        return false;
    for (size_t i = 0; i < count; i++) {
        if (entries[i].number < size && functions[entries[i].number] != NULL)
            *functions[entries[i].number] = entries[i].function;
    }
    return true;
}

int InitializeInjectionNvtx2(gi_nvtx_get_table get_table)
{
    const struct callbacks *callbacks = get_table(TABLE_OF_CALLBACKS);

    if (callbacks == NULL || callbacks->struct_bytes < sizeof *callbacks)
        return 0;
    gi_trace_begin_by_environment();
    (void)replace(callbacks, MODULE_DOMAINS, domain_entries,
                  sizeof domain_entries / sizeof domain_entries[0]);
    return replace(callbacks, MODULE_CORE, core_entries,
                   sizeof core_entries / sizeof core_entries[0]);
}
