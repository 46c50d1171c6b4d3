#include "compile/refusal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "clang/refused.h"
#include "compile/process.h"

/* A pipe would be empty the second time. */
static bool is_file(const char *path)
{
    struct stat facts;

    return stat(path, &facts) == 0 && S_ISREG(facts.st_mode);
}

/* Runs the pass a second time. The first messages stay if they tell the user more. */
static int run_again(const struct gi_compile_options *options, const struct gi_words *command,
                     const char *errors, bool (*keeps_first)(int status, const char *second))
{
    char *second = gi_text("%s.second", errors);
    int status = gi_process_run_or_print(options, command, second);

    if (!keeps_first(status, second) && rename(second, errors) != 0)
        status = status != 0 ? status : 1;
    free(second);
    return status;
}

static bool is_about_macro(int status, const char *errors)
{
    return status != 0 && gi_process_says(errors, gi_refused_macro);
}

static bool has_failed(int status, const char *errors)
{
    (void)errors;
    return status != 0;
}

/* Runs the pass with the word that an earlier pass over the source needed. This one may have an
 * alignas that the macro does not take, in a place where clang takes alignas. */
static int run_with_and_without(const struct gi_compile_options *options,
                                struct gi_words *command, const char *errors)
{
    int status;

    gi_words_add(command, gi_refused_alignas_word);
    status = gi_process_run_or_print(options, command, errors);
    if (status == 0 || gi_process_crashed(status))
        return status;
    gi_words_drop_last(command);
    return run_again(options, command, errors, has_failed);
}

int gi_refusal_run(const struct gi_compile_options *options, struct gi_words *command,
                   const char *input, const char *errors, bool *io_takes_alignas)
{
    int status;

    if (*io_takes_alignas)
        return run_with_and_without(options, command, errors);
    status = gi_process_run_or_print(options, command, errors);
    if (status == 0 || gi_process_crashed(status) || !is_file(input)
        || !gi_process_says(errors, gi_refused_attribute))
        return status;
    gi_words_add(command, gi_refused_alignas_word);
    status = run_again(options, command, errors, is_about_macro);
    *io_takes_alignas = status == 0;
    return status;
}

static void write_part(void *file, const char *bytes, size_t count)
{
    fwrite(bytes, 1, count, file);
}

void gi_refusal_show(const char *errors)
{
    FILE *file = fopen(errors, "rb");
    char *text = NULL;
    size_t room = 0;

    if (file == NULL)
        return;
    if (getdelim(&text, &room, 0, file) > 0)
        gi_refused_explain(text, write_part, stderr);
    free(text);
    fclose(file);
}

void gi_refusal_add_colour(struct gi_words *command)
{
    const char *terminal = getenv("TERM");

    if (isatty(STDERR_FILENO) && terminal != NULL && strcmp(terminal, "dumb") != 0
        && getenv("NO_COLOR") == NULL)
        gi_words_add(command, "-fcolor-diagnostics");
}
