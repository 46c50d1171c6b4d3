/** Runs clang over a source with device code.
 *  Threads: one. */
#ifndef GI_COMPILE_REFUSAL_H
#define GI_COMPILE_REFUSAL_H

#include "compile/options.h"

/** Runs a pass of clang as gi_process_run_or_print does. Where clang refuses a declaration of a
 *  shared variable, the pass runs again, with the words that make clang take it (clang/refused.h).
 *  Later passes over the source have the words at once. One that fails then runs once more without.
 *  Parameter errors: a file that gets clang's messages.
 *  Parameter io_mending: the words that a pass over the source needed; empty at first.
 *  Returns: the exit status; 0 for a dry run. */
int gi_refusal_run(const struct gi_compile_options *options, const struct gi_words *command,
                   const char *input, const char *errors, struct gi_words *io_mending);

/** Copies clang's messages to standard error, with notes about what it refuses. */
void gi_refusal_show(const char *errors);

/** Adds the word with which clang colours messages that it does not write to a terminal itself, if
 *  they come to one. */
void gi_refusal_add_colour(struct gi_words *command);

#endif
