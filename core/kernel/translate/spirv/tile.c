#include "kernel/translate/spirv/tile.h"

/* The most components of a word of sums. */
enum { MOST_IN_WORD = 2 };

static uint32_t bits_of(enum gi_kind kind)
{
    return kind == GI_KIND_U8 ? 8 : kind == GI_KIND_F16 ? 16 : 32;
}

static gi_type component_of(struct gi_spirv *builder, enum gi_kind kind, bool is_signed)
{
    return is_signed ? gi_spirv_type_int(builder, bits_of(kind), true)
                     : gi_spirv_type_of(builder, kind);
}

static struct gi_spirv_tile_matrix matrix_of(struct gi_spirv *builder, gi_type component,
                                             uint32_t in_word, uint32_t rows, uint32_t columns,
                                             enum gi_spirv_cooperative_matrix_use use)
{
    gi_id scope = gi_spirv_constant_u32(builder, GiScopeSubgroup);
    gi_id height = gi_spirv_constant_u32(builder, rows);
    gi_id width = gi_spirv_constant_u32(builder, columns);
    gi_id number = gi_spirv_constant_u32(builder, use);
    struct gi_spirv_tile_matrix matrix = { .component = component, .of_word = component,
                                           .in_word = in_word };

    if (in_word > 1)
        matrix.of_word = gi_spirv_type_vector(builder, component, in_word);
    matrix.type = gi_spirv_type(builder, GiOpTypeCooperativeMatrixKHR,
                                GI_SPIRV_WORDS(component.n, scope.n, height.n, width.n, number.n));
    return matrix;
}

struct gi_spirv_tile gi_spirv_tile_begin(struct gi_spirv *builder,
                                         const struct gi_spirv_tile_form *form)
{
    uint32_t in_word = 32 / bits_of(form->factors);
    gi_type factor = component_of(builder, form->factors, form->is_signed);
    gi_type sum = component_of(builder, form->sums, form->is_signed);
    struct gi_spirv_tile tile = { .is_signed = form->is_signed };

    gi_spirv_capability(builder, GiCapabilityCooperativeMatrixKHR);
    gi_spirv_extension(builder, "SPV_KHR_cooperative_matrix");
    tile.a = matrix_of(builder, factor, in_word, GI_SPIRV_TILE_ROWS, form->depth,
                       GiCooperativeMatrixUseMatrixAKHR);
    tile.b = matrix_of(builder, factor, in_word, form->depth, GI_SPIRV_TILE_COLUMNS,
                       GiCooperativeMatrixUseMatrixBKHR);
    tile.sums = matrix_of(builder, sum, 32 / bits_of(form->sums), GI_SPIRV_TILE_ROWS,
                          GI_SPIRV_TILE_COLUMNS, GiCooperativeMatrixUseMatrixAccumulatorKHR);
    return tile;
}

static gi_id with_type(struct gi_spirv *builder, gi_type type, gi_type from, gi_id value)
{
    return type.n == from.n ? value : gi_spirv_value1(builder, GiOpBitcast, type, value);
}

/* One of the components of a word. Bytes are shifted out of it, for NVIDIA's compiler takes half as
 * long again for those of a vector. */
static gi_id component_in(struct gi_spirv *builder, const struct gi_spirv_tile_matrix *matrix,
                          gi_id word, gi_id vector, uint32_t part)
{
    gi_type words = gi_spirv_type_of(builder, GI_KIND_U32), bytes;
    gi_id bits;

    if (matrix->in_word == 1)
        return vector;
    if (matrix->in_word == 2)
        return gi_spirv_extract(builder, matrix->component, vector, part);
    if (part) {
        bits = gi_spirv_constant_u32(builder, 8 * part);
        word = gi_spirv_value2(builder, GiOpShiftRightLogical, words, word, bits);
    }
    bytes = gi_spirv_type_of(builder, GI_KIND_U8);
    return gi_spirv_value1(builder, matrix->component.n == bytes.n ? GiOpUConvert : GiOpSConvert,
                           matrix->component, word);
}

gi_id gi_spirv_tile_make(struct gi_spirv *builder, const struct gi_spirv_tile_matrix *matrix,
                         const gi_id *words, uint32_t count)
{
    gi_type word = gi_spirv_type_of(builder, GI_KIND_U32);
    gi_id made = gi_spirv_undefined(builder, matrix->type);

    for (uint32_t i = 0; i < count; i++) {
        gi_id vector = words[i];

        if (matrix->in_word <= 2)
            vector = with_type(builder, matrix->of_word, word, vector);
        for (uint32_t k = 0; k < matrix->in_word; k++) {
            gi_id part = component_in(builder, matrix, words[i], vector, k);
            const uint32_t operands[] = { part.n, made.n, i * matrix->in_word + k };

            made = gi_spirv_value_of_words(builder, GiOpCompositeInsert, matrix->type, operands,
                                           3);
        }
    }
    return made;
}

void gi_spirv_tile_take(struct gi_spirv *builder, const struct gi_spirv_tile_matrix *matrix,
                        gi_id value, gi_id *out_words, uint32_t count)
{
    gi_type word = gi_spirv_type_of(builder, GI_KIND_U32);

    for (uint32_t i = 0; i < count; i++) {
        gi_id parts[MOST_IN_WORD], made;

        for (uint32_t k = 0; k < matrix->in_word; k++)
            parts[k] = gi_spirv_extract(builder, matrix->component, value, i * matrix->in_word + k);
        made = parts[0];
        if (matrix->in_word > 1)
            made = gi_spirv_value(builder, GiOpCompositeConstruct, matrix->of_word, parts,
                                  matrix->in_word);
        out_words[i] = with_type(builder, word, matrix->of_word, made);
    }
}

gi_id gi_spirv_tile_multiply(struct gi_spirv *builder, const struct gi_spirv_tile *tile, gi_id a,
                             gi_id b, gi_id c)
{
    const uint32_t signs = GiCooperativeMatrixOperandsMatrixASignedComponentsKHR
        | GiCooperativeMatrixOperandsMatrixBSignedComponentsKHR
        | GiCooperativeMatrixOperandsMatrixCSignedComponentsKHR
        | GiCooperativeMatrixOperandsMatrixResultSignedComponentsKHR;
    const uint32_t operands[] = { a.n, b.n, c.n, signs };

    return gi_spirv_value_of_words(builder, GiOpCooperativeMatrixMulAddKHR, tile->sums.type,
                                   operands, tile->is_signed ? 4 : 3);
}
