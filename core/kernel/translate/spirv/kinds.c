#include "kernel/translate/spirv/kinds.h"

#include <stdio.h>

enum { PART = GI_KIND_VECTOR - 1 };

/* ---- kinds ------------------------------------------------------------------------------- */

static bool is_unknown(uint32_t kind)
{
    return (kind & PART) == GI_KIND_UNKNOWN;
}

static bool is_same(uint32_t a, uint32_t b)
{
    return a == b || is_unknown(a) || is_unknown(b);
}

/* Of these, one or a vector. */
static bool is_integer(uint32_t kind)
{
    uint32_t part = kind & ~(uint32_t)GI_KIND_VECTOR;

    return (part >= GI_KIND_U8 && part <= GI_KIND_U64) || is_unknown(kind);
}

static bool is_float(uint32_t kind)
{
    uint32_t part = kind & ~(uint32_t)GI_KIND_VECTOR;

    return (part >= GI_KIND_F16 && part <= GI_KIND_F64) || is_unknown(kind);
}

static bool is_truth(uint32_t kind)
{
    return (kind & ~(uint32_t)GI_KIND_VECTOR) == GI_KIND_PRED || is_unknown(kind);
}

static bool is_pointer(uint32_t kind)
{
    return (kind & GI_KIND_POINTER) != 0 || is_unknown(kind);
}

static bool are_same(uint32_t kind, const gi_id *operands, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        if (!is_same(operands[i].kind, kind))
            return false;
    }
    return true;
}

static bool are_integers(const gi_id *operands, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        if (!is_integer(operands[i].kind))
            return false;
    }
    return true;
}

bool gi_kinds_is(gi_id id, uint32_t kind)
{
    return is_same(id.kind, kind);
}

bool gi_kinds_point(gi_id pointer, uint32_t kind)
{
    uint32_t target = pointer.kind & ~(uint32_t)GI_KIND_POINTER;

    if (is_unknown(pointer.kind) || is_unknown(kind))
        return true;
    return is_pointer(pointer.kind) &&
           (target == kind || (target == GI_KIND_OTHER && is_pointer(kind)));
}

bool gi_kinds_contain(gi_id composite, uint32_t kind)
{
    uint32_t part = composite.kind & ~(uint32_t)GI_KIND_VECTOR;

    if (is_unknown(composite.kind) || composite.kind == GI_KIND_OTHER)
        return true;
    return (composite.kind & GI_KIND_VECTOR) != 0 && is_same(part, kind);
}

/* ---- instructions: whether one takes operands, of which there is at least one ------------- */

typedef bool rule(uint32_t kind, const gi_id *operands, uint32_t count);

static bool integers(uint32_t kind, const gi_id *operands, uint32_t count)
{
    return is_integer(kind) && are_same(kind, operands, count);
}

static bool floats(uint32_t kind, const gi_id *operands, uint32_t count)
{
    return is_float(kind) && are_same(kind, operands, count);
}

static bool truths(uint32_t kind, const gi_id *operands, uint32_t count)
{
    return is_truth(kind) && are_same(kind, operands, count);
}

static bool compares_integers(uint32_t kind, const gi_id *operands, uint32_t count)
{
    return is_truth(kind) && integers(operands[0].kind, operands, count);
}

static bool compares_floats(uint32_t kind, const gi_id *operands, uint32_t count)
{
    return is_truth(kind) && floats(operands[0].kind, operands, count);
}

static bool selects(uint32_t kind, const gi_id *operands, uint32_t count)
{
    return count == 3 && is_truth(operands[0].kind) && are_same(kind, operands + 1, 2);
}

/* The first is as the result; places and numbers of bits may be wider or narrower. */
static bool shifts(uint32_t kind, const gi_id *operands, uint32_t count)
{
    return is_same(operands[0].kind, kind) && are_integers(operands, count);
}

static bool inserts_bits(uint32_t kind, const gi_id *operands, uint32_t count)
{
    return count == 4 && are_same(kind, operands, 2) && are_integers(operands, count);
}

static bool counts_bits(uint32_t kind, const gi_id *operands, uint32_t count)
{
    return count == 1 && is_integer(kind) && is_integer(operands[0].kind);
}

static bool float_to_integer(uint32_t kind, const gi_id *operands, uint32_t count)
{
    return count == 1 && is_integer(kind) && is_float(operands[0].kind);
}

static bool integer_to_float(uint32_t kind, const gi_id *operands, uint32_t count)
{
    return count == 1 && is_float(kind) && is_integer(operands[0].kind);
}

/* SPIR-V wants another width. */
static bool resizes(uint32_t kind, const gi_id *operands, uint32_t count)
{
    uint32_t from = operands[0].kind;

    return count == 1 && (kind != from || is_unknown(kind)) &&
           ((is_integer(kind) && is_integer(from)) || (is_float(kind) && is_float(from)));
}

static bool pointer_to_integer(uint32_t kind, const gi_id *operands, uint32_t count)
{
    return count == 1 && is_integer(kind) && is_pointer(operands[0].kind);
}

static bool integer_to_pointer(uint32_t kind, const gi_id *operands, uint32_t count)
{
    return count == 1 && is_pointer(kind) && is_integer(operands[0].kind);
}

static bool keeps_bits(uint32_t kind, const gi_id *operands, uint32_t count)
{
    uint32_t from = operands[0].kind;

    return count == 1 && (is_unknown(kind) || !is_truth(kind)) &&
           (is_unknown(from) || !is_truth(from));
}

static bool loads(uint32_t kind, const gi_id *operands, uint32_t count)
{
    (void)count;
    return gi_kinds_point(operands[0], kind);
}

static bool points_into(uint32_t kind, const gi_id *operands, uint32_t count)
{
    return is_pointer(kind) && is_pointer(operands[0].kind) &&
           are_integers(operands + 1, count - 1);
}

/* A pointer, a scope, and what memory it orders. */
static bool atomic(uint32_t kind, const gi_id *operands, uint32_t count)
{
    return count >= 3 && gi_kinds_point(operands[0], kind) && are_integers(operands + 1, 2);
}

/* The parts of a vector; those of other composites may be anything. */
static bool constructs(uint32_t kind, const gi_id *operands, uint32_t count)
{
    uint32_t part = kind & ~(uint32_t)GI_KIND_VECTOR;

    for (uint32_t i = 0; (kind & GI_KIND_VECTOR) != 0 && i < count; i++) {
        if (!is_same(operands[i].kind, kind) && !is_same(operands[i].kind, part))
            return false;
    }
    return true;
}

static rule *const rules[] = {
    [GiOpSNegate] = integers, [GiOpIAdd] = integers, [GiOpISub] = integers, [GiOpIMul] = integers,
    [GiOpUDiv] = integers, [GiOpSDiv] = integers, [GiOpUMod] = integers, [GiOpSRem] = integers,
    [GiOpSMod] = integers, [GiOpBitwiseOr] = integers, [GiOpBitwiseXor] = integers,
    [GiOpBitwiseAnd] = integers, [GiOpNot] = integers, [GiOpBitReverse] = integers,
    [GiOpFNegate] = floats, [GiOpFAdd] = floats, [GiOpFSub] = floats, [GiOpFMul] = floats,
    [GiOpFDiv] = floats, [GiOpFRem] = floats, [GiOpFMod] = floats,
    [GiOpLogicalEqual] = truths, [GiOpLogicalNotEqual] = truths, [GiOpLogicalOr] = truths,
    [GiOpLogicalAnd] = truths, [GiOpLogicalNot] = truths,
    [GiOpIEqual ... GiOpSLessThanEqual] = compares_integers,
    [GiOpFOrdEqual ... GiOpFUnordGreaterThanEqual] = compares_floats,
    [GiOpIsNan] = compares_floats, [GiOpIsInf] = compares_floats,
    [GiOpSelect] = selects,
    [GiOpShiftRightLogical] = shifts, [GiOpShiftRightArithmetic] = shifts,
    [GiOpShiftLeftLogical] = shifts, [GiOpBitFieldSExtract] = shifts,
    [GiOpBitFieldUExtract] = shifts, [GiOpBitFieldInsert] = inserts_bits,
    [GiOpBitCount] = counts_bits,
    [GiOpConvertFToU] = float_to_integer, [GiOpConvertFToS] = float_to_integer,
    [GiOpConvertSToF] = integer_to_float, [GiOpConvertUToF] = integer_to_float,
    [GiOpUConvert] = resizes, [GiOpSConvert] = resizes, [GiOpFConvert] = resizes,
    [GiOpConvertPtrToU] = pointer_to_integer, [GiOpConvertUToPtr] = integer_to_pointer,
    [GiOpBitcast] = keeps_bits, [GiOpLoad] = loads,
    [GiOpAccessChain] = points_into, [GiOpInBoundsAccessChain] = points_into,
    [GiOpAtomicLoad] = atomic, [GiOpAtomicExchange ... GiOpAtomicXor] = atomic,
    [GiOpCompositeConstruct] = constructs
};

bool gi_kinds_fit(enum gi_spirv_opcode opcode, uint32_t kind, const gi_id *operands, uint32_t count)
{
    rule *fits = (size_t)opcode < sizeof(rules) / sizeof(rules[0]) ? rules[opcode] : NULL;

    return fits == NULL || (count > 0 && fits(kind, operands, count));
}

/* The others have structures and vectors beside numbers. */
static bool takes_its_own(enum gi_spirv_glsl_instruction instruction)
{
    return (instruction <= GiGlslFma && instruction != GiGlslModf) ||
           (instruction >= GiGlslFindILsb && instruction <= GiGlslFindUMsb) ||
           (instruction >= GiGlslNMin && instruction <= GiGlslNClamp);
}

bool gi_kinds_fit_glsl(enum gi_spirv_glsl_instruction instruction, uint32_t kind,
                       const gi_id *operands, uint32_t count)
{
    if (instruction == GiGlslLdexp)
        return count == 2 && is_float(kind) && is_same(operands[0].kind, kind) &&
               is_integer(operands[1].kind);
    return !takes_its_own(instruction) || are_same(kind, operands, count);
}

/* ---- sentences --------------------------------------------------------------------------- */

static const char *name_of(uint32_t kind)
{
    static const char *const names[] = {
        [GI_KIND_PRED] = "bool", [GI_KIND_U8] = "u8", [GI_KIND_U16] = "u16", [GI_KIND_U32] = "u32",
        [GI_KIND_U64] = "u64", [GI_KIND_F16] = "f16", [GI_KIND_F32] = "f32", [GI_KIND_F64] = "f64",
        [GI_KIND_UNKNOWN] = "unknown", [GI_KIND_OTHER] = "other", [GI_KIND_LABEL] = "label",
        [GI_KIND_FUNCTION] = "function"
    };

    return (kind & PART) < sizeof(names) / sizeof(names[0]) ? names[kind & PART] : "none";
}

void gi_kinds_say(char *out_text, size_t room, const gi_id *ids, uint32_t count)
{
    size_t used = 0;

    out_text[0] = 0;
    for (uint32_t i = 0; i < count && used < room; i++) {
        int length = snprintf(out_text + used, room - used, "%s%s%s%s", i ? ", " : "",
                              ids[i].kind & GI_KIND_POINTER ? "pointer to " : "",
                              ids[i].kind & GI_KIND_VECTOR ? "vector of " : "",
                              name_of(ids[i].kind));

        used += length > 0 ? (size_t)length : room;
    }
}
