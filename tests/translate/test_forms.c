/* Instructions of all opcodes with types, modifiers and operands at random: what is accepted makes
 * a valid module, what is refused says why. */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "test_cases.h"
#include "kernel/translate/ptx/facts.h"
#include "kernel/translate/ptx/forms.h"
#include "kernel/translate/translate.h"
#include "spirv_tools.h"

enum { BATCHES = 60, BATCH = 100, ROOM = 200 };

static struct gi_translate_target target = {
    .push_bytes = 128, .int8 = true, .int16 = true, .float16 = true, .float64 = true,
    .int64_atomics = true, .near_approximations = true, .keeps_specials = 7, .keeps_denormals = 7,
};
static const char *const opcode_names[] = {
    "",
#define O(name, facts) #name,
#include "kernel/translate/ptx/opcode_list.h"
#undef O
};
static const char *const type_names[] = {
    "",
#define X(spelling, name, bytes, class) spelling,
    GI_PTX_TYPES(X)
#undef X
};
static const char *const modifier_names[GI_PTX_M_COUNT] = {
    [GI_PTX_M_NAN] = "NaN",
#define X(spelling, name) [GI_PTX_M_##name] = spelling,
    GI_PTX_MODIFIERS(X)
#undef X
};

static uint32_t random_below(uint32_t end)
{
    static uint64_t seed = 88172645463325252ull;

    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return (uint32_t)((seed * 2685821657736338717ull) >> 32) % end;
}

static void add(char *text, const char *more)
{
    size_t length = strlen(text);

    snprintf(text + length, ROOM - length, "%s", more);
}

/* A type of a set of them. */
static uint32_t type_of(uint64_t set)
{
    uint32_t type;

    do {
        type = 1 + random_below(GI_PTX_T_COUNT - 1);
    } while (set && !(set >> type & 1));
    return type;
}

/* ---- operands ---- */

static const char *any_operand(void)
{
    static const char *const all[] = {
        "%h1", "%r1", "%l1", "%f1", "%d1", "%p1", "%c1", "%i1", "5", "-1", "0f3f800000",
        "0d3ff0000000000000", "_", "%tid.x", "%laneid", "%clock64", "gv", "sh", "p",
        "[%l1]", "[%r1+4]", "[gv]", "[sh+8]", "[p]", "{%r1, %r2}", "{%h1, %h2}",
        "{%r1, %r2, %r3, %r4}", "{%f1, _}", "%p1|%p2", "%r1|%p1", "(%r1)", "!%p1", "nowhere", "k",
    };

    return all[random_below(sizeof(all) / sizeof(all[0]))];
}

static const char *register_of(uint32_t type)
{
    uint32_t bytes = gi_ptx_type_bytes((enum gi_ptx_type)type);
    bool is_float = gi_ptx_type_class((enum gi_ptx_type)type) == GI_PTX_FLOAT;

    if (type == GI_PTX_T_PRED)
        return random_below(2) ? "%p1" : "%p2";
    if (bytes == 1)
        return random_below(2) ? "%c1" : "%r3";
    if (bytes == 2)
        return random_below(2) ? "%h1" : "%h2";
    if (bytes == 4)
        return is_float && type == GI_PTX_T_F32 ? "%f2" : random_below(2) ? "%r1" : "%r2";
    return is_float ? "%d2" : random_below(2) ? "%l1" : "%l2";
}

static const char *operand_of(char letter, const uint32_t *types, uint32_t count, bool wide)
{
    uint32_t type = count ? types[count - 1] : GI_PTX_T_B32;

    if (letter == 'm')
        return random_below(2) ? "[%l1+8]" : random_below(2) ? "[gv+16]" : "[sh]";
    if (letter == 'i')
        return "90";
    if (letter == 'p')
        return random_below(2) ? "%p1" : "!%p2";
    if (letter == 'P')
        return "%p1";
    if (letter == 'Q')
        return random_below(2) ? "%p1" : "%p1|%p2";
    if (letter == 'u' || letter == 'U')
        return random_below(3) || letter == 'U' ? "%r2" : "7";
    if (letter == 'T' || letter == 't' || letter == 'L' || letter == 'V' || letter == 'v')
        type = types[0];
    if ((letter == 'w' || letter == 'W') && wide)
        type = gi_ptx_type_bytes((enum gi_ptx_type)type) == 2 ? GI_PTX_T_B32 : GI_PTX_T_B64;
    return register_of(type);
}

/* ---- instructions ---- */

static void add_words(char *text, const struct gi_ptx_form *form, const uint32_t *types,
                      uint32_t count, bool *wide)
{
    static const char *const spaces[] = { "", ".global", ".shared", ".local", ".param", ".const",
                                          ".global.v2", ".shared.v4", ".v2" };
    bool has_memory = strchr(form->operands, 'm') != NULL;
    bool chooses = form->modifiers[0] != 0;

    if (has_memory || random_below(40) == 0)
        add(text, spaces[random_below(sizeof(spaces) / sizeof(spaces[0]))]);
    for (uint32_t i = 0; i < 2 && chooses && (i == 0 || random_below(2)); i++) {
        uint8_t modifier = form->modifiers[random_below(random_below(2) ? 6 : 20)];

        if (random_below(40) == 0)
            modifier = (uint8_t)random_below(GI_PTX_M_COUNT);
        if (!modifier || !modifier_names[modifier])
            continue;
        *wide |= modifier == GI_PTX_M_WIDE;
        add(text, ".");
        add(text, modifier_names[modifier]);
    }
    for (uint32_t i = 0; i < count; i++) {
        add(text, ".");
        add(text, type_names[types[i]]);
    }
}

/* Mostly as a form says, with something wrong in many of them. */
static void make_instruction(char *text)
{
    uint32_t form_count;
    const struct gi_ptx_form *forms = gi_ptx_all_forms(&form_count);
    const struct gi_ptx_form *form = &forms[random_below(form_count)];
    const char *letter = form->operands;
    uint32_t count = *letter == '3' ? 3 : form->first ? 2 : form->last ? 1 : 0;
    uint32_t types[4] = { 0 };
    bool wide = false;

    for (uint32_t i = 0; i < count; i++)
        types[i] = type_of(i == 0 && count == 2 ? form->first : form->last);
    if (random_below(8) == 0 && count)
        types[random_below(count)] = type_of(0);
    text[0] = '\0';
    add(text, opcode_names[form->opcode]);
    add_words(text, form, types, count, &wide);
    for (bool first = true; *letter; letter++) {
        if (*letter == '3')
            continue;
        if (*letter == '?') {
            if (random_below(2))
                break;
            continue;
        }
        add(text, first ? " " : ", ");
        first = false;
        add(text, random_below(16) == 0 ? any_operand()
            : operand_of(*letter, types, count, wide));
    }
    add(text, ";\n");
}

/* ---- modules ---- */

static gi_status translate(struct gi_arena *arena, const char *code,
                           struct gi_translate_kernel *kernel)
{
    static char text[ROOM * BATCH + 2000];
    struct gi_ptx_module *module;
    gi_status status;

    snprintf(text, sizeof(text),
             ".version 8.0\n.target sm_80\n.address_size 64\n"
             ".global .align 16 .b8 gv[64];\n.shared .align 16 .b8 sh[64];\n"
             ".entry k(.param .u64 p)\n{\n"
             ".reg .b16 %%h<4>; .reg .b32 %%r<9>; .reg .b64 %%l<4>; .reg .f32 %%f<4>;\n"
             ".reg .f64 %%d<4>; .reg .pred %%p<4>; .reg .b8 %%c<2>; .reg .s32 %%i<2>;\n"
             ".local .align 8 .b8 lo[16];\n%sret;\n}\n", code);
    gi_arena_init(arena, 64 << 20);
    status = gi_ptx_parse(arena, text, strlen(text), &module);
    if (status == GI_OK)
        status = gi_translate(arena, module, module->functions[0], &target, kernel);
    return status;
}

static bool is_valid(const char *code)
{
    struct gi_translate_kernel kernel;
    struct gi_arena arena;
    gi_status status = translate(&arena, code, &kernel);
    bool valid = status == GI_OK && spirv_is_valid(kernel.words, kernel.word_count);

    if (status != GI_OK)
        printf("refused together: %s\n", gi_last_error_detail());
    gi_arena_finish(&arena);
    return valid;
}

/* Whether an instruction is accepted; where not, it says why and where. */
static bool accepted(const char *instruction)
{
    struct gi_translate_kernel kernel;
    struct gi_arena arena;
    gi_status status = translate(&arena, instruction, &kernel);

    if (status != GI_OK
        && ((status != GI_INVALID_VALUE && status != GI_NOT_SUPPORTED)
            || !gi_last_error_detail()[0]))
        fail_msg("%s: status %d: %s", instruction, status, gi_last_error_detail());
    gi_arena_finish(&arena);
    return status == GI_OK;
}

TEST_CASE(test_random)
{
    static char all[BATCH][ROOM];
    static char together[BATCH * ROOM];
    uint32_t taken = 0, wrong = 0;

    for (uint32_t batch = 0; batch < BATCHES; batch++) {
        uint32_t count = 0;

        target.flushes_small = target.folds_halves = batch % 2;
        together[0] = '\0';
        for (uint32_t i = 0; i < BATCH; i++) {
            make_instruction(all[count]);
            /* 32-bit and 64-bit atomics on one shared memory are refused together */
            if (!accepted(all[count])
                || (strncmp(all[count], "atom", 4) == 0 && strstr(all[count], "64"))
                || (strncmp(all[count], "red", 3) == 0 && strstr(all[count], "64")))
                continue;
            strcat(together, all[count++]);
        }
        taken += count;
        if (!spirv_tools_installed() || is_valid(together))
            continue;
        for (uint32_t i = 0; i < count; i++) {
            if (!is_valid(all[i])) {
                printf("invalid: %s", all[i]);
                wrong++;
            }
        }
        assert_true(wrong > 0);     /* else only together are they invalid */
    }
    printf("%u of %u accepted\n", taken, BATCHES * BATCH);
    assert_int_equal(wrong, 0);
    assert_in_range(taken, BATCHES * BATCH / 10, BATCHES * BATCH);
}

TEST_CASE(test_sorted)
{
    uint32_t count;
    const struct gi_ptx_form *forms = gi_ptx_all_forms(&count);

    for (uint32_t i = 1; i < count; i++)
        assert_true(forms[i - 1].opcode <= forms[i].opcode);
}

/* An opcode with forms says by them whether it writes its first operand, and one that takes an
 * address says by a fact what it does there. */
TEST_CASE(test_facts)
{
    const uint32_t memory = GI_PTX_LOADS | GI_PTX_STORES | GI_PTX_UPDATES | GI_PTX_COPIES
        | GI_PTX_HINTS | GI_PTX_AWAITS;
    uint32_t count;
    const struct gi_ptx_form *forms = gi_ptx_all_forms(&count);

    for (uint32_t i = 0; i < count; i++) {
        uint32_t facts = gi_ptx_facts[forms[i].opcode];

        if ((facts & GI_PTX_WRITES) != 0)
            fail_msg("%s has forms, and the fact WRITES", opcode_names[forms[i].opcode]);
        if (strchr(forms[i].operands, 'm') != NULL && (facts & memory) == 0)
            fail_msg("%s has an address, and no fact of it", opcode_names[forms[i].opcode]);
    }
}

/* What ptxas refuses too: the sentence, and the line in it. */
TEST_CASE(test_wrong)
{
    static const struct {
        const char *code, *words;
    } cases[] = {
        { "add.pred %p1, %p2, %p3;\n", "no such type" },
        { "popc.b16 %h1, %h2;\n", "no such type" },
        { "clz.b16 %h1, %h2;\n", "no such type" },
        { "bfind.u16 %h1, %h2;\n", "no such type" },
        { "brev.b16 %h1, %h2;\n", "no such type" },
        { "bfe.u16 %h1, %h2, 1, 2;\n", "no such type" },
        { "bfi.b16 %h1, %h2, %h1, 1, 2;\n", "no such type" },
        { "lop3.b64 %l1, %l2, %l3, %l1, 1;\n", "no such type" },
        { "mul24.lo.u64 %l1, %l2, %l3;\n", "no such type" },
        { "add.b32 %r1, %r2, %r3;\n", "no such type" },
        { "neg.u32 %r1, %r2;\n", "no such type" },
        { "setp.nan.s32 %p1, %r1, %r2;\n", "do not go" },
        { "setp.lo.s32 %p1, %r1, %r2;\n", "do not go" },
        { "setp.lt.b32 %p1, %r1, %r2;\n", "do not go" },
        { "add.sat.u32 %r1, %r2, %r3;\n", "do not go" },
        { "add.cc.u16 %h1, %h2, %h3;\n", "do not go" },
        { "mad.lo.sat.s32 %r1, %r2, %r3, %r4;\n", "do not go" },
        { "sub.ftz.f64 %d1, %d2, %d3;\n", "do not go" },
        { "add.rz.f16 %h1, %h2, %h3;\n", "do not go" },
        { "min.NaN.f64 %d1, %d2, %d3;\n", "do not go" },
        { "add.u32 %r1, %l2, %r3;\n", "not of its type" },
        { "add.u32 %f1, %r2, 1;\n", "not of its type" },
        { "add.f32 %f1, %f2, 1;\n", "not of its type" },
        { "add.u32 %r1, %r2, 0f3f800000;\n", "not of its type" },
        { "mul.wide.u32 %r1, %r2, %r3;\n", "not of its type" },
        { "shl.b64 %l1, %l2, %l3;\n", "not of its type" },
        { "bfe.u32 %r1, %r2, %l2, %r3;\n", "not of its type" },
        { "popc.b64 %l1, %l2;\n", "not of its type" },
        { "cvt.u64.u32 %r1, %r2;\n", "not of its type" },
        { "cvt.rn.f32.s32 %d1, %r1;\n", "not of its type" },
        { "ld.global.u64 %r1, [%l1];\n", "not of its type" },
        { "ld.global.v2.u32 %r1, [%l1];\n", "not of its type" },
        { "ld.global.f32 %d1, [%l1];\n", "not of its type" },
        { "selp.b32 %r1, %r2, %r3, %r4;\n", "not of its type" },
        { "add.u32 7, %r2, %r3;\n", "not of its type" },
        { "cvt.pack.s8.s32.b32 %r1, %r2, %r3, %r4;\n", "do not go" },
        { "cvt.sat.u16.s32 %r1, %r2, %r3;\n", "do not go" },
        { "cvt.pack.sat.s32.s32.b32 %r1, %r2, %r3, %r4;\n", "no such type" },
        { "cvt.rn.e4m3x2.f32 %h1, %f1, %f2;\n", "do not go" },
        { "cvt.satfinite.e5m2x2.f32 %h1, %f1, %f2;\n", "do not go" },
        { "cvt.rz.satfinite.e4m3x2.f32 %h1, %f1, %f2;\n", "do not go" },
        { "cvt.rn.satfinite.e4m3x2.f32 %h1, %f1;\n", "wrong number" },
        { "cvt.rn.satfinite.e4m3x2.f32 %r1, %f1, %f2;\n", "not of its type" },
        { "cvt.rn.satfinite.e4m3x2.f16 %h1, %h2;\n", "no such type" },
        { "cvt.rn.satfinite.e4m3x2.f16x2 %h1, %h2;\n", "not of its type" },
        { "cvt.f16x2.e4m3x2 %r1, %h1;\n", "do not go" },
        { "cvt.rn.satfinite.f16x2.e5m2x2 %r1, %h1;\n", "do not go" },
        { "cvt.rn.f16.e5m2x2 %h2, %h1;\n", "no such type" },
        { "griddepcontrol;\n", "do not go" },
        { "griddepcontrol.wait.launch_dependents;\n", "do not go" },
        { "griddepcontrol.wait %r1;\n", "wrong number" },
        { "add.u32 %r1, %r2;\n", "wrong number" },
        { "ts: .branchtargets A, A;\nbrx.idx %l1, ts;\nA:\n", "32 bits" },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct gi_translate_kernel kernel;
        struct gi_arena arena;
        gi_status status = translate(&arena, cases[i].code, &kernel);

        gi_arena_finish(&arena);
        if (status != GI_INVALID_VALUE || !strstr(gi_last_error_detail(), cases[i].words)
            || !strstr(gi_last_error_detail(), "PTX line 1"))
            fail_msg("%s: status %d: %s", cases[i].code, status, gi_last_error_detail());
    }
}
