/** Types, constants and variables of a SPIR-V module. Equal types, constants and variables are made
 *  once and have one id.
 *
 *  Threads: one at a time for one builder, for all functions here. */
#ifndef GI_SPIRV_TYPES_H
#define GI_SPIRV_TYPES_H

#include "kernel/translate/spirv/id.h"
#include "kernel/translate/spirv/words.h"

#include <stdbool.h>
#include <stdint.h>

struct gi_spirv;

/* ---- types ------------------------------------------------------------------------------- */

/** Types exist once each. Equal arguments answer the same id. That of a kind is unsigned. */
gi_type gi_spirv_type_void(struct gi_spirv *builder);
gi_type gi_spirv_type_of(struct gi_spirv *builder, enum gi_kind kind);
gi_type gi_spirv_type_bool(struct gi_spirv *builder);
gi_type gi_spirv_type_int(struct gi_spirv *builder, uint32_t bits, bool is_signed);
gi_type gi_spirv_type_float(struct gi_spirv *builder, uint32_t bits);
gi_type gi_spirv_type_vector(struct gi_spirv *builder, gi_type component, uint32_t count);

/** An array; length is the id of a constant. A stride of 0 bytes is none: for memory without a
 *  layout. */
gi_type gi_spirv_type_array(struct gi_spirv *builder, gi_type element, gi_id length,
                            uint32_t stride_bytes);
gi_type gi_spirv_type_runtime_array(struct gi_spirv *builder, gi_type element,
                                    uint32_t stride_bytes);

/** A structure. With offsets (in bytes, one for each member) it has a layout; block decorates it as
 *  the structure of an interface. */
gi_type gi_spirv_type_struct(struct gi_spirv *builder, const gi_type *members,
                             const uint32_t *offsets, uint32_t count, bool block);
gi_type gi_spirv_type_pointer(struct gi_spirv *builder, enum gi_spirv_storage_class storage,
                              gi_type type);
gi_type gi_spirv_type_function(struct gi_spirv *builder, gi_type result,
                               const gi_type *parameters, uint32_t count);

/** Any other type (images, samplers): the operands are those behind the result. */
gi_type gi_spirv_type(struct gi_spirv *builder, enum gi_spirv_opcode opcode,
                      const uint32_t *operands, uint32_t count);

/* ---- constants --------------------------------------------------------------------------- */

/** Constants exist once each, by type and bits: 0.0 and -0.0 are two, and so are NaNs of different
 *  payload. The integers are of unsigned types. */
gi_id gi_spirv_constant_bool(struct gi_spirv *builder, bool value);
gi_id gi_spirv_constant_u8(struct gi_spirv *builder, uint8_t value);
gi_id gi_spirv_constant_u16(struct gi_spirv *builder, uint16_t value);
gi_id gi_spirv_constant_u32(struct gi_spirv *builder, uint32_t value);
gi_id gi_spirv_constant_u64(struct gi_spirv *builder, uint64_t value);
gi_id gi_spirv_constant_s32(struct gi_spirv *builder, int32_t value);
gi_id gi_spirv_constant_f16(struct gi_spirv *builder, uint16_t bits);
gi_id gi_spirv_constant_f32(struct gi_spirv *builder, float value);
gi_id gi_spirv_constant_f64(struct gi_spirv *builder, double value);

/** Tells if an id is one of the numbers that were asked for last: surely if none was since.
 *  Threads:  as for all functions of the builder. */
bool gi_spirv_is_number(const struct gi_spirv *builder, gi_id id);

/** A constant of zeros, an undefined value of the module, a constant of parts; for any type. */
gi_id gi_spirv_constant_null(struct gi_spirv *builder, gi_type type);
gi_id gi_spirv_undefined(struct gi_spirv *builder, gi_type type);
gi_id gi_spirv_constant_composite(struct gi_spirv *builder, gi_type type, const gi_id *parts,
                                  uint32_t count);

/** The specialization constant of a number; all calls for one number have to agree in the rest. */
gi_id gi_spirv_spec_u32(struct gi_spirv *builder, uint32_t number, uint32_t initial);
gi_id gi_spirv_spec_bool(struct gi_spirv *builder, uint32_t number, bool initial);

/** Values that depend on specialization constants: operations on them, and a composite with parts
 *  of that sort. */
gi_id gi_spirv_spec_op(struct gi_spirv *builder, enum gi_spirv_opcode opcode, gi_type type,
                       gi_id a, gi_id b);
gi_id gi_spirv_spec_select(struct gi_spirv *builder, gi_type type, gi_id condition, gi_id a,
                           gi_id b);
gi_id gi_spirv_spec_composite(struct gi_spirv *builder, gi_type type, const gi_id *parts,
                              uint32_t count);

/* ---- variables of the module ------------------------------------------------------------- */

/** A variable of the module; type is a pointer type of the same storage class, initial the id of a
 *  constant of the kind that it points to, or GI_NO_ID. */
gi_id gi_spirv_variable(struct gi_spirv *builder, gi_type type,
                        enum gi_spirv_storage_class storage, gi_id initial);

/** The input variable of a builtin, made once; type is that of the value. */
gi_id gi_spirv_builtin(struct gi_spirv *builder, enum gi_spirv_builtin builtin, gi_type type);

/** All variables of the module so far, in the order in which they were made.
 *  Owner:   the builder; valid until the next one is made. */
const gi_id *gi_spirv_variables(const struct gi_spirv *builder, uint32_t *out_count);

#endif
