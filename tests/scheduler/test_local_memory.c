/* Device memory of launches whose threads have large arrays: who shares it, and when it goes. */
#include "harness.h"
#include "launches.h"

#include <string.h>

#include "code/code.h"
#include "module/function.h"
#include "module/launch.h"
#include "module/module.h"
#include "memory/launch_memory.h"
#include "pools/reclaim.h"

static const char code[] =
    ".version 6.4\n.target sm_60\n.address_size 64\n"
    ".visible .entry large()\n{\n.local .align 4 .b8 own[65536];\n.reg .b32 %r<2>;\n"
    ".reg .b64 %d<2>;\nmov.u64 %d1, own;\nmov.u32 %r1, %tid.x;\nst.local.u32 [%d1], %r1;\n"
    "ret;\n}\n"
    ".visible .entry small()\n{\n.local .align 4 .b8 own[1024];\n.reg .b32 %r<2>;\n"
    ".reg .b64 %d<2>;\nmov.u64 %d1, own;\nmov.u32 %r1, %tid.x;\nst.local.u32 [%d1], %r1;\n"
    "ret;\n}\n"
    ".extern .shared .align 4 .b8 room[];\n"
    ".visible .entry shared()\n{\n.reg .b32 %r<2>;\nmov.u32 %r1, %tid.x;\n"
    "st.shared.u32 [room], %r1;\nret;\n}\n";

#define BLOCK_BYTES (UINT64_C(32) * 65536)   /* of 32 threads */
#define LARGE_BYTES (UINT64_C(1024) * 65536) /* of 1024 */

static gi_handle module;

static struct gi_device *device(void)
{
    return gi_device_if_open(0);
}

static void begin(uint64_t most_bytes, uint64_t max_allocation_bytes)
{
    struct gifake_device_config config;
    struct gi_device *opened;
    struct gi_code *read;

    gifake_default_config(&config, 0);
    config.info.kernels.private_bytes = 1024;
    config.info.most_local_bytes = most_bytes;
    config.info.max_allocation_bytes = max_allocation_bytes;
    sched_begin_config(&config);
    OK(gi_device_current(&opened));
    OK(gi_code_read(code, sizeof code, &read));
    OK(gi_module_load(read, opened, &module));
    gi_code_unref(read);
}

static void end(void)
{
    OK(gi_module_unload(module));
    OK(gi_device_reset());
    sched_expect_nothing_left();
}

static gi_status launch_of(const char *name, gi_handle stream, uint32_t blocks, uint32_t threads,
                           bool is_cooperative)
{
    const struct gi_launch launch = { .grid = { blocks, 1, 1 }, .block = { threads, 1, 1 },
                                      .stream = stream, .is_cooperative = is_cooperative };
    gi_handle function;

    OK(gi_module_function(module, name, &function));
    return gi_launch(function, &launch);
}

static gi_status launch(const char *name, gi_handle stream, uint32_t blocks)
{
    return launch_of(name, stream, blocks, 32, false);
}

/* Blocks of LARGE_BYTES. */
static gi_status launch_large(uint32_t blocks, bool is_cooperative)
{
    return launch_of("large", 0, blocks, 1024, is_cooperative);
}

/* The pieces that the device keeps, and the bytes of one. */
static unsigned kept(void)
{
    unsigned count = 0;

    for (size_t i = 0; i < GI_LAUNCH_MEMORIES; i++)
        count += device()->launch_memory[i].memory != NULL;
    return count;
}

static uint64_t kept_bytes(size_t i)
{
    return device()->launch_memory[i].memory->size_bytes;
}

SCHED_CASE(a_stream_has_one_piece)
{
    begin(64 * BLOCK_BYTES, UINT64_C(1) << 31);
    gi_handle stream = sched_stream();
    gifake_pause_queue(0, sched_queue_of(stream));
    for (int i = 0; i < 5; i++)
        OK(launch("large", stream, 4));
    OK(launch("large", stream, 2));
    REQUIRE(kept() == 1 && kept_bytes(0) == 4 * BLOCK_BYTES, "%u pieces", kept());
    OK(launch("large", stream, 6));       /* more: another one takes its place */
    REQUIRE(kept() == 1 && kept_bytes(0) == 6 * BLOCK_BYTES, "%u pieces", kept());
    sched_let_go(stream);
    OK(gi_stream_destroy(stream));
    end();
}

SCHED_CASE(streams_at_once_have_their_own)
{
    begin(64 * BLOCK_BYTES, UINT64_C(1) << 31);
    gi_handle first = sched_stream(), second = sched_other_stream(first);
    gifake_pause_queue(0, sched_queue_of(first));
    OK(launch("large", first, 4));
    OK(launch("large", second, 4));
    REQUIRE(kept() == 2, "%u pieces", kept());
    OK(gi_stream_synchronize(second));
    OK(launch("large", second, 3));
    REQUIRE(kept() == 2, "%u pieces", kept());
    sched_let_go(first);
    OK(gi_stream_synchronize(first));
    OK(gi_stream_synchronize(second));
    OK(gi_stream_destroy(first));
    OK(gi_stream_destroy(second));
    end();
}

/* More streams than pieces are kept: memory that goes with its launch. */
SCHED_CASE(many_streams)
{
    enum { STREAMS = GI_LAUNCH_MEMORIES + 3 };
    gi_handle streams[STREAMS];
    unsigned before;

    begin(64 * BLOCK_BYTES, UINT64_C(1) << 31);
    for (int i = 0; i < STREAMS; i++)
        streams[i] = sched_stream();
    for (uint32_t i = 0; i < GIFAKE_MAX_QUEUES; i++)
        gifake_pause_queue(0, i);
    before = sched_live_memories();
    for (uint32_t i = 0; i < STREAMS; i++)
        OK(launch("large", streams[i], 16));
    REQUIRE(kept() == GI_LAUNCH_MEMORIES, "%u pieces", kept());
    REQUIRE(sched_live_memories() >= before + STREAMS, "%u memories for %d launches",
            sched_live_memories() - before, (int)STREAMS);
    for (uint32_t i = 0; i < GIFAKE_MAX_QUEUES; i++)
        gifake_resume_queue(0, i);
    for (int i = 0; i < STREAMS; i++) {
        OK(gi_stream_synchronize(streams[i]));
        OK(gi_stream_destroy(streams[i]));
    }
    end();
}

SCHED_CASE(what_is_idle_is_used_again_or_given_back)
{
    begin(64 * BLOCK_BYTES, UINT64_C(1) << 31);
    gi_handle first = sched_stream(), second = sched_other_stream(first);
    OK(launch("large", first, 4));
    OK(gi_stream_synchronize(first));
    OK(launch("large", second, 4));
    REQUIRE(kept() == 1, "%u pieces", kept());
    OK(gi_stream_synchronize(second));
    gifake_pause_queue(0, sched_queue_of(first));
    OK(launch("large", first, 4));
    gi_reclaim_kept(device());
    REQUIRE(kept() == 1, "memory of a launch on its way is not kept");
    sched_let_go(first);
    OK(gi_stream_synchronize(first));
    gi_reclaim_kept(device());
    REQUIRE(kept() == 0, "%u pieces are left", kept());
    OK(gi_stream_destroy(first));
    OK(gi_stream_destroy(second));
    end();
}

SCHED_CASE(small_arrays_need_none)
{
    begin(64 * BLOCK_BYTES, UINT64_C(1) << 31);
    OK(launch("small", 0, 1000));
    REQUIRE(kept() == 0, "%u pieces", kept());
    end();
}

/* Of a launch that has more than the device; others have none in device memory. */
SCHED_CASE(shared_memory_takes_its_part)
{
    struct gi_launch launch = { .grid = { 9, 1, 1 }, .block = { 32, 1, 1 } };
    gi_handle function;

    begin(10 * BLOCK_BYTES, UINT64_C(1) << 31);
    device()->base->info.own_shared_bytes = 4096;
    OK(gi_module_function(module, "shared", &function));
    launch.shared_bytes = 4096;
    OK(gi_launch(function, &launch));
    REQUIRE(kept() == 0, "%u pieces", kept());
    launch.shared_bytes = 4097;
    OK(gi_launch(function, &launch));
    REQUIRE(kept() == 1 && kept_bytes(0) == UINT64_C(9) * 4352, "%llu bytes",
            (unsigned long long)kept_bytes(0));
    launch.shared_bytes = 48 << 10;
    OK(gi_launch(function, &launch));
    launch.shared_bytes++;
    STATUS(GI_INVALID_VALUE, gi_launch(function, &launch));
    end();
}

/* The bound is one block, so other launches go in pieces. */
SCHED_CASE(cooperative_blocks_have_shared_memory_at_one_time)
{
    struct gi_launch launch = { .grid = { 2, 1, 1 }, .block = { 32, 1, 1 }, .shared_bytes = 4097 };
    gi_handle function;

    begin(4352, UINT64_C(1) << 31);
    device()->base->info.own_shared_bytes = 4096;
    atomic_store(&device()->resident_blocks, 2);
    OK(gi_module_function(module, "shared", &function));
    OK(gi_launch(function, &launch));
    REQUIRE(kept_bytes(0) == 4352, "%llu bytes", (unsigned long long)kept_bytes(0));
    launch.is_cooperative = true;
    OK(gi_launch(function, &launch));
    REQUIRE(kept() == 1 && kept_bytes(0) == 2 * 4352, "%llu bytes",
            (unsigned long long)kept_bytes(0));
    end();
}

SCHED_CASE(a_bound_is_kept)
{
    begin(10 * BLOCK_BYTES, UINT64_C(1) << 31);
    OK(launch("large", 0, 1000));
    REQUIRE(kept_bytes(0) == 10 * BLOCK_BYTES, "%llu bytes", (unsigned long long)kept_bytes(0));
    end();
}

/* A launch goes in more pieces, where the device has less than the bound. */
SCHED_CASE(where_memory_is_short_there_are_more_pieces)
{
    begin(64 * LARGE_BYTES, 9 * LARGE_BYTES);
    atomic_store(&device()->resident_blocks, 64);
    OK(launch_large(1000, false));
    REQUIRE(kept_bytes(0) == 7 * LARGE_BYTES, "%llu bytes", (unsigned long long)kept_bytes(0));
    REQUIRE(gi_launch_memory_most(device()) == 7 * LARGE_BYTES, "the next launch asks for more");
    OK(launch_large(1000, false));
    OK(launch_large(9, true));
    STATUS(GI_OUT_OF_MEMORY, launch_large(10, true));
    REQUIRE(strstr(gi_last_error_detail(), "all blocks, which have to run at one time") != NULL,
            "%s", gi_last_error_detail());
    gi_reclaim_kept(device());
    REQUIRE(gi_launch_memory_most(device()) == UINT64_MAX, "the bound is not forgotten");
    end();
}

SCHED_CASE(without_memory_for_a_block_a_launch_fails)
{
    begin(64 * LARGE_BYTES, LARGE_BYTES - 1);
    STATUS(GI_OUT_OF_MEMORY, launch_large(1000, false));
    REQUIRE(strstr(gi_last_error_detail(), "65536 bytes for each thread of a block") != NULL, "%s",
            gi_last_error_detail());
    OK(launch("small", 0, 1));
    end();
}
