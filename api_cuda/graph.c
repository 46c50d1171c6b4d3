/** Functions of graphs that the runtime alone has in this form. */
#include "graphs/nodes.h"

#include "graph/exec/conditional.h"

cudaError_t cudaGraphInstantiate(cudaGraphExec_t *exec, cudaGraph_t graph,
                                 unsigned long long flags)
{
    return cudaGraphInstantiateWithFlags(exec, graph, flags);
}

cudaError_t cudaGraphConditionalHandleCreate(cudaGraphConditionalHandle *handle, cudaGraph_t graph,
                                             unsigned int value, unsigned int flags)
{
    uint64_t made;

    FRONT_NOT_NULL(handle);
    FRONT_TRY(front_begin());
    FRONT_REQUIRE((flags & ~(unsigned int)cudaGraphCondAssignDefault) == 0,
                  "%s: flags is 0x%x; only 1 exists", __func__, flags);
    FRONT_TRY(gi_graph_make_condition(front_from_graph(graph), value, flags != 0, &made));
    *handle = made;
    return cudaSuccess;
}
