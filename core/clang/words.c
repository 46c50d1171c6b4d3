#include "clang/words.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fnv.h"

void (*gi_words_without_memory)(void);

/* Memory that may be NULL, after the program was asked. */
static void *or_ask(void *memory)
{
    if (memory == NULL && gi_words_without_memory != NULL)
        gi_words_without_memory();
    return memory;
}

/* Makes room for one more word. */
static bool has_room(struct gi_words *words)
{
    size_t room = words->room * 2 + 16;
    char **all;

    if (words->count + 2 <= words->room)
        return true;
    all = or_ask(realloc(words->all, room * sizeof(*all)));
    if (all == NULL)
        return false;
    words->all = all;
    words->room = room;
    return true;
}

void gi_words_add(struct gi_words *words, const char *word)
{
    char *copy = word != NULL ? or_ask(strdup(word)) : NULL;

    if (copy == NULL || !has_room(words)) {
        free(copy);
        words->is_short = true;
        return;
    }
    words->all[words->count++] = copy;
    words->all[words->count] = NULL;
}

void gi_words_add_all(struct gi_words *words, const struct gi_words *others)
{
    for (size_t i = 0; i < others->count; i++)
        gi_words_add(words, others->all[i]);
    words->is_short = words->is_short || others->is_short;
}

void gi_words_add_array(struct gi_words *words, const char *const *array)
{
    for (; array != NULL && *array != NULL; array++)
        gi_words_add(words, *array);
}

void gi_words_drop_last(struct gi_words *words)
{
    words->count--;
    free(words->all[words->count]);
    words->all[words->count] = NULL;
}

void gi_words_finish(struct gi_words *words)
{
    for (size_t i = 0; i < words->count; i++)
        free(words->all[i]);
    free(words->all);
    *words = (struct gi_words){ 0 };
}

static char *text_of(const char *format, va_list values)
{
    char *text = NULL;

    return or_ask(vasprintf(&text, format, values) < 0 ? NULL : text);
}

char *gi_text(const char *format, ...)
{
    va_list values;
    char *text;

    va_start(values, format);
    text = text_of(format, values);
    va_end(values);
    return text;
}

void gi_words_add_text(struct gi_words *words, const char *format, ...)
{
    va_list values;
    char *text;

    va_start(values, format);
    text = text_of(format, values);
    va_end(values);
    gi_words_add(words, text);
    free(text);
}

uint64_t gi_text_sum(uint64_t before, const char *text)
{
    return gi_fnv(before ^ GI_FNV_BEGIN, text, strlen(text) + 1);
}

bool gi_begins_with(const char *text, const char *start)
{
    return strncmp(text, start, strlen(start)) == 0;
}

const char *gi_base_name(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash != NULL ? slash + 1 : path;
}

const char *gi_extension(const char *path)
{
    const char *dot = strrchr(gi_base_name(path), '.');

    return dot != NULL ? dot : "";
}
