#include "clang/managed.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define WORD "-D__GPUINTEROP_MANAGED_ALIGN__="
#define SEEN "gpuinterop_is_managed"

const char *const gi_managed_words[2] = { WORD "8192", WORD "16384" };
const char gi_managed_seen_word[] = WORD SEEN;

/* How marked variables are declared, and what stands in the place of the first mark: all variables
 * of a module begin at a multiple of it. */
#define MARK ".global .align 8192 "
#define SECOND_MARK ".global .align 16384 "
#define MANAGED ".global .attribute(.managed) .align 256 "

/* The name in a declaration: the last word before its end, an array's size or a first value. */
static const char *declared_name(const char *declaration, size_t *out_length)
{
    size_t end = strcspn(declaration, ";=[\n"), begin;

    while (end > 0 && isspace((unsigned char)declaration[end - 1]))
        end--;
    for (begin = end; begin > 0 && !isspace((unsigned char)declaration[begin - 1]); begin--)
        ;
    *out_length = end - begin;
    return declaration + begin;
}

static bool is_extern(const char *text, const char *mark)
{
    static const char word[] = ".extern ";
    size_t length = sizeof(word) - 1;

    return (size_t)(mark - text) >= length && strncmp(mark - length, word, length) == 0;
}

/* Whether the variable has the second mark in the other text. */
static bool is_managed(const char *declaration, const char *second)
{
    size_t length, other_length;
    const char *name = declared_name(declaration, &length), *mark, *other;

    for (; (mark = strstr(second, SECOND_MARK)) != NULL; second = mark + sizeof(SECOND_MARK) - 1) {
        other = declared_name(mark, &other_length);
        if (other_length == length && strncmp(name, other, length) == 0)
            return true;
    }
    return false;
}

static void add_name(struct gi_words *names, const char *declaration)
{
    size_t length;
    const char *name = declared_name(declaration, &length);

    gi_words_add_text(names, "%.*s", (int)length, name);
}

/* Room for the text with each mark replaced. */
static char *alloc_marked(const char *ptx)
{
    size_t bytes = strlen(ptx) + 1;

    for (const char *mark = ptx; (mark = strstr(mark, MARK)) != NULL; mark++)
        bytes += sizeof(MANAGED) - sizeof(MARK);
    return malloc(bytes);
}

static char *put_bytes(char *at, const char *text, size_t count)
{
    memcpy(at, text, count);
    return at + count;
}

bool gi_managed_may_be(const char *ptx)
{
    return strstr(ptx, MARK) != NULL;
}

bool gi_managed_is_seen(const char *text)
{
    return strstr(text, "aligned(" SEEN ")") != NULL;
}

char *gi_managed_mark(const char *ptx, const char *second, struct gi_words *out_extern,
                      bool *out_has_managed)
{
    char *text = alloc_marked(ptx), *at = text;
    const char *mark;

    *out_has_managed = false;
    if (text == NULL)
        return NULL;
    for (; (mark = strstr(ptx, MARK)) != NULL; ptx = mark + sizeof(MARK) - 1) {
        bool changes = is_managed(mark, second);
        const char *word = changes ? MANAGED : MARK;

        if (changes && is_extern(ptx, mark))
            add_name(out_extern, mark);
        at = put_bytes(at, ptx, (size_t)(mark - ptx));
        at = put_bytes(at, word, strlen(word));
        *out_has_managed |= changes;
    }
    put_bytes(at, ptx, strlen(ptx) + 1);
    return text;
}
