#include "compile/dialect.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "compile/compile.h"
#include "compile/process.h"

/* The name of the output that clang would choose: the source's, in this folder. */
static char *own_output(const struct gi_compile_options *options,
                        const struct gi_compile_input *input)
{
    const enum gi_compile_goal goal = options->goal;
    const char *name = gi_base_name(input->path);
    size_t length = strlen(name) - strlen(gi_extension(input->path));
    const char *extension = goal == GI_COMPILE_OBJECT ? ".o"
        : goal == GI_COMPILE_ASSEMBLY ? ".s"
        : goal == GI_COMPILE_PTX ? ".ptx"
        : options->is_cubin ? ".cubin" : ".fatbin";

    if (goal == GI_COMPILE_PREPROCESSED || goal == GI_COMPILE_DEPENDENCIES)
        return NULL;            /* standard output */
    return gi_text("%.*s%s", (int)length, name, extension);
}

static bool is_same_file(const char *one, const char *other)
{
    struct stat facts, others;

    return stat(one, &facts) == 0 && S_ISREG(facts.st_mode) && stat(other, &others) == 0
        && facts.st_dev == others.st_dev && facts.st_ino == others.st_ino;
}

/* Whether no input would be lost; if one would, a sentence says so. */
static bool keeps_inputs(const struct gi_compile_run *run, const char *output)
{
    for (size_t i = 0; output != NULL && i < run->options->input_count; i++) {
        if (is_same_file(run->options->inputs[i].path, output)) {
            fprintf(stderr, "%s: error: %s: the output would replace this input\n",
                    run->dialect->program, run->options->inputs[i].path);
            return false;
        }
    }
    return true;
}

/* Each source by itself; the first that fails gives the exit status. */
static int compile_only(const struct gi_compile_run *run)
{
    int status = 0;

    for (size_t i = 0; i < run->options->input_count; i++) {
        const struct gi_compile_input *input = &run->options->inputs[i];
        char *output;
        int one;

        if (input->language == NULL) {
            fprintf(stderr, "%s: warning: %s: the linker's files are not used with %s\n",
                    run->dialect->program, input->path, run->options->goal_flag);
            continue;
        }
        output = run->options->output != NULL ? gi_text("%s", run->options->output)
            : own_output(run->options, input);
        one = keeps_inputs(run, output) ? gi_compile_source(run, input, i, output) : 1;
        status = status != 0 ? status : one;
        free(output);
    }
    return status;
}

static const char *program_of(const struct gi_compile_run *run)
{
    return run->options->output != NULL ? run->options->output
        : run->options->goal == GI_COMPILE_ARCHIVE ? "a.a" : "a.out";
}

/* The front end by its own name, and the vendor's names, which lie in a folder of their own, for a
 * program that says -lcuda. That folder stands in front of the system's, where a toolkit's may be.
 * The library of gpuinterop.h is linked where the program uses it. */
static void add_libraries(const struct gi_compile_run *run, struct gi_words *command)
{
    static const char *const shared[] = {
        "-Wl,--push-state,--as-needed", "-lgpuinterop", "-Wl,--pop-state", NULL };
    const char *libraries = run->places->libraries;
    char *words[] = {
        gi_text("-L%s", libraries),
        gi_text("-L%s/" GI_COMPILE_VENDOR_FOLDER, libraries),
        gi_text("-Wl,-rpath,%s", libraries),
        gi_text("-Wl,-rpath,%s/" GI_COMPILE_VENDOR_FOLDER, libraries),
        gi_text("-l%s", run->dialect->library),
    };

    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (run->options->wants_rpath || strncmp(words[i], "-Wl,", 4) != 0)
            gi_words_add(command, words[i]);
        free(words[i]);
    }
    gi_words_add_array(command, shared);
}

static int link_all(const struct gi_compile_run *run, const struct gi_words *words)
{
    struct gi_words command = { 0 };

    gi_words_add(&command, run->places->clang);
    gi_words_add(&command, "--driver-mode=g++");
    gi_words_add(&command, "-o");
    gi_words_add(&command, program_of(run));
    gi_words_add_all(&command, words);
    add_libraries(run, &command);
    return gi_compile_command(run, &command);
}

/* A library of the objects alone. */
static int archive_all(const struct gi_compile_run *run, const struct gi_words *words)
{
    struct gi_words command = { 0 };

    gi_words_add_array(&command, (const char *const[]){ "ar", "rcs", program_of(run), NULL });
    for (size_t i = 0; i < run->options->input_count; i++)
        gi_words_add(&command, words->all[run->options->inputs[i].link_place]);
    if (!run->options->is_dry)
        remove(program_of(run));
    return gi_compile_command(run, &command);
}

/* The linker of the program joins device code, so the object that a build wants is an empty one. */
static int device_link(const struct gi_compile_run *run)
{
    const char *output = run->options->output != NULL ? run->options->output : "a_dlink.o";
    struct gi_words command = { 0 };

    if (!keeps_inputs(run, output))
        return 1;
    for (size_t i = 0; i < run->options->input_count; i++) {
        if (access(run->options->inputs[i].path, R_OK) != 0) {
            fprintf(stderr, "%s: error: %s cannot be read: %s\n", run->dialect->program,
                    run->options->inputs[i].path, strerror(errno));
            return 1;
        }
    }
    gi_words_add_array(&command, (const char *const[]){
        run->places->clang, "-x", "c", "-c", "/dev/null", "-o", output, NULL });
    return gi_compile_command(run, &command);
}

static int compile_and_link(const struct gi_compile_run *run)
{
    struct gi_words words = { 0 };
    int status = 0;

    if (!keeps_inputs(run, program_of(run)))
        return 1;
    gi_words_add_all(&words, &run->options->link);
    for (size_t i = 0; i < run->options->input_count; i++) {
        const struct gi_compile_input *input = &run->options->inputs[i];
        char *name, *object;
        int one;

        if (input->language == NULL)
            continue;
        name = gi_text("%zu-%s.o", i, gi_base_name(input->path));
        object = gi_process_file(name);
        one = gi_compile_source(run, input, i, object);
        status = status != 0 ? status : one;
        free(words.all[input->link_place]);
        words.all[input->link_place] = object;
        free(name);
    }
    if (status == 0)
        status = (run->options->goal == GI_COMPILE_ARCHIVE ? archive_all : link_all)(run, &words);
    gi_words_finish(&words);
    return status;
}

static bool has_places(const struct gi_dialect *dialect, const char *clang,
                       struct gi_places *places)
{
    char why[GI_PLACES_WHY];

    if (gi_places_find(dialect->language, clang, places, why))
        return true;
    fprintf(stderr, "%s: error: %s\n", dialect->program, why);
    return false;
}

static void end_without_memory(void)
{
    fputs("no memory left\n", stderr);
    exit(1);
}

int gi_compile_main(const struct gi_dialect *dialect, int argc, char **argv)
{
    struct gi_compile_options options = { 0 };
    struct gi_places places = { 0 };
    struct gi_compile_run run = { dialect, &options, &places, NULL };
    int status = 1;

    (void)argc;
    gi_words_without_memory = end_without_memory;
    if (gi_compile_options_read(dialect, argv, &options)) {
        if (options.is_done)
            status = 0;
        else if (has_places(dialect, options.clang, &places)
                 && gi_process_begin(dialect->program))
            status = options.goal == GI_COMPILE_DEVICE_LINK ? device_link(&run)
                : options.goal <= GI_COMPILE_ARCHIVE ? compile_and_link(&run)
                : compile_only(&run);
    }
    gi_process_end();
    gi_compile_options_finish(&options);
    gi_places_finish(&places);
    return status;
}
