#include "heap_names.h"

#include <stddef.h>
#include <string.h>

#include "heap_layout.h"
#include "heap_text.h"
#include "kernel/translate/ptx/ptx.h"

#define TEXT(name) { name, sizeof name - 1 }

static const struct gi_ptx_text names[] = {
    TEXT("malloc"), TEXT("free"), TEXT("__cuda_syscall_aligned_malloc")
};

static const char inner_name[] = "__gpuinterop_heap_take";

bool gi_heap_lacks(const struct gi_ptx_module *module, const char *name)
{
    const struct gi_ptx_text text = { name, (uint32_t)strlen(name) };
    const struct gi_ptx_function *function = gi_ptx_find_function(module, text);

    return function != NULL && !function->has_body && !function->is_entry;
}

const char *gi_heap_text_for(const struct gi_ptx_module *module)
{
    bool is_declared = false;

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const struct gi_ptx_function *function = gi_ptx_find_function(module, names[i]);

        if (function != NULL && function->has_body)
            return NULL;
        is_declared |= function != NULL;
    }
    return is_declared ? heap_text : NULL;
}

static const struct gi_ptx_text variable_name = TEXT(GI_HEAP_VARIABLE);

const struct gi_ptx_variable *gi_heap_variable(const struct gi_ptx_module *module)
{
    const struct gi_ptx_variable *variable = gi_ptx_find_variable(module, variable_name);

    return variable != NULL && variable->bytes == GI_HEAP_VARIABLE_BYTES ? variable : NULL;
}

bool gi_heap_is_variable(const struct gi_ptx_module *module, const struct gi_ptx_variable *variable)
{
    return variable->index < module->variable_count
        && module->variables[variable->index] == variable
        && gi_ptx_same(variable->name, GI_HEAP_VARIABLE)
        && variable->bytes == GI_HEAP_VARIABLE_BYTES;
}

static bool is_named(const struct gi_ptx_function *function)
{
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (gi_ptx_same(function->name, names[i].start))
            return true;
    }
    return gi_ptx_same(function->name, inner_name);
}

bool gi_heap_has(const struct gi_ptx_module *module, const struct gi_ptx_function *function)
{
    return is_named(function) && gi_heap_variable(module) != NULL;
}
