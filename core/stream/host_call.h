/** Threads that run host functions: as many as run at once, since each may block. */
#ifndef GI_HOST_CALL_H
#define GI_HOST_CALL_H

#include "stream_state.h"

/** Runs fn(argument, status) on a thread of the library and then calls gi_stream_call_returned.
 *  Keeps a reference to the stream until then.
 *  Threads: any.
 *  Errors:  GI_OUT_OF_MEMORY, GI_OS_ERROR. */
GI_MUST_CHECK gi_status gi_host_call_start(struct gi_stream *stream, gi_host_fn fn, void *argument,
                                           gi_status status);

/** The stream whose host function the calling thread runs; NULL if it runs none. */
struct gi_stream *gi_host_call_stream(void);

#endif
