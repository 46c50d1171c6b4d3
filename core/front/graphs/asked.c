/** Requests of nodes of graphs: from programs' structs to the core's. */
#include "nodes.h"

#include <stddef.h>

#include "handles.h"

gi_status front_ask_fill(const char *caller, const gpuMemsetParams *parameters,
                         struct gi_asked **out_asked)
{
    struct gi_asked_fill fill = { .pitch = 0 };

    if (parameters == NULL)
        return gi_fail(GI_INVALID_VALUE, "%s: parameters is NULL", caller);
    fill.pointer = front_from_address(parameters->dst);
    fill.pitch = parameters->pitch;
    fill.width = parameters->width;
    fill.height = parameters->height;
    fill.value = parameters->value;
    fill.element_bytes = parameters->elementSize;
    return gi_ask_fill(&fill, out_asked);
}

gi_status front_ask_host(const char *caller, const gpuHostNodeParams *parameters,
                         struct gi_asked **out_asked)
{
    if (parameters == NULL)
        return gi_fail(GI_INVALID_VALUE, "%s: parameters is NULL", caller);
    return gi_ask_host(parameters->fn, parameters->userData, out_asked);
}

/* Lists of semaphores of a node. A parameter's value is its first member. The vendor looks neither
 * at flags nor at reserved words here. */
struct lists {
    const gpuExternalSemaphore_t *semaphores;
    const void *parameters;
    size_t parameter_bytes, count;
};

_Static_assert(offsetof(gpuExternalSemaphoreSignalParams, params.fence.value) == 0 &&
                   offsetof(gpuExternalSemaphoreWaitParams, params.fence.value) == 0,
               "values are read there");

static gi_status ask_semaphores(const char *caller, const struct gi_node_kind *kind,
                                const struct lists *lists, struct gi_asked **out_asked)
{
    struct gi_external_semaphore_item local[16], *items;
    gi_status status;

    if (lists->count != 0 && (lists->semaphores == NULL || lists->parameters == NULL))
        return gi_fail(GI_INVALID_VALUE, "%s: numExtSems is %zu, and a list is NULL", caller,
                       lists->count);
    if (lists->count == 0)
        return gi_ask_semaphores(kind, NULL, NULL, 0, NULL, 0, 0, out_asked);
    items = gi_scratch(local, sizeof local, lists->count, sizeof *items);
    if (items == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "%s: no host memory for %zu semaphores", caller,
                       lists->count);
    for (size_t i = 0; i < lists->count; i++) {
        items[i] = (struct gi_external_semaphore_item){
            .semaphore = front_from_semaphore(lists->semaphores[i]), .reserved_is_zero = true
        };
        memcpy(&items[i].value, (const char *)lists->parameters + i * lists->parameter_bytes,
               sizeof items[i].value);
    }
    status = gi_ask_semaphores(kind, items, lists->semaphores, sizeof *lists->semaphores,
                               lists->parameters, lists->parameter_bytes, lists->count, out_asked);
    gi_scratch_free(items, local);
    return status;
}

gi_status front_ask_signals(const char *caller,
                            const gpuExternalSemaphoreSignalNodeParams *parameters,
                            struct gi_asked **out_asked)
{
    if (parameters == NULL)
        return gi_fail(GI_INVALID_VALUE, "%s: parameters is NULL", caller);
    return ask_semaphores(caller, &gi_node_semaphore_signal,
                          &(struct lists){ parameters->extSemArray, parameters->paramsArray,
                                           sizeof *parameters->paramsArray,
                                           parameters->numExtSems }, out_asked);
}

gi_status front_ask_waits(const char *caller,
                          const gpuExternalSemaphoreWaitNodeParams *parameters,
                          struct gi_asked **out_asked)
{
    if (parameters == NULL)
        return gi_fail(GI_INVALID_VALUE, "%s: parameters is NULL", caller);
    return ask_semaphores(caller, &gi_node_semaphore_wait,
                          &(struct lists){ parameters->extSemArray, parameters->paramsArray,
                                           sizeof *parameters->paramsArray,
                                           parameters->numExtSems }, out_asked);
}
