#include "kernel/translate/emit_table.h"

#include "kernel/translate/emit_atomic.h"
#include "kernel/translate/emit_barrier.h"
#include "kernel/translate/emit_bits.h"
#include "kernel/translate/emit_call.h"
#include "kernel/translate/emit_compare.h"
#include "kernel/translate/emit_convert.h"
#include "kernel/translate/emit_float.h"
#include "kernel/translate/emit_integer.h"
#include "kernel/translate/emit_memory.h"
#include "kernel/translate/emit_report.h"
#include "kernel/translate/emit_surface.h"
#include "kernel/translate/emit_texture.h"
#include "kernel/translate/emit_warp.h"

enum {
    /* types of a float handler */
    F16 = 1, F16X2 = 2, F32 = 4, F64 = 8, ALL = 15,
    MOST_ALLOWED = 24
};

/* An opcode: what emits it for integers and bits (or for no type), and for floats. */
struct row {
    gi_emit_handler *integer, *real;
    uint8_t real_types;
    uint8_t least_operands, most_operands;
    bool reads_first;           /* the first operand is no result */
    bool any_type;              /* the integer handler takes all types */
    bool no_type;               /* there may be no type */
    uint8_t allowed[MOST_ALLOWED];  /* modifiers */
};

#define ROUNDING GI_PTX_M_RN, GI_PTX_M_RZ, GI_PTX_M_RM, GI_PTX_M_RP, GI_PTX_M_FTZ, GI_PTX_M_SAT
#define COMPARISONS \
    GI_PTX_M_EQ, GI_PTX_M_NE, GI_PTX_M_LT, GI_PTX_M_LE, GI_PTX_M_GT, GI_PTX_M_GE, GI_PTX_M_LO, \
    GI_PTX_M_LS, GI_PTX_M_HI, GI_PTX_M_HS, GI_PTX_M_EQU, GI_PTX_M_NEU, GI_PTX_M_LTU, \
    GI_PTX_M_LEU, GI_PTX_M_GTU, GI_PTX_M_GEU, GI_PTX_M_NUM, GI_PTX_M_NAN_TEST, GI_PTX_M_AND, \
    GI_PTX_M_OR, GI_PTX_M_XOR, GI_PTX_M_FTZ
#define CACHES \
    GI_PTX_M_CA, GI_PTX_M_CG, GI_PTX_M_CS, GI_PTX_M_LU, GI_PTX_M_CV, GI_PTX_M_WB, GI_PTX_M_WT, \
    GI_PTX_M_NC
#define ORDERS \
    GI_PTX_M_RELAXED, GI_PTX_M_ACQUIRE, GI_PTX_M_RELEASE, GI_PTX_M_WEAK, GI_PTX_M_VOLATILE, \
    GI_PTX_M_CTA, GI_PTX_M_GPU, GI_PTX_M_SYS
#define ATOMICS \
    GI_PTX_M_ADD, GI_PTX_M_AND, GI_PTX_M_OR, GI_PTX_M_XOR, GI_PTX_M_EXCH, GI_PTX_M_CAS, \
    GI_PTX_M_MIN, GI_PTX_M_MAX, GI_PTX_M_INC, GI_PTX_M_DEC, ORDERS, GI_PTX_M_ACQ_REL
#define BARRIERS \
    GI_PTX_M_SYNC, GI_PTX_M_ARRIVE, GI_PTX_M_RED, GI_PTX_M_POPC, GI_PTX_M_AND, GI_PTX_M_OR, \
    GI_PTX_M_CTA, GI_PTX_M_ALIGNED, GI_PTX_M_WARP
#define SHAPES \
    GI_PTX_M_1D, GI_PTX_M_2D, GI_PTX_M_3D, GI_PTX_M_A1D, GI_PTX_M_A2D, GI_PTX_M_CUBE, \
    GI_PTX_M_ACUBE
#define QUESTIONS \
    GI_PTX_M_WIDTH, GI_PTX_M_HEIGHT, GI_PTX_M_DEPTH, GI_PTX_M_ARRAY_SIZE, \
    GI_PTX_M_NUM_MIPMAP_LEVELS, GI_PTX_M_NORMALIZED_COORDS
#define APPROXIMATE GI_PTX_M_APPROX, GI_PTX_M_FTZ
#define ROW(op) [GI_PTX_OP_##op]

static const struct row rows[GI_PTX_OP_COUNT] = {
    ROW(add) = { gi_emit_integer_add, gi_emit_float_binary, ALL, 3, 3, 0, 0, 0,
                 { ROUNDING, GI_PTX_M_CC } },
    ROW(sub) = { gi_emit_integer_add, gi_emit_float_binary, ALL, 3, 3, 0, 0, 0,
                 { ROUNDING, GI_PTX_M_CC } },
    ROW(addc) = { gi_emit_integer_add, NULL, 0, 3, 3, 0, 0, 0, { GI_PTX_M_CC } },
    ROW(subc) = { gi_emit_integer_add, NULL, 0, 3, 3, 0, 0, 0, { GI_PTX_M_CC } },
    ROW(mul) = { gi_emit_integer_mul, gi_emit_float_binary, ALL, 3, 3, 0, 0, 0,
                 { ROUNDING, GI_PTX_M_LO, GI_PTX_M_HI, GI_PTX_M_WIDE } },
    ROW(mad) = { gi_emit_integer_mul, gi_emit_fma, F32 | F64, 4, 4, 0, 0, 0,
                 { ROUNDING, GI_PTX_M_LO, GI_PTX_M_HI, GI_PTX_M_WIDE, GI_PTX_M_CC } },
    ROW(madc) = { gi_emit_madc, NULL, 0, 4, 4, 0, 0, 0,
                  { GI_PTX_M_LO, GI_PTX_M_HI, GI_PTX_M_CC } },
    ROW(mul24) = { gi_emit_mul24, NULL, 0, 3, 3, 0, 0, 0, { GI_PTX_M_LO, GI_PTX_M_HI } },
    ROW(mad24) = { gi_emit_mul24, NULL, 0, 4, 4, 0, 0, 0, { GI_PTX_M_LO, GI_PTX_M_HI } },
    ROW(fma) = { NULL, gi_emit_fma, ALL, 4, 4, 0, 0, 0, { ROUNDING } },
    ROW(div) = { gi_emit_integer_div, gi_emit_float_binary, F32 | F64, 3, 3, 0, 0, 0,
                 { ROUNDING, GI_PTX_M_APPROX, GI_PTX_M_FULL } },
    ROW(rem) = { gi_emit_integer_div, NULL, 0, 3, 3, 0, 0, 0, { 0 } },
    ROW(min) = { gi_emit_integer_minmax, gi_emit_float_binary, ALL, 3, 3, 0, 0, 0,
                 { GI_PTX_M_FTZ, GI_PTX_M_NAN } },
    ROW(max) = { gi_emit_integer_minmax, gi_emit_float_binary, ALL, 3, 3, 0, 0, 0,
                 { GI_PTX_M_FTZ, GI_PTX_M_NAN } },
    ROW(neg) = { gi_emit_integer_neg, gi_emit_float_unary, ALL, 2, 2, 0, 0, 0, { GI_PTX_M_FTZ } },
    ROW(abs) = { gi_emit_integer_neg, gi_emit_float_unary, ALL, 2, 2, 0, 0, 0, { GI_PTX_M_FTZ } },
    ROW(sad) = { gi_emit_sad, NULL, 0, 4, 4, 0, 0, 0, { 0 } },
    ROW(dp4a) = { gi_emit_dp, NULL, 0, 4, 4, 0, 0, 0, { 0 } },
    ROW(dp2a) = { gi_emit_dp, NULL, 0, 4, 4, 0, 0, 0, { GI_PTX_M_LO, GI_PTX_M_HI } },
    ROW(sqrt) = { NULL, gi_emit_float_unary, F32 | F64, 2, 2, 0, 0, 0,
                  { ROUNDING, GI_PTX_M_APPROX } },
    ROW(rcp) = { NULL, gi_emit_float_unary, F32 | F64, 2, 2, 0, 0, 0,
                 { ROUNDING, GI_PTX_M_APPROX } },
    ROW(rsqrt) = { NULL, gi_emit_float_unary, F32 | F64, 2, 2, 0, 0, 0, { APPROXIMATE } },
    ROW(sin) = { NULL, gi_emit_float_unary, F32, 2, 2, 0, 0, 0, { APPROXIMATE } },
    ROW(cos) = { NULL, gi_emit_float_unary, F32, 2, 2, 0, 0, 0, { APPROXIMATE } },
    ROW(ex2) = { NULL, gi_emit_float_unary, F16 | F16X2 | F32, 2, 2, 0, 0, 0, { APPROXIMATE } },
    ROW(lg2) = { NULL, gi_emit_float_unary, F32, 2, 2, 0, 0, 0, { APPROXIMATE } },
    ROW(tanh) = { NULL, gi_emit_float_unary, F16 | F16X2 | F32, 2, 2, 0, 0, 0,
                 { GI_PTX_M_APPROX } },
    ROW(copysign) = { NULL, gi_emit_copysign, F32 | F64, 3, 3, 0, 0, 0, { 0 } },
    ROW(testp) = { NULL, gi_emit_testp, F32 | F64, 2, 2, 0, 0, 0,
                   { GI_PTX_M_FINITE, GI_PTX_M_INFINITE, GI_PTX_M_NUMBER, GI_PTX_M_NOTANUMBER,
                     GI_PTX_M_NORMAL, GI_PTX_M_SUBNORMAL } },
    ROW(and) = { gi_emit_logic, NULL, 0, 3, 3, 0, 0, 0, { 0 } },
    ROW(or) = { gi_emit_logic, NULL, 0, 3, 3, 0, 0, 0, { 0 } },
    ROW(xor) = { gi_emit_logic, NULL, 0, 3, 3, 0, 0, 0, { 0 } },
    ROW(not) = { gi_emit_not, NULL, 0, 2, 2, 0, 0, 0, { 0 } },
    ROW(cnot) = { gi_emit_not, NULL, 0, 2, 2, 0, 0, 0, { 0 } },
    ROW(shl) = { gi_emit_shift, NULL, 0, 3, 3, 0, 0, 0, { 0 } },
    ROW(shr) = { gi_emit_shift, NULL, 0, 3, 3, 0, 0, 0, { 0 } },
    ROW(shf) = { gi_emit_shf, NULL, 0, 4, 4, 0, 0, 0,
                 { GI_PTX_M_LEFT, GI_PTX_M_RIGHT, GI_PTX_M_WRAP, GI_PTX_M_CLAMP } },
    ROW(lop3) = { gi_emit_lop3, NULL, 0, 5, 5, 0, 0, 0, { 0 } },
    ROW(bfe) = { gi_emit_bfe, NULL, 0, 4, 4, 0, 0, 0, { 0 } },
    ROW(bfi) = { gi_emit_bfi, NULL, 0, 5, 5, 0, 0, 0, { 0 } },
    ROW(bmsk) = { gi_emit_bmsk, NULL, 0, 3, 3, 0, 0, 0, { GI_PTX_M_CLAMP, GI_PTX_M_WRAP } },
    ROW(szext) = { gi_emit_szext, NULL, 0, 3, 3, 0, 0, 0, { GI_PTX_M_CLAMP, GI_PTX_M_WRAP } },
    ROW(brev) = { gi_emit_brev, NULL, 0, 2, 2, 0, 0, 0, { 0 } },
    ROW(popc) = { gi_emit_popc, NULL, 0, 2, 2, 0, 0, 0, { 0 } },
    ROW(clz) = { gi_emit_clz, NULL, 0, 2, 2, 0, 0, 0, { 0 } },
    ROW(bfind) = { gi_emit_bfind, NULL, 0, 2, 2, 0, 0, 0, { GI_PTX_M_SHIFTAMT } },
    ROW(prmt) = { gi_emit_prmt, NULL, 0, 4, 4, 0, 0, 0,
                  { GI_PTX_M_F4E, GI_PTX_M_B4E, GI_PTX_M_RC8, GI_PTX_M_ECL, GI_PTX_M_ECR,
                    GI_PTX_M_RC16 } },
    ROW(setp) = { gi_emit_setp, NULL, 0, 3, 4, 0, 1, 0, { COMPARISONS } },
    ROW(set) = { gi_emit_set, NULL, 0, 3, 4, 0, 1, 0, { COMPARISONS } },
    ROW(selp) = { gi_emit_selp, NULL, 0, 4, 4, 0, 1, 0, { 0 } },
    ROW(slct) = { gi_emit_slct, NULL, 0, 4, 4, 0, 1, 0, { GI_PTX_M_FTZ } },
    ROW(mov) = { gi_emit_mov, NULL, 0, 2, 2, 0, 1, 0, { 0 } },
    ROW(cvt) = { gi_emit_cvt, NULL, 0, 2, 3, 0, 1, 0,
                 { ROUNDING, GI_PTX_M_RNI, GI_PTX_M_RZI, GI_PTX_M_RMI, GI_PTX_M_RPI } },
    ROW(cvta) = { gi_emit_cvta, NULL, 0, 2, 2, 0, 0, 0, { GI_PTX_M_TO } },
    ROW(isspacep) = { gi_emit_isspacep, NULL, 0, 2, 2, 0, 0, 1, { 0 } },
    ROW(ld) = { gi_emit_ld, NULL, 0, 2, 2, 0, 1, 0, { CACHES, ORDERS } },
    ROW(ldu) = { gi_emit_ld, NULL, 0, 2, 2, 0, 1, 0, { 0 } },
    ROW(st) = { gi_emit_st, NULL, 0, 2, 2, 1, 1, 0, { CACHES, ORDERS } },
    ROW(atom) = { gi_emit_atom, NULL, 0, 3, 4, 0, 1, 0, { ATOMICS } },
    ROW(red) = { gi_emit_atom, NULL, 0, 2, 3, 1, 1, 0, { ATOMICS } },
    ROW(bar) = { gi_emit_bar, NULL, 0, 1, 4, 1, 0, 1, { BARRIERS } },
    ROW(barrier) = { gi_emit_bar, NULL, 0, 1, 4, 1, 0, 1, { BARRIERS } },
    ROW(shfl) = { gi_emit_shfl, NULL, 0, 4, 5, 0, 1, 0,
                  { GI_PTX_M_SYNC, GI_PTX_M_UP, GI_PTX_M_DOWN, GI_PTX_M_BFLY, GI_PTX_M_IDX } },
    ROW(vote) = { gi_emit_vote, NULL, 0, 2, 3, 0, 0, 0,
                  { GI_PTX_M_SYNC, GI_PTX_M_ALL, GI_PTX_M_ANY, GI_PTX_M_UNI, GI_PTX_M_BALLOT } },
    ROW(match) = { gi_emit_match, NULL, 0, 3, 3, 0, 0, 0,
                   { GI_PTX_M_SYNC, GI_PTX_M_ALL, GI_PTX_M_ANY } },
    ROW(activemask) = { gi_emit_activemask, NULL, 0, 1, 1, 0, 0, 0, { 0 } },
    ROW(redux) = { gi_emit_redux, NULL, 0, 3, 3, 0, 0, 0,
                   { GI_PTX_M_SYNC, GI_PTX_M_ADD, GI_PTX_M_MIN, GI_PTX_M_MAX, GI_PTX_M_AND,
                     GI_PTX_M_OR, GI_PTX_M_XOR } },
    ROW(elect) = { gi_emit_elect, NULL, 0, 2, 2, 0, 0, 1, { GI_PTX_M_SYNC } },
    ROW(membar) = { gi_emit_membar, NULL, 0, 0, 0, 1, 0, 1,
                    { GI_PTX_M_CTA, GI_PTX_M_GL, GI_PTX_M_SYS } },
    ROW(fence) = { gi_emit_membar, NULL, 0, 0, 0, 1, 0, 1,
                   { GI_PTX_M_SC, GI_PTX_M_ACQ_REL, GI_PTX_M_ACQUIRE, GI_PTX_M_RELEASE,
                     GI_PTX_M_CTA, GI_PTX_M_GPU, GI_PTX_M_SYS } },
    ROW(tex) = { gi_emit_tex, NULL, 0, 2, 4, 0, 1, 0, { SHAPES, GI_PTX_M_LEVEL, GI_PTX_M_GRAD } },
    ROW(tld4) = { gi_emit_tld4, NULL, 0, 2, 2, 0, 1, 0,
                  { SHAPES, GI_PTX_M_RIGHT, GI_PTX_M_G, GI_PTX_M_B, GI_PTX_M_A } },
    ROW(txq) = { gi_emit_txq, NULL, 0, 2, 3, 0, 1, 0, { QUESTIONS, GI_PTX_M_LEVEL } },
    ROW(suq) = { gi_emit_txq, NULL, 0, 2, 2, 0, 1, 0, { QUESTIONS } },
    ROW(suld) = { gi_emit_suld, NULL, 0, 2, 2, 0, 1, 0,
                  { SHAPES, CACHES, GI_PTX_M_B, GI_PTX_M_TRAP, GI_PTX_M_CLAMP, GI_PTX_M_ZERO } },
    ROW(sust) = { gi_emit_sust, NULL, 0, 2, 2, 1, 1, 0,
                  { SHAPES, CACHES, GI_PTX_M_B, GI_PTX_M_TRAP, GI_PTX_M_CLAMP, GI_PTX_M_ZERO } },
    ROW(trap) = { gi_emit_trap, NULL, 0, 0, 0, 1, 0, 1, { 0 } },
    ROW(brkpt) = { gi_emit_trap, NULL, 0, 0, 0, 1, 0, 1, { 0 } },
    ROW(call) = { gi_emit_call, NULL, 0, 1, 4, 1, 1, 1, { GI_PTX_M_UNI } },
};

bool gi_emit_writes_first(const struct gi_ptx_instruction *instruction)
{
    if (gi_ptx_has(instruction, GI_PTX_M_RED)
        && (instruction->opcode == GI_PTX_OP_bar || instruction->opcode == GI_PTX_OP_barrier))
        return true;
    return !rows[instruction->opcode].reads_first && rows[instruction->opcode].most_operands;
}

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

static gi_emit_handler *handler_of(const struct row *row,
                                   const struct gi_ptx_instruction *instruction)
{
    enum gi_ptx_type type = gi_emit_type(instruction, 0);
    uint32_t bit = type == GI_PTX_T_F16 ? F16 : type == GI_PTX_T_F16X2 ? F16X2
        : type == GI_PTX_T_F32 ? F32 : type == GI_PTX_T_F64 ? F64 : 0;

    if (type == GI_PTX_T_NONE && !row->no_type)
        return NULL;
    if (row->any_type)
        return row->integer;
    if (gi_ptx_type_class(type) == GI_PTX_FLOAT)
        return row->real_types & bit ? row->real : NULL;
    if (type == GI_PTX_T_S16X2 || type == GI_PTX_T_U16X2 || type == GI_PTX_T_B128
        || type == GI_PTX_T_B1)
        return NULL;
    return row->integer;
}

void gi_emit_instruction(struct gi_emit *emit, const struct gi_ptx_instruction *instruction)
{
    const struct row *row = &rows[instruction->opcode];
    gi_emit_handler *handler = handler_of(row, instruction);

    emit->at = instruction;
    if (!row->integer && !row->real)
        gi_emit_refuse(emit, "this instruction is not built");
    else if (!handler)
        gi_emit_refuse(emit, "this type of it is not built");
    else if (!modifiers_allowed(row, instruction))
        gi_emit_refuse(emit, "a modifier of it is not built");
    else if (instruction->operand_count < row->least_operands
             || instruction->operand_count > row->most_operands)
        gi_emit_refuse(emit, "it has operands of a number that is not built");
    else
        handler(emit, instruction);
}
