/* A HIP program that exchanges frames with a Vulkan program in another process, through an opaque
 * fd of memory and opaque fds of semaphores: what AMD's own HIP cannot do on Linux. It enqueues its
 * part of several frames ahead; no call of it waits for the other program.
 *
 * usage: hip-semaphores-hip SOCKET FRAME    it is ended at FRAME unless that is 0 */
#include <hip/hip_runtime_api.h>

#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "frames.h"
#include "hip_start.h"
#include "pass_fds.h"
#include "stage.h"

const char stage_name[] = "hip program";

static struct {
    int socket, done;            /* done: an eventfd that counts finished frames */
    uint32_t frames, die_at;
    char *memory;                /* frames and answers, memory of the renderer */
    unsigned char *received;     /* pinned: the frames as they came, a place for each */
    unsigned char *own;          /* pinned: what we add, a place for each */
    hipExternalSemaphore_t sent[ROUNDS][FRAMES_IN_FLIGHT];
    hipExternalSemaphore_t answered[ROUNDS][FRAMES_IN_FLIGHT];
    hipStream_t stream;
} side;

/** Imports the memory and maps all of it. The fd belongs to the library from then on. */
static void import_memory(int fd, uint64_t size_bytes)
{
    hipExternalMemoryHandleDesc handle = {
        .type = hipExternalMemoryHandleTypeOpaqueFd, .handle.fd = fd, .size = size_bytes,
    };
    hipExternalMemoryBufferDesc range = { .size = 2 * FRAMES_IN_FLIGHT * FRAME_BYTES };
    hipExternalMemory_t external;
    void *pointer;

    check(hipImportExternalMemory(&external, &handle), "importing the memory");
    check(hipExternalMemoryGetMappedBuffer(&pointer, external, &range), "mapping the memory");
    check(hipDestroyExternalMemory(external), "ending the handle");    /* the buffer stays */
    side.memory = pointer;
}

/** Imports a semaphore as the kind that it was made as; the fd belongs to the library then. A sync
 *  file is a binary one. */
static hipExternalSemaphore_t import_semaphore(int fd, enum round kind)
{
    hipExternalSemaphoreHandleDesc handle = {
        .type = kind == TIMELINES ? hipExternalSemaphoreHandleTypeTimelineSemaphoreFd
                                  : hipExternalSemaphoreHandleTypeOpaqueFd,
        .handle.fd = fd,
    };
    hipExternalSemaphore_t semaphore;

    check(hipImportExternalSemaphore(&semaphore, &handle), "importing a semaphore");
    return semaphore;
}

static void import_all(const struct share *share, const int *fds)
{
    import_memory(fds[MEMORY_FD], share->memory_bytes);
    hipExternalSemaphore_t sent = import_semaphore(fds[SENT_FD], TIMELINES);
    hipExternalSemaphore_t answered = import_semaphore(fds[ANSWERED_FD], TIMELINES);
    hipExternalSemaphore_t answered_files = import_semaphore(fds[ANSWERED_FILES_FD], TIMELINES);
    for (int i = 0; i < FRAMES_IN_FLIGHT; i++) {
        side.sent[TIMELINES][i] = sent;          /* one counts for all places */
        side.answered[TIMELINES][i] = answered;
        side.answered[SYNC_FILES][i] = answered_files;
        side.sent[BINARIES][i] = import_semaphore(fds[SENT_BINARY_FD + i], BINARIES);
        side.answered[BINARIES][i] = import_semaphore(fds[ANSWERED_BINARY_FD + i], BINARIES);
    }
}

static unsigned char *allocate_pinned(size_t size_bytes)
{
    void *pointer;

    check(hipHostMalloc(&pointer, size_bytes, hipHostMallocDefault), "allocating host memory");
    return pointer;
}

static void copy(void *to, const void *from, size_t size_bytes)
{
    check(hipMemcpyAsync(to, from, size_bytes, hipMemcpyDefault, side.stream), "copying");
}

static void frame_done(void *argument)
{
    (void)argument;
    (void)eventfd_write(side.done, 1);
}

/** Enqueues a wait for a frame's sync file, which comes when the frame has been submitted. The file
 *  is good for this one wait. */
static void wait_for_file(uint32_t frame)
{
    struct frame_sent sent;
    hipExternalSemaphoreWaitParams wait = { .flags = 0 };
    int fd;

    need(pass_fds_receive(side.socket, &sent, sizeof sent, NULL, 0, PATIENCE_MS),
         "receiving from the renderer");
    errno = EPROTO;
    need(sent.frame == frame && sent.files <= 1, "the renderer told of another frame");
    if (sent.files == 0)
        return;                  /* the frame is there */
    need(pass_fds_receive(side.socket, &sent, sizeof sent, &fd, 1, PATIENCE_MS),
         "receiving a sync file");
    hipExternalSemaphore_t file = import_semaphore(fd, SYNC_FILES);
    check(hipWaitExternalSemaphoresAsync(&file, &wait, 1, side.stream), "waiting for a sync file");
    check(hipDestroyExternalSemaphore(file), "destroying a sync file");
}

static void wait_for_frame(enum round round, uint32_t frame)
{
    /* A binary semaphore has no value: the wait ignores this one then. */
    hipExternalSemaphoreWaitParams wait = { .params.fence.value = frame };

    if (round == SYNC_FILES)
        wait_for_file(frame);
    else
        check(hipWaitExternalSemaphoresAsync(&side.sent[round][frame_place(frame)], &wait, 1,
                                             side.stream), "waiting for the renderer");
}

/** Enqueues our part of a frame. Nothing here waits: the frame need not have been sent. */
static void enqueue(enum round round, uint32_t frame)
{
    const char *sent = side.memory + frame_offset(frame);
    char *answer = side.memory + answer_offset(frame);
    unsigned char *own = side.own + frame_offset(frame);
    hipExternalSemaphoreSignalParams signal = { .params.fence.value = frame };

    if (frame == side.die_at)
        raise(SIGKILL);
    for (uint32_t i = 0; i < HALF_BYTES; i++)
        own[i] = own_byte(round, frame, i);
    wait_for_frame(round, frame);
    copy(side.received + frame_offset(frame), sent, FRAME_BYTES);
    copy(answer, sent + HALF_BYTES, HALF_BYTES);
    copy(answer + HALF_BYTES, own, HALF_BYTES);
    check(hipSignalExternalSemaphoresAsync(&side.answered[round][frame_place(frame)], &signal, 1,
                                           side.stream), "signalling");
    check(hipLaunchHostFunc(side.stream, frame_done, NULL), "enqueuing a host call");
}

/** Compares a frame that has come with what was sent. */
static void compare(enum round round, uint32_t frame)
{
    const unsigned char *received = side.received + frame_offset(frame);

    for (uint32_t i = 0; i < FRAME_BYTES; i++)
        if (received[i] != frame_byte(round, frame, i)) {
            fprintf(stderr, "hip program: frame %u: byte %u is %02x; %02x was sent\n", frame, i,
                    received[i], frame_byte(round, frame, i));
            exit(1);
        }
}

/** Sleeps until the next frame is done, and compares it; ends the program if the renderer is gone
 *  or stuck. */
static void finish(enum round round, uint32_t frame)
{
    eventfd_t one;

    need(wait_with_peer(side.done, side.socket, PATIENCE_MS), "waiting for a frame");
    need(eventfd_read(side.done, &one) == 0, "reading the count of frames");
    compare(round, frame);
    if (round != TIMELINES)
        need(pass_fds_send(side.socket, &frame, sizeof frame, NULL, 0), "telling the renderer");
}

/** One round. The renderer begins when our first waits are enqueued, so they come before their
 *  signals; but for sync files, which are made when the signals are submitted. */
static void exchange(enum round round)
{
    static const char *const kinds[ROUNDS] = { "timeline semaphores", "binary semaphores",
                                               "sync files" };
    const uint32_t ahead = side.frames < FRAMES_IN_FLIGHT ? side.frames : FRAMES_IN_FLIGHT;

    if (round == SYNC_FILES)
        need(pass_fds_send(side.socket, "ready", 5, NULL, 0), "telling the renderer");
    for (uint32_t frame = 1; frame <= ahead; frame++)
        enqueue(round, frame);
    if (round != SYNC_FILES)
        need(pass_fds_send(side.socket, "ready", 5, NULL, 0), "telling the renderer");
    for (uint32_t frame = 1; frame <= side.frames; frame++) {
        finish(round, frame);
        if (frame + ahead <= side.frames)
            enqueue(round, frame + ahead);
    }
    check(hipStreamSynchronize(side.stream), "finishing");
    printf("  %-16s %u frames received by %s, every byte right\n", "", side.frames, kinds[round]);
}

static void destroy_all(void)
{
    check(hipStreamDestroy(side.stream), "destroying the stream");
    check(hipDestroyExternalSemaphore(side.sent[TIMELINES][0]), "destroying a semaphore");
    check(hipDestroyExternalSemaphore(side.answered[TIMELINES][0]), "destroying a semaphore");
    check(hipDestroyExternalSemaphore(side.answered[SYNC_FILES][0]), "destroying a semaphore");
    for (int i = 0; i < FRAMES_IN_FLIGHT; i++) {
        check(hipDestroyExternalSemaphore(side.sent[BINARIES][i]), "destroying a semaphore");
        check(hipDestroyExternalSemaphore(side.answered[BINARIES][i]), "destroying a semaphore");
    }
    check(hipHostFree(side.received), "freeing host memory");
    check(hipHostFree(side.own), "freeing host memory");
    check(hipFree(side.memory), "freeing the mapped memory");
}

int main(int argc, char **argv)
{
    struct share share;
    int fds[FDS];

    if (argc != 3) {
        fprintf(stderr, "usage: hip-semaphores-hip SOCKET FRAME; hip-semaphores starts it\n");
        return 2;
    }
    side.socket = atoi(argv[1]);
    side.die_at = (uint32_t)atoi(argv[2]);
    side.done = eventfd(0, EFD_SEMAPHORE | EFD_CLOEXEC);
    need(side.done >= 0, "making an eventfd");
    need(pass_fds_receive(side.socket, &share, sizeof share, fds, FDS, PATIENCE_MS),
         "receiving from the renderer");
    side.frames = share.frames;
    choose_device(share.uuid);
    import_all(&share, fds);
    side.received = allocate_pinned(FRAMES_IN_FLIGHT * FRAME_BYTES);
    side.own = allocate_pinned(FRAMES_IN_FLIGHT * FRAME_BYTES);
    check(hipStreamCreateWithFlags(&side.stream, hipStreamNonBlocking), "making a stream");
    for (enum round round = 0; round < share.rounds; round++)
        exchange(round);
    destroy_all();
    return 0;
}
