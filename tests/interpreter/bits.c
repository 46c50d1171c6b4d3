/* Bits: logic, shifts, fields, counts. */
#include "state.h"

static uint32_t width(enum gi_ptx_type type)
{
    return type == GI_PTX_T_PRED ? 1 : gi_ptx_type_bytes(type) * 8;
}

static uint64_t ones(uint32_t count)
{
    return count >= 64 ? UINT64_MAX : (1ull << count) - 1;
}

enum step op_logic(struct thread *thread, const struct gi_ptx_instruction *in)
{
    enum gi_ptx_type type = type_of(in, 0);
    uint64_t a = value_at(thread, in, 1, type), b = value_at(thread, in, 2, type);

    set_result(thread, in, type, in->opcode == GI_PTX_OP_and ? a & b
               : in->opcode == GI_PTX_OP_or ? a | b : a ^ b);
    return NEXT;
}

/* not, cnot */
enum step op_not(struct thread *thread, const struct gi_ptx_instruction *in)
{
    enum gi_ptx_type type = type_of(in, 0);
    uint64_t a = value_at(thread, in, 1, type);

    set_result(thread, in, type, in->opcode == GI_PTX_OP_cnot ? a == 0 : ~a & type_mask(type));
    return NEXT;
}

/* shl, shr: the amount has 32 bits; past the width nothing is left but the sign */
enum step op_shift(struct thread *thread, const struct gi_ptx_instruction *in)
{
    enum gi_ptx_type type = type_of(in, 0);
    uint64_t a = value_at(thread, in, 1, type);
    uint64_t amount = value_at(thread, in, 2, GI_PTX_T_U32);
    uint64_t result;

    if (in->opcode == GI_PTX_OP_shl)
        result = amount >= width(type) ? 0 : a << amount;
    else if (is_signed(type))
        result = (uint64_t)(signed_value(a, type)
                            >> (amount >= width(type) ? width(type) - 1 : amount));
    else
        result = amount >= width(type) ? 0 : a >> amount;
    set_result(thread, in, type, result);
    return NEXT;
}

enum step op_shf(struct thread *thread, const struct gi_ptx_instruction *in)
{
    uint64_t both = value_at(thread, in, 1, GI_PTX_T_B32)
        | value_at(thread, in, 2, GI_PTX_T_B32) << 32;
    uint64_t amount = value_at(thread, in, 3, GI_PTX_T_U32);

    if (gi_ptx_has(in, GI_PTX_M_CLAMP))
        amount = amount > 32 ? 32 : amount;
    else
        amount &= 31;
    set_result(thread, in, GI_PTX_T_B32, gi_ptx_has(in, GI_PTX_M_LEFT)
               ? both << amount >> 32 : both >> amount);
    return NEXT;
}

enum step op_lop3(struct thread *thread, const struct gi_ptx_instruction *in)
{
    uint64_t a = value_at(thread, in, 1, GI_PTX_T_B32), b = value_at(thread, in, 2, GI_PTX_T_B32);
    uint64_t c = value_at(thread, in, 3, GI_PTX_T_B32), table;
    uint64_t result = 0;

    if (in->operand_count != 5 || in->modifier_count) {
        stop(thread, INTERPRETER_NOT_BUILT, "with a predicate it is not interpreted");
        return STAYS;
    }
    table = value_at(thread, in, 4, GI_PTX_T_B32);
    for (uint32_t i = 0; i < 32; i++) {
        uint32_t at = (uint32_t)((a >> i & 1) << 2 | (b >> i & 1) << 1 | (c >> i & 1));

        result |= (table >> at & 1) << i;
    }
    set_result(thread, in, GI_PTX_T_B32, result);
    return NEXT;
}

/* The field begins at bit "start" and has "length" bits; both are bytes. */
enum step op_bfe(struct thread *thread, const struct gi_ptx_instruction *in)
{
    enum gi_ptx_type type = type_of(in, 0);
    uint64_t a = value_at(thread, in, 1, type);
    uint32_t start = (uint32_t)value_at(thread, in, 2, GI_PTX_T_U32) & 255;
    uint32_t length = (uint32_t)value_at(thread, in, 3, GI_PTX_T_U32) & 255;
    uint32_t last = width(type) - 1;
    uint32_t at = start + length - 1 < last ? start + length - 1 : last;
    uint64_t sign = is_signed(type) && length ? a >> at & 1 : 0;
    uint64_t result = 0;

    for (uint32_t i = 0; i <= last; i++)
        result |= (i < length && start + i <= last ? a >> (start + i) & 1 : sign) << i;
    set_result(thread, in, type, result);
    return NEXT;
}

enum step op_bfi(struct thread *thread, const struct gi_ptx_instruction *in)
{
    enum gi_ptx_type type = type_of(in, 0);
    uint64_t a = value_at(thread, in, 1, type), result = value_at(thread, in, 2, type);
    uint32_t start = (uint32_t)value_at(thread, in, 3, GI_PTX_T_U32) & 255;
    uint32_t length = (uint32_t)value_at(thread, in, 4, GI_PTX_T_U32) & 255;

    for (uint32_t i = 0; i < length && start + i < width(type); i++)
        result = (result & ~(1ull << (start + i))) | (a >> i & 1) << (start + i);
    set_result(thread, in, type, result);
    return NEXT;
}

enum step op_bmsk(struct thread *thread, const struct gi_ptx_instruction *in)
{
    uint64_t start = value_at(thread, in, 1, GI_PTX_T_U32);
    uint64_t length = value_at(thread, in, 2, GI_PTX_T_U32);
    uint64_t end;

    if (gi_ptx_has(in, GI_PTX_M_CLAMP)) {
        start = start > 32 ? 32 : start;
        length = length > 32 ? 32 : length;
    } else {
        start &= 31;
        length &= 31;
    }
    end = start + length > 32 ? 32 : start + length;
    set_result(thread, in, GI_PTX_T_B32, ones((uint32_t)end) & ~ones((uint32_t)start));
    return NEXT;
}

enum step op_szext(struct thread *thread, const struct gi_ptx_instruction *in)
{
    enum gi_ptx_type type = type_of(in, 0);
    uint64_t a = value_at(thread, in, 1, type);
    uint64_t length = value_at(thread, in, 2, GI_PTX_T_U32);
    uint64_t kept;

    if (gi_ptx_has(in, GI_PTX_M_WRAP))
        length &= 31;
    if (length >= 32) {
        set_result(thread, in, type, a);
        return NEXT;
    }
    kept = a & ones((uint32_t)length);
    if (is_signed(type) && length && a >> (length - 1) & 1)
        kept |= ~ones((uint32_t)length);
    set_result(thread, in, type, kept);
    return NEXT;
}

enum step op_brev(struct thread *thread, const struct gi_ptx_instruction *in)
{
    enum gi_ptx_type type = type_of(in, 0);
    uint64_t a = value_at(thread, in, 1, type), result = 0;

    for (uint32_t i = 0; i < width(type); i++)
        result |= (a >> i & 1) << (width(type) - 1 - i);
    set_result(thread, in, type, result);
    return NEXT;
}

enum step op_popc(struct thread *thread, const struct gi_ptx_instruction *in)
{
    uint64_t a = value_at(thread, in, 1, type_of(in, 0)), count = 0;

    for (uint32_t i = 0; i < 64; i++)
        count += a >> i & 1;
    set_result(thread, in, GI_PTX_T_U32, count);
    return NEXT;
}

enum step op_clz(struct thread *thread, const struct gi_ptx_instruction *in)
{
    enum gi_ptx_type type = type_of(in, 0);
    uint64_t a = value_at(thread, in, 1, type);
    uint32_t count = 0;

    while (count < width(type) && !(a >> (width(type) - 1 - count) & 1))
        count++;
    set_result(thread, in, GI_PTX_T_U32, count);
    return NEXT;
}

/* The highest bit that is no sign; or how far it is from the top */
enum step op_bfind(struct thread *thread, const struct gi_ptx_instruction *in)
{
    enum gi_ptx_type type = type_of(in, 0);
    uint64_t a = value_at(thread, in, 1, type);
    int at = (int)width(type) - 1;

    if (is_signed(type) && a >> at & 1)
        a = ~a & type_mask(type);
    while (at >= 0 && !(a >> at & 1))
        at--;
    if (at >= 0 && gi_ptx_has(in, GI_PTX_M_SHIFTAMT))
        at = (int)width(type) - 1 - at;
    set_result(thread, in, GI_PTX_T_U32, (uint64_t)(int64_t)at);
    return NEXT;
}

enum step op_fns(struct thread *thread, const struct gi_ptx_instruction *in)
{
    uint64_t mask = value_at(thread, in, 1, GI_PTX_T_B32);
    int64_t at = (int64_t)value_at(thread, in, 2, GI_PTX_T_U32);
    int64_t offset = signed_value(value_at(thread, in, 3, GI_PTX_T_S32), GI_PTX_T_S32);
    int64_t left = offset < 0 ? -offset : offset;
    uint64_t result = UINT32_MAX;

    if (at > 31) {
        stop(thread, INTERPRETER_UNDEFINED, "the base is past the word");
        return STAYS;
    }
    if (left == 0)
        result = mask >> at & 1 ? (uint64_t)at : result;
    for (; left > 0 && at >= 0 && at < 32; at += offset < 0 ? -1 : 1) {
        if ((mask >> at & 1) && --left == 0)
            result = (uint64_t)at;
    }
    set_result(thread, in, GI_PTX_T_B32, result);
    return NEXT;
}

/* Which bytes a mode takes, by the lower two bits of the control: the first byte lowest. */
static uint64_t selection(const struct gi_ptx_instruction *in, uint64_t control)
{
    static const uint16_t f4e[4] = { 0x3210, 0x4321, 0x5432, 0x6543 };
    static const uint16_t b4e[4] = { 0x5670, 0x6701, 0x7012, 0x0123 };
    static const uint16_t rc8[4] = { 0x0000, 0x1111, 0x2222, 0x3333 };
    static const uint16_t ecl[4] = { 0x3210, 0x3211, 0x3222, 0x3333 };
    static const uint16_t ecr[4] = { 0x0000, 0x1110, 0x2210, 0x3210 };
    static const uint16_t rc16[4] = { 0x1010, 0x3232, 0x1010, 0x3232 };

    if (gi_ptx_has(in, GI_PTX_M_F4E))
        return f4e[control & 3];
    if (gi_ptx_has(in, GI_PTX_M_B4E))
        return b4e[control & 3];
    if (gi_ptx_has(in, GI_PTX_M_RC8))
        return rc8[control & 3];
    if (gi_ptx_has(in, GI_PTX_M_ECL))
        return ecl[control & 3];
    if (gi_ptx_has(in, GI_PTX_M_ECR))
        return ecr[control & 3];
    if (gi_ptx_has(in, GI_PTX_M_RC16))
        return rc16[control & 3];
    return control;
}

enum step op_prmt(struct thread *thread, const struct gi_ptx_instruction *in)
{
    uint64_t bytes = value_at(thread, in, 1, GI_PTX_T_B32)
        | value_at(thread, in, 2, GI_PTX_T_B32) << 32;
    uint64_t control = selection(in, value_at(thread, in, 3, GI_PTX_T_B32));
    uint64_t result = 0;

    for (uint32_t i = 0; i < 4; i++) {
        uint64_t chosen = control >> 4 * i & 15;
        uint64_t byte = bytes >> 8 * (chosen & 7) & 255;

        if (chosen & 8)
            byte = byte & 128 ? 255 : 0;
        result |= byte << 8 * i;
    }
    set_result(thread, in, GI_PTX_T_B32, result);
    return NEXT;
}
