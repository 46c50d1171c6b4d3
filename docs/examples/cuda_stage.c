/* The second stage of the demo: an ordinary CUDA program that works on frames in memory of another
 * program. It imports the memory and the semaphores, makes a graph of the work of a frame for each
 * place in the memory, and then only sets values and launches: the semaphores keep the order. Each
 * frame it draws the water, in which the sky is mirrored: see water.h. It writes a picture of the
 * graph for graphviz to the file DOT.
 *
 * usage: demo-cuda SOCKET DOT [FRAME]    with FRAME it dies there: what do the others do then? */
#include <cuda_runtime_api.h>
#include <gpuinterop.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "cuda_start.h"
#include "label.h"
#include "pass_fds.h"
#include "scene.h"
#include "stage.h"
#include "water.h"

const char stage_name[] = "cuda stage";

enum { SIGN_WIDTH = 264, SIGN_HEIGHT = 22, SIGN_ROW_BYTES = SIGN_WIDTH * 4 };

static struct {
    int socket, done;            /* done: an eventfd that counts finished frames */
    char *memory;                /* all frames, device memory of the renderer */
    char *sign;                  /* our own device memory */
    cudaExternalSemaphore_t drawn, mirrored;
    cudaStream_t stream;
} stage;

/* The work of a frame at a place in the memory. The nodes are named when their values change. */
static struct place {
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaGraphNode_t wait, signal;
} places[FRAMES_IN_FLIGHT];

/** Imports the memory and maps all of it. The fd belongs to the library from then on. */
static void import_memory(int fd, uint64_t size_bytes)
{
    struct cudaExternalMemoryHandleDesc handle = {
        .type = cudaExternalMemoryHandleTypeOpaqueFd, .handle.fd = fd, .size = size_bytes,
    };
    struct cudaExternalMemoryBufferDesc range = {
        .size = (uint64_t)FRAMES_IN_FLIGHT * FRAME_BYTES,
    };
    cudaExternalMemory_t external;
    void *pointer;

    check(cudaImportExternalMemory(&external, &handle), "importing the memory");
    check(cudaExternalMemoryGetMappedBuffer(&pointer, external, &range), "mapping the memory");
    check(cudaDestroyExternalMemory(external), "ending the handle");   /* the buffer stays */
    stage.memory = pointer;
}

static cudaExternalSemaphore_t import_timeline(int fd)
{
    struct cudaExternalSemaphoreHandleDesc handle = {
        .type = cudaExternalSemaphoreHandleTypeTimelineSemaphoreFd, .handle.fd = fd,
    };
    cudaExternalSemaphore_t semaphore;

    check(cudaImportExternalSemaphore(&semaphore, &handle), "importing a semaphore");
    return semaphore;
}

/** Our sign in the picture, brought to the device once. */
static void make_sign(const char *text)
{
    uint32_t pixels[SIGN_WIDTH * SIGN_HEIGHT];
    struct picture picture = { pixels, SIGN_WIDTH, SIGN_HEIGHT };
    void *pointer;

    label_fill(&picture, 0xff20301cu);
    label_write(&picture, 8, 4, 2, 0xff00d994u, text);
    check(cudaMalloc(&pointer, sizeof pixels), "allocating the sign");
    check(cudaMemcpy(pointer, pixels, sizeof pixels, cudaMemcpyHostToDevice), "copying the sign");
    stage.sign = pointer;
}

static void frame_done(void *argument)
{
    (void)argument;
    (void)eventfd_write(stage.done, 1);
}

/** Our sign, and our stamp, which is a copy of the renderer's. */
static cudaGraphNode_t add_copies(cudaGraph_t graph, cudaGraphNode_t before, char *pixels)
{
    struct cudaMemcpy3DParms sign = {
        .srcPtr = { stage.sign, SIGN_ROW_BYTES, SIGN_ROW_BYTES, SIGN_HEIGHT },
        .dstPtr = { pixels + (HORIZON + 10) * ROW_BYTES + 8 * 4, ROW_BYTES, SIGN_ROW_BYTES,
                    SIGN_HEIGHT },
        .extent = { SIGN_ROW_BYTES, SIGN_HEIGHT, 1 }, .kind = cudaMemcpyDeviceToDevice,
    };
    cudaGraphNode_t node;

    check(cudaGraphAddMemcpyNode(&node, graph, &before, 1, &sign), "adding the sign");
    check(cudaGraphAddMemcpyNode1D(&node, graph, &node, 1, pixels + STAMP + 4, pixels + STAMP, 4,
                                   cudaMemcpyDeviceToDevice), "adding the stamp");
    return node;
}

/* Parameters of a node that waits for the renderer, or tells the next stage, in a frame. */
#define WAIT_OF(frame) &(struct cudaExternalSemaphoreWaitNodeParams){ &stage.drawn, \
    &(struct cudaExternalSemaphoreWaitParams){ .params.fence.value = (frame) }, 1 }
#define SIGNAL_OF(frame) &(struct cudaExternalSemaphoreSignalNodeParams){ &stage.mirrored, \
    &(struct cudaExternalSemaphoreSignalParams){ .params.fence.value = (frame) }, 1 }

/** A frame: wait for the renderer, work, tell the next stage and ourselves. */
static void make_graph(int number)
{
    const struct cudaHostNodeParams done = { frame_done, NULL };
    char *pixels = stage.memory + frame_offset((uint32_t)number + 1);
    struct place *place = &places[number];
    cudaGraphNode_t node;

    check(cudaGraphCreate(&place->graph, 0), "making a graph");
    check(cudaGraphAddExternalSemaphoresWaitNode(&place->wait, place->graph, NULL, 0, WAIT_OF(1)),
          "adding a wait");
    node = water_add(place->graph, place->wait, number, pixels);
    node = add_copies(place->graph, node, pixels);
    check(cudaGraphAddExternalSemaphoresSignalNode(&place->signal, place->graph, &node, 1,
                                                   SIGNAL_OF(1)), "adding a signal");
    check(cudaGraphAddHostNode(&node, place->graph, &place->signal, 1, &done),
          "adding a host call");
    check(cudaGraphInstantiate(&place->exec, place->graph, 0), "instantiating a graph");
}

/** Launches a frame. Nothing here blocks. */
static void launch(uint32_t frame)
{
    int number = (int)((frame - 1) % FRAMES_IN_FLIGHT);
    struct place *place = &places[number];

    water_set(place->exec, number, stage.memory + frame_offset(frame), frame);
    check(cudaGraphExecExternalSemaphoresWaitNodeSetParams(place->exec, place->wait,
                                                           WAIT_OF(frame)), "setting a wait");
    check(cudaGraphExecExternalSemaphoresSignalNodeSetParams(place->exec, place->signal,
                                                             SIGNAL_OF(frame)),
          "setting a signal");
    check(cudaGraphLaunch(place->exec, stage.stream), "launching a graph");
}

/** Sleeps until one more frame is done; ends the program if the renderer is gone or stuck. */
static void wait_for_a_frame(void)
{
    eventfd_t one;

    need(wait_with_peer(stage.done, stage.socket, PATIENCE_MS), "waiting for a frame");
    need(eventfd_read(stage.done, &one) == 0, "reading the count of frames");
}

static void run(uint32_t frames, uint32_t die_at)
{
    for (uint32_t frame = 1; frame <= frames; frame++) {
        if (frame == die_at)
            raise(SIGKILL);
        if (frame > 2 * FRAMES_IN_FLIGHT)
            wait_for_a_frame();
        launch(frame);
    }
    for (uint32_t left = frames < 2 * FRAMES_IN_FLIGHT ? frames : 2 * FRAMES_IN_FLIGHT; left > 0;
         left--)
        wait_for_a_frame();
    check(cudaStreamSynchronize(stage.stream), "finishing");
}

int main(int argc, char **argv)
{
    struct share share;
    struct gpuinterop_counters counters;
    int fds[CUDA_FDS];

    if (argc < 3) {
        fprintf(stderr, "usage: demo-cuda SOCKET DOT [FRAME]; it is started by demo\n");
        return 2;
    }
    stage.socket = atoi(argv[1]);
    stage.done = eventfd(0, EFD_SEMAPHORE | EFD_CLOEXEC);
    need(stage.done >= 0, "making an eventfd");
    need(pass_fds_receive(stage.socket, &share, sizeof share, fds, CUDA_FDS, PATIENCE_MS),
         "receiving from the renderer");
    choose_device(share.uuid);
    import_memory(fds[CUDA_MEMORY], share.memory_bytes);
    stage.mirrored = import_timeline(fds[CUDA_MIRRORED]);
    stage.drawn = import_timeline(fds[CUDA_DRAWN]);
    check(cudaStreamCreateWithFlags(&stage.stream, cudaStreamNonBlocking), "making a stream");
    make_sign(water_start(stage.stream));
    for (int i = 0; i < FRAMES_IN_FLIGHT; i++)
        make_graph(i);
    check(cudaGraphDebugDotPrint(places[0].graph, argv[2], cudaGraphDebugDotFlagsVerbose),
          "drawing the graph");

    need(pass_fds_send(stage.socket, "ready", 5, NULL, 0), "telling the renderer");
    gpuinterop_get_counters(&counters);
    uint64_t staged_before = counters.staged_copies;
    run(share.frames, argc > 3 ? (uint32_t)atoi(argv[3]) : 0);
    gpuinterop_get_counters(&counters);
    struct water_work water = water_end();
    printf("  %-16s %lu kernels, %lu copies and %lu fills in %llu submissions,\n"
           "  %-16s %llu through the host; a frame is a graph, drawn in %s\n", "",
           water.launches, 2ul * share.frames + water.copies, water.fills,
           (unsigned long long)counters.batches, "",
           (unsigned long long)(counters.staged_copies - staged_before), argv[2]);
    fflush(stdout);
    need(pass_fds_send(stage.socket, "done", 4, NULL, 0), "telling the renderer");

    for (int i = 0; i < FRAMES_IN_FLIGHT; i++) {
        check(cudaGraphExecDestroy(places[i].exec), "destroying an executable");
        check(cudaGraphDestroy(places[i].graph), "destroying a graph");
    }
    check(cudaStreamDestroy(stage.stream), "destroying the stream");
    check(cudaDestroyExternalSemaphore(stage.drawn), "destroying a semaphore");
    check(cudaDestroyExternalSemaphore(stage.mirrored), "destroying a semaphore");
    check(cudaFree(stage.sign), "freeing the sign");
    check(cudaFree(stage.memory), "freeing the mapped memory");
    return 0;
}
