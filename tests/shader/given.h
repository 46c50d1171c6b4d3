/** Modules of SPIR-V in files, which are the program's arguments. Some may be missing: not each
 *  compiler is everywhere. */
#ifndef SHADER_GIVEN_H
#define SHADER_GIVEN_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "../skip_case.h"

enum { MOST_WORDS = 16384 };

struct words {
    uint32_t at[MOST_WORDS];
    size_t count;
};

static char **given_files;
static int given_count;

/** The file of a name; NULL: it is not among the arguments. */
static inline const char *given_path(const char *name)
{
    for (int i = 0; i < given_count; i++) {
        const char *base = strrchr(given_files[i], '/');

        if (strcmp(base != NULL ? base + 1 : given_files[i], name) == 0)
            return given_files[i];
    }
    return NULL;
}

static inline void read_words(const char *path, struct words *out)
{
    FILE *file = fopen(path, "rb");

    assert_non_null(file);
    out->count = fread(out->at, 4, MOST_WORDS, file);
    fclose(file);
    assert_true(out->count > 0 && out->count < MOST_WORDS);
}

/** Reads the module, or ends the case as skipped. */
#define READ_GIVEN(name, out) \
    do { \
        if (given_path(name) == NULL) \
            SKIP_CASE("there is no compiler for " name); \
        read_words(given_path(name), out); \
    } while (0)

#endif
