/* Law 10: every entry point from any thread. Many threads make, use, wait for and end their own
 * things and those of all. */
#include "harness.h"

#include <stdatomic.h>

#include "../unit/random.h"

enum { THREADS = 64, ROUNDS = 12, SIZE = 1024 };

static struct sched_semaphore semaphore;
static gi_handle common_stream, common_event;
static _Atomic uint64_t next_value;
static atomic_int calls;
static uint64_t seed;

static void count_call(void *unused, gi_status status)
{
    (void)unused;
    (void)status;
    atomic_fetch_add(&calls, 1);
}

/* Things of all threads: only that they can be used is sure, so only errors are looked at. */
static void use_common_things(gi_handle stream)
{
    gi_status status;

    OK(gi_event_record(common_event, stream));
    OK(gi_stream_wait_event(common_stream, common_event));
    OK(gi_event_record(common_event, common_stream));
    OK(gi_stream_host_call(common_stream, count_call, NULL, true));
    status = gi_event_query(common_event);
    REQUIRE(status == GI_OK || status == GI_NOT_READY, "query: %s", gi_status_name(status));
}

static void one_round(struct test_random *random)
{
    uint32_t value = (uint32_t)test_random_below(random, 256);
    gi_handle stream = value % 3 == 0 ? sched_blocking_stream() : sched_stream();
    gi_handle second = value % 5 == 0 ? GI_STREAM_PER_THREAD : sched_stream();
    gi_handle event = sched_event();
    uint64_t memory = sched_memory(3 * SIZE), reached = atomic_fetch_add(&next_value, 1) + 1;

    OK(gi_fill_async(memory, value, 1, SIZE, stream));
    OK(gi_event_record(event, stream));
    OK(gi_stream_wait_event(second, event));
    OK(gi_copy_async(memory + SIZE, memory, SIZE, GI_COPY_INFER, second));
    if (value % 4 == 0)
        use_common_things(second);
    if (value % 7 == 0)
        OK(gi_fill_now(memory + 2 * SIZE, value, 1, SIZE));     /* the legacy default stream */
    OK(gi_stream_host_call(second, count_call, NULL, true));
    sched_signal(second, &semaphore, reached);
    if (value % 2 == 0)
        sched_wait(stream, &semaphore, reached);
    if (test_random_below(random, 2) == 0) {
        OK(gi_stream_synchronize(second));
        sched_expect_bytes(memory, 2 * SIZE, (uint8_t)value);
    }
    OK(gi_event_destroy(event));
    OK(gi_memory_free(memory));
    OK(gi_stream_destroy(stream));
    if (second != GI_STREAM_PER_THREAD)
        OK(gi_stream_destroy(second));
}

static void *work(void *number)
{
    struct test_random random = { seed + (uint64_t)(uintptr_t)number };

    for (int i = 0; i < ROUNDS; i++)
        one_round(&random);
    return NULL;
}

static void run(uint32_t queues, enum sched_source source)
{
    struct sched_setup setup = { queues, CAPS_ALL, CAPS_QUEUE_AHEAD, GIFAKE_ADDRESSES_SHARED };
    struct test_random random;
    pthread_t threads[THREADS];

    test_random_begin(&random, "threads");
    seed = random.state;
    sched_begin(&setup);
    sched_semaphore_make(&semaphore, source, true, 0);
    common_stream = sched_stream();
    common_event = sched_event();
    for (uintptr_t i = 0; i < THREADS; i++)
        REQUIRE(pthread_create(&threads[i], NULL, work, (void *)i) == 0, "no thread");
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    OK(gi_device_synchronize());
    REQUIRE(sched_peer_value(&semaphore) == THREADS * ROUNDS, "the semaphore is at %llu",
            (unsigned long long)sched_peer_value(&semaphore));
    REQUIRE(atomic_load(&calls) >= THREADS * ROUNDS, "%d calls came", atomic_load(&calls));
    OK(gi_stream_destroy(common_stream));
    OK(gi_event_destroy(common_event));
    sched_semaphore_end(&semaphore);
    sched_expect_nothing_left();
}

SCHED_CASE(one_queue)
{
    run(1, SCHED_HOST_SEMAPHORE);
}

SCHED_CASE(four_queues)
{
    run(4, SCHED_NATIVE_SEMAPHORE);
}
