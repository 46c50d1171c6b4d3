/** Windows: the addresses of graphs' blocks, on devices with ranges (graph_memory_state.h). A
 *  window whose blocks have ended is the next graph's, with the memory that it has.
 *
 *  Threads: any that holds no lock, unless a line says otherwise. */
#ifndef GI_GRAPH_WINDOWS_H
#define GI_GRAPH_WINDOWS_H

#include "graph_memory_state.h"

/** Prepares a device's store. */
void gi_graph_windows_init(struct gi_graph_store *store, struct gi_device *device);

/** Finds addresses for a block of a graph, and puts the block there: it has its device, its graph
 *  and its size.
 *  Errors: GI_NOT_SUPPORTED if the device has no ranges; GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_graph_window_take(struct gi_graph_store *store,
                                             struct gi_device_base *base,
                                             struct gi_graph_block *block);

/** A block has ended, and nothing uses it. */
void gi_graph_window_give(struct gi_graph_block *block);

/** Work up to a point of a stream may use the window's blocks. */
void gi_graph_window_note(struct gi_graph_window *window, struct gi_stream *stream, uint64_t seq);

/** As gi_graph_window_note; the lock is held. The caller releases *out_streams afterwards, as many
 *  as the function answers.
 *  Owner:  takes a reference to the stream. */
enum { GI_GRAPH_NOTED = 4 };
size_t gi_graph_window_note_locked(struct gi_graph_window *window, struct gi_stream *stream,
                                   uint64_t seq, struct gi_stream *out_streams[GI_GRAPH_NOTED]);

/** Whether work of another stream may use the window. The lock is held. */
bool gi_graph_window_is_elsewhere(const struct gi_graph_window *window,
                                  const struct gi_stream *stream);

/** Whether nothing uses those of its blocks that are not live. The lock is held. */
bool gi_graph_window_is_idle(const struct gi_graph_window *window);

/** Ends a spare window without chunks; it is in no list any more. */
void gi_graph_window_end(struct gi_graph_window *window);

#endif
