/** The one way by which a program's operation comes into a stream. What a stream does with all that
 *  it is given is done here: today a line in the log; a capture would note the operation instead of
 *  having it carried out. */
#ifndef GI_ENQUEUE_H
#define GI_ENQUEUE_H

#include "operation.h"

/** What is different for each kind of operation. */
struct gi_operation_traits {
    const char *name;            /* in the log */
    /** Carries it out: at once where the host can, else by appending. The stream is not entered. */
    gi_status (*carry_out)(struct gi_stream *stream, struct gi_operation *operation);
};

extern const struct gi_operation_traits gi_operation_traits[GI_OPERATION_KINDS];

/** Enqueues an operation, which borrows what it names until this returns.
 *  Threads: any.
 *  Errors:  why the stream has failed; GI_DEVICE_LOST; GI_OUT_OF_MEMORY; of waits
 *           GI_AWAITED_FAILED. Nothing is enqueued then, but pieces of a copy may be. */
GI_MUST_CHECK gi_status gi_stream_enqueue(struct gi_stream *stream,
                                          struct gi_operation *operation);

#endif
