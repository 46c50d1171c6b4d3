/* What gathers in one batch, where barriers stand, and memory that is freed while in use. */
#include "harness.h"

#include <sched.h>
#include <string.h>

#include "../include/gpuinterop.h"

enum { KIB = 1024, MIB = 1024 * KIB, SLOTS = 2048 };

static struct gifake_counts counts(void)
{
    struct gifake_counts all;

    gifake_counts(0, GIFAKE_ALL_QUEUES, &all);
    return all;
}

/* Keeps the stream busy: a fill is on the paused queue, so that what follows gathers. */
static void occupy(gi_handle stream, uint64_t scratch)
{
    gifake_pause_queue(0, sched_queue_of(stream));
    OK(gi_fill_async(scratch, 0, 1, 16, stream));
    gifake_reset_counts(0);
}

SCHED_CASE(busy_stream_gathers_one_batch)
{
    sched_begin_plain();
    gi_handle stream = sched_stream();
    uint64_t memory = sched_memory(SLOTS * KIB), scratch = sched_memory(16);

    occupy(stream, scratch);
    for (uint64_t i = 0; i < 200; i++)
        OK(gi_copy_async(memory + (2 * i + 1) * KIB, memory + 2 * i * KIB, KIB,
                         GI_COPY_DEVICE_TO_DEVICE, stream));
    REQUIRE(counts().batches == 0, "%lu batches went to a busy queue", counts().batches);
    gifake_resume_queue(0, sched_queue_of(stream));
    OK(gi_stream_synchronize(stream));
    REQUIRE(counts().batches == 1, "%lu batches", counts().batches);
    REQUIRE(counts().commands == 200, "%lu commands", counts().commands);
    REQUIRE(counts().barriers == 0, "%lu barriers", counts().barriers);
    OK(gi_memory_free(memory));
    OK(gi_memory_free(scratch));
    OK(gi_stream_destroy(stream));
    sched_expect_nothing_left();
}

/* Also when what they gather is wanted before the queue is idle. */
SCHED_CASE(needing_one_submits_all_of_it)
{
    sched_begin_plain();
    gi_handle stream = sched_stream(), event = sched_event();
    uint64_t memory = sched_memory(SLOTS * KIB), scratch = sched_memory(16);

    occupy(stream, scratch);
    for (uint64_t i = 0; i < 50; i++)
        OK(gi_fill_async(memory + i * KIB, 7, 1, KIB, stream));
    OK(gi_event_record(event, stream));
    STATUS(GI_NOT_READY, gi_event_query(event));
    REQUIRE(counts().batches == 1 && counts().commands == 50, "%lu batches with %lu commands",
            counts().batches, counts().commands);
    STATUS(GI_NOT_READY, gi_stream_query(stream));
    REQUIRE(counts().batches == 1, "%lu batches", counts().batches);
    gifake_resume_queue(0, sched_queue_of(stream));
    OK(gi_event_synchronize(event));
    sched_expect_bytes(memory, 50 * KIB, 7);
    OK(gi_event_destroy(event));
    OK(gi_memory_free(memory));
    OK(gi_memory_free(scratch));
    OK(gi_stream_destroy(stream));
    sched_expect_nothing_left();
}

SCHED_CASE(barriers_only_where_ranges_overlap)
{
    sched_begin_plain();
    gi_handle stream = sched_stream();
    uint64_t memory = sched_memory(64 * KIB), scratch = sched_memory(16);

    memset((void *)(uintptr_t)memory, 1, 64 * KIB);
    occupy(stream, scratch);
    OK(gi_fill_async(memory, 2, 1, KIB, stream));
    OK(gi_fill_async(memory + KIB, 3, 1, KIB, stream));                    /* neighbours */
    OK(gi_copy_async(memory + 8 * KIB, memory + 2 * KIB, KIB, GI_COPY_INFER, stream));
    OK(gi_copy_async(memory + 9 * KIB, memory + 2 * KIB, KIB, GI_COPY_INFER, stream));
    OK(gi_copy_async(memory + 10 * KIB, memory, KIB, GI_COPY_INFER, stream));   /* reads a write */
    OK(gi_fill_async(memory + KIB + 100, 4, 1, 1, stream));
    OK(gi_fill_async(memory, 5, 1, 1, stream));                           /* writes what was read */
    gifake_resume_queue(0, sched_queue_of(stream));
    OK(gi_stream_synchronize(stream));
    REQUIRE(counts().batches == 1 && counts().commands == 7, "%lu batches with %lu commands",
            counts().batches, counts().commands);
    REQUIRE(counts().barriers == 2, "%lu barriers instead of 2", counts().barriers);
    sched_expect_bytes(memory, 1, 5);
    sched_expect_bytes(memory + 1, KIB - 1, 2);
    sched_expect_bytes(memory + KIB, 100, 3);
    sched_expect_bytes(memory + KIB + 100, 1, 4);
    sched_expect_bytes(memory + 8 * KIB, 2 * KIB, 1);
    sched_expect_bytes(memory + 10 * KIB, KIB, 2);
    OK(gi_memory_free(memory));
    OK(gi_memory_free(scratch));
    OK(gi_stream_destroy(stream));
    sched_expect_nothing_left();
}

SCHED_CASE(a_batch_holds_512_commands)
{
    sched_begin_plain();
    gi_handle stream = sched_stream();
    uint64_t memory = sched_memory(SLOTS * 16), scratch = sched_memory(16);

    occupy(stream, scratch);
    for (uint64_t i = 0; i < 511; i++)
        OK(gi_fill_async(memory + i * 16, 9, 1, 16, stream));
    REQUIRE(counts().batches == 0, "a batch of fewer than 512 was not held back");
    for (uint64_t i = 511; i < 1100; i++)
        OK(gi_fill_async(memory + i * 16, 9, 1, 16, stream));
    STATUS(GI_NOT_READY, gi_stream_query(stream));
    REQUIRE(counts().largest_batch == 512, "a batch has %lu commands", counts().largest_batch);
    REQUIRE(counts().batches == 3 && counts().commands == 1100, "%lu batches with %lu commands",
            counts().batches, counts().commands);
    gifake_resume_queue(0, sched_queue_of(stream));
    OK(gi_stream_synchronize(stream));
    sched_expect_bytes(memory, 1100 * 16, 9);
    OK(gi_memory_free(memory));
    OK(gi_memory_free(scratch));
    OK(gi_stream_destroy(stream));
}

/* A stream that is idle does not wait for company. */
SCHED_CASE(idle_stream_submits_at_once)
{
    sched_begin_plain();
    gi_handle stream = sched_stream();
    uint64_t memory = sched_memory(KIB);

    gifake_reset_counts(0);
    for (unsigned long i = 1; i <= 5; i++) {
        OK(gi_fill_async(memory, (uint32_t)i, 1, KIB, stream));
        REQUIRE(counts().batches == i, "%lu batches after %lu fills", counts().batches, i);
        OK(gi_stream_synchronize(stream));
    }
    OK(gi_memory_free(memory));
    OK(gi_stream_destroy(stream));
}

/* Streams that take turns on one queue do not cost a batch each time: what nobody needs yet gathers
 * behind two batches, and goes without being asked for when one of them is done. */
SCHED_CASE(streams_of_one_queue_gather)
{
    enum { STREAMS = 8, ROUNDS = 16 };
    struct sched_setup setup = { 1, CAPS_ALL, CAPS_QUEUE_AHEAD, GIFAKE_ADDRESSES_SHARED };
    gi_handle streams[STREAMS];

    sched_begin(&setup);
    for (int i = 0; i < STREAMS; i++)
        streams[i] = sched_stream();
    uint64_t memory = sched_memory(STREAMS * KIB);
    uint64_t before = gi_counter_value(GI_COUNT_BATCHES);
    gifake_pause_queue(0, 0);
    gifake_reset_counts(0);
    for (int i = 0; i < 2; i++) {
        OK(gi_fill_async(memory + (uint64_t)i * KIB, 1, 1, KIB, streams[i]));
        STATUS(GI_NOT_READY, gi_stream_query(streams[i]));     /* which needs it */
    }
    REQUIRE(counts().batches == 2, "%lu batches are on their way", counts().batches);
    while (gi_counter_value(GI_COUNT_BATCHES) < before + 2)
        sched_yield();                           /* the lane knows of them a moment later */
    for (int round = 1; round <= ROUNDS; round++)
        for (int i = 2; i < STREAMS; i++)
            OK(gi_fill_async(memory + (uint64_t)i * KIB, (uint32_t)round, 1, KIB, streams[i]));
    REQUIRE(counts().batches == 2, "%lu batches went to a busy queue", counts().batches);
    gifake_resume_queue(0, 0);
    while (counts().batches < STREAMS)           /* nobody asks the streams meanwhile */
        sched_yield();
    for (int i = 0; i < STREAMS; i++)
        OK(gi_stream_synchronize(streams[i]));
    REQUIRE(counts().batches == STREAMS && counts().commands == 2 + (STREAMS - 2) * ROUNDS,
            "%lu batches with %lu commands", counts().batches, counts().commands);
    sched_expect_bytes(memory + 2 * KIB, (STREAMS - 2) * KIB, ROUNDS);
    OK(gi_memory_free(memory));
    for (int i = 0; i < STREAMS; i++)
        OK(gi_stream_destroy(streams[i]));
    sched_expect_nothing_left();
}

/* Order within a stream, whatever the commands gather in: a chain of copies, each of the one
 * before. */
SCHED_CASE(work_of_one_stream_is_in_order)
{
    sched_begin_plain();
    gi_handle stream = sched_stream();
    uint64_t memory = sched_memory(SLOTS * 64);

    for (int round = 1; round <= 5; round++) {
        OK(gi_fill_async(memory, (uint32_t)round, 1, 64, stream));
        for (uint64_t i = 1; i < SLOTS; i++)
            OK(gi_copy_async(memory + i * 64, memory + (i - 1) * 64, 64, GI_COPY_INFER, stream));
    }
    OK(gi_stream_synchronize(stream));
    sched_expect_bytes(memory, SLOTS * 64, 5);
    OK(gi_memory_free(memory));
    OK(gi_stream_destroy(stream));
    sched_expect_nothing_left();
}

/* Ends of a copy that overlap, in both directions. */
SCHED_CASE(overlapping_copies_are_right)
{
    enum { SIZE = 1000 };
    uint8_t model[SIZE];

    sched_begin_plain();
    gi_handle stream = sched_stream();
    uint64_t memory = sched_memory(SIZE);
    uint8_t *bytes = (uint8_t *)(uintptr_t)memory;
    for (int i = 0; i < SIZE; i++)
        bytes[i] = model[i] = (uint8_t)(i * 7 + i / 256);
    OK(gi_copy_async(memory + 10, memory, 900, GI_COPY_DEVICE_TO_DEVICE, stream));
    memmove(model + 10, model, 900);
    OK(gi_copy_async(memory, memory + 1, 999, GI_COPY_DEVICE_TO_DEVICE, stream));
    memmove(model, model + 1, 999);
    OK(gi_copy_async(memory + 3, memory + 3, 500, GI_COPY_DEVICE_TO_DEVICE, stream));
    OK(gi_stream_synchronize(stream));
    REQUIRE(memcmp(bytes, model, SIZE) == 0, "the bytes are not those of memmove");
    OK(gi_memory_free(memory));
    OK(gi_stream_destroy(stream));
}

/* Memory that is freed without a wait is given out again only once no work uses it. */
SCHED_CASE(memory_in_use_is_not_given_out_again)
{
    enum { TRIES = 20 };
    uint64_t others[TRIES];

    sched_begin_plain();
    gi_handle stream = sched_stream();
    uint64_t memory = sched_memory(64 * KIB), again;
    gifake_pause_queue(0, sched_queue_of(stream));
    OK(gi_fill_async(memory, 0xee, 1, 64 * KIB, stream));
    OK(gi_memory_free_unsettled(memory));
    STATUS(GI_INVALID_VALUE, gi_memory_free(memory));
    STATUS(GI_INVALID_VALUE, gi_fill_async(memory, 1, 1, 1, stream));
    for (int i = 0; i < TRIES; i++) {
        others[i] = sched_memory(64 * KIB);
        REQUIRE(others[i] + 64 * KIB <= memory || others[i] >= memory + 64 * KIB,
                "memory that a fill still uses was given out");
        memset((void *)(uintptr_t)others[i], 0x11, 64 * KIB);
    }
    gifake_resume_queue(0, sched_queue_of(stream));
    OK(gi_stream_synchronize(stream));
    for (int i = 0; i < TRIES; i++) {
        sched_expect_bytes(others[i], 64 * KIB, 0x11);
        OK(gi_memory_free(others[i]));
    }
    again = sched_memory(TRIES * 64 * KIB);      /* now it is free */
    OK(gi_memory_free(again));
    OK(gi_stream_destroy(stream));
    sched_expect_nothing_left();
}

/* Lets the queues go as soon as an enqueue is counted that waits for them. */
static void *resume_once_counted(void *argument)
{
    const struct gpuinterop_counters *before = argument;

    while (gi_counter_value(GI_COUNT_BLOCKING_ENQUEUES) == before->blocking_enqueues)
        sched_yield();
    sched_resume_all();
    return NULL;
}

/* Law 11: what was slower than it could be is counted. */
SCHED_CASE(staged_and_blocking_copies_are_counted)
{
    struct sched_setup setup = { 4, CAPS_ALL, CAPS_QUEUE_AHEAD, GIFAKE_ADDRESSES_UNMAPPED };
    struct gpuinterop_counters before, after;
    uint8_t bytes[4096];
    pthread_t thread;

    if (!sched_has_room_for_addresses())
        return;
    sched_begin(&setup);
    gi_handle stream = sched_stream();
    uint64_t memory = sched_memory(sizeof bytes), pinned = sched_host_memory(sizeof bytes);
    memset(bytes, 0x21, sizeof bytes);
    gpuinterop_get_counters(NULL);
    gpuinterop_get_counters(&before);
    OK(gi_copy_async(memory, (uint64_t)(uintptr_t)bytes, sizeof bytes, GI_COPY_HOST_TO_DEVICE,
                     stream));
    memset(bytes, 0, sizeof bytes);              /* the source may change once it returns */
    OK(gi_copy_async((uint64_t)(uintptr_t)bytes, memory, sizeof bytes, GI_COPY_DEVICE_TO_HOST,
                     stream));
    REQUIRE(bytes[0] == 0x21 && bytes[4095] == 0x21, "the bytes did not come back");
    gpuinterop_get_counters(&after);
    REQUIRE(after.staged_copies == before.staged_copies + 2, "%llu staged copies",
            (unsigned long long)(after.staged_copies - before.staged_copies));
    before = after;
    gifake_pause_queue(0, sched_queue_of(stream));
    OK(gi_fill_async(pinned, 0x33, 1, sizeof bytes, stream));
    REQUIRE(pthread_create(&thread, NULL, resume_once_counted, &before) == 0, "no thread");
    OK(gi_copy_async((uint64_t)(uintptr_t)bytes, pinned, sizeof bytes, GI_COPY_DEVICE_TO_HOST,
                     stream));
    REQUIRE(bytes[0] == 0x33, "the copy did not wait for the fill");
    pthread_join(thread, NULL);
    gpuinterop_get_counters(&after);
    REQUIRE(after.blocking_enqueues == before.blocking_enqueues + 1, "not counted once");
    REQUIRE(after.staged_copies == before.staged_copies, "a copy from pinned memory was staged");
    REQUIRE(after.commands >= before.commands + 1 && after.batches >= before.batches + 1,
            "commands and batches are not counted");
    OK(gi_memory_free(memory));
    OK(gi_memory_host_free(pinned));
    OK(gi_stream_destroy(stream));
    sched_expect_nothing_left();
}

/* ---- one batch ahead ------------------------------------------------------------------------ */

/* A batch with enough work is with the queue before the one that runs is done, and no other one. */
SCHED_CASE(enough_work_goes_ahead)
{
    sched_begin_plain();
    gi_handle stream = sched_stream();
    uint64_t memory = sched_memory(2 * MIB), scratch = sched_memory(16);

    occupy(stream, scratch);
    OK(gi_fill_async(memory, 1, 1, MIB - 1, stream));
    REQUIRE(counts().batches == 0, "small work went ahead");
    OK(gi_fill_async(memory + MIB - 1, 1, 1, 1, stream));
    REQUIRE(counts().batches == 1 && counts().commands == 2, "%lu batches with %lu commands",
            counts().batches, counts().commands);
    for (uint32_t i = 2; i < 6; i++)
        OK(gi_fill_async(memory + i, i, 1, MIB, stream));
    REQUIRE(counts().batches == 1, "%lu batches wait behind the one that runs", counts().batches);
    gifake_resume_queue(0, sched_queue_of(stream));
    OK(gi_stream_synchronize(stream));
    REQUIRE(counts().batches == 2 && counts().commands == 6, "%lu batches with %lu commands",
            counts().batches, counts().commands);
    sched_expect_bytes(memory, 2, 1);
    for (uint8_t i = 2; i < 5; i++)
        sched_expect_bytes(memory + i, 1, i);
    sched_expect_bytes(memory + 5, MIB, 5);
    OK(gi_memory_free(memory));
    OK(gi_memory_free(scratch));
    OK(gi_stream_destroy(stream));
    sched_expect_nothing_left();
}

/* Without a pause anywhere: what is written last stays, and each copy sees what came before it. */
SCHED_CASE(batches_ahead_are_in_order)
{
    enum { ROUNDS = 60 };
    sched_begin_plain();
    gi_handle stream = sched_stream();
    uint64_t memory = sched_memory(3 * MIB), host = sched_host_memory(ROUNDS);

    for (uint32_t i = 0; i < ROUNDS; i++) {
        OK(gi_fill_async(memory, i, 1, MIB, stream));
        OK(gi_copy_async(memory + MIB, memory, MIB, GI_COPY_DEVICE_TO_DEVICE, stream));
        OK(gi_copy_async(memory + 2 * MIB, memory + MIB, MIB, GI_COPY_DEVICE_TO_DEVICE, stream));
        OK(gi_copy_async(host + i, memory + 3 * MIB - 1, 1, GI_COPY_INFER, stream));
    }
    OK(gi_stream_synchronize(stream));
    for (uint32_t i = 0; i < ROUNDS; i++)
        sched_expect_bytes(host + i, 1, (uint8_t)i);
    OK(gi_memory_free(memory));
    OK(gi_memory_host_free(host));
    OK(gi_stream_destroy(stream));
    sched_expect_nothing_left();
}

/* Its gates come first, while the batch before it still runs. */
SCHED_CASE(what_goes_ahead_waits_for_its_gates)
{
    struct sched_semaphore semaphore;

    sched_begin_plain();
    gi_handle stream = sched_stream();
    uint64_t memory = sched_memory(MIB), scratch = sched_memory(16);

    sched_semaphore_make(&semaphore, SCHED_HOST_SEMAPHORE, true, 0);
    occupy(stream, scratch);
    sched_wait(stream, &semaphore, 1);
    OK(gi_fill_async(memory, 9, 1, MIB, stream));
    REQUIRE(counts().batches == 0, "a batch went past its gate");
    sched_peer_signal(&semaphore, 1);
    REQUIRE(gifake_wait_batches(0, 1), "the gate is open, and nothing went ahead");
    gifake_resume_queue(0, sched_queue_of(stream));
    OK(gi_stream_synchronize(stream));
    sched_expect_bytes(memory, MIB, 9);
    sched_semaphore_end(&semaphore);
    OK(gi_memory_free(memory));
    OK(gi_memory_free(scratch));
    OK(gi_stream_destroy(stream));
    sched_expect_nothing_left();
}

/* A batch that cannot go ahead fails its stream; the one that runs is done. */
SCHED_CASE(a_failure_ahead_is_the_streams)
{
    sched_begin_plain();
    gi_handle stream = sched_stream();
    uint64_t memory = sched_memory(MIB), scratch = sched_memory(16);

    occupy(stream, scratch);
    gifake_fail_slot("queue.submit", GI_OUT_OF_MEMORY);
    STATUS(GI_OUT_OF_MEMORY, gi_fill_async(memory, 9, 1, MIB, stream));
    gifake_resume_queue(0, sched_queue_of(stream));
    OK(gi_stream_synchronize(stream));
    OK(gi_fill_async(memory, 3, 1, MIB, stream));
    OK(gi_stream_synchronize(stream));
    sched_expect_bytes(memory, MIB, 3);
    OK(gi_memory_free(memory));
    OK(gi_memory_free(scratch));
    OK(gi_stream_destroy(stream));
    sched_expect_nothing_left();
}

/* Streams that share a lane take turns: what another one has submitted is not overtaken. */
SCHED_CASE(a_lane_of_several_is_not_filled_up)
{
    struct sched_setup setup = { 1, CAPS_ALL, CAPS_ALL, GIFAKE_ADDRESSES_SHARED };

    sched_begin(&setup);
    gi_handle stream = sched_stream(), other = sched_stream();
    uint64_t memory = sched_memory(2 * MIB), scratch = sched_memory(32);

    occupy(stream, scratch);
    OK(gi_fill_async(scratch + 16, 1, 1, 16, other));
    STATUS(GI_NOT_READY, gi_stream_query(other));
    REQUIRE(counts().batches == 1, "the query submits what the other stream has");
    OK(gi_fill_async(memory, 1, 1, MIB, stream));
    REQUIRE(counts().batches == 1, "%lu batches: a lane of two streams was filled up",
            counts().batches);
    gifake_resume_queue(0, sched_queue_of(stream));
    OK(gi_stream_synchronize(stream));
    OK(gi_stream_synchronize(other));
    sched_expect_bytes(memory, MIB, 1);
    OK(gi_memory_free(memory));
    OK(gi_memory_free(scratch));
    OK(gi_stream_destroy(stream));
    OK(gi_stream_destroy(other));
    sched_expect_nothing_left();
}
