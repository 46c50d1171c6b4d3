#include "compile/words.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *or_end(void *memory)
{
    if (memory == NULL) {
        fputs("no memory left\n", stderr);
        exit(1);
    }
    return memory;
}

void gi_words_add(struct gi_words *words, const char *word)
{
    if (words->count + 2 > words->room) {
        words->room = words->room * 2 + 16;
        words->all = or_end(realloc(words->all, words->room * sizeof(*words->all)));
    }
    words->all[words->count++] = or_end(strdup(word));
    words->all[words->count] = NULL;
}

void gi_words_add_all(struct gi_words *words, const struct gi_words *others)
{
    for (size_t i = 0; i < others->count; i++)
        gi_words_add(words, others->all[i]);
}

void gi_words_add_array(struct gi_words *words, const char *const *array)
{
    for (; array != NULL && *array != NULL; array++)
        gi_words_add(words, *array);
}

void gi_words_finish(struct gi_words *words)
{
    for (size_t i = 0; i < words->count; i++)
        free(words->all[i]);
    free(words->all);
    *words = (struct gi_words){ 0 };
}

char *gi_text(const char *format, ...)
{
    char *text = NULL;
    va_list values;
    int length;

    va_start(values, format);
    length = vasprintf(&text, format, values);
    va_end(values);
    return or_end(length < 0 ? NULL : text);
}

uint64_t gi_text_sum(uint64_t before, const char *text)
{
    uint64_t sum = before ^ UINT64_C(0xcbf29ce484222325);

    do {
        sum = (sum ^ (unsigned char)*text) * UINT64_C(0x100000001b3);       /* FNV-1a */
    } while (*text++ != 0);
    return sum;
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
