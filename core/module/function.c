#include "function.h"

#include <stdlib.h>

#include "base/least.h"
#include "queue/device_state.h"

static struct gi_function *function_from(struct gi_object *object)
{
    return (struct gi_function *)object;
}

static void finish_function(struct gi_object *object)
{
    struct gi_function *function = function_from(object);

    gi_object_unref(&function->module->object);
    free(function->kept);
    free(function);
}

gi_status gi_function_make(struct gi_module *module, const struct gi_code_kernel *entry,
                           gi_handle *out_function)
{
    struct gi_function *function = calloc(1, sizeof *function);
    gi_status status;

    if (function == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "kernel: no host memory");
    status = gi_compiled_of(module->code, entry, module->device, &function->compiled);
    if (status != GI_OK) {
        free(function);
        return status;
    }
    function->kernel = &function->compiled->kernel;
    atomic_init(&function->most_dynamic_bytes, UINT32_MAX);
    atomic_init(&function->carveout, -1);
    gi_object_ref(&module->object);
    function->module = module;
    function->name = entry->name;
    atomic_init(&function->object.device, module->device);
    status = gi_handle_create_owned(&function->object, GI_OBJECT_FUNCTION, module->object.context,
                                    finish_function, out_function);
    if (status != GI_OK)
        finish_function(&function->object);
    return status;
}

gi_status gi_function_acquire(gi_handle handle, struct gi_function **out_function)
{
    struct gi_object *object;
    gi_status status = gi_handle_acquire(handle, GI_OBJECT_FUNCTION, &object);

    if (status == GI_OK)
        *out_function = function_from(object);
    return status;
}

/* ---- compiled variants ----------------------------------------------------------------------- */

gi_status gi_function_translate(struct gi_function *function)
{
    gi_status status = gi_compiled_translate(function->compiled);

    if (status != GI_OUT_OF_MEMORY &&
        !atomic_load_explicit(&function->is_translated, memory_order_relaxed))
        atomic_store(&function->is_translated, true);
    return status;
}

gi_status gi_function_variant(struct gi_function *function, const struct gi_use *use,
                              struct gi_kernel **out_kernel)
{
    return gi_compiled_variant(function->compiled, use, out_kernel);
}

/* ---- limits ---------------------------------------------------------------------------------- */

static uint32_t product(const uint32_t numbers[static 3])
{
    uint64_t all = (uint64_t)numbers[0] * (numbers[1] != 0 ? numbers[1] : 1) *
                   (numbers[2] != 0 ? numbers[2] : 1);

    return all > UINT32_MAX ? UINT32_MAX : (uint32_t)all;
}

uint32_t gi_function_bound_threads(const struct gi_function *function)
{
    uint32_t most = gi_function_info(function)->max_group_threads;
    uint32_t bound = product(function->kernel->max_threads);
    uint32_t needed = product(function->kernel->required_threads);

    if (needed != 0)
        bound = needed;
    return bound != 0 ? gi_least_u32(bound, most) : most;
}

uint32_t gi_function_most_threads(const struct gi_function *function)
{
    return gi_least_u32(gi_function_bound_threads(function),
                        gi_compiled_most_threads(function->compiled));
}
