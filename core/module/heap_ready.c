#include "heap_ready.h"

#include <string.h>

#include "base/in_driver.h"
#include "carry/kinds.h"
#include "carry/transfer.h"
#include "device/device_settings.h"
#include "kernel/heap/heap_layout.h"
#include "kernel/heap/heap_plan.h"
#include "memory/kernel_heap.h"
#include "memory/own_memory.h"
#include "module.h"
#include "queue/context_state.h"
#include "queue/device_state.h"
#include "run_alone.h"
#include "stream/operation.h"

_Static_assert(sizeof(struct gi_kernel_heap_place) == GI_HEAP_VARIABLE_BYTES, "as in device code");

/* The tables begin as zeros. */
static gi_status clear_tables(struct gi_device *device, struct gi_allocation *memory,
                              uint64_t table_bytes)
{
    struct gi_operation fill = { .kind = &gi_kind_fill };

    fill.fill = (struct gi_operation_fill){
        .dst = gi_operand_in(memory, 0), .pattern_bytes = 4, .box = { table_bytes, 1, 1 },
    };
    return gi_run_alone(device, &fill);
}

static gi_status make_heap(struct gi_device *device, gi_handle owner)
{
    struct gi_allocation *memory;
    struct gi_heap_plan plan;
    uint64_t bytes;
    gi_status status = gi_device_limit_at(device->ordinal, GI_LIMIT_MALLOC_HEAP, &bytes);

    if (status != GI_OK)
        return status;
    gi_heap_plan(bytes, &plan);
    status = gi_allocation_new_kernel_heap(device, plan.bytes, &memory);
    if (status == GI_OUT_OF_MEMORY)
        return gi_fail(status, "launch: no %llu bytes of device memory for the heap of kernels; "
                       "the limit of the malloc heap is %llu", (unsigned long long)plan.bytes,
                       (unsigned long long)bytes);
    if (status != GI_OK)
        return status;
    status = clear_tables(device, memory, plan.table_bytes);
    if (status == GI_OK)
        status = gi_kernel_heap_keep(device, owner, memory, &plan);
    if (status != GI_OK)
        gi_allocation_unref(memory);
    return status;
}

/* Writes the variable: no kernel of the module that reads it has run yet. */
static gi_status write_place(struct gi_module *module, const struct gi_kernel_heap_place *place)
{
    uint64_t at = module->code->heap_variable_offset;
    struct gi_device *device = module->device;
    struct gi_operation copy = { .kind = &gi_kind_copy };
    struct gi_allocation *piece;
    gi_status status;

    if (module->variables->host_address != 0)
        return gi_driver_copy((void *)(uintptr_t)(module->variables->host_address + at), place,
                              sizeof *place);
    status = gi_allocation_new(device, GI_MEMORY_HOST, sizeof *place, &piece);
    if (status != GI_OK)
        return status;
    status = gi_driver_copy((void *)(uintptr_t)piece->host_address, place, sizeof *place);
    copy.copy = (struct gi_operation_copy){
        .dst = gi_operand_in(module->variables, at), .src = gi_operand_in(piece, 0),
        .box = { sizeof *place, 1, 1 },
    };
    if (status == GI_OK)
        status = gi_run_alone(device, &copy);
    gi_allocation_unref(piece);
    return status;
}

/* Primary contexts have no handle here. */
static gi_status find_owner(const struct gi_module *module, gi_handle *out_owner)
{
    struct gi_context *context;
    gi_status status;

    *out_owner = 0;
    if (module->owner == 0)
        return GI_OK;
    status = gi_context_acquire(module->owner, &context);
    if (status != GI_OK)
        return status;
    *out_owner = gi_context_owner(context, module->owner);
    gi_object_unref(&context->object);
    return GI_OK;
}

/* The owner's heap, which is made if there is none. The device's kernel_heap_making is held. */
static gi_status get_heap(struct gi_device *device, gi_handle owner,
                          struct gi_kernel_heap_place *out_place)
{
    gi_status status = GI_OK;

    if (gi_kernel_heap_find(device, owner, out_place))
        return GI_OK;
    status = make_heap(device, owner);
    if (status == GI_OK && !gi_kernel_heap_find(device, owner, out_place))
        status = gi_fail(GI_CONTEXT_DESTROYED, "launch: the context has ended meanwhile");
    return status;
}

gi_status gi_heap_ready(struct gi_module *module)
{
    struct gi_device *device = module->device;
    struct gi_kernel_heap_place place;
    gi_status status = GI_OK;
    gi_handle owner;

    if (atomic_load_explicit(&module->has_heap, memory_order_acquire))
        return GI_OK;
    status = find_owner(module, &owner);
    if (status != GI_OK)
        return status;
    pthread_mutex_lock(&device->kernel_heap_making);
    if (!atomic_load(&module->has_heap)) {
        status = get_heap(device, owner, &place);
        if (status == GI_OK)
            status = write_place(module, &place);
        atomic_store_explicit(&module->has_heap, status == GI_OK, memory_order_release);
    }
    pthread_mutex_unlock(&device->kernel_heap_making);
    return status;
}
