/** The one way for a program's operation into a stream. What applies to all operations is done
 *  here: today a line in the log. A stream capture would record the operation here. */
#ifndef GI_ENQUEUE_H
#define GI_ENQUEUE_H

#include "stream/operation.h"

/** Enqueues an operation, and borrows what it names until this returns.
 *  Threads: any that holds no lock.
 *  Errors:  the stream's failure; GI_DEVICE_LOST; GI_OUT_OF_MEMORY; of waits GI_AWAITED_FAILED.
 *           Nothing is enqueued then, except perhaps pieces of a copy. */
GI_MUST_CHECK gi_status gi_stream_enqueue(struct gi_stream *stream,
                                          struct gi_operation *operation);

#endif
