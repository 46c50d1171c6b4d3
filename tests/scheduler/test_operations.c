/* Each call of a program that enqueues comes by gi_stream_enqueue, once: told by its log. */
#include "harness.h"

#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "kinds.h"
#include "launches.h"
#include "code/code.h"
#include "module/module.h"
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
             (unsigned long long)stream->id, all_kinds[kind]->name);
    gi_stream_release(stream);
    rewind(lines);
    while (fgets(line, sizeof line, lines) != NULL)
        found += strcmp(line, expected) == 0;
    return found;
}

static void expect(gi_handle stream, const int *expected, const char *after)
{
    for (int kind = 0; kind < KINDS; kind++) {
        int found = count(stream, kind);

        if (found != expected[kind]) {
            printf("after %s: %d operations of kind \"%s\" instead of %d\n", after, found,
                   all_kinds[kind]->name, expected[kind]);
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

static void expect_one(gi_handle stream, int *expected, int kind, const char *what)
{
    expected[kind]++;
    expect(stream, expected, what);
}

/* What the host does at once, and what is cut to pieces, comes that way, too. */
SCHED_CASE(each_call_is_one_operation)
{
    static uint8_t bytes[3 << 20];
    int expected[KINDS] = { 0 };
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
    expect_one(stream, expected, KIND_FILL, "a fill");
    OK(gi_copy_async(memory + SIZE, memory, SIZE, GI_COPY_INFER, stream));
    expect_one(stream, expected, KIND_COPY, "a copy");
    OK(gi_copy_async(memory, (uint64_t)(uintptr_t)bytes, sizeof bytes, GI_COPY_INFER, stream));
    expect_one(stream, expected, KIND_COPY, "a copy from pageable memory, in pieces");
    OK(gi_stream_synchronize(stream));
    OK(gi_copy_async((uint64_t)(uintptr_t)bytes, host, SIZE, GI_COPY_INFER, stream));
    expect_one(stream, expected, KIND_COPY, "a copy that the host does at once");
    sched_signal(stream, &semaphore, 1);
    expect_one(stream, expected, KIND_SIGNAL, "a signal");
    sched_wait(stream, &semaphore, 1);
    expect_one(stream, expected, KIND_WAIT, "a wait for what has come");
    OK(gi_event_record(event, stream));
    OK(gi_event_record(timed, stream));
    expected[KIND_RECORD] += 2;
    expect(stream, expected, "two records");
    OK(gi_stream_wait_event(stream, event));
    expect_one(stream, expected, KIND_WAIT_RECORD, "a wait for an event");
    OK(gi_stream_host_call(stream, call_nothing, NULL, false));
    expect_one(stream, expected, KIND_HOST_CALL, "a host call");
    OK(gi_stream_word_ops(stream, &(struct gi_value_op){ .kind = GI_VALUE_OP_WRITE, .pointer = host,
                                                        .size_bytes = 8, .value = 1 }, 1));
    expect_one(stream, expected, KIND_WORDS, "a write of a word");
    OK(gi_memory_alloc_async(SIZE, 0, stream, &pooled));
    OK(gi_memory_alloc_async(0, 0, stream, &nothing));
    expect_one(stream, expected, KIND_POOL_ALLOC, "memory in stream order");
    OK(gi_memory_free_async(pooled, stream));
    OK(gi_memory_free_async(0, stream));
    expect_one(stream, expected, KIND_POOL_FREE, "a free in stream order");
    OK(gi_memory_free_async(memory, stream));
    expect_one(stream, expected, KIND_POOL_FREE, "a free of other memory in stream order");
    OK(gi_stream_synchronize(stream));
    expect(stream, expected, "a synchronisation, which is no operation");
    sched_semaphore_end(&semaphore);
}

/* A call that is refused was never one. */
SCHED_CASE(a_refused_call_is_none)
{
    int expected[KINDS] = { 0 };
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

/* ---- launches ------------------------------------------------------------------------------- */

/* Kernels that need something made for each run: memory of a grid barrier, of a report, local
 * memory in pieces of the grid. */
static const char code[] =
    ".version 6.4\n.target sm_60\n.address_size 64\n"
    ".extern .func (.param .b32 r) vprintf(.param .b64 p0, .param .b64 p1);\n"
    ".global .align 1 .b8 text[3] = {104, 105, 0};\n"
    ".visible .entry plain(.param .u32 number)\n{\nret;\n}\n"
    ".visible .entry together()\n{\n.reg .b32 %r<3>;\nmov.u32 %r1, %envreg2;\n"
    "mov.u32 %r2, %envreg1;\nadd.u32 %r1, %r1, %r2;\nret;\n}\n"
    ".visible .entry prints()\n{\n.reg .b64 %d<2>;\n.reg .b32 %r<2>;\nmov.u64 %d1, text;\n"
    "cvta.global.u64 %d1, %d1;\n{\n.param .b64 a;\n.param .b64 b;\n.param .b32 r;\n"
    "st.param.b64 [a], %d1;\nst.param.b64 [b], 0;\ncall.uni (r), vprintf, (a, b);\n"
    "ld.param.b32 %r1, [r];\n}\nret;\n}\n"
    ".visible .entry large()\n{\n.local .align 4 .b8 own[65536];\n.reg .b32 %r<2>;\n"
    ".reg .b64 %d<2>;\nmov.u64 %d1, own;\nmov.u32 %r1, %tid.x;\nst.local.u32 [%d1], %r1;\n"
    "ret;\n}\n";

static gi_handle module;

static void begin_with_kernels(void)
{
    struct gifake_device_config config;
    struct gi_device *device;
    struct gi_code *read;

    gifake_default_config(&config, 0);
    config.info.kernels.private_bytes = 1024;
    config.info.most_local_bytes = UINT64_C(2) * 32 * 65536;     /* of two blocks */
    sched_begin_config(&config);
    OK(gi_device_current(&device));
    atomic_store(&device->resident_blocks, 8);
    OK(gi_code_read(code, sizeof code, &read));
    OK(gi_module_load(read, device, &module));
    gi_code_unref(read);
}

static void launch(const char *name, gi_handle stream, bool is_cooperative)
{
    uint32_t number = 7;
    void *arguments[] = { &number };
    const struct gi_launch asked = { .grid = { 4, 1, 1 }, .block = { 32, 1, 1 }, .stream = stream,
                                     .is_cooperative = is_cooperative, .arguments = arguments };
    gi_handle function;

    OK(gi_module_function(module, name, &function));
    OK(gi_launch(function, &asked));
}

/* The fill of the barrier, and the wait for the cooperative launch before, are parts of one. */
SCHED_CASE(a_launch_is_one_operation)
{
    int expected[KINDS] = { 0 }, of_second[KINDS] = { 0 };
    struct gifake_counts before, after;

    listen();
    begin_with_kernels();
    gi_handle first = sched_stream(), second = sched_other_stream(first);
    launch("plain", first, false);
    expected[KIND_LAUNCH]++;
    expect(first, expected, "a launch");
    launch("prints", first, false);
    expected[KIND_LAUNCH]++;
    expect(first, expected, "a launch of a kernel that prints");
    launch("large", first, false);
    expected[KIND_LAUNCH]++;
    expect(first, expected, "a launch in pieces, with local memory");
    OK(gi_stream_synchronize(first));
    gifake_counts(0, GIFAKE_ALL_QUEUES, &before);
    launch("together", first, true);
    expected[KIND_LAUNCH]++;
    expect(first, expected, "a cooperative launch with a grid barrier");
    OK(gi_stream_synchronize(first));
    gifake_counts(0, GIFAKE_ALL_QUEUES, &after);
    REQUIRE(after.commands == before.commands + 2, "%lu commands instead of a fill and a launch",
            after.commands - before.commands);
    gifake_pause_queue(0, sched_queue_of(first));
    launch("plain", first, true);
    launch("plain", second, true);
    of_second[KIND_LAUNCH]++;
    expect(second, of_second, "a cooperative launch behind another stream's");
    STATUS(GI_NOT_READY, gi_stream_query(second));
    sched_let_go(first);
    OK(gi_stream_synchronize(second));
    OK(gi_module_unload(module));
    OK(gi_device_reset());
    sched_expect_nothing_left();
}

/* The fill of its barrier is under way, so the first is not submitted when the second comes. */
SCHED_CASE(a_second_grid_waits_for_the_first)
{
    struct gifake_counts before, after;

    begin_with_kernels();
    gi_handle first = sched_stream(), second = sched_other_stream(first);
    gifake_pause_queue(0, sched_queue_of(first));
    gifake_counts(0, sched_queue_of(first), &before);
    launch("together", first, true);
    gifake_counts(0, sched_queue_of(first), &after);
    REQUIRE(after.launches == before.launches, "the first launch did not wait for its fill");
    launch("together", second, true);
    gifake_counts(0, sched_queue_of(first), &after);
    REQUIRE(after.launches == before.launches + 1, "nothing waits for the first launch");
    STATUS(GI_NOT_READY, gi_stream_query(second));
    sched_let_go(first);
    OK(gi_stream_synchronize(second));
    OK(gi_stream_query(first));
    OK(gi_module_unload(module));
    OK(gi_device_reset());
    sched_expect_nothing_left();
}
