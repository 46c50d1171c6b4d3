/* Ten thousand of what another program shares: imports, mappings, semaphores. */
#include "stress.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { SHARED_BYTES = 64 * 1024, WORD = 4, SHARED_OBJECTS = 16 };

static cudaExternalMemory_t import(int fd, uint64_t size_bytes)
{
    struct cudaExternalMemoryHandleDesc request = {
        .type = cudaExternalMemoryHandleTypeOpaqueFd,
        .handle.fd = fcntl(fd, F_DUPFD_CLOEXEC, 0),
        .size = size_bytes,
    };
    cudaExternalMemory_t memory;

    REQUIRE(request.handle.fd >= 0, "no fd is left");
    OK(cudaImportExternalMemory(&memory, &request));
    return memory;
}

static uint8_t *map(cudaExternalMemory_t memory, uint64_t offset_bytes, uint64_t size_bytes)
{
    struct cudaExternalMemoryBufferDesc range = { .offset = offset_bytes, .size = size_bytes };
    void *pointer;

    OK(cudaExternalMemoryGetMappedBuffer(&pointer, memory, &range));
    return pointer;
}

/* Import i writes its word; the next import of the same memory reads it. */
static void write_and_read_words(uint8_t *const *mapped, size_t count, cudaStream_t stream)
{
    const size_t words = SHARED_BYTES / WORD;    /* a multiple of SHARED_OBJECTS */
    uint32_t word;

    for (size_t i = 0; i < count; i++)
        OK(cudaMemsetAsync(mapped[i] + i % words * WORD, (int)(i % 251 + 1), WORD, stream));
    for (size_t i = 0; i + SHARED_OBJECTS < count; i++) {
        size_t last = i + (count - 1 - i) / words * words;   /* of the writers of this word */
        OK(cudaMemcpyAsync(&word, mapped[i + SHARED_OBJECTS] + i % words * WORD, WORD,
                           cudaMemcpyDeviceToHost, stream));
        REQUIRE(word == (uint32_t)(last % 251 + 1) * 0x01010101u, "import %zu reads 0x%08x",
                i + SHARED_OBJECTS, word);
    }
}

void stress_imports(size_t count)
{
    cudaExternalMemory_t *memories = stress_new(count, sizeof *memories);
    uint8_t **mapped = stress_new(count, sizeof *mapped);
    static int fds[SHARED_OBJECTS];
    static bool is_shared;
    cudaStream_t stream;

    for (int i = 0; i < SHARED_OBJECTS && !is_shared; i++) {
        fds[i] = stress_peer_memory(SHARED_BYTES);
        REQUIRE(fds[i] >= 0, "memory cannot be exported");
    }
    is_shared = true;
    OK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    int fds_before = stress_open_fds();
    for (size_t i = 0; i < count; i++) {
        memories[i] = import(fds[i % SHARED_OBJECTS], SHARED_BYTES);
        mapped[i] = map(memories[i], 0, SHARED_BYTES);
        if (i % 3 == 0) {                        /* what is mapped keeps the object */
            OK(cudaDestroyExternalMemory(memories[i]));
            memories[i] = NULL;
        }
    }
    printf("  %zu imports hold %d fds\n", count, stress_open_fds() - fds_before);
    write_and_read_words(mapped, count, stream);
    for (size_t i = 0; i < count; i++) {
        if (i % 2 == 0)
            OK(cudaFree(mapped[i]));
        if (memories[i] != NULL)
            OK(cudaDestroyExternalMemory(memories[i]));
        if (i % 2 == 1)
            OK(cudaFree(mapped[i]));
    }
    REQUIRE(stress_open_fds() <= fds_before, "%d fds more are open after %zu imports",
            stress_open_fds() - fds_before, count);
    OK(cudaStreamDestroy(stream));
    free(mapped);
    free(memories);
}

/* Mappings of one object, each overlapping the next. */
void stress_mappings_of_one(size_t count)
{
    enum { STEP = 64 };
    uint8_t **mapped = stress_new(count, sizeof *mapped);
    uint64_t size_bytes = (count + 1) * STEP;
    static int fd = -1;
    cudaStream_t stream;
    uint8_t byte;

    if (fd < 0)
        fd = stress_peer_memory(size_bytes);
    REQUIRE(fd >= 0, "memory cannot be exported");
    OK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    cudaExternalMemory_t memory = import(fd, size_bytes);
    for (size_t i = 0; i < count; i++)
        mapped[i] = map(memory, i * STEP, 2 * (uint64_t)STEP);
    OK(cudaDestroyExternalMemory(memory));
    for (size_t i = 0; i < count; i++)
        OK(cudaMemsetAsync(mapped[i], (int)(i % 251 + 1), 2 * (size_t)STEP, stream));
    for (size_t i = 0; i < count; i++) {         /* the second half is the next one's first */
        OK(cudaMemcpyAsync(&byte, mapped[i] + STEP, 1, cudaMemcpyDeviceToHost, stream));
        size_t writer = i + 1 < count ? i + 1 : i;
        REQUIRE(byte == writer % 251 + 1, "mapping %zu reads 0x%02x", i, byte);
    }
    for (size_t i = 0; i < count; i++)
        OK(cudaFree(mapped[i]));
    OK(cudaStreamDestroy(stream));
    free(mapped);
}

/* Each is signalled by one stream and waited for by another; the first and the last by the other
 * program. */
void stress_semaphores(size_t count)
{
    struct stress_semaphore *semaphores = stress_new(count, sizeof *semaphores);
    cudaStream_t one, two;

    OK(cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking));
    OK(cudaStreamCreateWithFlags(&two, cudaStreamNonBlocking));
    for (size_t i = 0; i < count; i++)
        stress_semaphore_begin(&semaphores[i], i % 4 != 3, i % 2 == 0);
    stress_wait(&semaphores[0], 1, one);
    for (size_t i = 1; i < count; i++) {
        stress_signal(&semaphores[i], 1, one);
        stress_wait(&semaphores[i], 1, two);
    }
    EXPECT(cudaErrorNotReady, cudaStreamQuery(two));
    stress_peer_signal(&semaphores[0], 1);
    if (semaphores[count - 1].is_timeline)
        stress_peer_wait(&semaphores[count - 1], 1);
    OK(cudaStreamSynchronize(two));
    for (size_t i = 0; i < count; i++)
        stress_semaphore_end(&semaphores[i]);
    OK(cudaStreamDestroy(two));
    OK(cudaStreamDestroy(one));
    free(semaphores);
}
