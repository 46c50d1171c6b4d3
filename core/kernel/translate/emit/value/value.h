/** Values: kinds, constants, operands in and out of registers. */
#ifndef GI_EMIT_VALUE_H
#define GI_EMIT_VALUE_H

#include "kernel/translate/analyse/emit.h"

uint32_t gi_emit_bits(enum gi_kind kind);
bool gi_emit_is_float(enum gi_kind kind);
enum gi_kind gi_emit_unsigned(uint32_t bits);

/** The kind that computes with a type; f16x2 and the like are bits. */
enum gi_kind gi_emit_kind_of(enum gi_ptx_type type);

bool gi_emit_signed(enum gi_ptx_type type);

/** The kind of a value, which is a number or a predicate. Another one fails. */
enum gi_kind gi_emit_kind(struct gi_emit *emit, gi_id value);

gi_type gi_emit_type_id(struct gi_emit *emit, enum gi_kind kind);
gi_id gi_emit_constant(struct gi_emit *emit, enum gi_kind kind, uint64_t bits);
gi_id gi_emit_float(struct gi_emit *emit, enum gi_kind kind, double value);

gi_id gi_emit_1(struct gi_emit *emit, enum gi_spirv_opcode op, enum gi_kind kind, gi_id a);

/** An operation of two values. The result has the kind of the first, or is a predicate if the
 *  operation compares. */
gi_id gi_emit_2(struct gi_emit *emit, enum gi_spirv_opcode op, gi_id a, gi_id b);

/** As gi_emit_2, with a number as second operand, which is of the kind of the first. */
gi_id gi_emit_2n(struct gi_emit *emit, enum gi_spirv_opcode op, gi_id a, uint64_t number);

/** A part of a vector, by its number. */
gi_id gi_emit_extract(struct gi_emit *emit, enum gi_kind kind, gi_id vector, uint32_t part);

/** A number with a sign, as one of more bits. */
gi_id gi_emit_extend(struct gi_emit *emit, gi_id value, enum gi_kind to);
gi_id gi_emit_select(struct gi_emit *emit, gi_id condition, gi_id a, gi_id b);

/** One of two numbers. */
gi_id gi_emit_either(struct gi_emit *emit, enum gi_kind kind, gi_id condition,
                     uint64_t number, uint64_t other);

/** Some bits of a word, with the sign of the highest one if so; and a word with some bits of it
 *  replaced. */
gi_id gi_emit_field(struct gi_emit *emit, gi_id word, uint32_t at, uint32_t bits, bool is_signed);
gi_id gi_emit_with_field(struct gi_emit *emit, gi_id word, gi_id value, uint32_t at, uint32_t bits);

gi_id gi_emit_glsl1(struct gi_emit *emit, enum gi_spirv_glsl_instruction op,
                    enum gi_kind kind, gi_id a);
gi_id gi_emit_glsl2(struct gi_emit *emit, enum gi_spirv_glsl_instruction op,
                    enum gi_kind kind, gi_id a, gi_id b);
gi_id gi_emit_glsl3(struct gi_emit *emit, enum gi_spirv_glsl_instruction op,
                    enum gi_kind kind, gi_id a, gi_id b, gi_id c);

/** Says, once, that a new result must not be contracted with others. */
gi_id gi_emit_exact(struct gi_emit *emit, gi_id value);

/** A value as another kind: its bits, cut or extended by zeros. */
gi_id gi_emit_cast(struct gi_emit *emit, gi_id value, enum gi_kind to);

/** A zero of 32 bits that no compiler knows to be one. */
gi_id gi_emit_hidden_zero(struct gi_emit *emit);

gi_id gi_emit_join64(struct gi_emit *emit, gi_id low, gi_id high);
void gi_emit_split64(struct gi_emit *emit, gi_id value, gi_id *out_low, gi_id *out_high);

/** An operand as a value of a kind; a wider register is cut. */
gi_id gi_emit_get(struct gi_emit *emit, const struct gi_ptx_operand *operand, enum gi_kind kind);

/** Writes a value to a register; into a wider one by extension, of the sign if so. */
void gi_emit_put(struct gi_emit *emit, const struct gi_ptx_operand *operand, gi_id value,
                 bool is_signed);

gi_id gi_emit_read(struct gi_emit *emit, uint32_t reg);
void gi_emit_write(struct gi_emit *emit, uint32_t reg, gi_id value);

/** Items of {a, b}, or the one that stands without braces. */
const struct gi_ptx_operand *gi_emit_items(const struct gi_ptx_operand *operand,
                                           uint32_t *out_count);

#endif
