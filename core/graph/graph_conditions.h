/** Conditions by the graphs that they were made for.
 *
 *  Threads: any that holds no lock. */
#ifndef GI_GRAPH_CONDITIONS_H
#define GI_GRAPH_CONDITIONS_H

#include "condition.h"

/** Gives a condition to a graph, for the nodes of that graph, of the graphs around it and of all
 *  within these. Takes the reference, also on failure.
 *  Errors:  GI_INVALID_VALUE for a handle that names no graph; GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_graph_add_condition(gi_handle graph, struct gi_condition *condition);

/** Finds a condition by its handle: one of the graph, or of a graph around it.
 *  Owner:   the caller gives the reference back.
 *  Errors:  GI_INVALID_VALUE. */
GI_MUST_CHECK gi_status gi_graph_find_condition(gi_handle graph, uint64_t address,
                                                struct gi_condition **out_condition);

#endif
