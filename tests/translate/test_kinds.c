/* The kinds of ids: the builder of SPIR-V takes no operands of others. */
#include "kernel/translate/emit/value/value.h"
#include "spirv_module.h"
#include "test_cases.h"

/* Ids of each kind, in the open function of a kernel. */
struct ids {
    gi_type u16, u32, u64, f16, f32, f64, boolean, nothing;
    gi_type two, two_real, two_boolean, pointer, real_pointer, device_pointer;
    gi_id half, word, wide, real16, real, real64, truth, pair, reals, variable, own, text;
    gi_id label, function;
};

static void make_ids(struct gi_spirv *b, struct ids *out)
{
    out->u16 = gi_spirv_type_int(b, 16, false);
    out->u32 = gi_spirv_type_int(b, 32, false);
    out->u64 = gi_spirv_type_int(b, 64, false);
    out->f16 = gi_spirv_type_float(b, 16);
    out->f32 = gi_spirv_type_float(b, 32);
    out->f64 = gi_spirv_type_float(b, 64);
    out->boolean = gi_spirv_type_bool(b);
    out->nothing = gi_spirv_type_void(b);
    out->two = gi_spirv_type_vector(b, out->u32, 2);
    out->two_real = gi_spirv_type_vector(b, out->f32, 2);
    out->two_boolean = gi_spirv_type_vector(b, out->boolean, 2);
    out->pointer = gi_spirv_type_pointer(b, GiStorageClassFunction, out->u32);
    out->real_pointer = gi_spirv_type_pointer(b, GiStorageClassPrivate, out->f32);
    out->device_pointer = gi_spirv_type_pointer(b, GiStorageClassPhysicalStorageBuffer, out->u32);
    out->half = gi_spirv_constant_u16(b, 7);
    out->word = gi_spirv_constant_u32(b, 7);
    out->wide = gi_spirv_constant_u64(b, 7);
    out->real16 = gi_spirv_constant_f16(b, 7);
    out->real = gi_spirv_constant_f32(b, 7);
    out->real64 = gi_spirv_constant_f64(b, 7);
    out->truth = gi_spirv_constant_bool(b, true);
    out->pair = gi_spirv_constant_null(b, out->two);
    out->reals = gi_spirv_constant_null(b, out->two_real);
    out->own = gi_spirv_variable(b, out->real_pointer, GiStorageClassPrivate, out->real);
    out->text = gi_spirv_string(b, "text");
    out->function = open_kernel(b);
    out->variable = gi_spirv_local(b, out->pointer, GI_NO_ID);
    out->label = gi_spirv_new_label(b);
}

/* Instructions that take other kinds. Each says its number and its operands. */
static void mix(struct gi_spirv *b, const struct ids *ids, int which)
{
    switch (which) {
    case 0: gi_spirv_value2(b, GiOpIAdd, ids->u32, ids->truth, ids->word); break;
    case 1: gi_spirv_value2(b, GiOpIAdd, ids->u32, ids->word, ids->wide); break;
    case 2: gi_spirv_value2(b, GiOpIAdd, ids->f32, ids->real, ids->real); break;
    case 3: gi_spirv_value2(b, GiOpFMul, ids->f32, ids->real, ids->word); break;
    case 4: gi_spirv_value2(b, GiOpFMul, ids->u32, ids->word, ids->word); break;
    case 5: gi_spirv_value2(b, GiOpLogicalAnd, ids->boolean, ids->truth, ids->word); break;
    case 6: gi_spirv_value2(b, GiOpShiftLeftLogical, ids->u64, ids->wide, ids->real); break;
    case 7: gi_spirv_value2(b, GiOpShiftLeftLogical, ids->u64, ids->word, ids->wide); break;
    case 8: gi_spirv_value2(b, GiOpULessThan, ids->u32, ids->word, ids->word); break;
    case 9: gi_spirv_value2(b, GiOpULessThan, ids->boolean, ids->word, ids->wide); break;
    case 10: gi_spirv_value2(b, GiOpFOrdLessThan, ids->boolean, ids->word, ids->word); break;
    case 11: gi_spirv_value3(b, GiOpSelect, ids->u32, ids->word, ids->word, ids->word); break;
    case 12: gi_spirv_value3(b, GiOpSelect, ids->u32, ids->truth, ids->word, ids->wide); break;
    case 13: gi_spirv_value1(b, GiOpConvertFToU, ids->u32, ids->word); break;
    case 14: gi_spirv_value1(b, GiOpConvertUToF, ids->u32, ids->word); break;
    case 15: gi_spirv_value1(b, GiOpUConvert, ids->u32, ids->word); break;
    case 16: gi_spirv_value1(b, GiOpFConvert, ids->f64, ids->wide); break;
    case 17: gi_spirv_value1(b, GiOpBitcast, ids->f32, ids->truth); break;
    case 18: gi_spirv_value1(b, GiOpLoad, ids->u64, ids->variable); break;
    case 19: gi_spirv_value1(b, GiOpLoad, ids->u32, ids->word); break;
    case 20: gi_spirv_load(b, ids->f32, ids->variable, GiMemoryAccessAligned, 4); break;
    case 21: gi_spirv_store(b, ids->variable, ids->real); break;
    case 22: gi_spirv_store_as(b, ids->word, ids->word, GiMemoryAccessAligned, 4); break;
    case 23: gi_spirv_value2(b, GiOpAccessChain, ids->pointer, ids->word, ids->word); break;
    case 24: gi_spirv_extract(b, ids->f32, ids->pair, 0); break;
    case 25: gi_spirv_extract(b, ids->u32, ids->word, 0); break;
    case 26: gi_spirv_value2(b, GiOpCompositeConstruct, ids->two, ids->word, ids->real); break;
    case 27: gi_spirv_call(b, ids->u32, ids->word, NULL, 0); break;
    case 28: gi_spirv_branch(b, ids->word); break;
    case 29: gi_spirv_branch_if(b, ids->word, ids->label, ids->label); break;
    case 30: gi_spirv_branch_if(b, ids->truth, ids->label, ids->function); break;
    case 31: gi_spirv_selection_merge(b, ids->truth, GiSelectionControlNone); break;
    case 32: gi_spirv_glsl(b, GiGlslFAbs, ids->f64, IDS(ids->real)); break;
    case 33: gi_spirv_glsl(b, GiGlslLdexp, ids->f32, IDS(ids->real, ids->real)); break;
    case 34: gi_spirv_spec_op(b, GiOpIAdd, ids->u32, ids->word, ids->truth); break;
    case 35: gi_spirv_value3(b, GiOpAtomicLoad, ids->u64, ids->variable, ids->word, ids->word);
        break;
    default: fail();
    }
}

/* Bits that are kept: of another width, of no number, and of pointers. */
static void mix_bits(struct gi_spirv *b, const struct ids *ids, int which)
{
    switch (which) {
    case 0: gi_spirv_value1(b, GiOpBitcast, ids->f64, ids->word); break;
    case 1: gi_spirv_value1(b, GiOpBitcast, ids->u32, ids->real64); break;
    case 2: gi_spirv_value1(b, GiOpBitcast, ids->f16, ids->word); break;
    case 3: gi_spirv_value1(b, GiOpBitcast, ids->u32, ids->half); break;
    case 4: gi_spirv_value1(b, GiOpBitcast, ids->u32, ids->label); break;
    case 5: gi_spirv_value1(b, GiOpBitcast, ids->u32, ids->function); break;
    case 6: gi_spirv_value1(b, GiOpBitcast, ids->two, ids->text); break;
    case 7: gi_spirv_value1(b, GiOpBitcast, ids->nothing, ids->word); break;
    case 8: gi_spirv_value1(b, GiOpBitcast, ids->boolean, ids->word); break;
    case 9: gi_spirv_value1(b, GiOpBitcast, ids->two_boolean, ids->pair); break;
    case 10: gi_spirv_value1(b, GiOpBitcast, ids->device_pointer, ids->real64); break;
    case 11: gi_spirv_value1(b, GiOpBitcast, ids->f64, ids->variable); break;
    case 12: gi_spirv_value1(b, GiOpBitcast, ids->device_pointer, ids->reals); break;
    case 13: gi_spirv_value1(b, GiOpBitcast, gi_foreign_type(ids->u32.n), ids->label); break;
    default: fail();
    }
}

/* Instructions of GLSL.std.450 for integers and for floats. */
static void mix_glsl(struct gi_spirv *b, const struct ids *ids, int which)
{
    static const enum gi_spirv_glsl_instruction of_integers[] = {
        GiGlslSAbs, GiGlslSSign, GiGlslUMin, GiGlslSMin, GiGlslUMax, GiGlslSMax, GiGlslUClamp,
        GiGlslSClamp, GiGlslFindILsb, GiGlslFindSMsb, GiGlslFindUMsb
    };
    static const enum gi_spirv_glsl_instruction of_floats[] = {
        GiGlslRound, GiGlslFAbs, GiGlslFSign, GiGlslSin, GiGlslPow, GiGlslSqrt, GiGlslFMin,
        GiGlslFMax, GiGlslFClamp, GiGlslFMix, GiGlslFma, GiGlslNMin, GiGlslNMax, GiGlslNClamp
    };

    if (which < 11)
        gi_spirv_glsl(b, of_integers[which], ids->f32, IDS(ids->real));
    else if (which < 25)
        gi_spirv_glsl(b, of_floats[which - 11], ids->u32, IDS(ids->word));
    else
        gi_spirv_glsl(b, GiGlslLdexp, ids->two_real, IDS(ids->reals, ids->word));
}

/* Atomics: pointer, scope, semantics, and what follows. */
static void mix_atomics(struct gi_spirv *b, const struct ids *ids, int which)
{
    gi_id at = ids->variable, own = ids->own, word = ids->word, wide = ids->wide, real = ids->real;

    switch (which) {
    case 0: gi_spirv_value(b, GiOpAtomicIAdd, ids->u32, IDS(at, word, word, wide)); break;
    case 1: gi_spirv_value(b, GiOpAtomicIAdd, ids->u32, IDS(at, word, word, real)); break;
    case 2: gi_spirv_value(b, GiOpAtomicIAdd, ids->u32, IDS(at, wide, word, word)); break;
    case 3: gi_spirv_value(b, GiOpAtomicIAdd, ids->u32, IDS(at, word, wide, word)); break;
    case 4: gi_spirv_value(b, GiOpAtomicIAdd, ids->u32, IDS(own, word, word, word)); break;
    case 5: gi_spirv_value(b, GiOpAtomicIAdd, ids->f32, IDS(own, word, word, real)); break;
    case 6: gi_spirv_value(b, GiOpAtomicUMax, ids->f32, IDS(own, word, word, real)); break;
    case 7: gi_spirv_value(b, GiOpAtomicIIncrement, ids->f32, IDS(own, word, word)); break;
    case 8: gi_spirv_value(b, GiOpAtomicExchange, ids->u32, IDS(at, word, word, real)); break;
    case 9: gi_spirv_value(b, GiOpAtomicFAddEXT, ids->u32, IDS(at, word, word, word)); break;
    case 10: gi_spirv_value(b, GiOpAtomicFAddEXT, ids->f32, IDS(own, word, word, word)); break;
    case 11: gi_spirv_value(b, GiOpAtomicFAddEXT, ids->f32, IDS(at, word, word, real)); break;
    case 12: gi_spirv_value(b, GiOpAtomicFAddEXT, ids->f32, IDS(own, real, word, real)); break;
    case 13: gi_spirv_value(b, GiOpAtomicCompareExchange, ids->u32,
                            IDS(at, word, word, wide, word, word)); break;
    case 14: gi_spirv_value(b, GiOpAtomicCompareExchange, ids->u32,
                            IDS(at, word, word, word, wide, word)); break;
    case 15: gi_spirv_value(b, GiOpAtomicCompareExchange, ids->u32,
                            IDS(at, word, word, word, word, real)); break;
    case 16: gi_spirv_value(b, GiOpAtomicCompareExchange, ids->f32,
                            IDS(own, word, word, word, real, real)); break;
    case 17: gi_spirv_value(b, GiOpAtomicCompareExchange, ids->u32,
                            IDS(at, word, word, word, word)); break;
    case 18: gi_spirv_atomic_store(b, at, word, word, wide); break;
    case 19: gi_spirv_atomic_store(b, at, word, word, real); break;
    case 20: gi_spirv_atomic_store(b, word, word, word, word); break;
    case 21: gi_spirv_atomic_store(b, at, wide, word, word); break;
    case 22: gi_spirv_atomic_store(b, at, word, real, word); break;
    default: fail();
    }
}

/* What a variable begins with. */
static void mix_initial(struct gi_spirv *b, const struct ids *ids, int which)
{
    switch (which) {
    case 0: gi_spirv_local(b, ids->pointer, ids->wide); break;
    case 1: gi_spirv_local(b, ids->pointer, ids->pair); break;
    case 2: gi_spirv_variable(b, ids->real_pointer, GiStorageClassPrivate, ids->word); break;
    case 3: gi_spirv_variable(b, ids->f32, GiStorageClassPrivate, ids->real); break;
    default: fail();
    }
}

/* One number of a vector, and the reverse. */
static void mix_vectors(struct gi_spirv *b, const struct ids *ids, int which)
{
    gi_id word = ids->word, pair = ids->pair;

    switch (which) {
    case 0: gi_spirv_value1(b, GiOpConvertUToF, ids->f32, pair); break;
    case 1: gi_spirv_value1(b, GiOpConvertUToF, ids->two_real, word); break;
    case 2: gi_spirv_value1(b, GiOpConvertFToS, ids->u32, ids->reals); break;
    case 3: gi_spirv_value1(b, GiOpUConvert, ids->u64, pair); break;
    case 4: gi_spirv_value1(b, GiOpUConvert, ids->two, ids->wide); break;
    case 5: gi_spirv_value1(b, GiOpFConvert, ids->f64, ids->reals); break;
    case 6: gi_spirv_value1(b, GiOpBitCount, ids->u32, pair); break;
    case 7: gi_spirv_value1(b, GiOpBitCount, ids->two, word); break;
    case 8: gi_spirv_value2(b, GiOpULessThan, ids->boolean, pair, pair); break;
    case 9: gi_spirv_value2(b, GiOpIEqual, ids->two_boolean, word, word); break;
    case 10: gi_spirv_value2(b, GiOpFOrdEqual, ids->boolean, ids->reals, ids->reals); break;
    case 11: gi_spirv_value1(b, GiOpIsNan, ids->two_boolean, ids->real); break;
    case 12: gi_spirv_value2(b, GiOpShiftLeftLogical, ids->two, pair, word); break;
    case 13: gi_spirv_value2(b, GiOpShiftLeftLogical, ids->u32, word, pair); break;
    case 14: gi_spirv_value1(b, GiOpConvertUToPtr, ids->device_pointer, pair); break;
    case 15: gi_spirv_value1(b, GiOpConvertPtrToU, ids->two, ids->variable); break;
    case 16: gi_spirv_value3(b, GiOpBitFieldUExtract, ids->two, pair, pair, word); break;
    case 17: gi_spirv_value3(b, GiOpBitFieldUExtract, ids->u32, word, word, pair); break;
    case 18: gi_spirv_value(b, GiOpBitFieldInsert, ids->two, IDS(pair, word, word, word)); break;
    case 19: gi_spirv_value1(b, GiOpUConvert, ids->f64, ids->real); break;
    case 20: gi_spirv_value1(b, GiOpFConvert, ids->u64, word); break;
    default: fail();
    }
}

static void each_fails(void (*mixes)(struct gi_spirv *, const struct ids *, int), int count)
{
    for (int which = 0; which < count; which++) {
        struct module m;
        struct ids ids;

        begin(&m);
        make_ids(&m.spirv, &ids);
        assert_int_equal(m.spirv.status, GI_OK);
        mixes(&m.spirv, &ids, which);
        assert_fails(&m, GI_INTERNAL, "does not take operands of these kinds");
    }
}

TEST_CASE(kinds_are_compared)
{
    each_fails(mix, 36);
    each_fails(mix_bits, 14);
    each_fails(mix_glsl, 26);
    each_fails(mix_atomics, 23);
    each_fails(mix_initial, 4);
    each_fails(mix_vectors, 21);
}

TEST_CASE(kinds_have_names)
{
    struct module m;
    struct ids ids;

    begin(&m);
    make_ids(&m.spirv, &ids);
    gi_spirv_value3(&m.spirv, GiOpSelect, ids.u32, ids.variable, ids.pair, ids.real64);
    assert_fails(&m, GI_INTERNAL,
                 "opcode 169) does not take operands of these kinds: pointer to u32, "
                 "vector of u32, f64");
}

/* What may be mixed: signs of integers, widths of shifts, and ids of other compilers' modules. */
TEST_CASE(kinds_that_fit_are_taken)
{
    struct module m;
    struct gi_spirv *b = &m.spirv;
    struct ids ids;
    gi_id any;

    begin(&m);
    make_ids(b, &ids);
    any = gi_foreign_id(ids.word.n);
    any = gi_spirv_value2(b, GiOpIAdd, gi_foreign_type(ids.u32.n), any, ids.word);
    any = gi_spirv_value2(b, GiOpIAdd, ids.u32, any, gi_spirv_constant_s32(b, -7));
    assert_int_equal(any.kind, GI_KIND_U32);
    gi_spirv_value2(b, GiOpShiftRightArithmetic, ids.u64, ids.wide, ids.word);
    gi_spirv_value1(b, GiOpBitcast, ids.u64, ids.pair);
    any = gi_spirv_value2(b, GiOpIEqual, ids.boolean, ids.word, any);
    assert_int_equal(any.kind, GI_KIND_PRED);
    gi_spirv_store(b, ids.variable, gi_spirv_extract(b, ids.u32, ids.pair, 1));
    assert_int_equal(ids.pair.kind, GI_KIND_VECTOR | GI_KIND_U32);
    assert_int_equal(ids.variable.kind, GI_KIND_POINTER | GI_KIND_U32);
    gi_spirv_branch(b, ids.label);
    gi_spirv_label(b, ids.label);
    close_kernel(b, ids.function);
    finish_valid(&m);
    end(&m);
}

static void keep_bits(struct gi_spirv *b, const struct ids *ids)
{
    gi_type device = ids->device_pointer;
    gi_id pointer;

    gi_spirv_value1(b, GiOpBitcast, ids->f32, ids->word);
    gi_spirv_value1(b, GiOpBitcast, ids->u32, ids->real);
    gi_spirv_value1(b, GiOpBitcast, ids->f64, ids->wide);
    gi_spirv_value1(b, GiOpBitcast, ids->u64, ids->real64);
    gi_spirv_value1(b, GiOpBitcast, ids->f16, ids->half);
    gi_spirv_value1(b, GiOpBitcast, ids->u16, ids->real16);
    gi_spirv_value1(b, GiOpBitcast, gi_spirv_type_int(b, 32, true), ids->word);
    gi_spirv_value1(b, GiOpBitcast, ids->two, ids->wide);
    gi_spirv_value1(b, GiOpBitcast, ids->f64, ids->pair);
    gi_spirv_value1(b, GiOpBitcast, ids->two_real, ids->pair);
    pointer = gi_spirv_value1(b, GiOpConvertUToPtr, device, ids->wide);
    gi_spirv_value1(b, GiOpConvertPtrToU, ids->u64, pointer);
    gi_spirv_value1(b, GiOpBitcast, ids->two, pointer);
    gi_spirv_value1(b, GiOpBitcast, device, ids->pair);
    pointer = gi_spirv_value1(b, GiOpBitcast, device, ids->wide);
    gi_spirv_value1(b, GiOpBitcast, gi_spirv_type_pointer(b, GiStorageClassPhysicalStorageBuffer,
                                                          ids->two), pointer);
    gi_spirv_value1(b, GiOpBitcast, ids->u32, gi_foreign_id(ids->real.n));
    gi_spirv_value1(b, GiOpBitcast, gi_foreign_type(ids->f32.n), ids->word);
}

static void call_glsl(struct gi_spirv *b, const struct ids *ids)
{
    gi_id word = ids->word, real = ids->real, pair = ids->pair;

    gi_spirv_glsl(b, GiGlslSAbs, ids->u32, IDS(word));
    gi_spirv_glsl(b, GiGlslSSign, ids->u32, IDS(word));
    gi_spirv_glsl(b, GiGlslUMin, ids->two, IDS(pair, pair));
    gi_spirv_glsl(b, GiGlslSMax, ids->u64, IDS(ids->wide, ids->wide));
    gi_spirv_glsl(b, GiGlslUClamp, ids->u32, IDS(word, word, word));
    gi_spirv_glsl(b, GiGlslFindILsb, ids->u32, IDS(word));
    gi_spirv_glsl(b, GiGlslFindUMsb, ids->u32, IDS(word));
    gi_spirv_glsl(b, GiGlslFAbs, ids->f64, IDS(ids->real64));
    gi_spirv_glsl(b, GiGlslNClamp, ids->two_real, IDS(ids->reals, ids->reals, ids->reals));
    gi_spirv_glsl(b, GiGlslFma, ids->f32, IDS(real, real, real));
    gi_spirv_glsl(b, GiGlslLdexp, ids->f32, IDS(real, word));
    gi_spirv_glsl(b, GiGlslLdexp, ids->two_real, IDS(ids->reals, pair));
    gi_spirv_glsl(b, GiGlslPackHalf2x16, ids->u32, IDS(ids->reals));
    gi_spirv_glsl(b, GiGlslSMin, ids->u32, IDS(gi_foreign_id(word.n), word));
}

static void change_memory(struct gi_spirv *b, const struct ids *ids)
{
    gi_type of_words = gi_spirv_type_pointer(b, GiStorageClassWorkgroup, ids->u32);
    gi_type of_floats = gi_spirv_type_pointer(b, GiStorageClassWorkgroup, ids->f32);
    gi_id at = gi_spirv_variable(b, of_words, GiStorageClassWorkgroup, GI_NO_ID);
    gi_id real_at = gi_spirv_variable(b, of_floats, GiStorageClassWorkgroup, GI_NO_ID);
    gi_id scope = gi_spirv_constant_u32(b, GiScopeWorkgroup);
    gi_id relaxed = gi_spirv_constant_u32(b, GiMemorySemanticsRelaxed);
    gi_id word = ids->word, real = ids->real;

    gi_spirv_extension(b, "SPV_EXT_shader_atomic_float_add");
    gi_spirv_capability(b, GiCapabilityAtomicFloat32AddEXT);
    gi_spirv_value3(b, GiOpAtomicLoad, ids->f32, real_at, scope, relaxed);
    gi_spirv_value(b, GiOpAtomicExchange, ids->f32, IDS(real_at, scope, relaxed, real));
    gi_spirv_value(b, GiOpAtomicFAddEXT, ids->f32, IDS(real_at, scope, relaxed, real));
    gi_spirv_value3(b, GiOpAtomicLoad, ids->u32, at, scope, relaxed);
    gi_spirv_value3(b, GiOpAtomicIIncrement, ids->u32, at, scope, relaxed);
    gi_spirv_value(b, GiOpAtomicExchange, ids->u32, IDS(at, scope, relaxed, word));
    gi_spirv_value(b, GiOpAtomicXor, ids->u32, IDS(at, scope, relaxed, word));
    gi_spirv_value(b, GiOpAtomicIAdd, ids->u32,
                   IDS(at, gi_foreign_id(scope.n), relaxed, gi_foreign_id(word.n)));
    gi_spirv_value(b, GiOpAtomicCompareExchange, ids->u32,
                   IDS(at, scope, relaxed, relaxed, word, word));
    gi_spirv_atomic_store(b, at, scope, relaxed, word);
    gi_spirv_atomic_store(b, real_at, scope, relaxed, real);
    gi_spirv_atomic_store(b, at, scope, relaxed, gi_foreign_id(word.n));
    gi_spirv_local(b, ids->pointer, word);
    gi_spirv_local(b, ids->pointer, gi_foreign_id(word.n));
    gi_spirv_local(b, gi_foreign_type(ids->pointer.n), word);
    gi_spirv_variable(b, gi_spirv_type_pointer(b, GiStorageClassPrivate, ids->two),
                      GiStorageClassPrivate, ids->pair);
}

static void compute_vectors(struct gi_spirv *b, const struct ids *ids)
{
    gi_type two_wide = gi_spirv_type_vector(b, ids->u64, 2);
    gi_id word = ids->word, pair = ids->pair;

    gi_spirv_value1(b, GiOpConvertUToF, ids->two_real, pair);
    gi_spirv_value1(b, GiOpConvertFToS, ids->two, ids->reals);
    gi_spirv_value1(b, GiOpUConvert, two_wide, pair);
    gi_spirv_value1(b, GiOpFConvert, ids->f64, ids->real);
    gi_spirv_value1(b, GiOpBitCount, ids->two, pair);
    gi_spirv_value1(b, GiOpBitCount, ids->u32, gi_foreign_id(word.n));
    gi_spirv_value2(b, GiOpULessThan, ids->two_boolean, pair, pair);
    gi_spirv_value2(b, GiOpFOrdEqual, ids->two_boolean, ids->reals, ids->reals);
    gi_spirv_value1(b, GiOpIsNan, ids->two_boolean, ids->reals);
    gi_spirv_value2(b, GiOpShiftLeftLogical, ids->two, pair, pair);
    gi_spirv_value3(b, GiOpBitFieldUExtract, ids->two, pair, word, word);
    gi_spirv_value(b, GiOpBitFieldInsert, ids->two, IDS(pair, pair, word, word));
}

/* Of each rule what is right. SPIRV-Tools take it, too. */
TEST_CASE(every_rule_takes_what_fits)
{
    static void (*const all[])(struct gi_spirv *, const struct ids *) = {
        keep_bits, call_glsl, change_memory, compute_vectors
    };

    for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
        struct module m;
        struct ids ids;

        begin(&m);
        make_ids(&m.spirv, &ids);
        all[i](&m.spirv, &ids);
        gi_spirv_branch(&m.spirv, ids.label);
        gi_spirv_label(&m.spirv, ids.label);
        close_kernel(&m.spirv, ids.function);
        finish_valid(&m);
        end(&m);
    }
}

/* The emission computes with numbers and predicates alone. */
TEST_CASE(a_label_is_no_number)
{
    struct gi_arena arena;
    struct gi_emit emit = { .arena = &arena };
    uint32_t *words, count;

    gi_arena_init(&arena, 1 << 20);
    gi_spirv_init(&emit.spirv, &arena, GI_SPIRV_1_5);
    assert_int_equal(gi_emit_kind(&emit, gi_spirv_constant_f64(&emit.spirv, 1)), GI_KIND_F64);
    assert_int_equal(gi_emit_kind(&emit, gi_spirv_constant_bool(&emit.spirv, true)), GI_KIND_PRED);
    assert_int_equal(emit.spirv.status, GI_OK);
    (void)gi_emit_kind(&emit, gi_spirv_new_label(&emit.spirv));
    assert_int_equal(gi_spirv_finish(&emit.spirv, &words, &count), GI_INTERNAL);
    assert_non_null(strstr(gi_last_error_detail(), "a value is no number"));
    gi_arena_finish(&arena);
}
