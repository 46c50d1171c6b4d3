/** Copies between pageable host memory and memory that the host cannot see: through pinned memory,
 *  in pieces, so that the host and the device work at the same time. */
#ifndef GI_STAGING_H
#define GI_STAGING_H

#include "stream/stream_state.h"

/** How large a device's pieces are: large enough to keep its copies efficient, small enough that
 *  host and device overlap. A device that is the host's own processor gains less by that, and loses
 *  more to each batch. */
static inline uint64_t gi_staging_piece_bytes(const struct gi_device *device)
{
    return UINT64_C(1) << (device->base->info.kind == GI_DEVICE_CPU ? 21 : 20);
}

/** Takes a piece of pinned memory that nothing uses: one that was used before, while it is still in
 *  the processor's cache, or a new one.
 *  Owner:   the caller gives it back with gi_staging_give.
 *  Threads: any.
 *  Errors:  GI_NOT_READY if all that the device keeps are in use; GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_staging_take(struct gi_device *device, struct gi_allocation **out_piece);

/** The same, but makes one that is not kept rather than to answer GI_NOT_READY. */
GI_MUST_CHECK gi_status gi_staging_take_any(struct gi_device *device,
                                            struct gi_allocation **out_piece);

/** Gives a piece back; commands that use it still keep it until they are done. */
void gi_staging_give(struct gi_device *device, struct gi_allocation *piece);

/** Enqueues a copy of the simplified box at src, which has a host address and may be changed once
 *  this returns. Waits for earlier pieces only when so many are under way that it would need much
 *  memory.
 *  Errors: GI_OUT_OF_MEMORY, and those of gi_transfer_copy. */
GI_MUST_CHECK gi_status gi_staging_write(struct gi_stream *stream, const struct gi_operand *dst,
                                         const struct gi_operand *src, const struct gi_box *box);

/** Copies to dst, which has a host address, after all that is enqueued; done when this returns. */
GI_MUST_CHECK gi_status gi_staging_read(struct gi_stream *stream, const struct gi_operand *dst,
                                        const struct gi_operand *src, const struct gi_box *box);

#endif
