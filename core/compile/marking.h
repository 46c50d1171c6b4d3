/** Managed variables in the files of a compiler driver (clang/managed.h). */
#ifndef GI_COMPILE_MARKING_H
#define GI_COMPILE_MARKING_H

#include <stdbool.h>

/** Whether a file of PTX may have managed variables; false if it cannot be read. */
bool gi_marking_may_be(const char *program, const char *ptx_path);

/** Whether a file that was preprocessed with gi_managed_seen_word has managed variables. */
bool gi_marking_is_seen(const char *program, const char *path);

/** Rewrites a file of PTX, so that marked variables are managed. An extern one is a mistake unless
 *  the code is joined with that of others.
 *  Parameter second_path: the PTX with the second alignment.
 *  Parameter out_has_managed: whether there was one.
 *  Returns: true; false after a sentence on standard error. */
bool gi_marking_mark(const char *program, const char *ptx_path, const char *second_path,
                     bool is_linked, bool *out_has_managed);

#endif
