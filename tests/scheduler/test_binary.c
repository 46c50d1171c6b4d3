/* Binary semaphores of a driver that only queues can wait for: who waits where, and for whom. Some
 * cases run with drivers that let a queue wait ahead of the signal, some with those that do not. */
#include "harness.h"

#include <string.h>

#include "../include/gpuinterop.h"

enum { SIZE = 4096, QUEUES = 4 };

static void begin(uint32_t queues, uint32_t binary_caps)
{
    struct sched_setup setup = { queues, CAPS_ALL, binary_caps, GIFAKE_ADDRESSES_SHARED };

    sched_begin(&setup);
}

static void make(struct sched_semaphore *semaphore)
{
    sched_semaphore_make(semaphore, SCHED_NATIVE_SEMAPHORE, false, 0);
}

static uint64_t zeroed(uint64_t size_bytes)
{
    uint64_t memory = sched_memory(size_bytes);

    memset((void *)(uintptr_t)memory, 0, size_bytes);
    return memory;
}

static gi_status enqueue_signal(gi_handle stream, const struct sched_semaphore *semaphore)
{
    struct gi_external_semaphore_item item = { semaphore->handle, 0, 0, true };

    return gi_external_semaphores_signal(&item, 1, stream);
}

static uint64_t held_waits(void)
{
    struct gpuinterop_counters counters;

    gpuinterop_get_counters(&counters);
    return counters.held_waits;
}

/* All lanes that are not shared are taken, by streams or by waits for what the peer has yet to
 * signal; streams from here on share. */
struct crowd {
    gi_handle streams[GIFAKE_MAX_QUEUES];
    struct sched_semaphore semaphores[GIFAKE_MAX_QUEUES];
    int streams_count, waits;
};

static void crowd_begin(struct crowd *crowd, int waits)
{
    memset(crowd, 0, sizeof *crowd);
    do
        crowd->streams[crowd->streams_count] = sched_stream();
    while (sched_has_own_queue(crowd->streams[crowd->streams_count++]));
    for (; crowd->waits < waits; crowd->waits++) {
        gi_handle stream = crowd->streams[crowd->streams_count++] = sched_stream();

        make(&crowd->semaphores[crowd->waits]);
        sched_wait(stream, &crowd->semaphores[crowd->waits], 0);
        STATUS(GI_NOT_READY, gi_stream_query(stream));
    }
}

static void crowd_end(struct crowd *crowd)
{
    for (int i = 0; i < crowd->waits; i++)
        sched_peer_signal(&crowd->semaphores[i], 0);
    for (int i = 0; i < crowd->streams_count; i++) {
        OK(gi_stream_synchronize(crowd->streams[i]));
        OK(gi_stream_destroy(crowd->streams[i]));
    }
    for (int i = 0; i < crowd->waits; i++)
        sched_semaphore_end(&crowd->semaphores[i]);
}

/* ---- no lane is left for the wait ----------------------------------------------------------- */

/* The wait first; what is signalled later goes through the queue that the waiter shares, with work
 * before it that has to be done first. */
SCHED_CASE(own_signals_pass_waits)
{
    enum { ROUNDS = 10 };
    struct sched_semaphore semaphore;
    struct sched_gate gate;
    struct crowd crowd;

    begin(QUEUES, CAPS_QUEUE_AHEAD);
    crowd_begin(&crowd, 1);
    make(&semaphore);
    uint64_t memory = zeroed(2 * SIZE), before = held_waits();
    gi_handle waiter = sched_stream(), signaller = sched_stream();
    REQUIRE(sched_queue_of(waiter) == sched_queue_of(signaller), "they share no queue");
    for (uint32_t i = 1; i <= ROUNDS; i++) {
        sched_wait(waiter, &semaphore, 0);
        OK(gi_copy_async(memory + SIZE, memory, SIZE, GI_COPY_INFER, waiter));
        STATUS(GI_NOT_READY, gi_stream_query(waiter));
        sched_gate_init(&gate);
        OK(gi_fill_async(memory, i, 1, SIZE, signaller));
        sched_gate_enqueue(&gate, signaller);
        sched_signal(signaller, &semaphore, 0);
        sched_gate_await_entered(&gate);
        STATUS(GI_NOT_READY, gi_stream_query(waiter));
        sched_gate_open(&gate);
        OK(gi_stream_synchronize(waiter));
        sched_expect_bytes(memory + SIZE, SIZE, (uint8_t)i);
    }
    REQUIRE(held_waits() - before == ROUNDS, "%llu held waits were counted",
            (unsigned long long)(held_waits() - before));
    sched_semaphore_end(&semaphore);
    OK(gi_stream_destroy(waiter));
    OK(gi_stream_destroy(signaller));
    crowd_end(&crowd);
    OK(gi_memory_free(memory));
    sched_expect_nothing_left();
}

/* Law 4 and law 5: a wait for the peer holds nobody else back, and goes as soon as a lane is
 * free. */
SCHED_CASE(a_free_lane_is_for_who_waits)
{
    enum { WAITERS = 3 };
    struct sched_semaphore semaphores[WAITERS];
    gi_handle waiters[WAITERS];
    struct crowd crowd;

    begin(QUEUES, CAPS_QUEUE_AHEAD);
    crowd_begin(&crowd, 1);
    uint64_t memory = zeroed((WAITERS + 1) * SIZE);
    for (uint64_t i = 0; i < WAITERS; i++) {
        make(&semaphores[i]);
        waiters[i] = sched_stream();
        sched_wait(waiters[i], &semaphores[i], 0);
        OK(gi_fill_async(memory + i * SIZE, 1 + (uint32_t)i, 1, SIZE, waiters[i]));
    }
    gi_handle other = sched_stream();
    OK(gi_fill_async(memory + WAITERS * SIZE, 77, 1, SIZE, other));
    OK(gi_stream_synchronize(other));
    for (int i = 0; i < WAITERS; i++) {
        sched_peer_signal(&semaphores[i], 0);
        STATUS(GI_NOT_READY, gi_stream_query(waiters[i]));
    }
    crowd_end(&crowd);           /* the lane comes back, and goes from one to the next */
    for (uint64_t i = 0; i < WAITERS; i++) {
        OK(gi_stream_synchronize(waiters[i]));
        sched_expect_bytes(memory + i * SIZE, SIZE, (uint8_t)(1 + i));
        OK(gi_stream_destroy(waiters[i]));
        sched_semaphore_end(&semaphores[i]);
    }
    OK(gi_stream_destroy(other));
    OK(gi_memory_free(memory));
    sched_expect_nothing_left();
}

/* A lane that a destroyed stream gives back is as good. */
SCHED_CASE(a_destroyed_streams_lane_is_for_who_waits)
{
    struct sched_semaphore semaphore;
    struct crowd crowd;

    begin(QUEUES, CAPS_QUEUE_AHEAD);
    crowd_begin(&crowd, 1);
    make(&semaphore);
    gi_handle waiter = sched_stream();
    sched_wait(waiter, &semaphore, 0);
    STATUS(GI_NOT_READY, gi_stream_query(waiter));
    sched_peer_signal(&semaphore, 0);
    REQUIRE(sched_has_own_queue(crowd.streams[0]), "the first stream has no queue of its own");
    OK(gi_stream_destroy(crowd.streams[0]));
    OK(gi_stream_synchronize(waiter));
    crowd.streams[0] = waiter;
    crowd_end(&crowd);
    sched_semaphore_end(&semaphore);
    sched_expect_nothing_left();
}

/* Law 9: two waits, and each takes a signal of its own. */
SCHED_CASE(one_own_signal_is_for_one_wait)
{
    struct sched_semaphore semaphore;
    gi_handle waiters[2];
    struct crowd crowd;

    begin(QUEUES, CAPS_QUEUE_AHEAD);
    crowd_begin(&crowd, 1);
    make(&semaphore);
    for (int i = 0; i < 2; i++) {
        waiters[i] = sched_stream();
        sched_wait(waiters[i], &semaphore, 0);
    }
    gi_handle signaller = sched_stream();
    sched_signal(signaller, &semaphore, 0);
    OK(gi_stream_synchronize(waiters[0]));
    STATUS(GI_NOT_READY, gi_stream_query(waiters[1]));
    sched_signal(signaller, &semaphore, 0);
    OK(gi_stream_synchronize(waiters[1]));
    for (int i = 0; i < 2; i++)
        OK(gi_stream_destroy(waiters[i]));
    OK(gi_stream_destroy(signaller));
    sched_semaphore_end(&semaphore);
    crowd_end(&crowd);
    sched_expect_nothing_left();
}

/* A signal that stands behind another wait may take long: who shares a queue does not wait for it
 * there. */
SCHED_CASE(a_signal_behind_a_wait_is_waited_for_by_the_host)
{
    struct sched_semaphore first, second;
    struct crowd crowd;

    begin(QUEUES, CAPS_QUEUE_AHEAD);
    make(&first);
    make(&second);
    gi_handle signaller = sched_stream();
    REQUIRE(sched_has_own_queue(signaller), "the signaller has no queue of its own");
    crowd_begin(&crowd, 1);
    gi_handle waiter = sched_stream(), other = sched_stream();
    uint64_t memory = zeroed(2 * SIZE);
    sched_wait(signaller, &first, 0);            /* on its own queue, as no other is left */
    sched_signal(signaller, &second, 0);
    sched_wait(waiter, &second, 0);
    OK(gi_fill_async(memory, 1, 1, SIZE, waiter));
    STATUS(GI_NOT_READY, gi_stream_query(waiter));
    OK(gi_fill_async(memory + SIZE, 2, 1, SIZE, other));
    OK(gi_stream_synchronize(other));
    sched_peer_signal(&first, 0);
    OK(gi_stream_synchronize(waiter));
    sched_expect_bytes(memory, SIZE, 1);
    OK(gi_stream_destroy(signaller));
    OK(gi_stream_destroy(waiter));
    OK(gi_stream_destroy(other));
    sched_semaphore_end(&first);
    sched_semaphore_end(&second);
    crowd_end(&crowd);
    OK(gi_memory_free(memory));
    sched_expect_nothing_left();
}

/* One semaphore in both directions: the signal behind a wait is not what the wait is for. */
static void to_and_fro(uint32_t queues, uint32_t caps)
{
    struct sched_semaphore semaphore;
    struct sched_gate gate;

    begin(queues, caps);
    make(&semaphore);
    gi_handle stream = sched_stream();
    uint64_t memory = zeroed(SIZE);
    for (uint32_t i = 1; i <= 5; i++) {
        sched_gate_init(&gate);
        sched_peer_signal(&semaphore, 0);
        sched_gate_enqueue(&gate, stream);
        sched_wait(stream, &semaphore, 0);
        OK(gi_fill_async(memory, i, 1, SIZE, stream));
        sched_signal(stream, &semaphore, 0);
        sched_gate_open(&gate);
        OK(gi_stream_synchronize(stream));
        sched_expect_bytes(memory, SIZE, (uint8_t)i);
        struct gi_semaphore *native = semaphore.native;
        OK(native->ops->try_consume(native));    /* the peer's wait */
    }
    sched_semaphore_end(&semaphore);
    OK(gi_stream_destroy(stream));
    OK(gi_memory_free(memory));
    sched_expect_nothing_left();
}

SCHED_CASE(one_semaphore_to_and_fro)
{
    to_and_fro(QUEUES, CAPS_QUEUE_AHEAD);
}

SCHED_CASE(one_semaphore_to_and_fro_on_one_queue)
{
    to_and_fro(1, CAPS_QUEUE_AHEAD);
}

SCHED_CASE(one_semaphore_to_and_fro_and_no_wait_ahead)
{
    to_and_fro(QUEUES, CAPS_QUEUE);
}

/* ---- queues that do not wait ahead ---------------------------------------------------------- */

/* The signal is enqueued but waits for something itself: the wait is not submitted before it. The
 * fake ends the program if it is. */
static void wait_behind_a_held_signal(uint32_t queues, uint32_t caps)
{
    enum { ROUNDS = 5 };
    struct sched_semaphore semaphore, timeline;

    begin(queues, caps);
    make(&semaphore);
    sched_semaphore_make(&timeline, SCHED_HOST_SEMAPHORE, true, 0);
    gi_handle signaller = sched_stream(), waiter = sched_stream();
    uint64_t memory = zeroed(2 * SIZE);
    for (uint64_t i = 1; i <= ROUNDS; i++) {
        sched_wait(signaller, &timeline, i);
        OK(gi_fill_async(memory, (uint32_t)i, 1, SIZE, signaller));
        sched_signal(signaller, &semaphore, 0);
        sched_wait(waiter, &semaphore, 0);
        OK(gi_copy_async(memory + SIZE, memory, SIZE, GI_COPY_INFER, waiter));
        STATUS(GI_NOT_READY, gi_stream_query(waiter));
        sched_peer_signal(&timeline, i);
        OK(gi_stream_synchronize(waiter));
        sched_expect_bytes(memory + SIZE, SIZE, (uint8_t)i);
    }
    sched_semaphore_end(&semaphore);
    sched_semaphore_end(&timeline);
    OK(gi_stream_destroy(signaller));
    OK(gi_stream_destroy(waiter));
    OK(gi_memory_free(memory));
    sched_expect_nothing_left();
}

SCHED_CASE(signals_go_before_their_waits)
{
    wait_behind_a_held_signal(QUEUES, CAPS_QUEUE);
}

SCHED_CASE(signals_go_before_their_waits_on_one_queue)
{
    wait_behind_a_held_signal(1, CAPS_QUEUE);
}

SCHED_CASE(one_queue_waits_behind_its_own_signal)
{
    wait_behind_a_held_signal(1, CAPS_QUEUE_AHEAD);
}

/* ---- ends ----------------------------------------------------------------------------------- */

/* A stream that is given up while its wait is held goes on by itself. */
SCHED_CASE(held_waits_outlive_their_streams)
{
    struct sched_semaphore semaphore;
    struct crowd crowd;

    begin(QUEUES, CAPS_QUEUE_AHEAD);
    crowd_begin(&crowd, 1);
    make(&semaphore);
    gi_handle waiter = sched_stream(), signaller = sched_stream(), event = sched_event();
    uint64_t memory = zeroed(SIZE);
    sched_wait(waiter, &semaphore, 0);
    OK(gi_fill_async(memory, 1, 1, SIZE, waiter));
    OK(gi_event_record(event, waiter));
    OK(gi_stream_destroy(waiter));
    STATUS(GI_NOT_READY, gi_event_query(event));
    sched_signal(signaller, &semaphore, 0);
    OK(gi_external_semaphore_destroy(semaphore.handle));
    semaphore.handle = 0;
    OK(gi_event_synchronize(event));
    sched_expect_bytes(memory, SIZE, 1);
    OK(gi_event_destroy(event));
    OK(gi_stream_destroy(signaller));
    crowd_end(&crowd);
    sched_semaphore_end(&semaphore);
    OK(gi_memory_free(memory));
    sched_expect_nothing_left();
}

/* The device goes while waits are held for a lane and for a signal. */
SCHED_CASE(held_waits_end_with_the_device)
{
    struct sched_semaphore semaphore;
    gi_handle waiters[3];
    struct crowd crowd;

    begin(QUEUES, CAPS_QUEUE_AHEAD);
    crowd_begin(&crowd, 1);
    make(&semaphore);
    for (int i = 0; i < 3; i++) {
        waiters[i] = sched_stream();
        sched_wait(waiters[i], &semaphore, 0);
    }
    gifake_lose_device(0);
    for (int i = 0; i < 3; i++) {
        STATUS(GI_DEVICE_LOST, gi_stream_synchronize(waiters[i]));
        OK(gi_stream_destroy(waiters[i]));
    }
    for (int i = 0; i < crowd.streams_count; i++)
        OK(gi_stream_destroy(crowd.streams[i]));
    sched_semaphore_end(&crowd.semaphores[0]);
    sched_semaphore_end(&semaphore);
    sched_expect_nothing_left();
}

/* A signal that is never made, as its stream has failed, holds back no later one. */
SCHED_CASE(signals_of_failed_streams_are_not_waited_for)
{
    struct sched_semaphore semaphore, timeline;

    begin(QUEUES, CAPS_QUEUE);
    make(&semaphore);
    sched_semaphore_make(&timeline, SCHED_NATIVE_SEMAPHORE, true, 0);
    gi_handle failing = sched_stream(), signaller = sched_stream(), waiter = sched_stream();
    uint64_t memory = zeroed(SIZE), other = zeroed(SIZE);
    gifake_pause_queue(0, sched_queue_of(failing));
    OK(gi_fill_async(other, 1, 1, SIZE, failing));
    gifake_fail_call(1, GI_OUT_OF_MEMORY);
    STATUS(GI_OUT_OF_MEMORY, enqueue_signal(failing, &semaphore));
    gifake_fail_call(0, GI_OK);
    gifake_resume_queue(0, sched_queue_of(failing));
    sched_signal(signaller, &semaphore, 0);
    sched_wait(waiter, &semaphore, 0);
    OK(gi_fill_async(memory, 2, 1, SIZE, waiter));
    OK(gi_stream_synchronize(waiter));
    sched_expect_bytes(memory, SIZE, 2);
    OK(gi_stream_destroy(failing));
    OK(gi_stream_destroy(signaller));
    OK(gi_stream_destroy(waiter));
    sched_semaphore_end(&semaphore);
    sched_semaphore_end(&timeline);
    OK(gi_memory_free(memory));
    OK(gi_memory_free(other));
    sched_expect_nothing_left();
}
