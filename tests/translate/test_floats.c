/* Instructions that take another way on some devices, over all kinds of floats. Of f32: square
 * roots, quotients with a divisor of any kind and of zeros, and conversions to integers, of every
 * 509th float, or of all with GPUINTEROP_TEST_ALL_FLOATS=1. Roots of f64: of numbers whose root is
 * as near to the middle of two f64 as any is, of others, and of each exponent. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <math.h>

#include "host.h"
#include "kernel/translate/ptx/ptx.h"

/* Steps round right only where the device's approximations are near and its fma rounds once. On
 * others they show that each number goes the right way. */
enum { THREADS = 128, COUNT = 1 << 20, STEP = 509, MOST_UNITS = 3 };

static struct gi_arena arena;
static bool keeps_small;
static uint32_t units;          /* of the last place, that a root may be off */

static struct gi_translate_kernel translate(const char *text, bool by_steps)
{
    struct gi_translate_target target = *host_target();
    struct gi_translate_kernel kernel = { 0 };
    struct gi_ptx_module *module;

    target.near_approximations = by_steps;
    gi_arena_init(&arena, 16 << 20);
    if (gi_ptx_parse(&arena, text, strlen(text), &module) != GI_OK
        || gi_translate(&arena, module, module->functions[0], &target, &kernel) != GI_OK)
        fail_msg("%s\n%s", text, gi_last_error_detail());
    return kernel;
}

/* ---- f32 ---- */

/* Thread t takes the float whose bits are first + t * step. */
static const char text32[] =
    ".version 7.8\n.target sm_70\n.address_size 64\n"
    ".visible .entry k(.param .u64 out, .param .u32 first, .param .u32 step) {\n"
    ".reg .b64 %%a<3>; .reg .b32 %%r<9>; .reg .f32 %%f<3>;\n"
    "ld.param.u64 %%a1, [out]; ld.param.u32 %%r1, [first]; ld.param.u32 %%r2, [step];\n"
    "mov.u32 %%r3, %%tid.x; mov.u32 %%r4, %%ntid.x; mov.u32 %%r5, %%ctaid.x;\n"
    "mad.lo.u32 %%r6, %%r5, %%r4, %%r3; mad.lo.u32 %%r7, %%r6, %%r2, %%r1;\n"
    "mov.b32 %%f1, %%r7; %s\n"
    "mad.wide.u32 %%a2, %%r6, 4, %%a1; st.global.u32 [%%a2], %%r8; ret; }\n";

static uint32_t bits_of(float value)
{
    uint32_t bits;

    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static float float_of(uint32_t bits)
{
    float value;

    memcpy(&value, &bits, sizeof value);
    return value;
}

static uint32_t root(float a)
{
    return isnan(a) || a < 0 ? 0x7fffffff : bits_of(sqrtf(a));
}

static float divisor_of(float a)
{
    return float_of(bits_of(a) * 747796405);
}

static uint32_t quotient(float a)
{
    return bits_of(a / divisor_of(a));
}

static uint32_t quotient_of_zero(float a)
{
    return bits_of(float_of(bits_of(a) * 747796405 & 0x80000000) / a);
}

static uint32_t limited(double whole, double least, double most)
{
    return isnan(whole) ? 0
        : (uint32_t)(int64_t)(whole < least ? least : whole > most ? most : whole);
}

#define CONVERSIONS(name, round) \
    static uint32_t name##_s32(float a) { return limited(round(a), INT32_MIN, INT32_MAX); } \
    static uint32_t name##_u32(float a) { return limited(round(a), 0, UINT32_MAX); }

CONVERSIONS(rni, rint)
CONVERSIONS(rzi, trunc)
CONVERSIONS(rmi, floor)
CONVERSIONS(rpi, ceil)

struct form {
    const char *text;           /* of %f1, to %r8 */
    uint32_t (*expected)(float a);
};

#define CONVERSION(name, type) \
    { "cvt." #name "." #type ".f32 %r8, %f1;", name##_##type }

static const struct form forms[] = {
    { "sqrt.rn.f32 %f2, %f1; mov.b32 %r8, %f2;", root },
    { "mul.lo.u32 %r4, %r7, 747796405; mov.b32 %f2, %r4; div.rn.f32 %f2, %f1, %f2; "
      "mov.b32 %r8, %f2;", quotient },
    { "mul.lo.u32 %r4, %r7, 747796405; and.b32 %r4, %r4, 0x80000000; mov.b32 %f2, %r4; "
      "div.rn.f32 %f2, %f2, %f1; mov.b32 %r8, %f2;", quotient_of_zero },
    CONVERSION(rni, s32), CONVERSION(rzi, s32), CONVERSION(rmi, s32), CONVERSION(rpi, s32),
    CONVERSION(rni, u32), CONVERSION(rzi, u32), CONVERSION(rmi, u32), CONVERSION(rpi, u32),
};

enum { BY_STEPS = 3 };          /* the first ones */

static bool is_near(uint64_t a, uint64_t b)
{
    return (a > b ? a - b : b - a) <= units;
}

static bool is_small(uint32_t bits)
{
    return (bits & 0x7f800000) == 0 && (bits & 0x7fffff) != 0;
}

static bool is_same(uint32_t out, float expected)
{
    return isnan(expected) ? isnan(float_of(out)) : out == bits_of(expected);
}

/* Of a device that keeps no small numbers: each operand may be a zero, and the result any number of
 * its sign up to the least that it keeps. */
static bool is_flushed_quotient(float a, float b, uint32_t out)
{
    float zero_a = float_of(bits_of(a) & 0x80000000), zero_b = float_of(bits_of(b) & 0x80000000);
    bool flushes_a = is_small(bits_of(a)), flushes_b = is_small(bits_of(b));
    uint32_t whole = bits_of(a / b);

    return (is_small(whole) && (out ^ whole) >> 31 == 0 && (out & 0x7fffffff) <= 0x800000)
        || (flushes_a && is_same(out, zero_a / b)) || (flushes_b && is_same(out, a / zero_b))
        || (flushes_a && flushes_b && is_same(out, zero_a / zero_b));
}

/* A device that keeps no small numbers may take a zero of its sign for one. */
static bool is_right(const struct form *form, uint32_t in, uint32_t out)
{
    uint32_t whole = form->expected(float_of(in)), zero = form->expected(float_of(in & 1u << 31));
    bool makes_floats = form < forms + BY_STEPS;

    if (form->expected == quotient && !keeps_small
        && is_flushed_quotient(float_of(in), divisor_of(float_of(in)), out))
        return true;
    if (!keeps_small && is_small(in)
        && (makes_floats ? is_same(out, float_of(zero)) : out == zero))
        return true;
    if (makes_floats && isnan(float_of(whole)))
        return isnan(float_of(out));
    return is_near(out, whole);
}

static void check32(const struct form *form, bool by_steps)
{
    uint32_t step = getenv("GPUINTEROP_TEST_ALL_FLOATS") != NULL ? 1 : STEP;
    struct gi_translate_kernel kernel;
    struct host_memory out;
    char text[1000];

    snprintf(text, sizeof text, text32, form->text);
    kernel = translate(text, by_steps);
    for (uint64_t first = 0; first < 1ull << 32; first += (uint64_t)COUNT * step) {
        uint32_t start = (uint32_t)first;

        host_reset();
        out = host_alloc(COUNT * sizeof(uint32_t));
        host_run(&kernel, 0, (const void *[]){ &out.address, &start, &step },
                 (uint32_t[]){ COUNT / THREADS, 1, 1 }, (uint32_t[]){ THREADS, 1, 1 }, 0);
        for (uint32_t i = 0; i < COUNT; i++) {
            uint32_t in = start + i * step, got;

            memcpy(&got, out.bytes + i * sizeof got, sizeof got);
            if (!is_right(form, in, got))
                fail_msg("%s of %08x is %08x, not %08x", form->text, in, got,
                         form->expected(float_of(in)));
        }
    }
    gi_arena_finish(&arena);
}

static void test_form(void **state)
{
    check32(*state, host_target()->near_approximations);
}

static void test_steps32(void **state)
{
    (void)state;
    units = host_target()->near_approximations ? 0 : MOST_UNITS;
    for (int i = 0; i < BY_STEPS; i++)
        check32(&forms[i], true);
    units = 0;
}

/* ---- f64 ---- */

static const char text64[] =
    ".version 7.8\n.target sm_70\n.address_size 64\n"
    ".visible .entry k(.param .u64 out, .param .u64 in) {\n"
    ".reg .b64 %a<5>; .reg .b32 %r<9>; .reg .f64 %f<3>;\n"
    "ld.param.u64 %a1, [out]; ld.param.u64 %a2, [in];\n"
    "mov.u32 %r3, %tid.x; mov.u32 %r4, %ntid.x; mov.u32 %r5, %ctaid.x;\n"
    "mad.lo.u32 %r6, %r5, %r4, %r3; mad.wide.u32 %a3, %r6, 8, %a2;\n"
    "ld.global.f64 %f1, [%a3]; sqrt.rn.f64 %f2, %f1;\n"
    "mad.wide.u32 %a4, %r6, 8, %a1; st.global.f64 [%a4], %f2; ret; }\n";

enum { NUMBERS = 1 << 17 };

static double numbers[NUMBERS];
static uint32_t number_count;

static void add(double value)
{
    if (number_count < NUMBERS)
        numbers[number_count++] = value;
}

static void add_bits(uint64_t bits)
{
    double value;

    memcpy(&value, &bits, sizeof value);
    add(value);
}

/* The square of an odd k of 54 bits is a number of 53 bits, shifted, and a rest. The smaller the
 * rest, the nearer the root of the number is to k, the middle of two f64. Rests are 1 modulo 8, and
 * each is that of four squares. */
static void add_near_middles(int64_t rest, uint32_t shift)
{
    uint64_t root = 1, half = 1ull << (shift - 1);
    const uint64_t signs[] = { 1, UINT64_MAX };

    for (uint32_t bit = 3; bit < shift; bit++) {
        if (((root * root - (uint64_t)rest) >> bit & 1) != 0)
            root += 1ull << (bit - 1);
    }
    for (uint32_t i = 0; i < 4; i++) {
        uint64_t k = (root * signs[i % 2] + half * (i / 2)) & (2 * half - 1);

        for (; k < 1ull << 54; k += 2 * half) {
            double value = (double)(uint64_t)(((unsigned __int128)k * k
                                               - (unsigned __int128)(__int128)rest) >> shift);

            if (k >= 1ull << 53)
                add(ldexp(value, (int)shift - 106 + 2 * (int)(number_count % 900) - 880));
        }
    }
}

static void collect_numbers(void)
{
    uint64_t state = 1;

    number_count = 0;
    for (uint64_t exponent = 0; exponent < 4096; exponent++) {   /* and signs, zeros, no numbers */
        add_bits(exponent << 52);
        add_bits(exponent << 52 | 1);
        add_bits(exponent << 52 | 0xfffffffffffff);
    }
    for (int64_t rest = -16383; rest < 16384; rest += 8) {
        add_near_middles(rest, 54);
        add_near_middles(rest, 55);
    }
    while (number_count < NUMBERS) {
        state = state * 6364136223846793005 + 1442695040888963407;
        add_bits((state ^ state >> 29) & INT64_MAX);
    }
}

static uint64_t bits64(double value)
{
    uint64_t bits;

    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static void check64(bool by_steps)
{
    struct gi_translate_kernel kernel = translate(text64, by_steps);
    struct host_memory in, out;

    collect_numbers();
    host_reset();
    in = host_alloc(sizeof numbers);
    out = host_alloc(sizeof numbers);
    memcpy(in.bytes, numbers, sizeof numbers);
    host_run(&kernel, 0, (const void *[]){ &out.address, &in.address },
             (uint32_t[]){ NUMBERS / THREADS, 1, 1 }, (uint32_t[]){ THREADS, 1, 1 }, 0);
    for (uint32_t i = 0; i < NUMBERS; i++) {
        double expected = sqrt(numbers[i]), got;

        memcpy(&got, out.bytes + i * sizeof got, sizeof got);
        if (isnan(expected) ? !isnan(got) : !is_near(bits64(got), bits64(expected)))
            fail_msg("sqrt.rn.f64 of %a is %a, not %a", numbers[i], got, expected);
    }
    gi_arena_finish(&arena);
}

static void test_roots64(void **state)
{
    (void)state;
    check64(host_target()->near_approximations);
}

static void test_steps64(void **state)
{
    (void)state;
    units = host_target()->near_approximations ? 0 : MOST_UNITS;
    check64(true);
    units = 0;
}

int main(void)
{
    enum { FORMS = sizeof forms / sizeof forms[0] };
    struct CMUnitTest tests[FORMS + 3] = {
        cmocka_unit_test(test_steps32),
        cmocka_unit_test(test_roots64),
        cmocka_unit_test(test_steps64),
    };
    const char *why = host_open();
    int failed;

    if (why) {
        printf("skipped: %s\n", why);
        return 77;
    }
    for (size_t i = 0; i < FORMS; i++)
        tests[i + 3] = (struct CMUnitTest){ forms[i].text, test_form, NULL, NULL,
                                            (void *)(uintptr_t)&forms[i] };
    keeps_small = host_keeps_small();
    failed = cmocka_run_group_tests(tests, NULL, NULL);
    host_close();
    return failed;
}
