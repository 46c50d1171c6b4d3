/** The differences of the two compiler drivers. */
#ifndef GI_COMPILE_DIALECT_H
#define GI_COMPILE_DIALECT_H

#include <stdbool.h>

#include "clang/language.h"

struct gi_dialect {
    const char *program;            /* the driver's name */
    const char *title;              /* of the language, for --help */
    const struct gi_language *language;
    const char *library;            /* linked by -l */
    const char *host_language;      /* clang's name of the language in the host pass */
    const char *const *extensions;  /* of sources with device code */
    const char *const *host_words;      /* more words of the host pass */
    const char *per_thread_word;    /* makes NULL the calling thread's stream */
    const char *managed_language;   /* of the host pass of a file with managed variables */
    const char *const *managed_words;   /* more words of it */
    const char *const *linked_words;    /* of both passes, where device code is joined */
    const char *const *known_functions; /* of device code, which no object defines; or NULL */
    bool is_bundle;                 /* the image is an offload bundle; else a fatbin */
};

/** The whole driver.
 *  Returns: the exit status. */
int gi_compile_main(const struct gi_dialect *dialect, int argc, char **argv);

#endif
