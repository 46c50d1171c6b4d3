#include "rtc/rtc_compile.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "clang/managed.h"
#include "clang/refused.h"
#include "rtc/rtc_child.h"
#include "rtc/rtc_kept.h"
#include "rtc/rtc_names.h"

/* The things that one compilation needs. */
struct run {
    struct gi_rtc_program *program;
    struct gi_rtc_options options;
    struct gi_places places;
    struct gi_rtc_folder folder;
    struct gi_rtc_exit exit;
    char *source, *ptx, *second;        /* paths; second: of PTX with another alignment */
    char *files;                        /* the path of the list of files that clang has read */
    struct gi_words mending;            /* words behind a refusal of clang's (clang/refused.h) */
    bool is_kept;
    struct gi_digest key;
    int64_t begin_ns;
};

/* A failure that has a sentence of the thread's: the log gets it, too. */
static enum gi_rtc_result from_status(struct gi_rtc_program *program, gi_status status)
{
    gi_rtc_text_say(&program->log, "%s: error: %s\n", program->interface->name,
                    gi_last_error_detail());
    return status == GI_OUT_OF_MEMORY ? GI_RTC_NO_MEMORY
        : status == GI_INVALID_VALUE ? GI_RTC_NOT_COMPILED : GI_RTC_NO_COMPILER;
}

static enum gi_rtc_result no_compile_memory(void)
{
    (void)gi_fail(GI_OUT_OF_MEMORY, "there is no host memory for a compilation");
    return GI_RTC_NO_MEMORY;
}

/* ---- the files ------------------------------------------------------------------------------- */

/* Where the program's own lines begin, as messages and the program's macros say it. */
static void add_line_mark(struct gi_rtc_text *text, const char *name)
{
    gi_rtc_text_say(text, "#line 1 \"");
    for (; *name != 0; name++) {
        if (*name == '"' || *name == '\\')
            gi_rtc_text_add(text, "\\", 1);
        gi_rtc_text_add(text, (unsigned char)*name < ' ' ? "?" : name, 1);
    }
    gi_rtc_text_say(text, "\"\n");
}

/* The source with what stands around it. The pieces are apart, since a text has a limit. */
static enum gi_rtc_result make_source(const struct run *run, char **out_text, size_t *out_bytes)
{
    const struct gi_rtc_program *program = run->program;
    bool is_device = run->options.is_default_device;
    struct gi_rtc_text before = { 0 }, behind = { 0 };
    size_t bytes = strlen(program->source);
    char *text;

    if (is_device)
        gi_rtc_text_say(&before, "#pragma clang force_cuda_host_device begin\n");
    add_line_mark(&before, program->name);
    gi_rtc_text_say(&behind, "\n\n");
    if (is_device)
        gi_rtc_text_say(&behind, "#pragma clang force_cuda_host_device end\n");
    gi_rtc_names_add(&behind, &program->names);
    *out_bytes = before.count + bytes + behind.count;
    *out_text = text = behind.count < GI_RTC_TEXT_MOST && !before.is_short && !behind.is_short
        ? malloc(*out_bytes + 1) : NULL;
    if (text != NULL) {
        memcpy(text, gi_rtc_text_of(&before), before.count);
        memcpy(text + before.count, program->source, bytes);
        memcpy(text + before.count + bytes, gi_rtc_text_of(&behind), behind.count + 1);
    }
    gi_rtc_text_finish(&before);
    gi_rtc_text_finish(&behind);
    return text != NULL ? GI_RTC_DONE : no_compile_memory();
}

static enum gi_rtc_result write_source(struct run *run)
{
    size_t bytes;
    char *text;
    enum gi_rtc_result result = make_source(run, &text, &bytes);
    gi_status status;

    if (result != GI_RTC_DONE)
        return result;
    status = gi_rtc_folder_add_source(&run->folder, text, bytes, &run->source);
    free(text);
    return status == GI_OK ? GI_RTC_DONE : from_status(run->program, status);
}

static enum gi_rtc_result write_headers(struct run *run)
{
    struct gi_rtc_program *program = run->program;

    for (size_t i = 0; i < program->headers.count; i++) {
        gi_status status = gi_rtc_folder_add(&run->folder, program->header_names.all[i],
                                             program->headers.all[i]);

        if (status != GI_OK)
            return from_status(program, status);
    }
    return GI_RTC_DONE;
}

static enum gi_rtc_result write_files(struct run *run)
{
    gi_status status = gi_rtc_folder_begin(&run->folder);
    enum gi_rtc_result result;

    if (status != GI_OK)
        return from_status(run->program, status);
    gi_rtc_exit_begin(&run->exit, run->folder.path);
    run->ptx = gi_text("%s/out.ptx", run->folder.own);
    run->second = gi_text("%s/second.ptx", run->folder.own);
    run->files = gi_text("%s/out.d", run->folder.own);
    if (run->ptx == NULL || run->second == NULL || run->files == NULL)
        return no_compile_memory();
    result = write_source(run);
    return result == GI_RTC_DONE ? write_headers(run) : result;
}

/* ---- the compiler's runs --------------------------------------------------------------------- */

/* The folder of the compilation means nothing to the program. */
static void clean_log(struct run *run)
{
    const char *const folders[] = { run->folder.sources, run->folder.standard, run->folder.own };

    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++) {
        char *start = gi_text("%s/", folders[i]);

        if (start != NULL)
            gi_rtc_text_drop(&run->program->log, start);
        else
            run->program->log.is_short = true;
        free(start);
    }
}

static struct gi_rtc_command command_of(const struct run *run)
{
    return (struct gi_rtc_command){ run->program, &run->options, &run->places };
}

static enum gi_rtc_end run_words(struct run *run, const struct gi_words *words, bool is_second,
                                 struct gi_rtc_text *messages)
{
    struct gi_rtc_program *program = run->program;
    const struct gi_rtc_watch watch = { program->watcher, program->watcher_argument };

    return gi_rtc_child_run(words, is_second ? run->second : run->ptx, &watch, &run->exit,
                            messages);
}

/* Runs a command with the words that make clang take what it refuses. */
static enum gi_rtc_end run_with(struct run *run, const struct gi_words *words, bool is_second,
                                struct gi_rtc_text *messages)
{
    struct gi_words all = { 0 };
    enum gi_rtc_end end = GI_RTC_END_BAD;

    gi_words_add_all(&all, words);
    gi_words_add_all(&all, &run->mending);
    if (all.is_short)
        messages->is_short = true;
    else
        end = run_words(run, &all, is_second, messages);
    gi_words_finish(&all);
    return end;
}

/* Runs a command that has failed with more words, as long as its messages ask for others. The last
 * messages about the source itself stay. */
static enum gi_rtc_end run_mended(struct run *run, const struct gi_words *words, bool is_second,
                                  struct gi_rtc_text *messages)
{
    struct gi_rtc_text others = { 0 };
    enum gi_rtc_end end = GI_RTC_END_BAD;

    for (int i = 1; i < GI_REFUSED_RUNS && end == GI_RTC_END_BAD; i++) {
        const struct gi_rtc_text *last = others.count != 0 ? &others : messages;

        if (!gi_refused_mend(gi_rtc_text_of(last), &run->mending))
            break;
        gi_rtc_text_finish(&others);
        end = run_with(run, words, is_second, &others);
        if (end != GI_RTC_END_BAD || !gi_refused_is_about_words(gi_rtc_text_of(&others))) {
            gi_rtc_text_finish(messages);
            *messages = others;
            others = (struct gi_rtc_text){ 0 };
        }
    }
    messages->is_short |= others.is_short || run->mending.is_short;
    gi_rtc_text_finish(&others);
    return end;
}

static void add_part(void *log, const char *bytes, size_t count)
{
    gi_rtc_text_add(log, bytes, count);
}

/* Runs a command, and explains in the log what clang refuses. */
static enum gi_rtc_end run_and_explain(struct run *run, const struct gi_words *words,
                                       bool is_second)
{
    struct gi_rtc_text messages = { 0 }, *log = &run->program->log;
    enum gi_rtc_end end = run_with(run, words, is_second, &messages);

    if (end == GI_RTC_END_BAD && run->mending.count == 0)
        end = run_mended(run, words, is_second, &messages);
    gi_refused_explain(gi_rtc_text_of(&messages), add_part, log);
    log->is_short |= messages.is_short;
    gi_rtc_text_finish(&messages);
    clean_log(run);
    return end;
}

static enum gi_rtc_result run_compiler(struct run *run, bool is_second)
{
    const struct gi_rtc_command command = command_of(run);
    const struct gi_rtc_command_files files = {
        &run->folder, run->source, is_second ? run->second : run->ptx, run->files
    };
    struct gi_words words = { 0 };
    enum gi_rtc_end end;
    bool is_short;

    gi_rtc_command_make(&command, &files, is_second, &words);
    end = words.is_short ? GI_RTC_END_BAD : run_and_explain(run, &words, is_second);
    is_short = words.is_short || run->program->log.is_short;
    gi_words_finish(&words);
    if (end == GI_RTC_END_BAD && is_short)      /* a refusal that can be mended may be missing */
        return no_compile_memory();
    switch (end) {
    case GI_RTC_END_GOOD: return GI_RTC_DONE;
    case GI_RTC_END_BAD: return GI_RTC_NOT_COMPILED;
    case GI_RTC_END_SLOW:
    case GI_RTC_END_KILLED: return GI_RTC_NO_COMPILER;
    case GI_RTC_END_CANCELLED: break;
    }
    return GI_RTC_CANCELLED;
}

/* ---- the result ------------------------------------------------------------------------------ */

static enum gi_rtc_result read_ptx(struct run *run, const char *path, char **out_ptx,
                                   size_t *out_count)
{
    gi_status status = gi_rtc_folder_read(path, out_ptx, out_count);

    if (status == GI_NO_FILE)
        status = gi_fail(status, "the compiler has written nothing");
    return status == GI_OK ? GI_RTC_DONE : from_status(run->program, status);
}

/* Puts the marked text in the place of the PTX. */
static enum gi_rtc_result put_marked(struct run *run, const char *second, char **io_ptx)
{
    struct gi_words names = { 0 };
    bool has_managed, is_wrong;
    char *marked = gi_managed_mark(*io_ptx, second, &names, &has_managed);

    if (marked == NULL || names.is_short) {
        free(marked);
        gi_words_finish(&names);
        return no_compile_memory();
    }
    free(*io_ptx);
    *io_ptx = marked;
    is_wrong = names.count != 0 && !run->options.is_linked;
    for (size_t i = 0; is_wrong && i < names.count; i++)
        gi_rtc_text_say(&run->program->log, "%s: error: the managed variable %s is extern, and "
                        "this source does not define it\n", run->program->interface->name,
                        names.all[i]);
    gi_words_finish(&names);
    return is_wrong ? GI_RTC_NOT_COMPILED : GI_RTC_DONE;
}

/* Compiles once more if there may be managed variables, and marks them. */
static enum gi_rtc_result mark_managed(struct run *run, char **io_ptx, size_t *io_count)
{
    enum gi_rtc_result result;
    size_t count;
    char *second;

    if (!gi_managed_may_be(*io_ptx))
        return GI_RTC_DONE;
    result = run_compiler(run, true);
    if (result == GI_RTC_DONE)
        result = read_ptx(run, run->second, &second, &count);
    if (result != GI_RTC_DONE)
        return result;
    result = put_marked(run, second, io_ptx);
    *io_count = strlen(*io_ptx);
    free(second);
    return result;
}

static enum gi_rtc_result take_names(struct gi_rtc_program *program, char *ptx, size_t *io_count)
{
    if (gi_rtc_names_take(ptx, io_count, program->names.count, &program->lowered))
        return GI_RTC_DONE;
    if (program->lowered.is_short)
        return no_compile_memory();
    gi_rtc_text_say(&program->log, "%s: error: a name expression names no kernel and no variable "
                    "of device code\n", program->interface->name);
    return GI_RTC_NOT_COMPILED;
}

static enum gi_rtc_result take_result(struct run *run)
{
    struct gi_rtc_program *program = run->program;
    size_t count;
    char *ptx;
    enum gi_rtc_result result = read_ptx(run, run->ptx, &ptx, &count);

    if (result != GI_RTC_DONE)
        return result;
    result = mark_managed(run, &ptx, &count);
    if (result == GI_RTC_DONE && !program->interface->is_clang)
        gi_rtc_names_of_vendor(ptx, &count);
    if (result == GI_RTC_DONE)
        result = take_names(program, ptx, &count);
    if (result != GI_RTC_DONE) {
        free(ptx);
        gi_words_finish(&program->lowered);
        return result;
    }
    program->ptx = ptx;
    program->ptx_bytes = count + 1;
    return GI_RTC_DONE;
}

static void keep(const struct run *run)
{
    size_t count;
    char *files;

    if (!run->is_kept || gi_rtc_folder_read(run->files, &files, &count) != GI_OK)
        return;
    gi_rtc_kept_write(run->program, &run->key, files, run->folder.path, run->begin_ns);
    free(files);
}

/* ---- the whole ------------------------------------------------------------------------------- */

static bool are_expressions(struct gi_rtc_program *program)
{
    for (size_t i = 0; i < program->names.count; i++) {
        const char *why;

        if (gi_rtc_name_is_expression(program->names.all[i], &why))
            continue;
        gi_rtc_text_say(&program->log, GI_RTC_NAMES_FILE "(%zu): error: %s: %s\n", i + 1, why,
                        program->names.all[i]);
        return false;
    }
    return true;
}

static int64_t system_now_ns(void)
{
    struct timespec now;

    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

/* Takes the result of an earlier compilation. */
static bool has_kept(struct run *run)
{
    const struct gi_rtc_command command = command_of(run);

    run->is_kept = !run->options.is_uncached && gi_rtc_kept_key(&command, &run->key);
    return run->is_kept && gi_rtc_kept_read(run->program, &run->key);
}

static enum gi_rtc_result compile(struct run *run)
{
    struct gi_rtc_program *program = run->program;
    char why[GI_PLACES_WHY];
    enum gi_rtc_result result;

    if (!are_expressions(program))
        return GI_RTC_NOT_COMPILED;
    if (!gi_places_find(program->interface->language, NULL, &run->places, why)) {
        if (run->places.is_short)
            return no_compile_memory();
        gi_rtc_text_say(&program->log, "%s: error: %s\n", program->interface->name, why);
        return GI_RTC_NO_COMPILER;
    }
    if (has_kept(run))
        return GI_RTC_DONE;
    run->begin_ns = system_now_ns();
    result = write_files(run);
    if (result == GI_RTC_DONE)
        result = run_compiler(run, false);
    if (result == GI_RTC_DONE)
        result = take_result(run);
    if (result == GI_RTC_DONE)
        keep(run);
    return result;
}

static void forget_result(struct gi_rtc_program *program)
{
    free(program->ptx);
    program->ptx = NULL;
    program->ptx_bytes = 0;
    gi_words_finish(&program->lowered);
    gi_rtc_text_finish(&program->log);
}

enum gi_rtc_result gi_rtc_compile_program(struct gi_rtc_program *program, int count,
                                          const char *const *options)
{
    struct run run = { .program = program };
    enum gi_rtc_result result;

    forget_result(program);
    program->was_compiled = true;
    result = gi_rtc_options_read(program->interface, count, options, &program->log, &run.options);
    program->is_machine = run.options.is_machine;
    if (result == GI_RTC_NO_MEMORY)
        result = no_compile_memory();
    if (result == GI_RTC_DONE)
        result = compile(&run);
    if (result == GI_RTC_DONE && program->log.is_short) {
        forget_result(program);
        result = no_compile_memory();
    }
    gi_rtc_exit_end(&run.exit);
    gi_rtc_folder_end(&run.folder);
    gi_words_finish(&run.mending);
    free(run.source);
    free(run.ptx);
    free(run.second);
    free(run.files);
    gi_places_finish(&run.places);
    gi_rtc_options_finish(&run.options);
    return result;
}
