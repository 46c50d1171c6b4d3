#include "kernel/translate/ptx/matrix.h"

#include <string.h>

#define T(name) (1ull << GI_PTX_T_##name)

#define OF(name) (1u << GI_PTX_OF_##name)

/* Shapes, and the elements that each goes with, as bits: in mma, in mma.sp and in wmma. */
static const struct shape {
    uint8_t modifier, rows, columns;
    uint16_t depth;
    uint32_t of_mma, of_sparse, of_wmma;
} shapes[] = {
    { GI_PTX_M_M8N8K4, 8, 8, 4, OF(F16) | OF(F64), 0, OF(F64) },
    { GI_PTX_M_M16N8K4, 16, 8, 4, OF(TF32), 0, 0 },
    { GI_PTX_M_M16N8K8, 16, 8, 8, OF(F16) | OF(BF16) | OF(TF32), OF(TF32), 0 },
    { GI_PTX_M_M16N8K16, 16, 8, 16, OF(F16) | OF(BF16) | OF(8),
      OF(F16) | OF(BF16) | OF(TF32), 0 },
    { GI_PTX_M_M8N8K16, 8, 8, 16, OF(8), 0, 0 },
    { GI_PTX_M_M16N8K32, 16, 8, 32, OF(8) | OF(4), OF(F16) | OF(BF16) | OF(8), 0 },
    { GI_PTX_M_M8N8K32, 8, 8, 32, OF(4), 0, OF(4) },
    { GI_PTX_M_M16N8K64, 16, 8, 64, OF(4), OF(8) | OF(4), 0 },
    { GI_PTX_M_M8N8K128, 8, 8, 128, OF(1), 0, OF(1) },
    { GI_PTX_M_M16N8K128, 16, 8, 128, OF(1), OF(4), 0 },
    { GI_PTX_M_M16N8K256, 16, 8, 256, OF(1), 0, 0 },
    { GI_PTX_M_M16N16K16, 16, 16, 16, 0, 0, OF(F16) | OF(BF16) | OF(8) },
    { GI_PTX_M_M8N32K16, 8, 32, 16, 0, 0, OF(F16) | OF(BF16) | OF(8) },
    { GI_PTX_M_M32N8K16, 32, 8, 16, 0, 0, OF(F16) | OF(BF16) | OF(8) },
    { GI_PTX_M_M16N16K8, 16, 16, 8, 0, 0, OF(TF32) },
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

enum { LANES = 32, GROUP = 4, SELECTOR = 5, HALF_REGISTERS = 8,
       KINDS = sizeof(kinds) / sizeof(kinds[0]) };

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
    bool any = product->quads || (instruction->opcode == GI_PTX_OP_wmma
                                  && product->elements < GI_PTX_OF_4);
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
    return count == 2 && (any || (!columns[0] && columns[1]));
}

static bool modifiers_fit(const struct gi_ptx_instruction *instruction, const struct shape *shape,
                          const struct gi_ptx_product *product)
{
    static const uint8_t all[] = { GI_PTX_M_ROW, GI_PTX_M_COL, GI_PTX_M_SATFINITE, GI_PTX_M_XOR,
                                   GI_PTX_M_AND, GI_PTX_M_POPC, GI_PTX_M_MMA, GI_PTX_M_RN,
                                   GI_PTX_M_SP, GI_PTX_M_NONE };
    bool is_wmma = instruction->opcode == GI_PTX_OP_wmma;
    uint8_t allowed[sizeof(all)];
    bool is_bits = product->elements == GI_PTX_OF_1;
    bool is_xor = gi_ptx_has(instruction, GI_PTX_M_XOR);

    memcpy(allowed, all, sizeof(all));
    allowed[sizeof(all) - 1] = shape->modifier;
    if (!has_only(instruction, allowed, sizeof(allowed)))
        return false;
    if (gi_ptx_has(instruction, GI_PTX_M_MMA) != is_wmma
        || gi_ptx_has(instruction, GI_PTX_M_SP) != (product->metadata_lanes != 0)
        || (gi_ptx_has(instruction, GI_PTX_M_RN) && product->elements != GI_PTX_OF_F64))
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

static uint8_t registers_of(uint8_t words, uint32_t kind, bool is_wmma)
{
    if (is_wmma && kind == GI_PTX_OF_F16)
        return HALF_REGISTERS;
    return kind == GI_PTX_OF_F64 ? words / 2 : words;
}

/* The words of a product; its types are known. */
static void count_words(struct gi_ptx_product *product, const struct shape *shape, bool is_wmma,
                        bool is_sparse)
{
    uint32_t bits = kinds[product->elements].bits, sums = bits == 64 ? 64 : 32;
    uint32_t elements = (uint32_t)shape->rows * shape->columns;

    product->a = words_of((uint32_t)shape->depth * shape->rows / (is_sparse ? 2 : 1), bits);
    if (is_sparse) {                /* four bits for each two units */
        product->unit_bits = bits >= 16 ? 16 : 8;
        product->metadata_lanes = product->unit_bits == 16 ? product->a / 2 : product->a;
    }
    product->b = words_of((uint32_t)shape->depth * shape->columns, bits);
    product->c = words_of(elements, product->c_half ? 16 : sums);
    product->d = words_of(elements, product->d_half ? 16 : sums);
    if (product->quads) {           /* four products */
        product->a = product->b = 2;
        product->c *= 4;
        product->d *= 4;
    }
    product->a_registers = registers_of(product->a, product->elements, is_wmma);
    product->b_registers = registers_of(product->b, product->elements, is_wmma);
}

/* The kind of factors of a type; KINDS: none. */
static uint32_t kind_of(uint8_t type)
{
    uint32_t kind = 0;

    while (kind < KINDS && !is_one_of(type, kinds[kind].factors))
        kind++;
    return kind;
}

/* The elements that a shape goes with in an instruction, as bits. */
static uint32_t elements_of(const struct shape *shape, bool is_wmma, bool is_sparse)
{
    return is_wmma ? shape->of_wmma : is_sparse ? shape->of_sparse : shape->of_mma;
}

/* Takes the selector of a sparse product, its last operand; false where it is none. */
static bool find_metadata(const struct gi_ptx_instruction *instruction,
                          struct gi_ptx_product *product)
{
    const struct gi_ptx_operand *operand;

    if (instruction->operand_count != SELECTOR + 1)
        return false;
    operand = &instruction->operands[SELECTOR];
    if (operand->kind != GI_PTX_INTEGER_VALUE
        || operand->value >= (uint64_t)GROUP / product->metadata_lanes)
        return false;
    product->metadata_lane = (uint8_t)(operand->value * product->metadata_lanes);
    return true;
}

const char *gi_ptx_product_of(const struct gi_ptx_instruction *instruction,
                              struct gi_ptx_product *out_product)
{
    const uint8_t *given = instruction->types;
    const uint8_t halves[] = { given[0], GI_PTX_T_F16, GI_PTX_T_F16, given[1] };
    bool is_wmma = instruction->opcode == GI_PTX_OP_wmma;
    bool is_sparse = !is_wmma && gi_ptx_has(instruction, GI_PTX_M_SP);
    bool is_short = is_wmma && instruction->type_count == 2;
    const uint8_t *types = is_short ? halves : given;
    const struct shape *shape = shape_of(instruction);
    uint32_t kind = kind_of(types[1]);

    *out_product = (struct gi_ptx_product){ 0 };
    if (instruction->type_count != 4 && !is_short)
        return "it has four types";
    if (!shape || kind == KINDS
        || !(elements_of(shape, is_wmma, is_sparse) >> kind & 1)
        || !is_one_of(types[2], kinds[kind].factors) || !is_one_of(types[0], kinds[kind].sums)
        || !is_one_of(types[3], kinds[kind].sums))
        return "this shape of these types is not built";
    *out_product = (struct gi_ptx_product){
        .elements = (enum gi_ptx_elements)kind, .rows = shape->rows, .columns = shape->columns,
        .a_signed = gi_ptx_type_class((enum gi_ptx_type)types[1]) == GI_PTX_SIGNED,
        .b_signed = gi_ptx_type_class((enum gi_ptx_type)types[2]) == GI_PTX_SIGNED,
        .c_half = types[3] == GI_PTX_T_F16, .d_half = types[0] == GI_PTX_T_F16,
        .quads = kind == GI_PTX_OF_F16 && shape->depth == 4,
        .saturates = gi_ptx_has(instruction, GI_PTX_M_SATFINITE),
        .is_and = gi_ptx_has(instruction, GI_PTX_M_AND) };
    out_product->gathers_c = out_product->quads && out_product->c_half && !out_product->d_half;
    if (out_product->d_half && !out_product->c_half && !is_wmma)
        return "sums of f32 do not become f16";
    count_words(out_product, shape, is_wmma, is_sparse);
    if (!find_layouts(instruction, out_product) || !modifiers_fit(instruction, shape, out_product))
        return "a modifier of it is not built";
    if (is_sparse && !find_metadata(instruction, out_product))
        return "its sparsity selector is no number in range";
    return NULL;
}

/* ---- wmma in memory ---- */

enum gi_ptx_opcode gi_ptx_opcode_of_wmma(const struct gi_ptx_instruction *instruction)
{
    return gi_ptx_has(instruction, GI_PTX_M_LOAD) ? GI_PTX_OP_wmma_load
        : gi_ptx_has(instruction, GI_PTX_M_STORE) ? GI_PTX_OP_wmma_store : GI_PTX_OP_wmma;
}

/* The kind of a fragment's elements, among those that a shape goes with; KINDS: none. */
static uint32_t kind_in(const struct shape *shape, uint8_t type, bool is_sum)
{
    for (uint32_t kind = 0; kind < KINDS; kind++) {
        if ((shape->of_wmma >> kind & 1)
            && is_one_of(type, is_sum ? kinds[kind].sums : kinds[kind].factors))
            return kind;
    }
    return KINDS;
}

/* Which matrix an instruction names: one of A, B, C; D is stored. */
static uint8_t matrix_of(const struct gi_ptx_instruction *instruction)
{
    if (instruction->opcode == GI_PTX_OP_wmma_store)
        return gi_ptx_has(instruction, GI_PTX_M_D) ? GI_PTX_M_C : GI_PTX_M_NONE;
    return gi_ptx_has(instruction, GI_PTX_M_A) ? GI_PTX_M_A
        : gi_ptx_has(instruction, GI_PTX_M_B) ? GI_PTX_M_B
        : gi_ptx_has(instruction, GI_PTX_M_C) ? GI_PTX_M_C : GI_PTX_M_NONE;
}

const char *gi_ptx_fragment_of(const struct gi_ptx_instruction *instruction,
                               struct gi_ptx_fragment *out_fragment)
{
    const struct shape *shape = shape_of(instruction);
    uint8_t matrix = matrix_of(instruction), type = instruction->types[0];
    bool is_store = instruction->opcode == GI_PTX_OP_wmma_store, is_sum = matrix == GI_PTX_M_C;
    bool by_columns = gi_ptx_has(instruction, GI_PTX_M_COL);
    uint32_t rows, columns, kind;
    const uint8_t allowed[] = { is_store ? GI_PTX_M_STORE : GI_PTX_M_LOAD,
                                is_store ? GI_PTX_M_D : matrix,
                                by_columns ? GI_PTX_M_COL : GI_PTX_M_ROW,
                                shape ? shape->modifier : GI_PTX_M_NONE };

    *out_fragment = (struct gi_ptx_fragment){ 0 };
    if (!shape || !matrix || instruction->type_count != 1 || instruction->modifier_count != 6
        || !has_only(instruction, allowed, sizeof(allowed)))
        return "this form of it is not built";
    kind = kind_in(shape, type, is_sum);
    if (kind == KINDS || (kind >= GI_PTX_OF_4 && !is_sum && by_columns != (matrix == GI_PTX_M_B)))
        return "this shape of these types is not built";
    rows = matrix == GI_PTX_M_B ? shape->depth : shape->rows;
    columns = matrix == GI_PTX_M_A ? shape->depth : shape->columns;
    *out_fragment = (struct gi_ptx_fragment){
        .matrix = matrix, .rows = (uint8_t)rows, .columns = (uint8_t)columns,
        .bits = (uint8_t)kinds[kind].bits, .by_columns = by_columns };
    if (is_sum)
        out_fragment->bits = type == GI_PTX_T_F16 ? 16 : type == GI_PTX_T_F64 ? 64 : 32;
    out_fragment->words = words_of(rows * columns, out_fragment->bits);
    out_fragment->registers = is_sum ? registers_of(out_fragment->words, kind, false)
        : registers_of(out_fragment->words, kind, true);
    return NULL;
}

/* ---- matrices of 8 by 8 ---- */

uint32_t gi_ptx_matrices_of(const struct gi_ptx_instruction *instruction)
{
    static const uint8_t moves[] = { GI_PTX_M_M8N8, GI_PTX_M_TRANS };
    static const uint8_t rows[] = { GI_PTX_M_M8N8, GI_PTX_M_TRANS, GI_PTX_M_X1, GI_PTX_M_X2,
                                    GI_PTX_M_X4 };
    uint32_t count = 0, given = 0;

    if (instruction->type_count != 1 || instruction->types[0] != GI_PTX_T_B16
        || !gi_ptx_has(instruction, GI_PTX_M_M8N8))
        return 0;
    if (instruction->opcode == GI_PTX_OP_movmatrix)
        return has_only(instruction, moves, sizeof(moves))
            && gi_ptx_has(instruction, GI_PTX_M_TRANS);
    if (!has_only(instruction, rows, sizeof(rows)))
        return 0;
    for (uint32_t i = 0; i < 3; i++) {
        if (gi_ptx_has(instruction, (enum gi_ptx_modifier)rows[2 + i])) {
            count = 1u << i;
            given++;
        }
    }
    return given == 1 ? count : 0;
}

uint32_t gi_ptx_matrix_words(const struct gi_ptx_instruction *instruction)
{
    struct gi_ptx_product product;

    if ((instruction->opcode == GI_PTX_OP_mma || instruction->opcode == GI_PTX_OP_wmma)
        && !gi_ptx_product_of(instruction, &product))
        return (uint32_t)product.a + product.b + (product.metadata_lanes != 0)
            + (product.gathers_c ? product.c : 0);
    if (instruction->opcode == GI_PTX_OP_stmatrix && gi_ptx_matrices_of(instruction))
        return gi_ptx_matrices_of(instruction);
    return instruction->opcode == GI_PTX_OP_ldmatrix ? GI_PTX_ROW_WORDS : 1;
}
