#include "kernel/translate/emit/warp/matrix.h"

#include <string.h>

#include "kernel/translate/emit/space/check.h"
#include "kernel/translate/emit/space/memory.h"
#include "kernel/translate/emit/space/report.h"
#include "kernel/translate/emit/value/flow.h"
#include "kernel/translate/emit/value/short.h"
#include "kernel/translate/emit/value/special.h"
#include "kernel/translate/emit/warp/lanes.h"
#include "kernel/translate/emit/warp/product.h"
#include "kernel/translate/ptx/matrix.h"

enum { MOST_SUMS = 8, MOST_WORDS = GI_EMIT_LANE_WORDS + MOST_SUMS };

/* A function: what one spelling of an instruction does. */
struct gi_emit_matrix {
    struct gi_emit_matrix *next;
    const struct gi_ptx_instruction *instruction;   /* the first one */
    gi_id id;
    uint32_t given;             /* words of a lane for the others; with the machine they are no
                                   parameters, because each lane has stored them already */
    uint32_t kept;              /* words behind them, which stay with the lane */
    uint32_t results;
    uint32_t metadata_lane;     /* of a product, by its selector */
    uint32_t calls;
};

/* ---- calls ---- */

static uint32_t parameters_of(const struct gi_emit *emit, const struct gi_emit_matrix *matrix)
{
    return matrix->kept + (emit->meetings.way == GI_WARP_MACHINE ? 0 : matrix->given);
}

/* Some words as one value: a word, a vector, or an array. */
static gi_type words_type(struct gi_emit *emit, uint32_t count)
{
    gi_type word = gi_emit_type_id(emit, GI_KIND_U32);

    if (count == 1)
        return word;
    if (count <= 4)
        return gi_spirv_type_vector(&emit->spirv, word, count);
    return gi_spirv_type_array(&emit->spirv, word, u32(emit, count), 0);
}

static bool is_like(const struct gi_emit_matrix *one, const struct gi_emit_matrix *other)
{
    const struct gi_ptx_text *spelling = &one->instruction->spelling;

    return spelling->length == other->instruction->spelling.length
        && memcmp(spelling->start, other->instruction->spelling.start, spelling->length) == 0
        && one->metadata_lane == other->metadata_lane;
}

/* The function of an instruction's spelling. */
static const struct gi_emit_matrix *function_of(struct gi_emit *emit,
                                                const struct gi_emit_matrix *like)
{
    struct gi_emit_matrix *at = emit->matrices;

    while (at && !is_like(at, like))
        at = at->next;
    if (at) {
        at->calls++;
        return at;
    }
    at = gi_arena_alloc(emit->arena, 1, sizeof(*at));
    if (!at) {
        gi_spirv_fail(&emit->spirv, GI_OUT_OF_MEMORY);
        return like;
    }
    *at = *like;
    at->id = gi_spirv_new_function(&emit->spirv);
    at->calls = 1;
    at->next = emit->matrices;
    emit->matrices = at;
    return at;
}

/* words: those that are given, and behind them those that are kept. */
static void call(struct gi_emit *emit, const struct gi_emit_matrix *like, const gi_id *words,
                 gi_id *out_results)
{
    const struct gi_emit_matrix *matrix = function_of(emit, like);
    uint32_t count = parameters_of(emit, matrix);
    gi_type type = words_type(emit, matrix->results);
    gi_id value = gi_spirv_call(&emit->spirv, type, matrix->id,
                                words + matrix->given + matrix->kept - count, count);

    out_results[0] = value;
    for (uint32_t i = 0; matrix->results > 1 && i < matrix->results; i++)
        out_results[i] = gi_emit_extract(emit, GI_KIND_U32, value, i);
}

/* ---- operands ---- */

static bool has_items(const struct gi_ptx_operand *operand, uint32_t count)
{
    uint32_t items;

    (void)gi_emit_items(operand, &items);
    return items == count;
}

/* The first words of an operand with elements of 32 bits, or of 64: then two for each. */
static void get_words(struct gi_emit *emit, const struct gi_ptx_operand *operand, bool wide,
                      uint32_t words, gi_id *out_words)
{
    uint32_t count;
    const struct gi_ptx_operand *items = gi_emit_items(operand, &count);

    for (uint32_t i = 0; i < count && i < words; i++) {
        if (wide)
            gi_emit_split64(emit, gi_emit_get(emit, &items[i], GI_KIND_U64), &out_words[2 * i],
                            &out_words[2 * i + 1]);
        else
            out_words[i] = gi_emit_get(emit, &items[i], GI_KIND_U32);
    }
}

static void put_words(struct gi_emit *emit, const struct gi_ptx_operand *operand, bool wide,
                      const gi_id *words)
{
    uint32_t count;
    const struct gi_ptx_operand *items = gi_emit_items(operand, &count);

    for (uint32_t i = 0; i < count; i++) {
        if (wide)
            gi_emit_put(emit, &items[i], gi_emit_join64(emit, words[2 * i], words[2 * i + 1]),
                        false);
        else
            gi_emit_put(emit, &items[i], words[i], false);
    }
}

/* NULL, or why the instruction is not built. */
static const char *product_of(const struct gi_ptx_instruction *instruction,
                              struct gi_ptx_product *product)
{
    const struct gi_ptx_operand *operands = instruction->operands;
    const char *why = gi_ptx_product_of(instruction, product);
    uint32_t unit = product->elements == GI_PTX_OF_F64 ? 2 : 1;

    if (why)
        return why;
    if (instruction->operand_count != (product->metadata_lanes ? 6 : 4)
        || !has_items(&operands[0], product->d / unit)
        || !has_items(&operands[1], product->a_registers)
        || !has_items(&operands[2], product->b_registers)
        || !has_items(&operands[3], product->c / unit))
        return "it has operands of a number that is not built";
    return NULL;
}

/* Whether an operand is the address of a row. */
static bool has_address(const struct gi_ptx_instruction *instruction, uint32_t which)
{
    const struct gi_ptx_operand *operand = &instruction->operands[which];

    return instruction->operand_count == 2 && operand->kind == GI_PTX_MEMORY && operand->count == 1
        && (instruction->space == GI_PTX_SHARED || instruction->space == GI_PTX_GENERIC);
}

/* Whether it is a form of stmatrix that is built. */
static bool is_store(const struct gi_ptx_instruction *instruction)
{
    uint32_t matrices = gi_ptx_matrices_of(instruction);

    return matrices != 0 && has_address(instruction, 0)
        && has_items(&instruction->operands[1], matrices);
}

/* Only the first lanes have addresses that count. */
static struct gi_emit_if if_has_row(struct gi_emit *emit, uint32_t matrices)
{
    enum { ROWS = 8 };
    gi_id lane = gi_emit_flat_thread(emit);

    lane = op2n(emit, GiOpBitwiseAnd, lane, GI_WARP_THREADS - 1);
    return gi_emit_if_begin(emit, op2(emit, GiOpULessThan, lane, u32(emit, matrices * ROWS)));
}

/* With the memory check these lanes look at their rows where the instruction stands. */
static void check_rows(struct gi_emit *emit, gi_id address, uint32_t matrices)
{
    struct gi_emit_if open;

    if (!emit->kernel->uses_check || emit->meetings.way == GI_WARP_MACHINE)
        return;
    open = if_has_row(emit, matrices);
    gi_emit_check_words(emit, &emit->shared, address, 4 * GI_PTX_ROW_WORDS, GI_KERNEL_READS);
    gi_emit_if_otherwise(emit, &open);
    gi_emit_if_end(emit, &open);
}

/* The row of a lane; zeros of a lane that has none. */
static void load_row(struct gi_emit *emit, gi_id address, uint32_t matrices, gi_id *out_words)
{
    gi_id zero = u32(emit, 0), places[GI_PTX_ROW_WORDS], words[GI_PTX_ROW_WORDS];
    struct gi_emit_if open;

    for (uint32_t i = 0; i < GI_PTX_ROW_WORDS; i++) {
        places[i] = gi_emit_local(emit, GI_KIND_U32);
        gi_emit_store(emit, places[i], zero);
    }
    open = if_has_row(emit, matrices);
    gi_emit_load_at(emit, GI_PTX_SHARED, address, GI_KIND_U32, GI_PTX_ROW_WORDS, words);
    for (uint32_t i = 0; i < GI_PTX_ROW_WORDS; i++)
        gi_emit_store(emit, places[i], words[i]);
    gi_emit_if_otherwise(emit, &open);
    gi_emit_if_end(emit, &open);
    for (uint32_t i = 0; i < GI_PTX_ROW_WORDS; i++)
        out_words[i] = gi_emit_load(emit, GI_KIND_U32, places[i]);
}

void gi_emit_matrix_bring(struct gi_emit *emit, const struct gi_ptx_instruction *instruction,
                          gi_id *out_values)
{
    const struct gi_ptx_operand *operands = instruction->operands;
    struct gi_ptx_product product;
    bool wide;

    if (instruction->opcode == GI_PTX_OP_mma || instruction->opcode == GI_PTX_OP_wmma) {
        if (product_of(instruction, &product))
            return;             /* its emission refuses it */
        wide = product.elements == GI_PTX_OF_F64;
        get_words(emit, &operands[1], wide, product.a, out_values);
        get_words(emit, &operands[2], wide, product.b, out_values + product.a);
        if (product.metadata_lanes)
            out_values[product.a + product.b] = gi_emit_get(emit, &operands[4], GI_KIND_U32);
        if (product.gathers_c)
            get_words(emit, &operands[3], false, product.c, out_values + product.a + product.b);
    } else if (instruction->opcode == GI_PTX_OP_movmatrix && instruction->operand_count == 2) {
        out_values[0] = gi_emit_get(emit, &operands[1], GI_KIND_U32);
    } else if (instruction->opcode == GI_PTX_OP_ldmatrix && has_address(instruction, 1)) {
        load_row(emit, gi_emit_address(emit, &operands[1], GI_KIND_U32),
                 gi_ptx_matrices_of(instruction), out_values);
    } else if (instruction->opcode == GI_PTX_OP_stmatrix && is_store(instruction)) {
        get_words(emit, &operands[1], false, gi_ptx_matrices_of(instruction), out_values);
    }
}

/* The words that the lanes bring; none where the machine has them already. */
static void bring(struct gi_emit *emit, const struct gi_ptx_instruction *instruction, gi_id *words)
{
    if (emit->meetings.way != GI_WARP_MACHINE)
        gi_emit_matrix_bring(emit, instruction, words);
}

/* ---- instructions ---- */

void gi_emit_mma(struct gi_emit *emit, const struct gi_ptx_instruction *instruction)
{
    struct gi_ptx_product product;
    const char *why = product_of(instruction, &product);
    gi_id words[MOST_WORDS] = { 0 }, results[MOST_SUMS];
    struct gi_emit_matrix like;
    bool wide;

    if (why) {
        gi_emit_refuse(emit, why);
        return;
    }
    wide = product.elements == GI_PTX_OF_F64;
    like = (struct gi_emit_matrix){ .instruction = instruction,
                                    .given = gi_ptx_matrix_words(instruction),
                                    .kept = product.gathers_c ? 0 : product.c, .results = product.d,
                                    .metadata_lane = product.metadata_lane };
    bring(emit, instruction, words);
    get_words(emit, &instruction->operands[3], wide, like.kept, words + like.given);
    call(emit, &like, words, results);
    put_words(emit, &instruction->operands[0], wide, results);
}

void gi_emit_movmatrix(struct gi_emit *emit, const struct gi_ptx_instruction *instruction)
{
    struct gi_emit_matrix like = { .instruction = instruction, .given = 1, .results = 1 };
    gi_id words[MOST_WORDS] = { 0 }, result;

    if (!gi_ptx_matrices_of(instruction) || instruction->operand_count != 2) {
        gi_emit_refuse(emit, "this form of it is not built");
        return;
    }
    bring(emit, instruction, words);
    call(emit, &like, words, &result);
    gi_emit_put(emit, &instruction->operands[0], result, false);
}

void gi_emit_ldmatrix(struct gi_emit *emit, const struct gi_ptx_instruction *instruction)
{
    struct gi_emit_matrix like = { .instruction = instruction, .given = 1,
                                   .results = gi_ptx_matrices_of(instruction) };
    gi_id words[MOST_WORDS] = { 0 }, results[MOST_SUMS];

    if (!like.results || !has_address(instruction, 1)
        || !has_items(&instruction->operands[0], like.results)) {
        gi_emit_refuse(emit, "this form of it is not built");
        return;
    }
    if (emit->meetings.way != GI_WARP_MACHINE) {
        words[0] = gi_emit_address(emit, &instruction->operands[1], GI_KIND_U32);
        check_rows(emit, words[0], like.results);
        words[0] = gi_emit_redirect(emit, words[0], GI_KIND_U32);
    }
    call(emit, &like, words, results);
    put_words(emit, &instruction->operands[0], false, results);
}

/* Lanes give each other the words of their rows. Each then stores its own. */
void gi_emit_stmatrix(struct gi_emit *emit, const struct gi_ptx_instruction *instruction)
{
    uint32_t matrices = gi_ptx_matrices_of(instruction);
    struct gi_emit_matrix like = { .instruction = instruction, .given = matrices,
                                   .results = GI_PTX_ROW_WORDS };
    gi_id words[MOST_WORDS] = { 0 }, row[MOST_SUMS], address;
    struct gi_emit_if open;

    if (!is_store(instruction)) {
        gi_emit_refuse(emit, "this form of it is not built");
        return;
    }
    bring(emit, instruction, words);
    call(emit, &like, words, row);
    address = gi_emit_address(emit, &instruction->operands[0], GI_KIND_U32);
    open = if_has_row(emit, matrices);
    gi_emit_store_at(emit, GI_PTX_SHARED, address, GI_KIND_U32, GI_PTX_ROW_WORDS, row);
    gi_emit_if_otherwise(emit, &open);
    gi_emit_if_end(emit, &open);
}

/* ---- functions ---- */

/* Of each of two words the half that bit 0 of a number says: one word. */
static gi_id joined_halves(struct gi_emit *emit, const gi_id words[2], gi_id number)
{
    gi_id shift = op2n(emit, GiOpShiftLeftLogical, op2n(emit, GiOpBitwiseAnd, number, 1), 4);
    gi_id low = op2(emit, GiOpShiftRightLogical, words[0], shift);
    gi_id high = op2(emit, GiOpShiftRightLogical, words[1], shift);

    return gi_emit_with_field(emit, low, high, 16, 16);
}

/* The word of a row at a place from 0 to 3, of the lane with the row's address. Natively lanes give
 * their addresses. Otherwise each has brought its row, because one may go on and write there before
 * another has come. */
static gi_id row_word(struct gi_emit *emit, const struct gi_emit_lanes *lanes, gi_id lane,
                      gi_id place)
{
    gi_id word = GI_NO_ID;

    if (!gi_emit_is_native(emit))
        return gi_emit_lanes_word_at(emit, lanes, lane, place);
    place = op2n(emit, GiOpShiftLeftLogical, place, 2);
    place = op2(emit, GiOpIAdd, place, gi_emit_lanes_word(emit, lanes, lane, 0));
    gi_emit_load_at(emit, GI_PTX_SHARED, place, GI_KIND_U32, 1, &word);
    return word;
}

/* Element g of rows 2t and 2t + 1: lane is the one with the first row. */
static gi_id row_halves(struct gi_emit *emit, const struct gi_emit_lanes *lanes, gi_id lane,
                        gi_id group)
{
    gi_id place = op2n(emit, GiOpShiftRightLogical, group, 1), words[2];

    for (uint32_t i = 0; i < 2; i++)
        words[i] = row_word(emit, lanes, op2n(emit, GiOpIAdd, lane, i), place);
    return joined_halves(emit, words, group);
}

static void load_matrices(struct gi_emit *emit, const struct gi_emit_matrix *matrix,
                          const struct gi_emit_lanes *lanes, gi_id *results)
{
    bool across = gi_ptx_has(matrix->instruction, GI_PTX_M_TRANS);
    gi_id group = op2n(emit, GiOpShiftRightLogical, lanes->lane, 2);
    gi_id place = op2n(emit, GiOpBitwiseAnd, lanes->lane, 3), first = group;

    if (across)
        first = op2n(emit, GiOpShiftLeftLogical, place, 1);
    for (uint32_t i = 0; i < matrix->results; i++) {
        gi_id lane = op2n(emit, GiOpIAdd, first, 8 * i);

        results[i] = across ? row_halves(emit, lanes, lane, group)
            : row_word(emit, lanes, lane, place);
    }
    if (gi_emit_is_native(emit))    /* none goes on before all have read */
        gi_emit_control_barrier(emit, GiScopeSubgroup, false);
}

/* Element g of rows 2t and 2t + 1: halves of words of two lanes. */
static gi_id turned(struct gi_emit *emit, const struct gi_emit_lanes *lanes)
{
    gi_id group = op2n(emit, GiOpShiftRightLogical, lanes->lane, 2);
    gi_id place = op2n(emit, GiOpBitwiseAnd, lanes->lane, 3);
    gi_id lane = op2n(emit, GiOpShiftRightLogical, group, 1);
    gi_id words[2];

    lane = op2(emit, GiOpIAdd, lane, op2n(emit, GiOpShiftLeftLogical, place, 3));
    for (uint32_t i = 0; i < 2; i++)
        words[i] = gi_emit_lanes_word(emit, lanes, op2n(emit, GiOpIAdd, lane, 4 * i), 0);
    return joined_halves(emit, words, group);
}

/* The word of a lane for this lane's matrix: lanes 8i to 8i + 7 have the rows of matrix i. */
static gi_id word_of_matrix(struct gi_emit *emit, const struct gi_emit_lanes *lanes,
                            uint32_t matrices, gi_id lane)
{
    gi_id which = op2n(emit, GiOpShiftRightLogical, lanes->lane, 3);
    gi_id word = gi_emit_lanes_word(emit, lanes, lane, 0);

    for (uint32_t i = 1; i < matrices; i++) {
        gi_id other = gi_emit_lanes_word(emit, lanes, lane, i);

        word = gi_emit_select(emit, op2n(emit, GiOpIEqual, which, i), other, word);
    }
    return word;
}

/* The words of the row that the lane stores. Across, element c of row r is a half of lane
 * 4c + r / 2. */
static void gather_row(struct gi_emit *emit, const struct gi_emit_matrix *matrix,
                       const struct gi_emit_lanes *lanes, gi_id *results)
{
    bool across = gi_ptx_has(matrix->instruction, GI_PTX_M_TRANS);
    gi_id row = op2n(emit, GiOpBitwiseAnd, lanes->lane, 7), first, words[2];

    first = across ? op2n(emit, GiOpShiftRightLogical, row, 1)
        : op2n(emit, GiOpShiftLeftLogical, row, 2);
    for (uint32_t i = 0; i < GI_PTX_ROW_WORDS; i++) {
        for (uint32_t k = 0; k < 2 && across; k++) {
            gi_id lane = op2n(emit, GiOpIAdd, first, 8 * i + 4 * k);

            words[k] = word_of_matrix(emit, lanes, matrix->given, lane);
        }
        results[i] = across ? joined_halves(emit, words, row)
            : word_of_matrix(emit, lanes, matrix->given, op2n(emit, GiOpIAdd, first, i));
    }
}

/* The lane's words of D by the lanes, from the words that all of them bring. */
static void define_by_lanes(struct gi_emit *emit, const struct gi_emit_matrix *matrix, gi_id *in,
                            gi_id *results)
{
    bool loads = matrix->instruction->opcode == GI_PTX_OP_ldmatrix;
    uint32_t brought = matrix->given, kept = parameters_of(emit, matrix) - matrix->kept;
    struct gi_ptx_product product;
    struct gi_emit_lanes lanes;

    if (loads && emit->meetings.way == GI_WARP_EXCHANGE) {
        load_row(emit, in[0], matrix->results, in);
        brought = GI_PTX_ROW_WORDS;
    }
    gi_emit_lanes_meet(emit, &lanes, in, brought);
    if (loads)
        load_matrices(emit, matrix, &lanes, results);
    else if (matrix->instruction->opcode == GI_PTX_OP_movmatrix)
        results[0] = turned(emit, &lanes);
    else if (matrix->instruction->opcode == GI_PTX_OP_stmatrix)
        gather_row(emit, matrix, &lanes, results);
    else if (!gi_ptx_product_of(matrix->instruction, &product))
        gi_emit_product(emit, &product, &lanes, in + kept, results);
}

/* Whether the device's units make the product of an instruction. */
static bool goes_by_unit(const struct gi_emit *emit, const struct gi_ptx_instruction *instruction,
                         struct gi_ptx_product *product)
{
    return (instruction->opcode == GI_PTX_OP_mma || instruction->opcode == GI_PTX_OP_wmma)
        && !gi_ptx_product_of(instruction, product) && gi_emit_unit_fits(emit, product);
}

/* Natively a lane reads its words of a matrix itself, and changes words by shuffles. */
static bool is_short(const struct gi_emit *emit, const struct gi_ptx_instruction *instruction)
{
    return gi_emit_is_native(emit) && instruction->opcode != GI_PTX_OP_mma
        && instruction->opcode != GI_PTX_OP_wmma;
}

/* A function that is a few instructions stands where it is called. Others stand apart: copies of
 * them take a driver's compiler its time, as do hundreds of short ones. Where subgroups do it and
 * calls are few, it may choose: NVIDIA's (driver 580) crashes on some small kernels with a function
 * that shuffles words and has to stand apart. */
static enum gi_spirv_function_control control_of(const struct gi_emit *emit,
                                                 const struct gi_emit_matrix *matrix, bool by_unit)
{
    enum { FEW_CALLS = 32, MOST_SHORT_CALLS = 128 };

    if (by_unit || (is_short(emit, matrix->instruction) && matrix->calls <= MOST_SHORT_CALLS))
        return GiFunctionControlInline;
    return gi_emit_is_native(emit) && matrix->calls <= FEW_CALLS ? GiFunctionControlNone
                                                                 : GiFunctionControlDontInline;
}

static void define(struct gi_emit *emit, const struct gi_emit_matrix *matrix)
{
    struct gi_spirv *spirv = &emit->spirv;
    gi_type word = gi_emit_type_id(emit, GI_KIND_U32);
    gi_type result = words_type(emit, matrix->results);
    uint32_t count = parameters_of(emit, matrix);
    gi_type types[MOST_WORDS];
    gi_id in[MOST_WORDS] = { 0 }, results[MOST_SUMS] = { 0 }, value;
    struct gi_ptx_product product;
    bool by_unit = goes_by_unit(emit, matrix->instruction, &product);
    enum gi_spirv_function_control control = control_of(emit, matrix, by_unit);

    for (uint32_t i = 0; i < MOST_WORDS; i++)
        types[i] = word;
    gi_spirv_function_begin(spirv, matrix->id, result,
                            gi_spirv_type_function(spirv, result, types, count),
                            control);
    for (uint32_t i = 0; i < count; i++)
        in[i] = gi_spirv_parameter(spirv, word);
    gi_spirv_label(spirv, GI_NO_ID);
    emit->at = matrix->instruction;
    if (by_unit)
        gi_emit_unit_product(emit, &product, in, results);
    else
        define_by_lanes(emit, matrix, in, results);
    value = results[0];
    if (matrix->results > 1)
        value = gi_spirv_value(spirv, GiOpCompositeConstruct, result, results, matrix->results);
    gi_spirv_return_value(spirv, value);
    gi_spirv_function_end(spirv);
}

void gi_emit_define_matrices(struct gi_emit *emit)
{
    for (const struct gi_emit_matrix *at = emit->matrices; at; at = at->next)
        define(emit, at);
    emit->at = NULL;
}
