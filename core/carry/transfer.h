/** Copies and fills as commands of a stream, between operands that the device can access.
 *
 *  Threads: any that holds no lock. */
#ifndef GI_TRANSFER_H
#define GI_TRANSFER_H

#include "stream/made_command.h"
#include "stream/operation.h"

/** Enqueues a copy of a box, which is simplified unless an operand is an image. The operands may
 *  overlap, and must be on the stream's device. The elements of images have the same size, and
 *  the box is a multiple of it.
 *  Errors: GI_INTERNAL for memory of another device; GI_OUT_OF_MEMORY; the stream's failure. */
GI_MUST_CHECK gi_status gi_transfer_copy(struct gi_stream *stream, const struct gi_operand *dst,
                                         const struct gi_operand *src,
                                         const struct gi_box *box);
GI_MUST_CHECK gi_status gi_transfer_fill(struct gi_stream *stream,
                                         const struct gi_operation_fill *fill);

/** Whether a copy or a fill is one command between memories of one device. */
bool gi_transfer_copy_can_be_recorded(const struct gi_operation_copy *copy);
bool gi_transfer_fill_can_be_recorded(const struct gi_operation_fill *fill);

/** Makes the command of one that can be recorded. It has nothing to drop. */
void gi_transfer_make_copy(const struct gi_operation_copy *copy, struct gi_made_command *out_made);
void gi_transfer_make_fill(const struct gi_operation_fill *fill, struct gi_made_command *out_made);

/** Copies a box by the host, inside (in_driver.h). Both operands have host addresses.
 *  Errors: GI_DEVICE_LOST once the drivers are closed; nothing is copied. */
GI_MUST_CHECK gi_status gi_transfer_move(const struct gi_operand *dst, const struct gi_operand *src,
                                         const struct gi_box *box);

/** An operand in an allocation that the caller holds. It must not be released. */
struct gi_operand gi_operand_in(struct gi_allocation *allocation, uint64_t offset_bytes);

/** An operand at the allocation's first byte, with packed rows and slices. It must not be
 *  released. */
struct gi_operand gi_operand_packed(struct gi_allocation *allocation, const struct gi_box *box);

/** An operand in an image, at a block of a level. It must not be released. */
struct gi_operand gi_operand_in_image(struct gi_allocation *allocation, uint32_t level, uint32_t x,
                                      uint32_t y, uint32_t z);

/** The operand of a part of the box. It must not be released. */
struct gi_operand gi_operand_at(const struct gi_operand *operand, const struct gi_box_part *part);

#endif
