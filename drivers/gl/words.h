/** Texts with names of extensions, which have a space between two.
 *  Threads: any. */
#ifndef GIGL_WORDS_H
#define GIGL_WORDS_H

#include <string.h>

/** The next word of a text, which has no 0 behind it; NULL: there is none. The text moves behind
 *  it, and may be NULL. */
static inline const char *gigl_next_word(const char **text, size_t *out_length)
{
    const char *word = *text;

    if (word == NULL || *word == '\0')
        return NULL;
    *out_length = strcspn(word, " ");
    *text = word + *out_length + (word[*out_length] == ' ');
    return word;
}

#endif
