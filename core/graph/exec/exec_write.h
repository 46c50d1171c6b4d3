/** Recordings of an executable, one at a time: its commands, and the choices of the device.
 *
 *  A conditional node about which the device decides stands in a recording as the launches of all
 *  its bodies, each of which names the choice of its body. The levels of a body follow each other;
 *  bodies of a node have no order, as one of them runs at most.
 *
 *  Threads: one that holds the executable's lock, or the only one that has it. Such a node's bodies
 *           are in no launch of the host, so nobody else looks at them. */
#ifndef GI_EXEC_WRITE_H
#define GI_EXEC_WRITE_H

#include "exec_state.h"

/** How a prepared node takes part. */
enum gi_node_part gi_exec_part_of(const struct gi_node_run *run);

/** Records a chunk of the present steps. The bodies have their steps.
 *  Owner:  the reference is the caller's.
 *  Errors: those of looking nodes up and of compiling, with the node in the sentence;
 *          GI_OUT_OF_MEMORY; GI_NOT_READY: a node can no longer be recorded, and its part says
 *          so. */
GI_MUST_CHECK gi_status gi_exec_write_chunk(struct gi_exec *exec, size_t number,
                                            struct gi_recording **out);

#endif
