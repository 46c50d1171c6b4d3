#include "matrix_test.h"

#include <string.h>

#include "base/counters.h"
#include "base/in_driver.h"
#include "code/code.h"
#include "function.h"
#include "launch.h"
#include "memory/own_memory.h"
#include "module.h"
#include "queue/device_state.h"
#include "stream/scheduler.h"

enum { BYTES = 4 * GI_MATRIX_TRIAL_ALL };

/* ---- a run ----------------------------------------------------------------------------------- */

struct trial {
    struct gi_device *device;
    struct gi_function *function;
    struct gi_stream *stream;
    struct gi_allocation *memory;
};

static gi_status run_trial(const struct trial *trial, uint8_t *out_right)
{
    static const uint32_t one[3] = { 1, 1, 1 }, warp[3] = { GI_WARP_THREADS, 1, 1 };
    void *words = (void *)(uintptr_t)trial->memory->host_address;
    uint64_t address = trial->memory->device_address;
    void *arguments[] = { &address };
    struct gi_launch launch = { .arguments = arguments };
    uint32_t copy[GI_MATRIX_TRIAL_ALL];
    gi_status status;

    memcpy(launch.grid, one, sizeof one);
    memcpy(launch.block, warp, sizeof warp);
    gi_matrix_trial_fill(copy);
    status = gi_driver_copy(words, copy, sizeof copy);
    if (status == GI_OK)
        status = gi_launch_in(trial->function, &launch, trial->stream);
    if (status == GI_OK)
        status = gi_stream_wait(trial->stream, gi_stream_newest(trial->stream));
    if (status == GI_OK)
        status = gi_driver_copy(copy, words, sizeof copy);
    if (status == GI_OK)
        *out_right = gi_matrix_trial_right(copy);
    return status;
}

/* Nothing is right where warps are no subgroups: then lanes have made the products. */
static gi_status on_stream(struct gi_device *device, struct gi_function *function,
                           uint8_t *out_right)
{
    struct trial trial = { .device = device, .function = function };
    gi_status status = gi_allocation_new(device, GI_MEMORY_HOST, BYTES, &trial.memory);

    if (status != GI_OK)
        return status;
    status = gi_stream_new(device, device->legacy, GI_STREAM_NON_BLOCKING, 0, NULL, &trial.stream);
    if (status == GI_OK) {
        status = gi_function_translate(function);
        if (status == GI_OK && function->compiled->kernel.subgroup_size == GI_WARP_THREADS)
            status = run_trial(&trial, out_right);
        gi_stream_orphan(trial.stream);
        gi_stream_release(trial.stream);
    }
    gi_allocation_unref(trial.memory);
    return status;
}

static gi_status in_module(struct gi_device *device, gi_handle module, uint8_t *out_right)
{
    struct gi_function *function;
    gi_handle handle;
    gi_status status = gi_module_function(module, "try", &handle);

    if (status == GI_OK)
        status = gi_function_acquire(handle, &function);
    if (status != GI_OK)
        return status;
    status = on_stream(device, function, out_right);
    gi_object_unref(&function->object);
    return status;
}

static gi_status try_units(struct gi_device *device, const struct gi_matrix_units *tried,
                           uint8_t *out_right)
{
    const char *text = gi_matrix_trial_text();
    struct gi_code *code;
    gi_handle module;
    gi_status unloaded, status = gi_code_read(text, strlen(text) + 1, &code);

    if (status != GI_OK)
        return status;
    code->is_unchecked = true;           /* nobody else has it yet */
    code->tries_units = true;
    code->tried = *tried;
    status = gi_module_load(code, device, &module);
    gi_code_unref(code);
    *out_right = 0;
    if (status != GI_OK)
        return status;
    status = in_module(device, module, out_right);
    unloaded = gi_module_unload(module);
    return status != GI_OK ? status : unloaded;
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
