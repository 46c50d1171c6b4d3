/* Semaphores: whom a wait holds back, wait before signal, one signal for one wait. Each case runs
 * for semaphores of every capability, since the core goes another way for each. */
#include "harness.h"

#include <string.h>

#include "../include/gpuinterop.h"
#include "stream/wait/lane_wait.h"

enum { SIZE = 4096, MANY = 1000 };

struct way {
    enum sched_source source;
    uint32_t queues;
    uint32_t caps;
};

static struct way way;

static void begin(void)
{
    struct sched_setup setup = { way.queues, way.caps, way.caps, GIFAKE_ADDRESSES_SHARED };

    sched_begin(&setup);
}

static void make(struct sched_semaphore *semaphore, bool is_timeline)
{
    sched_semaphore_make(semaphore, way.source, is_timeline, 0);
}

/* Law 4, with more streams than queues: each waits for a value of its own and holds back no
 * other. */
static void hold_each_stream_alone(bool is_timeline)
{
    enum { STREAMS = 6 };
    struct sched_semaphore semaphores[STREAMS];
    gi_handle streams[STREAMS], free_stream;
    uint64_t memory;

    begin();
    for (int i = 0; i < STREAMS; i++)
        make(&semaphores[i], is_timeline);
    memory = sched_memory((STREAMS + 1) * SIZE);
    memset((void *)(uintptr_t)memory, 0, (STREAMS + 1) * SIZE);
    for (uint64_t i = 0; i < STREAMS; i++) {
        streams[i] = sched_stream();
        sched_wait(streams[i], &semaphores[i], 5);
        OK(gi_fill_async(memory + i * SIZE, 1 + (uint32_t)i, 1, SIZE, streams[i]));
    }
    free_stream = sched_stream();
    OK(gi_fill_async(memory + STREAMS * SIZE, 77, 1, SIZE, free_stream));
    OK(gi_stream_synchronize(free_stream));
    sched_expect_bytes(memory + STREAMS * SIZE, SIZE, 77);
    for (uint64_t n = STREAMS; n-- > 0;) {       /* the last comes first */
        for (uint64_t i = 0; i <= n; i++)
            STATUS(GI_NOT_READY, gi_stream_query(streams[i]));
        sched_expect_bytes(memory + n * SIZE, SIZE, 0);
        if (is_timeline) {
            sched_peer_signal(&semaphores[n], 4);
            STATUS(GI_NOT_READY, gi_stream_query(streams[n]));
        }
        sched_peer_signal(&semaphores[n], 5);
        OK(gi_stream_synchronize(streams[n]));
        sched_expect_bytes(memory + n * SIZE, SIZE, (uint8_t)(1 + n));
    }
    for (int i = 0; i < STREAMS; i++) {
        OK(gi_stream_destroy(streams[i]));
        sched_semaphore_end(&semaphores[i]);
    }
    OK(gi_stream_destroy(free_stream));
    OK(gi_memory_free(memory));
    sched_expect_nothing_left();
}

SCHED_CASE(timeline_waits_hold_their_own_stream)
{
    hold_each_stream_alone(true);
}

SCHED_CASE(binary_waits_hold_their_own_stream)
{
    hold_each_stream_alone(false);
}

/* Law 5, within the process: the waiter is enqueued first, the signaller is another stream. */
static void wait_before_signal(bool is_timeline)
{
    enum { ROUNDS = 30 };
    struct sched_semaphore there, back;
    uint64_t memory;

    begin();
    make(&there, is_timeline);
    make(&back, is_timeline);
    gi_handle signaller = sched_stream(), waiter = sched_stream();
    memory = sched_memory(2 * SIZE);
    for (uint64_t i = 1; i <= ROUNDS; i++) {
        sched_wait(waiter, &there, i);
        OK(gi_copy_async(memory + SIZE, memory, SIZE, GI_COPY_INFER, waiter));
        sched_signal(waiter, &back, i);
        STATUS(GI_NOT_READY, gi_stream_query(waiter));
        OK(gi_fill_async(memory, (uint32_t)i, 1, SIZE, signaller));
        sched_signal(signaller, &there, i);
        sched_wait(signaller, &back, i);         /* it overwrites only what was copied */
        OK(gi_fill_async(memory, 0xff, 1, SIZE, signaller));
        OK(gi_stream_synchronize(waiter));
        sched_expect_bytes(memory + SIZE, SIZE, (uint8_t)i);
    }
    OK(gi_stream_synchronize(signaller));
    sched_semaphore_end(&there);
    sched_semaphore_end(&back);
    OK(gi_stream_destroy(signaller));
    OK(gi_stream_destroy(waiter));
    OK(gi_memory_free(memory));
    sched_expect_nothing_left();
}

SCHED_CASE(timeline_wait_before_signal)
{
    wait_before_signal(true);
}

SCHED_CASE(binary_wait_before_signal)
{
    wait_before_signal(false);
}

/* Law 9: each signal lets one wait through; a third wait has to have its own. */
SCHED_CASE(one_signal_is_for_one_wait)
{
    struct sched_semaphore semaphore;

    begin();
    make(&semaphore, false);
    gi_handle stream = sched_stream();
    for (int i = 0; i < 5; i++) {
        sched_peer_signal(&semaphore, 0);
        sched_wait(stream, &semaphore, 0);
        OK(gi_stream_synchronize(stream));
        sched_wait(stream, &semaphore, 0);
        STATUS(GI_NOT_READY, gi_stream_query(stream));
        sched_peer_signal(&semaphore, 0);
        OK(gi_stream_synchronize(stream));
        REQUIRE(sched_peer_value(&semaphore) == 0, "the signal was not taken");
    }
    sched_semaphore_end(&semaphore);
    OK(gi_stream_destroy(stream));
    sched_expect_nothing_left();
}

/* A thousand in one call: the stream goes on after the last of them, and signals all of its own. */
SCHED_CASE(a_thousand_semaphores_in_one_call)
{
    static struct sched_semaphore semaphores[2];
    static struct gi_external_semaphore_item items[MANY];

    begin();
    for (int i = 0; i < 2; i++)
        make(&semaphores[i], true);
    gi_handle stream = sched_stream();
    for (uint64_t i = 0; i < MANY; i++)
        items[i] = (struct gi_external_semaphore_item){ semaphores[i % 2].handle, i + 1, 0, true };
    OK(gi_external_semaphores_wait(items, MANY, stream));
    for (uint64_t i = 0; i < MANY; i++)
        items[i].value += MANY;
    OK(gi_external_semaphores_signal(items, MANY, stream));
    sched_peer_signal(&semaphores[0], MANY - 1);
    STATUS(GI_NOT_READY, gi_stream_query(stream));
    sched_peer_signal(&semaphores[1], MANY);
    OK(gi_stream_synchronize(stream));
    REQUIRE(sched_peer_value(&semaphores[0]) == 2 * MANY - 1 &&
            sched_peer_value(&semaphores[1]) == 2 * MANY, "not all signals came");
    items[MANY - 1].semaphore ^= 1;              /* all or none */
    STATUS(GI_INVALID_HANDLE, gi_external_semaphores_wait(items, MANY, stream));
    items[MANY - 1].flags = 1;
    STATUS(GI_INVALID_VALUE, gi_external_semaphores_signal(items, MANY, stream));
    STATUS(GI_INVALID_VALUE, gi_external_semaphores_signal(items, 0, stream));
    OK(gi_stream_query(stream));
    for (int i = 0; i < 2; i++)
        sched_semaphore_end(&semaphores[i]);
    OK(gi_stream_destroy(stream));
    sched_expect_nothing_left();
}

/* Law 6: news that is not what a stream waits for costs a bounded number of looks, and no time. */
SCHED_CASE(blocked_streams_do_not_spin)
{
    enum { NEWS = 500, LOOKS = 40 };
    struct sched_semaphore semaphore;
    struct gifake_counts before, after;
    unsigned long calls;

    begin();
    make(&semaphore, true);
    gi_handle blocked = sched_stream(), other = sched_stream();
    uint64_t memory = sched_memory(SIZE);
    sched_wait(blocked, &semaphore, 2 * NEWS);
    OK(gi_fill_async(memory, 1, 1, SIZE, blocked));
    gifake_counts(0, GIFAKE_ALL_QUEUES, &before);
    calls = gifake_call_count();
    for (uint64_t i = 1; i <= NEWS; i++) {
        sched_peer_signal(&semaphore, i);
        OK(gi_fill_async(memory + 8, 2, 1, 8, other));
        OK(gi_stream_synchronize(other));
    }
    gifake_counts(0, GIFAKE_ALL_QUEUES, &after);
    calls = gifake_call_count() - calls;
    REQUIRE(after.host_waits - before.host_waits <= NEWS * 4, "%lu sleeps for %d news",
            after.host_waits - before.host_waits, NEWS);
    REQUIRE(calls <= NEWS * LOOKS, "%lu calls of the driver for %d news", calls, NEWS);
    STATUS(GI_NOT_READY, gi_stream_query(blocked));
    sched_peer_signal(&semaphore, 2 * NEWS);
    OK(gi_stream_synchronize(blocked));
    sched_semaphore_end(&semaphore);
    OK(gi_stream_destroy(blocked));
    OK(gi_stream_destroy(other));
    OK(gi_memory_free(memory));
    sched_expect_nothing_left();
}

/* Sleeps until the progress thread has gone to sleep in the driver once more than so often. */
static void await_sleep(unsigned long host_waits)
{
    struct gifake_counts now;

    do {
        sched_yield();
        gifake_counts(0, GIFAKE_ALL_QUEUES, &now);
    } while (now.host_waits <= host_waits);
}

/* A stream that stands at a gate is told when it opens: whatever is enqueued meanwhile asks the
 * driver for nothing, further waits included, but a query of the stream does. */
SCHED_CASE(an_enqueue_into_a_blocked_stream_asks_nothing)
{
    enum { ENQUEUES = 100 };
    bool by_driver = way.source == SCHED_NATIVE_SEMAPHORE;
    struct sched_semaphore semaphores[2];
    struct gifake_counts before;
    unsigned long calls;

    begin();
    for (int i = 0; i < 2; i++)
        make(&semaphores[i], true);
    gi_handle stream = sched_stream(), event = sched_event();
    uint64_t memory = sched_memory(SIZE);
    bool held = !sched_has_own_queue(stream) || !by_driver ||
                (way.caps & GI_SEMAPHORE_WAIT_AHEAD) == 0;
    gifake_counts(0, GIFAKE_ALL_QUEUES, &before);
    sched_wait(stream, &semaphores[0], 1);
    if (held && by_driver)
        await_sleep(before.host_waits);
    calls = gifake_call_count();
    for (uint32_t i = 0; held && i < ENQUEUES; i++) {
        OK(gi_fill_async(memory, i, 1, SIZE, stream));
        OK(gi_event_record(event, stream));
        sched_wait(stream, &semaphores[1], i % 3);
    }
    REQUIRE(gifake_call_count() == calls, "%lu calls of the driver for %d enqueues",
            gifake_call_count() - calls, ENQUEUES);
    STATUS(GI_NOT_READY, gi_stream_query(stream));
    REQUIRE(!held || !by_driver || gifake_call_count() > calls, "the query asks nobody");
    sched_peer_signal(&semaphores[1], 2);
    sched_peer_signal(&semaphores[0], 1);
    OK(gi_stream_synchronize(stream));
    for (int i = 0; i < 2; i++)
        sched_semaphore_end(&semaphores[i]);
    OK(gi_event_destroy(event));
    OK(gi_stream_destroy(stream));
    OK(gi_memory_free(memory));
    sched_expect_nothing_left();
}

/* Law 11: a wait that the host holds is counted once, whatever wakes it, and so is a host's
 * signal. */
SCHED_CASE(held_waits_and_host_signals_are_counted)
{
    struct gpuinterop_counters before, after;
    struct sched_semaphore semaphore;
    bool host_signals = way.source == SCHED_HOST_SEMAPHORE ||
                        (way.caps & GI_SEMAPHORE_QUEUE_SIGNAL) == 0;

    begin();
    make(&semaphore, true);
    gi_handle stream = sched_stream();
    uint64_t memory = sched_memory(SIZE);
    bool held = !sched_has_own_queue(stream) || way.source == SCHED_HOST_SEMAPHORE ||
                (way.caps & GI_SEMAPHORE_WAIT_AHEAD) == 0;
    gpuinterop_get_counters(&before);
    sched_wait(stream, &semaphore, 5);
    OK(gi_fill_async(memory, 1, 1, SIZE, stream));
    sched_signal(stream, &semaphore, 6);
    for (uint64_t i = 1; i <= 5; i++) {
        STATUS(GI_NOT_READY, gi_stream_query(stream));
        sched_peer_signal(&semaphore, i);
    }
    OK(gi_stream_synchronize(stream));
    sched_wait(stream, &semaphore, 6);           /* reached: nothing to hold */
    OK(gi_stream_synchronize(stream));
    gpuinterop_get_counters(&after);
    REQUIRE(after.held_waits - before.held_waits == held, "%llu held waits instead of %d",
            (unsigned long long)(after.held_waits - before.held_waits), held);
    REQUIRE(after.host_signals - before.host_signals == host_signals,
            "%llu host signals instead of %d",
            (unsigned long long)(after.host_signals - before.host_signals), host_signals);
    sched_semaphore_end(&semaphore);
    OK(gi_stream_destroy(stream));
    OK(gi_memory_free(memory));
    sched_expect_nothing_left();
}

/* A value that does not grow changes nothing, is no error and holds nobody up. */
SCHED_CASE(signals_that_do_not_grow_are_harmless)
{
    struct sched_semaphore semaphore;

    begin();
    make(&semaphore, true);
    gi_handle stream = sched_stream();
    uint64_t memory = sched_memory(SIZE);
    sched_peer_signal(&semaphore, 10);
    sched_signal(stream, &semaphore, 3);
    OK(gi_fill_async(memory, 1, 1, SIZE, stream));
    sched_signal(stream, &semaphore, 10);
    sched_signal(stream, &semaphore, UINT64_MAX - 1);
    OK(gi_stream_synchronize(stream));
    REQUIRE(sched_peer_value(&semaphore) == UINT64_MAX - 1, "the last signal did not come");
    sched_semaphore_end(&semaphore);
    OK(gi_stream_destroy(stream));
    OK(gi_memory_free(memory));
}

/* A semaphore that is destroyed while a stream waits for it is waited for to the end. */
SCHED_CASE(destroyed_semaphores_are_waited_for)
{
    struct sched_semaphore semaphore;

    begin();
    make(&semaphore, true);
    gi_handle stream = sched_stream();
    sched_wait(stream, &semaphore, 1);
    OK(gi_external_semaphore_destroy(semaphore.handle));
    semaphore.handle = 0;
    STATUS(GI_NOT_READY, gi_stream_query(stream));
    sched_peer_signal(&semaphore, 1);
    OK(gi_stream_synchronize(stream));
    sched_semaphore_end(&semaphore);
    OK(gi_stream_destroy(stream));
    sched_expect_nothing_left();
}

/* Semaphores that only queues can wait for. At exit each wait takes a signal of our own, nothing
 * behind it is done, and the semaphore is as it was. */
SCHED_CASE(waits_are_released_at_exit)
{
    enum { STREAMS = 3, OTHERS = 20 };
    struct sched_setup setup = { 16, CAPS_ALL, CAPS_QUEUE_AHEAD, GIFAKE_ADDRESSES_SHARED };
    struct sched_semaphore semaphores[2];
    gi_handle streams[STREAMS];
    struct gi_device *device;
    uint64_t memory;

    sched_begin(&setup);
    for (int i = 0; i < OTHERS; i++)
        sched_stream();          /* streams leave lanes for waits, however many they are */
    for (int i = 0; i < 2; i++)
        sched_semaphore_make(&semaphores[i], SCHED_NATIVE_SEMAPHORE, false, 0);
    memory = sched_memory(STREAMS * SIZE);
    memset((void *)(uintptr_t)memory, 0, STREAMS * SIZE);
    for (uint64_t i = 0; i < STREAMS; i++) {
        streams[i] = sched_stream();
        sched_wait(streams[i], &semaphores[i % 2], 0);
        OK(gi_fill_async(memory + i * SIZE, 1, 1, SIZE, streams[i]));
        STATUS(GI_NOT_READY, gi_stream_query(streams[i]));
        if (i != 1)
            continue;
        sched_peer_signal(&semaphores[1], 0);    /* a signal that does come is waited for */
        OK(gi_stream_synchronize(streams[1]));
        sched_expect_bytes(memory + SIZE, SIZE, 1);
    }
    OK(gi_device_current(&device));
    gi_lane_waits_release(device);
    for (uint32_t i = 0; i < device->lane_count; i++)
        REQUIRE(!gi_lane_is_held(&device->lanes[i], device->lanes[i].last_value),
                "lane %u still waits", i);
    for (uint64_t i = 0; i < STREAMS; i += 2) {
        STATUS(GI_NOT_READY, gi_stream_query(streams[i]));
        sched_expect_bytes(memory + i * SIZE, SIZE, 0);
    }
    exit(0);                                     /* and a second release finds nothing to do */
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        struct way way;
    } ways[] = {
        { "host semaphores, one queue", { SCHED_HOST_SEMAPHORE, 1, CAPS_ALL } },
        { "host semaphores, four queues", { SCHED_HOST_SEMAPHORE, 4, CAPS_ALL } },
        { "all capabilities, one queue", { SCHED_NATIVE_SEMAPHORE, 1, CAPS_ALL } },
        { "all capabilities, four queues", { SCHED_NATIVE_SEMAPHORE, 4, CAPS_ALL } },
        { "no wait ahead, one queue", { SCHED_NATIVE_SEMAPHORE, 1, CAPS_HOST | CAPS_QUEUE } },
        { "no wait ahead, four queues", { SCHED_NATIVE_SEMAPHORE, 4, CAPS_HOST | CAPS_QUEUE } },
        { "submitted is enough, one queue", { SCHED_NATIVE_SEMAPHORE, 1, CAPS_SUBMITTED } },
        { "submitted is enough, four queues", { SCHED_NATIVE_SEMAPHORE, 4, CAPS_SUBMITTED } },
        { "host only, four queues", { SCHED_NATIVE_SEMAPHORE, 4, CAPS_HOST } },
    };
    int failed = 0;

    if (argc > 2)                                /* NAME and the number of the way */
        way = ways[strtoul(argv[2], NULL, 10) % (sizeof ways / sizeof ways[0])].way;
    else if (argc > 1)
        way = ways[0].way;
    if (argc > 1)
        return sched_run(argc, argv);
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        way = ways[i].way;
        printf("%zu: %s\n", i, ways[i].name);
        failed += sched_run(argc, argv);
    }
    return failed > 0;
}
