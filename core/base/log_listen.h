/** Callbacks of the program for the lines of the log ring (log_ring.h). The library calls them when
 *  the failing call is about to return and holds no lock. So a callback may call the library. */
#ifndef GI_LOG_LISTEN_H
#define GI_LOG_LISTEN_H

#include "handle.h"

/** Receives a line without an end of line. text is the callee's copy, with a 0 after length bytes.
 *  context is a copy of the one given to gi_log_listen. */
typedef void (*gi_log_listener_fn)(const void *context, bool is_warning, char *text, size_t length);

/** The largest size of a context. */
#define GI_LOG_CONTEXT_BYTES 16

/** Registers listen for every line that is kept from now on. A line of a program's thread is
 *  delivered in that thread, when its call fails. A line of a library's thread is delivered when
 *  any call fails. A line is lost if GI_LOG_RING_LINES newer ones replace it first.
 *  Threads: any.
 *  Errors:  GI_OUT_OF_MEMORY, and those of gi_process_check. */
GI_MUST_CHECK gi_status gi_log_listen(gi_log_listener_fn listen, const void *context,
                                      size_t context_bytes, gi_handle *out_handle);

/** Unregisters a callback. Waits until no other thread runs it. A call from inside the callback
 *  does not wait.
 *  Threads: any.
 *  Errors:  GI_INVALID_VALUE if handle is none, and those of gi_process_check. */
GI_MUST_CHECK gi_status gi_log_unlisten(gi_handle handle);

/** Logs why a call of the program fails, publishes the sentence, and calls the callbacks. A front
 *  end calls it last in a failed call. The calling thread holds no lock.
 *  Threads: any. */
GI_COLD void gi_log_failed_call(void);

/** Delivers the pending lines of the calling thread to the callbacks. Does nothing inside a
 *  callback. The calling thread holds no lock. Cheap if there is no callback.
 *  Threads: any. */
void gi_log_deliver(void);

#endif
