/** Giving a segment to the stream's lane. */
#ifndef GI_SUBMIT_H
#define GI_SUBMIT_H

#include "stream_state.h"

/** Submits the segment, whose gates are open, to the lane. Without work for the device it has the
 *  value of the segment before it.
 *  Threads: the one that advances the stream. It holds the stream's lock, which is released
 *           meanwhile: recording takes time, and other threads enqueue.
 *  Errors:  as the driver's submit, GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_segment_submit(struct gi_stream *stream, struct gi_segment *segment);

#endif
