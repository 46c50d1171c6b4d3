#include "clang/refused.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Lines above a message's that may have the __shared__ of its declaration. */
enum { LINES_UPWARDS = 6 };

static const char alignas_word[] = "-D__GPUINTEROP_ALIGNAS__=1";
static const char lines_word[] = "-D__GPUINTEROP_SHARED_LINES__=1";

/* Clang's words about what the words have become. */
static const char *const words_of_mending[] = {
    "macro 'alignas'", "macro '__shared__'", "'loader_uninitialized'",
};

static const char first_value[] = "initialization is not supported for __shared__ variables";
static const char late_attribute[] = "an attribute list cannot appear here";
static const char late_alignas[] = "'alignas' attribute cannot be applied to types";
static const char late_note[] =
    "alignas and attributes in brackets stand before all other words of a declaration, as in: "
    "alignas(16) __shared__ float x[32];";

/* A message of clang's, and the note. To clang alignas is an attribute. */
struct refusal {
    const char *message, *note;
};

static const struct refusal refusals[] = {
    { first_value,
      "shared memory has no first value, and no constructor or destructor runs there; for a type T "
      "of this kind write in the kernel: alignas(T) __shared__ char bytes[sizeof(T)]; "
      "T &name = reinterpret_cast<T &>(bytes); and let one thread set the value" },
    { late_attribute, late_note },
    { late_alignas, late_note },        /* the type has a name */
};

/* A part of a text. */
struct part {
    const char *begin, *end;
};

static struct part line_of(const char *text)
{
    const char *end = strchr(text, '\n');

    return (struct part){ text, end != NULL ? end + 1 : text + strlen(text) };
}

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

/* ---- another run ----------------------------------------------------------------------------- */

/* The first of the digits before a place. */
static const char *digits_before(struct part text)
{
    while (text.end > text.begin && text.end[-1] >= '0' && text.end[-1] <= '9')
        text.end--;
    return text.end;
}

/* The number of the source's line that a message begins with: "name:1:2: ", "name:1: " or
 * "name(1): ". */
static unsigned long source_line_of(struct part message)
{
    struct part place = { message.begin, find_behind_place(message) - 2 };
    const char *number, *other;

    if (place.end[-1] == ')')
        place.end--;
    number = digits_before(place);
    place.end = number - 1;
    other = digits_before(place);
    if (*place.end == ':' && other < place.end && other > place.begin && other[-1] == ':')
        number = other;
    return strtoul(number, NULL, 10);
}

static bool has_word(const struct gi_words *words, size_t count, const char *word)
{
    for (size_t i = 0; i < count; i++) {
        if (strcmp(words->all[i], word) == 0)
            return true;
    }
    return false;
}

static void add_once(struct gi_words *words, const char *word)
{
    if (!has_word(words, words->count, word))
        gi_words_add(words, word);
}

/* Names the first line, from the message's upwards, that the runs before did not have. */
static void mend_first_value(struct part message, struct gi_words *words, size_t count_before)
{
    unsigned long number = source_line_of(message);
    char word[96];

    for (unsigned long up = 0; up <= LINES_UPWARDS && up < number; up++) {
        snprintf(word, sizeof word, "-D__GPUINTEROP_SHARED_%lu=,"
                 "static __attribute__((loader_uninitialized))", number - up);
        if (has_word(words, count_before, word))
            continue;
        add_once(words, lines_word);
        add_once(words, word);
        return;
    }
}

bool gi_refused_mend(const char *messages, struct gi_words *io_words)
{
    size_t count_before = io_words->count;

    while (*messages != 0) {
        struct part line = line_of(messages);
        const struct refusal *refusal = refusal_of(line);

        if (refusal != NULL && refusal->note == late_note)
            add_once(io_words, alignas_word);
        else if (refusal != NULL)
            mend_first_value(line, io_words, count_before);
        messages = line.end;
    }
    return io_words->count > count_before;
}

bool gi_refused_is_about_words(const char *messages)
{
    for (size_t i = 0; i < sizeof words_of_mending / sizeof words_of_mending[0]; i++) {
        if (strstr(messages, words_of_mending[i]) != NULL)
            return true;
    }
    return false;
}

/* ---- notes ----------------------------------------------------------------------------------- */

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
        struct part line = line_of(messages);

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
