/** Copies between pageable host memory and memory that the host cannot see: through pinned memory,
 *  in pieces, so that the host and the device work at the same time. */
#ifndef GI_STAGING_H
#define GI_STAGING_H

#include "stream_state.h"

/** Enqueues a copy of size_bytes at src, which may be changed once this returns. Waits for earlier
 *  pieces only when so many are under way that it would need much memory.
 *  Errors: GI_OUT_OF_MEMORY, and those of gi_transfer_copy. */
GI_MUST_CHECK gi_status gi_staging_write(struct gi_stream *stream, const struct gi_end *dst,
                                         const void *src, uint64_t size_bytes);

/** Copies to dst after all that is enqueued; done when this returns. */
GI_MUST_CHECK gi_status gi_staging_read(struct gi_stream *stream, void *dst,
                                        const struct gi_end *src, uint64_t size_bytes);

#endif
