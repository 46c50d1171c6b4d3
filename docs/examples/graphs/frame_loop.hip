/* A frame loop that is one graph: it waits for Vulkan's timeline, runs a kernel on the frame, and
 * signals. For each frame the program sets the values of the semaphores and the place of the frame,
 * and launches. Three frames are under way at a time, and no call waits for one. */
#include <hip/hip_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

extern "C" {
#include "frames.h"
}

static char *frames;
static hipExternalSemaphore_t sent, done;
static hipGraph_t graph;
static hipGraphExec_t exec;
static hipGraphNode_t waits, works, signals;

static void check(hipError_t error, const char *what)
{
    if (error == hipSuccess)
        return;
    std::fprintf(stderr, "%s: %s\n", what, hipGetErrorString(error));
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
    hipExternalMemoryHandleDesc handle = {};
    hipExternalMemoryBufferDesc range = { 0, PLACES * FRAME_BYTES, 0, {} };
    hipExternalMemory_t memory;
    hipDeviceProp_t properties;
    int device = 0;

    do {
        check(hipGetDeviceProperties(&properties, device), "looking for Vulkan's device");
        check(hipSetDevice(device++), "choosing the device");
    } while (std::memcmp(properties.uuid.bytes, share.uuid, 16) != 0);
    handle.type = hipExternalMemoryHandleTypeOpaqueFd;
    handle.handle.fd = share.memory;
    handle.size = share.memory_bytes;
    check(hipImportExternalMemory(&memory, &handle), "importing the memory");
    check(hipExternalMemoryGetMappedBuffer((void **)&frames, memory, &range), "mapping it");
    check(hipDestroyExternalMemory(memory), "ending the handle");
}

static hipExternalSemaphore_t import_timeline(int fd)
{
    hipExternalSemaphoreHandleDesc handle = {};
    hipExternalSemaphore_t semaphore;

    handle.type = hipExternalSemaphoreHandleTypeTimelineSemaphoreFd;
    handle.handle.fd = fd;
    check(hipImportExternalSemaphore(&semaphore, &handle), "importing a semaphore");
    return semaphore;
}

/* Adds the nodes, or sets what they do in a frame. */
static void describe(uint32_t frame)
{
    char *words = frames + frame_offset(frame);
    void *arguments[] = { &words };
    hipExternalSemaphoreWaitParams waited = {};
    hipExternalSemaphoreSignalParams signalled = {};
    hipExternalSemaphoreWaitNodeParams wait = { &sent, &waited, 1 };
    hipExternalSemaphoreSignalNodeParams signal = { &done, &signalled, 1 };
    hipKernelNodeParams kernel = { dim3(64), NULL, (void *)work, dim3(WORDS / 64), arguments, 0 };

    waited.params.fence.value = signalled.params.fence.value = frame;
    if (exec == NULL) {
        check(hipGraphCreate(&graph, 0), "making a graph");
        check(hipGraphAddExternalSemaphoresWaitNode(&waits, graph, NULL, 0, &wait), "adding");
        check(hipGraphAddKernelNode(&works, graph, &waits, 1, &kernel), "adding");
        check(hipGraphAddExternalSemaphoresSignalNode(&signals, graph, &works, 1, &signal),
              "adding");
        check(hipGraphInstantiate(&exec, graph, NULL, NULL, 0), "instantiating");
        return;
    }
    check(hipGraphExecExternalSemaphoresWaitNodeSetParams(exec, waits, &wait), "setting");
    check(hipGraphExecKernelNodeSetParams(exec, works, &kernel), "setting");
    check(hipGraphExecExternalSemaphoresSignalNodeSetParams(exec, signals, &signal), "setting");
}

int main()
{
    hipStream_t stream;
    share share;

    vulkan_begin(&share);
    import_memory(share);
    sent = import_timeline(share.sent);
    done = import_timeline(share.done);
    check(hipStreamCreateWithFlags(&stream, hipStreamNonBlocking), "making a stream");
    for (uint32_t frame = 1; frame <= FRAMES + PLACES; frame++) {
        if (frame <= FRAMES) {
            describe(frame);
            check(hipGraphLaunch(exec, stream), "launching");
        }
        vulkan_submit(frame);
    }
    check(hipStreamSynchronize(stream), "waiting");
    check(hipGraphExecDestroy(exec), "ending the executable");
    check(hipGraphDestroy(graph), "ending the graph");
    check(hipDestroyExternalSemaphore(sent), "ending a semaphore");
    check(hipDestroyExternalSemaphore(done), "ending a semaphore");
    check(hipFree(frames), "unmapping the frames");
    uint32_t wrong = vulkan_end();
    std::printf("%d words, %u wrong\n", FRAMES * WORDS, wrong);
    return wrong != 0;
}
