/** Captures as the front ends see them: beginning, asking, changing, ending.
 *
 *  Threads: any that holds no lock.
 *  Errors:  of all: GI_STALE_HANDLE. */
#ifndef GI_CAPTURE_CALL_H
#define GI_CAPTURE_CALL_H

#include "graph/graph.h"

/** Status of a stream, with the front ends' numbers. */
enum gi_capture_status { GI_CAPTURE_NONE = 0, GI_CAPTURE_ACTIVE = 1, GI_CAPTURE_BROKEN = 2 };

/** Nodes of a call that begins or changes what the next node follows. */
struct gi_capture_nodes {
    const gi_handle *nodes;
    const struct gi_edge_data *data;     /* NULL: zeros */
    size_t count;
};

/** The answer to a program's question about the capture of a stream. Nodes and data are the
 *  capture's, until the next question about the stream or the end of the capture. */
struct gi_capture_info {
    enum gi_capture_status status;
    uint64_t id;
    gi_handle graph;
    const gi_handle *nodes;              /* NULL before the first one */
    const struct gi_edge_data *data;
    size_t count;
};

/** Begins a capture. graph 0: into a new graph; else into that one, behind its nodes.
 *  Errors: GI_INVALID_VALUE for an unknown mode, a graph that is none, nodes that are not its;
 *          GI_CAPTURE_UNSUPPORTED for a legacy stream; GI_CAPTURE_STATE if the stream captures, or
 *          another one into the graph; GI_CAPTURE_IMPLICIT as gi_capture_check;
 *          GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_capture_begin(gi_handle stream, int mode, gi_handle graph,
                                         const struct gi_capture_nodes *nodes);

/** Ends the capture that began in a stream, for all its streams. *out_graph is 0 after an error.
 *  out_graph NULL: a graph that was made for the capture is destroyed.
 *  Errors: GI_CAPTURE_STATE if the stream does not capture; GI_CAPTURE_UNMATCHED in another stream
 *          of the capture; GI_CAPTURE_WRONG_THREAD, GI_CAPTURE_UNJOINED and GI_CAPTURE_INVALIDATED,
 *          with which the capture ends, too. */
GI_MUST_CHECK gi_status gi_capture_end(gi_handle stream, gi_handle *out_graph);

/** Errors: GI_CAPTURE_IMPLICIT for a legacy stream that a stream of a capture orders with; also
 *          GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_capture_ask(gi_handle stream, struct gi_capture_info *out_info);

/** The status alone.
 *  Errors: as gi_capture_ask. */
GI_MUST_CHECK gi_status gi_capture_status_of(gi_handle stream, enum gi_capture_status *out_status);

/** Changes what the stream's next node follows: these nodes alone, or these, too.
 *  Errors: GI_CAPTURE_STATE, GI_CAPTURE_INVALIDATED; GI_INVALID_VALUE for nodes of other graphs;
 *          GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_capture_update(gi_handle stream, const struct gi_capture_nodes *nodes,
                                          bool replaces);

/** A capture uses a graph no more, which is destroyed if it was made for it. */
void gi_capture_end_graph(gi_handle graph, bool owned);

#endif
