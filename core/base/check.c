#include "check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "log.h"

atomic_int gi_check_words = GI_CHECK_UNREAD;

static atomic_bool has_found;

static const struct {
    const char *text;
    int word;
} known_words[] = { { "memory", GI_CHECK_MEMORY }, { "exit", GI_CHECK_EXIT } };

static int known_word(const char *text, size_t length)
{
    for (size_t i = 0; i < sizeof known_words / sizeof known_words[0]; i++) {
        if (strlen(known_words[i].text) == length &&
            memcmp(known_words[i].text, text, length) == 0)
            return known_words[i].word;
    }
    return 0;
}

bool gi_check_parse(const char *text, int *out_words, const char **out_wrong,
                    size_t *out_wrong_length)
{
    *out_words = 0;
    while (*text != '\0') {
        size_t length = strcspn(text, ",");
        int word = known_word(text, length);

        if (word == 0) {
            *out_wrong = text;
            *out_wrong_length = length;
            return false;
        }
        *out_words |= word;
        text += length + (text[length] == ',');
    }
    return true;
}

/* Only the thread that stores the words first reports a wrong one. */
int gi_check_begin(void)
{
    const char *text = getenv("GPUINTEROP_CHECK"), *wrong = NULL;
    int words = 0, unread = GI_CHECK_UNREAD;
    size_t length = 0;
    bool is_right = text == NULL || gi_check_parse(text, &words, &wrong, &length);

    if (!atomic_compare_exchange_strong(&gi_check_words, &unread, words))
        return unread;
    if (!is_right)
        gi_log(GI_LOG_ALWAYS, "GPUINTEROP_CHECK has the word \"%.*s\"; right would be memory, or "
               "memory,exit", (int)length, wrong);
    return words;
}

void gi_check_found(void)
{
    atomic_store(&has_found, true);
}

/* Runs behind all exit handlers, as the library stays loaded until the process ends. It first
 * writes the bytes that streams of the C library still hold. */
__attribute__((destructor)) static void end_process(void)
{
    int words = atomic_load(&gi_check_words);

    if (words != GI_CHECK_UNREAD && (words & GI_CHECK_EXIT) != 0 && atomic_load(&has_found)) {
        (void)fflush(NULL);
        _exit(1);
    }
}
