#include "kernel/translate/ptx/matrix.h"

#include <string.h>

#define T(name) (1ull << GI_PTX_T_##name)

/* A shape, and the elements that it goes with. */
struct shape {
    uint8_t modifier;
    uint8_t rows;
    uint16_t depth;
    uint32_t elements;              /* bits of enum gi_ptx_elements */
};

#define OF(name) (1u << GI_PTX_OF_##name)

static const struct shape shapes[] = {
    { GI_PTX_M_M8N8K4, 8, 4, OF(F16) | OF(F64) },
    { GI_PTX_M_M16N8K4, 16, 4, OF(TF32) },
    { GI_PTX_M_M16N8K8, 16, 8, OF(F16) | OF(BF16) | OF(TF32) },
    { GI_PTX_M_M16N8K16, 16, 16, OF(F16) | OF(BF16) | OF(8) },
    { GI_PTX_M_M8N8K16, 8, 16, OF(8) },
    { GI_PTX_M_M16N8K32, 16, 32, OF(8) | OF(4) },
    { GI_PTX_M_M8N8K32, 8, 32, OF(4) },
    { GI_PTX_M_M16N8K64, 16, 64, OF(4) },
    { GI_PTX_M_M8N8K128, 8, 128, OF(1) },
    { GI_PTX_M_M16N8K128, 16, 128, OF(1) },
    { GI_PTX_M_M16N8K256, 16, 256, OF(1) },
};

/* Elements of the factors: their types, their bits, the types of sums. */
static const struct {
    uint64_t factors, sums;
    uint32_t bits;
} kinds[] = {
    [GI_PTX_OF_F16] = { T(F16), T(F16) | T(F32), 16 },
    [GI_PTX_OF_BF16] = { T(BF16), T(F32), 16 },
    [GI_PTX_OF_TF32] = { T(TF32), T(F32), 32 },
    [GI_PTX_OF_F64] = { T(F64), T(F64), 64 },
    [GI_PTX_OF_8] = { T(S8) | T(U8), T(S32), 8 },
    [GI_PTX_OF_4] = { T(S4) | T(U4), T(S32), 4 },
    [GI_PTX_OF_1] = { T(B1), T(S32), 1 },
};

enum { COLUMNS = 8, LANES = 32, KINDS = sizeof(kinds) / sizeof(kinds[0]) };

bool gi_ptx_is_matrix(const struct gi_ptx_instruction *instruction)
{
    return instruction->opcode == GI_PTX_OP_mma || instruction->opcode == GI_PTX_OP_ldmatrix
        || instruction->opcode == GI_PTX_OP_movmatrix;
}

static bool is_one_of(uint8_t type, uint64_t types)
{
    return (types >> type & 1) != 0;
}

static const struct shape *shape_of(const struct gi_ptx_instruction *instruction)
{
    for (size_t i = 0; i < sizeof(shapes) / sizeof(shapes[0]); i++) {
        if (gi_ptx_has(instruction, (enum gi_ptx_modifier)shapes[i].modifier))
            return &shapes[i];
    }
    return NULL;
}

/* Whether it has these modifiers, .sync, .aligned and its shape, and no more. */
static bool has_only(const struct gi_ptx_instruction *instruction, const uint8_t *allowed,
                     size_t count)
{
    uint32_t known = 2;

    if (!gi_ptx_has(instruction, GI_PTX_M_SYNC) || !gi_ptx_has(instruction, GI_PTX_M_ALIGNED))
        return false;
    for (uint32_t i = 0; i < instruction->modifier_count; i++)
        known += memchr(allowed, instruction->modifiers[i], count) != NULL;
    return known == instruction->modifier_count;
}

/* How A and B are kept; false where it is not said. */
static bool find_layouts(const struct gi_ptx_instruction *instruction,
                         struct gi_ptx_product *product)
{
    bool columns[2] = { false, false };
    uint32_t count = 0;

    for (uint32_t i = 0; i < instruction->modifier_count; i++) {
        uint8_t modifier = instruction->modifiers[i];

        if (modifier != GI_PTX_M_ROW && modifier != GI_PTX_M_COL)
            continue;
        if (count == 2)
            return false;
        columns[count++] = modifier == GI_PTX_M_COL;
    }
    product->a_columns = columns[0];
    product->b_columns = columns[1];
    return count == 2 && (product->quads || (!columns[0] && columns[1]));
}

static bool modifiers_fit(const struct gi_ptx_instruction *instruction, const struct shape *shape,
                          const struct gi_ptx_product *product)
{
    static const uint8_t all[] = { GI_PTX_M_ROW, GI_PTX_M_COL, GI_PTX_M_SATFINITE, GI_PTX_M_XOR,
                                   GI_PTX_M_AND, GI_PTX_M_POPC, GI_PTX_M_NONE };
    uint8_t allowed[sizeof(all)];
    bool is_bits = product->elements == GI_PTX_OF_1;
    bool is_xor = gi_ptx_has(instruction, GI_PTX_M_XOR);

    memcpy(allowed, all, sizeof(all));
    allowed[sizeof(all) - 1] = shape->modifier;
    if (!has_only(instruction, allowed, sizeof(allowed)))
        return false;
    if (product->saturates
        && product->elements != GI_PTX_OF_8 && product->elements != GI_PTX_OF_4)
        return false;
    if (gi_ptx_has(instruction, GI_PTX_M_POPC) != is_bits)
        return false;
    return is_bits ? is_xor != product->is_and : !is_xor && !product->is_and;
}

/* Words of 32 bits that each lane has of so many elements. */
static uint8_t words_of(uint32_t elements, uint32_t bits)
{
    return (uint8_t)(elements * bits / 32 / LANES);
}

const char *gi_ptx_product_of(const struct gi_ptx_instruction *instruction,
                              struct gi_ptx_product *out_product)
{
    const uint8_t *types = instruction->types;
    const struct shape *shape = shape_of(instruction);
    uint32_t kind = 0, bits;

    *out_product = (struct gi_ptx_product){ 0 };
    if (instruction->type_count != 4)
        return "it has four types";
    while (kind < KINDS && !is_one_of(types[1], kinds[kind].factors))
        kind++;
    if (!shape || kind == KINDS || !(shape->elements >> kind & 1)
        || !is_one_of(types[2], kinds[kind].factors) || !is_one_of(types[0], kinds[kind].sums)
        || !is_one_of(types[3], kinds[kind].sums))
        return "this shape of these types is not built";
    bits = kinds[kind].bits;
    *out_product = (struct gi_ptx_product){
        .elements = (enum gi_ptx_elements)kind, .rows = shape->rows,
        .a = words_of(shape->depth * shape->rows, bits),
        .b = words_of(shape->depth * COLUMNS, bits),
        .a_signed = gi_ptx_type_class((enum gi_ptx_type)types[1]) == GI_PTX_SIGNED,
        .b_signed = gi_ptx_type_class((enum gi_ptx_type)types[2]) == GI_PTX_SIGNED,
        .c_half = types[3] == GI_PTX_T_F16, .d_half = types[0] == GI_PTX_T_F16,
        .quads = kind == GI_PTX_OF_F16 && shape->depth == 4,
        .saturates = gi_ptx_has(instruction, GI_PTX_M_SATFINITE),
        .is_and = gi_ptx_has(instruction, GI_PTX_M_AND) };
    bits = bits == 64 ? 64 : 32;
    out_product->d = words_of(shape->rows * COLUMNS, out_product->d_half ? 16 : bits);
    out_product->c = words_of(shape->rows * COLUMNS, out_product->c_half ? 16 : bits);
    if (out_product->quads && out_product->c_half != out_product->d_half)
        return "this shape of these types is not built";
    if (out_product->quads) {       /* four products */
        out_product->a = out_product->b = 2;
        out_product->c *= 4;
        out_product->d *= 4;
    }
    if (!find_layouts(instruction, out_product) || !modifiers_fit(instruction, shape, out_product))
        return "a modifier of it is not built";
    return NULL;
}

uint32_t gi_ptx_matrices_of(const struct gi_ptx_instruction *instruction)
{
    static const uint8_t moves[] = { GI_PTX_M_M8N8, GI_PTX_M_TRANS };
    static const uint8_t loads[] = { GI_PTX_M_M8N8, GI_PTX_M_TRANS, GI_PTX_M_X1, GI_PTX_M_X2,
                                     GI_PTX_M_X4 };
    uint32_t count = 0, given = 0;

    if (instruction->type_count != 1 || instruction->types[0] != GI_PTX_T_B16
        || !gi_ptx_has(instruction, GI_PTX_M_M8N8))
        return 0;
    if (instruction->opcode == GI_PTX_OP_movmatrix)
        return has_only(instruction, moves, sizeof(moves))
            && gi_ptx_has(instruction, GI_PTX_M_TRANS);
    if (!has_only(instruction, loads, sizeof(loads)))
        return 0;
    for (uint32_t i = 0; i < 3; i++) {
        if (gi_ptx_has(instruction, (enum gi_ptx_modifier)loads[2 + i])) {
            count = 1u << i;
            given++;
        }
    }
    return given == 1 ? count : 0;
}

uint32_t gi_ptx_words_brought(const struct gi_ptx_instruction *instruction)
{
    struct gi_ptx_product product;

    if (instruction->opcode == GI_PTX_OP_mma && !gi_ptx_product_of(instruction, &product))
        return (uint32_t)product.a + product.b;
    if (instruction->opcode == GI_PTX_OP_ldmatrix)
        return GI_PTX_ROW_WORDS;
    return instruction->opcode == GI_PTX_OP_match && instruction->type_count
        && gi_ptx_type_bytes(instruction->types[instruction->type_count - 1]) == 8 ? 2 : 1;
}
