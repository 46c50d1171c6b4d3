#include "residency.h"

#include <stdlib.h>

#include "base/counters.h"
#include "base/log.h"
#include "code/kept_residency.h"
#include "device_test.h"
#include "function.h"
#include "function_facts.h"
#include "launch.h"
#include "queue/device_state.h"
#include "stream/append.h"
#include "stream/launch_report.h"
#include "stream/launch_run.h"
#include "stream/scheduler.h"

/* Without a known number of multiprocessors there are so many blocks in the first trial. */
#define FIRST_TRIAL 16u

/* On a busy machine blocks that can run at once do not always meet. */
enum { ATTEMPTS = 3 };

/* Blocks that have come, and blocks that have seen all come: the first thread of each waits for the
 * others, but not for ever. */
struct words {
    uint32_t came, met;
};

static const char text[] =
    ".version 6.4\n.target sm_60\n.address_size 64\n"
    ".extern .shared .align 4 .b8 room[];\n"
    ".visible .entry meet(.param .u64 words, .param .u32 blocks)\n{\n"
    ".reg .pred %p<3>;\n.reg .b32 %r<8>;\n.reg .b64 %w;\n"
    "ld.param.u64 %w, [words];\nld.param.u32 %r1, [blocks];\n"
    "mov.u32 %r2, %tid.x;\nsetp.ne.u32 %p1, %r2, 0;\n@%p1 bra ALL;\n"
    "st.shared.u32 [room], %r2;\n"
    "atom.global.add.u32 %r5, [%w], 1;\nmov.u32 %r4, 262144;\n"
    "WAIT:\nld.volatile.global.u32 %r6, [%w];\nsetp.ge.u32 %p2, %r6, %r1;\n@%p2 bra CAME;\n"
    "sub.u32 %r4, %r4, 1;\nsetp.ne.u32 %p2, %r4, 0;\n@%p2 bra WAIT;\nbra ALL;\n"
    "CAME:\natom.global.add.u32 %r5, [%w+4], 1;\n"
    "ALL:\nbar.sync 0;\nret;\n}\n";

/* ---- the test -------------------------------------------------------------------------------- */

/* The test's blocks leave no room for a second one on their multiprocessor. */
static gi_status run(const struct gi_device_test *test, uint32_t blocks, struct words *out_words)
{
    const struct gi_device_info *info = &test->device->base->info;
    uint32_t shared = gi_function_most_dynamic(test->function);
    uint32_t most = info->own_shared_bytes;
    uint64_t address = test->memory->device_address;
    void *arguments[] = { &address, &blocks };
    const struct gi_launch launch = {
        .grid = { blocks, 1, 1 }, .arguments = arguments,
        .block = { info->max_group_size[0] < info->max_group_threads ? info->max_group_size[0]
                                                                     : info->max_group_threads,
                   1, 1 },
        .shared_bytes = shared < most ? shared : most,
    };

    *out_words = (struct words){ 0 };
    return gi_device_test_launch(test, &launch, out_words, sizeof *out_words);
}

static uint32_t first_trial(const struct gi_device *device)
{
    uint32_t units = device->base->info.compute_units;

    return units != 0 ? units : FIRST_TRIAL;
}

static gi_status try_some(const struct gi_device_test *test, uint32_t blocks, bool *out_met)
{
    gi_status status = GI_OK;
    struct words words;

    *out_met = false;
    for (int i = 0; status == GI_OK && !*out_met && i < ATTEMPTS; i++) {
        status = run(test, blocks, &words);
        *out_met = words.met == blocks;
    }
    return status;
}

static gi_status try_all(const struct gi_device_test *test, void *out_blocks)
{
    uint32_t blocks = first_trial(test->device);
    gi_status status = GI_OK;
    bool have_met = false;

    for (; status == GI_OK && blocks > 1; blocks /= 2) {
        status = try_some(test, blocks, &have_met);
        if (have_met)
            break;
    }
    *(uint32_t *)out_blocks = blocks > 1 ? blocks : 1;
    return status;
}

static gi_status find_out(struct gi_device *device, uint32_t *out_blocks)
{
    const struct gi_device_test_plan plan = {
        .text = text, .entry = "meet", .bytes = sizeof(struct words), .run = try_all,
        .context = out_blocks,
    };

    return gi_device_test(device, &plan);
}

/* Blocks that have met once can meet again, so the larger of two numbers holds. It is sure when
 * there are no more to try, or a second test has not found more: the machine may have been busy. */
static gi_status test_again(struct gi_device *device, struct gi_kept_residency *found)
{
    uint32_t blocks = 1;
    gi_status status;

    gi_count(GI_COUNT_RESIDENCY_TESTS, 1);
    status = find_out(device, &blocks);
    if (status != GI_OK)
        return status;
    found->is_sure = blocks <= found->blocks || blocks == first_trial(device);
    if (blocks > found->blocks)
        found->blocks = blocks;
    gi_kept_residency_write(&device->base->info, *found);
    return GI_OK;
}

/* Of a device where loops end by themselves, no block can wait for another one. */
static gi_status find_residency(struct gi_device *device, uint32_t *out_blocks)
{
    struct gi_kept_residency found = { 0, false };
    gi_status status = GI_OK;

    *out_blocks = 1;
    if (device->base->info.kernels.loop_rounds != 0)
        return GI_OK;
    (void)gi_kept_residency_read(&device->base->info, &found);
    if (!found.is_sure)
        status = test_again(device, &found);
    if (status == GI_OK)
        *out_blocks = found.blocks;
    return status;
}

gi_status gi_residency_blocks(struct gi_device *device, uint32_t *out_blocks)
{
    uint32_t blocks = atomic_load_explicit(&device->resident_blocks, memory_order_relaxed);
    gi_status status = GI_OK;

    if (blocks == 0) {
        pthread_mutex_lock(&device->resident_lock);
        blocks = atomic_load(&device->resident_blocks);
        if (blocks == 0)
            status = find_residency(device, &blocks);
        if (status == GI_OK) {
            atomic_store(&device->resident_blocks, blocks);
            gi_log(GI_LOG_INFO, "device %d runs %u blocks of a cooperative launch at once",
                   device->ordinal, blocks);
        }
        pthread_mutex_unlock(&device->resident_lock);
    }
    if (status == GI_OK)
        *out_blocks = blocks;
    return status;
}

/* ---- one after the other --------------------------------------------------------------------- */

/* The report of a cooperative launch, around that of its kernel. */
struct turn {
    struct gi_launch_report base;
    struct gi_launch_report *inner;      /* or NULL */
    struct gi_device *device;
};

static gi_status turn_ended(struct gi_launch_report *base)
{
    struct gi_launch_report *inner = ((struct turn *)base)->inner;

    return inner != NULL ? inner->ended(inner) : GI_OK;
}

/* The caller has a reference to the stream as well. */
static void turn_release(struct gi_launch_report *base)
{
    struct turn *turn = (struct turn *)base;
    struct gi_resident_launch *last = &turn->device->resident_launch;
    struct gi_stream *stream = NULL;

    pthread_mutex_lock(&turn->device->resident_launch_lock);
    if (last->owner == turn) {
        stream = last->stream;
        *last = (struct gi_resident_launch){ 0 };
    }
    pthread_mutex_unlock(&turn->device->resident_launch_lock);
    if (stream != NULL)
        gi_stream_release(stream);
    if (turn->inner != NULL)
        turn->inner->release(turn->inner);
    free(turn);
}

/* The newest launch with a reference to its stream; none if that is the stream given. */
static struct gi_resident_launch last_of_others(const struct gi_stream *stream)
{
    struct gi_device *device = stream->device;
    struct gi_resident_launch last;

    pthread_mutex_lock(&device->resident_launch_lock);
    last = device->resident_launch;
    if (last.stream == stream)
        last.stream = NULL;
    if (last.stream != NULL)
        gi_object_ref(&last.stream->object);
    pthread_mutex_unlock(&device->resident_launch_lock);
    return last;
}

/* Two launches at once could each have a part of the device, and wait for the rest for ever. One
 * that cannot be submitted yet is not waited for: it may wait for the caller's own stream. */
static gi_status wait_for_last(struct gi_stream *stream)
{
    const struct gi_resident_launch last = last_of_others(stream);
    gi_status status = GI_OK;
    uint64_t value;

    if (last.stream == NULL)
        return GI_OK;
    gi_stream_need(last.stream, last.seq);       /* its barrier may still be filled */
    if (gi_points_state(&last.stream->points, last.seq, &value) == GI_POINT_SUBMITTED)
        status = gi_append_point(stream, last.stream, last.seq);
    gi_stream_release(last.stream);
    return status;
}

/* The launch is in the stream, and may be done already: then nobody waits for it for long. */
static void set_last(struct gi_stream *stream, uint64_t seq)
{
    struct gi_resident_launch *last = &stream->device->resident_launch;

    pthread_mutex_lock(&stream->device->resident_launch_lock);
    if (last->stream == stream)
        last->seq = seq;
    pthread_mutex_unlock(&stream->device->resident_launch_lock);
}

/* Returns the reference to the stream of the launch before, or NULL. */
static struct gi_stream *take_turn(struct gi_stream *stream, const struct turn *turn)
{
    struct gi_resident_launch *last = &stream->device->resident_launch;
    struct gi_stream *before;

    gi_object_ref(&stream->object);
    pthread_mutex_lock(&stream->device->resident_launch_lock);
    before = last->stream;
    *last = (struct gi_resident_launch){ stream, 0, turn };
    pthread_mutex_unlock(&stream->device->resident_launch_lock);
    return before;
}

gi_status gi_residency_append(struct gi_stream *stream, struct gi_launch_run *run)
{
    struct turn *turn = malloc(sizeof *turn);
    struct gi_stream *before;
    gi_status status;

    if (turn == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "launch: no host memory");
    *turn = (struct turn){ { turn_ended, turn_release }, run->report, stream->device };
    run->report = &turn->base;
    pthread_mutex_lock(&stream->device->resident_lock);
    status = wait_for_last(stream);
    before = take_turn(stream, turn);
    if (status == GI_OK)
        status = gi_append_launch(stream, run);
    if (run->report != NULL)             /* the stream has not taken it */
        turn_release(run->report);
    else
        set_last(stream, gi_stream_newest(stream));
    run->report = NULL;
    pthread_mutex_unlock(&stream->device->resident_lock);
    if (before != NULL)
        gi_stream_release(before);
    return status;
}
