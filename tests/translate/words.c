/* The words of single instructions and of kernels, for golden.py.
 *
 *     translate-words < INSTRUCTIONS      a line each: the name of a device, a colon, instructions
 *     translate-words FILE.ptx...         a line for each kernel and device: a digest of its words
 *
 * Of a line come two numbers of 32 bits and what the second one counts: 0 and the module's words,
 * or a status and the bytes of its sentence. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/translate/ptx/ptx.h"
#include "kernel/translate/translate.h"
#include "vulkan/kernel/prelude.h"

#define ALL_FLOATS (GI_TRANSLATE_F16 | GI_TRANSLATE_F32 | GI_TRANSLATE_F64)
#define LANES (GI_TRANSLATE_BALLOT | GI_TRANSLATE_SHUFFLE)
/* What all of the devices have but the last one. */
#define USUAL \
    .push_bytes = 128, .int8 = true, .int16 = true, .float16 = true, .float64 = true, \
    .int64_atomics = true, .keeps_specials = ALL_FLOATS, .keeps_denormals = ALL_FLOATS
#define OF_CPU \
    USUAL, .float32_atomic_add = true, .float32_shared_add = true, .exact_division = true, \
    .drops_zeros = true, \
    .constant_bytes = 65536, \
    .subgroup_least = 8, .subgroup_most = 8, .ended_at_barriers = GI_TRANSLATE_ENDED_FOLLOW
#define OF_GPU \
    USUAL, .float32_atomic_add = true, .float64_atomic_add = true, .float32_shared_add = true, \
    .fused_fma = true, \
    .near_approximations = true, .subgroup_can_be_required = true, .subgroup_clock = true, \
    .device_clock = true, .subgroup_operations = LANES, .reconverges = true, \
    .threads_progress = true

static struct {
    const char *name;
    struct gi_translate_target target;
} devices[] = {
    /* a processor that runs 8 threads at a time; the same as its old drivers are, which end long
     * loops; with the memory check */
    { "cpu", { OF_CPU } },
    { "rounds", { OF_CPU, .loop_rounds = 65536, .short_clock = true, .fence_is_barrier = true,
                  .forgets_in_loops = true } },
    { "checked", { OF_CPU, .checks_memory = true } },
    /* a processor whose compiler changes operands for one another */
    { "merges", { OF_CPU, .merges_wrongly = true } },
    /* a processor whose compiler reads one address for all threads, whoever is there */
    { "scalars", { OF_CPU, .reads_for_nobody = true } },
    /* one whose compiler joins comparisons, with the memory check */
    { "joins", { OF_CPU, .checks_memory = true, .joins_comparisons = true } },
    /* graphics cards with subgroups of 32 and 64; one that makes small numbers of f32 zero */
    { "gpu", { OF_GPU, .subgroup_least = 32, .subgroup_most = 32, .saturates = true,
               .dots_bytes = true,
               .exchange_words = 1, .constant_bytes = 65536, .constants_take_turns = true } },
    /* with units for matrices, two of which have words of A in another order */
    { "units", { OF_GPU, .subgroup_least = 32, .subgroup_most = 32, .matrices = 63,
                 .matrices_turned = 60 } },
    { "wide", { OF_GPU, .subgroup_least = 64, .subgroup_most = 64, .widens_wrongly = true } },
    { "flushes", { USUAL, .flushes_small = true, .sums_flush = true, .folds_halves = true,
                   .always_machine = true } },
    /* a processor with less shared memory than a launch asks for */
    { "spills", { OF_CPU, .shared_in_memory = true } },
    /* with no more than Vulkan promises */
    { "bare", { .push_bytes = 128 } },
};
enum { DEVICES = sizeof devices / sizeof devices[0], MOST_TEXT = 4096 };

static _Noreturn void stop(const char *what, const char *why)
{
    fprintf(stderr, "translate-words: %s: %s\n", what, why);
    exit(1);
}

/* ---- instructions ---------------------------------------------------------------------------- */

static const struct gi_translate_target *device_of(const char *name, size_t length)
{
    for (size_t i = 0; i < DEVICES; i++) {
        if (strlen(devices[i].name) == length && memcmp(devices[i].name, name, length) == 0)
            return &devices[i].target;
    }
    stop(name, "there is no device of this name");
}

static void put(uint32_t first, const void *bytes, size_t count, size_t size)
{
    uint32_t head[2] = { first, (uint32_t)count };

    if (fwrite(head, sizeof head, 1, stdout) != 1 || fwrite(bytes, size, count, stdout) != count)
        stop("stdout", "cannot be written");
}

static void translate_line(const char *line)
{
    static char text[MOST_TEXT];
    const char *colon = strchr(line, ':');
    const struct gi_translate_target *target;
    struct gi_translate_kernel kernel;
    struct gi_ptx_module *module;
    struct gi_arena arena;
    gi_status status;

    if (colon == NULL)
        stop(line, "a device and a colon are missing");
    target = device_of(line, (size_t)(colon - line));
    snprintf(text, sizeof text,
             ".version 8.0\n.target sm_80\n.address_size 64\n"
             ".global .align 16 .b8 gv[64];\n.const .align 16 .b8 cv[64];\n"
             ".shared .align 16 .b8 sh[64];\n"
             ".extern .func (.param .b32 r) vprintf(.param .b64 a, .param .b64 b);\n"
             ".entry k(.param .u64 p, .param .u32 q)\n{\n"
             ".reg .b8 %%c<5>; .reg .b16 %%h<5>; .reg .b32 %%r<9>; .reg .b64 %%l<5>;\n"
             ".reg .f32 %%f<5>; .reg .f64 %%d<5>; .reg .pred %%p<5>;\n"
             ".local .align 8 .b8 lo[16];\n%s\nret;\n}\n", colon + 1);
    gi_arena_init(&arena, (size_t)1 << 30);
    status = gi_ptx_parse(&arena, text, strlen(text), &module);
    if (status == GI_OK)
        status = gi_translate(&arena, module, module->functions[module->function_count - 1],
                              target, &kernel);
    if (status == GI_OK)
        put(0, kernel.words, kernel.word_count, sizeof *kernel.words);
    else
        put(status, gi_last_error_detail(), strlen(gi_last_error_detail()), 1);
    gi_arena_finish(&arena);
}

static void translate_lines(void)
{
    static char line[MOST_TEXT];

    while (fgets(line, sizeof line, stdin) != NULL)
        translate_line(line);
}

/* ---- kernels --------------------------------------------------------------------------------- */

static uint64_t digest(const uint32_t *words, uint32_t count)
{
    uint64_t sum = 1469598103934665603u;

    for (uint32_t i = 0; i < count; i++)
        sum = (sum ^ words[i]) * 1099511628211u;
    return sum;
}

static void translate_kernel(const char *file, const struct gi_ptx_module *module,
                             const struct gi_ptx_function *entry, size_t device)
{
    struct gi_translate_kernel kernel;
    struct gi_arena arena;
    gi_status status;

    gi_arena_init(&arena, (size_t)1 << 30);
    status = gi_translate(&arena, module, entry, &devices[device].target, &kernel);
    printf("%s %.*s %s: ", file, (int)entry->name.length, entry->name.start, devices[device].name);
    if (status == GI_OK)
        printf("%u words, %016llx\n", kernel.word_count,
               (unsigned long long)digest(kernel.words, kernel.word_count));
    else
        printf("%s\n", gi_last_error_detail());
    gi_arena_finish(&arena);
}

static void translate_file(const char *path)
{
    static char text[1 << 20];
    const char *name = strrchr(path, '/');
    FILE *file = fopen(path, "rb");
    size_t length = file != NULL ? fread(text, 1, sizeof text, file) : sizeof text;
    struct gi_ptx_module *module;
    struct gi_arena arena;

    if (length == sizeof text)
        stop(path, "it cannot be opened, or is too large");
    fclose(file);
    gi_arena_init(&arena, (size_t)1 << 30);
    if (gi_ptx_parse(&arena, text, length, &module) != GI_OK)
        stop(path, gi_last_error_detail());
    for (uint32_t i = 0; i < module->function_count; i++) {
        for (size_t k = 0; k < DEVICES; k++) {
            if (module->functions[i]->is_entry && module->functions[i]->has_body)
                translate_kernel(name != NULL ? name + 1 : path, module, module->functions[i], k);
        }
    }
    gi_arena_finish(&arena);
}

int main(int argc, char **argv)
{
    for (size_t i = 0; i < DEVICES; i++)
        devices[i].target.prelude = givk_prelude(GIVK_TEXTURES_IN_MEMORY, false);
    for (int i = 1; i < argc; i++)
        translate_file(argv[i]);
    if (argc == 1)
        translate_lines();
    return 0;
}
