/* The PTX parser: what compilers write, and what nobody should. */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "test_cases.h"
#include "kernel/translate/ptx/examine.h"
#include "kernel/translate/ptx/ptx.h"

static const char *folder;
static char *sample;
static size_t sample_length;

static struct gi_ptx_text text_of(const char *name)
{
    return (struct gi_ptx_text){ name, (uint32_t)strlen(name) };
}

static char *read_file(const char *name, size_t *out_length)
{
    char path[1000];
    FILE *file;
    char *text;
    long length;

    snprintf(path, sizeof(path), "%s/%s", folder, name);
    file = fopen(path, "rb");
    assert_non_null(file);
    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    length = ftell(file);
    rewind(file);
    text = malloc((size_t)length + 1);
    assert_non_null(text);
    assert_int_equal(fread(text, 1, (size_t)length, file), length);
    fclose(file);
    *out_length = (size_t)length;
    return text;
}

/* Parses a copy of the exact length, so that a read behind its end is seen; all bodies too. */
static gi_status parse_all(const char *text, size_t length)
{
    struct gi_ptx_module *module;
    struct gi_arena arena;
    char *copy = malloc(length ? length : 1);
    gi_status status;

    assert_non_null(copy);
    memcpy(copy, text, length);
    gi_arena_init(&arena, 16 << 20);
    status = gi_ptx_parse(&arena, copy, length, &module);
    for (uint32_t i = 0; status == GI_OK && i < module->function_count; i++) {
        struct gi_ptx_body *body;

        if (module->functions[i]->has_body)
            status = gi_ptx_parse_body(&arena, module, module->functions[i], &body);
    }
    if (status == GI_OK) {               /* whatever it finds: it ends, and reads nothing else */
        gi_status found = gi_translate_examine(module, true);

        assert_true(found == GI_OK || found == GI_INVALID_VALUE || found == GI_OUT_OF_MEMORY);
    }
    if (status != GI_OK)
        assert_true(strlen(gi_last_error_detail()) > 10);
    gi_arena_finish(&arena);
    free(copy);
    return status;
}

TEST_CASE(test_words)
{
#define O(name, facts) assert_int_equal(gi_ptx_opcode_of(text_of(#name)), GI_PTX_OP_##name);
#include "kernel/translate/ptx/opcode_list.h"
#undef O
#define X(spelling, name) \
    assert_int_equal(gi_ptx_modifier_of(text_of(spelling)), GI_PTX_M_##name);
    GI_PTX_MODIFIERS(X)
#undef X
    assert_int_equal(gi_ptx_opcode_of(text_of("abs")), GI_PTX_OP_abs);
    assert_int_equal(gi_ptx_opcode_of(text_of("xor")), GI_PTX_OP_xor);
    assert_int_equal(gi_ptx_opcode_of(text_of("x")), GI_PTX_OP_UNKNOWN);
    assert_int_equal(gi_ptx_modifier_of(text_of("1d")), GI_PTX_M_1D);
    assert_int_equal(gi_ptx_modifier_of(text_of("zero")), GI_PTX_M_ZERO);
    assert_int_equal(gi_ptx_modifier_of(text_of("L2::128B")), GI_PTX_M_CACHE);
    assert_int_equal(gi_ptx_modifier_of(text_of("L2::cache_hint")), GI_PTX_M_POLICY);
    assert_int_equal(gi_ptx_type_of(text_of("f16x2")), GI_PTX_T_F16X2);
    assert_int_equal(gi_ptx_type_bytes(GI_PTX_T_B128), 16);
    assert_int_equal(gi_ptx_special_of(text_of("clock64")), GI_PTX_S_clock64);
}

static void check_variables(const struct gi_ptx_module *module)
{
    static const uint8_t table[24] = { 0, 0, 0x80, 0x3f, 0, 0, 0x20, 0x40, 0, 0, 0, 0,
                                       0, 0, 0x80, 0xbf, 0, 0, 0x40, 0x40, 0, 0, 0, 0 };
    const struct gi_ptx_variable *found = gi_ptx_find_variable(module, text_of("table"));

    assert_int_equal(found->bytes, 24);
    assert_int_equal(found->space, GI_PTX_CONST);
    assert_memory_equal(found->data, table, sizeof(table));
    found = gi_ptx_find_variable(module, text_of("text"));
    assert_memory_equal(found->data, "hi%d\n", 6);
    found = gi_ptx_find_variable(module, text_of("pointers"));
    assert_int_equal(found->relocation_count, 2);
    assert_int_equal(found->relocations[1].offset, 8);
    assert_int_equal(found->relocations[1].addend, 8);
    assert_true(found->relocations[1].generic);
    assert_int_equal(found->relocations[0].bytes, 8);
    found = gi_ptx_find_variable(module, text_of("split"));
    assert_int_equal(found->relocations[1].shift, 8);
    assert_int_equal(found->relocations[1].bytes, 1);
    found = gi_ptx_find_variable(module, text_of("quad"));
    assert_int_equal(found->bytes, 16);
    assert_int_equal(found->data[7], 0x3f);
    found = gi_ptx_find_variable(module, text_of("open"));
    assert_int_equal(found->bytes, 6);
    assert_int_equal(found->data[4], 3);
    assert_int_equal(gi_ptx_find_variable(module, text_of("octal"))->data[0], 15);
    assert_true(gi_ptx_find_variable(module, text_of("shared_with_host"))->is_managed);
    assert_true(gi_ptx_find_variable(module, text_of("dynamic"))->is_open);
    assert_null(gi_ptx_find_variable(module, text_of("kernel")));
}

/* What joined texts declare more than once: the definition that is not weak stands, else the
 * first. */
TEST_CASE(test_weak)
{
    static const char text[] = ".version 6.4\n.target sm_60\n.address_size 64\n"
        ".weak .global .u32 first = 1;\n.weak .global .u32 first = 2;\n"
        ".weak .global .u32 strong = 1;\n.visible .global .u32 strong = 2;\n"
        ".weak .global .u32 strong = 3;\n"
        ".common .global .u32 wide;\n.common .global .b8 wide[16];\n"
        ".common .global .u32 wide;\n"
        ".weak .func (.param .u32 r) f(.param .u32 a) { trap; ret; }\n"
        ".visible .func (.param .u32 s) f(.param .u32 b) { ret; }\n"
        ".weak .func (.param .u32 t) f(.param .u32 c) { trap; trap; ret; }\n";
    struct gi_ptx_module *module;
    struct gi_ptx_function *function;
    struct gi_ptx_body *body;
    struct gi_arena arena;

    gi_arena_init(&arena, 1 << 20);
    assert_int_equal(gi_ptx_parse(&arena, text, sizeof(text) - 1, &module), GI_OK);
    assert_int_equal(module->variable_count, 3);
    assert_int_equal(gi_ptx_find_variable(module, text_of("first"))->data[0], 1);
    assert_int_equal(gi_ptx_find_variable(module, text_of("strong"))->data[0], 2);
    assert_int_equal(gi_ptx_find_variable(module, text_of("wide"))->bytes, 16);
    assert_int_equal(module->function_count, 1);
    function = module->functions[0];
    assert_int_equal(gi_ptx_parse_body(&arena, module, function, &body), GI_OK);
    assert_int_equal(body->instruction_count, 1);
    assert_memory_equal(function->parameters[0]->name.start, "b", 1);
    gi_arena_finish(&arena);
}

/* A run of plain numbers, and what ends one: other bases, signs, names, braces. */
TEST_CASE(test_values)
{
    static const char text[] = ".version 6.4\n.target sm_60\n.address_size 64\n"
        ".global .b8 row[9] = {1, 2,3 , 010, 0x11, 5U, -1, 0, 7};\n"
        ".global .u16 rows[2][3] = {{1, 65535}, {3, 4, 500}};\n"
        ".global .u64 far[4] = {12, 999999999999999999, 18446744073709551615, 3};\n"
        ".global .u32 lines[] = {1,\n2,\n3};\n.global .u32 broken = 08;";
    static const uint8_t row[] = { 1, 2, 3, 8, 17, 5, 255, 0, 7 };
    static const uint16_t rows[] = { 1, 65535, 0, 3, 4, 500 };
    static const uint64_t far[] = { 12, 999999999999999999u, UINT64_MAX, 3 };
    static const uint32_t lines[] = { 1, 2, 3 };
    struct gi_ptx_module *module;
    struct gi_arena arena;

    gi_arena_init(&arena, 1 << 20);
    assert_int_equal(gi_ptx_parse(&arena, text, strlen(text) - sizeof(".global .u32 broken = 08;")
                                  + 1, &module), GI_OK);
    assert_memory_equal(gi_ptx_find_variable(module, text_of("row"))->data, row, sizeof(row));
    assert_memory_equal(gi_ptx_find_variable(module, text_of("rows"))->data, rows, sizeof(rows));
    assert_memory_equal(gi_ptx_find_variable(module, text_of("far"))->data, far, sizeof(far));
    assert_memory_equal(gi_ptx_find_variable(module, text_of("lines"))->data, lines,
                        sizeof(lines));
    assert_int_equal(gi_ptx_parse(&arena, text, strlen(text), &module), GI_INVALID_VALUE);
    assert_non_null(strstr(gi_last_error_detail(), "line 10: a number has a digit"));
    gi_arena_finish(&arena);
}

/* Which register a name is: of the innermost range, of a shorter one, or a name of its own. */
TEST_CASE(test_registers)
{
    static const char text[] = ".version 6.4\n.target sm_60\n.address_size 64\n.entry k() {\n"
        ".reg .b32 %r<12>;\n.reg .b32 %r1<3>;\n"
        "mov.u32 %r11, %r2;\nmov.u32 %r11, %r12;\n"
        "{ .reg .b32 %r<4>;\nmov.u32 %r3, %r2;\nmov.u32 %r11, %r2; }\n"
        "mov.u32 %r3, %r2;\n"
        "{ .reg .b32 %r2;\nmov.u32 %r3, %r2; }\n"
        "mov.u32 %r3, %r2;\nret; }\n";
    const struct gi_ptx_instruction *all;
    struct gi_ptx_module *module;
    struct gi_ptx_body *body;
    struct gi_arena arena;
    uint32_t outer, inner;

    gi_arena_init(&arena, 1 << 20);
    assert_int_equal(gi_ptx_parse(&arena, text, sizeof(text) - 1, &module), GI_OK);
    assert_int_equal(gi_ptx_parse_body(&arena, module, module->functions[0], &body), GI_OK);
    all = body->instructions;
    outer = all[0].operands[1].index;
    inner = all[2].operands[1].index;
    assert_int_equal(all[0].operands[0].index, all[1].operands[0].index);
    assert_int_equal(all[1].operands[1].kind, GI_PTX_REGISTER);     /* %r1 2 */
    assert_int_not_equal(inner, outer);
    assert_int_equal(all[3].operands[1].index, inner);
    /* %r11 is beyond the inner range, so it is %r1 1 */
    assert_int_not_equal(all[3].operands[0].index, all[0].operands[0].index);
    assert_int_equal(all[4].operands[1].index, outer);
    assert_int_not_equal(all[5].operands[1].index, outer);
    assert_int_not_equal(all[5].operands[1].index, inner);
    assert_int_equal(all[5].operands[0].index, all[4].operands[0].index);
    assert_int_equal(all[6].operands[1].index, outer);
    gi_arena_finish(&arena);
}

static void check_body(const struct gi_ptx_body *body)
{
    const struct gi_ptx_instruction *all = body->instructions;
    const struct gi_ptx_operand *mem;

    assert_int_equal(body->instruction_count, 21);
    assert_int_equal(body->variable_count, 5);
    assert_int_equal(body->variables[1]->bytes, 16 * 17 * 4);
    assert_int_equal(all[1].vector, 2);
    assert_int_equal(all[1].operands[1].value, 8);
    assert_ptr_equal(all[1].operands[1].to.items[0].to.variable->name.length, 14);
    assert_int_equal(all[2].operands[1].kind, GI_PTX_SPECIAL);
    assert_int_equal(all[3].operands[0].to.items[1].kind, GI_PTX_SINK);
    assert_int_equal(all[4].operands[0].kind, GI_PTX_PAIR);
    assert_int_equal((int64_t)all[4].operands[2].value, -5);
    assert_true(all[4].operands[3].negated);
    assert_true(all[5].has_guard && all[5].guard_negated);
    assert_int_equal(body->labels[all[5].operands[0].index].instruction, 10);
    /* %r1 of the inner braces is another register than the outer one */
    assert_int_not_equal(all[6].operands[0].index, all[1].operands[0].to.items[0].index);
    assert_int_equal(body->labels[all[8].operands[0].index].instruction, 6);
    assert_int_equal(body->labels[all[9].operands[0].index].instruction, 9);
    mem = &all[11].operands[1];
    assert_int_equal((int64_t)mem->value, -16);
    assert_int_equal(all[11].vector, 4);
    assert_int_equal(all[12].operands[1].count, 2);
    assert_int_equal(all[15].operands[1].kind, GI_PTX_FUNCTION);
    assert_int_equal(all[17].operands[3].kind, GI_PTX_LABEL);
    assert_int_equal(all[18].opcode, GI_PTX_OP_brx);
    assert_int_equal(body->labels[all[18].operands[1].index].target_count, 2);
    assert_int_equal(all[19].opcode, GI_PTX_OP_UNKNOWN);
}

TEST_CASE(test_grammar)
{
    struct gi_ptx_module *module;
    struct gi_ptx_body *body;
    struct gi_arena arena;
    const struct gi_ptx_function *kernel;

    gi_arena_init(&arena, 1 << 20);
    assert_int_equal(gi_ptx_parse(&arena, sample, sample_length, &module), GI_OK);
    assert_int_equal(module->version_major, 8);
    assert_int_equal(module->version_minor, 5);
    assert_int_equal(module->target_number, 75);
    assert_int_equal(module->function_count, 3);
    check_variables(module);
    kernel = gi_ptx_find_function(module, text_of("kernel"));
    assert_true(kernel->is_entry);
    assert_int_equal(kernel->parameter_count, 2);
    assert_int_equal(kernel->parameters[1]->bytes, 24);
    assert_int_equal(kernel->max_threads[0], 256);
    assert_int_equal(kernel->min_blocks, 2);
    assert_int_equal(gi_ptx_parse_body(&arena, module, kernel, &body), GI_OK);
    check_body(body);
    assert_int_equal(gi_ptx_parse_body(&arena, module,
                                       gi_ptx_find_function(module, text_of("vprintf")), &body),
                     GI_INVALID_VALUE);
    gi_arena_finish(&arena);
}

#define HEAD ".version 8.0\n.target sm_75\n.address_size 64\n"

/* Each is refused, and the sentence has the words. */
TEST_CASE(test_malformed)
{
    static const struct {
        const char *text;
        const char *words;
    } cases[] = {
        { "", "does not start" },
        { "ELF", "does not start" },
        { ".version 8.0 .target sm_75 .address_size 32", "32 bits" },
        { HEAD ".entry k() { ret; ", "line 4: no brace closes" },
        { HEAD ".entry k() { bra nowhere; }", "nowhere" },
        { HEAD ".entry k() { a: a: ret; }", "stands twice" },
        { HEAD ".entry k() { ret }", "operand was expected" },
        { HEAD ".entry k() { ret; } .entry k() { ret; }", "two bodies" },
        { HEAD ".global .u32 x[2] = {1, 2, 3};", "more values" },
        { HEAD ".global .u32 x[2] = {{1}, 2};", "more braces" },
        { HEAD ".global .u32 x[9999999999][9999999999];", "larger than any" },
        { HEAD ".global .align 3 .u32 x;", "power of two" },
        { HEAD ".global .u8 x = 0f3F800000;", "initialises a whole" },
        { HEAD ".global .b8 x = 0xFF00FF(x);", "mask" },
        { HEAD ".global .u64 x = nothing;", "line 4: Invalid initial value symbol 'nothing'" },
        { HEAD ".global .u64 x[2] = {x, generic(y)};", "symbol 'y'" },
        { HEAD ".global .u64 x = 18446744073709551616;", "64 bits" },
        { HEAD ".global .f32 x = 0f3F80;", "too few digits" },
        { HEAD ".reg .u32 x;", "outside of a body" },
        { HEAD ".entry k() { @%p0 ret; }", "no predicate" },
        { HEAD ".entry k() { mov.u32 [], 1; }", "address is empty" },
        { HEAD ".entry k() { mov.u32 {{{{{{1}}}}}}, 1; }", "nested" },
        { HEAD "\x01", "byte 0x01" },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        assert_int_not_equal(parse_all(cases[i].text, strlen(cases[i].text)), GI_OK);
        if (!strstr(gi_last_error_detail(), cases[i].words))
            fail_msg("%s: %s", cases[i].text, gi_last_error_detail());
    }
}

TEST_CASE(test_truncated)
{
    for (size_t length = 0; length <= sample_length; length++)
        (void)parse_all(sample, length);
    assert_int_equal(parse_all(sample, sample_length), GI_OK);
}

static uint32_t next_random(uint32_t *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return *seed >> 8;
}

TEST_CASE(test_mutated)
{
    static const char likely[] = "{}[]();,:.@!|+-<>=_%0123456789\n\"/*";
    char *copy = malloc(sample_length);
    uint32_t seed = 14;

    assert_non_null(copy);
    for (int round = 0; round < 3000; round++) {
        uint32_t changes = 1 + next_random(&seed) % 4;

        memcpy(copy, sample, sample_length);
        for (uint32_t i = 0; i < changes; i++) {
            uint32_t what = next_random(&seed);

            copy[next_random(&seed) % sample_length]
                = what & 1 ? likely[what / 2 % (sizeof(likely) - 1)] : (char)(what >> 4);
        }
        (void)parse_all(copy, sample_length);
    }
    free(copy);
}

/* A text repeated between a start and an end. */
static gi_status parse_repeated(const char *start, const char *part, size_t times, const char *end)
{
    size_t room = strlen(start) + strlen(part) * times + strlen(end) + 1;
    char *text = malloc(room);
    char *at = text;
    gi_status status;

    assert_non_null(text);
    at += sprintf(at, "%s", start);
    for (size_t i = 0; i < times; i++)
        at += sprintf(at, "%s", part);
    at += sprintf(at, "%s", end);
    status = parse_all(text, (size_t)(at - text));
    free(text);
    return status;
}

TEST_CASE(test_enormous)
{
    assert_int_equal(parse_repeated(HEAD ".entry k() {", "{", 100000, ""), GI_INVALID_VALUE);
    assert_int_equal(parse_repeated(HEAD ".entry k() {", "{}", 100000, "}"), GI_OK);
    assert_int_equal(parse_repeated(HEAD ".entry k() { add.u32 ", "{", 100000, "; }"),
                     GI_INVALID_VALUE);
    assert_int_equal(parse_repeated(HEAD ".entry k() { call f, (", "1,", 100000, "1); }"),
                     GI_INVALID_VALUE);
    assert_int_equal(parse_repeated(HEAD ".entry k() {", "{a: bra a;}", 20000, "}"), GI_OK);
    assert_int_equal(parse_repeated(HEAD ".entry k() { add", ".f32", 100000, " 1; }"), GI_OK);
    assert_int_equal(parse_repeated(HEAD ".global .u8 x", "[1]", 100000, ";"), GI_INVALID_VALUE);
    assert_int_equal(parse_repeated(HEAD ".entry k() { .reg .b32 %r<4294967295>; mov.u32 %r", "9",
                                    9, ", 1; }"), GI_OUT_OF_MEMORY);
    assert_int_equal(parse_repeated(HEAD ".global .u8 x[", "9", 12, "] = {1};"), GI_OUT_OF_MEMORY);
    assert_int_equal(parse_repeated("", "/*", 100000, ""), GI_INVALID_VALUE);
}

int main(int argc, char **argv)
{
    int failed;

    if (argc != 2)
        return 2;
    folder = argv[1];
    sample = read_file("grammar.ptx", &sample_length);
    failed = run_test_cases(NULL);
    free(sample);
    return failed;
}
