/** Textures: reads of 64-bit objects, and questions about them. The work is done by functions of
 *  the target's prelude. */
#ifndef GI_EMIT_TEXTURE_H
#define GI_EMIT_TEXTURE_H

#include "kernel/translate/emit/value/value.h"
#include "kernel/translate/ptx/shapes.h"

GI_EMIT_DECLARE(tex);
GI_EMIT_DECLARE(tld4);
GI_EMIT_DECLARE(txq);           /* suq, too */

/** The shape that an instruction names; NULL, and refused, where it names none. */
const struct gi_ptx_shape *gi_emit_shape_of(struct gi_emit *emit,
                                             const struct gi_ptx_instruction *instruction);

/** The object of [object, {coordinates}] as two words; the coordinates' operands are at least as
 *  many as the shape needs. false, and refused, where the operand is of another form. */
bool gi_emit_object(struct gi_emit *emit, const struct gi_ptx_operand *memory,
                    const struct gi_ptx_shape *shape, gi_id *out_object,
                    const struct gi_ptx_operand **out_at);

/** Calls a function of the prelude. Its name is made of up to three parts, with _ between them;
 *  NULL: there is no more. */
gi_id gi_emit_prelude_call(struct gi_emit *emit, const char *const parts[3], gi_type type,
                           const gi_id *arguments, uint32_t count);

#endif
