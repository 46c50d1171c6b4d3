#include "rtc/rtc_compile.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "clang/pass.h"
#include "rtc/rtc_child.h"
#include "rtc/rtc_folder.h"
#include "rtc/rtc_kept.h"
#include "rtc/rtc_names.h"
#include "rtc/rtc_options.h"

/* The things that one compilation needs. */
struct run {
    struct gi_rtc_program *program;
    struct gi_rtc_options options;
    struct gi_places places;
    struct gi_rtc_folder folder;
    char *source, *ptx, *files;         /* paths; files: of the list of files that clang has read */
    char kept_name[96];                 /* empty: not kept */
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

static enum gi_rtc_result no_memory(void)
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
    *out_text = text = behind.count < GI_RTC_TEXT_MOST ? malloc(*out_bytes + 1) : NULL;
    if (text != NULL) {
        memcpy(text, gi_rtc_text_of(&before), before.count);
        memcpy(text + before.count, program->source, bytes);
        memcpy(text + before.count + bytes, gi_rtc_text_of(&behind), behind.count + 1);
    }
    gi_rtc_text_finish(&before);
    gi_rtc_text_finish(&behind);
    return text != NULL ? GI_RTC_DONE : no_memory();
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

static enum gi_rtc_result write_files(struct run *run)
{
    struct gi_rtc_program *program = run->program;
    gi_status status = gi_rtc_folder_begin(&run->folder);

    if (status != GI_OK)
        return from_status(program, status);
    run->ptx = gi_text("%s/out.ptx", run->folder.own);
    run->files = gi_text("%s/out.d", run->folder.own);
    if (run->ptx == NULL || run->files == NULL)
        return no_memory();
    for (size_t i = 0; i < program->headers.count; i++) {
        status = gi_rtc_folder_add(&run->folder, program->header_names.all[i],
                                   program->headers.all[i]);
        if (status != GI_OK)
            return from_status(program, status);
    }
    return write_source(run);
}

/* ---- the command ----------------------------------------------------------------------------- */

/* The program's name may have folders: its own is searched as that of a file is. */
static void add_own_folder(struct gi_words *command, const char *name)
{
    const char *slash = strrchr(name, '/');

    if (slash != NULL) {
        gi_words_add(command, "-isystem");
        gi_words_add_text(command, "%.*s", slash == name ? 1 : (int)(slash - name), name);
    }
}

/* The program's folders stand behind ours, whose headers a toolkit's of the same names would hide,
 * and before the system's. Its headers named as those of C and C++ stand behind all. */
static void add_folders(const struct run *run, struct gi_words *command)
{
    gi_words_add(command, "-isystem");
    gi_words_add(command, run->folder.sources);
    add_own_folder(command, run->program->name);
    for (size_t i = 0; i < run->options.folders.count; i++) {
        gi_words_add(command, "-isystem");
        gi_words_add(command, run->options.folders.all[i]);
    }
    gi_words_add(command, "-idirafter");
    gi_words_add(command, run->folder.standard);
}

static void make_command(const struct run *run, struct gi_words *command)
{
    const struct gi_rtc_interface *interface = run->program->interface;

    gi_pass_begin(command, &run->places, "cuda", run->options.standard, run->options.capability);
    gi_pass_add_device(command, "-S", run->options.capability, interface->language->device_words);
    gi_words_add_array(command, interface->words);
    gi_words_add_all(command, &run->options.words);
    /* Messages as NVRTC's: name(line): error: text */
    gi_words_add_array(command, (const char *const[]){
        "-fdiagnostics-format=msvc", "-fno-show-column", "-fno-color-diagnostics",
        "-fno-crash-diagnostics", "-Wno-pragma-once-outside-header", "-MD", "-MF", run->files,
        NULL });
    gi_words_add_text(command, "-ffile-prefix-map=%s/=", run->folder.sources);
    gi_words_add_text(command, "-ffile-prefix-map=%s/=", run->folder.standard);
    gi_pass_end(command, &run->places, interface->language->folder, run->source, run->ptx);
    add_folders(run, command);
}

/* ---- the result ------------------------------------------------------------------------------ */

/* The folder of the compilation means nothing to the program. */
static void clean_log(struct run *run)
{
    const char *const folders[] = { run->folder.sources, run->folder.standard, run->folder.own };

    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++) {
        char *start = gi_text("%s/", folders[i]);

        if (start != NULL)
            gi_rtc_text_drop(&run->program->log, start);
        free(start);
    }
}

static enum gi_rtc_result run_compiler(struct run *run)
{
    struct gi_rtc_program *program = run->program;
    const struct gi_rtc_watch watch = { program->watcher, program->watcher_argument };
    struct gi_words command = { 0 };
    enum gi_rtc_end end;

    make_command(run, &command);
    if (command.is_short) {
        gi_words_finish(&command);
        return no_memory();
    }
    end = gi_rtc_child_run(&command, run->ptx, &watch, &program->log);
    gi_words_finish(&command);
    clean_log(run);
    switch (end) {
    case GI_RTC_END_GOOD: return GI_RTC_DONE;
    case GI_RTC_END_BAD: return GI_RTC_NOT_COMPILED;
    case GI_RTC_END_SLOW:
    case GI_RTC_END_KILLED: return GI_RTC_NO_COMPILER;
    case GI_RTC_END_CANCELLED: break;
    }
    return GI_RTC_CANCELLED;
}

static enum gi_rtc_result take_result(struct run *run)
{
    struct gi_rtc_program *program = run->program;
    size_t count;
    char *ptx;
    gi_status status = gi_rtc_folder_read(run->ptx, &ptx, &count);

    if (status == GI_NO_FILE)
        status = gi_fail(status, "the compiler has written nothing");
    if (status != GI_OK)
        return from_status(program, status);
    if (!gi_rtc_names_take(ptx, &count, program->names.count, &program->lowered)) {
        free(ptx);
        gi_words_finish(&program->lowered);
        gi_rtc_text_say(&program->log, "%s: error: a name expression names no kernel and no "
                        "variable of device code\n", program->interface->name);
        return GI_RTC_NOT_COMPILED;
    }
    program->ptx = ptx;
    program->ptx_bytes = count + 1;
    return GI_RTC_DONE;
}

static void keep(const struct run *run)
{
    size_t count;
    char *files;

    if (run->kept_name[0] == 0 || gi_rtc_folder_read(run->files, &files, &count) != GI_OK)
        return;
    gi_rtc_kept_write(run->program, run->kept_name, files, run->folder.path, run->begin_ns);
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

static enum gi_rtc_result compile(struct run *run)
{
    struct gi_rtc_program *program = run->program;
    char why[GI_PLACES_WHY];
    enum gi_rtc_result result;

    if (!are_expressions(program))
        return GI_RTC_NOT_COMPILED;
    if (!gi_places_find(program->interface->language, NULL, &run->places, why)) {
        gi_rtc_text_say(&program->log, "%s: error: %s\n", program->interface->name, why);
        return GI_RTC_NO_COMPILER;
    }
    if (run->options.is_uncached
        || !gi_rtc_kept_name(program, &run->options, &run->places, run->kept_name))
        run->kept_name[0] = 0;
    else if (gi_rtc_kept_read(program, run->kept_name))
        return GI_RTC_DONE;
    run->begin_ns = system_now_ns();
    result = write_files(run);
    if (result == GI_RTC_DONE)
        result = run_compiler(run);
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
    program->is_compiled = false;
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
    if (result == GI_RTC_DONE)
        result = compile(&run);
    program->is_compiled = result == GI_RTC_DONE;
    gi_rtc_folder_end(&run.folder);
    free(run.source);
    free(run.ptx);
    free(run.files);
    gi_places_finish(&run.places);
    gi_rtc_options_finish(&run.options);
    return result;
}
