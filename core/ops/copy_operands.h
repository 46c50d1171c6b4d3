/** Operands of copies: looks up and checks programs' pointers.
 *
 *  Threads: any. */
#ifndef GI_COPY_OPERANDS_H
#define GI_COPY_OPERANDS_H

#include "copy.h"
#include "stream/operation.h"

/** Checks a copy kind, which may be any number.
 *  Errors: GI_INVALID_COPY_DIRECTION. */
GI_MUST_CHECK gi_status gi_operands_check_kind(int kind);

/** What a valid kind declares the destination (is_target) or the source to be. */
enum gi_declared gi_kind_declares(int kind, bool is_target);

/** Resolves a box in a program's memory. is_target: the box will be written. what names the
 *  operand in error sentences. Only this function checks that the memory is what the program
 *  declared, and that the box lies in its pointer's allocation.
 *  Errors: those of gi_box_check and gi_operand_resolve; GI_INVALID_VALUE. */
GI_MUST_CHECK gi_status gi_operand_resolve_box(struct gi_operand *out_operand,
                                               const struct gi_box_operand *operand,
                                               const struct gi_box *box, enum gi_declared by_kind,
                                               bool is_target, const char *what);
void gi_operands_release(struct gi_operands *operands);

/** Resolves both operands of a copy between memories, and simplifies its box, which must not be
 *  empty.
 *  Owner:  the caller releases the operands.
 *  Errors: those of gi_operands_check_kind and gi_operand_resolve_box. After an error there is
 *          nothing to release. */
GI_MUST_CHECK gi_status gi_operands_resolve(struct gi_operands *out_operands,
                                            const struct gi_box_operand *dst,
                                            const struct gi_box_operand *src,
                                            const struct gi_box *box, int kind);

#endif
