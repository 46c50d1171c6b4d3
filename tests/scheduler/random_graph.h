/** Random graphs of all kinds of nodes, with graphs within them, and a model: what each node leaves
 *  in its piece of memory, and which nodes come before it, whatever graphs they are in. */
#ifndef SCHEDULER_RANDOM_GRAPH_H
#define SCHEDULER_RANDOM_GRAPH_H

#include "graph_nodes.h"
#include "../unit/random.h"

enum {
    RANDOM_NODES = 48, RANDOM_PARTS = 12, RANDOM_PER_PART = 10, RANDOM_DEPTH = 4,
    RANDOM_GATES = 4, RANDOM_PIECE = 16, RANDOM_UNTOUCHED = 0xee
};

enum random_kind {
    /* that leave bytes in their piece */
    RANDOM_FILL, RANDOM_COPY, RANDOM_WORDS, RANDOM_HOST,
    RANDOM_KERNEL, RANDOM_EMPTY, RANDOM_RECORD, RANDOM_SIGNAL,
    /* that wait until the test opens them */
    RANDOM_WAIT, RANDOM_WORD_WAIT, RANDOM_EVENT_WAIT,
    RANDOM_CHILD, RANDOM_KINDS
};

struct random_graph;

/** The argument of a host function. A change gives the node the other one. */
struct random_call {
    struct random_graph *graph;
    size_t node;
    uint8_t value;
};

struct random_node {
    enum random_kind kind;
    size_t from;                         /* of a copy: whose piece */
    uint8_t value;
    uint64_t before, copies_from;        /* bits of nodes; those that a copy may read */
    size_t part;                         /* of a child: the graph within it */
    struct random_call calls[2];
    bool second_call;
    atomic_uint launches;                /* that a host function has seen */
    struct sched_semaphore semaphore;
    gi_handle event;
    uint64_t word;                       /* in memory of the host */
    gi_handle handle;                    /* in the graph that is bound */
};

/** A graph: its nodes, and for each the ones right before it, as bits of places. */
struct random_part {
    size_t count, nodes[RANDOM_PER_PART];
    uint32_t edges[RANDOM_PER_PART];
};

struct random_graph {
    struct test_random random;
    struct random_node nodes[RANDOM_NODES];
    struct random_part parts[RANDOM_PARTS];
    size_t node_count, part_count, gate_count, gates[RANDOM_GATES];
    uint64_t memory, words;
    gi_handle module, side;              /* side: the stream that records events */
    unsigned launch;                     /* the number of the launch that is made */
};

/** Makes the shape at random, and what its nodes name. */
void random_graph_begin(struct random_graph *graph);
void random_graph_end(struct random_graph *graph);

/** Makes a part's graph of what its nodes are now to ask for; 0 is the whole. */
gi_handle random_graph_build(struct random_graph *graph, size_t part);

/** Notes the handles of the nodes of the graph, which was built of a part. */
void random_graph_bind(struct random_graph *graph, size_t part, gi_handle handle);

/** What a node is to ask for. */
struct gi_asked *random_node_ask(struct random_graph *graph, size_t node);

/** Changes a node's value, source or argument at random.
 *  Returns: whether there was something to change. */
bool random_node_change(struct random_graph *graph, size_t node);

/** The byte in a node's piece behind a launch. */
uint8_t random_node_result(const struct random_graph *graph, size_t node);
static inline bool random_node_has_bytes(const struct random_graph *graph, size_t node)
{
    return graph->nodes[node].kind <= RANDOM_HOST;
}

/** Launches, opens the gates in an order, and looks after each what has run and what has not.
 *  order: a number; each below the factorial of the gates' count is another order. */
void random_graph_launch(struct random_graph *graph, gi_handle exec, gi_handle stream,
                         uint64_t order);

#endif
