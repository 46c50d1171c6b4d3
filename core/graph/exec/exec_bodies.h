/** The executables of conditional nodes' graphs.
 *
 *  Threads: any that holds the lock of the executable, or makes or ends it.
 *  Errors:  of all: GI_OUT_OF_MEMORY. */
#ifndef GI_EXEC_BODIES_H
#define GI_EXEC_BODIES_H

#include "exec_state.h"

/** Makes the lists of an executable's conditional nodes; there may be some already, of a copy. */
GI_MUST_CHECK gi_status gi_exec_list_bodies(struct gi_exec *exec);

/** Makes the executables of a node's graphs, if it has some and they are not there. In a body it
 *  also checks that bodies may have the node.
 *  Errors: also those of gi_exec_make. */
GI_MUST_CHECK gi_status gi_exec_make_bodies(struct gi_exec *exec, size_t number,
                                            struct gi_exec_request *request);

/** Gives an executable, which has nothing but its list, copies of another one's bodies. */
GI_MUST_CHECK gi_status gi_exec_copy_bodies(const struct gi_exec *from, struct gi_exec *exec);

/** Replaces bodies that a launch refers to by copies, which may then be changed. */
GI_MUST_CHECK gi_status gi_exec_own_bodies(struct gi_exec *exec);

void gi_exec_drop_bodies(struct gi_exec *exec);

void gi_branches_ref(struct gi_branches *branches);
void gi_branches_unref(struct gi_branches *branches);

#endif
