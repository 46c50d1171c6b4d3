/* Host functions: their order, whom they hold back, what they are told. */
#include "harness.h"

#include <stdatomic.h>
#include <string.h>

enum { SIZE = 4096 };

struct note {
    atomic_int *next;
    int seen;
    gi_status status;
    uint64_t memory;
    uint8_t byte;
};

static void take_note(void *argument, gi_status status)
{
    struct note *note = argument;

    note->seen = atomic_fetch_add(note->next, 1);
    note->status = status;
    if (note->memory != 0)
        note->byte = *(uint8_t *)(uintptr_t)note->memory;
}

/* Each runs after the work before it and before the work after it. */
SCHED_CASE(they_are_in_order)
{
    enum { CALLS = 200 };
    static struct note notes[CALLS];
    atomic_int next = 0;

    sched_begin_plain();
    gi_handle stream = sched_stream();
    uint64_t memory = sched_memory(SIZE);
    for (int i = 0; i < CALLS; i++) {
        notes[i] = (struct note){ .next = &next, .memory = memory };
        OK(gi_fill_async(memory, (uint32_t)i, 1, SIZE, stream));
        OK(gi_stream_host_call(stream, take_note, &notes[i], i % 2 == 0));
    }
    STATUS(GI_INVALID_VALUE, gi_stream_host_call(stream, NULL, NULL, false));
    OK(gi_stream_synchronize(stream));
    for (int i = 0; i < CALLS; i++) {
        REQUIRE(notes[i].seen == i, "call %d was number %d", i, notes[i].seen);
        REQUIRE(notes[i].byte == (uint8_t)i, "call %d saw 0x%02x", i, notes[i].byte);
        OK(notes[i].status);
    }
    OK(gi_memory_free(memory));
    OK(gi_stream_destroy(stream));
    sched_expect_nothing_left();
}

/* One that blocks holds back its own stream: work, calls and signals of all others go on. */
SCHED_CASE(a_blocking_one_holds_its_own_stream)
{
    struct sched_semaphore semaphore;
    struct sched_gate gates[3];
    atomic_int next = 0;
    struct note note = { .next = &next };
    struct sched_setup setup = { 1, CAPS_ALL, CAPS_QUEUE_AHEAD, GIFAKE_ADDRESSES_SHARED };

    sched_begin(&setup);
    sched_semaphore_make(&semaphore, SCHED_HOST_SEMAPHORE, true, 0);
    gi_handle blocked[3], other = sched_stream(), event = sched_event();
    uint64_t memory = sched_memory(4 * SIZE);
    memset((void *)(uintptr_t)memory, 0, 4 * SIZE);
    for (uint64_t i = 0; i < 3; i++) {
        blocked[i] = sched_stream();
        sched_gate_init(&gates[i]);
        sched_gate_enqueue(&gates[i], blocked[i]);
        OK(gi_fill_async(memory + i * SIZE, 1, 1, SIZE, blocked[i]));
    }
    sched_signal(blocked[0], &semaphore, 1);
    OK(gi_event_record(event, blocked[0]));
    for (int i = 0; i < 3; i++)                  /* all three stand at once */
        sched_gate_await_entered(&gates[i]);
    OK(gi_fill_async(memory + 3 * SIZE, 2, 1, SIZE, other));
    OK(gi_stream_host_call(other, take_note, &note, false));
    OK(gi_stream_synchronize(other));
    REQUIRE(atomic_load(&next) == 1, "the other stream's call did not come");
    STATUS(GI_NOT_READY, gi_event_query(event));
    REQUIRE(sched_peer_value(&semaphore) == 0, "the signal came too early");
    sched_expect_bytes(memory, 3 * SIZE, 0);
    for (uint64_t i = 3; i-- > 0;) {
        STATUS(GI_NOT_READY, gi_stream_query(blocked[i]));
        sched_gate_open(&gates[i]);
        OK(gi_stream_synchronize(blocked[i]));
        sched_expect_bytes(memory + i * SIZE, SIZE, 1);
        OK(gi_stream_destroy(blocked[i]));
    }
    sched_peer_await(&semaphore, 1);
    OK(gi_event_query(event));
    OK(gi_event_destroy(event));
    OK(gi_stream_destroy(other));
    sched_semaphore_end(&semaphore);
    OK(gi_memory_free(memory));
    sched_expect_nothing_left();
}

/* When the device is lost, those that want to know are told, the others are left out. */
SCHED_CASE(errors_reach_those_who_want_them)
{
    atomic_int next = 0;
    struct note always = { .next = &next }, good_only = { .next = &next };

    sched_begin_plain();
    gi_handle stream = sched_stream();
    uint64_t memory = sched_memory(SIZE);
    sched_pause_all();
    OK(gi_fill_async(memory, 1, 1, SIZE, stream));
    OK(gi_stream_host_call(stream, take_note, &good_only, false));
    OK(gi_stream_host_call(stream, take_note, &always, true));
    gifake_lose_device(0);
    STATUS(GI_DEVICE_LOST, gi_stream_synchronize(stream));
    REQUIRE(atomic_load(&next) == 1, "%d calls were made", atomic_load(&next));
    STATUS(GI_DEVICE_LOST, always.status);
    STATUS(GI_DEVICE_LOST, gi_stream_host_call(stream, take_note, &always, true));
    OK(gi_memory_free(memory));
    OK(gi_stream_destroy(stream));
    sched_expect_nothing_left();
}

/* A chain of calls that let each other's streams go on. */
SCHED_CASE(calls_and_events_across_streams)
{
    enum { STREAMS = 8, ROUNDS = 25 };
    static struct note notes[ROUNDS][STREAMS];
    gi_handle streams[STREAMS], event;
    atomic_int next = 0;

    sched_begin_plain();
    event = sched_event();
    for (int i = 0; i < STREAMS; i++)
        streams[i] = i % 2 == 0 ? sched_stream() : sched_blocking_stream();
    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < STREAMS; i++) {
            notes[round][i] = (struct note){ .next = &next };
            OK(gi_stream_wait_event(streams[i], event));
            OK(gi_stream_host_call(streams[i], take_note, &notes[round][i], true));
            OK(gi_event_record(event, streams[i]));
        }
    }
    OK(gi_event_synchronize(event));
    for (int i = 0; i < ROUNDS * STREAMS; i++)
        REQUIRE(notes[i / STREAMS][i % STREAMS].seen == i, "call %d was number %d", i,
                notes[i / STREAMS][i % STREAMS].seen);
    OK(gi_event_destroy(event));
    for (int i = 0; i < STREAMS; i++)
        OK(gi_stream_destroy(streams[i]));
    sched_expect_nothing_left();
}
