/* What is refused, and how; the description of a kernel; mutated modules. */
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "test_cases.h"
#include "kernel/translate/ptx/ptx.h"
#include "kernel/translate/spirv/words.h"
#include "kernel/translate/translate.h"
#include "spirv_tools.h"

static const struct gi_translate_target target = {
    .push_bytes = 128, .int8 = true, .int16 = true, .float16 = true, .float64 = true,
    .int64_atomics = true, .keeps_specials = 7, .keeps_denormals = 7,
};
static const char *folder;
static bool tools;

/* Frames are larger with the sanitizers. */
#ifdef __SANITIZE_ADDRESS__
enum { SMALL_STACK_BYTES = 4 << 20 };
#else
enum { SMALL_STACK_BYTES = 256 << 10 };
#endif

#define HEAD ".version 8.0\n.target sm_80\n.address_size 64\n"
#define ENTRY HEAD ".entry k(.param .u64 p)\n" \
    "{\n.reg .b32 %r<9>; .reg .b64 %l<9>; .reg .pred %p;\n" \
    ".reg .f32 %f<9>; .reg .f64 %d<9>; .reg .b16 %h<9>;\nld.param.u64 %l0, [p];\n"

/* Translates the last entry of a text. */
static gi_status translate(struct gi_arena *arena, const char *text, size_t length,
                           const struct gi_translate_target *facts,
                           struct gi_translate_kernel *kernel)
{
    struct gi_ptx_module *module;
    gi_status status = gi_ptx_parse(arena, text, length, &module);

    if (status != GI_OK)
        return status;
    for (uint32_t i = module->function_count; i-- > 0;) {
        if (module->functions[i]->is_entry && module->functions[i]->has_body)
            return gi_translate(arena, module, module->functions[i], facts, kernel);
    }
    return gi_fail(GI_INVALID_VALUE, "there is no entry in the text");
}

static const struct {
    const char *text;
    const char *words;
} refused[] = {
    { "mma.sync.aligned.m8n8k4 %r1;\nret; }", "line 9: mma.sync.aligned.m8n8k4: this type" },
    { "frobnicate.b32 %r1;\nret; }", "frobnicate.b32: this instruction is not built" },
    { "add.strange.f32 %f1, %f2, %f3; ret; }", "modifier" },
    { "alloca.u64 %l1, %l2, 3; ret; }", "line 9: alloca.u64: the alignment is no power of two" },
    { "alloca.u64 %l1, %l2, 8192; ret; }", "so large an alignment is not built" },
    { "alloca.s64 %l1, %l2; ret; }", "its type is none that it has" },
    { "alloca.u64 %l1; ret; }", "its operands are none that it has" },
    { "alloca.u64 %l1, %l2, %l3; ret; }", "its operands are none that it has" },
    { "stacksave.u64 %l1, %l2; ret; }", "its operands are none that it has" },
    { "stackrestore.u64 32; ret; }", "its operands are none that it has" },
    { "alloca.u64 %l1, 8; alloca.u32 %r1, 8; ret; }", "addresses of both widths" },
    { "mov.u32 %r1, nothing; ret; }", "not declared" },
    { "st.const.u32 [%l0], %r1; ret; }", "constant memory" },
    { "st.param.u64 [p], %l0; ret; }", "parameter is written" },
    { "ld.param.u64 %l1, [p+8]; ret; }", "outside of its parameter" },
    { "call %l0, (); ret; }", "by address" },
    { "shfl.sync.idx.b64 %l1, %l2, 0, 31, -1; ret; }", "shfl.sync.idx.b64" },
    { "redux.sync.popc.b32 %r1, %r2, -1; ret; }", "modifier" },
    { "redux.sync.b32 %r1, %r2, -1; ret; }", "reduction of this kind" },
    { "bar.arrive 0; ret; }", "a barrier of this form" },
    { "bar.sync.arrive 0, 64; ret; }", "a barrier of this form" },
    { "bar.red.popc.u32 %r1, 0; ret; }", "a barrier of this form" },
    { "barrier.cluster.arrive 0; ret; }", "is not built" },
    /* forms that kernels.md names among its limits */
    { "ld.mmio.relaxed.sys.global.u32 %r1, [%l0]; ret; }", "accesses of devices" },
    { "istypep.texref %p1, %l1; ret; }", "istypep.texref: this instruction is not built" },
    { "tex.base.2d.v4.f32.f32 {%f1, %f2, %f1, %f2}, [%l0, {%f1, %f2}]; ret; }", "a modifier" },
    { "sured.p.min.2d.b64.trap [%l1, {%r1, %r2}], %l2; ret; }", "atomics of 64 bits" },
    { "mov.u32 %r1, %reserved_smem_offset_begin; ret; }", "special register is not built" },
    { "mov.u64 %l1, %current_graph_exec; ret; }", "special register is not built" },
    { "setmaxnreg.inc.sync.aligned.u32 64; ret; }", "this instruction is not built" },
    { "multimem.ld_reduce.global.add.f32 %f1, [%l1]; ret; }", "is not built" },
    { "tex.2d.v4.f32.f32 {%f1, %f2, %f1, %f2}, [%l0, {%f1, %f2}]; ret; }", "no textures" },
    { "tex.2d.v4.f32.f32 {%f1, %f2, %f1, %f2}, [%l0, {%f1}]; ret; }", "fewer coordinates" },
    { "tex.2d.v4.f32.f32 {%f1, %f2, %f1, %f2}, [%l0, %l1, {%f1, %f2}]; ret; }", "sampler" },
    { "tex.2dms.v4.f32.f32 {%f1, %f2, %f1, %f2}, [%l0, {%f1, %f2}]; ret; }", "modifier" },
    { "tex.2d.v4.f64.f32 {%f1, %f2, %f1, %f2}, [%l0, {%f1, %f2}]; ret; }", "texels of this" },
    { "suld.p.2d.v4.b32.trap {%r1, %r2, %r1, %r2}, [%l0, {%r1, %r2}]; ret; }", "modifier" },
    { "sust.b.cube.b32.trap [%l0, {%r1, %r2, %r1, %r2}], {%r1}; ret; }", "dimensions" },
    { "sured.b.add.2d.u64.trap [%l0, {%r1, %r2}], %l1; ret; }", "of 64 bits" },
    { "tex.2d.v4.f32.f32 {%f1, %f2, %f1, %f2}, [%l0, {%f1, %f2}], %f1; ret; }", "depths" },
    { "mov.u32 %r1, %pm8; ret; }", "special register" },
    { "mov.u32 %r1, %envreg32; ret; }", "special register" },
    { "mov.u32 %r1, %envreg07; ret; }", "special register" },
    { "mov.u32 %r1, %clusterid.x; ret; }", "special register" },
    { "red.global.add.v2.f32 [%l0], {%f1, %f2}; ret; }", "of vectors" },
    { "st.async.weak.shared::cluster.b32 [%r1], %r2, [%r3]; ret; }", "modifier" },
    { "cp.async.bulk.shared.global [%r1], [%l0], 16, [%r3]; ret; }", "modifier" },
    { "mbarrier.arrive.expect_tx.shared.b64 %l1, [%r1], 16; ret; }", "modifier" },
    { "mbarrier.complete_tx.shared::cluster.b64 [%r1], 16; ret; }", "modifier" },
    { "stmatrix.sync.aligned.m8n8.x2.shared.b16 [%r2], {%r1}; ret; }", "this form" },
    { "stmatrix.sync.aligned.m16n8.x1.trans.shared.b8 [%r2], {%r1}; ret; }", "" },
    { "ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%r1}, [%r2]; ret; }", "this form" },
    { "wmma.load.a.sync.aligned.row.m16n16k16.f16 {%r1}, [%l0]; ret; }", "operands of a form" },
    { "tcgen05.alloc.sync [%r1], 32; ret; }", "this instruction" },
    { "fence.proxy.async; ret; }", "modifier" },
    { "fence.proxy; ret; }", "a fence of this form" },
    { "fence.proxy.alias.cta; ret; }", "a fence of this form" },
    { "fence.alias.gpu; ret; }", "a fence of this form" },
    { "mapa.u64 %l0, %l1, %r1; ret; }", "this instruction" },
};

TEST_CASE(test_refused)
{
    for (size_t i = 0; i < sizeof(refused) / sizeof(refused[0]); i++) {
        struct gi_translate_kernel kernel;
        struct gi_arena arena;
        char text[2000];

        gi_arena_init(&arena, 16 << 20);
        snprintf(text, sizeof(text), "%s%s", ENTRY, refused[i].text);
        if (translate(&arena, text, strlen(text), &target, &kernel) != GI_NOT_SUPPORTED)
            fail_msg("%s is not refused", refused[i].text);
        if (!strstr(gi_last_error_detail(), refused[i].words))
            fail_msg("%s: %s", refused[i].text, gi_last_error_detail());
        assert_null(kernel.words);
        gi_arena_finish(&arena);
    }
}

#define TWICE(name, called) \
    ".func f" name "() { call f" called ", (); call f" called ", (); ret; }\n"

/* What the machine of meetings does not take: too many. Those of functions that are called stand in
 * the entry, unless they are called from too many places. */
TEST_CASE(test_meetings)
{
    static const char called[] = HEAD
        ".func f() { bar.sync 0; ret; }\n.entry k() {\n.reg .pred %p; .reg .b32 %r;\n"
        "mov.u32 %r, %tid.x; setp.eq.u32 %p, %r, 0; @%p call f, (); ret; }\n";
    static const char doubled[] = HEAD ".func f0() { bar.sync 0; ret; }\n"
        TWICE("1", "0") TWICE("2", "1") TWICE("3", "2") TWICE("4", "3") TWICE("5", "4")
        TWICE("6", "5") TWICE("7", "6") TWICE("8", "7") TWICE("9", "8") TWICE("10", "9")
        TWICE("11", "10") TWICE("12", "11") TWICE("13", "12") TWICE("14", "13")
        TWICE("15", "14") TWICE("16", "15") TWICE("17", "16") TWICE("18", "17")
        TWICE("19", "18") TWICE("20", "19") ".entry k() { call f20, (); ret; }\n";
    static const char one[] = "bar.arrive 1, 64;\n";
    size_t length = strlen(ENTRY);
    char *text = malloc(length + 10001 * sizeof(one) + 8);
    struct gi_translate_kernel kernel;
    struct gi_arena arena;

    assert_non_null(text);
    gi_arena_init(&arena, 256 << 20);
    assert_int_equal(translate(&arena, called, strlen(called), &target, &kernel), GI_OK);
    assert_int_equal(translate(&arena, doubled, strlen(doubled), &target, &kernel),
                     GI_NOT_SUPPORTED);
    assert_non_null(strstr(gi_last_error_detail(), "called from more places"));
    memcpy(text, ENTRY, length);
    for (int i = 0; i < 10001; i++, length += sizeof(one) - 1) {
        if (i == 3000) {        /* llama.cpp has kernels with 2868 */
            memcpy(text + length, "ret; }", 6);
            assert_int_equal(translate(&arena, text, length + 6, &target, &kernel), GI_OK);
        }
        memcpy(text + length, one, sizeof(one) - 1);
    }
    memcpy(text + length, "ret; }", 6);
    assert_int_equal(translate(&arena, text, length + 6, &target, &kernel), GI_NOT_SUPPORTED);
    assert_non_null(strstr(gi_last_error_detail(), "10001 barriers"));
    gi_arena_finish(&arena);
    free(text);
}

TEST_CASE(test_recursion)
{
    static const char text[] = HEAD
        ".func f();\n.func g() { call f, (); ret; }\n.func f() { call g, (); ret; }\n"
        ".entry k() { call f, (); ret; }\n";
    struct gi_translate_kernel kernel;
    struct gi_arena arena;

    gi_arena_init(&arena, 1 << 20);
    assert_int_equal(translate(&arena, text, sizeof(text) - 1, &target, &kernel),
                     GI_NOT_SUPPORTED);
    assert_non_null(strstr(gi_last_error_detail(), "recursive"));
    gi_arena_finish(&arena);
}

/* Its operands have a place all the same, so that their end can be computed. */
TEST_CASE(test_no_operands)
{
    static const char text[] = HEAD ".entry k() { bar.sync; ret; }\n";
    struct gi_translate_kernel kernel;
    struct gi_ptx_module *module;
    struct gi_ptx_body *body;
    struct gi_arena arena;

    gi_arena_init(&arena, 1 << 20);
    assert_int_equal(gi_ptx_parse(&arena, text, sizeof(text) - 1, &module), GI_OK);
    assert_int_equal(gi_ptx_parse_body(&arena, module, module->functions[0], &body), GI_OK);
    for (uint32_t i = 0; i < body->instruction_count; i++) {
        assert_int_equal(body->instructions[i].operand_count, 0);
        assert_non_null(body->instructions[i].operands);
    }
    (void)!translate(&arena, text, sizeof(text) - 1, &target, &kernel);
    gi_arena_finish(&arena);
}

/* A kernel that calls a function which calls the next, and so on; the last one does what is said.
 * Only some threads come there: barriers are written into the kernel then. */
static char *make_chain(int calls, bool is_backwards, const char *last)
{
    char *text = malloc(300 + (size_t)calls * 80), *at = text;

    assert_non_null(text);
    at += sprintf(at, "%s", HEAD);
    for (int i = 0; i < calls && is_backwards; i++)
        at += sprintf(at, ".func f%d();\n", i);
    for (int i = 0; i < calls; i++) {
        int number = is_backwards ? calls - 1 - i : i;

        if (number == 0)
            at += sprintf(at, ".func f0() { %s ret; }\n", last);
        else
            at += sprintf(at, ".func f%d() { call f%d, (); ret; }\n", number, number - 1);
    }
    (void)sprintf(at, ".entry k() { .reg .pred %%p; .reg .b32 %%r; mov.u32 %%r, %%tid.x;\n"
                  "setp.eq.u32 %%p, %%r, 0; @%%p call f%d, (); ret; }\n", calls - 1);
    return text;
}

static bool check_chain(int calls, bool is_backwards, const char *last)
{
    char *text = make_chain(calls, is_backwards, last);
    struct gi_translate_kernel kernel;
    struct gi_arena arena;
    gi_status status;

    gi_arena_init(&arena, 512 << 20);
    status = translate(&arena, text, strlen(text), &target, &kernel);
    gi_arena_finish(&arena);
    free(text);
    if (calls <= 250 ? status == GI_OK
        : status == GI_NOT_SUPPORTED
            && strstr(gi_last_error_detail(), "calls, one within the other"))
        return true;
    fprintf(stderr, "%d calls, \"%s\": %d, %s\n", calls, last, (int)status,
            gi_last_error_detail());
    return false;
}

/* Not in the test's own thread, which alone may fail an assertion. */
static void *check_chains(void *failed)
{
    static const int calls[] = { 1, 90, 150, 250, 251, 20000 };

    for (size_t i = 0; i < sizeof(calls) / sizeof(calls[0]); i++) {
        for (int is_backwards = 0; is_backwards < 2; is_backwards++) {
            *(int *)failed += !check_chain(calls[i], is_backwards, "");
            *(int *)failed += !check_chain(calls[i], is_backwards, "bar.sync 0;");
        }
    }
    return NULL;
}

/* Drivers' compilers have no stack for long chains of calls. The translator is content with that of
 * a small thread. */
TEST_CASE(test_chains_of_calls)
{
    pthread_attr_t attributes;
    pthread_t thread;
    int failed = 0;

    pthread_attr_init(&attributes);
    assert_int_equal(pthread_attr_setstacksize(&attributes, SMALL_STACK_BYTES), 0);
    assert_int_equal(pthread_create(&thread, &attributes, check_chains, &failed), 0);
    assert_int_equal(pthread_join(thread, NULL), 0);
    pthread_attr_destroy(&attributes);
    assert_int_equal(failed, 0);
}

/* What a module declares wrongly: a sentence with the line. */
static const struct {
    gi_status status;
    const char *text, *words;
} declared[] = {
    { GI_NOT_SUPPORTED, ".extern .global .u32 x;\n.entry k() { .reg .u32 %r;\n"
      "ld.global.u32 %r, [x]; ret; }", "line 6: ld.global.u32: the variable is extern" },
    { GI_NOT_SUPPORTED, ".extern .const .u32 x[];\n.entry k() { .reg .u64 %l;\n"
      "mov.u64 %l, x; ret; }", "extern" },
    { GI_OK, ".extern .global .u32 x;\n.entry k() { .reg .u32 %r;\n"
      "ld.global.u32 %r, [x]; ret; }\n.visible .global .u32 x = 5;", "" },
    { GI_OK, ".global .u32 x = 5;\n.extern .global .u32 x;\n"
      ".entry k() { .reg .u32 %r;\nld.global.u32 %r, [x]; ret; }", "" },
    { GI_OK, ".extern .shared .u32 x[];\n.extern .shared .u32 x[];\n.entry k() { ret; }", "" },
    { GI_INVALID_VALUE, ".global .u32 x;\n.global .u32 x;\n", "line 5: x is declared twice" },
    { GI_OK, ".common .global .u32 x;\n.common .global .u32 x;\n.entry k() { ret; }", "" },
    { GI_OK, ".weak .func f() { ret; }\n.weak .func f() { trap; }\n.entry k() { ret; }", "" },
    { GI_INVALID_VALUE, ".global .u32 k;\n.entry k() { ret; }\n", "k is declared twice" },
    { GI_INVALID_VALUE, ".weak .global .u32 k;\n.entry k() { ret; }\n", "k is declared" },
    { GI_INVALID_VALUE, ".entry k() { ret; }\n.global .u32 k;\n", "k is declared twice" },
    { GI_INVALID_VALUE, ".entry k() { ret; }\n.entry k() { ret; }\n", "two bodies" },
    { GI_INVALID_VALUE, ".entry k() { .reg .u32 x; .reg .u64 x; ret; }\n", "x is declared" },
    { GI_INVALID_VALUE, ".entry k() { .reg .u32 x<4>; .reg .u64 x<4>; ret; }\n", "twice" },
    { GI_INVALID_VALUE, ".entry k(.param .u32 x) { .reg .u32 x; ret; }\n", "x is declared" },
    { GI_INVALID_VALUE, ".entry k(.param .u32 x, .param .u32 x) { ret; }\n", "x is decl" },
    { GI_OK, ".entry k() { .reg .u32 x; { .reg .u64 x; } { .reg .u64 x; } ret; }\n", "" },
    { GI_INVALID_VALUE, ".global .u32 x[];\n", "line 4: an array without a length" },
    { GI_INVALID_VALUE, ".entry k() { .shared .u32 x[]; ret; }\n", "without a length" },
    { GI_INVALID_VALUE, ".entry k() { .local .u32 x[]; ret; }\n", "without a length" },
    { GI_INVALID_VALUE, ".shared .u32 x = 5;\n", "no first value" },
    { GI_INVALID_VALUE, ".extern .global .u32 x = 5;\n", "no first value" },
    { GI_INVALID_VALUE, ".global .u32 x[2] = 5;\n", "in braces" },
    { GI_INVALID_VALUE, ".global .u32 x = {5};\n", "in braces" },
    { GI_INVALID_VALUE, ".global .u32 x[2] = {5, 6, 7};\n", "more values" },
    { GI_INVALID_VALUE, ".global .u32 x[2][2] = {{5, 6, 7}, {1}};\n", "more values" },
    { GI_INVALID_VALUE, ".global .u32 x = 1.5;\n", "initialises a whole" },
    { GI_INVALID_VALUE, ".global .f32 x = 5;\n", "initialises a float" },
    { GI_INVALID_VALUE, ".global .u32 y;\n.global .u64 x = -y;\n", "value was expected" },
    { GI_INVALID_VALUE, ".func f();\n.alias g, f;\n", "no other name" },
    { GI_NOT_SUPPORTED, ".func f(.param .b8 x[1099511627776]) { .reg .u64 %l;\n"
      "mov.u64 %l, x; ret; }\n.entry k() { .param .b8 x[4]; call f, (x); ret; }",
      "line 4: a parameter is larger" },
    { GI_OK, ".func f() { ret; }\n.func g();\n.alias g, f;\n.entry k() { call g, (); ret; }",
      "" },
};

TEST_CASE(test_declared)
{
    for (size_t i = 0; i < sizeof(declared) / sizeof(declared[0]); i++) {
        struct gi_translate_kernel kernel;
        struct gi_arena arena;
        char text[1000];
        gi_status status;

        gi_arena_init(&arena, 16 << 20);
        snprintf(text, sizeof(text), "%s%s", HEAD, declared[i].text);
        status = translate(&arena, text, strlen(text), &target, &kernel);
        if (status != declared[i].status
            || (status != GI_OK && !strstr(gi_last_error_detail(), declared[i].words)))
            fail_msg("%s: %d %s", declared[i].text, status, gi_last_error_detail());
        gi_arena_finish(&arena);
    }
}

/* The modes of floats that a module asks for. */
TEST_CASE(test_float_modes)
{
    static const struct {
        const char *code;
        bool keeps, flushes;
    } cases[] = {
        { "add.f32 %f1, %f2, %f3; ret; }", true, false },
        { "add.ftz.f32 %f1, %f2, %f3; ret; }", false, true },
        { "add.ftz.f32 %f1, %f2, %f3; mul.f32 %f1, %f1, %f1; ret; }", true, false },
    };
    struct gi_translate_target facts = target;

    facts.flushes_denormals = GI_TRANSLATE_F32;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct gi_translate_kernel kernel;
        struct gi_arena arena;
        char text[1000];
        bool keeps = false, flushes = false;

        gi_arena_init(&arena, 1 << 20);
        snprintf(text, sizeof(text), "%s%s", ENTRY, cases[i].code);
        assert_int_equal(translate(&arena, text, strlen(text), &facts, &kernel), GI_OK);
        for (uint32_t k = 0; k + 3 < kernel.word_count; k++) {
            /* OpExecutionMode, an entry, a mode, its width */
            keeps |= kernel.words[k] == (4u << 16 | 16) && kernel.words[k + 2] == 4459
                && kernel.words[k + 3] == 32;
            flushes |= kernel.words[k] == (4u << 16 | 16) && kernel.words[k + 2] == 4460
                && kernel.words[k + 3] == 32;
        }
        assert_true(keeps == cases[i].keeps && flushes == cases[i].flushes);
        assert_true(!tools || spirv_is_valid(kernel.words, kernel.word_count));
        gi_arena_finish(&arena);
    }
}

/* A device without a width refuses what needs it. */
TEST_CASE(test_facts)
{
    static const char text[] = ENTRY "add.f64 %d1, %d2, %d3; ret; }";
    struct gi_translate_target facts = target;
    struct gi_translate_kernel kernel;
    struct gi_arena arena;

    gi_arena_init(&arena, 1 << 20);
    assert_int_equal(translate(&arena, text, sizeof(text) - 1, &facts, &kernel), GI_OK);
    assert_true(kernel.needs_float64);
    assert_false(kernel.needs_float16);
    facts.float64 = false;
    assert_int_equal(translate(&arena, text, sizeof(text) - 1, &facts, &kernel),
                     GI_NOT_SUPPORTED);
    assert_non_null(strstr(gi_last_error_detail(), "width"));
    gi_arena_finish(&arena);
}

/* How often a module has an instruction; the SpecId of the check if opcode is GiOpDecorate. */
static uint32_t count_of(const struct gi_translate_kernel *kernel, enum gi_spirv_opcode opcode)
{
    uint32_t count = 0;

    for (uint32_t at = 5; at < kernel->word_count; at += kernel->words[at] >> 16) {
        const uint32_t *words = &kernel->words[at];

        count += (words[0] & 0xffff) == opcode
            && (opcode != GiOpDecorate || (words[2] == GiDecorationSpecId
                                           && words[3] == GI_TRANSLATE_CHECK_CONSTANT));
    }
    return count;
}

/* Sums of floats in memory are one instruction where the device has it, and loops of exchanges on
 * others. */
TEST_CASE(test_sums_of_floats)
{
    static const char *const codes[] = {
        ENTRY "atom.global.add.f32 %f1, [%l0], %f2; red.global.add.f32 [%l0], %f2; ret; }",
        ENTRY "atom.global.add.f64 %d1, [%l0], %d2; red.global.add.f64 [%l0], %d2; ret; }",
    };

    for (int has = 0; has < 4; has++) {
        struct gi_translate_target facts = target;

        facts.float32_atomic_add = (has & 1) != 0;
        facts.float64_atomic_add = (has & 2) != 0;
        for (int i = 0; i < 2; i++) {
            bool at_once = (has >> i & 1) != 0;
            struct gi_translate_kernel kernel;
            struct gi_arena arena;

            gi_arena_init(&arena, 1 << 20);
            assert_int_equal(translate(&arena, codes[i], strlen(codes[i]), &facts, &kernel), GI_OK);
            assert_int_equal(count_of(&kernel, GiOpAtomicFAddEXT), at_once ? 2 : 0);
            assert_int_equal(count_of(&kernel, GiOpAtomicCompareExchange), at_once ? 0 : 2);
            assert_true(kernel.needs_float32_atomic_add == (at_once && i == 0));
            assert_true(kernel.needs_float64_atomic_add == (at_once && i == 1));
            assert_true(!tools || spirv_is_valid(kernel.words, kernel.word_count));
            gi_arena_finish(&arena);
        }
    }
}

/* Shared memory to which only f32 is added is made of f32 where the device adds it there, and else
 * of words with loops of exchanges. */
TEST_CASE(test_sums_in_shared_memory)
{
    static const struct {
        const char *code;
        bool is_float;
    } cases[] = {
        { "atom.shared.add.f32 %f1, [s], %f2; red.shared.add.f32 [s+4], %f2;", true },
        { "atom.shared.add.f32 %f1, [s], %f2; st.shared.v2.u32 [s], {%r1, %r2};"
          " ld.shared.u64 %l0, [s];", true },
        { "atom.shared.add.f32 %f1, [s], %f2; atom.shared.add.f32 %f1, [s], %f2;"
          " st.shared.u8 [s], %h1;", false },
        { "atom.shared.add.f32 %f1, [s], %f2; atom.shared.add.f32 %f1, [s], %f2;"
          " atom.shared.add.u32 %r1, [s], 1;", false },
        { "atom.shared.add.f32 %f1, [s], %f2; atom.shared.add.f32 %f1, [s], %f2;"
          " atom.global.add.u32 %r1, [%l0], 1;", true },
    };

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        for (int has = 0; has < 2; has++) {
            struct gi_translate_target facts = target;
            struct gi_translate_kernel kernel;
            struct gi_arena arena;
            char text[1000];
            bool at_once = has && cases[i].is_float;

            snprintf(text, sizeof text, HEAD ".shared .align 8 .b8 s[16];\n.entry k() {"
                     ".reg .f32 %%f<3>; .reg .b32 %%r<3>; .reg .b64 %%l<1>; .reg .b16 %%h<2>;"
                     "%s ret; }", cases[i].code);
            facts.float32_shared_add = has != 0;
            gi_arena_init(&arena, 1 << 20);
            assert_int_equal(translate(&arena, text, strlen(text), &facts, &kernel), GI_OK);
            assert_int_equal(count_of(&kernel, GiOpAtomicFAddEXT) != 0, at_once);
            assert_int_equal(count_of(&kernel, GiOpAtomicCompareExchange) != 0, !at_once);
            assert_true(kernel.needs_float32_atomic_add == at_once);
            assert_true(!tools || spirv_is_valid(kernel.words, kernel.word_count));
            gi_arena_finish(&arena);
        }
    }
}

TEST_CASE(test_description)
{
    static const char text[] = HEAD
        ".extern .shared .align 16 .b8 more[];\n.shared .align 8 .b8 some[20];\n"
        ".entry k(.param .u8 a, .param .u64 b, .param .align 4 .b8 c[12], .param .u16 d)\n"
        ".reqntid 32, 2\n{\n.reg .b32 %r<3>; .reg .b64 %l<3>; .local .b8 l[24];\n"
        "mov.u32 %r0, %nctaid.x; st.shared.u32 [some], %r0; st.shared.u32 [more], %r0;\n"
        "st.local.u32 [l+4], %r0; ret;\n}\n";
    static const uint32_t offsets[4] = { 0, 8, 16, 28 };
    struct gi_translate_kernel kernel;
    struct gi_arena arena;

    gi_arena_init(&arena, 1 << 20);
    assert_int_equal(translate(&arena, text, sizeof(text) - 1, &target, &kernel), GI_OK);
    assert_int_equal(kernel.parameter_count, 4);
    for (int i = 0; i < 4; i++)
        assert_int_equal(kernel.parameters[i].offset_bytes, offsets[i]);
    assert_int_equal(kernel.parameter_bytes, 30);
    assert_true(kernel.uses_grid);
    assert_false(kernel.parameters_in_memory);
    assert_int_equal(kernel.push_offset_bytes, 32);
    assert_int_equal(kernel.push_bytes, 64);
    assert_true(kernel.dynamic_shared);
    assert_int_equal(kernel.shared_bytes, 128);
    assert_int_equal(kernel.local_bytes, 24);
    assert_int_equal(kernel.required_threads[1], 2);
    assert_int_equal(kernel.max_threads[0], 0);
    assert_true(!tools || spirv_is_valid(kernel.words, kernel.word_count));
    gi_arena_finish(&arena);
}

/* The memory check: the device's table follows the report, and the size of dynamic shared memory is
 * exact. Without it nothing of the check is in the module. */
TEST_CASE(test_checked)
{
    static const char texts[][700] = {
        ENTRY "ld.global.u32 %r1, [%l0]; atom.global.add.u32 %r2, [%l0], 1; mov.u32 %r3, %nctaid.x;"
              "st.global.v2.u32 [%l0+8], {%r1, %r3}; ret; }",
        ENTRY ".shared .b8 s[64]; .local .b8 l[8]; mov.u64 %l1, s; cvta.shared.u64 %l1, %l1;"
              "st.u32 [%l1], %r1; st.local.u32 [l], %r1; bar.sync 0; ld.u32 %r2, [%l0];"
              "atom.u32.add %r3, [%l1], 1; ret; }",
        ENTRY "setp.eq.u32 %p, %r1, 0; @%p ret; bar.sync 0; ld.global.u32 %r2, [%l0]; ret; }",
        HEAD ".extern .shared .align 4 .b8 more[];\n.entry k(.param .u64 p)\n{\n.reg .b32 %r1;\n"
             "ld.shared.u32 %r1, [more]; st.shared.u32 [more+4], %r1; ret;\n}\n",
    };
    struct gi_translate_target facts = target;
    struct gi_translate_kernel plain, checked;
    struct gi_arena arena;

    facts.checks_memory = true;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        size_t length = strlen(texts[i]);

        gi_arena_init(&arena, 1 << 24);
        assert_int_equal(translate(&arena, texts[i], length, &target, &plain), GI_OK);
        assert_int_equal(translate(&arena, texts[i], length, &facts, &checked), GI_OK);
        assert_int_equal(count_of(&plain, GiOpFunctionCall) + count_of(&plain, GiOpDecorate), 0);
        assert_true(count_of(&checked, GiOpFunctionCall) > 3);
        assert_false(plain.uses_check || plain.uses_report);
        assert_true(checked.uses_check && checked.uses_report);
        assert_int_equal(checked.push_check_bytes, 24);
        assert_int_equal(checked.push_offset_bytes, plain.push_offset_bytes + 16);
        assert_int_equal(checked.asks_dynamic, checked.dynamic_shared);
        assert_true(checked.word_count > plain.word_count);
        assert_true(!tools || spirv_is_valid(checked.words, checked.word_count));
        gi_arena_finish(&arena);
    }
}

/* A kernel that reads a clock before a loop and in it. */
static void look_at_clock(const struct gi_translate_target *facts, const char *name,
                          bool of_device, bool has_word)
{
    const char *kind = strstr(name, "64") || strcmp(name, "globaltimer") == 0 ? "u64 %l" : "u32 %r";
    uint32_t readings = facts->loop_rounds && (of_device || has_word) ? 257 : 2;
    struct gi_translate_kernel kernel;
    struct gi_arena arena;
    char text[600];

    snprintf(text, sizeof text, "%smov.%s1, %%%s;\nL: mov.%s2, %%%s;\n"
             "setp.lt.u64 %%p, %%l2, 9;\n@%%p bra L;\n"
             "st.global.u64 [%%l0], %%l2; st.global.u32 [%%l0], %%r2;\n"
             "st.global.u64 [%%l0], %%l1; st.global.u32 [%%l0], %%r1; ret; }", ENTRY, kind,
             name, kind, name);
    gi_arena_init(&arena, 1 << 24);
    assert_int_equal(translate(&arena, text, strlen(text), facts, &kernel), GI_OK);
    assert_int_equal(kernel.uses_clock, has_word);
    assert_int_equal(kernel.push_offset_bytes - kernel.push_clock_bytes, has_word ? 8 : 0);
    assert_int_equal(count_of(&kernel, GiOpReadClockKHR), of_device ? readings : 0);
    if (tools && strcmp(name, "clock64") == 0)
        assert_true(spirv_is_valid(kernel.words, kernel.word_count));
    gi_arena_finish(&arena);
}

/* Which clocks are read from the device and which from the launch's word, and how often in a loop
 * where the device ends long ones. */
TEST_CASE(test_clocks)
{
    static const struct {
        const char *name;
        bool is_timer, is_lower;
    } clocks[] = {
        { "clock", false, true }, { "clock_hi", false, false }, { "clock64", false, false },
        { "globaltimer", true, false }, { "globaltimer_lo", true, true },
        { "globaltimer_hi", true, false },
    };

    for (unsigned bits = 0; bits < 32; bits++) {
        struct gi_translate_target facts = target;

        facts.host_stores_unseen = bits & 16;
        facts.subgroup_clock = bits & 1;
        facts.device_clock = bits & 2;
        facts.short_clock = bits & 4 && bits & 1;
        facts.loop_rounds = bits & 8 ? 65535 : 0;
        for (size_t i = 0; i < sizeof clocks / sizeof clocks[0]; i++) {
            bool has_any = facts.device_clock || facts.subgroup_clock;
            bool has_own = clocks[i].is_timer ? facts.device_clock : facts.subgroup_clock;
            bool has_word = facts.short_clock ? !clocks[i].is_lower
                : !has_own && !(facts.host_stores_unseen && has_any);
            bool reads_one = has_own || facts.short_clock || (has_any && !has_word);

            look_at_clock(&facts, clocks[i].name, reads_one, has_word);
        }
    }
}

/* Local memory: the device's compiler has it up to a size. More lies in device memory, at an
 * address of the push data, and no array is in the module. */
TEST_CASE(test_local)
{
    static const char *const accesses[] = {
        "st.local.u32 [%l1], %r1; ld.local.u32 %r2, [%l1+4];", "st.local.u8 [%l1], %r1;",
        "st.local.u16 [%l1], %h1;", "st.local.u64 [%l1], %l0; ld.local.v2.u64 {%l2, %l3}, [%l1];",
        "st.local.u8 [%l1+1], %r1; ld.local.v4.u32 {%r1, %r2, %r3, %r4}, [%l1];",
        "cvta.local.u64 %l1, %l1; st.u32 [%l1], %r1; ld.u16 %h1, [%l1]; bar.sync 0;",
    };
    static const uint32_t sizes[] = { 4, 1000, 1004, 4094, GI_TRANSLATE_LOCAL_BYTES };
    struct gi_translate_target facts = target;
    struct gi_translate_kernel kernel;
    struct gi_arena arena;
    char text[1000];

    facts.private_bytes = 1000;
    for (size_t i = 0; i < 6 * sizeof sizes / sizeof sizes[0]; i++) {
        uint32_t bytes = sizes[i / 6];
        int length = snprintf(text, sizeof text, "%s.local .align 16 .b8 a[%u]; mov.u64 %%l1, a; "
                              "%s ret; }", ENTRY, bytes, accesses[i % 6]);

        for (int checks = 0; checks < 2; checks++) {
            facts.checks_memory = checks;
            gi_arena_init(&arena, 1 << 24);
            assert_int_equal(translate(&arena, text, (size_t)length, &facts, &kernel), GI_OK);
            assert_int_equal(kernel.local_bytes, bytes);
            assert_int_equal(kernel.local_in_memory, bytes > 1000);
            assert_int_equal(kernel.push_offset_bytes - kernel.push_blocks_bytes,
                             bytes > 1000 ? 16 : 0);
            assert_true(kernel.push_blocks_bytes % 8 == 0);
            assert_true(kernel.uses_grid == (bytes > 1000));
            assert_true(bytes <= 1000 || (kernel.local_thread_bytes >= bytes
                                          && kernel.local_thread_bytes < bytes + 8));
            assert_true(!tools || spirv_is_valid(kernel.words, kernel.word_count));
            gi_arena_finish(&arena);
        }
    }
    snprintf(text, sizeof text, "%s.local .b8 a[%u]; mov.u64 %%l1, a; ret; }", ENTRY,
             GI_TRANSLATE_LOCAL_BYTES + 1);
    gi_arena_init(&arena, 1 << 24);
    assert_int_equal(translate(&arena, text, strlen(text), &target, &kernel), GI_NOT_SUPPORTED);
    gi_arena_finish(&arena);
}

/* A parameter of 64 bits is loaded as one number, and again behind a barrier; a half of one, and a
 * register that another instruction writes as well, stay what they are. */
TEST_CASE(test_parameters)
{
    static const char code[] = HEAD
        ".entry k(.param .u64 out, .param .u32 n)\n{ .reg .b64 %p<3>; .reg .b32 %r<4>;\n"
        ".reg .pred %c; ld.param.u64 %p1, [out]; cvta.to.global.u64 %p2, %p1;\n"
        "ld.param.u32 %r1, [n]; ld.param.u32 %r2, [n]; ld.param.u32 %r3, [out+4];\n"
        "setp.eq.u32 %c, %r3, 0; @%c mov.u32 %r2, 7; bar.sync 0;\n"
        "st.global.u32 [%p2], %r1; st.global.u32 [%p2+4], %r2; ret; }\n";
    struct gi_translate_kernel kernel;
    struct gi_arena arena;
    uint32_t push = 0, behind = 0, wide = 0;
    bool is_behind = false;

    gi_arena_init(&arena, 1 << 24);
    assert_int_equal(translate(&arena, code, sizeof(code) - 1, &target, &kernel), GI_OK);
    for (uint32_t at = 5; at < kernel.word_count; at += kernel.words[at] >> 16) {
        const uint32_t *words = &kernel.words[at];
        uint32_t opcode = words[0] & 0xffff;

        if (opcode == GiOpVariable && words[3] == GiStorageClassPushConstant)
            push = words[2];
        is_behind |= opcode == GiOpControlBarrier;
        if (opcode != GiOpAccessChain || words[3] != push)
            continue;
        wide += words[0] >> 16 == 5;         /* a member that is no array */
        behind += is_behind;
    }
    assert_true(push != 0 && is_behind);
    assert_true(wide >= 3);
    assert_int_equal(behind, 3);             /* the address twice, and n */
    gi_arena_finish(&arena);
}

static uint32_t next_random(uint32_t *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return *seed >> 8;
}

/* One entry of a file, alone with what stands before the first, so that rounds are short. */
static char *read_entry(const char *source, const char *name, size_t *out_length)
{
    char path[1000];
    char *text = malloc(1 << 20);
    char *start;
    FILE *file;
    size_t length;

    snprintf(path, sizeof(path), "%s/%s", folder, source);
    file = fopen(path, "rb");
    assert_true(file && text);
    length = fread(text, 1, (1 << 20) - 1, file);
    text[length] = '\0';
    fclose(file);
    start = strstr(text, name);
    assert_non_null(start);
    length = (size_t)(strstr(start, "\n}") + 3 - start);
    memmove(strstr(text, ".visible .entry"), start, length);
    *out_length = (size_t)(strstr(text, ".visible .entry") - text) + length;
    return text;
}

/* Whatever a change makes of a module: it is refused, or what comes out is valid. */
static void mutate(const char *source, const char *name, int rounds)
{
    static const char likely[] = "{}[]();,:.@!|+-<>=_%0123456789\nbsuf";
    uint32_t seed = 77;
    size_t length;
    char *text = read_entry(source, name, &length);
    char *copy = malloc(length);
    int valid = 0;

    assert_non_null(copy);
    for (int round = 0; round < rounds; round++) {
        struct gi_translate_kernel kernel;
        struct gi_arena arena;

        memcpy(copy, text, length);
        for (uint32_t i = 0; i < 1 + (uint32_t)round % 3; i++) {
            uint32_t at = next_random(&seed) % (uint32_t)length;

            copy[at] = next_random(&seed) & 1
                ? likely[next_random(&seed) % (sizeof(likely) - 1)]
                : text[next_random(&seed) % length];
        }
        gi_arena_init(&arena, 16 << 20);
        if (translate(&arena, copy, length, &target, &kernel) == GI_OK && tools
            && valid++ < 60 && !spirv_is_valid(kernel.words, kernel.word_count)) {
            gi_arena_finish(&arena);
            fail_msg("round %d of %s gives an invalid module", round, name);
        }
        gi_arena_finish(&arena);
    }
    free(copy);
    free(text);
}

TEST_CASE(test_mutated)
{
    mutate("basic.nvcc.ptx", ".visible .entry saxpy", 1500);
    mutate("basic.nvcc.ptx", ".visible .entry histogram", 800);
    mutate("basic.nvcc.ptx", ".visible .entry ragged", 800);
    mutate("warps.nvcc.ptx", ".visible .entry two_sides", 800);
    mutate("warps.nvcc.ptx", ".visible .entry keep_even", 500);
    mutate("warps.nvcc.ptx", ".visible .entry votes", 500);
    mutate("report.nvcc.ptx", ".visible .entry check_barrier", 400);
    mutate("report.nvcc.ptx", ".visible .entry by_table", 400);
    mutate("report.nvcc.ptx", ".visible .entry say", 400);
    mutate("alloca.ptx", ".visible .entry guarded", 400);
    mutate("calls.ptx", ".visible .entry direct", 400);
    mutate("parameters.ptx", ".visible .entry indexed", 400);
    mutate("parameters.ptx", ".visible .entry together", 400);
}

int main(int argc, char **argv)
{
    if (argc != 2)
        return 2;
    folder = argv[1];
    tools = spirv_tools_installed();
    return run_test_cases(NULL);
}
