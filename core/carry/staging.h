/** Copies between pageable host memory and memory that the host cannot access. They go through
 *  pinned memory in pieces, so that host and device work at the same time.
 *
 *  Threads: any that holds no lock. */
#ifndef GI_STAGING_H
#define GI_STAGING_H

#include "stream/stream_state.h"

/** The size of a device's pieces: large enough for efficient copies, small enough that host and
 *  device overlap. A CPU device overlaps less and pays more for each batch, so its pieces are
 *  larger. */
static inline uint64_t gi_staging_piece_bytes(const struct gi_device *device)
{
    return UINT64_C(1) << (device->base->info.kind == GI_DEVICE_CPU ? 21 : 20);
}

/** Takes an unused piece of pinned memory. Prefers a recently used one, which is in the
 *  processor's cache, to a new one.
 *  Owner:  the caller gives it back with gi_staging_give.
 *  Errors: GI_NOT_READY if all of the device's pieces are in use; GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_staging_take(struct gi_device *device, struct gi_allocation **out_piece);

/** Takes a piece; if all are in use, allocates a temporary one.
 *  Errors: GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_staging_take_any(struct gi_device *device,
                                            struct gi_allocation **out_piece);

/** Gives a piece back; commands that use it keep it until they are done. */
void gi_staging_give(struct gi_device *device, struct gi_allocation *piece);

/** Enqueues a copy of the simplified box from src, which has a host address. The caller may
 *  change src afterwards. Waits for earlier pieces only if all pieces are in use.
 *  Errors: GI_OUT_OF_MEMORY, and those of gi_transfer_copy. */
GI_MUST_CHECK gi_status gi_staging_write(struct gi_stream *stream, const struct gi_operand *dst,
                                         const struct gi_operand *src, const struct gi_box *box);

/** Copies to dst, which has a host address, after all enqueued work. Done when it returns.
 *  Errors: as gi_staging_write, and the stream's failure. */
GI_MUST_CHECK gi_status gi_staging_read(struct gi_stream *stream, const struct gi_operand *dst,
                                        const struct gi_operand *src, const struct gi_box *box);

#endif
