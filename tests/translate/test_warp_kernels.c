/* Kernels of nvcc with warp operations and barriers, in all ways, against the same in C. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "program.h"

/* The device as it is, without subgroups, and as if all flow were divergent. */
enum { AS_IS, BY_MEMORY, BY_MACHINE, VARIANTS };

static const char *folder;
static struct program program;

static void launch(const char *name, const uint64_t *arguments, uint32_t grid, uint32_t block)
{
    program_launch_row(&program, name, arguments, grid, block);
}

/* Runs a test in each variant. */
static void in_all(void (*test)(void))
{
    for (int variant = 0; variant < VARIANTS; variant++) {
        struct gi_translate_target target = *host_target();

        if (variant != AS_IS)
            target.subgroup_operations = 0;
        target.always_machine = variant == BY_MACHINE;
        program_open(&program, folder, "warps.nvcc.ptx");
        program.target = &target;
        test();
        program_close(&program);
    }
}

static int *numbers(struct host_memory memory, int count)
{
    int *all = (int *)memory.bytes;

    for (int i = 0; i < count; i++)
        all[i] = (int)((uint32_t)i * 2654435761u >> 20) - 7;
    return all;
}

static void block_sums(void)
{
    struct host_memory x = host_alloc(1000 * 4), sums = host_alloc(8 * 4);
    const int *in = numbers(x, 1000);

    launch("block_sums", (uint64_t[]){ x.address, sums.address, 1000 }, 8, 128);
    for (int block = 0; block < 8; block++) {
        int sum = 0;

        for (int i = block * 128; i < block * 128 + 128 && i < 1000; i++)
            sum += in[i];
        assert_int_equal(((int *)sums.bytes)[block], sum);
    }
}

static void scan(void)
{
    struct host_memory x = host_alloc(192 * 4), y = host_alloc(192 * 4);
    const int *in = numbers(x, 192);
    int sum = 0;

    launch("scan", (uint64_t[]){ x.address, y.address }, 2, 96);
    for (int i = 0; i < 192; i++) {
        sum = i % 32 ? sum + in[i] : in[i];
        assert_int_equal(((int *)y.bytes)[i], sum);
    }
}

static int compare(const void *a, const void *b)
{
    return (*(const int *)a > *(const int *)b) - (*(const int *)a < *(const int *)b);
}

static void keep_even(void)
{
    struct host_memory x = host_alloc(500 * 4), y = host_alloc(500 * 4), count = host_alloc(4);
    const int *in = numbers(x, 500);
    int kept[500];
    uint32_t number = 0, counted;

    launch("keep_even", (uint64_t[]){ x.address, y.address, count.address, 500 }, 4, 128);
    for (int i = 0; i < 500; i++) {
        if (in[i] % 2 == 0)
            kept[number++] = in[i];
    }
    memcpy(&counted, count.bytes, 4);
    assert_int_equal(counted, number);
    qsort(kept, number, sizeof(*kept), compare);
    qsort(y.bytes, number, sizeof(*kept), compare);
    assert_memory_equal(y.bytes, kept, number * sizeof(*kept));
}

static void matched(void)
{
    struct host_memory x = host_alloc(333 * 4), bins = host_alloc(8 * 4);
    const int *in = numbers(x, 333);
    uint32_t expected[8] = { 0 };

    launch("matched", (uint64_t[]){ x.address, bins.address, 333 }, 3, 128);
    for (int i = 0; i < 333; i++)
        expected[in[i] & 7]++;
    assert_memory_equal(bins.bytes, expected, sizeof(expected));
}

static void turned(void)
{
    struct host_memory x = host_alloc(300 * 4), y = host_alloc(300 * 4);
    const int *in = numbers(x, 300);

    launch("turned", (uint64_t[]){ x.address, y.address, 300 }, 2, 256);
    for (int i = 0; i < 300; i++)
        assert_int_equal(((int *)y.bytes)[i], in[i < 256 ? 255 - i : 299 + 256 - i]);
}

static void ragged_steps(void)
{
    struct host_memory x = host_alloc(90 * 4), y = host_alloc(90 * 4);
    const int *in = numbers(x, 90);
    int total[4] = { 0 }, sum = 0;

    launch("ragged_steps", (uint64_t[]){ x.address, y.address }, 1, 90);
    for (int turn = 0; turn < 4; turn++) {
        for (int t = 0; t < 90; t++)
            sum += (in[t] & 3) > turn;
        total[turn] = sum;
    }
    for (int t = 0; t < 90; t++) {
        int seen = 0;

        for (int turn = 0; turn < (in[t] & 3); turn++)
            seen = (int)((uint32_t)seen * 1000 + (uint32_t)total[turn]);
        assert_int_equal(((int *)y.bytes)[t], seen);
    }
}

static void two_sides(void)
{
    struct host_memory x = host_alloc(128 * 4), y = host_alloc(128 * 4);
    const int *in = numbers(x, 128);
    int sum = 0, most = in[64];

    launch("two_sides", (uint64_t[]){ x.address, y.address }, 1, 128);
    for (int t = 0; t < 64; t++)
        sum += in[t];
    for (int t = 64; t < 96; t++)
        most = in[t] > most ? in[t] : most;
    for (int t = 0; t < 128; t++)
        assert_int_equal(((int *)y.bytes)[t], t < 64 ? sum : most);
}

static void votes(void)
{
    struct host_memory x = host_alloc(96 * 4), y = host_alloc(96 * 4);
    const int *in = numbers(x, 96);
    int count = 0, any = 0, all = 1;

    launch("votes", (uint64_t[]){ x.address, y.address }, 1, 96);
    for (int t = 0; t < 96; t++) {
        count += in[t] & 1;
        any |= in[t] > 1000;
        all &= in[t] >= 0;
    }
    for (int t = 0; t < 96; t++) {
        int bits = 0, fours = 1, eights = 0;

        for (int i = t / 32 * 32; i < t / 32 * 32 + 32; i++) {
            bits += (in[i] & 2) != 0;
            fours &= (in[i] & 4) != 0;
            eights |= (in[i] & 8) != 0;
        }
        assert_int_equal(((int *)y.bytes)[t], count * 65536 + bits * 256 + (any ? 4 : 0)
                         + (all ? 2 : 0) + (fours || eights ? 1 : 0));
    }
}

static void reductions(void)
{
    struct host_memory x = host_alloc(64 * 4), y = host_alloc(64 * 4);
    uint32_t *in = (uint32_t *)x.bytes;

    for (uint32_t t = 0; t < 64; t++)
        in[t] = t * 5 + 1;
    launch("reductions", (uint64_t[]){ x.address, y.address }, 1, 64);
    for (uint32_t warp = 0; warp < 2; warp++) {
        uint32_t most = 0, sum = 0;

        for (uint32_t t = warp * 32; t < warp * 32 + 32; t++) {
            uint32_t steps = 0;

            for (uint32_t value = in[t]; value > 1; steps++)
                value = value & 1 ? value * 3 + 1 : value >> 1;
            most = steps > most ? steps : most;
            sum += steps;
        }
        for (uint32_t t = warp * 32; t < warp * 32 + 32; t++)
            assert_int_equal(((uint32_t *)y.bytes)[t], most * 65536 + sum);
    }
}

#define TEST(name) static void test_##name(void **state) { (void)state; in_all(name); }
TEST(block_sums)
TEST(scan)
TEST(keep_even)
TEST(matched)
TEST(turned)
TEST(ragged_steps)
TEST(two_sides)
TEST(votes)
TEST(reductions)

int main(int argc, char **argv)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_block_sums), cmocka_unit_test(test_scan),
        cmocka_unit_test(test_keep_even),  cmocka_unit_test(test_matched),
        cmocka_unit_test(test_turned),     cmocka_unit_test(test_ragged_steps),
        cmocka_unit_test(test_two_sides),  cmocka_unit_test(test_votes),
        cmocka_unit_test(test_reductions),
    };
    const char *why = host_open();
    int failed;

    if (why) {
        printf("skipped: %s\n", why);
        return 77;
    }
    if (argc != 2)
        return 2;
    folder = argv[1];
    failed = cmocka_run_group_tests_name("kernels with warps", tests, NULL, NULL);
    host_close();
    return failed;
}
