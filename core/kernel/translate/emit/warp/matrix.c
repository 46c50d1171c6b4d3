#include "kernel/translate/emit/warp/matrix.h"

#include <string.h>

#include "kernel/translate/emit/space/check.h"
#include "kernel/translate/emit/space/memory.h"
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
    uint32_t id;
    uint32_t brought;           /* words that the lanes exchange; with the machine they are no
                                   parameters, because each lane has stored them already */
    uint32_t kept;              /* words behind them, which stay with the lane */
    uint32_t results;
};

/* ---- calls ---- */

static uint32_t parameters_of(const struct gi_emit *emit, const struct gi_emit_matrix *matrix)
{
    return matrix->kept + (emit->meetings.way == GI_WARP_MACHINE ? 0 : matrix->brought);
}

/* Some words as one value: a word, a vector, or an array. */
static uint32_t words_type(struct gi_emit *emit, uint32_t count)
{
    uint32_t word = gi_emit_type_id(emit, GI_EMIT_U32);

    if (count == 1)
        return word;
    if (count <= 4)
        return gi_spirv_type_vector(&emit->spirv, word, count);
    return gi_spirv_type_array(&emit->spirv, word, u32(emit, count), 0);
}

/* The function of an instruction's spelling. */
static const struct gi_emit_matrix *function_of(struct gi_emit *emit,
                                                const struct gi_emit_matrix *like)
{
    const struct gi_ptx_text *spelling = &like->instruction->spelling;
    struct gi_emit_matrix *at = emit->matrices;

    while (at && (at->instruction->spelling.length != spelling->length
                  || memcmp(at->instruction->spelling.start, spelling->start,
                            spelling->length) != 0))
        at = at->next;
    if (at)
        return at;
    at = gi_arena_alloc(emit->arena, 1, sizeof(*at));
    if (!at) {
        gi_spirv_fail(&emit->spirv, GI_OUT_OF_MEMORY);
        return like;
    }
    *at = *like;
    at->id = gi_spirv_id(&emit->spirv);
    at->next = emit->matrices;
    emit->matrices = at;
    return at;
}

/* words: those that are brought, and behind them those that are kept. */
static void call(struct gi_emit *emit, const struct gi_emit_matrix *like, const uint32_t *words,
                 uint32_t *out_results)
{
    const struct gi_emit_matrix *matrix = function_of(emit, like);
    uint32_t count = parameters_of(emit, matrix);
    uint32_t type = words_type(emit, matrix->results);
    uint32_t operands[1 + MOST_WORDS] = { matrix->id };
    uint32_t value;

    memcpy(operands + 1, words + matrix->brought + matrix->kept - count, count * sizeof(*words));
    value = gi_spirv_value(&emit->spirv, GiOpFunctionCall, type, operands, 1 + count);
    out_results[0] = value;
    for (uint32_t i = 0; matrix->results > 1 && i < matrix->results; i++)
        out_results[i] = gi_emit_2(emit, GiOpCompositeExtract, GI_EMIT_U32, value, i);
}

/* ---- operands ---- */

/* The single operands of one that is a vector, or a register for one of them. */
static const struct gi_ptx_operand *items_of(const struct gi_ptx_operand *operand,
                                             uint32_t *out_count)
{
    bool is_vector = operand->kind == GI_PTX_VECTOR;

    *out_count = is_vector ? operand->count : 1;
    return is_vector ? operand->to.items : operand;
}

static bool has_items(const struct gi_ptx_operand *operand, uint32_t count)
{
    uint32_t items;

    (void)items_of(operand, &items);
    return items == count;
}

/* The words of an operand with elements of 32 bits, or of 64: then two for each. */
static void get_words(struct gi_emit *emit, const struct gi_ptx_operand *operand, bool wide,
                      uint32_t *out_words)
{
    uint32_t count;
    const struct gi_ptx_operand *items = items_of(operand, &count);

    for (uint32_t i = 0; i < count; i++) {
        if (wide)
            gi_emit_split64(emit, gi_emit_get(emit, &items[i], GI_EMIT_U64), &out_words[2 * i],
                            &out_words[2 * i + 1]);
        else
            out_words[i] = gi_emit_get(emit, &items[i], GI_EMIT_U32);
    }
}

static void put_words(struct gi_emit *emit, const struct gi_ptx_operand *operand, bool wide,
                      const uint32_t *words)
{
    uint32_t count;
    const struct gi_ptx_operand *items = items_of(operand, &count);

    for (uint32_t i = 0; i < count; i++) {
        if (wide)
            gi_emit_put(emit, &items[i], gi_emit_join64(emit, words[2 * i], words[2 * i + 1]),
                        GI_EMIT_U64, false);
        else
            gi_emit_put(emit, &items[i], words[i], GI_EMIT_U32, false);
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
    if (instruction->operand_count != 4 || !has_items(&operands[0], product->d / unit)
        || !has_items(&operands[1], product->a / unit)
        || !has_items(&operands[2], product->b / unit)
        || !has_items(&operands[3], product->c / unit))
        return "it has operands of a number that is not built";
    return NULL;
}

static bool has_address(const struct gi_ptx_instruction *instruction)
{
    return instruction->operand_count == 2 && instruction->operands[1].kind == GI_PTX_MEMORY
        && instruction->operands[1].count == 1
        && (instruction->space == GI_PTX_SHARED || instruction->space == GI_PTX_GENERIC);
}

void gi_emit_matrix_bring(struct gi_emit *emit, const struct gi_ptx_instruction *instruction,
                          uint32_t *out_values)
{
    const struct gi_ptx_operand *operands = instruction->operands;
    struct gi_ptx_product product;

    if (instruction->opcode == GI_PTX_OP_mma) {
        if (product_of(instruction, &product))
            return;             /* its emission refuses it */
        get_words(emit, &operands[1], product.elements == GI_PTX_OF_F64, out_values);
        get_words(emit, &operands[2], product.elements == GI_PTX_OF_F64, out_values + product.a);
    } else if (instruction->opcode == GI_PTX_OP_movmatrix && instruction->operand_count == 2) {
        out_values[0] = gi_emit_get(emit, &operands[1], GI_EMIT_U32);
    } else if (instruction->opcode == GI_PTX_OP_ldmatrix && has_address(instruction)) {
        out_values[0] = gi_emit_address(emit, &operands[1], GI_EMIT_U32);
    }
}

/* The words that the lanes bring; none where the machine has them already. */
static void bring(struct gi_emit *emit, const struct gi_ptx_instruction *instruction,
                  uint32_t *words)
{
    if (emit->meetings.way != GI_WARP_MACHINE)
        gi_emit_matrix_bring(emit, instruction, words);
}

/* ---- instructions ---- */

void gi_emit_mma(struct gi_emit *emit, const struct gi_ptx_instruction *instruction)
{
    struct gi_ptx_product product;
    const char *why = product_of(instruction, &product);
    uint32_t words[MOST_WORDS] = { 0 }, results[MOST_SUMS];
    struct gi_emit_matrix like;
    bool wide;

    if (why) {
        gi_emit_refuse(emit, why);
        return;
    }
    wide = product.elements == GI_PTX_OF_F64;
    like = (struct gi_emit_matrix){ .instruction = instruction,
                                    .brought = (uint32_t)product.a + product.b,
                                    .kept = product.c, .results = product.d };
    bring(emit, instruction, words);
    get_words(emit, &instruction->operands[3], wide, words + like.brought);
    call(emit, &like, words, results);
    put_words(emit, &instruction->operands[0], wide, results);
}

void gi_emit_movmatrix(struct gi_emit *emit, const struct gi_ptx_instruction *instruction)
{
    struct gi_emit_matrix like = { .instruction = instruction, .brought = 1, .results = 1 };
    uint32_t words[MOST_WORDS] = { 0 }, result;

    if (!gi_ptx_matrices_of(instruction) || instruction->operand_count != 2) {
        gi_emit_refuse(emit, "this form of it is not built");
        return;
    }
    bring(emit, instruction, words);
    call(emit, &like, words, &result);
    gi_emit_put(emit, &instruction->operands[0], result, GI_EMIT_U32, false);
}

/* The lanes whose addresses count look at their rows, with the memory check. */
static void check_rows(struct gi_emit *emit, const struct gi_ptx_instruction *instruction,
                       uint32_t matrices)
{
    enum { ROW_BYTES = 16, ROWS = 8 };
    uint32_t address, thread, lane;
    struct gi_emit_if open;

    if (!emit->kernel->uses_check)
        return;
    address = gi_emit_address(emit, &instruction->operands[1], GI_EMIT_U32);
    thread = gi_emit_flat_thread(emit);
    lane = op32n(emit, GiOpBitwiseAnd, thread, GI_WARP_THREADS - 1);
    open = gi_emit_if_begin(emit, pred(emit, GiOpULessThan, lane, u32(emit, matrices * ROWS)));
    gi_emit_check_words(emit, &emit->shared, address, ROW_BYTES, GI_KERNEL_READS);
    gi_emit_if_otherwise(emit, &open);
    gi_emit_if_end(emit, &open);
}

void gi_emit_ldmatrix(struct gi_emit *emit, const struct gi_ptx_instruction *instruction)
{
    struct gi_emit_matrix like = { .instruction = instruction, .brought = 1,
                                   .results = gi_ptx_matrices_of(instruction) };
    uint32_t words[MOST_WORDS] = { 0 }, results[MOST_SUMS];

    if (!like.results || !has_address(instruction)
        || !has_items(&instruction->operands[0], like.results)) {
        gi_emit_refuse(emit, "this form of it is not built");
        return;
    }
    check_rows(emit, instruction, like.results);
    bring(emit, instruction, words);
    call(emit, &like, words, results);
    put_words(emit, &instruction->operands[0], false, results);
}

/* ---- functions ---- */

/* A half of a word: the one that bit 0 of a number says. */
static uint32_t half_of(struct gi_emit *emit, uint32_t word, uint32_t number)
{
    uint32_t shift = op32n(emit, GiOpShiftLeftLogical, op32n(emit, GiOpBitwiseAnd, number, 1), 4);

    return op32n(emit, GiOpBitwiseAnd, op32(emit, GiOpShiftRightLogical, word, shift), 0xffff);
}

static uint32_t joined(struct gi_emit *emit, uint32_t low, uint32_t high)
{
    return op32(emit, GiOpBitwiseOr, low, op32n(emit, GiOpShiftLeftLogical, high, 16));
}

/* A word of shared memory, whose elements have 32 bits or 64. */
static uint32_t load_word(struct gi_emit *emit, uint32_t address)
{
    uint32_t word = gi_emit_words_load(emit, &emit->shared, address), shift;

    if (emit->shared.kind != GI_EMIT_U64)
        return word;
    shift = op32n(emit, GiOpShiftLeftLogical, op32n(emit, GiOpBitwiseAnd, address, 4), 3);
    word = gi_emit_2(emit, GiOpShiftRightLogical, GI_EMIT_U64, word, shift);
    return gi_emit_cast(emit, word, GI_EMIT_U64, GI_EMIT_U32);
}

/* Rows 2t and 2t + 1 of a matrix, in column g: lane is the one with the address of the first. */
static uint32_t load_across(struct gi_emit *emit, const struct gi_emit_lanes *lanes,
                            uint32_t lane, uint32_t group)
{
    uint32_t pair = op32n(emit, GiOpShiftRightLogical, group, 1);
    uint32_t halves[2];

    pair = op32n(emit, GiOpShiftLeftLogical, pair, 2);
    for (uint32_t i = 0; i < 2; i++) {
        uint32_t address = gi_emit_lanes_word(emit, lanes, op32n(emit, GiOpIAdd, lane, i), 0);

        address = op32(emit, GiOpIAdd, address, pair);
        halves[i] = half_of(emit, load_word(emit, address), group);
    }
    return joined(emit, halves[0], halves[1]);
}

static void load_matrices(struct gi_emit *emit, const struct gi_emit_matrix *matrix,
                          const struct gi_emit_lanes *lanes, uint32_t *results)
{
    bool across = gi_ptx_has(matrix->instruction, GI_PTX_M_TRANS);
    uint32_t group = op32n(emit, GiOpShiftRightLogical, lanes->lane, 2);
    uint32_t place = op32n(emit, GiOpBitwiseAnd, lanes->lane, 3), bytes = 0;

    if (across)
        place = op32n(emit, GiOpShiftLeftLogical, place, 1);
    else
        bytes = op32n(emit, GiOpShiftLeftLogical, place, 2);
    for (uint32_t i = 0; i < matrix->results; i++) {
        uint32_t lane = op32n(emit, GiOpIAdd, across ? place : group, 8 * i);

        if (across)
            results[i] = load_across(emit, lanes, lane, group);
        else
            results[i] = load_word(emit, op32(emit, GiOpIAdd,
                                              gi_emit_lanes_word(emit, lanes, lane, 0), bytes));
    }
}

/* Element g of rows 2t and 2t + 1: halves of words of two lanes. */
static uint32_t turned(struct gi_emit *emit, const struct gi_emit_lanes *lanes)
{
    uint32_t group = op32n(emit, GiOpShiftRightLogical, lanes->lane, 2);
    uint32_t place = op32n(emit, GiOpBitwiseAnd, lanes->lane, 3);
    uint32_t lane = op32n(emit, GiOpShiftRightLogical, group, 1);
    uint32_t halves[2];

    lane = op32(emit, GiOpIAdd, lane, op32n(emit, GiOpShiftLeftLogical, place, 3));
    for (uint32_t i = 0; i < 2; i++) {
        uint32_t from = op32n(emit, GiOpIAdd, lane, 4 * i);

        halves[i] = half_of(emit, gi_emit_lanes_word(emit, lanes, from, 0), group);
    }
    return joined(emit, halves[0], halves[1]);
}

static void define(struct gi_emit *emit, const struct gi_emit_matrix *matrix)
{
    struct gi_spirv *spirv = &emit->spirv;
    uint32_t word = gi_emit_type_id(emit, GI_EMIT_U32);
    uint32_t result = words_type(emit, matrix->results);
    uint32_t count = parameters_of(emit, matrix), kept = count - matrix->kept;
    uint32_t types[MOST_WORDS], in[MOST_WORDS] = { 0 }, results[MOST_SUMS] = { 0 }, value;
    struct gi_ptx_product product;
    struct gi_emit_lanes lanes;

    for (uint32_t i = 0; i < MOST_WORDS; i++)
        types[i] = word;
    gi_spirv_function_begin(spirv, matrix->id, result,
                            gi_spirv_type_function(spirv, result, types, count),
                            GiFunctionControlDontInline);
    for (uint32_t i = 0; i < count; i++)
        in[i] = gi_spirv_parameter(spirv, word);
    gi_spirv_label(spirv, 0);
    gi_emit_lanes_meet(emit, &lanes, in, matrix->brought);
    if (matrix->instruction->opcode == GI_PTX_OP_ldmatrix)
        load_matrices(emit, matrix, &lanes, results);
    else if (matrix->instruction->opcode == GI_PTX_OP_movmatrix)
        results[0] = turned(emit, &lanes);
    else if (!gi_ptx_product_of(matrix->instruction, &product))
        gi_emit_product(emit, &product, &lanes, in + kept, results);
    value = results[0];
    if (matrix->results > 1)
        value = gi_spirv_value(spirv, GiOpCompositeConstruct, result, results, matrix->results);
    gi_spirv_op(spirv, GI_SPIRV_BODY, GiOpReturnValue, GI_SPIRV_WORDS(value));
    gi_spirv_function_end(spirv);
}

void gi_emit_define_matrices(struct gi_emit *emit)
{
    for (const struct gi_emit_matrix *at = emit->matrices; at; at = at->next)
        define(emit, at);
}
