/* Conversions of floats of 8 bits: of all halves and all pairs of 8 bits, and of f32 at and around
 * each number, each middle of two, and at random. The reference looks for the nearest number in the
 * list of all of them. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "host.h"
#include "spirv_tools.h"
#include "kernel/translate/ptx/ptx.h"

enum { THREADS = 128, COUNT = 1 << 16 };

/* ---- the formats ---- */

struct format {
    const char *name;
    int exponent_bits, fraction_bits;
    uint32_t largest;           /* bits of the largest number */
};

static const struct format e4m3 = { "e4m3x2", 4, 3, 0x7e };
static const struct format e5m2 = { "e5m2x2", 5, 2, 0x7b };
static const struct format half = { "f16", 5, 10, 0x7bff };

/* A number from its bits, which have no sign. */
static double number_of(const struct format *format, uint32_t bits)
{
    int bias = (1 << (format->exponent_bits - 1)) - 1;
    int exponent = (int)(bits >> format->fraction_bits);
    double fraction = ldexp(bits & ((1u << format->fraction_bits) - 1), -format->fraction_bits);

    return exponent ? ldexp(1 + fraction, exponent - bias) : ldexp(fraction, 1 - bias);
}

/* The bits of the number nearest to a size; of two the even one. */
static uint32_t nearest(const struct format *format, double size)
{
    uint32_t bits = 0;
    double middle;

    while (bits < format->largest && number_of(format, bits + 1) <= size)
        bits++;
    if (bits == format->largest)
        return bits;
    middle = (number_of(format, bits) + number_of(format, bits + 1)) / 2;
    return bits + (size > middle || (size == middle && bits % 2 == 1));
}

static uint32_t to_eight(const struct format *format, bool relu, double value)
{
    if (isnan(value))
        return 0x7f;
    if (relu && signbit(value))
        return 0;
    return nearest(format, fabs(value)) | (signbit(value) ? 0x80 : 0);
}

static double half_value(uint32_t bits)
{
    uint32_t size = bits & 0x7fff;
    double value = size > 0x7c00 ? NAN : size == 0x7c00 ? INFINITY : number_of(&half, size);

    return bits & 0x8000 ? -value : value;
}

/* f16 has all numbers of 8 bits: the nearest is the number. */
static uint32_t to_half(const struct format *format, bool relu, uint32_t bits)
{
    uint32_t size = bits & 0x7f, sign = (bits & 0x80) << 8;
    bool is_infinite = format == &e5m2 && size == 0x7c;
    uint32_t low = 0, high = half.largest;

    if (size > format->largest && !is_infinite)
        return 0x7fff;
    if (relu && sign)
        return 0;
    if (is_infinite)
        return sign | 0x7c00;
    while (low < high) {
        uint32_t middle = (low + high) / 2;

        if (number_of(&half, middle) < number_of(format, size))
            low = middle + 1;
        else
            high = middle;
    }
    assert_true(number_of(&half, low) == number_of(format, size));
    return sign | low;
}

/* ---- kernels ---- */

static bool tools;

/* code takes %f1 and %f2, or the word %r1 and its lower half %h1, and gives %r2. */
static const char text[] =
    ".version 8.1\n.target sm_89\n.address_size 64\n"
    ".visible .entry k(.param .u64 out, .param .u64 in) {\n"
    ".reg .b64 %%a<5>; .reg .b32 %%r<9>; .reg .f32 %%f<3>; .reg .b16 %%h<3>;\n"
    "ld.param.u64 %%a1, [out]; ld.param.u64 %%a2, [in];\n"
    "mov.u32 %%r3, %%tid.x; mov.u32 %%r4, %%ntid.x; mov.u32 %%r5, %%ctaid.x;\n"
    "mad.lo.u32 %%r6, %%r5, %%r4, %%r3; mad.wide.u32 %%a3, %%r6, 8, %%a2;\n"
    "ld.global.u32 %%r1, [%%a3]; ld.global.f32 %%f1, [%%a3]; ld.global.f32 %%f2, [%%a3+4];\n"
    "cvt.u16.u32 %%h1, %%r1; %s\n"
    "mad.wide.u32 %%a4, %%r6, 4, %%a1; st.global.u32 [%%a4], %%r2; ret; }\n";

static uint32_t words[COUNT][2];

/* Runs code on all words; the results lie in the host's memory until the next run. */
static const uint8_t *run(const char *code)
{
    struct gi_translate_kernel kernel = { 0 };
    struct gi_ptx_module *module;
    struct gi_arena arena;
    struct host_memory in, out;
    char whole[2000];

    snprintf(whole, sizeof whole, text, code);
    gi_arena_init(&arena, 16 << 20);
    if (gi_ptx_parse(&arena, whole, strlen(whole), &module) != GI_OK
        || gi_translate(&arena, module, module->functions[0], host_target(), &kernel) != GI_OK)
        fail_msg("%s\n%s", whole, gi_last_error_detail());
    assert_true(!tools || spirv_is_valid(kernel.words, kernel.word_count));
    host_reset();
    in = host_alloc(COUNT * sizeof words[0]);
    out = host_alloc(COUNT * sizeof(uint32_t));
    memcpy(in.bytes, words, COUNT * sizeof words[0]);
    host_run(&kernel, 0, (const void *[]){ &out.address, &in.address },
             (uint32_t[]){ COUNT / THREADS, 1, 1 }, (uint32_t[]){ THREADS, 1, 1 }, 0);
    gi_arena_finish(&arena);
    return out.bytes;
}

static void expect(const char *code, const uint8_t *results, uint32_t index, uint32_t expected)
{
    uint32_t got;

    memcpy(&got, results + index * sizeof got, sizeof got);
    if (got != expected)
        fail_msg("%s of %08x %08x is %08x, not %08x", code, words[index][0],
                 words[index][1], got, expected);
}

/* ---- the conversions ---- */

static void test_from_halves(const struct format *format, bool relu)
{
    static uint32_t expected[COUNT];
    const uint8_t *results;
    char code[200];

    for (uint32_t i = 0; i < COUNT; i++) {      /* each f16 once in each place */
        expected[i] = to_eight(format, relu, half_value(i));
        words[i][0] = i | (i * 40503u & 0xffff) << 16;
    }
    snprintf(code, sizeof code, "cvt.rn.satfinite%s.%s.f16x2 %%h2, %%r1; cvt.u32.u16 %%r2, %%h2;",
             relu ? ".relu" : "", format->name);
    results = run(code);
    for (uint32_t i = 0; i < COUNT; i++)
        expect(code, results, i,
               expected[words[i][0] & 0xffff] | expected[words[i][0] >> 16] << 8);
}

static void test_to_halves(const struct format *format, bool relu)
{
    const uint8_t *results;
    uint32_t expected[256];
    char code[200];

    for (uint32_t i = 0; i < 256; i++)
        expected[i] = to_half(format, relu, i);
    for (uint32_t i = 0; i < COUNT; i++)
        words[i][0] = i;
    snprintf(code, sizeof code, "cvt.rn%s.f16x2.%s %%r2, %%h1;", relu ? ".relu" : "",
             format->name);
    results = run(code);
    for (uint32_t i = 0; i < COUNT; i++)
        expect(code, results, i, expected[i & 0xff] | expected[i >> 8] << 16);
}

static float float_of(uint32_t bits)
{
    float value;

    memcpy(&value, &bits, sizeof value);
    return value;
}

static uint32_t bits_of(double value)
{
    float single = (float)value;
    uint32_t bits;

    memcpy(&bits, &single, sizeof bits);
    return bits;
}

static uint32_t next_random(void)
{
    static uint64_t seed = 88172645463325252ull;

    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return (uint32_t)((seed * 2685821657736338717ull) >> 32);
}

/* Floats around a number, of both signs. */
static uint32_t add_around(uint32_t count, uint32_t bits)
{
    for (uint32_t i = 0; i < 6; i++)
        words[count++][0] = (bits + i / 2 - (bits > 0)) | i % 2 << 31;
    return count;
}

static void collect_floats(const struct format *format)
{
    static const uint32_t edges[] = { 0, 1, 0x7fffff, 0x800000, 0x7f7fffff, 0x7f800000, 0x7f800001,
                                      0x7fc00000, 0x7ffffffe };
    uint32_t count = 0;

    for (size_t i = 0; i < sizeof edges / sizeof edges[0]; i++)
        count = add_around(count, edges[i]);
    for (uint32_t size = 0; size <= format->largest; size++) {
        double value = number_of(format, size), next = number_of(format, size + 1);

        count = add_around(count, bits_of(value));
        count = add_around(count, bits_of((value + next) / 2));
    }
    for (; count < COUNT; count++) {        /* most of them near to what the format has */
        uint32_t random = next_random();

        words[count][0] = count % 4 == 0 ? random
            : (random & 0x80ffffff) | (0x33 + random / 5 % 22) << 24;
    }
    for (uint32_t i = 0; i < COUNT; i += 2) {   /* each in both places */
        words[i][1] = words[i + 1][0];
        words[i + 1][1] = words[i][0];
    }
}

static void test_from_floats(const struct format *format, bool relu)
{
    const uint8_t *results;
    char code[200];

    collect_floats(format);
    snprintf(code, sizeof code, "cvt.rn.satfinite%s.%s.f32 %%h2, %%f1, %%f2; "
             "cvt.u32.u16 %%r2, %%h2;", relu ? ".relu" : "", format->name);
    results = run(code);
    for (uint32_t i = 0; i < COUNT; i++)
        expect(code, results, i,
               to_eight(format, relu, float_of(words[i][1]))
               | to_eight(format, relu, float_of(words[i][0])) << 8);
}

/* ---- all of them ---- */

struct test {
    void (*check)(const struct format *format, bool relu);
    const struct format *format;
    bool relu;
};

static void test_form(void **state)
{
    const struct test *test = *state;

    test->check(test->format, test->relu);
}

#define ALL(check) \
    { check, &e4m3, false }, { check, &e4m3, true }, { check, &e5m2, false }, { check, &e5m2, true }
#define NAMED(name, first) \
    { name " e4m3", test_form, NULL, NULL, &all[first] }, \
    { name " e4m3, relu", test_form, NULL, NULL, &all[first + 1] }, \
    { name " e5m2", test_form, NULL, NULL, &all[first + 2] }, \
    { name " e5m2, relu", test_form, NULL, NULL, &all[first + 3] }

int main(void)
{
    static struct test all[] = { ALL(test_from_halves), ALL(test_to_halves),
                                 ALL(test_from_floats) };
    const struct CMUnitTest tests[] = { NAMED("f16 to", 0), NAMED("f16 from", 4),
                                        NAMED("f32 to", 8) };
    const char *why = host_open();
    int failed;

    if (why) {
        printf("skipped: %s\n", why);
        return 77;
    }
    tools = spirv_tools_installed();
    failed = cmocka_run_group_tests(tests, NULL, NULL);
    host_close();
    return failed;
}
