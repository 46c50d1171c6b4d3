/* Kernels in SPIR-V that have storage buffers or pointers as HLSL and Slang have them, or a version
 * that is newer than Vulkan 1.2: what their parameters are, what is refused, and runs on the device
 * of this machine. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "damage.h"
#include "kernel/reflect/reflect_plain.h"
#include "running.h"

#ifdef HAVE_HLSL
#include "axpy.spv.h"
#endif
#include "buffers_0.spv.h"
#include "buffers_1.spv.h"
#include "buffers_2.spv.h"
#include "buffers_3.spv.h"
#include "buffers_4.spv.h"

#define WORDS(name) name##_spv, sizeof name##_spv / sizeof *name##_spv

/* ---- HLSL ------------------------------------------------------------------------------------ */

static void hlsl_runs(void **state)
{
#ifdef HAVE_HLSL
    enum { N = 1000, BLOCKS = 16 };
    static float x[N], y[N];
    uint32_t seen[BLOCKS] = { 0 };
    struct loaded loaded;
    uint64_t px, py, pseen;
    float factor = 3;
    int count = N;
    void *arguments[] = { &factor, &count, &py, &px, &pseen };
    struct gi_launch launch = { .grid = { BLOCKS, 1, 1 }, .block = { 64, 1, 1 },
                                .arguments = arguments };

    for (int i = 0; i < N; i++) {
        x[i] = (float)i;
        y[i] = 1;
    }
    load(&loaded, WORDS(axpy), "axpy");
    px = device_bytes(x, sizeof x);
    py = device_bytes(y, sizeof y);
    pseen = device_bytes(seen, sizeof seen);
    assert_int_equal(gi_launch(loaded.function, &launch), GI_OK);
    read_back(y, py, sizeof y);
    read_back(seen, pseen, sizeof seen);
    assert_int_equal(gi_memory_free(px), GI_OK);
    for (int i = 0; i < N; i++)
        assert_true(y[i] == 3 * (float)i + 1);
    for (uint32_t i = 0; i < BLOCKS; i++)
        assert_int_equal(seen[i], i + 1);
    launch.block[0] = 32;                        /* numthreads says 64 */
    assert_int_equal(gi_launch(loaded.function, &launch), GI_INVALID_VALUE);
    unload(&loaded);
#else
    print_message("this glslangValidator compiles no HLSL\n");
    skip();
#endif
    (void)state;
}

/* ---- pointers as other compilers have them ---- */

static const char *files[2];             /* NULL: there is no assembler for SPIR-V */

static void run_file(const char *path, const char *name, bool has_factor)
{
    enum { N = 200 };
    static uint32_t words[4096];
    FILE *file = path != NULL ? fopen(path, "rb") : NULL;
    size_t count = file != NULL ? fread(words, 4, 4096, file) : 0;
    float numbers[N], factor = 3;
    uint64_t to, from;
    uint32_t n = N - 1;
    void *with_factor[] = { &to, &from, &factor, &n }, *without[] = { &to, &from, &n };
    struct gi_launch launch = { .grid = { 4, 1, 1 }, .block = { 64, 1, 1 },
                                .arguments = has_factor ? with_factor : without };
    struct loaded loaded;

    if (file == NULL) {
        print_message("there is no spirv-as\n");
        skip();
        return;
    }
    fclose(file);
    for (int i = 0; i < N; i++)
        numbers[i] = (float)i;
    load(&loaded, words, count, name);
    from = device_bytes(numbers, sizeof numbers);
    to = device_bytes(numbers, sizeof numbers);
    assert_int_equal(gi_launch(loaded.function, &launch), GI_OK);
    read_back(numbers, to, sizeof numbers);
    assert_int_equal(gi_memory_free(from), GI_OK);
    for (int i = 0; i < N; i++)
        assert_true(numbers[i] == (i < N - 1 ? 3 * (float)i : (float)i));
    unload(&loaded);
}

static void numbers_become_pointers(void **state)
{
    (void)state;
    run_file(files[0], "addresses", false);
}

static void pointers_are_walked(void **state)
{
    (void)state;
    run_file(files[1], "main", true);
}

/* ---- buffers --------------------------------------------------------------------------------- */

struct item { uint32_t pair[2]; float value; uint32_t unused; };
struct total { uint32_t sum, unused[3]; float last[2][4]; struct item items[4]; };
struct rows { uint32_t count, unused[3]; float at[100][4]; };

static void assert_total(const struct total *total, uint32_t count, const float *last)
{
    assert_int_equal(total->sum, count * (count - 1) / 2);
    assert_memory_equal(total->last[1], last, sizeof total->last[1]);
    for (int i = 2; i < 4; i++) {
        assert_int_equal(total->items[i].pair[0], count - 1);
        assert_int_equal(total->items[i].pair[1], 7);
        assert_true(total->items[i].value == 0.5f);
    }
}

/* SPIR-V 1.6, with a size of the block that the launch gives and no push constants of its own. */
static void buffers_are_pointers_by_binding(void **state)
{
    enum { N = 100 };
    static struct rows rows = { .count = N };
    struct total total = { 0 };
    float numbers[N];
    struct loaded loaded;
    uint64_t prows, ptotal, pnumbers;
    void *arguments[] = { &ptotal, &pnumbers, &prows };
    struct gi_launch launch = { .grid = { 4, 1, 1 }, .block = { 32, 1, 1 },
                                .arguments = arguments };

    (void)state;
    assert_int_equal(buffers_0_spv[1], 0x00010600);
    for (int i = 0; i < N; i++)
        numbers[i] = (float)i + 0.5f;
    load(&loaded, WORDS(buffers_0), "buffers");
    prows = device_bytes(&rows, sizeof rows);
    ptotal = device_bytes(&total, sizeof total);
    pnumbers = device_bytes(numbers, sizeof numbers);
    assert_int_equal(gi_launch(loaded.function, &launch), GI_OK);
    read_back(&rows, prows, sizeof rows);
    read_back(&total, ptotal, sizeof total);
    assert_int_equal(gi_memory_free(pnumbers), GI_OK);
    for (int i = 0; i < N; i++) {
        float expected[4] = { numbers[i], (float)i, 32, -1 };

        assert_memory_equal(rows.at[i], expected, sizeof expected);
    }
    assert_total(&total, N, rows.at[N - 1]);
    unload(&loaded);
}

/* Both moves: the buffers into the block of parameters, and that into memory. */
static void buffers_stand_behind_large_parameters(void **state)
{
    enum { N = 100 };
    static struct rows rows = { .count = N };
    struct {
        float factors[10][4];
        uint32_t count, unused;
        uint64_t total, numbers, rows;
    } packed = { .count = N };
    struct total total = { 0 };
    float numbers[N];
    struct loaded loaded;
    struct gi_launch launch = { .grid = { 2, 1, 1 }, .block = { 64, 1, 1 }, .packed = &packed,
                                .packed_bytes = sizeof packed };

    (void)state;
    for (int i = 0; i < N; i++)
        numbers[i] = (float)i + 0.5f;
    for (int i = 0; i < 40; i++)
        packed.factors[i / 4][i % 4] = (float)i;
    load(&loaded, WORDS(buffers_4), "buffers");
    packed.rows = device_bytes(&rows, sizeof rows);
    packed.total = device_bytes(&total, sizeof total);
    packed.numbers = device_bytes(numbers, sizeof numbers);
    assert_int_equal(gi_launch(loaded.function, &launch), GI_OK);
    read_back(&rows, packed.rows, sizeof rows);
    read_back(&total, packed.total, sizeof total);
    assert_int_equal(gi_memory_free(packed.numbers), GI_OK);
    for (int i = 0; i < N; i++) {
        for (int k = 0; k < 4; k++)
            assert_true(rows.at[i][k] == packed.factors[i % 10][k] * numbers[i]);
    }
    assert_total(&total, N, rows.at[N - 1]);
    unload(&loaded);
}

static void assert_refused(const uint32_t *words, size_t count, const char *why)
{
    struct gi_code *code;

    assert_int_equal(gi_code_read(words, count * 4, &code), GI_NO_BINARY);
    assert_non_null(strstr(gi_last_error_detail(), why));
}

static void what_a_pointer_cannot_do_is_refused(void **state)
{
    (void)state;
    assert_refused(WORDS(buffers_1), "how long a buffer is");
    assert_refused(WORDS(buffers_2), "arrays of buffers");
    assert_refused(WORDS(buffers_3), "set 0, binding 9");
}

/* Damaged modules are refused before they come so far, but no words may do harm. */
static void damaged_modules_are_survived(void **state)
{
    enum { ROUNDS = 5000 };
    static uint32_t words[sizeof buffers_4_spv / sizeof *buffers_4_spv];
    size_t count = sizeof words / sizeof *words, made_count;
    struct test_random random = { 11 };
    const uint32_t *made;

    (void)state;
    for (int round = 0; round < ROUNDS; round++) {
        struct gi_reflect_module module;
        struct gi_arena arena;

        memcpy(words, buffers_4_spv, sizeof words);
        damage(words, count, 4, &random);
        gi_arena_init(&arena, (size_t)64 << 20);
        if (gi_reflect_read(&arena, words, count, &module) == GI_OK)
            (void)!gi_reflect_plain(&arena, words, count, &module, &made, &made_count);
        gi_arena_finish(&arena);
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hlsl_runs),
        cmocka_unit_test(numbers_become_pointers),
        cmocka_unit_test(pointers_are_walked),
        cmocka_unit_test(buffers_are_pointers_by_binding),
        cmocka_unit_test(buffers_stand_behind_large_parameters),
        cmocka_unit_test(what_a_pointer_cannot_do_is_refused),
        cmocka_unit_test(damaged_modules_are_survived),
    };

    for (int i = 1; i < argc && i < 3; i++)
        files[i - 1] = argv[i];
    return cmocka_run_group_tests(tests, NULL, NULL);
}
