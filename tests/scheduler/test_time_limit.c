/* GPUINTEROP_KERNEL_SECONDS: a kernel that does not end. A paused queue stands for it. The linker
 * sends the start of the library's thread that looks here, and the test looks at times that it
 * makes up. */
#include "harness.h"

#include <sched.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/ticker.h"
#include "context/context.h"
#include "launch.h"
#include "launches.h"
#include "memory/allocation.h"
#include "ops/event.h"
#include "pools/memory.h"
#include "stream/time_limit.h"

enum { SIZE = 4096, WAITERS = 6 };

#define SECOND INT64_C(1000000000)

void __wrap_gi_ticker_start(struct gi_ticker *ticker, const char *name, int64_t interval_ns,
                            void (*tick)(void));

static int64_t interval;                 /* of the library's looks */

void __wrap_gi_ticker_start(struct gi_ticker *ticker, const char *name, int64_t interval_ns,
                            void (*tick)(void))
{
    (void)tick;
    if (strcmp(name, "gi-time-limit") == 0)
        ticker->interval_ns = interval = interval_ns;
}

/* ---- looking --------------------------------------------------------------------------------- */

static int64_t made_up_now = SECOND;

/* Looks as the thread would for that long. */
static void look_for(int64_t time_ns)
{
    for (int64_t end = made_up_now + time_ns; made_up_now < end; made_up_now += interval)
        gi_time_limit_look(made_up_now);
}

static void begin(void)
{
    setenv("GPUINTEROP_KERNEL_SECONDS", "2", 1);
    sched_begin_plain();
    (void)sched_memory(SIZE);                    /* opens the device */
    REQUIRE(interval == 2 * SECOND / 8, "a look each %lld ns", (long long)interval);
}

static bool is_lost(void)
{
    return gi_device_is_lost(gi_device_if_open(0));
}

/* ---- what is overdue ------------------------------------------------------------------------- */

SCHED_CASE(it_counts_from_the_first_look)
{
    struct gi_run_clock clock = { 0 };

    REQUIRE(gi_run_clock_look(&clock, 0, 5, 100) == 0, "nothing runs");
    REQUIRE(gi_run_clock_look(&clock, 7, 50, 100) == 0, "batch 7 has just begun");
    REQUIRE(gi_run_clock_look(&clock, 7, 60, 100) == 10, "batch 7 has run for 10");
    REQUIRE(gi_run_clock_look(&clock, 7, 95, 100) == 45, "batch 7 has run for 45");
    REQUIRE(gi_run_clock_look(&clock, 8, 99, 100) == 0, "batch 8 has just begun");
    REQUIRE(gi_run_clock_look(&clock, 0, 110, 100) == 0, "nothing runs");
    REQUIRE(gi_run_clock_look(&clock, 8, 120, 100) == 0, "batch 8 runs, and did not before");
}

/* A process that was stopped has not looked; its kernel may have been stopped with it. */
SCHED_CASE(long_pauses_are_cut)
{
    struct gi_run_clock clock = { 0 };

    (void)gi_run_clock_look(&clock, 1, 10, 4);
    REQUIRE(gi_run_clock_look(&clock, 1, 1000000, 4) == 4, "the pause counts whole");
    REQUIRE(gi_run_clock_look(&clock, 1, 1000003, 4) == 7, "the time after it does not count");
}

SCHED_CASE(a_kernel_within_the_limit_goes_on)
{
    gi_handle stream;

    begin();
    stream = sched_held_launch();
    look_for(2 * SECOND);
    REQUIRE(!is_lost(), "after 2 s it is not overdue");
    sched_let_go(stream);
    OK(gi_stream_synchronize(stream));
    OK(gi_stream_destroy(stream));
    sched_expect_nothing_left();
}

/* A row of kernels takes longer than the limit, and none of them does. */
SCHED_CASE(each_kernel_has_the_time)
{
    struct gifake_counts counts;
    gi_handle stream;
    uint64_t memory;

    begin();
    memory = sched_memory(SIZE);
    stream = sched_stream();
    for (int i = 0; i < 4; i++) {
        gifake_pause_queue(0, sched_queue_of(stream));
        sched_launch(stream);
        OK(gi_fill_async(memory, 1, 1, SIZE, stream));
        sched_launch(stream);            /* each has its time for itself */
        look_for(SECOND + SECOND / 2);
        gifake_resume_queue(0, sched_queue_of(stream));
        OK(gi_stream_synchronize(stream));
    }
    REQUIRE(!is_lost(), "the time of one kernel was counted for another");
    gifake_counts(0, GIFAKE_ALL_QUEUES, &counts);
    REQUIRE(counts.launches == 8 && counts.batches == 12, "%lu launches are in %lu batches",
            counts.launches, counts.batches);
    OK(gi_stream_destroy(stream));
    OK(gi_memory_free(memory));
    sched_expect_nothing_left();
}

/* The kernel waits for a semaphore, by the host or on the queue; it does not run. */
static void what_waits_does_not_count(uint32_t caps)
{
    const struct sched_setup setup = { 4, caps, CAPS_QUEUE_AHEAD, GIFAKE_ADDRESSES_SHARED };
    struct sched_semaphore semaphore;
    gi_handle stream;

    setenv("GPUINTEROP_KERNEL_SECONDS", "2", 1);
    sched_begin(&setup);
    stream = sched_stream();
    sched_semaphore_make(&semaphore, SCHED_NATIVE_SEMAPHORE, true, 0);
    sched_wait(stream, &semaphore, 1);
    sched_launch(stream);
    look_for(10 * SECOND);
    REQUIRE(!is_lost(), "a wait was counted");
    sched_peer_signal(&semaphore, 1);
    OK(gi_stream_synchronize(stream));
    OK(gi_stream_destroy(stream));
    sched_semaphore_end(&semaphore);
    sched_expect_nothing_left();
}

SCHED_CASE(waits_by_the_host_do_not_count)
{
    what_waits_does_not_count(CAPS_HOST);
}

SCHED_CASE(waits_on_the_queue_do_not_count)
{
    what_waits_does_not_count(CAPS_ALL);
}

/* A kernel behind a fill that lasts: of its own stream, and of another one in the same queue. */
SCHED_CASE(work_before_it_does_not_count)
{
    const struct sched_setup setup = { 1, CAPS_ALL, CAPS_QUEUE_AHEAD, GIFAKE_ADDRESSES_SHARED };
    gi_handle stream, other;

    setenv("GPUINTEROP_KERNEL_SECONDS", "2", 1);
    sched_begin(&setup);
    stream = sched_stream();
    other = sched_stream();
    gifake_pause_queue(0, 0);
    OK(gi_fill_async(sched_memory(SIZE), 1, 1, SIZE, stream));
    sched_launch(stream);
    sched_launch(other);
    look_for(10 * SECOND);
    REQUIRE(!is_lost(), "the time of the fill was counted");
    gifake_resume_queue(0, 0);
    OK(gi_stream_synchronize(stream));
    OK(gi_stream_synchronize(other));
    OK(gi_stream_destroy(stream));
    OK(gi_stream_destroy(other));
}

/* A driver keeps a command buffer for each batch. */
SCHED_CASE(few_batches_go_ahead)
{
    struct gifake_counts counts;
    gi_handle stream;

    begin();
    stream = sched_held_launch();
    for (int i = 0; i < 1000; i++)
        sched_launch(stream);
    gifake_counts(0, GIFAKE_ALL_QUEUES, &counts);
    REQUIRE(counts.batches == 64, "%lu batches are with the queue", counts.batches);
    sched_let_go(stream);
    OK(gi_stream_synchronize(stream));
    gifake_counts(0, GIFAKE_ALL_QUEUES, &counts);
    REQUIRE(counts.launches == 1001 && counts.batches == 1001, "%lu launches, %lu batches",
            counts.launches, counts.batches);
    OK(gi_stream_destroy(stream));
    sched_expect_nothing_left();
}

/* ---- what follows ---------------------------------------------------------------------------- */

static void expect_sentence(void)
{
    static const char *const words[] = { "kernel nothing, grid (1, 1, 1), block (32, 1, 1)",
                                         ", has run for 2.", "GPUINTEROP_KERNEL_SECONDS is 2",
                                         "GPUINTEROP_CHECK=memory" };

    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        REQUIRE(strstr(gi_last_error_detail(), words[i]) != NULL, "\"%s\" is not in \"%s\"",
                words[i], gi_last_error_detail());
}

struct waiter {
    pthread_t thread;
    gi_status (*call)(gi_handle what);
    gi_handle what;
};

static gi_status free_memory(gi_handle pointer)
{
    return gi_memory_free(pointer);
}

static gi_status synchronize_device(gi_handle unused)
{
    (void)unused;
    return gi_device_synchronize();
}

static void *wait_in_call(void *argument)
{
    const struct waiter *waiter = argument;

    STATUS(GI_LAUNCH_TIMEOUT, waiter->call(waiter->what));
    expect_sentence();
    return NULL;
}

static gi_status told;
static atomic_int times_told;

static void note_told(void *unused, gi_status status)
{
    (void)unused;
    told = status;
    atomic_fetch_add(&times_told, 1);
}

/* Streams that wait for the kernel: by an event, by the default stream's order, in its queue. */
static void *query_until_it_fails(void *stream)
{
    gi_status status;

    while ((status = gi_stream_query(*(gi_handle *)stream)) == GI_NOT_READY)
        ;
    STATUS(GI_LAUNCH_TIMEOUT, status);
    return NULL;
}

SCHED_CASE(every_waiter_is_answered)
{
    gi_handle stream, behind, event, blocking;
    struct waiter waiters[WAITERS];
    pthread_t querying;

    begin();
    stream = sched_held_launch();
    event = sched_event();
    OK(gi_event_record(event, stream));
    behind = sched_other_stream(stream);
    OK(gi_stream_wait_event(behind, event));
    OK(gi_fill_async(sched_memory(SIZE), 1, 1, SIZE, behind));
    OK(gi_stream_host_call(behind, note_told, NULL, true));
    blocking = sched_blocking_stream();
    sched_launch(stream);
    const struct waiter each[WAITERS] = {
        { .call = gi_stream_synchronize, .what = stream },
        { .call = gi_stream_synchronize, .what = behind },
        { .call = gi_event_synchronize, .what = event },
        { .call = synchronize_device },
        { .call = gi_stream_synchronize, .what = stream },
        { .call = gi_stream_synchronize, .what = behind },
    };
    for (int i = 0; i < WAITERS; i++) {
        waiters[i] = each[i];
        REQUIRE(pthread_create(&waiters[i].thread, NULL, wait_in_call, &waiters[i]) == 0,
                "no thread");
    }
    REQUIRE(pthread_create(&querying, NULL, query_until_it_fails, &behind) == 0, "no thread");
    REQUIRE(gifake_wait_callers(0, 1), "nobody sleeps for the queue");
    look_for(3 * SECOND);
    REQUIRE(is_lost(), "the kernel has run for 3 s");
    for (int i = 0; i < WAITERS; i++)
        pthread_join(waiters[i].thread, NULL);
    pthread_join(querying, NULL);
    REQUIRE(atomic_load(&times_told) == 1 && told == GI_LAUNCH_TIMEOUT, "told %s, %d times",
            gi_status_name(told), atomic_load(&times_told));
    STATUS(GI_LAUNCH_TIMEOUT, gi_event_query(event));
    STATUS(GI_LAUNCH_TIMEOUT, gi_stream_query(blocking));
    STATUS(GI_LAUNCH_TIMEOUT, gifake_launch(stream));
    OK(gi_stream_destroy(stream));
    OK(gi_event_destroy(event));
}

/* The kernel may still write, and the driver would wait for it. */
SCHED_CASE(nothing_is_given_back)
{
    struct sched_freeing freeing;
    unsigned memories;
    uint64_t first, host, big, again;
    gi_handle stream;

    begin();
    first = sched_memory(SIZE);
    host = sched_host_memory(SIZE);
    OK(gi_memory_alloc(UINT64_C(100) << 20, &big));
    stream = sched_held_launch();
    sched_free_begin(&freeing, free_memory, big);
    look_for(3 * SECOND);
    (void)!sched_free_end(&freeing);
    memories = sched_live_memories();
    (void)!gi_memory_free(first);
    (void)!gi_memory_host_free(host);
    STATUS(GI_LAUNCH_TIMEOUT, gi_memory_alloc(SIZE, &again));
    STATUS(GI_LAUNCH_TIMEOUT, gi_memory_host_alloc(SIZE, 0, &again));
    OK(gi_stream_destroy(stream));
    OK(gi_device_reset());
    REQUIRE(sched_live_memories() == memories, "%u of %u memories are left",
            sched_live_memories(), memories);
    sched_expect_nothing_finished();
    for (int i = 0; i < SIZE; i++)               /* the pages are there */
        ((volatile uint8_t *)(uintptr_t)first)[i] = ((volatile uint8_t *)(uintptr_t)host)[i] = 1;
}

/* Nobody waits on for the kernel, the library's own threads neither: streams end. */
SCHED_CASE(streams_are_let_go)
{
    int64_t deadline = gi_deadline_ns(UINT64_C(20000000000));
    gi_handle stream;

    begin();
    stream = sched_held_launch();
    OK(gi_stream_host_call(stream, note_told, NULL, true));
    look_for(3 * SECOND);
    OK(gi_stream_destroy(stream));
    while (gi_handle_live_count(GI_OBJECT_STREAM) > 1 && gi_now_ns() < deadline)
        sched_yield();
    REQUIRE(gi_handle_live_count(GI_OBJECT_STREAM) == 1, "beside the default stream %zu are left",
            gi_handle_live_count(GI_OBJECT_STREAM) - 1);
}

/* A reset opens the device once more; what it had before stays with the kernel. */
SCHED_CASE(a_reset_opens_the_device_again)
{
    struct gifake_live before, after;
    gi_handle stream, other;
    uint32_t queue;
    uint64_t memory;

    begin();
    stream = sched_held_launch();
    queue = sched_queue_of(stream);
    look_for(3 * SECOND);
    gifake_live(&before);
    STATUS(GI_LAUNCH_TIMEOUT, gi_stream_synchronize(stream));
    OK(gi_device_reset());
    memory = sched_memory(SIZE);
    other = sched_stream();
    while (sched_queue_of(other) == queue)       /* which the fake keeps paused */
        other = sched_stream();
    OK(gi_fill_async(memory, 5, 1, SIZE, other));
    OK(gi_stream_synchronize(other));
    sched_expect_bytes(memory, SIZE, 5);
    gifake_live(&after);
    REQUIRE(after.devices == before.devices + 1, "%u devices are open, and were %u", after.devices,
            before.devices);
    sched_expect_nothing_finished();
    gifake_resume_queue(0, queue);               /* the kernel ends after all */
    gifake_await_launches(0);
    OK(gi_memory_free(memory));
    OK(gi_device_synchronize());
}

/* So does the end of a context, and nobody waits for the kernel. */
SCHED_CASE(contexts_end)
{
    gi_handle context;
    gi_handle stream;

    begin();
    OK(gi_context_create(0, 0, &context));
    stream = sched_held_launch();
    look_for(3 * SECOND);
    STATUS(GI_LAUNCH_TIMEOUT, gi_stream_query(stream));
    STATUS(GI_LAUNCH_TIMEOUT, gi_context_destroy(context));
    STATUS(GI_LAUNCH_TIMEOUT, gi_stream_create(0, 0, &stream));
    OK(gi_device_reset());
    OK(gi_stream_create(0, 0, &stream));
}

static void *reset(void *unused)
{
    OK(gi_device_reset());
    return unused;
}

/* A reset that waits for the kernel is let go. */
SCHED_CASE(a_reset_that_waits_goes_on)
{
    gi_handle stream;
    pthread_t thread;

    begin();
    stream = sched_held_launch();
    REQUIRE(pthread_create(&thread, NULL, reset, NULL) == 0, "no thread");
    REQUIRE(gifake_wait_callers(0, 1), "nobody sleeps for the queue");
    look_for(3 * SECOND);
    pthread_join(thread, NULL);
    STATUS(GI_STALE_HANDLE, gi_stream_query(stream));
    (void)sched_memory(SIZE);
}

static void look_again(void)
{
    STATUS(GI_LAUNCH_TIMEOUT, gi_device_synchronize());
    _exit(3);
}

/* An exit handler of the program finds the error, and the driver's finds nobody. */
SCHED_CASE_EXITS(the_process_ends, 3)
{
    gifake_end_at_exit();
    begin();
    atexit(look_again);
    (void)sched_held_launch();
    look_for(3 * SECOND);
    exit(1);
}

/* Without the variable nothing looks, and launches share batches. */
SCHED_CASE(without_a_limit)
{
    struct gifake_counts counts;
    gi_handle stream;

    unsetenv("GPUINTEROP_KERNEL_SECONDS");
    sched_begin_plain();
    stream = sched_held_launch();
    interval = SECOND;
    look_for(100 * SECOND);
    sched_launch(stream);
    sched_launch(stream);
    REQUIRE(!is_lost(), "there is a limit");
    sched_let_go(stream);
    OK(gi_stream_synchronize(stream));
    gifake_counts(0, GIFAKE_ALL_QUEUES, &counts);
    REQUIRE(counts.batches == 2, "3 launches are in %lu batches", counts.batches);
}
