/** Streams inside a context, for waits and records of the whole context.
 *
 *  A wait of the whole context is a wait in its stream of waits. All streams of the context, also
 *  later ones, order their next work behind that stream (order.h). A record of the whole context is
 *  a record in its stream of records, which first waits for all streams that have work. Both
 *  streams are made at the first need, have no handle, and hang on the context's legacy stream.
 *  They order with no other stream by themselves.
 *
 *  Threads: any that holds no lock.
 *  Errors:  GI_OUT_OF_MEMORY. */
#ifndef GI_CONTEXT_STREAMS_H
#define GI_CONTEXT_STREAMS_H

#include "stream_state.h"

/** Owner: the legacy stream's; they live as long as it does. */
GI_MUST_CHECK gi_status gi_context_waits(struct gi_stream *legacy, struct gi_stream **out_stream);
GI_MUST_CHECK gi_status gi_context_records(struct gi_stream *legacy, struct gi_stream **out_stream);

#endif
