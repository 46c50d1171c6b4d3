/* Matrix instructions: all lanes of a warp come, and each gets its elements. */
#include <string.h>

#include "matrix_model.h"
#include "state.h"

enum { FACTOR_B = 4, SUMS = 8, METADATA = 16, ROWS = 8 };

/* The words of an operand that is a vector of registers. */
static void take_words(struct thread *thread, const struct gi_ptx_operand *operand,
                       enum gi_ptx_type type, uint32_t *words)
{
    uint32_t each = type == GI_PTX_T_F64 ? 2 : 1;

    for (uint32_t i = 0; i < operand->count && operand->kind == GI_PTX_VECTOR; i++) {
        uint64_t value = value_of(thread, &operand->to.items[i],
                                  each == 2 ? GI_PTX_T_B64 : GI_PTX_T_B32);

        memcpy(words + i * each, &value, 4 * each);
    }
}

static void give_words(struct thread *thread, const struct gi_ptx_operand *operand,
                       enum gi_ptx_type type, const uint32_t *words)
{
    uint32_t each = type == GI_PTX_T_F64 ? 2 : 1;

    for (uint32_t i = 0; i < operand->count && operand->kind == GI_PTX_VECTOR; i++) {
        uint64_t value = 0;

        memcpy(&value, words + i * each, 4 * each);
        set_value(thread, &operand->to.items[i], each == 2 ? GI_PTX_T_B64 : GI_PTX_T_B32, value);
    }
}

/* The matrices that a load or a store has: `which` is the operand with its words. */
static uint32_t matrices_of(const struct gi_ptx_instruction *in, uint32_t which)
{
    return in->operands[which].kind == GI_PTX_VECTOR ? in->operands[which].count : 0;
}

/* The form of a product; false: there is none. */
static bool form_of(const struct gi_ptx_instruction *in, struct matrix_form *out_form)
{
    const struct matrix_form *dense;

    if (in->operand_count > 5 && in->operands[5].kind == GI_PTX_INTEGER_VALUE)
        return matrix_sparse_form_of(in->spelling.start, in->spelling.length,
                                     in->operands[5].value, out_form);
    dense = matrix_form_of(in->spelling.start, in->spelling.length);
    if (dense)
        *out_form = *dense;
    return dense != NULL;
}

enum step op_matrix(struct thread *thread, const struct gi_ptx_instruction *in)
{
    struct matrix_form form;
    const uint8_t *row;

    if (in->opcode == GI_PTX_OP_mma) {
        if (!form_of(in, &form)) {
            stop(thread, INTERPRETER_NOT_BUILT, "this form of mma");
            return STAYS;
        }
        if (form.sparse)
            thread->words[METADATA] = (uint32_t)value_at(thread, in, 4, GI_PTX_T_B32);
        take_words(thread, &in->operands[1], type_of(in, 1), thread->words);
        take_words(thread, &in->operands[2], type_of(in, 1), thread->words + FACTOR_B);
        take_words(thread, &in->operands[3], type_of(in, 0), thread->words + SUMS);
    } else if (in->opcode == GI_PTX_OP_movmatrix) {
        thread->words[0] = (uint32_t)value_at(thread, in, 1, GI_PTX_T_B32);
    } else if (in->opcode == GI_PTX_OP_stmatrix) {
        take_words(thread, &in->operands[1], GI_PTX_T_B32, thread->words);
    } else if (thread->number % LANES < ROWS * matrices_of(in, 0)) {
        row = place_of(thread, in, &in->operands[1], 16);
        if (!row)
            return STAYS;
        memcpy(thread->words, row, 16);
    }
    thread->mask = UINT32_MAX;
    thread->waits = in;
    thread->state = AT_WARP;
    return STAYS;
}

static uint32_t half_of(const uint32_t *row, uint32_t i)
{
    return row[i / 2] >> i % 2 * 16 & 0xffff;
}

/* The word of a lane: of a matrix whose rows are given by words, or across it. */
static uint32_t word_of(uint32_t lane, const uint32_t *const rows[ROWS], bool across)
{
    uint32_t group = lane / 4, place = lane % 4;

    return across ? half_of(rows[2 * place], group) | half_of(rows[2 * place + 1], group) << 16
        : rows[group][place];
}

static void finish_load(struct thread *thread, struct thread *const *lanes)
{
    const struct gi_ptx_instruction *in = thread->waits;
    uint32_t words[4] = { 0 };

    for (uint32_t j = 0; j < matrices_of(in, 0) && j < 4; j++) {
        const uint32_t *rows[ROWS];

        for (uint32_t i = 0; i < ROWS; i++)
            rows[i] = lanes[ROWS * j + i]->words;
        words[j] = word_of(thread->number % LANES, rows, gi_ptx_has(in, GI_PTX_M_TRANS));
    }
    give_words(thread, &in->operands[0], GI_PTX_T_B32, words);
}

/* A lane stores the row that it has the address of. */
static void finish_store(struct thread *thread, struct thread *const *lanes)
{
    const struct gi_ptx_instruction *in = thread->waits;
    uint32_t lane = thread->number % LANES, matrix = lane / ROWS, row = lane % ROWS, words[4];
    bool across = gi_ptx_has(in, GI_PTX_M_TRANS);
    uint8_t *to;

    if (matrix >= matrices_of(in, 1))
        return;
    to = place_of(thread, in, &in->operands[0], sizeof(words));
    if (!to)
        return;
    for (uint32_t i = 0; i < 4; i++) {
        words[i] = lanes[4 * row + i]->words[matrix];
        if (across)
            words[i] = half_of(&lanes[8 * i + row / 2]->words[matrix], row % 2)
                | half_of(&lanes[8 * i + 4 + row / 2]->words[matrix], row % 2) << 16;
    }
    memcpy(to, words, sizeof(words));
}

static void finish_move(struct thread *thread, struct thread *const *lanes)
{
    uint32_t words[ROWS][4];
    const uint32_t *rows[ROWS];

    for (uint32_t i = 0; i < LANES; i++) {
        words[i / 4][i % 4] = lanes[i]->words[0];
        rows[i / 4] = words[i / 4];
    }
    set_result(thread, thread->waits, GI_PTX_T_B32,
               word_of(thread->number % LANES, rows, true));
}

/* The first lane computes for all. */
static void finish_product(struct thread *thread, struct thread *const *lanes)
{
    static struct matrix_fragments fragments;
    static uint32_t d[MATRIX_LANES][MATRIX_SUM_WORDS];
    const struct gi_ptx_instruction *in = thread->waits;
    struct matrix_form form;
    uint32_t lane = thread->number % LANES;

    for (uint32_t i = 0; lane == 0 && i < LANES; i++) {
        memcpy(fragments.a[i], lanes[i]->words, sizeof(fragments.a[i]));
        memcpy(fragments.b[i], lanes[i]->words + FACTOR_B, sizeof(fragments.b[i]));
        memcpy(fragments.c[i], lanes[i]->words + SUMS, sizeof(fragments.c[i]));
        fragments.metadata[i] = lanes[i]->words[METADATA];
    }
    if (lane == 0 && form_of(in, &form)) {
        if (form.sparse && !matrix_is_defined(&form, fragments.metadata)) {
            stop(thread, INTERPRETER_UNDEFINED, "metadata that names no two places");
            return;
        }
        matrix_product(&form, &fragments, d);
    }
    give_words(thread, &in->operands[0], type_of(in, 0), d[lane]);
}

void finish_matrix(struct thread *thread, struct thread *const *lanes)
{
    for (uint32_t i = 0; i < LANES; i++) {
        if (lanes[i] && lanes[i]->came)
            continue;
        stop(thread, INTERPRETER_UNDEFINED, "a lane is not there for a matrix instruction");
        return;
    }
    if (thread->waits->opcode == GI_PTX_OP_mma)
        finish_product(thread, lanes);
    else if (thread->waits->opcode == GI_PTX_OP_ldmatrix)
        finish_load(thread, lanes);
    else if (thread->waits->opcode == GI_PTX_OP_stmatrix)
        finish_store(thread, lanes);
    else
        finish_move(thread, lanes);
}
