/* Which barriers order accesses to device memory: all that have to, and no others. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "kernel/translate/ptx/ptx.h"
#include "kernel/translate/spirv/words.h"
#include "kernel/translate/translate.h"

static const struct gi_translate_target facts = {
    .push_bytes = 128, .subgroup_least = 32, .subgroup_most = 32,
    .subgroup_operations = GI_TRANSLATE_BALLOT | GI_TRANSLATE_SHUFFLE,
    .ended_at_barriers = GI_TRANSLATE_ENDED_SKIPPED, .int8 = true, .int16 = true,
    .float64 = true, .int64_atomics = true, .reconverges = true,
};

struct order_case {
    const char *name, *body;
    const char *orders;         /* of each barrier of the module: y or n */
};

/* %g, %h: addresses of device memory; %s: of shared memory; %t: the thread. */
static const struct order_case cases[] = {
    { "a tile of shared memory", "ld.global.u32 %r1, [%g]; st.shared.u32 [%s], %r1; bar.sync 0;"
      "ld.shared.u32 %r2, [sm]; st.global.u32 [%h], %r2;", "n" },
    { "nothing at all", "bar.sync 0;", "n" },
    { "a store before", "st.global.u32 [%g], %t; bar.sync 0;", "y" },
    { "a store of a generic address", "st.u32 [%g], %t; bar.sync 0;", "y" },
    { "a store behind all barriers", "bar.sync 0; bar.sync 1; st.global.u32 [%g], %t;", "nn" },
    { "a store between", "bar.sync 0; st.global.u32 [%g], %t; bar.sync 0;", "ny" },
    { "an atomic before", "atom.global.add.u32 %r1, [%g], 1; bar.sync 0;", "y" },
    { "a reduction before", "red.global.add.u32 [%g], 1; bar.sync 0;", "y" },
    { "an atomic of shared memory", "atom.shared.add.u32 %r1, [%s], 1; bar.sync 0;"
      "st.global.u32 [%g], %r1;", "n" },
    { "a store in a loop", "mov.u32 %r1, 0; L: bar.sync 0; st.global.u32 [%g], %r1;"
      "add.u32 %r1, %r1, 1; setp.lt.u32 %p1, %r1, 4; @%p1 bra L;", "y" },
    { "loads in a loop, a store behind", "mov.u32 %r1, 0; L: ld.global.u32 %r2, [%g];"
      "st.shared.u32 [%s], %r2; bar.sync 0; ld.shared.u32 %r3, [sm]; add.u32 %r4, %r4, %r3;"
      "bar.sync 0; add.u32 %r1, %r1, 1; setp.lt.u32 %p1, %r1, 4; @%p1 bra L;"
      "st.global.u32 [%g], %r4;", "nn" },
    { "a store that leads to no barrier", "setp.eq.u32 %p1, %n, 7; @%p1 bra L; bar.sync 0;"
      "bra M; L: st.global.u32 [%g], %t; M: ret;", "n" },
    { "a store under a guard", "setp.eq.u32 %p1, %t, 7; @%p1 st.global.u32 [%g], %t; bar.sync 0;",
      "y" },
    { "what was read is stored behind", "ld.global.u32 %r1, [%g]; bar.sync 0;"
      "st.global.u32 [%h], %r1;", "y" },
    { "what comes of what was read", "ld.global.u32 %r1, [%g]; add.u32 %r2, %r1, 1;"
      "mul.lo.u32 %r3, %r2, %r2; bar.sync 0; st.global.u32 [%h], %r3;", "y" },
    { "a sum lives through a loop", "mov.u32 %r1, 0; mov.u32 %r4, 0; L: ld.global.u32 %r2, [%g];"
      "add.u32 %r4, %r4, %r2; bar.sync 0; add.u32 %r1, %r1, 1; setp.lt.u32 %p1, %r1, 4;"
      "@%p1 bra L; st.global.u32 [%g], %r4;", "y" },
    { "it decides which way is gone", "ld.global.u32 %r1, [%g]; setp.eq.u32 %p1, %r1, 0;"
      "bar.sync 0; @%p1 bra L; st.global.u32 [%h], %t; L: ret;", "y" },
    { "what was read goes to shared memory", "ld.global.u32 %r1, [%g]; bar.sync 0;"
      "st.shared.u32 [%s], %r1;", "n" },
    { "the register is written again", "ld.global.u32 %r1, [%g]; st.shared.u32 [%s], %r1;"
      "bar.sync 0; ld.shared.u32 %r1, [sm]; st.global.u32 [%h], %r1;", "n" },
    { "read-only memory", "ld.global.nc.u32 %r1, [%g]; bar.sync 0; st.global.u32 [%h], %r1;", "n" },
    { "constant memory", "ld.const.u32 %r1, [cm]; bar.sync 0; st.global.u32 [%h], %r1;", "n" },
    { "an ordered load before", "ld.volatile.global.u32 %r1, [%g]; bar.sync 0;", "y" },
    { "an acquiring load before", "ld.acquire.gpu.global.u32 %r1, [%g]; bar.sync 0;", "y" },
    { "a fence before", "membar.gl; bar.sync 0;", "y" },
    { "by the thread's own memory", "ld.global.u32 %r1, [%g]; st.local.u32 [lm], %r1; bar.sync 0;"
      "ld.local.u32 %r2, [lm]; st.global.u32 [%h], %r2;", "y" },
    { "a function that stores", "call stores, (%g); bar.sync 0;", "y" },
    /* its results could be in the thread's memory */
    { "a function that stores behind it", "bar.sync 0; call stores, (%g);", "y" },
    { "a function that computes", "call (%r1), twice, (%t); bar.sync 0; st.global.u32 [%g], %r1;",
      "n" },
    /* before the kernel is one more, for what it counts in */
    { "a barrier with a result", "setp.eq.u32 %p1, %t, 7; bar.red.popc.u32 %r1, 0, %p1;"
      "st.global.u32 [%g], %r1;", "yn" },
    { "a barrier of a warp", "ld.global.u32 %r1, [%g]; st.shared.u32 [%s], %r1;"
      "bar.warp.sync -1; ld.shared.u32 %r2, [sm]; st.global.u32 [%h], %r2; bar.warp.sync -1;",
      "ny" },
};

static const char frame[] =
    ".version 7.8\n.target sm_90\n.address_size 64\n.shared .align 4 .b8 sm[1024];\n"
    ".const .align 4 .b8 cm[16];\n"
    ".func stores (.reg .b64 %%a) { st.global.u32 [%%a], 1; ret; }\n"
    ".func (.reg .b32 %%b) twice (.reg .b32 %%a) { add.u32 %%b, %%a, %%a; ret; }\n"
    ".visible .entry k(.param .u64 a, .param .u64 b, .param .u32 n) {\n"
    ".reg .b64 %%g, %%h; .reg .b32 %%r<8>, %%s, %%t, %%n; .reg .pred %%p<3>;\n"
    ".local .align 4 .b8 lm[16];\n"
    "ld.param.u64 %%g, [a]; ld.param.u64 %%h, [b]; ld.param.u32 %%n, [n]; mov.u32 %%t, %%tid.x;\n"
    "mov.u32 %%s, sm; mad.lo.u32 %%s, %%t, 4, %%s; mov.u32 %%r4, 0;\n%s\nret; }\n";

static uint32_t constant_of(const struct gi_translate_kernel *kernel, uint32_t id)
{
    for (uint32_t i = 5; i < kernel->word_count; i += kernel->words[i] >> 16) {
        if ((kernel->words[i] & 0xffff) == GiOpConstant && kernel->words[i + 2] == id)
            return kernel->words[i + 3];
    }
    fail_msg("%u is no constant", id);
    return 0;
}

/* y or n for each barrier of a kernel. */
static void translate(const char *body, const struct gi_translate_target *target, char *orders)
{
    struct gi_translate_kernel kernel;
    struct gi_ptx_module *module;
    struct gi_arena arena;
    char text[4000];

    gi_arena_init(&arena, 16 << 20);
    snprintf(text, sizeof text, frame, body);
    if (gi_ptx_parse(&arena, text, strlen(text), &module) != GI_OK
        || gi_translate(&arena, module, module->functions[module->function_count - 1], target,
                        &kernel) != GI_OK)
        fail_msg("%s\n%s", body, gi_last_error_detail());
    for (uint32_t i = 5; i < kernel.word_count; i += kernel.words[i] >> 16) {
        uint32_t semantics;

        if ((kernel.words[i] & 0xffff) != GiOpControlBarrier)
            continue;
        semantics = constant_of(&kernel, kernel.words[i + 3]);
        assert_true(semantics & GiMemorySemanticsWorkgroupMemory);
        assert_true(semantics & GiMemorySemanticsAcquireRelease);
        *orders++ = semantics & GiMemorySemanticsUniformMemory ? 'y' : 'n';
    }
    *orders = '\0';
    gi_arena_finish(&arena);
}

static void test_case(void **state)
{
    const struct order_case *one = *state;
    char found[20];

    translate(one->body, &facts, found);
    assert_string_equal(found, one->orders);
}

/* The machine's own barriers are for all memory. */
static void test_machine(void **state)
{
    struct gi_translate_target target = facts;
    char found[20];

    (void)state;
    target.always_machine = true;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        translate(cases[i].body, &target, found);
        assert_null(strchr(found, 'n'));
    }
}

int main(void)
{
    enum { CASES = sizeof cases / sizeof cases[0] };
    struct CMUnitTest tests[CASES + 1] = { cmocka_unit_test(test_machine) };

    for (size_t i = 0; i < CASES; i++)
        tests[i + 1] = (struct CMUnitTest){ cases[i].name, test_case, NULL, NULL,
                                            (void *)&cases[i] };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
