/** A graph inside the core. The graphs' lock guards all members. */
#ifndef GI_GRAPH_STATE_H
#define GI_GRAPH_STATE_H

#include "graph.h"
#include "user_object.h"

/* Graphs within graphs. */
#define GI_GRAPH_DEPTH 128u

/** One end of an edge, in the list of the other end. */
struct gi_neighbour {
    struct gi_node *node;
    struct gi_edge_data data;
    uint64_t number;                     /* edges are numbered as they are made */
};

struct gi_neighbours {
    struct gi_neighbour *items;
    size_t count, capacity;
};

struct gi_condition;

/** A condition of a graph, and the node that looks at it. */
struct gi_used_condition {
    struct gi_condition *condition;      /* referenced */
    struct gi_node *user;                /* NULL: none yet; in the graph, or in one within it */
};

struct gi_conditions {
    struct gi_used_condition *items;
    size_t count, capacity;
};

struct gi_node {
    struct gi_object object;             /* its handle has the reference */
    gi_handle handle;
    gi_handle original;                  /* the node that this is a copy of; else 0 */
    struct gi_graph *graph;              /* NULL: the node was destroyed */
    struct gi_node *next, *previous;     /* in the order of creation */
    struct gi_asked *asked;              /* referenced */
    struct gi_graph *child;              /* of a child node; its handle has the reference */
    struct gi_graph **bodies;            /* of a conditional node: as child */
    gi_handle *body_handles;             /* for the program, which may write there */
    size_t body_count;
    struct gi_neighbours before, after;
    struct gi_node *copy;                /* while the graph is cloned */
    size_t first, last;                  /* while the graph is made flat (flat.h) */
    uint64_t visit;                      /* the newest search that came here (reach.h) */
};

struct gi_graph {
    struct gi_object object;             /* its handle has the reference */
    gi_handle handle;
    struct gi_graph *parent;             /* whose node has this graph, or NULL */
    bool is_destroyed;
    bool is_moved;                       /* the node has the program's graph, no clone */
    bool is_captured;                    /* a capture adds nodes to it */
    struct gi_node *oldest, *newest;
    size_t node_count, edge_count;
    size_t fixed_count;                  /* nodes of fixed kinds */
    struct gi_user_uses uses;
    struct gi_conditions conditions;
};

/** Finds a graph, and takes the graphs' lock.
 *  Owner:  the caller ends it with gi_graph_leave.
 *  Errors: GI_INVALID_VALUE; then the lock is not taken. */
GI_MUST_CHECK gi_status gi_graph_enter(gi_handle handle, struct gi_graph **out_graph);
void gi_graph_leave(struct gi_graph *graph);

/** As gi_graph_enter and gi_graph_leave, by a node. */
GI_MUST_CHECK gi_status gi_graph_enter_node(gi_handle handle, struct gi_node **out_node);
void gi_graph_leave_node(struct gi_node *node);

#endif
