/** Runs clang over a source with device code.
 *  Threads: one. */
#ifndef GI_COMPILE_REFUSAL_H
#define GI_COMPILE_REFUSAL_H

#include "compile/options.h"

/** Runs a pass of clang, or prints it, as is wanted. Where clang refuses the place of an alignas,
 *  it runs once more, with the word that makes it take that (clang/refused.h).
 *  Parameter command: gets that word.
 *  Parameter errors: a file that gets clang's messages.
 *  Returns: as gi_process_run; 0 for a dry run. */
int gi_refusal_run(const struct gi_compile_options *options, struct gi_words *command,
                   const char *input, const char *errors);

/** Copies clang's messages to standard error, with notes about what it refuses. */
void gi_refusal_show(const char *errors);

/** Adds the word with which clang colours messages that it does not write to a terminal itself, if
 *  they come to one. */
void gi_refusal_add_colour(struct gi_words *command);

#endif
