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

static const char *find(struct part part, const char *word)
{
    return memmem(part.begin, (size_t)(part.end - part.begin), word, strlen(word));
}

/* Whether a line may be the first one of another message, or of the sums at the end. */
static bool is_next(struct part line)
{
    return find(line, "error: ") != NULL || find(line, "warning: ") != NULL
        || find(line, "In file included from ") == line.begin || find(line, " generated") != NULL;
}

static const struct refusal *refusal_of(struct part line)
{
    for (size_t i = 0; i < sizeof refusals / sizeof refusals[0]; i++) {
        if (find(line, "error: ") != NULL && find(line, refusals[i].message) != NULL)
            return &refusals[i];
    }
    return NULL;
}

static void put(gi_refused_take *take, void *taker, const char *text)
{
    take(taker, text, strlen(text));
}

/* The file and the line stand before "error: ". A terminal's colours, which may be between them,
 * are left out. */
static void put_note(gi_refused_take *take, void *taker, const struct refusal *refusal,
                     struct part line)
{
    const char *at = line.begin, *end = find(line, "error: ");

    while (at < end) {
        struct part rest = { at, end };
        const char *escape = find(rest, "\033[");

        take(taker, at, (size_t)((escape != NULL ? escape : end) - at));
        at = end;
        if (escape != NULL) {
            rest.begin = escape;
            escape = find(rest, "m");
            at = escape != NULL ? escape + 1 : end;
        }
    }
    put(take, taker, "note: ");
    put(take, taker, refusal->note);
    put(take, taker, "\n");
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
