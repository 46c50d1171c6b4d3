/** Values: kinds, constants, operands in and out of registers. */
#ifndef GI_EMIT_VALUE_H
#define GI_EMIT_VALUE_H

#include "kernel/translate/analyse/emit.h"

uint32_t gi_emit_bits(enum gi_emit_kind kind);
bool gi_emit_is_float(enum gi_emit_kind kind);
enum gi_emit_kind gi_emit_unsigned(uint32_t bits);

/** The kind that computes with a type; f16x2 and the like are bits. */
enum gi_emit_kind gi_emit_kind_of(enum gi_ptx_type type);

bool gi_emit_signed(enum gi_ptx_type type);

uint32_t gi_emit_type_id(struct gi_emit *emit, enum gi_emit_kind kind);
uint32_t gi_emit_constant(struct gi_emit *emit, enum gi_emit_kind kind, uint64_t bits);
uint32_t gi_emit_float(struct gi_emit *emit, enum gi_emit_kind kind, double value);

uint32_t gi_emit_1(struct gi_emit *emit, enum gi_spirv_opcode op, enum gi_emit_kind kind,
                   uint32_t a);
uint32_t gi_emit_2(struct gi_emit *emit, enum gi_spirv_opcode op, enum gi_emit_kind kind,
                   uint32_t a, uint32_t b);
/** As gi_emit_2, with a number as second operand, which is of the kind of the result. */
uint32_t gi_emit_2n(struct gi_emit *emit, enum gi_spirv_opcode op, enum gi_emit_kind kind,
                    uint32_t a, uint64_t number);

/** A number with a sign, as one of more bits. */
uint32_t gi_emit_extend(struct gi_emit *emit, uint32_t value, enum gi_emit_kind from,
                        enum gi_emit_kind to);
uint32_t gi_emit_select(struct gi_emit *emit, enum gi_emit_kind kind, uint32_t condition,
                        uint32_t a, uint32_t b);

/** One of two numbers. */
uint32_t gi_emit_either(struct gi_emit *emit, enum gi_emit_kind kind, uint32_t condition,
                        uint64_t number, uint64_t other);

/** Some bits of a word, with the sign of the highest one if so; and a word with some bits of it
 *  replaced. */
uint32_t gi_emit_field(struct gi_emit *emit, uint32_t word, uint32_t at, uint32_t bits,
                       bool is_signed);
uint32_t gi_emit_with_field(struct gi_emit *emit, uint32_t word, uint32_t value, uint32_t at,
                            uint32_t bits);

uint32_t gi_emit_glsl1(struct gi_emit *emit, enum gi_spirv_glsl_instruction op,
                       enum gi_emit_kind kind, uint32_t a);
uint32_t gi_emit_glsl2(struct gi_emit *emit, enum gi_spirv_glsl_instruction op,
                       enum gi_emit_kind kind, uint32_t a, uint32_t b);
uint32_t gi_emit_glsl3(struct gi_emit *emit, enum gi_spirv_glsl_instruction op,
                       enum gi_emit_kind kind, uint32_t a, uint32_t b, uint32_t c);

/** Says, once, that a new result must not be contracted with others. */
uint32_t gi_emit_exact(struct gi_emit *emit, uint32_t value);

/** A value as another kind: its bits, cut or extended by zeros. */
uint32_t gi_emit_cast(struct gi_emit *emit, uint32_t value, enum gi_emit_kind from,
                      enum gi_emit_kind to);

/** A zero of 32 bits that no compiler knows to be one. */
uint32_t gi_emit_hidden_zero(struct gi_emit *emit);

uint32_t gi_emit_join64(struct gi_emit *emit, uint32_t low, uint32_t high);
void gi_emit_split64(struct gi_emit *emit, uint32_t value, uint32_t *out_low, uint32_t *out_high);

/** An operand as a value of a kind; a wider register is cut. */
uint32_t gi_emit_get(struct gi_emit *emit, const struct gi_ptx_operand *operand,
                     enum gi_emit_kind kind);

/** Writes a value to a register; into a wider one by extension, of the sign if so. */
void gi_emit_put(struct gi_emit *emit, const struct gi_ptx_operand *operand, uint32_t value,
                 enum gi_emit_kind kind, bool is_signed);

uint32_t gi_emit_read(struct gi_emit *emit, uint32_t reg);
void gi_emit_write(struct gi_emit *emit, uint32_t reg, uint32_t value);

/** Items of {a, b}, or the one that stands without braces. */
const struct gi_ptx_operand *gi_emit_items(const struct gi_ptx_operand *operand,
                                           uint32_t *out_count);

#endif
