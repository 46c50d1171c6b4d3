/* Order: within a batch, between batches, between queues. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "conformance.h"

enum { WORD = 4 };

static struct gi_command move_word(struct gi_memory *mem, size_t to, size_t from)
{
    return conf_copy(mem, to * WORD, mem, from * WORD, WORD);
}

static struct gi_memory *words(struct conf_rig *rig, size_t count)
{
    struct gi_memory *mem = conf_memory(rig->base, count * WORD, GI_MEMORY_DEVICE);
    struct gi_command fill = conf_fill(mem, 0, count * WORD, 0, 4);

    conf_run(rig, &fill, 1);
    return mem;
}

static void set_word(struct conf_rig *rig, struct gi_memory *mem, size_t i, uint32_t value)
{
    conf_write(rig, mem, i * WORD, &value, WORD);
}

static uint32_t get_word(struct conf_rig *rig, struct gi_memory *mem, size_t i)
{
    uint32_t value;

    conf_read(rig, mem, i * WORD, &value, WORD);
    return value;
}

static void batch_of_many_copies(void **state)
{
    enum { COUNT = 10000, SIZE = COUNT * WORD };
    struct conf_rig rig;
    struct gi_command *commands = conf_alloc(COUNT * sizeof *commands);
    uint8_t *bytes = conf_alloc(SIZE), *got = conf_alloc(SIZE);

    (void)state;
    conf_open(&rig);
    struct gi_memory *src = conf_memory(rig.base, SIZE, GI_MEMORY_HOST);
    struct gi_memory *dst = conf_memory(rig.base, SIZE, GI_MEMORY_DEVICE);
    for (size_t i = 0; i < SIZE; i++)
        bytes[i] = conf_byte(i);
    conf_write(&rig, src, 0, bytes, SIZE);
    for (size_t i = 0; i < COUNT; i++)
        commands[i] = conf_copy(dst, i * WORD, src, i * WORD, WORD);
    conf_run(&rig, commands, COUNT);
    conf_read(&rig, dst, 0, got, SIZE);
    conf_same("10000 copies", got, bytes, SIZE);
    conf_memory_free(dst);
    conf_memory_free(src);
    free(got);
    free(bytes);
    free(commands);
    conf_close(&rig);
}

/** A word walks through memory, each step behind a barrier. */
static void batch_of_dependent_copies(void **state)
{
    enum { STEPS = 1000 };
    struct conf_rig rig;
    struct gi_command commands[STEPS];

    (void)state;
    conf_open(&rig);
    struct gi_memory *mem = words(&rig, STEPS + 1);
    set_word(&rig, mem, 0, 0xdecade);
    for (size_t i = 0; i < STEPS; i++)
        commands[i] = conf_after(move_word(mem, i + 1, i));
    conf_run(&rig, commands, STEPS);
    CONF_THAT(get_word(&rig, mem, STEPS) == 0xdecade, "the word arrived as 0x%x",
              get_word(&rig, mem, STEPS));
    conf_memory_free(mem);
    conf_close(&rig);
}

/** Fills and copies of the same bytes in turn: read after write, write after read, write after
 *  write. */
static void batch_of_hazards(void **state)
{
    enum { ROUNDS = 100, SIZE = 4096 + 4 };
    struct conf_rig rig;
    static struct gi_command commands[2 * ROUNDS];
    static uint8_t expected[ROUNDS * SIZE], got[ROUNDS * SIZE];

    (void)state;
    conf_open(&rig);
    struct gi_memory *from = conf_memory(rig.base, SIZE, GI_MEMORY_DEVICE);
    struct gi_memory *to = conf_memory(rig.base, ROUNDS * SIZE, GI_MEMORY_DEVICE);
    for (size_t i = 0; i < ROUNDS; i++) {
        commands[2 * i] = conf_after(conf_fill(from, 0, SIZE, (uint32_t)i, 1));
        commands[2 * i + 1] = conf_after(conf_copy(to, i * SIZE, from, 0, SIZE));
        memset(expected + i * SIZE, (int)i, SIZE);
    }
    conf_run(&rig, commands, 2 * ROUNDS);
    conf_read(&rig, to, 0, got, ROUNDS * SIZE);
    conf_same("rounds of fill and copy", got, expected, ROUNDS * SIZE);
    conf_memory_free(to);
    conf_memory_free(from);
    conf_close(&rig);
}

/** Batches of one queue follow each other without a word from the caller. */
static void batches(void **state)
{
    enum { STEPS = 300 };
    struct conf_rig rig;

    (void)state;
    conf_open(&rig);
    struct gi_memory *mem = words(&rig, STEPS + 1);
    set_word(&rig, mem, 0, 0xdecade);
    for (size_t i = 0; i < STEPS; i++) {
        struct gi_command command = move_word(mem, i + 1, i);
        conf_submit(&rig.main, &command, 1);
    }
    conf_reach(&rig.main, rig.main.value);
    CONF_THAT(get_word(&rig, mem, STEPS) == 0xdecade, "the word arrived as 0x%x",
              get_word(&rig, mem, STEPS));
    conf_memory_free(mem);
    conf_close(&rig);
}

/** Two queues hand a word to each other by waits on values. */
static void queues(void **state)
{
    enum { STEPS = 200 };
    struct conf_rig rig;
    struct conf_queue second;

    (void)state;
    if (conf_info.queue_count < 2)
        conf_skip("the device has one queue");
    conf_open(&rig);
    conf_queue_open(rig.base, 1, &second);
    struct gi_memory *mem = words(&rig, STEPS + 1);
    set_word(&rig, mem, 0, 0xdecade);
    for (size_t i = 0; i < STEPS; i++) {
        struct conf_queue *mine = i % 2 == 0 ? &rig.main : &second;
        struct conf_queue *other = i % 2 == 0 ? &second : &rig.main;
        struct gi_command command = move_word(mem, i + 1, i);
        struct gi_wait wait = { .queue = other->queue, .value = other->value };
        conf_submit_batch(mine, (struct gi_batch){ .commands = &command, .command_count = 1,
                                                   .waits = &wait, .wait_count = i != 0 });
    }
    conf_reach(&second, second.value);
    conf_reach(&rig.main, rig.main.value);
    CONF_THAT(get_word(&rig, mem, STEPS) == 0xdecade, "the word arrived as 0x%x",
              get_word(&rig, mem, STEPS));
    conf_memory_free(mem);
    conf_queue_close(&second);
    conf_close(&rig);
}

static void query_is_monotonic(void **state)
{
    enum { BATCHES = 300 };
    struct conf_rig rig;
    uint64_t before = 0, value = 0;

    (void)state;
    conf_open(&rig);
    struct gi_memory *mem = words(&rig, 1024);
    uint64_t first = rig.main.value;
    for (size_t i = 0; i < BATCHES; i++) {
        struct gi_command fill = conf_fill(mem, 0, 1024 * WORD, (uint32_t)i, 4);
        conf_submit(&rig.main, &fill, 1);
        CONF_OK(conf_driver->queue->query(rig.main.queue, &value));
        CONF_THAT(value >= before && value <= rig.main.value, "value %" PRIu64 " after %" PRIu64
                  ", %" PRIu64 " submitted", value, before, rig.main.value);
        before = value;
    }
    for (uint64_t i = first; i <= rig.main.value; i++) {
        conf_reach(&rig.main, i);
        CONF_OK(conf_driver->queue->query(rig.main.queue, &value));
        CONF_THAT(value >= before && value >= i, "value %" PRIu64 " after %" PRIu64, value, before);
        before = value;
    }
    CONF_THAT(get_word(&rig, mem, 1023) == BATCHES - 1, "the last fill is not the last");
    conf_memory_free(mem);
    conf_close(&rig);
}

/** Values may leave gaps: only their order counts. */
static void values_with_gaps(void **state)
{
    struct conf_rig rig;

    (void)state;
    conf_open(&rig);
    for (int i = 0; i < 20; i++) {
        rig.main.value += 1000;
        conf_submit(&rig.main, NULL, 0);
        if (i % 3 == 0)
            conf_reach(&rig.main, rig.main.value);
    }
    conf_reach(&rig.main, rig.main.value);
    conf_close(&rig);
}

/** A batch may be changed and its arrays freed as soon as submit returns. */
static void batch_is_borrowed(void **state)
{
    enum { COUNT = 64 };
    struct conf_rig rig;
    struct gi_command *commands = conf_alloc(COUNT * sizeof *commands);

    (void)state;
    conf_open(&rig);
    struct gi_memory *mem = words(&rig, COUNT);
    for (size_t i = 0; i < COUNT; i++)
        commands[i] = conf_fill(mem, i * WORD, WORD, (uint32_t)i + 1, 4);
    conf_submit(&rig.main, commands, COUNT);
    memset(commands, 0xff, COUNT * sizeof *commands);
    free(commands);
    conf_reach(&rig.main, rig.main.value);
    for (size_t i = 0; i < COUNT; i += 21)
        CONF_THAT(get_word(&rig, mem, i) == i + 1, "word %zu is %u", i, get_word(&rig, mem, i));
    conf_memory_free(mem);
    conf_close(&rig);
}

static struct gi_command timestamp(struct gi_memory *mem, size_t index)
{
    return (struct gi_command){ .kind = GI_COMMAND_TIMESTAMP,
                                .dst = { .memory = mem, .offset_bytes = index * 8 },
                                .box = { 8, 1, 1 } };
}

static void calibrate(struct conf_rig *rig, uint64_t *out_ticks, int64_t *out_ns)
{
    CONF_OK(rig->base->driver->device->calibrate(rig->base, out_ticks, out_ns));
}

/** Timestamps of one queue go on, in a batch and from batch to batch, and each place gets its own;
 *  with calibration they lie between two looks at the clocks. */
static void timestamps(void **state)
{
#ifdef __SANITIZE_THREAD__
    enum { BATCHES = 3, COUNT = 40, BYTES = 1 << 14 };    /* it looks at each byte of 120 fills */
#else
    enum { BATCHES = 3, COUNT = 40, BYTES = 1 << 20 };
#endif
    struct gi_command commands[2 * COUNT];
    uint64_t ticks[BATCHES * COUNT], first = 0, last = 0, mask;
    int64_t before_ns = 0, after_ns = 0, host_before = 0, host_after = 0;
    struct conf_rig rig;

    (void)state;
    if (conf_info.timestamp_period_fs == 0)
        conf_skip("the device has no clock");
    conf_open(&rig);
    struct gi_memory *places = conf_memory(rig.base, sizeof ticks, GI_MEMORY_HOST);
    struct gi_memory *mem = conf_memory(rig.base, BYTES, GI_MEMORY_DEVICE);
    mask = conf_info.timestamp_bits < 64 ? (UINT64_C(1) << conf_info.timestamp_bits) - 1
                                         : UINT64_MAX;
    if (conf_info.timestamp_calibration) {
        host_before = gi_now_ns();
        calibrate(&rig, &first, &before_ns);
    }
    for (size_t batch = 0; batch < BATCHES; batch++) {
        for (size_t i = 0; i < COUNT; i++) {
            commands[2 * i] = conf_after(conf_fill(mem, 0, BYTES, (uint32_t)i, 4));
            commands[2 * i + 1] = timestamp(places, batch * COUNT + i);
        }
        conf_run(&rig, commands, 2 * COUNT);
    }
    if (conf_info.timestamp_calibration) {
        calibrate(&rig, &last, &after_ns);
        host_after = gi_now_ns();
        CONF_THAT(host_before <= before_ns && before_ns < after_ns && after_ns <= host_after,
                  "the host's time is not that of the monotonic clock");
    }
    conf_read(&rig, places, 0, ticks, sizeof ticks);
    for (size_t i = 1; i < BATCHES * COUNT; i++)
        CONF_THAT(((ticks[i] - ticks[i - 1]) & mask) <= mask / 2 && ticks[i] != ticks[0],
                  "timestamp %zu is %" PRIu64 " after %" PRIu64, i, ticks[i], ticks[i - 1]);
    if (conf_info.timestamp_calibration)
        CONF_THAT(((ticks[0] - first) & mask) <= mask / 2 &&
                  ((last - ticks[BATCHES * COUNT - 1]) & mask) <= mask / 2,
                  "timestamps %" PRIu64 " to %" PRIu64 " outside of %" PRIu64 " to %" PRIu64,
                  ticks[0], ticks[BATCHES * COUNT - 1], first, last);
    conf_memory_free(mem);
    conf_memory_free(places);
    conf_close(&rig);
}

/* A thread that asks a queue until it has reached each of some batches, which have a timestamp. */
enum { TIMED_BATCHES = 200 };

struct asker {
    struct conf_queue *queue;
    uint64_t first;              /* the value before the first batch */
    const uint64_t *times;
    size_t missing;              /* times that were not there when query told the end */
    gi_status status;
};

static void *ask_for_times(void *argument)
{
    struct asker *asker = argument;
    uint64_t value = 0;

    for (size_t i = 0; i < TIMED_BATCHES && asker->status == GI_OK; i++) {
        while (asker->status == GI_OK && value < asker->first + i + 1)
            asker->status = conf_driver->queue->query(asker->queue->queue, &value);
        asker->missing += __atomic_load_n(&asker->times[i], __ATOMIC_ACQUIRE) == UINT64_MAX;
    }
    return NULL;
}

/** When query tells the end of a batch, to whichever thread, its timestamp is there. */
static void timestamps_are_there(void **state)
{
    enum { ASKERS = 3, BYTES = 1 << 12 };
    struct asker askers[ASKERS];
    pthread_t threads[ASKERS];
    struct conf_rig rig;

    (void)state;
    if (conf_info.timestamp_period_fs == 0)
        conf_skip("the device has no clock");
    conf_open(&rig);
    struct gi_memory *places = conf_memory(rig.base, TIMED_BATCHES * 8, GI_MEMORY_HOST);
    struct gi_memory *mem = conf_memory(rig.base, BYTES, GI_MEMORY_DEVICE);
    memset(places->host_address, 0xff, TIMED_BATCHES * 8);
    for (size_t i = 0; i < ASKERS; i++) {
        askers[i] = (struct asker){ .queue = &rig.main, .first = rig.main.value,
                                    .times = places->host_address };
        assert_int_equal(pthread_create(&threads[i], NULL, ask_for_times, &askers[i]), 0);
    }
    for (size_t i = 0; i < TIMED_BATCHES; i++) {
        struct gi_command commands[] = { conf_fill(mem, 0, BYTES, (uint32_t)i, 4),
                                         timestamp(places, i) };
        conf_submit(&rig.main, commands, 2);
    }
    for (size_t i = 0; i < ASKERS; i++) {
        pthread_join(threads[i], NULL);
        CONF_OK(askers[i].status);
        CONF_THAT(askers[i].missing == 0, "%zu times were missing", askers[i].missing);
    }
    conf_memory_free(mem);
    conf_memory_free(places);
    conf_close(&rig);
}

/** In memory of any kind, and of several batches behind each other. */
static void timestamps_in_device_memory(void **state)
{
    enum { COUNT = 8 };
    struct gi_command commands[COUNT];
    uint64_t ticks[COUNT], unset[COUNT];
    struct conf_rig rig;

    (void)state;
    if (conf_info.timestamp_period_fs == 0)
        conf_skip("the device has no clock");
    conf_open(&rig);
    struct gi_memory *places = conf_memory(rig.base, sizeof ticks, GI_MEMORY_DEVICE);
    memset(unset, 0xff, sizeof unset);
    conf_write(&rig, places, 0, unset, sizeof unset);
    for (size_t i = 0; i < COUNT; i++)
        commands[i] = timestamp(places, i);
    conf_submit(&rig.main, commands, COUNT / 2);
    conf_run(&rig, commands + COUNT / 2, COUNT / 2);
    conf_read(&rig, places, 0, ticks, sizeof ticks);
    for (size_t i = 0; i < COUNT; i++)
        CONF_THAT(ticks[i] != UINT64_MAX, "timestamp %zu was not written", i);
    conf_memory_free(places);
    conf_close(&rig);
}

const struct conf_case conf_order_cases[] = {
    { "order.batch_of_many_copies", batch_of_many_copies },
    { "order.batch_of_dependent_copies", batch_of_dependent_copies },
    { "order.batch_of_hazards", batch_of_hazards },
    { "order.batches", batches },
    { "order.timestamps", timestamps },
    { "order.timestamps_are_there", timestamps_are_there },
    { "order.timestamps_in_device_memory", timestamps_in_device_memory },
    { "order.queues", queues },
    { "order.query_is_monotonic", query_is_monotonic },
    { "order.values_with_gaps", values_with_gaps },
    { "order.batch_is_borrowed", batch_is_borrowed },
    { NULL, NULL },
};
