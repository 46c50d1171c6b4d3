#include "clang/refused.h"

#include <stdbool.h>
#include <string.h>

const char *const gi_refused_alignas_word = "-D__GPUINTEROP_ALIGNAS__=1";

const char gi_refused_attribute[] = "an attribute list cannot appear here";
const char gi_refused_macro[] = "macro 'alignas'";

/* A message of clang's, and the note. */
struct refusal {
    const char *message, *note;
};

static const struct refusal refusals[] = {
    { "initialization is not supported for __shared__ variables",
      "shared memory has no first value, and no constructor or destructor runs there; for a type T "
      "of this kind write in the kernel: alignas(T) __shared__ char bytes[sizeof(T)]; "
      "T &name = reinterpret_cast<T &>(bytes); and let one thread set the value" },
    { gi_refused_attribute,
      "alignas and attributes in brackets stand before all other words of a declaration, as in: "
      "alignas(16) __shared__ float x[32];" },
};

/* A part of a text. */
struct part {
    const char *begin, *end;
};

static const char *find_word(struct part part, const char *word)
{
    return memmem(part.begin, (size_t)(part.end - part.begin), word, strlen(word));
}

static bool begins(struct part part, const char *word)
{
    size_t length = strlen(word);

    return (size_t)(part.end - part.begin) >= length && memcmp(part.begin, word, length) == 0;
}

/* The text behind a terminal's colour, if there is one. */
static const char *skip_colour(struct part line)
{
    const char *end = begins(line, "\033[") ? find_word(line, "m") : NULL;

    return end != NULL ? end + 1 : line.begin;
}

/* Behind the place that a message of clang's begins with, as "name:1:2: " or "name(1): "; NULL if
 * the line has none. Lines of the source, which clang shows, may have other words of messages. */
static const char *find_behind_place(struct part line)
{
    for (const char *at = line.begin; at < line.end; at++) {
        struct part rest = { at + 1 + strspn(at + 1, "0123456789"), line.end };

        if ((*at != ':' && *at != '(') || rest.begin == at + 1)
            continue;
        if (*at == '(' && *rest.begin++ != ')')
            continue;
        if (begins(rest, ": "))
            return rest.begin + 2;
    }
    return NULL;
}

/* Whether a line is the first one of a message of a kind. */
static bool is_message(struct part line, const char *kind)
{
    struct part rest = { find_behind_place(line), line.end };

    if (rest.begin == NULL)
        return false;
    while (rest.begin != skip_colour(rest))
        rest.begin = skip_colour(rest);
    return begins(rest, kind);
}

static bool is_error(struct part line)
{
    return is_message(line, "error: ") || is_message(line, "fatal error: ");
}

/* Whether a line is the first one of another message, or of the sums at the end. */
static bool is_next(struct part line)
{
    return is_error(line) || is_message(line, "warning: ")
        || begins(line, "In file included from ")
        || (*line.begin >= '0' && *line.begin <= '9' && find_word(line, " generated") != NULL);
}

static const struct refusal *refusal_of(struct part line)
{
    for (size_t i = 0; i < sizeof refusals / sizeof refusals[0]; i++) {
        if (is_error(line) && find_word(line, refusals[i].message) != NULL)
            return &refusals[i];
    }
    return NULL;
}

static void put_text(gi_refused_take *take, void *taker, const char *text)
{
    take(taker, text, strlen(text));
}

/* The file and the line stand before "error: ". A terminal's colours, which may be between them,
 * are left out. */
static void put_note(gi_refused_take *take, void *taker, const struct refusal *refusal,
                     struct part line)
{
    const char *at = line.begin, *end = find_word(line, "error: ");

    while (at < end) {
        struct part rest = { at, end };
        const char *escape = find_word(rest, "\033[");

        take(taker, at, (size_t)((escape != NULL ? escape : end) - at));
        at = end;
        if (escape != NULL) {
            rest.begin = escape;
            escape = find_word(rest, "m");
            at = escape != NULL ? escape + 1 : end;
        }
    }
    put_text(take, taker, "note: ");
    put_text(take, taker, refusal->note);
    put_text(take, taker, "\n");
}

void gi_refused_explain(const char *messages, gi_refused_take *take, void *taker)
{
    const struct refusal *refusal = NULL;
    struct part refused = { messages, messages };

    while (*messages != 0) {
        const char *end = strchr(messages, '\n');
        struct part line = { messages, end != NULL ? end + 1 : messages + strlen(messages) };

        if (is_next(line)) {
            if (refusal != NULL)
                put_note(take, taker, refusal, refused);
            refusal = refusal_of(line);
            refused = line;
        }
        take(taker, line.begin, (size_t)(line.end - line.begin));
        messages = line.end;
    }
    if (refusal != NULL)
        put_note(take, taker, refusal, refused);
}
