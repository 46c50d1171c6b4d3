/** The command line of the compiler drivers. */
#ifndef GI_COMPILE_OPTIONS_H
#define GI_COMPILE_OPTIONS_H

#include "compile/dialect.h"
#include "clang/words.h"

/** The output of the driver. */
enum gi_compile_goal {
    GI_COMPILE_PROGRAM,         /* or a shared library */
    GI_COMPILE_ARCHIVE,         /* of objects */
    GI_COMPILE_DEVICE_LINK,     /* an object that a build names; nothing is in it */
    GI_COMPILE_OBJECT,
    GI_COMPILE_ASSEMBLY,        /* of the host */
    GI_COMPILE_PREPROCESSED,    /* the preprocessor's output for the host pass */
    GI_COMPILE_DEPENDENCIES,
    GI_COMPILE_PTX,
    GI_COMPILE_IMAGE            /* the container of the device code */
};

/** A file of the command line. */
struct gi_compile_input {
    const char *path;
    const char *language;       /* clang's name; NULL: the linker takes it */
    bool has_device_code;
    size_t link_place;          /* its word in the linker's */
};

struct gi_compile_options {
    enum gi_compile_goal goal;
    const char *goal_flag;      /* as the user gave it; NULL for a program */
    bool is_cubin;              /* the container is named as machine code would be */
    const char *output;         /* NULL: not said */
    const char *clang;          /* NULL: not said */
    bool is_verbose;            /* prints the commands */
    bool is_dry;                /* prints the commands, and runs none */
    bool wants_rpath;
    bool is_linked;             /* device code is joined with that of other objects */
    int capability;             /* the highest one named, up to 8.0, which is 80; 0: not said */
    const char *standard, *c_standard;      /* of C++ and of C; NULL: not said */
    bool is_done;               /* --help or --version: all is said */
    struct gi_words device, host, link;
    struct gi_compile_input *inputs;
    size_t input_count;
};

/** Reads a command line. A mistake is said on standard error, in one sentence.
 *  Owner: the caller ends options by gi_compile_options_finish, also after a mistake. The words
 *         of argv have to live as long.
 *  Returns: true if there was no mistake. */
bool gi_compile_options_read(const struct gi_dialect *dialect, char **argv,
                             struct gi_compile_options *out_options);

void gi_compile_options_finish(struct gi_compile_options *options);

#endif
