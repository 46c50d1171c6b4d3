#include "function_facts.h"

#include "function.h"
#include "queue/device_state.h"

#define MOST_REGISTERS 255u

static uint32_t device_shared(const struct gi_function *function)
{
    return gi_compiled_most_shared(function->compiled);
}

uint32_t gi_function_most_dynamic(const struct gi_function *function)
{
    uint32_t asked = atomic_load_explicit(&function->most_dynamic_bytes, memory_order_relaxed);
    uint32_t own = function->kernel->shared_bytes, most = device_shared(function);

    if (asked == UINT32_MAX && most > GI_SHARED_BYTES)
        most = GI_SHARED_BYTES;
    if (most < own)
        return 0;
    return asked < most - own ? asked : most - own;
}

gi_status gi_function_describe(struct gi_function *function, struct gi_function_facts *out_facts)
{
    const struct gi_translate_kernel *kernel = function->kernel;
    gi_status status = gi_function_translate(function);

    if (status != GI_OK)
        return status;
    *out_facts = (struct gi_function_facts){
        .shared_bytes = kernel->shared_bytes,
        .constant_bytes = function->module->code->constant_bytes,
        .local_bytes = kernel->local_bytes,
        .most_threads = gi_function_most_threads(function),
        .registers = kernel->registers < MOST_REGISTERS ? kernel->registers : MOST_REGISTERS,
        .ptx_version = function->module->code->ptx_version,
        .binary_version = GI_CODE_CAPABILITY,
        .most_dynamic_bytes = gi_function_most_dynamic(function),
        .carveout = atomic_load_explicit(&function->carveout, memory_order_relaxed),
    };
    return GI_OK;
}

static gi_status set_most_dynamic(struct gi_function *function, int value)
{
    uint32_t own = function->kernel->shared_bytes, most = device_shared(function);

    if (value < 0 || own > most || (uint32_t)value > most - own)
        return gi_fail(GI_INVALID_VALUE, "kernel %s: %d bytes of dynamic shared memory; with %u "
                       "static ones the device has up to %u", function->name, value, own,
                       own > most ? 0 : most - own);
    atomic_store_explicit(&function->most_dynamic_bytes, (uint32_t)value, memory_order_relaxed);
    return GI_OK;
}

gi_status gi_function_set(struct gi_function *function, int attribute, int value)
{
    gi_status status = gi_function_translate(function);

    if (status != GI_OK)
        return status;
    if (attribute == GI_FUNCTION_MOST_DYNAMIC)
        return set_most_dynamic(function, value);
    if (attribute != GI_FUNCTION_CARVEOUT)
        return gi_fail(GI_INVALID_VALUE, "kernel %s: attribute %d cannot be set", function->name,
                       attribute);
    if (value < -1 || value > 100)
        return gi_fail(GI_INVALID_VALUE, "kernel %s: the carveout is %d, not one of -1 to 100",
                       function->name, value);
    atomic_store_explicit(&function->carveout, value, memory_order_relaxed);
    return GI_OK;
}

gi_status gi_function_parameter(struct gi_function *function, uint64_t index,
                                uint32_t *out_offset_bytes, uint32_t *out_bytes)
{
    gi_status status = gi_function_translate(function);

    if (status != GI_OK)
        return status;
    if (index >= function->kernel->parameter_count)
        return gi_fail(GI_INVALID_VALUE, "kernel %s: it has %u parameters, and none of number %llu",
                       function->name, function->kernel->parameter_count,
                       (unsigned long long)index);
    *out_offset_bytes = function->kernel->parameters[index].offset_bytes;
    *out_bytes = function->kernel->parameters[index].bytes;
    return GI_OK;
}
