#include "rtc/rtc_kept.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/disk/disk_cache.h"

/* At most so many files of so many bytes are kept. A key chooses a set, and its file is one of the
 * set's. */
enum { SETS = 64, WAYS = 4, MOST_BYTES = 4 << 20, NAME_BYTES = 32 };

/* A file starts with these. Behind them lie the PTX, the log, the lowered names, each with a zero,
 * and a line for each file that was read: its size, its time, and its path. A zero ends all. */
struct head {
    struct gi_digest key;
    uint64_t ptx_bytes, log_bytes, names_bytes, files_bytes;
};

/* Of what is in these files; a change of it is another number. */
#define FORM "gpuinterop rtc 3"

/* ---- the key --------------------------------------------------------------------------------- */

static void add_text(struct gi_digest_state *state, const char *text)
{
    gi_digest_add(state, text, strlen(text) + 1);
}

static void add_words(struct gi_digest_state *state, const struct gi_words *words)
{
    uint64_t count = words->count;

    gi_digest_add(state, &count, sizeof count);
    for (size_t i = 0; i < words->count; i++)
        add_text(state, words->all[i]);
}

static bool add_file(struct gi_digest_state *state, const char *path)
{
    struct stat facts;
    int64_t numbers[3];

    if (stat(path, &facts) != 0)
        return false;
    numbers[0] = facts.st_size;
    numbers[1] = facts.st_mtim.tv_sec;
    numbers[2] = facts.st_mtim.tv_nsec;
    add_text(state, path);
    gi_digest_add(state, numbers, sizeof numbers);
    return true;
}

static void add_program(struct gi_digest_state *state, const struct gi_rtc_program *program)
{
    add_text(state, program->interface->name);
    add_text(state, program->source);
    add_text(state, program->name);
    add_words(state, &program->headers);
    add_words(state, &program->header_names);
    add_words(state, &program->names);
}

bool gi_rtc_kept_key(const struct gi_rtc_command *command, struct gi_digest *out_key)
{
    const bool is_default_device = command->options->is_default_device;     /* in the source */
    char *folder = getcwd(NULL, 0);
    struct gi_words words = { 0 };
    struct gi_digest_state state;
    bool has_all;

    gi_rtc_command_add_common(command, &words);
    gi_digest_begin(&state);
    add_text(&state, FORM);
    has_all = add_file(&state, command->places->clang) && folder != NULL && !words.is_short;
    add_text(&state, folder != NULL ? folder : "");
    gi_digest_add(&state, &is_default_device, sizeof is_default_device);
    add_words(&state, &words);
    add_program(&state, command->program);
    *out_key = gi_digest_end(&state);
    gi_words_finish(&words);
    free(folder);
    return has_all;
}

/* The name of one of the files that a result may be in. */
static void result_name(const struct gi_digest *key, unsigned way, char name[static NAME_BYTES])
{
    uint32_t chosen;

    memcpy(&chosen, key->bytes, sizeof chosen);
    (void)snprintf(name, NAME_BYTES, "rtc-%03u", (unsigned)chosen % SETS * WAYS + way);
}

/* ---- the files that were read ---------------------------------------------------------------- */

static int64_t time_of(const struct stat *facts)
{
    return (int64_t)facts->st_mtim.tv_sec * 1000000000 + facts->st_mtim.tv_nsec;
}

/* Adds the line of a file. False if the compilation cannot be kept. */
static bool add_line(struct gi_rtc_text *lines, const char *path, int64_t begin_ns)
{
    struct stat facts;

    if (stat(path, &facts) != 0 || time_of(&facts) >= begin_ns || strchr(path, '\n') != NULL)
        return false;
    gi_rtc_text_say(lines, "%" PRId64 " %" PRId64 " %s\n", (int64_t)facts.st_size,
                    time_of(&facts), path);
    return true;
}

/* The next path of a list for make, unescaped; NULL at the end, or before it where memory has
 * ended. The caller frees it. */
static char *next_path(const char **at)
{
    char *path, *end;

    while (**at != 0 && (strchr(" \n\r\t", **at) != NULL
                         || ((*at)[0] == '\\' && (*at)[1] == '\n')))
        (*at)++;
    if (**at == 0)
        return NULL;
    path = end = malloc(strlen(*at) + 1);
    while (path != NULL && **at != 0 && strchr(" \n\r\t", **at) == NULL) {
        if ((*at)[0] == '\\' && ((*at)[1] == ' ' || (*at)[1] == '#'))
            (*at)++;
        else if ((*at)[0] == '$' && (*at)[1] == '$')
            (*at)++;
        *end++ = *(*at)++;
    }
    if (path != NULL)
        *end = 0;
    return path;
}

static bool add_lines(struct gi_rtc_text *lines, const char *files, const char *folder,
                      int64_t begin_ns)
{
    const char *at = strstr(files, ": ");
    char *path;

    if (at == NULL)
        return false;
    for (at += 2; (path = next_path(&at)) != NULL; free(path)) {
        if (!gi_begins_with(path, folder) && !add_line(lines, path, begin_ns)) {
            free(path);
            return false;
        }
    }
    return *at == 0 && lines->count < GI_RTC_TEXT_MOST && !lines->is_short;
}

/* Whether each file of the lines is as it was. */
static bool are_same(const char *lines, const char *end)
{
    while (lines < end) {
        const char *stop = memchr(lines, '\n', (size_t)(end - lines));
        int64_t size, time;
        struct stat facts;
        int length;
        char *path;
        bool is_same;

        if (stop == NULL
            || sscanf(lines, "%" SCNd64 " %" SCNd64 " %n", &size, &time, &length) != 2
            || lines + length >= stop)
            return false;
        path = strndup(lines + length, (size_t)(stop - lines) - (size_t)length);
        is_same = path != NULL && stat(path, &facts) == 0 && facts.st_size == size
            && time_of(&facts) == time;
        free(path);
        if (!is_same)
            return false;
        lines = stop + 1;
    }
    return true;
}

/* ---- reading and writing --------------------------------------------------------------------- */

static bool sizes_fit(const struct head *head, size_t bytes)
{
    uint64_t rest = bytes - sizeof *head;

    return head->ptx_bytes > 0 && head->files_bytes > 0 && head->ptx_bytes <= rest
        && head->log_bytes <= rest && head->names_bytes <= rest && head->files_bytes <= rest
        && head->ptx_bytes + head->log_bytes + head->names_bytes + head->files_bytes == rest;
}

/* Takes the lowered names out of the contents: as many as there are names. */
static bool take_names(struct gi_rtc_program *program, const char *at, const char *end)
{
    for (size_t i = 0; i < program->names.count; i++) {
        const char *stop = at < end ? memchr(at, 0, (size_t)(end - at)) : NULL;

        if (stop == NULL)
            return false;
        gi_words_add(&program->lowered, at);
        at = stop + 1;
    }
    return at == end && !program->lowered.is_short;
}

static bool take_result(struct gi_rtc_program *program, const struct gi_digest *key,
                        const char *bytes, size_t count)
{
    const char *ptx = bytes + sizeof(struct head), *log, *names, *files;
    struct head head;

    if (count < sizeof head)
        return false;
    memcpy(&head, bytes, sizeof head);
    if (memcmp(&head.key, key, sizeof *key) != 0 || !sizes_fit(&head, count)
        || ptx[head.ptx_bytes - 1] != 0)
        return false;
    log = ptx + head.ptx_bytes;
    names = log + head.log_bytes;
    files = names + head.names_bytes;
    if (files[head.files_bytes - 1] != 0 || !are_same(files, files + head.files_bytes - 1))
        return false;
    program->ptx = malloc(head.ptx_bytes);
    if (program->ptx == NULL || !take_names(program, names, files)) {
        free(program->ptx);
        program->ptx = NULL;
        gi_words_finish(&program->lowered);
        return false;
    }
    memcpy(program->ptx, ptx, head.ptx_bytes);
    program->ptx_bytes = head.ptx_bytes;
    gi_rtc_text_add(&program->log, log, head.log_bytes);
    return true;
}

static bool read_way(const struct gi_digest *key, unsigned way, void **out_bytes,
                     size_t *out_count)
{
    char name[NAME_BYTES];

    result_name(key, way, name);
    return gi_disk_cache_read(gi_disk_cache_shared(), name, out_bytes, out_count);
}

bool gi_rtc_kept_read(struct gi_rtc_program *program, const struct gi_digest *key)
{
    bool is_taken = false;

    for (unsigned way = 0; gi_disk_cache_shared() != NULL && !is_taken && way < WAYS; way++) {
        void *bytes;
        size_t count;

        if (!read_way(key, way, &bytes, &count))
            continue;
        is_taken = take_result(program, key, bytes, count);
        free(bytes);
    }
    return is_taken;
}

/* The file for a result: an older one of the key, or the first that cannot be read, or any. */
static unsigned way_for(const struct gi_digest *key)
{
    unsigned chosen = WAYS;

    for (unsigned way = 0; way < WAYS; way++) {
        void *bytes;
        size_t count;
        bool is_read = read_way(key, way, &bytes, &count), is_own;

        is_own = is_read && count >= sizeof *key && memcmp(bytes, key, sizeof *key) == 0;
        if (is_read)
            free(bytes);
        if (is_own)
            return way;
        if (!is_read && chosen == WAYS)
            chosen = way;
    }
    return chosen != WAYS ? chosen : key->bytes[4] % WAYS;
}

static size_t names_bytes(const struct gi_words *lowered)
{
    size_t bytes = 0;

    for (size_t i = 0; i < lowered->count; i++)
        bytes += strlen(lowered->all[i]) + 1;
    return bytes;
}

static void write_all(const struct gi_rtc_program *program, const struct gi_digest *key,
                      const struct gi_rtc_text *lines)
{
    struct head head = {
        *key, program->ptx_bytes, program->log.count, names_bytes(&program->lowered),
        lines->count + 1
    };
    size_t count = sizeof head + head.ptx_bytes + head.log_bytes + head.names_bytes
        + head.files_bytes;
    char *bytes = count <= MOST_BYTES ? malloc(count) : NULL, *at = bytes;
    char name[NAME_BYTES];

    if (bytes == NULL)
        return;
    result_name(key, way_for(key), name);
    at = mempcpy(at, &head, sizeof head);
    at = mempcpy(at, program->ptx, program->ptx_bytes);
    at = mempcpy(at, gi_rtc_text_of(&program->log), program->log.count);
    for (size_t i = 0; i < program->lowered.count; i++)
        at = mempcpy(at, program->lowered.all[i], strlen(program->lowered.all[i]) + 1);
    memcpy(at, gi_rtc_text_of(lines), lines->count + 1);
    (void)gi_disk_cache_write(gi_disk_cache_shared(), name, bytes, count);
    free(bytes);
}

void gi_rtc_kept_write(const struct gi_rtc_program *program, const struct gi_digest *key,
                       const char *files, const char *folder, int64_t begin_ns)
{
    struct gi_rtc_text lines = { 0 };

    if (gi_disk_cache_shared() != NULL && !program->log.is_short
        && add_lines(&lines, files, folder, begin_ns))
        write_all(program, key, &lines);
    gi_rtc_text_finish(&lines);
}
