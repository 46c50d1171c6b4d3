/** Captures: streams whose operations become nodes of a graph. This is what streams, events and
 *  calls of other kinds ask; graph/capture begins captures, adds nodes and ends captures.
 *
 *  A capture has one stream where it began, and others that joined it. The cause that breaks it is
 *  kept as a sentence. A broken capture takes no more operations, and goes on until it is ended.
 *
 *  One lock guards all captures and what streams have of them. The graphs' lock and the handles'
 *  may be taken below it.
 *  Threads: any that holds no lock. */
#ifndef GI_CAPTURE_H
#define GI_CAPTURE_H

#include "base/edge_data.h"
#include "stream/rules/capture_rules.h"
#include "stream_state.h"
#include "unsafe_call.h"

/** Nodes that the next node follows. */
struct gi_frontier {
    gi_handle *nodes;
    struct gi_edge_data *data;           /* of the edges from them */
    size_t count, node_capacity, data_capacity;
};

struct gi_capture;

/** An event's mark in a captured stream: the stream's frontier at the record. */
struct gi_capture_mark {
    atomic_uint references;
    struct gi_capture *capture;          /* referenced */
    struct gi_frontier frontier;
};

GI_COLD GI_MUST_CHECK gi_status gi_capture_refuse(struct gi_stream *stream, const char *what);

/** Whether a stream's operations are not its own now: it captures, or it is a legacy stream and one
 *  that orders with it captures. */
static inline bool gi_stream_is_captured(struct gi_stream *stream)
{
    return atomic_load_explicit(&stream->capture, memory_order_relaxed) != NULL;
}

/** Refuses a call that no stream can do while it is captured, and breaks the capture.
 *  Errors: GI_CAPTURE_UNSUPPORTED; of a legacy stream GI_CAPTURE_IMPLICIT. */
GI_MUST_CHECK static inline gi_status gi_capture_check(struct gi_stream *stream, const char *what)
{
    return gi_stream_is_captured(stream) ? gi_capture_refuse(stream, what) : GI_OK;
}

/** Refuses a question or a call on a legacy stream, as gi_capture_check does; of others nothing. */
GI_MUST_CHECK static inline gi_status gi_capture_check_legacy(struct gi_stream *stream,
                                                              const char *what)
{
    return stream->is_legacy ? gi_capture_check(stream, what) : GI_OK;
}

/** As gi_capture_check for a captured stream, as gi_capture_forbids for any other. */
GI_MUST_CHECK static inline gi_status gi_capture_check_unsafe(struct gi_stream *stream,
                                                              const char *what)
{
    return gi_stream_is_captured(stream) ? gi_capture_refuse(stream, what)
                                         : gi_capture_forbids(what);
}

/** Refuses a call that waits for all streams of a context, and breaks the captures there.
 *  Errors: GI_CAPTURE_UNSUPPORTED. */
GI_MUST_CHECK gi_status gi_capture_check_context(struct gi_stream *legacy, const char *what);

/** Refuses an operation of a captured stream, as gi_capture_refuse does, for another reason.
 *  Errors: code; of a legacy stream GI_CAPTURE_IMPLICIT. */
GI_COLD GI_MUST_CHECK gi_status gi_capture_break(struct gi_stream *stream, gi_status code,
                                                 const char *sentence);

/** Refuses a question or a wait for a captured event, and may break its capture.
 *  Errors: GI_CAPTURED_EVENT; GI_INVALID_VALUE if the capture has ended. */
GI_COLD GI_MUST_CHECK gi_status gi_capture_refuse_event(const struct gi_capture_mark *mark,
                                                        bool breaks, const char *what);

/** A stream ends: it leaves its capture. The capture that began in it ends, too. */
void gi_capture_forget(struct gi_stream *stream);

/** The context with this legacy stream ends, or its device is reset: its streams leave their
 *  captures. Threads have streams there that do not end with it. */
void gi_capture_forget_context(struct gi_stream *legacy);

/** The mark of an event that is recorded in a captured stream.
 *  Owner:  the caller gives the reference back with gi_capture_mark_unref.
 *  Errors: GI_CAPTURE_INVALIDATED, GI_OUT_OF_MEMORY; of a legacy stream as gi_capture_check. */
GI_MUST_CHECK gi_status gi_capture_mark(struct gi_stream *stream,
                                        struct gi_capture_mark **out_mark);
void gi_capture_mark_ref(struct gi_capture_mark *mark);
void gi_capture_mark_unref(struct gi_capture_mark *mark);

/** A stream waits for a captured event: it joins the capture, or follows more of it.
 *  Errors: GI_INVALID_VALUE if that capture has ended or is broken; GI_CAPTURE_INVALIDATED if it is
 *          the stream's and is broken; GI_CAPTURE_MERGE;
 *          GI_CAPTURE_IMPLICIT for a legacy stream; GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_capture_join(struct gi_stream *stream,
                                        const struct gi_capture_mark *mark);

#endif
