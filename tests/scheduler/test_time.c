/* Elapsed time between events: by the device's clock, which the tests have in hand. */
#include "harness.h"

#include "base/clock.h"

enum { SIZE = 4096, STEP = 1000 };

#define MS_OF_TICKS(ticks) ((double)(ticks) / 1e6)       /* the fake's tick is a nanosecond */

struct clock_setup {
    uint32_t bits;
    bool calibrated, has_clock;
};

static void begin_with_clock(struct clock_setup setup)
{
    struct gifake_device_config config;

    gifake_default_config(&config, 1);
    config.info.timestamp_bits = setup.bits;
    config.info.timestamp_calibration = setup.calibrated;
    config.info.timestamp_period_fs = setup.has_clock ? 1000000 : 0;
    gifake_configure(&config, 1);
}

static gi_handle timed_event(void)
{
    gi_handle event;

    OK(gi_event_create(0, &event));
    return event;
}

static double elapsed(gi_handle start, gi_handle end)
{
    double ms = -1e9;

    OK(gi_event_elapsed(start, end, &ms));
    return ms;
}

static void expect_ms(double got, double wanted)
{
    REQUIRE(got > wanted - 1e-9 && got < wanted + 1e-9, "%.9f ms instead of %.9f", got, wanted);
}

/* Three events around two fills in a stream that is busy: each has the tick of its place. */
SCHED_CASE(events_of_a_busy_stream_have_the_devices_time)
{
    begin_with_clock((struct clock_setup){ 64, true, true });
    gi_handle stream = sched_stream(), a = timed_event(), b = timed_event(), c = timed_event();
    uint64_t memory = sched_memory(2 * SIZE);
    double ms;

    sched_pause_all();
    OK(gi_fill_async(memory, 1, 1, SIZE, stream));
    OK(gi_event_record(a, stream));
    OK(gi_fill_async(memory, 2, 1, SIZE, stream));
    OK(gi_event_record(b, stream));
    OK(gi_fill_async(memory + SIZE, 3, 1, SIZE, stream));
    OK(gi_event_record(c, stream));
    STATUS(GI_NOT_READY, gi_event_elapsed(a, c, &ms));
    gifake_set_clock(0, 500, STEP);
    sched_resume_all();
    OK(gi_event_synchronize(c));
    expect_ms(elapsed(a, b), MS_OF_TICKS(STEP));
    expect_ms(elapsed(a, c), MS_OF_TICKS(2 * STEP));
    expect_ms(elapsed(c, a), -MS_OF_TICKS(2 * STEP));
    expect_ms(elapsed(b, b), 0);
    sched_expect_bytes(memory, SIZE, 2);
}

/* An event in an idle stream makes no batch, and has the time of the record. */
SCHED_CASE(an_idle_stream_takes_the_hosts_time)
{
    struct gifake_counts counts;

    begin_with_clock((struct clock_setup){ 64, true, true });
    gi_handle stream = sched_stream(), a = timed_event(), b = timed_event();
    int64_t first = gi_now_ns();
    OK(gi_event_record(a, stream));
    OK(gi_event_query(a));
    OK(gi_event_record(b, stream));
    int64_t second = gi_now_ns();
    double ms = elapsed(a, b);
    REQUIRE(ms >= 0 && ms <= (double)(second - first) / 1e6, "%f ms", ms);
    gifake_counts(0, GIFAKE_ALL_QUEUES, &counts);
    REQUIRE(counts.batches == 0, "%lu batches", counts.batches);
}

/* A record, a fill and a record in an idle stream: one batch, with the device's time before and
 * behind the fill. What passed between the calls of the first two counts. */
SCHED_CASE(short_work_is_timed_by_the_device)
{
    struct gifake_counts counts;
    double ms;

    begin_with_clock((struct clock_setup){ 64, true, true });
    gi_handle stream = sched_stream(), before = timed_event(), a = timed_event(),
              b = timed_event(), c = timed_event();
    uint64_t memory = sched_memory(SIZE);

    gifake_set_clock(0, 500, STEP);
    sched_pause_all();
    int64_t first = gi_now_ns();
    OK(gi_event_record(before, stream));
    OK(gi_event_record(a, stream));
    OK(gi_fill_async(memory, 1, 1, SIZE, stream));
    int64_t second = gi_now_ns();
    OK(gi_event_record(b, stream));
    OK(gi_event_record(c, stream));
    OK(gi_event_query(a));
    STATUS(GI_NOT_READY, gi_event_query(b));
    sched_resume_all();
    OK(gi_event_synchronize(b));
    gifake_counts(0, GIFAKE_ALL_QUEUES, &counts);
    REQUIRE(counts.batches == 1 && counts.commands == 3, "%lu batches, %lu commands",
            counts.batches, counts.commands);
    ms = elapsed(a, b);
    REQUIRE(ms >= MS_OF_TICKS(STEP) - 1e-9 &&
            ms <= MS_OF_TICKS(STEP) + (double)(second - first) / 1e6, "%.9f ms", ms);
    REQUIRE(elapsed(before, b) >= ms, "an earlier record is later");
    expect_ms(elapsed(b, c), 0);
    expect_ms(elapsed(a, b), ms);
}

static void expect_counts(unsigned long batches, unsigned long commands)
{
    struct gifake_counts counts;

    gifake_counts(0, GIFAKE_ALL_QUEUES, &counts);
    REQUIRE(counts.batches == batches && counts.commands == commands, "%lu batches, %lu commands",
            counts.batches, counts.commands);
    gifake_reset_counts(0);
}

/* A record that comes while the work before it is with the device is a batch of its own. The work
 * of the next ones ends with their time. Without a record that ends. */
SCHED_CASE(the_next_record_is_in_the_works_batch)
{
    enum { ROUNDS = 3 };
    gi_handle events[ROUNDS];

    begin_with_clock((struct clock_setup){ 64, true, true });
    gi_handle stream = sched_stream(), again = timed_event();
    uint64_t memory = sched_memory(SIZE);
    gifake_set_clock(0, 500, STEP);
    for (int i = 0; i < ROUNDS; i++) {
        events[i] = timed_event();
        sched_pause_all();
        OK(gi_fill_async(memory, (uint32_t)i, 1, SIZE, stream));
        OK(gi_event_record(events[i], stream));
        OK(gi_event_record(again, stream));
        STATUS(GI_NOT_READY, gi_event_query(events[i]));
        sched_resume_all();
        OK(gi_event_synchronize(events[i]));
        OK(gi_event_synchronize(again));
        if (i > 0) {
            expect_ms(elapsed(events[i], again), 0);
            expect_counts(1, 2);
        } else {
            expect_counts(2, 3);
        }
    }
    expect_ms(elapsed(events[1], events[2]), MS_OF_TICKS(STEP));
    for (unsigned long commands = 2; commands > 0; commands--) {
        OK(gi_fill_async(memory, 1, 1, SIZE, stream));
        OK(gi_stream_synchronize(stream));
        expect_counts(1, commands);
    }
    OK(gi_memory_free(memory));
    OK(gi_event_destroy(again));
    for (int i = 0; i < ROUNDS; i++)
        OK(gi_event_destroy(events[i]));
    OK(gi_stream_destroy(stream));
    sched_expect_nothing_left();
}

/* The time stays the host's: ticks that lie hours apart do not show. */
static void expect_hosts_time(gi_handle a, gi_handle b, int64_t begin)
{
    double ms = elapsed(a, b);

    REQUIRE(ms >= 0 && ms <= (double)(gi_now_ns() - begin) / 1e6, "%f ms", ms);
}

enum looks { BY_QUERY, BY_SYNCHRONIZE, BY_WAIT, BY_ELAPSED, BEHIND_HOST_CALL, LOOKS };

static void nothing(void *argument, gi_status status)
{
    (void)argument;
    (void)status;
}

static void look(enum looks way, gi_handle event, gi_handle stream, gi_handle other)
{
    double ms;

    switch (way) {
    case BY_QUERY: OK(gi_event_query(event)); return;
    case BY_SYNCHRONIZE: OK(gi_event_synchronize(event)); return;
    case BY_WAIT: OK(gi_stream_wait_event(other, event)); return;
    case BY_ELAPSED: OK(gi_event_elapsed(event, event, &ms)); return;
    case BEHIND_HOST_CALL:
        OK(gi_stream_host_call(stream, nothing, NULL, false));
        OK(gi_stream_synchronize(stream));
        return;
    case LOOKS: return;
    }
}

/* A look at the event, before work follows, makes its time the host's for good. So does anything
 * else in the stream before the work. */
SCHED_CASE(what_was_seen_stays_the_hosts_time)
{
    begin_with_clock((struct clock_setup){ 64, true, true });
    gi_handle stream = sched_stream(), other = sched_stream(), a = timed_event(),
              b = timed_event();
    uint64_t memory = sched_memory(SIZE);

    for (int way = 0; way < LOOKS; way++) {
        int64_t begin = gi_now_ns();
        OK(gi_event_record(a, stream));
        look((enum looks)way, a, stream, other);
        gifake_set_clock(0, 0, UINT64_C(3600000000000));
        OK(gi_fill_async(memory, 1, 1, SIZE, stream));
        OK(gi_stream_synchronize(stream));
        OK(gi_event_record(b, stream));
        expect_hosts_time(a, b, begin);
    }
}

/* Work of another stream is before it in the queue: the time is not that work's end. */
SCHED_CASE(behind_other_streams_the_hosts_time_stays)
{
    struct gifake_device_config config;

    gifake_default_config(&config, 1);
    config.info.queue_count = 1;
    config.info.timestamp_calibration = true;
    config.info.timestamp_bits = 64;
    config.info.timestamp_period_fs = 1000000;
    gifake_configure(&config, 1);
    gi_handle stream = sched_stream(), other = sched_stream(), a = timed_event(),
              b = timed_event();
    uint64_t memory = sched_memory(2 * SIZE);

    sched_pause_all();
    OK(gi_fill_async(memory, 1, 1, SIZE, other));
    int64_t begin = gi_now_ns();
    OK(gi_event_record(a, stream));
    gifake_set_clock(0, 0, UINT64_C(3600000000000));
    OK(gi_fill_async(memory + SIZE, 1, 1, SIZE, stream));
    sched_resume_all();
    OK(gi_stream_synchronize(stream));
    OK(gi_event_record(b, stream));
    expect_hosts_time(a, b, begin);
}

/* The tick lies before the host's time by the clocks, though it was asked for later: no time. */
SCHED_CASE(what_is_in_order_is_never_negative)
{
    begin_with_clock((struct clock_setup){ 64, true, true });
    gi_handle stream = sched_stream(), a = timed_event(), b = timed_event();
    uint64_t memory = sched_memory(SIZE);

    OK(gi_event_record(a, stream));
    OK(gi_event_query(a));       /* so its time stays the host's */
    sched_pause_all();
    OK(gi_fill_async(memory, 1, 1, SIZE, stream));
    OK(gi_event_record(b, stream));
    gifake_set_clock(0, 1000, UINT64_C(3600000000000));  /* an hour ago */
    sched_resume_all();
    OK(gi_event_synchronize(b));
    int64_t asked = gi_now_ns();     /* then the tick gets its place on the host's clock */
    expect_ms(elapsed(a, b), 0);
    expect_ms(elapsed(b, a), 0);
    gi_handle other = sched_stream(), c = timed_event();
    OK(gi_event_record(c, other));
    int64_t recorded = gi_now_ns();
    double there = elapsed(c, b), back = elapsed(b, c);
    /* Of two streams nothing is known but what the clocks show: an hour, and what passed. */
    double most = -3600000.0, least = most - (double)(recorded - asked) / 1e6;
    REQUIRE(there >= least - 1e-6 && there <= most + 1e-6, "%f ms, %f to %f", there, least, most);
    gifake_set_clock(0, 2000, STEP);         /* the two clocks may not be looked at again */
    REQUIRE(there == -back && elapsed(c, b) == there, "%f, %f, then %f ms", there, back,
            elapsed(c, b));
}

SCHED_CASE(without_calibration_the_device_is_asked_at_once)
{
    struct gifake_counts counts;

    begin_with_clock((struct clock_setup){ 64, false, true });
    gi_handle stream = sched_stream(), a = timed_event(), b = timed_event();
    gifake_set_clock(0, 10, STEP);
    OK(gi_event_record(a, stream));
    gifake_counts(0, GIFAKE_ALL_QUEUES, &counts);
    REQUIRE(counts.batches == 1 && counts.commands == 1, "%lu batches, %lu commands",
            counts.batches, counts.commands);
    OK(gi_event_synchronize(a));
    OK(gi_event_record(b, stream));
    OK(gi_event_synchronize(b));
    expect_ms(elapsed(a, b), MS_OF_TICKS(STEP));
}

SCHED_CASE(tick_counts_wrap_around)
{
    begin_with_clock((struct clock_setup){ 36, false, true });
    gi_handle stream = sched_stream(), a = timed_event(), b = timed_event();

    gifake_set_clock(0, (UINT64_C(1) << 36) - 10, STEP);
    OK(gi_event_record(a, stream));
    OK(gi_event_synchronize(a));
    OK(gi_event_record(b, stream));
    OK(gi_event_synchronize(b));
    expect_ms(elapsed(a, b), MS_OF_TICKS(STEP));
    expect_ms(elapsed(b, a), -MS_OF_TICKS(STEP));
}

SCHED_CASE(a_device_without_a_clock_says_so)
{
    double ms;

    begin_with_clock((struct clock_setup){ 0, false, false });
    gi_handle stream = sched_stream(), a = timed_event();
    uint64_t memory = sched_memory(SIZE);

    OK(gi_fill_async(memory, 1, 1, SIZE, stream));
    OK(gi_event_record(a, stream));
    OK(gi_event_synchronize(a));
    STATUS(GI_NOT_SUPPORTED, gi_event_elapsed(a, a, &ms));
}

SCHED_CASE(wrong_events_are_errors)
{
    double ms;

    begin_with_clock((struct clock_setup){ 64, true, true });
    gi_handle stream = sched_stream(), a = timed_event(), never = timed_event(), untimed;
    OK(gi_event_create(GI_EVENT_DISABLE_TIMING, &untimed));
    OK(gi_event_record(a, stream));
    OK(gi_event_record(untimed, stream));
    STATUS(GI_INVALID_HANDLE, gi_event_elapsed(a, never, &ms));
    STATUS(GI_INVALID_HANDLE, gi_event_elapsed(never, a, &ms));
    STATUS(GI_INVALID_HANDLE, gi_event_elapsed(untimed, a, &ms));
    STATUS(GI_INVALID_HANDLE, gi_event_elapsed(a, untimed, &ms));
    STATUS(GI_STALE_HANDLE, gi_event_elapsed(a, stream, &ms));
    STATUS(GI_INVALID_HANDLE, gi_event_elapsed(0, 0, &ms));
    OK(gi_event_destroy(never));
    STATUS(GI_STALE_HANDLE, gi_event_elapsed(a, never, &ms));
}

/* A stamp that the device has yet to write is not given to another event. */
SCHED_CASE(recording_again_leaves_old_places_alone)
{
    enum { EVENTS = 2000 };
    static gi_handle events[EVENTS];
    begin_with_clock((struct clock_setup){ 64, true, true });
    gi_handle stream = sched_stream(), again = timed_event();
    uint64_t memory = sched_memory(SIZE);

    sched_pause_all();
    OK(gi_fill_async(memory, 1, 1, SIZE, stream));
    for (int i = 0; i < EVENTS; i++) {
        events[i] = timed_event();
        OK(gi_event_record(again, stream));
        OK(gi_event_record(events[i], stream));
    }
    gifake_set_clock(0, 0, STEP);
    sched_resume_all();
    OK(gi_stream_synchronize(stream));
    for (int i = 1; i < EVENTS; i++)
        expect_ms(elapsed(events[i - 1], events[i]), MS_OF_TICKS(2 * STEP));
    for (int i = 0; i < EVENTS; i++)
        OK(gi_event_destroy(events[i]));
    OK(gi_event_destroy(again));
    OK(gi_memory_free(memory));
    OK(gi_stream_destroy(stream));
    sched_expect_nothing_left();
}

/* A stream that fails before the device took the time: an error, not a time. */
SCHED_CASE(a_failed_stream_has_no_time)
{
    double ms;

    begin_with_clock((struct clock_setup){ 64, true, true });
    gi_handle stream = sched_stream(), a = timed_event();
    struct sched_gate gate;
    uint64_t memory = sched_memory(SIZE);

    sched_gate_hold(&gate, stream);
    OK(gi_fill_async(memory, 1, 1, SIZE, stream));
    OK(gi_event_record(a, stream));
    gifake_fail_call(1, GI_OUT_OF_MEMORY);
    sched_gate_open(&gate);
    STATUS(GI_OUT_OF_MEMORY, gi_stream_synchronize(stream));
    STATUS(GI_INVALID_HANDLE, gi_event_elapsed(a, a, &ms));
}

/* Where memory is short, the library looks for work that is done in all streams, also in the one
 * that records. */
SCHED_CASE(a_record_where_memory_is_short)
{
    begin_with_clock((struct clock_setup){ 64, true, true });
    gi_handle stream = sched_stream(), a = timed_event(), b = timed_event();
    uint64_t memory = sched_memory(SIZE);
    double ms;

    sched_pause_all();
    OK(gi_fill_async(memory, 1, 1, SIZE, stream));
    gifake_fail_slot("memory.allocate", GI_OUT_OF_MEMORY);
    OK(gi_event_record(a, stream));
    OK(gi_event_record(b, stream));
    REQUIRE(gifake_failed_slot() != NULL, "no memory was asked for");
    sched_resume_all();
    OK(gi_stream_synchronize(stream));
    ms = elapsed(a, b);
    REQUIRE(ms >= 0, "%.9f ms", ms);
}
