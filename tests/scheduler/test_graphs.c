/* Launches of graphs: their order with streams and with each other, branches that wait, values for
 * each launch, executables that are destroyed or changed while launches are under way. */
#include "harness.h"

#include <string.h>

#include "graph/user_object.h"
#include "graph_nodes.h"

enum { SIZE = 4096 };

/* ---- making graphs --------------------------------------------------------------------------- */

static struct gi_asked *fill(uint64_t pointer, uint8_t value)
{
    return sched_ask_fill(pointer, SIZE, value);
}

static struct gi_asked *copy(uint64_t dst, uint64_t src)
{
    return sched_ask_copy(dst, src, SIZE);
}

static struct gi_asked *nothing(const struct gi_node_kind *kind)
{
    struct gi_asked *asked;

    OK(gi_ask_nothing(kind, &asked));
    return asked;
}

static void count(void *argument)
{
    atomic_fetch_add((atomic_int *)argument, 1);
}

static void end(gi_handle stream)
{
    OK(gi_stream_destroy(stream));
    sched_expect_nothing_left();
}

/* ---- order ----------------------------------------------------------------------------------- */

static uint8_t seen;

static void look(void *argument)
{
    seen = *(volatile uint8_t *)argument;
}

static void edges_order_nodes(void)
{
    sched_begin_plain();
    gi_handle stream = sched_stream(), graph = sched_graph(), exec, last;
    uint64_t first = sched_memory(SIZE), second = sched_memory(SIZE);
    memset((void *)(uintptr_t)first, 0, SIZE);
    last = sched_node(graph, 0, copy(second, first));   /* the nodes stand in no order */
    gi_handle looks = sched_node(graph, last, sched_ask_host(look, (void *)(uintptr_t)second));
    sched_node(graph, looks, fill(second, 9));
    sched_edge(graph, sched_node(graph, 0, fill(first, 7)), last);
    exec = sched_exec(graph);
    OK(gi_graph_destroy(graph));
    for (int i = 0; i < 3; i++) {
        seen = 0;
        OK(gi_exec_launch(exec, stream));
        OK(gi_stream_synchronize(stream));
        REQUIRE(seen == 7, "the host saw %u", seen);
        sched_expect_bytes(second, SIZE, 9);
    }
    OK(gi_exec_destroy(exec));
    STATUS(GI_INVALID_VALUE, gi_exec_launch(exec, stream));
    OK(gi_memory_free(first));
    OK(gi_memory_free(second));
    end(stream);
}

/* Two branches, which run in two streams, between the stream's earlier and later work. */
static void a_launch_stands_in_its_stream(void)
{
    struct sched_gate before, inside;
    atomic_int calls = 0;

    sched_begin_plain();
    gi_handle stream = sched_stream(), graph = sched_graph(), exec;
    uint64_t memory = sched_memory(SIZE);
    memset((void *)(uintptr_t)memory, 0, SIZE);
    sched_gate_init(&before);
    sched_gate_init(&inside);
    sched_node(graph, 0, sched_ask_host(count, &calls));
    sched_node(graph, 0, sched_ask_host(count, &calls));
    exec = sched_exec(graph);
    sched_gate_enqueue(&before, stream);
    OK(gi_exec_launch(exec, stream));
    OK(gi_fill_async(memory, 1, 1, SIZE, stream));
    sched_gate_await_entered(&before);
    REQUIRE(atomic_load(&calls) == 0, "a branch did not wait for the stream");
    sched_gate_open(&before);
    OK(gi_stream_synchronize(stream));
    REQUIRE(atomic_load(&calls) == 2, "%d calls", atomic_load(&calls));
    sched_expect_bytes(memory, SIZE, 1);
    OK(gi_exec_destroy(exec));
    OK(gi_graph_destroy(graph));
    OK(gi_memory_free(memory));
    end(stream);
}

/* One executable in two streams is one launch after the other; two executables are not. */
static void launches_of_one_executable_follow_each_other(void)
{
    struct sched_gate gate;
    atomic_int calls = 0;

    sched_begin_plain();
    gi_handle first = sched_stream(), second = sched_stream(), graph = sched_graph();
    sched_gate_init(&gate);
    sched_node(graph, 0, sched_ask_host(count, &calls));
    gi_handle exec = sched_exec(graph), other = sched_exec(graph);
    sched_gate_enqueue(&gate, first);
    OK(gi_exec_launch(exec, first));
    OK(gi_exec_launch(exec, second));
    STATUS(GI_NOT_READY, gi_stream_query(second));
    gi_handle third = sched_stream();
    OK(gi_exec_launch(other, third));
    OK(gi_stream_synchronize(third));
    REQUIRE(atomic_load(&calls) == 1, "%d calls", atomic_load(&calls));
    STATUS(GI_NOT_READY, gi_stream_query(second));
    sched_gate_open(&gate);
    OK(gi_stream_synchronize(second));
    REQUIRE(atomic_load(&calls) == 3, "%d calls", atomic_load(&calls));
    OK(gi_exec_destroy(exec));
    OK(gi_exec_destroy(other));
    OK(gi_graph_destroy(graph));
    OK(gi_stream_destroy(first));
    OK(gi_stream_destroy(second));
    end(third);
}

/* In the legacy stream a launch orders with blocking streams. */
static void a_launch_in_the_legacy_stream_orders_with_others(void)
{
    struct sched_gate gate;
    atomic_int calls = 0;

    sched_begin_plain();
    gi_handle blocking = sched_blocking_stream(), graph = sched_graph();
    sched_gate_init(&gate);
    sched_node(graph, 0, sched_ask_host(count, &calls));
    sched_node(graph, 0, sched_ask_host(count, &calls));
    gi_handle exec = sched_exec(graph);
    sched_gate_enqueue(&gate, blocking);
    OK(gi_exec_launch(exec, GI_STREAM_LEGACY));
    sched_gate_await_entered(&gate);
    REQUIRE(atomic_load(&calls) == 0, "a branch did not wait");
    sched_gate_open(&gate);
    OK(gi_stream_synchronize(GI_STREAM_LEGACY));
    REQUIRE(atomic_load(&calls) == 2, "%d calls", atomic_load(&calls));
    OK(gi_exec_destroy(exec));
    OK(gi_graph_destroy(graph));
    end(blocking);
}

/* ---- semaphores ------------------------------------------------------------------------------ */

/* Law 4 within a graph: each branch waits for a value of its own. The last one's comes first. */
static void hold_each_branch_alone(enum sched_source source, uint32_t queues)
{
    enum { BRANCHES = 5 };
    struct sched_setup setup = { queues, CAPS_ALL, CAPS_ALL, GIFAKE_ADDRESSES_SHARED };
    struct sched_semaphore waits[BRANCHES], signals[BRANCHES];

    sched_begin(&setup);
    gi_handle stream = sched_stream(), graph = sched_graph(), exec;
    uint64_t memory = sched_memory(BRANCHES * SIZE);
    memset((void *)(uintptr_t)memory, 0, BRANCHES * SIZE);
    for (uint64_t i = 0; i < BRANCHES; i++) {
        sched_semaphore_make(&waits[i], source, true, 0);
        sched_semaphore_make(&signals[i], source, true, 0);
        gi_handle node = sched_node(graph, 0, sched_ask_semaphore(false, &waits[i], 5));
        node = sched_node(graph, node, fill(memory + i * SIZE, (uint8_t)(i + 1)));
        sched_node(graph, node, sched_ask_semaphore(true, &signals[i], 6));
    }
    exec = sched_exec(graph);
    OK(gi_exec_launch(exec, stream));
    for (uint64_t i = BRANCHES; i-- > 0;) {
        STATUS(GI_NOT_READY, gi_stream_query(stream));
        REQUIRE(sched_peer_value(&signals[i]) == 0, "branch %d did not wait", (int)i);
        sched_peer_signal(&waits[i], 5);
        sched_peer_await(&signals[i], 6);
        sched_expect_bytes(memory + i * SIZE, SIZE, (uint8_t)(i + 1));
    }
    OK(gi_stream_synchronize(stream));
    OK(gi_exec_destroy(exec));
    OK(gi_graph_destroy(graph));
    for (int i = 0; i < BRANCHES; i++) {
        sched_semaphore_end(&waits[i]);
        sched_semaphore_end(&signals[i]);
    }
    OK(gi_memory_free(memory));
    end(stream);
}

static void branches_wait_alone_for_host_semaphores(void)
{
    hold_each_branch_alone(SCHED_HOST_SEMAPHORE, 4);
}

static void branches_wait_alone_with_one_queue(void)
{
    hold_each_branch_alone(SCHED_HOST_SEMAPHORE, 1);
}

static void branches_wait_alone_for_native_semaphores(void)
{
    hold_each_branch_alone(SCHED_NATIVE_SEMAPHORE, 4);
}

static void branches_wait_alone_for_native_semaphores_with_one_queue(void)
{
    hold_each_branch_alone(SCHED_NATIVE_SEMAPHORE, 1);
}

/* wait - fill - copy - signal, with values for each launch, and three under way. Each launch keeps
 * the values and the fill that it was launched with. */
static void run_frames(enum sched_source source)
{
    enum { FRAMES = 60, FLIGHT = 3 };
    struct sched_semaphore ours, theirs;
    uint64_t shown = 0;

    sched_begin_plain();
    gi_handle stream = sched_stream(), graph = sched_graph();
    uint64_t work = sched_memory(SIZE), out = sched_memory(SIZE);
    sched_semaphore_make(&ours, source, true, 0);
    sched_semaphore_make(&theirs, source, true, 0);
    gi_handle wait = sched_node(graph, 0, sched_ask_semaphore(false, &theirs, 1));
    gi_handle fills = sched_node(graph, wait, fill(work, 0));
    gi_handle copies = sched_node(graph, fills, copy(out, work)), exec;
    gi_handle signal = sched_node(graph, copies, sched_ask_semaphore(true, &ours, 1));
    exec = sched_exec(graph);
    for (uint64_t frame = 1; frame <= FRAMES + FLIGHT; frame++) {
        if (frame <= FRAMES) {
            OK(gi_exec_ask(exec, wait, sched_ask_semaphore(false, &theirs, frame)));
            OK(gi_exec_ask(exec, signal, sched_ask_semaphore(true, &ours, frame)));
            OK(gi_exec_ask(exec, fills, fill(work, (uint8_t)frame)));
            OK(gi_exec_launch(exec, stream));
        }
        if (frame <= FLIGHT)
            continue;
        shown++;
        REQUIRE(sched_peer_value(&ours) == shown - 1, "frame %d came early", (int)shown);
        sched_peer_signal(&theirs, shown);
        sched_peer_await(&ours, shown);
        /* ThreadSanitizer does not see the order that a host semaphore makes, which is memory at
         * two addresses. It sees the stream's lock. */
        (void)!gi_stream_query(stream);
        sched_expect_bytes(out, SIZE, (uint8_t)shown);
    }
    OK(gi_stream_synchronize(stream));
    OK(gi_exec_destroy(exec));
    OK(gi_graph_destroy(graph));
    sched_semaphore_end(&ours);
    sched_semaphore_end(&theirs);
    OK(gi_memory_free(work));
    OK(gi_memory_free(out));
    end(stream);
}

static void frames_with_host_semaphores(void)
{
    run_frames(SCHED_HOST_SEMAPHORE);
}

static void frames_with_native_semaphores(void)
{
    run_frames(SCHED_NATIVE_SEMAPHORE);
}

/* The number of semaphores stays. One that was destroyed is told; the vendor loses its signal. */
static void semaphores_that_are_gone_are_told(void)
{
    struct sched_semaphore one;
    atomic_int calls = 0;

    sched_begin_plain();
    gi_handle stream = sched_stream(), graph = sched_graph();
    sched_semaphore_make(&one, SCHED_HOST_SEMAPHORE, true, 0);
    sched_node(graph, 0, sched_ask_host(count, &calls));
    gi_handle node = sched_node(graph, 0, sched_ask_semaphore(true, &one, 3));
    gi_handle exec = sched_exec(graph);
    const struct gi_external_semaphore_item two[2] = { { one.handle, 1, 0, true },
                                                       { one.handle, 2, 0, true } };
    struct gi_asked *asked;
    OK(gi_ask_semaphores(&gi_node_semaphore_signal, two, two, sizeof two[0], two, sizeof two[0], 2,
                         &asked));
    STATUS(GI_INVALID_VALUE, gi_exec_ask(exec, node, asked));
    OK(gi_exec_launch(exec, stream));
    OK(gi_stream_synchronize(stream));
    REQUIRE(sched_peer_value(&one) == 3, "the signal is missing");
    sched_semaphore_end(&one);
    STATUS(GI_INVALID_HANDLE, gi_exec_launch(exec, stream));
    REQUIRE(strstr(gi_last_error_detail(), "semaphore signal node 0x") != NULL, "it says \"%s\"",
            gi_last_error_detail());
    OK(gi_stream_synchronize(stream));
    REQUIRE(atomic_load(&calls) == 1, "a part of the failed launch ran");
    OK(gi_exec_destroy(exec));
    OK(gi_graph_destroy(graph));
    end(stream);
}

/* ---- memory ---------------------------------------------------------------------------------- */

static void memory_that_is_freed_is_told(void)
{
    sched_begin_plain();
    gi_handle stream = sched_stream(), graph = sched_graph();
    uint64_t memory = sched_memory(SIZE), other = sched_memory(SIZE);
    memset((void *)(uintptr_t)other, 0, SIZE);
    sched_node(graph, 0, fill(other, 1));
    gi_handle node = sched_node(graph, 0, fill(memory, 1)), exec = sched_exec(graph);
    OK(gi_memory_free(memory));
    STATUS(GI_INVALID_VALUE, gi_exec_launch(exec, stream));
    OK(gi_stream_synchronize(stream));
    sched_expect_bytes(other, SIZE, 0);
    memory = sched_memory(SIZE);
    OK(gi_exec_ask(exec, node, fill(memory, 2)));
    OK(gi_exec_launch(exec, stream));
    OK(gi_stream_synchronize(stream));
    sched_expect_bytes(memory, SIZE, 2);
    OK(gi_exec_destroy(exec));
    OK(gi_graph_destroy(graph));
    OK(gi_memory_free(memory));
    OK(gi_memory_free(other));
    end(stream);
}

/* Pageable memory is read and written when the launch comes to it, and the call does not wait. */
static void pageable_memory_is_used_when_the_node_runs(void)
{
    static uint8_t from[SIZE], to[SIZE];
    struct sched_gate gate;

    sched_begin_plain();
    gi_handle stream = sched_stream(), graph = sched_graph();
    uint64_t memory = sched_memory(SIZE);
    sched_gate_init(&gate);
    gi_handle up = sched_node(graph, 0, copy(memory, (uint64_t)(uintptr_t)from));
    sched_node(graph, up, copy((uint64_t)(uintptr_t)to, memory));
    gi_handle exec = sched_exec(graph);
    sched_gate_enqueue(&gate, stream);
    memset(from, 1, sizeof from);
    OK(gi_exec_launch(exec, stream));
    sched_gate_await_entered(&gate);
    memset(from, 2, sizeof from);
    REQUIRE(to[0] == 0, "the copy did not wait");
    sched_gate_open(&gate);
    OK(gi_stream_synchronize(stream));
    for (size_t i = 0; i < SIZE; i++)
        REQUIRE(to[i] == 2, "byte %zu is %u", i, to[i]);
    OK(gi_exec_destroy(exec));
    OK(gi_graph_destroy(graph));
    OK(gi_memory_free(memory));
    end(stream);
}

/* ---- events ---------------------------------------------------------------------------------- */

static void events_are_recorded_and_waited_for(void)
{
    struct sched_gate gate;
    atomic_int calls = 0;

    sched_begin_plain();
    gi_handle stream = sched_stream(), other = sched_stream(), third = sched_stream();
    gi_handle waited = sched_event(), recorded = sched_event(), graph = sched_graph();
    sched_gate_init(&gate);
    gi_handle waits = sched_node(graph, 0, sched_ask_event(&gi_node_event_wait, waited));
    gi_handle calls_host = sched_node(graph, waits, sched_ask_host(count, &calls));
    sched_node(graph, calls_host, sched_ask_event(&gi_node_event_record, recorded));
    gi_handle exec = sched_exec(graph);
    sched_gate_enqueue(&gate, other);
    OK(gi_event_record(waited, other));
    OK(gi_exec_launch(exec, stream));
    OK(gi_stream_wait_event(third, recorded));
    STATUS(GI_NOT_READY, gi_stream_query(third));
    STATUS(GI_NOT_READY, gi_event_query(recorded));
    REQUIRE(atomic_load(&calls) == 0, "the node did not wait");
    sched_gate_open(&gate);
    OK(gi_stream_synchronize(third));
    REQUIRE(atomic_load(&calls) == 1, "the record came early");
    OK(gi_stream_synchronize(stream));
    OK(gi_event_destroy(waited));
    STATUS(GI_STALE_HANDLE, gi_exec_launch(exec, stream));
    OK(gi_event_destroy(recorded));
    OK(gi_exec_destroy(exec));
    OK(gi_graph_destroy(graph));
    OK(gi_stream_destroy(other));
    OK(gi_stream_destroy(third));
    end(stream);
}

/* Events behind a semaphore each, and a host function that must come while the last one's
 * semaphore is not signalled. */
struct held_events {
    struct sched_semaphore semaphores[3];
    gi_handle events[3], sides[3];
};

static void hold_events(struct held_events *held)
{
    for (int i = 0; i < 3; i++) {
        sched_semaphore_make(&held->semaphores[i], SCHED_HOST_SEMAPHORE, true, 0);
        held->events[i] = sched_event();
        held->sides[i] = sched_stream();
        sched_wait(held->sides[i], &held->semaphores[i], 1);
        OK(gi_event_record(held->events[i], held->sides[i]));
    }
}

static void let_two_go(struct held_events *held, const atomic_int *calls)
{
    REQUIRE(atomic_load(calls) == 0, "the host function came early");
    sched_peer_signal(&held->semaphores[0], 1);
    sched_peer_signal(&held->semaphores[1], 1);
    while (atomic_load(calls) == 0)
        sched_yield();
}

static void end_held(struct held_events *held, gi_handle stream)
{
    STATUS(GI_NOT_READY, gi_stream_query(stream));
    sched_peer_signal(&held->semaphores[2], 1);
    OK(gi_stream_synchronize(stream));
    for (int i = 0; i < 3; i++) {
        OK(gi_event_destroy(held->events[i]));
        OK(gi_stream_destroy(held->sides[i]));
        sched_semaphore_end(&held->semaphores[i]);
    }
    end(stream);
}

/* What joins a branch in its middle does not wait for a wait that follows there. */
static void a_join_does_not_stand_for_later_waits(void)
{
    struct held_events held;
    atomic_int calls = 0;

    sched_begin_plain();
    hold_events(&held);
    gi_handle stream = sched_stream(), graph = sched_graph(), exec;
    gi_handle first = sched_node(graph, 0, sched_ask_event(&gi_node_event_wait, held.events[0]));
    gi_handle second = sched_node(graph, 0, sched_ask_event(&gi_node_event_wait, held.events[1]));
    (void)sched_node(graph, first, sched_ask_event(&gi_node_event_wait, held.events[2]));
    (void)sched_node(graph, second, sched_ask_event(&gi_node_event_wait, held.events[2]));
    sched_edge(graph, first, sched_node(graph, second, sched_ask_host(count, &calls)));
    exec = sched_exec(graph);
    OK(gi_exec_launch(exec, stream));
    let_two_go(&held, &calls);
    OK(gi_exec_destroy(exec));
    OK(gi_graph_destroy(graph));
    end_held(&held, stream);
}

/* A branch in a stream of its own comes behind the stream's work, and not behind the first wait of
 * another branch. */
static void a_launch_begins_before_its_waits(void)
{
    struct held_events held;
    atomic_int calls = 0;

    sched_begin_plain();
    hold_events(&held);
    gi_handle stream = sched_stream(), graph = sched_graph(), exec;
    (void)sched_node(graph, 0, sched_ask_event(&gi_node_event_wait, held.events[2]));
    gi_handle second = sched_node(graph, 0, sched_ask_event(&gi_node_event_wait, held.events[1]));
    (void)sched_node(graph, second, sched_ask_host(count, &calls));
    exec = sched_exec(graph);
    OK(gi_stream_wait_event(stream, held.events[0]));
    OK(gi_exec_launch(exec, stream));
    let_two_go(&held, &calls);
    OK(gi_exec_destroy(exec));
    OK(gi_graph_destroy(graph));
    end_held(&held, stream);
}

/* ---- life ------------------------------------------------------------------------------------ */

static void executables_end_while_launches_are_under_way(void)
{
    struct sched_gate gate;
    atomic_int calls = 0, ended = 0;
    gi_handle user;

    sched_begin_plain();
    gi_handle stream = sched_stream(), graph = sched_graph();
    uint64_t memory = sched_memory(SIZE);
    sched_gate_init(&gate);
    gi_handle node = sched_node(graph, 0, sched_ask_host(count, &calls));
    sched_node(graph, node, fill(memory, 4));
    sched_node(graph, 0, sched_ask_host(count, &calls));
    OK(gi_user_object_create(&ended, count, 1, &user));
    OK(gi_graph_retain_user(graph, user, 1, true));
    gi_handle exec = sched_exec(graph);
    sched_gate_enqueue(&gate, stream);
    OK(gi_exec_launch(exec, stream));
    OK(gi_exec_launch(exec, stream));
    OK(gi_exec_destroy(exec));
    OK(gi_graph_destroy(graph));
    sched_gate_await_entered(&gate);
    REQUIRE(atomic_load(&ended) == 0, "the user object ended under the launch");
    sched_gate_open(&gate);
    OK(gi_stream_synchronize(stream));
    REQUIRE(atomic_load(&calls) == 4, "%d calls", atomic_load(&calls));
    sched_expect_bytes(memory, SIZE, 4);
    while (atomic_load(&ended) == 0)     /* a thread of the library ends it */
        sched_yield();
    OK(gi_memory_free(memory));
    end(stream);
}

static void changes_count_for_later_launches(void)
{
    struct sched_gate gate;
    atomic_int first = 0, second = 0;
    bool is_enabled;

    sched_begin_plain();
    gi_handle stream = sched_stream(), graph = sched_graph();
    uint64_t memory = sched_memory(SIZE);
    sched_gate_init(&gate);
    gi_handle calls = sched_node(graph, 0, sched_ask_host(count, &first));
    gi_handle fills = sched_node(graph, calls, fill(memory, 1));
    gi_handle exec = sched_exec(graph);
    OK(gi_node_ask(fills, fill(memory, 9)));     /* of the graph alone */
    sched_gate_enqueue(&gate, stream);
    OK(gi_exec_launch(exec, stream));
    OK(gi_exec_ask(exec, calls, sched_ask_host(count, &second)));
    OK(gi_exec_enable(exec, fills, false));
    OK(gi_exec_is_enabled(exec, fills, &is_enabled));
    REQUIRE(!is_enabled, "the node is enabled");
    STATUS(GI_INVALID_VALUE, gi_exec_enable(exec, calls, false));
    STATUS(GI_INVALID_VALUE, gi_exec_ask(exec, calls, fill(memory, 1)));
    STATUS(GI_INVALID_VALUE, gi_exec_ask(exec, graph, fill(memory, 1)));
    sched_gate_open(&gate);
    OK(gi_stream_synchronize(stream));
    sched_expect_bytes(memory, SIZE, 1);
    memset((void *)(uintptr_t)memory, 0, SIZE);
    OK(gi_exec_launch(exec, stream));
    OK(gi_stream_synchronize(stream));
    sched_expect_bytes(memory, SIZE, 0);
    REQUIRE(atomic_load(&first) == 1 && atomic_load(&second) == 1, "%d and %d calls",
            atomic_load(&first), atomic_load(&second));
    OK(gi_graph_remove(fills));
    STATUS(GI_INVALID_VALUE, gi_exec_enable(exec, fills, true));
    OK(gi_exec_destroy(exec));
    OK(gi_graph_destroy(graph));
    OK(gi_memory_free(memory));
    end(stream);
}

/* ---- graphs within --------------------------------------------------------------------------- */

static gi_handle two_fills(uint64_t memory, uint8_t value, bool has_edge)
{
    gi_handle graph = sched_graph(), first = sched_node(graph, 0, fill(memory, value));

    sched_node(graph, has_edge ? first : 0, fill(memory + SIZE, value));
    return graph;
}

static void graphs_within_run_and_change(void)
{
    sched_begin_plain();
    gi_handle stream = sched_stream(), graph = sched_graph(), node, empty, other, copied;
    uint64_t memory = sched_memory(3 * SIZE);
    gi_handle inner = two_fills(memory, 1, true), within;
    OK(gi_graph_add(graph, NULL, NULL, 0, nothing(&gi_node_child_graph), inner, &node));
    empty = sched_node(graph, node, nothing(&gi_node_empty));
    sched_node(graph, empty, copy(memory + 2 * SIZE, memory + SIZE));
    gi_handle exec = sched_exec(graph);
    OK(gi_exec_launch(exec, stream));
    OK(gi_stream_synchronize(stream));
    sched_expect_bytes(memory, 3 * SIZE, 1);
    other = two_fills(memory, 2, true);
    OK(gi_exec_ask_child(exec, node, other));
    OK(gi_graph_destroy(other));
    OK(gi_exec_launch(exec, stream));
    OK(gi_stream_synchronize(stream));
    sched_expect_bytes(memory, 3 * SIZE, 2);
    other = two_fills(memory, 3, false);
    STATUS(GI_INVALID_VALUE, gi_exec_ask_child(exec, node, other));
    STATUS(GI_INVALID_VALUE, gi_exec_ask_child(exec, empty, other));
    struct gi_graph_list list;
    OK(gi_graph_list(inner, GI_GRAPH_NODES, &list));
    STATUS(GI_INVALID_VALUE, gi_exec_ask(exec, list.nodes[0], fill(memory, 4)));
    gi_graph_list_free(&list);
    OK(gi_node_child(node, &within));
    OK(gi_graph_list(within, GI_GRAPH_NODES, &list));
    OK(gi_exec_ask(exec, list.nodes[1], fill(memory + SIZE, 4)));
    gi_graph_list_free(&list);
    OK(gi_exec_launch(exec, stream));
    OK(gi_stream_synchronize(stream));
    sched_expect_bytes(memory + SIZE, 2 * SIZE, 4);
    OK(gi_graph_clone(graph, &copied));
    OK(gi_exec_destroy(exec));
    OK(gi_graph_destroy(graph));
    exec = sched_exec(copied);
    OK(gi_exec_launch(exec, stream));
    OK(gi_stream_synchronize(stream));
    sched_expect_bytes(memory, 3 * SIZE, 1);
    OK(gi_exec_destroy(exec));
    OK(gi_graph_destroy(copied));
    OK(gi_graph_destroy(inner));
    OK(gi_graph_destroy(other));
    OK(gi_memory_free(memory));
    end(stream);
}

/* ---- failures -------------------------------------------------------------------------------- */

static void instantiations_name_the_node_that_fails(void)
{
    struct gi_exec_request request = { .flags = 16 };
    gi_handle exec;

    sched_begin_plain();
    gi_handle stream = sched_stream(), graph = sched_graph();
    uint64_t memory = sched_memory(SIZE);
    gi_handle first = sched_node(graph, 0, fill(memory, 1));
    gi_handle second = sched_node(graph, first, fill(memory, 2));
    STATUS(GI_INVALID_VALUE, gi_exec_create(graph, &request, &exec));
    request.flags = GI_EXEC_DEVICE_LAUNCH;
    STATUS(GI_NOT_SUPPORTED, gi_exec_create(graph, &request, &exec));
    request.flags = 0;
    sched_edge(graph, second, first);
    STATUS(GI_INVALID_VALUE, gi_exec_create(graph, &request, &exec));
    REQUIRE(request.result == GI_EXEC_INVALID_STRUCTURE &&
                (request.node == first || request.node == second), "another node is named");
    OK(gi_graph_disconnect(graph, &(struct gi_edges){ &second, &first, NULL, 1 }));
    OK(gi_memory_free(memory));
    STATUS(GI_INVALID_VALUE, gi_exec_create(graph, &request, &exec));
    REQUIRE(request.result == GI_EXEC_FAILED && request.node == first, "another node is named");
    OK(gi_graph_destroy(graph));
    STATUS(GI_INVALID_VALUE, gi_exec_create(graph, &request, &exec));
    graph = sched_graph();
    exec = sched_exec(graph);           /* an empty graph is legal */
    OK(gi_exec_launch(exec, stream));
    STATUS(GI_STALE_HANDLE, gi_exec_launch(exec, graph));
    OK(gi_stream_synchronize(stream));
    OK(gi_exec_destroy(exec));
    OK(gi_graph_destroy(graph));
    end(stream);
}

#define CASE(name) { #name, name, 0 }

int main(int argc, char **argv)
{
    static const struct sched_case cases[] = {
        CASE(edges_order_nodes),
        CASE(a_launch_stands_in_its_stream),
        CASE(launches_of_one_executable_follow_each_other),
        CASE(a_launch_in_the_legacy_stream_orders_with_others),
        CASE(branches_wait_alone_for_host_semaphores),
        CASE(branches_wait_alone_with_one_queue),
        CASE(branches_wait_alone_for_native_semaphores),
        CASE(branches_wait_alone_for_native_semaphores_with_one_queue),
        CASE(frames_with_host_semaphores),
        CASE(frames_with_native_semaphores),
        CASE(semaphores_that_are_gone_are_told),
        CASE(memory_that_is_freed_is_told),
        CASE(pageable_memory_is_used_when_the_node_runs),
        CASE(events_are_recorded_and_waited_for),
        CASE(a_join_does_not_stand_for_later_waits),
        CASE(a_launch_begins_before_its_waits),
        CASE(executables_end_while_launches_are_under_way),
        CASE(changes_count_for_later_launches),
        CASE(graphs_within_run_and_change),
        CASE(instantiations_name_the_node_that_fails),
    };

    return sched_main(argc, argv, cases, sizeof cases / sizeof cases[0]);
}
