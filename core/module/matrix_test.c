#include "matrix_test.h"

#include "base/counters.h"
#include "code/code.h"
#include "device_test.h"
#include "function.h"
#include "launch.h"
#include "memory/own_memory.h"
#include "queue/device_state.h"

enum { BYTES = 4 * GI_MATRIX_TRIAL_ALL };

struct try {
    const struct gi_matrix_units *tried;
    uint8_t right;
};

static void prepare_code(struct gi_code *code, void *context)
{
    code->is_trial = true;
    code->tried.units = *((const struct try *)context)->tried;
}

/* Nothing is right where warps are no subgroups: then lanes have made the products. */
static gi_status run_trial(const struct gi_device_test *test, void *context)
{
    uint64_t address = test->memory->device_address;
    void *arguments[] = { &address };
    const struct gi_launch launch = { .grid = { 1, 1, 1 }, .block = { GI_WARP_THREADS, 1, 1 },
                                      .arguments = arguments };
    uint32_t words[GI_MATRIX_TRIAL_ALL];
    gi_status status;

    if (test->function->compiled->kernel.subgroup_size != GI_WARP_THREADS)
        return GI_OK;
    gi_matrix_trial_fill(words);
    status = gi_device_test_launch(test, &launch, words, sizeof words);
    if (status == GI_OK)
        ((struct try *)context)->right = gi_matrix_trial_right(words);
    return status;
}

static gi_status try_units(struct gi_device *device, const struct gi_matrix_units *tried,
                           uint8_t *out_right)
{
    struct try try = { .tried = tried };
    const struct gi_device_test_plan plan = {
        .text = gi_matrix_trial_text(), .entry = "try", .bytes = BYTES,
        .prepare = prepare_code, .run = run_trial, .context = &try,
    };
    gi_status status = gi_device_test(device, &plan);

    *out_right = try.right;
    return status;
}

gi_status gi_matrix_test(struct gi_device *device, struct gi_matrix_units *out_found)
{
    uint8_t offered = device->base->info.matrices, right = 0;
    struct gi_matrix_units found = { 0, 0 }, tried;
    gi_status status = GI_OK;

    gi_count(GI_COUNT_MATRIX_TESTS, 1);
    for (uint32_t run = 0; status == GI_OK && run < 2; run++) {
        if (!gi_matrix_trial_next(offered, run, &found, &tried))
            continue;
        status = try_units(device, &tried, &right);
        if (status == GI_OK)
            gi_matrix_trial_take(&tried, right, &found);
    }
    if (status == GI_OK)
        *out_found = found;
    return status;
}
