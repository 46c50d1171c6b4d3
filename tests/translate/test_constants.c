/* Where the constants of a module and shared memory lie, and what reads them. */
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "test_cases.h"
#include "kernel/translate/ptx/ptx.h"
#include "kernel/translate/translate.h"
#include "spirv_tools.h"

static const struct gi_translate_target target = {
    .push_bytes = 128, .int8 = true, .int16 = true, .float64 = true,
};
static bool tools;

#define HEAD ".version 8.0\n.target sm_80\n.address_size 64\n"
#define ENTRY ".entry k(.param .u64 p)\n" \
    "{\n.reg .b32 %%r<9>; .reg .b64 %%l<9>; .reg .f64 %%d<9>; .reg .b16 %%h<9>;\n" \
    "ld.param.u64 %%l0, [p];\n"

static gi_status translate(struct gi_arena *arena, const char *text, size_t length,
                           const struct gi_translate_target *facts,
                           struct gi_translate_kernel *kernel)
{
    struct gi_ptx_module *module;
    gi_status status = gi_ptx_parse(arena, text, length, &module);

    return status == GI_OK ? gi_translate(arena, module, module->functions[0], facts, kernel)
                           : status;
}

/* Constants: loads from .const are of a binding where the device has one that is large enough.
 * Else, with the memory check, and by generic addresses, they are of device memory. */
TEST_CASE(test_constants)
{
    static const struct {
        const char *code;
        bool binds, names;
    } cases[] = {
        { "ld.const.u32 %r1, [c+4];", true, true },
        { "mov.u64 %l1, c; ld.const.v4.u32 {%r1, %r2, %r3, %r4}, [%l1+16];", true, false },
        { "add.u64 %l1, %l0, 3; ld.const.u8 %r1, [%l1]; ld.const.u16 %h1, [c+6];", true, true },
        { "ld.const.v2.f64 {%d1, %d2}, [c]; ld.const.s8 %r2, [c+5];", true, true },
        { "mov.u64 %l1, c; cvta.const.u64 %l1, %l1; ld.u32 %r1, [%l1];", false, false },
        { "ld.global.u32 %r1, [g];", false, false },
    };
    static const uint32_t sizes[] = { 16, 4093, 65536 };
    static const uint32_t most[] = { 0, 4096, 65536 };
    struct gi_translate_target facts = target;
    struct gi_translate_kernel kernel;
    struct gi_arena arena;
    char text[1000];

    for (size_t i = 0; i < 6 * 3 * 3 * 2 * 2; i++) {
        uint32_t bytes = sizes[i / 6 % 3];
        bool binds;
        int length = snprintf(text, sizeof text, HEAD ".global .u32 g = 3;\n"
                              ".const .align 16 .b8 c[%u];\n" ENTRY "%s ret; }", bytes,
                              cases[i % 6].code);

        facts.constant_bytes = most[i / 18 % 3];
        facts.checks_memory = i / 54 % 2;
        facts.constants_take_turns = i >= 108;
        binds = cases[i % 6].binds && (cases[i % 6].names || !facts.constants_take_turns)
            && bytes <= facts.constant_bytes && !facts.checks_memory;
        gi_arena_init(&arena, 1 << 24);
        assert_int_equal(translate(&arena, text, (size_t)length, &facts, &kernel), GI_OK);
        assert_int_equal(kernel.bound_constant_bytes, binds ? (bytes + 15) / 16 * 16 : 0);
        assert_true(!tools || spirv_is_valid(kernel.words, kernel.word_count));
        gi_arena_finish(&arena);
    }
}

/* The variables of .const come first, and end at a multiple of 16 bytes. */
TEST_CASE(test_places)
{
    static const char text[] = HEAD
        ".global .align 8 .u64 a;\n.const .align 2 .b8 b[3];\n.global .u8 c;\n"
        ".const .align 256 .b8 d[5];\n.const .u8 e;\n";
    static const uint64_t places[] = { 272, 0, 280, 256, 264 };
    struct gi_translate_variables variables;
    struct gi_ptx_module *module;
    struct gi_arena arena;

    gi_arena_init(&arena, 1 << 24);
    assert_int_equal(gi_ptx_parse(&arena, text, strlen(text), &module), GI_OK);
    assert_int_equal(gi_translate_variables(&arena, module, &variables), GI_OK);
    for (int i = 0; i < 5; i++)
        assert_int_equal(variables.offsets[i], places[i]);
    assert_int_equal(variables.constant_bytes, 272);
    assert_int_equal(variables.bytes, 281);
    assert_int_equal(variables.align, 256);
    gi_arena_finish(&arena);
}

/* Shared memory lies in device memory only if the facts say so and there is any. */
TEST_CASE(test_shared)
{
    static const char *const accesses[] = {
        "st.shared.u32 [%l1], %r1; ld.shared.u32 %r2, [%l1+4];", "st.shared.u8 [%l1], %r1;",
        "st.shared.u16 [%l1], %h1;", "ld.shared.v2.u64 {%l2, %l3}, [%l1];",
        "atom.shared.add.u32 %r1, [%l1], %r2; red.shared.add.u64 [%l1+8], %l0;",
        "red.shared.add.f32 [%l1], 0f3f800000; atom.shared.cas.b16 %h1, [%l1+8], %h1, %h1;",
        "cvta.shared.u64 %l1, %l1; st.u32 [%l1], %r1; ld.u16 %h1, [%l1]; bar.sync 0;",
        "cvta.shared.u64 %l1, %l1; atom.add.u32 %r1, [%l1], %r2; bar.sync 0;",
        "ld.global.u32 %r1, [%l1];",
    };
    struct gi_translate_target facts = target;
    struct gi_translate_kernel kernel;
    struct gi_arena arena;
    char text[1000];

    facts.int64_atomics = true;
    for (size_t i = 0; i < 4 * sizeof accesses / sizeof accesses[0]; i++) {
        bool has = i / 4 + 1 < sizeof accesses / sizeof accesses[0];
        int length = snprintf(text, sizeof text, HEAD ENTRY ".shared .align 16 .b8 a[4000]; "
                              "mov.u64 %%l1, %s; %s ret; }", has ? "a" : "0", accesses[i / 4]);

        facts.shared_in_memory = i % 2;
        facts.checks_memory = i / 2 % 2;
        gi_arena_init(&arena, 1 << 24);
        assert_int_equal(translate(&arena, text, (size_t)length, &facts, &kernel), GI_OK);
        assert_true(kernel.shared_in_memory == (facts.shared_in_memory && kernel.shared_bytes));
        assert_int_equal(kernel.push_offset_bytes - kernel.push_blocks_bytes,
                         kernel.shared_in_memory ? 16 : 0);
        assert_true(!kernel.shared_in_memory || kernel.uses_grid);
        assert_true(!tools || spirv_is_valid(kernel.words, kernel.word_count));
        gi_arena_finish(&arena);
    }
}

int main(void)
{
    tools = spirv_tools_installed();
    return run_test_cases(NULL);
}
