/* The kinds of ids: the builder of SPIR-V takes no operands of others. */
#include "kernel/translate/emit/value/value.h"
#include "spirv_module.h"

/* Ids of each kind, in the open function of a kernel. */
struct ids {
    gi_type u32, u64, f32, f64, boolean, two, pointer;
    gi_id word, wide, real, real64, truth, pair, variable, label, function;
};

static void make_ids(struct gi_spirv *b, struct ids *out)
{
    out->u32 = gi_spirv_type_int(b, 32, false);
    out->u64 = gi_spirv_type_int(b, 64, false);
    out->f32 = gi_spirv_type_float(b, 32);
    out->f64 = gi_spirv_type_float(b, 64);
    out->boolean = gi_spirv_type_bool(b);
    out->two = gi_spirv_type_vector(b, out->u32, 2);
    out->pointer = gi_spirv_type_pointer(b, GiStorageClassFunction, out->u32);
    out->word = gi_spirv_constant_u32(b, 7);
    out->wide = gi_spirv_constant_u64(b, 7);
    out->real = gi_spirv_constant_f32(b, 7);
    out->real64 = gi_spirv_constant_f64(b, 7);
    out->truth = gi_spirv_constant_bool(b, true);
    out->pair = gi_spirv_constant_null(b, out->two);
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

static void kinds_are_compared(void **state)
{
    enum { MIXED = 36 };

    (void)state;
    for (int which = 0; which < MIXED; which++) {
        struct module m;
        struct ids ids;

        begin(&m);
        make_ids(&m.spirv, &ids);
        assert_int_equal(m.spirv.status, GI_OK);
        mix(&m.spirv, &ids, which);
        assert_fails(&m, GI_INTERNAL, "does not take operands of these kinds");
    }
}

static void kinds_have_names(void **state)
{
    struct module m;
    struct ids ids;

    (void)state;
    begin(&m);
    make_ids(&m.spirv, &ids);
    gi_spirv_value3(&m.spirv, GiOpSelect, ids.u32, ids.variable, ids.pair, ids.real64);
    assert_fails(&m, GI_INTERNAL,
                 "opcode 169) does not take operands of these kinds: pointer to u32, "
                 "vector of u32, f64");
}

/* What may be mixed: signs of integers, widths of shifts, and ids of other compilers' modules. */
static void kinds_that_fit_are_taken(void **state)
{
    struct module m;
    struct gi_spirv *b = &m.spirv;
    struct ids ids;
    gi_id any;

    (void)state;
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

/* The emission computes with numbers and predicates alone. */
static void a_label_is_no_number(void **state)
{
    struct gi_arena arena;
    struct gi_emit emit = { .arena = &arena };
    uint32_t *words, count;

    (void)state;
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kinds_are_compared),
        cmocka_unit_test(kinds_have_names),
        cmocka_unit_test(kinds_that_fit_are_taken),
        cmocka_unit_test(a_label_is_no_number),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
