/* Frame loops as graphs: another program draws into three buffers in turn and looks at what was
 * computed, three launches are under way, each with values of its own. On one queue and on many,
 * with the host's semaphores and the driver's. Nothing is recorded after the first launches. */
#include "graph_nodes.h"

#include <string.h>

enum { FLIGHT = 3, LOOPS = 3, BYTES = 64, FRAMES = 10000 };

/* ThreadSanitizer takes ten times as long. */
#ifdef __SANITIZE_THREAD__
enum { SHARE = 10 };
#else
enum { SHARE = 1 };
#endif

struct slot {
    uint64_t memory;                         /* what is drawn, and behind it what is computed */
    struct sched_semaphore binary;
    gi_handle graph, wait, signal, exec, done;
};

struct loop {
    enum sched_source source;
    bool is_binary;                          /* what says that a frame is drawn */
    uint64_t frames;
    struct sched_semaphore drawn, computed;  /* timelines */
    struct slot slots[FLIGHT];
    gi_handle stream;
    pthread_t thread;
};

static uint8_t drawn_byte(uint64_t frame)
{
    return (uint8_t)(frame * 7 + frame / 256);
}

/* ---- the other program ----------------------------------------------------------------------- */

static void *draw_and_look(void *argument)
{
    struct loop *loop = argument;

    for (uint64_t frame = 1; frame <= loop->frames + FLIGHT; frame++) {
        struct slot *slot = &loop->slots[frame % FLIGHT];

        if (frame > FLIGHT) {
            sched_peer_await(&loop->computed, frame - FLIGHT);
            sched_expect_bytes(slot->memory + BYTES, BYTES, drawn_byte(frame - FLIGHT));
        }
        if (frame > loop->frames)
            continue;
        memset((void *)(uintptr_t)slot->memory, drawn_byte(frame), BYTES);
        sched_peer_signal(loop->is_binary ? &slot->binary : &loop->drawn, frame);
    }
    return NULL;
}

/* ---- graphs ---------------------------------------------------------------------------------- */

/* wait - copy - signal, and a fill beside the copy that the signal follows, too. */
static void begin_slot(struct loop *loop, struct slot *slot)
{
    struct sched_semaphore *drawn = loop->is_binary ? &slot->binary : &loop->drawn;

    if (loop->is_binary)
        sched_semaphore_make(&slot->binary, loop->source, false, 0);
    slot->memory = sched_memory(3 * BYTES);
    slot->graph = sched_graph();
    slot->wait = sched_node(slot->graph, 0, sched_ask_semaphore(false, drawn, 0));
    gi_handle copy = sched_node(slot->graph, slot->wait,
                                sched_ask_copy(slot->memory + BYTES, slot->memory, BYTES));
    gi_handle fill = sched_node(slot->graph, slot->wait,
                                sched_ask_fill(slot->memory + 2 * BYTES, BYTES, 1));
    slot->signal = sched_node(slot->graph, copy, sched_ask_semaphore(true, &loop->computed, 0));
    sched_edge(slot->graph, fill, slot->signal);
    slot->exec = sched_exec(slot->graph);
    slot->done = sched_event();
}

static void end_slot(struct loop *loop, struct slot *slot)
{
    OK(gi_exec_destroy(slot->exec));
    OK(gi_graph_destroy(slot->graph));
    OK(gi_event_destroy(slot->done));
    OK(gi_memory_free(slot->memory));
    if (loop->is_binary)
        sched_semaphore_end(&slot->binary);
}

static void begin_loop(struct loop *loop, enum sched_source source, bool is_binary)
{
    loop->source = source;
    loop->is_binary = is_binary;
    loop->frames = FRAMES / SHARE / (is_binary ? 4 : 1);
    if (!is_binary)
        sched_semaphore_make(&loop->drawn, source, true, 0);
    sched_semaphore_make(&loop->computed, source, true, 0);
    for (int i = 0; i < FLIGHT; i++)
        begin_slot(loop, &loop->slots[i]);
    loop->stream = sched_stream();
}

static void end_loop(struct loop *loop)
{
    OK(gi_stream_synchronize(loop->stream));
    OK(gi_stream_destroy(loop->stream));
    for (int i = 0; i < FLIGHT; i++)
        end_slot(loop, &loop->slots[i]);
    if (!loop->is_binary)
        sched_semaphore_end(&loop->drawn);
    sched_semaphore_end(&loop->computed);
}

static void launch_frame(struct loop *loop, uint64_t frame)
{
    struct slot *slot = &loop->slots[frame % FLIGHT];

    if (frame > FLIGHT)
        OK(gi_event_synchronize(slot->done));
    if (!loop->is_binary)
        OK(gi_exec_ask(slot->exec, slot->wait, sched_ask_semaphore(false, &loop->drawn, frame)));
    OK(gi_exec_ask(slot->exec, slot->signal, sched_ask_semaphore(true, &loop->computed, frame)));
    OK(gi_exec_launch(slot->exec, loop->stream));
    OK(gi_event_record(slot->done, loop->stream));
}

/* ---- cases ----------------------------------------------------------------------------------- */

static unsigned long recordings(void)
{
    struct gifake_counts counts;

    gifake_counts(0, GIFAKE_ALL_QUEUES, &counts);
    return counts.recordings;
}

static void run_loops(uint32_t queues, enum sched_source source)
{
    struct sched_setup setup = { queues, CAPS_ALL, CAPS_QUEUE_AHEAD, GIFAKE_ADDRESSES_SHARED };
    static struct loop loops[LOOPS];
    uint64_t most = 0;

    sched_begin(&setup);
    for (size_t i = 0; i < LOOPS; i++) {
        begin_loop(&loops[i], source, i == 1);
        most = loops[i].frames > most ? loops[i].frames : most;
    }
    unsigned long before = recordings();
    REQUIRE(before == LOOPS * FLIGHT, "%lu recordings at first", before);
    for (size_t i = 0; i < LOOPS; i++)
        REQUIRE(pthread_create(&loops[i].thread, NULL, draw_and_look, &loops[i]) == 0,
                "no thread");
    for (uint64_t frame = 1; frame <= most; frame++) {
        for (size_t i = 0; i < LOOPS; i++) {
            if (frame <= loops[i].frames)
                launch_frame(&loops[i], frame);
        }
    }
    for (size_t i = 0; i < LOOPS; i++)
        REQUIRE(pthread_join(loops[i].thread, NULL) == 0, "no end of a thread");
    REQUIRE(recordings() == before, "%lu recordings by frames", recordings() - before);
    for (size_t i = 0; i < LOOPS; i++)
        end_loop(&loops[i]);
    sched_expect_nothing_left();
}

SCHED_CASE(one_queue_with_the_hosts_semaphores)
{
    run_loops(1, SCHED_HOST_SEMAPHORE);
}

SCHED_CASE(one_queue_with_the_drivers_semaphores)
{
    run_loops(1, SCHED_NATIVE_SEMAPHORE);
}

SCHED_CASE(many_queues_with_the_hosts_semaphores)
{
    run_loops(8, SCHED_HOST_SEMAPHORE);
}

SCHED_CASE(many_queues_with_the_drivers_semaphores)
{
    run_loops(8, SCHED_NATIVE_SEMAPHORE);
}
