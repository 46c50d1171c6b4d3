/** Where clang, the headers and the libraries are. */
#ifndef GI_CLANG_PLACES_H
#define GI_CLANG_PLACES_H

#include <stdbool.h>

#include "clang/language.h"

struct gi_places {
    char *clang;
    char *headers;              /* the folder of all headers */
    char *prelude;              /* the header that every source begins with */
    char *libraries;            /* the folder of ours; NULL in the library, which links nothing */
    bool is_short;              /* memory has ended */
};

enum { GI_PLACES_WHY = 512 };

/** Finds all, seen from the program or from the library that this is a part of. Places that the
 *  user named come first. A program with another user's rights does not read the user's variables.
 *  Parameter clang: the user's; NULL if not said.
 *  Parameter out_why: GI_PLACES_WHY bytes for the sentence of a failure.
 *  Owner:   the caller ends it by gi_places_finish, also after a failure.
 *  Returns: false after a sentence; is_short tells whether it is about memory. */
bool gi_places_find(const struct gi_language *language, const char *clang,
                    struct gi_places *out_places, char *out_why);

/** Tells if the clang that gi_places_find takes without a user's word is there.
 *  Parameter out_why: GI_PLACES_WHY bytes for the sentence where there is none. */
bool gi_places_has_clang(char *out_why);

void gi_places_finish(struct gi_places *places);

#endif
