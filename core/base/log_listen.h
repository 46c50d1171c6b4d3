/** Functions of the program that are told what is kept in the log (log_ring.h). They are called
 *  when the failing call is about to return and the library holds no lock, so they may call it. */
#ifndef GI_LOG_LISTEN_H
#define GI_LOG_LISTEN_H

#include "handle.h"

/** Is told a line without an end of line, in text of its own, zero-terminated behind length bytes.
 *  context is a copy of what gi_log_listen was given. */
typedef void (*gi_log_listener_fn)(const void *context, bool is_warning, char *text, size_t length);

/** Bytes that a context may have. */
#define GI_LOG_CONTEXT_BYTES 16

/** Tells listen every line that is kept from now on: those of a program's thread when a call of
 *  that thread fails, in that thread; those of the library's own threads when any call fails. A
 *  line that GI_LOG_RING_LINES others push out before that is not told.
 *  Threads: any.
 *  Errors:  GI_OUT_OF_MEMORY, and those of gi_process_check. */
GI_MUST_CHECK gi_status gi_log_listen(gi_log_listener_fn listen, const void *context,
                                      size_t context_bytes, gi_handle *out_handle);

/** Ends it; returns when no other thread is in the function any more. Called from such a function
 *  it does not wait.
 *  Errors: GI_INVALID_VALUE if handle is none, and those of gi_process_check. */
GI_MUST_CHECK gi_status gi_log_unlisten(gi_handle handle);

/** Logs why a call of the program fails, keeps the sentence for the program, and passes it on. A
 *  front end calls it as the last thing of the call; the calling thread holds no lock.
 *  Threads: any. */
GI_COLD void gi_log_failed_call(void);

/** Passes on what the calling thread has to; nothing in a function that listens. The calling thread
 *  holds no lock.
 *  Threads: any; cheap while nobody listens. */
void gi_log_deliver(void);

#endif
