/* A frame loop that is one graph: it waits for Vulkan's timeline, runs a kernel on the frame, and
 * signals. For each frame the program sets the values of the semaphores and the place of the frame,
 * and launches. Three frames are under way at a time, and no call waits for one. */
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

extern "C" {
#include "frames.h"
}

static char *frames;
static cudaExternalSemaphore_t sent, done;
static cudaGraph_t graph;
static cudaGraphExec_t exec;
static cudaGraphNode_t waits, works, signals;

static void check(cudaError_t error, const char *what)
{
    if (error == cudaSuccess)
        return;
    std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(error));
    std::exit(1);
}

__global__ void work(unsigned int *words)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;

    words[i] = 3 * words[i] + i;
}

/* Takes Vulkan's device, and maps the memory that lies on it. */
static void import_memory(const share &share)
{
    cudaExternalMemoryHandleDesc handle = {};
    cudaExternalMemoryBufferDesc range = { 0, PLACES * FRAME_BYTES, 0, {} };
    cudaExternalMemory_t memory;
    cudaDeviceProp properties;
    int device = 0;

    do {
        check(cudaGetDeviceProperties(&properties, device), "looking for Vulkan's device");
        check(cudaSetDevice(device++), "choosing the device");
    } while (std::memcmp(properties.uuid.bytes, share.uuid, 16) != 0);
    handle.type = cudaExternalMemoryHandleTypeOpaqueFd;
    handle.handle.fd = share.memory;
    handle.size = share.memory_bytes;
    check(cudaImportExternalMemory(&memory, &handle), "importing the memory");
    check(cudaExternalMemoryGetMappedBuffer((void **)&frames, memory, &range), "mapping it");
    check(cudaDestroyExternalMemory(memory), "ending the handle");
}

static cudaExternalSemaphore_t import_timeline(int fd)
{
    cudaExternalSemaphoreHandleDesc handle = {};
    cudaExternalSemaphore_t semaphore;

    handle.type = cudaExternalSemaphoreHandleTypeTimelineSemaphoreFd;
    handle.handle.fd = fd;
    check(cudaImportExternalSemaphore(&semaphore, &handle), "importing a semaphore");
    return semaphore;
}

/* Adds the nodes, or sets what they do in a frame. */
static void describe(uint32_t frame)
{
    char *words = frames + frame_offset(frame);
    void *arguments[] = { &words };
    cudaExternalSemaphoreWaitParams waited = {};
    cudaExternalSemaphoreSignalParams signalled = {};
    cudaExternalSemaphoreWaitNodeParams wait = { &sent, &waited, 1 };
    cudaExternalSemaphoreSignalNodeParams signal = { &done, &signalled, 1 };
    cudaKernelNodeParams kernel = { (void *)work, dim3(WORDS / 64), dim3(64), 0, arguments, NULL };

    waited.params.fence.value = signalled.params.fence.value = frame;
    if (exec == NULL) {
        check(cudaGraphCreate(&graph, 0), "making a graph");
        check(cudaGraphAddExternalSemaphoresWaitNode(&waits, graph, NULL, 0, &wait), "adding");
        check(cudaGraphAddKernelNode(&works, graph, &waits, 1, &kernel), "adding");
        check(cudaGraphAddExternalSemaphoresSignalNode(&signals, graph, &works, 1, &signal),
              "adding");
        check(cudaGraphInstantiate(&exec, graph, 0), "instantiating");
        return;
    }
    check(cudaGraphExecExternalSemaphoresWaitNodeSetParams(exec, waits, &wait), "setting");
    check(cudaGraphExecKernelNodeSetParams(exec, works, &kernel), "setting");
    check(cudaGraphExecExternalSemaphoresSignalNodeSetParams(exec, signals, &signal), "setting");
}

int main()
{
    cudaStream_t stream;
    share share;

    vulkan_begin(&share);
    import_memory(share);
    sent = import_timeline(share.sent);
    done = import_timeline(share.done);
    check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "making a stream");
    for (uint32_t frame = 1; frame <= FRAMES + PLACES; frame++) {
        if (frame <= FRAMES) {
            describe(frame);
            check(cudaGraphLaunch(exec, stream), "launching");
        }
        vulkan_submit(frame);
    }
    check(cudaStreamSynchronize(stream), "waiting");
    check(cudaGraphExecDestroy(exec), "ending the executable");
    check(cudaGraphDestroy(graph), "ending the graph");
    check(cudaDestroyExternalSemaphore(sent), "ending a semaphore");
    check(cudaDestroyExternalSemaphore(done), "ending a semaphore");
    check(cudaFree(frames), "unmapping the frames");
    uint32_t wrong = vulkan_end();
    std::printf("%d words, %u wrong\n", FRAMES * WORDS, wrong);
    return wrong != 0;
}
