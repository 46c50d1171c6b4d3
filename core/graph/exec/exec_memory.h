/** Memory nodes of executables: allocations and frees of a launch, beside the work that it
 *  enqueues.
 *
 *  Threads: one that holds the executable's lock, or the only one that has it. */
#ifndef GI_EXEC_MEMORY_H
#define GI_EXEC_MEMORY_H

#include "exec_state.h"

/** Takes the memory nodes of the list that the executable was made of. No other executable has them
 *  meanwhile.
 *  Errors: GI_NOT_SUPPORTED if one has them; GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_exec_memory_make(struct gi_exec *exec);
void gi_exec_memory_drop(struct gi_exec *exec);

/** Allocates and frees what a launch does: the memory is live, or free, from now on.
 *  Errors: those of gi_graph_blocks_use; then nothing has changed. */
GI_MUST_CHECK gi_status gi_exec_memory_begin(struct gi_exec *exec);

/** Makes the stream wait for the frees of what the launch allocates.
 *  Errors: those of gi_append_point. */
GI_MUST_CHECK gi_status gi_exec_memory_order(struct gi_exec *exec, struct gi_stream *stream);

/** Ends the begin: the launch was enqueued in the stream, or nothing has happened. */
void gi_exec_memory_end(struct gi_exec *exec, struct gi_stream *stream, bool was_enqueued);

#endif
