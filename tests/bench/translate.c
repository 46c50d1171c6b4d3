/* bench_translate: what it costs to translate PTX, in processor time of user and system.
 *
 *     bench_translate [--samples N] FILE|FOLDER...
 *
 * Reads every file, or every .ptx of a folder, parses it and translates each of its entries for a
 * device like lavapipe. Prints the median of N turns over all files, or with --samples the turns:
 * microseconds a line of PTX, one a line. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "kernel/translate/ptx/ptx.h"
#include "kernel/translate/translate.h"
#include "vulkan/kernel/prelude.h"

enum { MOST_FILES = 4096, MOST_SAMPLES = 64, SAMPLES = 15 };

struct text {
    char *bytes;
    size_t length;
};

struct work {
    struct text texts[MOST_FILES];
    size_t text_count, lines;
    size_t kernels, refused;         /* of the last turn */
    struct gi_translate_target target;
};

static struct work work;

static void stop(const char *what, const char *why)
{
    fprintf(stderr, "bench_translate: %s: %s\n", what, why);
    exit(1);
}

static void read_file(const char *path)
{
    struct text *text = &work.texts[work.text_count];
    FILE *file = fopen(path, "rb");
    size_t room = 0, more;
    if (file == NULL || work.text_count == MOST_FILES)
        stop(path, file == NULL ? "it cannot be opened" : "too many files");
    do {
        room = room == 0 ? 1 << 16 : room * 2;
        text->bytes = realloc(text->bytes, room);
        if (text->bytes == NULL)
            stop(path, "no memory");
        more = fread(text->bytes + text->length, 1, room - text->length, file);
        text->length += more;
    } while (text->length == room);
    fclose(file);
    for (size_t i = 0; i < text->length; i++)
        work.lines += text->bytes[i] == '\n';
    work.text_count++;
}

static void read_all(const char *path)
{
    DIR *folder = opendir(path);
    const struct dirent *item;
    if (folder == NULL) {
        read_file(path);
        return;
    }
    while ((item = readdir(folder)) != NULL) {
        size_t length = strlen(item->d_name);
        char name[4096];
        if (length < 4 || strcmp(item->d_name + length - 4, ".ptx") != 0)
            continue;
        snprintf(name, sizeof name, "%s/%s", path, item->d_name);
        read_file(name);
    }
    closedir(folder);
}

static struct gi_translate_target like_lavapipe(void)
{
    struct gi_translate_target target = {
        .push_bytes = 128,
        .int8 = true,
        .int16 = true,
        .float16 = true,
        .float64 = true,
        .int64_atomics = true,
        .float32_atomic_add = true,
        .keeps_specials = GI_TRANSLATE_F16 | GI_TRANSLATE_F32 | GI_TRANSLATE_F64,
        .keeps_denormals = GI_TRANSLATE_F16 | GI_TRANSLATE_F32 | GI_TRANSLATE_F64,
        .exact_division = true,
        .drops_zeros = true,
        .subgroup_least = 8,
        .subgroup_most = 8,
        .ended_at_barriers = GI_TRANSLATE_ENDED_FOLLOW,
    };
    target.prelude = givk_prelude(GIVK_TEXTURES_IN_MEMORY, false);
    return target;
}

static void translate(const struct text *text)
{
    struct gi_ptx_module *module;
    struct gi_arena parsed;
    gi_arena_init(&parsed, (size_t)1 << 30);
    if (gi_ptx_parse(&parsed, text->bytes, text->length, &module) != GI_OK)
        stop("a file is no PTX", gi_last_error_detail());
    for (uint32_t i = 0; i < module->function_count; i++) {
        struct gi_translate_kernel kernel;
        struct gi_arena arena;
        if (!module->functions[i]->is_entry)
            continue;
        gi_arena_init(&arena, (size_t)1 << 30);
        if (gi_translate(&arena, module, module->functions[i], &work.target, &kernel) == GI_OK)
            work.kernels++;
        else
            work.refused++;
        gi_arena_finish(&arena);
    }
    gi_arena_finish(&parsed);
}

static double now_us(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec * 1e6 + (double)time.tv_nsec / 1e3;
}

static double turn(void)
{
    double start = now_us();
    work.kernels = work.refused = 0;
    for (size_t i = 0; i < work.text_count; i++)
        translate(&work.texts[i]);
    return (now_us() - start) / (double)work.lines;
}

static int order(const void *one, const void *other)
{
    double a = *(const double *)one, b = *(const double *)other;
    return (a > b) - (a < b);
}

int main(int argc, char **argv)
{
    double samples[MOST_SAMPLES];
    bool all = argc > 2 && strcmp(argv[1], "--samples") == 0;
    int count = all ? atoi(argv[2]) : SAMPLES;
    if (count < 1 || count > MOST_SAMPLES)
        stop(argv[2], "a number from 1 to 64 was expected");
    for (int i = all ? 3 : 1; i < argc; i++)
        read_all(argv[i]);
    if (work.lines == 0)
        stop("usage", "bench_translate [--samples N] FILE|FOLDER...");
    work.target = like_lavapipe();
    (void)turn();
    for (int i = 0; i < count; i++)
        samples[i] = turn();
    for (int i = 0; all && i < count; i++)
        printf("%.4f\n", samples[i]);
    qsort(samples, (size_t)count, sizeof *samples, order);
    if (!all)
        printf("%zu kernels, %zu refused, %zu lines: %.3f us a line\n", work.kernels, work.refused,
               work.lines, samples[count / 2]);
    for (size_t i = 0; i < work.text_count; i++)
        free(work.texts[i].bytes);
    return 0;
}
