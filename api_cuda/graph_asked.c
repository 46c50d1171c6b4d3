/** What nodes of graphs ask for: from programs' structs to the core's. */
#include "graph.h"

#include <stddef.h>

#include "runtime/copy_volume.h"
#include "handles.h"
#include "runtime/kernel.h"
#include "module/function.h"
#include "module/lookup.h"
#include "packed_arguments.h"
#include "symbol_part.h"

/* ---- kernels --------------------------------------------------------------------------------- */

/* CU_LAUNCH_PARAM_END, .._BUFFER_POINTER and .._BUFFER_SIZE of the driver interface. */
static const struct front_packed_words packed_words = { NULL, (void *)1, (void *)2 };

static gi_status read_launch(const char *caller, const struct cudaKernelNodeParams *parameters,
                             const struct gi_asked_kernel *like, struct gi_launch *out_launch)
{
    *out_launch = front_describe(parameters->gridDim, parameters->blockDim,
                                 parameters->kernelParams, parameters->sharedMemBytes, NULL);
    out_launch->is_cooperative = like != NULL && like->launch.is_cooperative;
    if (parameters->extra != NULL && parameters->kernelParams != NULL)
        return gi_fail(GI_INVALID_VALUE, "%s: kernelParams and extra are both there", caller);
    if (parameters->extra != NULL)
        return front_read_packed(caller, &packed_words, parameters->extra, out_launch);
    return GI_OK;
}

/* The vendor answers other codes here than for launches: "invalid handle" for what is no kernel,
 * and "invalid value" for grids and blocks. */
gi_status gicuda_ask_kernel(const char *caller, const struct cudaKernelNodeParams *parameters,
                            const struct gi_asked_kernel *like, struct gi_asked **out_asked)
{
    struct gi_function *function;
    struct gi_launch launch;
    gi_status status;

    if (parameters == NULL)
        return gi_fail(GI_INVALID_VALUE, "%s: parameters is NULL", caller);
    status = gi_lookup_function(parameters->func, &function);
    if (status != GI_OK)
        return status == GI_INVALID_FUNCTION && parameters->func != NULL ? GI_INVALID_HANDLE
                                                                         : status;
    status = read_launch(caller, parameters, like, &launch);
    if (status != GI_OK) {
        gi_object_unref(&function->object);
        return status;
    }
    status = gi_ask_kernel(function, front_from_pointer(parameters->func), &launch,
                           like != NULL ? like->attributes : NULL,
                           like != NULL ? like->attribute_count : 0, out_asked);
    gi_object_unref(&function->object);
    return status == GI_INVALID_CONFIGURATION ? GI_INVALID_VALUE : status;
}

/* ---- copies and fills ------------------------------------------------------------------------ */

gi_status gicuda_ask_copy(const char *caller, const struct cudaMemcpy3DParms *parameters,
                          struct gi_asked **out_asked)
{
    struct gi_asked_copy copy = { .ordinal = 0 };
    gi_status status;

    if (parameters == NULL)
        return gi_fail(GI_INVALID_VALUE, "%s: parameters is NULL", caller);
    status = front_take_volume(caller, &copy.copy, parameters);
    if (status != GI_OK)
        return status;
    copy.is_line = parameters->dstArray == NULL && parameters->srcArray == NULL &&
                   parameters->extent.height == 1 && parameters->extent.depth == 1;
    return gi_ask_copy(&copy, out_asked);
}

gi_status gicuda_ask_line(uint64_t destination, uint64_t source, size_t size,
                          enum cudaMemcpyKind kind, struct gi_asked **out_asked)
{
    const struct gi_asked_copy copy = {
        .copy = {
            .measure = GI_COPY_LINEAR, .width = size, .height = 1, .depth = 1,
            .dst = { .name = "destination", .pointer = destination },
            .src = { .name = "source", .pointer = source },
            .kind = front_from_kind(kind),
        },
        .is_line = true,
    };

    return gi_ask_copy(&copy, out_asked);
}

static gi_status check_size(const char *caller, size_t size)
{
    return size != 0 ? GI_OK : gi_fail(GI_INVALID_VALUE, "%s: size is 0", caller);
}

gi_status gicuda_ask_to_symbol(const char *caller, const void *symbol, const void *source,
                               size_t size, size_t offset, enum cudaMemcpyKind kind,
                               struct gi_asked **out_asked)
{
    uint64_t pointer;
    gi_status status = check_size(caller, size);

    if (status == GI_OK)
        status = front_symbol_part(caller, symbol, size, offset, kind, cudaMemcpyHostToDevice,
                                   &pointer);
    return status == GI_OK ? gicuda_ask_line(pointer, front_from_pointer(source), size, kind,
                                             out_asked)
                           : status;
}

gi_status gicuda_ask_from_symbol(const char *caller, void *destination, const void *symbol,
                                 size_t size, size_t offset, enum cudaMemcpyKind kind,
                                 struct gi_asked **out_asked)
{
    uint64_t pointer;
    gi_status status = check_size(caller, size);

    if (status == GI_OK)
        status = front_symbol_part(caller, symbol, size, offset, kind, cudaMemcpyDeviceToHost,
                                   &pointer);
    return status == GI_OK ? gicuda_ask_line(front_from_pointer(destination), pointer, size, kind,
                                             out_asked)
                           : status;
}

gi_status gicuda_ask_fill(const char *caller, const struct cudaMemsetParams *parameters,
                          struct gi_asked **out_asked)
{
    struct gi_asked_fill fill = { .pitch = 0 };

    if (parameters == NULL)
        return gi_fail(GI_INVALID_VALUE, "%s: parameters is NULL", caller);
    fill.pointer = front_from_pointer(parameters->dst);
    fill.pitch = parameters->pitch;
    fill.width = parameters->width;
    fill.height = parameters->height;
    fill.value = parameters->value;
    fill.element_bytes = parameters->elementSize;
    return gi_ask_fill(&fill, out_asked);
}

/* ---- host functions and semaphores ----------------------------------------------------------- */

gi_status gicuda_ask_host(const char *caller, const struct cudaHostNodeParams *parameters,
                          struct gi_asked **out_asked)
{
    if (parameters == NULL)
        return gi_fail(GI_INVALID_VALUE, "%s: parameters is NULL", caller);
    return gi_ask_host(parameters->fn, parameters->userData, out_asked);
}

/* Lists of semaphores of a node. A parameter's value is its first member. The vendor looks neither
 * at flags nor at reserved words here. */
struct lists {
    const cudaExternalSemaphore_t *semaphores;
    const void *parameters;
    size_t parameter_bytes, count;
};

_Static_assert(offsetof(struct cudaExternalSemaphoreSignalParams, params.fence.value) == 0 &&
                   offsetof(struct cudaExternalSemaphoreWaitParams, params.fence.value) == 0,
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

gi_status gicuda_ask_signals(const char *caller,
                             const struct cudaExternalSemaphoreSignalNodeParams *parameters,
                             struct gi_asked **out_asked)
{
    if (parameters == NULL)
        return gi_fail(GI_INVALID_VALUE, "%s: parameters is NULL", caller);
    return ask_semaphores(caller, &gi_node_semaphore_signal,
                          &(struct lists){ parameters->extSemArray, parameters->paramsArray,
                                           sizeof *parameters->paramsArray,
                                           parameters->numExtSems }, out_asked);
}

gi_status gicuda_ask_waits(const char *caller,
                           const struct cudaExternalSemaphoreWaitNodeParams *parameters,
                           struct gi_asked **out_asked)
{
    if (parameters == NULL)
        return gi_fail(GI_INVALID_VALUE, "%s: parameters is NULL", caller);
    return ask_semaphores(caller, &gi_node_semaphore_wait,
                          &(struct lists){ parameters->extSemArray, parameters->paramsArray,
                                           sizeof *parameters->paramsArray,
                                           parameters->numExtSems }, out_asked);
}
