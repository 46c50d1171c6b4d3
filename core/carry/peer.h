/** Work of a stream on the memory of another device. It runs in a stream of that device, between
 *  two points of the first stream.
 *
 *  Threads: any that holds no lock. */
#ifndef GI_PEER_H
#define GI_PEER_H

#include "stream/stream_state.h"

/** Begins work on another device, behind all work that stream has now. The work goes into
 *  *out_there. The caller must call gi_peer_end afterwards, even if enqueueing the work fails.
 *  Errors: GI_OUT_OF_MEMORY; the stream's failure. After an error there is nothing to end. */
GI_MUST_CHECK gi_status gi_peer_begin(struct gi_stream *stream, struct gi_device *device,
                                      struct gi_stream **out_there);

/** Makes later work of stream wait for the work, and fail if it fails.
 *  Errors: the failure of stream, or of the work. */
GI_MUST_CHECK gi_status gi_peer_end(struct gi_stream *stream, struct gi_stream *there);

/** Enqueues a copy of a simplified box between memories of two devices; neither operand is
 *  pageable. It goes through host memory, because no device accesses another's memory. Does not
 *  wait for a device.
 *  Errors: GI_OUT_OF_MEMORY; the stream's failure. */
GI_MUST_CHECK gi_status gi_peer_copy(struct gi_stream *stream, const struct gi_operand *dst,
                                     const struct gi_operand *src, const struct gi_box *box);

#endif
