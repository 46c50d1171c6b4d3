#include "kernel/translate/emit/warp/product.h"

#include "kernel/translate/emit/number/cut.h"
#include "kernel/translate/emit/number/integer.h"
#include "kernel/translate/emit/number/round.h"
#include "kernel/translate/emit/value/flow.h"
#include "kernel/translate/emit/value/short.h"
#include "kernel/translate/emit/value/special.h"
#include "kernel/translate/spirv/tile.h"

enum { MOST_ELEMENTS = 8, MOST_SUMS = 8, COLUMNS = 2, PLACES = 4, MOST_TILE_WORDS = 4 };

/* A product while it is emitted. */
struct multiplying {
    const struct gi_ptx_product *product;
    const struct gi_emit_lanes *lanes;
    gi_id group, place;         /* lane / 4 and lane % 4 */
    enum gi_kind kind;          /* of sums */
    gi_id sums[MOST_SUMS];      /* variables: by rows */
    uint32_t count;
};

/* The elements of a word, or of one f64, as they are multiplied. */
struct elements {
    gi_id values[MOST_ELEMENTS];
    uint32_t count;
};

/* ---- elements ---- */

static gi_id as_f32(struct gi_emit *emit, gi_id word)
{
    return gi_emit_cast(emit, word, GI_KIND_F32);
}

static void unpack_halves(struct gi_emit *emit, gi_id word, gi_id *out_values)
{
    gi_type two = gi_spirv_type_vector(&emit->spirv, gi_emit_type_id(emit, GI_KIND_F32), 2);
    gi_id pair = gi_spirv_glsl(&emit->spirv, GiGlslUnpackHalf2x16, two, GI_SPIRV_IDS(word));

    for (uint32_t i = 0; i < 2; i++)
        out_values[i] = gi_emit_extract(emit, GI_KIND_F32, pair, i);
}

static struct elements fields_of(struct gi_emit *emit, gi_id word, uint32_t bits, bool is_signed)
{
    struct elements fields = { .count = 32 / bits };

    for (uint32_t i = 0; i < fields.count; i++)
        fields.values[i] = gi_emit_field(emit, word, i * bits, bits, is_signed);
    return fields;
}

/* words: one, or the two of an f64. */
static struct elements elements_of(struct gi_emit *emit, const struct multiplying *multiplying,
                                   const gi_id *words, bool is_signed)
{
    struct elements all = { .count = 1 };

    switch (multiplying->product->elements) {
    case GI_PTX_OF_F16:
        all.count = 2;
        unpack_halves(emit, words[0], all.values);
        break;
    case GI_PTX_OF_BF16:
        all.count = 2;
        all.values[0] = as_f32(emit, op2n(emit, GiOpShiftLeftLogical, words[0], 16));
        all.values[1] = as_f32(emit, op2n(emit, GiOpBitwiseAnd, words[0], 0xffff0000));
        break;
    case GI_PTX_OF_TF32:        /* the device reads no lower digits */
        all.values[0] = as_f32(emit, op2n(emit, GiOpBitwiseAnd, words[0], 0xffffe000));
        break;
    case GI_PTX_OF_F64:
        all.values[0] = gi_emit_cast(emit, gi_emit_join64(emit, words[0], words[1]), GI_KIND_F64);
        break;
    case GI_PTX_OF_8:
        all.values[0] = words[0];
        if (emit->target->dots_bytes)
            break;
        return fields_of(emit, words[0], 8, is_signed);
    case GI_PTX_OF_4:
        return fields_of(emit, words[0], 4, is_signed);
    case GI_PTX_OF_1:
        all.values[0] = words[0];
        break;
    }
    return all;
}

/* ---- sums ---- */

/* A sum with one more product. Products of f16, bf16 and tf32 need no more digits than f32 has. */
static gi_id with_product(struct gi_emit *emit, const struct multiplying *multiplying,
                          gi_id sum, gi_id a, gi_id b)
{
    bool is_and = multiplying->product->is_and;

    if (multiplying->kind == GI_KIND_F32) {
        a = gi_emit_2(emit, GiOpFMul, a, b);
        return gi_emit_2(emit, GiOpFAdd, sum, a);
    }
    if (multiplying->kind == GI_KIND_F64) {
        if (!emit->target->fused_fma)
            return gi_emit_fma64(emit, GI_PTX_M_RN, a, b, sum);
        return gi_emit_exact(emit, gi_emit_glsl3(emit, GiGlslFma, GI_KIND_F64, a, b, sum));
    }
    if (multiplying->product->elements == GI_PTX_OF_8 && emit->target->dots_bytes)
        a = gi_emit_byte_dot(emit, a, b, multiplying->product->a_signed,
                             multiplying->product->b_signed);
    else if (multiplying->product->elements == GI_PTX_OF_1)
        a = gi_emit_1(emit, GiOpBitCount, GI_KIND_U32,
                      op2(emit, is_and ? GiOpBitwiseAnd : GiOpBitwiseXor, a, b));
    else
        a = op2(emit, GiOpIMul, a, b);
    return op2(emit, GiOpIAdd, sum, a);
}

static void add_products(struct gi_emit *emit, const struct multiplying *multiplying,
                         gi_id variable, const struct elements *a, const struct elements *b)
{
    gi_id sum = gi_emit_load(emit, multiplying->kind, variable);

    for (uint32_t i = 0; i < a->count; i++)
        sum = with_product(emit, multiplying, sum, a->values[i], b->values[i]);
    gi_emit_store(emit, variable, sum);
}

/* The elements of a lane, from a place in its words on. */
static struct elements of_lane(struct gi_emit *emit, const struct multiplying *multiplying,
                               gi_id lane, uint32_t place, bool is_signed)
{
    gi_id words[2] = { 0 };

    words[0] = gi_emit_lanes_word(emit, multiplying->lanes, lane, place);
    if (multiplying->product->elements == GI_PTX_OF_F64)
        words[1] = gi_emit_lanes_word(emit, multiplying->lanes, lane, place + 1);
    return elements_of(emit, multiplying, words, is_signed);
}

/* The lanes with a place of columns 2t and 2t + 1 of B. */
static void find_columns(struct gi_emit *emit, const struct multiplying *multiplying,
                         gi_id place, gi_id lanes[COLUMNS])
{
    lanes[0] = op2(emit, GiOpIAdd, place, op2n(emit, GiOpShiftLeftLogical, multiplying->place, 3));
    lanes[1] = op2n(emit, GiOpIAdd, lanes[0], 4);
}

/* Adds the products of one place of the groups of four: the lane of A is of this group, those of B
 * are of columns 2t and 2t + 1. */
static void add_place(struct gi_emit *emit, void *context, gi_id place)
{
    const struct multiplying *multiplying = context;
    const struct gi_ptx_product *product = multiplying->product;
    uint32_t unit = product->elements == GI_PTX_OF_F64 ? 2 : 1, rows = product->rows / 8;
    gi_id across = op2(emit, GiOpIAdd, place,
                       op2n(emit, GiOpShiftLeftLogical, multiplying->group, 2));
    uint32_t parts = product->b / unit / (product->columns / 8);
    gi_id lanes[COLUMNS];

    find_columns(emit, multiplying, place, lanes);
    for (uint32_t at = 0; at < product->b / unit; at++) {
        uint32_t part = at % parts, group = at / parts;
        struct elements b[COLUMNS];

        for (uint32_t i = 0; i < COLUMNS; i++)
            b[i] = of_lane(emit, multiplying, lanes[i], product->a + at * unit,
                           product->b_signed);
        for (uint32_t row = 0; row < rows; row++) {
            struct elements a = of_lane(emit, multiplying, across, (part * rows + row) * unit,
                                        product->a_signed);
            uint32_t first = (group * rows + row) * COLUMNS;

            for (uint32_t i = 0; i < COLUMNS; i++)
                add_products(emit, multiplying, multiplying->sums[first + i], &a, &b[i]);
        }
    }
}

/* As add_place, of one part of the words of a place. A step is a place and a part of it. */
static void add_step(struct gi_emit *emit, void *context, gi_id step)
{
    const struct multiplying *multiplying = context;
    const struct gi_ptx_product *product = multiplying->product;
    uint32_t rows = product->rows / 8u, groups = product->columns / 8u;
    uint32_t parts = product->b / groups;
    gi_id part = op2n(emit, GiOpBitwiseAnd, step, parts - 1), place, across, lanes[COLUMNS];

    place = op2n(emit, GiOpShiftRightLogical, step, parts == 4 ? 2 : parts == 2 ? 1 : 0);
    across = op2(emit, GiOpIAdd, place, op2n(emit, GiOpShiftLeftLogical, multiplying->group, 2));
    find_columns(emit, multiplying, place, lanes);
    for (uint32_t group = 0; group < groups; group++) {
        gi_id at = op2n(emit, GiOpIAdd, part, product->a + group * parts), word;
        struct elements b[COLUMNS];

        for (uint32_t i = 0; i < COLUMNS; i++) {
            word = gi_emit_lanes_word_at(emit, multiplying->lanes, lanes[i], at);
            b[i] = elements_of(emit, multiplying, &word, product->b_signed);
        }
        at = op2n(emit, GiOpIMul, part, rows);
        for (uint32_t row = 0; row < rows; row++) {
            uint32_t first = (group * rows + row) * COLUMNS;
            struct elements a;

            word = gi_emit_lanes_word_at(emit, multiplying->lanes, across,
                                         op2n(emit, GiOpIAdd, at, row));
            a = elements_of(emit, multiplying, &word, product->a_signed);
            for (uint32_t i = 0; i < COLUMNS; i++)
                add_products(emit, multiplying, multiplying->sums[first + i], &a, &b[i]);
        }
    }
}

/* ---- products of a sparse A ---- */

/* A word of a row of A with the zeros that are not given. */
struct sparse_word {
    gi_id word;
    gi_id used;                 /* of units of 16 bits: all bits of those that are given */
};

/* Places two units where four bits of metadata say. The word of B at the place has four units of 8
 * bits, or an even place the first two of 16 bits and an odd place the other two. */
static struct sparse_word spread(struct gi_emit *emit, gi_id units, gi_id indices,
                                 uint32_t bits, gi_id odd)
{
    gi_id zero = u32(emit, 0), all = u32(emit, 0xffff);
    struct sparse_word made = { zero, zero };

    for (uint32_t i = 0; i < 2; i++) {
        gi_id unit = gi_emit_field(emit, units, i * bits, bits, false);
        gi_id index = gi_emit_field(emit, indices, 2 * i, 2, false), used = zero;

        if (bits == 16) {
            used = op2n(emit, GiOpShiftRightLogical, index, 1);
            used = gi_emit_select(emit, op2(emit, GiOpIEqual, used, odd), all, zero);
            unit = op2(emit, GiOpBitwiseAnd, unit, used);
            index = op2n(emit, GiOpBitwiseAnd, index, 1);
        }
        index = op2n(emit, GiOpIMul, index, bits);
        unit = op2(emit, GiOpShiftLeftLogical, unit, index);
        made.word = op2(emit, GiOpBitwiseOr, made.word, unit);
        if (bits == 16) {
            used = op2(emit, GiOpShiftLeftLogical, used, index);
            made.used = op2(emit, GiOpBitwiseOr, made.used, used);
        }
    }
    return made;
}

/* The word of A of row g + 8 * row that meets word part of B at a place. */
static struct sparse_word sparse_word_of(struct gi_emit *emit,
                                         const struct multiplying *multiplying, gi_id place,
                                         uint32_t part, uint32_t row)
{
    const struct gi_ptx_product *product = multiplying->product;
    uint32_t bits = product->unit_bits, rows = product->rows / 8;
    gi_id first = op2n(emit, GiOpShiftLeftLogical, multiplying->group, 2);
    gi_id half = op2n(emit, GiOpShiftRightLogical, place, 1);
    gi_id odd = op2n(emit, GiOpBitwiseAnd, place, 1);
    gi_id lane = op2n(emit, GiOpIAdd, op2(emit, GiOpIAdd, first, half), part % 2 * 2);
    gi_id units = gi_emit_lanes_word(emit, multiplying->lanes, lane, part / 2 * rows + row);
    gi_id chunk = bits == 16 ? op2n(emit, GiOpIAdd, half, part % 2 * 2 + 4 * row)
                                : op2n(emit, GiOpIAdd, place, part % 2 * 4);
    uint32_t from = product->metadata_lane + (bits == 16 ? part / 2 : part / 2 * 2 + row);
    gi_id indices = gi_emit_lanes_word(emit, multiplying->lanes,
                                       op2n(emit, GiOpIAdd, first, from),
                                       (uint32_t)product->a + product->b);

    indices = op2(emit, GiOpShiftRightLogical, indices, op2n(emit, GiOpShiftLeftLogical, chunk, 2));
    if (bits == 8)                  /* a word has two chunks */
        units = op2(emit, GiOpShiftRightLogical, units, op2n(emit, GiOpShiftLeftLogical, odd, 4));
    return spread(emit, units, indices, bits, odd);
}

/* As add_place. No float of B is used at a zero that is not given: it may be infinite. */
static void add_sparse_place(struct gi_emit *emit, void *context, gi_id place)
{
    const struct multiplying *multiplying = context;
    const struct gi_ptx_product *product = multiplying->product;
    bool floats = multiplying->kind == GI_KIND_F32;
    gi_id lanes[COLUMNS], words[COLUMNS];

    find_columns(emit, multiplying, place, lanes);
    for (uint32_t part = 0; part < product->b; part++) {
        struct elements b[COLUMNS] = { 0 };

        for (uint32_t i = 0; i < COLUMNS; i++) {
            words[i] = gi_emit_lanes_word(emit, multiplying->lanes, lanes[i], product->a + part);
            if (!floats)
                b[i] = elements_of(emit, multiplying, &words[i], product->b_signed);
        }
        for (uint32_t row = 0; row < product->rows / 8u; row++) {
            struct sparse_word given = sparse_word_of(emit, multiplying, place, part, row);
            struct elements a = elements_of(emit, multiplying, &given.word, product->a_signed);

            for (uint32_t i = 0; i < COLUMNS; i++) {
                if (floats) {
                    gi_id word = op2(emit, GiOpBitwiseAnd, words[i], given.used);

                    b[i] = elements_of(emit, multiplying, &word, product->b_signed);
                }
                add_products(emit, multiplying, multiplying->sums[row * COLUMNS + i], &a, &b[i]);
            }
        }
    }
}

/* ---- the addend and the result ---- */

/* The lane's elements of C as numbers. */
static void get_addends(struct gi_emit *emit, const struct multiplying *multiplying,
                        const gi_id *words, gi_id *out_values)
{
    for (uint32_t i = 0; i < multiplying->count; i++) {
        if (multiplying->product->c_half) {
            if (i % 2 == 0)
                unpack_halves(emit, words[i / 2], &out_values[i]);
        } else if (multiplying->kind == GI_KIND_F64) {
            out_values[i] = gi_emit_cast(emit, gi_emit_join64(emit, words[2 * i], words[2 * i + 1]),
                                         GI_KIND_F64);
        } else {
            out_values[i] = gi_emit_cast(emit, words[i], multiplying->kind);
        }
    }
}

static gi_id half_bits(struct gi_emit *emit, gi_id value)
{
    return gi_emit_cast(emit, gi_emit_half(emit, GI_KIND_F32, value), GI_KIND_U32);
}

static void put_sums(struct gi_emit *emit, const struct multiplying *multiplying,
                     const gi_id *values, gi_id *out_words)
{
    for (uint32_t i = 0; i < multiplying->count; i++) {
        gi_id low, high;

        if (multiplying->product->d_half) {
            if (i % 2)
                continue;
            low = half_bits(emit, values[i]);
            high = op2n(emit, GiOpShiftLeftLogical, half_bits(emit, values[i + 1]), 16);
            out_words[i / 2] = op2(emit, GiOpBitwiseOr, low, high);
        } else if (multiplying->kind == GI_KIND_F64) {
            gi_emit_split64(emit, gi_emit_cast(emit, values[i], GI_KIND_U64), &low,
                            &high);
            out_words[2 * i] = low;
            out_words[2 * i + 1] = high;
        } else {
            out_words[i] = gi_emit_cast(emit, values[i], GI_KIND_U32);
        }
    }
}

/* ---- products of quads ---- */

/* Element 0 to 3 of a lane's two words from a place on. */
static gi_id quad_element(struct gi_emit *emit, const struct multiplying *multiplying,
                          gi_id lane, uint32_t place, gi_id index)
{
    gi_id first = gi_emit_lanes_word(emit, multiplying->lanes, lane, place);
    gi_id second = gi_emit_lanes_word(emit, multiplying->lanes, lane, place + 1);
    gi_id is_second = op2(emit, GiOpUGreaterThan, index, u32(emit, 1)), shift, halves[2];

    first = gi_emit_select(emit, is_second, second, first);
    shift = op2n(emit, GiOpShiftLeftLogical, op2n(emit, GiOpBitwiseAnd, index, 1), 4);
    unpack_halves(emit, op2(emit, GiOpShiftRightLogical, first, shift), halves);
    return halves[0];
}

/* The element in a row or column, 0 to 3, of four lanes from a first one on, whose other number is
 * depth: by lanes it lies there, or by elements. */
static gi_id of_quad(struct gi_emit *emit, const struct multiplying *multiplying,
                     gi_id first, uint32_t place, gi_id number, gi_id depth,
                     bool depth_by_lanes)
{
    gi_id lane = op2(emit, GiOpIAdd, first, depth_by_lanes ? depth : number);

    return quad_element(emit, multiplying, lane, place, depth_by_lanes ? number : depth);
}

/* Sums of f16 are one row of 8 columns; those of f32 are two rows of four. */
static void add_depth(struct gi_emit *emit, void *context, gi_id depth)
{
    const struct multiplying *multiplying = context;
    const struct gi_ptx_product *product = multiplying->product;
    gi_id lane = multiplying->lanes->lane;
    uint32_t rows = product->d_half ? 1 : 2;
    uint32_t columns = multiplying->count / rows;
    gi_id quad = op2n(emit, GiOpBitwiseAnd, lane, 12), same, a[2], b[MOST_SUMS], number;

    same = op2n(emit, GiOpBitwiseAnd, lane, 28);
    for (uint32_t i = 0; i < rows; i++) {
        number = op2n(emit, GiOpBitwiseAnd, lane, product->d_half ? 3 : 1);
        number = op2n(emit, GiOpIAdd, number, 2 * i);
        a[i] = of_quad(emit, multiplying, same, 0, number, depth, product->a_columns);
    }
    for (uint32_t i = 0; i < columns; i++) {
        uint32_t high = i / (columns / 2);
        gi_id first = op2n(emit, GiOpIAdd, quad, 16 * high);

        number = u32(emit, i % 4);
        if (!product->d_half)
            number = op2n(emit, GiOpIAdd, op2n(emit, GiOpBitwiseAnd, lane, 2), i % 2);
        b[i] = of_quad(emit, multiplying, first, product->a, number, depth, !product->b_columns);
    }
    for (uint32_t i = 0; i < multiplying->count; i++) {
        uint32_t row = rows == 1 ? 0 : i / 2 % 2;
        uint32_t column = rows == 1 ? i : i % 2 + i / 4 * 2;
        gi_id sum = gi_emit_load(emit, GI_KIND_F32, multiplying->sums[i]);

        gi_emit_store(emit, multiplying->sums[i],
                      with_product(emit, multiplying, sum, a[row], b[column]));
    }
}

/* The addends of sums of f32 that lanes have in f16: each has a row of 8 columns. */
static void gather_addends(struct gi_emit *emit, const struct multiplying *multiplying,
                           gi_id *out_values)
{
    const struct gi_ptx_product *product = multiplying->product;
    gi_id lane = multiplying->lanes->lane;
    gi_id same = op2n(emit, GiOpBitwiseAnd, lane, 28), row, column;

    for (uint32_t i = 0; i < multiplying->count; i++) {
        row = op2n(emit, GiOpIAdd, op2n(emit, GiOpBitwiseAnd, lane, 1), i & 2);
        column = op2n(emit, GiOpIAdd, op2n(emit, GiOpBitwiseAnd, lane, 2), i & 1);
        out_values[i] = of_quad(emit, multiplying, same, product->a + product->b + i / 4 * 2, row,
                                column, false);
    }
}

/* ---- the product ---- */

static enum gi_kind kind_of_sums(const struct gi_ptx_product *product)
{
    if (product->elements == GI_PTX_OF_F64)
        return GI_KIND_F64;
    return product->elements < GI_PTX_OF_F64 ? GI_KIND_F32 : GI_KIND_U32;
}

void gi_emit_product(struct gi_emit *emit, const struct gi_ptx_product *product,
                     const struct gi_emit_lanes *lanes, const gi_id *addends,
                     gi_id *out_words)
{
    struct multiplying multiplying = { .product = product, .lanes = lanes,
                                       .kind = kind_of_sums(product),
                                       .count = product->rows / 8u * (product->columns / 8u)
                                           * COLUMNS };
    gi_emit_each *each = product->quads ? add_depth
        : product->metadata_lanes ? add_sparse_place : add_place;
    uint32_t steps = PLACES;
    gi_id values[MOST_SUMS], sums[MOST_SUMS], zero = u32(emit, 0), one, end;

    if (product->quads)
        multiplying.count = MOST_SUMS;
    multiplying.group = op2n(emit, GiOpShiftRightLogical, lanes->lane, 2);
    multiplying.place = op2n(emit, GiOpBitwiseAnd, lanes->lane, 3);
    if (product->gathers_c)
        gather_addends(emit, &multiplying, values);
    else
        get_addends(emit, &multiplying, addends, values);
    for (uint32_t i = 0; i < multiplying.count; i++) {
        multiplying.sums[i] = gi_emit_local(emit, multiplying.kind);
        gi_emit_store(emit, multiplying.sums[i], product->saturates ? zero : values[i]);
    }
    if (each == add_place && !gi_emit_is_native(emit) && product->elements != GI_PTX_OF_F64) {
        each = add_step;
        steps = PLACES * (product->b / (product->columns / 8u));
    }
    one = u32(emit, 1);
    end = u32(emit, steps);
    gi_emit_each_from(emit, zero, one, end, each, &multiplying);
    for (uint32_t i = 0; i < multiplying.count; i++) {
        sums[i] = gi_emit_load(emit, multiplying.kind, multiplying.sums[i]);
        if (product->saturates)
            sums[i] = gi_emit_saturate(emit, false, sums[i], values[i],
                                       op2(emit, GiOpIAdd, sums[i], values[i]));
    }
    put_sums(emit, &multiplying, sums, out_words);
}

/* ---- products by the device's units ---- */

/* A form of the units. */
struct unit_form {
    uint32_t bit;               /* in the set of the target; 0: there is none */
    uint32_t parts;             /* words of a group of rows or columns */
    struct gi_spirv_tile_form tile;
};

static uint32_t parts_of(const struct gi_ptx_product *product)
{
    return product->b / (product->columns / 8u);
}

static struct unit_form form_of_halves(const struct gi_ptx_product *product)
{
    bool is_deep = parts_of(product) == 2;
    struct unit_form form = { .parts = is_deep ? 2 : 1,
                              .tile = { is_deep ? 16 : 8, GI_KIND_F16,
                                        product->d_half ? GI_KIND_F16 : GI_KIND_F32, false } };

    if (product->c_half != product->d_half)
        return form;
    form.bit = is_deep ? GI_TRANSLATE_F16_K16_F32 : GI_TRANSLATE_F16_K8_F32;
    if (product->d_half)
        form.bit = is_deep ? GI_TRANSLATE_F16_K16_F16 : GI_TRANSLATE_F16_K8_F16;
    return form;
}

/* Products of half the depth have zeros for the other half. */
static struct unit_form form_of_bytes(const struct gi_ptx_product *product)
{
    struct unit_form form = { .parts = 2,
                              .tile = { 32, GI_KIND_U8, GI_KIND_U32, product->a_signed } };

    if (product->a_signed == product->b_signed)
        form.bit = product->a_signed ? GI_TRANSLATE_S8_K32_S32 : GI_TRANSLATE_U8_K32_U32;
    return form;
}

static struct unit_form form_of(const struct gi_ptx_product *product)
{
    if (product->quads || product->metadata_lanes)
        return (struct unit_form){ 0 };
    return product->elements == GI_PTX_OF_F16 ? form_of_halves(product)
        : product->elements == GI_PTX_OF_8 ? form_of_bytes(product) : (struct unit_form){ 0 };
}

/* With the memory check a thread may end in front of a product, and units need whole warps. */
bool gi_emit_unit_fits(const struct gi_emit *emit, const struct gi_ptx_product *product)
{
    return emit->meetings.way == GI_WARP_NATIVE_32 && !emit->target->checks_memory
        && (emit->target->matrices & form_of(product).bit) != 0;
}

/* A product of tiles while it is emitted. */
struct tiling {
    const struct gi_ptx_product *product;
    struct unit_form form;
    struct gi_spirv_tile tile;
    bool is_turned;             /* the second and the third word of A change places */
};

/* The factor A of the tile with a pair of groups of rows. */
static gi_id make_a(struct gi_emit *emit, const struct tiling *tiling, const gi_id *words,
                    uint32_t pair)
{
    uint32_t rows = tiling->product->rows / 8u, parts = parts_of(tiling->product);
    gi_id tile[MOST_TILE_WORDS], second;

    for (uint32_t i = 0; i < 2 * tiling->form.parts; i++) {
        uint32_t part = i / 2, row = 2 * pair + i % 2;

        tile[i] = part < parts && row < rows ? words[part * rows + row] : u32(emit, 0);
    }
    if (tiling->is_turned) {
        second = tile[1];
        tile[1] = tile[2];
        tile[2] = second;
    }
    return gi_spirv_tile_make(&emit->spirv, &tiling->tile.a, tile, 2 * tiling->form.parts);
}

/* The factor B of the tile with a group of columns. */
static gi_id make_b(struct gi_emit *emit, const struct tiling *tiling, const gi_id *words,
                    uint32_t group)
{
    uint32_t parts = parts_of(tiling->product);
    gi_id tile[MOST_TILE_WORDS];

    for (uint32_t i = 0; i < tiling->form.parts; i++)
        tile[i] = i < parts ? words[group * parts + i] : u32(emit, 0);
    return gi_spirv_tile_make(&emit->spirv, &tiling->tile.b, tile, tiling->form.parts);
}

/* The sums of a tile, from the words of C. A limit applies to the sum with C, so C is added behind
 * the units. */
static void add_tile(struct gi_emit *emit, const struct tiling *tiling, gi_id a, gi_id b,
                     const gi_id *words, uint32_t given, gi_id *out_words)
{
    const struct gi_spirv_tile_matrix *matrix = &tiling->tile.sums;
    bool saturates = tiling->product->saturates;
    uint32_t count = 2 * COLUMNS / matrix->in_word;
    gi_id sums[MOST_TILE_WORDS], made;

    for (uint32_t i = 0; i < count; i++)
        sums[i] = i < given && !saturates ? words[i] : u32(emit, 0);
    made = gi_spirv_tile_make(&emit->spirv, matrix, sums, count);
    made = gi_spirv_tile_multiply(&emit->spirv, &tiling->tile, a, b, made);
    gi_spirv_tile_take(&emit->spirv, matrix, made, out_words, given);
    for (uint32_t i = 0; saturates && i < given; i++) {
        gi_id sum = op2(emit, GiOpIAdd, out_words[i], words[i]);

        out_words[i] = gi_emit_saturate(emit, false, out_words[i], words[i], sum);
    }
}

void gi_emit_unit_product(struct gi_emit *emit, const struct gi_ptx_product *product,
                          const gi_id *words, gi_id *out_words)
{
    struct tiling tiling = { .product = product, .form = form_of(product) };
    const struct gi_spirv_tile_form *form = &tiling.form.tile;
    const gi_id *sums = words + product->a + product->b;
    uint32_t rows = product->rows / 8u, groups = product->columns / 8u, in_block;

    (void)gi_emit_type_id(emit, form->factors);     /* the kernel needs numbers of this width */
    tiling.tile = gi_spirv_tile_begin(&emit->spirv, form);
    tiling.is_turned = (emit->target->matrices_turned & tiling.form.bit) != 0;
    in_block = COLUMNS / tiling.tile.sums.in_word;
    for (uint32_t row = 0; row < rows; row += 2) {
        uint32_t given = rows == 1 ? in_block : 2 * in_block;
        gi_id a = make_a(emit, &tiling, words, row / 2);

        for (uint32_t group = 0; group < groups; group++) {
            uint32_t first = (group * rows + row) * in_block;
            gi_id b = make_b(emit, &tiling, words + product->a, group);

            add_tile(emit, &tiling, a, b, sums + first, given, out_words + first);
        }
    }
}
