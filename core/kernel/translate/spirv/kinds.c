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

/* Of kinds from one to another, one or a vector. */
static bool is_among(uint32_t kind, uint32_t first, uint32_t last)
{
    uint32_t part = kind & ~(uint32_t)GI_KIND_VECTOR;

    return (part >= first && part <= last) || is_unknown(kind);
}

static bool is_integer(uint32_t kind)
{
    return is_among(kind, GI_KIND_U8, GI_KIND_U64);
}

static bool is_float(uint32_t kind)
{
    return is_among(kind, GI_KIND_F16, GI_KIND_F64);
}

static bool is_number(uint32_t kind)
{
    return is_integer(kind) || is_float(kind);
}

static bool is_truth(uint32_t kind)
{
    return is_among(kind, GI_KIND_PRED, GI_KIND_PRED);
}

static bool is_pointer(uint32_t kind)
{
    return (kind & GI_KIND_POINTER) != 0 || is_unknown(kind);
}

static bool has_bits(uint32_t kind)
{
    return is_number(kind) || is_pointer(kind);
}

/* A pointer to a vector is none. */
static bool is_vector(uint32_t kind)
{
    return (kind & (GI_KIND_VECTOR | GI_KIND_POINTER)) == GI_KIND_VECTOR;
}

/* Both are vectors, or neither is. */
static bool are_alike(uint32_t a, uint32_t b)
{
    return is_vector(a) == is_vector(b) || is_unknown(a) || is_unknown(b);
}

/* Of one number. */
static uint32_t width_of(uint32_t kind)
{
    return is_float(kind) ? 16u << (kind - GI_KIND_F16) : 8u << (kind - GI_KIND_U8);
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

/* A question about the kind of the result, or of the first operand. */
typedef bool question(uint32_t kind);

/* Asked behind these, about all operands. */
typedef bool rule(uint32_t kind, const gi_id *operands, uint32_t count);

static bool compares(uint32_t kind, const gi_id *operands, uint32_t count)
{
    return are_alike(kind, operands[0].kind) && are_same(operands[0].kind, operands, count);
}

static bool selects(uint32_t kind, const gi_id *operands, uint32_t count)
{
    return count == 3 && are_same(kind, operands + 1, 2);
}

/* The number of bits may be wider or narrower. */
static bool shifts(uint32_t kind, const gi_id *operands, uint32_t count)
{
    return count == 2 && is_same(operands[0].kind, kind) && is_integer(operands[1].kind) &&
           are_alike(operands[1].kind, kind);
}

/* The last two are a place and a number of bits: one of each, also for vectors. */
static bool has_fields(uint32_t kind, const gi_id *operands, uint32_t count)
{
    return count >= 3 && are_same(kind, operands, count - 2) && are_integers(operands, count) &&
           are_alike(operands[count - 2].kind, GI_KIND_U32) &&
           are_alike(operands[count - 1].kind, GI_KIND_U32);
}

static bool converts(uint32_t kind, const gi_id *operands, uint32_t count)
{
    return count == 1 && are_alike(kind, operands[0].kind);
}

/* SPIR-V wants another width. */
static bool resizes(uint32_t kind, const gi_id *operands, uint32_t count)
{
    return converts(kind, operands, count) && (kind != operands[0].kind || is_unknown(kind));
}

/* Kinds have no length of vectors, so these are left to SPIRV-Tools. */
static bool keeps_bits(uint32_t kind, const gi_id *operands, uint32_t count)
{
    uint32_t from = operands[0].kind;

    if (count != 1 || is_unknown(kind) || is_unknown(from))
        return count == 1;
    if (is_pointer(kind) || is_pointer(from))
        return !is_float(kind) && !is_float(from);
    return is_vector(kind) || is_vector(from) || width_of(kind) == width_of(from);
}

static bool loads(uint32_t kind, const gi_id *operands, uint32_t count)
{
    (void)count;
    return gi_kinds_point(operands[0], kind);
}

static bool points_into(uint32_t kind, const gi_id *operands, uint32_t count)
{
    (void)kind;
    return are_integers(operands + 1, count - 1);
}

/* A pointer, a scope, what memory it orders, and values; kind is that of the word in memory. */
static bool is_atomic(uint32_t kind, const gi_id *operands, uint32_t count)
{
    return count >= 3 && gi_kinds_point(operands[0], kind) &&
           are_same(GI_KIND_U32, operands + 1, 2) && are_same(kind, operands + 3, count - 3);
}

/* The fourth is what memory it orders where it changes nothing. */
static bool exchanges(uint32_t kind, const gi_id *operands, uint32_t count)
{
    return count == 6 && is_atomic(kind, operands, 3) && gi_kinds_is(operands[3], GI_KIND_U32) &&
           are_same(kind, operands + 4, 2);
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

struct row {
    rule *fits;             /* NULL: any kinds */
    question *result;       /* NULL: not asked */
    question *first;
};

static const struct row rows[] = {
    [GiOpSNegate] = { are_same, is_integer, NULL }, [GiOpIAdd] = { are_same, is_integer, NULL },
    [GiOpISub] = { are_same, is_integer, NULL }, [GiOpIMul] = { are_same, is_integer, NULL },
    [GiOpUDiv] = { are_same, is_integer, NULL }, [GiOpSDiv] = { are_same, is_integer, NULL },
    [GiOpUMod] = { are_same, is_integer, NULL }, [GiOpSRem] = { are_same, is_integer, NULL },
    [GiOpSMod] = { are_same, is_integer, NULL }, [GiOpNot] = { are_same, is_integer, NULL },
    [GiOpBitwiseOr] = { are_same, is_integer, NULL },
    [GiOpBitwiseXor] = { are_same, is_integer, NULL },
    [GiOpBitwiseAnd] = { are_same, is_integer, NULL },
    [GiOpBitReverse] = { are_same, is_integer, NULL },
    [GiOpFNegate] = { are_same, is_float, NULL }, [GiOpFAdd] = { are_same, is_float, NULL },
    [GiOpFSub] = { are_same, is_float, NULL }, [GiOpFMul] = { are_same, is_float, NULL },
    [GiOpFDiv] = { are_same, is_float, NULL }, [GiOpFRem] = { are_same, is_float, NULL },
    [GiOpFMod] = { are_same, is_float, NULL },
    [GiOpLogicalEqual] = { are_same, is_truth, NULL },
    [GiOpLogicalNotEqual] = { are_same, is_truth, NULL },
    [GiOpLogicalOr] = { are_same, is_truth, NULL }, [GiOpLogicalAnd] = { are_same, is_truth, NULL },
    [GiOpLogicalNot] = { are_same, is_truth, NULL },
    [GiOpIEqual ... GiOpSLessThanEqual] = { compares, is_truth, is_integer },
    [GiOpFOrdEqual ... GiOpFUnordGreaterThanEqual] = { compares, is_truth, is_float },
    [GiOpIsNan] = { compares, is_truth, is_float }, [GiOpIsInf] = { compares, is_truth, is_float },
    [GiOpSelect] = { selects, NULL, is_truth },
    [GiOpShiftRightLogical] = { shifts, is_integer, is_integer },
    [GiOpShiftRightArithmetic] = { shifts, is_integer, is_integer },
    [GiOpShiftLeftLogical] = { shifts, is_integer, is_integer },
    [GiOpBitFieldSExtract] = { has_fields, is_integer, NULL },
    [GiOpBitFieldUExtract] = { has_fields, is_integer, NULL },
    [GiOpBitFieldInsert] = { has_fields, is_integer, NULL },
    [GiOpBitCount] = { converts, is_integer, is_integer },
    [GiOpConvertFToU] = { converts, is_integer, is_float },
    [GiOpConvertFToS] = { converts, is_integer, is_float },
    [GiOpConvertSToF] = { converts, is_float, is_integer },
    [GiOpConvertUToF] = { converts, is_float, is_integer },
    [GiOpUConvert] = { resizes, is_integer, is_integer },
    [GiOpSConvert] = { resizes, is_integer, is_integer },
    [GiOpFConvert] = { resizes, is_float, is_float },
    [GiOpConvertPtrToU] = { converts, is_integer, is_pointer },
    [GiOpConvertUToPtr] = { converts, is_pointer, is_integer },
    [GiOpBitcast] = { keeps_bits, has_bits, has_bits }, [GiOpLoad] = { loads, NULL, NULL },
    [GiOpAccessChain] = { points_into, is_pointer, is_pointer },
    [GiOpInBoundsAccessChain] = { points_into, is_pointer, is_pointer },
    [GiOpAtomicLoad ... GiOpAtomicExchange] = { is_atomic, is_number, NULL },
    [GiOpAtomicCompareExchange] = { exchanges, is_integer, NULL },
    [GiOpAtomicIIncrement ... GiOpAtomicXor] = { is_atomic, is_integer, NULL },
    [GiOpCompositeConstruct] = { constructs, NULL, NULL }
};

/* The table has no place for large numbers. */
static struct row row_of(enum gi_spirv_opcode opcode)
{
    if (opcode == GiOpAtomicFAddEXT)
        return (struct row){ is_atomic, is_float, NULL };
    return (size_t)opcode < sizeof(rows) / sizeof(rows[0]) ? rows[opcode] : (struct row){ 0 };
}

bool gi_kinds_fit(enum gi_spirv_opcode opcode, uint32_t kind, const gi_id *operands, uint32_t count)
{
    struct row row = row_of(opcode);

    if (!row.fits)
        return true;
    return count > 0 && (!row.result || row.result(kind)) &&
           (!row.first || row.first(operands[0].kind)) && row.fits(kind, operands, count);
}

/* The others have structures and vectors beside numbers. */
static bool takes_its_own(enum gi_spirv_glsl_instruction instruction)
{
    return (instruction <= GiGlslFma && instruction != GiGlslModf) ||
           (instruction >= GiGlslFindILsb && instruction <= GiGlslFindUMsb) ||
           (instruction >= GiGlslNMin && instruction <= GiGlslNClamp);
}

/* The others of these take floats. */
static bool takes_integers(enum gi_spirv_glsl_instruction instruction)
{
    switch ((uint32_t)instruction) {
    case GiGlslSAbs: case GiGlslSSign: case GiGlslUMin: case GiGlslSMin: case GiGlslUMax:
    case GiGlslSMax: case GiGlslUClamp: case GiGlslSClamp: case GiGlslFindILsb:
    case GiGlslFindSMsb: case GiGlslFindUMsb:
        return true;
    default:
        return false;
    }
}

bool gi_kinds_fit_glsl(enum gi_spirv_glsl_instruction instruction, uint32_t kind,
                       const gi_id *operands, uint32_t count)
{
    if (instruction == GiGlslLdexp)
        return count == 2 && is_float(kind) && is_same(operands[0].kind, kind) &&
               is_integer(operands[1].kind) && are_alike(operands[1].kind, kind);
    if (!takes_its_own(instruction))
        return true;
    return (takes_integers(instruction) ? is_integer(kind) : is_float(kind)) &&
           are_same(kind, operands, count);
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
