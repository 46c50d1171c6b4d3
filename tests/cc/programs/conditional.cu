/* A loop and a choice of a graph, whose numbers kernels set. HIP has none. */
#include "either.h"

#ifdef __HIP__
int main()
{
    std::puts("ok");
    return 0;
}
#else
__global__ void step(int *rounds, cudaGraphConditionalHandle loop,
                     cudaGraphConditionalHandle choice)
{
    if (threadIdx.x == 0) {
        cudaGraphSetConditional(choice, *rounds % 3);
        cudaGraphSetConditional(loop, --*rounds > 0);
    }
}

__global__ void add(int *to, int value)
{
    atomicAdd(to, value);
}

template <class... Arguments>
static cudaGraphNode_t add_kernel(cudaGraph_t graph, cudaGraphNode_t before,
                                  void (*kernel)(Arguments...), Arguments... arguments)
{
    void *pointers[] = { &arguments... };
    cudaKernelNodeParams params = {};
    cudaGraphNode_t node;

    params.func = (void *)kernel;
    params.gridDim = dim3(1);
    params.blockDim = dim3(32);
    params.kernelParams = pointers;
    CHECK(cudaGraphAddKernelNode(&node, graph, &before, before != nullptr, &params));
    return node;
}

static cudaGraph_t *add_condition(cudaGraph_t graph, cudaGraphNode_t before,
                                  cudaGraphConditionalHandle handle,
                                  cudaGraphConditionalNodeType type, unsigned int size)
{
    cudaGraphNodeParams params = {};
    cudaGraphNode_t node;

    params.type = cudaGraphNodeTypeConditional;
    params.conditional.handle = handle;
    params.conditional.type = type;
    params.conditional.size = size;
    CHECK(cudaGraphAddNode(&node, graph, &before, nullptr, before != nullptr, &params));
    return params.conditional.phGraph_out;
}

int main()
{
    cudaGraphConditionalHandle loop, choice;
    cudaGraphExec_t exec;
    cudaGraph_t graph;

    CHECK(cudaGraphCreate(&graph, 0));
    CHECK(cudaGraphConditionalHandleCreate(&loop, graph, 1, cudaGraphCondAssignDefault));
    CHECK(cudaGraphConditionalHandleCreate(&choice, graph));
    cudaGraph_t body = *add_condition(graph, nullptr, loop, cudaGraphCondTypeWhile, 1);
    buffer<int> counts(std::vector<int>{ 10, 0, 0, 0 });
    cudaGraphNode_t node = add_kernel(body, nullptr, step, counts.at, loop, choice);
    cudaGraph_t *chosen = add_condition(body, node, choice, cudaGraphCondTypeSwitch, 3);
    for (int i = 0; i < 3; i++)
        add_kernel(chosen[i], nullptr, add, counts.at + 1 + i, 1);
    CHECK(cudaGraphInstantiate(&exec, graph));
    CHECK(cudaGraphLaunch(exec, 0));
    std::vector<int> got = counts.read();
    EXPECT(got[0], 0);
    EXPECT(got[1], 3 * 32);              /* 9, 6, 3 */
    EXPECT(got[2], 4 * 32);              /* 10, 7, 4, 1 */
    EXPECT(got[3], 3 * 32);
    CHECK(cudaGraphExecDestroy(exec));
    CHECK(cudaGraphDestroy(graph));
    std::puts("ok");
    return 0;
}
#endif
