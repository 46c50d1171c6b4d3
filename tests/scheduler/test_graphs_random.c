/* Random graphs of all kinds of nodes, up to four deep within each other, against a model: their
 * gates are opened in each order, and after each what may run has run and nothing else. Then random
 * changes, by single nodes, graphs within and whole graphs: the result is the model's, and that of
 * a new executable. What is recorded is counted. */
#include "random_graph.h"

#include <string.h>

#include "graph/exec/exec_update.h"

enum { ORDERS = 24, CHANGES = 6 };       /* ORDERS: of four gates, and so of fewer, too */

#ifdef __SANITIZE_THREAD__
enum { ROUNDS = 8 };
#else
enum { ROUNDS = 30 };
#endif

static struct random_graph graph;

static unsigned long recordings(void)
{
    struct gifake_counts counts;

    gifake_counts(0, GIFAKE_ALL_QUEUES, &counts);
    return counts.recordings;
}

static unsigned orders(void)
{
    unsigned product = 1;

    for (unsigned i = 2; i <= graph.gate_count; i++)
        product *= i;
    return product;
}

/* ---- changes --------------------------------------------------------------------------------- */

static bool is_recorded(size_t node)
{
    enum random_kind kind = graph.nodes[node].kind;

    return kind == RANDOM_FILL || kind == RANDOM_COPY || kind == RANDOM_KERNEL;
}

/* A node that changes the first time: its chunk is recorded again, and no other. */
static void change_each_node_once(gi_handle exec, gi_handle stream, bool recordings_exist)
{
    for (size_t i = 0; i < graph.node_count; i += 1 + test_random_below(&graph.random, 8)) {
        unsigned long before = recordings();
        uint8_t value = graph.nodes[i].value;
        size_t from = graph.nodes[i].from;

        if (!random_node_change(&graph, i))
            continue;
        OK(gi_exec_ask(exec, graph.nodes[i].handle, random_node_ask(&graph, i)));
        random_graph_launch(&graph, exec, stream, test_random_next(&graph.random));
        bool differs = graph.nodes[i].kind == RANDOM_COPY ? graph.nodes[i].from != from
                                                          : graph.nodes[i].value != value;
        unsigned long more = recordings_exist && is_recorded(i) && differs ? 1 : 0;
        REQUIRE(recordings() == before + more, "a change of node %zu of kind %d is %lu recordings "
                "instead of %lu", i, (int)graph.nodes[i].kind, recordings() - before, more);
    }
}

static void change_some(size_t share)
{
    for (size_t i = 0; i < graph.node_count; i++) {
        if (test_random_below(&graph.random, share) == 0)
            (void)random_node_change(&graph, i);
    }
}

/* A graph within a node, in one call. */
static void change_a_child(gi_handle exec)
{
    for (size_t i = 0; i < graph.node_count; i++) {
        struct random_node *node = &graph.nodes[i];
        gi_handle other;

        if (node->kind != RANDOM_CHILD || test_random_below(&graph.random, 3) != 0)
            continue;
        for (size_t j = 0; j < graph.parts[node->part].count; j++)
            (void)random_node_change(&graph, graph.parts[node->part].nodes[j]);
        other = random_graph_build(&graph, node->part);
        OK(gi_exec_ask_child(exec, node->handle, other));
        OK(gi_graph_destroy(other));
        return;
    }
}

/* An update that is refused changes nothing. */
static void expect_refusal(gi_handle exec)
{
    struct gi_exec_update update;
    gi_handle other = random_graph_build(&graph, 0);

    (void)sched_node(other, 0, sched_ask_empty());
    STATUS(GI_INVALID_VALUE, gi_exec_update(exec, other, &update));
    REQUIRE(update.result == GI_UPDATE_TOPOLOGY, "result %d", (int)update.result);
    OK(gi_graph_destroy(other));
}

/* The executable takes over a changed graph; an executable that is made of this graph does the
 * same. */
static void update_and_compare(gi_handle exec, gi_handle of, gi_handle stream)
{
    static uint8_t seen[RANDOM_NODES * RANDOM_PIECE];
    struct gi_exec_update update;
    uint64_t order = test_random_next(&graph.random);

    expect_refusal(exec);
    change_some(2);
    gi_handle other = random_graph_build(&graph, 0);
    OK(gi_exec_update(exec, other, &update));
    random_graph_launch(&graph, exec, stream, order);
    memcpy(seen, (void *)(uintptr_t)graph.memory, sizeof seen);
    gi_handle second = sched_exec(other);
    random_graph_bind(&graph, 0, other);
    random_graph_launch(&graph, second, stream, order);
    REQUIRE(memcmp(seen, (void *)(uintptr_t)graph.memory, sizeof seen) == 0,
            "an update and a new executable differ");
    OK(gi_exec_destroy(second));
    OK(gi_graph_destroy(other));
    random_graph_bind(&graph, 0, of);
}

static void change_and_launch(gi_handle exec, gi_handle of, gi_handle stream)
{
    for (int i = 0; i < CHANGES; i++) {
        switch (test_random_below(&graph.random, 3)) {
        case 0:
            change_a_child(exec);
            break;
        case 1:
            update_and_compare(exec, of, stream);
            break;
        default:
            for (size_t j = 0; j < graph.node_count; j++) {
                if (test_random_below(&graph.random, 4) == 0 && random_node_change(&graph, j))
                    OK(gi_exec_ask(exec, graph.nodes[j].handle, random_node_ask(&graph, j)));
            }
        }
        random_graph_launch(&graph, exec, stream, test_random_next(&graph.random));
    }
}

/* ---- cases ----------------------------------------------------------------------------------- */

static void run_round(gi_handle stream, bool recordings_exist)
{
    random_graph_begin(&graph);
    gi_handle handle = random_graph_build(&graph, 0), exec = sched_exec(handle);

    random_graph_bind(&graph, 0, handle);
    random_graph_launch(&graph, exec, stream, 0);
    unsigned long before = recordings();
    for (unsigned order = 1; order < orders(); order++)
        random_graph_launch(&graph, exec, stream, order);
    REQUIRE(recordings() == before, "values are %lu recordings", recordings() - before);
    change_each_node_once(exec, stream, recordings_exist);
    change_and_launch(exec, handle, stream);
    OK(gi_graph_destroy(handle));
    OK(gi_exec_destroy(exec));
    random_graph_end(&graph);
}

static void run_rounds(uint32_t queues, bool recordings_exist)
{
    struct gifake_device_config config;

    gifake_default_config(&config, 0);
    config.info.queue_count = queues;
    config.info.recordings = recordings_exist;
    sched_begin_config(&config);
    test_random_begin(&graph.random, "random graphs");
    gi_handle stream = sched_stream();
    for (int round = 0; round < ROUNDS; round++)
        run_round(stream, recordings_exist);
    OK(gi_stream_destroy(stream));
    sched_expect_nothing_left();
}

static void on_many_queues(void)
{
    run_rounds(8, true);
}

static void on_one_queue(void)
{
    run_rounds(1, true);
}

static void without_recordings(void)
{
    run_rounds(3, false);
}

int main(int argc, char **argv)
{
    static const struct sched_case cases[] = {
#define CASE(name) { #name, name, 0 }
        CASE(on_many_queues),
        CASE(on_one_queue),
        CASE(without_recordings),
    };

    return sched_main(argc, argv, cases, sizeof cases / sizeof cases[0]);
}
