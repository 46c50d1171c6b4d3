/* Work that is enqueued as ever becomes a graph: each round is captured, and updates the executable
 * of the round before. Where a round has another number of kernels, which no update allows, the
 * executable is made anew.
 *
 *     hipinterop-cc capture_update.hip -o capture_update --rpath && ./capture_update */
#include <hip/hip_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

enum { COUNT = 20000, BLOCK = 128, ROUNDS = 40 };

static void check(hipError_t error, const char *what)
{
    if (error == hipSuccess)
        return;
    std::fprintf(stderr, "%s: %s\n", what, hipGetErrorString(error));
    std::exit(1);
}

__global__ void add(unsigned int *sums, unsigned int number)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < COUNT)
        sums[i] += number + i;
}

/* The work of a round: an ordinary function that knows nothing of graphs. */
static void enqueue(unsigned int *sums, unsigned int round, hipStream_t stream)
{
    unsigned int kernels = round < ROUNDS / 2 ? 3 : 5;

    for (unsigned int i = 0; i < kernels; i++)
        add<<<(COUNT + BLOCK - 1) / BLOCK, BLOCK, 0, stream>>>(sums, round + i);
    check(hipGetLastError(), "enqueuing");
}

static hipGraph_t capture(unsigned int *sums, unsigned int round, hipStream_t stream)
{
    hipGraph_t graph;

    check(hipStreamBeginCapture(stream, hipStreamCaptureModeThreadLocal), "beginning a capture");
    enqueue(sums, round, stream);
    check(hipStreamEndCapture(stream, &graph), "ending a capture");
    return graph;
}

int main()
{
    std::vector<unsigned int> sums(COUNT);
    hipGraphExecUpdateResult result;
    hipGraphNode_t node;
    unsigned int *device, updates = 0, wrong = 0;
    hipGraphExec_t exec = NULL;
    hipStream_t stream;

    check(hipMalloc(&device, COUNT * sizeof *device), "allocating");
    check(hipMemset(device, 0, COUNT * sizeof *device), "filling");
    check(hipStreamCreate(&stream), "making a stream");
    for (unsigned int round = 0; round < ROUNDS; round++) {
        hipGraph_t graph = capture(device, round, stream);

        if (exec != NULL && hipGraphExecUpdate(exec, graph, &node, &result) == hipSuccess) {
            updates++;
        } else {
            (void)hipGetLastError();
            if (exec != NULL)
                check(hipGraphExecDestroy(exec), "ending an executable");
            check(hipGraphInstantiate(&exec, graph, NULL, NULL, 0), "instantiating");
        }
        check(hipGraphDestroy(graph), "ending a graph");
        check(hipGraphLaunch(exec, stream), "launching");
    }
    check(hipMemcpyAsync(sums.data(), device, COUNT * sizeof *device, hipMemcpyDeviceToHost,
                          stream), "copying back");
    check(hipStreamSynchronize(stream), "waiting");
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
    check(hipGraphExecDestroy(exec), "ending the executable");
    check(hipStreamDestroy(stream), "ending the stream");
    check(hipFree(device), "freeing");
    return wrong != 0 || updates != ROUNDS - 2;
}
