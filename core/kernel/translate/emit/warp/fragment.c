#include "kernel/translate/emit/warp/fragment.h"

#include "kernel/translate/emit/space/memory.h"
#include "kernel/translate/emit/value/short.h"
#include "kernel/translate/emit/value/special.h"
#include "kernel/translate/emit/warp/matrix.h"
#include "kernel/translate/ptx/matrix.h"

enum { MOST_REGISTERS = 8 };

/* A fragment while it is emitted. Elements of a word lie side by side in its lines: rows of A and
 * C, columns of B. */
struct moving {
    struct gi_ptx_fragment fragment;
    enum gi_ptx_space space;
    enum gi_kind address_kind;
    gi_id base;                 /* the address of the matrix */
    gi_id group, place;         /* lane / 4 and lane % 4 */
    gi_id stride;               /* in elements, from one line in memory to the next */
    bool along;                 /* lines in memory are those of the fragment */
};

static uint32_t in_word(const struct moving *moving)
{
    return moving->fragment.bits < 32 ? 32u / moving->fragment.bits : 1;
}

/* A register's line and its first element there. */
static void find_element(struct gi_emit *emit, const struct moving *moving, uint32_t at,
                         gi_id *out_line, gi_id *out_element)
{
    const struct gi_ptx_fragment *fragment = &moving->fragment;
    uint32_t each = in_word(moving), rows = fragment->rows / 8u, line, element, scale = each;
    uint32_t words = fragment->bits == 64 ? fragment->words / 2u : fragment->words;

    if (fragment->matrix == GI_PTX_M_A) {
        line = at % rows;
        element = 4 * each * (at / rows);
    } else if (fragment->matrix == GI_PTX_M_B) {
        uint32_t parts = words / (fragment->columns / 8u);

        line = at / parts;
        element = 4 * each * (at % parts);
    } else {
        uint32_t block = each == 2 ? at : at / 2;

        line = block % rows;
        element = 8 * (block / rows) + (each == 2 ? 0 : at % 2);
        scale = 2;
    }
    *out_line = op2n(emit, GiOpIAdd, moving->group, 8 * line);
    *out_element = op2n(emit, GiOpIAdd, op2n(emit, GiOpIMul, moving->place, scale), element);
}

/* The address of an element of a line. */
static gi_id address_of(struct gi_emit *emit, const struct moving *moving, gi_id line,
                        gi_id element)
{
    uint32_t bits = moving->fragment.bits;
    gi_id at = op2(emit, GiOpIMul, moving->along ? line : element, moving->stride);

    at = op2(emit, GiOpIAdd, at, moving->along ? element : line);
    if (bits < 8)
        at = op2n(emit, GiOpShiftRightLogical, at, bits == 4 ? 1 : 3);
    else
        at = op2n(emit, GiOpIMul, at, bits / 8);
    at = gi_emit_cast(emit, at, moving->address_kind);
    return gi_emit_2(emit, GiOpIAdd, moving->base, at);
}

/* ---- one register ---- */

static enum gi_kind kind_of(const struct moving *moving)
{
    return moving->fragment.bits == 64 ? GI_KIND_U64 : GI_KIND_U32;
}

static bool moves_whole(const struct moving *moving)
{
    return moving->along || in_word(moving) == 1;
}

static gi_id load(struct gi_emit *emit, const struct moving *moving, uint32_t at)
{
    enum gi_kind part = gi_emit_unsigned(moving->fragment.bits);
    gi_id line, element, word = GI_NO_ID, value = GI_NO_ID;

    find_element(emit, moving, at, &line, &element);
    if (moves_whole(moving)) {
        gi_emit_load_at(emit, moving->space, address_of(emit, moving, line, element),
                        kind_of(moving), 1, &value);
        return value;
    }
    for (uint32_t i = 0; i < in_word(moving); i++) {
        gi_id next = op2n(emit, GiOpIAdd, element, i);

        gi_emit_load_at(emit, moving->space, address_of(emit, moving, line, next), part, 1,
                        &value);
        value = gi_emit_cast(emit, value, GI_KIND_U32);
        value = op2n(emit, GiOpShiftLeftLogical, value, i * moving->fragment.bits);
        word = i ? op2(emit, GiOpBitwiseOr, word, value) : value;
    }
    return word;
}

static void store(struct gi_emit *emit, const struct moving *moving, uint32_t at, gi_id word)
{
    enum gi_kind part = gi_emit_unsigned(moving->fragment.bits);
    gi_id line, element;

    find_element(emit, moving, at, &line, &element);
    if (moves_whole(moving)) {
        gi_emit_store_at(emit, moving->space, address_of(emit, moving, line, element),
                         kind_of(moving), 1, &word);
        return;
    }
    for (uint32_t i = 0; i < in_word(moving); i++) {
        gi_id next = op2n(emit, GiOpIAdd, element, i);
        gi_id value = op2n(emit, GiOpShiftRightLogical, word, i * moving->fragment.bits);

        value = gi_emit_cast(emit, value, part);
        gi_emit_store_at(emit, moving->space, address_of(emit, moving, line, next), part, 1,
                         &value);
    }
}

/* ---- instructions ---- */

/* NULL, or why the instruction is not built. */
static const char *begin(struct gi_emit *emit, const struct gi_ptx_instruction *instruction,
                         const struct gi_ptx_operand *memory, const struct gi_ptx_operand *items,
                         struct moving *moving)
{
    const char *why = gi_ptx_fragment_of(instruction, &moving->fragment);
    const struct gi_ptx_fragment *fragment = &moving->fragment;
    gi_id lane;
    uint32_t count, length;

    (void)gi_emit_items(items, &count);
    if (why)
        return why;
    if (memory->kind != GI_PTX_MEMORY || memory->count != 1 || count != fragment->registers)
        return "it has operands of a form that is not built";
    moving->space = (enum gi_ptx_space)instruction->space;
    if (moving->space != GI_PTX_SHARED && moving->space != GI_PTX_GLOBAL
        && moving->space != GI_PTX_GENERIC)
        return "it has no such space";
    moving->address_kind = moving->space == GI_PTX_SHARED ? GI_KIND_U32 : GI_KIND_U64;
    moving->base = gi_emit_address(emit, memory, moving->address_kind);
    moving->along = fragment->by_columns == (fragment->matrix == GI_PTX_M_B);
    length = fragment->by_columns ? fragment->rows : fragment->columns;
    if (instruction->operand_count > 2)
        moving->stride = gi_emit_get(emit, &instruction->operands[2], GI_KIND_U32);
    else
        moving->stride = u32(emit, length);
    lane = gi_emit_flat_thread(emit);
    moving->place = op2n(emit, GiOpBitwiseAnd, lane, 3);
    lane = op2n(emit, GiOpBitwiseAnd, lane, GI_WARP_THREADS - 1);
    moving->group = op2n(emit, GiOpShiftRightLogical, lane, 2);
    return NULL;
}

/* Registers of PTX that a fragment has no words for are 0. */
void gi_emit_wmma_load(struct gi_emit *emit, const struct gi_ptx_instruction *instruction)
{
    const struct gi_ptx_operand *operands = instruction->operands, *items;
    gi_id values[MOST_REGISTERS];
    uint32_t count, words;
    struct moving moving = { 0 };
    const char *why = begin(emit, instruction, &operands[1], &operands[0], &moving);

    if (why) {
        gi_emit_refuse(emit, why);
        return;
    }
    items = gi_emit_items(&operands[0], &count);
    words = moving.fragment.bits == 64 ? moving.fragment.words / 2u : moving.fragment.words;
    for (uint32_t i = 0; i < count; i++)
        values[i] = i < words ? load(emit, &moving, i) : u32(emit, 0);
    for (uint32_t i = 0; i < count; i++)
        gi_emit_put(emit, &items[i], values[i], false);
}

void gi_emit_wmma_store(struct gi_emit *emit, const struct gi_ptx_instruction *instruction)
{
    const struct gi_ptx_operand *operands = instruction->operands, *items;
    gi_id values[MOST_REGISTERS];
    uint32_t count;
    struct moving moving = { 0 };
    const char *why = begin(emit, instruction, &operands[0], &operands[1], &moving);

    if (why) {
        gi_emit_refuse(emit, why);
        return;
    }
    items = gi_emit_items(&operands[1], &count);
    for (uint32_t i = 0; i < count; i++)
        values[i] = gi_emit_get(emit, &items[i], kind_of(&moving));
    for (uint32_t i = 0; i < count; i++)
        store(emit, &moving, i, values[i]);
}
