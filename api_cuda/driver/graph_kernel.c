/** Kernel nodes of graphs. */
#include "graph_kernel.h"

#include "context/context.h"
#include "handles.h"
#include "module/function.h"
#include "module/lookup.h"
#include "packed_arguments.h"

static const struct front_packed_words packed_words = {
    CU_LAUNCH_PARAM_END, CU_LAUNCH_PARAM_BUFFER_POINTER, CU_LAUNCH_PARAM_BUFFER_SIZE
};

static gi_status check_context(CUcontext context)
{
    struct gi_context_info info;

    if (context == NULL)
        return GI_OK;
    return gi_context_query((gi_handle)(uintptr_t)context, &info);
}

static gi_status describe_launch(const char *caller, const CUDA_KERNEL_NODE_PARAMS *parameters,
                                 const struct gi_asked_kernel *like, struct gi_launch *out_launch)
{
    *out_launch = (struct gi_launch){
        .grid = { parameters->gridDimX, parameters->gridDimY, parameters->gridDimZ },
        .block = { parameters->blockDimX, parameters->blockDimY, parameters->blockDimZ },
        .shared_bytes = parameters->sharedMemBytes,
        .arguments = parameters->kernelParams,
        .is_cooperative = like != NULL && like->launch.is_cooperative,
    };
    if (parameters->extra != NULL && parameters->kernelParams != NULL)
        return gi_fail(GI_INVALID_VALUE, "%s: kernelParams and extra are both there", caller);
    if (parameters->extra != NULL)
        return front_read_packed(caller, &packed_words, parameters->extra, out_launch);
    return GI_OK;
}

/* The function says where the kernel runs, so a context is only checked. */
gi_status gicu_ask_kernel(const char *caller, const CUDA_KERNEL_NODE_PARAMS *parameters,
                          const struct gi_asked_kernel *like, struct gi_asked **out_asked)
{
    struct gi_function *function;
    struct gi_launch launch;
    const void *named;
    gi_status status;

    if (parameters == NULL)
        return gi_fail(GI_INVALID_VALUE, "%s: parameters is NULL", caller);
    named = parameters->func != NULL ? (const void *)parameters->func
                                     : (const void *)parameters->kern;
    status = check_context(parameters->ctx);
    if (status == GI_OK)
        status = describe_launch(caller, parameters, like, &launch);
    if (status == GI_OK)
        status = gi_lookup_function(named, &function);
    if (status != GI_OK)
        return status == GI_INVALID_FUNCTION ? GI_INVALID_HANDLE : status;
    status = gi_ask_kernel(function, front_from_pointer(named), &launch,
                           like != NULL ? like->attributes : NULL,
                           like != NULL ? like->attribute_count : 0, out_asked);
    gi_object_unref(&function->object);
    return status == GI_INVALID_CONFIGURATION ? GI_INVALID_VALUE : status;
}

CUresult cuGraphAddKernelNode(CUgraphNode *node, CUgraph graph, const CUgraphNode *dependencies,
                              size_t count, const CUDA_KERNEL_NODE_PARAMS *parameters)
{
    struct gi_asked *asked;

    FRONT_NOT_NULL(node);
    FRONT_TRY(front_begin());
    FRONT_TRY(gicu_ask_kernel(__func__, parameters, NULL, &asked));
    return front_add_node(__func__, node, graph, dependencies, count, asked, NULL);
}

CUresult cuGraphKernelNodeGetParams(CUgraphNode node, CUDA_KERNEL_NODE_PARAMS *parameters)
{
    const struct gi_asked_kernel *kernel;
    struct gi_asked *asked;
    const struct gi_launch *launch;

    FRONT_NOT_NULL(parameters);
    FRONT_TRY(front_begin());
    FRONT_TRY(gi_node_asked(front_from_node(node), GI_NODE_KERNEL, &asked));
    kernel = (const struct gi_asked_kernel *)asked;
    launch = &kernel->launch;
    *parameters = (CUDA_KERNEL_NODE_PARAMS){
        .func = front_to_function(kernel->function),
        .gridDimX = launch->grid[0], .gridDimY = launch->grid[1], .gridDimZ = launch->grid[2],
        .blockDimX = launch->block[0], .blockDimY = launch->block[1],
        .blockDimZ = launch->block[2],
        .sharedMemBytes = (unsigned int)launch->shared_bytes,
        .kernelParams = (void **)launch->arguments,
    };
    gi_asked_unref(asked);
    return CUDA_SUCCESS;
}

CUresult cuGraphKernelNodeSetParams(CUgraphNode node, const CUDA_KERNEL_NODE_PARAMS *parameters)
{
    struct gi_asked *former, *asked;
    gi_status status;

    FRONT_TRY(front_begin());
    FRONT_TRY(gi_node_asked(front_from_node(node), GI_NODE_KERNEL, &former));
    status = gicu_ask_kernel(__func__, parameters, (const struct gi_asked_kernel *)former, &asked);
    if (status == GI_OK)
        status = gi_node_ask(front_from_node(node), asked);
    gi_asked_unref(former);
    return front_error(status);
}

CUresult cuGraphExecKernelNodeSetParams(CUgraphExec exec, CUgraphNode node,
                                        const CUDA_KERNEL_NODE_PARAMS *parameters)
{
    struct gi_asked *like, *asked;
    gi_status status;

    FRONT_TRY(front_begin());
    FRONT_TRY(gi_node_asked(front_from_node(node), GI_NODE_KERNEL, &like));
    status = gicu_ask_kernel(__func__, parameters, (const struct gi_asked_kernel *)like, &asked);
    gi_asked_unref(like);
    return front_error(status == GI_OK ? front_exec_ask(exec, node, asked) : status);
}
