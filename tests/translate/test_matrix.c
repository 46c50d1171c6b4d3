/* Matrix instructions in all the ways of warps: every form of mma with random fragments against a
 * model in C, alone, in loops and in branches of whole warps; mma.sp; ldmatrix, stmatrix and
 * movmatrix. */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "test_cases.h"
#include "host.h"
#include "matrix_model.h"
#include "matrix_text.h"
#include "spirv_tools.h"
#include "kernel/translate/ptx/ptx.h"
#include "kernel/translate/spirv/words.h"

enum { WARPS = 3, THREADS = WARPS * 32, ROOM = 16384 };

static bool tools;              /* SPIRV-Tools are installed */
static bool went_by_units;      /* the last kernel that ran has cooperative matrices */

/* The device as it is; without subgroups; as if all flow were divergent; without units for
 * matrices. */
enum { AS_IS, BY_MEMORY, BY_MACHINE, VARIANTS, BY_LANES = VARIANTS };

static const char *const variant_names[] = { "as it is", "by memory", "by the machine",
                                             "by lanes" };

static struct gi_translate_target facts_of(int variant)
{
    struct gi_translate_target target = *host_target();

    if (variant == BY_LANES)
        target.matrices = 0;
    else if (variant != AS_IS)
        target.subgroup_operations = 0;
    target.always_machine = variant == BY_MACHINE;
    return target;
}

static gi_status translate(struct gi_arena *arena, const char *text,
                           const struct gi_translate_target *target,
                           struct gi_translate_kernel *kernel)
{
    struct gi_ptx_module *module;
    gi_status status = gi_ptx_parse(arena, text, strlen(text), &module);

    if (status == GI_OK)
        status = gi_translate(arena, module, module->functions[0], target, kernel);
    return status;
}

/* Runs one block; in and out have their words for each thread. */
static void run(const char *text, int variant, const uint32_t *in, uint32_t in_words,
                uint32_t *out, uint32_t out_words)
{
    const struct gi_translate_target target = facts_of(variant);
    struct gi_translate_kernel kernel;
    struct host_memory from, to;
    struct gi_arena arena;

    gi_arena_init(&arena, 64 << 20);
    if (translate(&arena, text, &target, &kernel) != GI_OK)
        fail_msg("%s: %s\n%s", variant_names[variant], gi_last_error_detail(), text);
    if (tools && !spirv_is_valid(kernel.words, kernel.word_count))
        fail_msg("%s: no valid SPIR-V\n%s", variant_names[variant], text);
    went_by_units = spirv_has_capability(kernel.words, kernel.word_count,
                                         GiCapabilityCooperativeMatrixKHR);
    host_reset();
    from = host_alloc((uint64_t)THREADS * in_words * 4);
    to = host_alloc((uint64_t)THREADS * out_words * 4);
    memcpy(from.bytes, in, (size_t)THREADS * in_words * 4);
    host_run(&kernel, 0, (const void *[]){ &from.address, &to.address },
             (uint32_t[]){ 1, 1, 1 }, (uint32_t[]){ THREADS, 1, 1 }, 0);
    memcpy(out, to.bytes, (size_t)THREADS * out_words * 4);
    gi_arena_finish(&arena);
}

/* ---- mma ---- */

/* What warp w makes: of one product, or of w + 1 in a row. */
static void check_warp(const struct matrix_form *form, const struct matrix_fragments *given,
                       uint32_t times, uint32_t d[32][MATRIX_SUM_WORDS], const char *name)
{
    struct matrix_fragments fragments = *given;
    const char *why;

    for (uint32_t i = 1; i < times; i++) {
        uint32_t sums[MATRIX_LANES][MATRIX_SUM_WORDS] = { 0 };

        matrix_product(form, &fragments, sums);
        memcpy(fragments.c, sums, sizeof(sums));
    }
    why = matrix_compare(form, &fragments, d);
    if (why)
        fail_msg("%s: %s", name, why);
}

static void check_form(const struct matrix_form *form, enum matrix_flow flow, int variant)
{
    static uint32_t in[THREADS][MATRIX_TEXT_IN], out[THREADS][MATRIX_SUM_WORDS];
    static struct matrix_fragments fragments[WARPS];
    static char text[ROOM];

    for (uint32_t w = 0; w < WARPS; w++) {
        matrix_fill(form, w + 1, &fragments[w]);
        matrix_text_input(&fragments[w], &in[w * 32]);
    }
    matrix_text(form, flow, text, sizeof(text));
    run(text, variant, in[0], MATRIX_TEXT_IN, out[0], MATRIX_SUM_WORDS);
    for (uint32_t w = 0; w < WARPS; w++)
        check_warp(form, &fragments[w], flow == MATRIX_LOOP ? w + 1 : 1, &out[w * 32],
                   variant_names[variant]);
}

/* Whether a warp is a subgroup of the device. */
static bool is_native(void)
{
    struct gi_translate_target target = facts_of(AS_IS);
    struct gi_translate_kernel kernel;
    static char text[ROOM];
    struct gi_arena arena;
    size_t count;
    bool native;

    matrix_text(matrix_forms(&count), MATRIX_PLAIN, text, sizeof(text));
    gi_arena_init(&arena, 64 << 20);
    assert_int_equal(translate(&arena, text, &target, &kernel), GI_OK);
    native = kernel.subgroup_size != 0;
    gi_arena_finish(&arena);
    return native;
}

/* The form of the units that makes a product. */
static uint8_t unit_of(const struct matrix_form *form)
{
    bool is_deep = form->depth == 16;

    if (form->sparse || form->quads || form->a != form->b)
        return 0;
    if (form->a == OF_F16 && form->c == form->sum && form->sum == OF_F32)
        return is_deep ? GI_TRANSLATE_F16_K16_F32 : GI_TRANSLATE_F16_K8_F32;
    if (form->a == OF_F16 && form->c == form->sum)
        return is_deep ? GI_TRANSLATE_F16_K16_F16 : GI_TRANSLATE_F16_K8_F16;
    return form->a == OF_S8 ? GI_TRANSLATE_S8_K32_S32
        : form->a == OF_U8 ? GI_TRANSLATE_U8_K32_U32 : 0;
}

/* A product goes by the units that the device has, and by no others. */
static void check_units(const struct matrix_form *form)
{
    bool expected = (host_target()->matrices & unit_of(form)) != 0;

    if (went_by_units != expected)
        fail_msg("%s: %s", form->spelling, expected ? "not by units" : "by units");
    if (!expected)
        return;
    check_form(form, MATRIX_PLAIN, BY_LANES);
    assert_false(went_by_units);
    if (form->c != form->sum)           /* D is no C of the next round */
        return;
    check_form(form, MATRIX_LOOP, AS_IS);
    check_form(form, MATRIX_BRANCH, AS_IS);
}

/* The machine makes every fourth form, and all of the floats that have fewest forms. */
static bool goes_by_machine(const struct matrix_form *forms, size_t i)
{
    enum matrix_elements a = forms[i].a;

    return i % 4 == 1 || a == OF_BF16 || a == OF_TF32 || a == OF_F64;
}

TEST_CASE(test_products)
{
    size_t count;
    const struct matrix_form *forms = matrix_forms(&count);
    bool native = is_native();

    for (size_t i = 0; i < count; i++) {
        check_form(&forms[i], MATRIX_PLAIN, AS_IS);
        check_units(&forms[i]);
        if (native)
            check_form(&forms[i], MATRIX_PLAIN, BY_MEMORY);
        if (goes_by_machine(forms, i))
            check_form(&forms[i], MATRIX_PLAIN, BY_MACHINE);
    }
}

static const char *answers;     /* a file: a line for each form with sums of floats, as
                                   tests/vendor/ask_matrix prints it */

static void read_words(char *at, const struct matrix_form *form,
                       uint32_t d[MATRIX_LANES][MATRIX_SUM_WORDS])
{
    for (uint32_t lane = 0; lane < MATRIX_LANES; lane++) {
        for (uint32_t i = 0; i < matrix_sum_words(form); i++)
            d[lane][i] = (uint32_t)strtoul(at, &at, 16);
    }
    assert_int_equal(*at, '\n');
}

/* An H200's answers lie within the bounds that ours have to keep. */
TEST_CASE(test_answers)
{
    static char line[ROOM];
    FILE *file = fopen(answers, "r");
    uint32_t lines = 0;

    assert_non_null(file);
    while (fgets(line, sizeof(line), file)) {
        uint32_t d[MATRIX_LANES][MATRIX_SUM_WORDS] = { 0 };
        static struct matrix_fragments fragments;
        size_t length = strcspn(line, " ");
        const struct matrix_form *form = matrix_form_of(line, length);
        const char *why;

        assert_non_null(form);
        matrix_fill(form, 1, &fragments);
        read_words(line + length, form, d);
        why = matrix_compare(form, &fragments, d);
        if (why)
            fail_msg("%s", why);
        lines++;
    }
    fclose(file);
    assert_int_equal(lines, 17);
}

/* Warps go through loops and branches each for itself. */
TEST_CASE(test_flow)
{
    size_t count;
    const struct matrix_form *forms = matrix_forms(&count);

    for (size_t i = 0; i < count; i += 7) {
        if (forms[i].c != forms[i].sum)     /* D is no C of the next round */
            continue;
        check_form(&forms[i], MATRIX_LOOP, i % 2 ? AS_IS : BY_MACHINE);
        check_form(&forms[i], MATRIX_BRANCH, i % 2 ? BY_MEMORY : AS_IS);
    }
}

/* ---- sparse products ---- */

/* The sums of the last warp, when all have the same fragments. */
static void run_alike(const struct matrix_form *form, enum matrix_flow flow, int variant,
                      const struct matrix_fragments *fragments,
                      uint32_t d[MATRIX_LANES][MATRIX_SUM_WORDS])
{
    static uint32_t in[WARPS][MATRIX_LANES][MATRIX_TEXT_IN];
    static uint32_t out[WARPS][MATRIX_LANES][MATRIX_SUM_WORDS];
    static char text[ROOM];

    for (uint32_t w = 0; w < WARPS; w++)
        matrix_text_input(fragments, in[w]);
    matrix_text(form, flow, text, sizeof(text));
    run(text, variant, in[0][0], MATRIX_TEXT_IN, out[0][0], MATRIX_SUM_WORDS);
    memcpy(d, out[WARPS - 1], sizeof(out[0]));
}

/* Instructions of one spelling with two selectors are two functions. */
TEST_CASE(test_selectors)
{
    static uint32_t d[MATRIX_LANES][MATRIX_SUM_WORDS];
    static struct matrix_fragments fragments;
    size_t count, checked = 0;
    const struct matrix_form *forms = matrix_forms(&count);

    for (size_t i = 0; i < count; i++) {
        uint32_t sums[MATRIX_LANES][MATRIX_SUM_WORDS] = { 0 };
        struct matrix_form other;
        const char *why;

        if (!forms[i].sparse || i % 4 || forms[i].sum != OF_S32
            || matrix_selectors(&forms[i]) == 1)
            continue;
        other = matrix_other_selector(&forms[i]);
        matrix_fill(&forms[i], i, &fragments);
        run_alike(&forms[i], MATRIX_SELECTORS, (int)(checked % VARIANTS), &fragments, d);
        matrix_product(&forms[i], &fragments, sums);
        memcpy(fragments.c, sums, sizeof(sums));
        why = matrix_compare(&other, &fragments, d);
        if (why)
            fail_msg("%s: %s", variant_names[checked % VARIANTS], why);
        checked++;
    }
    assert_int_equal(checked, 4);
}

/* No infinity of B counts where A has a zero that is not given: elements 2 and 3 of each chunk. */
TEST_CASE(test_not_given)
{
    static uint32_t d[MATRIX_LANES][MATRIX_SUM_WORDS];
    static struct matrix_fragments fragments;
    size_t count, i = 0;
    const struct matrix_form *forms = matrix_forms(&count);

    while (!forms[i].sparse || forms[i].a != OF_F16 || forms[i].sum != OF_F32)
        i++;
    matrix_fill(&forms[i], 1, &fragments);
    for (uint32_t lane = 0; lane < MATRIX_LANES; lane++) {
        fragments.metadata[lane] = 0x44444444;
        for (uint32_t word = 0; lane % 2 && word < MATRIX_FACTOR_WORDS; word++)
            fragments.b[lane][word] = 0x7c00fc00;
    }
    for (int variant = 0; variant < VARIANTS; variant++) {
        const char *why;

        run_alike(&forms[i], MATRIX_PLAIN, variant, &fragments, d);
        why = matrix_compare(&forms[i], &fragments, d);
        if (why)
            fail_msg("%s: %s", variant_names[variant], why);
    }
}

/* Metadata that PTX leaves undefined: any result will do. It is the same each time, as no words but
 * the operands' are read. */
TEST_CASE(test_undefined_metadata)
{
    static uint32_t d[MATRIX_LANES][MATRIX_SUM_WORDS], again[MATRIX_LANES][MATRIX_SUM_WORDS];
    static struct matrix_fragments fragments;
    size_t count;
    const struct matrix_form *forms = matrix_forms(&count);

    for (size_t i = 0; i < count; i += 10) {
        if (!forms[i].sparse)
            continue;
        matrix_fill(&forms[i], 1, &fragments);
        for (uint32_t lane = 0; lane < MATRIX_LANES; lane++)
            fragments.metadata[lane] = 0xfa50fa50u ^ lane * 0x11111111u;
        run_alike(&forms[i], MATRIX_PLAIN, (int)(i / 10 % VARIANTS), &fragments, d);
        run_alike(&forms[i], MATRIX_PLAIN, (int)(i / 10 % VARIANTS), &fragments, again);
        assert_memory_equal(d, again, sizeof(d));
    }
}

/* ---- matrices in shared memory ---- */

enum { ROW_WORDS = 4 };

/* A thread stores its row where its address says, which is not its own place. */
static const char rows_head[] =
    ".version 8.0\n.target sm_80\n.address_size 64\n"
    ".entry k(.param .u64 in, .param .u64 out)\n{\n"
    ".reg .b32 %r<9>, %t, %a, %o<4>; .reg .b64 %l<9>; .shared .align 16 .b8 s[2048];\n"
    ".reg .f32 %f; .shared .align 8 .b64 whole;\n"
    "mov.u32 %t, %tid.x; ld.param.u64 %l0, [in]; mul.wide.u32 %l1, %t, 16;\n"
    "add.s64 %l0, %l0, %l1; ld.global.v4.b32 {%r0, %r1, %r2, %r3}, [%l0];\n"
    "xor.b32 %a, %t, 5; shl.b32 %a, %a, 4; mov.u32 %r4, s; add.u32 %a, %a, %r4;\n"
    "cvt.u64.u32 %l2, %a; cvta.shared.u64 %l2, %l2;\n"
    "st.shared.v4.b32 [%a], {%r0, %r1, %r2, %r3}; bar.sync 0;\n"
    "mov.u32 %o0, 0; mov.u32 %o1, 0; mov.u32 %o2, 0; mov.u32 %o3, 0;\n";
static const char rows_tail[] =
    "\nld.param.u64 %l0, [out]; mul.wide.u32 %l1, %t, 16; add.s64 %l0, %l0, %l1;\n"
    "st.global.v4.b32 [%l0], {%o0, %o1, %o2, %o3};\nret;\n}\n";

#define STORED(instruction) instruction "\nbar.warp.sync -1;\n" \
    "ld.shared.v4.b32 {%o0, %o1, %o2, %o3}, [%a];"

static const struct rows_case {
    const char *body;
    uint32_t matrices;          /* that are loaded or stored; 0: one is moved */
    bool across, stores;
} rows_cases[] = {
    { "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%o0}, [%a];", 1, false, false },
    { "ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%o0, %o1}, [%a];", 2, false, false },
    { "ldmatrix.sync.aligned.m8n8.x4.shared::cta.b16 {%o0, %o1, %o2, %o3}, [%a];", 4, false,
      false },
    { "ldmatrix.sync.aligned.m8n8.x1.trans.shared.b16 {%o0}, [%a];", 1, true, false },
    { "add.u32 %a, %a, 256;\n"
      "ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%o0, %o1}, [%a+-256];", 2, true, false },
    { "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%o0, %o1, %o2, %o3}, [%a];", 4, true,
      false },
    { "ldmatrix.sync.aligned.m8n8.x4.trans.b16 {%o0, %o1, %o2, %o3}, [%l2];", 4, true, false },
    /* the row is another one as soon as a lane goes on */
    { "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%o0, %o1, %o2, %o3}, [%a];\n"
      "st.shared.v4.b32 [%a], {%t, %t, %t, %t};", 4, false, false },
    { "ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%o0, %o1}, [%a];\n"
      "st.shared.v4.b32 [%a], {%t, %t, %t, %t};", 2, true, false },
    /* words of 64 bits, of floats */
    { "atom.shared.add.u64 %l3, [whole], 1;\n"
      "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%o0, %o1, %o2, %o3}, [%a];", 4, false, false },
    { "atom.shared.add.f32 %f, [whole], 0f3f800000;\n"
      "ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%o0, %o1}, [%a];", 2, false, false },
    { "movmatrix.sync.aligned.m8n8.trans.b16 %o0, %r0;", 0, true, false },
    { STORED("stmatrix.sync.aligned.m8n8.x1.shared.b16 [%a], {%r0};"), 1, false, true },
    { STORED("stmatrix.sync.aligned.m8n8.x2.shared.b16 [%a], {%r0, %r1};"), 2, false, true },
    { STORED("stmatrix.sync.aligned.m8n8.x4.shared::cta.b16 [%a], {%r0, %r1, %r2, %r3};"), 4,
      false, true },
    { STORED("stmatrix.sync.aligned.m8n8.x1.trans.shared.b16 [%a], {%r0};"), 1, true, true },
    { STORED("sub.u32 %a, %a, 512;\n"
             "stmatrix.sync.aligned.m8n8.x2.trans.shared.b16 [%a+512], {%r0, %r1};\n"
             "add.u32 %a, %a, 512;"), 2, true, true },
    { STORED("stmatrix.sync.aligned.m8n8.x4.trans.shared.b16 [%a], {%r0, %r1, %r2, %r3};"), 4,
      true, true },
    { STORED("stmatrix.sync.aligned.m8n8.x4.trans.b16 [%l2], {%r0, %r1, %r2, %r3};"), 4, true,
      true },
    { STORED("atom.shared.add.u64 %l3, [whole], 1;\n"
             "stmatrix.sync.aligned.m8n8.x4.shared.b16 [%a], {%r0, %r1, %r2, %r3};"), 4, false,
      true },
};

/* Element i of a row. */
static uint32_t half_of(const uint32_t *row, uint32_t i)
{
    return row[i / 2] >> i % 2 * 16 & 0xffff;
}

/* Word of a lane, of matrix j, whose rows are given. */
static uint32_t expected_word(uint32_t lane, const uint32_t rows[8][ROW_WORDS], bool across)
{
    uint32_t group = lane / 4, place = lane % 4;

    return across ? half_of(rows[2 * place], group) | half_of(rows[2 * place + 1], group) << 16
        : rows[group][place];
}

/* Word k of the row that a thread gets, of those that the lanes of its warp give. */
static uint32_t stored_word(uint32_t lane, const uint32_t warp[32][ROW_WORDS], uint32_t k,
                            bool across)
{
    uint32_t matrix = lane / 8, row = lane % 8, halves[2];

    for (uint32_t i = 0; i < 2; i++) {
        uint32_t column = 2 * k + i, first = across ? column : row, second = across ? row : column;

        halves[i] = warp[4 * first + second / 2][matrix] >> second % 2 * 16 & 0xffff;
    }
    return halves[0] | halves[1] << 16;
}

/* Lanes without a row keep the words that they stored themselves. */
static void check_stored(const struct rows_case *one, const uint32_t in[THREADS][ROW_WORDS],
                         const uint32_t out[THREADS][4], const char *name)
{
    for (uint32_t t = 0; t < THREADS; t++) {
        const uint32_t (*warp)[ROW_WORDS] = &in[t / 32 * 32];

        for (uint32_t k = 0; k < ROW_WORDS; k++) {
            uint32_t right = t % 32 < 8 * one->matrices
                ? stored_word(t % 32, warp, k, one->across) : in[t][k];

            if (out[t][k] != right)
                fail_msg("%s, %s: thread %u, word %u: %x, not %x", one->body, name, t, k,
                         out[t][k], right);
        }
    }
}

static void check_rows(const struct rows_case *one, const uint32_t in[THREADS][ROW_WORDS],
                       const uint32_t out[THREADS][4], const char *name)
{
    for (uint32_t t = 0; t < THREADS; t++) {
        const uint32_t (*warp)[ROW_WORDS] = &in[t / 32 * 32];
        uint32_t rows[8][ROW_WORDS];

        for (uint32_t j = 0; j < 4; j++) {
            uint32_t right = 0;

            for (uint32_t i = 0; i < 8; i++) {
                for (uint32_t k = 0; k < ROW_WORDS; k++)
                    rows[i][k] = one->matrices ? warp[8 * j + i][k] : warp[4 * i + k][0];
            }
            if (j < one->matrices || (j == 0 && !one->matrices))
                right = expected_word(t % 32, (const uint32_t (*)[ROW_WORDS])rows, one->across);
            if (out[t][j] != right)
                fail_msg("%s, %s: thread %u, matrix %u: %x, not %x", one->body, name, t, j,
                         out[t][j], right);
        }
    }
}

TEST_CASE(test_rows)
{
    static uint32_t in[THREADS][ROW_WORDS], out[THREADS][4];
    static char text[ROOM];

    for (uint32_t i = 0; i < THREADS * ROW_WORDS; i++)
        in[i / ROW_WORDS][i % ROW_WORDS] = i * 2654435761u ^ i << 7;
    for (size_t i = 0; i < sizeof(rows_cases) / sizeof(rows_cases[0]); i++) {
        snprintf(text, sizeof(text), "%s%s%s", rows_head, rows_cases[i].body, rows_tail);
        for (int variant = 0; variant < VARIANTS; variant++) {
            if (variant == BY_MEMORY && !is_native())
                continue;
            run(text, variant, in[0], ROW_WORDS, out[0], 4);
            (rows_cases[i].stores ? check_stored : check_rows)(
                &rows_cases[i], (const uint32_t (*)[ROW_WORDS])in, (const uint32_t (*)[4])out,
                variant_names[variant]);
        }
    }
}

/* ---- what is refused, and how many words there are ---- */

static const struct {
    const char *code, *words;
} refused_cases[] = {
    { "mma.sync.aligned.m16n8k8.row.col.s32.s8.s8.s32 {%o0, %o1, %o2, %o3}, {%r0, %r1}, "
      "{%r2}, {%o0, %o1, %o2, %o3};", "shape of these types" },
    { "mma.sync.m16n8k16.row.col.s32.s8.s8.s32 {%o0, %o1, %o2, %o3}, {%r0, %r1}, {%r2}, "
      "{%o0, %o1, %o2, %o3};", "modifier" },
    { "mma.sync.aligned.m16n8k16.row.row.s32.s8.s8.s32 {%o0, %o1, %o2, %o3}, {%r0, %r1}, "
      "{%r2}, {%o0, %o1, %o2, %o3};", "modifier" },
    { "mma.sync.aligned.m16n8k16.row.col.s32.s8.u4.s32 {%o0, %o1, %o2, %o3}, {%r0, %r1}, "
      "{%r2}, {%o0, %o1, %o2, %o3};", "shape of these types" },
    { "mma.sync.aligned.m16n8k16.row.col.s32.s8.s8.s32 {%o0, %o1, %o2, %o3}, {%r0, %r1}, "
      "{%r2, %r3}, {%o0, %o1, %o2, %o3};", "number" },
    { "mma.sync.aligned.m16n8k8.row.col.satfinite.f16.f16.f16.f16 {%o0, %o1}, {%r0, %r1}, "
      "{%r2}, {%o0, %o1};", "modifier" },
    { "mma.sync.aligned.m8n8k128.row.col.s32.b1.b1.s32.xor {%o0, %o1}, {%r0}, {%r2}, "
      "{%o0, %o1};", "modifier" },
    { "mma.sp.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%o0, %o1, %o2, %o3}, {%r0}, {%r2}, "
      "{%o0, %o1, %o2, %o3}, %r3, 0;", "shape of these types" },
    { "mma.sp.sync.aligned.m16n8k16.row.col.s32.s8.s8.s32 {%o0, %o1, %o2, %o3}, {%r0}, {%r2}, "
      "{%o0, %o1, %o2, %o3}, %r3, 0;", "shape of these types" },
    { "mma.sp.sync.aligned.m16n8k128.row.col.s32.b1.b1.s32.and.popc {%o0, %o1, %o2, %o3}, "
      "{%r0}, {%r2}, {%o0, %o1, %o2, %o3}, %r3, 0;", "shape of these types" },
    { "mma.sp.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%o0, %o1}, {%r0, %r1}, "
      "{%r2, %r3}, {%o0, %o1}, %r3, 4;", "selector" },
    { "mma.sp.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%o0, %o1, %o2, %o3}, {%r0, %r1}, "
      "{%r2, %r3}, {%o0, %o1, %o2, %o3}, %r3, 2;", "selector" },
    { "mma.sp::ordered_metadata.sync.aligned.m16n8k64.row.col.s32.s8.s8.s32 "
      "{%o0, %o1, %o2, %o3}, {%r0, %r1, %r2, %r3}, {%r0, %r1, %r2, %r3}, "
      "{%o0, %o1, %o2, %o3}, %r3, 1;", "selector" },
    { "mma.sp.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%o0, %o1}, {%r0, %r1}, "
      "{%r2, %r3}, {%o0, %o1}, %r3, -1;", "selector" },
    { "mma.sp.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%o0, %o1}, {%r0, %r1}, "
      "{%r2, %r3}, {%o0, %o1}, %r3, %r3;", "selector" },
    { "mma.sp.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%o0, %o1}, {%r0, %r1}, "
      "{%r2, %r3}, {%o0, %o1};", "selector" },
    { "mma.sp.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%o0, %o1}, {%r0}, "
      "{%r2, %r3}, {%o0, %o1}, %r3, 0;", "number" },
    { "mma.sync.aligned.m16n8k16.row.col.s32.s8.s8.s32 {%o0, %o1, %o2, %o3}, {%r0, %r1}, "
      "{%r2}, {%o0, %o1, %o2, %o3}, %r3, 0;", "number" },
    { "mma.sp.sync.aligned.m16n8k16.row.col.satfinite.f16.f16.f16.f16 {%o0, %o1}, {%r0, %r1}, "
      "{%r2, %r3}, {%o0, %o1}, %r3, 0;", "modifier" },
    { "mma.sp.sync.aligned.m16n8k16.col.col.f16.f16.f16.f16 {%o0, %o1}, {%r0, %r1}, "
      "{%r2, %r3}, {%o0, %o1}, %r3, 0;", "modifier" },
    { "wmma.mma.sp.sync.aligned.row.col.m8n8k32.s32.s4.s4.s32 {%o0, %o1}, {%r0}, {%r2}, "
      "{%o0, %o1};", "" },
    { "ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%o0}, [%a];", "form" },
    { "ldmatrix.sync.aligned.m8n8.shared.b16 {%o0}, [%a];", "form" },
    { "ldmatrix.sync.aligned.m8n8.x1.x2.shared.b16 {%o0}, [%a];", "form" },
    { "ldmatrix.sync.aligned.m8n8.x1.global.b16 {%o0}, [%l0];", "form" },
    { "stmatrix.sync.aligned.m8n8.x2.shared.b16 [%a], {%r0};", "form" },
    { "stmatrix.sync.aligned.m8n8.shared.b16 [%a], {%r0};", "form" },
    { "stmatrix.sync.aligned.m8n8.x1.x2.shared.b16 [%a], {%r0};", "form" },
    { "stmatrix.sync.aligned.m8n8.x1.global.b16 [%l0], {%r0};", "form" },
    { "stmatrix.sync.aligned.m8n8.x1.shared.b8 [%a], {%r0};", "form" },
    { "movmatrix.sync.aligned.m8n8.b16 %o0, %r0;", "form" },
    { "wmma.load.a.sync.aligned.row.m16n16k16.global.f16 {%o0}, [%l0];", "form" },
    { "wmma.load.sync.aligned.row.m16n16k16.global.s8 {%o0, %o1}, [%l0];", "form" },
    { "wmma.load.a.sync.aligned.col.m8n8k32.global.s4 {%o0}, [%l0];", "shape of these types" },
    { "wmma.mma.sync.aligned.row.row.m8n8k32.s32.s4.s4.s32 {%o0, %o1}, {%r0}, {%r2}, "
      "{%o0, %o1};", "modifier" },
    { "wmma.mma.sync.aligned.row.col.m16n8k16.s32.s8.s8.s32 {%o0, %o1}, {%r0}, {%r2}, "
      "{%o0, %o1};", "modifier" },
};

TEST_CASE(test_refused)
{
    static char text[ROOM];

    for (size_t i = 0; i < 3 * sizeof(refused_cases) / sizeof(refused_cases[0]); i++) {
        const struct gi_translate_target target = facts_of((int)(i % 3));
        struct gi_translate_kernel kernel;
        struct gi_arena arena;

        snprintf(text, sizeof(text), "%s%s%s", rows_head, refused_cases[i / 3].code, rows_tail);
        gi_arena_init(&arena, 64 << 20);
        if (translate(&arena, text, &target, &kernel) != GI_NOT_SUPPORTED
            || !strstr(gi_last_error_detail(), refused_cases[i / 3].words))
            fail_msg("%s: %s", refused_cases[i / 3].code, gi_last_error_detail());
        gi_arena_finish(&arena);
    }
}

static const char product[] = "mma.sync.aligned.m8n8k16.row.col.s32.s8.s8.s32 {%o0, %o1}, {%r0}, "
    "{%r1}, {%r2, %r3};\n";

/* Instructions of one spelling share a function, so a kernel grows by calls alone. */
TEST_CASE(test_words)
{
    enum { FEW = 10, MANY = 800, MOST_FOR_EACH = 60 };
    static const char one[] =
        "mma.sync.aligned.m16n8k16.row.col.s32.s8.s8.s32 {%o0, %o1, %o2, %o3}, {%r0, %r1}, {%r2}, "
        "{%o0, %o1, %o2, %o3};\n";
    static char text[sizeof(one) * MANY + sizeof(rows_head) + sizeof(rows_tail)];
    uint32_t words[2];

    for (int i = 0; i < 2; i++) {
        const struct gi_translate_target target = facts_of(BY_MEMORY);
        struct gi_translate_kernel kernel;
        struct gi_arena arena;

        strcpy(text, rows_head);
        for (uint32_t k = 0; k < (i ? MANY : FEW); k++)
            strcat(text, one);
        strcat(text, rows_tail);
        gi_arena_init(&arena, 64 << 20);
        assert_int_equal(translate(&arena, text, &target, &kernel), GI_OK);
        words[i] = kernel.word_count;
        gi_arena_finish(&arena);
    }
    assert_in_range(words[1] - words[0], 1, (MANY - FEW) * MOST_FOR_EACH);
}

/* Functions of a module that ask the device's compiler to stand apart. */
static uint32_t functions_apart(const struct gi_translate_kernel *kernel)
{
    enum { OP_FUNCTION = 54, DONT_INLINE = 2, HEAD = 5 };
    uint32_t found = 0;

    for (uint32_t at = HEAD; at < kernel->word_count; at += kernel->words[at] >> 16)
        found += (kernel->words[at] & 0xffff) == OP_FUNCTION
            && kernel->words[at + 3] == DONT_INLINE;
    return found;
}

/* A function with many calls stands apart. With subgroups the device's compiler may choose about
 * one with few, and a short one stands where it is called up to 128 calls. Where lanes meet by
 * memory each stands apart. */
TEST_CASE(test_functions_apart)
{
    static const char change[] = "movmatrix.sync.aligned.m8n8.trans.b16 %o0, %r0;\n";
    static const struct { const char *code; uint32_t calls; bool native, apart; } cases[] = {
        { product, 1, true, false }, { product, 32, true, false }, { product, 33, true, true },
        { product, 1, false, true }, { change, 1, true, false }, { change, 128, true, false },
        { change, 129, true, true }, { change, 1, false, true },
    };
    static char text[129 * sizeof(product) + sizeof(rows_head) + sizeof(rows_tail)];

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct gi_translate_target target = facts_of(BY_MEMORY);
        struct gi_translate_kernel kernel;
        struct gi_arena arena;

        if (cases[i].native) {
            target.subgroup_least = target.subgroup_most = 32;
            target.subgroup_operations = GI_TRANSLATE_BALLOT | GI_TRANSLATE_SHUFFLE;
            target.ended_at_barriers = GI_TRANSLATE_ENDED_SKIPPED;
            target.reconverges = true;
        }
        strcpy(text, rows_head);
        for (uint32_t k = 0; k < cases[i].calls; k++)
            strcat(text, cases[i].code);
        strcat(text, rows_tail);
        gi_arena_init(&arena, 64 << 20);
        assert_int_equal(translate(&arena, text, &target, &kernel), GI_OK);
        assert_int_equal(functions_apart(&kernel), cases[i].apart);
        gi_arena_finish(&arena);
    }
}

int main(int count, char **arguments)
{
    const char *why = host_open();
    int failed;

    if (count != 2)
        return 1;
    answers = arguments[1];
    if (why) {
        printf("%s\n", why);
        return 77;
    }
    tools = spirv_tools_installed();
    host_find_matrices();
    failed = run_test_cases(NULL);
    host_close();
    return failed;
}
