/* Work that is enqueued as ever becomes a graph: each round is captured, and updates the executable
 * of the round before. Where a round has another number of kernels, which no update allows, the
 * executable is made anew.
 *
 *     cudainterop-cc capture_update.cu -o capture_update --rpath && ./capture_update */
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

enum { COUNT = 20000, BLOCK = 128, ROUNDS = 40 };

static void check(cudaError_t error, const char *what)
{
    if (error == cudaSuccess)
        return;
    std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(error));
    std::exit(1);
}

__global__ void add(unsigned int *sums, unsigned int number)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < COUNT)
        sums[i] += number + i;
}

/* The work of a round: an ordinary function that knows nothing of graphs. */
static void enqueue(unsigned int *sums, unsigned int round, cudaStream_t stream)
{
    unsigned int kernels = round < ROUNDS / 2 ? 3 : 5;

    for (unsigned int i = 0; i < kernels; i++)
        add<<<(COUNT + BLOCK - 1) / BLOCK, BLOCK, 0, stream>>>(sums, round + i);
    check(cudaGetLastError(), "enqueuing");
}

static cudaGraph_t capture(unsigned int *sums, unsigned int round, cudaStream_t stream)
{
    cudaGraph_t graph;

    check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal), "beginning a capture");
    enqueue(sums, round, stream);
    check(cudaStreamEndCapture(stream, &graph), "ending a capture");
    return graph;
}

int main()
{
    std::vector<unsigned int> sums(COUNT);
    cudaGraphExecUpdateResultInfo info;
    unsigned int *device, updates = 0, wrong = 0;
    cudaGraphExec_t exec = NULL;
    cudaStream_t stream;

    check(cudaMalloc(&device, COUNT * sizeof *device), "allocating");
    check(cudaMemset(device, 0, COUNT * sizeof *device), "filling");
    check(cudaStreamCreate(&stream), "making a stream");
    for (unsigned int round = 0; round < ROUNDS; round++) {
        cudaGraph_t graph = capture(device, round, stream);

        if (exec != NULL && cudaGraphExecUpdate(exec, graph, &info) == cudaSuccess) {
            updates++;
        } else {
            (void)cudaGetLastError();
            if (exec != NULL)
                check(cudaGraphExecDestroy(exec), "ending an executable");
            check(cudaGraphInstantiate(&exec, graph, 0), "instantiating");
        }
        check(cudaGraphDestroy(graph), "ending a graph");
        check(cudaGraphLaunch(exec, stream), "launching");
    }
    check(cudaMemcpyAsync(sums.data(), device, COUNT * sizeof *device, cudaMemcpyDeviceToHost,
                          stream), "copying back");
    check(cudaStreamSynchronize(stream), "waiting");
    for (unsigned int i = 0; i < COUNT; i++) {
        unsigned int wanted = 0;

        for (unsigned int round = 0; round < ROUNDS; round++) {
            for (unsigned int k = 0; k < (round < ROUNDS / 2 ? 3u : 5u); k++)
                wanted += round + k + i;
        }
        wrong += sums[i] != wanted;
    }
    if (updates != ROUNDS - 2)
        std::fprintf(stderr, "%u of %u rounds were updates\n", updates, ROUNDS);
    std::printf("%d sums, %u wrong\n", COUNT, wrong);
    check(cudaGraphExecDestroy(exec), "ending the executable");
    check(cudaStreamDestroy(stream), "ending the stream");
    check(cudaFree(device), "freeing");
    return wrong != 0 || updates != ROUNDS - 2;
}
