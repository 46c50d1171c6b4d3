#include "compile/compile.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clang/managed.h"
#include "clang/pass.h"
#include "compile/linked.h"
#include "compile/marking.h"
#include "compile/pack.h"
#include "compile/process.h"
#include "compile/refusal.h"

int gi_compile_command(const struct gi_compile_run *run, struct gi_words *command)
{
    int status = gi_process_run_or_print(run->options, command, NULL);

    gi_words_finish(command);
    return status;
}

/* The standard that the user asked for, in sources of a language; NULL if none. */
static const char *standard_of(const struct gi_compile_run *run, const char *language)
{
    return strcmp(language, "c") == 0 ? run->options->c_standard : run->options->standard;
}

/* The option for the output of the host's compiler. */
static const char *goal_word(const struct gi_compile_run *run)
{
    return run->options->goal <= GI_COMPILE_DEVICE_LINK ? "-c" : run->options->goal_flag;
}

/* The words that both passes of a source with device code begin with. */
static void begin_pass(const struct gi_compile_run *run, struct gi_words *command,
                       const char *language)
{
    gi_pass_begin(command, run->places, language, standard_of(run, language),
                  run->options->capability);
    gi_refusal_add_colour(command);
}

static void end_pass(const struct gi_compile_run *run, struct gi_words *command, const char *input,
                     const char *output)
{
    gi_pass_end(command, run->places, run->dialect->language->folder, input, output);
}

/* Runs a pass, and shows what clang says. */
static int run_pass(const struct gi_compile_run *run, struct gi_words *command, const char *input)
{
    char *errors = gi_process_file("pass.errors");
    int status = gi_refusal_run(run->options, command, input, errors, run->mending);

    gi_refusal_show(errors);
    remove(errors);
    gi_words_finish(command);
    free(errors);
    return status;
}

/* The option that makes a source's own names and its object different from those of other sources.
 * Its value is made of the folder, the source and the words of the host's pass. */
static char *unit_word(const struct gi_compile_run *run, const char *input)
{
    char *folder = realpath(".", NULL), *word;
    uint64_t sum = gi_text_sum(0, folder != NULL ? folder : "");

    sum = gi_text_sum(sum, input);
    for (size_t i = 0; i < run->options->host.count; i++)
        sum = gi_text_sum(sum, run->options->host.all[i]);
    word = gi_text("-cuid=%016" PRIx64, sum);
    free(folder);
    return word;
}

/* The command that makes PTX, or does what the goal says instead. */
static void device_command(const struct gi_compile_run *run, struct gi_words *command,
                           const char *input, const char *goal, const char *managed_word)
{
    char *unit = unit_word(run, input);

    begin_pass(run, command, "cuda");
    gi_pass_add_device(command, goal, run->options->capability,
                       run->dialect->language->device_words);
    gi_words_add(command, managed_word);
    if (run->options->is_linked) {
        gi_words_add_array(command, (const char *const[]){ "-fgpu-rdc", unit, NULL });
        gi_words_add_array(command, run->dialect->linked_words);
    }
    gi_words_add_all(command, &run->options->device);
    free(unit);
}

/* Compiles device code once more with another alignment of managed variables. */
static int second_device_pass(const struct gi_compile_run *run, const char *input,
                              const char *output)
{
    struct gi_words command = { 0 };

    device_command(run, &command, input, "-S", gi_managed_words[1]);
    gi_words_add(&command, "-w");       /* it has said what it has to say */
    end_pass(run, &command, input, output);
    return run_pass(run, &command, input);
}

/* For a dry run: whether the source has managed variables, as far as the preprocessor can tell. */
static bool has_managed_words(const struct gi_compile_run *run, const char *input)
{
    struct gi_words command = { 0 };
    char *text = gi_process_file("dry.ii"), *errors = gi_process_file("dry.errors");
    bool is_seen;

    device_command(run, &command, input, "-E", gi_managed_seen_word);
    end_pass(run, &command, input, text);
    is_seen = gi_process_run(&command, errors) == 0
        && gi_marking_is_seen(run->dialect->program, text);
    gi_words_finish(&command);
    free(text);
    free(errors);
    return is_seen;
}

/* Compiles once more if there may be managed variables, and marks them in the PTX. */
static int mark_managed(const struct gi_compile_run *run, const char *input, const char *output,
                        bool *out_has_managed)
{
    bool is_dry = run->options->is_dry;
    char *second;
    int status;

    if (!(is_dry ? has_managed_words(run, input)
                 : gi_marking_may_be(run->dialect->program, output)))
        return 0;
    second = gi_process_file("second.ptx");
    status = second_device_pass(run, input, second);
    if (status == 0 && is_dry)
        *out_has_managed = true;
    else if (status == 0
             && !gi_marking_mark(run->dialect->program, output, second, run->options->is_linked,
                                 out_has_managed))
        status = 1;
    free(second);
    return status;
}

/* Parameter symbols: a file for the names of code that is joined with that of others, or NULL.
 * Parameter out_has_managed: whether the device code has managed variables. */
static int device_pass(const struct gi_compile_run *run, const char *input, const char *output,
                       const char *symbols, bool *out_has_managed)
{
    struct gi_words command = { 0 };
    int status;

    *out_has_managed = false;
    device_command(run, &command, input, "-S", gi_managed_words[0]);
    end_pass(run, &command, input, output);
    status = run_pass(run, &command, input);
    if (status != 0 || strcmp(output, "-") == 0)
        return status;
    status = mark_managed(run, input, output, out_has_managed);
    if (status == 0 && run->options->is_linked && !run->options->is_dry
        && !gi_linked_read(run->dialect->program, output, symbols, run->dialect->known_functions))
        status = 1;
    return status;
}

/* Newer clangs define a variable in each object of HIP, whose name is to tell the objects apart.
 * They make it of the whole compilation, of which they see the host's half alone here. */
static void add_unit(const struct gi_compile_run *run, struct gi_words *command, const char *input)
{
    char *word = unit_word(run, input);

    gi_words_add_array(command, (const char *const[]){ "-Xclang", word, NULL });
    free(word);
}

/* The names in device code that the linker of the program looks after. The object is no code for
 * optimization at link time, because linked_host.h names what clang makes beside the source. */
static void add_linked(const struct gi_compile_run *run, struct gi_words *command,
                       const char *symbols)
{
    char *words = gi_text("@%s", symbols);

    gi_words_add_array(command, (const char *const[]){
        "-fgpu-rdc", "-D__GPUINTEROP_LINKED__=1", words, NULL });
    gi_words_add_array(command, run->dialect->linked_words);
    free(words);
}

/* Adds the words of a pass over host code behind its begin. */
static void add_host_pass(const struct gi_compile_run *run, struct gi_words *command,
                          const char *language, const char *input, const char *image)
{
    gi_words_add(command, "--cuda-host-only");
    gi_words_add_array(command, run->dialect->host_words);
    if (image != NULL) {
        gi_words_add_array(command, (const char *const[]){
            "-Xclang", "-fcuda-include-gpubinary", "-Xclang", image, NULL });
    }
    if (strcmp(language, "hip") == 0)
        add_unit(run, command, input);
    gi_words_add(command, goal_word(run));
}

static int host_pass(const struct gi_compile_run *run, const char *input, const char *image,
                     const char *output)
{
    struct gi_words command = { 0 };

    begin_pass(run, &command, run->dialect->host_language);
    add_host_pass(run, &command, run->dialect->host_language, input, image);
    gi_words_add_all(&command, &run->options->host);
    end_pass(run, &command, input, output);
    return run_pass(run, &command, input);
}

/* Clang 14 crashes where the first value of a static variable is the address of a managed one. It
 * does so at the end, as its dump says. Any other crash is told by clang itself. */
static int say_crash(const struct gi_compile_run *run, const char *input, const char *errors)
{
    if (gi_process_says(errors, "Per-file LLVM IR generation")) {
        fprintf(stderr, "%s: error: %s: the first value of a static variable is the address of a "
                "managed variable, which is no constant; set it in a function\n",
                run->dialect->program, input);
        return 1;
    }
    gi_process_show(errors);
    fprintf(stderr, "%s: error: %s: clang crashed\n", run->dialect->program, input);
    return 1;
}

/* The host pass of a file with managed variables, or with symbols of device code; symbols is NULL
 * without. */
static int managed_pass(const struct gi_compile_run *run, const char *input, const char *image,
                        const char *symbols, const char *output)
{
    struct gi_words command = { 0 };
    char *errors = gi_process_file("managed.errors");
    int status;

    begin_pass(run, &command, run->dialect->managed_language);
    add_host_pass(run, &command, run->dialect->managed_language, input, image);
    gi_words_add_array(&command, run->dialect->managed_words);
    gi_words_add(&command, "-fno-crash-diagnostics");
    if (symbols != NULL)
        add_linked(run, &command, symbols);
    gi_words_add_all(&command, &run->options->host);
    if (symbols != NULL)
        gi_words_add(&command, "-fno-lto");
    end_pass(run, &command, input, output);
    status = gi_refusal_run(run->options, &command, input, errors, run->mending);
    gi_words_finish(&command);
    if (gi_process_crashed(status))
        status = say_crash(run, input, errors);
    else
        gi_refusal_show(errors);
    free(errors);
    return status;
}

static char *numbered_file(size_t number, const char *extension)
{
    char *name = gi_text("%zu.%s", number, extension), *path = gi_process_file(name);

    free(name);
    return path;
}

/* Both passes: device code first, then the host's with the packed device code in it. */
static int both_passes(const struct gi_compile_run *run, const char *input, size_t number,
                       const char *output)
{
    char *ptx = numbered_file(number, "ptx"), *image = numbered_file(number, "image");
    char *symbols = run->options->is_linked ? numbered_file(number, "symbols") : NULL;
    bool has_managed;
    int status = device_pass(run, input, ptx, symbols, &has_managed);

    if (status == 0 && !run->options->is_dry
        && !gi_pack(run->dialect->program, ptx, image, run->dialect->is_bundle))
        status = 1;
    if (status == 0 && (has_managed || symbols != NULL))
        status = managed_pass(run, input, image, symbols, output);
    else if (status == 0)
        status = host_pass(run, input, image, output);
    free(symbols);
    free(ptx);
    free(image);
    return status;
}

static int image_alone(const struct gi_compile_run *run, const char *input, const char *output)
{
    char *ptx = gi_process_file("image.ptx");
    bool has_managed;
    int status = device_pass(run, input, ptx, NULL, &has_managed);

    if (status == 0 && !run->options->is_dry
        && !gi_pack(run->dialect->program, ptx, output, run->dialect->is_bundle))
        status = 1;
    free(ptx);
    return status;
}

/* A source without device code. */
static int plain_pass(const struct gi_compile_run *run, const struct gi_compile_input *input,
                      const char *output)
{
    const char *standard = standard_of(run, input->language);
    struct gi_words command = { 0 };

    gi_words_add(&command, run->places->clang);
    gi_words_add(&command, "-x");
    gi_words_add(&command, input->language);
    gi_words_add_array(&command, (const char *const[]){
        goal_word(run), NULL });
    if (standard != NULL)
        gi_words_add_text(&command, "-std=%s", standard);
    gi_words_add_all(&command, &run->options->host);
    end_pass(run, &command, input->path, output);
    return gi_compile_command(run, &command);
}

/* A source with device code. */
static int device_source(const struct gi_compile_run *run, const struct gi_compile_input *input,
                         size_t number, const char *output)
{
    bool has_managed;

    switch (run->options->goal) {
    case GI_COMPILE_PTX:
        return device_pass(run, input->path, output, NULL, &has_managed);
    case GI_COMPILE_IMAGE:
        return image_alone(run, input->path, output);
    case GI_COMPILE_PREPROCESSED:
    case GI_COMPILE_DEPENDENCIES:
        return host_pass(run, input->path, NULL, output);
    case GI_COMPILE_PROGRAM:
    case GI_COMPILE_ARCHIVE:
    case GI_COMPILE_DEVICE_LINK:
    case GI_COMPILE_OBJECT:
    case GI_COMPILE_ASSEMBLY:
        break;
    }
    return both_passes(run, input->path, number, output);
}

int gi_compile_source(const struct gi_compile_run *all, const struct gi_compile_input *input,
                      size_t number, const char *output)
{
    struct gi_words mending = { 0 };
    struct gi_compile_run run = *all;
    int status;

    if (!input->has_device_code)
        return plain_pass(all, input, output);
    run.mending = &mending;
    status = device_source(&run, input, number, output);
    gi_words_finish(&mending);
    return status;
}
