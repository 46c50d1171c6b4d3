/** Kernel nodes. */
#include "runtime_nodes.h"

#include "handles.h"
#include "module/function.h"
#include "module/lookup.h"
#include "packed_arguments.h"
#include "runtime/kernel.h"

static const struct front_packed_words packed_words = FRONT_PACKED_WORDS;

static gi_status read_launch(const char *caller, const gpuKernelNodeParams *parameters,
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
gi_status front_ask_kernel(const char *caller, const gpuKernelNodeParams *parameters,
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

gpuError_t gpuGraphAddKernelNode(gpuGraphNode_t *node, gpuGraph_t graph,
                                 const gpuGraphNode_t *dependencies, size_t count,
                                 const gpuKernelNodeParams *parameters)
{
    struct gi_asked *asked;

    FRONT_NOT_NULL(node);
    FRONT_TRY(front_begin());
    FRONT_TRY(front_ask_kernel(__func__, parameters, NULL, &asked));
    return front_add_node(__func__, node, graph, dependencies, count, asked, NULL);
}

gpuError_t gpuGraphKernelNodeGetParams(gpuGraphNode_t node,
                                       gpuKernelNodeParams *parameters)
{
    const struct gi_asked_kernel *kernel;
    struct gi_asked *asked;
    const struct gi_launch *launch;

    FRONT_NOT_NULL(parameters);
    FRONT_TRY(front_begin());
    FRONT_TRY(gi_node_asked(front_from_node(node), GI_NODE_KERNEL, &asked));
    kernel = (const struct gi_asked_kernel *)asked;
    launch = &kernel->launch;
    *parameters = (gpuKernelNodeParams){
        .func = front_to_pointer(kernel->name != 0 ? kernel->name : kernel->function),
        .gridDim = { launch->grid[0], launch->grid[1], launch->grid[2] },
        .blockDim = { launch->block[0], launch->block[1], launch->block[2] },
        .sharedMemBytes = (unsigned int)launch->shared_bytes,
        .kernelParams = (void **)launch->arguments,
    };
    gi_asked_unref(asked);
    return gpuSuccess;
}

gpuError_t gpuGraphKernelNodeSetParams(gpuGraphNode_t node,
                                       const gpuKernelNodeParams *parameters)
{
    struct gi_asked *former, *asked;
    gi_status status;

    FRONT_TRY(front_begin());
    FRONT_TRY(gi_node_asked(front_from_node(node), GI_NODE_KERNEL, &former));
    status = front_ask_kernel(__func__, parameters, (const struct gi_asked_kernel *)former,
                              &asked);
    if (status == GI_OK)
        status = gi_node_ask(front_from_node(node), asked);
    gi_asked_unref(former);
    return front_error(status);
}

gpuError_t gpuGraphExecKernelNodeSetParams(gpuGraphExec_t exec, gpuGraphNode_t node,
                                           const gpuKernelNodeParams *parameters)
{
    struct gi_asked *like, *asked;
    gi_status status;

    FRONT_TRY(front_begin());
    FRONT_TRY(gi_node_asked(front_from_node(node), GI_NODE_KERNEL, &like));
    status = front_ask_kernel(__func__, parameters, (const struct gi_asked_kernel *)like, &asked);
    gi_asked_unref(like);
    return front_error(status == GI_OK ? front_exec_ask(exec, node, asked) : status);
}
