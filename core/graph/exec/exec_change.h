/** Changes of executables, for their later launches.
 *
 *  Threads: any that holds no lock.
 *  Errors:  of all: GI_INVALID_VALUE for a handle that names no executable. */
#ifndef GI_EXEC_CHANGE_H
#define GI_EXEC_CHANGE_H

#include "base/handle.h"

struct gi_asked;

/** Changes what a node of the graph asks for. Takes the reference, also on failure.
 *  Errors: also GI_INVALID_VALUE for a node that is not of the graph, or of another type, and for a
 *          change that the node does not allow. Nothing has changed then. */
GI_MUST_CHECK gi_status gi_exec_ask(gi_handle exec, gi_handle node, struct gi_asked *asked);

/** Takes over what the nodes of a graph ask for, which has the nodes and edges of a child node's.
 *  Errors: as gi_exec_ask; also GI_INVALID_VALUE for other nodes or edges. */
GI_MUST_CHECK gi_status gi_exec_ask_child(gi_handle exec, gi_handle node, gi_handle graph);

/** Whether a node does something; else it is as an empty one.
 *  Errors: also GI_INVALID_VALUE for a node that cannot be disabled. */
GI_MUST_CHECK gi_status gi_exec_enable(gi_handle exec, gi_handle node, bool enabled);
GI_MUST_CHECK gi_status gi_exec_is_enabled(gi_handle exec, gi_handle node, bool *out_enabled);

#endif
