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

/** Takes the memory nodes of another graph's list, whose nodes will stand in the place of the
 *  executable's; none if it has them.
 *  Owner:  the caller ends it with gi_exec_memory_change or gi_exec_memory_forget.
 *  Errors: as gi_exec_memory_make; then there is nothing to end. */
GI_MUST_CHECK gi_status gi_exec_memory_plan(const struct gi_exec *exec, const struct gi_flat *flat,
                                            struct gi_exec_memory *out_next);

/** The executable allocates and frees by the nodes that were planned. Memory that its launches left
 *  to the program stays the program's.
 *  \return  whether it had others. Then all is to be recorded again, as nodes may name memory that
 *           is no longer the executable's. */
bool gi_exec_memory_change(struct gi_exec *exec, struct gi_exec_memory *next);
void gi_exec_memory_forget(struct gi_exec_memory *next);

/** A node was prepared: notes whether it names memory of a graph that the executable does not
 *  allocate. */
void gi_exec_memory_note(struct gi_exec *exec, size_t number, const struct gi_node_run *run);

/** Begins a launch in a stream: gives what it allocates physical memory, then allocates and frees
 *  what it does. The memory is live, or free, from now on.
 *  Errors: those of gi_graph_blocks_map and gi_graph_blocks_use; then nothing is live or free that
 *          was not. */
GI_MUST_CHECK gi_status gi_exec_memory_begin(struct gi_exec *exec, struct gi_stream *stream);

/** Checks that memory of other graphs that nodes name is there, once all are prepared. The launch
 *  has begun.
 *  Errors: GI_INVALID_VALUE, with the node in the sentence; GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_exec_memory_check(struct gi_exec *exec);

/** Makes the stream wait for the frees of what the launch allocates, and for other streams that use
 *  its physical memory.
 *  Errors: those of gi_append_point. */
GI_MUST_CHECK gi_status gi_exec_memory_order(struct gi_exec *exec, struct gi_stream *stream);

/** Ends the begin: the launch was enqueued in the stream, or nothing has happened. */
void gi_exec_memory_end(struct gi_exec *exec, struct gi_stream *stream, bool was_enqueued);

/** Gives what a launch in the stream will allocate physical memory.
 *  Errors: those of gi_graph_blocks_map. */
GI_MUST_CHECK gi_status gi_exec_memory_upload(struct gi_exec *exec, struct gi_stream *stream);

#endif
