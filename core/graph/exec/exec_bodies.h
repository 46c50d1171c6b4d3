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

/** Notes that the bodies of a list are those of an executable's node. */
void gi_branches_stand_in(struct gi_branches *branches, struct gi_exec *exec, size_t number);

/** Whether the device can decide about the bodies: their nodes can be recorded for it. Each is a
 *  launch in one dispatch, or a conditional node of which the same holds. Then *out_launches is the
 *  count of launches. */
bool gi_branches_are_launches(const struct gi_branches *branches, const struct gi_device *device,
                              size_t *out_launches);

/** Whether one dispatch of the device does what a recorded node asks for. */
bool gi_node_is_dispatch(const struct gi_asked *asked, const struct gi_device *device);

#endif
