/** Copies whose other operand is host memory, for callers that must not wait: the host does them
 *  when the stream comes to them.
 *
 *  Threads: any that holds no lock. */
#ifndef GI_COPY_LATER_H
#define GI_COPY_LATER_H

#include "stream/operation.h"

/** Enqueues the copy as a call of the host. The stream fails if the copy then fails.
 *  Errors: GI_OUT_OF_MEMORY, and the stream's failure. */
GI_MUST_CHECK gi_status gi_copy_later(struct gi_stream *stream,
                                      const struct gi_operation *operation);

#endif
