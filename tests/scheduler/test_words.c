/* Words of memory: ordered writes, and waits that hold back one stream. */
#include "harness.h"

#include <sched.h>
#include <string.h>

#include "ops/stream_memory.h"

enum { SIZE = 4096 };

static struct gi_value_op write_op(uint64_t pointer, uint32_t size_bytes, uint64_t value)
{
    return (struct gi_value_op){ .kind = GI_VALUE_OP_WRITE, .pointer = pointer,
                                .size_bytes = size_bytes, .value = value };
}

static struct gi_value_op wait_op(uint64_t pointer, uint32_t size_bytes,
                                  enum gi_value_condition condition, uint64_t value, uint64_t mask)
{
    return (struct gi_value_op){ .kind = GI_VALUE_OP_WAIT, .pointer = pointer,
                                .size_bytes = size_bytes, .value = value, .mask = mask,
                                .condition = condition };
}

static gi_status one(gi_handle stream, struct gi_value_op op)
{
    return gi_stream_word_ops(stream, &op, 1);
}

static uint64_t words(void)
{
    uint64_t memory = sched_host_memory(SIZE);

    memset((void *)(uintptr_t)memory, 0, SIZE);
    return memory;
}

static void store32(uint64_t pointer, uint32_t value)
{
    __atomic_store_n((uint32_t *)(uintptr_t)pointer, value, __ATOMIC_RELEASE);
}

static void store64(uint64_t pointer, uint64_t value)
{
    __atomic_store_n((uint64_t *)(uintptr_t)pointer, value, __ATOMIC_RELEASE);
}

/* A plain device, a stream and words of zeros that the host reaches: how most cases begin. */
static void begin_with_words(gi_handle *out_stream, uint64_t *out_word)
{
    sched_begin_plain();
    *out_stream = sched_stream();
    *out_word = words();
}

static void end_with_words(gi_handle stream, uint64_t word)
{
    OK(gi_memory_host_free(word));
    OK(gi_stream_destroy(stream));
    sched_expect_nothing_left();
}

/* ---- conditions ----------------------------------------------------------------------------- */

struct condition_case {
    enum gi_value_condition condition;
    uint32_t size_bytes;
    uint64_t value, mask, shut, open;
};

SCHED_CASE(each_condition_opens_when_it_holds)
{
    static const struct condition_case cases[] = {
        { GI_VALUE_REACHED, 4, 5, UINT64_MAX, 4, 5 },
        { GI_VALUE_REACHED, 4, 5, UINT64_MAX, 0, UINT32_MAX },
        { GI_VALUE_REACHED, 4, 5, 0xff, 0xf04, 0x0f6 },
        { GI_VALUE_REACHED, 8, 1ull << 40, UINT64_MAX, UINT32_MAX, 1ull << 40 },
        { GI_VALUE_EQUAL, 4, 7, UINT64_MAX, 8, 7 },
        { GI_VALUE_EQUAL, 4, 7, 0xf, 0x16, 0x17 },
        { GI_VALUE_EQUAL, 8, 7ull << 32, UINT64_MAX, 7, 7ull << 32 },
        { GI_VALUE_AND, 4, 6, UINT64_MAX, 9, 2 },
        { GI_VALUE_AND, 4, 6, 4, 2, 4 },
        { GI_VALUE_NOR, 4, 0xffff0000, UINT64_MAX, 0xffff, 0xfffe },
        { GI_VALUE_NOR, 4, 1, 0xf, 0xe, 0x6 },
        { GI_VALUE_NOR, 8, UINT32_MAX, UINT64_MAX, UINT64_MAX << 32, 0 },
        { GI_VALUE_NOT_BEHIND, 4, 5, UINT64_MAX, 4, 5 },
        { GI_VALUE_NOT_BEHIND, 4, 5, UINT64_MAX, UINT32_MAX, 0x80000004 },
        { GI_VALUE_NOT_BEHIND, 4, UINT32_MAX, UINT64_MAX, 0xfffffffe, 3 },
        { GI_VALUE_NOT_BEHIND, 4, 0, UINT64_MAX, 0x80000000, 0x7fffffff },
        { GI_VALUE_NOT_BEHIND, 8, 5, UINT64_MAX, UINT64_MAX, UINT32_MAX },
        { GI_VALUE_NOT_BEHIND, 8, UINT64_MAX, UINT64_MAX, UINT64_MAX - 1, 3 },
        { GI_VALUE_NOT_BEHIND, 8, UINT32_MAX, UINT64_MAX, 3, UINT64_C(1) << 32 },
    };
    gi_handle stream;
    uint64_t word, memory;

    begin_with_words(&stream, &word);
    memory = sched_memory(SIZE);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const struct condition_case *now = &cases[i];

        store64(word, now->shut);
        OK(gi_fill_async(memory, 0, 1, SIZE, stream));
        OK(gi_stream_synchronize(stream));
        OK(one(stream, wait_op(word, now->size_bytes, now->condition, now->value, now->mask)));
        OK(gi_fill_async(memory, 9, 1, SIZE, stream));
        STATUS(GI_NOT_READY, gi_stream_query(stream));
        STATUS(GI_NOT_READY, gi_stream_query(stream));
        sched_expect_bytes(memory, SIZE, 0);
        store64(word, now->open);
        OK(gi_stream_synchronize(stream));
        sched_expect_bytes(memory, SIZE, 9);
    }
    OK(gi_memory_free(memory));
    end_with_words(stream, word);
}

/* ---- order ---------------------------------------------------------------------------------- */

/* Law 4: the other streams go on, also on the same queue. */
SCHED_CASE(a_wait_holds_its_own_stream)
{
    enum { STREAMS = 8 };
    struct sched_setup setup = { 1, CAPS_ALL, CAPS_ALL, GIFAKE_ADDRESSES_SHARED };
    gi_handle streams[STREAMS], free_stream;
    uint64_t word, memory;

    sched_begin(&setup);
    word = words();
    memory = sched_memory((STREAMS + 1) * SIZE);
    OK(gi_fill_now(memory, 0, 1, (STREAMS + 1) * SIZE));
    OK(gi_device_synchronize());
    for (uint64_t i = 0; i < STREAMS; i++) {
        streams[i] = sched_stream();
        OK(one(streams[i], wait_op(word + 8 * i, 4, GI_VALUE_EQUAL, 1, UINT64_MAX)));
        OK(gi_fill_async(memory + i * SIZE, 5, 1, SIZE, streams[i]));
    }
    free_stream = sched_stream();
    OK(gi_fill_async(memory + STREAMS * SIZE, 6, 1, SIZE, free_stream));
    OK(gi_stream_synchronize(free_stream));
    sched_expect_bytes(memory + STREAMS * SIZE, SIZE, 6);
    for (uint64_t n = STREAMS; n-- > 0;) {
        STATUS(GI_NOT_READY, gi_stream_query(streams[n]));
        sched_expect_bytes(memory + n * SIZE, SIZE, 0);
        store32(word + 8 * n, 1);
        OK(gi_stream_synchronize(streams[n]));
        sched_expect_bytes(memory + n * SIZE, SIZE, 5);
        OK(gi_stream_destroy(streams[n]));
    }
    OK(gi_stream_destroy(free_stream));
    OK(gi_memory_free(memory));
    OK(gi_memory_host_free(word));
    sched_expect_nothing_left();
}

/* Whoever sees the write sees what came before it; there and back, many times. */
SCHED_CASE(writes_and_waits_pass_data_between_streams)
{
    enum { ROUNDS = 200 };
    gi_handle one_stream, other;
    uint64_t word, memory;

    begin_with_words(&one_stream, &word);
    other = sched_stream();
    memory = sched_memory(2 * SIZE);
    for (uint64_t i = 1; i <= ROUNDS; i++) {
        uint32_t size_bytes = i % 2 == 0 ? 8 : 4;

        OK(one(other, wait_op(word, size_bytes, GI_VALUE_REACHED, i, UINT64_MAX)));
        OK(gi_copy_async(memory + SIZE, memory, SIZE, GI_COPY_INFER, other));
        OK(one(other, write_op(word + 8, size_bytes, i)));
        OK(gi_fill_async(memory, (uint32_t)i & 0xff, 1, SIZE, one_stream));
        OK(one(one_stream, write_op(word, size_bytes, i)));
        OK(one(one_stream, wait_op(word + 8, size_bytes, GI_VALUE_EQUAL, i, UINT64_MAX)));
        if (i % 20 != 0)
            continue;
        OK(gi_stream_synchronize(one_stream));
        sched_expect_bytes(memory + SIZE, SIZE, (uint8_t)i);
    }
    OK(gi_stream_synchronize(one_stream));
    OK(gi_stream_synchronize(other));
    OK(gi_memory_free(memory));
    OK(gi_stream_destroy(other));
    end_with_words(one_stream, word);
}

SCHED_CASE(a_batch_is_done_in_order)
{
    gi_handle stream;
    uint64_t word;
    struct gi_value_op ops[5];

    begin_with_words(&stream, &word);
    ops[0] = write_op(word, 4, 1);
    ops[1] = wait_op(word + 8, 8, GI_VALUE_REACHED, 3, UINT64_MAX);
    ops[2] = write_op(word, 8, 0x0102030405060708);
    ops[3] = wait_op(word, 8, GI_VALUE_EQUAL, 0x0102030405060708, UINT64_MAX);
    ops[4] = write_op(word + 16, 4, 7);
    OK(gi_stream_word_ops(stream, ops, 5));
    OK(gi_stream_word_ops(stream, ops, 0));
    STATUS(GI_NOT_READY, gi_stream_query(stream));
    store64(word + 8, 3);
    OK(gi_stream_synchronize(stream));
    REQUIRE(*(uint64_t *)(uintptr_t)word == 0x0102030405060708, "the write of 8 bytes is wrong");
    REQUIRE(*(uint32_t *)(uintptr_t)(word + 16) == 7, "the last write is missing");
    end_with_words(stream, word);
}

/* A value that holds when the stream comes to it, although it does not any more later. */
SCHED_CASE(a_word_that_changes_back_leaves_no_alarm_behind)
{
    gi_handle stream;
    uint64_t word;

    begin_with_words(&stream, &word);
    for (uint32_t i = 0; i < 300; i++) {
        OK(one(stream, wait_op(word, 4, GI_VALUE_EQUAL, 1, UINT64_MAX)));
        OK(one(stream, wait_op(word + 4, 4, GI_VALUE_EQUAL, i + 1, UINT64_MAX)));
        store32(word, 1);
        while (gi_stream_query(stream) == GI_OK)
            ;
        OK(one(stream, write_op(word + 8, 4, i)));
        store32(word + 4, i + 1);
        OK(gi_stream_synchronize(stream));
        store32(word, 0);
    }
    end_with_words(stream, word);
}

/* ---- life ----------------------------------------------------------------------------------- */

/* The word had the value before the stream's own work wrote another one. */
SCHED_CASE(a_wait_comes_behind_its_streams_work)
{
    gi_handle stream;
    uint64_t word, memory;

    begin_with_words(&stream, &word);
    memory = sched_memory(SIZE);
    OK(gi_fill_now(memory, 0, 1, SIZE));
    OK(gi_device_synchronize());
    store32(word, 1);
    sched_pause_all();
    OK(gi_fill_async(word, 0, 4, 1, stream));
    OK(one(stream, wait_op(word, 4, GI_VALUE_EQUAL, 1, UINT64_MAX)));
    OK(gi_fill_async(memory, 9, 1, SIZE, stream));
    STATUS(GI_NOT_READY, gi_stream_query(stream));
    sched_resume_all();
    while (__atomic_load_n((uint32_t *)(uintptr_t)word, __ATOMIC_ACQUIRE) != 0)
        sched_yield();
    STATUS(GI_NOT_READY, gi_stream_query(stream));
    sched_expect_bytes(memory, SIZE, 0);
    store32(word, 1);
    OK(gi_stream_synchronize(stream));
    sched_expect_bytes(memory, SIZE, 9);
    OK(gi_memory_free(memory));
    end_with_words(stream, word);
}

/* ---- words that the host cannot reach ------------------------------------------------------ */

static void begin_unmapped(uint32_t queues)
{
    struct sched_setup setup = { queues, CAPS_ALL, CAPS_QUEUE_AHEAD, GIFAKE_ADDRESSES_UNMAPPED };

    sched_begin(&setup);
}

enum writer { BY_WORD, BY_FILL, BY_COPY, WRITERS };

static void write_by(enum writer writer, uint64_t word, uint32_t size_bytes, uint64_t from,
                     gi_handle stream)
{
    switch (writer) {
    case BY_WORD: OK(one(stream, write_op(word, size_bytes, 1))); return;
    case BY_FILL: OK(gi_fill_async(word, 1, 4, 1, stream)); return;
    case BY_COPY: OK(gi_copy_async(word, from, size_bytes, GI_COPY_INFER, stream)); return;
    case WRITERS: return;
    }
}

/* A wait that the writer ends, on one queue and several. */
static void wait_for_writer(enum writer writer, uint32_t size_bytes, gi_handle waiting,
                            gi_handle writing)
{
    uint64_t memory = sched_memory(2 * SIZE), back = sched_host_memory(SIZE);
    uint64_t word = memory + SIZE;
    uint64_t one_there = sched_host_memory(SIZE);

    store64(one_there, 1);
    OK(gi_fill_async(memory, 0, 1, 2 * SIZE, waiting));
    OK(gi_stream_synchronize(waiting));
    OK(one(waiting, wait_op(word, size_bytes, GI_VALUE_EQUAL, 1, UINT64_MAX)));
    OK(gi_fill_async(memory, 9, 1, SIZE, waiting));
    OK(gi_copy_async(back, memory, SIZE, GI_COPY_INFER, waiting));
    STATUS(GI_NOT_READY, gi_stream_query(waiting));
    OK(gi_fill_async(memory, 5, 1, SIZE, writing));
    write_by(writer, word, size_bytes, one_there, writing);
    OK(gi_stream_synchronize(waiting));
    sched_expect_bytes(back, SIZE, 9);
    OK(gi_stream_synchronize(writing));
    OK(gi_memory_free(memory));
    OK(gi_memory_host_free(back));
    OK(gi_memory_host_free(one_there));
}

static void words_that_the_host_cannot_reach(uint32_t queues)
{
    gi_handle waiting, writing;

    if (!sched_has_room_for_addresses())
        return;
    begin_unmapped(queues);
    waiting = sched_stream();
    writing = sched_stream();
    for (int i = 0; i < 2 * WRITERS; i++)
        wait_for_writer((enum writer)(i / 2), i % 2 == 0 ? 4 : 8, waiting, writing);
    OK(gi_stream_destroy(waiting));
    OK(gi_stream_destroy(writing));
    sched_expect_nothing_left();
}

SCHED_CASE(unreachable_words_on_one_queue)
{
    words_that_the_host_cannot_reach(1);
}

SCHED_CASE(unreachable_words_on_four_queues)
{
    words_that_the_host_cannot_reach(4);
}

SCHED_CASE(a_lost_device_ends_waits_for_unreachable_words)
{
    gi_handle stream;
    uint64_t word;

    if (!sched_has_room_for_addresses())
        return;
    begin_unmapped(4);
    stream = sched_stream();
    word = sched_memory(SIZE);
    OK(gi_fill_async(word, 0, 1, SIZE, stream));
    OK(one(stream, wait_op(word, 4, GI_VALUE_EQUAL, 1, UINT64_MAX)));
    STATUS(GI_NOT_READY, gi_stream_query(stream));
    gifake_lose_device(0);
    STATUS(GI_DEVICE_LOST, gi_stream_synchronize(stream));
}

SCHED_CASE_EXITS(a_process_exits_with_an_unreachable_wait, 7)
{
    uint64_t word;

    if (!sched_has_room_for_addresses())
        exit(7);
    begin_unmapped(4);
    word = sched_memory(SIZE);
    OK(gi_fill_now(word, 0, 1, SIZE));
    OK(one(sched_stream(), wait_op(word, 4, GI_VALUE_EQUAL, 1, UINT64_MAX)));
    exit(7);
}

SCHED_CASE(the_memory_lives_as_long_as_the_wait)
{
    struct sched_freeing freeing;
    gi_handle stream;
    uint64_t word;

    begin_with_words(&stream, &word);
    OK(one(stream, wait_op(word, 4, GI_VALUE_EQUAL, 1, UINT64_MAX)));
    sched_free_begin(&freeing, gi_memory_host_free, word);
    STATUS(GI_NOT_READY, gi_stream_query(stream));
    store32(word, 1);
    OK(sched_free_end(&freeing));
    OK(gi_stream_query(stream));
    OK(gi_stream_destroy(stream));
    sched_expect_nothing_left();
}

SCHED_CASE(a_destroyed_stream_goes_on)
{
    gi_handle stream;
    uint64_t word;

    begin_with_words(&stream, &word);
    OK(one(stream, wait_op(word, 4, GI_VALUE_EQUAL, 1, UINT64_MAX)));
    OK(one(stream, write_op(word + 4, 4, 2)));
    OK(gi_stream_destroy(stream));
    store32(word, 1);
    while (__atomic_load_n((uint32_t *)(uintptr_t)(word + 4), __ATOMIC_ACQUIRE) != 2)
        sched_yield();
    OK(gi_device_synchronize());
    OK(gi_memory_host_free(word));
    sched_expect_nothing_left();
}

SCHED_CASE_EXITS(a_process_exits_with_a_wait_pending, 7)
{
    sched_begin_plain();
    OK(one(sched_stream(), wait_op(words(), 4, GI_VALUE_EQUAL, 1, UINT64_MAX)));
    exit(7);
}

/* Law 6: a word is looked at a few hundred times in the first second, and no oftener later. The
 * end of a wait is noticed within a sixteenth of its length or 5 ms. */
SCHED_CASE(a_blocked_stream_looks_seldom)
{
    int64_t waited = 0, second = 1000000000;
    int looks = 0;

    for (; waited < second; looks++) {
        int64_t pause = gi_value_wait_pause_ns(waited);

        REQUIRE(pause <= 5000000 && (pause <= waited / 16 || pause == 20000),
                "a pause of %lld ns after %lld", (long long)pause, (long long)waited);
        waited += pause;
    }
    REQUIRE(looks < 400, "%d looks in a second", looks);
    REQUIRE(gi_value_wait_pause_ns(1000 * second) == 5000000, "it looks oftener later");
}

/* ---- bad input ------------------------------------------------------------------------------ */

SCHED_CASE(bad_words_are_refused_and_leave_nothing)
{
    static uint64_t pageable;
    struct gi_value_op ops[2];
    gi_handle stream;
    uint64_t word;

    begin_with_words(&stream, &word);
    STATUS(GI_INVALID_VALUE, one(stream, write_op(0, 4, 1)));
    STATUS(GI_INVALID_VALUE, one(stream, write_op(word + 2, 4, 1)));
    STATUS(GI_INVALID_VALUE, one(stream, write_op(word + 4, 8, 1)));
    STATUS(GI_INVALID_VALUE, one(stream, write_op(word, 2, 1)));
    STATUS(GI_INVALID_VALUE, one(stream, write_op((uint64_t)(uintptr_t)&pageable, 8, 1)));
    STATUS(GI_INVALID_VALUE, one(stream, wait_op((uint64_t)(uintptr_t)&pageable, 8,
                                                 GI_VALUE_EQUAL, 0, UINT64_MAX)));
    STATUS(GI_INVALID_VALUE, one(stream, wait_op(word, 4, (enum gi_value_condition)5, 0, 0)));
    STATUS(GI_STALE_HANDLE, one(12345, write_op(word, 4, 1)));
    ops[0] = write_op(word, 4, 1);
    ops[1] = write_op(word + 1, 4, 1);
    STATUS(GI_INVALID_VALUE, gi_stream_word_ops(stream, ops, 2));
    OK(gi_stream_synchronize(stream));
    sched_expect_bytes(word, SIZE, 0);
    OK(gi_memory_host_free(word));
    STATUS(GI_INVALID_VALUE, one(stream, write_op(word, 4, 1)));
    OK(gi_stream_destroy(stream));
    STATUS(GI_STALE_HANDLE, one(stream, write_op(word, 4, 1)));
    sched_expect_nothing_left();
}
