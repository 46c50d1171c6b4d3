#include "check_table.h"

#include <stdlib.h>

#include "base/in_driver.h"
#include "kernel/print/report.h"
#include "kernel/target/target.h"
#include "memory/own_memory.h"
#include "carry/kinds.h"
#include "carry/transfer.h"
#include "queue/device_state.h"
#include "run_alone.h"
#include "stream/operation.h"

/* The fewest steps of a search, and by how many their number grows: each number of steps is a
 * kernel to compile. */
enum { LEAST_STEPS = 4, STEP_OF_STEPS = 2 };

struct gi_check_table {
    struct gi_check_view view;
};

/* The table has an empty range at 0 in front of the live ones. */
static uint32_t steps_for(size_t count)
{
    uint32_t steps = LEAST_STEPS;

    while (steps <= GI_TRANSLATE_CHECK_STEPS && count + 1 > (size_t)1 << steps)
        steps += STEP_OF_STEPS;
    return steps;
}

static void fill_table(const struct gi_live_ranges *live, uint32_t steps,
                       struct gi_kernel_range *out)
{
    *out++ = (struct gi_kernel_range){ 0, 0 };
    for (size_t i = 0; i < live->count; i++) {
        const struct gi_map_range *range = &live->items[i];

        *out++ = (struct gi_kernel_range){
            range->begin, range->end | (range->is_read_only ? GI_KERNEL_READ_ONLY : 0)
        };
    }
    for (size_t i = live->count + 1; i < (size_t)1 << steps; i++)
        *out++ = (struct gi_kernel_range){ UINT64_MAX, 0 };
}

/* ---- uploading ------------------------------------------------------------------------------- */

static gi_status copy_between(struct gi_device *device, struct gi_allocation *to,
                              struct gi_allocation *from)
{
    struct gi_operation copy = { .kind = &gi_kind_copy };

    copy.copy = (struct gi_operation_copy){
        .dst = gi_operand_in(to, 0), .src = gi_operand_in(from, 0),
        .box = { to->size_bytes, 1, 1 },
    };
    return gi_run_alone(device, &copy);
}

static gi_status fill_host(const struct gi_live_ranges *live, uint32_t steps,
                           struct gi_allocation *memory)
{
    gi_status status = gi_driver_enter();

    if (status != GI_OK)
        return status;
    fill_table(live, steps, (struct gi_kernel_range *)(uintptr_t)memory->host_address);
    gi_driver_leave();
    return GI_OK;
}

/* Kernels read the table at each access, so it lies in device memory. */
static gi_status upload(struct gi_device *device, const struct gi_live_ranges *live,
                        uint32_t steps, struct gi_allocation *memory)
{
    struct gi_allocation *piece;
    gi_status status;

    if (memory->host_address != 0)
        return fill_host(live, steps, memory);
    status = gi_allocation_new(device, GI_MEMORY_HOST, memory->size_bytes, &piece);
    if (status != GI_OK)
        return status;
    status = fill_host(live, steps, piece);
    if (status == GI_OK)
        status = copy_between(device, memory, piece);
    gi_allocation_unref(piece);
    return status;
}

/* ---- views ----------------------------------------------------------------------------------- */

static gi_status make_view(struct gi_device *device, struct gi_check_view *out_view)
{
    struct gi_check_view view = { 0 };
    gi_status status = gi_live_ranges_make(device, &view.live);

    if (status != GI_OK)
        return status;
    view.steps = steps_for(view.live->count);
    if (view.steps > GI_TRANSLATE_CHECK_STEPS)
        status = gi_fail(GI_NOT_SUPPORTED, "memory check: the program has %zu ranges of memory; "
                         "%u are possible", view.live->count,
                         (1u << GI_TRANSLATE_CHECK_STEPS) - 1);
    if (status == GI_OK)
        status = gi_allocation_new(device, GI_MEMORY_DEVICE,
                                   sizeof(struct gi_kernel_range) << view.steps, &view.memory);
    if (status == GI_OK)
        status = upload(device, view.live, view.steps, view.memory);
    if (status == GI_OK)
        *out_view = view;
    else
        gi_check_view_drop(&view);
    return status;
}

void gi_check_view_drop(struct gi_check_view *view)
{
    gi_live_ranges_unref(view->live);
    if (view->memory != NULL)
        gi_allocation_unref(view->memory);
    *view = (struct gi_check_view){ 0 };
}

static gi_status renew(struct gi_device *device)
{
    struct gi_check_table *table = device->check_table;
    struct gi_check_view view;
    gi_status status;

    if (table != NULL && table->view.live != NULL
        && table->view.live->changes == gi_map_changes())
        return GI_OK;
    if (table == NULL)
        table = calloc(1, sizeof *table);
    if (table == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "memory check: no host memory");
    device->check_table = table;
    status = make_view(device, &view);
    if (status != GI_OK)
        return status;
    gi_check_view_drop(&table->view);
    table->view = view;
    return GI_OK;
}

gi_status gi_check_view_take(struct gi_device *device, struct gi_check_view *out_view)
{
    gi_status status;

    pthread_mutex_lock(&device->check_lock);
    status = renew(device);
    if (status == GI_OK) {
        *out_view = device->check_table->view;
        gi_live_ranges_ref(out_view->live);
        gi_allocation_ref(out_view->memory);
    }
    pthread_mutex_unlock(&device->check_lock);
    return status;
}
