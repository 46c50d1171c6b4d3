/** Frame loops as graphs, with a Vulkan program in a thread of its own on the other side: it draws
 *  a frame and signals, a graph computes and signals, the program looks at the result when it needs
 *  the buffer again. Three frames of a loop are under way, each launch with values of its own.
 *  GPUINTEROP_TEST_ROUNDS is how many frames a loop has. */
#include "graph_names.h"
#include "scenario.h"

#include <pthread.h>
#include <stdlib.h>

#include "beside_peer.h"
#include "test_cases.h"

enum { COUNT = 64, BYTES = 4 * COUNT, FLIGHT = 3, LOOPS = 3, FEW_FRAMES = 120 };

/** A buffer of a loop, with the graph that computes in it. */
struct slot {
    struct peer_buffer buffer;               /* what is drawn, and behind it what is computed */
    gpuExternalMemory_t memory;
    uint32_t *shared;
    struct peer_semaphore own[2];            /* binary ones */
    struct peer_semaphore *drawn, *computed;
    gpuExternalSemaphore_t imports[2];
    gpuGraph_t graph;
    gpuGraphNode_t wait, signal;
    gpuGraphExec_t exec;
    gpuEvent_t done;
};

struct loop {
    bool is_timeline;
    uint32_t factor;                         /* tells the frames of one loop from another's */
    struct peer_semaphore semaphores[2];     /* timelines: of all slots */
    struct slot slots[FLIGHT];
    gpuStream_t stream;
};

/** The Vulkan program's part: loops first to last, side by side. */
struct program {
    struct loop *loops;
    size_t count;
    uint32_t frames;
};

static uint32_t frame_count(void)
{
    const char *text = getenv("GPUINTEROP_TEST_ROUNDS");

    return text != NULL ? (uint32_t)strtoul(text, NULL, 0) : FEW_FRAMES;
}

/* ---- the Vulkan program ---------------------------------------------------------------------- */

static uint32_t drawn_word(const struct loop *loop, uint32_t frame, uint32_t at)
{
    return frame * loop->factor + at;
}

static void look(const struct loop *loop, struct slot *slot, uint32_t frame)
{
    uint32_t seen[COUNT];

    peer_semaphore_wait(slot->computed, frame);
    peer_buffer_read(&slot->buffer, BYTES, seen, BYTES);
    for (uint32_t i = 0; i < COUNT; i++)
        peer_need(seen[i] == 3 * drawn_word(loop, frame, i) + loop->factor,
                  "looking at a computed frame");
}

static void draw(const struct loop *loop, struct slot *slot, uint32_t frame)
{
    uint32_t words[COUNT];

    for (uint32_t i = 0; i < COUNT; i++)
        words[i] = drawn_word(loop, frame, i);
    peer_buffer_write(&slot->buffer, 0, words, BYTES);
    peer_semaphore_signal(slot->drawn, frame);
}

static void *draw_and_look(void *argument)
{
    struct program *program = argument;

    for (uint32_t frame = 1; frame <= program->frames + FLIGHT; frame++) {
        for (size_t i = 0; i < program->count; i++) {
            struct loop *loop = &program->loops[i];
            struct slot *slot = &loop->slots[frame % FLIGHT];

            if (frame > FLIGHT)
                look(loop, slot, frame - FLIGHT);
            if (frame <= program->frames)
                draw(loop, slot, frame);
        }
    }
    return NULL;
}

/* ---- the graphs ------------------------------------------------------------------------------ */

static void make_graph(struct loop *loop, struct slot *slot)
{
    gpuExternalSemaphoreWaitParams wait = { .params.fence.value = 0 };
    gpuExternalSemaphoreSignalParams signal = { .params.fence.value = 0 };
    uint32_t *computed = slot->shared + COUNT;
    void *arguments[] = { &computed, &loop->factor };
    const gpuKernelNodeParams kernel = {
        .func = (void *)(uintptr_t)&stubs[STUB_ADD], .gridDim = GRID(COUNT / 32, 1, 1),
        .blockDim = GRID(32, 1, 1), .kernelParams = arguments,
    };
    gpuGraphNode_t node;

    OK(gpuGraphCreate(&slot->graph, 0));
    OK(gpuGraphAddExternalSemaphoresWaitNode(
        &slot->wait, slot->graph, NULL, 0,
        &(gpuExternalSemaphoreWaitNodeParams){ &slot->imports[0], &wait, 1 }));
    OK(gpuGraphAddMemcpyNode1D(&node, slot->graph, &slot->wait, 1, computed, slot->shared, BYTES,
                               gpuMemcpyDeviceToDevice));
    OK(gpuGraphAddKernelNode(&node, slot->graph, &node, 1, &kernel));
    OK(gpuGraphAddExternalSemaphoresSignalNode(
        &slot->signal, slot->graph, &node, 1,
        &(gpuExternalSemaphoreSignalNodeParams){ &slot->imports[1], &signal, 1 }));
    OK(gpuGraphInstantiateWithFlags(&slot->exec, slot->graph, 0));
}

static void begin_slot(struct loop *loop, struct slot *slot)
{
    slot->drawn = loop->is_timeline ? &loop->semaphores[0] : &slot->own[0];
    slot->computed = loop->is_timeline ? &loop->semaphores[1] : &slot->own[1];
    if (!loop->is_timeline) {
        peer_semaphore_create(slot->drawn, false);
        peer_semaphore_create(slot->computed, false);
    }
    slot->imports[0] = import_semaphore(peer_semaphore_export(slot->drawn), loop->is_timeline);
    slot->imports[1] = import_semaphore(peer_semaphore_export(slot->computed), loop->is_timeline);
    peer_buffer_create(&slot->buffer, (uint64_t)2 * BYTES, false);
    slot->memory = import_memory(peer_buffer_export(&slot->buffer), (uint64_t)2 * BYTES, false);
    slot->shared = map_buffer(slot->memory, 0, (uint64_t)2 * BYTES);
    OK(gpuEventCreateWithFlags(&slot->done, gpuEventDisableTiming));
    make_graph(loop, slot);
}

static void end_slot(struct loop *loop, struct slot *slot)
{
    OK(gpuGraphExecDestroy(slot->exec));
    OK(gpuGraphDestroy(slot->graph));
    OK(gpuEventDestroy(slot->done));
    OK(gpuFree(slot->shared));
    OK(gpuDestroyExternalMemory(slot->memory));
    for (int i = 0; i < 2; i++)
        OK(gpuDestroyExternalSemaphore(slot->imports[i]));
    if (!loop->is_timeline) {
        peer_semaphore_destroy(slot->drawn);
        peer_semaphore_destroy(slot->computed);
    }
    peer_buffer_destroy(&slot->buffer);
}

static void begin_loop(struct loop *loop, bool is_timeline, uint32_t factor)
{
    loop->is_timeline = is_timeline;
    loop->factor = factor;
    for (int i = 0; i < 2 && is_timeline; i++)
        peer_semaphore_create(&loop->semaphores[i], true);
    for (int i = 0; i < FLIGHT; i++)
        begin_slot(loop, &loop->slots[i]);
    OK(gpuStreamCreateWithFlags(&loop->stream, gpuStreamNonBlocking));
}

static void end_loop(struct loop *loop)
{
    OK(gpuStreamSynchronize(loop->stream));
    OK(gpuStreamDestroy(loop->stream));
    for (int i = 0; i < FLIGHT; i++)
        end_slot(loop, &loop->slots[i]);
    for (int i = 0; i < 2 && loop->is_timeline; i++)
        peer_semaphore_destroy(&loop->semaphores[i]);
}

/** Sets the frame's values and launches, behind the launch of the slot's frame before. */
static void launch_frame(struct loop *loop, uint32_t frame)
{
    struct slot *slot = &loop->slots[frame % FLIGHT];
    gpuExternalSemaphoreWaitParams wait = { .params.fence.value = frame };
    gpuExternalSemaphoreSignalParams signal = { .params.fence.value = frame };

    if (frame > FLIGHT)
        OK(gpuEventSynchronize(slot->done));
    if (loop->is_timeline) {
        OK(gpuGraphExecExternalSemaphoresWaitNodeSetParams(
            slot->exec, slot->wait,
            &(gpuExternalSemaphoreWaitNodeParams){ &slot->imports[0], &wait, 1 }));
        OK(gpuGraphExecExternalSemaphoresSignalNodeSetParams(
            slot->exec, slot->signal,
            &(gpuExternalSemaphoreSignalNodeParams){ &slot->imports[1], &signal, 1 }));
    }
    OK(gpuGraphLaunch(slot->exec, loop->stream));
    OK(gpuEventRecord(slot->done, loop->stream));
}

static void run_loops(struct loop *loops, size_t count, uint32_t begin, uint32_t frames)
{
    struct program program = { loops, count, frames };
    pthread_t thread;

    assert_int_equal(pthread_create(&thread, NULL, draw_and_look, &program), 0);
    for (uint32_t frame = begin; frame <= frames; frame++) {
        for (size_t i = 0; i < count; i++)
            launch_frame(&loops[i], frame);
    }
    assert_int_equal(pthread_join(thread, NULL), 0);
}

/* ---- cases ----------------------------------------------------------------------------------- */

static struct loop loops[LOOPS];

static void run_kinds(size_t count, bool (*is_timeline)(size_t))
{
    for (size_t i = 0; i < count; i++)
        begin_loop(&loops[i], is_timeline(i), (uint32_t)(7 + 10 * i));
    run_loops(loops, count, 1, frame_count());
    for (size_t i = 0; i < count; i++)
        end_loop(&loops[i]);
}

static bool always(size_t loop)
{
    (void)loop;
    return true;
}

static bool never(size_t loop)
{
    (void)loop;
    return false;
}

static bool every_other(size_t loop)
{
    return loop % 2 == 0;
}

TEST_CASE(frames_by_timelines)
{
    run_kinds(1, always);
}

TEST_CASE(frames_by_binary_semaphores)
{
    run_kinds(1, never);
}

/** Three loops in three streams, whatever queues there are. */
TEST_CASE(frames_of_several_loops)
{
    run_kinds(LOOPS, every_other);
}

/** Three launches of one loop wait for frames that are drawn when two others have come to an end:
 *  on one queue, too, they hold nobody (law 4). */
TEST_CASE(a_held_loop_holds_no_other)
{
    uint32_t frames = frame_count();

    for (size_t i = 0; i < LOOPS; i++)
        begin_loop(&loops[i], true, (uint32_t)(3 + i));
    for (uint32_t frame = 1; frame <= FLIGHT; frame++)
        launch_frame(&loops[0], frame);
    run_loops(&loops[1], LOOPS - 1, 1, frames);
    assert_int_equal(gpuStreamQuery(loops[0].stream), gpuErrorNotReady);
    assert_int_equal(peer_semaphore_value(loops[0].slots[0].computed), 0);
    run_loops(&loops[0], 1, FLIGHT + 1, FLIGHT + frames / 8);
    for (size_t i = 0; i < LOOPS; i++)
        end_loop(&loops[i]);
}

int main(void)
{
    return run_beside_peer();
}
