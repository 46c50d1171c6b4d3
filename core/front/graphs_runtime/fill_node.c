/** Fill nodes. */
#include "graphs/nodes.h"

gpuError_t gpuGraphAddMemsetNode(gpuGraphNode_t *node, gpuGraph_t graph,
                                 const gpuGraphNode_t *dependencies, size_t count,
                                 const gpuMemsetParams *parameters)
{
    struct gi_asked *asked;

    FRONT_NOT_NULL(node);
    FRONT_TRY(front_begin());
    FRONT_TRY(front_ask_fill(__func__, parameters, &asked));
    return front_add_node(__func__, node, graph, dependencies, count, asked, NULL);
}

gpuError_t gpuGraphExecMemsetNodeSetParams(gpuGraphExec_t exec, gpuGraphNode_t node,
                                           const gpuMemsetParams *parameters)
{
    struct gi_asked *asked;

    FRONT_TRY(front_begin());
    FRONT_TRY(front_ask_fill(__func__, parameters, &asked));
    return front_error(front_exec_ask(exec, node, asked));
}
