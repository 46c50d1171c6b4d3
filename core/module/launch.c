#include "launch.h"

#include <stdlib.h>
#include <string.h>

#include "base/in_driver.h"
#include "base/log.h"
#include "check_table.h"
#include "function.h"
#include "function_facts.h"
#include "heap_ready.h"
#include "launch_clock.h"
#include "local_plan.h"
#include "memory/kernel_object.h"
#include "memory/launch_memory.h"
#include "memory/own_memory.h"
#include "ops/enqueue.h"
#include "carry/transfer.h"
#include "queue/device_state.h"
#include "report.h"
#include "residency.h"
#include "running.h"
#include "stream/append.h"
#include "trace/trace.h"
#include "stream/launch_report.h"
#include "stream/launch_run.h"
#include "stream/made_command.h"
#include "stream/scheduler.h"
#include "stream/time_limit.h"

/* Dynamic shared memory is a constant of the compiled kernel, in these steps. */
#define SHARED_STEP_BYTES 16u

/* ---- checks ---------------------------------------------------------------------------------- */

static uint64_t blocks_of(const struct gi_launch *launch)
{
    return (uint64_t)launch->grid[0] * launch->grid[1] * launch->grid[2];
}

static gi_status check_grid(const struct gi_launch *launch)
{
    for (int i = 0; i < 3; i++) {
        if (launch->grid[i] == 0 || launch->grid[i] > gi_grid_most(i))
            return gi_fail(GI_INVALID_CONFIGURATION, "launch: the grid is %u x %u x %u blocks; up "
                           "to %u x %u x %u are possible", launch->grid[0], launch->grid[1],
                           launch->grid[2], gi_grid_most(0), gi_grid_most(1), gi_grid_most(2));
    }
    return GI_OK;
}

static gi_status check_block(const struct gi_function *function, const struct gi_launch *launch)
{
    const struct gi_device_info *info = gi_function_info(function);
    uint64_t threads = (uint64_t)launch->block[0] * launch->block[1] * launch->block[2];
    bool fits = threads != 0 && threads <= info->max_group_threads;

    for (int i = 0; i < 3; i++)
        fits = fits && launch->block[i] <= info->max_group_size[i];
    if (!fits)
        return gi_fail(GI_INVALID_CONFIGURATION, "launch: the block is %u x %u x %u threads; %s "
                       "takes up to %u, and %u x %u x %u", launch->block[0], launch->block[1],
                       launch->block[2], info->name, info->max_group_threads,
                       info->max_group_size[0], info->max_group_size[1], info->max_group_size[2]);
    return GI_OK;
}

static gi_status check_bounds(const struct gi_function *function, const struct gi_launch *launch)
{
    const uint32_t *needed = function->kernel->required_threads;
    uint32_t threads = launch->block[0] * launch->block[1] * launch->block[2];
    uint32_t most = gi_function_bound_threads(function);

    if (threads > most)
        return gi_fail(GI_OUT_OF_RESOURCES, "launch: a block of %s has at most %u threads, not "
                       "%u", function->name, most, threads);
    if (needed[0] != 0 && (launch->block[0] != needed[0] ||
                           (needed[1] != 0 && launch->block[1] != needed[1]) ||
                           (needed[2] != 0 && launch->block[2] != needed[2])))
        return gi_fail(GI_INVALID_VALUE, "launch: %s is for blocks of %u x %u x %u threads",
                       function->name, needed[0], needed[1], needed[2]);
    return GI_OK;
}

static gi_status check_shared(const struct gi_function *function, const struct gi_launch *launch)
{
    uint32_t most = gi_compiled_most_shared(function->compiled);
    uint32_t own = function->kernel->shared_bytes;
    uint32_t most_dynamic = gi_function_most_dynamic(function);

    if (own > most)
        return gi_fail(GI_INVALID_VALUE, "launch: %s has %u bytes of static shared memory; %s has "
                       "%u", function->name, own, gi_function_info(function)->name, most);
    if (launch->shared_bytes > most_dynamic)
        return gi_fail(GI_INVALID_VALUE, "launch: %llu bytes of dynamic shared memory; %s takes up "
                       "to %u, and with the attribute for more up to %u",
                       (unsigned long long)launch->shared_bytes, function->name, most_dynamic,
                       most - own);
    return GI_OK;
}

static gi_status check_arguments(const struct gi_function *function,
                                 const struct gi_launch *launch)
{
    const struct gi_translate_kernel *kernel = function->kernel;

    if (kernel->parameter_count == 0 || launch->arguments != NULL)
        return GI_OK;
    if (launch->packed == NULL)
        return gi_fail(GI_INVALID_VALUE, "launch: %s takes %u arguments, and none are given",
                       function->name, kernel->parameter_count);
    if (launch->packed_bytes < kernel->parameter_bytes)
        return gi_fail(GI_INVALID_VALUE, "launch: the arguments of %s have %u bytes, not %zu",
                       function->name, kernel->parameter_bytes, launch->packed_bytes);
    return GI_OK;
}

static gi_status check_residency(const struct gi_function *function,
                                 const struct gi_launch *launch)
{
    uint64_t blocks = blocks_of(launch);
    uint32_t most = 1;
    gi_status status = GI_OK;

    if (blocks > 1)
        status = gi_residency_blocks(function->module->device, &most);
    if (status == GI_OK && blocks > most)
        return gi_fail(GI_TOO_LARGE_COOPERATIVE, "launch: a cooperative launch of %llu blocks; %s "
                       "runs %u at once for certain", (unsigned long long)blocks,
                       gi_function_info(function)->name, most);
    return status;
}

static gi_status check(const struct gi_function *function, const struct gi_launch *launch)
{
    gi_status status = check_grid(launch);

    if (status == GI_OK)
        status = check_block(function, launch);
    if (status == GI_OK)
        status = check_bounds(function, launch);
    if (status == GI_OK)
        status = check_shared(function, launch);
    if (status == GI_OK && launch->is_cooperative)
        status = check_residency(function, launch);
    return status == GI_OK ? check_arguments(function, launch) : status;
}

/* ---- the use of a launch --------------------------------------------------------------------- */

static struct gi_use use_of(const struct gi_function *function, const struct gi_launch *launch)
{
    const struct gi_device_info *info = gi_function_info(function);
    struct gi_use use = {
        .block = { launch->block[0], launch->block[1], launch->block[2] },
        .is_wide = info->wide_push_bytes != 0 && launch->grid[0] > info->max_group_count[0],
    };

    if (function->kernel->asks_dynamic)
        use.dynamic_bytes = (uint32_t)launch->shared_bytes;
    else if (function->kernel->dynamic_shared)
        use.dynamic_bytes = ((uint32_t)launch->shared_bytes + SHARED_STEP_BYTES - 1) &
                            ~(SHARED_STEP_BYTES - 1);
    gi_compiled_place(function->compiled, &use);
    return use;
}

/* ---- arguments ------------------------------------------------------------------------------- */

static gi_status write_parameters(const struct gi_function *function,
                                  const struct gi_launch *launch, uint8_t *out)
{
    const struct gi_translate_kernel *kernel = function->kernel;

    if (launch->arguments == NULL && kernel->parameter_count > 0) {
        memcpy(out, launch->packed, kernel->parameter_bytes);
        return GI_OK;
    }
    for (uint32_t i = 0; i < kernel->parameter_count; i++) {
        if (launch->arguments[i] == NULL)
            return gi_fail(GI_INVALID_VALUE, "launch: argument %u of %s is NULL", i,
                           function->name);
        memcpy(out + kernel->parameters[i].offset_bytes, launch->arguments[i],
               kernel->parameters[i].bytes);
    }
    return GI_OK;
}

/* The uses of the memory that a launch keeps. */
enum { KEPT_PARAMETERS, KEPT_REPORT, KEPT_BARRIER, KEPT_TABLE, KEPT_CLOCK, KEPT_LOCAL,
       KEPT_CONSTANTS };
_Static_assert(KEPT_CONSTANTS + 1 == GI_LAUNCH_KEPT, "each has a place");

/* Writes the address of memory into the push data. */
static void push_address(const struct gi_kernel_launch *launch, uint32_t offset_bytes,
                         const struct gi_allocation *memory)
{
    memcpy((uint8_t *)launch->push + offset_bytes, &memory->device_address, sizeof(uint64_t));
}

/* Parameters that do not fit into the push data lie in host memory of the launch. */
static gi_status place_parameters(const struct gi_function *function,
                                  const struct gi_launch *launch,
                                  const struct gi_translate_kernel *kernel, uint8_t *push,
                                  struct gi_allocation **out_memory)
{
    struct gi_allocation *memory;
    gi_status status;

    if (!kernel->parameters_in_memory)
        return write_parameters(function, launch, push + kernel->push_offset_bytes);
    status = gi_allocation_new(function->module->device, GI_MEMORY_HOST,
                               kernel->parameter_bytes + 16, &memory);
    if (status != GI_OK)
        return status;
    *out_memory = memory;
    memcpy(push + GI_TRANSLATE_PUSH_PARAMETERS, &memory->device_address, sizeof(uint64_t));
    status = gi_driver_enter();
    if (status != GI_OK)
        return status;
    status = write_parameters(function, launch, (uint8_t *)(uintptr_t)memory->host_address);
    gi_driver_leave();
    return status;
}

static gi_status fill_push(const struct gi_function *function, const struct gi_launch *launch,
                           const struct gi_translate_kernel *kernel, struct gi_kernel_launch *out,
                           struct gi_allocation **out_memory)
{
    uint8_t *push = (uint8_t *)out->push;

    out->push_bytes = kernel->push_bytes;
    memset(push, 0, out->push_bytes);
    if (kernel->pushes_variables)
        memcpy(push + GI_TRANSLATE_PUSH_VARIABLES, &function->module->variables_address,
               sizeof(uint64_t));
    if (kernel->uses_grid)
        memcpy(push + kernel->push_grid_bytes, launch->grid, sizeof launch->grid);
    return place_parameters(function, launch, kernel, push, out_memory);
}

static gi_status add_report(const struct gi_function *function,
                            const struct gi_translate_kernel *kernel,
                            const struct gi_check_view *view, struct gi_kernel_launch *made,
                            struct gi_launch_run *run)
{
    gi_status status = gi_report_make(function, view->live, &run->report,
                                      &run->kept[KEPT_REPORT]);

    if (status == GI_OK)
        push_address(made, kernel->push_report_bytes, run->kept[KEPT_REPORT]);
    return status;
}

static void add_table(const struct gi_translate_kernel *kernel, const struct gi_check_view *view,
                      struct gi_kernel_launch *made, struct gi_launch_run *run)
{
    gi_allocation_ref(view->memory);
    run->kept[KEPT_TABLE] = view->memory;
    push_address(made, kernel->push_check_bytes, view->memory);
}

/* The two words have to be 0 before the kernel runs. The fill is a part of the launch. */
static gi_status add_barrier(const struct gi_function *function,
                             const struct gi_translate_kernel *kernel, struct gi_stream *stream,
                             struct gi_kernel_launch *made, struct gi_launch_run *run)
{
    struct gi_operation_fill zero = {
        .pattern_bytes = 4, .box = { GI_TRANSLATE_GRID_BARRIER_BYTES, 1, 1 }
    };
    struct gi_allocation *memory;
    gi_status status = gi_allocation_new(function->module->device, GI_MEMORY_DEVICE,
                                         GI_TRANSLATE_GRID_BARRIER_BYTES, &memory);

    if (status != GI_OK)
        return status;
    run->kept[KEPT_BARRIER] = memory;
    push_address(made, kernel->push_grid_barrier_bytes, memory);
    zero.dst = gi_operand_in(memory, 0);
    return gi_transfer_fill(stream, &zero);
}

static gi_status add_clock(const struct gi_function *function,
                           const struct gi_translate_kernel *kernel,
                           struct gi_kernel_launch *made, struct gi_launch_run *run)
{
    gi_status status = gi_launch_clock_make(function->module->device, kernel->clock_is_word,
                                            &run->report, &run->kept[KEPT_CLOCK]);

    if (status == GI_OK)
        push_address(made, kernel->push_clock_bytes, run->kept[KEPT_CLOCK]);
    return status;
}

/* Returns the module's variables, which begin with its constants; NULL if the kernel binds none.
 * Owner: the reference is the caller's. */
static struct gi_allocation *bind_constants(const struct gi_function *function,
                                            const struct gi_translate_kernel *kernel,
                                            struct gi_kernel_launch *made)
{
    struct gi_allocation *variables = function->module->variables;

    if (kernel->bound_constant_bytes == 0)
        return NULL;
    gi_allocation_ref(variables);
    made->constants = variables->memory;
    made->constants_offset_bytes = variables->offset_bytes;
    made->constants_bytes = kernel->bound_constant_bytes;
    return variables;
}

/* ---- memory of blocks in device memory ------------------------------------------------------- */

/* A launch with local memory takes more, since each of its threads has some. */
#define MOST_SHARED_BYTES (UINT64_C(64) << 20)

/* Of a launch that can go in pieces. */
static uint64_t most_local_bytes(struct gi_device *device,
                                 const struct gi_translate_kernel *kernel)
{
    const struct gi_device_info *info = &device->base->info;
    uint64_t most = info->most_local_bytes != 0 ? info->most_local_bytes : info->memory_bytes / 16;
    uint64_t had = gi_launch_memory_most(device);

    if (!kernel->local_in_memory && most > MOST_SHARED_BYTES)
        most = MOST_SHARED_BYTES;
    return most < had ? most : had;
}

static struct gi_local_needs local_needs(const struct gi_function *function,
                                         const struct gi_launch *launch, const struct gi_use *use,
                                         const struct gi_translate_kernel *kernel)
{
    const struct gi_device_info *info = gi_function_info(function);
    struct gi_local_needs needs = {
        .group_threads = launch->block[0] * launch->block[1] * launch->block[2],
        .thread_bytes = kernel->local_in_memory ? kernel->local_thread_bytes : 0,
        .shared_bytes = kernel->shared_in_memory
            ? gi_translate_shared_room(kernel->shared_bytes + use->dynamic_bytes) : 0,
        .most_bytes = most_local_bytes(function->module->device, kernel),
        .at_once = launch->is_cooperative,
    };

    memcpy(needs.groups, launch->grid, sizeof needs.groups);
    memcpy(needs.max_groups, info->max_group_count, sizeof needs.max_groups);
    return needs;
}

/* Where memory is short, the grid goes in more pieces. */
static gi_status take_local(struct gi_device *device, const struct gi_stream *stream,
                            struct gi_local_needs *needs, struct gi_local_plan *out_plan,
                            struct gi_allocation **out_memory)
{
    bool is_short = false;
    gi_status status;

    for (;; is_short = true) {
        status = gi_local_plan(needs, out_plan);
        if (status == GI_OK)
            status = gi_launch_memory_take(device, stream->id, out_plan->bytes, out_memory);
        if (status != GI_OUT_OF_MEMORY || needs->at_once || needs->most_bytes == 0)
            break;
        needs->most_bytes = out_plan->bytes / 2 < needs->most_bytes ? out_plan->bytes / 2 : 0;
    }
    if (status == GI_OK && is_short)
        gi_launch_memory_set_most(device, out_plan->bytes);
    return status;
}

static gi_status add_local(const struct gi_function *function,
                           const struct gi_translate_kernel *kernel, struct gi_local_needs *needs,
                           const struct gi_stream *stream, struct gi_kernel_launch *made,
                           struct gi_launch_run *run)
{
    struct gi_local_plan plan;
    gi_status status = take_local(function->module->device, stream, needs, &plan,
                                  &run->kept[KEPT_LOCAL]);

    if (status == GI_OUT_OF_MEMORY)
        return gi_fail(status, "launch: no %llu bytes of device memory for local and shared memory "
                       "of %s, %u bytes for each thread of %s, and %u for the block",
                       (unsigned long long)plan.bytes, function->name, needs->thread_bytes,
                       needs->at_once ? "all blocks, which have to run at one time" : "a block",
                       needs->shared_bytes);
    if (status != GI_OK)
        return status;
    if (plan.pieces > 1)
        gi_log(GI_LOG_DEBUG, "launch: %s goes in %llu pieces of %u x %u x %u blocks, which have "
               "%llu bytes of local and shared memory", function->name,
               (unsigned long long)plan.pieces, plan.piece[0], plan.piece[1], plan.piece[2],
               (unsigned long long)plan.bytes);
    memcpy(made->piece, plan.piece, sizeof made->piece);
    made->piece_push_bytes = kernel->push_blocks_bytes + (uint32_t)sizeof(uint64_t);
    push_address(made, kernel->push_blocks_bytes, run->kept[KEPT_LOCAL]);
    return GI_OK;
}

/* ---- one run --------------------------------------------------------------------------------- */

/* Makes what the run needs beside its kernel. */
static gi_status make_parts(const struct gi_function *function, const struct gi_launch *launch,
                            const struct gi_use *use, const struct gi_check_view *view,
                            struct gi_stream *stream, struct gi_kernel_launch *made,
                            struct gi_launch_run *run)
{
    const struct gi_translate_kernel *kernel = gi_compiled_kernel(function->compiled, use);
    gi_status status = fill_push(function, launch, kernel, made, &run->kept[KEPT_PARAMETERS]);
    struct gi_local_needs needs;

    if (status == GI_OK && kernel->uses_report)
        status = add_report(function, kernel, view, made, run);
    if (status == GI_OK && kernel->uses_check)
        add_table(kernel, view, made, run);
    if (status == GI_OK && launch->is_cooperative && kernel->uses_grid_barrier)
        status = add_barrier(function, kernel, stream, made, run);
    if (status == GI_OK && kernel->uses_clock)
        status = add_clock(function, kernel, made, run);
    if (status == GI_OK)
        run->kept[KEPT_CONSTANTS] = bind_constants(function, kernel, made);
    if (status == GI_OK && (kernel->local_in_memory || kernel->shared_in_memory)) {
        needs = local_needs(function, launch, use, kernel);
        status = add_local(function, kernel, &needs, stream, made, run);
    }
    return status == GI_OK ? gi_running_note(function, &run->report) : status;
}

static gi_status append_run(struct gi_stream *stream, const struct gi_launch *launch,
                            struct gi_launch_run *run)
{
    return launch->is_cooperative && blocks_of(launch) > 1 ? gi_residency_append(stream, run)
                                                           : gi_append_launch(stream, run);
}

static void drop_parts(struct gi_launch_run *run)
{
    if (run->report != NULL)             /* the stream has not taken it */
        run->report->release(run->report);
    for (int i = 0; i < GI_LAUNCH_KEPT; i++) {
        if (run->kept[i] != NULL)
            gi_allocation_unref(run->kept[i]);
    }
}

static gi_status carry_out(struct gi_stream *stream, struct gi_operation *operation)
{
    struct gi_function *function = operation->launch.function;
    const struct gi_launch *launch = operation->launch.launch;
    struct gi_use use = use_of(function, launch);
    struct gi_kernel_launch made = { .kernel = NULL };
    struct gi_launch_run run = { .launch = &made };
    struct gi_check_view view = { 0 };
    gi_status status = GI_OK;

    if (function->kernel->uses_heap)
        status = gi_heap_ready(function->module);        /* the view has its addresses */
    if (status == GI_OK && function->kernel->uses_check)
        status = gi_check_view_take(function->module->device, &view);
    use.check_steps = view.steps;
    if (status == GI_OK)
        status = gi_function_variant(function, &use, &made.kernel);
    if (status == GI_OK) {
        memcpy(made.groups, launch->grid, sizeof made.groups);
        made.is_wide = use.is_wide;
        status = make_parts(function, launch, &use, &view, stream, &made, &run);
        if (status == GI_OK)
            status = append_run(stream, launch, &run);
        drop_parts(&run);
        gi_kernel_object_unref(made.kernel);
    }
    gi_check_view_drop(&view);
    return status;
}

/* ---- kept copies ----------------------------------------------------------------------------- */

/* A launch with its arguments behind it. */
struct kept_launch {
    struct gi_launch launch;             /* first */
    uint8_t arguments[];
};

static gi_status keep_launch(const struct gi_operation *operation, struct gi_operation *out_kept)
{
    struct gi_function *function = operation->launch.function;
    uint32_t bytes = function->kernel->parameter_bytes;
    struct kept_launch *kept = calloc(1, sizeof *kept + bytes);
    gi_status status;

    if (kept == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "launch: no host memory to keep it");
    status = write_parameters(function, operation->launch.launch, kept->arguments);
    if (status != GI_OK) {
        free(kept);
        return status;
    }
    kept->launch = *operation->launch.launch;
    kept->launch.arguments = NULL;
    kept->launch.packed = kept->arguments;
    kept->launch.packed_bytes = bytes;
    gi_object_ref(&function->object);
    out_kept->launch = (struct gi_operation_launch){ function, &kept->launch };
    return GI_OK;
}

static void drop_launch(struct gi_operation *kept)
{
    gi_object_unref(&kept->launch.function->object);
    free((void *)kept->launch.launch);
}

static bool tell_launch(const struct gi_operation *operation, size_t index,
                        struct gi_trace_what *out)
{
    const struct gi_launch *launch = operation->launch.launch;

    out->kind = GI_TRACE_LAUNCH;
    memcpy(out->grid, launch->grid, sizeof out->grid);
    memcpy(out->block, launch->block, sizeof out->block);
    gi_trace_set_name(out, operation->launch.function->name);
    return index == 0;
}

const struct gi_operation_kind gi_kind_launch = {
    .name = "launch", .carry_out = carry_out,
    .keep = keep_launch, .drop = drop_launch, .tell = tell_launch
};

/* ---- prepared launches ----------------------------------------------------------------------- */

gi_status gi_launch_prepare(struct gi_function *function, const struct gi_launch *launch,
                            struct gi_operation *out_operation)
{
    gi_status status = gi_function_translate(function);
    struct gi_use use;

    out_operation->kind = &gi_kind_launch;
    out_operation->launch = (struct gi_operation_launch){ function, launch };
    if (status == GI_OK)
        status = check(function, launch);
    if (status != GI_OK)
        return status;
    use = use_of(function, launch);
    return gi_compiled_make_ready(function->compiled, &use);
}

gi_status gi_launch_compile(const struct gi_operation *operation)
{
    struct gi_function *function = operation->launch.function;
    struct gi_use use = use_of(function, operation->launch.launch);
    struct gi_check_view view = { 0 };
    struct gi_kernel *kernel;
    gi_status status = GI_OK;

    if (function->kernel->uses_check)
        status = gi_check_view_take(function->module->device, &view);
    use.check_steps = view.steps;
    if (status == GI_OK)
        status = gi_function_variant(function, &use, &kernel);
    if (status == GI_OK)
        gi_kernel_object_unref(kernel);
    gi_check_view_drop(&view);
    return status;
}

/* ---- recordings ------------------------------------------------------------------------------ */

/* A kernel that needs more for a run than its parameters is not recorded: each replay would have to
 * make that anew. */
bool gi_launch_can_be_recorded(const struct gi_operation *operation)
{
    const struct gi_function *function = operation->launch.function;
    const struct gi_use use = use_of(function, operation->launch.launch);
    const struct gi_translate_kernel *kernel = gi_compiled_kernel(function->compiled, &use);

    return !kernel->uses_report && !kernel->uses_check && !kernel->uses_clock &&
           !kernel->uses_heap &&
           !kernel->local_in_memory && !kernel->shared_in_memory &&
           !operation->launch.launch->is_cooperative &&
           !gi_time_limit_is_set();
}

gi_status gi_launch_make(const struct gi_operation *operation, struct gi_made_command *out_made)
{
    struct gi_function *function = operation->launch.function;
    const struct gi_launch *launch = operation->launch.launch;
    struct gi_use use = use_of(function, launch);
    const struct gi_translate_kernel *kernel = gi_compiled_kernel(function->compiled, &use);
    struct gi_kernel_launch *made = &out_made->launch;
    gi_status status;

    memset(made, 0, offsetof(struct gi_kernel_launch, push));
    status = gi_function_variant(function, &use, &made->kernel);
    if (status != GI_OK)
        return status;
    out_made->command = (struct gi_command){ .kind = GI_COMMAND_LAUNCH };
    out_made->kept[0] = out_made->named[0] = out_made->named[1] = NULL;
    memcpy(made->groups, launch->grid, sizeof made->groups);
    made->is_wide = use.is_wide;
    out_made->kept[1] = bind_constants(function, kernel, made);
    status = fill_push(function, launch, kernel, made, &out_made->kept[0]);
    if (status != GI_OK)
        gi_made_command_drop(out_made);
    return status;
}

/* ---- launches -------------------------------------------------------------------------------- */

gi_status gi_launch_in(struct gi_function *function, const struct gi_launch *launch,
                       struct gi_stream *stream)
{
    struct gi_operation operation;
    gi_status status;

    if (stream->device != function->module->device)
        return gi_fail(GI_INVALID_HANDLE, "launch: the stream and the kernel are of two devices");
    status = gi_launch_prepare(function, launch, &operation);
    return status == GI_OK ? gi_stream_enqueue(stream, &operation) : status;
}

gi_status gi_launch_function(struct gi_function *function, const struct gi_launch *launch)
{
    struct gi_stream *stream;
    gi_status status = gi_stream_acquire(launch->stream, &stream);

    if (status != GI_OK)
        return status;
    status = gi_launch_in(function, launch, stream);
    gi_stream_release(stream);
    return status;
}

gi_status gi_launch(gi_handle handle, const struct gi_launch *launch)
{
    struct gi_function *function;
    gi_status status = gi_function_acquire(handle, &function);

    if (status != GI_OK)
        return status;
    status = gi_launch_function(function, launch);
    gi_object_unref(&function->object);
    return status;
}
