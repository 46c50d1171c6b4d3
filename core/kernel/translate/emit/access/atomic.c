#include "kernel/translate/emit/access/atomic.h"

#include "kernel/translate/emit/number/round.h"
#include "kernel/translate/emit/space/block_memory.h"
#include "kernel/translate/emit/space/check.h"
#include "kernel/translate/emit/space/memory.h"
#include "kernel/translate/emit/space/report.h"
#include "kernel/translate/emit/value/flow.h"
#include "kernel/translate/emit/value/short.h"
#include "kernel/translate/emit/value/special.h"
#include "kernel/translate/emit/warp/exchange.h"

/* An atomic on its way. */
struct atomic {
    enum gi_ptx_type type;
    enum gi_kind kind;          /* of the operands; small floats are bits */
    enum gi_kind bits;          /* of the word in memory */
    bool small;                 /* 16 bits: a part of the word */
    gi_id shift;                /* bits below it */
    bool half;                  /* 32 bits: a half of a word of shared memory of 64 */
    gi_id half_shift;
    enum gi_ptx_modifier what;
    gi_id values[2];
    gi_id place[2];             /* words that tell it from other places */
    bool one_place, one_value;  /* the text names the address; the first operand */
    bool on_device;             /* memory of the device */
    gi_id pointer;
    gi_id scope;                /* ids */
    gi_id relaxed;
};

static enum gi_ptx_modifier what_of(const struct gi_ptx_instruction *instruction)
{
    static const uint8_t all[] = { GI_PTX_M_ADD, GI_PTX_M_AND, GI_PTX_M_OR, GI_PTX_M_XOR,
                                   GI_PTX_M_EXCH, GI_PTX_M_CAS, GI_PTX_M_MIN, GI_PTX_M_MAX,
                                   GI_PTX_M_INC, GI_PTX_M_DEC };

    for (size_t i = 0; i < sizeof(all); i++) {
        if (gi_ptx_has(instruction, (enum gi_ptx_modifier)all[i]))
            return (enum gi_ptx_modifier)all[i];
    }
    return GI_PTX_M_NONE;
}

static bool is_pair(const struct atomic *atomic)
{
    return atomic->type == GI_PTX_T_F16X2 || atomic->type == GI_PTX_T_BF16X2;
}

/* The opcode that does it at once; GiOpNop where none does. */
static enum gi_spirv_opcode opcode_of(const struct atomic *atomic)
{
    bool is_signed = gi_emit_signed(atomic->type);

    if (atomic->small || is_pair(atomic))
        return GiOpNop;
    if (gi_emit_is_float(atomic->kind))
        return atomic->what == GI_PTX_M_EXCH ? GiOpAtomicExchange : GiOpNop;
    if (atomic->what == GI_PTX_M_ADD)
        return GiOpAtomicIAdd;
    if (atomic->what == GI_PTX_M_AND)
        return GiOpAtomicAnd;
    if (atomic->what == GI_PTX_M_OR)
        return GiOpAtomicOr;
    if (atomic->what == GI_PTX_M_XOR)
        return GiOpAtomicXor;
    if (atomic->what == GI_PTX_M_EXCH)
        return GiOpAtomicExchange;
    if (atomic->what == GI_PTX_M_MIN)
        return is_signed ? GiOpAtomicSMin : GiOpAtomicUMin;
    if (atomic->what == GI_PTX_M_MAX)
        return is_signed ? GiOpAtomicSMax : GiOpAtomicUMax;
    return GiOpNop;
}

/* The sum of two f16 or bf16, as bits of 32. */
static gi_id small_sum(struct gi_emit *emit, bool brain, gi_id a, gi_id b)
{
    gi_id sixteen = u32(emit, 16);
    enum gi_kind kind = brain ? GI_KIND_F32 : GI_KIND_F16;

    if (brain) {
        a = op2(emit, GiOpShiftLeftLogical, a, sixteen);
        b = op2(emit, GiOpShiftLeftLogical, b, sixteen);
    }
    a = gi_emit_cast(emit, a, kind);
    a = gi_emit_2(emit, GiOpFAdd, a, gi_emit_cast(emit, b, kind));
    a = gi_emit_exact(emit, a);
    return brain ? gi_emit_brain(emit, a) : gi_emit_cast(emit, a, GI_KIND_U32);
}

/* The new word of two floats. */
static gi_id step_pair(struct gi_emit *emit, const struct atomic *atomic, gi_id old)
{
    bool brain = atomic->type == GI_PTX_T_BF16X2;
    gi_id sixteen = u32(emit, 16);
    gi_id ones = u32(emit, 0xffff);
    gi_id low = op2(emit, GiOpBitwiseAnd, old, ones);
    gi_id high = op2(emit, GiOpShiftRightLogical, old, sixteen);

    low = small_sum(emit, brain, low, op2(emit, GiOpBitwiseAnd, atomic->values[0], ones));
    high = small_sum(emit, brain, high,
                     op2(emit, GiOpShiftRightLogical, atomic->values[0], sixteen));
    return op2(emit, GiOpBitwiseOr, low, op2(emit, GiOpShiftLeftLogical, high, sixteen));
}

static gi_id part_of(struct gi_emit *emit, const struct atomic *atomic, gi_id word)
{
    word = op2(emit, GiOpShiftRightLogical, word, atomic->shift);
    return op2(emit, GiOpBitwiseAnd, word, u32(emit, 0xffff));
}

/* The new word of one of which 16 bits change. */
static gi_id step_small(struct gi_emit *emit, const struct atomic *atomic, gi_id old)
{
    gi_id part = part_of(emit, atomic, old), mask, same;

    if (atomic->what == GI_PTX_M_CAS) {
        same = gi_emit_2(emit, GiOpIEqual, part, atomic->values[0]);
        part = gi_emit_select(emit, same, atomic->values[1], part);
    } else {
        part = small_sum(emit, atomic->type == GI_PTX_T_BF16, part, atomic->values[0]);
    }
    mask = op2(emit, GiOpShiftLeftLogical, u32(emit, 0xffff), atomic->shift);
    old = op2(emit, GiOpBitwiseAnd, old, gi_emit_1(emit, GiOpNot, GI_KIND_U32, mask));
    return op2(emit, GiOpBitwiseOr, old, op2(emit, GiOpShiftLeftLogical, part, atomic->shift));
}

/* The new word of one that is changed by a loop. */
static gi_id step(struct gi_emit *emit, const struct atomic *atomic, gi_id old)
{
    enum gi_kind kind = atomic->kind;
    gi_id zero = gi_emit_constant(emit, kind, 0);
    gi_id one = gi_emit_constant(emit, kind, 1);
    gi_id wraps, value;

    if (atomic->small)
        return step_small(emit, atomic, old);
    if (is_pair(atomic))
        return step_pair(emit, atomic, old);
    if (gi_emit_is_float(kind)) {
        value = gi_emit_2(emit, GiOpFAdd, gi_emit_cast(emit, old, kind), atomic->values[0]);
        return gi_emit_cast(emit, gi_emit_exact(emit, value), atomic->bits);
    }
    if (atomic->what == GI_PTX_M_INC) {
        wraps = gi_emit_2(emit, GiOpUGreaterThanEqual, old, atomic->values[0]);
        return gi_emit_select(emit, wraps, zero, gi_emit_2(emit, GiOpIAdd, old, one));
    }
    wraps = op2(emit, GiOpIEqual, old, zero);
    wraps = op2(emit, GiOpLogicalOr, wraps, op2(emit, GiOpUGreaterThan, old, atomic->values[0]));
    return gi_emit_select(emit, wraps, atomic->values[0],
                          gi_emit_2(emit, GiOpISub, old, one));
}

/* Whether the old word or the new one is taken by min, max. */
static enum gi_spirv_opcode order_of(const struct atomic *atomic)
{
    bool is_signed = gi_emit_signed(atomic->type);

    if (atomic->what == GI_PTX_M_MIN)
        return is_signed ? GiOpSLessThan : GiOpULessThan;
    return is_signed ? GiOpSGreaterThan : GiOpUGreaterThan;
}

/* The new value of a word, as step gives it, of any operation. */
static gi_id step_any(struct gi_emit *emit, const struct atomic *atomic, gi_id old)
{
    gi_id value, taken;

    if (atomic->small || is_pair(atomic) || atomic->what == GI_PTX_M_INC
        || atomic->what == GI_PTX_M_DEC
        || (gi_emit_is_float(atomic->kind) && atomic->what == GI_PTX_M_ADD))
        return step(emit, atomic, old);
    value = gi_emit_cast(emit, atomic->values[0], atomic->bits);
    switch ((uint32_t)atomic->what) {
    case GI_PTX_M_ADD: return op2(emit, GiOpIAdd, old, value);
    case GI_PTX_M_AND: return op2(emit, GiOpBitwiseAnd, old, value);
    case GI_PTX_M_OR:  return op2(emit, GiOpBitwiseOr, old, value);
    case GI_PTX_M_XOR: return op2(emit, GiOpBitwiseXor, old, value);
    case GI_PTX_M_EXCH: return value;
    case GI_PTX_M_CAS:
        taken = gi_emit_2(emit, GiOpIEqual, old, value);
        value = gi_emit_cast(emit, atomic->values[1], atomic->bits);
        return gi_emit_select(emit, taken, value, old);
    default:
        taken = gi_emit_2(emit, order_of(atomic), old, value);
        return gi_emit_select(emit, taken, old, value);
    }
}

static gi_id half_of(struct gi_emit *emit, const struct atomic *atomic, gi_id word)
{
    word = gi_emit_2(emit, GiOpShiftRightLogical, word, atomic->half_shift);
    return gi_emit_cast(emit, word, GI_KIND_U32);
}

/* The new word of 64 bits of which a half changes. */
static gi_id step_half(struct gi_emit *emit, const struct atomic *atomic, gi_id old)
{
    gi_id half = step_any(emit, atomic, half_of(emit, atomic, old));
    gi_id mask = gi_emit_constant(emit, GI_KIND_U64, 0xffffffff);

    mask = gi_emit_2(emit, GiOpShiftLeftLogical, mask, atomic->half_shift);
    half = gi_emit_cast(emit, half, GI_KIND_U64);
    half = gi_emit_2(emit, GiOpShiftLeftLogical, half, atomic->half_shift);
    old = gi_emit_2(emit, GiOpBitwiseAnd, old, gi_emit_1(emit, GiOpNot, GI_KIND_U64, mask));
    return gi_emit_2(emit, GiOpBitwiseOr, old, half);
}

/* The kind of the whole word that is exchanged. */
static enum gi_kind word_of(const struct atomic *atomic)
{
    return atomic->half ? GI_KIND_U64 : atomic->bits;
}

static gi_id exchange(struct gi_emit *emit, const struct atomic *atomic, gi_id new, gi_id expected)
{
    return gi_spirv_value(&emit->spirv, GiOpAtomicCompareExchange,
                          gi_emit_type_id(emit, word_of(atomic)),
                          GI_SPIRV_IDS(atomic->pointer, atomic->scope, atomic->relaxed,
                                       atomic->relaxed, new, expected));
}

static gi_id step_word(struct gi_emit *emit, const void *context, gi_id old)
{
    const struct atomic *atomic = context;

    return atomic->half ? step_half(emit, atomic, old) : step(emit, atomic, old);
}

/* As many steps of inc or dec at once. From one above the limit both go on where they would from
 * their last word, so they are a circle of limit + 1 words; dec goes round it backwards. */
static gi_id steps_round(struct gi_emit *emit, const void *context, gi_id old, gi_id count)
{
    const struct atomic *atomic = context;
    bool up = atomic->what == GI_PTX_M_INC;
    gi_id limit = atomic->values[0];
    gi_id at = gi_emit_glsl2(emit, GiGlslUMin, GI_KIND_U32, old, limit), left, size, beyond;
    gi_id is_above;

    if (!up) {
        is_above = op2(emit, GiOpUGreaterThan, old, limit);
        at = gi_emit_select(emit, is_above, limit, op2(emit, GiOpISub, limit, old));
    }
    left = op2(emit, GiOpISub, limit, at);
    /* there are fewer lanes than words in a large circle, so that one needs no remainder */
    size = gi_emit_glsl2(emit, GiGlslUMin, GI_KIND_U32, limit, u32(emit, 0xffff));
    size = op2(emit, GiOpIAdd, size, u32(emit, 1));
    beyond = op2n(emit, GiOpISub, op2(emit, GiOpISub, count, left), 1);
    beyond = op2(emit, GiOpUMod, beyond, size);
    is_above = op2(emit, GiOpUGreaterThan, count, left);
    at = gi_emit_select(emit, is_above, beyond, op2(emit, GiOpIAdd, at, count));
    return up ? at : op2(emit, GiOpISub, limit, at);
}

/* Changes a word until nobody came between; gives what it was. */
static gi_id by_loop(struct gi_emit *emit, const struct atomic *atomic)
{
    bool round = atomic->what == GI_PTX_M_INC || atomic->what == GI_PTX_M_DEC;
    struct gi_emit_exchange way = { .word = word_of(atomic), .pointer = atomic->pointer,
                                    .scope = atomic->scope, .context = atomic,
                                    .step = step_word, .is_device = atomic->on_device,
                                    .down = atomic->what == GI_PTX_M_DEC };
    uint32_t keys = 0;
    gi_id old;

    for (size_t i = 0; !atomic->one_place && i < 2 && atomic->place[i].n; i++)
        way.keys[keys++] = atomic->place[i];
    if (round && !atomic->one_value)
        way.keys[keys] = atomic->values[0];
    else if (atomic->small && !atomic->one_place)
        way.keys[keys] = atomic->shift;
    if (round && !atomic->half)
        way.steps = steps_round;
    old = gi_emit_exchange(emit, &way);
    return atomic->half ? half_of(emit, atomic, old) : old;
}

/* At one place; gives the old word. */
static gi_id at_pointer(struct gi_emit *emit, struct atomic *atomic)
{
    struct gi_spirv *spirv = &emit->spirv;
    enum gi_spirv_opcode op = opcode_of(atomic);
    gi_type type = gi_emit_type_id(emit, atomic->bits);
    gi_id value = atomic->small ? GI_NO_ID
        : gi_emit_cast(emit, atomic->values[0], atomic->bits);

    if (op != GiOpNop)
        return gi_spirv_value(spirv, op, type, GI_SPIRV_IDS(atomic->pointer, atomic->scope,
                                                            atomic->relaxed, value));
    if (atomic->what == GI_PTX_M_CAS && !atomic->small)
        return exchange(emit, atomic,
                        gi_emit_cast(emit, atomic->values[1], atomic->bits), value);
    if (atomic->small)
        return part_of(emit, atomic, by_loop(emit, atomic));
    if (atomic->what == GI_PTX_M_ADD || atomic->what == GI_PTX_M_INC
        || atomic->what == GI_PTX_M_DEC)
        return by_loop(emit, atomic);
    gi_emit_refuse(emit, "this atomic is not built");
    return GI_NO_ID;
}

/* The bits below 16 of them in their word. */
static void set_shift(struct gi_emit *emit, struct atomic *atomic, gi_id address)
{
    address = op2(emit, GiOpBitwiseAnd, address, u32(emit, 2));
    atomic->shift = op2(emit, GiOpShiftLeftLogical, address, u32(emit, 3));
}

/* Whether the device adds floats of the kind in memory at once. */
static bool adds_floats(const struct gi_emit *emit, const struct atomic *atomic)
{
    if (atomic->what != GI_PTX_M_ADD)
        return false;
    return (atomic->kind == GI_KIND_F32 && emit->target->float32_atomic_add)
        || (atomic->kind == GI_KIND_F64 && emit->target->float64_atomic_add);
}

static gi_id add_float(struct gi_emit *emit, const struct atomic *atomic)
{
    struct gi_spirv *spirv = &emit->spirv;

    gi_spirv_extension(spirv, "SPV_EXT_shader_atomic_float_add");
    if (atomic->kind == GI_KIND_F32) {
        gi_spirv_capability(spirv, GiCapabilityAtomicFloat32AddEXT);
        emit->kernel->needs_float32_atomic_add = true;
    } else {
        gi_spirv_capability(spirv, GiCapabilityAtomicFloat64AddEXT);
        emit->kernel->needs_float64_atomic_add = true;
    }
    return gi_emit_cast(emit, gi_spirv_value(spirv, GiOpAtomicFAddEXT,
                                             gi_emit_type_id(emit, atomic->kind),
                                             GI_SPIRV_IDS(atomic->pointer, atomic->scope,
                                                          atomic->relaxed,
                                                          atomic->values[0])), atomic->bits);
}

static uint32_t bytes_of(const struct atomic *atomic)
{
    return atomic->small ? 2 : gi_emit_bits(atomic->bits) / 8;
}

/* At a device address that was looked at. */
static gi_id at_address(struct gi_emit *emit, struct atomic *atomic, gi_id address)
{
    bool adds = adds_floats(emit, atomic);

    if (atomic->small) {
        gi_id low = gi_emit_cast(emit, address, GI_KIND_U32);

        set_shift(emit, atomic, low);
        address = gi_emit_2(emit, GiOpBitwiseAnd, address,
                            gi_emit_constant(emit, GI_KIND_U64, ~3ull));
    }
    /* a thread that has failed has another place than those that have not */
    address = gi_emit_own_address(emit, gi_emit_redirect(emit, address, GI_KIND_U64), GI_KIND_U64);
    gi_emit_split64(emit, address, &atomic->place[0], &atomic->place[1]);
    atomic->pointer = gi_emit_device_pointer(emit, address, adds ? atomic->kind : atomic->bits, 1);
    return adds ? add_float(emit, atomic) : at_pointer(emit, atomic);
}

static gi_id on_device(struct gi_emit *emit, struct atomic *atomic, gi_id address)
{
    gi_emit_check_device(emit, address, bytes_of(atomic), GI_KERNEL_CHANGES);
    atomic->on_device = true;
    atomic->scope = gi_spirv_constant_u32(&emit->spirv, GiScopeDevice);
    return at_address(emit, atomic, address);
}

static void needs_64(struct gi_emit *emit)
{
    if (!emit->target->int64_atomics)
        gi_emit_refuse(emit, "the device has no atomics of 64 bits");
    gi_spirv_capability(&emit->spirv, GiCapabilityInt64Atomics);
    emit->kernel->needs_int64_atomics = true;
}

/* If a kernel has atomics of 64 bits as well, one of 32 bits changes half of a word of 64. */
static gi_id change_shared(struct gi_emit *emit, const struct atomic *atomic, gi_id address)
{
    struct atomic shared = *atomic;
    gi_id old;

    shared.scope = gi_spirv_constant_u32(&emit->spirv, GiScopeWorkgroup);
    if (emit->kernel->shared_in_memory)
        return at_address(emit, &shared, gi_emit_block_shared_address(emit, address));
    shared.half = emit->shared.bytes == 8 && gi_emit_bits(atomic->bits) == 32;
    if (!shared.half && gi_emit_bits(atomic->bits) != emit->shared.bytes * 8) {
        gi_emit_refuse(emit, "atomics of this width on this shared memory are not built");
        return GI_NO_ID;
    }
    if (atomic->small)
        set_shift(emit, &shared, address);
    shared.place[0] = address;
    shared.pointer = gi_emit_words_pointer(emit, &emit->shared, address);
    if (emit->shared.is_float)
        return add_float(emit, &shared);
    if (!shared.half)
        return at_pointer(emit, &shared);
    needs_64(emit);
    old = op2(emit, GiOpBitwiseAnd, address, u32(emit, 4));
    old = op2(emit, GiOpShiftLeftLogical, old, u32(emit, 3));
    shared.half_shift = gi_emit_cast(emit, old, GI_KIND_U64);
    old = by_loop(emit, &shared);
    return atomic->small ? part_of(emit, &shared, old) : old;
}

/* A thread that has failed changes nothing, and gets 0. */
static gi_id on_shared(struct gi_emit *emit, const struct atomic *atomic, gi_id address)
{
    enum gi_kind kind = atomic->small ? GI_KIND_U32 : atomic->bits;
    struct gi_emit_if alive;
    gi_id out;

    gi_emit_check_words(emit, &emit->shared, address, bytes_of(atomic), GI_KERNEL_CHANGES);
    if (!gi_emit_if_alive(emit, &alive))
        return change_shared(emit, atomic, address);
    out = gi_emit_local(emit, kind);
    gi_emit_store(emit, out, change_shared(emit, atomic, address));
    gi_emit_if_otherwise(emit, &alive);
    gi_emit_store(emit, out, gi_emit_constant(emit, kind, 0));
    gi_emit_if_end(emit, &alive);
    return gi_emit_load(emit, kind, out);
}

static gi_id on_generic(struct gi_emit *emit, struct atomic *atomic, gi_id address)
{
    gi_id out, low, high, condition;
    struct gi_emit_if open;

    if (!emit->takes_shared)
        return on_device(emit, atomic, address);
    out = gi_emit_local(emit, atomic->bits);
    gi_emit_split64(emit, address, &low, &high);
    condition = gi_emit_2(emit, GiOpIEqual, high, u32(emit, GI_EMIT_SHARED_TAG));
    open = gi_emit_if_begin(emit, condition);
    gi_emit_store(emit, out, on_shared(emit, atomic, low));
    gi_emit_if_otherwise(emit, &open);
    gi_emit_store(emit, out, on_device(emit, atomic, address));
    gi_emit_if_end(emit, &open);
    return gi_emit_load(emit, atomic->bits, out);
}

/* Whether PTX, read leniently about signs, has the operation for the type. */
static bool is_operation(const struct atomic *atomic)
{
    uint32_t bits = gi_ptx_type_bytes(atomic->type) * 8;
    bool is_float = gi_ptx_type_class(atomic->type) == GI_PTX_FLOAT;

    switch ((uint32_t)atomic->what) {
    case GI_PTX_M_ADD:
        return is_float || bits >= 32;
    case GI_PTX_M_EXCH:
        return bits >= 32 && !is_pair(atomic);
    case GI_PTX_M_CAS:
        return !is_float && bits >= 16;
    case GI_PTX_M_INC:
    case GI_PTX_M_DEC:
        return atomic->type == GI_PTX_T_U32;
    default:
        return atomic->what != GI_PTX_M_NONE && !is_float && bits >= 32;
    }
}

static void check_atomic(struct gi_emit *emit, const struct atomic *atomic)
{
    if (!is_operation(atomic)) {
        gi_emit_wrong(emit, "there is no such operation of this type");
        return;
    }
    if (gi_emit_bits(atomic->bits) == 64)
        needs_64(emit);
}

static void atomic_on(struct gi_emit *emit, const struct gi_ptx_instruction *instruction,
                      struct atomic *atomic, const struct gi_ptx_operand *memory,
                      const struct gi_ptx_operand *to)
{
    gi_id value = GI_NO_ID;

    if (memory->kind != GI_PTX_MEMORY || memory->count != 1 || instruction->vector != 1) {
        gi_emit_refuse(emit, "an address of this form is not built");
        return;
    }
    if (instruction->space == GI_PTX_SHARED)
        value = on_shared(emit, atomic, gi_emit_address(emit, memory, GI_KIND_U32));
    else if (instruction->space == GI_PTX_GLOBAL)
        value = on_device(emit, atomic, gi_emit_address(emit, memory, GI_KIND_U64));
    else if (instruction->space == GI_PTX_GENERIC)
        value = on_generic(emit, atomic, gi_emit_address(emit, memory, GI_KIND_U64));
    else
        gi_emit_refuse(emit, "atomics on this space are not built");
    if (gi_ptx_has(instruction, GI_PTX_M_ACQUIRE) || gi_ptx_has(instruction, GI_PTX_M_ACQ_REL))
        gi_emit_fence(emit, GiScopeDevice);
    if (to && atomic->small)
        gi_emit_put(emit, to, gi_emit_cast(emit, value, GI_KIND_U16), false);
    else if (to)
        gi_emit_put(emit, to, gi_emit_cast(emit, value, atomic->kind),
                    gi_emit_signed(atomic->type));
}

/* With the largest limit inc and dec are an addition. */
static void add_without_limit(struct gi_emit *emit, const struct gi_ptx_operand *limit,
                              struct atomic *atomic)
{
    bool up = atomic->what == GI_PTX_M_INC;

    if ((!up && atomic->what != GI_PTX_M_DEC) || limit->kind != GI_PTX_INTEGER_VALUE
        || (uint32_t)limit->value != UINT32_MAX)
        return;
    atomic->what = GI_PTX_M_ADD;
    atomic->values[0] = u32(emit, up ? 1 : UINT32_MAX);
}

/* All lanes come to one address. */
static bool is_named(const struct gi_ptx_operand *memory)
{
    return memory->kind == GI_PTX_MEMORY && memory->count == 1
        && (memory->to.items[0].kind == GI_PTX_VARIABLE
            || memory->to.items[0].kind == GI_PTX_INTEGER_VALUE);
}

void gi_emit_atom(struct gi_emit *emit, const struct gi_ptx_instruction *instruction)
{
    enum gi_ptx_type type = gi_ptx_type_at(instruction, 0);
    enum gi_kind kind = gi_emit_kind_of(type);
    bool returns = instruction->opcode == GI_PTX_OP_atom;
    const struct gi_ptx_operand *memory = &instruction->operands[returns ? 1 : 0];
    struct atomic atomic = { .type = type, .kind = kind, .what = what_of(instruction),
                             .bits = gi_emit_unsigned(gi_emit_bits(kind)),
                             .relaxed = gi_spirv_constant_u32(&emit->spirv,
                                                              GiMemorySemanticsRelaxed) };
    uint32_t count = atomic.what == GI_PTX_M_CAS ? 2 : 1;

    atomic.small = gi_ptx_type_bytes(type) == 2;
    atomic.one_place = instruction->space == GI_PTX_SHARED && is_named(memory);
    if (atomic.small) {
        atomic.kind = kind = GI_KIND_U16;
        atomic.bits = GI_KIND_U32;
    }
    check_atomic(emit, &atomic);
    if (instruction->operand_count != count + 1 + returns) {
        gi_emit_refuse(emit, "an atomic of this form is not built");
        return;
    }
    for (uint32_t i = 0; i < count; i++)
        atomic.values[i] = gi_emit_get(emit, &memory[1 + i], kind);
    atomic.one_value = memory[1].kind == GI_PTX_INTEGER_VALUE;
    add_without_limit(emit, &memory[1], &atomic);
    for (uint32_t i = 0; atomic.small && i < count; i++)
        atomic.values[i] = gi_emit_cast(emit, atomic.values[i], GI_KIND_U32);
    if (gi_ptx_has(instruction, GI_PTX_M_RELEASE) || gi_ptx_has(instruction, GI_PTX_M_ACQ_REL))
        gi_emit_fence(emit, GiScopeDevice);
    atomic_on(emit, instruction, &atomic, memory, returns ? &instruction->operands[0] : NULL);
}

gi_id gi_emit_shared_atomic(struct gi_emit *emit, enum gi_ptx_modifier what, gi_id address,
                            gi_id value, gi_id second)
{
    struct atomic atomic = { .type = GI_PTX_T_U32, .kind = GI_KIND_U32, .bits = GI_KIND_U32,
                             .what = what, .values = { value, second },
                             .relaxed = gi_spirv_constant_u32(&emit->spirv,
                                                              GiMemorySemanticsRelaxed) };

    return on_shared(emit, &atomic, address);
}

/* ---- fences ---- */

void gi_emit_membar(struct gi_emit *emit, const struct gi_ptx_instruction *instruction)
{
    bool block = gi_ptx_has(instruction, GI_PTX_M_CTA);
    bool is_proxy = gi_ptx_has(instruction, GI_PTX_M_PROXY);
    bool is_alias = gi_ptx_has(instruction, GI_PTX_M_ALIAS);

    /* fence.proxy.alias is about several addresses of one memory, which a fence orders too */
    if (is_proxy != is_alias || (is_proxy && instruction->modifier_count != 2)) {
        gi_emit_refuse(emit, "a fence of this form is not built");
        return;
    }
    if (!block && !is_proxy && !gi_ptx_has(instruction, GI_PTX_M_GL)
        && !gi_ptx_has(instruction, GI_PTX_M_GPU) && !gi_ptx_has(instruction, GI_PTX_M_SYS)) {
        gi_emit_refuse(emit, "a fence of this scope is not built");
        return;
    }
    gi_emit_fence(emit, block ? GiScopeWorkgroup : GiScopeDevice);
}
