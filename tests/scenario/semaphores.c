/** Semaphores of another program: order across the two, waits before signals, many at once. */
#include "scenario.h"

#include <string.h>

#include "vulkan_peer.h"
#include "test_cases.h"

#define SIZE 16384u
#define MANY 1000

TEST_CASE(a_timeline_goes_both_ways)
{
    static uint8_t from[SIZE], to[SIZE];
    struct peer_semaphore semaphore;
    struct peer_buffer buffer;
    gpuExternalSemaphore_t imported;
    gpuExternalMemory_t memory;
    gpuStream_t stream;
    uint8_t *pointer;

    peer_buffer_create(&buffer, SIZE, false);
    peer_semaphore_create(&semaphore, true);
    memory = import_memory(peer_buffer_export(&buffer), SIZE, false);
    imported = import_semaphore(peer_semaphore_export(&semaphore), true);
    pointer = map_buffer(memory, 0, SIZE);
    OK(gpuStreamCreateWithFlags(&stream, gpuStreamNonBlocking));
    for (unsigned round = 0; round < 10; round++) {
        /* Vulkan writes, the stream changes one byte, Vulkan reads: by semaphore alone. */
        OK(wait_one(imported, 2 * round + 1, stream));
        OK(gpuMemsetAsync(pointer + round, 0xee, 1, stream));
        OK(signal_one(imported, 2 * round + 2, stream));
        fill_pattern(from, SIZE, round);
        peer_buffer_write(&buffer, 0, from, SIZE);
        peer_semaphore_signal(&semaphore, 2 * round + 1);
        peer_semaphore_wait(&semaphore, 2 * round + 2);
        peer_buffer_read(&buffer, 0, to, SIZE);
        from[round] = 0xee;
        assert_memory_equal(to, from, SIZE);
    }
    assert_int_equal(peer_semaphore_value(&semaphore), 20);
    OK(gpuStreamDestroy(stream));
    OK(gpuFree(pointer));
    OK(gpuDestroyExternalSemaphore(imported));
    OK(gpuDestroyExternalMemory(memory));
    peer_semaphore_destroy(&semaphore);
    peer_buffer_destroy(&buffer);
}

TEST_CASE(a_binary_semaphore_is_consumed)
{
    struct peer_semaphore semaphore;
    gpuExternalSemaphore_t imported;
    gpuStream_t stream;

    peer_semaphore_create(&semaphore, false);
    imported = import_semaphore(peer_semaphore_export(&semaphore), false);
    OK(gpuStreamCreateWithFlags(&stream, gpuStreamNonBlocking));
    peer_semaphore_signal(&semaphore, 0);
    OK(wait_one(imported, 0, stream));
    OK(gpuStreamSynchronize(stream));
    OK(wait_one(imported, 0, stream));           /* the one signal is gone */
    assert_int_equal(gpuStreamQuery(stream), gpuErrorNotReady);
    peer_semaphore_signal(&semaphore, 0);
    OK(gpuStreamSynchronize(stream));
    OK(signal_one(imported, 0, stream));
    peer_semaphore_wait(&semaphore, 0);
    OK(gpuStreamDestroy(stream));
    OK(gpuDestroyExternalSemaphore(imported));
    peer_semaphore_destroy(&semaphore);
}

/** A wait in one stream whose signal comes later from another. */
static void wait_then_signal(bool timeline, gpuStream_t waiter, gpuStream_t signaller)
{
    struct peer_semaphore semaphore;
    gpuExternalSemaphore_t imported;
    uint8_t *pointer;
    uint8_t byte = 0;

    OK(gpuMalloc((void **)&pointer, SIZE));
    OK(gpuMemset(pointer, 0, SIZE));
    OK(gpuDeviceSynchronize());
    peer_semaphore_create(&semaphore, timeline);
    imported = import_semaphore(peer_semaphore_export(&semaphore), timeline);
    OK(wait_one(imported, 3, waiter));
    OK(gpuMemsetAsync(pointer, 5, SIZE, waiter));
    assert_int_equal(gpuStreamQuery(waiter), gpuErrorNotReady);
    OK(gpuStreamQuery(signaller));
    OK(gpuMemsetAsync(pointer, 4, SIZE, signaller));
    OK(signal_one(imported, 3, signaller));
    OK(gpuStreamSynchronize(waiter));
    OK(gpuMemcpy(&byte, pointer + SIZE - 1, 1, gpuMemcpyDeviceToHost));
    assert_int_equal(byte, 5);
    OK(gpuDestroyExternalSemaphore(imported));
    peer_semaphore_destroy(&semaphore);
    OK(gpuFree(pointer));
}

TEST_CASE(waiting_before_the_signal_is_legal)
{
    gpuStream_t first, second;

    OK(gpuStreamCreateWithFlags(&first, gpuStreamNonBlocking));
    OK(gpuStreamCreateWithFlags(&second, gpuStreamNonBlocking));
    wait_then_signal(true, first, second);
    wait_then_signal(false, first, second);
    wait_then_signal(true, NULL, second);
    wait_then_signal(false, NULL, second);
    OK(gpuStreamDestroy(first));
    OK(gpuStreamDestroy(second));
}

TEST_CASE(a_waiting_stream_holds_no_other)
{
    struct peer_semaphore semaphore;
    gpuExternalSemaphore_t imported;
    gpuStream_t held, other;
    void *pointer;

    OK(gpuMalloc(&pointer, SIZE));
    peer_semaphore_create(&semaphore, true);
    imported = import_semaphore(peer_semaphore_export(&semaphore), true);
    OK(gpuStreamCreateWithFlags(&held, gpuStreamNonBlocking));
    OK(wait_one(imported, 1, held));
    for (int i = 0; i < 20; i++) {               /* more streams than any device has queues */
        OK(gpuStreamCreateWithFlags(&other, gpuStreamNonBlocking));
        OK(gpuMemsetAsync(pointer, i, SIZE, other));
        OK(gpuStreamSynchronize(other));
        OK(gpuStreamDestroy(other));
    }
    assert_int_equal(gpuStreamQuery(held), gpuErrorNotReady);
    peer_semaphore_signal(&semaphore, 1);
    OK(gpuStreamSynchronize(held));
    OK(gpuStreamDestroy(held));
    OK(gpuDestroyExternalSemaphore(imported));
    peer_semaphore_destroy(&semaphore);
    OK(gpuFree(pointer));
}

TEST_CASE(a_semaphore_may_go_while_a_stream_waits)
{
    struct peer_semaphore semaphore;
    gpuExternalSemaphore_t imported;
    gpuStream_t stream;

    peer_semaphore_create(&semaphore, true);
    imported = import_semaphore(peer_semaphore_export(&semaphore), true);
    OK(gpuStreamCreateWithFlags(&stream, gpuStreamNonBlocking));
    OK(wait_one(imported, 1, stream));
    OK(gpuDestroyExternalSemaphore(imported));
    BAD_SEMAPHORE(gpuDestroyExternalSemaphore(imported));
    assert_int_equal(gpuStreamQuery(stream), gpuErrorNotReady);
    peer_semaphore_signal(&semaphore, 1);
    OK(gpuStreamSynchronize(stream));
    OK(gpuStreamDestroy(stream));
    peer_semaphore_destroy(&semaphore);
}

TEST_CASE(a_thousand_in_one_call)
{
    static gpuExternalSemaphore_t imported[MANY];
    static gpuSignalParams signals[MANY];
    static gpuWaitParams waits[MANY];
    struct peer_semaphore semaphore;
    gpuStream_t stream;
    int fds;

    memset(signals, 0, sizeof signals);
    memset(waits, 0, sizeof waits);
    peer_semaphore_create(&semaphore, true);
    imported[0] = import_semaphore(peer_semaphore_export(&semaphore), true);
    fds = open_fds();
    for (int i = 0; i < MANY; i++) {
        imported[i] = imported[0];
        signals[i].params.fence.value = (unsigned long long)i + 1;
        waits[i].params.fence.value = (unsigned long long)i + 1;
    }
    OK(gpuStreamCreateWithFlags(&stream, gpuStreamNonBlocking));
    OK(gpuSignalExternalSemaphoresAsync(imported, signals, MANY, stream));
    OK(gpuWaitExternalSemaphoresAsync(imported, waits, MANY, stream));
    OK(gpuStreamSynchronize(stream));
    assert_int_equal(peer_semaphore_value(&semaphore), MANY);
    /* One bad item in the middle: none of them happens. */
    imported[MANY / 2] = AS_SEMAPHORE(0x1234567);
    for (int i = 0; i < MANY; i++)
        signals[i].params.fence.value = 5000;
    BAD_SEMAPHORE(gpuSignalExternalSemaphoresAsync(imported, signals, MANY, stream));
    OK(gpuStreamSynchronize(stream));
    assert_int_equal(peer_semaphore_value(&semaphore), MANY);
    OK(gpuStreamDestroy(stream));
    assert_true(open_fds() <= fds);      /* a watcher may have closed one of an earlier test */
    OK(gpuDestroyExternalSemaphore(imported[0]));
    peer_semaphore_destroy(&semaphore);
}

TEST_CASE(a_reached_value_holds_nothing)
{
    struct peer_semaphore semaphore;
    gpuExternalSemaphore_t imported;

    peer_semaphore_create(&semaphore, true);
    imported = import_semaphore(peer_semaphore_export(&semaphore), true);
    peer_semaphore_signal(&semaphore, 8);
    OK(wait_one(imported, 0, NULL));
    OK(wait_one(imported, 8, NULL));
    OK(gpuStreamSynchronize(NULL));
    OK(gpuDestroyExternalSemaphore(imported));
    peer_semaphore_destroy(&semaphore);
}

int run_semaphores(void)
{
    return run_test_cases(NULL);
}
