/** Nodes of an executable, prepared for a launch or a recording.
 *
 *  Threads: any that holds the executable's lock, or makes it. */
#ifndef GI_EXEC_PREPARE_H
#define GI_EXEC_PREPARE_H

#include "exec_state.h"

/** Prepares what a node asks for.
 *  Owner:   the caller drops the run, if the kind has a drop.
 *  Errors:  those of the kind, with the node in the sentence. */
GI_MUST_CHECK gi_status gi_exec_prepare(gi_handle node, struct gi_asked *asked,
                                        struct gi_node_run *run);

/** As gi_exec_prepare, for a node by its number. Checks that it still works on the device that the
 *  plan has for it.
 *  Errors: also GI_INVALID_VALUE. */
GI_MUST_CHECK gi_status gi_exec_prepare_node(struct gi_exec *exec, size_t number,
                                             struct gi_node_run *run);
static inline void gi_exec_drop_run(struct gi_node_run *run)
{
    if (run->asked->kind->drop != NULL)
        run->asked->kind->drop(run);
}

#endif
