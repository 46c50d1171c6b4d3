/* Semaphores that a queue may wait for once the signal is submitted, and not before: the host holds
 * the wait until then, and no longer. What the peer has submitted stays pending while its queue is
 * paused. */
#include "harness.h"

#include <string.h>

#include "../include/gpuinterop.h"
#include "base/clock.h"

enum { SIZE = 4096, PEER = 1 };

/** The peer's queue. */
struct peer_queue {
    struct gi_queue *queue;
    uint64_t value;
};

static void begin(uint32_t queues)
{
    struct sched_setup setup = { queues, CAPS_SUBMITTED, CAPS_QUEUE_AHEAD,
                                 GIFAKE_ADDRESSES_SHARED };

    sched_begin(&setup);
}

static void open_peer_queue(const struct sched_semaphore *semaphore, struct peer_queue *out_peer)
{
    out_peer->queue = calloc(1, gifake_driver.queue->size);
    REQUIRE(out_peer->queue != NULL, "no memory");
    out_peer->queue->device = semaphore->native->device;
    out_peer->value = 0;
    OK(gifake_driver.queue->open(out_peer->queue));
    gifake_pause_queue(PEER, 0);
}

/* Submits a signal, which does not come before the queue is resumed. */
static void promise(struct peer_queue *peer, const struct sched_semaphore *semaphore,
                    uint64_t value)
{
    struct gi_signal signal = { semaphore->native, value };
    struct gi_batch batch = { .signals = &signal, .signal_count = 1, .value = ++peer->value };

    OK(gifake_driver.queue->submit(peer->queue, &batch));
}

static void keep_promises(struct peer_queue *peer)
{
    struct gi_wait wait = { .queue = peer->queue, .value = peer->value };

    gifake_resume_queue(PEER, 0);
    OK(gifake_wait_any(peer->queue->device, &wait, 1, GI_FOREVER));
}

static void close_peer_queue(struct peer_queue *peer)
{
    gifake_driver.queue->close(peer->queue);
    free(peer->queue);
}

static unsigned long batches(void)
{
    struct gifake_counts counts;

    gifake_counts(0, GIFAKE_ALL_QUEUES, &counts);
    return counts.batches;
}

static uint64_t held_waits(void)
{
    struct gpuinterop_counters counters;

    gpuinterop_get_counters(&counters);
    return counters.held_waits;
}

/* The signal is submitted before the wait is enqueued, or after it: either way our batch goes to
 * the device while the signal is pending, and nothing of it runs before. */
static void take_over(bool signal_first)
{
    struct sched_semaphore semaphore;
    struct peer_queue peer;

    begin(4);
    sched_semaphore_make(&semaphore, SCHED_NATIVE_SEMAPHORE, true, 0);
    open_peer_queue(&semaphore, &peer);
    gi_handle stream = sched_stream();
    REQUIRE(sched_has_own_queue(stream), "it shares its queue");
    uint64_t memory = sched_memory(SIZE), held = held_waits();
    memset((void *)(uintptr_t)memory, 0, SIZE);
    unsigned long before = batches();
    if (signal_first)
        promise(&peer, &semaphore, 3);
    sched_wait(stream, &semaphore, 3);
    OK(gi_fill_async(memory, 7, 1, SIZE, stream));
    if (!signal_first) {
        STATUS(GI_NOT_READY, gi_stream_query(stream));
        REQUIRE(batches() == before, "a batch was submitted before the signal");
        promise(&peer, &semaphore, 2);
        STATUS(GI_NOT_READY, gi_stream_query(stream));
        REQUIRE(batches() == before, "a batch was submitted for another value");
        promise(&peer, &semaphore, 3);
    }
    REQUIRE(gifake_wait_batches(0, before + 1), "no batch waits for the signal");
    STATUS(GI_NOT_READY, gi_stream_query(stream));
    sched_expect_bytes(memory, SIZE, 0);
    REQUIRE(held_waits() - held == !signal_first, "%llu waits were held",
            (unsigned long long)(held_waits() - held));
    keep_promises(&peer);
    OK(gi_stream_synchronize(stream));
    sched_expect_bytes(memory, SIZE, 7);
    close_peer_queue(&peer);
    sched_semaphore_end(&semaphore);
    OK(gi_stream_destroy(stream));
    OK(gi_memory_free(memory));
    sched_expect_nothing_left();
}

SCHED_CASE(the_queue_takes_a_submitted_signal)
{
    take_over(true);
}

SCHED_CASE(the_queue_takes_over_once_submitted)
{
    take_over(false);
}

/* Law 4: on a queue that others use, too, the host holds the wait until it is reached. */
SCHED_CASE(a_shared_queue_does_not_wait)
{
    struct sched_semaphore semaphore;
    struct peer_queue peer;

    begin(1);
    sched_semaphore_make(&semaphore, SCHED_NATIVE_SEMAPHORE, true, 0);
    open_peer_queue(&semaphore, &peer);
    gi_handle blocked = sched_stream(), other = sched_stream();
    uint64_t memory = sched_memory(2 * SIZE);
    memset((void *)(uintptr_t)memory, 0, 2 * SIZE);
    promise(&peer, &semaphore, 1);
    sched_wait(blocked, &semaphore, 1);
    OK(gi_fill_async(memory, 1, 1, SIZE, blocked));
    STATUS(GI_NOT_READY, gi_stream_query(blocked));
    OK(gi_fill_async(memory + SIZE, 2, 1, SIZE, other));
    OK(gi_stream_synchronize(other));
    STATUS(GI_NOT_READY, gi_stream_query(blocked));
    sched_expect_bytes(memory, SIZE, 0);
    sched_expect_bytes(memory + SIZE, SIZE, 2);
    keep_promises(&peer);
    OK(gi_stream_synchronize(blocked));
    sched_expect_bytes(memory, SIZE, 1);
    close_peer_queue(&peer);
    sched_semaphore_end(&semaphore);
    OK(gi_stream_destroy(blocked));
    OK(gi_stream_destroy(other));
    OK(gi_memory_free(memory));
    sched_expect_nothing_left();
}

/* Streams that wait for a signal of this process's own are with their queues once it is submitted,
 * whatever holds it up there. */
SCHED_CASE(own_signals_are_enough)
{
    enum { STREAMS = 2 };
    struct sched_semaphore semaphore;
    gi_handle waiters[STREAMS];

    begin(8);
    sched_semaphore_make(&semaphore, SCHED_NATIVE_SEMAPHORE, true, 0);
    gi_handle signaller = sched_stream();
    uint64_t memory = sched_memory((STREAMS + 1) * SIZE);
    memset((void *)(uintptr_t)memory, 0, (STREAMS + 1) * SIZE);
    for (uint64_t i = 0; i < STREAMS; i++) {
        waiters[i] = sched_stream();
        sched_wait(waiters[i], &semaphore, 1);
        OK(gi_copy_async(memory + (i + 1) * SIZE, memory, SIZE, GI_COPY_INFER, waiters[i]));
        STATUS(GI_NOT_READY, gi_stream_query(waiters[i]));
    }
    unsigned long before = batches();
    sched_pause_all();
    OK(gi_fill_async(memory, 9, 1, SIZE, signaller));
    sched_signal(signaller, &semaphore, 1);
    REQUIRE(gifake_wait_batches(0, before + 1 + STREAMS), "they wait for more");
    sched_expect_bytes(memory, SIZE, 0);
    sched_resume_all();
    for (uint64_t i = 0; i < STREAMS; i++) {
        OK(gi_stream_synchronize(waiters[i]));
        sched_expect_bytes(memory + (i + 1) * SIZE, SIZE, 9);
        OK(gi_stream_destroy(waiters[i]));
    }
    OK(gi_stream_synchronize(signaller));
    sched_semaphore_end(&semaphore);
    OK(gi_stream_destroy(signaller));
    OK(gi_memory_free(memory));
    sched_expect_nothing_left();
}

/* A signal that would not grow past what another program has submitted is left out, though that
 * is not reached yet: the queue must not be told to. */
SCHED_CASE(values_grow_past_what_is_submitted)
{
    struct sched_semaphore semaphore;
    struct gifake_counts counts;
    struct peer_queue peer;

    begin(4);
    sched_semaphore_make(&semaphore, SCHED_NATIVE_SEMAPHORE, true, 0);
    open_peer_queue(&semaphore, &peer);
    gi_handle stream = sched_stream();
    uint64_t memory = sched_memory(SIZE);
    promise(&peer, &semaphore, 3);
    sched_pause_all();
    for (uint64_t value = 1; value <= 4; value++) {
        OK(gi_fill_async(memory, (uint32_t)value, 1, SIZE, stream));
        sched_signal(stream, &semaphore, value);
    }
    sched_resume_all();
    keep_promises(&peer);
    OK(gi_stream_synchronize(stream));
    REQUIRE(sched_peer_value(&semaphore) == 4, "the last signal did not come");
    gifake_counts(0, GIFAKE_ALL_QUEUES, &counts);
    REQUIRE(counts.signals == 1, "%lu signals were given to queues", counts.signals);
    sched_expect_bytes(memory, SIZE, 4);
    close_peer_queue(&peer);
    sched_semaphore_end(&semaphore);
    OK(gi_stream_destroy(stream));
    OK(gi_memory_free(memory));
    sched_expect_nothing_left();
}

/* Streams that wait for what is never submitted end with the device, and leave nothing behind. */
SCHED_CASE(a_lost_device_ends_the_waits)
{
    enum { STREAMS = 3 };
    struct sched_semaphore semaphore;
    gi_handle streams[STREAMS];

    begin(4);
    sched_semaphore_make(&semaphore, SCHED_NATIVE_SEMAPHORE, true, 0);
    uint64_t memory = sched_memory(SIZE);
    for (uint64_t i = 0; i < STREAMS; i++) {
        streams[i] = sched_stream();
        sched_wait(streams[i], &semaphore, i + 1);
        OK(gi_fill_async(memory, 1, 1, SIZE, streams[i]));
    }
    gifake_lose_device(0);
    for (int i = 0; i < STREAMS; i++) {
        STATUS(GI_DEVICE_LOST, gi_stream_synchronize(streams[i]));
        OK(gi_stream_destroy(streams[i]));
    }
    sched_semaphore_end(&semaphore);
}

/* Who cannot be asked fails its stream, once; a sleep that fails is slept again. */
SCHED_CASE(errors_of_asking)
{
    struct sched_semaphore semaphore;
    struct peer_queue peer;

    begin(4);
    sched_semaphore_make(&semaphore, SCHED_NATIVE_SEMAPHORE, true, 0);
    open_peer_queue(&semaphore, &peer);
    gi_handle stream = sched_stream();
    uint64_t memory = sched_memory(SIZE);
    gifake_fail_slot("semaphore.query_submitted", GI_OUT_OF_MEMORY);
    struct gi_external_semaphore_item item = { semaphore.handle, 1, 0, true };
    STATUS(GI_OUT_OF_MEMORY, gi_external_semaphores_wait(&item, 1, stream));
    OK(gi_stream_synchronize(stream));
    gifake_fail_slot("waiter.wait submitted", GI_OUT_OF_MEMORY);
    sched_wait(stream, &semaphore, 1);
    OK(gi_fill_async(memory, 5, 1, SIZE, stream));
    promise(&peer, &semaphore, 1);
    keep_promises(&peer);
    OK(gi_stream_synchronize(stream));
    sched_expect_bytes(memory, SIZE, 5);
    gifake_fail_slot(NULL, GI_OK);
    close_peer_queue(&peer);
    sched_semaphore_end(&semaphore);
    OK(gi_stream_destroy(stream));
    OK(gi_memory_free(memory));
    sched_expect_nothing_left();
}

/* Wakes that come while the thread is on its way to sleep, and many waits at once. */
SCHED_CASE(waits_and_signals_in_any_order)
{
    enum { STREAMS = 3, ROUNDS = 200 };
    struct sched_semaphore semaphores[STREAMS];
    gi_handle streams[STREAMS];
    struct peer_queue peer;

    begin(8);
    for (int i = 0; i < STREAMS; i++) {
        sched_semaphore_make(&semaphores[i], SCHED_NATIVE_SEMAPHORE, true, 0);
        streams[i] = sched_stream();
    }
    open_peer_queue(&semaphores[0], &peer);
    gifake_resume_queue(PEER, 0);
    uint64_t memory = sched_memory(STREAMS * SIZE);
    for (uint64_t round = 1; round <= ROUNDS; round++) {
        for (uint64_t i = 0; i < STREAMS; i++) {
            if ((round + i) % 3 == 0)
                promise(&peer, &semaphores[i], round);
            sched_wait(streams[i], &semaphores[i], round);
            OK(gi_fill_async(memory + i * SIZE, (uint32_t)round, 1, SIZE, streams[i]));
        }
        for (uint64_t i = 0; i < STREAMS; i++) {
            if ((round + i) % 3 != 0)
                promise(&peer, &semaphores[i], round);
        }
        for (uint64_t i = 0; i < STREAMS && round % 10 == 0; i++) {
            OK(gi_stream_synchronize(streams[i]));
            sched_expect_bytes(memory + i * SIZE, SIZE, (uint8_t)round);
        }
    }
    keep_promises(&peer);
    for (int i = 0; i < STREAMS; i++) {
        OK(gi_stream_destroy(streams[i]));
        sched_semaphore_end(&semaphores[i]);
    }
    close_peer_queue(&peer);
    OK(gi_memory_free(memory));
    sched_expect_nothing_left();
}
