/* Captures of streams: what becomes of operations, forks and joins, what breaks a capture and what
 * is said then, streams and threads that end. */
#include "harness.h"

#include <sched.h>
#include <string.h>

#include "graph/capture/capture_call.h"
#include "graph/exec/exec.h"
#include "graph/exec/exec_launch.h"
#include "graph/exec/node_kinds.h"
#include "graph/graph.h"
#include "ops/stream_memory.h"
#include "stream/capture.h"
#include "stream/stream_attributes.h"

enum { SIZE = 4096 };

/* ---- capturing ------------------------------------------------------------------------------- */

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

/* Ends a capture that ends badly, with words in the sentence. */
static void end_badly(gi_handle stream, gi_status status, const char *words)
{
    gi_handle graph = 7;

    STATUS(status, gi_capture_end(stream, &graph));
    REQUIRE(graph == 0, "a broken capture has a graph");
    REQUIRE(strstr(gi_last_error_detail(), words) != NULL, "'%s' is not said in: %s", words,
            gi_last_error_detail());
}

static enum gi_capture_status status_of(gi_handle stream)
{
    enum gi_capture_status status;

    OK(gi_capture_status_of(stream, &status));
    return status;
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

static size_t nodes_of(gi_handle graph)
{
    size_t count;

    OK(gi_graph_node_count(graph, &count));
    return count;
}

static size_t edges_of(gi_handle graph)
{
    struct gi_graph_list list;
    size_t count;

    OK(gi_graph_list(graph, GI_GRAPH_EDGES, &list));
    count = list.count;
    gi_graph_list_free(&list);
    return count;
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

/* ---- what operations become ------------------------------------------------------------------ */

static atomic_int called;

static void count(void *argument)
{
    (void)argument;
    atomic_fetch_add(&called, 1);
}

static void operations_become_nodes(void)
{
    sched_begin_plain();
    gi_handle stream = sched_stream(), graph;
    uint64_t first = sched_memory(SIZE), second = sched_memory(SIZE);
    struct sched_semaphore semaphore;

    sched_semaphore_make(&semaphore, SCHED_HOST_SEMAPHORE, true, 0);
    memset((void *)(uintptr_t)first, 1, SIZE);
    memset((void *)(uintptr_t)second, 1, SIZE);
    begin(stream, GI_CAPTURE_GLOBAL);
    REQUIRE(status_of(stream) == GI_CAPTURE_ACTIVE, "the stream does not capture");
    fill(stream, first, 7);
    copy(stream, second, first);
    OK(gi_stream_host_function(stream, count, NULL));
    graph = end(stream);
    REQUIRE(status_of(stream) == GI_CAPTURE_NONE, "the stream captures still");
    REQUIRE(nodes_of(graph) == 3 && edges_of(graph) == 2, "%zu nodes, %zu edges", nodes_of(graph),
            edges_of(graph));
    OK(gi_stream_synchronize(stream));
    sched_expect_bytes(first, SIZE, 1);                  /* nothing has happened */
    REQUIRE(atomic_load(&called) == 0, "a captured function was called");
    run(graph, stream);
    sched_expect_bytes(second, SIZE, 7);
    REQUIRE(atomic_load(&called) == 1, "the function was called %d times", atomic_load(&called));
    sched_semaphore_end(&semaphore);
    finish(stream);
}

/* An operation after an empty one follows the one before that. */
static void nothing_is_no_node(void)
{
    sched_begin_plain();
    gi_handle stream = sched_stream(), graph;
    uint64_t memory = sched_memory(SIZE);

    begin(stream, GI_CAPTURE_RELAXED);
    OK(gi_fill_linear(memory, 1, 1, 0, gi_in_stream(stream)));
    OK(gi_copy_linear(memory, memory, 0, GI_COPY_INFER, gi_in_stream(stream)));
    fill(stream, memory, 3);
    graph = end(stream);
    REQUIRE(nodes_of(graph) == 1, "%zu nodes", nodes_of(graph));
    run(graph, stream);
    sched_expect_bytes(memory, SIZE, 3);
    finish(stream);
}

/* A wait for a word and two writes become two nodes. The memory is looked up at the launch. */
static void words_are_captured(void)
{
    sched_begin_plain();
    gi_handle stream = sched_stream(), graph, exec;
    struct gi_exec_request request = { .flags = 0 };
    uint64_t memory = sched_memory(SIZE);
    _Atomic uint32_t *word = (_Atomic uint32_t *)(uintptr_t)memory;
    struct gi_value_op ops[3] = {
        { .kind = GI_VALUE_OP_WAIT, .pointer = memory, .size_bytes = 4, .value = 1,
          .mask = UINT32_MAX, .condition = GI_VALUE_EQUAL },
        { .kind = GI_VALUE_OP_WRITE, .pointer = memory + 8, .size_bytes = 8, .value = 5 },
        { .kind = GI_VALUE_OP_WRITE, .pointer = memory, .size_bytes = 4, .value = 2 },
    };

    memset((void *)(uintptr_t)memory, 0, SIZE);
    begin(stream, GI_CAPTURE_GLOBAL);
    OK(gi_stream_word_ops(stream, ops, 2));
    OK(gi_stream_word_ops(stream, ops, 0));
    OK(gi_stream_word_ops(stream, &ops[2], 1));
    ops[2].value = 7;                                    /* the node has a copy */
    graph = end(stream);
    REQUIRE(nodes_of(graph) == 2 && edges_of(graph) == 1, "%zu nodes", nodes_of(graph));
    OK(gi_stream_synchronize(stream));
    REQUIRE(atomic_load(word) == 0, "a captured write has happened");
    OK(gi_exec_create(graph, &request, &exec));
    OK(gi_graph_destroy(graph));
    for (int launch = 0; launch < 2; launch++) {
        atomic_store(word, 0);
        OK(gi_exec_launch(exec, stream));
        STATUS(GI_NOT_READY, gi_stream_query(stream));
        atomic_store(word, 1);
        OK(gi_stream_synchronize(stream));
        REQUIRE(atomic_load(word) == 2, "the word is %u", atomic_load(word));
        REQUIRE(*(uint64_t *)(uintptr_t)(memory + 8) == 5, "the other word is wrong");
    }
    OK(gi_memory_free(memory));
    STATUS(GI_INVALID_VALUE, gi_exec_launch(exec, stream));
    OK(gi_exec_destroy(exec));
    finish(stream);
}

/* The other branch writes its word while the first one waits. */
static void a_wait_for_a_word_holds_its_branch(void)
{
    sched_begin_plain();
    gi_handle stream = sched_stream(), other = sched_stream(), graph, exec;
    struct gi_exec_request request = { .flags = 0 };
    uint64_t memory = sched_memory(SIZE);
    _Atomic uint32_t *words = (_Atomic uint32_t *)(uintptr_t)memory;
    const struct gi_value_op wait = { .kind = GI_VALUE_OP_WAIT, .pointer = memory,
                                      .size_bytes = 4, .value = 1, .mask = UINT32_MAX,
                                      .condition = GI_VALUE_EQUAL },
                             write = { .kind = GI_VALUE_OP_WRITE, .pointer = memory + 4,
                                       .size_bytes = 4, .value = 5 };

    memset((void *)(uintptr_t)memory, 0, SIZE);
    begin(stream, GI_CAPTURE_GLOBAL);
    join(stream, other);
    OK(gi_stream_word_ops(stream, &wait, 1));
    OK(gi_stream_word_ops(other, &write, 1));
    join(other, stream);
    graph = end(stream);
    OK(gi_exec_create(graph, &request, &exec));
    OK(gi_graph_destroy(graph));
    OK(gi_exec_launch(exec, stream));
    while (atomic_load(&words[1]) != 5)
        sched_yield();
    STATUS(GI_NOT_READY, gi_stream_query(stream));
    atomic_store(&words[0], 1);
    OK(gi_stream_synchronize(stream));
    OK(gi_exec_destroy(exec));
    OK(gi_memory_free(memory));
    OK(gi_stream_destroy(other));
    finish(stream);
}

/* A graph waits for a semaphore and signals another; each launch does. */
static void semaphores_are_captured(void)
{
    sched_begin_plain();
    gi_handle stream = sched_stream(), graph, exec;
    struct gi_exec_request request = { .flags = 0 };
    struct sched_semaphore in, out;
    uint64_t memory = sched_memory(SIZE), value = 1;

    sched_semaphore_make(&in, SCHED_HOST_SEMAPHORE, true, 0);
    sched_semaphore_make(&out, SCHED_HOST_SEMAPHORE, true, 0);
    const struct gi_external_semaphore_item waits = { in.handle, 1, 0, true },
                                            signals = { out.handle, 1, 0, true };
    struct gi_external_semaphore_lists lists = {
        .items = &waits, .handles = &in.handle, .parameters = &value,
        .handle_bytes = sizeof in.handle, .parameter_bytes = sizeof value, .count = 1
    };

    begin(stream, GI_CAPTURE_GLOBAL);
    OK(gi_external_semaphores_enqueue(&lists, false, stream));
    fill(stream, memory, 5);
    lists.items = &signals;
    OK(gi_external_semaphores_enqueue(&lists, true, stream));
    graph = end(stream);
    REQUIRE(nodes_of(graph) == 3, "%zu nodes", nodes_of(graph));
    OK(gi_exec_create(graph, &request, &exec));
    OK(gi_graph_destroy(graph));
    OK(gi_exec_launch(exec, stream));
    REQUIRE(sched_peer_value(&out) == 0, "signalled before the wait");
    sched_peer_signal(&in, 1);
    sched_peer_await(&out, 1);
    OK(gi_stream_synchronize(stream));
    sched_expect_bytes(memory, SIZE, 5);
    OK(gi_exec_destroy(exec));
    sched_semaphore_end(&in);
    sched_semaphore_end(&out);
    finish(stream);
}

static void call_back(void *argument, gi_status status)
{
    (void)argument, (void)status;
}

/* What no node stands for breaks the capture, and says so twice. */
static void callbacks_break_captures(void)
{
    sched_begin_plain();
    gi_handle stream = sched_stream();

    begin(stream, GI_CAPTURE_RELAXED);
    STATUS(GI_CAPTURE_UNSUPPORTED, gi_stream_host_call(stream, call_back, NULL, true));
    REQUIRE(status_of(stream) == GI_CAPTURE_BROKEN, "the capture is not broken");
    STATUS(GI_CAPTURE_INVALIDATED, gi_stream_host_function(stream, count, NULL));
    end_badly(stream, GI_CAPTURE_INVALIDATED, "a callback");
    finish(stream);
}

/* ---- forks and joins ------------------------------------------------------------------------- */

static void forks_join(void)
{
    sched_begin_plain();
    gi_handle stream = sched_stream(), other = sched_stream(), graph;
    uint64_t first = sched_memory(SIZE), second = sched_memory(SIZE);

    begin(stream, GI_CAPTURE_GLOBAL);
    fill(stream, first, 1);
    join(stream, other);
    REQUIRE(status_of(other) == GI_CAPTURE_ACTIVE, "the stream did not join");
    copy(other, second, first);
    fill(stream, first, 2);
    join(other, stream);
    fill(stream, second, 9);
    graph = end(stream);
    REQUIRE(status_of(other) == GI_CAPTURE_NONE, "the other stream captures still");
    REQUIRE(nodes_of(graph) == 4 && edges_of(graph) == 4, "%zu nodes, %zu edges", nodes_of(graph),
            edges_of(graph));
    fill(other, second, 3);                              /* ordinary work again */
    OK(gi_stream_synchronize(other));
    sched_expect_bytes(second, SIZE, 3);
    run(graph, stream);
    sched_expect_bytes(first, SIZE, 2);
    sched_expect_bytes(second, SIZE, 9);
    OK(gi_stream_destroy(other));
    finish(stream);
}

static void unjoined_work_is_told(void)
{
    sched_begin_plain();
    gi_handle stream = sched_stream(), other = sched_stream();
    uint64_t memory = sched_memory(SIZE);

    begin(stream, GI_CAPTURE_GLOBAL);
    join(stream, other);
    fill(other, memory, 1);
    end_badly(stream, GI_CAPTURE_UNJOINED, "does not wait");
    REQUIRE(status_of(other) == GI_CAPTURE_NONE, "the other stream captures still");
    begin(stream, GI_CAPTURE_GLOBAL);                    /* without work of its own it has joined */
    fill(stream, memory, 1);
    join(stream, other);
    OK(gi_graph_destroy(end(stream)));
    begin(stream, GI_CAPTURE_GLOBAL);                    /* joined by a third stream */
    gi_handle third = sched_stream();
    join(stream, other);
    fill(other, memory, 1);
    join(other, third);
    join(third, stream);
    OK(gi_graph_destroy(end(stream)));
    OK(gi_stream_destroy(other));
    OK(gi_stream_destroy(third));
    finish(stream);
}

static void captures_do_not_merge(void)
{
    sched_begin_plain();
    gi_handle stream = sched_stream(), other = sched_stream(), event = sched_event();

    begin(stream, GI_CAPTURE_GLOBAL);
    begin(other, GI_CAPTURE_GLOBAL);
    OK(gi_event_record(event, stream));
    STATUS(GI_CAPTURE_MERGE, gi_stream_wait_event(other, event));
    end_badly(stream, GI_CAPTURE_INVALIDATED, "would become one");
    end_badly(other, GI_CAPTURE_INVALIDATED, "would become one");
    STATUS(GI_INVALID_VALUE, gi_stream_wait_event(other, event));    /* that capture has ended */
    OK(gi_event_record(event, other));                   /* an ordinary event again */
    OK(gi_event_synchronize(event));
    OK(gi_event_destroy(event));
    OK(gi_stream_destroy(other));
    finish(stream);
}

static void work_outside_is_not_followed(void)
{
    sched_begin_plain();
    gi_handle stream = sched_stream(), other = sched_stream(), event = sched_event(), graph;
    uint64_t memory = sched_memory(SIZE);

    fill(other, memory, 1);
    OK(gi_event_record(event, other));
    begin(stream, GI_CAPTURE_RELAXED);
    STATUS(GI_CAPTURE_ISOLATION, gi_stream_wait_event(stream, event));
    end_badly(stream, GI_CAPTURE_INVALIDATED, "recorded outside");
    begin(stream, GI_CAPTURE_RELAXED);
    OK(gi_stream_wait_event_external(stream, event));
    OK(gi_event_record_external(event, stream));
    graph = end(stream);
    REQUIRE(nodes_of(graph) == 2, "%zu nodes", nodes_of(graph));
    run(graph, stream);
    OK(gi_event_query(event));                           /* the record node was launched */
    STATUS(GI_CAPTURE_STATE, gi_event_record_external(event, stream));
    OK(gi_event_destroy(event));
    OK(gi_stream_destroy(other));
    finish(stream);
}

static void captured_events_cannot_be_asked(void)
{
    static gi_status (*const calls[])(gi_handle) = { gi_event_query, gi_event_synchronize };

    sched_begin_plain();
    gi_handle stream = sched_stream(), event = sched_event();

    for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++) {
        begin(stream, GI_CAPTURE_RELAXED);
        OK(gi_event_record(event, stream));
        STATUS(GI_CAPTURED_EVENT, calls[i](event));
        end_badly(stream, GI_CAPTURE_INVALIDATED, "never happens");
    }
    OK(gi_event_destroy(event));
    finish(stream);
}

/* ---- frontiers ------------------------------------------------------------------------------- */

static void dependencies_are_shown_and_changed(void)
{
    sched_begin_plain();
    gi_handle stream = sched_stream(), graph, added, other;
    uint64_t memory = sched_memory(SIZE);
    struct gi_capture_info info;
    struct gi_asked *asked;

    OK(gi_graph_create(&other));
    OK(gi_capture_ask(stream, &info));
    REQUIRE(info.status == GI_CAPTURE_NONE, "it captures");
    begin(stream, GI_CAPTURE_GLOBAL);
    fill(stream, memory, 1);
    OK(gi_capture_ask(stream, &info));
    REQUIRE(info.status == GI_CAPTURE_ACTIVE && info.id != 0 && info.count == 1, "the question");
    gi_handle kept = info.nodes[0];
    graph = info.graph;
    OK(gi_ask_nothing(&gi_node_empty, &asked));
    OK(gi_graph_add(graph, &kept, NULL, 1, asked, 0, &added));
    OK(gi_capture_update(stream, &(struct gi_capture_nodes){ &added, NULL, 1 }, false));
    OK(gi_capture_ask(stream, &info));
    REQUIRE(info.count == 2 && info.nodes[0] == kept && info.nodes[1] == added, "both");
    OK(gi_capture_update(stream, &(struct gi_capture_nodes){ &added, NULL, 1 }, true));
    OK(gi_capture_ask(stream, &info));
    REQUIRE(info.count == 1 && info.nodes[0] == added, "one");
    OK(gi_capture_update(stream, &(struct gi_capture_nodes){ .count = 0 }, true));
    fill(stream, memory, 2);                             /* follows nothing */
    STATUS(GI_INVALID_VALUE,
           gi_capture_update(stream, &(struct gi_capture_nodes){ &other, NULL, 1 }, true));
    STATUS(GI_INVALID_VALUE, gi_capture_update(stream, &(struct gi_capture_nodes){ NULL, NULL, 1 },
                                               true));
    REQUIRE(end(stream) == graph, "another graph");
    REQUIRE(nodes_of(graph) == 3 && edges_of(graph) == 1, "the graph");
    STATUS(GI_CAPTURE_STATE, gi_capture_update(stream, &(struct gi_capture_nodes){ .count = 0 },
                                               true));
    OK(gi_graph_destroy(graph));
    OK(gi_graph_destroy(other));
    finish(stream);
}

static void graphs_are_continued(void)
{
    sched_begin_plain();
    gi_handle stream = sched_stream(), other = sched_stream(), graph, root, got = 7;
    uint64_t memory = sched_memory(SIZE);
    struct gi_asked *asked;

    OK(gi_graph_create(&graph));
    OK(gi_ask_nothing(&gi_node_empty, &asked));
    OK(gi_graph_add(graph, NULL, NULL, 0, asked, 0, &root));
    for (int i = 0; i < 2; i++) {
        OK(gi_capture_begin(stream, GI_CAPTURE_GLOBAL, graph,
                            &(struct gi_capture_nodes){ &root, NULL, 1 }));
        fill(stream, memory, (uint8_t)i);
        STATUS(GI_CAPTURE_STATE, gi_graph_destroy(graph));
        STATUS(GI_CAPTURE_STATE, gi_capture_begin(other, GI_CAPTURE_GLOBAL, graph,
                                                  &(struct gi_capture_nodes){ .count = 0 }));
        OK(gi_capture_end(stream, &got));
    }
    REQUIRE(got == graph && nodes_of(graph) == 3 && edges_of(graph) == 2, "the graph");
    STATUS(GI_INVALID_VALUE, gi_capture_begin(stream, GI_CAPTURE_GLOBAL, graph,
                                              &(struct gi_capture_nodes){ &graph, NULL, 1 }));
    STATUS(GI_INVALID_VALUE, gi_capture_begin(stream, GI_CAPTURE_GLOBAL, 99,
                                              &(struct gi_capture_nodes){ .count = 0 }));
    REQUIRE(status_of(stream) == GI_CAPTURE_NONE, "a capture that failed to begin");
    OK(gi_capture_begin(stream, GI_CAPTURE_GLOBAL, graph,
                        &(struct gi_capture_nodes){ .count = 0 }));
    STATUS(GI_CAPTURE_UNSUPPORTED, gi_stream_synchronize(stream));
    STATUS(GI_CAPTURE_INVALIDATED, gi_capture_end(stream, &got));
    REQUIRE(got == 0 && nodes_of(graph) == 3, "the program's graph has changed");
    OK(gi_graph_destroy(graph));
    OK(gi_stream_destroy(other));
    finish(stream);
}

/* ---- what breaks captures -------------------------------------------------------------------- */

static void waits_break_captures(void)
{
    sched_begin_plain();
    gi_handle stream = sched_stream();

    begin(stream, GI_CAPTURE_RELAXED);
    STATUS(GI_CAPTURE_UNSUPPORTED, gi_stream_synchronize(stream));
    end_badly(stream, GI_CAPTURE_INVALIDATED, "a wait of the host for a stream");
    begin(stream, GI_CAPTURE_RELAXED);
    STATUS(GI_CAPTURE_UNSUPPORTED, gi_stream_query(stream));
    end_badly(stream, GI_CAPTURE_INVALIDATED, "a query of a stream");
    begin(stream, GI_CAPTURE_RELAXED);
    STATUS(GI_CAPTURE_UNSUPPORTED, gi_device_synchronize());
    end_badly(stream, GI_CAPTURE_INVALIDATED, "a wait of the host for a context");
    OK(gi_device_synchronize());
    finish(stream);
}

static void legacy_work_breaks_captures(void)
{
    sched_begin_plain();
    gi_handle blocking = sched_blocking_stream(), stream = sched_stream();
    uint64_t memory = sched_memory(SIZE);
    enum gi_capture_status status;

    begin(blocking, GI_CAPTURE_RELAXED);
    STATUS(GI_CAPTURE_IMPLICIT, gi_capture_status_of(GI_STREAM_LEGACY, &status));
    REQUIRE(status_of(blocking) == GI_CAPTURE_ACTIVE, "a question has broken it");
    STATUS(GI_CAPTURE_IMPLICIT, gi_fill_linear(memory, 1, 1, SIZE, gi_in_stream(GI_STREAM_LEGACY)));
    end_badly(blocking, GI_CAPTURE_INVALIDATED, "legacy stream");
    begin(blocking, GI_CAPTURE_RELAXED);
    STATUS(GI_CAPTURE_IMPLICIT, gi_fill_linear(memory, 1, 1, SIZE, gi_in_legacy()));
    end_badly(blocking, GI_CAPTURE_INVALIDATED, "legacy stream");
    begin(stream, GI_CAPTURE_RELAXED);                   /* non-blocking: no matter */
    OK(gi_fill_linear(memory, 4, 1, SIZE, gi_in_legacy()));
    OK(gi_graph_destroy(end(stream)));
    OK(gi_device_synchronize());
    sched_expect_bytes(memory, SIZE, 4);
    STATUS(GI_CAPTURE_UNSUPPORTED, gi_capture_begin(GI_STREAM_LEGACY, 0, 0,
                                                    &(struct gi_capture_nodes){ .count = 0 }));
    OK(gi_stream_destroy(blocking));
    finish(stream);
}

static void unsafe_calls_are_refused(void)
{
    sched_begin_plain();
    gi_handle stream = sched_stream(), other = sched_stream(), event = sched_event();
    int mode = GI_CAPTURE_RELAXED;

    OK(gi_capture_forbids("malloc"));
    begin(stream, GI_CAPTURE_GLOBAL);
    begin(other, GI_CAPTURE_THREAD_LOCAL);
    for (int i = 0; i < 2; i++)                          /* a broken capture forbids it, too */
        STATUS(GI_CAPTURE_UNSUPPORTED, gi_capture_forbids("malloc"));
    end_badly(stream, GI_CAPTURE_INVALIDATED, "malloc");
    end_badly(other, GI_CAPTURE_INVALIDATED, "malloc");
    begin(stream, GI_CAPTURE_GLOBAL);
    OK(gi_event_record(event, stream));
    STATUS(GI_CAPTURE_UNSUPPORTED, gi_stream_query(other));          /* of no capture */
    STATUS(GI_CAPTURE_UNSUPPORTED, gi_stream_synchronize(stream));
    STATUS(GI_INVALID_VALUE, gi_stream_wait_event(other, event));    /* a broken capture */
    STATUS(GI_CAPTURE_INVALIDATED, gi_event_record(event, stream));
    end_badly(stream, GI_CAPTURE_INVALIDATED, "a query of a stream");
    begin(stream, GI_CAPTURE_RELAXED);
    OK(gi_capture_forbids("malloc"));
    OK(gi_graph_destroy(end(stream)));
    OK(gi_stream_exchange_capture_mode(&mode));
    REQUIRE(mode == GI_CAPTURE_GLOBAL, "the first mode is %d", mode);
    begin(stream, GI_CAPTURE_GLOBAL);
    OK(gi_capture_forbids("malloc"));
    OK(gi_graph_destroy(end(stream)));
    OK(gi_stream_exchange_capture_mode(&mode));
    REQUIRE(mode == GI_CAPTURE_RELAXED, "the mode was %d", mode);
    mode = 3;
    OK(gi_stream_exchange_capture_mode(&mode));      /* none, which NVIDIA takes */
    begin(stream, GI_CAPTURE_GLOBAL);
    OK(gi_capture_forbids("malloc"));
    OK(gi_graph_destroy(end(stream)));
    mode = GI_CAPTURE_GLOBAL;
    OK(gi_stream_exchange_capture_mode(&mode));
    REQUIRE(mode == 3, "the mode was %d", mode);
    OK(gi_event_destroy(event));
    OK(gi_stream_destroy(other));
    finish(stream);
}

static void begin_and_end_are_checked(void)
{
    sched_begin_plain();
    gi_handle stream = sched_stream(), other = sched_stream(), graph;
    const struct gi_capture_nodes none = { .count = 0 };

    STATUS(GI_INVALID_VALUE, gi_capture_begin(stream, 3, 0, &none));
    STATUS(GI_INVALID_VALUE, gi_capture_begin(stream, -1, 0, &none));
    STATUS(GI_STALE_HANDLE, gi_capture_begin(99, 0, 0, &none));
    STATUS(GI_STALE_HANDLE, gi_capture_end(99, &graph));
    STATUS(GI_CAPTURE_STATE, gi_capture_end(stream, &graph));
    begin(stream, GI_CAPTURE_GLOBAL);
    STATUS(GI_CAPTURE_STATE, gi_capture_begin(stream, 0, 0, &none));
    REQUIRE(status_of(stream) == GI_CAPTURE_ACTIVE, "a wrong call has broken it");
    join(stream, other);
    STATUS(GI_CAPTURE_UNMATCHED, gi_capture_end(other, &graph));
    end_badly(stream, GI_CAPTURE_INVALIDATED, "began in stream");
    OK(gi_stream_destroy(other));
    finish(stream);
}

/* A program that takes no graph has none: a graph of its own goes on, one of the capture ends. */
static void graphs_that_nobody_takes(void)
{
    sched_begin_plain();
    gi_handle stream = sched_stream(), graph;
    uint64_t memory = sched_memory(SIZE);
    const struct gi_capture_nodes none = { .count = 0 };

    begin(stream, GI_CAPTURE_GLOBAL);
    fill(stream, memory, 1);
    OK(gi_capture_end(stream, NULL));
    REQUIRE(gi_handle_live_count(GI_OBJECT_GRAPH) == 0, "a graph that nobody took is there");
    OK(gi_graph_create(&graph));
    OK(gi_capture_begin(stream, GI_CAPTURE_GLOBAL, graph, &none));
    fill(stream, memory, 1);
    OK(gi_capture_end(stream, NULL));
    REQUIRE(nodes_of(graph) == 1, "the program's graph has %zu nodes", nodes_of(graph));
    OK(gi_graph_destroy(graph));
    finish(stream);
}

/* ---- threads --------------------------------------------------------------------------------- */

static void *end_elsewhere(void *argument)
{
    gi_handle stream = *(gi_handle *)argument;

    end_badly(stream, GI_CAPTURE_WRONG_THREAD, "another thread began it");
    return NULL;
}

static void *end_relaxed(void *argument)
{
    OK(gi_graph_destroy(end(*(gi_handle *)argument)));
    return NULL;
}

static void in_thread(void *(*call)(void *), void *argument)
{
    pthread_t thread;

    REQUIRE(pthread_create(&thread, NULL, call, argument) == 0, "no thread");
    pthread_join(thread, NULL);
}

static void threads_end_only_relaxed_captures(void)
{
    sched_begin_plain();
    gi_handle stream = sched_stream(), graph;

    begin(stream, GI_CAPTURE_THREAD_LOCAL);
    in_thread(end_elsewhere, &stream);
    STATUS(GI_CAPTURE_STATE, gi_capture_end(stream, &graph));
    begin(stream, GI_CAPTURE_RELAXED);
    in_thread(end_relaxed, &stream);
    finish(stream);
}

static void *capture_many(void *argument)
{
    gi_handle stream = sched_stream();

    for (int i = 0; i < 50; i++) {
        begin(stream, GI_CAPTURE_THREAD_LOCAL);
        for (int k = 0; k < 8; k++)
            fill(stream, *(uint64_t *)argument, (uint8_t)k);
        gi_handle graph = end(stream);
        REQUIRE(nodes_of(graph) == 8 && edges_of(graph) == 7, "a graph of another thread");
        OK(gi_graph_destroy(graph));
    }
    OK(gi_stream_destroy(stream));
    return NULL;
}

static void many_threads_capture(void)
{
    pthread_t threads[16];

    sched_begin_plain();
    uint64_t memory = sched_memory(SIZE);
    for (int i = 0; i < 16; i++)
        REQUIRE(pthread_create(&threads[i], NULL, capture_many, &memory) == 0, "no thread");
    for (int i = 0; i < 16; i++)
        pthread_join(threads[i], NULL);
    sched_expect_nothing_left();
}

/* ---- streams that end ------------------------------------------------------------------------ */

static void destroyed_streams_end_captures(void)
{
    sched_begin_plain();
    gi_handle stream = sched_stream(), other = sched_stream(), event = sched_event();
    uint64_t memory = sched_memory(SIZE);

    begin(stream, GI_CAPTURE_GLOBAL);
    fill(stream, memory, 1);
    OK(gi_event_record(event, stream));
    OK(gi_stream_wait_event(other, event));
    OK(gi_stream_destroy(stream));
    REQUIRE(status_of(other) == GI_CAPTURE_NONE, "the capture goes on");
    OK(gi_capture_forbids("malloc"));
    STATUS(GI_INVALID_VALUE, gi_stream_wait_event(other, event));
    stream = sched_stream();
    begin(stream, GI_CAPTURE_GLOBAL);
    join(stream, other);
    OK(gi_stream_destroy(other));
    OK(gi_graph_destroy(end(stream)));
    other = sched_stream();
    begin(stream, GI_CAPTURE_GLOBAL);
    join(stream, other);
    fill(other, memory, 1);
    OK(gi_stream_destroy(other));
    REQUIRE(status_of(stream) == GI_CAPTURE_ACTIVE, "a stream that joined has broken it");
    end_badly(stream, GI_CAPTURE_UNJOINED, "destroyed stream");
    OK(gi_event_destroy(event));
    finish(stream);
}

static void *leave_a_capture(void *argument)
{
    (void)argument;
    begin(GI_STREAM_PER_THREAD, GI_CAPTURE_GLOBAL);
    return NULL;
}

static void threads_leave_captures(void)
{
    sched_begin_plain();
    in_thread(leave_a_capture, NULL);
    OK(gi_capture_forbids("malloc"));
    sched_expect_nothing_left();
}

static void resets_end_captures(void)
{
    sched_begin_plain();
    gi_handle stream = sched_stream(), graph;

    begin(stream, GI_CAPTURE_GLOBAL);
    fill(stream, sched_memory(SIZE), 1);
    OK(gi_device_reset());
    OK(gi_capture_forbids("malloc"));
    STATUS(GI_STALE_HANDLE, gi_capture_end(stream, &graph));
    sched_expect_nothing_left();
}

/* The process ends with captures under way. */
static void captures_that_never_end(void)
{
    sched_begin_plain();
    gi_handle stream = sched_stream();

    begin(stream, GI_CAPTURE_GLOBAL);
    join(stream, sched_stream());
    fill(stream, sched_memory(SIZE), 1);
}

int main(int argc, char **argv)
{
    static const struct sched_case cases[] = {
        { "operations_become_nodes", operations_become_nodes, 0 },
        { "nothing_is_no_node", nothing_is_no_node, 0 },
        { "words_are_captured", words_are_captured, 0 },
        { "a_wait_for_a_word_holds_its_branch", a_wait_for_a_word_holds_its_branch, 0 },
        { "semaphores_are_captured", semaphores_are_captured, 0 },
        { "callbacks_break_captures", callbacks_break_captures, 0 },
        { "forks_join", forks_join, 0 },
        { "unjoined_work_is_told", unjoined_work_is_told, 0 },
        { "captures_do_not_merge", captures_do_not_merge, 0 },
        { "work_outside_is_not_followed", work_outside_is_not_followed, 0 },
        { "captured_events_cannot_be_asked", captured_events_cannot_be_asked, 0 },
        { "dependencies_are_shown_and_changed", dependencies_are_shown_and_changed, 0 },
        { "graphs_are_continued", graphs_are_continued, 0 },
        { "waits_break_captures", waits_break_captures, 0 },
        { "legacy_work_breaks_captures", legacy_work_breaks_captures, 0 },
        { "unsafe_calls_are_refused", unsafe_calls_are_refused, 0 },
        { "begin_and_end_are_checked", begin_and_end_are_checked, 0 },
        { "graphs_that_nobody_takes", graphs_that_nobody_takes, 0 },
        { "threads_end_only_relaxed_captures", threads_end_only_relaxed_captures, 0 },
        { "many_threads_capture", many_threads_capture, 0 },
        { "destroyed_streams_end_captures", destroyed_streams_end_captures, 0 },
        { "threads_leave_captures", threads_leave_captures, 0 },
        { "resets_end_captures", resets_end_captures, 0 },
        { "captures_that_never_end", captures_that_never_end, 0 },
    };

    return sched_main(argc, argv, cases, sizeof cases / sizeof cases[0]);
}
