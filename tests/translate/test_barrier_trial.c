/* The test whether barriers count warps: its kernel and the look at its results. */
#include <stdio.h>
#include <string.h>

#include "test_cases.h"
#include "code/barrier_trial.h"
#include "host.h"
#include "kernel/translate/ptx/ptx.h"

/* Words as they are where barriers count warps. */
static void fill_right(uint32_t words[GI_BARRIER_TRIAL_THREADS])
{
    for (uint32_t i = 0; i < GI_BARRIER_TRIAL_THREADS; i++)
        words[i] = i < 2 * GI_WARP_THREADS ? 11 : 10;
}

/* Each thread's word counts, and memory that nobody wrote is wrong. */
TEST_CASE(test_words)
{
    uint32_t words[GI_BARRIER_TRIAL_THREADS] = { 0 };

    assert_false(gi_barrier_trial_is_right(words));
    fill_right(words);
    assert_true(gi_barrier_trial_is_right(words));
    for (uint32_t i = 0; i < GI_BARRIER_TRIAL_THREADS; i++) {
        words[i]--;
        assert_false(gi_barrier_trial_is_right(words));
        words[i]++;
    }
}

static void translate(struct gi_arena *arena, const struct gi_translate_target *target,
                      struct gi_translate_kernel *out_kernel)
{
    const char *text = gi_barrier_trial_text();
    struct gi_ptx_module *module;

    assert_int_equal(gi_ptx_parse(arena, text, strlen(text), &module), GI_OK);
    assert_int_equal(gi_translate(arena, module, module->functions[0], target, out_kernel), GI_OK);
}

/* Where barriers count warps the kernel has native ones; elsewhere it says that it would. */
TEST_CASE(test_way)
{
    struct gi_translate_target target = *host_target();
    struct gi_translate_kernel kernel;
    struct gi_arena arena;

    target.subgroup_least = target.subgroup_most = GI_WARP_THREADS;
    target.subgroup_operations = GI_TRANSLATE_BALLOT | GI_TRANSLATE_SHUFFLE;
    target.reconverges = true;
    target.ended_at_barriers = GI_TRANSLATE_ENDED_SKIPPED;
    target.loop_rounds = 0;
    for (int counts = 0; counts < 2; counts++) {
        target.barriers_count_warps = counts;
        gi_arena_init(&arena, 64 << 20);
        translate(&arena, &target, &kernel);
        assert_int_equal(kernel.subgroup_size, counts ? GI_WARP_THREADS : 0);
        assert_int_equal(kernel.wants_counting, !counts);
        gi_arena_finish(&arena);
    }
}

/* The kernel is right on each device: step by step, or where barriers count warps. */
TEST_CASE(test_run)
{
    struct gi_translate_kernel kernel;
    struct host_memory memory;
    struct gi_arena arena;

    gi_arena_init(&arena, 64 << 20);
    translate(&arena, host_target(), &kernel);
    printf("# subgroups of %u\n", kernel.subgroup_size);
    host_reset();
    memory = host_alloc(4 * GI_BARRIER_TRIAL_THREADS);
    host_run(&kernel, 0, (const void *[]){ &memory.address }, (const uint32_t[]){ 1, 1, 1 },
             (const uint32_t[]){ GI_WARP_THREADS, GI_BARRIER_TRIAL_THREADS / GI_WARP_THREADS, 1 },
             0);
    assert_true(gi_barrier_trial_is_right((const uint32_t *)memory.bytes));
    gi_arena_finish(&arena);
}

int main(void)
{
    const char *why = host_open();
    int failed;

    if (why) {
        printf("%s\n", why);
        return 77;
    }
    failed = run_test_cases(NULL);
    host_close();
    return failed;
}
