/** The physical memory of graphs on devices with ranges: chunks for the slots of launches, and
 *  their end by a trim (graph_memory_state.h). graph_shares.h chooses who shares.
 *
 *  Threads: one that holds gi_graph_turn, unless a line says otherwise. */
#ifndef GI_GRAPH_PAGES_H
#define GI_GRAPH_PAGES_H

#include "graph_memory_state.h"

/** Gives the slots of a launch in a stream physical memory. The launch waits for the points that
 *  are added to out_waits.
 *  Errors: GI_OUT_OF_MEMORY, GI_NOT_SUPPORTED; then some slots may have no memory. */
GI_MUST_CHECK gi_status gi_graph_pages_map(const struct gi_graph_use *uses, size_t count,
                                           struct gi_stream *stream,
                                           struct gi_graph_waits *out_waits);

/** Whether all slots of a block have physical memory. */
bool gi_graph_pages_are_there(const struct gi_graph_block *block);

/** Gives back the physical memory that nothing uses, and spare windows. */
void gi_graph_pages_trim(struct gi_graph_store *store);

/** Trims where memory is short, but nothing while a launch has the turn.
 *  Threads: any that holds no lock but that one. */
void gi_graph_pages_give_back(struct gi_graph_store *store);

/** The bytes of all chunks.
 *  Threads: one that holds gi_graph_lock. */
uint64_t gi_graph_pages_bytes(const struct gi_graph_store *store);

#endif
