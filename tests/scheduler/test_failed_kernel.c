/* Kernels that fail: their context ends, and nothing in it waits on. */
#include "harness.h"

#include <string.h>

#include "base/log_listen.h"
#include "context/context.h"
#include "launch.h"
#include "ops/event.h"
#include "ops/managed.h"

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

static void count_error(const void *context, bool is_warning, char *text, size_t length)
{
    (void)is_warning, (void)length;
    **(int *const *)context += strstr(text, "the kernel failed") != NULL;
}

/* The log tells of the kernel, and not once more for each stream that it has ended. */
static void the_log_tells_it_once(void)
{
    struct sched_semaphore semaphore;
    gi_handle waiting[3], failing, listener;
    int lines = 0, *counter = &lines;
    uint64_t memory;

    sched_begin_plain();
    memory = sched_memory(SIZE);
    failing = sched_stream();
    sched_semaphore_make(&semaphore, SCHED_HOST_SEMAPHORE, true, 0);
    for (int i = 0; i < 3; i++) {
        waiting[i] = sched_stream();
        sched_wait(waiting[i], &semaphore, 1);
        OK(gi_fill_async(memory, 7, 1, SIZE, waiting[i]));
    }
    OK(gi_log_listen(count_error, &counter, sizeof counter, &listener));
    OK(gifake_launch_failing(failing));
    while (gi_stream_query(failing) != GI_LAUNCH_TRAPPED)
        sched_yield();
    for (int i = 0; i < 3; i++)
        STATUS(GI_LAUNCH_TRAPPED, gi_stream_synchronize(waiting[i]));
    gi_log_deliver();
    OK(gi_log_unlisten(listener));
    REQUIRE(lines == 1, "%d lines", lines);
    sched_peer_signal(&semaphore, 1);
    sched_semaphore_end(&semaphore);
    expect_well();
}

/* Calls that enqueue nothing say it too, whatever context is current. */
static void what_needs_no_queue_fails_as_well(void)
{
    gi_handle context, stream, failing, event;
    uint64_t memory;

    sched_begin_plain();
    OK(gi_context_create(0, 0, &context));
    failing = sched_stream();
    stream = sched_stream();
    fail_in(failing);
    OK(gi_context_pop(&context));
    memory = sched_memory(SIZE);
    OK(gi_event_create(0, &event));
    STATUS(GI_LAUNCH_TRAPPED, gi_stream_wait_event(stream, event));
    STATUS(GI_LAUNCH_TRAPPED, gi_stream_attach(stream, memory, 0, GI_ATTACH_GLOBAL));
    OK(gi_event_destroy(event));
    OK(gi_memory_free(memory));
    OK(gi_context_destroy(context));
    sched_expect_nothing_left();
}

#define CASE(name) { #name, name, 0 }

int main(int argc, char **argv)
{
    static const struct sched_case cases[] = {
        CASE(a_wait_for_a_host_semaphore_ends), CASE(a_wait_by_the_host_ends),
        CASE(a_wait_until_the_signal_is_submitted_ends), CASE(a_wait_by_the_queue_is_left_alone),
        CASE(a_wait_for_a_binary_semaphore_ends),
        CASE(another_context_goes_on),
        CASE(the_log_tells_it_once),
        CASE(what_needs_no_queue_fails_as_well),
    };

    return sched_main(argc, argv, cases, sizeof cases / sizeof cases[0]);
}
