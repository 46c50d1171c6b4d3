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

/* A file as a text.
 * Returns: NULL if it cannot be read. */
static char *read_text(const char *path)
{
    FILE *file = fopen(path, "rb");
    char *text = NULL;
    size_t room = 0;

    if (file == NULL)
        return NULL;
    if (getdelim(&text, &room, 0, file) <= 0) {
        free(text);
        text = gi_text("%s", "");
    }
    fclose(file);
    return text;
}

/* Runs a command with more words. */
static int run_with(const struct gi_compile_options *options, const struct gi_words *command,
                    const struct gi_words *more, const char *errors)
{
    struct gi_words all = { 0 };
    int status;

    gi_words_add_all(&all, command);
    gi_words_add_all(&all, more);
    status = gi_process_run_or_print(options, &all, errors);
    gi_words_finish(&all);
    return status;
}

/* A pass that fails with the words of an earlier one may have a declaration that the words change,
 * in a place where clang takes it as it is. The first messages stay if it fails without, too. */
static int run_without(const struct gi_compile_options *options, const struct gi_words *command,
                       const char *errors)
{
    char *second = gi_text("%s.second", errors);
    int status = gi_process_run_or_print(options, command, second);

    if (status == 0 && rename(second, errors) != 0)
        status = 1;
    free(second);
    return status;
}

/* Runs a pass that has failed with more words, as long as its messages ask for others. The last
 * messages about the source itself stay. */
static int run_mended(const struct gi_compile_options *options, const struct gi_words *command,
                      const char *errors, struct gi_words *out_mending)
{
    char *second = gi_text("%s.second", errors), *messages = read_text(errors);
    int status = 1;

    for (int run = 1; run < GI_REFUSED_RUNS && messages != NULL && status != 0
         && !gi_process_crashed(status) && gi_refused_mend(messages, out_mending); run++) {
        status = run_with(options, command, out_mending, second);
        free(messages);
        messages = read_text(second);
        if ((status == 0 || (messages != NULL && !gi_refused_is_about_words(messages)))
            && rename(second, errors) != 0)
            status = status != 0 ? status : 1;
    }
    remove(second);
    free(second);
    free(messages);
    if (status != 0)
        gi_words_finish(out_mending);
    return status;
}

int gi_refusal_run(const struct gi_compile_options *options, const struct gi_words *command,
                   const char *input, const char *errors, struct gi_words *io_mending)
{
    int status = run_with(options, command, io_mending, errors);

    if (status == 0 || gi_process_crashed(status) || !is_file(input))
        return status;
    if (io_mending->count != 0)
        return run_without(options, command, errors);
    return run_mended(options, command, errors, io_mending);
}

static void write_part(void *file, const char *bytes, size_t count)
{
    fwrite(bytes, 1, count, file);
}

void gi_refusal_show(const char *errors)
{
    char *text = read_text(errors);

    if (text != NULL)
        gi_refused_explain(text, write_part, stderr);
    free(text);
}

void gi_refusal_add_colour(struct gi_words *command)
{
    const char *terminal = getenv("TERM");

    if (isatty(STDERR_FILENO) && terminal != NULL && strcmp(terminal, "dumb") != 0
        && getenv("NO_COLOR") == NULL)
        gi_words_add(command, "-fcolor-diagnostics");
}
