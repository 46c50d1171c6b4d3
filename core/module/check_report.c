#include "check_report.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/check.h"
#include "base/log.h"
#include "code/code.h"
#include "kernel/print/report.h"
#include "kernel/reflect/reflect_place.h"
#include "memory/live_ranges.h"

/* ---- lines of PTX ---------------------------------------------------------------------------- */

/* One line, without the blanks before it. */
struct line {
    const char *start;
    size_t length;
};

static struct line line_at(const char *text, size_t byte_count, size_t at)
{
    const char *end = memchr(text + at, '\n', byte_count - at);
    struct line line = { text + at, end != NULL ? (size_t)(end - (text + at)) : byte_count - at };

    while (line.length > 0 && (*line.start == ' ' || *line.start == '\t')) {
        line.start++;
        line.length--;
    }
    return line;
}

static bool begins_with(const struct line *line, const char *word)
{
    size_t length = strlen(word);

    return line->length > length && memcmp(line->start, word, length) == 0 &&
           (line->start[length] == ' ' || line->start[length] == '\t');
}

/* Reads a number behind blanks; its end is *at. */
static bool read_number(const struct line *line, size_t *at, uint32_t *out_number)
{
    size_t first;

    while (*at < line->length && (line->start[*at] == ' ' || line->start[*at] == '\t'))
        ++*at;
    first = *at;
    *out_number = 0;
    while (*at < line->length && line->start[*at] >= '0' && line->start[*at] <= '9')
        *out_number = *out_number * 10 + (uint32_t)(line->start[(*at)++] - '0');
    return *at > first;
}

/* The last .loc up to a line of its function. Line 0 is no place in the source. */
static bool find_loc(const char *text, size_t byte_count, uint32_t line, uint32_t *out_file,
                     uint32_t *out_line)
{
    bool found = false;
    size_t at = 0;

    for (uint32_t number = 1; number <= line && at < byte_count; number++) {
        struct line each = line_at(text, byte_count, at);
        size_t inside = strlen(".loc");
        uint32_t its_file, its_line;
        const char *end = memchr(text + at, '\n', byte_count - at);

        if (each.length > 0 && each.start[0] == '}')
            found = false;
        if (begins_with(&each, ".loc") && read_number(&each, &inside, &its_file) &&
            read_number(&each, &inside, &its_line) && its_line != 0) {
            *out_file = its_file;
            *out_line = its_line;
            found = true;
        }
        at = end != NULL ? (size_t)(end - text) + 1 : byte_count;
    }
    return found;
}

/* The name that a .file line gives a number. Texts that were joined may each have one: the last one
 * before the line counts, and else the first behind it. */
static bool find_file(const char *text, size_t byte_count, uint32_t file, uint32_t line,
                      struct line *out_name)
{
    bool found = false;
    size_t at = 0;

    for (uint32_t number = 1; at < byte_count && (number <= line || !found); number++) {
        struct line each = line_at(text, byte_count, at);
        size_t inside = strlen(".file");
        const char *end = memchr(text + at, '\n', byte_count - at), *first, *last;
        uint32_t its_number;

        at = end != NULL ? (size_t)(end - text) + 1 : byte_count;
        if (!begins_with(&each, ".file") || !read_number(&each, &inside, &its_number) ||
            its_number != file)
            continue;
        first = memchr(each.start, '"', each.length);
        last = first != NULL
            ? memchr(first + 1, '"', (size_t)(each.start + each.length - (first + 1))) : NULL;
        if (last == NULL)
            continue;
        *out_name = (struct line){ first + 1, (size_t)(last - (first + 1)) };
        found = true;
    }
    return found;
}

bool gi_check_source(const char *text, size_t byte_count, uint32_t line, char *out_place,
                     size_t room)
{
    uint32_t file = 0, source_line = 0;
    struct line name = { NULL, 0 };

    if (!find_loc(text, byte_count, line, &file, &source_line) ||
        !find_file(text, byte_count, file, line, &name))
        return false;
    (void)snprintf(out_place, room, "%.*s:%" PRIu32, (int)name.length, name.start, source_line);
    return true;
}

/* ---- sentences ------------------------------------------------------------------------------- */

/* Appends the thread of an access, and its place in the code. */
static void say_thread(const struct gi_kernel_report *found, const struct gi_code *code,
                       char *text, size_t room)
{
    char place[256];

    if (code->words != NULL) {
        gi_reflect_say_place(code->words, code->word_count, found->line, place, sizeof place);
        gi_append(text, room, "SPIR-V %s, ", place);
    } else {
        gi_append(text, room, "PTX line %u, ", found->line);
        if (gi_check_source(code->text.text, code->text.byte_count, found->line, place,
                            sizeof place))
            gi_append(text, room, "%s, ", place);
    }
    gi_append(text, room, "block (%u, %u, %u), thread (%u, %u, %u): ", found->block[0],
              found->block[1], found->block[2], found->thread[0], found->thread[1],
              found->thread[2]);
}

static void say_access(const struct gi_kernel_report *found, const struct gi_live_ranges *live,
                       char *text, size_t room)
{
    static const char *const hows[] = { [GI_KERNEL_READS] = "read", [GI_KERNEL_WRITES] = "write",
                                        [GI_KERNEL_CHANGES] = "atomic operation" };
    const struct gi_kernel_accessed access = gi_kernel_unpack(found->file);
    const char *how = access.how < sizeof hows / sizeof hows[0] ? hows[access.how] : "access";
    char where[256];

    if (access.space == GI_KERNEL_SHARED_ARRAY || access.space == GI_KERNEL_LOCAL_ARRAY) {
        gi_append(text, room, "%s of %u bytes by the index %d of an array of %u in %s memory", how,
                  access.bytes, (int32_t)found->message, (uint32_t)(found->message >> 32),
                  access.space == GI_KERNEL_SHARED_ARRAY ? "shared" : "local");
        return;
    }
    gi_append(text, room, "%s of %u bytes at 0x%llx", how, access.bytes,
              (unsigned long long)found->message);
    if (access.space == GI_KERNEL_SHARED_MEMORY) {
        gi_append(text, room, " of shared memory, of which its block has %u bytes",
                  (uint32_t)found->function);
    } else if (access.space == GI_KERNEL_LOCAL_MEMORY) {
        gi_append(text, room, " of local memory, of which the thread has %u bytes",
                  (uint32_t)(found->function >> 32));
    } else {
        gi_live_ranges_describe(live, found->message, access.bytes, where, sizeof where);
        gi_append(text, room, ": %s", where);
    }
}

gi_status gi_check_report(const struct gi_kernel_report *found, const char *kernel,
                          const struct gi_code *code, const struct gi_live_ranges *live)
{
    char text[700] = "";

    gi_append(text, sizeof text, "kernel %s, ", kernel);
    say_thread(found, code, text, sizeof text);
    if (found->failure == GI_KERNEL_PARTED)
        gi_append(text, sizeof text, "a barrier that %llu threads of the block never reach: they "
                  "have ended", (unsigned long long)found->message);
    else if (found->failure == GI_KERNEL_STUCK)
        gi_append(text, sizeof text, "a barrier or warp operation that never ends: no thread of "
                  "the block can go on");
    else
        say_access(found, live, text, sizeof text);
    gi_check_found();
    if (!gi_log_enabled(GI_LOG_ERROR))   /* which the error of the work goes to */
        gi_log(GI_LOG_ALWAYS, "memory check: %s", text);
    return gi_fail(found->failure == GI_KERNEL_ACCESSED ? GI_ILLEGAL_ADDRESS : GI_LAUNCH_TRAPPED,
                   "%s", text);
}
