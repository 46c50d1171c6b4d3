/* Executables that are recorded: how often, how many submissions a launch is, what changes record
 * again, memory that goes, and the same results as without recordings. */
#include "graph_nodes.h"

#include <string.h>

#include "launches.h"
#include "memory/recorded_epoch.h"
#include "module/module.h"
#include "ops/pool_call.h"
#include "stream/replay.h"

enum { SIZE = 4096 };

static unsigned long recordings(void)
{
    struct gifake_counts counts;

    gifake_counts(0, GIFAKE_ALL_QUEUES, &counts);
    return counts.recordings;
}

static struct gifake_counts counts(void)
{
    struct gifake_counts now;

    gifake_counts(0, GIFAKE_ALL_QUEUES, &now);
    return now;
}

static void end(gi_handle stream)
{
    OK(gi_stream_destroy(stream));
    sched_expect_nothing_left();
}

static void launch(gi_handle exec, gi_handle stream)
{
    OK(gi_exec_launch(exec, stream));
    OK(gi_stream_synchronize(stream));
}

static void expect_recorded(unsigned long before, unsigned long more, const char *what)
{
    REQUIRE(recordings() == before + more, "%s: %lu recordings instead of %lu", what,
            recordings() - before, more);
}

/* ---- submissions ----------------------------------------------------------------------------- */

/* wait - fill, fill - copy - signal: one batch, of one recording, with the wait and the signal. */
static void a_frame_is_one_submission(void)
{
    enum { FRAMES = 20 };
    struct sched_semaphore ours, theirs;
    struct gifake_counts before, after;

    sched_begin_plain();
    gi_handle stream = sched_stream(), graph = sched_graph();
    uint64_t work = sched_memory(2 * SIZE), out = sched_memory(SIZE);
    sched_semaphore_make(&ours, SCHED_NATIVE_SEMAPHORE, true, 0);
    sched_semaphore_make(&theirs, SCHED_NATIVE_SEMAPHORE, true, 0);
    gi_handle wait = sched_node(graph, 0, sched_ask_semaphore(false, &theirs, 1));
    gi_handle one = sched_node(graph, wait, sched_ask_fill(work, SIZE, 1));
    gi_handle two = sched_node(graph, wait, sched_ask_fill(work + SIZE, SIZE, 2));
    gi_handle copy = sched_node(graph, one, sched_ask_copy(out, work + SIZE, SIZE));
    sched_edge(graph, two, copy);
    gi_handle signal = sched_node(graph, copy, sched_ask_semaphore(true, &ours, 1));
    gi_handle exec = sched_exec(graph);
    REQUIRE(recordings() == 1, "%lu recordings of a frame", recordings());
    for (uint64_t frame = 1; frame <= FRAMES; frame++) {
        before = counts();
        OK(gi_exec_ask(exec, wait, sched_ask_semaphore(false, &theirs, frame)));
        OK(gi_exec_ask(exec, signal, sched_ask_semaphore(true, &ours, frame)));
        OK(gi_exec_launch(exec, stream));
        sched_peer_signal(&theirs, frame);
        sched_peer_await(&ours, frame);
        OK(gi_stream_synchronize(stream));
        after = counts();
        REQUIRE(after.batches == before.batches + 1 && after.waits == before.waits + 1 &&
                after.signals == before.signals + 1 && after.replays == before.replays + 1 &&
                after.barriers == before.barriers + 2, "a frame is %lu batches, %lu replays, %lu "
                "barriers", after.batches - before.batches, after.replays - before.replays,
                after.barriers - before.barriers);
        sched_expect_bytes(out, SIZE, 2);
    }
    expect_recorded(0, 1, "values of semaphores");
    OK(gi_exec_destroy(exec));
    OK(gi_graph_destroy(graph));
    sched_semaphore_end(&ours);
    sched_semaphore_end(&theirs);
    OK(gi_memory_free(work));
    OK(gi_memory_free(out));
    end(stream);
}

/* A row of copies through the memory, each behind the one before. */
static gi_handle make_row(gi_handle graph, uint64_t memory, size_t count, gi_handle *out_nodes)
{
    gi_handle node = 0;

    for (size_t i = 0; i < count; i++) {
        node = sched_node(graph, node, i == 0 ? sched_ask_fill(memory, 16, 1)
                                              : sched_ask_copy(memory + 16 * i,
                                                               memory + 16 * (i - 1), 16));
        if (out_nodes != NULL)
            out_nodes[i] = node;
    }
    return node;
}

/* Launches into a busy stream gather, and no launch of the second batch is a submission. */
static void launches_gather_in_a_busy_stream(void)
{
    enum { ROW = 3000, CHUNKS = 3, LAUNCHES = 30 };
    struct gifake_counts before, after;

    sched_begin_plain();
    gi_handle stream = sched_stream(), graph = sched_graph(), exec;
    uint64_t memory = sched_memory(16 * ROW);
    make_row(graph, memory, ROW, NULL);
    exec = sched_exec(graph);
    REQUIRE(recordings() == CHUNKS, "%lu recordings", recordings());
    gifake_pause_queue(0, sched_queue_of(stream));
    before = counts();
    for (int i = 0; i < LAUNCHES; i++)
        OK(gi_exec_launch(exec, stream));
    after = counts();
    REQUIRE(after.batches == before.batches + 1, "%lu batches in a busy stream",
            after.batches - before.batches);
    gifake_resume_queue(0, sched_queue_of(stream));
    OK(gi_stream_synchronize(stream));
    after = counts();
    REQUIRE(after.batches == before.batches + 2 &&
            after.replays == before.replays + LAUNCHES * CHUNKS,
            "%lu batches, %lu replays", after.batches - before.batches,
            after.replays - before.replays);
    sched_expect_bytes(memory, 16 * ROW, 1);
    expect_recorded(0, CHUNKS, "launches");
    OK(gi_exec_destroy(exec));
    OK(gi_graph_destroy(graph));
    OK(gi_memory_free(memory));
    end(stream);
}

/* Other work of the stream before, between and behind launches that gather. */
static void launches_stand_between_other_work(void)
{
    sched_begin_plain();
    gi_handle stream = sched_stream(), graph = sched_graph(), exec, event = sched_event();
    uint64_t memory = sched_memory(4 * SIZE);
    memset((void *)(uintptr_t)memory, 0, (size_t)4 * SIZE);
    sched_node(graph, sched_node(graph, 0, sched_ask_copy(memory + SIZE, memory, SIZE)),
               sched_ask_fill(memory, SIZE, 9));
    exec = sched_exec(graph);
    for (int i = 0; i < 4; i++) {
        gifake_pause_queue(0, sched_queue_of(stream));
        OK(gi_fill_async(memory, 1, 1, SIZE, stream));
        OK(gi_exec_launch(exec, stream));
        OK(gi_copy_async(memory + 2 * SIZE, memory + SIZE, SIZE, GI_COPY_INFER, stream));
        OK(gi_event_record(event, stream));
        OK(gi_exec_launch(exec, stream));
        OK(gi_copy_async(memory + 3 * SIZE, memory + SIZE, SIZE, GI_COPY_INFER, stream));
        gifake_resume_queue(0, sched_queue_of(stream));
        OK(gi_stream_synchronize(stream));
        sched_expect_bytes(memory + 2 * SIZE, SIZE, 1);
        sched_expect_bytes(memory + 3 * SIZE, SIZE, 9);
    }
    OK(gi_event_destroy(event));
    OK(gi_exec_destroy(exec));
    OK(gi_graph_destroy(graph));
    OK(gi_memory_free(memory));
    end(stream);
}

static double elapsed(gi_handle from, gi_handle to)
{
    double ms = -1;

    OK(gi_event_elapsed(from, to, &ms));
    return ms;
}

/* Events around launches have times of the device, in a busy stream and in an idle one, where a
 * launch is a batch with both times. */
static void events_time_launches(void)
{
    enum { STEP = 1000 };
    gi_handle events[3];
    struct gifake_counts before, after;

    sched_begin_plain();
    gi_handle stream = sched_stream(), graph = sched_graph(), exec;
    uint64_t memory = sched_memory(SIZE);
    for (int i = 0; i < 3; i++)
        OK(gi_event_create(0, &events[i]));
    sched_node(graph, 0, sched_ask_fill(memory, SIZE, 1));
    exec = sched_exec(graph);
    sched_pause_all();
    OK(gi_fill_async(memory, 1, 1, SIZE, stream));
    OK(gi_event_record(events[0], stream));
    OK(gi_exec_launch(exec, stream));
    OK(gi_event_record(events[1], stream));
    OK(gi_exec_launch(exec, stream));
    OK(gi_event_record(events[2], stream));
    gifake_set_clock(0, 500, STEP);
    sched_resume_all();
    OK(gi_stream_synchronize(stream));
    REQUIRE(elapsed(events[0], events[1]) > 0 && elapsed(events[1], events[2]) > 0 &&
            elapsed(events[0], events[2]) < 1e-3 * 3 * STEP, "%g and %g ms",
            elapsed(events[0], events[1]), elapsed(events[1], events[2]));
    before = counts();
    sched_pause_all();           /* else the launch may be done before the second record */
    OK(gi_event_record(events[0], stream));
    OK(gi_exec_launch(exec, stream));
    OK(gi_event_record(events[1], stream));
    sched_resume_all();
    OK(gi_stream_synchronize(stream));
    after = counts();
    REQUIRE(after.batches == before.batches + 1, "%lu batches", after.batches - before.batches);
    REQUIRE(elapsed(events[0], events[1]) > 0, "%g ms", elapsed(events[0], events[1]));
    for (int i = 0; i < 3; i++)
        OK(gi_event_destroy(events[i]));
    OK(gi_exec_destroy(exec));
    OK(gi_graph_destroy(graph));
    OK(gi_memory_free(memory));
    end(stream);
}

/* ---- changes --------------------------------------------------------------------------------- */

/* The chunk of the node is cut at the node and 64 nodes behind it; the second time the node gets
 * its own, and so do those behind it. The nodes before it are recorded no more. */
static void a_change_records_its_chunk(void)
{
    enum { ROW = 200, CHANGED = 100 };
    gi_handle nodes[ROW];
    unsigned long before;

    sched_begin_plain();
    gi_handle stream = sched_stream(), graph = sched_graph(), exec;
    uint64_t memory = sched_memory(16 * ROW), other = sched_memory(16);
    memset((void *)(uintptr_t)other, 5, 16);
    make_row(graph, memory, ROW, nodes);
    exec = sched_exec(graph);
    expect_recorded(0, 1, "a row");
    launch(exec, stream);
    OK(gi_exec_ask(exec, nodes[CHANGED], sched_ask_copy(memory + 16 * CHANGED, other, 16)));
    launch(exec, stream);
    expect_recorded(1, 3, "the first change");
    sched_expect_bytes(memory, 16 * CHANGED, 1);
    sched_expect_bytes(memory + 16 * CHANGED, 16 * (ROW - CHANGED), 5);
    OK(gi_exec_enable(exec, nodes[CHANGED], false));
    before = recordings();
    launch(exec, stream);
    expect_recorded(before, 2, "the second change");
    for (int i = 0; i < 3; i++) {
        before = recordings();
        OK(gi_exec_enable(exec, nodes[CHANGED], i % 2 == 0));
        OK(gi_exec_ask(exec, nodes[CHANGED], sched_ask_copy(memory + 16 * CHANGED, other, 16)));
        launch(exec, stream);
        expect_recorded(before, 1, "a later change");
        OK(gi_exec_enable(exec, nodes[CHANGED], i % 2 == 0));
        launch(exec, stream);
        expect_recorded(before, 1, "no change");
    }
    OK(gi_exec_destroy(exec));
    OK(gi_graph_destroy(graph));
    OK(gi_memory_free(memory));
    OK(gi_memory_free(other));
    end(stream);
}

/* A copy that becomes one of pageable memory can no longer be recorded, and is still made. */
static void a_change_takes_a_node_out(void)
{
    static uint8_t pageable[SIZE];

    sched_begin_plain();
    gi_handle stream = sched_stream(), graph = sched_graph(), exec;
    uint64_t memory = sched_memory(3 * SIZE);
    gi_handle first = sched_node(graph, 0, sched_ask_fill(memory, SIZE, 3));
    gi_handle copy = sched_node(graph, first, sched_ask_copy(memory + SIZE, memory, SIZE));
    sched_node(graph, copy, sched_ask_copy(memory + 2 * SIZE, memory + SIZE, SIZE));
    exec = sched_exec(graph);
    launch(exec, stream);
    sched_expect_bytes(memory + 2 * SIZE, SIZE, 3);
    memset(pageable, 8, sizeof pageable);
    OK(gi_exec_ask(exec, copy, sched_ask_copy(memory + SIZE, (uint64_t)(uintptr_t)pageable,
                                              SIZE)));
    launch(exec, stream);
    sched_expect_bytes(memory + 2 * SIZE, SIZE, 8);
    OK(gi_exec_destroy(exec));
    OK(gi_graph_destroy(graph));
    OK(gi_memory_free(memory));
    end(stream);
}

/* Launches that are under way keep what they were launched with, and the executable may go. */
static void changes_and_ends_come_while_launches_wait(void)
{
    sched_begin_plain();
    gi_handle stream = sched_stream(), graph = sched_graph(), exec;
    uint64_t memory = sched_memory(SIZE), sum = sched_memory(8 * SIZE);
    gi_handle fill = sched_node(graph, 0, sched_ask_fill(memory, SIZE, 0));
    gi_handle copy = sched_node(graph, fill, sched_ask_copy(sum, memory, SIZE));
    exec = sched_exec(graph);
    gifake_pause_queue(0, sched_queue_of(stream));
    for (uint64_t i = 0; i < 8; i++) {
        OK(gi_exec_ask(exec, fill, sched_ask_fill(memory, SIZE, (uint8_t)(i + 1))));
        OK(gi_exec_ask(exec, copy, sched_ask_copy(sum + i * SIZE, memory, SIZE)));
        OK(gi_exec_launch(exec, stream));
    }
    OK(gi_exec_destroy(exec));
    OK(gi_graph_destroy(graph));
    gifake_resume_queue(0, sched_queue_of(stream));
    OK(gi_stream_synchronize(stream));
    for (uint64_t i = 0; i < 8; i++)
        sched_expect_bytes(sum + i * SIZE, SIZE, (uint8_t)(i + 1));
    OK(gi_memory_free(memory));
    OK(gi_memory_free(sum));
    end(stream);
}

/* ---- memory ---------------------------------------------------------------------------------- */

static void only_memory_of_nodes_matters(void)
{
    unsigned long before;
    uint64_t epoch;

    sched_begin_plain();
    gi_handle stream = sched_stream(), graph = sched_graph(), exec;
    uint64_t memory = sched_memory(SIZE), other = sched_memory(SIZE);
    sched_node(graph, 0, sched_ask_fill(memory, SIZE, 3));
    exec = sched_exec(graph);
    launch(exec, stream);
    before = recordings();
    epoch = gi_recorded_epoch_now();
    OK(gi_memory_free(other));
    REQUIRE(gi_recorded_epoch_now() == epoch, "other memory raised the epoch");
    launch(exec, stream);
    expect_recorded(before, 0, "other memory");
    OK(gi_memory_free(memory));
    REQUIRE(gi_recorded_epoch_now() != epoch, "the epoch stayed");
    STATUS(GI_INVALID_VALUE, gi_exec_launch(exec, stream));
    REQUIRE(strstr(gi_last_error_detail(), "fill node 0x") != NULL, "it says \"%s\"",
            gi_last_error_detail());
    STATUS(GI_INVALID_VALUE, gi_exec_launch(exec, stream));
    expect_recorded(before, 0, "memory that is gone");
    OK(gi_exec_destroy(exec));
    OK(gi_graph_destroy(graph));
    end(stream);
}

/* Memory at the same address again is found by the next launch. */
static void memory_comes_again_at_its_address(void)
{
    struct gifake_device_config config;
    uint64_t memory, again;

    if (!sched_has_room_for_addresses())
        return;
    gifake_default_config(&config, 0);
    config.addresses = GIFAKE_ADDRESSES_MAPPED;
    config.reuses_addresses = true;
    sched_begin_config(&config);
    gi_handle stream = sched_stream(), graph = sched_graph(), exec;
    enum { LARGE = 64 << 20 };           /* an object of its own */
    memory = sched_memory(LARGE);
    sched_node(graph, 0, sched_ask_fill(memory, LARGE, 3));
    exec = sched_exec(graph);
    launch(exec, stream);
    OK(gi_memory_free(memory));
    STATUS(GI_INVALID_VALUE, gi_exec_launch(exec, stream));
    again = sched_memory(LARGE);
    REQUIRE(again == memory, "another address");
    launch(exec, stream);
    REQUIRE(recordings() == 2, "%lu recordings", recordings());
    OK(gi_memory_free(again));
    OK(gi_exec_destroy(exec));
    OK(gi_graph_destroy(graph));
    end(stream);
}

/* Memory that is freed under a replay stays until that is done. */
static void memory_outlives_replays(void)
{
    static struct sched_freeing freeing;

    sched_begin_plain();
    gi_handle stream = sched_stream(), graph = sched_graph(), exec;
    uint64_t memory;
    OK(gi_memory_alloc_async(SIZE, 0, stream, &memory));
    OK(gi_stream_synchronize(stream));
    sched_node(graph, 0, sched_ask_fill(memory, SIZE, 3));
    exec = sched_exec(graph);
    gifake_pause_queue(0, sched_queue_of(stream));
    OK(gi_exec_launch(exec, stream));
    sched_free_begin(&freeing, gi_memory_free, memory);
    OK(gi_exec_destroy(exec));
    gifake_resume_queue(0, sched_queue_of(stream));
    OK(sched_free_end(&freeing));
    OK(gi_stream_synchronize(stream));
    OK(gi_graph_destroy(graph));
    end(stream);
}

/* A reset ends the memory of nodes and their functions. */
static void a_reset_ends_recordings(void)
{
    sched_begin_plain();
    gi_handle stream = sched_stream(), graph = sched_graph(), exec;
    sched_node(graph, 0, sched_ask_fill(sched_memory(SIZE), SIZE, 3));
    exec = sched_exec(graph);
    launch(exec, stream);
    OK(gi_device_reset());
    stream = sched_stream();
    STATUS(GI_INVALID_VALUE, gi_exec_launch(exec, stream));
    OK(gi_exec_destroy(exec));
    OK(gi_graph_destroy(graph));
    end(stream);
}

/* ---- kernels --------------------------------------------------------------------------------- */

static const char code[] =
    ".version 6.0\n.target sm_50\n.address_size 64\n"
    ".visible .entry plain(.param .u64 a, .param .u32 n)\n{ ret; }\n"
    ".visible .entry fails(.param .u64 a, .param .u32 n)\n{ trap; ret; }\n";

static struct gi_asked *ask_kernel(gi_handle module, const char *name, uint64_t a, uint32_t n)
{
    void *arguments[] = { &a, &n };

    return sched_ask_kernel(module, name, 2, arguments);
}

static gi_handle load_module(void)
{
    return sched_module(code, sizeof code);
}

/* Branches of kernels have barriers where edges ask for them, and no others. */
static void branches_of_kernels_run_side_by_side(void)
{
    enum { BRANCHES = 8, LENGTH = 5 };
    struct gifake_counts before, after;

    sched_begin_plain();
    gi_handle stream = sched_stream(), graph = sched_graph(), module = load_module(), exec;
    gi_handle first = sched_node(graph, 0, sched_ask_empty());
    for (int i = 0; i < BRANCHES; i++) {
        gi_handle node = first;

        for (uint32_t j = 0; j < LENGTH; j++)
            node = sched_node(graph, node, ask_kernel(module, "plain", 0, j));
    }
    exec = sched_exec(graph);
    REQUIRE(recordings() == 1, "%lu recordings", recordings());
    before = counts();
    launch(exec, stream);
    after = counts();
    REQUIRE(after.launches == before.launches + (unsigned long)BRANCHES * LENGTH &&
            after.barriers == before.barriers + LENGTH && after.batches == before.batches + 1,
            "%lu launches, %lu barriers, %lu batches", after.launches - before.launches,
            after.barriers - before.barriers, after.batches - before.batches);
    OK(gi_exec_destroy(exec));
    OK(gi_graph_destroy(graph));
    OK(gi_module_unload(module));
    end(stream);
}

/* Parameters that are as they were record nothing, as a graph that is captured again has them. */
static void equal_parameters_record_nothing(void)
{
    unsigned long before;

    sched_begin_plain();
    gi_handle stream = sched_stream(), graph = sched_graph(), module = load_module(), exec;
    uint64_t memory = sched_memory(2 * SIZE);
    gi_handle fill = sched_node(graph, 0, sched_ask_fill(memory, SIZE, 1));
    gi_handle copy = sched_node(graph, fill, sched_ask_copy(memory + SIZE, memory, SIZE));
    gi_handle kernel = sched_node(graph, copy, ask_kernel(module, "plain", 7, 1));
    exec = sched_exec(graph);
    launch(exec, stream);
    before = recordings();
    OK(gi_exec_ask(exec, fill, sched_ask_fill(memory, SIZE, 1)));
    OK(gi_exec_ask(exec, copy, sched_ask_copy(memory + SIZE, memory, SIZE)));
    OK(gi_exec_ask(exec, kernel, ask_kernel(module, "plain", 7, 1)));
    launch(exec, stream);
    expect_recorded(before, 0, "equal parameters");
    OK(gi_exec_ask(exec, kernel, ask_kernel(module, "plain", 7, 2)));
    launch(exec, stream);
    expect_recorded(before, 1, "another argument");
    OK(gi_exec_destroy(exec));
    OK(gi_graph_destroy(graph));
    OK(gi_module_unload(module));
    OK(gi_memory_free(memory));
    end(stream);
}

/* What reports is launched anew each time; what is unloaded is told. */
static void kernels_with_reports_and_unloaded_ones(void)
{
    struct gifake_counts before, after;

    sched_begin_plain();
    gi_handle stream = sched_stream(), graph = sched_graph(), module = load_module(), exec;
    gi_handle node = sched_node(graph, 0, ask_kernel(module, "plain", 0, 1));
    node = sched_node(graph, node, ask_kernel(module, "fails", 0, 1));
    sched_node(graph, node, ask_kernel(module, "plain", 0, 1));
    exec = sched_exec(graph);
    REQUIRE(recordings() == 2, "%lu recordings", recordings());
    before = counts();
    launch(exec, stream);
    after = counts();
    REQUIRE(after.launches == before.launches + 3 && after.replays == before.replays + 2,
            "%lu launches, %lu replays", after.launches - before.launches,
            after.replays - before.replays);
    OK(gi_module_unload(module));
    STATUS(GI_INVALID_HANDLE, gi_exec_launch(exec, stream));
    REQUIRE(strstr(gi_last_error_detail(), "kernel node 0x") != NULL, "it says \"%s\"",
            gi_last_error_detail());
    OK(gi_exec_destroy(exec));
    OK(gi_graph_destroy(graph));
    end(stream);
}

/* What is freed while a recorded kernel runs, and named by none, outlives it. */
static void kernels_may_touch_anything(void)
{
    sched_begin_plain();
    gi_handle stream = sched_stream(), other = sched_other_stream(stream), import;
    gi_handle graph = sched_graph(), module = load_module(), exec;
    unsigned before = sched_live_memories();
    uint64_t buffer = sched_import(&import);
    sched_node(graph, 0, ask_kernel(module, "plain", 0, 1));
    exec = sched_exec(graph);
    gifake_pause_queue(0, sched_queue_of(stream));
    OK(gi_exec_launch(exec, stream));
    OK(gi_memory_free_async(buffer, other));
    OK(gi_external_memory_destroy(import));
    REQUIRE(sched_live_memories() == before + 1, "the import is gone");
    sched_expect_nothing_finished();
    sched_let_go(stream);
    sched_await_memories(before);
    OK(gi_stream_synchronize(stream));
    OK(gi_stream_synchronize(other));
    OK(gi_stream_destroy(other));
    OK(gi_exec_destroy(exec));
    OK(gi_graph_destroy(graph));
    OK(gi_module_unload(module));
    end(stream);
}

static void a_lost_device_fails_launches(void)
{
    sched_begin_plain();
    gi_handle stream = sched_stream(), graph = sched_graph(), module = load_module(), exec;
    sched_node(graph, 0, ask_kernel(module, "plain", 0, 1));
    exec = sched_exec(graph);
    gifake_pause_queue(0, sched_queue_of(stream));
    OK(gi_exec_launch(exec, stream));
    gifake_lose_device(0);
    STATUS(GI_DEVICE_LOST, gi_stream_synchronize(stream));
    REQUIRE(strstr(gi_last_error_detail(), "kernel plain, grid (2, 1, 1)") != NULL,
            "it says \"%s\"", gi_last_error_detail());
    STATUS(GI_DEVICE_LOST, gi_exec_launch(exec, stream));
    OK(gi_exec_destroy(exec));
    OK(gi_graph_destroy(graph));
}

/* ---- calls that fail ------------------------------------------------------------------------- */

/* Each call of the driver fails once, from the instantiation to the end: nothing is left, and what
 * was made works once calls do. */
static void each_call_fails_once(void)
{
    struct gifake_live before, after;
    bool has_failed = true;

    sched_begin_plain();
    gi_handle stream = sched_stream();
    uint64_t memory = sched_memory(16 * 100), other = sched_memory(16);
    memset((void *)(uintptr_t)other, 7, 16);
    gifake_live(&before);
    for (unsigned long nth = 1; has_failed; nth++) {
        gi_handle graph = sched_graph(), nodes[100], exec;
        struct gi_exec_request request = { .flags = 0 };
        gi_status status;

        make_row(graph, memory, 100, nodes);
        gifake_fail_call(nth, GI_OUT_OF_MEMORY);
        status = gi_exec_create(graph, &request, &exec);
        if (status == GI_OK) {
            (void)!gi_exec_launch(exec, stream);
            OK(gi_exec_ask(exec, nodes[50], sched_ask_copy(memory + 16 * 50, other, 16)));
            (void)!gi_exec_launch(exec, stream);
            (void)!gi_stream_synchronize(stream);
        }
        has_failed = gifake_failed_slot() != NULL;
        gifake_fail_call(0, GI_OK);
        if (status == GI_OK) {
            (void)!gi_stream_synchronize(stream);
            launch(exec, stream);
            sched_expect_bytes(memory, 16 * 50, 1);
            sched_expect_bytes(memory + 16 * 50, 16 * 50, 7);
            OK(gi_exec_destroy(exec));
        }
        OK(gi_graph_destroy(graph));
        gifake_live(&after);
        REQUIRE(after.recordings == before.recordings, "call %lu leaves %u recordings", nth,
                after.recordings);
        REQUIRE(nth < 1000, "calls without end");
    }
    OK(gi_memory_free(memory));
    OK(gi_memory_free(other));
    end(stream);
}

/* ---- threads --------------------------------------------------------------------------------- */

struct shared {
    gi_handle exec, node;
    uint64_t memory;
    atomic_bool is_over;
};

static void *launch_often(void *argument)
{
    struct shared *shared = argument;
    gi_handle stream = sched_stream();

    for (int i = 0; i < 200; i++) {
        OK(gi_exec_launch(shared->exec, stream));
        if (i % 8 == 0)
            OK(gi_stream_synchronize(stream));
    }
    OK(gi_stream_synchronize(stream));
    OK(gi_stream_destroy(stream));
    return NULL;
}

/* Frees memory that another graph names, so the epoch rises all the time. */
static void *free_often(void *argument)
{
    struct shared *shared = argument;
    gi_handle graph = sched_graph();
    uint64_t memory = sched_memory(SIZE);
    gi_handle node = sched_node(graph, 0, sched_ask_fill(memory, SIZE, 1));
    gi_handle exec = sched_exec(graph);

    while (!atomic_load(&shared->is_over)) {
        OK(gi_memory_free(memory));
        memory = sched_memory(SIZE);
        OK(gi_exec_ask(exec, node, sched_ask_fill(memory, SIZE, 1)));
        OK(gi_exec_upload(exec, GI_STREAM_PER_THREAD));
        OK(gi_exec_ask(shared->exec, shared->node, sched_ask_fill(shared->memory, SIZE, 2)));
    }
    OK(gi_exec_destroy(exec));
    OK(gi_graph_destroy(graph));
    OK(gi_memory_free(memory));
    return NULL;
}

static void threads_launch_change_and_free(void)
{
    struct shared shared = { .is_over = false };
    pthread_t launching[2], freeing;

    sched_begin_plain();
    gi_handle stream = sched_stream(), graph = sched_graph();
    shared.memory = sched_memory(2 * SIZE);
    shared.node = sched_node(graph, 0, sched_ask_fill(shared.memory, SIZE, 2));
    sched_node(graph, shared.node, sched_ask_copy(shared.memory + SIZE, shared.memory, SIZE));
    shared.exec = sched_exec(graph);
    pthread_create(&freeing, NULL, free_often, &shared);
    for (int i = 0; i < 2; i++)
        pthread_create(&launching[i], NULL, launch_often, &shared);
    for (int i = 0; i < 2; i++)
        pthread_join(launching[i], NULL);
    atomic_store(&shared.is_over, true);
    pthread_join(freeing, NULL);
    sched_expect_bytes(shared.memory + SIZE, SIZE, 2);
    OK(gi_exec_destroy(shared.exec));
    OK(gi_graph_destroy(graph));
    OK(gi_memory_free(shared.memory));
    end(stream);
}

int main(int argc, char **argv)
{
    static const struct sched_case cases[] = {
#define CASE(name) { #name, name, 0 }
        CASE(a_frame_is_one_submission),
        CASE(launches_gather_in_a_busy_stream),
        CASE(launches_stand_between_other_work),
        CASE(events_time_launches),
        CASE(a_change_records_its_chunk),
        CASE(a_change_takes_a_node_out),
        CASE(changes_and_ends_come_while_launches_wait),
        CASE(only_memory_of_nodes_matters),
        CASE(memory_comes_again_at_its_address),
        CASE(memory_outlives_replays),
        CASE(a_reset_ends_recordings),
        CASE(branches_of_kernels_run_side_by_side),
        CASE(equal_parameters_record_nothing),
        CASE(kernels_with_reports_and_unloaded_ones),
        CASE(kernels_may_touch_anything),
        CASE(a_lost_device_fails_launches),
        CASE(each_call_fails_once),
        CASE(threads_launch_change_and_free),
    };

    return sched_main(argc, argv, cases, sizeof cases / sizeof cases[0]);
}
