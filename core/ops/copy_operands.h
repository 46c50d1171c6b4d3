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

/** The declaration that a valid kind makes of the destination (is_target) or the source. */
enum gi_declared gi_kind_declares(int kind, bool is_target);

/** Resolves a box in a program's memory, a side as of GI_COPY_BOX. is_target: the box will be
 *  written. Error sentences name the operand by what. Only this function checks that the memory is
 *  what the program declared, and that the box lies in its pointer's allocation.
 *  Errors: those of gi_box_check and gi_operand_resolve; GI_INVALID_VALUE. */
GI_MUST_CHECK gi_status gi_operand_resolve_box(struct gi_operand *out_operand,
                                               const struct gi_copy_side *side,
                                               const struct gi_box *box, enum gi_declared by_kind,
                                               bool is_target, const char *what);
void gi_operands_release(struct gi_operation_copy *operands);

/** Resolves both operands of a GI_COPY_LINEAR that is not empty.
 *  Owner:  the caller releases the operands.
 *  Errors: those of gi_operands_check_kind and gi_operand_resolve_box. After an error there is
 *          nothing to release. */
GI_MUST_CHECK gi_status gi_operands_resolve_linear(struct gi_operation_copy *out_operands,
                                                   const struct gi_copy *copy);

/** As gi_operands_resolve_linear, for a GI_COPY_BOX between memories. Simplifies the box. */
GI_MUST_CHECK gi_status gi_operands_resolve(struct gi_operation_copy *out_operands,
                                            const struct gi_copy *copy);

#endif
