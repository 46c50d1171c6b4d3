/** Copies and fills as commands of a stream, between places that the device reaches. */
#ifndef GI_TRANSFER_H
#define GI_TRANSFER_H

#include "operation.h"

/** Enqueues a copy of a box that is simplified, unless an end is an image; the two ends may
 *  overlap. They must be of the stream's device. Images have elements as large as each other's, of
 *  which the box is a multiple.
 *  Errors: GI_INTERNAL for memory of another device; GI_OUT_OF_MEMORY; why the stream failed. */
GI_MUST_CHECK gi_status gi_transfer_copy(struct gi_stream *stream, const struct gi_operand *dst,
                                         const struct gi_operand *src,
                                         const struct gi_box *box);
GI_MUST_CHECK gi_status gi_transfer_fill(struct gi_stream *stream,
                                         const struct gi_operation_fill *fill);

/** An end made of an allocation that the caller holds; it is not resolved and not to be
 *  released. */
struct gi_operand gi_operand_in(struct gi_allocation *allocation, uint64_t offset_bytes);

/** The same at its first byte, for a box whose rows and slices follow each other without gaps. */
struct gi_operand gi_operand_packed(struct gi_allocation *allocation, const struct gi_box *box);

/** The same in an image, at a block of a level. */
struct gi_operand gi_operand_in_image(struct gi_allocation *allocation, uint32_t level, uint32_t x,
                                      uint32_t y, uint32_t z);

/** Where a part of the box at end begins; not to be released. */
struct gi_operand gi_operand_at(const struct gi_operand *end, const struct gi_box_part *part);

#endif
