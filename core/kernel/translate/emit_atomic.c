#include "kernel/translate/emit_atomic.h"

#include "kernel/translate/emit_flow.h"
#include "kernel/translate/emit_memory.h"

/* An atomic on its way. */
struct atomic {
    enum gi_ptx_type type;
    enum gi_emit_kind kind;     /* of the operands */
    enum gi_emit_kind bits;     /* of the word in memory */
    enum gi_ptx_modifier what;
    uint32_t values[2];
    uint32_t pointer;
    uint32_t scope;             /* ids */
    uint32_t relaxed;
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

/* The opcode that does it at once; GiOpNop where none does. */
static enum gi_spirv_opcode opcode_of(const struct atomic *atomic)
{
    bool is_signed = gi_emit_signed(atomic->type);

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

/* The new word of one that is changed by a loop. */
static uint32_t step(struct gi_emit *emit, const struct atomic *atomic, uint32_t old)
{
    enum gi_emit_kind kind = atomic->kind;
    uint32_t zero = gi_emit_constant(emit, kind, 0);
    uint32_t one = gi_emit_constant(emit, kind, 1);
    uint32_t wraps, value;

    if (gi_emit_is_float(kind)) {
        value = gi_emit_2(emit, GiOpFAdd, kind, gi_emit_cast(emit, old, atomic->bits, kind),
                          atomic->values[0]);
        return gi_emit_cast(emit, gi_emit_exact(emit, value), kind, atomic->bits);
    }
    if (atomic->what == GI_PTX_M_INC) {
        wraps = gi_emit_2(emit, GiOpUGreaterThanEqual, GI_EMIT_PRED, old, atomic->values[0]);
        return gi_emit_select(emit, kind, wraps, zero, gi_emit_2(emit, GiOpIAdd, kind, old, one));
    }
    wraps = gi_emit_2(emit, GiOpLogicalOr, GI_EMIT_PRED,
                      gi_emit_2(emit, GiOpIEqual, GI_EMIT_PRED, old, zero),
                      gi_emit_2(emit, GiOpUGreaterThan, GI_EMIT_PRED, old, atomic->values[0]));
    return gi_emit_select(emit, kind, wraps, atomic->values[0],
                          gi_emit_2(emit, GiOpISub, kind, old, one));
}

static uint32_t exchange(struct gi_emit *emit, const struct atomic *atomic, uint32_t new,
                         uint32_t expected)
{
    return gi_spirv_value(&emit->spirv, GiOpAtomicCompareExchange,
                          gi_emit_type_id(emit, atomic->bits),
                          GI_SPIRV_WORDS(atomic->pointer, atomic->scope, atomic->relaxed,
                                         atomic->relaxed, new, expected));
}

/* Changes a word until nobody came between; gives what it was. */
static uint32_t by_loop(struct gi_emit *emit, const struct atomic *atomic)
{
    struct gi_spirv *spirv = &emit->spirv;
    uint32_t seen = gi_emit_local(emit, atomic->bits);
    uint32_t head = gi_spirv_id(spirv), body = gi_spirv_id(spirv);
    uint32_t turn = gi_spirv_id(spirv), merge = gi_spirv_id(spirv);
    uint32_t old, got, same;

    gi_emit_store(emit, seen, gi_spirv_value3(spirv, GiOpAtomicLoad,
                                              gi_emit_type_id(emit, atomic->bits),
                                              atomic->pointer, atomic->scope, atomic->relaxed));
    gi_spirv_op(spirv, GI_SPIRV_BODY, GiOpBranch, GI_SPIRV_WORDS(head));
    gi_spirv_label(spirv, head);
    gi_spirv_op(spirv, GI_SPIRV_BODY, GiOpLoopMerge,
                GI_SPIRV_WORDS(merge, turn, GiLoopControlNone));
    gi_spirv_op(spirv, GI_SPIRV_BODY, GiOpBranch, GI_SPIRV_WORDS(body));
    gi_spirv_label(spirv, body);
    old = gi_emit_load(emit, atomic->bits, seen);
    got = exchange(emit, atomic, step(emit, atomic, old), old);
    gi_emit_store(emit, seen, got);
    same = gi_emit_2(emit, GiOpIEqual, GI_EMIT_PRED, got, old);
    gi_spirv_op(spirv, GI_SPIRV_BODY, GiOpBranchConditional, GI_SPIRV_WORDS(same, merge, turn));
    gi_spirv_label(spirv, turn);
    gi_spirv_op(spirv, GI_SPIRV_BODY, GiOpBranch, GI_SPIRV_WORDS(head));
    gi_spirv_label(spirv, merge);
    return gi_emit_load(emit, atomic->bits, seen);
}

/* At one place; gives the old word. */
static uint32_t at_pointer(struct gi_emit *emit, struct atomic *atomic)
{
    struct gi_spirv *spirv = &emit->spirv;
    enum gi_spirv_opcode op = opcode_of(atomic);
    uint32_t type = gi_emit_type_id(emit, atomic->bits);
    uint32_t value = gi_emit_cast(emit, atomic->values[0], atomic->kind, atomic->bits);

    if (op != GiOpNop)
        return gi_spirv_value(spirv, op, type, GI_SPIRV_WORDS(atomic->pointer, atomic->scope,
                                                              atomic->relaxed, value));
    if (atomic->what == GI_PTX_M_CAS)
        return exchange(emit, atomic,
                        gi_emit_cast(emit, atomic->values[1], atomic->kind, atomic->bits), value);
    if (atomic->what == GI_PTX_M_ADD || atomic->what == GI_PTX_M_INC
        || atomic->what == GI_PTX_M_DEC)
        return by_loop(emit, atomic);
    gi_emit_refuse(emit, "this atomic is not built");
    return 0;
}

static uint32_t on_device(struct gi_emit *emit, struct atomic *atomic, uint32_t address)
{
    struct gi_spirv *spirv = &emit->spirv;
    bool adds = atomic->kind == GI_EMIT_F32 && atomic->what == GI_PTX_M_ADD
        && emit->target->float32_atomic_add;

    atomic->scope = gi_spirv_constant_u32(spirv, GiScopeDevice);
    atomic->pointer = gi_emit_device_pointer(emit, address, adds ? atomic->kind : atomic->bits, 1);
    if (!adds)
        return at_pointer(emit, atomic);
    gi_spirv_capability(spirv, GiCapabilityAtomicFloat32AddEXT);
    gi_spirv_extension(spirv, "SPV_EXT_shader_atomic_float_add");
    emit->kernel->needs_float32_atomic_add = true;
    return gi_emit_cast(emit, gi_spirv_value(spirv, GiOpAtomicFAddEXT,
                                             gi_emit_type_id(emit, GI_EMIT_F32),
                                             GI_SPIRV_WORDS(atomic->pointer, atomic->scope,
                                                            atomic->relaxed, atomic->values[0])),
                        GI_EMIT_F32, atomic->bits);
}

static uint32_t on_shared(struct gi_emit *emit, struct atomic *atomic, uint32_t address)
{
    if (gi_emit_bits(atomic->bits) != emit->shared.bytes * 8) {
        gi_emit_refuse(emit, "atomics of this width on this shared memory are not built");
        return 0;
    }
    atomic->scope = gi_spirv_constant_u32(&emit->spirv, GiScopeWorkgroup);
    atomic->pointer = gi_emit_words_pointer(emit, &emit->shared, address);
    return at_pointer(emit, atomic);
}

static uint32_t on_generic(struct gi_emit *emit, struct atomic *atomic, uint32_t address)
{
    uint32_t out, low, high, condition;
    struct gi_emit_if open;

    if (!emit->takes_shared)
        return on_device(emit, atomic, address);
    out = gi_emit_local(emit, atomic->bits);
    gi_emit_split64(emit, address, &low, &high);
    condition = gi_emit_2(emit, GiOpIEqual, GI_EMIT_PRED, high,
                          gi_emit_constant(emit, GI_EMIT_U32, GI_EMIT_SHARED_TAG));
    open = gi_emit_if_begin(emit, condition);
    gi_emit_store(emit, out, on_shared(emit, atomic, low));
    gi_emit_if_otherwise(emit, &open);
    gi_emit_store(emit, out, on_device(emit, atomic, address));
    gi_emit_if_end(emit, &open);
    return gi_emit_load(emit, atomic->bits, out);
}

static void check_atomic(struct gi_emit *emit, const struct atomic *atomic)
{
    uint32_t bits = gi_ptx_type_bytes(atomic->type) * 8;

    if (bits < 32 || bits > 64 || atomic->kind == GI_EMIT_PRED
        || (gi_ptx_type_class(atomic->type) == GI_PTX_FLOAT && atomic->type != GI_PTX_T_F32
            && atomic->type != GI_PTX_T_F64))
        gi_emit_refuse(emit, "atomics of this type are not built");
    if (bits != 64)
        return;
    if (!emit->target->int64_atomics)
        gi_emit_refuse(emit, "the device has no atomics of 64 bits");
    gi_spirv_capability(&emit->spirv, GiCapabilityInt64Atomics);
    emit->kernel->needs_int64_atomics = true;
}

static void atomic_on(struct gi_emit *emit, const struct gi_ptx_instruction *instruction,
                      struct atomic *atomic, const struct gi_ptx_operand *memory,
                      const struct gi_ptx_operand *to)
{
    uint32_t value = 0;

    if (memory->kind != GI_PTX_MEMORY || memory->count != 1 || instruction->vector != 1) {
        gi_emit_refuse(emit, "an address of this form is not built");
        return;
    }
    if (instruction->space == GI_PTX_SHARED)
        value = on_shared(emit, atomic, gi_emit_address(emit, memory, GI_EMIT_U32));
    else if (instruction->space == GI_PTX_GLOBAL)
        value = on_device(emit, atomic, gi_emit_address(emit, memory, GI_EMIT_U64));
    else if (instruction->space == GI_PTX_GENERIC)
        value = on_generic(emit, atomic, gi_emit_address(emit, memory, GI_EMIT_U64));
    else
        gi_emit_refuse(emit, "atomics on this space are not built");
    if (gi_ptx_has(instruction, GI_PTX_M_ACQUIRE) || gi_ptx_has(instruction, GI_PTX_M_ACQ_REL))
        gi_emit_fence(emit, GiScopeDevice);
    if (to)
        gi_emit_put(emit, to, gi_emit_cast(emit, value, atomic->bits, atomic->kind), atomic->kind,
                    gi_emit_signed(atomic->type));
}

void gi_emit_atom(struct gi_emit *emit, const struct gi_ptx_instruction *instruction)
{
    enum gi_ptx_type type = gi_emit_type(instruction, 0);
    enum gi_emit_kind kind = gi_emit_kind_of(type);
    bool returns = instruction->opcode == GI_PTX_OP_atom;
    const struct gi_ptx_operand *memory = &instruction->operands[returns ? 1 : 0];
    struct atomic atomic = { .type = type, .kind = kind, .what = what_of(instruction),
                             .bits = gi_emit_unsigned(gi_emit_bits(kind)),
                             .relaxed = gi_spirv_constant_u32(&emit->spirv,
                                                              GiMemorySemanticsRelaxed) };
    uint32_t count = atomic.what == GI_PTX_M_CAS ? 2 : 1;

    check_atomic(emit, &atomic);
    if (instruction->operand_count != count + 1 + returns) {
        gi_emit_refuse(emit, "an atomic of this form is not built");
        return;
    }
    for (uint32_t i = 0; i < count; i++)
        atomic.values[i] = gi_emit_get(emit, &memory[1 + i], kind);
    if (gi_ptx_has(instruction, GI_PTX_M_RELEASE) || gi_ptx_has(instruction, GI_PTX_M_ACQ_REL))
        gi_emit_fence(emit, GiScopeDevice);
    atomic_on(emit, instruction, &atomic, memory, returns ? &instruction->operands[0] : NULL);
}

/* ---- fences ---- */

void gi_emit_membar(struct gi_emit *emit, const struct gi_ptx_instruction *instruction)
{
    bool block = gi_ptx_has(instruction, GI_PTX_M_CTA);

    if (!block && !gi_ptx_has(instruction, GI_PTX_M_GL) && !gi_ptx_has(instruction, GI_PTX_M_GPU)
        && !gi_ptx_has(instruction, GI_PTX_M_SYS)) {
        gi_emit_refuse(emit, "a fence of this scope is not built");
        return;
    }
    gi_emit_fence(emit, block ? GiScopeWorkgroup : GiScopeDevice);
}
