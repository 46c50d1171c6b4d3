/** The ends of copies: pointers of programs, looked up and checked. */
#ifndef GI_COPY_OPERANDS_H
#define GI_COPY_OPERANDS_H

#include "copy.h"
#include "operation.h"

/** Checks a copy kind, which may be any number.
 *  Errors: GI_INVALID_COPY_DIRECTION. */
GI_MUST_CHECK gi_status gi_operands_check_kind(int kind);

/** What a valid kind says about the destination (is_target), or about the source. */
enum gi_declared gi_kind_declares(int kind, bool is_target);

/** Resolves a box in memory that programs describe; is_target: it is to be written. what names the
 *  end in sentences. No other function checks whether memory is what the end or the kind says, and
 *  whether the box is in the allocation of its pointer.
 *  Errors: those of gi_box_check and gi_operand_resolve; GI_INVALID_VALUE. */
GI_MUST_CHECK gi_status gi_operand_resolve_box(struct gi_operand *out_end,
                                               const struct gi_box_operand *end,
                                               const struct gi_box *box, enum gi_declared kind_says,
                                               bool is_target, const char *what);
void gi_operands_release(struct gi_operands *ends);

/** Resolves both ends of a copy between memories, and simplifies its box. The box is not empty.
 *  Owner:  the caller releases the ends.
 *  Errors: those of gi_operands_check_kind and gi_operand_resolve_box; then nothing is to be
 *          released. */
GI_MUST_CHECK gi_status gi_operands_resolve(struct gi_operands *out_ends,
                                            const struct gi_box_operand *dst,
                                            const struct gi_box_operand *src,
                                            const struct gi_box *box, int kind);

#endif
