/* Kernels of nvcc and of clang, translated and run, against the same computed here. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "program.h"
#include "kernel/translate/ptx/ptx.h"

static const char *folder;
static const char *file;        /* the one that a case reads */

static uint64_t bits_of(float value)
{
    uint32_t bits;

    memcpy(&bits, &value, sizeof(bits));
    return bits;
}

static float *floats(struct host_memory memory, int count)
{
    float *all = (float *)memory.bytes;

    for (int i = 0; i < count; i++)
        all[i] = (float)(i * 37 % 101) - 50;
    return all;
}

static void test_saxpy(void **state)
{
    struct program program;
    struct host_memory x, y;
    float *a, *b;

    (void)state;
    program_open(&program, folder, file);
    x = host_alloc(1000 * 4);
    y = host_alloc(1001 * 4);
    a = floats(x, 1000);
    b = floats(y, 1000);
    program_launch_row(&program, "saxpy", (uint64_t[]){ 1000, bits_of(2.5f), x.address, y.address },
                       8, 128);
    for (int i = 0; i < 1000; i++)
        assert_true(b[i] == 2.5f * a[i] + ((float)(i * 37 % 101) - 50));
    assert_true(b[1000] == 0);
    program_close(&program);
}

static void test_stride(void **state)
{
    struct program program;
    struct host_memory x, sums;
    uint64_t *all;

    (void)state;
    program_open(&program, folder, file);
    x = host_alloc(5000 * 4);
    sums = host_alloc(96 * 8);
    for (uint32_t i = 0; i < 5000; i++)
        ((uint32_t *)x.bytes)[i] = i * 2654435761u;
    program_launch_row(&program, "stride", (uint64_t[]){ 5000, sums.address, x.address }, 3, 32);
    all = (uint64_t *)sums.bytes;
    for (uint32_t t = 0; t < 96; t++) {
        uint64_t sum = 0;

        for (uint32_t i = t; i < 5000; i += 96)
            sum += i * 2654435761u;
        assert_int_equal(all[t], sum);
    }
    program_close(&program);
}

static void test_matmul(void **state)
{
    enum { N = 48 };
    struct program program;
    struct host_memory memory[3];
    float *a, *b, *c;

    (void)state;
    program_open(&program, folder, file);
    for (int i = 0; i < 3; i++)
        memory[i] = host_alloc(N * N * 4);
    a = floats(memory[0], N * N);
    b = floats(memory[1], N * N);
    c = (float *)memory[2].bytes;
    program_launch(&program, "matmul",
                   (uint64_t[]){ memory[0].address, memory[1].address, memory[2].address, N },
                   (uint32_t[]){ N / 16, N / 16, 1 }, (uint32_t[]){ 16, 16, 1 }, 0);
    for (int i = 0; i < N * N; i++) {
        float sum = 0;

        for (int k = 0; k < N; k++)     /* whole numbers: exact in any order */
            sum += a[i / N * N + k] * b[k * N + i % N];
        assert_true(c[i] == sum);
    }
    program_close(&program);
}

static void test_histogram(void **state)
{
    struct program program;
    struct host_memory bytes, counts;
    int expected[256] = { 0 };

    (void)state;
    program_open(&program, folder, file);
    bytes = host_alloc(10000);
    counts = host_alloc(1024);
    for (uint32_t i = 0; i < 10000; i++) {
        bytes.bytes[i] = (uint8_t)(i * i >> 3);
        expected[bytes.bytes[i]]++;
    }
    program_launch_row(&program, "histogram", (uint64_t[]){ bytes.address, 10000, counts.address },
                       4, 96);
    assert_memory_equal(counts.bytes, expected, sizeof(expected));
    program_close(&program);
}

static void test_reduce(void **state)
{
    struct program program;
    struct host_memory x, sums;
    float *a;

    (void)state;
    program_open(&program, folder, file);
    x = host_alloc(1000 * 4);
    sums = host_alloc(4 * 4);
    a = floats(x, 1000);
    program_launch(&program, "reduce", (uint64_t[]){ x.address, sums.address, 1000 },
                   (uint32_t[]){ 4, 1, 1 }, (uint32_t[]){ 256, 1, 1 }, 1024);
    for (int block = 0; block < 4; block++) {
        float sum = 0;

        for (int i = block * 256; i < block * 256 + 256 && i < 1000; i++)
            sum += a[i];
        assert_true(((float *)sums.bytes)[block] == sum);
    }
    program_close(&program);
}

static void test_wave(void **state)
{
    struct program program;
    struct host_memory out;

    (void)state;
    program_open(&program, folder, file);
    out = host_alloc(20000 * 4);
    program_launch_row(&program, "wave", (uint64_t[]){ out.address, 20000 }, 157, 128);
    for (int i = 0; i < 20000; i++) {
        double expected = sin((double)(i * 0.37f)) * cos((double)(i * 11.3f));

        if (!(fabs(((float *)out.bytes)[i] - expected) < 1e-6))
            fail_msg("%d: %g, not %g", i, ((float *)out.bytes)[i], expected);
    }
    program_close(&program);
}

static void test_smooth(void **state)
{
    static const float weights[5] = { 0.0625f, 0.25f, 0.375f, 0.25f, 0.0625f };
    struct program program;
    struct host_memory x, y;
    struct gi_ptx_variable *launches;
    float *a;

    (void)state;
    program_open(&program, folder, file);
    x = host_alloc(300 * 4);
    y = host_alloc(300 * 4);
    a = floats(x, 300);
    for (int i = 0; i < 2; i++)
        program_launch_row(&program, "smooth", (uint64_t[]){ x.address, y.address, 300 }, 5, 64);
    for (int i = 0; i < 300; i++) {
        float sum = 0;

        for (int k = -2; k <= 2; k++)
            sum += weights[k + 2] * a[i + k < 0 ? 0 : i + k > 299 ? 299 : i + k];
        assert_true(((float *)y.bytes)[i] == sum);
    }
    launches = gi_ptx_find_variable(program.module, (struct gi_ptx_text){ "launches", 8 });
    assert_int_equal(program.image.bytes[program.variables.offsets[launches->index]], 2);
    program_close(&program);
}

static int total(const int *values, int n)
{
    unsigned sum = 0;

    for (int i = 0; i < n; i++)
        sum = sum * 3 + (unsigned)values[i];
    return (int)sum;
}

static void test_generic(void **state)
{
    struct program program;
    struct host_memory x, y;
    int shared[64], local[8];
    int *a;

    (void)state;
    program_open(&program, folder, file);
    x = host_alloc(8 * 4);
    y = host_alloc(64 * 4);
    a = (int *)x.bytes;
    for (int i = 0; i < 8; i++)
        a[i] = i * i * 1001 - 7;
    program_launch_row(&program, "generic", (uint64_t[]){ x.address, y.address }, 1, 64);
    for (int t = 0; t < 64; t++)
        shared[t] = a[t % 8] * t;
    for (int t = 0; t < 64; t++) {
        for (int i = 0; i < 8; i++)
            local[(i * 5 + t) % 8] = a[i] + i;
        assert_int_equal(((int *)y.bytes)[t], (int)((unsigned)total(local, 8)
                         + (unsigned)total(shared, 64) * 7 + (unsigned)total(a, 8)));
    }
    program_close(&program);
}

static void test_by_value(void **state)
{
    struct { int before; double factor; unsigned char bytes[3]; short shorts[70]; long long last; }
        p = { 5, 0.5, { 1, 2, 3 }, { 0 }, -1000 };
    struct gi_translate_kernel kernel;
    struct program program;
    struct host_memory out;
    unsigned char c = 200;

    (void)state;
    program_open(&program, folder, file);
    out = host_alloc(70 * 8);
    for (int i = 0; i < 70; i++)
        p.shorts[i] = (short)(i * 999 - 30000);
    program_translate(&program, "by_value", &program.arena, &kernel);
    assert_true(kernel.parameters_in_memory);
    assert_int_equal(kernel.parameters[0].bytes, sizeof(p));
    host_run(&kernel, program.image.address, (const void *[]){ &p, &out.address, &c },
             (uint32_t[]){ 1, 1, 1 }, (uint32_t[]){ 70, 1, 1 }, 0);
    for (int i = 0; i < 70; i++)
        assert_true(((double *)out.bytes)[i]
                    == 0.5 * p.shorts[i] + p.bytes[i % 3] - 1000 + 5 + 200);
    program_close(&program);
}

static int ragged(int value)
{
    int steps = 0;

    while (value != 1) {
        for (int inner = 0; inner < 20; inner++) {
            if (++steps > 500)
                goto done;
            if (value & 1) {
                value = (int)(3u * (unsigned)value + 1);
                if (value % 7 == 0)
                    break;
                continue;
            }
            value >>= 1;
            if (value == 1)
                goto done;
        }
        switch (value % 5) {
        case 0: value += 3; break;
        case 1: steps += 2; break;
        case 3: value ^= 12; if (value <= 0) goto done; break;
        default: break;
        }
    }
    steps += 1000;
done:
    return steps * 4096 + (value & 4095);
}

static void test_ragged(void **state)
{
    struct program program;
    struct host_memory x, y;

    (void)state;
    program_open(&program, folder, file);
    x = host_alloc(700 * 4);
    y = host_alloc(700 * 4);
    for (int i = 0; i < 700; i++)
        ((int *)x.bytes)[i] = i * 13 + 1;
    program_launch_row(&program, "ragged", (uint64_t[]){ x.address, y.address, 700 }, 11, 64);
    for (int i = 0; i < 700; i++)
        assert_int_equal(((int *)y.bytes)[i], ragged(i * 13 + 1));
    program_close(&program);
}

static void test_atomics(void **state)
{
    struct program program;
    struct host_memory out;
    uint32_t *words;
    uint64_t wide;
    double real;
    float single;

    (void)state;
    program_open(&program, folder, file);
    out = host_alloc(64);
    words = (uint32_t *)out.bytes;
    words[1] = (uint32_t)-5;
    program_launch_row(&program, "atomics", (uint64_t[]){ out.address }, 1, 64);
    assert_int_equal(words[0], 2016);
    assert_int_equal(words[1], 63);
    assert_int_equal(words[2], 63);
    assert_int_equal(words[3], 64 % 10);
    assert_int_equal(words[4], (64 / 21 + 1) * 21 - 64);    /* 0, then 20 down to 0 */
    memcpy(&single, words + 5, sizeof(single));
    assert_true(single == 2016);
    memcpy(&wide, words + 6, sizeof(wide));
    assert_int_equal(wide, 2016ull << 33);
    memcpy(&real, words + 8, sizeof(real));
    assert_true(real == 2016);
    assert_int_equal(words[10], 5);
    assert_int_equal(words[12], 128);
    assert_int_equal(words[13], 0);
    assert_int_equal(words[14], 77);
    program_close(&program);
}

static void test_mixed_atomics(void **state)
{
    const float sum = 2016;
    struct program program;
    struct host_memory out;
    uint32_t words[12] = { 2016, 0, 63, 63, ~63u, 0, 64 % 10, (64 / 21 + 1) * 21 - 64, 0, 77, 5,
                           9 };
    uint64_t wide;

    (void)state;
    memcpy(&words[8], &sum, sizeof sum);
    program_open(&program, folder, file);
    out = host_alloc(64);
    program_launch_row(&program, "mixed", (uint64_t[]){ out.address }, 1, 64);
    for (int i = 0; i < 12; i++)
        assert_int_equal(((const uint32_t *)out.bytes)[i], words[i]);
    memcpy(&wide, out.bytes + 48, sizeof(wide));
    assert_int_equal(wide, (2016ull << 33) + 7);
    program_close(&program);
}

static void test_spaces(void **state)
{
    struct program program;
    struct host_memory out;

    (void)state;
    program_open(&program, folder, file);
    out = host_alloc(64 * 32);
    program_launch_row(&program, "spaces", (uint64_t[]){ out.address }, 1, 64);
    for (uint32_t t = 0; t < 64; t++) {
        const uint8_t *at = out.bytes + t * 32;
        uint32_t words[4];
        uint16_t half;
        double real;

        memcpy(words, at, sizeof(words));
        memcpy(&real, at + 16, sizeof(real));
        memcpy(&half, at + 26, sizeof(half));
        assert_int_equal(words[0], 0xffff5abe);     /* the sign of 0xbe, a byte on top */
        assert_int_equal(words[1], t ^ 1);
        assert_int_equal(words[2], t ^ 1);
        assert_int_equal(words[3], 0xbeef);
        assert_true(real == (t ^ 1));
        assert_int_equal(at[24], 0);
        assert_int_equal(at[25], t);
        assert_int_equal(half, 0xbeef);
    }
    program_close(&program);
}

/* Launches until all blocks met: nobody promises that they run at one time. */
static void launch_grid(struct program *program, uint32_t blocks, uint32_t threads,
                        struct host_memory values, struct host_memory out,
                        struct host_memory barrier)
{
    const uint32_t count = blocks * threads, given_up = 2, most_tries = 5000;
    uint8_t *before = malloc(count * 4 + GI_TRANSLATE_GRID_BARRIER_BYTES);
    bool met = false;

    assert_non_null(before);
    memcpy(before, values.bytes, count * 4);
    memcpy(before + count * 4, barrier.bytes, GI_TRANSLATE_GRID_BARRIER_BYTES);
    for (uint32_t i = 0; i < most_tries && !met; i++) {
        memcpy(values.bytes, before, count * 4);
        memcpy(barrier.bytes, before + count * 4, GI_TRANSLATE_GRID_BARRIER_BYTES);
        program_launch_row(program, "rotate", (uint64_t[]){ values.address, out.address }, blocks,
                           threads);
        met = true;
        for (uint32_t k = 0; k < count; k++)
            met = met && ((uint32_t *)out.bytes)[k] != given_up;
    }
    assert_true(met);
    free(before);
}

static void test_grid(void **state)
{
    enum { BLOCKS = 2, THREADS = 64, N = BLOCKS * THREADS, LAUNCHES = 3 };
    struct host_memory values, out, barrier;
    uint32_t expected[N], next[N];
    struct program program;

    (void)state;
    program_open(&program, folder, file);
    values = host_alloc(N * 4);
    out = host_alloc(N * 4);
    barrier = host_alloc(GI_TRANSLATE_GRID_BARRIER_BYTES);
    host_grid_barrier(0);
    launch_grid(&program, BLOCKS, THREADS, values, out, barrier);
    for (int i = 0; i < N; i++) {
        assert_int_equal(((uint32_t *)out.bytes)[i], 1);
        assert_int_equal(((uint32_t *)values.bytes)[i], 0);
        expected[i] = ((uint32_t *)values.bytes)[i] = (uint32_t)i * 77 + 5;
    }
    host_grid_barrier(barrier.address);
    for (int launch = 0; launch < LAUNCHES; launch++)   /* the barrier is as the last left it */
        launch_grid(&program, BLOCKS, THREADS, values, out, barrier);
    host_grid_barrier(0);
    for (int launch = 0; launch < LAUNCHES; launch++) {
        for (uint32_t i = 0; i < N; i++)
            next[i] = expected[(i + 1) % N] + i;
        memcpy(expected, next, sizeof(expected));
    }
    for (int i = 0; i < N; i++)
        assert_int_equal(((uint32_t *)out.bytes)[i], expected[N - 1 - i]);
    program_close(&program);
}

int main(int argc, char **argv)
{
    static const struct CMUnitTest all[] = {
        cmocka_unit_test(test_saxpy),     cmocka_unit_test(test_stride),
        cmocka_unit_test(test_matmul),    cmocka_unit_test(test_histogram),
        cmocka_unit_test(test_smooth),    cmocka_unit_test(test_generic),
        cmocka_unit_test(test_by_value),  cmocka_unit_test(test_ragged),
    };
    static const struct CMUnitTest of_nvcc[] = {
        cmocka_unit_test(test_reduce),
        cmocka_unit_test(test_wave),
    };
    static const struct CMUnitTest by_hand[] = {
        cmocka_unit_test(test_atomics),
        cmocka_unit_test(test_mixed_atomics),
        cmocka_unit_test(test_spaces),
    };
    static const struct CMUnitTest of_grids[] = { cmocka_unit_test(test_grid) };
    const char *why;
    int failed;

    setenv("LP_NUM_THREADS", "4", 0);   /* llvmpipe runs as many blocks at one time */
    why = host_open();

    if (why) {
        printf("skipped: %s\n", why);
        return 77;
    }
    if (argc != 2)
        return 2;
    folder = argv[1];
    file = "basic.nvcc.ptx";
    failed = cmocka_run_group_tests_name("nvcc", all, NULL, NULL);
    failed += cmocka_run_group_tests_name("nvcc alone", of_nvcc, NULL, NULL);
    file = "basic.clang.ptx";
    failed += cmocka_run_group_tests_name("clang", all, NULL, NULL);
    file = "memory.ptx";
    failed += cmocka_run_group_tests_name("by hand", by_hand, NULL, NULL);
    file = "grid.ptx";
    failed += cmocka_run_group_tests_name("grids", of_grids, NULL, NULL);
    host_close();
    return failed;
}
