/** The conditions of graphs, and the graphs of conditional nodes.
 *
 *  Threads: any; of the functions with structs, one that holds the graphs' lock. */
#ifndef GI_BODIES_H
#define GI_BODIES_H

#include "condition.h"
#include "graph_state.h"

/** Gives a condition to a graph, for the nodes of that graph, of the graphs around it and of all
 *  within these. Takes the reference, also on failure.
 *  Threads: any that holds no lock.
 *  Errors:  GI_INVALID_VALUE for a handle that names no graph; GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_graph_add_condition(gi_handle graph, struct gi_condition *condition);

/** Finds a condition by its handle: one of the graph, or of a graph around it.
 *  Threads: any that holds no lock.
 *  Owner:   the caller gives the reference back.
 *  Errors:  GI_INVALID_VALUE. */
GI_MUST_CHECK gi_status gi_graph_find_condition(gi_handle graph, uint64_t address,
                                                struct gi_condition **out_condition);

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
