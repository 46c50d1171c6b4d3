/** Functions of the program that run on the host in a stream's order. */
#ifndef GI_HOST_FUNCTION_H
#define GI_HOST_FUNCTION_H

#include "stream/stream.h"

/** Enqueues a call of fn. always: fn is also called if the stream has failed, with the error.
 *  Threads: any that holds no lock.
 *  Errors:  those of gi_stream_acquire and gi_stream_enqueue. */
GI_MUST_CHECK gi_status gi_stream_host_call(gi_handle stream, gi_host_fn fn, void *argument,
                                            bool always);

/** Enqueues a call of a function, which is not called if the stream has failed. In a captured
 *  stream it becomes a node.
 *  Threads: any that holds no lock.
 *  Errors:  those of gi_stream_host_call. */
GI_MUST_CHECK gi_status gi_stream_host_function(gi_handle stream, void (*fn)(void *argument),
                                                void *argument);

#endif
