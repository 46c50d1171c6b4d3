/* Operations between the lanes of a warp, and barriers, in all the ways that they are carried out:
 * kernels by hand against the same computed here. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "host.h"
#include "spirv_tools.h"
#include "warp_cases.h"
#include "kernel/translate/ptx/ptx.h"

static bool tools;              /* SPIRV-Tools are installed */

static const uint32_t blocks[][3] = {
    { 256, 1, 1 }, { 7, 5, 3 }, { 33, 2, 1 }, { 100, 1, 1 }, { 8, 4, 3 }, { 1, 1, 1 }, { 32, 1, 1 },
};
static const size_t block_count = sizeof(blocks) / sizeof(blocks[0]);
static const size_t machine_blocks = 3;     /* its pipelines take long to make */

/* The device as it is; without subgroups; as if all flow were divergent; as if its barriers waited
 * for threads that have ended. */
enum { AS_IS, BY_MEMORY, BY_MACHINE, STRICT, VARIANTS };

static const char *const variant_names[VARIANTS] = {
    "as it is", "by memory", "by the machine", "strict",
};

static struct gi_translate_target facts_of(int variant)
{
    struct gi_translate_target target = *host_target();

    if (variant != AS_IS)
        target.subgroup_operations = 0;
    target.always_machine = variant == BY_MACHINE;
    if (variant == STRICT)
        target.ended_at_barriers = GI_TRANSLATE_ENDED_AWAITED;
    return target;
}

static void translate(struct gi_arena *arena, const struct warp_case *one,
                      const struct gi_translate_target *target, const char *name,
                      struct gi_translate_kernel *kernel)
{
    struct gi_ptx_module *module;
    size_t room = strlen(one->body) + 4000;
    char *text = gi_arena_alloc(arena, room, 1);

    assert_non_null(text);
    warp_case_text(one, text, room);
    if (gi_ptx_parse(arena, text, strlen(text), &module) != GI_OK
        || gi_translate(arena, module, module->functions[module->function_count - 1], target,
                        kernel) != GI_OK)
        fail_msg("%s, %s: %s", one->name, name, gi_last_error_detail());
    if (tools && !spirv_is_valid(kernel->words, kernel->word_count))
        fail_msg("%s, %s: no valid SPIR-V", one->name, name);
}

static void compare(const struct warp_case *one, int variant, const uint32_t block[3],
                    const uint32_t *in, const uint32_t *out, uint32_t threads)
{
    static uint32_t expected[WARP_MOST_THREADS * WARP_WORDS];

    memset(expected, 0, sizeof(expected));
    one->expect(in, expected, threads);
    for (uint32_t i = 0; i < threads * WARP_WORDS; i++) {
        if (out[i] != expected[i])
            fail_msg("%s, %s, block %u %u %u, thread %u, word %u: %x, not %x", one->name,
                     variant_names[variant], block[0], block[1], block[2], i / WARP_WORDS,
                     i % WARP_WORDS, out[i], expected[i]);
    }
    /* and nothing behind */
    assert_int_equal(out[threads * WARP_WORDS], 0);
}

static void run_block(const struct warp_case *one, int variant,
                      const struct gi_translate_kernel *kernel, const uint32_t block[3])
{
    uint32_t threads = block[0] * block[1] * block[2];
    struct host_memory in, out;

    if (one->least_threads > threads)
        return;
    host_reset();
    in = host_alloc(threads * 4);
    out = host_alloc((threads + 1) * WARP_WORDS * 4);
    warp_case_input((uint32_t *)in.bytes, threads);
    host_run(kernel, 0, (const void *[]){ &in.address, &out.address }, (uint32_t[]){ 1, 1, 1 },
             block, 0);
    compare(one, variant, block, (uint32_t *)in.bytes, (uint32_t *)out.bytes, threads);
}

/* All variants that differ in their code. */
static void test_case(void **state)
{
    const struct warp_case *one = *state;
    struct gi_translate_kernel kernels[VARIANTS];
    struct gi_arena arena;

    gi_arena_init(&arena, 64 << 20);
    for (int variant = 0; variant < VARIANTS; variant++) {
        const struct gi_translate_kernel *kernel = &kernels[variant];
        const struct gi_translate_target target = facts_of(variant);
        bool is_new = true;
        size_t count;

        translate(&arena, one, &target, variant_names[variant], &kernels[variant]);
        for (int i = 0; i < variant; i++)
            is_new &= kernels[i].word_count != kernel->word_count
                || memcmp(kernels[i].words, kernel->words, kernel->word_count * 4) != 0;
        if (!is_new || (kernel->subgroup_size && one->apart_in_subgroups))
            continue;
        /* three words are those of votes of the block, without the machine */
        count = kernel->meeting_bytes && kernel->meeting_bytes != 12 ? machine_blocks
            : block_count;
        if (getenv("GPUINTEROP_TEST_SHARE"))         /* the other stages run all */
            count = (count + 2) / 3;
        for (size_t i = 0; i < count; i++)
            run_block(one, variant, kernel, blocks[i]);
    }
    gi_arena_finish(&arena);
}

static void check_way(const struct warp_case *one, const struct gi_translate_target *target)
{
    struct gi_translate_kernel kernel;
    struct gi_arena arena;

    gi_arena_init(&arena, 16 << 20);
    translate(&arena, one, target, "without subgroups", &kernel);
    if (one->way == GI_WARP_MACHINE)
        assert_true(kernel.meeting_bytes >= 4);
    else if (one->way == GI_WARP_EXCHANGE)
        assert_true(kernel.meeting_thread_bytes == 8 || kernel.meeting_thread_bytes == 16);
    else
        assert_int_equal(kernel.meeting_thread_bytes, 0);
    if (one->way != GI_WARP_MACHINE && kernel.meeting_bytes != 0)
        assert_int_equal(kernel.meeting_bytes, 12);
    assert_int_equal(kernel.subgroup_size, 0);
    gi_arena_finish(&arena);
}

/* Without subgroups, each kernel goes the way that its flow allows, and not another. These are
 * facts of lavapipe 22.3 and of newer ones, whatever device is here: others let more kernels have
 * the device's own barriers. */
static void test_ways(void **state)
{
    struct gi_translate_target target = facts_of(BY_MEMORY);

    (void)state;
    target.threads_progress = false;
    for (const struct warp_case *one = warp_cases; one->name; one++) {
        target.ended_at_barriers = GI_TRANSLATE_ENDED_FOLLOW;
        check_way(one, &target);
        target.ended_at_barriers = GI_TRANSLATE_ENDED_AWAITED;
        if (one->way != GI_WARP_PLAIN)           /* some of these have threads that leave */
            check_way(one, &target);
    }
}

/* Subgroups of 32 and of 64: not run without them, but valid. */
static void test_native(void **state)
{
    static const uint32_t sizes[] = { 32, 64 };

    (void)state;
    for (const struct warp_case *one = warp_cases; one->name; one++) {
        for (int i = 0; i < 2; i++) {
            struct gi_translate_target target = facts_of(AS_IS);
            struct gi_translate_kernel kernel;
            struct gi_ptx_module *module;
            struct gi_arena arena;
            char text[8000];

            target.subgroup_least = target.subgroup_most = sizes[i];
            target.subgroup_operations = GI_TRANSLATE_BALLOT | GI_TRANSLATE_SHUFFLE;
            target.ended_at_barriers = GI_TRANSLATE_ENDED_SKIPPED;
            target.reconverges = true;
            gi_arena_init(&arena, 16 << 20);
            warp_case_text(one, text, sizeof(text));
            assert_int_equal(gi_ptx_parse(&arena, text, strlen(text), &module), GI_OK);
            assert_int_equal(gi_translate(&arena, module, module->functions[
                module->function_count - 1], &target, &kernel), GI_OK);
            if (one->way != GI_WARP_PLAIN && !one->always_machine && !one->barriers_alone)
                assert_int_equal(kernel.subgroup_size, sizes[i]);
            assert_true(!tools || spirv_is_valid(kernel.words, kernel.word_count));
            gi_arena_finish(&arena);
        }
    }
}

int main(int argc, char **argv)
{
    struct CMUnitTest tests[200] = { { 0 } };
    const char *why = host_open();
    size_t count = 0;
    int failed;

    if (why) {
        printf("skipped: %s\n", why);
        return 77;
    }
    if (argc > 1)               /* one case, by its name */
        cmocka_set_test_filter(argv[1]);
    tools = spirv_tools_installed();
    if (!tools)
        printf("modules are not checked: SPIRV-Tools are not installed\n");
    tests[count++] = (struct CMUnitTest){ .name = "ways", .test_func = test_ways };
    tests[count++] = (struct CMUnitTest){ .name = "native", .test_func = test_native };
    for (const struct warp_case *one = warp_cases; one->name; one++)
        tests[count++] = (struct CMUnitTest){ one->name, test_case, NULL, NULL, (void *)one };
    failed = _cmocka_run_group_tests("warps", tests, count, NULL, NULL);
    host_close();
    return failed;
}
