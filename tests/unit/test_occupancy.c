/* How many blocks run at once: a table of devices, kernels and launches. */
#include "module/occupancy.h"

#include <stddef.h>

#include "test_cases.h"

/* A multiprocessor of the capability that devices report, and a small one. */
static const struct gi_occupancy_device usual = { 1024, 16, 65536, 49152, 40 };
static const struct gi_occupancy_device small = { 256, 16, 32768, 32768, 2 };

static const struct gi_occupancy_kernel plain = { 0, 1024, 49152 };
static const struct gi_occupancy_kernel fixed = { 10000, 1024, 39152 };
static const struct gi_occupancy_kernel narrow = { 0, 100, 49152 };
static const struct gi_occupancy_kernel on_small = { 0, 256, 32768 };

TEST_CASE(blocks_are_counted)
{
    static const struct {
        const struct gi_occupancy_device *device;
        const struct gi_occupancy_kernel *kernel;
        uint32_t threads;
        uint64_t dynamic_bytes;
        uint32_t blocks;
    } rows[] = {
        { &usual, &plain, 1024, 0, 1 }, { &usual, &plain, 512, 0, 2 },
        { &usual, &plain, 513, 0, 1 }, { &usual, &plain, 100, 0, 8 }, { &usual, &plain, 64, 0, 16 },
        { &usual, &plain, 1, 0, 16 },
        { &usual, &plain, 0, 0, 0 }, { &usual, &plain, 1025, 0, 0 },
        { &usual, &narrow, 100, 0, 8 }, { &usual, &narrow, 101, 0, 0 },
        { &usual, &plain, 32, 49152, 1 }, { &usual, &plain, 32, 49153, 0 },
        { &usual, &plain, 32, 32768, 2 }, { &usual, &plain, 32, 32769, 1 },
        { &usual, &plain, 32, 1, 16 }, { &usual, &plain, 32, 4097, 15 },
        { &usual, &fixed, 32, 0, 6 }, { &usual, &fixed, 32, 39152, 1 },
        { &usual, &fixed, 32, 39153, 0 },
        { &small, &on_small, 256, 0, 1 }, { &small, &on_small, 32, 32768, 1 },
        { &small, &on_small, 32, 32767, 1 }, { &small, &on_small, 32, UINT64_MAX, 0 },
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        uint32_t blocks = gi_occupancy_blocks(rows[i].device, rows[i].kernel, rows[i].threads,
                                              rows[i].dynamic_bytes);

        if (blocks != rows[i].blocks)
            fail_msg("row %zu: %u blocks, not %u", i, blocks, rows[i].blocks);
    }
}

/* What is told to be available is available, and one granule more is not. */
TEST_CASE(dynamic_memory_is_divided)
{
    assert_int_equal(gi_occupancy_dynamic_bytes(&usual, &plain, 1, 32), 49152);
    assert_int_equal(gi_occupancy_dynamic_bytes(&usual, &plain, 2, 32), 32768);
    assert_int_equal(gi_occupancy_dynamic_bytes(&usual, &plain, 16, 64), 4096);
    assert_int_equal(gi_occupancy_dynamic_bytes(&usual, &plain, 17, 32), 0);
    assert_int_equal(gi_occupancy_dynamic_bytes(&usual, &plain, 0, 32), 0);
    assert_int_equal(gi_occupancy_dynamic_bytes(&usual, &plain, 2, 1024), 0);
    for (uint32_t blocks = 1; blocks <= 6; blocks++) {
        uint64_t bytes = gi_occupancy_dynamic_bytes(&usual, &fixed, blocks, 32);

        assert_true(gi_occupancy_blocks(&usual, &fixed, 32, bytes) >= blocks);
        assert_true(gi_occupancy_blocks(&usual, &fixed, 32, bytes + 256) < blocks ||
                    bytes + 256 > fixed.most_dynamic_bytes);
    }
}

TEST_CASE(the_best_block_is_the_largest)
{
    uint32_t blocks, threads;

    gi_occupancy_potential(&usual, &plain, 0, 0, &blocks, &threads);
    assert_true(blocks == 40 && threads == 1024);
    gi_occupancy_potential(&usual, &plain, 0, 512, &blocks, &threads);
    assert_true(blocks == 80 && threads == 512);
    gi_occupancy_potential(&usual, &plain, 0, 700, &blocks, &threads);
    assert_true(blocks == 80 && threads == 512);
    gi_occupancy_potential(&usual, &narrow, 0, 0, &blocks, &threads);
    assert_true(blocks == 40 * 16 && threads == 64);
    gi_occupancy_potential(&usual, &plain, 50000, 0, &blocks, &threads);
    assert_true(blocks == 0 && threads == 0);
}
