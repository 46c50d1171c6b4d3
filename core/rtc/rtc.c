#include "rtc/rtc.h"

#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/process.h"
#include "base/uncancelled.h"
#include "clang/packed.h"
#include "rtc/rtc_compile.h"
#include "rtc/rtc_folder.h"
#include "rtc/rtc_program.h"

#define USUAL_NAME "default_program"

/* ---- failures -------------------------------------------------------------------------------- */

static gi_status status_of(enum gi_rtc_result result)
{
    return result == GI_RTC_NO_MEMORY ? GI_OUT_OF_MEMORY
        : result == GI_RTC_INVALID_PROGRAM ? GI_INVALID_HANDLE : GI_INVALID_VALUE;
}

enum gi_rtc_result gi_rtc_refuse(const char *caller, enum gi_rtc_result result,
                                 const char *format, ...)
{
    char text[512];
    va_list values;

    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    (void)gi_fail(status_of(result), "%s: %s", caller, text);
    gi_report_failure();
    gi_publish_detail();
    return result;
}

static enum gi_rtc_result refuse_null(const char *caller, const char *what)
{
    return gi_rtc_refuse(caller, GI_RTC_INVALID_INPUT, "%s is NULL", what);
}

enum gi_rtc_result gi_rtc_begin(const char *caller)
{
    gi_process_begin();
    return !gi_process_is_forked() ? GI_RTC_DONE
        : gi_rtc_refuse(caller, GI_RTC_INVALID_PROGRAM, "this process was forked from one that had "
                        "used the library; call exec, or fork before the first call");
}

/* ---- programs -------------------------------------------------------------------------------- */

static void finish_program(struct gi_object *object)
{
    struct gi_rtc_program *program = (struct gi_rtc_program *)object;

    gi_words_finish(&program->headers);
    gi_words_finish(&program->header_names);
    gi_words_finish(&program->names);
    gi_words_finish(&program->lowered);
    gi_rtc_text_finish(&program->log);
    free(program->ptx);
    free(program->source);
    free(program->name);
    pthread_mutex_destroy(&program->lock);
    free(program);
}

/* Finds a program and locks it; unlock_program gives it back. */
static enum gi_rtc_result lock_program(const char *caller, const struct gi_rtc_interface *interface,
                                       gi_handle handle, struct gi_rtc_program **out_program)
{
    struct gi_object *object;
    struct gi_rtc_program *program;

    *out_program = NULL;
    if (gi_handle_acquire(handle, GI_OBJECT_PROGRAM, &object) != GI_OK)
        return gi_rtc_refuse(caller, GI_RTC_INVALID_PROGRAM, "%s", gi_last_error_detail());
    program = (struct gi_rtc_program *)object;
    if (strcmp(program->interface->name, interface->name) != 0) {
        gi_object_unref(object);
        return gi_rtc_refuse(caller, GI_RTC_INVALID_PROGRAM, "the program is another interface's");
    }
    if (pthread_mutex_lock(&program->lock) != 0) {
        gi_object_unref(object);
        return gi_rtc_refuse(caller, GI_RTC_INVALID_PROGRAM, "the function that watches a "
                             "compilation cannot use its program");
    }
    *out_program = program;
    return GI_RTC_DONE;
}

static enum gi_rtc_result unlock_program(struct gi_rtc_program *program, enum gi_rtc_result result)
{
    pthread_mutex_unlock(&program->lock);
    gi_object_unref(&program->object);
    return result;
}

static enum gi_rtc_result check_source(const char *caller, const struct gi_rtc_source *source)
{
    if (source->text == NULL)
        return refuse_null(caller, "the source");
    if (source->header_count < 0)
        return gi_rtc_refuse(caller, GI_RTC_INVALID_INPUT, "the number of headers is negative");
    if (source->header_count > 0 && (source->headers == NULL || source->header_names == NULL))
        return refuse_null(caller, "the list of headers");
    for (int i = 0; i < source->header_count; i++) {
        if (source->headers[i] == NULL || source->header_names[i] == NULL)
            return refuse_null(caller, "a header");
        if (!gi_rtc_folder_has(source->header_names[i]))
            return gi_rtc_refuse(caller, GI_RTC_INVALID_INPUT, "the header \"%.200s\" would lie "
                                 "outside of the program's folder", source->header_names[i]);
    }
    return GI_RTC_DONE;
}

/* A thread that locks twice gets an error: it is in the program's own function. */
static void init_lock(pthread_mutex_t *lock)
{
    pthread_mutexattr_t attributes;

    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutex_init(lock, &attributes);
    pthread_mutexattr_destroy(&attributes);
}

static bool copy_source(struct gi_rtc_program *program, const struct gi_rtc_source *source)
{
    bool has_name = source->name != NULL && *source->name != 0;

    program->source = strdup(source->text);
    program->name = strdup(has_name ? source->name : USUAL_NAME);
    for (int i = 0; i < source->header_count; i++) {
        gi_words_add(&program->headers, source->headers[i]);
        gi_words_add(&program->header_names, source->header_names[i]);
    }
    return program->source != NULL && program->name != NULL && !program->headers.is_short
        && !program->header_names.is_short;
}

enum gi_rtc_result gi_rtc_create(const char *caller, const struct gi_rtc_interface *interface,
                                 const struct gi_rtc_source *source, gi_handle *out_program)
{
    struct gi_rtc_program *program;
    enum gi_rtc_result result = gi_rtc_begin(caller);

    if (result == GI_RTC_DONE)
        result = check_source(caller, source);
    if (result != GI_RTC_DONE)
        return result;
    program = calloc(1, sizeof *program);
    if (program == NULL)
        return gi_rtc_refuse(caller, GI_RTC_NO_MEMORY, "there is no host memory for a program");
    program->interface = interface;
    init_lock(&program->lock);
    if (!copy_source(program, source)
        || gi_handle_create(&program->object, GI_OBJECT_PROGRAM, finish_program,
                            out_program) != GI_OK) {
        finish_program(&program->object);
        return gi_rtc_refuse(caller, GI_RTC_NO_MEMORY, "there is no host memory for a program");
    }
    return GI_RTC_DONE;
}

enum gi_rtc_result gi_rtc_destroy(const char *caller, const struct gi_rtc_interface *interface,
                                  gi_handle program)
{
    struct gi_rtc_program *found;
    enum gi_rtc_result result = lock_program(caller, interface, program, &found);

    if (result != GI_RTC_DONE)
        return result;
    if (!gi_handle_end(&found->object))
        return unlock_program(found, gi_rtc_refuse(caller, GI_RTC_INVALID_PROGRAM,
                                                   "another thread has destroyed the program"));
    return unlock_program(found, GI_RTC_DONE);
}

enum gi_rtc_result gi_rtc_check(const char *caller, const struct gi_rtc_interface *interface,
                                gi_handle program)
{
    struct gi_rtc_program *found;
    enum gi_rtc_result result = lock_program(caller, interface, program, &found);

    return result == GI_RTC_DONE ? unlock_program(found, result) : result;
}

/* ---- names ----------------------------------------------------------------------------------- */

static bool has_name(const struct gi_words *names, const char *name, size_t *out_place)
{
    for (size_t i = 0; i < names->count; i++) {
        if (strcmp(names->all[i], name) == 0) {
            *out_place = i;
            return true;
        }
    }
    return false;
}

enum gi_rtc_result gi_rtc_add_name(const char *caller, const struct gi_rtc_interface *interface,
                                   gi_handle program, const char *name)
{
    struct gi_rtc_program *found;
    enum gi_rtc_result result = lock_program(caller, interface, program, &found);
    size_t place;

    if (result != GI_RTC_DONE)
        return result;
    if (name == NULL)
        return unlock_program(found, refuse_null(caller, "the name"));
    if (found->was_compiled)
        return unlock_program(found, gi_rtc_refuse(caller, GI_RTC_NAME_TOO_LATE,
                                                   "the program was compiled already"));
    if (!has_name(&found->names, name, &place))
        gi_words_add(&found->names, name);
    if (found->names.is_short)
        result = gi_rtc_refuse(caller, GI_RTC_NO_MEMORY, "there is no host memory for a name");
    found->names.is_short = false;
    return unlock_program(found, result);
}

enum gi_rtc_result gi_rtc_lowered_name(const char *caller,
                                       const struct gi_rtc_interface *interface,
                                       gi_handle program, const char *name,
                                       const char **out_lowered)
{
    struct gi_rtc_program *found;
    enum gi_rtc_result result = lock_program(caller, interface, program, &found);
    size_t place;

    if (result != GI_RTC_DONE)
        return result;
    if (name == NULL || out_lowered == NULL)
        return unlock_program(found,
                              refuse_null(caller, name == NULL ? "the name" : "lowered_name"));
    *out_lowered = NULL;
    if (found->ptx == NULL)
        result = gi_rtc_refuse(caller, GI_RTC_NAME_TOO_EARLY, "the program was not compiled");
    else if (!has_name(&found->names, name, &place))
        result = gi_rtc_refuse(caller, GI_RTC_NAME_UNKNOWN, "the program has no name expression "
                               "\"%.200s\"", name);
    else
        *out_lowered = found->lowered.all[place];
    return unlock_program(found, result);
}

/* ---- compiling ------------------------------------------------------------------------------- */

/* The line of the log that says why: the first error, or the first line of all. */
static const char *why(const char *log)
{
    const char *error = strstr(log, "error: ");

    while (error != NULL && error > log && error[-1] != '\n')
        error--;
    return error != NULL ? error : log;
}

static enum gi_rtc_result tell_failure(const char *caller, const struct gi_rtc_program *program,
                                       enum gi_rtc_result result)
{
    const char *line = why(gi_rtc_text_of(&program->log));

    if (result == GI_RTC_CANCELLED)
        line = "the program's function has stopped the compiler";
    else if (result == GI_RTC_NO_MEMORY || *line == 0)
        line = gi_last_error_detail();
    return gi_rtc_refuse(caller, result, "%.*s", (int)strcspn(line, "\n"), line);
}

enum gi_rtc_result gi_rtc_compile(const char *caller, const struct gi_rtc_interface *interface,
                                  gi_handle program, int option_count, const char *const *options)
{
    GI_UNCANCELLED;
    struct gi_rtc_program *found;
    enum gi_rtc_result result = lock_program(caller, interface, program, &found);

    if (result != GI_RTC_DONE)
        return result;
    if (option_count < 0)
        return unlock_program(found, gi_rtc_refuse(caller, GI_RTC_INVALID_INPUT,
                                                   "the number of options is negative"));
    result = gi_rtc_compile_program(found, option_count, options);
    if (result != GI_RTC_DONE)
        result = tell_failure(caller, found, result);
    return unlock_program(found, result);
}

enum gi_rtc_result gi_rtc_set_watcher(const char *caller, const struct gi_rtc_interface *interface,
                                      gi_handle program,
                                      int (*watcher)(void *argument, void *unused), void *argument)
{
    struct gi_rtc_program *found;
    enum gi_rtc_result result = lock_program(caller, interface, program, &found);

    if (result != GI_RTC_DONE)
        return result;
    if (watcher == NULL)
        return unlock_program(found, refuse_null(caller, "the function"));
    found->watcher = watcher;
    found->watcher_argument = argument;
    return unlock_program(found, GI_RTC_DONE);
}

/* ---- parts ----------------------------------------------------------------------------------- */

static void find_part(const struct gi_rtc_program *program, enum gi_rtc_part part,
                      const char **out_bytes, size_t *out_count)
{
    bool is_code = part == GI_RTC_PTX || (program->is_machine && program->ptx != NULL);

    *out_bytes = "";
    *out_count = part == GI_RTC_LOG || part == GI_RTC_PTX;     /* an empty text has its zero */
    if (part == GI_RTC_LOG) {
        *out_bytes = gi_rtc_text_of(&program->log);
        *out_count = program->log.count + 1;
    } else if (part != GI_RTC_NOTHING && is_code && program->ptx != NULL) {
        *out_bytes = program->ptx;
        *out_count = program->ptx_bytes;
    }
}

/* The header in front of machine code; none but for interfaces that have bundles. */
static size_t make_header(const struct gi_rtc_program *program, enum gi_rtc_part part,
                          const char *bytes, size_t count, uint8_t *header)
{
    if (part != GI_RTC_MACHINE_CODE || !program->interface->is_clang || count == 0)
        return 0;
    return gi_packed_header(header, bytes, count, true);
}

enum gi_rtc_result gi_rtc_part_size(const char *caller, const struct gi_rtc_interface *interface,
                                    gi_handle program, enum gi_rtc_part part, size_t *out_bytes)
{
    struct gi_rtc_program *found;
    enum gi_rtc_result result = lock_program(caller, interface, program, &found);
    uint8_t header[GI_PACKED_HEADER];
    const char *bytes;
    size_t count;

    if (result != GI_RTC_DONE)
        return result;
    if (out_bytes == NULL)
        return unlock_program(found, refuse_null(caller, "the size"));
    find_part(found, part, &bytes, &count);
    *out_bytes = make_header(found, part, bytes, count, header) + count;
    return unlock_program(found, GI_RTC_DONE);
}

enum gi_rtc_result gi_rtc_part_copy(const char *caller, const struct gi_rtc_interface *interface,
                                    gi_handle program, enum gi_rtc_part part, char *out)
{
    struct gi_rtc_program *found;
    enum gi_rtc_result result = lock_program(caller, interface, program, &found);
    uint8_t header[GI_PACKED_HEADER];
    size_t count, header_bytes;
    const char *bytes;

    if (result != GI_RTC_DONE)
        return result;
    if (out == NULL)
        return unlock_program(found, refuse_null(caller, "the memory"));
    find_part(found, part, &bytes, &count);
    header_bytes = make_header(found, part, bytes, count, header);
    memcpy(out, header, header_bytes);
    memcpy(out + header_bytes, bytes, count);
    return unlock_program(found, GI_RTC_DONE);
}

/* ---- the room for precompiled headers -------------------------------------------------------- */

static atomic_size_t heap_bytes = (size_t)256 << 20;

size_t gi_rtc_heap_bytes(void)
{
    return atomic_load(&heap_bytes);
}

void gi_rtc_set_heap_bytes(size_t bytes)
{
    atomic_store(&heap_bytes, bytes > SIZE_MAX - 4095 ? bytes & ~(size_t)4095
                 : (bytes + 4095) & ~(size_t)4095);
}
