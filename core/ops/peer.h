/** Work in a stream on memory of another device than the stream's: in a stream of that device's
 *  own, between two points of the first. */
#ifndef GI_PEER_H
#define GI_PEER_H

#include "stream/stream_state.h"

/** Begins work of device that comes after all that is in stream so far and goes into *out_there.
 *  Follow it with gi_peer_end, whatever comes of the work.
 *  Errors: GI_OUT_OF_MEMORY; why stream failed; then there is nothing to end. */
GI_MUST_CHECK gi_status gi_peer_begin(struct gi_stream *stream, struct gi_device *device,
                                      struct gi_stream **out_there);

/** What follows in stream comes after the work, and fails if that does.
 *  Errors: why stream failed, or the work. */
GI_MUST_CHECK gi_status gi_peer_end(struct gi_stream *stream, struct gi_stream *there);

/** Enqueues a copy of a simplified box between memories of two devices, neither end pageable:
 *  through host memory, as no device reaches the other's. Never waits for a device.
 *  Errors: GI_OUT_OF_MEMORY; why the stream failed. */
GI_MUST_CHECK gi_status gi_peer_copy(struct gi_stream *stream, const struct gi_operand *dst,
                                     const struct gi_operand *src, const struct gi_box *box);

#endif
