/* The second stage of the demo: an ordinary CUDA program that works on frames in memory of another
 * program. It imports the memory and the semaphores, and then only enqueues: the semaphores keep
 * the order. Each frame it draws the water, in which the sky is mirrored: see water.h.
 *
 * usage: demo-cuda SOCKET [FRAME]    with FRAME it dies there, to show what the others do then */
#include <cuda_runtime_api.h>
#include <gpuinterop.h>

#include <signal.h>
#include <stdbool.h>
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
    cudaExternalSemaphore_t drawn[FRAMES_IN_FLIGHT], mirrored;
    cudaStream_t stream;
    unsigned long copies;
} stage;

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

static cudaExternalSemaphore_t import_semaphore(int fd, bool timeline)
{
    struct cudaExternalSemaphoreHandleDesc handle = {
        .type = timeline ? cudaExternalSemaphoreHandleTypeTimelineSemaphoreFd
                         : cudaExternalSemaphoreHandleTypeOpaqueFd,
        .handle.fd = fd,
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

static void copy(char *to, const char *from, size_t size_bytes)
{
    check(cudaMemcpyAsync(to, from, size_bytes, cudaMemcpyDeviceToDevice, stage.stream), "copying");
    stage.copies++;
}

static void work(uint32_t frame)
{
    char *pixels = stage.memory + frame_offset(frame);

    water_draw(pixels, frame, stage.stream);
    for (int row = 0; row < SIGN_HEIGHT; row++)
        copy(pixels + (HORIZON + 10 + row) * ROW_BYTES + 8 * 4, stage.sign + row * SIGN_ROW_BYTES,
             SIGN_ROW_BYTES);
    copy(pixels + STAMP + 4, pixels + STAMP, 4);         /* our stamp, from the renderer's */
}

static void frame_done(void *argument)
{
    (void)argument;
    (void)eventfd_write(stage.done, 1);
}

/** Enqueues a frame: wait for the renderer, work, tell the next stage. Nothing here blocks. */
static void enqueue(uint32_t frame)
{
    struct cudaExternalSemaphoreWaitParams wait = { .flags = 0 };
    struct cudaExternalSemaphoreSignalParams signal = { .params.fence.value = frame };

    check(cudaWaitExternalSemaphoresAsync(&stage.drawn[(frame - 1) % FRAMES_IN_FLIGHT], &wait, 1,
                                          stage.stream), "waiting for the renderer");
    work(frame);
    check(cudaSignalExternalSemaphoresAsync(&stage.mirrored, &signal, 1, stage.stream),
          "signalling");
    check(cudaLaunchHostFunc(stage.stream, frame_done, NULL), "enqueuing a host call");
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
        enqueue(frame);
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

    if (argc < 2) {
        fprintf(stderr, "usage: demo-cuda SOCKET [FRAME]; it is started by demo\n");
        return 2;
    }
    stage.socket = atoi(argv[1]);
    stage.done = eventfd(0, EFD_SEMAPHORE | EFD_CLOEXEC);
    need(stage.done >= 0, "making an eventfd");
    need(pass_fds_receive(stage.socket, &share, sizeof share, fds, CUDA_FDS, PATIENCE_MS),
         "receiving from the renderer");
    choose_device(share.uuid);
    import_memory(fds[CUDA_MEMORY], share.memory_bytes);
    stage.mirrored = import_semaphore(fds[CUDA_MIRRORED], true);
    for (int i = 0; i < FRAMES_IN_FLIGHT; i++)
        stage.drawn[i] = import_semaphore(fds[CUDA_DRAWN + i], false);
    check(cudaStreamCreateWithFlags(&stage.stream, cudaStreamNonBlocking), "making a stream");
    make_sign(water_start(stage.stream));

    need(pass_fds_send(stage.socket, "ready", 5, NULL, 0), "telling the renderer");
    gpuinterop_get_counters(&counters);
    uint64_t staged_before = counters.staged_copies;
    run(share.frames, argc > 2 ? (uint32_t)atoi(argv[2]) : 0);
    gpuinterop_get_counters(&counters);
    struct water_work water = water_end();
    printf("  %-16s %lu kernels, %lu copies and %lu fills in %llu submissions,\n"
           "  %-16s %llu through the host\n", "", water.launches, stage.copies + water.copies,
           water.fills, (unsigned long long)counters.batches, "",
           (unsigned long long)(counters.staged_copies - staged_before));
    fflush(stdout);
    need(pass_fds_send(stage.socket, "done", 4, NULL, 0), "telling the renderer");

    check(cudaStreamDestroy(stage.stream), "destroying the stream");
    for (int i = 0; i < FRAMES_IN_FLIGHT; i++)
        check(cudaDestroyExternalSemaphore(stage.drawn[i]), "destroying a semaphore");
    check(cudaDestroyExternalSemaphore(stage.mirrored), "destroying a semaphore");
    check(cudaFree(stage.sign), "freeing the sign");
    check(cudaFree(stage.memory), "freeing the mapped memory");
    return 0;
}
