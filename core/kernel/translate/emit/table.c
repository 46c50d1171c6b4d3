#include "kernel/translate/emit/table.h"

#include "kernel/translate/emit/access/atomic.h"
#include "kernel/translate/emit/access/copy.h"
#include "kernel/translate/emit/access/mbarrier.h"
#include "kernel/translate/emit/access/surface.h"
#include "kernel/translate/emit/access/texture.h"
#include "kernel/translate/emit/call.h"
#include "kernel/translate/emit/number/bits.h"
#include "kernel/translate/emit/number/compare.h"
#include "kernel/translate/emit/number/convert.h"
#include "kernel/translate/emit/number/float.h"
#include "kernel/translate/emit/number/fp8.h"
#include "kernel/translate/emit/number/integer.h"
#include "kernel/translate/emit/number/video.h"
#include "kernel/translate/emit/space/memory.h"
#include "kernel/translate/emit/space/report.h"
#include "kernel/translate/emit/warp/barrier.h"
#include "kernel/translate/emit/warp/fragment.h"
#include "kernel/translate/emit/warp/matrix.h"
#include "kernel/translate/emit/warp/warp.h"
#include "kernel/translate/ptx/forms.h"

enum { MOST_ALLOWED = 24 };

/* An opcode that has no forms in ptx/form_list.h. */
struct row {
    gi_emit_handler *handler;   /* NULL: it is not built */
    uint8_t least_operands, most_operands;
    bool any_type;              /* not only integers and bits of 8 to 64 bits */
    bool no_type;               /* there may be no type */
    uint8_t allowed[MOST_ALLOWED];  /* modifiers */
};

#define BARRIERS \
    GI_PTX_M_SYNC, GI_PTX_M_ARRIVE, GI_PTX_M_RED, GI_PTX_M_POPC, GI_PTX_M_AND, GI_PTX_M_OR, \
    GI_PTX_M_CTA, GI_PTX_M_ALIGNED, GI_PTX_M_WARP
#define CACHES \
    GI_PTX_M_CA, GI_PTX_M_CG, GI_PTX_M_CS, GI_PTX_M_LU, GI_PTX_M_CV, GI_PTX_M_WB, GI_PTX_M_WT, \
    GI_PTX_M_NC
#define SHAPES \
    GI_PTX_M_1D, GI_PTX_M_2D, GI_PTX_M_3D, GI_PTX_M_A1D, GI_PTX_M_A2D, GI_PTX_M_CUBE, \
    GI_PTX_M_ACUBE
#define QUESTIONS \
    GI_PTX_M_WIDTH, GI_PTX_M_HEIGHT, GI_PTX_M_DEPTH, GI_PTX_M_ARRAY_SIZE, \
    GI_PTX_M_NUM_MIPMAP_LEVELS, GI_PTX_M_NORMALIZED_COORDS, GI_PTX_M_CHANNEL_DATA_TYPE, \
    GI_PTX_M_CHANNEL_ORDER, GI_PTX_M_NUM_SAMPLES, GI_PTX_M_FILTER_MODE, GI_PTX_M_ADDR_MODE_0, \
    GI_PTX_M_ADDR_MODE_1, GI_PTX_M_ADDR_MODE_2, GI_PTX_M_FORCE_UNNORMALIZED_COORDS
#define PRODUCTS \
    GI_PTX_M_M8N8K4, GI_PTX_M_M16N8K4, GI_PTX_M_M16N8K8, GI_PTX_M_M16N8K16, GI_PTX_M_M8N8K16, \
    GI_PTX_M_M16N8K32, GI_PTX_M_M8N8K32, GI_PTX_M_M16N8K64, GI_PTX_M_M8N8K128, \
    GI_PTX_M_M16N8K128, GI_PTX_M_M16N8K256
#define FRAGMENTS \
    GI_PTX_M_M16N16K16, GI_PTX_M_M8N32K16, GI_PTX_M_M32N8K16, GI_PTX_M_M16N16K8, \
    GI_PTX_M_M8N8K4, GI_PTX_M_M8N8K32, GI_PTX_M_M8N8K128
#define ROW(op) [GI_PTX_OP_##op]

static const struct row rows[GI_PTX_OP_COUNT] = {
    ROW(bar) = { gi_emit_bar, 1, 4, 0, 1, { BARRIERS } },
    ROW(barrier) = { gi_emit_bar, 1, 4, 0, 1, { BARRIERS } },
    ROW(shfl) = { gi_emit_shfl, 4, 5, 1, 0,
                  { GI_PTX_M_SYNC, GI_PTX_M_UP, GI_PTX_M_DOWN, GI_PTX_M_BFLY, GI_PTX_M_IDX } },
    ROW(vote) = { gi_emit_vote, 2, 3, 0, 0,
                  { GI_PTX_M_SYNC, GI_PTX_M_ALL, GI_PTX_M_ANY, GI_PTX_M_UNI, GI_PTX_M_BALLOT } },
    ROW(match) = { gi_emit_match, 3, 3, 0, 0,
                   { GI_PTX_M_SYNC, GI_PTX_M_ALL, GI_PTX_M_ANY } },
    ROW(activemask) = { gi_emit_activemask, 1, 1, 0, 0, { 0 } },
    ROW(redux) = { gi_emit_redux, 3, 3, 0, 0,
                   { GI_PTX_M_SYNC, GI_PTX_M_ADD, GI_PTX_M_MIN, GI_PTX_M_MAX, GI_PTX_M_AND,
                     GI_PTX_M_OR, GI_PTX_M_XOR } },
    ROW(elect) = { gi_emit_elect, 2, 2, 0, 1, { GI_PTX_M_SYNC } },
    ROW(ldmatrix) = { gi_emit_ldmatrix, 2, 2, 0, 0,
                      { GI_PTX_M_SYNC, GI_PTX_M_ALIGNED, GI_PTX_M_M8N8, GI_PTX_M_X1, GI_PTX_M_X2,
                        GI_PTX_M_X4, GI_PTX_M_TRANS } },
    ROW(stmatrix) = { gi_emit_stmatrix, 2, 2, 0, 0,
                      { GI_PTX_M_SYNC, GI_PTX_M_ALIGNED, GI_PTX_M_M8N8, GI_PTX_M_X1, GI_PTX_M_X2,
                        GI_PTX_M_X4, GI_PTX_M_TRANS } },
    ROW(movmatrix) = { gi_emit_movmatrix, 2, 2, 0, 0,
                       { GI_PTX_M_SYNC, GI_PTX_M_ALIGNED, GI_PTX_M_M8N8, GI_PTX_M_TRANS } },
    ROW(mma) = { gi_emit_mma, 4, 6, 1, 0,
                 { GI_PTX_M_SYNC, GI_PTX_M_ALIGNED, GI_PTX_M_ROW, GI_PTX_M_COL, PRODUCTS,
                   GI_PTX_M_SATFINITE, GI_PTX_M_XOR, GI_PTX_M_AND, GI_PTX_M_POPC,
                   GI_PTX_M_SP } },
    ROW(wmma) = { gi_emit_mma, 4, 4, 1, 0,
                  { GI_PTX_M_SYNC, GI_PTX_M_ALIGNED, GI_PTX_M_ROW, GI_PTX_M_COL, GI_PTX_M_MMA,
                    FRAGMENTS, GI_PTX_M_SATFINITE, GI_PTX_M_XOR, GI_PTX_M_AND, GI_PTX_M_POPC,
                    GI_PTX_M_RN } },
    ROW(wmma_load) = { gi_emit_wmma_load, 2, 3, 1, 0,
                       { GI_PTX_M_SYNC, GI_PTX_M_ALIGNED, GI_PTX_M_ROW, GI_PTX_M_COL,
                         GI_PTX_M_LOAD, FRAGMENTS, GI_PTX_M_A, GI_PTX_M_B, GI_PTX_M_C } },
    ROW(wmma_store) = { gi_emit_wmma_store, 2, 3, 1, 0,
                        { GI_PTX_M_SYNC, GI_PTX_M_ALIGNED, GI_PTX_M_ROW, GI_PTX_M_COL,
                          GI_PTX_M_STORE, FRAGMENTS, GI_PTX_M_D } },
    ROW(membar) = { gi_emit_membar, 0, 0, 0, 1,
                    { GI_PTX_M_CTA, GI_PTX_M_GL, GI_PTX_M_SYS, GI_PTX_M_PROXY, GI_PTX_M_ALIAS } },
    ROW(fence) = { gi_emit_membar, 0, 0, 0, 1,
                   { GI_PTX_M_SC, GI_PTX_M_ACQ_REL, GI_PTX_M_ACQUIRE, GI_PTX_M_RELEASE,
                     GI_PTX_M_CTA, GI_PTX_M_GPU, GI_PTX_M_SYS, GI_PTX_M_PROXY,
                     GI_PTX_M_ALIAS } },
    ROW(tex) = { gi_emit_tex, 2, 6, 1, 0, { SHAPES, GI_PTX_M_LEVEL, GI_PTX_M_GRAD } },
    ROW(tld4) = { gi_emit_tld4, 2, 4, 1, 0,
                  { SHAPES, GI_PTX_M_RIGHT, GI_PTX_M_G, GI_PTX_M_B, GI_PTX_M_A } },
    ROW(txq) = { gi_emit_txq, 2, 3, 1, 0, { QUESTIONS, GI_PTX_M_LEVEL } },
    ROW(suq) = { gi_emit_txq, 2, 2, 1, 0, { QUESTIONS, GI_PTX_M_MEMORY_LAYOUT } },
    ROW(suld) = { gi_emit_suld, 2, 2, 1, 0,
                  { SHAPES, CACHES, GI_PTX_M_B, GI_PTX_M_TRAP, GI_PTX_M_CLAMP, GI_PTX_M_ZERO } },
    ROW(sured) = { gi_emit_sured, 2, 2, 1, 0,
                   { SHAPES, GI_PTX_M_B, GI_PTX_M_P, GI_PTX_M_ADD, GI_PTX_M_MIN, GI_PTX_M_MAX,
                     GI_PTX_M_AND, GI_PTX_M_OR, GI_PTX_M_TRAP, GI_PTX_M_CLAMP, GI_PTX_M_ZERO } },
    ROW(sust) = { gi_emit_sust, 2, 2, 1, 0,
                  { SHAPES, CACHES, GI_PTX_M_B, GI_PTX_M_P, GI_PTX_M_TRAP, GI_PTX_M_CLAMP,
                    GI_PTX_M_ZERO } },
    ROW(trap) = { gi_emit_trap, 0, 0, 0, 1, { 0 } },
    ROW(brkpt) = { gi_emit_trap, 0, 0, 0, 1, { 0 } },
    ROW(alloca) = { gi_emit_alloca, 0, 0, 0, 1, { 0 } },
    ROW(call) = { gi_emit_call, 1, 4, 1, 1, { GI_PTX_M_UNI } },
};

static bool modifiers_allowed(const struct row *row, const struct gi_ptx_instruction *instruction)
{
    for (uint32_t i = 0; i < instruction->modifier_count; i++) {
        uint32_t k = 0;

        while (k < MOST_ALLOWED && row->allowed[k] != instruction->modifiers[i])
            k++;
        if (k == MOST_ALLOWED)
            return false;
    }
    return true;
}

static bool type_allowed(const struct row *row, enum gi_ptx_type type)
{
    if (type == GI_PTX_T_NONE)
        return row->no_type;
    return row->any_type
        || (gi_ptx_type_class(type) != GI_PTX_FLOAT && type != GI_PTX_T_S16X2
            && type != GI_PTX_T_U16X2 && type != GI_PTX_T_B128 && type != GI_PTX_T_B1);
}

static void emit_by_row(struct gi_emit *emit, const struct gi_ptx_instruction *instruction)
{
    const struct row *row = &rows[instruction->opcode];

    if (!row->handler)
        gi_emit_refuse(emit, "this instruction is not built");
    else if (!type_allowed(row, gi_ptx_type_at(instruction, 0)))
        gi_emit_refuse(emit, "this type of it is not built");
    else if (!modifiers_allowed(row, instruction))
        gi_emit_refuse(emit, "a modifier of it is not built");
    else if (instruction->operand_count < row->least_operands
             || instruction->operand_count > row->most_operands)
        gi_emit_refuse(emit, "it has operands of a number that is not built");
    else
        row->handler(emit, instruction);
}

/* [form] in the order of ptx/form_list.h. */
#define F(op, emitted_by, ...) gi_emit_##emitted_by

static gi_emit_handler *const handlers[] = {
#include "kernel/translate/ptx/form_list.h"
};

void gi_emit_instruction(struct gi_emit *emit, const struct gi_ptx_instruction *instruction)
{
    uint32_t count, all;
    const struct gi_ptx_form *forms = gi_ptx_forms_of(instruction->opcode, &count);
    struct gi_ptx_match match;

    emit->at = instruction;
    if (!forms) {
        emit_by_row(emit, instruction);
        return;
    }
    match = gi_ptx_match_of(emit->current->body, instruction, forms, count);
    if (match.form)
        handlers[match.form - gi_ptx_all_forms(&all)](emit, instruction);
    else if (match.is_unbuilt)
        gi_emit_refuse(emit, match.why);
    else
        gi_emit_wrong(emit, match.why);
}
