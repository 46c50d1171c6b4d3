/** Where clang, the headers and the libraries are. */
#ifndef GI_COMPILE_PLACES_H
#define GI_COMPILE_PLACES_H

#include "compile/dialect.h"

struct gi_places {
    char *clang;
    char *headers;              /* the folder of all headers */
    char *prelude;              /* the header that every source begins with */
    char *libraries;
};

/** Finds all; places that the user named come first.
 *  Parameter clang: the user's; NULL if not said.
 *  Owner: the caller ends it by gi_places_finish, also after a failure.
 *  Returns: true; false after a sentence on standard error. */
bool gi_places_find(const struct gi_dialect *dialect, const char *clang,
                    struct gi_places *out_places);

void gi_places_finish(struct gi_places *places);

#endif
