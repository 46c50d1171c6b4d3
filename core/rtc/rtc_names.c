#include "rtc/rtc_names.h"

#include <stdio.h>
#include <string.h>

#define VARIABLE "__gpuinterop_name_"

/* A character of an expression that stands in no literal. Counts brackets; false if it cannot stand
 * in a line of ours. */
static bool may_stand(char one, int *depth)
{
    *depth += (one == '(' || one == '[' || one == '{') - (one == ')' || one == ']' || one == '}');
    return *depth >= 0 && one != ';' && one != '#' && one != '\\' && one != '"';
}

bool gi_rtc_name_is_expression(const char *name, const char **out_why)
{
    int depth = 0;
    bool has_word = false;

    for (const char *at = name; *at != 0; at++) {
        *out_why = "extra tokens stand behind the name";
        if (!may_stand(*at, &depth) || (*at == ',' && depth == 0 && strchr(name, '<') == NULL))
            return false;
        has_word = has_word || strchr(" \t\r\n", *at) == NULL;
    }
    *out_why = depth != 0 ? "its brackets are not closed" : "an expression is expected";
    return depth == 0 && has_word;
}

/* An expression as it stands in one line: without comments to the end of the line, and without
 * line feeds. */
static void add_expression(struct gi_rtc_text *source, const char *name)
{
    for (; *name != 0; name++) {
        if (name[0] == '/' && name[1] == '/')
            name += strcspn(name, "\n");
        if (*name == 0)
            break;
        gi_rtc_text_add(source, strchr("\r\n", *name) != NULL ? " " : name, 1);
    }
}

void gi_rtc_names_add(struct gi_rtc_text *source, const struct gi_words *names)
{
    for (size_t i = 0; i < names->count; i++) {
        const char *name = names->all[i] + strspn(names->all[i], " \t\r\n");

        gi_rtc_text_say(source, "\n#line %zu \"" GI_RTC_NAMES_FILE "\"\n", i + 1);
        gi_rtc_text_say(source, "extern \"C\" __device__ __attribute__((used)) void *const "
                        VARIABLE "%zu = (void *)%s(", i, *name == '&' ? "" : "&");
        add_expression(source, name);
        gi_rtc_text_say(source, ");\n");
    }
}

/* "... __gpuinterop_name_0 = x;", "... = generic(x);": the name in such a line. */
static void add_lowered(const char *line, struct gi_words *out_lowered)
{
    const char *at = strchr(line, '=') + 1;

    at += strspn(at, " ");
    if (gi_begins_with(at, "generic("))
        at += strlen("generic(");
    gi_words_add_text(out_lowered, "%.*s", (int)strcspn(at, ");\n"), at);
}

static void cut_out(char *text, size_t *io_bytes, char *from, char *to)
{
    memmove(from, to, *io_bytes - (size_t)(to - text) + 1);
    *io_bytes -= (size_t)(to - from);
}

/* The line that defines a variable; NULL if there is none. */
static char *find_line(char *ptx, const char *variable)
{
    char *line = ptx;

    while (line != NULL && *line != 0) {
        char *end = strchr(line, '\n'), *found = strstr(line, variable);

        if (found == NULL)
            return NULL;
        while (end != NULL && end < found) {
            line = end + 1;
            end = strchr(line, '\n');
        }
        if (*line == '.' && memchr(line, '=', end != NULL ? (size_t)(end - line) : strlen(line)))
            return line;
        line = end != NULL ? end + 1 : NULL;
    }
    return NULL;
}

bool gi_rtc_names_take(char *ptx, size_t *io_bytes, size_t count, struct gi_words *out_lowered)
{
    for (size_t i = 0; i < count; i++) {
        char variable[64], *line, *end;

        snprintf(variable, sizeof variable, " " VARIABLE "%zu ", i);
        line = find_line(ptx, variable);
        if (line == NULL)
            return false;
        add_lowered(line, out_lowered);
        end = strchr(line, '\n');
        cut_out(ptx, io_bytes, line, end != NULL ? end + 1 : ptx + *io_bytes);
    }
    return !out_lowered->is_short;
}

static bool is_of_name(char one)
{
    return (one >= 'a' && one <= 'z') || (one >= 'A' && one <= 'Z') || (one >= '0' && one <= '9')
        || one == '_' || one == '$';
}

static size_t name_length(const char *at)
{
    size_t length = 0;

    while (is_of_name(at[length]))
        length++;
    return length;
}

/* How much of a name goes, and from where: _ZL5table has six characters in front, _ZL4fillPi the
 * letter L. 0: nothing. */
static size_t to_drop(const char *name, size_t length, size_t *out_from)
{
    size_t digits = 0, named = 0;

    if (length < 5 || strncmp(name, "_ZL", 3) != 0)
        return 0;
    while (digits < 6 && name[3 + digits] >= '0' && name[3 + digits] <= '9')
        named = named * 10 + (size_t)(name[3 + digits++] - '0');
    if (digits == 0 || named == 0 || 3 + digits + named > length)
        return 0;
    *out_from = 3 + digits + named == length ? 0 : 2;
    return *out_from == 0 ? 3 + digits : 1;
}

void gi_rtc_names_of_vendor(char *ptx, size_t *io_bytes)
{
    char *to = ptx;

    for (const char *from = ptx; *from != 0;) {
        size_t length = name_length(from), at = 0, dropped = to_drop(from, length, &at);

        length += length == 0;
        memmove(to, from, at);
        memmove(to + at, from + at + dropped, length - at - dropped);
        to += length - dropped;
        from += length;
    }
    *to = 0;
    *io_bytes = (size_t)(to - ptx);
}
