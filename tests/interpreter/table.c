/* What carries out each opcode: for integers, bits and no type, and for floats. */
#include "floats.h"

struct row {
    operation *integer, *real;
};

#define ROW(op) [GI_PTX_OP_##op]

static const struct row rows[GI_PTX_OP_COUNT] = {
    ROW(add) = { op_add, op_float_add }, ROW(sub) = { op_add, op_float_add },
    ROW(addc) = { op_add, NULL }, ROW(subc) = { op_add, NULL },
    ROW(mul) = { op_mul, op_float_add }, ROW(mad) = { op_mul, op_fma },
    ROW(madc) = { op_madc, NULL }, ROW(fma) = { NULL, op_fma },
    ROW(mul24) = { op_mul24, NULL }, ROW(mad24) = { op_mul24, NULL },
    ROW(div) = { op_div, op_float_div }, ROW(rem) = { op_div, NULL },
    ROW(min) = { op_minmax, op_float_minmax }, ROW(max) = { op_minmax, op_float_minmax },
    ROW(neg) = { op_negate, op_float_sign }, ROW(abs) = { op_negate, op_float_sign },
    ROW(sad) = { op_sad, NULL }, ROW(dp4a) = { op_dot, NULL }, ROW(dp2a) = { op_dot, NULL },
    ROW(sqrt) = { NULL, op_root }, ROW(rcp) = { NULL, op_root }, ROW(rsqrt) = { NULL, op_root },
    ROW(sin) = { NULL, op_approximate }, ROW(cos) = { NULL, op_approximate },
    ROW(ex2) = { NULL, op_approximate }, ROW(lg2) = { NULL, op_approximate },
    ROW(tanh) = { NULL, op_approximate }, ROW(copysign) = { NULL, op_copysign },
    ROW(testp) = { NULL, op_testp },
    ROW(and) = { op_logic, NULL }, ROW(or) = { op_logic, NULL }, ROW(xor) = { op_logic, NULL },
    ROW(not) = { op_not, NULL }, ROW(cnot) = { op_not, NULL },
    ROW(shl) = { op_shift, NULL }, ROW(shr) = { op_shift, NULL }, ROW(shf) = { op_shf, NULL },
    ROW(lop3) = { op_lop3, NULL }, ROW(bfe) = { op_bfe, NULL }, ROW(bfi) = { op_bfi, NULL },
    ROW(bmsk) = { op_bmsk, NULL }, ROW(szext) = { op_szext, NULL }, ROW(brev) = { op_brev, NULL },
    ROW(popc) = { op_popc, NULL }, ROW(clz) = { op_clz, NULL }, ROW(bfind) = { op_bfind, NULL },
    ROW(fns) = { op_fns, NULL }, ROW(prmt) = { op_prmt, NULL },
    ROW(setp) = { op_setp, op_setp }, ROW(set) = { op_set, op_set },
    ROW(selp) = { op_selp, op_selp }, ROW(slct) = { op_slct, op_slct },
    ROW(mov) = { op_mov, op_mov }, ROW(cvt) = { op_cvt, op_cvt },
    ROW(cvta) = { op_cvta, NULL }, ROW(isspacep) = { op_isspacep, NULL },
    ROW(ld) = { op_ld, op_ld }, ROW(ldu) = { op_ld, op_ld }, ROW(st) = { op_st, op_st },
    ROW(atom) = { op_atom, op_atom }, ROW(red) = { op_atom, op_atom },
    ROW(membar) = { op_nothing, NULL }, ROW(fence) = { op_nothing, NULL },
    ROW(nanosleep) = { op_nothing, NULL }, ROW(prefetch) = { op_nothing, NULL },
    ROW(prefetchu) = { op_nothing, NULL }, ROW(griddepcontrol) = { op_nothing, NULL },
    ROW(bra) = { op_bra, NULL }, ROW(brx) = { op_brx, NULL }, ROW(call) = { op_call, NULL },
    ROW(ret) = { op_ret, NULL }, ROW(exit) = { op_exit, NULL }, ROW(trap) = { op_trap, NULL },
    ROW(bar) = { op_bar, NULL }, ROW(barrier) = { op_bar, NULL },
    ROW(shfl) = { op_warp, NULL }, ROW(vote) = { op_warp, NULL }, ROW(match) = { op_warp, NULL },
    ROW(redux) = { op_warp, NULL }, ROW(elect) = { op_warp, NULL },
    ROW(mma) = { op_matrix, op_matrix }, ROW(ldmatrix) = { op_matrix, NULL },
    ROW(stmatrix) = { op_matrix, NULL }, ROW(movmatrix) = { op_matrix, NULL },
    ROW(activemask) = { op_activemask, NULL },
    ROW(mbarrier) = { op_mbarrier, NULL }, ROW(cp) = { op_cp, NULL },
};

static bool is_to_eight(const struct gi_ptx_instruction *in)
{
    return in->opcode == GI_PTX_OP_cvt
        && (type_of(in, 0) == GI_PTX_T_E4M3X2 || type_of(in, 0) == GI_PTX_T_E5M2X2);
}

/* Modifiers that name a rule which nothing here follows. */
static bool is_strange(const struct gi_ptx_instruction *in)
{
    return gi_ptx_has(in, GI_PTX_M_UNKNOWN) || gi_ptx_has(in, GI_PTX_M_XORSIGN)
        || gi_ptx_has(in, GI_PTX_M_RNA)
        || (gi_ptx_has(in, GI_PTX_M_SATFINITE) && in->opcode != GI_PTX_OP_mma
            && !is_to_eight(in));
}

operation *operation_of(const struct gi_ptx_instruction *in)
{
    const struct row *row = &rows[in->opcode];
    enum gi_ptx_type type = type_of(in, 0);

    if (is_strange(in))
        return NULL;
    if (is_float(type))
        return format_of(type).fraction_bits == 23 && type != GI_PTX_T_F32 && !is_to_eight(in)
            ? NULL : row->real;
    if (type == GI_PTX_T_S16X2 || type == GI_PTX_T_U16X2 || type == GI_PTX_T_B128)
        return NULL;
    return row->integer;
}
