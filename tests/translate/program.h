/* A module of a file, with its variables in device memory of the small host. */
#ifndef TRANSLATE_PROGRAM_H
#define TRANSLATE_PROGRAM_H

#include "host.h"

struct program {
    struct gi_arena arena;
    char *text;
    struct gi_ptx_module *module;
    struct gi_translate_variables variables;
    struct host_memory image;
};

/* Takes the host's memory back before. A failure ends the test. */
void program_open(struct program *program, const char *folder, const char *file);
void program_close(struct program *program);

/* Translates, checks and runs a kernel whose parameters have 8 bytes at most. */
void program_launch(struct program *program, const char *name, const uint64_t *arguments,
                    uint32_t blocks, uint32_t threads);

#endif
