/** The one way for a program's operation into a stream. The steps that all operations have in
 *  common are here: a line in the log, and captures of streams. */
#ifndef GI_ENQUEUE_H
#define GI_ENQUEUE_H

#include "stream/operation.h"

/** Enqueues an operation, and borrows what it names until this returns.
 *  Threads: any that holds no lock.
 *  Errors:  the stream's failure; GI_DEVICE_LOST; GI_OUT_OF_MEMORY; of waits GI_AWAITED_FAILED.
 *           Nothing is enqueued then, except perhaps pieces of a copy. */
GI_MUST_CHECK gi_status gi_stream_enqueue(struct gi_stream *stream,
                                          struct gi_operation *operation);

/** As gi_stream_enqueue, in a legacy stream, as a synchronous copy or fill wants it: that of the
 *  current context if the operation's memory is of its device, else that of the other device's
 *  primary context. current is the device if all memory is pageable. The kind has a home.
 *  Errors: also those of gi_legacy_acquire. */
GI_MUST_CHECK gi_status gi_legacy_enqueue(struct gi_device *current,
                                          struct gi_operation *operation);

/** Makes a copy of an operation that outlives the call: it refers to the objects and allocations,
 *  and has lists and arguments of its own. Pageable memory stays the program's, and so do a host
 *  function's argument and the memory that arguments of a kernel point to.
 *  Owner:   the caller drops the copy.
 *  Threads: any.
 *  Errors:  GI_OUT_OF_MEMORY; GI_INVALID_VALUE for a launch without one of its arguments. Then
 *           there is nothing to drop. */
GI_MUST_CHECK gi_status gi_operation_keep(const struct gi_operation *operation,
                                          struct gi_operation *out_kept);

/** Drops a kept copy.
 *  Threads: any that holds no lock. */
void gi_operation_drop(struct gi_operation *kept);

#endif
