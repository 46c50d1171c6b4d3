/* Random kernels, run by the interpreter and by the translator's code on a Vulkan device.
 *
 * GPUINTEROP_TEST_ROUNDS=N makes N of each kind, GPUINTEROP_TEST_SEED=S begins at a seed,
 * GPUINTEROP_TEST_KIND=NAME makes only one kind, GPUINTEROP_TEST_FOLDER=PATH writes each
 * kernel into a folder, for example for ptxas. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../translate/host.h"
#include "../translate/spirv_tools.h"
#include "random_run.h"

struct kind {
    const char *name;
    void (*generate)(struct random_case *one);
    uint32_t kernels;
};

static const struct kind kinds[] = {
    { "straight", generate_straight, 24 },
    { "flushed", generate_flushed, 6 },
    { "flow", generate_flow, 24 },
    { "memory", generate_memory, 8 },
    { "barriers", generate_barriers, 30 },
    { "apart", generate_apart, 20 },
    { "mbarriers", generate_mbarriers, 20 },
    { "calls", generate_calls, 20 },
    { "warps", generate_warps, 30 },
    { "atomics", generate_atomics, 30 },
};

static bool tools;

static uint64_t setting(const char *name, uint64_t otherwise)
{
    const char *value = getenv(name);

    return value ? strtoull(value, NULL, 0) : otherwise;
}

static void write_kernel(const struct random_case *one)
{
    const char *folder = getenv("GPUINTEROP_TEST_FOLDER");
    char path[1000];
    FILE *file;

    if (!folder)
        return;
    snprintf(path, sizeof(path), "%s/%s_%llu.ptx", folder, one->generator,
             (unsigned long long)one->seed);
    file = fopen(path, "w");
    assert_non_null(file);
    for (uint32_t i = 0; i < one->line_count; i++)
        fprintf(file, "%s\n", one->lines[i].text);
    fclose(file);
}

static void print_refusals(const struct kind *kind, uint64_t kernels,
                           const struct refusals *refusals)
{
    static const char *const names[GI_PTX_OP_COUNT] = {
        "others",
#define O(name, facts) #name,
#include "kernel/translate/ptx/opcode_list.h"
#undef O
    };

    printf("%s: %llu kernels, %u not translated; instructions refused:", kind->name,
           (unsigned long long)kernels, refusals->kernels);
    for (uint32_t i = 0; i < GI_PTX_OP_COUNT; i++) {
        if (refusals->opcodes[i])
            printf(" %s %u", names[i], refusals->opcodes[i]);
    }
    printf("\n%s%s%s", refusals->last[0] ? "  the last: " : "", refusals->last,
           refusals->last[0] ? "\n" : "");
}

static void test_kind(void **state)
{
    const struct kind *kind = *state;
    uint64_t kernels = setting("GPUINTEROP_TEST_ROUNDS", kind->kernels);
    uint64_t seed = setting("GPUINTEROP_TEST_SEED", 1);
    const char *only = getenv("GPUINTEROP_TEST_KIND");
    struct refusals refusals = { { 0 }, 0, "" };
    uint32_t wrong = 0;

    if (only && strcmp(only, kind->name) != 0)
        return;
    for (uint64_t i = 0; i < kernels; i++) {
        struct random_case *one = calloc(1, sizeof(*one));

        assert_non_null(one);
        one->generator = kind->name;
        one->seed = seed + i;
        one->random = (seed + i) * 0x9e3779b97f4a7c15ull + 88172645463325252ull;
        one->flushed = !host_keeps_small();
        kind->generate(one);
        write_kernel(one);
        wrong += !run_case(one, &refusals, tools);
        free(one->in);
        free(one);
    }
    print_refusals(kind, kernels, &refusals);
    assert_int_equal(wrong, 0);
}

int main(void)
{
    struct CMUnitTest tests[sizeof(kinds) / sizeof(kinds[0])];
    const char *why = host_open();
    int failed;

    if (why) {
        printf("skipped: %s\n", why);
        return 77;
    }
    tools = spirv_tools_installed();
    for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
        tests[i] = (struct CMUnitTest){ kinds[i].name, test_kind, NULL, NULL, (void *)&kinds[i] };
    failed = cmocka_run_group_tests(tests, NULL, NULL);
    host_close();
    return failed;
}
