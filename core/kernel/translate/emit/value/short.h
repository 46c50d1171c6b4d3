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
    return gi_emit_cast(emit, value, GI_KIND_U64);
}

/** An operation of two values, and of a value and a number. */
static inline gi_id op2(struct gi_emit *emit, enum gi_spirv_opcode op, gi_id a, gi_id b)
{
    return gi_emit_2(emit, op, a, b);
}

static inline gi_id op2n(struct gi_emit *emit, enum gi_spirv_opcode op, gi_id a, uint64_t number)
{
    return gi_emit_2n(emit, op, a, number);
}

#endif
