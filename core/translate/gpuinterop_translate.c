/* gpuinterop-translate: translates the kernels of a PTX file, and prints the results. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "cards/device_list.h"
#include "contract/driver.h"
#include "kernel/heap/heap_names.h"
#include "kernel/translate/translate.h"
#include "code/shader.h"
#include "print_passes.h"

#define MOST_BYTES ((size_t)1 << 30)

enum { PRINT_BLOCKS = 1, PRINT_WAY = 2, PRINT_SPIRV = 4 };

static const char help[] =
    "usage: gpuinterop-translate [OPTION...] FILE.ptx\n"
    "Translates the kernels of a file as the library does, for a device of this machine.\n"
    "\n"
    "  --kernel NAME       this one alone\n"
    "  -o FILE             writes its SPIR-V there\n"
    "  --print WHAT        blocks: the functions with their blocks; way: how warps and barriers\n"
    "                      are carried out; spirv: the assembly; several with commas between them\n"
    "  --stop-after PASS   goes no further than this pass\n"
    "  --passes            lists the passes\n"
    "  --check             with the memory check (GPUINTEROP_CHECK=memory)\n"
    "  --device NUMBER     for another device than 0; gpuinterop-info lists them\n"
    "  --help, -h          prints this\n"
    "\n"
    "Exit status: 0; 1 if a kernel cannot be translated, or there is no device; 2 if the\n"
    "arguments are wrong.\n";

struct request {
    const char *file, *kernel, *output, *stop_after;
    int device;
    unsigned prints;
    bool checks;
};

/* ---- arguments ------------------------------------------------------------------------------- */

static _Noreturn void refuse(const char *what, const char *word)
{
    fprintf(stderr, "gpuinterop-translate: %s %s; --help prints what there is\n", what, word);
    exit(2);
}

static unsigned prints_of(const char *text)
{
    static const struct { const char *word; unsigned bit; } words[] = {
        { "blocks", PRINT_BLOCKS }, { "way", PRINT_WAY }, { "spirv", PRINT_SPIRV },
    };
    unsigned prints = 0;
    const char *at = text;

    while (*at != '\0') {
        size_t length = strcspn(at, ","), i = 0;

        while (i < 3 && (strlen(words[i].word) != length ||
                         strncmp(words[i].word, at, length) != 0))
            i++;
        if (i == 3)
            refuse("nothing is printed by the name", text);
        prints |= words[i].bit;
        at += length + (at[length] == ',');
    }
    return prints;
}

static const char *pass_of(const char *name)
{
    const char *pass;

    for (uint32_t i = 0; (pass = gi_translate_pass_name(i)) != NULL; i++) {
        if (strcmp(pass, name) == 0)
            return pass;
    }
    refuse("there is no pass", name);
}

static int number_of(const char *text)
{
    char *end;
    long number = strtol(text, &end, 10);

    if (end == text || *end != '\0' || number < 0 || number > 1000)
        refuse("no number of a device:", text);
    return (int)number;
}

static _Noreturn void list_passes(void)
{
    const char *pass;

    for (uint32_t i = 0; (pass = gi_translate_pass_name(i)) != NULL; i++)
        printf("%s\n", pass);
    exit(0);
}

static bool take_word(const char *word, struct request *request)
{
    if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0) {
        fputs(help, stdout);
        exit(0);
    }
    if (strcmp(word, "--passes") == 0)
        list_passes();
    if (strcmp(word, "--check") == 0) {
        request->checks = true;
        return true;
    }
    if (word[0] == '-' || request->file != NULL)
        return false;
    request->file = word;
    return true;
}

static bool take_pair(const char *word, const char *value, struct request *request)
{
    if (strcmp(word, "--kernel") == 0)
        request->kernel = value;
    else if (strcmp(word, "-o") == 0)
        request->output = value;
    else if (strcmp(word, "--print") == 0)
        request->prints |= prints_of(value);
    else if (strcmp(word, "--stop-after") == 0)
        request->stop_after = pass_of(value);
    else if (strcmp(word, "--device") == 0)
        request->device = number_of(value);
    else
        return false;
    return true;
}

static struct request read_arguments(int argc, char **argv)
{
    struct request request = { 0 };

    for (int i = 1; i < argc; i++) {
        if (i + 1 < argc && take_pair(argv[i], argv[i + 1], &request))
            i++;
        else if (!take_word(argv[i], &request))
            refuse("not understood:", argv[i]);
    }
    if (request.file == NULL)
        refuse("a file is missing", "");
    return request;
}

/* ---- one kernel ------------------------------------------------------------------------------ */

static bool see(void *context, const char *pass, const struct gi_emit *emit)
{
    const struct request *request = context;
    bool is_last = request->stop_after != NULL && strcmp(pass, request->stop_after) == 0;

    if ((request->prints & PRINT_WAY) != 0 && strcmp(pass, "way") == 0)
        print_way(emit);
    if ((request->prints & PRINT_BLOCKS) != 0 && (is_last || strcmp(pass, "emission") == 0))
        print_blocks(emit);
    return !is_last;
}

static bool print_spirv(const struct gi_translate_kernel *kernel)
{
    char *text = gi_shader_text(kernel->words, kernel->word_count);

    if (text == NULL) {
        fprintf(stderr, "gpuinterop-translate: SPIRV-Tools are not installed\n");
        return false;
    }
    fputs(text, stdout);
    free(text);
    return true;
}

static bool write_spirv(const char *path, const struct gi_translate_kernel *kernel)
{
    FILE *file = fopen(path, "wb");
    bool is_written = file != NULL && fwrite(kernel->words, sizeof *kernel->words,
                                             kernel->word_count, file) == kernel->word_count;

    if (file != NULL && fclose(file) != 0)
        is_written = false;
    if (!is_written)
        perror(path);
    return is_written;
}

static bool translate(const struct request *request, const struct gi_translate_target *target,
                      const struct gi_ptx_module *module, const struct gi_ptx_function *entry)
{
    const struct gi_translate_watch watch = { see, (void *)request };
    struct gi_translate_kernel kernel;
    struct gi_arena arena;
    bool is_right;

    printf("kernel %.*s\n", (int)entry->name.length, entry->name.start);
    gi_arena_init(&arena, MOST_BYTES);
    is_right = gi_translate_watched(&arena, module, entry, target, &watch, &kernel) == GI_OK;
    if (!is_right)
        fprintf(stderr, "gpuinterop-translate: %.*s: %s\n", (int)entry->name.length,
                entry->name.start, gi_last_error_detail());
    else if (kernel.words != NULL)
        printf("  %u words, %u bytes of parameters%s, %u of shared memory%s, %u of local memory\n",
               kernel.word_count, kernel.parameter_bytes,
               kernel.parameters_in_memory ? " in memory" : "", kernel.shared_bytes,
               kernel.dynamic_shared ? " and more" : "", kernel.local_bytes);
    if (is_right && kernel.words != NULL && (request->prints & PRINT_SPIRV) != 0)
        is_right = print_spirv(&kernel);
    if (is_right && kernel.words != NULL && request->output != NULL)
        is_right = write_spirv(request->output, &kernel);
    gi_arena_finish(&arena);
    return is_right;
}

/* ---- all of a file --------------------------------------------------------------------------- */

static char *read_file(const char *path, size_t *out_bytes)
{
    FILE *file = fopen(path, "rb");
    char *text = NULL;
    size_t room = 0, count = 0, more;

    if (file == NULL)
        return NULL;
    do {
        char *larger;

        room = room == 0 ? (size_t)1 << 16 : room * 2;
        larger = room <= MOST_BYTES ? realloc(text, room) : NULL;
        if (larger == NULL) {
            free(text);
            fclose(file);
            return NULL;
        }
        text = larger;
        more = fread(text + count, 1, room - count, file);
        count += more;
    } while (count == room);
    fclose(file);
    *out_bytes = count;
    return text;
}

static bool is_asked(const struct request *request, const struct gi_ptx_function *function)
{
    return function->is_entry && function->has_body &&
           (request->kernel == NULL ||
            (strlen(request->kernel) == function->name.length &&
             memcmp(request->kernel, function->name.start, function->name.length) == 0));
}

static int translate_all(const struct request *request, const struct gi_translate_target *target,
                         const struct gi_ptx_module *module)
{
    int asked = 0, right = 0;

    for (uint32_t i = 0; i < module->function_count; i++)
        asked += is_asked(request, module->functions[i]);
    if (asked == 0 || (asked > 1 && request->output != NULL)) {
        fprintf(stderr, "gpuinterop-translate: %s: %s\n", request->file, asked == 0 ?
                "it has no kernel of this name, or none at all" :
                "-o is for one kernel; --kernel names it");
        return asked == 0 ? 1 : 2;
    }
    for (uint32_t i = 0; i < module->function_count; i++) {
        if (is_asked(request, module->functions[i]))
            right += translate(request, target, module, module->functions[i]);
    }
    return right == asked ? 0 : 1;
}

/* Joins the text of malloc and free as the library does. */
static gi_status parse(struct gi_arena *arena, char **text, size_t bytes,
                       struct gi_ptx_module **out_module)
{
    gi_status status = gi_ptx_parse(arena, *text, bytes, out_module);
    const char *heap = status == GI_OK ? gi_heap_text_for(*out_module) : NULL;
    char *joined;

    if (heap == NULL)
        return status;
    if (asprintf(&joined, "%.*s\n%s", (int)bytes, *text, heap) < 0)
        return gi_fail(GI_OUT_OF_MEMORY, "no memory to join two texts");
    free(*text);
    *text = joined;
    return gi_ptx_parse(arena, joined, strlen(joined), out_module);
}

static int translate_file(const struct request *request, const struct gi_translate_target *target)
{
    size_t bytes = 0;
    char *text = read_file(request->file, &bytes);
    struct gi_ptx_module *module;
    struct gi_arena arena;
    int status = 1;

    if (text == NULL) {
        perror(request->file);
        return 1;
    }
    gi_arena_init(&arena, MOST_BYTES);
    if (parse(&arena, &text, bytes, &module) == GI_OK)
        status = translate_all(request, target, module);
    else
        fprintf(stderr, "gpuinterop-translate: %s: %s\n", request->file, gi_last_error_detail());
    gi_arena_finish(&arena);
    free(text);
    return status;
}

int main(int argc, char **argv)
{
    struct request request = read_arguments(argc, argv);
    const struct gi_device_info *info;
    struct gi_translate_target target;
    int status;

    if (gi_device_info(request.device, &info) != GI_OK || !info->launches) {
        fprintf(stderr, "gpuinterop-translate: device %d runs no kernels, or is not there: %s\n",
                request.device, gi_last_error_detail());
        return 1;
    }
    target = info->kernels;
    target.checks_memory = request.checks;
    status = translate_file(&request, &target);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        perror("gpuinterop-translate");
        return 1;
    }
    return status;
}
