/** Updates of executables: a whole graph in the place of the one that it was made of.
 *
 *  Threads: any that holds no lock. */
#ifndef GI_EXEC_UPDATE_H
#define GI_EXEC_UPDATE_H

#include "base/handle.h"
#include "update_rules.h"

/** The outcome of an update. */
struct gi_exec_update {
    enum gi_update_result result;
    gi_handle node, from;                /* of the graph: where it failed; 0: at none */
    bool has_other_count;                /* the numbers of nodes differ */
};

/** Takes over what the nodes of a graph ask for, which has the shape of the executable's: for later
 *  launches. The graph's user objects take the place of the executable's. On failure nothing has
 *  changed.
 *  Errors: GI_INVALID_VALUE for a handle that names no executable or graph; then the result is
 *          GI_UPDATE_FAILED and the node 0. GI_INVALID_VALUE for every other result; the status of
 *          preparing the node for GI_UPDATE_FAILED with a node. GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_exec_update(gi_handle exec, gi_handle graph,
                                       struct gi_exec_update *out_update);

#endif
