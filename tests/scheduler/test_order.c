/* Order across streams: events, long chains, the legacy default stream. */
#include "harness.h"

#include <string.h>

enum { SIZE = 4096 };

/* ---- events -------------------------------------------------------------------------------- */

/* On shared and on exclusive queues: a token goes round the streams by events. */
static void token_goes_round(uint32_t queues)
{
    enum { STREAMS = 7, ROUNDS = 20 };
    struct sched_setup setup = { queues, CAPS_ALL, CAPS_QUEUE_AHEAD, GIFAKE_ADDRESSES_SHARED };
    gi_handle streams[STREAMS], events[STREAMS];
    uint64_t memory;

    sched_begin(&setup);
    memory = sched_memory((STREAMS + 1) * SIZE);
    for (int i = 0; i < STREAMS; i++) {
        streams[i] = sched_stream();
        events[i] = sched_event();
        OK(gi_event_query(events[i]));           /* never recorded: done */
        OK(gi_event_synchronize(events[i]));
        OK(gi_stream_wait_event(streams[i], events[i]));
    }
    for (uint32_t round = 1; round <= ROUNDS; round++) {
        if (round > 1)
            OK(gi_stream_wait_event(streams[0], events[STREAMS - 1]));
        OK(gi_fill_async(memory, round, 1, SIZE, streams[0]));
        for (uint64_t i = 0; i < STREAMS; i++) {
            if (i > 0)
                OK(gi_stream_wait_event(streams[i], events[i - 1]));
            OK(gi_copy_async(memory + (i + 1) * SIZE, memory + i * SIZE, SIZE, GI_COPY_INFER,
                             streams[i]));
            OK(gi_event_record(events[i], streams[i]));
        }
    }
    OK(gi_event_synchronize(events[STREAMS - 1]));
    sched_expect_bytes(memory, (STREAMS + 1) * SIZE, ROUNDS);
    for (int i = 0; i < STREAMS; i++) {
        OK(gi_event_query(events[i]));
        OK(gi_stream_synchronize(streams[i]));
        OK(gi_event_destroy(events[i]));
        OK(gi_stream_destroy(streams[i]));
    }
    OK(gi_memory_free(memory));
    sched_expect_nothing_left();
}

SCHED_CASE(token_goes_round_one_queue)
{
    token_goes_round(1);
}

SCHED_CASE(token_goes_round_four_queues)
{
    token_goes_round(4);
}

SCHED_CASE(token_goes_round_eight_queues)
{
    token_goes_round(8);
}

/* An event stands for what was enqueued before it, and for nothing that comes later: not even a
 * wait that comes right after it, whose turn the program gives only once the event is done. */
SCHED_CASE(event_does_not_stand_for_later_waits)
{
    struct sched_semaphore first, second;

    sched_begin_plain();
    sched_semaphore_make(&first, SCHED_HOST_SEMAPHORE, true, 0);
    sched_semaphore_make(&second, SCHED_HOST_SEMAPHORE, true, 0);
    gi_handle stream = sched_stream(), a = sched_stream(), b = sched_stream();
    gi_handle after_a = sched_event(), after_b = sched_event(), between = sched_event();
    sched_wait(a, &first, 1);
    OK(gi_event_record(after_a, a));
    sched_wait(b, &second, 1);
    OK(gi_event_record(after_b, b));
    OK(gi_stream_wait_event(stream, after_a));
    OK(gi_event_record(between, stream));
    OK(gi_stream_wait_event(stream, after_b));
    sched_peer_signal(&first, 1);
    OK(gi_event_synchronize(between));           /* second is signalled only after that */
    STATUS(GI_NOT_READY, gi_stream_query(stream));
    sched_peer_signal(&second, 1);
    OK(gi_stream_synchronize(stream));
    OK(gi_event_destroy(after_a));
    OK(gi_event_destroy(after_b));
    OK(gi_event_destroy(between));
    OK(gi_stream_destroy(stream));
    OK(gi_stream_destroy(a));
    OK(gi_stream_destroy(b));
    sched_semaphore_end(&first);
    sched_semaphore_end(&second);
    sched_expect_nothing_left();
}

/* Recording again moves the event; who waits for the old place goes on waiting for that. */
SCHED_CASE(events_move_when_recorded_again)
{
    struct sched_semaphore first, second;

    sched_begin_plain();
    sched_semaphore_make(&first, SCHED_HOST_SEMAPHORE, true, 0);
    sched_semaphore_make(&second, SCHED_HOST_SEMAPHORE, true, 0);
    gi_handle a = sched_stream(), b = sched_stream(), waiter = sched_stream();
    gi_handle event = sched_event();
    sched_wait(a, &first, 1);
    OK(gi_event_record(event, a));
    OK(gi_stream_wait_event(waiter, event));
    sched_wait(b, &second, 1);
    OK(gi_event_record(event, b));
    sched_peer_signal(&second, 1);
    OK(gi_event_synchronize(event));
    STATUS(GI_NOT_READY, gi_stream_query(waiter));
    OK(gi_event_destroy(event));
    sched_peer_signal(&first, 1);
    OK(gi_stream_synchronize(waiter));
    OK(gi_stream_destroy(a));
    OK(gi_stream_destroy(b));
    OK(gi_stream_destroy(waiter));
    sched_semaphore_end(&first);
    sched_semaphore_end(&second);
    sched_expect_nothing_left();
}

/* Each of ten thousand streams waits for the one before it; the first is let go last. */
SCHED_CASE(long_chains_need_no_stack)
{
    enum { STREAMS = 10000 };
    struct sched_semaphore semaphore;
    gi_handle *streams = calloc(STREAMS, sizeof *streams);

    sched_begin_plain();
    REQUIRE(streams != NULL, "no memory");
    sched_semaphore_make(&semaphore, SCHED_HOST_SEMAPHORE, true, 0);
    gi_handle event = sched_event();
    uint64_t memory = sched_memory(STREAMS + 1);
    memset((void *)(uintptr_t)memory, 0, STREAMS + 1);
    for (uint64_t i = 0; i < STREAMS; i++) {
        streams[i] = sched_stream();
        if (i == 0) {
            sched_wait(streams[0], &semaphore, 1);
            OK(gi_fill_async(memory, 9, 1, 1, streams[0]));
        } else {
            OK(gi_stream_wait_event(streams[i], event));
        }
        OK(gi_copy_async(memory + i + 1, memory + i, 1, GI_COPY_INFER, streams[i]));
        OK(gi_event_record(event, streams[i]));
    }
    STATUS(GI_NOT_READY, gi_stream_query(streams[STREAMS - 1]));
    sched_peer_signal(&semaphore, 1);
    OK(gi_stream_synchronize(streams[STREAMS - 1]));
    sched_expect_bytes(memory, STREAMS + 1, 9);
    for (size_t i = 0; i < STREAMS; i++)
        OK(gi_stream_destroy(streams[i]));
    OK(gi_event_destroy(event));
    OK(gi_memory_free(memory));
    sched_semaphore_end(&semaphore);
    free(streams);
    sched_expect_nothing_left();
}

/* ---- the legacy default stream -------------------------------------------------------------- */

struct legacy {
    struct sched_semaphore semaphore;
    gi_handle held, blocking, other;             /* the first waits, the last does not block */
    uint64_t memory, pinned;
};

static void legacy_begin(struct legacy *l, bool held_is_blocking)
{
    sched_begin_plain();
    sched_semaphore_make(&l->semaphore, SCHED_HOST_SEMAPHORE, true, 0);
    l->held = held_is_blocking ? sched_blocking_stream() : sched_stream();
    l->blocking = sched_blocking_stream();
    l->other = sched_stream();
    l->memory = sched_memory(4 * SIZE);
    l->pinned = sched_host_memory(SIZE);
    memset((void *)(uintptr_t)l->memory, 0, 4 * SIZE);
    sched_wait(l->held, &l->semaphore, 1);
    OK(gi_fill_async(l->memory, 1, 1, SIZE, l->held));
}

static void legacy_end(struct legacy *l)
{
    OK(gi_device_synchronize());
    sched_semaphore_end(&l->semaphore);
    OK(gi_stream_destroy(l->held));
    OK(gi_stream_destroy(l->blocking));
    OK(gi_stream_destroy(l->other));
    OK(gi_memory_free(l->memory));
    OK(gi_memory_host_free(l->pinned));
}

SCHED_CASE(legacy_orders_with_blocking_streams)
{
    struct legacy l;
    gi_handle event;

    legacy_begin(&l, true);
    event = sched_event();
    STATUS(GI_NOT_READY, gi_stream_query(GI_STREAM_NULL));
    OK(gi_copy_now(l.memory + SIZE, l.memory, SIZE, GI_COPY_DEVICE_TO_DEVICE));   /* queued */
    OK(gi_fill_now(l.memory, 2, 1, SIZE));
    OK(gi_event_record(event, GI_STREAM_LEGACY));
    STATUS(GI_NOT_READY, gi_event_query(event));
    OK(gi_copy_async(l.memory + 2 * SIZE, l.memory, SIZE, GI_COPY_INFER, l.blocking));
    STATUS(GI_NOT_READY, gi_stream_query(l.blocking));           /* behind the legacy stream */
    OK(gi_fill_async(l.memory + 3 * SIZE, 5, 1, SIZE, l.other));
    OK(gi_stream_synchronize(l.other));                          /* which it does not know */
    OK(gi_stream_query(l.other));
    sched_expect_bytes(l.memory, 3 * SIZE, 0);
    sched_peer_signal(&l.semaphore, 1);
    OK(gi_stream_synchronize(l.blocking));
    OK(gi_event_query(event));
    sched_expect_bytes(l.memory, SIZE, 2);
    sched_expect_bytes(l.memory + SIZE, SIZE, 1);
    sched_expect_bytes(l.memory + 2 * SIZE, SIZE, 2);
    OK(gi_event_destroy(event));
    legacy_end(&l);
    sched_expect_nothing_left();
}

/* The per-thread default stream is a blocking one, and not the legacy one. */
SCHED_CASE(per_thread_stream_is_a_blocking_one)
{
    struct legacy l;
    uint32_t flags;

    legacy_begin(&l, true);
    OK(gi_stream_get_flags(GI_STREAM_PER_THREAD, &flags));
    REQUIRE(flags == 0, "its flags are %u", flags);
    OK(gi_fill_async(l.memory + SIZE, 3, 1, SIZE, GI_STREAM_PER_THREAD));
    OK(gi_stream_synchronize(GI_STREAM_PER_THREAD));             /* held is no concern of it */
    OK(gi_fill_now(l.memory + SIZE, 4, 1, SIZE));                    /* the legacy one waits */
    OK(gi_fill_async(l.memory + SIZE, 5, 1, SIZE, GI_STREAM_PER_THREAD));
    STATUS(GI_NOT_READY, gi_stream_query(GI_STREAM_PER_THREAD));
    sched_expect_bytes(l.memory + SIZE, SIZE, 3);
    sched_peer_signal(&l.semaphore, 1);
    OK(gi_stream_synchronize(GI_STREAM_PER_THREAD));
    sched_expect_bytes(l.memory + SIZE, SIZE, 5);
    STATUS(GI_INVALID_HANDLE, gi_stream_destroy(GI_STREAM_NULL));
    STATUS(GI_INVALID_HANDLE, gi_stream_destroy(GI_STREAM_LEGACY));
    STATUS(GI_INVALID_HANDLE, gi_stream_destroy(GI_STREAM_PER_THREAD));
    legacy_end(&l);
}

/* While a stream that does not block is held, nothing of the legacy stream waits. */
SCHED_CASE(legacy_ignores_non_blocking_streams)
{
    struct legacy l;
    uint8_t bytes[SIZE];

    legacy_begin(&l, false);
    memset(bytes, 8, sizeof bytes);
    OK(gi_stream_query(GI_STREAM_NULL));
    OK(gi_copy_now(l.memory + SIZE, (uint64_t)(uintptr_t)bytes, SIZE, GI_COPY_HOST_TO_DEVICE));
    OK(gi_copy_now((uint64_t)(uintptr_t)bytes, l.memory + SIZE, SIZE, GI_COPY_DEVICE_TO_HOST));
    OK(gi_copy_now(l.memory + 2 * SIZE, l.memory + SIZE, SIZE, GI_COPY_DEVICE_TO_DEVICE));
    OK(gi_fill_now(l.pinned, 6, 1, SIZE));
    sched_expect_bytes(l.pinned, SIZE, 6);
    OK(gi_stream_synchronize(GI_STREAM_NULL));
    OK(gi_fill_async(l.memory + 3 * SIZE, 7, 1, SIZE, l.blocking));
    OK(gi_stream_synchronize(l.blocking));
    sched_expect_bytes(l.memory + 2 * SIZE, SIZE, 8);
    STATUS(GI_NOT_READY, gi_stream_query(l.held));
    sched_peer_signal(&l.semaphore, 1);
    legacy_end(&l);
    sched_expect_nothing_left();
}

enum waiting {
    COPY_TO_HOST, COPY_TO_DEVICE, FILL_PINNED, SYNCHRONIZE, COPY_ON_HELD, WAITING_COUNT
};

struct waiter {
    struct legacy *l;
    enum waiting what;
    uint8_t bytes[SIZE];
};

/* What must have waited for the fill of the held stream. */
static void *call_what_waits(void *argument)
{
    struct waiter *w = argument;
    uint64_t bytes = (uint64_t)(uintptr_t)w->bytes, memory = w->l->memory;

    memset(w->bytes, 9, SIZE);
    switch (w->what) {
    case COPY_TO_HOST:
        OK(gi_copy_now(bytes, memory, SIZE, GI_COPY_DEVICE_TO_HOST));
        REQUIRE(w->bytes[0] == 1, "a copy to the host did not wait");
        break;
    case COPY_TO_DEVICE:
        OK(gi_copy_now(memory, bytes, SIZE, GI_COPY_HOST_TO_DEVICE));
        sched_expect_bytes(memory, SIZE, 9);     /* the fill has not come after it */
        break;
    case FILL_PINNED:
        OK(gi_fill_now(w->l->pinned, 4, 1, SIZE));
        sched_expect_bytes(memory, SIZE, 1);
        sched_expect_bytes(w->l->pinned, SIZE, 4);
        break;
    case SYNCHRONIZE:
        OK(gi_stream_synchronize(GI_STREAM_NULL));
        sched_expect_bytes(memory, SIZE, 1);
        break;
    case COPY_ON_HELD:
        OK(gi_copy_async(bytes, memory, SIZE, GI_COPY_DEVICE_TO_HOST, w->l->held));
        REQUIRE(w->bytes[0] == 1, "a copy to pageable memory did not wait");
        break;
    case WAITING_COUNT:
        break;
    }
    return NULL;
}

SCHED_CASE(what_waits_for_a_blocking_stream)
{
    static struct waiter w;
    struct legacy l;
    pthread_t thread;

    for (int what = 0; what < WAITING_COUNT; what++) {
        if (what == 0)
            legacy_begin(&l, true);
        else
            sched_wait(l.held, &l.semaphore, (uint64_t)what + 1);
        memset((void *)(uintptr_t)l.memory, 0, SIZE);
        OK(gi_fill_async(l.memory, 1, 1, SIZE, l.held));
        w = (struct waiter){ .l = &l, .what = (enum waiting)what };
        REQUIRE(pthread_create(&thread, NULL, call_what_waits, &w) == 0, "no thread");
        STATUS(GI_NOT_READY, gi_stream_query(l.held));
        sched_peer_signal(&l.semaphore, (uint64_t)what + 1);
        pthread_join(thread, NULL);
        OK(gi_stream_synchronize(l.held));
    }
    legacy_end(&l);
    sched_expect_nothing_left();
}

/* What returns although a blocking stream is held. */
SCHED_CASE(what_returns_at_once)
{
    struct legacy l;
    uint8_t bytes[SIZE] = { 0 };
    gi_handle stream, held;

    legacy_begin(&l, true);
    stream = sched_blocking_stream();
    uint64_t memory = sched_memory(SIZE), pinned = sched_host_memory(SIZE);
    OK(gi_copy_async(l.memory + SIZE, (uint64_t)(uintptr_t)bytes, SIZE, GI_COPY_HOST_TO_DEVICE,
                     l.held));
    OK(gi_copy_async(pinned, l.memory, SIZE, GI_COPY_DEVICE_TO_HOST, l.held));
    OK(gi_fill_async(l.memory + 2 * SIZE, 3, 1, SIZE, l.held));
    held = l.held;
    OK(gi_stream_destroy(held));
    STATUS(GI_STALE_HANDLE, gi_stream_query(held));
    l.held = stream;
    sched_peer_signal(&l.semaphore, 1);
    OK(gi_device_synchronize());                 /* also of the destroyed one */
    sched_expect_bytes(l.memory + 2 * SIZE, SIZE, 3);
    sched_expect_bytes(pinned, SIZE, 1);
    OK(gi_memory_free(memory));
    OK(gi_memory_host_free(pinned));
    legacy_end(&l);
    sched_expect_nothing_left();
}
