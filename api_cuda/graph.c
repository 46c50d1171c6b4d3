/** Functions of graphs that the runtime alone has in this form. */
#include "graphs/nodes.h"

cudaError_t cudaGraphInstantiate(cudaGraphExec_t *exec, cudaGraph_t graph,
                                 unsigned long long flags)
{
    return cudaGraphInstantiateWithFlags(exec, graph, flags);
}
