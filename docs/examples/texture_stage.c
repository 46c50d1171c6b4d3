/* The fourth stage of the demo: an ordinary HIP program that works on a texture of another program.
 * It maps the renderer's mipmapped images as mipmapped arrays; of each, level 0 is drawn already,
 * and this makes all the others, each from the one before by taking every second texel. Layouts and
 * ownership of the images are none of its business: the semaphores say when.
 *
 * usage: demo-texture SOCKET [FRAME]   with FRAME it dies there, to show what the others do then */
#include <gpuinterop.h>
#include <hip/hip_runtime_api.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "hip_start.h"
#include "label.h"
#include "pass_fds.h"
#include "scene.h"
#include "stage.h"

const char stage_name[] = "texture stage";

enum {
    TEXEL = 4,                   /* bytes, RGBA */
    SIGN_WIDTH = 124, SIGN_HEIGHT = 11
};

static struct {
    int socket, done;            /* done: an eventfd that counts finished frames */
    hipMipmappedArray_t textures[FRAMES_IN_FLIGHT];
    hipArray_t levels[FRAMES_IN_FLIGHT][TEXTURE_LEVELS];
    char *pixels[TEXTURE_LEVELS];        /* our own memory, where each level is worked on, */
    char *columns;                       /* one that has lost half of its columns, */
    char *sign;                          /* and our sign */
    hipExternalSemaphore_t painted, levelled;
    hipStream_t stream;
    unsigned long copies, fills;
} stage;

/** Imports the memory of one texture and maps the image in it: the descriptor has to say what the
 *  renderer's VkImageCreateInfo says. The fd belongs to the library from then on. */
static void import_texture(int fd, uint64_t size_bytes, int place)
{
    hipExternalMemoryHandleDesc handle = {
        .type = hipExternalMemoryHandleTypeOpaqueFd, .handle.fd = fd, .size = size_bytes,
        .flags = hipExternalMemoryDedicated,
    };
    hipExternalMemoryMipmappedArrayDesc image = {
        .formatDesc = { 8, 8, 8, 8, hipChannelFormatKindUnsigned },
        .extent = { TEXTURE_SIZE, TEXTURE_SIZE, 0 },
        .flags = hipArraySurfaceLoadStore, .numLevels = TEXTURE_LEVELS,
    };
    hipExternalMemory_t external;

    check(hipImportExternalMemory(&external, &handle), "importing a texture's memory");
    check(hipExternalMemoryGetMappedMipmappedArray(&stage.textures[place], external, &image),
          "mapping a texture");
    check(hipDestroyExternalMemory(external), "ending the handle");    /* the array stays */
    for (unsigned level = 0; level < TEXTURE_LEVELS; level++)
        check(hipGetMipmappedArrayLevel(&stage.levels[place][level], stage.textures[place], level),
              "asking for a level");
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

static char *allocate(size_t size_bytes)
{
    void *pointer;

    check(hipMalloc(&pointer, size_bytes), "allocating");
    return pointer;
}

/** Memory for each level, and the sign, brought to the device once. */
static void make_memory(void)
{
    uint32_t sign[SIGN_WIDTH * SIGN_HEIGHT];
    struct picture picture = { sign, SIGN_WIDTH, SIGN_HEIGHT };

    for (int level = 0; level < TEXTURE_LEVELS; level++)
        stage.pixels[level] = allocate((size_t)(TEXTURE_SIZE >> level) * (TEXTURE_SIZE >> level)
                                       * TEXEL);
    stage.columns = allocate((size_t)TEXTURE_SIZE * TEXTURE_SIZE / 2 * TEXEL);
    stage.sign = allocate(sizeof sign);
    label_fill(&picture, 0xff201c30u);
    label_write(&picture, 3, 2, 1, 0xff4d5aedu, "HIP MAKES THE LEVELS");
    check(hipMemcpy(stage.sign, sign, sizeof sign, hipMemcpyHostToDevice), "copying the sign");
}

/** Half the size: every second texel of every second row. The first copy takes texels, for which a
 *  row is two texels of which it wants one; the second takes rows in the same way. */
static void halve(char *to, const char *from, size_t size)
{
    size_t half = size / 2;

    check(hipMemcpy2DAsync(stage.columns, TEXEL, from, 2 * TEXEL, TEXEL, half * size,
                           hipMemcpyDeviceToDevice, stage.stream), "taking texels");
    check(hipMemcpy2DAsync(to, half * TEXEL, stage.columns, 2 * half * TEXEL, half * TEXEL, half,
                           hipMemcpyDeviceToDevice, stage.stream), "taking rows");
    stage.copies += 2;
}

static void fill(char *pixels, size_t pitch, size_t width, size_t height)
{
    check(hipMemset2DAsync(pixels, pitch, 0xe0, width, height, stage.stream), "filling");
    stage.fills++;
}

/** A light line around a level. */
static void frame_level(char *pixels, size_t size)
{
    size_t row = size * TEXEL;

    fill(pixels, row, row, 1);
    fill(pixels + (size - 1) * row, row, row, 1);
    fill(pixels, row, TEXEL, size);
    fill(pixels + row - TEXEL, row, TEXEL, size);
}

/** Level 0 out of the image; the others made of it; all of them back into the image. */
static void work(int place)
{
    size_t row = TEXTURE_SIZE * TEXEL;

    check(hipMemcpy2DFromArrayAsync(stage.pixels[0], row, stage.levels[place][0], 0, 0, row,
                                    TEXTURE_SIZE, hipMemcpyDeviceToDevice, stage.stream),
          "copying from level 0");
    for (int level = 1; level < TEXTURE_LEVELS; level++)
        halve(stage.pixels[level], stage.pixels[level - 1], TEXTURE_SIZE >> (level - 1));
    check(hipMemcpy2DAsync(stage.pixels[0] + (TEXTURE_SIZE - SIGN_HEIGHT - 2) * row + 2 * TEXEL,
                           row, stage.sign, SIGN_WIDTH * TEXEL, SIGN_WIDTH * TEXEL, SIGN_HEIGHT,
                           hipMemcpyDeviceToDevice, stage.stream), "copying the sign");
    for (int level = 0; level < TEXTURE_LEVELS; level++) {
        size_t size = TEXTURE_SIZE >> level;

        frame_level(stage.pixels[level], size);
        check(hipMemcpy2DToArrayAsync(stage.levels[place][level], 0, 0, stage.pixels[level],
                                      size * TEXEL, size * TEXEL, size, hipMemcpyDeviceToDevice,
                                      stage.stream), "copying to a level");
    }
    stage.copies += TEXTURE_LEVELS + 2;
}

static void frame_done(void *argument)
{
    (void)argument;
    (void)eventfd_write(stage.done, 1);
}

/** Enqueues a frame: wait for the renderer, work, tell it. Nothing here blocks. */
static void enqueue(uint32_t frame)
{
    hipExternalSemaphoreWaitParams wait = { .params.fence.value = frame };
    hipExternalSemaphoreSignalParams signal = { .params.fence.value = frame };

    check(hipWaitExternalSemaphoresAsync(&stage.painted, &wait, 1, stage.stream),
          "waiting for the renderer");
    work((frame - 1) % FRAMES_IN_FLIGHT);
    check(hipSignalExternalSemaphoresAsync(&stage.levelled, &signal, 1, stage.stream),
          "signalling");
    check(hipLaunchHostFunc(stage.stream, frame_done, NULL), "enqueuing a host call");
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
    check(hipStreamSynchronize(stage.stream), "finishing");
}

static void free_all(void)
{
    check(hipStreamDestroy(stage.stream), "destroying the stream");
    check(hipDestroyExternalSemaphore(stage.painted), "destroying a semaphore");
    check(hipDestroyExternalSemaphore(stage.levelled), "destroying a semaphore");
    for (int place = 0; place < FRAMES_IN_FLIGHT; place++)
        check(hipFreeMipmappedArray(stage.textures[place]), "freeing a mapped texture");
    for (int level = 0; level < TEXTURE_LEVELS; level++)
        check(hipFree(stage.pixels[level]), "freeing a level's memory");
    check(hipFree(stage.columns), "freeing memory");
    check(hipFree(stage.sign), "freeing the sign");
}

int main(int argc, char **argv)
{
    struct share share;
    struct gpuinterop_counters counters;
    int fds[TEXTURE_FDS];

    if (argc < 2) {
        fprintf(stderr, "usage: demo-texture SOCKET [FRAME]; it is started by demo\n");
        return 2;
    }
    stage.socket = atoi(argv[1]);
    stage.done = eventfd(0, EFD_SEMAPHORE | EFD_CLOEXEC);
    need(stage.done >= 0, "making an eventfd");
    need(pass_fds_receive(stage.socket, &share, sizeof share, fds, TEXTURE_FDS, PATIENCE_MS),
         "receiving from the renderer");
    choose_device(share.uuid);
    for (int place = 0; place < FRAMES_IN_FLIGHT; place++)
        import_texture(fds[TEXTURE_MEMORY + place], share.texture_bytes, place);
    stage.painted = import_timeline(fds[TEXTURE_PAINTED]);
    stage.levelled = import_timeline(fds[TEXTURE_LEVELLED]);
    check(hipStreamCreateWithFlags(&stage.stream, hipStreamNonBlocking), "making a stream");
    make_memory();

    need(pass_fds_send(stage.socket, "ready", 5, NULL, 0), "telling the renderer");
    gpuinterop_get_counters(&counters);
    uint64_t staged_before = counters.staged_copies;
    run(share.frames, argc > 2 ? (uint32_t)atoi(argv[2]) : 0);
    gpuinterop_get_counters(&counters);
    printf("  %-16s %d levels of %u textures by %lu copies and %lu fills in %llu submissions,\n"
           "  %-16s %llu through the host\n", "", TEXTURE_LEVELS - 1, share.frames, stage.copies,
           stage.fills, (unsigned long long)counters.batches, "",
           (unsigned long long)(counters.staged_copies - staged_before));
    fflush(stdout);
    need(pass_fds_send(stage.socket, "done", 4, NULL, 0), "telling the renderer");
    free_all();
    return 0;
}
