/* Kernels that fail: their context ends, and nothing in it waits on. */
#include "harness.h"

#include <string.h>

#include "context/context.h"
#include "launch.h"

enum { SIZE = 4096 };

static void fail_in(gi_handle stream)
{
    OK(gifake_launch_failing(stream));       /* also if the kernel has failed by then */
    STATUS(GI_LAUNCH_TRAPPED, gi_stream_synchronize(stream));
    STATUS(GI_LAUNCH_TRAPPED, gi_stream_synchronize(stream));
    REQUIRE(strstr(gi_last_error_detail(), "the kernel failed") != NULL, "\"%s\"",
            gi_last_error_detail());
}

/* After the reset the device works as before. */
static void expect_well(void)
{
    gi_handle stream;
    uint64_t memory;

    OK(gi_device_reset());
    memory = sched_memory(SIZE);
    stream = sched_stream();
    OK(gi_fill_async(memory, 5, 1, SIZE, stream));
    OK(gi_stream_synchronize(stream));
    sched_expect_bytes(memory, SIZE, 5);
    OK(gi_memory_free(memory));
    OK(gi_stream_destroy(stream));
    sched_expect_nothing_left();
}

/* A stream that waits for a semaphore is over at once, though nobody signals it. The peer signals
 * before the reset, since a queue may wait for it. */
static void wait_for(enum sched_source source, bool is_timeline, uint32_t caps)
{
    const struct sched_setup setup = { 4, caps, caps, GIFAKE_ADDRESSES_SHARED };
    struct sched_semaphore semaphore;
    gi_handle waiting, failing;
    uint64_t memory;

    sched_begin(&setup);
    memory = sched_memory(SIZE);
    waiting = sched_stream();
    failing = sched_stream();
    sched_semaphore_make(&semaphore, source, is_timeline, 0);
    sched_wait(waiting, &semaphore, 1);
    OK(gi_fill_async(memory, 7, 1, SIZE, waiting));
    STATUS(GI_NOT_READY, gi_stream_query(waiting));
    fail_in(failing);
    STATUS(GI_LAUNCH_TRAPPED, gi_stream_query(waiting));
    STATUS(GI_LAUNCH_TRAPPED, gi_stream_synchronize(waiting));
    STATUS(GI_LAUNCH_TRAPPED, gi_fill_async(memory, 7, 1, SIZE, waiting));
    sched_peer_signal(&semaphore, 1);
    sched_semaphore_end(&semaphore);
    expect_well();
}

static void a_wait_for_a_host_semaphore_ends(void)
{
    wait_for(SCHED_HOST_SEMAPHORE, true, CAPS_ALL);
}

static void a_wait_by_the_host_ends(void)
{
    wait_for(SCHED_NATIVE_SEMAPHORE, true, CAPS_HOST);
}

static void a_wait_until_the_signal_is_submitted_ends(void)
{
    wait_for(SCHED_NATIVE_SEMAPHORE, true, CAPS_SUBMITTED);
}

static void a_wait_by_the_queue_is_left_alone(void)
{
    wait_for(SCHED_NATIVE_SEMAPHORE, true, CAPS_ALL);
}

static void a_wait_for_a_binary_semaphore_ends(void)
{
    wait_for(SCHED_HOST_SEMAPHORE, false, CAPS_ALL);
}

static void another_context_goes_on(void)
{
    gi_handle context, stream, failing;
    uint64_t memory;

    sched_begin_plain();
    memory = sched_memory(SIZE);
    stream = sched_stream();
    OK(gi_context_create(0, 0, &context));
    failing = sched_stream();
    fail_in(failing);
    OK(gi_fill_async(memory, 3, 1, SIZE, stream));
    OK(gi_stream_synchronize(stream));
    sched_expect_bytes(memory, SIZE, 3);
    OK(gi_context_destroy(context));
    OK(gi_memory_free(memory));
    OK(gi_stream_destroy(stream));
    expect_well();
}

#define CASE(name) { #name, name, 0 }

int main(int argc, char **argv)
{
    static const struct sched_case cases[] = {
        CASE(a_wait_for_a_host_semaphore_ends), CASE(a_wait_by_the_host_ends),
        CASE(a_wait_until_the_signal_is_submitted_ends), CASE(a_wait_by_the_queue_is_left_alone),
        CASE(a_wait_for_a_binary_semaphore_ends),
        CASE(another_context_goes_on),
    };

    return sched_main(argc, argv, cases, sizeof cases / sizeof cases[0]);
}
