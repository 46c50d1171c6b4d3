/* Work that fails, and who waits for it: of another device that is lost, or of another stream. */
#include "harness.h"

#include <sched.h>
#include <string.h>

#include "arrays/array.h"
#include "ops/array_copy.h"
#include "stream/scheduler.h"

enum { SIZE = 4096, HERE = 0, THERE = 1, TEXELS = 16 };

static void use(int device)
{
    OK(gi_device_set_current(device));
}

static void pause_there(void)
{
    for (uint32_t i = 0; i < 4; i++)
        gifake_pause_queue(THERE, i);
}

/* Both devices are open, and the far one does nothing until it is lost. */
static void begin(void)
{
    sched_begin_plain();
    use(THERE);
    OK(gi_device_prepare(THERE));
    pause_there();
    use(HERE);
}

static gi_handle stream_there(void)
{
    gi_handle stream;

    use(THERE);
    stream = sched_stream();
    use(HERE);
    return stream;
}

/* An event of work that the far device has yet to do. */
static gi_handle event_there(gi_handle stream)
{
    gi_handle event;
    uint64_t memory;

    use(THERE);
    event = sched_event();
    memory = sched_memory(SIZE);
    OK(gi_fill_async(memory, 1, 1, SIZE, stream));
    OK(gi_event_record(event, stream));
    use(HERE);
    return event;
}

static void expect_sentence(const char *words)
{
    REQUIRE(strstr(gi_last_error_detail(), words) != NULL, "\"%s\" does not say \"%s\"",
            gi_last_error_detail(), words);
}

static void expect_well(gi_handle stream, uint64_t memory)
{
    OK(gi_stream_query(stream));
    OK(gi_fill_async(memory, 5, 1, SIZE, stream));
    OK(gi_stream_synchronize(stream));
    sched_expect_bytes(memory, SIZE, 5);
}

/* What a stream of the near device was told is told once; then it works as before. */
static void expect_failed_and_well(gi_handle stream, uint64_t memory)
{
    STATUS(GI_AWAITED_FAILED, gi_stream_synchronize(stream));
    expect_sentence("of device 1");
    expect_well(stream, memory);
}

/* ---- events ---------------------------------------------------------------------------------- */

SCHED_CASE(an_event_of_a_lost_device)
{
    gi_handle there, here, late, event;
    uint64_t memory;

    begin();
    there = stream_there();
    here = sched_stream();
    late = sched_stream();
    event = event_there(there);
    memory = sched_memory(SIZE);
    memset((void *)(uintptr_t)memory, 0, SIZE);
    OK(gi_stream_wait_event(here, event));
    OK(gi_fill_async(memory, 9, 1, SIZE, here));
    STATUS(GI_NOT_READY, gi_stream_query(here));
    gifake_lose_device(THERE);
    STATUS(GI_AWAITED_FAILED, gi_stream_synchronize(here));
    sched_expect_bytes(memory, SIZE, 0);         /* what came after the wait is not done */
    STATUS(GI_DEVICE_LOST, gi_event_query(event));
    STATUS(GI_DEVICE_LOST, gi_event_synchronize(event));
    STATUS(GI_AWAITED_FAILED, gi_stream_wait_event(late, event));
    expect_sentence("of device 1");
    expect_well(here, memory);
    expect_well(late, memory);
}

/* Waiters of waiters are told, too, and why. */
SCHED_CASE(a_chain_of_waits)
{
    enum { LINKS = 2000 };
    static gi_handle streams[LINKS], events[LINKS];
    gi_handle event;

    begin();
    event = event_there(stream_there());
    for (int i = 0; i < LINKS; i++) {
        streams[i] = sched_stream();
        events[i] = sched_event();
        OK(gi_stream_wait_event(streams[i], i == 0 ? event : events[i - 1]));
        OK(gi_event_record(events[i], streams[i]));
    }
    gifake_lose_device(THERE);
    STATUS(GI_AWAITED_FAILED, gi_event_synchronize(events[LINKS - 1]));
    for (int i = 0; i < LINKS - 1; i++) {
        STATUS(GI_AWAITED_FAILED, gi_stream_synchronize(streams[i]));
        if (i < 2)
            expect_sentence("of device 1");
    }
    STATUS(GI_AWAITED_FAILED, gi_event_query(events[LINKS - 1]));    /* as often as it is asked */
    for (int i = 0; i < LINKS; i++) {
        OK(gi_stream_query(streams[i]));
        OK(gi_event_destroy(events[i]));
        OK(gi_stream_destroy(streams[i]));
    }
}

static void take_status(void *out_status, gi_status status)
{
    *(gi_status *)out_status = status;
}

SCHED_CASE(host_functions_are_told)
{
    gi_status always = GI_OK, sometimes = GI_INTERNAL;
    gi_handle here, event;

    begin();
    here = sched_stream();
    event = event_there(stream_there());
    OK(gi_stream_wait_event(here, event));
    OK(gi_stream_host_call(here, take_status, &always, true));
    OK(gi_stream_host_call(here, take_status, &sometimes, false));
    gifake_lose_device(THERE);
    STATUS(GI_AWAITED_FAILED, gi_stream_synchronize(here));
    STATUS(GI_AWAITED_FAILED, always);
    STATUS(GI_INTERNAL, sometimes);
}

SCHED_CASE(destroyed_streams_end)
{
    gi_handle there, here, event;

    begin();
    there = stream_there();
    here = sched_stream();
    event = event_there(there);
    OK(gi_stream_wait_event(here, event));
    OK(gi_stream_wait_event(GI_STREAM_NULL, event));
    OK(gi_event_destroy(event));
    OK(gi_stream_destroy(here));
    OK(gi_stream_destroy(there));
    gifake_lose_device(THERE);
    STATUS(GI_AWAITED_FAILED, gi_stream_synchronize(GI_STREAM_NULL));
    while (gi_handle_live_count(GI_OBJECT_STREAM) > 2)   /* the default ones; else it hangs */
        sched_yield();
}

/* ---- work on the other device ---------------------------------------------------------------- */

static gi_handle array_on(int device)
{
    struct gi_array_request request = { .channels = { { 8, 0, 0, 0 }, GI_CHANNEL_UNSIGNED },
                                        .width = TEXELS, .height = TEXELS, .levels = 1 };
    gi_handle array;

    use(device);
    OK(gi_array_create(&request, &array));
    use(HERE);
    return array;
}

/* Either device may be the one that is read or written; the far one is paused only now, as new
 * arrays are awaited. */
static void a_copy_between(bool to_there)
{
    struct gi_array_operand ends[2] = { { .array = 0 }, { .array = 0 } };
    struct gi_texel_box box = { TEXELS, TEXELS, 1 };
    gi_handle stream;

    sched_begin_plain();
    for (int device = 0; device < 2; device++)
        ends[device].array = array_on(device);
    pause_there();
    stream = sched_stream();
    OK(gi_array_copy_async(&ends[to_there], &ends[!to_there], &box, GI_COPY_INFER, stream));
    STATUS(GI_NOT_READY, gi_stream_query(stream));
    gifake_lose_device(THERE);
    expect_failed_and_well(stream, sched_memory(SIZE));
}

SCHED_CASE(a_copy_from_a_lost_device)
{
    a_copy_between(false);
}

SCHED_CASE(a_copy_to_a_lost_device)
{
    a_copy_between(true);
}

/* The default stream brings the other one's default stream along. */
SCHED_CASE(fills_of_far_memory)
{
    uint64_t memories[2], own;
    gi_handle streams[2] = { GI_STREAM_NULL, 0 };

    begin();
    use(THERE);
    memories[0] = sched_memory(2 * SIZE);
    OK(gi_memory_managed_alloc(2 * SIZE, GI_MANAGED_GLOBAL, &memories[1]));
    use(HERE);
    own = sched_memory(SIZE);
    streams[1] = sched_stream();
    for (uint64_t i = 0; i < 4; i++)
        OK(gi_fill_async(memories[i / 2] + i % 2 * SIZE, 1, 1, SIZE, streams[i % 2]));
    gifake_lose_device(THERE);
    for (int i = 0; i < 2; i++)
        expect_failed_and_well(streams[i], own);
}

/* An old failure of the other device's default stream is not told by what comes later and goes
 * well. */
SCHED_CASE(an_old_failure_is_not_told_again)
{
    uint64_t far;

    sched_begin_plain();
    use(THERE);
    far = sched_memory(SIZE);
    gifake_fail_slot("queue.submit", GI_OUT_OF_MEMORY);
    STATUS(GI_OUT_OF_MEMORY, gi_fill_async(far, 1, 1, SIZE, GI_STREAM_NULL));
    use(HERE);
    OK(gi_fill_async(far, 3, 1, SIZE, GI_STREAM_NULL));
    OK(gi_stream_synchronize(GI_STREAM_NULL));
    sched_expect_bytes(far, SIZE, 3);
    gifake_fail_slot("queue.submit", GI_OUT_OF_MEMORY);
    REQUIRE(gi_fill_async(far, 4, 1, SIZE, GI_STREAM_NULL) != GI_OK, "the other side fails");
    OK(gi_fill_async(far, 5, 1, SIZE, GI_STREAM_NULL));
    OK(gi_stream_synchronize(GI_STREAM_NULL));
    sched_expect_bytes(far, SIZE, 5);
}

/* ---- work that is dropped behind running work ------------------------------------------------ */

static void resume_there(void)
{
    for (uint32_t i = 0; i < 4; i++)
        gifake_resume_queue(THERE, i);
}

/* An event of work that was dropped: its submission failed while earlier work still runs. The
 * failed call was the last one that looked at the stream. */
static gi_handle event_of_dropped_work(gi_handle there)
{
    static struct sched_semaphore semaphore;
    struct gi_external_semaphore_item item = { .value = 1, .reserved_is_zero = true };
    gi_handle event;
    uint64_t memory;

    use(THERE);
    event = sched_event();
    memory = sched_memory(SIZE);
    sched_semaphore_make(&semaphore, SCHED_NATIVE_SEMAPHORE, true, 0);
    item.semaphore = semaphore.handle;
    OK(gi_fill_async(memory, 1, 1, SIZE, there));
    gifake_fail_slot("queue.submit", GI_OUT_OF_MEMORY);
    STATUS(GI_OUT_OF_MEMORY, gi_external_semaphores_signal(&item, 1, there));
    OK(gi_event_record(event, there));
    return event;
}

/* Nobody looks at the other stream any more: the waiting one has to learn of it all the same. */
SCHED_CASE(a_wait_for_dropped_work_ends)
{
    gi_handle there, here, event;
    uint64_t near;

    begin();
    there = stream_there();
    here = sched_stream();
    near = sched_memory(SIZE);
    event = event_of_dropped_work(there);
    use(HERE);
    OK(gi_stream_wait_event(here, event));
    OK(gi_fill_async(near, 3, 1, SIZE, here));
    resume_there();
    STATUS(GI_AWAITED_FAILED, gi_stream_synchronize(here));
    expect_well(here, near);
}

/* Later work of the stream that goes well does not stand for the dropped one. */
SCHED_CASE(dropped_work_is_not_submitted_by_later_work)
{
    gi_handle failed, waiting, event;
    uint64_t memory;

    begin();
    failed = stream_there();
    waiting = stream_there();
    event = event_of_dropped_work(failed);
    memory = sched_memory(2 * SIZE);
    OK(gi_fill_async(memory, 4, 1, SIZE, failed));
    STATUS(GI_NOT_READY, gi_stream_query(failed));       /* which has it submitted */
    OK(gi_stream_wait_event(waiting, event));
    OK(gi_fill_async(memory + SIZE, 3, 1, SIZE, waiting));
    resume_there();
    STATUS(GI_AWAITED_FAILED, gi_stream_synchronize(waiting));
    OK(gi_stream_synchronize(failed));
    sched_expect_bytes(memory, SIZE, 4);
}

/* ---- streams of one device ------------------------------------------------------------------- */

/* A stream whose next submission fails, once the gate opens. */
static gi_handle about_to_fail(struct sched_gate *gate, uint64_t memory, bool blocking)
{
    gi_handle stream = blocking ? sched_blocking_stream() : sched_stream();

    sched_gate_init(gate);
    sched_gate_enqueue(gate, stream);
    OK(gi_fill_async(memory, 1, 1, SIZE, stream));
    return stream;
}

/* Nobody is told by this. */
static void let_fail(struct sched_gate *gate, gi_handle failing)
{
    struct gi_stream *stream;

    OK(gi_stream_acquire(failing, &stream));
    gifake_fail_slot("queue.submit", GI_OUT_OF_MEMORY);
    sched_gate_open(gate);
    while (gi_stream_newest_to_record(stream) != 0)      /* the case's alarm ends a vain wait */
        sched_yield();
    gi_stream_release(stream);
}

SCHED_CASE(an_event_of_a_failed_stream)
{
    gi_handle failing, waiting, event;
    struct sched_gate gate;
    uint64_t memory;

    sched_begin_plain();
    memory = sched_memory(2 * SIZE);
    failing = about_to_fail(&gate, memory, false);
    waiting = sched_stream();
    event = sched_event();
    OK(gi_event_record(event, failing));
    OK(gi_stream_wait_event(waiting, event));
    OK(gi_fill_async(memory + SIZE, 2, 1, SIZE, waiting));
    let_fail(&gate, failing);
    STATUS(GI_AWAITED_FAILED, gi_stream_synchronize(waiting));
    expect_sentence("queue.submit");
    STATUS(GI_OUT_OF_MEMORY, gi_stream_synchronize(failing));
    STATUS(GI_OUT_OF_MEMORY, gi_event_query(event));
    STATUS(GI_OUT_OF_MEMORY, gi_event_synchronize(event));
    STATUS(GI_AWAITED_FAILED, gi_stream_wait_event(waiting, event));
    OK(gi_stream_wait_event(failing, event));    /* its own failure it was told */
    /* An event that is recorded behind a failure which was told stands for nothing of it. */
    OK(gi_event_record(event, failing));
    OK(gi_event_synchronize(event));
    OK(gi_stream_wait_event(waiting, event));
    OK(gi_fill_async(memory, 3, 1, 2 * SIZE, waiting));
    OK(gi_stream_synchronize(waiting));
    sched_expect_bytes(memory, 2 * SIZE, 3);
    OK(gi_event_destroy(event));
    OK(gi_memory_free(memory));
    OK(gi_stream_destroy(failing));
    OK(gi_stream_destroy(waiting));
    sched_expect_nothing_left();
}

/* The linker sends gi_lane_wait here: the signal comes once a thread is about to sleep for it. */
gi_status __real_gi_lane_wait(struct gi_lane *lane, uint64_t value, int64_t abs_deadline_ns);
gi_status __wrap_gi_lane_wait(struct gi_lane *lane, uint64_t value, int64_t abs_deadline_ns);

static struct sched_semaphore *signalled_by_sleep;

gi_status __wrap_gi_lane_wait(struct gi_lane *lane, uint64_t value, int64_t abs_deadline_ns)
{
    struct sched_semaphore *semaphore = signalled_by_sleep;

    signalled_by_sleep = NULL;
    if (semaphore != NULL)
        sched_peer_signal(semaphore, 1);
    return __real_gi_lane_wait(lane, value, abs_deadline_ns);
}

/* Returns once the stream has failed, which nobody is told by this. */
static void await_failure(gi_handle handle)
{
    struct gi_stream *stream;
    bool has_failed = false;

    OK(gi_stream_acquire(handle, &stream));
    while (!has_failed) {                        /* the case's alarm ends a vain wait */
        sched_yield();
        pthread_mutex_lock(&stream->lock);
        has_failed = stream->failure != GI_OK;
        REQUIRE(stream->head != NULL && stream->head->held, "the queue does not wait");
        pthread_mutex_unlock(&stream->lock);
    }
    gi_stream_release(stream);
}

/* The failure of later work does not end a wait for work that the queue has, though that waits for
 * a signal. */
SCHED_CASE(a_wait_ends_after_the_work_before_a_failure)
{
    const struct sched_setup setup = { 8, CAPS_ALL, CAPS_QUEUE, GIFAKE_ADDRESSES_SHARED };
    gi_handle failing, waiting, event;
    struct sched_semaphore semaphore;
    struct sched_gate gate;
    uint64_t memory;

    sched_begin(&setup);
    memory = sched_memory(2 * SIZE);
    waiting = sched_stream();
    failing = about_to_fail(&gate, memory, false);
    REQUIRE(sched_has_own_queue(waiting), "a shared queue does not wait");
    event = sched_event();
    sched_semaphore_make(&semaphore, SCHED_NATIVE_SEMAPHORE, true, 0);
    OK(gi_event_record(event, failing));
    sched_wait(waiting, &semaphore, 1);
    OK(gi_fill_async(memory + SIZE, 2, 1, SIZE, waiting));
    OK(gi_stream_wait_event(waiting, event));
    STATUS(GI_NOT_READY, gi_stream_query(waiting));      /* it stands before the event now */
    let_fail(&gate, failing);
    await_failure(waiting);
    signalled_by_sleep = &semaphore;
    STATUS(GI_AWAITED_FAILED, gi_stream_synchronize(waiting));
    REQUIRE(signalled_by_sleep == NULL, "the call did not wait for the work");
    sched_expect_bytes(memory + SIZE, SIZE, 2);
    OK(gi_stream_query(waiting));
    sched_semaphore_end(&semaphore);
}

/* A failure that was not told yet is told by a record. */
static void a_record_tells_a_failure(bool has_times)
{
    gi_handle failing, event;
    struct sched_gate gate;
    uint64_t memory;

    sched_begin_plain();
    memory = sched_memory(SIZE);
    failing = about_to_fail(&gate, memory, false);
    OK(gi_event_create(has_times ? 0 : GI_EVENT_DISABLE_TIMING, &event));
    let_fail(&gate, failing);
    STATUS(GI_OUT_OF_MEMORY, gi_event_record(event, failing));
    OK(gi_event_query(event));                   /* it was never recorded */
    OK(gi_event_record(event, failing));
    OK(gi_event_query(event));
}

SCHED_CASE(a_plain_record_tells_a_failure)
{
    a_record_tells_a_failure(false);
}

SCHED_CASE(a_record_with_times_tells_a_failure)
{
    a_record_tells_a_failure(true);
}

/* The order of the default stream passes no failure on. */
SCHED_CASE(order_alone_passes_nothing_on)
{
    gi_handle failing;
    struct sched_gate gate;
    uint64_t memory;

    sched_begin_plain();
    memory = sched_memory(2 * SIZE);
    failing = about_to_fail(&gate, memory, true);
    OK(gi_fill_async(memory + SIZE, 2, 1, SIZE, GI_STREAM_NULL));
    let_fail(&gate, failing);
    STATUS(GI_OUT_OF_MEMORY, gi_stream_synchronize(failing));
    OK(gi_stream_synchronize(GI_STREAM_NULL));
    sched_expect_bytes(memory + SIZE, SIZE, 2);
}

/* A call that only reports a failure does not use up the order behind the default stream. */
SCHED_CASE(a_reported_failure_keeps_the_order)
{
    struct sched_gate gate, held;
    gi_handle failing;
    uint64_t memory;

    sched_begin_plain();
    memory = sched_memory(SIZE);
    failing = about_to_fail(&gate, memory, true);
    let_fail(&gate, failing);
    sched_gate_init(&held);
    sched_gate_enqueue(&held, GI_STREAM_NULL);
    OK(gi_fill_async(memory, 2, 1, SIZE, GI_STREAM_NULL));
    STATUS(GI_OUT_OF_MEMORY, gi_fill_async(memory, 4, 1, SIZE, failing));
    OK(gi_fill_async(memory, 5, 1, SIZE, failing));
    STATUS(GI_NOT_READY, gi_stream_query(failing));
    sched_gate_open(&held);
    OK(gi_stream_synchronize(failing));
    OK(gi_stream_synchronize(GI_STREAM_NULL));
    sched_expect_bytes(memory, SIZE, 5);
}

/* ---- threads --------------------------------------------------------------------------------- */

/* Each round fills far memory, and copies it into near memory behind an event: that ends well with
 * the bytes, or in failure. */
static void *copy_until_lost(void *far_memory)
{
    gi_handle here = sched_stream(), there = stream_there(), event;
    uint64_t near = sched_memory(SIZE), far = *(uint64_t *)far_memory;
    gi_status status = GI_OK;

    use(THERE);
    event = sched_event();
    for (uint32_t i = 1; status == GI_OK; i++) {
        status = gi_fill_async(far, i & 255, 1, SIZE, there);
        if (status == GI_OK)
            status = gi_event_record(event, there);
        if (status == GI_OK)
            status = gi_stream_wait_event(here, event);
        if (status == GI_OK)
            status = gi_copy_async(near, far, SIZE, GI_COPY_INFER, here);
        if (status == GI_OK)
            status = gi_stream_synchronize(here);
        if (status == GI_OK)
            sched_expect_bytes(near, SIZE, (uint8_t)i);
    }
    REQUIRE(status == GI_DEVICE_LOST || status == GI_AWAITED_FAILED, "%s (%s)",
            gi_status_name(status), gi_last_error_detail());
    status = gi_stream_synchronize(here);        /* it may have been on its way */
    REQUIRE(status == GI_OK || status == GI_AWAITED_FAILED, "%s", gi_status_name(status));
    OK(gi_fill_async(near, 1, 1, SIZE, here));
    OK(gi_stream_synchronize(here));
    return NULL;
}

SCHED_CASE(threads_lose_a_device)
{
    enum { THREADS = 4 };
    uint64_t far[THREADS];
    pthread_t threads[THREADS];

    sched_begin_plain();
    use(THERE);
    for (int i = 0; i < THREADS; i++)
        far[i] = sched_memory(SIZE);
    for (int i = 0; i < THREADS; i++)
        REQUIRE(pthread_create(&threads[i], NULL, copy_until_lost, &far[i]) == 0, "no thread");
    REQUIRE(gifake_wait_batches(THERE, 200), "the threads do nothing");
    gifake_lose_device(THERE);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
}
