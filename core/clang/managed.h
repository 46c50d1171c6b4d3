/** Managed variables: clang has them for one interface's host code only. The header marks them in
 *  device code by an alignment. A variable of the program may have the same one, so a source with
 *  some is compiled twice, with two alignments: a variable whose alignment has changed is managed.
 *  Here the PTX gets PTX's own word for it.
 *  Pure; threads: any. */
#ifndef GI_CLANG_MANAGED_H
#define GI_CLANG_MANAGED_H

#include "clang/words.h"

/** The words that tell the header the first and the second alignment, and one that the preprocessor
 *  leaves where a variable is managed. */
extern const char *const gi_managed_words[2];
extern const char gi_managed_seen_word[];

/** Whether PTX has variables with the first alignment. */
bool gi_managed_may_be(const char *ptx);

/** Whether a preprocessed text that was made with the last word has managed variables. */
bool gi_managed_is_seen(const char *text);

/** A copy of PTX in which marked variables are managed.
 *  Parameter second: the PTX with the second alignment.
 *  Parameter out_extern: gets the names of managed variables that the PTX does not define.
 *  Parameter out_has_managed: whether there is a managed variable.
 *  Owner:   the caller, by free.
 *  Returns: NULL if memory has ended. */
char *gi_managed_mark(const char *ptx, const char *second, struct gi_words *out_extern,
                      bool *out_has_managed);

#endif
