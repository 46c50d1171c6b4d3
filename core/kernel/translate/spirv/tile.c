#include "kernel/translate/spirv/tile.h"

/* The most components of a word. */
enum { MOST_IN_WORD = 4 };

static uint32_t bits_of(enum gi_kind kind)
{
    return kind == GI_KIND_U8 ? 8 : kind == GI_KIND_F16 ? 16 : 32;
}

static gi_type component_of(struct gi_spirv *builder, enum gi_kind kind, bool is_signed)
{
    return is_signed ? gi_spirv_type_int(builder, bits_of(kind), true)
                     : gi_spirv_type_of(builder, kind);
}

static struct gi_spirv_tile_matrix make_matrix(struct gi_spirv *builder, gi_type component,
                                               uint32_t in_word, uint32_t rows, uint32_t columns,
                                               enum gi_spirv_cooperative_matrix_use use)
{
    gi_id scope = gi_spirv_constant_u32(builder, GiScopeSubgroup);
    gi_id height = gi_spirv_constant_u32(builder, rows);
    gi_id width = gi_spirv_constant_u32(builder, columns);
    gi_id number = gi_spirv_constant_u32(builder, use);
    struct gi_spirv_tile_matrix matrix = { .component = component, .of_word = component,
                                           .in_word = in_word };
    gi_type pointer;

    if (in_word > 1)
        matrix.of_word = gi_spirv_type_vector(builder, component, in_word);
    matrix.type = gi_spirv_type(builder, GiOpTypeCooperativeMatrixKHR,
                                GI_SPIRV_WORDS(component.n, scope.n, height.n, width.n, number.n));
    pointer = gi_spirv_type_pointer(builder, GiStorageClassFunction, matrix.type);
    matrix.variable = gi_spirv_local(builder, pointer, GI_NO_ID);
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
    tile.a = make_matrix(builder, factor, in_word, GI_SPIRV_TILE_ROWS, form->depth,
                         GiCooperativeMatrixUseMatrixAKHR);
    tile.b = make_matrix(builder, factor, in_word, form->depth, GI_SPIRV_TILE_COLUMNS,
                         GiCooperativeMatrixUseMatrixBKHR);
    tile.sums = make_matrix(builder, sum, 32 / bits_of(form->sums), GI_SPIRV_TILE_ROWS,
                            GI_SPIRV_TILE_COLUMNS, GiCooperativeMatrixUseMatrixAccumulatorKHR);
    return tile;
}

/* The pointer to one of the elements that the lane has. */
static gi_id element_of(struct gi_spirv *builder, const struct gi_spirv_tile_matrix *matrix,
                        uint32_t number)
{
    gi_type type = gi_spirv_type_pointer(builder, GiStorageClassFunction, matrix->component);

    return gi_spirv_value2(builder, GiOpAccessChain, type, matrix->variable,
                           gi_spirv_constant_u32(builder, number));
}

static gi_id with_type(struct gi_spirv *builder, gi_type type, gi_type from, gi_id value)
{
    return type.n == from.n ? value : gi_spirv_value1(builder, GiOpBitcast, type, value);
}

void gi_spirv_tile_put(struct gi_spirv *builder, const struct gi_spirv_tile_matrix *matrix,
                       const gi_id *words, uint32_t count)
{
    gi_type word = gi_spirv_type_of(builder, GI_KIND_U32);

    for (uint32_t i = 0; i < count; i++) {
        gi_id value = with_type(builder, matrix->of_word, word, words[i]), part = value;

        for (uint32_t k = 0; k < matrix->in_word; k++) {
            gi_id place = element_of(builder, matrix, i * matrix->in_word + k);

            if (matrix->in_word > 1)
                part = gi_spirv_extract(builder, matrix->component, value, k);
            gi_spirv_store(builder, place, part);
        }
    }
}

void gi_spirv_tile_take(struct gi_spirv *builder, const struct gi_spirv_tile_matrix *matrix,
                        gi_id *out_words, uint32_t count)
{
    gi_type word = gi_spirv_type_of(builder, GI_KIND_U32);

    for (uint32_t i = 0; i < count; i++) {
        gi_id parts[MOST_IN_WORD], value;

        for (uint32_t k = 0; k < matrix->in_word; k++) {
            gi_id place = element_of(builder, matrix, i * matrix->in_word + k);

            parts[k] = gi_spirv_value1(builder, GiOpLoad, matrix->component, place);
        }
        value = parts[0];
        if (matrix->in_word > 1)
            value = gi_spirv_value(builder, GiOpCompositeConstruct, matrix->of_word, parts,
                                   matrix->in_word);
        out_words[i] = with_type(builder, word, matrix->of_word, value);
    }
}

static gi_id load_matrix(struct gi_spirv *builder, const struct gi_spirv_tile_matrix *matrix)
{
    return gi_spirv_value1(builder, GiOpLoad, matrix->type, matrix->variable);
}

void gi_spirv_tile_multiply(struct gi_spirv *builder, const struct gi_spirv_tile *tile)
{
    const uint32_t signs = GiCooperativeMatrixOperandsMatrixASignedComponentsKHR
        | GiCooperativeMatrixOperandsMatrixBSignedComponentsKHR
        | GiCooperativeMatrixOperandsMatrixCSignedComponentsKHR
        | GiCooperativeMatrixOperandsMatrixResultSignedComponentsKHR;
    gi_id a = load_matrix(builder, &tile->a);
    gi_id b = load_matrix(builder, &tile->b);
    gi_id c = load_matrix(builder, &tile->sums);
    const uint32_t operands[] = { a.n, b.n, c.n, signs };
    gi_id d = gi_spirv_value_of_words(builder, GiOpCooperativeMatrixMulAddKHR, tile->sums.type,
                                      operands, tile->is_signed ? 4 : 3);

    gi_spirv_store(builder, tile->sums.variable, d);
}
