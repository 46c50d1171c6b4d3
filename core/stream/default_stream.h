/** The default streams of the calling thread's current context: the legacy stream, which all
 *  threads share, and the thread's own.
 *  Threads: any that holds no lock. */
#ifndef GI_DEFAULT_STREAM_H
#define GI_DEFAULT_STREAM_H

#include "stream_state.h"

struct gi_context;

/** The legacy stream of the current context if that is a context of the device; else that of the
 *  device's primary context. Made at the first use.
 *  Owner:  the caller drops the reference with gi_stream_release.
 *  Errors: GI_CONTEXT_DESTROYED, GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_legacy_acquire(struct gi_device *device, struct gi_stream **out_stream);

/** The legacy stream of a context, which need not be current. Made at the first use.
 *  Owner:  the caller drops the reference with gi_stream_release.
 *  Errors: GI_OUT_OF_MEMORY, and those of opening the device. */
GI_MUST_CHECK gi_status gi_legacy_of(struct gi_context *context, struct gi_stream **out_stream);

/** The legacy stream of a context if one was made; else NULL.
 *  Owner: the caller drops the reference with gi_stream_release. */
struct gi_stream *gi_legacy_if_made(struct gi_context *context);

/** The calling thread's own default stream in the current context; the device is that context's.
 *  Owner:  the caller drops the reference with gi_stream_release.
 *  Errors: GI_CONTEXT_DESTROYED, GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_thread_stream_acquire(struct gi_device *device,
                                                 struct gi_stream **out_stream);

/** How many own default streams the calling thread has. For tests. */
size_t gi_thread_stream_count(void);

#endif
