/* Captures of streams at random: programs against themselves without a capture, one stream of
 * several threads, and calls that end streams under each other. */
#include "harness.h"

#include <string.h>

#include "graph/capture/capture_call.h"
#include "graph/exec/exec.h"
#include "graph/exec/exec_launch.h"
#include "graph/graph.h"
#include "stream/capture.h"
#include "stream/stream_attributes.h"

enum { SIZE = 4096 };

static void begin(gi_handle stream, enum gi_capture_mode mode)
{
    OK(gi_capture_begin(stream, (int)mode, 0, &(struct gi_capture_nodes){ .count = 0 }));
}

static gi_handle end(gi_handle stream)
{
    gi_handle graph;

    OK(gi_capture_end(stream, &graph));
    REQUIRE(graph != 0, "a capture without a graph");
    return graph;
}

static void fill(gi_handle stream, uint64_t pointer, uint8_t value)
{
    OK(gi_fill_linear(pointer, value, 1, SIZE, gi_in_stream(stream)));
}

static void copy(gi_handle stream, uint64_t dst, uint64_t src)
{
    OK(gi_copy_linear(dst, src, SIZE, GI_COPY_INFER, gi_in_stream(stream)));
}

static void join(gi_handle from, gi_handle to)
{
    gi_handle event = sched_event();

    OK(gi_event_record(event, from));
    OK(gi_stream_wait_event(to, event));
    OK(gi_event_destroy(event));
}

/* Launches a graph in a stream, and waits; the graph is destroyed. */
static void run(gi_handle graph, gi_handle stream)
{
    struct gi_exec_request request = { .flags = 0 };
    gi_handle exec;

    OK(gi_exec_create(graph, &request, &exec));
    OK(gi_graph_destroy(graph));
    OK(gi_exec_launch(exec, stream));
    OK(gi_stream_synchronize(stream));
    OK(gi_exec_destroy(exec));
}

static void finish(gi_handle stream)
{
    OK(gi_stream_destroy(stream));
    sched_expect_nothing_left();
}

static void do_nothing(void *argument)
{
    (void)argument;
}

/* ---- threads --------------------------------------------------------------------------------- */

/* Two threads work in one captured stream while a third ends its capture and begins again. */
static gi_handle contended;
static uint64_t contended_memory;
static atomic_bool contended_over;

static void *work_in_it(void *argument)
{
    (void)argument;
    while (!atomic_load(&contended_over)) {
        gi_status status = gi_fill_linear(contended_memory, 1, 1, SIZE, gi_in_stream(contended));

        REQUIRE(status == GI_OK || status == GI_CAPTURE_STATE || status == GI_CAPTURE_INVALIDATED,
                "%s", gi_last_error_detail());
    }
    return NULL;
}

static void one_stream_of_several_threads(void)
{
    pthread_t threads[2];

    sched_begin_plain();
    contended = sched_stream();
    contended_memory = sched_memory(SIZE);
    for (int i = 0; i < 2; i++)
        REQUIRE(pthread_create(&threads[i], NULL, work_in_it, NULL) == 0, "no thread");
    for (int i = 0; i < 200; i++) {
        begin(contended, GI_CAPTURE_RELAXED);
        fill(contended, contended_memory, 1);
        OK(gi_graph_destroy(end(contended)));
    }
    atomic_store(&contended_over, true);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    OK(gi_stream_synchronize(contended));
    finish(contended);
}

/* ---- random programs ------------------------------------------------------------------------- */

enum { STREAMS = 4, REGIONS = 6, STEPS = 60 };

static uint32_t next_random(uint32_t *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return *seed >> 8;
}

/* Work in several streams, which wait for each other before each step: its result is one. */
static void play(uint32_t seed, const gi_handle *streams, const uint64_t *regions)
{
    size_t last = 0;

    for (int i = 0; i < STEPS; i++) {
        size_t at = next_random(&seed) % STREAMS;
        uint64_t dst = regions[next_random(&seed) % REGIONS];
        uint64_t src = regions[next_random(&seed) % REGIONS];
        uint8_t value = (uint8_t)next_random(&seed);

        if (at != last)
            join(streams[last], streams[at]);
        last = at;
        if (value % 3 == 0 || dst == src)
            fill(streams[at], dst, value);
        else
            copy(streams[at], dst, src);
    }
    if (last != 0)
        join(streams[last], streams[0]);
}

static void random_programs_do_the_same(void)
{
    gi_handle streams[STREAMS];
    uint64_t eager[REGIONS], captured[REGIONS];

    sched_begin_plain();
    for (int i = 0; i < STREAMS; i++)
        streams[i] = sched_stream();
    for (int i = 0; i < REGIONS; i++) {
        eager[i] = sched_memory(SIZE);
        captured[i] = sched_memory(SIZE);
    }
    for (uint32_t seed = 1; seed <= 40; seed++) {
        for (int i = 0; i < REGIONS; i++) {
            memset((void *)(uintptr_t)eager[i], i, SIZE);
            memset((void *)(uintptr_t)captured[i], i, SIZE);
        }
        play(seed, streams, eager);
        OK(gi_stream_synchronize(streams[0]));
        begin(streams[0], GI_CAPTURE_GLOBAL);
        play(seed, streams, captured);
        run(end(streams[0]), streams[0]);
        for (int i = 0; i < REGIONS; i++)
            REQUIRE(memcmp((void *)(uintptr_t)eager[i], (void *)(uintptr_t)captured[i], SIZE) == 0,
                    "seed %u: region %d differs", seed, i);
    }
    for (int i = 0; i < STREAMS; i++)
        OK(gi_stream_destroy(streams[i]));
    sched_expect_nothing_left();
}

/* ---- random calls ---------------------------------------------------------------------------- */

enum { SLOTS = 5, CALLERS = 3, CALLS = 1500, PIECE = 64 };

/* Streams and events that all threads use, and end under each other. */
static _Atomic gi_handle slots[SLOTS], events[SLOTS];
static uint64_t shared_memory;
static atomic_size_t next_piece;

/* Each fill has bytes of its own: nothing orders the streams. */
static uint64_t own_piece(void)
{
    return shared_memory + atomic_fetch_add(&next_piece, 1) * PIECE;
}

/* Statuses are whatever they are; the library must stay whole. */
static void call_in_capture(uint32_t *seed, gi_handle stream, gi_handle event)
{
    const struct gi_capture_nodes none = { .count = 0 };
    enum gi_capture_status status;
    struct gi_capture_info info;
    gi_handle graph;
    int mode;

    switch (next_random(seed) % 13) {
    case 0:
    case 1: (void)!gi_capture_begin(stream, (int)(next_random(seed) % 4), 0, &none); break;
    case 2:
        if (gi_capture_end(stream, &graph) == GI_OK)
            OK(gi_graph_destroy(graph));
        break;
    case 3: (void)!gi_event_record(event, stream); break;
    case 4: (void)!gi_stream_wait_event(stream, event); break;
    case 5: (void)!gi_event_record_external(event, stream); break;
    case 6: (void)!gi_stream_wait_event_external(stream, event); break;
    case 7: (void)!gi_fill_linear(own_piece(), 1, 1, PIECE, gi_in_stream(stream)); break;
    case 8: (void)!gi_capture_status_of(stream, &status); break;
    case 9: (void)!gi_capture_ask(stream, &info); break;
    case 10: (void)!gi_capture_update(stream, &none, next_random(seed) % 2 != 0); break;
    case 11:
        mode = (int)(next_random(seed) % 3);
        OK(gi_stream_exchange_capture_mode(&mode));
        (void)!gi_capture_forbids("malloc");
        break;
    default: (void)!gi_stream_host_function(stream, do_nothing, NULL); break;
    }
}

static void renew(uint32_t *seed)
{
    size_t at = next_random(seed) % SLOTS;
    gi_handle stream = next_random(seed) % 2 == 0 ? sched_stream() : sched_blocking_stream();

    (void)!gi_stream_destroy(atomic_exchange(&slots[at], stream));
    if (next_random(seed) % 2 == 0)
        (void)!gi_event_destroy(atomic_exchange(&events[at], sched_event()));
    (void)!gi_fill_linear(own_piece(), 1, 1, PIECE, gi_in_legacy());
}

static void *call_at_random(void *argument)
{
    uint32_t seed = *(uint32_t *)argument;

    for (int i = 0; i < CALLS; i++) {
        gi_handle stream = atomic_load(&slots[next_random(&seed) % SLOTS]);
        gi_handle event = atomic_load(&events[next_random(&seed) % SLOTS]);

        if (next_random(&seed) % 40 == 0)
            renew(&seed);
        else
            call_in_capture(&seed, stream, event);
    }
    return NULL;
}

static void random_calls_leave_nothing(void)
{
    uint32_t seeds[CALLERS] = { 11, 22, 33 };
    pthread_t threads[CALLERS];

    sched_begin_plain();
    shared_memory = sched_memory((size_t)CALLERS * CALLS * PIECE);
    for (int i = 0; i < SLOTS; i++) {
        atomic_store(&slots[i], sched_stream());
        atomic_store(&events[i], sched_event());
    }
    for (int i = 0; i < CALLERS; i++)
        REQUIRE(pthread_create(&threads[i], NULL, call_at_random, &seeds[i]) == 0, "no thread");
    for (int i = 0; i < CALLERS; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < SLOTS; i++) {
        OK(gi_stream_destroy(atomic_load(&slots[i])));
        OK(gi_event_destroy(atomic_load(&events[i])));
    }
    REQUIRE(atomic_load(&gi_capture_count) == 0, "captures are left");
    OK(gi_device_synchronize());
    sched_expect_nothing_left();
}

int main(int argc, char **argv)
{
    static const struct sched_case cases[] = {
        { "one_stream_of_several_threads", one_stream_of_several_threads, 0 },
        { "random_programs_do_the_same", random_programs_do_the_same, 0 },
        { "random_calls_leave_nothing", random_calls_leave_nothing, 0 },
    };

    return sched_main(argc, argv, cases, sizeof cases / sizeof cases[0]);
}
