/* wmma in all the ways of warps: matrices in memory are loaded, multiplied and stored, and held
 * against their product in C. */
#include <stddef.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "test_cases.h"
#include "host.h"
#include "matrix_model.h"
#include "spirv_tools.h"
#include "kernel/translate/ptx/ptx.h"

/* A matrix has a place of its own for each warp, and lines that are longer than it. */
enum { WARPS = 2, ROOM = 16384, PLACE_BYTES = 2048, LONGER = 8 };

static bool tools;              /* SPIRV-Tools are installed */

/* A kind of elements: its name, bits, registers of A and B for each shape. */
static const struct wmma_case {
    const char *shape, *a, *c, *d;      /* types */
    uint32_t rows, columns, depth, bits;
    uint32_t a_registers, b_registers, c_registers, d_registers;
    const char *behind;
} cases[] = {
    { "m16n16k16", "f16", "f32", "f32", 16, 16, 16, 16, 8, 8, 8, 8, "" },
    { "m16n16k16", "f16", "f16", "f16", 16, 16, 16, 16, 8, 8, 4, 4, "" },
    { "m16n16k16", "f16", "f32", "f16", 16, 16, 16, 16, 8, 8, 8, 4, "" },
    { "m8n32k16", "f16", "f32", "f32", 8, 32, 16, 16, 8, 8, 8, 8, "" },
    { "m32n8k16", "f16", "f16", "f32", 32, 8, 16, 16, 8, 8, 4, 8, "" },
    { "m16n16k16", "bf16", "f32", "f32", 16, 16, 16, 16, 4, 4, 8, 8, "" },
    { "m8n32k16", "bf16", "f32", "f32", 8, 32, 16, 16, 2, 8, 8, 8, "" },
    { "m32n8k16", "bf16", "f32", "f32", 32, 8, 16, 16, 8, 2, 8, 8, "" },
    { "m16n16k8", "tf32", "f32", "f32", 16, 16, 8, 32, 4, 4, 8, 8, "" },
    { "m8n8k4", "f64", "f64", "f64", 8, 8, 4, 64, 1, 1, 2, 2, "" },
    { "m16n16k16", "s8", "s32", "s32", 16, 16, 16, 8, 2, 2, 8, 8, "" },
    { "m8n32k16", "u8", "s32", "s32", 8, 32, 16, 8, 1, 4, 8, 8, "" },
    { "m32n8k16", "s8", "s32", "s32", 32, 8, 16, 8, 4, 1, 8, 8, "" },
    { "m8n8k32", "s4", "s32", "s32", 8, 8, 32, 4, 1, 1, 2, 2, "" },
    { "m8n8k32", "u4", "s32", "s32", 8, 8, 32, 4, 1, 1, 2, 2, "" },
    { "m8n8k128", "b1", "s32", "s32", 8, 8, 128, 1, 1, 1, 2, 2, ".xor.popc" },
};

static uint64_t seed = 1;

static uint32_t next(void)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return (uint32_t)((seed * 2685821657736338717ull) >> 32);
}

/* ---- matrices in memory ---- */

struct matrix {
    const char *type;
    uint32_t rows, columns, bits;
    bool by_columns;
    uint32_t stride;
};

static uint32_t bits_of(const char *type)
{
    return strcmp(type, "b1") == 0 ? 1
        : (uint32_t)atoi(type + strcspn(type, "0123456789"));
}

static struct matrix matrix_of(const char *type, uint32_t rows, uint32_t columns, bool by_columns)
{
    struct matrix matrix = { type, rows, columns, bits_of(type), by_columns, 0 };

    matrix.stride = (by_columns ? rows : columns)
        + (matrix.bits < 8 ? 128 : matrix.bits == 8 ? 2 * LONGER : LONGER);
    return matrix;
}

static uint32_t place_in(const struct matrix *matrix, uint32_t row, uint32_t column)
{
    return matrix->by_columns ? column * matrix->stride + row : row * matrix->stride + column;
}

static double read_element(const struct matrix *matrix, const uint8_t *bytes, uint32_t row,
                           uint32_t column)
{
    uint32_t at = place_in(matrix, row, column), word = 0;
    uint64_t raw = 0;
    double wide;
    float value;

    if (matrix->bits < 8) {
        word = bytes[at * matrix->bits / 8] >> at * matrix->bits % 8 & ((1u << matrix->bits) - 1);
        return matrix->type[0] == 's' ? (double)word - (word >> 3 ? 16 : 0) : word;
    }
    memcpy(&raw, bytes + (size_t)at * matrix->bits / 8, matrix->bits / 8);
    word = (uint32_t)raw;
    if (!strcmp(matrix->type, "f64")) {
        memcpy(&wide, &raw, 8);
        return wide;
    }
    if (!strcmp(matrix->type, "f16"))
        return matrix_half((uint16_t)word);
    if (matrix->type[0] == 's' || matrix->type[0] == 'u')
        return matrix->bits == 32 ? (double)(int32_t)word
            : matrix->type[0] == 's' ? (double)(int8_t)word : (double)word;
    word = !strcmp(matrix->type, "bf16") ? word << 16 : matrix->type[0] == 't'
        ? word & 0xffffe000 : word;
    memcpy(&value, &word, 4);
    return value;
}

/* Small whole numbers, which every type has, as quarters in floats; any bits in integers. */
static void fill(const struct matrix *matrix, uint8_t *bytes)
{
    for (uint32_t i = 0; i < PLACE_BYTES; i += 4) {
        uint32_t word = next();

        memcpy(bytes + i, &word, 4);
    }
    if (matrix->type[0] == 's' || matrix->type[0] == 'u' || matrix->bits == 1)
        return;
    for (uint32_t at = 0; (at + 1) * matrix->bits <= PLACE_BYTES * 8; at++) {
        float value = (float)((int)(next() % 33) - 16) / 4;
        double wide = value;
        uint32_t word;
        uint16_t half = matrix_to_half(value);

        memcpy(&word, &value, 4);
        if (matrix->bits == 64)
            memcpy(bytes + (size_t)at * 8, &wide, 8);
        else if (matrix->bits == 32)
            memcpy(bytes + (size_t)at * 4, &word, 4);
        else if (!strcmp(matrix->type, "f16"))
            memcpy(bytes + (size_t)at * 2, &half, 2);
        else
            bytes[at * 2] = (uint8_t)(word >> 16), bytes[at * 2 + 1] = (uint8_t)(word >> 24);
    }
}

/* ---- kernels ---- */

static void list(char *text, const char *type, char name, uint32_t count)
{
    char sort = !strcmp(type, "f64") ? 'd' : !strcmp(type, "f32") ? 'f' : 'r';
    size_t length = strlen(text);

    for (uint32_t i = 0; i < count; i++)
        length += (size_t)sprintf(text + length, "%s%%%c%c%u", i ? ", " : "{", sort, name, i);
    strcat(text, "}");
}

static void say_load(char *text, const struct wmma_case *one, const char *space, char name,
                     const struct matrix *matrix, uint32_t registers, uint32_t place)
{
    sprintf(text + strlen(text), "wmma.load.%c.sync.aligned.%s.%s%s.%s ", name,
            matrix->by_columns ? "col" : "row", one->shape, space, matrix->type);
    list(text, matrix->type[0] == 't' ? "b32" : matrix->type, name, registers);
    sprintf(text + strlen(text), ", [%s+%u], %u;\n", strcmp(space, ".shared") == 0 ? "%s" : "%l0",
            place * PLACE_BYTES, matrix->stride);
}

/* All of in is copied to shared memory, where the space is that. */
static void make_text(const struct wmma_case *one, const struct matrix *all, const char *space,
                      char *text)
{
    bool is_short = !strcmp(one->a, "f16");

    sprintf(text,
            ".version 8.0\n.target sm_80\n.address_size 64\n"
            ".entry k(.param .u64 in, .param .u64 out)\n{\n"
            ".reg .b32 %%ra<8>, %%rb<8>, %%rc<8>, %%rd<8>, %%t, %%w, %%s, %%i;\n"
            ".reg .f32 %%fc<8>, %%fd<8>; .reg .f64 %%da<2>, %%db<2>, %%dc<2>, %%dd<2>;\n"
            ".reg .b64 %%l<4>; .reg .pred %%p; .shared .align 128 .b8 words[%d];\n"
            "mov.u32 %%t, %%tid.x; shr.u32 %%w, %%t, 5; mov.u32 %%s, words;\n"
            "ld.param.u64 %%l0, [in]; mul.wide.u32 %%l1, %%t, 4; add.s64 %%l2, %%l0, %%l1;\n"
            "mad.lo.u32 %%i, %%t, 4, %%s; mov.u32 %%t, 0;\n"
            "again:\nld.global.b32 %%rd0, [%%l2]; st.shared.b32 [%%i], %%rd0;\n"
            "add.s64 %%l2, %%l2, %d; add.u32 %%i, %%i, %d; add.u32 %%t, %%t, %d;\n"
            "setp.lt.u32 %%p, %%t, %d; @%%p bra again;\nbar.sync 0;\n"
            "mul.wide.u32 %%l1, %%w, %d; add.s64 %%l0, %%l0, %%l1;\n"
            "mad.lo.u32 %%s, %%w, %d, %%s;\n", 4 * WARPS * PLACE_BYTES, WARPS * 128, WARPS * 128,
            WARPS * 128, 4 * WARPS * PLACE_BYTES, 4 * PLACE_BYTES, 4 * PLACE_BYTES);
    say_load(text, one, space, 'a', &all[0], one->a_registers, 0);
    say_load(text, one, space, 'b', &all[1], one->b_registers, 1);
    say_load(text, one, space, 'c', &all[2], one->c_registers, 2);
    sprintf(text + strlen(text), "wmma.mma%s.sync.aligned.%s.%s.%s.%s", one->behind,
            all[0].by_columns ? "col" : "row", all[1].by_columns ? "col" : "row", one->shape,
            one->d);
    if (!is_short)
        sprintf(text + strlen(text), ".%s.%s", one->a, one->a);
    sprintf(text + strlen(text), ".%s ", one->c);
    list(text, one->d, 'd', one->d_registers);
    strcat(text, ", ");
    list(text, one->a[0] == 't' ? "b32" : one->a, 'a', one->a_registers);
    strcat(text, ", ");
    list(text, one->a[0] == 't' ? "b32" : one->a, 'b', one->b_registers);
    strcat(text, ", ");
    list(text, one->c, 'c', one->c_registers);
    sprintf(text + strlen(text), ";\nld.param.u64 %%l0, [out]; mul.wide.u32 %%l1, %%w, %d;\n"
            "add.s64 %%l0, %%l0, %%l1;\nwmma.store.d.sync.aligned.%s.%s.global.%s [%%l0], ",
            PLACE_BYTES, all[3].by_columns ? "col" : "row", one->shape, one->d);
    list(text, one->d, 'd', one->d_registers);
    sprintf(text + strlen(text), ", %u;\nret;\n}\n", all[3].stride);
}

static void run(const char *text, bool by_machine, const uint8_t *in, uint8_t *out)
{
    struct gi_translate_target target = *host_target();
    struct gi_translate_kernel kernel;
    struct host_memory from, to;
    struct gi_ptx_module *module;
    struct gi_arena arena;

    target.always_machine = by_machine;
    gi_arena_init(&arena, 64 << 20);
    if (gi_ptx_parse(&arena, text, strlen(text), &module) != GI_OK
        || gi_translate(&arena, module, module->functions[0], &target, &kernel) != GI_OK)
        fail_msg("%s\n%s", gi_last_error_detail(), text);
    if (tools && !spirv_is_valid(kernel.words, kernel.word_count))
        fail_msg("no valid SPIR-V\n%s", text);
    host_reset();
    from = host_alloc(4 * WARPS * PLACE_BYTES);
    to = host_alloc(WARPS * PLACE_BYTES);
    memcpy(from.bytes, in, 4 * WARPS * PLACE_BYTES);
    host_run(&kernel, 0, (const void *[]){ &from.address, &to.address },
             (uint32_t[]){ 1, 1, 1 }, (uint32_t[]){ WARPS * 32, 1, 1 }, 0);
    memcpy(out, to.bytes, WARPS * PLACE_BYTES);
    gi_arena_finish(&arena);
}

/* All sums are exact in f32; in f16 they are rounded once. */
static void compare(const struct wmma_case *one, const struct matrix *all, const uint8_t *in,
                    const uint8_t *out, const char *text)
{
    for (uint32_t row = 0; row < one->rows; row++) {
        for (uint32_t column = 0; column < one->columns; column++) {
            double right = read_element(&all[2], in + 2 * PLACE_BYTES, row, column), got;

            for (uint32_t k = 0; k < one->depth; k++) {
                double a = read_element(&all[0], in, row, k);
                double b = read_element(&all[1], in + PLACE_BYTES, k, column);

                right += one->bits == 1 ? a != b : a * b;
            }
            if (!strcmp(one->d, "f16"))
                right = matrix_half(matrix_to_half(right));
            if (!strcmp(one->d, "s32"))
                right = (int32_t)(uint32_t)(int64_t)right;
            got = read_element(&all[3], out, row, column);
            if (got != right)
                fail_msg("row %u, column %u: %g, not %g\n%s", row, column, got, right, text);
        }
    }
}

static void check(const struct wmma_case *one, uint32_t layouts, const char *space,
                  bool by_machine)
{
    static uint8_t in[4 * WARPS * PLACE_BYTES], out[WARPS * PLACE_BYTES];
    static char text[ROOM];
    bool fixed = one->bits < 8;
    struct matrix all[4] = {
        matrix_of(one->a, one->rows, one->depth, !fixed && (layouts & 1)),
        matrix_of(one->a, one->depth, one->columns, fixed || (layouts & 2)),
        matrix_of(one->c, one->rows, one->columns, (layouts & 4) != 0),
        matrix_of(one->d, one->rows, one->columns, (layouts & 8) != 0),
    };

    for (uint32_t i = 0; i < 4 * WARPS; i++)
        fill(&all[i % 4], in + i * PLACE_BYTES);
    make_text(one, all, space, text);
    run(text, by_machine, in, out);
    for (uint32_t w = 0; w < WARPS; w++)
        compare(one, all, in + 4 * w * PLACE_BYTES, out + w * PLACE_BYTES, text);
}

TEST_CASE(test_products)
{
    static const char *const spaces[] = { ".global", ".shared", "" };

    for (uint32_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        check(&cases[i], i * 7 + 2, spaces[i % 3], i % 4 == 3);
}

int main(void)
{
    const char *why = host_open();
    int failed;

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
