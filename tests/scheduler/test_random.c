/* A random program against a model that does everything at once, in the order of the calls.
 *
 * Streams write and read shared buffers. Two streams that touch the same bytes, one of them to
 * write, are put in order: by an event, by a semaphore, or by the legacy default stream. Then the
 * bytes have to be the model's. */
#include "harness.h"

#include <string.h>

#include "../unit/random.h"

enum { STREAMS = 6, BUFFERS = 5, SIZE = 2048, STEPS = 1500, LEGACY = 0, ROUNDS = 3 };

struct buffer {
    uint64_t pointer;
    uint8_t model[SIZE];
    int writer;                  /* the stream that wrote last; -1: none */
    bool readers[STREAMS];       /* those that have read since */
};

struct program {
    struct test_random random;
    gi_handle streams[STREAMS];  /* 0 is the legacy default stream; odd ones do not block */
    gi_handle event;
    struct sched_semaphore semaphores[STREAMS];  /* each signalled by its stream alone */
    uint64_t values[STREAMS];
    struct buffer buffers[BUFFERS];
};

static bool is_blocking(int stream)
{
    return stream % 2 == 0;
}

static gi_handle new_stream(int stream)
{
    if (stream == LEGACY)
        return GI_STREAM_LEGACY;
    return is_blocking(stream) ? sched_blocking_stream() : sched_stream();
}

/* What follows in stream comes after all that is in other. */
static void come_after(struct program *p, int stream, int other)
{
    bool by_itself = is_blocking(stream) && is_blocking(other) &&
                     (stream == LEGACY || other == LEGACY);

    if (stream == other || by_itself)
        return;
    if (test_random_below(&p->random, 2) == 0) {
        OK(gi_event_record(p->event, p->streams[other]));
        OK(gi_stream_wait_event(p->streams[stream], p->event));
        return;
    }
    p->values[other]++;
    if (test_random_below(&p->random, 8) == 0)   /* the wait first */
        sched_wait(p->streams[stream], &p->semaphores[other], p->values[other]);
    sched_signal(p->streams[other], &p->semaphores[other], p->values[other]);
    sched_wait(p->streams[stream], &p->semaphores[other], p->values[other]);
}

static void before_read(struct program *p, int stream, struct buffer *buffer)
{
    if (buffer->writer >= 0)
        come_after(p, stream, buffer->writer);
    buffer->readers[stream] = true;
}

static void before_write(struct program *p, int stream, struct buffer *buffer)
{
    if (buffer->writer >= 0)
        come_after(p, stream, buffer->writer);
    for (int i = 0; i < STREAMS; i++) {
        if (buffer->readers[i])
            come_after(p, stream, i);
        buffer->readers[i] = false;
    }
    buffer->writer = stream;
}

struct range {
    uint64_t offset, size;
};

static struct range random_range(struct program *p)
{
    struct range range = { .size = 1 + test_random_below(&p->random, SIZE / 2) };

    range.offset = test_random_below(&p->random, SIZE - range.size + 1);
    return range;
}

static void fill(struct program *p, int stream, struct buffer *dst)
{
    struct range range = random_range(p);
    uint8_t value = (uint8_t)test_random_next(&p->random);

    before_write(p, stream, dst);
    OK(gi_fill_async(dst->pointer + range.offset, value, 1, range.size, p->streams[stream]));
    memset(dst->model + range.offset, value, range.size);
}

static void copy(struct program *p, int stream, struct buffer *dst, struct buffer *src)
{
    struct range range = random_range(p);
    uint64_t from = test_random_below(&p->random, SIZE - range.size + 1);

    before_read(p, stream, src);
    before_write(p, stream, dst);
    if (src != dst)
        src->readers[stream] = true;
    OK(gi_copy_async(dst->pointer + range.offset, src->pointer + from, range.size,
                     GI_COPY_DEVICE_TO_DEVICE, p->streams[stream]));
    memmove(dst->model + range.offset, src->model + from, range.size);
}

static void write_from_host(struct program *p, int stream, struct buffer *dst)
{
    struct range range = random_range(p);
    uint8_t bytes[SIZE];

    for (uint64_t i = 0; i < range.size; i++)
        bytes[i] = (uint8_t)test_random_next(&p->random);
    before_write(p, stream, dst);
    OK(gi_copy_async(dst->pointer + range.offset, (uint64_t)(uintptr_t)bytes, range.size,
                     GI_COPY_HOST_TO_DEVICE, p->streams[stream]));
    memcpy(dst->model + range.offset, bytes, range.size);
}

static void read_to_host(struct program *p, int stream, struct buffer *src)
{
    uint8_t bytes[SIZE];

    before_read(p, stream, src);
    OK(gi_copy_async((uint64_t)(uintptr_t)bytes, src->pointer, SIZE, GI_COPY_DEVICE_TO_HOST,
                     p->streams[stream]));
    REQUIRE(memcmp(bytes, src->model, SIZE) == 0, "stream %d reads other bytes than the model's",
            stream);
}

static void do_nothing(void *unused, gi_status status)
{
    (void)unused;
    (void)status;
}

/* A stream goes and another takes its place, which is as if it were the same only once it is
 * after. */
static void replace(struct program *p, int stream)
{
    gi_handle before = p->streams[stream];

    if (stream == LEGACY)
        return;
    p->streams[stream] = new_stream(stream);
    OK(gi_event_record(p->event, before));
    OK(gi_stream_wait_event(p->streams[stream], p->event));
    OK(gi_stream_destroy(before));
}

static void step(struct program *p)
{
    int stream = (int)test_random_below(&p->random, STREAMS);
    struct buffer *one = &p->buffers[test_random_below(&p->random, BUFFERS)];
    struct buffer *two = &p->buffers[test_random_below(&p->random, BUFFERS)];
    gi_status status;

    switch (test_random_below(&p->random, 16)) {
    case 0: case 1: case 2: case 3: fill(p, stream, one); return;
    case 4: case 5: case 6: case 7: case 8: copy(p, stream, one, two); return;
    case 9: case 10: write_from_host(p, stream, one); return;
    case 11: read_to_host(p, stream, one); return;
    case 12: OK(gi_stream_host_call(p->streams[stream], do_nothing, NULL, true)); return;
    case 13:
        status = gi_stream_query(p->streams[stream]);
        REQUIRE(status == GI_OK || status == GI_NOT_READY, "query: %s", gi_status_name(status));
        return;
    case 14: OK(gi_stream_synchronize(p->streams[stream])); return;
    default: replace(p, stream); return;
    }
}

static void begin(struct program *p, enum sched_source source)
{
    memset(p, 0, sizeof *p);
    test_random_begin(&p->random, "random program");
    p->event = sched_event();
    for (int i = 0; i < STREAMS; i++) {
        p->streams[i] = new_stream(i);
        sched_semaphore_make(&p->semaphores[i], source, true, 0);
    }
    for (int i = 0; i < BUFFERS; i++) {
        p->buffers[i].pointer = sched_memory(SIZE);
        p->buffers[i].writer = LEGACY;
        OK(gi_fill_async(p->buffers[i].pointer, 0, 1, SIZE, GI_STREAM_LEGACY));
    }
}

static void end(struct program *p)
{
    uint8_t bytes[SIZE];

    OK(gi_device_synchronize());
    for (int i = 0; i < BUFFERS; i++) {
        OK(gi_copy_now((uint64_t)(uintptr_t)bytes, p->buffers[i].pointer, SIZE, GI_COPY_INFER));
        REQUIRE(memcmp(bytes, p->buffers[i].model, SIZE) == 0, "buffer %d is not the model's", i);
        OK(gi_memory_free(p->buffers[i].pointer));
    }
    for (int i = LEGACY + 1; i < STREAMS; i++)
        OK(gi_stream_destroy(p->streams[i]));
    OK(gi_event_destroy(p->event));
    for (int i = 0; i < STREAMS; i++)
        sched_semaphore_end(&p->semaphores[i]);
    sched_expect_nothing_left();
}

static void run(uint32_t queues, enum sched_source source, uint32_t caps,
                enum gifake_addresses addresses)
{
    static struct program program;
    struct sched_setup setup = { queues, caps, CAPS_QUEUE_AHEAD, addresses };

    sched_begin(&setup);
    for (int round = 0; round < ROUNDS; round++) {
        begin(&program, source);
        for (int i = 0; i < STEPS; i++)
            step(&program);
        end(&program);
    }
}

SCHED_CASE(one_queue_and_host_semaphores)
{
    run(1, SCHED_HOST_SEMAPHORE, CAPS_ALL, GIFAKE_ADDRESSES_SHARED);
}

SCHED_CASE(one_queue_and_native_semaphores)
{
    run(1, SCHED_NATIVE_SEMAPHORE, CAPS_ALL, GIFAKE_ADDRESSES_MAPPED);
}

SCHED_CASE(four_queues_and_native_semaphores)
{
    run(4, SCHED_NATIVE_SEMAPHORE, CAPS_ALL, GIFAKE_ADDRESSES_UNMAPPED);
}

SCHED_CASE(eight_queues_and_semaphores_of_the_host)
{
    run(8, SCHED_NATIVE_SEMAPHORE, CAPS_HOST, GIFAKE_ADDRESSES_UNMAPPED);
}

SCHED_CASE(eight_queues_that_do_not_wait_ahead)
{
    run(8, SCHED_NATIVE_SEMAPHORE, CAPS_HOST | CAPS_QUEUE, GIFAKE_ADDRESSES_SHARED);
}
