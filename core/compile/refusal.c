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

static int run_and_print(const struct gi_compile_options *options, const struct gi_words *command,
                         const char *errors)
{
    if (options->is_verbose || options->is_dry)
        gi_process_print(command);
    return options->is_dry ? 0 : gi_process_run_into(command, errors);
}

/* The first messages stay where the others are about the macro. */
static int run_again(const struct gi_compile_options *options, struct gi_words *command,
                     const char *errors)
{
    char *second = gi_text("%s.second", errors);
    int status;

    gi_words_add(command, gi_refused_alignas_word);
    status = run_and_print(options, command, second);
    if ((status == 0 || !gi_process_says(second, gi_refused_macro)) && rename(second, errors) != 0)
        status = status != 0 ? status : 1;
    free(second);
    return status;
}

int gi_refusal_run(const struct gi_compile_options *options, struct gi_words *command,
                   const char *input, const char *errors)
{
    int status = run_and_print(options, command, errors);

    if (status == 0 || gi_process_crashed(status) || !is_file(input)
        || !gi_process_says(errors, gi_refused_attribute))
        return status;
    return run_again(options, command, errors);
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
