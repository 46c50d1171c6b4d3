/** The forms of instructions that PTX has: types, operands and modifiers that go together. */
#ifndef GI_PTX_FORMS_H
#define GI_PTX_FORMS_H

#include "kernel/translate/ptx/ptx.h"

/** A form of an opcode; form_list.h has them all.
 *
 *  operands: a letter for each operand; operands behind a ? may be missing. Capital letters are
 *  written. a: of the last type; t: of the first; w: as a, but of twice the width with .wide; u: 32
 *  bits; p: a predicate; i: a constant; m: an address; x: anything. A, T, W, U, P, X: as a, t, w,
 *  u, p, x, but destinations; Q: a predicate, or two; L and l: a register at least as wide as the
 *  first and the last type; V and v: as L and l, or a vector of them; S and s: 32 bits, of which a
 *  part may be selected; n: as s, or negated. A 3 in front: three types. */
struct gi_ptx_form {
    uint16_t opcode;
    uint64_t first, last;           /* types as bits; first is 0 where there is one type only */
    const char *operands;
    uint8_t modifiers[28];
};

/** All forms, in the order of form_list.h. */
const struct gi_ptx_form *gi_ptx_all_forms(uint32_t *out_count);

/** The forms of an opcode, one behind the other; NULL where it is not in the list. */
const struct gi_ptx_form *gi_ptx_forms_of(uint32_t opcode, uint32_t *out_count);

/** Whether the first operand is written. */
bool gi_ptx_form_writes_first(const struct gi_ptx_form *form);

/** How an instruction misses the forms of its opcode. */
enum gi_ptx_misfit {
    GI_PTX_FITS,                    /* or has a modifier of which nothing is known here */
    GI_PTX_MISFIT_TYPE,
    GI_PTX_MISFIT_MODIFIERS,
    GI_PTX_MISFIT_OPERANDS
};

/** body: the one that the instruction stands in. */
enum gi_ptx_misfit gi_ptx_misfit_of(const struct gi_ptx_body *body,
                                    const struct gi_ptx_instruction *instruction,
                                    const struct gi_ptx_form *forms, uint32_t count);

/** The form of an instruction, or why it has none. */
struct gi_ptx_match {
    const struct gi_ptx_form *form;
    const char *why;                /* where form is NULL */
    bool is_unbuilt;                /* it may be PTX: no form has the modifier or vector */
};

struct gi_ptx_match gi_ptx_match_of(const struct gi_ptx_body *body,
                                    const struct gi_ptx_instruction *instruction,
                                    const struct gi_ptx_form *forms, uint32_t count);

#endif
