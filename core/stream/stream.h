/** Streams as the front ends see them. scheduler.h explains how they work.
 *
 *  Threads: any that holds no lock.
 *  Errors:  of all: GI_STALE_HANDLE. */
#ifndef GI_STREAM_H
#define GI_STREAM_H

#include "base/handle.h"

/** The default streams: 0 and 1 are the current device's legacy stream, 2 is the calling
 *  thread's. */
#define GI_STREAM_NULL ((gi_handle)0)
#define GI_STREAM_LEGACY ((gi_handle)1)
#define GI_STREAM_PER_THREAD ((gi_handle)2)

enum { GI_STREAM_NON_BLOCKING = 1u << 0 };   /* does not order with the legacy default stream */

/** A host function. The library calls it on one of its threads when all earlier work in the
 *  stream is done. status is GI_OK or the stream's failure. It may block, and holds back only
 *  its own stream. */
typedef void (*gi_host_fn)(void *argument, gi_status status);

/** Writes what a host function of the library does: "runs ...".
 *  Threads: any; a stream's lock is held. */
typedef void (*gi_host_words)(const void *argument, char *text, size_t room);

/** Creates a stream on the current device; priorities are clamped to -5 .. 0. */
GI_MUST_CHECK gi_status gi_stream_create(uint32_t flags, int priority, gi_handle *out_stream);

/** Ends the handle; enqueued work goes on.
 *  Errors: GI_INVALID_HANDLE for a default stream. */
GI_MUST_CHECK gi_status gi_stream_destroy(gi_handle stream);

/** GI_OK if all enqueued work is done, else GI_NOT_READY. */
GI_MUST_CHECK gi_status gi_stream_query(gi_handle stream);

/** Waits until all work enqueued so far is done. */
GI_MUST_CHECK gi_status gi_stream_synchronize(gi_handle stream);

/** Makes later work of the stream wait for the event's newest record at this call. */
GI_MUST_CHECK gi_status gi_stream_wait_event(gi_handle stream, gi_handle event);

/** As gi_stream_wait_event, in a captured stream, as a node of the graph, which waits at each
 *  launch.
 *  Errors: also GI_CAPTURE_STATE if the stream does not capture. */
GI_MUST_CHECK gi_status gi_stream_wait_event_external(gi_handle stream, gi_handle event);

/** Whether the stream captures; false for a handle that names none. */
bool gi_stream_captures(gi_handle stream);

/** Whether the stream accepts batches: the legacy default stream does not.
 *  Errors: GI_INVALID_VALUE. */
GI_MUST_CHECK static inline gi_status gi_stream_takes_batches(gi_handle stream)
{
    if (stream != GI_STREAM_NULL && stream != GI_STREAM_LEGACY)
        return GI_OK;
    return gi_fail(GI_INVALID_VALUE, "stream is the legacy default stream, which takes no batches");
}

/** Refuses some questions of a captured stream, as the vendor does, and breaks the capture.
 *  Errors: GI_CAPTURE_UNSUPPORTED, GI_CAPTURE_IMPLICIT. */
GI_MUST_CHECK gi_status gi_stream_may_be_asked(gi_handle stream);

GI_MUST_CHECK gi_status gi_stream_get_flags(gi_handle stream, uint32_t *out_flags);
GI_MUST_CHECK gi_status gi_stream_get_priority(gi_handle stream, int *out_priority);
GI_MUST_CHECK gi_status gi_stream_get_device(gi_handle stream, int *out_ordinal);

#endif
