#include "link_files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DIGITS = 20 };

/* A copy under way; out is NULL where only its bytes are counted. */
struct copy {
    unsigned long before, most;  /* numbers of files: the largest of earlier texts, and of all so
                                    far */
    char *out;
    size_t used;
};

static void put_bytes(struct copy *copy, const char *from, size_t bytes)
{
    if (copy->out != NULL)
        memcpy(copy->out + copy->used, from, bytes);
    copy->used += bytes;
}

/* Copies up to the number behind a word, and then the number that takes its place. Gives where to
 * go on, which is the beginning if there is no number. */
static const char *put_number(struct copy *copy, const char *at, const char *word, const char *end)
{
    const char *digits = memmem(at, (size_t)(end - at), word, strlen(word));
    char number[DIGITS + 2];
    unsigned long value = 0;
    const char *rest;

    if (digits == NULL)
        return at;
    digits += strlen(word);
    while (digits < end && (*digits == ' ' || *digits == '\t'))
        digits++;
    for (rest = digits; rest < end && *rest >= '0' && *rest <= '9'; rest++)
        value = value * 10 + (unsigned long)(*rest - '0');
    if (rest == digits)
        return at;
    value += copy->before;
    copy->most = value > copy->most ? value : copy->most;
    put_bytes(copy, at, (size_t)(digits - at));
    put_bytes(copy, number, (size_t)snprintf(number, sizeof number, "%lu", value));
    return rest;
}

static bool begins(const char *line, const char *end, const char *word)
{
    size_t bytes = strlen(word);

    while (line < end && (*line == ' ' || *line == '\t'))
        line++;
    return (size_t)(end - line) > bytes && memcmp(line, word, bytes) == 0 &&
           (line[bytes] == ' ' || line[bytes] == '\t');
}

static void copy_all(struct copy *copy, const char *text, size_t bytes)
{
    const char *at = text, *end = text + bytes;

    while (at < end) {
        const char *line_end = memchr(at, '\n', (size_t)(end - at));

        line_end = line_end != NULL ? line_end + 1 : end;
        if (begins(at, line_end, ".file")) {
            at = put_number(copy, at, ".file", line_end);
        } else if (begins(at, line_end, ".loc")) {
            at = put_number(copy, at, ".loc", line_end);
            at = put_number(copy, at, "inlined_at", line_end);
        }
        put_bytes(copy, at, (size_t)(line_end - at));
        at = line_end;
    }
}

gi_status gi_link_copy(const char *text, size_t bytes, unsigned long *io_files, char **out_copy,
                       size_t *out_bytes)
{
    struct copy copy = { .before = *io_files, .most = *io_files };

    copy_all(&copy, text, bytes);
    copy.out = malloc(copy.used + 1);
    if (copy.out == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "link: no host memory for %zu bytes", copy.used);
    copy.used = 0;
    copy_all(&copy, text, bytes);
    copy.out[copy.used] = '\0';
    *io_files = copy.most;
    *out_copy = copy.out;
    *out_bytes = copy.used;
    return GI_OK;
}
