/** The checks that a program asks for by GPUINTEROP_CHECK: a list of words with commas between
 *  them. "memory" has kernels look at each address before they use it; "exit" ends the process with
 *  status 1 if a check found an error. The variable is read once.
 *  Threads: any. */
#ifndef GI_CHECK_H
#define GI_CHECK_H

#include <stddef.h>
#include <stdatomic.h>
#include <stdbool.h>

/** For the functions below. */
enum { GI_CHECK_UNREAD = -1, GI_CHECK_MEMORY = 1, GI_CHECK_EXIT = 2 };
extern atomic_int gi_check_words;

/** Reads the variable, if it was not read yet. Returns a set of the words. */
int gi_check_begin(void);

/** Whether a program asks for a check. */
static inline bool gi_check_has(int word)
{
    int words = atomic_load_explicit(&gi_check_words, memory_order_relaxed);

    return ((words == GI_CHECK_UNREAD ? gi_check_begin() : words) & word) != 0;
}

static inline bool gi_check_memory(void)
{
    return gi_check_has(GI_CHECK_MEMORY);
}

/** Reads the text of the variable. False, and *out_wrong is the word, if a word is unknown. The
 *  words before it are in *out_words. */
bool gi_check_parse(const char *text, int *out_words, const char **out_wrong,
                    size_t *out_wrong_length);

/** Notes that a check found an error. */
void gi_check_found(void);

#endif
