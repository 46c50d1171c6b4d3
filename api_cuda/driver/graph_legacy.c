/** Functions of graphs by the symbols that programs of older versions link to: edges without data,
 *  kernels without a context, and instantiations with a log. */
#include "graphs/nodes.h"

#include "legacy_graph.h"

CUresult cuGraphAddDependencies(CUgraph graph, const CUgraphNode *from, const CUgraphNode *to,
                                size_t count)
{
    return cuGraphAddDependencies_v2(graph, from, to, NULL, count);
}

CUresult cuGraphRemoveDependencies(CUgraph graph, const CUgraphNode *from, const CUgraphNode *to,
                                   size_t count)
{
    return cuGraphRemoveDependencies_v2(graph, from, to, NULL, count);
}

CUresult cuGraphGetEdges(CUgraph graph, CUgraphNode *from, CUgraphNode *to, size_t *count)
{
    return cuGraphGetEdges_v2(graph, from, to, NULL, count);
}

CUresult cuGraphNodeGetDependencies(CUgraphNode node, CUgraphNode *nodes, size_t *count)
{
    return cuGraphNodeGetDependencies_v2(node, nodes, NULL, count);
}

CUresult cuGraphNodeGetDependentNodes(CUgraphNode node, CUgraphNode *nodes, size_t *count)
{
    return cuGraphNodeGetDependentNodes_v2(node, nodes, NULL, count);
}

CUresult cuGraphAddNode(CUgraphNode *node, CUgraph graph, const CUgraphNode *dependencies,
                        size_t count, CUgraphNodeParams *params)
{
    return cuGraphAddNode_v2(node, graph, dependencies, NULL, count, params);
}

/* ---- kernels --------------------------------------------------------------------------------- */

/* The struct of today begins with that of CUDA 11. */
_Static_assert(offsetof(CUDA_KERNEL_NODE_PARAMS, kern) == sizeof(CUDA_KERNEL_NODE_PARAMS_v1),
               "the members are the same");

static const CUDA_KERNEL_NODE_PARAMS *today(const CUDA_KERNEL_NODE_PARAMS_v1 *parameters,
                                            CUDA_KERNEL_NODE_PARAMS *room)
{
    if (parameters == NULL)
        return NULL;
    memset(room, 0, sizeof *room);
    memcpy(room, parameters, sizeof *parameters);
    return room;
}

CUresult cuGraphAddKernelNode(CUgraphNode *node, CUgraph graph, const CUgraphNode *dependencies,
                              size_t count, const CUDA_KERNEL_NODE_PARAMS_v1 *parameters)
{
    CUDA_KERNEL_NODE_PARAMS room;

    return cuGraphAddKernelNode_v2(node, graph, dependencies, count, today(parameters, &room));
}

CUresult cuGraphKernelNodeGetParams(CUgraphNode node, CUDA_KERNEL_NODE_PARAMS_v1 *parameters)
{
    CUDA_KERNEL_NODE_PARAMS got;
    CUresult result = cuGraphKernelNodeGetParams_v2(node, parameters != NULL ? &got : NULL);

    if (result == CUDA_SUCCESS)
        memcpy(parameters, &got, sizeof *parameters);
    return result;
}

CUresult cuGraphKernelNodeSetParams(CUgraphNode node, const CUDA_KERNEL_NODE_PARAMS_v1 *parameters)
{
    CUDA_KERNEL_NODE_PARAMS room;

    return cuGraphKernelNodeSetParams_v2(node, today(parameters, &room));
}

CUresult cuGraphExecKernelNodeSetParams(CUgraphExec exec, CUgraphNode node,
                                        const CUDA_KERNEL_NODE_PARAMS_v1 *parameters)
{
    CUDA_KERNEL_NODE_PARAMS room;

    return cuGraphExecKernelNodeSetParams_v2(exec, node, today(parameters, &room));
}

/* ---- instantiations -------------------------------------------------------------------------- */

CUresult cuGraphInstantiate_v2(CUgraphExec *exec, CUgraph graph, CUgraphNode *error_node, char *log,
                               size_t size)
{
    FRONT_NOT_NULL(exec);
    FRONT_TRY(front_begin());
    FRONT_UNSAFE();
    return front_error(front_instantiate_logged(exec, graph, error_node, log, size));
}

CUresult cuGraphInstantiate(CUgraphExec *exec, CUgraph graph, CUgraphNode *error_node, char *log,
                            size_t size)
{
    return cuGraphInstantiate_v2(exec, graph, error_node, log, size);
}

/* ---- updates --------------------------------------------------------------------------------- */

/* Another number of nodes was a change that is not supported. */
CUresult cuGraphExecUpdate(CUgraphExec exec, CUgraph graph, CUgraphNode *error_node,
                           CUgraphExecUpdateResult *result)
{
    struct gi_exec_update update;
    CUresult error;

    FRONT_TRY(front_begin());
    error = front_exec_update(exec, graph, &update);
    if (error_node != NULL)
        *error_node = front_to_node(update.node);
    if (result != NULL)
        *result = update.has_other_count ? CU_GRAPH_EXEC_UPDATE_ERROR_NOT_SUPPORTED
                                         : (CUgraphExecUpdateResult)update.result;
    return error;
}
