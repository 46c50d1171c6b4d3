/* Each call of a program that enqueues comes by gi_stream_enqueue, once: told by its log. */
#include "harness.h"

#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "ops/enqueue.h"
#include "ops/pool_call.h"
#include "ops/stream_memory.h"

enum { SIZE = 4096 };

/* ---- the log -------------------------------------------------------------------------------- */

static FILE *lines;

/* What the library logs goes to a file from here on. It is read through a description of its own:
 * other threads log meanwhile. */
static void listen(void)
{
    char path[64];
    int fd = memfd_create("log", MFD_CLOEXEC);

    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    lines = fd >= 0 ? fopen(path, "r") : NULL;
    REQUIRE(lines != NULL && fcntl(fd, F_SETFL, O_APPEND) == 0 && dup2(fd, STDERR_FILENO) >= 0,
            "no file for the log");
    setenv("GPUINTEROP_LOG", "debug", 1);
}

/* How many operations of a kind were enqueued in a stream. */
static int count(gi_handle handle, int kind)
{
    struct gi_stream *stream;
    char line[1024], expected[128];
    int found = 0;

    OK(gi_stream_acquire(handle, &stream));
    snprintf(expected, sizeof expected, "gpuinterop: stream %llu: %s\n",
             (unsigned long long)stream->id, gi_operation_traits[kind].name);
    gi_stream_release(stream);
    rewind(lines);
    while (fgets(line, sizeof line, lines) != NULL)
        found += strcmp(line, expected) == 0;
    return found;
}

static void expect(gi_handle stream, const int *expected, const char *after)
{
    for (int kind = 0; kind < GI_OPERATION_KINDS; kind++) {
        int found = count(stream, kind);

        if (found != expected[kind]) {
            printf("after %s: %d operations of kind \"%s\" instead of %d\n", after, found,
                   gi_operation_traits[kind].name, expected[kind]);
            exit(1);
        }
    }
}

/* ---- the calls ------------------------------------------------------------------------------ */

static void call_nothing(void *argument, gi_status status)
{
    (void)argument;
    (void)status;
}

/* What the host does at once, and what is cut to pieces, comes that way, too. */
static void each_call_is_one_operation(void)
{
    static uint8_t bytes[3 << 20];
    int expected[GI_OPERATION_KINDS] = { 0 };
    struct sched_semaphore semaphore;
    gi_handle stream, event, timed;
    uint64_t pooled, nothing;

    listen();
    sched_begin(&(struct sched_setup){ 4, CAPS_ALL, CAPS_ALL, GIFAKE_ADDRESSES_UNMAPPED });
    stream = sched_stream();
    event = sched_event();
    OK(gi_event_create(0, &timed));
    sched_semaphore_make(&semaphore, SCHED_NATIVE_SEMAPHORE, true, 0);
    uint64_t memory = sched_memory(sizeof bytes), host = sched_host_memory(SIZE);

    OK(gi_fill_async(memory, 1, 1, SIZE, stream));
    expected[GI_OPERATION_FILL]++;
    expect(stream, expected, "a fill");
    OK(gi_copy_async(memory + SIZE, memory, SIZE, GI_COPY_INFER, stream));
    expected[GI_OPERATION_COPY]++;
    expect(stream, expected, "a copy");
    OK(gi_copy_async(memory, (uint64_t)(uintptr_t)bytes, sizeof bytes, GI_COPY_INFER, stream));
    expected[GI_OPERATION_COPY]++;
    expect(stream, expected, "a copy from pageable memory, in pieces");
    OK(gi_stream_synchronize(stream));
    OK(gi_copy_async((uint64_t)(uintptr_t)bytes, host, SIZE, GI_COPY_INFER, stream));
    expected[GI_OPERATION_COPY]++;
    expect(stream, expected, "a copy that the host does at once");
    sched_signal(stream, &semaphore, 1);
    expected[GI_OPERATION_SIGNAL]++;
    expect(stream, expected, "a signal");
    sched_wait(stream, &semaphore, 1);
    expected[GI_OPERATION_WAIT]++;
    expect(stream, expected, "a wait for what has come");
    OK(gi_event_record(event, stream));
    OK(gi_event_record(timed, stream));
    expected[GI_OPERATION_RECORD] += 2;
    expect(stream, expected, "two records");
    OK(gi_stream_wait_event(stream, event));
    expected[GI_OPERATION_WAIT_RECORD]++;
    expect(stream, expected, "a wait for an event");
    OK(gi_stream_host_call(stream, call_nothing, NULL, false));
    expected[GI_OPERATION_HOST_CALL]++;
    expect(stream, expected, "a host call");
    OK(gi_stream_word_ops(stream, &(struct gi_value_op){ .kind = GI_VALUE_OP_WRITE, .pointer = host,
                                                        .size_bytes = 8, .value = 1 }, 1));
    expected[GI_OPERATION_WORDS]++;
    expect(stream, expected, "a write of a word");
    OK(gi_memory_alloc_async(SIZE, 0, stream, &pooled));
    OK(gi_memory_alloc_async(0, 0, stream, &nothing));
    expected[GI_OPERATION_POOL_ALLOC]++;
    expect(stream, expected, "memory in stream order");
    OK(gi_memory_free_async(pooled, stream));
    OK(gi_memory_free_async(0, stream));
    expected[GI_OPERATION_POOL_FREE]++;
    expect(stream, expected, "a free in stream order");
    OK(gi_memory_free_async(memory, stream));
    expected[GI_OPERATION_POOL_FREE]++;
    expect(stream, expected, "a free of other memory in stream order");
    OK(gi_stream_synchronize(stream));
    expect(stream, expected, "a synchronisation, which is no operation");
    sched_semaphore_end(&semaphore);
}

/* A call that is refused was never one. */
static void a_refused_call_is_none(void)
{
    int expected[GI_OPERATION_KINDS] = { 0 };
    gi_handle stream;

    listen();
    sched_begin_plain();
    stream = sched_stream();
    uint64_t memory = sched_memory(SIZE);

    STATUS(GI_INVALID_VALUE, gi_fill_async(memory, 1, 3, SIZE, stream));
    STATUS(GI_INVALID_VALUE, gi_fill_async(memory, 1, 1, SIZE + 1, stream));
    STATUS(GI_INVALID_COPY_DIRECTION, gi_copy_async(memory, memory, 1, 5, stream));
    STATUS(GI_INVALID_VALUE, gi_stream_host_call(stream, NULL, NULL, false));
    OK(gi_copy_async(memory, 0, 0, GI_COPY_INFER, stream));      /* of no bytes: nothing to do */
    STATUS(GI_INVALID_VALUE, gi_memory_free_async(memory + 1, stream));
    expect(stream, expected, "calls that are refused");
}

int main(int argc, char **argv)
{
    static const struct sched_case cases[] = {
        { "each_call_is_one_operation", each_call_is_one_operation, 0 },
        { "a_refused_call_is_none", a_refused_call_is_none, 0 },
    };

    return sched_main(argc, argv, cases, sizeof cases / sizeof cases[0]);
}
