/* Moves, loads, stores, addresses, atomics. */
#include <string.h>

#include "floats.h"

/* Parts of a vector, the first lowest. */
static uint64_t packed(struct thread *thread, const struct gi_ptx_operand *vector,
                       enum gi_ptx_type type)
{
    uint32_t bits = gi_ptx_type_bytes(type) * 8 / vector->count;
    uint64_t value = 0;

    for (uint32_t i = 0; i < vector->count; i++) {
        uint64_t part = value_of(thread, &vector->to.items[i], GI_PTX_T_B64);

        value |= (part & ((1ull << bits) - 1)) << bits * i;
    }
    return value;
}

enum step op_mov(struct thread *thread, const struct gi_ptx_instruction *in)
{
    enum gi_ptx_type type = type_of(in, 0);
    const struct gi_ptx_operand *to = &in->operands[0], *from = &in->operands[1];
    uint64_t value;

    if (gi_ptx_type_bytes(type) > 8) {
        stop(thread, INTERPRETER_NOT_BUILT, "128 bits are not interpreted");
        return STAYS;
    }
    value = from->kind == GI_PTX_VECTOR ? packed(thread, from, type)
        : value_of(thread, from, type);
    if (to->kind != GI_PTX_VECTOR) {
        set_value(thread, to, type, value);
        return NEXT;
    }
    for (uint32_t i = 0; i < to->count; i++) {
        uint32_t bits = gi_ptx_type_bytes(type) * 8 / to->count;

        set_value(thread, &to->to.items[i], GI_PTX_T_B64,
                  value >> bits * i & (bits < 64 ? (1ull << bits) - 1 : UINT64_MAX));
    }
    return NEXT;
}

static uint32_t lanes(const struct gi_ptx_instruction *in)
{
    return in->vector ? in->vector : 1;
}

/* ld, ldu */
enum step op_ld(struct thread *thread, const struct gi_ptx_instruction *in)
{
    enum gi_ptx_type type = type_of(in, 0);
    uint32_t bytes = gi_ptx_type_bytes(type);
    const struct gi_ptx_operand *to = &in->operands[0];
    const uint8_t *at = place_of(thread, in, &in->operands[1], bytes * lanes(in));

    if (!at || bytes > 8)
        return STAYS;
    for (uint32_t i = 0; i < lanes(in); i++) {
        uint64_t value = 0;

        memcpy(&value, at + i * bytes, bytes);
        set_value(thread, to->kind == GI_PTX_VECTOR ? &to->to.items[i] : to, type, value);
    }
    return NEXT;
}

enum step op_st(struct thread *thread, const struct gi_ptx_instruction *in)
{
    enum gi_ptx_type type = type_of(in, 0);
    uint32_t bytes = gi_ptx_type_bytes(type);
    const struct gi_ptx_operand *from = &in->operands[1];
    uint8_t *at = place_of(thread, in, &in->operands[0], bytes * lanes(in));

    if (!at || bytes > 8)
        return STAYS;
    for (uint32_t i = 0; i < lanes(in); i++) {
        uint64_t value = value_of(thread,
                                  from->kind == GI_PTX_VECTOR ? &from->to.items[i] : from, type);

        memcpy(at + i * bytes, &value, bytes);
    }
    return NEXT;
}

static uint64_t window_of(enum gi_ptx_space space)
{
    if (space == GI_PTX_SHARED)
        return SHARED_WINDOW;
    return space == GI_PTX_LOCAL || space == GI_PTX_PARAM ? PRIVATE_WINDOW : 0;
}

enum step op_cvta(struct thread *thread, const struct gi_ptx_instruction *in)
{
    enum gi_ptx_type type = type_of(in, 0);
    uint64_t value = value_at(thread, in, 1, type);
    uint64_t window = window_of((enum gi_ptx_space)in->space);

    set_result(thread, in, type, gi_ptx_has(in, GI_PTX_M_TO) ? value - window : value + window);
    return NEXT;
}

enum step op_isspacep(struct thread *thread, const struct gi_ptx_instruction *in)
{
    uint64_t window = value_at(thread, in, 1, GI_PTX_T_U64) & 0xff00000000000000ull;

    set_result(thread, in, GI_PTX_T_PRED, window == window_of((enum gi_ptx_space)in->space));
    return NEXT;
}

/* ---- atomics ---- */

static uint64_t least_or_most(const struct gi_ptx_instruction *in, enum gi_ptx_type type,
                              uint64_t old, uint64_t value)
{
    bool less = is_signed(type) ? signed_value(value, type) < signed_value(old, type)
        : value < old;

    if (value == old)
        return old;
    return less == gi_ptx_has(in, GI_PTX_M_MIN) ? value : old;
}

/* f32 in global memory drops small numbers; in shared memory it keeps them. */
static uint64_t float_sum(const struct gi_ptx_instruction *in, enum gi_ptx_type type,
                          uint64_t old, uint64_t value)
{
    struct format format = format_of(type);
    bool drops = type == GI_PTX_T_F32 && in->space != GI_PTX_SHARED;
    uint64_t result = 0;

    for (uint32_t i = 0; i < part_count(type); i++) {
        uint64_t bits[2] = { part_of(old, type, i), part_of(value, type, i) }, sum;

        for (uint32_t k = 0; k < 2; k++) {
            if (drops && is_small(format, bits[k]))
                bits[k] &= sign_bit(format);
        }
        sum = real_bits(format, real_add(real_of(format, bits[0]), real_of(format, bits[1]),
                                         NEAREST), NEAREST);
        if (drops && is_small(format, sum))
            sum &= sign_bit(format);
        result |= sum << 16 * i;
    }
    return result;
}

static uint64_t new_value(struct thread *thread, const struct gi_ptx_instruction *in,
                          uint32_t first, uint64_t old)
{
    enum gi_ptx_type type = type_of(in, 0);
    uint64_t value = value_at(thread, in, first, type);

    if (gi_ptx_has(in, GI_PTX_M_ADD))
        return is_float(type) ? float_sum(in, type, old, value) : old + value;
    if (gi_ptx_has(in, GI_PTX_M_AND))
        return old & value;
    if (gi_ptx_has(in, GI_PTX_M_OR))
        return old | value;
    if (gi_ptx_has(in, GI_PTX_M_XOR))
        return old ^ value;
    if (gi_ptx_has(in, GI_PTX_M_EXCH))
        return value;
    if (gi_ptx_has(in, GI_PTX_M_CAS))
        return old == value ? value_at(thread, in, first + 1, type) : old;
    if (gi_ptx_has(in, GI_PTX_M_INC))
        return old >= value ? 0 : old + 1;
    if (gi_ptx_has(in, GI_PTX_M_DEC))
        return old == 0 || old > value ? value : old - 1;
    return least_or_most(in, type, old, value);
}

/* atom, red */
enum step op_atom(struct thread *thread, const struct gi_ptx_instruction *in)
{
    enum gi_ptx_type type = type_of(in, 0);
    uint32_t bytes = gi_ptx_type_bytes(type);
    uint32_t first = in->opcode == GI_PTX_OP_red ? 0 : 1;
    uint8_t *at = bytes > 8 ? NULL : place_of(thread, in, &in->operands[first], bytes);
    uint64_t old = 0, value;

    if (!at) {
        stop(thread, INTERPRETER_NOT_BUILT, "128 bits are not interpreted");
        return STAYS;
    }
    memcpy(&old, at, bytes);
    value = new_value(thread, in, first + 1, old);
    memcpy(at, &value, bytes);
    if (first)
        set_result(thread, in, type, old);
    return NEXT;
}

/* What changes no result: fences, hints. */
enum step op_nothing(struct thread *thread, const struct gi_ptx_instruction *in)
{
    (void)thread;
    (void)in;
    return NEXT;
}
