#include "kernel/translate/emit_forms.h"

#include <pthread.h>
#include <string.h>

#include "kernel/translate/emit_atomic.h"
#include "kernel/translate/emit_bits.h"
#include "kernel/translate/emit_compare.h"
#include "kernel/translate/emit_convert.h"
#include "kernel/translate/emit_copy.h"
#include "kernel/translate/emit_float.h"
#include "kernel/translate/emit_integer.h"
#include "kernel/translate/emit_mbarrier.h"
#include "kernel/translate/emit_memory.h"
#include "kernel/translate/emit_video.h"

#define T(name) (1ull << GI_PTX_T_##name)
#define I32 (T(U32) | T(S32))
#define I64 (T(U64) | T(S64))
#define I16 (T(U16) | T(S16))
#define INTEGERS (I16 | I32 | I64)
#define SIGNED_ONES (T(S16) | T(S32) | T(S64))
#define BITS (T(B16) | T(B32) | T(B64))
#define SMALL (T(U8) | T(S8))
#define HALF (T(F16) | T(F16X2))
#define BRAIN (T(BF16) | T(BF16X2))
#define WIDE (T(F32) | T(F64))
#define ANY_DATA (BITS | INTEGERS | WIDE)
#define MEMORY (ANY_DATA | SMALL | T(B8) | T(F16) | T(F16X2) | T(BF16) | T(BF16X2))

#define SET_TO (I32 | T(F32) | T(F16) | T(BF16))

#define M(name) GI_PTX_M_##name
#define DIRECTED M(RN), M(RZ), M(RM), M(RP)
#define COMPARED M(EQ), M(NE), M(LT), M(LE), M(GT), M(GE)
#define JOINED M(AND), M(OR), M(XOR)
#define UNSIGNED_COMPARED COMPARED, M(LO), M(LS), M(HI), M(HS), JOINED
#define FLOAT_COMPARES \
    COMPARED, M(EQU), M(NEU), M(LTU), M(LEU), M(GTU), M(GEU), M(NUM), M(NAN_TEST)
#define FLOAT_COMPARED FLOAT_COMPARES, JOINED
#define PERMUTED M(F4E), M(B4E), M(RC8), M(ECL), M(ECR), M(RC16)
#define CACHES M(CA), M(CG), M(CS), M(LU), M(CV), M(WB), M(WT), M(NC)
#define ORDERS \
    M(RELAXED), M(ACQUIRE), M(RELEASE), M(WEAK), M(VOLATILE), M(MMIO), M(CTA), M(GPU), M(SYS)
#define ATOMIC_ORDERS M(RELAXED), M(ACQUIRE), M(RELEASE), M(ACQ_REL), M(CTA), M(GPU), M(SYS)
#define CLASSES \
    M(FINITE), M(INFINITE), M(NUMBER), M(NOTANUMBER), M(NORMAL), M(SUBNORMAL)
#define F(op, handler, first, last, operands, ...) \
    { GI_PTX_OP_##op, gi_emit_##handler, first, last, operands, { __VA_ARGS__ } }

/* Sorted by opcode, which is by spelling. */
static const struct gi_emit_form forms[] = {
    F(abs, integer_neg, 0, SIGNED_ONES, "Aa", 0),
    F(abs, float_unary, 0, T(F32) | HALF, "Aa", M(FTZ)),
    F(abs, float_unary, 0, T(F64) | BRAIN, "Aa", 0),
    F(add, integer_add, 0, INTEGERS, "Aaa", 0),
    F(add, integer_add, 0, I32 | I64, "Aaa", M(CC)),
    F(add, integer_add, 0, T(S32), "Aaa", M(SAT)),
    F(add, integer_lanes, 0, T(S16X2) | T(U16X2), "Aaa", 0),
    F(add, float_binary, 0, T(F32), "Aaa", DIRECTED, M(FTZ), M(SAT)),
    F(add, float_binary, 0, T(F64), "Aaa", DIRECTED),
    F(add, float_binary, 0, HALF, "Aaa", M(RN), M(FTZ), M(SAT)),
    F(add, float_binary, 0, BRAIN, "Aaa", M(RN)),
    F(addc, integer_add, 0, I32 | I64, "Aaa", M(CC)),
    F(and, logic, 0, BITS | T(PRED), "Aaa", 0),
    F(applypriority, nothing, 0, 0, "mi", 0),
    F(atom, atom, 0, MEMORY, "Ama?a", M(ADD), M(AND), M(OR), M(XOR), M(EXCH), M(CAS), M(MIN),
      M(MAX), M(INC), M(DEC), M(NOFTZ), ATOMIC_ORDERS),
    F(bfe, bfe, 0, I32 | I64, "Aauu", 0),
    F(bfi, bfi, 0, T(B32) | T(B64), "Aaauu", 0),
    F(bfind, bfind, 0, I32 | I64, "Ua", M(SHIFTAMT)),
    F(bmsk, bmsk, 0, T(B32), "Aaa", M(CLAMP), M(WRAP)),
    F(brev, brev, 0, T(B32) | T(B64), "Aa", 0),
    F(clz, clz, 0, T(B32) | T(B64), "Ua", 0),
    F(cnot, not, 0, BITS, "Aa", 0),
    F(copysign, copysign, 0, WIDE, "Aaa", 0),
    F(cos, float_unary, 0, T(F32), "Aa", M(APPROX), M(FTZ)),
    F(cp, cp, 0, 0, "mmi?x", M(ASYNC), M(CA), M(CG)),
    F(cp, cp, 0, 0, "?i", M(ASYNC), M(COMMIT_GROUP), M(WAIT_GROUP), M(WAIT_ALL)),
    F(cp, cp_arrive, 0, T(B64), "m", M(ASYNC), M(MBARRIER), M(ARRIVE), M(NOINC)),
    F(createpolicy, createpolicy, 0, T(B64), "A?xxx", M(FRACTIONAL), M(RANGE), M(CVT)),
    F(cvt, cvt, SMALL | INTEGERS, SMALL | INTEGERS, "Ll", M(SAT)),
    F(cvt, cvt, SMALL | INTEGERS, WIDE | T(F16) | T(BF16), "Ll", M(SAT), M(FTZ), M(RNI), M(RZI),
      M(RMI), M(RPI)),
    F(cvt, cvt, WIDE | T(F16) | T(BF16), SMALL | INTEGERS, "Ll", M(SAT), DIRECTED),
    F(cvt, cvt, WIDE | T(F16) | T(BF16), WIDE | T(F16) | T(BF16), "Ll", M(SAT), M(FTZ), DIRECTED,
      M(RNI), M(RZI), M(RMI), M(RPI), M(RELU), M(SATFINITE)),
    F(cvt, cvt_tf32, T(TF32), T(F32), "Tl", M(RNA)),
    F(cvt, cvt, T(F16X2) | T(BF16X2), T(F32), "Lll", M(RN), M(RZ), M(RELU), M(SATFINITE)),
    F(cvta, cvta, 0, T(U64) | T(U32), "Aa", M(TO)),
    F(discard, nothing, 0, 0, "mi", 0),
    F(div, integer_div, 0, INTEGERS, "Aaa", 0),
    F(div, float_binary, 0, T(F32), "Aaa", DIRECTED, M(APPROX), M(FULL), M(FTZ)),
    F(div, float_binary, 0, T(F64), "Aaa", DIRECTED),
    F(dp2a, dp, I32, I32, "Uuuu", M(LO), M(HI)),
    F(dp4a, dp, I32, I32, "Uuuu", 0),
    F(ex2, float_unary, 0, T(F32) | BRAIN, "Aa", M(APPROX), M(FTZ)),
    F(ex2, float_unary, 0, HALF, "Aa", M(APPROX)),
    F(fma, fma, 0, T(F32), "Aaaa", DIRECTED, M(FTZ), M(SAT)),
    F(fma, fma, 0, T(F64), "Aaaa", DIRECTED),
    F(fma, fma, 0, HALF, "Aaaa", M(RN), M(FTZ), M(SAT)),
    F(fma, fma, 0, HALF, "Aaaa", M(RN), M(FTZ), M(RELU)),
    F(fma, fma, 0, BRAIN, "Aaaa", M(RN), M(RELU)),
    F(fns, fns, 0, T(B32), "Aaaa", 0),
    F(isspacep, isspacep, 0, 0, "Px", 0),
    F(ld, ld, 0, MEMORY, "Vm", CACHES, ORDERS),
    F(ldu, ld, 0, MEMORY, "Vm", 0),
    F(lg2, float_unary, 0, T(F32), "Aa", M(APPROX), M(FTZ)),
    F(lop3, lop3, 0, T(B32), "Aaaai", 0),
    F(lop3, lop3_joined, 0, T(B32), "Xaaaip", M(AND), M(OR)),
    F(mad, integer_mul, 0, INTEGERS, "Waaw", M(LO), M(HI), M(WIDE)),
    F(mad, integer_mul, 0, I32 | I64, "Aaaa", M(LO), M(HI), M(CC)),
    F(mad, integer_mul, 0, T(S32), "Aaaa", M(HI), M(SAT)),
    F(mad, fma, 0, T(F32), "Aaaa", DIRECTED, M(FTZ), M(SAT)),
    F(mad, fma, 0, T(F64), "Aaaa", DIRECTED),
    F(mad24, mul24, 0, I32, "Aaaa", M(LO), M(HI)),
    F(mad24, mul24, 0, T(S32), "Aaaa", M(HI), M(SAT)),
    F(madc, madc, 0, I32 | I64, "Aaaa", M(LO), M(HI), M(CC)),
    F(max, integer_minmax, 0, INTEGERS, "Aaa", 0),
    F(max, integer_lanes, 0, T(S16X2) | T(S32), "Aaa", M(RELU)),
    F(max, integer_lanes, 0, T(U16X2), "Aaa", 0),
    F(max, float_binary, 0, T(F32) | HALF, "Aaa", M(FTZ), M(NAN), M(XORSIGN), M(ABS)),
    F(max, float_binary, 0, T(F64), "Aaa", 0),
    F(max, float_binary, 0, BRAIN, "Aaa", M(NAN), M(XORSIGN), M(ABS)),
    F(mbarrier, mbarrier_arrive, 0, T(B64), "Am?u", M(ARRIVE), M(NO_COMPLETE), M(RELEASE),
      M(RELAXED), M(CTA)),
    F(mbarrier, mbarrier_arrive, 0, T(B64), "Am?u", M(ARRIVE_DROP), M(NO_COMPLETE), M(RELEASE),
      M(RELAXED), M(CTA)),
    F(mbarrier, mbarrier_init, 0, T(B64), "mu", M(INIT)),
    F(mbarrier, nothing, 0, T(B64), "m", M(INVAL)),
    F(mbarrier, mbarrier_pending, 0, T(B64), "Ua", M(PENDING_COUNT)),
    F(mbarrier, mbarrier_wait, 0, T(B64), "Pma", M(TEST_WAIT), M(ACQUIRE), M(RELAXED), M(CTA)),
    F(mbarrier, mbarrier_wait, 0, T(B64), "Pmu", M(TEST_WAIT), M(PARITY), M(ACQUIRE), M(RELAXED),
      M(CTA)),
    F(mbarrier, mbarrier_wait, 0, T(B64), "Pma?u", M(TRY_WAIT), M(ACQUIRE), M(RELAXED), M(CTA)),
    F(mbarrier, mbarrier_wait, 0, T(B64), "Pmu?u", M(TRY_WAIT), M(PARITY), M(ACQUIRE), M(RELAXED),
      M(CTA)),
    F(min, integer_minmax, 0, INTEGERS, "Aaa", 0),
    F(min, integer_lanes, 0, T(S16X2) | T(S32), "Aaa", M(RELU)),
    F(min, integer_lanes, 0, T(U16X2), "Aaa", 0),
    F(min, float_binary, 0, T(F32) | HALF, "Aaa", M(FTZ), M(NAN), M(XORSIGN), M(ABS)),
    F(min, float_binary, 0, T(F64), "Aaa", 0),
    F(min, float_binary, 0, BRAIN, "Aaa", M(NAN), M(XORSIGN), M(ABS)),
    F(mov, mov, 0, ANY_DATA | T(PRED) | T(F16) | T(F16X2), "Xx", 0),
    F(mul, integer_mul, 0, INTEGERS, "Waa", M(LO), M(HI), M(WIDE)),
    F(mul, float_binary, 0, T(F32), "Aaa", DIRECTED, M(FTZ), M(SAT)),
    F(mul, float_binary, 0, T(F64), "Aaa", DIRECTED),
    F(mul, float_binary, 0, HALF, "Aaa", M(RN), M(FTZ), M(SAT)),
    F(mul, float_binary, 0, BRAIN, "Aaa", M(RN)),
    F(mul24, mul24, 0, I32, "Aaa", M(LO), M(HI)),
    F(nanosleep, nothing, 0, T(U32), "a", 0),
    F(neg, integer_neg, 0, SIGNED_ONES, "Aa", 0),
    F(neg, float_unary, 0, T(F32) | HALF, "Aa", M(FTZ)),
    F(neg, float_unary, 0, T(F64) | BRAIN, "Aa", 0),
    F(not, not, 0, BITS | T(PRED), "Aa", 0),
    F(or, logic, 0, BITS | T(PRED), "Aaa", 0),
    F(pmevent, nothing, 0, 0, "i", 0),
    F(popc, popc, 0, T(B32) | T(B64), "Ua", 0),
    F(prefetch, nothing, 0, 0, "m", 0),
    F(prefetchu, nothing, 0, 0, "m", 0),
    F(prmt, prmt, 0, T(B32), "Aaaa", PERMUTED),
    F(rcp, float_unary, 0, T(F32), "Aa", DIRECTED, M(APPROX), M(FTZ)),
    F(rcp, float_unary, 0, T(F64), "Aa", DIRECTED),
    F(rcp, float_unary, 0, T(F64), "Aa", M(APPROX), M(FTZ)),
    F(red, atom, 0, MEMORY, "ma?a", M(ADD), M(AND), M(OR), M(XOR), M(MIN), M(MAX), M(INC), M(DEC),
      M(NOFTZ), ATOMIC_ORDERS),
    F(rem, integer_div, 0, INTEGERS, "Aaa", 0),
    F(rsqrt, float_unary, 0, WIDE, "Aa", M(APPROX), M(FTZ)),
    F(sad, sad, 0, INTEGERS, "Aaaa", 0),
    F(selp, selp, 0, ANY_DATA, "Aaap", 0),
    F(set, set, SET_TO, BITS, "Taa?p", M(EQ), M(NE), JOINED),
    F(set, set, SET_TO, SIGNED_ONES, "Taa?p", COMPARED, JOINED),
    F(set, set, SET_TO, T(U16) | T(U32) | T(U64), "Taa?p", UNSIGNED_COMPARED),
    F(set, set, SET_TO, WIDE, "Taa?p", FLOAT_COMPARED, M(FTZ)),
    F(set, set, SET_TO | I16, T(F16) | T(BF16), "Taa?p", FLOAT_COMPARED, M(FTZ)),
    F(set, set, I32 | T(F16X2), T(F16X2), "Taa?p", FLOAT_COMPARED, M(FTZ)),
    F(set, set, I32 | T(BF16X2), T(BF16X2), "Taa?p", FLOAT_COMPARED),
    F(setp, setp, 0, BITS, "Qaa?p", M(EQ), M(NE), JOINED),
    F(setp, setp, 0, SIGNED_ONES, "Qaa?p", COMPARED, JOINED),
    F(setp, setp, 0, T(U16) | T(U32) | T(U64), "Qaa?p", UNSIGNED_COMPARED),
    F(setp, setp, 0, T(F32) | HALF, "Qaa?p", FLOAT_COMPARED, M(FTZ)),
    F(setp, setp, 0, T(F64) | BRAIN, "Qaa?p", FLOAT_COMPARED),
    F(shf, shf, 0, T(B32), "Aaau", M(LEFT), M(RIGHT), M(WRAP), M(CLAMP)),
    F(shl, shift, 0, BITS, "Aau", 0),
    F(shr, shift, 0, BITS | INTEGERS, "Aau", 0),
    F(sin, float_unary, 0, T(F32), "Aa", M(APPROX), M(FTZ)),
    F(slct, slct, ANY_DATA, T(S32), "Ttta", 0),
    F(slct, slct, ANY_DATA, T(F32), "Ttta", M(FTZ)),
    F(sqrt, float_unary, 0, T(F32), "Aa", DIRECTED, M(APPROX), M(FTZ)),
    F(sqrt, float_unary, 0, T(F64), "Aa", DIRECTED),
    F(st, st, 0, MEMORY, "mv", CACHES, ORDERS),
    F(sub, integer_add, 0, INTEGERS, "Aaa", 0),
    F(sub, integer_add, 0, I32 | I64, "Aaa", M(CC)),
    F(sub, integer_add, 0, T(S32), "Aaa", M(SAT)),
    F(sub, float_binary, 0, T(F32), "Aaa", DIRECTED, M(FTZ), M(SAT)),
    F(sub, float_binary, 0, T(F64), "Aaa", DIRECTED),
    F(sub, float_binary, 0, HALF, "Aaa", M(RN), M(FTZ), M(SAT)),
    F(sub, float_binary, 0, BRAIN, "Aaa", M(RN)),
    F(subc, integer_add, 0, I32 | I64, "Aaa", M(CC)),
    F(szext, szext, 0, I32, "Aau", M(CLAMP), M(WRAP)),
    F(tanh, float_unary, 0, T(F32) | HALF | BRAIN, "Aa", M(APPROX)),
    F(testp, testp, 0, WIDE, "Pa", CLASSES),
    F(vabsdiff, video, 0, I32, "3Sss?s", M(SAT), M(ADD), M(MIN), M(MAX)),
    F(vabsdiff2, video_lanes, 0, I32, "3Ssss", M(SAT)),
    F(vabsdiff2, video_lanes, 0, I32, "3Ssss", M(ADD)),
    F(vabsdiff4, video_lanes, 0, I32, "3Ssss", M(SAT)),
    F(vabsdiff4, video_lanes, 0, I32, "3Ssss", M(ADD)),
    F(vadd, video, 0, I32, "3Sss?s", M(SAT), M(ADD), M(MIN), M(MAX)),
    F(vadd2, video_lanes, 0, I32, "3Ssss", M(SAT)),
    F(vadd2, video_lanes, 0, I32, "3Ssss", M(ADD)),
    F(vadd4, video_lanes, 0, I32, "3Ssss", M(SAT)),
    F(vadd4, video_lanes, 0, I32, "3Ssss", M(ADD)),
    F(vavrg2, video_lanes, 0, I32, "3Ssss", M(SAT)),
    F(vavrg2, video_lanes, 0, I32, "3Ssss", M(ADD)),
    F(vavrg4, video_lanes, 0, I32, "3Ssss", M(SAT)),
    F(vavrg4, video_lanes, 0, I32, "3Ssss", M(ADD)),
    F(vmad, vmad, 0, I32, "3Unnn", M(SAT), M(SHR7), M(SHR15)),
    F(vmad, vmad, 0, I32, "3Usss", M(PO), M(SAT), M(SHR7), M(SHR15)),
    F(vmax, video, 0, I32, "3Sss?s", M(SAT), M(ADD), M(MIN), M(MAX)),
    F(vmax2, video_lanes, 0, I32, "3Ssss", M(SAT)),
    F(vmax2, video_lanes, 0, I32, "3Ssss", M(ADD)),
    F(vmax4, video_lanes, 0, I32, "3Ssss", M(SAT)),
    F(vmax4, video_lanes, 0, I32, "3Ssss", M(ADD)),
    F(vmin, video, 0, I32, "3Sss?s", M(SAT), M(ADD), M(MIN), M(MAX)),
    F(vmin2, video_lanes, 0, I32, "3Ssss", M(SAT)),
    F(vmin2, video_lanes, 0, I32, "3Ssss", M(ADD)),
    F(vmin4, video_lanes, 0, I32, "3Ssss", M(SAT)),
    F(vmin4, video_lanes, 0, I32, "3Ssss", M(ADD)),
    F(vset, video, I32, I32, "Sss?s", COMPARED, M(ADD), M(MIN), M(MAX)),
    F(vset2, video_lanes, I32, I32, "Ssss", COMPARED, M(ADD)),
    F(vset4, video_lanes, I32, I32, "Ssss", COMPARED, M(ADD)),
    F(vshl, video, 0, I32, "3Sss?s", M(SAT), M(CLAMP), M(WRAP), M(ADD), M(MIN), M(MAX)),
    F(vshr, video, 0, I32, "3Sss?s", M(SAT), M(CLAMP), M(WRAP), M(ADD), M(MIN), M(MAX)),
    F(vsub, video, 0, I32, "3Sss?s", M(SAT), M(ADD), M(MIN), M(MAX)),
    F(vsub2, video_lanes, 0, I32, "3Ssss", M(SAT)),
    F(vsub2, video_lanes, 0, I32, "3Ssss", M(ADD)),
    F(vsub4, video_lanes, 0, I32, "3Ssss", M(SAT)),
    F(vsub4, video_lanes, 0, I32, "3Ssss", M(ADD)),
    F(xor, logic, 0, BITS | T(PRED), "Aaa", 0),
};

enum { FORMS = sizeof(forms) / sizeof(forms[0]) };

const struct gi_emit_form *gi_emit_all_forms(uint32_t *out_count)
{
    *out_count = FORMS;
    return forms;
}

/* Where the forms of each opcode begin; those of an opcode end where those of the next begin. */
static uint16_t first_forms[GI_PTX_OP_COUNT + 1];
static pthread_once_t first_forms_once = PTHREAD_ONCE_INIT;

static void find_first_forms(void)
{
    uint16_t at = 0;

    for (uint32_t opcode = 0; opcode <= GI_PTX_OP_COUNT; opcode++) {
        while (at < FORMS && forms[at].opcode < opcode)
            at++;
        first_forms[opcode] = at;
    }
}

const struct gi_emit_form *gi_emit_forms_of(uint32_t opcode, uint32_t *out_count)
{
    (void)pthread_once(&first_forms_once, find_first_forms);
    *out_count = 0;
    if (opcode < GI_PTX_OP_COUNT)
        *out_count = (uint32_t)first_forms[opcode + 1] - first_forms[opcode];
    return *out_count ? &forms[first_forms[opcode]] : NULL;
}

bool gi_emit_form_writes_first(const struct gi_emit_form *form)
{
    char letter = form->operands[form->operands[0] == '3'];

    return letter >= 'A' && letter <= 'Z';
}

/* ---- types and modifiers ---- */

static bool types_fit(const struct gi_emit_form *form,
                      const struct gi_ptx_instruction *instruction)
{
    uint32_t count = form->operands[0] == '3' ? 3 : form->first ? 2 : form->last ? 1 : 0;

    if (instruction->type_count != count)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        uint64_t allowed = count == 2 && i == 0 ? form->first : form->last;

        if (!(allowed >> instruction->types[i] & 1))
            return false;
    }
    return true;
}

static bool has_modifier(const struct gi_emit_form *form, uint8_t modifier)
{
    return modifier && memchr(form->modifiers, modifier, sizeof(form->modifiers));
}

/* Of each of these lists an instruction has one at most. */
static bool contradicts(const struct gi_ptx_instruction *instruction)
{
    static const uint8_t lists[][20] = {
        { DIRECTED, M(RNI), M(RZI), M(RMI), M(RPI), M(APPROX), M(FULL) },
        { FLOAT_COMPARES, M(LO), M(LS), M(HI), M(HS), M(WIDE) },
        { M(WRAP), M(CLAMP) },
        { M(LEFT), M(RIGHT) },
        { PERMUTED },
        { CLASSES },
    };

    for (size_t i = 0; i < sizeof(lists) / sizeof(lists[0]); i++) {
        uint32_t count = 0;

        for (uint32_t k = 0; k < instruction->modifier_count; k++)
            count += memchr(lists[i], instruction->modifiers[k], sizeof(lists[i])) != NULL;
        if (count > 1)
            return true;
    }
    return false;
}

/* Those that say which of several things an instruction does; it is nothing without one. */
static bool lacks_choice(const struct gi_emit_form *form,
                         const struct gi_ptx_instruction *instruction)
{
    switch (instruction->opcode) {
    case GI_PTX_OP_shf:
        return !gi_ptx_has(instruction, GI_PTX_M_LEFT)
            && !gi_ptx_has(instruction, GI_PTX_M_RIGHT);
    case GI_PTX_OP_dp2a:
    case GI_PTX_OP_mul24:
    case GI_PTX_OP_mad24:
        return !gi_ptx_has(instruction, GI_PTX_M_LO) && !gi_ptx_has(instruction, GI_PTX_M_HI);
    case GI_PTX_OP_bmsk:
    case GI_PTX_OP_szext:
        return !gi_ptx_has(instruction, GI_PTX_M_WRAP)
            && !gi_ptx_has(instruction, GI_PTX_M_CLAMP);
    case GI_PTX_OP_testp:
        return instruction->modifier_count == 0;
    case GI_PTX_OP_cp:
        return form->last && (!gi_ptx_has(instruction, GI_PTX_M_MBARRIER)
                              || !gi_ptx_has(instruction, GI_PTX_M_ARRIVE));
    case GI_PTX_OP_mbarrier:    /* what it does stands first in its form */
        return !gi_ptx_has(instruction, form->modifiers[0])
            || (has_modifier(form, M(PARITY)) && !gi_ptx_has(instruction, GI_PTX_M_PARITY));
    case GI_PTX_OP_cvta:
    case GI_PTX_OP_isspacep:
        return instruction->space == GI_PTX_GENERIC;
    default:
        return false;
    }
}

/* A space or a vector stands where there is an address, or what it says is a space. */
static bool shape_fits(const struct gi_emit_form *form,
                       const struct gi_ptx_instruction *instruction)
{
    if (strpbrk(form->operands, "mVv") || form->opcode == GI_PTX_OP_createpolicy)
        return true;
    if (instruction->vector > 1 && form->opcode != GI_PTX_OP_mov)
        return false;
    return instruction->space == GI_PTX_GENERIC || form->opcode == GI_PTX_OP_cvta
        || form->opcode == GI_PTX_OP_isspacep;
}

static bool modifiers_fit(const struct gi_emit_form *form,
                          const struct gi_ptx_instruction *instruction)
{
    if (!shape_fits(form, instruction) || contradicts(instruction)
        || lacks_choice(form, instruction))
        return false;
    for (uint32_t i = 0; i < instruction->modifier_count; i++) {
        if (!has_modifier(form, instruction->modifiers[i]))
            return false;
    }
    return true;
}

/* ---- operands ---- */

/* Whether a register has the width and sort of a type; loose: or is wider. */
static bool register_fits(const struct gi_emit *emit, uint32_t index, enum gi_ptx_type type,
                          bool loose)
{
    enum gi_ptx_type declared = index < emit->current->body->register_count
        ? emit->current->body->registers[index].type : GI_PTX_T_NONE;
    uint32_t bytes = gi_ptx_type_bytes(type), has = gi_ptx_type_bytes(declared);
    enum gi_ptx_class a = gi_ptx_type_class(type), b = gi_ptx_type_class(declared);

    if ((type == GI_PTX_T_PRED) != (declared == GI_PTX_T_PRED))
        return false;
    if (a == GI_PTX_FLOAT && b == GI_PTX_FLOAT && loose)
        return has == bytes;
    if (has != bytes && !(loose && has > bytes))
        return false;
    /* bits go with all; a number is whole or not */
    return a == GI_PTX_BITS || b == GI_PTX_BITS || (a == GI_PTX_FLOAT) == (b == GI_PTX_FLOAT);
}

static bool value_fits(const struct gi_emit *emit, const struct gi_ptx_operand *operand,
                       enum gi_ptx_type type, bool loose)
{
    enum gi_ptx_class class = gi_ptx_type_class(type);

    switch ((enum gi_ptx_operand_kind)operand->kind) {
    case GI_PTX_REGISTER:
        return register_fits(emit, operand->index, type, loose);
    case GI_PTX_INTEGER_VALUE:
        return class != GI_PTX_FLOAT;
    case GI_PTX_SINGLE_VALUE:
    case GI_PTX_DOUBLE_VALUE:
        return (class == GI_PTX_FLOAT || class == GI_PTX_BITS) && type != GI_PTX_T_PRED;
    case GI_PTX_SPECIAL:
    case GI_PTX_VARIABLE:
    case GI_PTX_FUNCTION:
        return type != GI_PTX_T_PRED && class != GI_PTX_FLOAT;
    case GI_PTX_NAME_ONLY:      /* has a sentence of its own */
        return true;
    case GI_PTX_LABEL:
    case GI_PTX_MEMORY:
    case GI_PTX_VECTOR:
    case GI_PTX_LIST:
    case GI_PTX_PAIR:
    case GI_PTX_SINK:
        break;
    }
    return false;
}

/* A scalar or vector of a load or store. */
static bool vector_fits(const struct gi_emit *emit, const struct gi_ptx_instruction *instruction,
                        const struct gi_ptx_operand *operand, bool written)
{
    enum gi_ptx_type type = (enum gi_ptx_type)instruction->types[0];
    bool is_vector = operand->kind == GI_PTX_VECTOR;
    uint32_t count = is_vector ? operand->count : 1;

    if (count != instruction->vector || is_vector != (instruction->vector > 1))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        const struct gi_ptx_operand *item = is_vector ? &operand->to.items[i] : operand;

        if (written && item->kind == GI_PTX_SINK)
            continue;
        if ((written && item->kind != GI_PTX_REGISTER) || !value_fits(emit, item, type, true))
            return false;
    }
    return true;
}

static bool operand_fits(const struct gi_emit *emit, const struct gi_ptx_instruction *instruction,
                         const struct gi_ptx_operand *operand, char letter)
{
    enum gi_ptx_type type = gi_emit_type(instruction, 0);
    bool written = letter >= 'A' && letter <= 'Z';
    bool loose = letter == 'L' || letter == 'l';

    if (operand->selector.length && letter != 's' && letter != 'S' && letter != 'n')
        return false;
    if (letter == 'X' || letter == 'x')
        return true;
    if (letter == 'm')
        return operand->kind == GI_PTX_MEMORY;
    if (letter == 'i')
        return operand->kind == GI_PTX_INTEGER_VALUE;
    if (letter == 'V' || letter == 'v')
        return vector_fits(emit, instruction, operand, written);
    if (letter == 'T' || letter == 't' || letter == 'L')
        type = (enum gi_ptx_type)instruction->types[0];
    else if (letter == 'u' || letter == 'U' || letter == 's' || letter == 'S' || letter == 'n')
        type = GI_PTX_T_B32;
    else if (letter == 'p' || letter == 'P' || letter == 'Q')
        type = GI_PTX_T_PRED;
    else if ((letter == 'w' || letter == 'W') && gi_ptx_has(instruction, GI_PTX_M_WIDE))
        type = gi_ptx_type_bytes(type) == 2 ? GI_PTX_T_B32
            : gi_ptx_type_bytes(type) == 4 ? GI_PTX_T_B64 : GI_PTX_T_B128;
    if (letter == 'Q' && operand->kind == GI_PTX_PAIR) {
        for (uint32_t i = 0; i < operand->count; i++) {
            if (!operand_fits(emit, instruction, &operand->to.items[i], 'P'))
                return false;
        }
        return operand->count == 2;
    }
    if (written && operand->kind == GI_PTX_SINK)
        return true;
    if (operand->negated && type != GI_PTX_T_PRED && letter != 'n')
        return false;
    return (!written || operand->kind == GI_PTX_REGISTER)
        && value_fits(emit, operand, type, loose);
}

/* NULL, or what is wrong. */
static const char *misfit(const struct gi_emit *emit, const struct gi_emit_form *form,
                          const struct gi_ptx_instruction *instruction)
{
    const char *letter = form->operands + (form->operands[0] == '3');
    const char *optional = strchr(form->operands, '?');
    uint32_t i = 0;

    for (; *letter && i < instruction->operand_count; letter++) {
        if (*letter == '?')
            continue;
        if (!operand_fits(emit, instruction, &instruction->operands[i++], *letter))
            return "an operand is not of its type";
    }
    if (i < instruction->operand_count || (*letter && (!optional || letter < optional)))
        return "it has operands of a wrong number";
    return NULL;
}

/* ---- the form of an instruction ---- */

static bool is_of_some(const struct gi_emit_form *list, uint32_t count, uint8_t modifier)
{
    for (uint32_t i = 0; i < count; i++) {
        if (has_modifier(&list[i], modifier))
            return true;
    }
    return false;
}

enum gi_emit_misfit gi_emit_misfit_of(const struct gi_emit *emit,
                                      const struct gi_ptx_instruction *instruction,
                                      const struct gi_emit_form *list, uint32_t count)
{
    enum gi_emit_misfit least = GI_EMIT_TYPE;

    if (instruction->vector > 1
        && (instruction->opcode == GI_PTX_OP_atom || instruction->opcode == GI_PTX_OP_red))
        return GI_EMIT_FITS;
    for (uint32_t i = 0; i < instruction->modifier_count; i++) {
        if (instruction->modifiers[i] == GI_PTX_M_UNKNOWN)
            return GI_EMIT_FITS;
    }
    for (uint32_t i = 0; i < count; i++) {
        if (!types_fit(&list[i], instruction))
            continue;
        if (!modifiers_fit(&list[i], instruction)) {
            if (least == GI_EMIT_TYPE)
                least = GI_EMIT_MODIFIERS;
            continue;
        }
        if (!misfit(emit, &list[i], instruction))
            return GI_EMIT_FITS;
        least = GI_EMIT_OPERANDS;
    }
    return least;
}

const struct gi_emit_form *gi_emit_form_of(struct gi_emit *emit,
                                           const struct gi_ptx_instruction *instruction,
                                           const struct gi_emit_form *list, uint32_t count)
{
    const char *why = "it has no such type";

    if (instruction->vector > 1
        && (instruction->opcode == GI_PTX_OP_atom || instruction->opcode == GI_PTX_OP_red)) {
        gi_emit_refuse(emit, "atomics of vectors are not built");
        return NULL;
    }
    for (uint32_t i = 0; i < instruction->modifier_count; i++) {
        if (!is_of_some(list, count, instruction->modifiers[i])) {
            gi_emit_refuse(emit, "a modifier of it is not built");
            return NULL;
        }
    }
    for (uint32_t i = 0; i < count; i++) {
        if (!types_fit(&list[i], instruction))
            continue;
        if (!modifiers_fit(&list[i], instruction)) {
            why = "its modifiers do not go with its type";
            continue;
        }
        why = misfit(emit, &list[i], instruction);
        if (!why)
            return &list[i];
    }
    gi_emit_wrong(emit, why);
    return NULL;
}
