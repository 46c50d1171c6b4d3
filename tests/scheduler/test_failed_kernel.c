/* Kernels that fail: their context ends, and nothing in it waits on. */
#include "harness.h"

#include <sched.h>
#include <string.h>

#include "base/clock.h"
#include "base/failed_context.h"
#include "base/log_listen.h"
#include "context/context.h"
#include "launches.h"
#include "launch.h"
#include "ops/event.h"
#include "pools/managed.h"
#include "queue/lane.h"

enum { SIZE = 4096 };

/* ---- what the linker sends here -------------------------------------------------------------- */

gi_status __real_gi_lane_submit(struct gi_lane *lane, struct gi_batch *batch, bool held,
                                uint64_t *out_value);
gi_status __wrap_gi_lane_submit(struct gi_lane *lane, struct gi_batch *batch, bool held,
                                uint64_t *out_value);
gi_status __real_gi_failed_context_look(gi_handle context, int ordinal);
gi_status __wrap_gi_failed_context_look(gi_handle context, int ordinal);
void __real_gi_handle_retire_all(const struct gi_device *device,
                                 void (*begin_end)(struct gi_object *object));
void __wrap_gi_handle_retire_all(const struct gi_device *device,
                                 void (*begin_end)(struct gi_object *object));
void __real_gi_handle_retire_context(const struct gi_object *context,
                                     void (*begin_end)(struct gi_object *object));
void __wrap_gi_handle_retire_context(const struct gi_object *context,
                                     void (*begin_end)(struct gi_object *object));

typedef _Atomic(void (*)(void)) hook;        /* the next thread to come calls it, once */

static atomic_bool submits_wait;             /* until the queue is done */
static hook after_look;                      /* of the next look at a failed context */
static hook before_the_end;                  /* of what belongs to a context */

static void once(hook *next)
{
    void (*call)(void) = atomic_exchange(next, NULL);

    if (call != NULL)
        call();
}

gi_status __wrap_gi_lane_submit(struct gi_lane *lane, struct gi_batch *batch, bool held,
                                uint64_t *out_value)
{
    gi_status status = __real_gi_lane_submit(lane, batch, held, out_value);

    if (status == GI_OK && submits_wait)
        OK(gi_lane_wait(lane, *out_value, gi_deadline_ns(UINT64_C(20000000000))));
    return status;
}

gi_status __wrap_gi_failed_context_look(gi_handle context, int ordinal)
{
    gi_status status = __real_gi_failed_context_look(context, ordinal);

    once(&after_look);
    return status;
}

void __wrap_gi_handle_retire_all(const struct gi_device *device,
                                 void (*begin_end)(struct gi_object *object))
{
    once(&before_the_end);
    __real_gi_handle_retire_all(device, begin_end);
}

void __wrap_gi_handle_retire_context(const struct gi_object *context,
                                     void (*begin_end)(struct gi_object *object))
{
    once(&before_the_end);
    __real_gi_handle_retire_context(context, begin_end);
}

/* ---- a context and its streams --------------------------------------------------------------- */

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

SCHED_CASE(a_wait_for_a_host_semaphore_ends)
{
    wait_for(SCHED_HOST_SEMAPHORE, true, CAPS_ALL);
}

SCHED_CASE(a_wait_by_the_host_ends)
{
    wait_for(SCHED_NATIVE_SEMAPHORE, true, CAPS_HOST);
}

SCHED_CASE(a_wait_until_the_signal_is_submitted_ends)
{
    wait_for(SCHED_NATIVE_SEMAPHORE, true, CAPS_SUBMITTED);
}

SCHED_CASE(a_wait_by_the_queue_is_left_alone)
{
    wait_for(SCHED_NATIVE_SEMAPHORE, true, CAPS_ALL);
}

SCHED_CASE(a_wait_for_a_binary_semaphore_ends)
{
    wait_for(SCHED_HOST_SEMAPHORE, false, CAPS_ALL);
}

SCHED_CASE(another_context_goes_on)
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

/* A launch tells nothing of its own kernel, even if that has failed by then; the next call does. */
SCHED_CASE(a_launch_does_not_tell_its_own_failure)
{
    gi_handle stream;

    sched_begin_plain();
    stream = sched_stream();
    submits_wait = true;
    OK(gifake_launch_failing(stream));
    REQUIRE(atomic_load(&gi_failed_contexts) == 1, "the kernel has not failed yet");
    STATUS(GI_LAUNCH_TRAPPED, gifake_launch_failing(stream));
    STATUS(GI_LAUNCH_TRAPPED, gi_stream_query(stream));
    submits_wait = false;
    OK(gi_stream_destroy(stream));
    expect_well();
}

/* ---- failures and resets --------------------------------------------------------------------- */

static gi_handle late;                       /* a stream that gets work while its context ends */
static struct gi_stream *defaults[2];         /* of the context, and of the thread in it */

static void launch_late(void)
{
    OK(gifake_launch_failing(late));
    for (int i = 0; i < 2 && defaults[i] != NULL; i++)
        OK(gifake_launch_failing_in(defaults[i]));
}

static void launch_late_and_see_it_fail(void)
{
    OK(gifake_launch_failing(late));
    STATUS(GI_LAUNCH_TRAPPED, gi_stream_synchronize(late));
}

static void expect_no_failed_context(void)
{
    REQUIRE(atomic_load(&gi_failed_contexts) == 0, "a context has failed");
}

/* A kernel may end after a reset. Its failure is not one of the new context. */
SCHED_CASE(a_kernel_that_outlives_a_reset)
{
    sched_begin_plain();
    late = sched_stream();
    sched_pause_all();
    before_the_end = launch_late;
    OK(gi_device_reset());
    STATUS(GI_STALE_HANDLE, gi_stream_query(late));
    sched_resume_all();
    sched_await_launches();
    expect_no_failed_context();
    expect_well();
}

SCHED_CASE(a_kernel_that_fails_within_a_reset)
{
    sched_begin_plain();
    late = sched_stream();
    before_the_end = launch_late_and_see_it_fail;
    OK(gi_device_reset());
    expect_no_failed_context();
    expect_well();
}

/* The thread ends, and its stream is referenced. */
static void *take_thread_stream(void *context)
{
    OK(gi_context_set_current(*(gi_handle *)context));
    OK(gi_stream_acquire(GI_STREAM_PER_THREAD, &defaults[1]));
    return NULL;
}

/* Nobody would ever forget the failure of a context that is gone. */
SCHED_CASE(kernels_that_outlive_their_context)
{
    gi_handle context;
    pthread_t thread;

    sched_begin_plain();
    OK(gi_context_create(0, 0, &context));
    late = sched_stream();
    OK(gi_stream_acquire(GI_STREAM_NULL, &defaults[0]));
    REQUIRE(pthread_create(&thread, NULL, take_thread_stream, &context) == 0, "no thread");
    pthread_join(thread, NULL);
    sched_pause_all();
    before_the_end = launch_late;
    OK(gi_context_destroy(context));
    sched_resume_all();
    sched_await_launches();
    gi_stream_release(defaults[0]);
    gi_stream_release(defaults[1]);
    expect_no_failed_context();
    expect_well();
}

SCHED_CASE(a_kernel_that_fails_while_its_context_ends)
{
    gi_handle context;

    sched_begin_plain();
    OK(gi_context_create(0, 0, &context));
    late = sched_stream();
    before_the_end = launch_late_and_see_it_fail;
    OK(gi_context_destroy(context));
    expect_no_failed_context();
    expect_well();
}

/* The end of a stream does not end the work in it, nor what its failure means. */
SCHED_CASE(a_destroyed_stream_fails_its_context)
{
    gi_handle stream;

    sched_begin_plain();
    stream = sched_stream();
    sched_pause_all();
    OK(gifake_launch_failing(stream));
    OK(gi_stream_destroy(stream));
    sched_resume_all();
    sched_await_launches();
    STATUS(GI_LAUNCH_TRAPPED, gi_stream_synchronize(GI_STREAM_NULL));
    expect_well();
}

static pthread_t resetting;

static void *reset(void *unused)
{
    OK(gi_device_reset());
    return unused;
}

/* The reset forgets the failure first, and then waits for the streams, of which the caller looks at
 * one. */
static void begin_reset(void)
{
    int64_t deadline = gi_deadline_ns(UINT64_C(20000000000));

    REQUIRE(pthread_create(&resetting, NULL, reset, NULL) == 0, "no thread");
    while (atomic_load(&gi_failed_contexts) != 0) {
        REQUIRE(gi_now_ns() < deadline, "the reset does not begin");
        sched_yield();
    }
}

/* A stream that looks at its context finds it failed, drops its work, and says so, even if a reset
 * begins at that moment. */
SCHED_CASE(a_reset_begins_after_a_look)
{
    struct sched_semaphore semaphore;
    gi_handle stream;
    uint64_t memory;

    sched_begin_plain();
    memory = sched_memory(SIZE);
    stream = sched_stream();
    sched_semaphore_make(&semaphore, SCHED_HOST_SEMAPHORE, true, 0);
    sched_wait(stream, &semaphore, 1);
    OK(gi_fill_async(memory, 7, 1, SIZE, stream));
    REQUIRE(gi_failed_context_set(0, 0, GI_LAUNCH_TRAPPED, "the kernel failed"), "no memory");
    after_look = begin_reset;
    STATUS(GI_LAUNCH_TRAPPED, gi_stream_query(stream));
    REQUIRE(after_look == NULL, "nobody has looked at the context");
    pthread_join(resetting, NULL);               /* the semaphore has ended with the context */
    expect_no_failed_context();
    expect_well();
}

static void count_error(const void *context, bool is_warning, char *text, size_t length)
{
    (void)is_warning, (void)length;
    **(int *const *)context += strstr(text, "the kernel failed") != NULL;
}

/* The log tells of the kernel, and not once more for each stream that it has ended. */
SCHED_CASE(the_log_tells_it_once)
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
SCHED_CASE(what_needs_no_queue_fails_as_well)
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

static void count(void *argument)
{
    atomic_fetch_add((atomic_int *)argument, 1);
}

/* What was submitted behind the kernel runs on the device; the host neither calls nor signals. The
 * default stream goes on after a reset. */
SCHED_CASE(the_host_does_nothing_behind_it)
{
    struct sched_setup setup = { 1, CAPS_HOST, CAPS_HOST, GIFAKE_ADDRESSES_SHARED };
    struct sched_semaphore semaphore;
    atomic_int calls = 0;

    sched_begin(&setup);
    sched_semaphore_make(&semaphore, SCHED_HOST_SEMAPHORE, true, 0);
    sched_pause_all();
    OK(gifake_launch_failing(0));
    OK(gi_stream_host_function(0, count, &calls));
    sched_signal(0, &semaphore, 1);
    sched_resume_all();
    STATUS(GI_LAUNCH_TRAPPED, gi_stream_synchronize(0));
    REQUIRE(atomic_load(&calls) == 0, "a host function was called");
    REQUIRE(sched_peer_value(&semaphore) == 0, "a semaphore was signalled");
    OK(gi_device_reset());
    OK(gi_stream_host_function(0, count, &calls));
    OK(gi_stream_synchronize(0));
    REQUIRE(atomic_load(&calls) == 1, "a host function was not called after a reset");
    semaphore.handle = 0;
    sched_semaphore_end(&semaphore);
}
