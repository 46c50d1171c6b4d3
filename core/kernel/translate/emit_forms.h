/** The forms of instructions that PTX has: types, operands and modifiers that go together. */
#ifndef GI_EMIT_FORMS_H
#define GI_EMIT_FORMS_H

#include "kernel/translate/emit_value.h"

/** A form of an opcode, and what emits it.
 *
 *  operands: a letter for each operand; those behind a ? may be missing. Capital letters are
 *  written. a: of the last type; t: of the first; w: as a, but of twice the width with .wide;
 *  u: 32 bits; p: a predicate; i: a constant; m: an address; x: anything. A, T, W, U, P, X: the
 *  same as destinations; Q: a predicate, or two; L and l: a register at least as wide as the first
 *  and the last type; V and v: the same, or a vector of them; S and s: 32 bits, of which a part may
 *  be selected; n: the same, or negated. A 3 in front: three types. */
struct gi_emit_form {
    uint16_t opcode;
    gi_emit_handler *handler;
    uint64_t first, last;           /* types as bits; first is 0 where there is one type only */
    const char *operands;
    uint8_t modifiers[28];
};

/** The forms of an opcode, one behind the other; NULL where it is not in the list. */
const struct gi_emit_form *gi_emit_forms_of(uint32_t opcode, uint32_t *out_count);

/** Whether the first operand of an opcode is written. */
bool gi_emit_form_writes_first(const struct gi_emit_form *form);

/** The form of an instruction. NULL where there is none: then the emission has failed, with
 *  GI_INVALID_VALUE, or GI_NOT_SUPPORTED where a modifier is none of the opcode. */
const struct gi_emit_form *gi_emit_form_of(struct gi_emit *emit,
                                           const struct gi_ptx_instruction *instruction,
                                           const struct gi_emit_form *forms, uint32_t count);

/** How an instruction misses the forms of its opcode. */
enum gi_emit_misfit {
    GI_EMIT_FITS,                   /* or has a modifier of which nothing is known here */
    GI_EMIT_TYPE,
    GI_EMIT_MODIFIERS,
    GI_EMIT_OPERANDS
};

/** The same without a failure. emit: only its current function is read. */
enum gi_emit_misfit gi_emit_misfit_of(const struct gi_emit *emit,
                                      const struct gi_ptx_instruction *instruction,
                                      const struct gi_emit_form *forms, uint32_t count);

/** All forms: for tests. */
const struct gi_emit_form *gi_emit_all_forms(uint32_t *out_count);

#endif
