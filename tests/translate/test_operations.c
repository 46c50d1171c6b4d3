/* Single instructions on edges and random numbers, against the same in C. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "host.h"
#include "operations.h"
#include "spirv_tools.h"
#include "kernel/translate/ptx/ptx.h"

enum { THREADS = 512, ROW = 4 };          /* numbers: rows begin where copies of 16 bytes may */

static bool tools;
static bool keeps_small;        /* the device keeps small numbers of f32 */
static uint64_t turns = 1;      /* each with other numbers; more by an argument */

static uint64_t next_random(uint64_t *seed)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    return *seed * 2685821657736338717ull;
}

static uint64_t small_number(bool brain, uint64_t *seed)
{
    static const uint16_t halves[] = { 0, 0x8000, 0x3c00, 0xbc00, 0x7c00, 0xfc00, 0x7e00, 1, 0x3ff,
        0x400, 0x7bff, 0x3800, 0x3e00, 0x1400 };
    static const uint16_t brains[] = { 0, 0x8000, 0x3f80, 0xbf80, 0x7f80, 0xff80, 0x7fc0, 1, 0x7f,
        0x80, 0x7f7f, 0x3f00, 0x3fc0, 0x3b80 };
    uint64_t random = next_random(seed);
    uint64_t middle = brain ? 0x3f80 : 0x3c00;

    if (random % 3 == 0)
        return random >> 16 & 0xffff;
    if (random % 3 == 1)        /* near to 1, so that sums lose some bits only */
        return (middle + (random >> 20 & 0xfff) - 0x800) ^ (random >> 30 & 0x8000);
    return (brain ? brains : halves)[(random >> 20) % (sizeof(halves) / sizeof(halves[0]))];
}

/* Numbers with edges of all types among them. */
static uint64_t number(const char *type, uint64_t *seed)
{
    static const uint64_t integers[] = { 0, 1, 2, 7, 31, 32, 33, 63, 64, 65, 127, 128, 255, 256,
        0x7fff, 0x8000, 0xffff, 0x7fffffff, 0x80000000, 0xffffffff, 0x7fffffffffffffff,
        0x8000000000000000, UINT64_MAX, UINT64_MAX - 1 };
    static const uint32_t singles[] = { 0, 0x80000000, 0x3f800000, 0xbf800000, 0x7f800000,
        0xff800000, 0x7fc00000, 1, 0x007fffff, 0x00800000, 0x7f7fffff, 0x3f000000, 0x3fc00000,
        0x40200000, 0x4f000000, 0x4f800000, 0xcf000000, 0x5f000000, 0x437f0000, 0x60000000 };
    static const double doubles[] = { 0.0, -0.0, 1, -1, 0.5, 1.5, 2.5, -0.5, 2147483647.5,
        2147483648.0, -2147483648.5, 4294967295.5, 9.3e18, 1.9e19, -9.3e18, 1e300, 5e-324 };
    uint64_t random = next_random(seed);
    uint64_t bits;

    if (strstr(type, "f16"))
        return small_number(strstr(type, "bf16") != NULL, seed)
            | small_number(strstr(type, "bf16") != NULL, seed) << 16;
    if (random % 3 == 0)
        return next_random(seed) >> random / 3 % 64;
    if (strcmp(type, "f32") == 0) {
        float value = (float)(int64_t)(random >> 20 & 0xfffff) / 256 - 1000;

        if (random & 4)
            return singles[random / 8 % (sizeof(singles) / sizeof(singles[0]))];
        bits = 0;
        memcpy(&bits, &value, sizeof(value));
        return bits;
    }
    if (strcmp(type, "f64") == 0) {
        double value = (double)(int64_t)(random >> 20 & 0xfffff) / 256 - 1000;

        if (random & 4)
            value = doubles[random / 8 % (sizeof(doubles) / sizeof(doubles[0]))];
        memcpy(&bits, &value, sizeof(value));
        return bits;
    }
    return integers[random / 8 % (sizeof(integers) / sizeof(integers[0]))];
}

static double small_value(const char *type, uint64_t bits)
{
    if (type[0] == 'b')
        return f32(bits << 16);
    if ((bits & 0x7c00) == 0x7c00)
        return bits & 0x3ff ? NAN : INFINITY;
    return bits & 0x7c00 ? ldexp((double)((bits & 0x3ff) + 0x400), (int)(bits >> 10 & 31) - 25)
        : ldexp((double)(bits & 0x3ff), -24);
}

static double value_of(const char *type, uint64_t bits)
{
    double value;

    if (strcmp(type, "f32") == 0)
        return f32(bits);
    if (strcmp(type, "f64") == 0)
        return f64(bits);
    if (strcmp(type, "f16") != 0 && strcmp(type, "bf16") != 0)
        return 0;
    value = small_value(type, bits & 0xffff);
    return type[0] != 'b' && bits & 0x8000 ? -value : value;
}

/* One NaN is as good as another. */
static bool same(const char *type, uint64_t got, uint64_t expected, double error)
{
    double a, b;

    if (strcmp(type, "f16x2") == 0 || strcmp(type, "bf16x2") == 0) {
        const char *one = type[0] == 'b' ? "bf16" : "f16";

        return same(one, got & 0xffff, expected & 0xffff, error)
            && same(one, got >> 16, expected >> 16, error);
    }
    a = value_of(type, got);
    b = value_of(type, expected);
    if (isnan(b))
        return isnan(a);
    if (error != 0 && isfinite(b))
        return fabs(a - b) <= (error > 0 ? error * fmax(1, fabs(b)) : -error * fabs(b));
    return got == expected;
}

/* Small numbers as zeros of their sign. */
static uint64_t flushed(const char *type, uint64_t bits)
{
    if (strcmp(type, "f32") == 0)
        return bits & 0x7f800000 ? bits : bits & 0x80000000;
    if (strcmp(type, "bf16") == 0)
        return bits & 0x7f80 ? bits : bits & 0x8000;
    if (strcmp(type, "bf16x2") == 0)
        return flushed("bf16", bits & 0xffff) | flushed("bf16", bits >> 16) << 16;
    return bits;
}

/* Whether a result is one that a device without small numbers of f32 may have for a small one: of
 * its sign, and at most the least normal number. */
static bool flushed_same(const char *type, uint64_t got, uint64_t expected)
{
    uint64_t sign = strcmp(type, "f32") == 0 ? 0x80000000 : 0x8000;

    if (strcmp(type, "bf16x2") == 0)
        return flushed_same("bf16", got & 0xffff, expected & 0xffff)
            && flushed_same("bf16", got >> 16, expected >> 16);
    if (got == expected || same(type, got, expected, 0))
        return true;
    return flushed(type, expected) != expected && (got & sign) == (expected & sign)
        && (got & ~sign) <= (type[0] == 'b' ? 0x80 : 0x800000);
}

/* Chooses between bits: what is chosen stays as it is. */
static bool is_choice(const struct operation *operation)
{
    return strncmp(operation->code, "slct", 4) == 0
        || strncmp(operation->code, "copysign", 8) == 0;
}

/* f32 and f16 rounded as an instruction says: made of integers where the device flushes. */
static bool is_cut(const struct operation *operation)
{
    bool directed = strstr(operation->code, ".rz.") || strstr(operation->code, ".rm.")
        || strstr(operation->code, ".rp.");

    return host_target()->flushes_small && directed && strstr(operation->out, "bf16") == NULL;
}

/* Near to 16, the power of two may be the largest f16 as well as infinity. */
static bool is_top_of_exp2(const struct operation *operation, uint64_t bits)
{
    return strstr(operation->code, "ex2.approx.f16 ") && (bits == 0x7bff || bits == 0x7c00);
}

/* Whether a result is that of PTX. A device that keeps no small numbers of f32 takes zeros in the
 * place of some operands, and has other small results. Of a choice, only the last operand is. */
static bool agrees(const struct operation *operation, const uint64_t *in, uint64_t got,
                   uint64_t mask)
{
    uint64_t expected = operation->reference(in[0], in[1], in[2]) & mask;
    uint64_t operands[3];

    if (same(operation->out, got, expected, operation->error)
        || (is_top_of_exp2(operation, got) && is_top_of_exp2(operation, expected)))
        return true;
    for (uint32_t which = 0; which < 16 && !keeps_small && !is_cut(operation); which++) {
        if (is_choice(operation) && which & 3)
            continue;
        operations_flush_between = which & 8;
        for (uint32_t i = 0; i < 3; i++)
            operands[i] = which >> i & 1 ? flushed(operation->in, in[i]) : in[i];
        expected = operation->reference(operands[0], operands[1], operands[2]) & mask;
        operations_flush_between = false;
        if (same(operation->out, got, expected, operation->error)
            || (!is_choice(operation) && flushed_same(operation->out, got, expected)))
            return true;
    }
    return false;
}

static void write_text(char *text, size_t room, const struct operation *operation)
{
    const char *in = operation->in, *out = operation->out;

    snprintf(text, room,
             ".version 8.0\n.target sm_80\n.address_size 64\n"
             ".entry k(.param .u64 p, .param .u64 q)\n{\n"
             ".reg .b32 %%t, %%e<8>; .reg .b64 %%i, %%o, %%l<8>; .reg .pred %%p, %%q;\n"
             ".reg .b16 %%h<8>; .reg .f32 %%f<4>; .reg .f64 %%g<4>;\n"
             ".reg .%s %%a, %%b, %%c; .reg .%s %%d;\n"
             "mov.u32 %%t, %%tid.x;\nld.param.u64 %%i, [p];\nld.param.u64 %%o, [q];\n"
             "mad.wide.u32 %%i, %%t, 32, %%i;\nmad.wide.u32 %%o, %%t, 8, %%o;\n"
             "ld.global.%s %%a, [%%i];\nld.global.%s %%b, [%%i+8];\nld.global.%s %%c, [%%i+16];\n"
             "%s\nst.global.%s [%%o], %%d;\nret;\n}\n",
             in, out, in, in, in, operation->code, out);
}

/* Tells if all results are as in C; what differs first is printed. */
static bool run_one(const struct operation *operation, uint64_t turn)
{
    struct gi_translate_kernel kernel;
    struct gi_ptx_module *module;
    struct gi_arena arena;
    struct host_memory in, out;
    uint64_t *numbers, *results;
    uint64_t seed = 88172645463325252ull + turn * 0x9e3779b97f4a7c15ull;
    uint64_t mask = strcmp(operation->out, "b16") == 0
        || strcmp(operation->out, "f16") == 0 || strcmp(operation->out, "bf16") == 0 ? 0xffff
        : strstr(operation->out, "64") ? UINT64_MAX : UINT32_MAX;
    char text[4000];
    bool right = true;

    write_text(text, sizeof(text), operation);
    gi_arena_init(&arena, 16 << 20);
    if (gi_ptx_parse(&arena, text, strlen(text), &module) != GI_OK
        || gi_translate(&arena, module, module->functions[0], host_target(), &kernel) != GI_OK
        || (tools && turn == 0 && !spirv_is_valid(kernel.words, kernel.word_count))) {
        printf("%s: %s\n", operation->code, gi_last_error_detail());
        gi_arena_finish(&arena);
        return false;
    }
    host_reset();
    in = host_alloc(THREADS * ROW * 8);
    out = host_alloc(THREADS * 8);
    numbers = (uint64_t *)in.bytes;
    results = (uint64_t *)out.bytes;
    for (int i = 0; i < THREADS * ROW; i++)
        numbers[i] = number(operation->in, &seed);
    host_run(&kernel, 0, (const void *[]){ &in.address, &out.address }, (uint32_t[]){ 1, 1, 1 },
             (uint32_t[]){ THREADS, 1, 1 }, 0);
    for (int i = 0; i < THREADS && right; i++) {
        const uint64_t *at = numbers + i * ROW;
        uint64_t expected = operation->reference(at[0], at[1], at[2]) & mask;

        right = agrees(operation, at, results[i] & mask, mask);
        if (!right)
            printf("%s: %llx %llx %llx: %llx, not %llx\n", operation->code,
                   (unsigned long long)at[0], (unsigned long long)at[1],
                   (unsigned long long)at[2], (unsigned long long)results[i],
                   (unsigned long long)expected);
    }
    gi_arena_finish(&arena);
    return right;
}

static void test_group(void **state)
{
    const struct operations *group = *state;

    uint32_t wrong = 0;

    for (uint32_t i = 0; i < group->count; i++) {
        for (uint64_t turn = 0; turn < turns; turn++) {
            if (!run_one(&group->all[i], turn)) {
                wrong++;
                break;
            }
        }
    }
    if (wrong)
        fail_msg("%u of %u instructions are wrong", wrong, group->count);
}

int main(int argc, char **argv)
{
    static struct operations groups[8];
    const struct CMUnitTest tests[] = {
        { "integers", test_group, NULL, NULL, &groups[0] },
        { "bits", test_group, NULL, NULL, &groups[1] },
        { "floats", test_group, NULL, NULL, &groups[2] },
        { "conversions", test_group, NULL, NULL, &groups[3] },
        { "floats of 16 bits", test_group, NULL, NULL, &groups[4] },
        { "approximations", test_group, NULL, NULL, &groups[5] },
        { "memory", test_group, NULL, NULL, &groups[6] },
        { "video", test_group, NULL, NULL, &groups[7] },
    };
    const char *why = host_open();
    int failed;

    if (why) {
        printf("skipped: %s\n", why);
        return 77;
    }
    tools = spirv_tools_installed();
    keeps_small = host_keeps_small();
    if (argc > 1)
        turns = strtoull(argv[1], NULL, 10);
    groups[0] = operations_integer();
    groups[1] = operations_bits();
    groups[2] = operations_float();
    groups[3] = operations_convert();
    groups[4] = operations_half();
    groups[5] = operations_near();
    groups[6] = operations_memory();
    groups[7] = operations_video();
    failed = cmocka_run_group_tests(tests, NULL, NULL);
    host_close();
    return failed;
}
