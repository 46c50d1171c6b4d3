/** Writes operations into the segments of a stream; no other file does (a test looks at the
 *  objects). Each call enters the stream with its order behind other streams, writes, and leaves
 *  it. Programs' calls come by gi_stream_enqueue; what one operation is carried out with, such as
 *  the pieces of a copy, comes here directly. */
#ifndef GI_APPEND_H
#define GI_APPEND_H

#include "ops/operation.h"

/* Errors of all: why the stream has failed; GI_DEVICE_LOST; GI_OUT_OF_MEMORY. */

/** Appends a command; the allocations, which may be NULL, are kept until it is done. */
GI_MUST_CHECK gi_status gi_append_command(struct gi_stream *stream,
                                          const struct gi_command *command,
                                          struct gi_allocation *dst, struct gi_allocation *src);

/** Appends a command that may touch anything.
 *  Errors: also GI_NOT_SUPPORTED where the device runs none. */
GI_MUST_CHECK gi_status gi_append_launch(struct gi_stream *stream);

/** Notes the order behind other streams where nothing is appended now: a point taken next stands
 *  for it too. */
GI_MUST_CHECK gi_status gi_append_order(struct gi_stream *stream);

/** What follows in stream waits for a point of another, which may be of another device. If the
 *  point's work fails, or has failed, what follows fails, too.
 *  Errors: also GI_AWAITED_FAILED. */
GI_MUST_CHECK gi_status gi_append_point(struct gi_stream *stream, struct gi_stream *other,
                                        uint64_t seq);

/** The same for all that is in the other one now, but what has failed by now is not told again. */
GI_MUST_CHECK gi_status gi_append_follow(struct gi_stream *stream, struct gi_stream *other);

/** A call of a host function. If the stream fails once the call is appended, that is left for the
 *  next call to report: the caller of this one would believe that fn will not be called. */
GI_MUST_CHECK gi_status gi_append_host_call(struct gi_stream *stream,
                                            const struct gi_operation_host_call *call);

GI_MUST_CHECK gi_status gi_append_signals(struct gi_stream *stream,
                                          const struct gi_operation_semaphores *signals);
GI_MUST_CHECK gi_status gi_append_waits(struct gi_stream *stream,
                                        const struct gi_operation_semaphores *waits);
GI_MUST_CHECK gi_status gi_append_record(struct gi_stream *stream,
                                         struct gi_operation_record *record);
GI_MUST_CHECK gi_status gi_append_wait_record(struct gi_stream *stream,
                                              const struct gi_operation_wait_record *wait);
GI_MUST_CHECK gi_status gi_append_words(struct gi_stream *stream,
                                        const struct gi_operation_words *words);

#endif
