/* The math functions of the device headers, run on a Vulkan device, against the C library.
 * The argument is the PTX of math.cu. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "functions.h"
#include "host.h"
#include "kernel/translate/ptx/ptx.h"

enum { COUNT = 2048, BLOCK = 64 };

static struct gi_arena parsed;
static char *text;
static struct gi_ptx_module *module;
static uint64_t variables;
static uint64_t seed = 88172645463325252u;

static double sinpi_of(double x)
{
    return sin(3.14159265358979323846 * (x - 2 * rint(x / 2)));
}

static double cospi_of(double x)
{
    return fabs(x - rint(x)) == 0.5 ? 0 : cos(3.14159265358979323846 * (x - 2 * rint(x / 2)));
}

/* A number of [0, 1). */
static double random_part(void)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return (double)(seed >> 11) * 0x1p-53;
}

enum spread { L, U };
enum sign { P, S };

static double pick(enum spread spread, enum sign sign, double low, double high)
{
    double part = random_part();
    double x = low + (high - low) * part;

    if (spread == L)
        x = exp(log(low) + (log(high) - log(low)) * part);
    return sign == S && random_part() < 0.5 ? -x : x;
}

/* Two copies of the numbers: as the device reads them, and as they are. */
static struct host_memory given[2], result;
static double numbers[2][COUNT];

static void put(int which, int i, bool is_float, double x)
{
    if (is_float) {
        ((float *)given[which].bytes)[i] = (float)x;
        numbers[which][i] = (float)x;
    } else {
        ((double *)given[which].bytes)[i] = x;
        numbers[which][i] = x;
    }
}

static void begin(void)
{
    struct host_memory image;
    struct gi_translate_variables places;

    host_reset();
    assert_int_equal(gi_translate_variables(&parsed, module, &places), GI_OK);
    image = host_alloc(places.bytes + 1);
    assert_int_equal(gi_translate_image(module, &places, image.address, image.bytes), GI_OK);
    variables = image.address;
    given[0] = host_alloc(COUNT * 8);
    given[1] = host_alloc(COUNT * 8);
    result = host_alloc(COUNT * 8);
}

static void run(const char *name)
{
    struct gi_ptx_text entry_name = { name, (uint32_t)strlen(name) };
    struct gi_ptx_function *entry = gi_ptx_find_function(module, entry_name);
    const void *arguments[] = { &given[0].address, &given[1].address, &result.address };
    struct gi_translate_kernel kernel;
    struct gi_arena arena;

    assert_non_null(entry);
    gi_arena_init(&arena, 64 << 20);
    if (gi_translate(&arena, module, entry, host_target(), &kernel) != GI_OK)
        fail_msg("%s: %s", name, gi_last_error_detail());
    host_run(&kernel, variables, arguments, (uint32_t[]){ COUNT / BLOCK, 1, 1 },
             (uint32_t[]){ BLOCK, 1, 1 }, 0);
    gi_arena_finish(&arena);
}

/* The distance in units of the last place of what is wanted, rounded to the type. */
static double units(bool is_float, double got, long double wanted)
{
    int exponent;
    long double unit;

    frexpl(wanted, &exponent);
    unit = ldexpl(1, is_float ? fmax(exponent - 24, -149) : fmax(exponent - 53, -1074));
    return (double)(fabsl(got - wanted) / unit);
}

static double result_at(bool is_float, int i)
{
    return is_float ? ((float *)result.bytes)[i] : ((double *)result.bytes)[i];
}

struct worst {
    double units, x, y;
};

static void note(struct worst *worst, double units_now, double x, double y)
{
    if (units_now > worst->units || isnan(units_now))
        *worst = (struct worst){ units_now, x, y };
}

static void judge(const char *name, struct worst worst, double allowed)
{
    printf("%-10s %.2f of %g\n", name, worst.units, allowed);
    if (!(worst.units <= allowed + 0.001))
        fail_msg("%s: %.3f units at %a, %a; %g are allowed", name, worst.units, worst.x, worst.y,
                 allowed);
}

#define CASE_1(name, type, spread, sign, low, high, allowed, reference) \
    static void test_##name(void **state) \
    { \
        bool is_float = sizeof(type) == 4; \
        struct worst worst = { 0 }; \
 \
        (void)state; \
        begin(); \
        for (int i = 0; i < COUNT; i++) \
            put(0, i, is_float, pick(spread, sign, low, high)); \
        run("cc_" #name); \
        for (int i = 0; i < COUNT; i++) { \
            double x = numbers[0][i]; \
            note(&worst, units(is_float, result_at(is_float, i), reference), x, 0); \
        } \
        judge(#name, worst, allowed); \
    }
CC_FUNCTIONS_1(CASE_1)

#define CASE_NEAR(name, type, spread, sign, low, high, allowed, reference) \
    static void test_##name(void **state) \
    { \
        struct worst worst = { 0 }; \
 \
        (void)state; \
        begin(); \
        for (int i = 0; i < COUNT; i++) \
            put(0, i, false, pick(spread, sign, low, high)); \
        run("cc_" #name); \
        for (int i = 0; i < COUNT; i++) { \
            double x = numbers[0][i]; \
            note(&worst, (double)fabsl(result_at(false, i) - reference) * 1e14, x, 0); \
        } \
        judge(#name, worst, 1); \
    }
CC_FUNCTIONS_NEAR(CASE_NEAR)

#define CASE_2(name, type, low, high, limit, allowed, reference) \
    static void test_##name(void **state) \
    { \
        bool is_float = sizeof(type) == 4; \
        struct worst worst = { 0 }; \
 \
        (void)state; \
        begin(); \
        for (int i = 0; i < COUNT; i++) { \
            put(0, i, is_float, pick(L, P, low, high)); \
            put(1, i, is_float, pick(U, S, limit / 1e3, limit)); \
        } \
        run("cc_" #name); \
        for (int i = 0; i < COUNT; i++) { \
            double x = numbers[0][i], y = numbers[1][i]; \
            note(&worst, units(is_float, result_at(is_float, i), reference), x, y); \
        } \
        judge(#name, worst, allowed); \
    }
CC_FUNCTIONS_2(CASE_2)

static void load(const char *path)
{
    FILE *stream = fopen(path, "rb");
    long length;

    if (stream == NULL || fseek(stream, 0, SEEK_END) != 0 || (length = ftell(stream)) <= 0) {
        fprintf(stderr, "%s cannot be read\n", path);
        exit(1);
    }
    rewind(stream);
    text = malloc((size_t)length);
    if (text == NULL || fread(text, 1, (size_t)length, stream) != (size_t)length)
        exit(1);
    fclose(stream);
    gi_arena_init(&parsed, 64 << 20);
    if (gi_ptx_parse(&parsed, text, (size_t)length, &module) != GI_OK) {
        fprintf(stderr, "%s: %s\n", path, gi_last_error_detail());
        exit(1);
    }
}

int main(int argc, char **argv)
{
#define TEST(name, ...) cmocka_unit_test(test_##name),
    const struct CMUnitTest all[] = {
        CC_FUNCTIONS_1(TEST) CC_FUNCTIONS_NEAR(TEST) CC_FUNCTIONS_2(TEST)
    };
    struct CMUnitTest tests[sizeof(all) / sizeof(all[0])];
    const char *share = getenv("GPUINTEROP_TEST_SHARE");
    size_t count = 0;
    const char *missing = host_open();
    int failed;

    if (missing != NULL) {
        printf("skipped: %s\n", missing);
        return 77;
    }
    if (argc != 2)
        return 2;
    load(argv[1]);
    /* The first share has every third function, the second the others. */
    for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
        if (share == NULL || (i % 3 == 0) == (atoi(share) == 1))
            tests[count++] = all[i];
    }
    failed = _cmocka_run_group_tests("math", tests, count, NULL, NULL);
    gi_arena_finish(&parsed);
    free(text);
    host_close();
    return failed;
}
