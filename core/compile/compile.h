/** The passes of clang that make one output of one source. */
#ifndef GI_COMPILE_COMPILE_H
#define GI_COMPILE_COMPILE_H

#include "compile/options.h"
#include "clang/places.h"

/** One run of the driver. */
struct gi_compile_run {
    const struct gi_dialect *dialect;
    const struct gi_compile_options *options;
    const struct gi_places *places;
    struct gi_words *mending;   /* of one source (compile/refusal.h); NULL outside of one */
};

/** Runs a command, and prints it if that is wanted.
 *  Returns: its exit status; 0 for a dry run. */
int gi_compile_command(const struct gi_compile_run *run, struct gi_words *command);

/** Makes what the goal wants of a source.
 *  Parameter number: tells the temporary files of several sources apart.
 *  Parameter output: NULL for standard output, or for clang's own choice.
 *  Returns: 0, or the exit status of what failed. */
int gi_compile_source(const struct gi_compile_run *all, const struct gi_compile_input *input,
                      size_t number, const char *output);

#endif
