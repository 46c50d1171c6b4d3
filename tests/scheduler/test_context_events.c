/* Events of whole contexts: a record stands for the work of all streams, and a wait holds back the
 * later work of all streams. Users of contexts are counted. */
#include "harness.h"

#include <sched.h>
#include <string.h>

#include "base/current.h"
#include "context/context.h"

enum { SIZE = 4096, STREAMS = 5 };

/* One stream of each kind. The last two are default streams. */
struct context {
    gi_handle handle;
    gi_handle streams[STREAMS];
    uint64_t memory;
};

static void make(struct context *context)
{
    OK(gi_context_create(0, 0, &context->handle));
    context->streams[0] = sched_stream();
    context->streams[1] = sched_blocking_stream();
    context->streams[2] = sched_stream();
    context->streams[3] = GI_STREAM_PER_THREAD;
    context->streams[4] = GI_STREAM_LEGACY;
    OK(gi_stream_query(GI_STREAM_PER_THREAD));   /* made at its first use */
    context->memory = sched_memory(SIZE);
}

/* Each part of the memory is one stream's. */
static void fill_part(const struct context *context, gi_handle stream, uint64_t part, uint8_t value)
{
    OK(gi_fill_async(context->memory + part * 64, value, 1, 64, stream));
}

static void expect_part(const struct context *context, uint64_t part, uint8_t value)
{
    sched_expect_bytes(context->memory + part * 64, 64, value);
}

/* ---- records -------------------------------------------------------------------------------- */

SCHED_CASE(a_record_stands_for_all_streams)
{
    struct context context;
    gi_handle event;

    sched_begin_plain();
    make(&context);
    event = sched_event();
    OK(gi_context_record(context.handle, event));            /* of an idle context */
    OK(gi_event_query(event));
    for (uint64_t i = 0; i < STREAMS; i++) {
        struct sched_gate gate;

        sched_gate_init(&gate);
        sched_gate_enqueue(&gate, context.streams[i]);
        fill_part(&context, context.streams[i], i, (uint8_t)(i + 1));
        OK(gi_context_record(context.handle, event));
        STATUS(GI_NOT_READY, gi_event_query(event));
        sched_gate_open(&gate);
        OK(gi_event_synchronize(event));
        OK(gi_event_query(event));
        expect_part(&context, i, (uint8_t)(i + 1));
    }
    OK(gi_event_destroy(event));
    OK(gi_context_destroy(context.handle));
}

SCHED_CASE(nothing_is_left)
{
    gi_handle context, stream, event;

    sched_begin_plain();
    for (int i = 0; i < 20; i++) {
        OK(gi_context_create(0, 0, &context));
        stream = sched_stream();
        event = sched_event();
        OK(gi_fill_async(sched_memory(SIZE), 1, 1, SIZE, stream));
        OK(gi_context_record(context, event));
        OK(gi_context_wait(context, event));
        OK(gi_fill_async(sched_memory(SIZE), 1, 1, SIZE, stream));
        OK(gi_context_destroy(context));
    }
    sched_expect_nothing_left();
}

SCHED_CASE(later_work_is_not_in_a_record)
{
    struct context context;
    struct sched_gate gate;
    gi_handle event;

    sched_begin_plain();
    make(&context);
    event = sched_event();
    fill_part(&context, context.streams[0], 0, 3);
    OK(gi_context_record(context.handle, event));
    sched_gate_init(&gate);
    sched_gate_enqueue(&gate, context.streams[1]);
    OK(gi_event_synchronize(event));
    expect_part(&context, 0, 3);
    sched_gate_open(&gate);
    OK(gi_context_destroy(context.handle));
    STATUS(GI_INVALID_CONTEXT, gi_context_record(context.handle, event));
    STATUS(GI_INVALID_CONTEXT, gi_context_wait(context.handle, event));
}

/* Each record stands for its own moment, in whatever order programs ask. */
SCHED_CASE(records_follow_each_other)
{
    struct sched_gate first, second;
    gi_handle before, between;
    struct context context;
    double ms;

    sched_begin_plain();
    make(&context);
    OK(gi_event_create(0, &before));
    OK(gi_event_create(0, &between));
    sched_gate_init(&first);
    sched_gate_init(&second);
    sched_gate_enqueue(&first, context.streams[0]);
    OK(gi_context_record(context.handle, before));
    sched_gate_enqueue(&second, context.streams[2]);
    OK(gi_context_record(context.handle, between));
    sched_gate_open(&first);
    OK(gi_event_synchronize(before));
    STATUS(GI_NOT_READY, gi_event_query(between));
    sched_gate_open(&second);
    OK(gi_event_synchronize(between));
    OK(gi_event_elapsed(before, between, &ms));
    REQUIRE(ms >= 0, "%f ms between two records", ms);
    OK(gi_device_synchronize());
    OK(gi_context_destroy(context.handle));
}

SCHED_CASE(other_contexts_are_not_in_a_record)
{
    struct context one, two;
    struct sched_gate gate;
    gi_handle event, primary;

    sched_begin_plain();
    make(&one);
    event = sched_event();
    make(&two);
    sched_gate_init(&gate);
    sched_gate_enqueue(&gate, two.streams[0]);
    OK(gi_context_record(one.handle, event));                /* not the current one */
    OK(gi_event_synchronize(event));
    STATUS(GI_INVALID_HANDLE, gi_context_record(two.handle, event));
    REQUIRE(strstr(gi_last_error_detail(), "another context") != NULL, "no sentence");
    OK(gi_context_retain_primary(0, &primary));
    STATUS(GI_INVALID_HANDLE, gi_context_record(primary, event));
    STATUS(GI_STALE_HANDLE, gi_context_record(one.handle, two.streams[0]));
    STATUS(GI_STALE_HANDLE, gi_context_wait(one.handle, two.streams[0]));
    STATUS(GI_INVALID_CONTEXT, gi_context_record(0, event));
    STATUS(GI_INVALID_CONTEXT, gi_context_wait(event, event));
    sched_gate_open(&gate);
    OK(gi_context_destroy(two.handle));
    OK(gi_context_destroy(one.handle));
    OK(gi_context_release_primary(0));
}

/* ---- waits ---------------------------------------------------------------------------------- */

/* An event of work in a context of its own, and the gate that the work stands behind. */
static gi_handle begin_work(struct context *context, struct sched_gate *gate)
{
    gi_handle event;

    make(context);
    event = sched_event();
    sched_gate_init(gate);
    sched_gate_enqueue(gate, context->streams[0]);
    fill_part(context, context->streams[0], 0, 9);
    OK(gi_event_record(event, context->streams[0]));
    return event;
}

SCHED_CASE(all_streams_wait)
{
    struct context worker, waiter;
    struct sched_gate gate;
    gi_handle event, newer, marks[STREAMS + 1];

    sched_begin_plain();
    event = begin_work(&worker, &gate);
    make(&waiter);
    OK(gi_context_wait(waiter.handle, event));
    newer = sched_stream();
    for (uint64_t i = 0; i <= STREAMS; i++) {
        gi_handle stream = i < STREAMS ? waiter.streams[i] : newer;

        marks[i] = sched_event();
        fill_part(&waiter, stream, i, (uint8_t)(i + 1));
        OK(gi_event_record(marks[i], stream));
        STATUS(GI_NOT_READY, gi_event_query(marks[i]));
    }
    sched_gate_open(&gate);
    for (uint64_t i = 0; i <= STREAMS; i++) {
        OK(gi_event_synchronize(marks[i]));
        expect_part(&waiter, i, (uint8_t)(i + 1));
        expect_part(&worker, 0, 9);
    }
    fill_part(&waiter, newer, 0, 77);            /* the wait is over */
    OK(gi_stream_synchronize(newer));
    expect_part(&waiter, 0, 77);
    OK(gi_context_destroy(waiter.handle));
    OK(gi_context_destroy(worker.handle));
}

/* Also what has no command: a record of a stream without work, and a call. */
SCHED_CASE(a_record_in_an_idle_stream_waits)
{
    struct context worker, waiter;
    struct sched_gate gate;
    gi_handle event, mark, whole;

    sched_begin_plain();
    event = begin_work(&worker, &gate);
    make(&waiter);
    mark = sched_event();
    whole = sched_event();
    OK(gi_context_wait(waiter.handle, event));
    OK(gi_event_record(mark, waiter.streams[2]));
    OK(gi_context_record(waiter.handle, whole));
    STATUS(GI_NOT_READY, gi_event_query(mark));
    STATUS(GI_NOT_READY, gi_event_query(whole));
    sched_gate_open(&gate);
    OK(gi_event_synchronize(whole));
    OK(gi_event_synchronize(mark));
    OK(gi_context_destroy(waiter.handle));
    OK(gi_context_destroy(worker.handle));
}

SCHED_CASE(earlier_work_and_other_contexts_go_on)
{
    struct context worker, waiter;
    struct sched_gate gate, own;
    gi_handle event, before;

    sched_begin_plain();
    event = begin_work(&worker, &gate);
    make(&waiter);
    before = sched_event();
    sched_gate_init(&own);
    sched_gate_enqueue(&own, waiter.streams[0]);
    fill_part(&waiter, waiter.streams[0], 0, 4);
    OK(gi_event_record(before, waiter.streams[0]));
    OK(gi_context_wait(waiter.handle, event));
    fill_part(&waiter, waiter.streams[0], 1, 5);             /* later */
    fill_part(&worker, worker.streams[1], 1, 6);             /* of the other context */
    sched_gate_open(&own);
    OK(gi_event_synchronize(before));
    expect_part(&waiter, 0, 4);
    OK(gi_stream_synchronize(worker.streams[1]));
    expect_part(&worker, 1, 6);
    STATUS(GI_NOT_READY, gi_stream_query(waiter.streams[0]));
    sched_gate_open(&gate);
    OK(gi_stream_synchronize(waiter.streams[0]));
    expect_part(&waiter, 1, 5);
    OK(gi_context_destroy(waiter.handle));
    OK(gi_context_destroy(worker.handle));
}

struct copying {
    uint64_t from;
    gi_handle context;
    uint8_t bytes[64];
    pthread_t thread;
    atomic_bool is_over;
};

/* The linker sends gi_condition_wait here. */
bool __real_gi_condition_wait(pthread_cond_t *condition, pthread_mutex_t *lock,
                              int64_t abs_deadline_ns);
bool __wrap_gi_condition_wait(pthread_cond_t *condition, pthread_mutex_t *lock,
                              int64_t abs_deadline_ns);

static _Thread_local bool is_copying;
static atomic_bool copy_sleeps;

bool __wrap_gi_condition_wait(pthread_cond_t *condition, pthread_mutex_t *lock,
                              int64_t abs_deadline_ns)
{
    if (is_copying)
        atomic_store(&copy_sleeps, true);
    return __real_gi_condition_wait(condition, lock, abs_deadline_ns);
}

static void *copy_at_once(void *argument)
{
    struct copying *copying = argument;

    is_copying = true;
    OK(gi_context_set_current(copying->context));
    OK(gi_copy_now((uint64_t)(uintptr_t)copying->bytes, copying->from, sizeof copying->bytes,
                   GI_COPY_DEVICE_TO_HOST));
    atomic_store(&copying->is_over, true);
    return NULL;
}

/* A copy that the host does by itself waits, too. */
SCHED_CASE(copies_by_the_host_wait)
{
    struct copying copying = { 0 };
    struct context worker, waiter;
    struct sched_gate gate;
    gi_handle event;

    sched_begin_plain();
    event = begin_work(&worker, &gate);
    make(&waiter);
    OK(gi_context_wait(waiter.handle, event));
    copying.from = worker.memory;
    copying.context = waiter.handle;
    sched_gate_await_entered(&gate);
    REQUIRE(pthread_create(&copying.thread, NULL, copy_at_once, &copying) == 0, "no thread");
    while (!atomic_load(&copy_sleeps) && !atomic_load(&copying.is_over))
        sched_yield();
    REQUIRE(!atomic_load(&copying.is_over), "it did not wait");
    sched_gate_open(&gate);
    pthread_join(copying.thread, NULL);
    for (size_t i = 0; i < sizeof copying.bytes; i++)
        REQUIRE(copying.bytes[i] == 9, "byte %zu is %u", i, copying.bytes[i]);
    OK(gi_context_destroy(waiter.handle));
    OK(gi_context_destroy(worker.handle));
}

/* A context may wait for itself: later work of each stream for earlier work of all. */
SCHED_CASE(a_context_waits_for_itself)
{
    struct context context;
    struct sched_gate gate;
    gi_handle event;

    sched_begin_plain();
    make(&context);
    event = sched_event();
    sched_gate_init(&gate);
    for (uint8_t round = 1; round <= 3; round++) {
        if (round == 2)
            sched_gate_enqueue(&gate, context.streams[0]);
        for (uint64_t i = 0; i < STREAMS; i++)
            fill_part(&context, context.streams[i], 0, (uint8_t)(10 * round + i));
        OK(gi_context_record(context.handle, event));
        OK(gi_context_wait(context.handle, event));
        fill_part(&context, context.streams[2], 0, round);
    }
    STATUS(GI_NOT_READY, gi_event_query(event));
    sched_gate_open(&gate);
    OK(gi_device_synchronize());
    OK(gi_event_query(event));
    expect_part(&context, 0, 3);
    OK(gi_context_destroy(context.handle));
}

static void expect_failed(const struct context *context, gi_handle stream)
{
    gi_status status = gi_fill_async(context->memory, 1, 1, SIZE, stream);

    if (status == GI_OK)
        status = gi_stream_synchronize(stream);
    STATUS(GI_AWAITED_FAILED, status);
}

/* The work that is waited for fails: so does that of the streams that wait, once. */
SCHED_CASE(failures_are_passed_on)
{
    struct context worker, waiter;
    struct sched_gate gate;
    gi_handle event;

    sched_begin_plain();
    event = begin_work(&worker, &gate);
    make(&waiter);
    OK(gi_context_wait(waiter.handle, event));
    fill_part(&waiter, waiter.streams[0], 0, 1);
    sched_gate_await_entered(&gate);
    gifake_fail_slot("queue.submit", GI_OUT_OF_MEMORY);
    sched_gate_open(&gate);
    STATUS(GI_OUT_OF_MEMORY, gi_stream_synchronize(worker.streams[0]));
    STATUS(GI_AWAITED_FAILED, gi_stream_synchronize(waiter.streams[0]));
    STATUS(GI_OUT_OF_MEMORY, gi_event_query(event));
    for (uint64_t i = 1; i < STREAMS; i++)
        expect_failed(&waiter, waiter.streams[i]);
    fill_part(&waiter, sched_stream(), 0, 1);                /* made since */
    for (uint64_t i = 0; i < STREAMS; i++)
        fill_part(&waiter, waiter.streams[i], i, 8);
    OK(gi_event_record(event, worker.streams[0]));
    OK(gi_context_wait(waiter.handle, event));
    (void)!gi_device_synchronize();              /* tells of the wait that failed, once */
    OK(gi_device_synchronize());
    for (uint64_t i = 0; i < STREAMS; i++)
        expect_part(&waiter, i, 8);
    OK(gi_context_destroy(waiter.handle));
    OK(gi_context_destroy(worker.handle));
}

/* The end of a context waits for what the context waits for. */
SCHED_CASE(an_end_waits)
{
    struct sched_freeing freeing;
    struct context worker, waiter;
    struct sched_gate gate;
    gi_handle event;

    sched_begin_plain();
    event = begin_work(&worker, &gate);
    make(&waiter);
    fill_part(&waiter, waiter.streams[0], 0, 1);
    OK(gi_context_wait(waiter.handle, event));
    fill_part(&waiter, waiter.streams[1], 1, 2);
    sched_free_begin(&freeing, gi_context_destroy, waiter.handle);
    REQUIRE(!atomic_load(&freeing.is_over), "it did not wait");
    sched_gate_open(&gate);
    OK(sched_free_end(&freeing));
    STATUS(GI_STALE_HANDLE, gi_stream_query(waiter.streams[1]));
    OK(gi_context_set_current(worker.handle));
    OK(gi_event_query(event));
    OK(gi_context_destroy(worker.handle));
}

/* ---- users ---------------------------------------------------------------------------------- */

SCHED_CASE(users_are_counted)
{
    gi_handle context, same, primary;
    bool is_active;

    sched_begin_plain();
    STATUS(GI_INVALID_CONTEXT, gi_context_attach(&same));    /* none is current */
    OK(gi_context_create(0, 0, &context));
    OK(gi_context_attach(&same));
    REQUIRE(same == context, "another context");
    OK(gi_context_detach(context));
    REQUIRE(gi_context_current() == context, "it has ended");
    STATUS(GI_INVALID_CONTEXT, gi_context_detach(0));
    OK(gi_context_detach(context));              /* its maker was a user */
    REQUIRE(gi_context_current() == 0, "it is still current");
    STATUS(GI_INVALID_CONTEXT, gi_context_detach(context));
    STATUS(GI_INVALID_CONTEXT, gi_context_push(context));

    OK(gi_context_retain_primary(0, &primary));
    OK(gi_context_push(primary));
    OK(gi_context_attach(&same));
    REQUIRE(same == primary, "another context");
    for (int i = 0; i < 3; i++)
        OK(gi_context_detach(primary));          /* without effect */
    OK(gi_context_primary_is_active(0, &is_active));
    REQUIRE(is_active, "nobody uses it");
    OK(gi_context_release_primary(0));
}
