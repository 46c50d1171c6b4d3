/** The executables of conditional nodes' graphs.
 *
 *  Threads: any that holds the lock of the executable, or makes or ends it.
 *  Errors:  of all: GI_OUT_OF_MEMORY. */
#ifndef GI_EXEC_BODIES_H
#define GI_EXEC_BODIES_H

#include "exec_state.h"

/** Makes the lists of an executable's conditional nodes; there may be some already, of a copy. */
GI_MUST_CHECK gi_status gi_exec_list_bodies(struct gi_exec *exec);

void gi_exec_drop_bodies(struct gi_exec *exec);

/** Makes the list of a node. The bodies are NULL.
 *  Owner: the caller has the reference. */
GI_MUST_CHECK gi_status gi_branches_make(size_t count, struct gi_branches **out_branches);
void gi_branches_ref(struct gi_branches *branches);
void gi_branches_unref(struct gi_branches *branches);

#endif
