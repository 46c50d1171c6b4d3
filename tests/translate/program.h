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
    const struct gi_translate_target *target;   /* the host's; a test may put another here */
    bool checks;                /* SPIRV-Tools are installed */
};

/* Takes the host's memory back before. A failure ends the test. */
void program_open(struct program *program, const char *folder, const char *file);
void program_close(struct program *program);

/* Translates a kernel; SPIRV-Tools read the module. */
void program_translate(struct program *program, const char *name, struct gi_arena *arena,
                       struct gi_translate_kernel *out_kernel);

/* Translates and runs a kernel whose parameters have 8 bytes at most. */
void program_launch(struct program *program, const char *name, const uint64_t *arguments,
                    const uint32_t grid[3], const uint32_t block[3], uint32_t dynamic);

/* The same with rows of blocks and threads. */
void program_launch_row(struct program *program, const char *name, const uint64_t *arguments,
                        uint32_t blocks, uint32_t threads);

#endif
