/** Two libraries in one process, the vendor's CUDA and ours, import what one Vulkan program
 *  exports: they see the same bytes and counters, in the order that the semaphores alone make.
 *
 *  Skipped where the vendor's library or its device is not there. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cuda_runtime_api.h>

#include "test_cases.h"
#include "cuda_calls.h"
#include "vulkan_peer.h"

#define PART ((size_t)64 << 10)
#define PARTS 4
#define BYTES (PART * PARTS)
#define ROUNDS 20

#define ON(side, call) check((side)->calls->call, (side), #call, __FILE__, __LINE__)

/* A library with its own imports of the same objects. */
struct side {
    const struct cuda_calls *calls;
    int device;
    uint8_t tone;                /* what it fills with, to tell the two apart */
    cudaStream_t stream;
    cudaExternalMemory_t memory;
    uint8_t *bytes;
    cudaExternalSemaphore_t timeline, binary;
};

static struct side ours, vendors;

static void check(cudaError_t error, const struct side *side, const char *call, const char *file,
                  int line)
{
    if (error == cudaSuccess)
        return;
    print_error("%s of %s: %s\n", call, side->calls->library, side->calls->cudaGetErrorName(error));
    _fail(file, line);
}

static cudaExternalSemaphore_t import_semaphore(const struct side *side,
                                                const struct peer_semaphore *semaphore)
{
    struct cudaExternalSemaphoreHandleDesc handle = {
        .type = semaphore->timeline ? cudaExternalSemaphoreHandleTypeTimelineSemaphoreFd
                                    : cudaExternalSemaphoreHandleTypeOpaqueFd,
        .handle.fd = peer_semaphore_export(semaphore),
    };
    cudaExternalSemaphore_t imported = NULL;

    ON(side, cudaImportExternalSemaphore(&imported, &handle));
    return imported;
}

static void import_memory(struct side *side, const struct peer_buffer *buffer)
{
    struct cudaExternalMemoryHandleDesc handle = {
        .type = cudaExternalMemoryHandleTypeOpaqueFd,
        .handle.fd = peer_buffer_export(buffer),
        .size = buffer->allocated_bytes,
    };
    struct cudaExternalMemoryBufferDesc range = { .size = buffer->size_bytes };
    void *pointer = NULL;

    ON(side, cudaImportExternalMemory(&side->memory, &handle));
    ON(side, cudaExternalMemoryGetMappedBuffer(&pointer, side->memory, &range));
    side->bytes = pointer;
}

static void drop_memory(struct side *side)
{
    ON(side, cudaFree(side->bytes));
    ON(side, cudaDestroyExternalMemory(side->memory));
}

static void wait_for(const struct side *side, cudaExternalSemaphore_t semaphore, uint64_t value)
{
    struct cudaExternalSemaphoreWaitParams wait = { .params.fence.value = value };

    ON(side, cudaWaitExternalSemaphoresAsync(&semaphore, &wait, 1, side->stream));
}

static void signal_one(const struct side *side, cudaExternalSemaphore_t semaphore, uint64_t value)
{
    struct cudaExternalSemaphoreSignalParams signal = { .params.fence.value = value };

    ON(side, cudaSignalExternalSemaphoresAsync(&semaphore, &signal, 1, side->stream));
}

/* What a side does to the bytes: every part of the result depends on what was there before, so no
 * order but the right one gives it. */
static void enqueue_change(const struct side *side, unsigned round)
{
    ON(side, cudaMemcpyAsync(side->bytes + 2 * PART, side->bytes + PART, PART,
                             cudaMemcpyDeviceToDevice, side->stream));
    ON(side, cudaMemcpyAsync(side->bytes + PART, side->bytes, PART, cudaMemcpyDeviceToDevice,
                             side->stream));
    ON(side, cudaMemsetAsync(side->bytes + PART / 2, (uint8_t)(side->tone + round), PART / 4,
                             side->stream));
}

static void model_change(const struct side *side, uint8_t *bytes, unsigned round)
{
    memcpy(bytes + 2 * PART, bytes + PART, PART);
    memcpy(bytes + PART, bytes, PART);
    memset(bytes + PART / 2, (uint8_t)(side->tone + round), PART / 4);
}

static void fill_pattern(uint8_t *bytes, unsigned seed)
{
    for (size_t i = 0; i < BYTES; i++)
        bytes[i] = (uint8_t)(i * 31u + (i >> 8) * 7u + seed * 101u + 1u);
}

/* Vulkan and both libraries read the same bytes. */
static void check_all_see(const struct peer_buffer *buffer, const uint8_t *expected)
{
    static uint8_t seen[BYTES];

    peer_buffer_read(buffer, 0, seen, BYTES);
    assert_memory_equal(seen, expected, BYTES);
    for (int which = 0; which < 2; which++) {
        const struct side *side = which == 0 ? &vendors : &ours;

        memset(seen, 0, BYTES);
        ON(side, cudaMemcpy(seen, side->bytes, BYTES, cudaMemcpyDeviceToHost));
        assert_memory_equal(seen, expected, BYTES);
    }
}

/* Vulkan writes, one library changes it, then the other, Vulkan reads: all of it is enqueued before
 * Vulkan begins, and the timeline's values alone make the order. Who comes first takes turns. */
TEST_CASE(in_the_order_of_a_timeline)
{
    static uint8_t expected[BYTES];
    struct peer_semaphore timeline;
    struct peer_buffer buffer;
    uint64_t value = 0;

    peer_buffer_create(&buffer, BYTES, false);
    peer_semaphore_create(&timeline, true);
    import_memory(&vendors, &buffer);
    import_memory(&ours, &buffer);
    vendors.timeline = import_semaphore(&vendors, &timeline);
    ours.timeline = import_semaphore(&ours, &timeline);
    for (unsigned round = 0; round < ROUNDS; round++) {
        const struct side *first = round % 2 == 0 ? &vendors : &ours;
        const struct side *second = first == &vendors ? &ours : &vendors;

        wait_for(second, second->timeline, value + 2);
        enqueue_change(second, round);
        signal_one(second, second->timeline, value + 3);
        wait_for(first, first->timeline, value + 1);
        enqueue_change(first, round);
        signal_one(first, first->timeline, value + 2);
        fill_pattern(expected, round);
        peer_buffer_write(&buffer, 0, expected, BYTES);
        assert_int_equal(peer_semaphore_value(&timeline), value);
        peer_semaphore_signal(&timeline, value + 1);
        model_change(first, expected, round);
        model_change(second, expected, round);
        peer_semaphore_wait(&timeline, value + 3);
        value += 3;
        assert_int_equal(peer_semaphore_value(&timeline), value);
        check_all_see(&buffer, expected);
    }
    for (int which = 0; which < 2; which++) {
        struct side *side = which == 0 ? &vendors : &ours;

        ON(side, cudaStreamSynchronize(side->stream));
        ON(side, cudaDestroyExternalSemaphore(side->timeline));
        drop_memory(side);
    }
    peer_semaphore_destroy(&timeline);
    peer_buffer_destroy(&buffer);
}

/* The same with three binary semaphores: Vulkan to the vendor's, to ours, and back. Who comes last
 * is enqueued first. */
TEST_CASE(in_the_order_of_binary_semaphores)
{
    static uint8_t expected[BYTES];
    struct peer_semaphore begun, handed, done;
    struct peer_buffer buffer;
    cudaExternalSemaphore_t handed_on, done_by_us;

    peer_buffer_create(&buffer, BYTES, true);
    peer_semaphore_create(&begun, false);
    peer_semaphore_create(&handed, false);
    peer_semaphore_create(&done, false);
    import_memory(&vendors, &buffer);
    import_memory(&ours, &buffer);
    vendors.binary = import_semaphore(&vendors, &begun);
    handed_on = import_semaphore(&vendors, &handed);
    ours.binary = import_semaphore(&ours, &handed);
    done_by_us = import_semaphore(&ours, &done);
    for (unsigned round = 0; round < ROUNDS; round++) {
        wait_for(&ours, ours.binary, 0);
        enqueue_change(&ours, round);
        signal_one(&ours, done_by_us, 0);
        wait_for(&vendors, vendors.binary, 0);
        enqueue_change(&vendors, round);
        signal_one(&vendors, handed_on, 0);
        fill_pattern(expected, round + 50);
        peer_buffer_write(&buffer, 0, expected, BYTES);
        peer_semaphore_signal(&begun, 0);
        model_change(&vendors, expected, round);
        model_change(&ours, expected, round);
        peer_semaphore_wait(&done, 0);
        check_all_see(&buffer, expected);
    }
    ON(&vendors, cudaStreamSynchronize(vendors.stream));
    ON(&ours, cudaStreamSynchronize(ours.stream));
    ON(&vendors, cudaDestroyExternalSemaphore(vendors.binary));
    ON(&vendors, cudaDestroyExternalSemaphore(handed_on));
    ON(&ours, cudaDestroyExternalSemaphore(ours.binary));
    ON(&ours, cudaDestroyExternalSemaphore(done_by_us));
    drop_memory(&vendors);
    drop_memory(&ours);
    peer_semaphore_destroy(&done);
    peer_semaphore_destroy(&handed);
    peer_semaphore_destroy(&begun);
    peer_buffer_destroy(&buffer);
}

/* When one library lets go of what it imported, the other still holds it. */
TEST_CASE(each_holds_its_own)
{
    static uint8_t expected[BYTES], seen[BYTES];
    struct peer_buffer buffer;

    for (int which = 0; which < 2; which++) {
        struct side *leaving = which == 0 ? &vendors : &ours;
        struct side *staying = which == 0 ? &ours : &vendors;

        peer_buffer_create(&buffer, BYTES, false);
        import_memory(&vendors, &buffer);
        import_memory(&ours, &buffer);
        fill_pattern(expected, 90u + (unsigned)which);
        ON(leaving, cudaMemcpy(leaving->bytes, expected, BYTES, cudaMemcpyHostToDevice));
        drop_memory(leaving);
        ON(staying, cudaMemcpy(seen, staying->bytes, BYTES, cudaMemcpyDeviceToHost));
        assert_memory_equal(seen, expected, BYTES);
        fill_pattern(expected, 95u + (unsigned)which);
        ON(staying, cudaMemcpy(staying->bytes, expected, BYTES, cudaMemcpyHostToDevice));
        peer_buffer_read(&buffer, 0, seen, BYTES);
        assert_memory_equal(seen, expected, BYTES);
        drop_memory(staying);
        peer_buffer_destroy(&buffer);
    }
}

/* Chooses the peer's device on one side; false if that cannot be. */
static bool open_side(struct side *side, const struct cuda_calls *calls, uint8_t tone)
{
    cudaError_t error;

    *side = (struct side){ .calls = calls, .tone = tone };
    side->device = cuda_calls_device(calls, peer_uuid());
    if (side->device < 0)
        return false;
    error = calls->cudaSetDevice(side->device);
    if (error == cudaSuccess)
        error = calls->cudaStreamCreateWithFlags(&side->stream, cudaStreamNonBlocking);
    if (error == cudaSuccess)
        return true;
    fprintf(stderr, "%s cannot be used: %s\n", calls->library, calls->cudaGetErrorName(error));
    exit(1);
}

int main(void)
{
    const char *why_not = "";
    const struct cuda_calls *vendor = cuda_calls_vendor(&why_not);
    int failures;

    if (vendor == NULL || !peer_start(&why_not)) {
        printf("skipped: %s\n", why_not);
        return 77;
    }
    if (!open_side(&vendors, vendor, 0x11) || !open_side(&ours, cuda_calls_ours(), 0x91)) {
        printf("skipped: not both libraries list Vulkan's device\n");
        return 77;
    }
    printf("beside %s, version %d\n", vendor->library, vendor->version);
    failures = run_test_cases(NULL);
    vendors.calls->cudaStreamDestroy(vendors.stream);
    ours.calls->cudaStreamDestroy(ours.stream);
    peer_stop();
    return failures;
}
