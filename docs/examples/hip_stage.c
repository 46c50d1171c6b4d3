/* The third stage of the demo: an ordinary HIP program, in a process of its own, that works on
 * frames in memory of another program. It cuts pieces out of some of the finished frames, keeps
 * them in memory of its own, and pastes them into a film strip below each picture. The stream is
 * captured: the work of a frame becomes a graph, which updates the executable of the frame before.
 * It writes a picture of the first graph for graphviz to the file DOT.
 *
 * usage: demo-hip SOCKET DOT [FRAME]    with FRAME it dies there: what do the others do then? */
#include <gpuinterop.h>
#include <hip/hip_runtime_api.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "film.h"
#include "hip_start.h"
#include "label.h"
#include "pass_fds.h"
#include "scene.h"
#include "stage.h"

const char stage_name[] = "hip stage";

enum {
    CUT_LEFT = 347,              /* where pieces are cut out: the camera follows the sun */
    CUT_TOP = 10, CUT_BOTTOM = 134
};

static struct {
    int socket, done;            /* done: an eventfd that counts finished frames */
    char *memory;                /* all frames, device memory of the renderer */
    char *pieces;                /* our own device memory */
    uint32_t frames;
    hipExternalSemaphore_t mirrored, cut;
    hipStream_t stream;
    hipGraphExec_t exec;
    const char *dot;             /* the file for the picture of the graph */
    unsigned long updates;
} stage;

/** Imports the memory and maps all of it. The fd belongs to the library from then on. */
static void import_memory(int fd, uint64_t size_bytes)
{
    hipExternalMemoryHandleDesc handle = {
        .type = hipExternalMemoryHandleTypeOpaqueFd, .handle.fd = fd, .size = size_bytes,
    };
    hipExternalMemoryBufferDesc range = {
        .size = (uint64_t)FRAMES_IN_FLIGHT * FRAME_BYTES,
    };
    hipExternalMemory_t external;
    void *pointer;

    check(hipImportExternalMemory(&external, &handle), "importing the memory");
    check(hipExternalMemoryGetMappedBuffer(&pointer, external, &range), "mapping the memory");
    check(hipDestroyExternalMemory(external), "ending the handle");    /* the buffer stays */
    stage.memory = pointer;
}

static hipExternalSemaphore_t import_timeline(int fd)
{
    hipExternalSemaphoreHandleDesc handle = {
        .type = hipExternalSemaphoreHandleTypeTimelineSemaphoreFd, .handle.fd = fd,
    };
    hipExternalSemaphore_t semaphore;

    check(hipImportExternalSemaphore(&semaphore, &handle), "importing a semaphore");
    return semaphore;
}

/** Memory for the pieces: all dark at first, and the sign, brought to the device once. */
static void make_pieces(void)
{
    uint32_t pixels[PIECE_WIDTH * PIECE_HEIGHT];
    struct picture picture = { pixels, PIECE_WIDTH, PIECE_HEIGHT };
    void *pointer;

    label_fill(&picture, 0xff201c30u);
    label_write(&picture, 15, 6, 4, 0xff4d5aedu, "HIP");
    label_write(&picture, 14, 41, 1, 0xffe0e0e0u, "CUTS THE FILM");
    check(hipMalloc(&pointer, PIECES * PIECE_BYTES), "allocating the pieces");
    check(hipMemset(pointer, 0x30, PIECES * PIECE_BYTES), "filling the pieces");
    check(hipMemcpy(pointer, pixels, sizeof pixels, hipMemcpyHostToDevice), "copying the sign");
    check(hipDeviceSynchronize(), "waiting for the pieces");
    stage.pieces = pointer;
}

static void work(uint32_t frame)
{
    char *pixels = stage.memory + frame_offset(frame);
    uint32_t newest = 1 + (frame - 1) * (PIECES - 1) / stage.frames;
    uint32_t top = CUT_TOP + (CUT_BOTTOM - CUT_TOP) * frame / stage.frames;

    film_cut(stage.pieces + newest * PIECE_BYTES, pixels + top * ROW_BYTES + CUT_LEFT * 4,
             stage.stream);
    film_lay(pixels, stage.pieces, frame, stage.stream);
    check(hipMemcpyAsync(pixels + STAMP + 8, pixels + STAMP + 4, 4, hipMemcpyDeviceToDevice,
                         stage.stream), "copying our stamp from the CUDA stage's");
}

static void frame_done(void *argument)
{
    (void)argument;
    (void)eventfd_write(stage.done, 1);
}

/** Enqueues a frame: wait for the CUDA stage, work, tell the renderer and ourselves. */
static void enqueue(uint32_t frame)
{
    hipExternalSemaphoreWaitParams wait = { .params.fence.value = frame };
    hipExternalSemaphoreSignalParams signal = { .params.fence.value = frame };

    check(hipWaitExternalSemaphoresAsync(&stage.mirrored, &wait, 1, stage.stream),
          "waiting for the CUDA stage");
    work(frame);
    check(hipSignalExternalSemaphoresAsync(&stage.cut, &signal, 1, stage.stream), "signalling");
    check(hipLaunchHostFunc(stage.stream, frame_done, NULL), "enqueuing a host call");
}

/** Makes the executable that of a graph: by an update, or anew where the graphs differ in shape. */
static void take(hipGraph_t graph)
{
    enum hipGraphExecUpdateResult result;
    hipGraphNode_t node;

    if (stage.exec != NULL && hipGraphExecUpdate(stage.exec, graph, &node, &result) == hipSuccess) {
        stage.updates++;
        return;
    }
    if (stage.exec != NULL) {
        (void)hipGetLastError();
        check(hipGraphExecDestroy(stage.exec), "destroying an executable");
    }
    check(hipGraphInstantiate(&stage.exec, graph, NULL, NULL, 0), "instantiating a graph");
}

/** Captures a frame and launches it. Nothing here blocks. */
static void launch(uint32_t frame)
{
    hipGraph_t graph;

    check(hipStreamBeginCapture(stage.stream, hipStreamCaptureModeThreadLocal),
          "beginning a capture");
    enqueue(frame);
    check(hipStreamEndCapture(stage.stream, &graph), "ending a capture");
    if (frame == 1)
        check(hipGraphDebugDotPrint(graph, stage.dot, hipGraphDebugDotFlagsVerbose),
              "drawing the graph");
    take(graph);
    check(hipGraphDestroy(graph), "destroying a graph");
    check(hipGraphLaunch(stage.exec, stage.stream), "launching a graph");
}

/** Sleeps until one more frame is done; ends the program if the renderer is gone or stuck. */
static void wait_for_a_frame(void)
{
    eventfd_t one;

    need(wait_with_peer(stage.done, stage.socket, PATIENCE_MS), "waiting for a frame");
    need(eventfd_read(stage.done, &one) == 0, "reading the count of frames");
}

static void run(uint32_t die_at)
{
    for (uint32_t frame = 1; frame <= stage.frames; frame++) {
        if (frame == die_at)
            raise(SIGKILL);
        if (frame > 2 * FRAMES_IN_FLIGHT)
            wait_for_a_frame();
        launch(frame);
    }
    for (uint32_t left = stage.frames < 2 * FRAMES_IN_FLIGHT ? stage.frames : 2 * FRAMES_IN_FLIGHT;
         left > 0; left--)
        wait_for_a_frame();
    check(hipStreamSynchronize(stage.stream), "finishing");
}

int main(int argc, char **argv)
{
    struct share share;
    struct gpuinterop_counters counters;
    int fds[HIP_FDS];

    if (argc < 3) {
        fprintf(stderr, "usage: demo-hip SOCKET DOT [FRAME]; it is started by demo\n");
        return 2;
    }
    stage.socket = atoi(argv[1]);
    stage.dot = argv[2];
    stage.done = eventfd(0, EFD_SEMAPHORE | EFD_CLOEXEC);
    need(stage.done >= 0, "making an eventfd");
    need(pass_fds_receive(stage.socket, &share, sizeof share, fds, HIP_FDS, PATIENCE_MS),
         "receiving from the renderer");
    stage.frames = share.frames;
    choose_device(share.uuid);
    import_memory(fds[HIP_MEMORY], share.memory_bytes);
    stage.mirrored = import_timeline(fds[HIP_MIRRORED]);
    stage.cut = import_timeline(fds[HIP_CUT]);
    check(hipStreamCreateWithFlags(&stage.stream, hipStreamNonBlocking), "making a stream");
    make_pieces();
    film_start();

    need(pass_fds_send(stage.socket, "ready", 5, NULL, 0), "telling the renderer");
    gpuinterop_get_counters(&counters);
    uint64_t staged_before = counters.staged_copies;
    run(argc > 3 ? (uint32_t)atoi(argv[3]) : 0);
    gpuinterop_get_counters(&counters);
    struct film_work done = film_work();
    printf("  %-16s %lu kernels, %lu copies and %lu fills in %llu submissions,\n"
           "  %-16s %llu through the host; captured, of %u frames %lu by an update\n", "",
           done.launches, done.copies + share.frames, done.fills,
           (unsigned long long)counters.batches, "",
           (unsigned long long)(counters.staged_copies - staged_before), share.frames,
           stage.updates);
    fflush(stdout);
    need(pass_fds_send(stage.socket, "done", 4, NULL, 0), "telling the renderer");

    check(hipGraphExecDestroy(stage.exec), "destroying an executable");
    check(hipStreamDestroy(stage.stream), "destroying the stream");
    check(hipDestroyExternalSemaphore(stage.mirrored), "destroying a semaphore");
    check(hipDestroyExternalSemaphore(stage.cut), "destroying a semaphore");
    check(hipFree(stage.pieces), "freeing the pieces");
    check(hipFree(stage.memory), "freeing the mapped memory");
    return 0;
}
