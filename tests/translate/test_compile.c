/* A second real compiler reads what the translator makes: RADV without hardware, which compiles
 * for the family of chips that RADV_FORCE_FAMILY names and runs nothing. Arguments: a folder of
 * PTX files, then families. GPUINTEROP_CARD_ICD names another RADV than the installed one. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "host.h"
#include "kernel/translate/ptx/ptx.h"

enum { SKIPPED = 77, SECONDS = 120 };

static const uint32_t blocks[][3] = { { 32, 1, 1 }, { 96, 2, 1 }, { 256, 1, 1 } };

static bool has_ptx_ending(const char *name)
{
    size_t length = strlen(name);

    return length > 4 && strcmp(name + length - 4, ".ptx") == 0;
}

static char *read_file(const char *folder, const char *name, size_t *out_bytes)
{
    char path[1000];
    char *text = NULL;
    long bytes = 0;
    FILE *stream;

    snprintf(path, sizeof(path), "%s/%s", folder, name);
    stream = fopen(path, "rb");
    if (stream == NULL || fseek(stream, 0, SEEK_END) != 0 || (bytes = ftell(stream)) <= 0
        || (text = malloc((size_t)bytes)) == NULL || fseek(stream, 0, SEEK_SET) != 0
        || fread(text, 1, (size_t)bytes, stream) != (size_t)bytes) {
        fprintf(stderr, "%s cannot be read\n", path);
        exit(1);
    }
    fclose(stream);
    *out_bytes = (size_t)bytes;
    return text;
}

/* How many pipelines were made of one kernel; 0 if it is refused for this device. */
static int compile(const struct gi_ptx_module *module, struct gi_ptx_function *entry)
{
    struct gi_translate_kernel kernel;
    struct gi_arena arena;
    int made = 0;

    gi_arena_init(&arena, 64 << 20);
    if (gi_translate(&arena, module, entry, host_target(), &kernel) != GI_OK) {
        printf("  refused: %.*s: %s\n", (int)entry->name.length, entry->name.start,
               gi_last_error_detail());
    } else {
        for (size_t i = 0; i < sizeof(blocks) / sizeof(blocks[0]); i++, made++)
            host_compile(&kernel, blocks[i], 1024);
    }
    gi_arena_finish(&arena);
    return made;
}

static int compile_file(const char *folder, const char *name)
{
    struct gi_ptx_module *module;
    struct gi_arena parsed;
    size_t bytes;
    char *text = read_file(folder, name, &bytes);
    int made = 0;

    gi_arena_init(&parsed, 64 << 20);
    if (gi_ptx_parse(&parsed, text, bytes, &module) != GI_OK) {
        fprintf(stderr, "%s: %s\n", name, gi_last_error_detail());
        exit(1);
    }
    for (uint32_t i = 0; i < module->function_count; i++) {
        if (module->functions[i]->is_entry)
            made += compile(module, module->functions[i]);
    }
    gi_arena_finish(&parsed);
    free(text);
    return made;
}

static int compile_all(const char *folder, const char *family)
{
    DIR *directory = opendir(folder);
    const struct dirent *item;
    const char *why;
    int made = 0;

    setenv("RADV_FORCE_FAMILY", family, 1);
    why = host_open_compiler();
    if (why != NULL) {
        printf("%s: %s\n", family, why);
        return SKIPPED;
    }
    while (directory != NULL && (item = readdir(directory)) != NULL) {
        if (has_ptx_ending(item->d_name))
            made += compile_file(folder, item->d_name);
    }
    if (directory != NULL)
        closedir(directory);
    printf("%s: %d pipelines, subgroups of %u to %u\n", family, made,
           host_target()->subgroup_least, host_target()->subgroup_most);
    return made == 0;
}

/* In a child: the variable is read when the driver is loaded, and a compiler can crash. */
static int in_child(const char *folder, const char *family)
{
    int ending = 0;
    pid_t child;

    fflush(NULL);
    child = fork();
    if (child == 0) {
        alarm(SECONDS);
        exit(compile_all(folder, family));
    }
    if (child < 0 || waitpid(child, &ending, 0) != child)
        return 1;
    if (WIFSIGNALED(ending))
        fprintf(stderr, "%s: killed by signal %d\n", family, WTERMSIG(ending));
    return WIFEXITED(ending) ? WEXITSTATUS(ending) : 1;
}

int main(int argc, char **argv)
{
    const char *named = getenv("GPUINTEROP_CARD_ICD");
    const char *manifest = named ? named : "/usr/share/vulkan/icd.d/radeon_icd.x86_64.json";
    int result = SKIPPED;

    if (argc < 3)
        return 2;
    if (access(manifest, R_OK) != 0) {
        printf("there is no RADV: %s cannot be read\n", manifest);
        return SKIPPED;
    }
    setenv("VK_DRIVER_FILES", manifest, 1);
    setenv("VK_ICD_FILENAMES", manifest, 1);
    for (int i = 2; i < argc; i++) {
        int one = in_child(argv[1], argv[i]);

        if (one != SKIPPED && result != 1)
            result = one;
    }
    return result;
}
