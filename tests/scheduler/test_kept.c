/* Kept copies of operations: what a call of a program enqueues is taken at the door and dropped
 * there, and everything that the call named ends. The copy is then carried out, twice where a kind
 * can be, and dropped. The sanitizer sees what a copy does not hold, or keeps for ever. */
#include "harness.h"

#include <string.h>

#include "kinds.h"
#include "launches.h"
#include "code/code.h"
#include "module/function.h"
#include "module/module.h"
#include "arrays/array.h"
#include "ops/enqueue.h"
#include "pools/pool.h"
#include "ops/pool_call.h"
#include "ops/stream_memory.h"
#include "stream/append.h"
#include "stream/launch_run.h"
#include "stream/scheduler.h"

enum { SIZE = 4096 };

/* ---- taking operations ---------------------------------------------------------------------- */

gi_status __real_gi_stream_enqueue(struct gi_stream *stream, struct gi_operation *operation);
gi_status __wrap_gi_stream_enqueue(struct gi_stream *stream, struct gi_operation *operation);

/* Where the next operation goes; NULL: into its stream. */
static struct gi_operation *taken;

gi_status __wrap_gi_stream_enqueue(struct gi_stream *stream, struct gi_operation *operation)
{
    struct gi_operation *to = taken;

    if (to == NULL)
        return __real_gi_stream_enqueue(stream, operation);
    taken = NULL;
    OK(gi_operation_keep(operation, to));
    if (operation->kind == &gi_kind_record) {
        operation->record.time = (struct gi_time){ 0 };
        operation->record.seq = operation->record.number = 0;
    }
    return GI_OK;
}

static void expect_taken(const struct gi_operation *kept, int kind)
{
    REQUIRE(taken == NULL && kept->kind == all_kinds[kind], "the call enqueued no %s",
            all_kinds[kind]->name);
}

static gi_status carry_out(struct gi_operation *kept, gi_handle handle)
{
    struct gi_stream *stream;
    gi_status status;

    OK(gi_stream_acquire(handle, &stream));
    status = __real_gi_stream_enqueue(stream, kept);
    gi_stream_release(stream);
    return status;
}

/* The bytes of an operand whose memory the program has freed. */
static void expect_operand(const struct gi_operand *operand, uint8_t value)
{
    REQUIRE(operand->host != NULL, "the host cannot read the memory");
    for (size_t i = 0; i < SIZE; i++)
        REQUIRE(((uint8_t *)operand->host)[i] == value, "byte %zu is %u instead of %u", i,
                ((uint8_t *)operand->host)[i], value);
}

static void end(gi_handle stream, struct gi_operation *kept)
{
    gi_operation_drop(kept);
    OK(gi_stream_destroy(stream));
    OK(gi_device_reset());
    sched_expect_nothing_left();
}

/* ---- copies and fills ----------------------------------------------------------------------- */

SCHED_CASE(a_copy)
{
    struct gi_operation kept;

    sched_begin_plain();
    gi_handle stream = sched_stream();
    uint64_t dst = sched_memory(SIZE), src = sched_memory(SIZE);
    taken = &kept;
    OK(gi_copy_async(dst, src, SIZE, GI_COPY_INFER, stream));
    expect_taken(&kept, KIND_COPY);
    OK(gi_memory_free(dst));
    OK(gi_memory_free(src));
    for (uint8_t value = 1; value <= 2; value++) {
        memset(kept.copy.src.host, value, SIZE);
        OK(carry_out(&kept, stream));
        OK(gi_stream_synchronize(stream));
        expect_operand(&kept.copy.dst, value);
    }
    end(stream, &kept);
}

/* Pageable memory is read when the copy is carried out. */
SCHED_CASE(a_copy_from_pageable_memory)
{
    static uint8_t bytes[SIZE];
    struct gi_operation kept;

    sched_begin_plain();
    gi_handle stream = sched_stream();
    uint64_t dst = sched_memory(SIZE);
    taken = &kept;
    OK(gi_copy_async(dst, (uint64_t)(uintptr_t)bytes, SIZE, GI_COPY_INFER, stream));
    expect_taken(&kept, KIND_COPY);
    OK(gi_memory_free(dst));
    memset(bytes, 3, sizeof bytes);
    OK(carry_out(&kept, stream));
    OK(gi_stream_synchronize(stream));
    expect_operand(&kept.copy.dst, 3);
    end(stream, &kept);
}

/* Into an array and back, both of whose ends are gone: two operations, in this order. */
SCHED_CASE(copies_with_an_array)
{
    const struct gi_array_request request = { .channels = { { 8, 0, 0, 0 }, GI_CHANNEL_UNSIGNED },
                                              .width = 64, .height = 64, .levels = 1 };
    const struct gi_texel_box box = { 64, 64, 1 };
    struct gi_operation up, down;
    gi_handle array;

    sched_begin_plain();
    gi_handle stream = sched_stream();
    uint64_t to = sched_memory(SIZE), from = sched_memory(SIZE);
    OK(gi_array_create(&request, &array));
    const struct gi_array_operand texels = { .array = array };
    const struct gi_array_operand dst = { .memory = { .pointer = to, .pitch = 64 } };
    const struct gi_array_operand src = { .memory = { .pointer = from, .pitch = 64 } };
    taken = &up;
    OK(gi_array_copy_async(&texels, &src, &box, GI_COPY_INFER, stream));
    expect_taken(&up, KIND_COPY);
    taken = &down;
    OK(gi_array_copy_async(&dst, &texels, &box, GI_COPY_INFER, stream));
    expect_taken(&down, KIND_COPY);
    OK(gi_array_destroy(array));
    OK(gi_memory_free(to));
    OK(gi_memory_free(from));
    for (uint8_t value = 1; value <= 2; value++) {
        memset(up.copy.src.host, value, SIZE);
        OK(carry_out(&up, stream));
        OK(carry_out(&down, stream));
        OK(gi_stream_synchronize(stream));
        expect_operand(&down.copy.dst, value);
    }
    gi_operation_drop(&up);
    end(stream, &down);
}

SCHED_CASE(a_fill)
{
    struct gi_operation kept;

    sched_begin_plain();
    gi_handle stream = sched_stream();
    uint64_t dst = sched_memory(SIZE);
    taken = &kept;
    OK(gi_fill_async(dst, 5, 1, SIZE, stream));
    expect_taken(&kept, KIND_FILL);
    OK(gi_memory_free(dst));
    for (int i = 0; i < 2; i++) {
        memset(kept.fill.dst.host, 0, SIZE);
        OK(carry_out(&kept, stream));
        OK(gi_stream_synchronize(stream));
        expect_operand(&kept.fill.dst, 5);
    }
    end(stream, &kept);
}

/* ---- semaphores ----------------------------------------------------------------------------- */

SCHED_CASE(a_signal)
{
    struct sched_semaphore semaphore;
    struct gi_operation kept;

    sched_begin_plain();
    gi_handle stream = sched_stream();
    sched_semaphore_make(&semaphore, SCHED_HOST_SEMAPHORE, true, 0);
    taken = &kept;
    sched_signal(stream, &semaphore, 7);
    expect_taken(&kept, KIND_SIGNAL);
    REQUIRE(sched_peer_value(&semaphore) == 0, "the signal was made");
    OK(carry_out(&kept, stream));
    OK(gi_stream_synchronize(stream));
    sched_peer_await(&semaphore, 7);
    sched_semaphore_end(&semaphore);
    end(stream, &kept);
}

SCHED_CASE(a_wait)
{
    struct sched_semaphore semaphore;
    struct gi_operation kept;

    sched_begin_plain();
    gi_handle stream = sched_stream();
    sched_semaphore_make(&semaphore, SCHED_HOST_SEMAPHORE, true, 0);
    taken = &kept;
    sched_wait(stream, &semaphore, 1);
    expect_taken(&kept, KIND_WAIT);
    OK(gi_stream_query(stream));
    OK(carry_out(&kept, stream));
    STATUS(GI_NOT_READY, gi_stream_query(stream));
    sched_peer_signal(&semaphore, 1);
    OK(gi_stream_synchronize(stream));
    OK(carry_out(&kept, stream));
    OK(gi_stream_synchronize(stream));
    sched_semaphore_end(&semaphore);
    end(stream, &kept);
}

/* The copy alone keeps the semaphore of an import that has ended. */
SCHED_CASE(semaphores_that_have_ended)
{
    struct gi_operation signal, wait;
    struct sched_semaphore semaphore;

    sched_begin_plain();
    gi_handle stream = sched_stream();
    sched_semaphore_make(&semaphore, SCHED_NATIVE_SEMAPHORE, true, 0);
    taken = &signal;
    sched_signal(stream, &semaphore, 1);
    taken = &wait;
    sched_wait(stream, &semaphore, 1);
    sched_semaphore_end(&semaphore);
    OK(carry_out(&signal, stream));
    OK(carry_out(&wait, stream));
    OK(gi_stream_synchronize(stream));
    gi_operation_drop(&signal);
    end(stream, &wait);
}

/* ---- records -------------------------------------------------------------------------------- */

static void record_of(uint32_t flags)
{
    struct gi_operation kept;
    gi_handle event;

    sched_begin_plain();
    gi_handle stream = sched_stream();
    uint64_t memory = sched_memory(SIZE);
    OK(gi_event_create(flags, &event));
    taken = &kept;
    OK(gi_event_record(event, stream));
    expect_taken(&kept, KIND_RECORD);
    OK(gi_event_destroy(event));
    gifake_pause_queue(0, sched_queue_of(stream));
    OK(gi_fill_async(memory, 1, 1, SIZE, stream));
    for (int i = 0; i < 2; i++) {
        OK(carry_out(&kept, stream));
        REQUIRE(kept.record.seq != 0, "a record of nothing");
        REQUIRE((kept.record.time.stamp != NULL) == (flags == 0), "a time that nobody asked for");
        gi_timestamp_slot_unref(kept.record.time.stamp);
    }
    sched_let_go(stream);
    OK(gi_stream_synchronize(stream));
    OK(gi_memory_free(memory));
    end(stream, &kept);
}

SCHED_CASE(a_record)
{
    record_of(GI_EVENT_DISABLE_TIMING);
}

SCHED_CASE(a_record_with_a_time)
{
    record_of(0);
}

SCHED_CASE(a_record_for_other_processes)
{
    record_of(GI_EVENT_DISABLE_TIMING | GI_EVENT_INTERPROCESS);
}

/* The stream of the record has ended, too, though its work has not. */
SCHED_CASE(a_wait_for_a_record)
{
    struct gi_operation kept;

    sched_begin_plain();
    gi_handle first = sched_stream(), second = sched_other_stream(first), event = sched_event();
    uint32_t queue = sched_queue_of(first);
    uint64_t memory = sched_memory(SIZE);
    gifake_pause_queue(0, queue);
    OK(gi_fill_async(memory, 1, 1, SIZE, first));
    OK(gi_event_record(event, first));
    taken = &kept;
    OK(gi_stream_wait_event(second, event));
    expect_taken(&kept, KIND_WAIT_RECORD);
    OK(gi_event_destroy(event));
    OK(gi_stream_destroy(first));
    OK(carry_out(&kept, second));
    STATUS(GI_NOT_READY, gi_stream_query(second));
    gifake_resume_queue(0, queue);
    OK(gi_stream_synchronize(second));
    OK(carry_out(&kept, second));
    OK(gi_stream_query(second));
    OK(gi_memory_free(memory));
    end(second, &kept);
}

/* ---- host functions ------------------------------------------------------------------------- */

static void count(void *argument, gi_status status)
{
    OK(status);
    ++*(int *)argument;
}

SCHED_CASE(a_host_call)
{
    struct gi_operation kept;
    int calls = 0;

    sched_begin_plain();
    gi_handle stream = sched_stream();
    taken = &kept;
    OK(gi_stream_host_call(stream, count, &calls, false));
    expect_taken(&kept, KIND_HOST_CALL);
    OK(gi_stream_synchronize(stream));
    REQUIRE(calls == 0, "the function was called");
    for (int i = 1; i <= 2; i++) {
        OK(carry_out(&kept, stream));
        OK(gi_stream_synchronize(stream));
        REQUIRE(calls == i, "%d calls", calls);
    }
    end(stream, &kept);
}

/* ---- words ---------------------------------------------------------------------------------- */

/* Six operations are more than a call keeps on its stack. */
SCHED_CASE(words)
{
    struct gi_value_op ops[6];
    struct gi_operation kept;

    sched_begin_plain();
    gi_handle stream = sched_stream();
    uint64_t memory = sched_host_memory(SIZE);
    for (size_t i = 0; i < 6; i++)
        ops[i] = (struct gi_value_op){ .kind = GI_VALUE_OP_WRITE, .size_bytes = i % 2 ? 4 : 8,
                                       .pointer = memory + i * 8, .value = 100 + i };
    ops[5].kind = GI_VALUE_OP_WAIT;      /* for what was written before */
    ops[5].pointer = ops[4].pointer;
    ops[5].condition = GI_VALUE_EQUAL;
    ops[5].value = ops[4].value;
    ops[5].mask = UINT64_MAX;
    taken = &kept;
    OK(gi_stream_word_ops(stream, ops, 6));
    expect_taken(&kept, KIND_WORDS);
    memset(ops, 0, sizeof ops);
    OK(gi_memory_host_free(memory));
    uint64_t *found = kept.words.items[0].operand.host;
    for (int i = 0; i < 2; i++) {
        memset(found, 0, 48);
        OK(carry_out(&kept, stream));
        OK(gi_stream_synchronize(stream));
        for (uint64_t k = 0; k < 5; k++)
            REQUIRE(found[k] == 100 + k, "word %llu is %llu", (unsigned long long)k,
                    (unsigned long long)found[k]);
    }
    end(stream, &kept);
}

/* ---- memory in stream order ----------------------------------------------------------------- */

SCHED_CASE(an_allocation)
{
    const struct gi_pool_request request = { .allocation_type = 1, .location_type = 1 };
    struct gi_operation kept;
    uint64_t pointers[2], nothing;
    gi_handle pool;

    sched_begin_plain();
    gi_handle stream = sched_stream();
    OK(gi_pool_create(&request, &pool));
    taken = &kept;
    OK(gi_memory_alloc_async(SIZE, pool, stream, &nothing));
    expect_taken(&kept, KIND_POOL_ALLOC);
    OK(gi_pool_destroy(pool));
    for (int i = 0; i < 2; i++) {
        OK(carry_out(&kept, stream));
        pointers[i] = kept.pool_alloc.pointer;
        OK(gi_fill_async(pointers[i], 1, 1, SIZE, stream));
    }
    REQUIRE(pointers[0] != pointers[1], "one piece twice");
    for (int i = 0; i < 2; i++)
        OK(gi_memory_free_async(pointers[i], stream));
    OK(gi_stream_synchronize(stream));
    end(stream, &kept);
}

SCHED_CASE(a_free)
{
    struct gi_operation kept;
    uint64_t pointer;

    sched_begin_plain();
    gi_handle stream = sched_stream();
    OK(gi_memory_alloc_async(SIZE, 0, stream, &pointer));
    taken = &kept;
    OK(gi_memory_free_async(pointer, stream));
    expect_taken(&kept, KIND_POOL_FREE);
    OK(gi_fill_async(pointer, 1, 1, SIZE, stream));      /* it is not freed yet */
    OK(carry_out(&kept, stream));
    STATUS(GI_INVALID_VALUE, gi_fill_async(pointer, 1, 1, SIZE, stream));
    STATUS(GI_INVALID_VALUE, carry_out(&kept, stream));
    OK(gi_stream_synchronize(stream));
    end(stream, &kept);
}

/* ---- launches ------------------------------------------------------------------------------- */

static const char code[] =
    ".version 6.4\n.target sm_60\n.address_size 64\n"
    ".extern .func (.param .b32 r) vprintf(.param .b64 p0, .param .b64 p1);\n"
    ".global .align 1 .b8 text[3] = {104, 105, 0};\n"
    ".visible .entry prints(.param .u32 a, .param .u64 b)\n{\n.reg .b64 %d<2>;\n"
    ".reg .b32 %r<2>;\nmov.u64 %d1, text;\ncvta.global.u64 %d1, %d1;\n"
    "mov.u32 %r1, %envreg1;\n{\n.param .b64 x;\n.param .b64 y;\n.param .b32 r;\n"
    "st.param.b64 [x], %d1;\nst.param.b64 [y], 0;\ncall.uni (r), vprintf, (x, y);\n"
    "ld.param.b32 %r1, [r];\n}\nret;\n}\n";

gi_status __real_gi_append_launch(struct gi_stream *stream, struct gi_launch_run *run);
gi_status __wrap_gi_append_launch(struct gi_stream *stream, struct gi_launch_run *run);

static struct gi_kernel_launch run_as;
static uint32_t parameters_at;

gi_status __wrap_gi_append_launch(struct gi_stream *stream, struct gi_launch_run *run)
{
    run_as = *run->launch;
    return __real_gi_append_launch(stream, run);
}

static void expect_run(uint32_t first, uint64_t second)
{
    const uint8_t *at = (const uint8_t *)run_as.push + parameters_at;

    REQUIRE(memcmp(at, &first, sizeof first) == 0 && memcmp(at + 8, &second, sizeof second) == 0,
            "other arguments");
    REQUIRE(run_as.groups[0] == 4 && run_as.groups[1] == 1, "another grid");
}

static void load(gi_handle *out_module)
{
    struct gi_device *device;
    struct gi_code *read;

    OK(gi_device_current(&device));
    atomic_store(&device->resident_blocks, 8);
    OK(gi_code_read(code, sizeof code, &read));
    OK(gi_module_load(read, device, out_module));
    gi_code_unref(read);
}

/* Takes a launch whose arguments lie on this function's stack, or packed there. */
static void take_launch(gi_handle stream, struct gi_operation *kept, bool packed,
                        bool is_cooperative)
{
    struct { uint32_t a; uint64_t b; } arguments = { 11, 1234567890123 };
    void *pointers[] = { &arguments.a, &arguments.b };
    struct gi_launch launch = { .grid = { 4, 1, 1 }, .block = { 32, 1, 1 }, .stream = stream,
                                .is_cooperative = is_cooperative };
    gi_handle module, function;

    load(&module);
    OK(gi_module_function(module, "prints", &function));
    if (packed) {
        launch.packed = &arguments;
        launch.packed_bytes = sizeof arguments;
    } else {
        launch.arguments = pointers;
    }
    taken = kept;
    OK(gi_launch(function, &launch));
    expect_taken(kept, KIND_LAUNCH);
    memset(&arguments, 0, sizeof arguments);
    memset(pointers, 0, sizeof pointers);
    memset(&launch, 0, sizeof launch);
    OK(gi_module_unload(module));
}

static void launch_of(bool packed, bool is_cooperative)
{
    struct gifake_counts before, after;
    struct gi_operation kept;

    sched_begin_plain();
    gi_handle stream = sched_stream();
    take_launch(stream, &kept, packed, is_cooperative);
    parameters_at = kept.launch.function->kernel->push_offset_bytes;
    gifake_counts(0, GIFAKE_ALL_QUEUES, &before);
    for (unsigned long i = 1; i <= 2; i++) {
        OK(carry_out(&kept, stream));
        expect_run(11, 1234567890123);
        OK(gi_stream_synchronize(stream));
        gifake_counts(0, GIFAKE_ALL_QUEUES, &after);
        REQUIRE(after.launches == before.launches + i, "%lu launches",
                after.launches - before.launches);
    }
    end(stream, &kept);
}

SCHED_CASE(a_launch)
{
    launch_of(false, false);
}

SCHED_CASE(a_launch_of_packed_arguments)
{
    launch_of(true, false);
}

SCHED_CASE(a_cooperative_launch)
{
    launch_of(false, true);
}

/* Each kind can be dropped without having been carried out. */
SCHED_CASE(a_copy_that_is_never_used)
{
    struct gi_operation launch, words, alloc;
    struct gi_value_op op = { .kind = GI_VALUE_OP_WAIT, .size_bytes = 4, .value = 1, .mask = 1 };
    uint64_t nothing;

    sched_begin_plain();
    gi_handle stream = sched_stream();
    op.pointer = sched_host_memory(SIZE);
    take_launch(stream, &launch, false, true);
    taken = &words;
    OK(gi_stream_word_ops(stream, &op, 1));
    taken = &alloc;
    OK(gi_memory_alloc_async(SIZE, 0, stream, &nothing));
    OK(gi_memory_host_free(op.pointer));
    gi_operation_drop(&launch);
    gi_operation_drop(&words);
    end(stream, &alloc);
}
