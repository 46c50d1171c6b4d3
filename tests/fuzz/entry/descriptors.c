/* Descriptors of external memory, mapped buffers and arrays, and semaphores that libFuzzer changes,
 * on the fake driver. An input is a row of calls: a byte that says which one, and the bytes of its
 * struct. The fds are honest ones or none, as the input chooses: fds of all kinds are a matter of
 * fuzz_fds. */
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <cuda_runtime_api.h>

#include "../../stress/stress.h"
#include "entry.h"
#include "fake.h"

enum { MOST_CALLS = 24, KEPT = 4, MEMORY_BYTES = 1 << 16 };

/* The other program's objects: exported once. */
static int honest_memory, null_fd;

struct state {
    cudaExternalMemory_t memories[KEPT];
    cudaExternalSemaphore_t semaphores[KEPT];
    void *pointers[KEPT];
    cudaMipmappedArray_t arrays[KEPT];
    struct gi_host_semaphore peers[2];   /* binary, timeline */
    cudaStream_t stream;
};

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    if (!stress_world_begin())
        exit(1);
    honest_memory = stress_peer_memory(MEMORY_BYTES);
    null_fd = open("/dev/null", O_RDWR | O_CLOEXEC);
    (void)cudaFree(NULL);                        /* the library's own fds */
    return 0;
}

static int fd_of(struct state *state, uint8_t which)
{
    int fd = -1;

    switch (which % 8) {
    case 0:
    case 1:
    case 2: return fcntl(honest_memory, F_DUPFD_CLOEXEC, 3);
    case 3: (void)gi_host_semaphore_export(&state->peers[0], &fd); return fd;
    case 4: (void)gi_host_semaphore_export(&state->peers[1], &fd); return fd;
    case 5: return fcntl(null_fd, F_DUPFD_CLOEXEC, 3);
    default: return -1 - which % 3;
    }
}

/* An import that failed leaves the fd open and unchanged; one that succeeded has taken it. */
static void settle(cudaError_t result, int fd)
{
    if (result == cudaSuccess)
        return;
    if (fd >= 0 && fcntl(fd, F_GETFD) < 0)
        abort();
    if (fd >= 0)
        close(fd);
}

/* The other program signals until no wait is left. A call that frees memory waits for the work that
 * uses it, and would wait for good. */
static void drain(struct state *state)
{
    while (cudaStreamQuery(state->stream) == cudaErrorNotReady) {
        (void)gi_host_semaphore_signal(&state->peers[0], 1);
        (void)gi_host_semaphore_signal(&state->peers[1], UINT64_MAX);
        sched_yield();
    }
}

static void import_memory(struct state *state, struct entry_bytes *bytes, unsigned at)
{
    struct cudaExternalMemoryHandleDesc request;
    cudaExternalMemory_t memory;
    cudaError_t result;
    int fd = fd_of(state, entry_byte(bytes));

    entry_take(bytes, &request, sizeof request);
    request.handle.fd = fd;
    result = cudaImportExternalMemory(&memory, &request);
    settle(result, fd);
    if (result != cudaSuccess)
        return;
    (void)cudaDestroyExternalMemory(state->memories[at]);
    state->memories[at] = memory;
}

static void map_buffer(struct state *state, struct entry_bytes *bytes, unsigned at)
{
    struct cudaExternalMemoryBufferDesc request;
    void *pointer;

    entry_take(bytes, &request, sizeof request);
    if (cudaExternalMemoryGetMappedBuffer(&pointer, state->memories[at], &request) != cudaSuccess)
        return;
    (void)cudaMemsetAsync(pointer, 0x5a, request.size, state->stream);
    drain(state);
    (void)cudaFree(state->pointers[at]);
    state->pointers[at] = pointer;
}

static void map_array(struct state *state, struct entry_bytes *bytes, unsigned at)
{
    struct cudaExternalMemoryMipmappedArrayDesc request;
    cudaMipmappedArray_t mipmapped;
    cudaArray_t level;

    entry_take(bytes, &request, sizeof request);
    if (cudaExternalMemoryGetMappedMipmappedArray(&mipmapped, state->memories[at], &request) !=
        cudaSuccess)
        return;
    for (unsigned i = 0; i <= request.numLevels; i++)
        if ((cudaGetMipmappedArrayLevel(&level, mipmapped, i) == cudaSuccess) !=
            (i < request.numLevels))
            abort();
    drain(state);
    (void)cudaFreeMipmappedArray(state->arrays[at]);
    state->arrays[at] = mipmapped;
}

static void import_semaphore(struct state *state, struct entry_bytes *bytes, unsigned at)
{
    struct cudaExternalSemaphoreHandleDesc request;
    cudaExternalSemaphore_t semaphore;
    cudaError_t result;
    int fd = fd_of(state, entry_byte(bytes));

    entry_take(bytes, &request, sizeof request);
    request.handle.fd = fd;
    result = cudaImportExternalSemaphore(&semaphore, &request);
    settle(result, fd);
    if (result != cudaSuccess)
        return;
    (void)cudaDestroyExternalSemaphore(state->semaphores[at]);
    state->semaphores[at] = semaphore;
}

/* count: up to two semaphores in one call. */
static void signal_or_wait(struct state *state, struct entry_bytes *bytes, unsigned at, bool waits)
{
    unsigned count = 1 + entry_byte(bytes) % 2;
    cudaExternalSemaphore_t semaphores[2] = { state->semaphores[at],
                                              state->semaphores[(at + 1) % KEPT] };
    struct cudaExternalSemaphoreSignalParams signals[2];
    struct cudaExternalSemaphoreWaitParams awaited[2];

    if (waits) {
        entry_take(bytes, awaited, count * sizeof awaited[0]);
        (void)cudaWaitExternalSemaphoresAsync(semaphores, awaited, count, state->stream);
    } else {
        entry_take(bytes, signals, count * sizeof signals[0]);
        (void)cudaSignalExternalSemaphoresAsync(semaphores, signals, count, state->stream);
    }
}

static void end_one(struct state *state, unsigned at, unsigned which)
{
    drain(state);
    switch (which % 3) {
    case 0: (void)cudaDestroyExternalMemory(state->memories[at]); state->memories[at] = 0; break;
    case 1: (void)cudaFree(state->pointers[at]); state->pointers[at] = 0; break;
    default: (void)cudaFreeMipmappedArray(state->arrays[at]); state->arrays[at] = 0; break;
    }
}

static void end_all(struct state *state)
{
    drain(state);                                /* of semaphores, too */
    for (unsigned i = 0; i < KEPT; i++) {
        for (unsigned which = 0; which < 3; which++)
            end_one(state, i, which);
        (void)cudaDestroyExternalSemaphore(state->semaphores[i]);
    }
    (void)cudaStreamDestroy(state->stream);
    for (int i = 0; i < 2; i++)
        gi_host_semaphore_finish(&state->peers[i]);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct entry_bytes rest = { bytes, size };
    struct state state = { .stream = NULL };
    int fds = gifake_open_fds();

    for (int i = 0; i < 2; i++)
        if (gi_host_semaphore_create(&state.peers[i], i == 1, 0) != 0)
            abort();
    if (cudaStreamCreate(&state.stream) != cudaSuccess)
        abort();
    for (int i = 0; i < MOST_CALLS && rest.left > 0; i++) {
        uint8_t call = entry_byte(&rest);
        unsigned at = call / 8 % KEPT;

        switch (call % 8) {
        case 0: import_memory(&state, &rest, at); break;
        case 1: map_buffer(&state, &rest, at); break;
        case 2: map_array(&state, &rest, at); break;
        case 3: import_semaphore(&state, &rest, at); break;
        case 4: signal_or_wait(&state, &rest, at, false); break;
        case 5: signal_or_wait(&state, &rest, at, true); break;
        default: end_one(&state, at, call / 32); break;
        }
    }
    end_all(&state);
    if (gifake_open_fds() != fds) {
        fprintf(stderr, "%d fds instead of %d\n", gifake_open_fds(), fds);
        abort();
    }
    return 0;
}
