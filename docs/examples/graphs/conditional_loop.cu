/* A loop whose end the device decides: the body of a "while" node takes a step towards the square
 * roots of many numbers, and runs until no root changes any more. The host launches once.
 *
 *     cudainterop-cc conditional_loop.cu -o conditional_loop --rpath && ./conditional_loop */
#include <cuda_runtime.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

enum { COUNT = 20000, BLOCK = 128 };

static void check(cudaError_t error, const char *what)
{
    if (error == cudaSuccess)
        return;
    std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(error));
    std::exit(1);
}

/* A step of Newton's method. It counts the roots that are not yet found. */
__global__ void step(float *roots, unsigned int *unfinished)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= COUNT)
        return;
    float next = 0.5f * (roots[i] + (i + 1) / roots[i]);
    if (fabsf(next - roots[i]) > 1e-6f * next)
        atomicAdd(unfinished, 1u);
    roots[i] = next;
}

__global__ void decide(unsigned int *unfinished, unsigned int *rounds,
                       cudaGraphConditionalHandle again)
{
    ++*rounds;
    cudaGraphSetConditional(again, *unfinished != 0 && *rounds < 100);
    *unfinished = 0;
}

template <class... Arguments>
static cudaGraphNode_t add(cudaGraph_t graph, cudaGraphNode_t before, unsigned int blocks,
                           unsigned int threads, void (*kernel)(Arguments...),
                           Arguments... arguments)
{
    void *pointers[] = { &arguments... };
    cudaKernelNodeParams params = {};
    cudaGraphNode_t node;

    params.func = (void *)kernel;
    params.gridDim = dim3(blocks);
    params.blockDim = dim3(threads);
    params.kernelParams = pointers;
    check(cudaGraphAddKernelNode(&node, graph, &before, before != nullptr, &params), "adding");
    return node;
}

/* Adds a "while" node. Returns its body, which is empty. */
static cudaGraph_t add_loop(cudaGraph_t graph, cudaGraphConditionalHandle again)
{
    cudaGraphNodeParams params = {};
    cudaGraphNode_t node;

    params.type = cudaGraphNodeTypeConditional;
    params.conditional.handle = again;
    params.conditional.type = cudaGraphCondTypeWhile;
    params.conditional.size = 1;
    check(cudaGraphAddNode(&node, graph, nullptr, nullptr, 0, &params), "adding a loop");
    return params.conditional.phGraph_out[0];
}

int main()
{
    std::vector<float> roots(COUNT);
    unsigned int *counts, rounds, wrong = 0;
    cudaGraphConditionalHandle again;
    cudaGraphExec_t exec;
    cudaGraph_t graph;
    float *device;

    for (int i = 0; i < COUNT; i++)
        roots[i] = (float)(i + 1);
    check(cudaMalloc(&device, COUNT * sizeof *device), "allocating");
    check(cudaMalloc(&counts, 2 * sizeof *counts), "allocating");
    check(cudaMemset(counts, 0, 2 * sizeof *counts), "filling");
    check(cudaMemcpy(device, roots.data(), COUNT * sizeof *device, cudaMemcpyHostToDevice),
          "copying to the device");
    check(cudaGraphCreate(&graph, 0), "making a graph");
    check(cudaGraphConditionalHandleCreate(&again, graph, 1, cudaGraphCondAssignDefault),
          "making a condition");
    cudaGraph_t body = add_loop(graph, again);
    cudaGraphNode_t node = add(body, nullptr, (COUNT + BLOCK - 1) / BLOCK, BLOCK, step, device,
                               counts);
    add(body, node, 1, 1, decide, counts, counts + 1, again);
    check(cudaGraphInstantiate(&exec, graph, 0), "instantiating");
    check(cudaGraphLaunch(exec, 0), "launching");
    check(cudaMemcpy(roots.data(), device, COUNT * sizeof *device, cudaMemcpyDeviceToHost),
          "copying back");
    check(cudaMemcpy(&rounds, counts + 1, sizeof rounds, cudaMemcpyDeviceToHost), "copying back");
    for (int i = 0; i < COUNT; i++)
        wrong += std::fabs(roots[i] - std::sqrt((float)(i + 1))) > 1e-5f * roots[i];
    std::printf("%d roots, %u wrong\n", COUNT, wrong);
    check(cudaGraphExecDestroy(exec), "ending the executable");
    check(cudaGraphDestroy(graph), "ending the graph");
    check(cudaFree(device), "freeing");
    check(cudaFree(counts), "freeing");
    return wrong != 0 || rounds < 5 || rounds >= 100;
}
