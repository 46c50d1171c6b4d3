/** Managed variables: clang has them for one interface's host code only. The header marks them in
 *  device code by an alignment, which the driver gives. A variable of the program may have the same
 *  one, so a file with some is compiled twice, with two alignments: a variable whose alignment has
 *  changed is managed. Here the PTX gets PTX's own word for it. */
#ifndef GI_COMPILE_MANAGED_H
#define GI_COMPILE_MANAGED_H

#include <stdbool.h>

/** The words that tell the header the first and the second alignment, and one that the preprocessor
 *  leaves where a variable is managed. */
extern const char *const gi_managed_words[2];
extern const char gi_managed_seen_word[];

/** Whether a file of PTX has variables with the first alignment; false if it cannot be read. */
bool gi_managed_may_be(const char *program, const char *ptx_path);

/** Whether a preprocessed file that was made with the last word has managed variables. */
bool gi_managed_is_seen(const char *program, const char *path);

/** Rewrites a file of PTX, so that marked variables are managed. An extern one is a mistake unless
 *  the code is joined with that of others.
 *  Parameter second_path: the PTX with the second alignment.
 *  Parameter out_has_managed: whether there was one.
 *  Returns: true; false after a sentence on standard error. */
bool gi_managed_mark(const char *program, const char *ptx_path, const char *second_path,
                     bool is_linked, bool *out_has_managed);

#endif
