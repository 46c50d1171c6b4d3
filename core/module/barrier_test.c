#include "barrier_test.h"

#include "base/counters.h"
#include "code/barrier_trial.h"
#include "code/code.h"
#include "device_test.h"
#include "function.h"
#include "launch.h"
#include "memory/own_memory.h"

static void prepare_code(struct gi_code *code, void *context)
{
    (void)context;
    code->is_trial = true;
    code->tried.barriers_count_warps = true;
}

/* Nothing was found where warps are no subgroups: then the kernel goes step by step. */
static gi_status run_trial(const struct gi_device_test *test, void *out_counts)
{
    uint64_t address = test->memory->device_address;
    void *arguments[] = { &address };
    const struct gi_launch launch = { .grid = { 1, 1, 1 },
                                      .block = { GI_WARP_THREADS,
                                                 GI_BARRIER_TRIAL_THREADS / GI_WARP_THREADS, 1 },
                                      .arguments = arguments };
    uint32_t words[GI_BARRIER_TRIAL_THREADS] = { 0 };
    gi_status status;

    if (test->function->compiled->kernel.subgroup_size != GI_WARP_THREADS)
        return GI_OK;
    status = gi_device_test_launch(test, &launch, words, sizeof words);
    if (status == GI_OK)
        *(bool *)out_counts = gi_barrier_trial_is_right(words);
    return status;
}

gi_status gi_barrier_test(struct gi_device *device, bool *out_counts)
{
    const struct gi_device_test_plan plan = {
        .text = gi_barrier_trial_text(), .entry = "try",
        .bytes = 4 * GI_BARRIER_TRIAL_THREADS, .prepare = prepare_code, .run = run_trial,
        .context = out_counts,
    };

    *out_counts = false;
    gi_count(GI_COUNT_BARRIER_TESTS, 1);
    return gi_device_test(device, &plan);
}
