/** Inside the emission: short names of what most files write again and again. */
#ifndef GI_EMIT_SHORT_H
#define GI_EMIT_SHORT_H

#include "kernel/translate/emit/value/value.h"

/** A constant of 32 bits. */
static inline gi_id u32(struct gi_emit *emit, uint64_t value)
{
    return gi_emit_constant(emit, GI_KIND_U32, value);
}

/** A constant of 64 bits. */
static inline gi_id u64(struct gi_emit *emit, uint64_t value)
{
    return gi_emit_constant(emit, GI_KIND_U64, value);
}

/** A value of 32 bits as one of 64. */
static inline gi_id wide(struct gi_emit *emit, gi_id value)
{
    return gi_emit_cast(emit, value, GI_KIND_U32, GI_KIND_U64);
}

/** An operation of two words, of a word and a number, of two numbers of 64 bits, and a
 *  comparison. */
static inline gi_id op32(struct gi_emit *emit, enum gi_spirv_opcode op, gi_id a, gi_id b)
{
    return gi_emit_2(emit, op, GI_KIND_U32, a, b);
}

static inline gi_id op32n(struct gi_emit *emit, enum gi_spirv_opcode op, gi_id a,
                          uint32_t number)
{
    return gi_emit_2n(emit, op, GI_KIND_U32, a, number);
}

static inline gi_id op64(struct gi_emit *emit, enum gi_spirv_opcode op, gi_id a, gi_id b)
{
    return gi_emit_2(emit, op, GI_KIND_U64, a, b);
}

static inline gi_id pred(struct gi_emit *emit, enum gi_spirv_opcode op, gi_id a, gi_id b)
{
    return gi_emit_2(emit, op, GI_KIND_PRED, a, b);
}

#endif
