/** Lists of words, as command lines are made of.
 *  Threads: any; one for each list. */
#ifndef GI_CLANG_WORDS_H
#define GI_CLANG_WORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** A list of words with NULL behind the last one. One of zeros is empty. */
struct gi_words {
    char **all;
    size_t count;
    size_t room;
    bool is_short;              /* memory ended: a word is missing */
};

/** The function that is called where memory ends; NULL: none. A program sets it before it makes the
 *  first list, to a function that does not return. The library leaves it: there a list is short
 *  then, and a text is NULL. */
extern void (*gi_words_without_memory)(void);

/** Appends a copy of a word. A NULL, as a text is that memory was too short for, makes the list
 *  short. */
void gi_words_add(struct gi_words *words, const char *word);

/** Appends a word by a format. */
void gi_words_add_text(struct gi_words *words, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/** Appends copies of the words of another list. */
void gi_words_add_all(struct gi_words *words, const struct gi_words *others);

/** Appends copies of words up to a NULL. */
void gi_words_add_array(struct gi_words *words, const char *const *array);

/** Removes the last word. There is one. */
void gi_words_drop_last(struct gi_words *words);

void gi_words_finish(struct gi_words *words);

/** A text by a format.
 *  Owner:   the caller, by free.
 *  Returns: NULL if memory has ended. */
char *gi_text(const char *format, ...) __attribute__((format(printf, 1, 2)));

/** A number made of a text and of the number of the texts before it: equal texts give equal
 *  numbers, and others most likely do not. */
uint64_t gi_text_sum(uint64_t before, const char *text);

bool gi_begins_with(const char *text, const char *start);

/** The file's name without its folders. */
const char *gi_base_name(const char *path);

/** The last dot of the file's name with all behind it; "" if there is none. */
const char *gi_extension(const char *path);

#endif
