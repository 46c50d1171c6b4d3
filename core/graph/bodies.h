/** The conditions of graphs, and the graphs of conditional nodes.
 *
 *  Threads: one that holds the graphs' lock. */
#ifndef GI_BODIES_H
#define GI_BODIES_H

#include "condition.h"
#include "graph_state.h"

/** Adds a condition to the list of a graph, with the caller's reference.
 *  Errors: GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_bodies_add_condition(struct gi_graph *graph,
                                                struct gi_condition *condition);

/** Makes a node the only user of a condition.
 *  Errors: GI_INVALID_VALUE if the condition is none of the node's graph or of those around it, or
 *          if another node has it. */
GI_MUST_CHECK gi_status gi_bodies_use(struct gi_node *node, const struct gi_condition *condition);

/** The node is about to end: nobody uses its condition. */
void gi_bodies_forget(const struct gi_node *node);

/** Copies the list of a graph, without users.
 *  Errors: GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_bodies_copy_conditions(const struct gi_graph *from,
                                                  struct gi_graph *copy);

/** Sets the users in the copy, whose nodes are there. */
void gi_bodies_copy_users(const struct gi_graph *from, struct gi_graph *copy);

/** Ends the list of a graph. */
void gi_bodies_drop_conditions(struct gi_graph *graph);

/** Whether a condition of the graph has no user. */
bool gi_bodies_has_unused(const struct gi_graph *graph);

#endif
