/** Cooperative launches: blocks that wait for each other, as many as run at once. */
#include "kernels.h"

#include <stdlib.h>

#include "test_cases.h"

#define THREADS 64u

/* (u32 *values, u32 *sums): each thread writes its number plus 1; all wait for the grid; the first
 * thread of each block adds up what all wrote, twice. Without a grid to wait for it writes 7. */
static const char code[] =
    ".version 6.4\n.target sm_60\n.address_size 64\n"
    ".visible .entry total(.param .u64 total_0, .param .u64 total_1)\n{\n"
    ".reg .pred %p<4>;\n.reg .b32 %r<20>;\n.reg .b64 %rd<12>;\n"
    "ld.param.u64 %rd1, [total_0];\nld.param.u64 %rd2, [total_1];\n"
    "mov.u32 %r1, %ctaid.x;\nmov.u32 %r2, %ntid.x;\nmov.u32 %r3, %tid.x;\nmov.u32 %r4, %nctaid.x;\n"
    "mad.lo.u32 %r5, %r1, %r2, %r3;\nmul.lo.u32 %r6, %r4, %r2;\n"
    "mul.wide.u32 %rd3, %r5, 4;\nadd.u64 %rd3, %rd1, %rd3;\n"
    "mul.wide.u32 %rd4, %r1, 4;\nadd.u64 %rd4, %rd2, %rd4;\n"
    "add.u32 %r7, %r5, 1;\nst.global.u32 [%rd3], %r7;\n"
    "mov.u32 %r8, %envreg2;\nmov.u32 %r9, %envreg1;\nmov.b64 %rd5, {%r8, %r9};\n"
    "mov.u32 %r17, 7;\nsetp.eq.u64 %p1, %rd5, 0;\n@%p1 bra TELL;\n"
    "mov.u32 %r17, 0;\nmov.u32 %r16, 2;\n"
    "TURN:\n" WAIT_FOR_GRID "mov.u32 %r13, 0;\nmov.u64 %rd6, %rd1;\n"
    "ADD:\nld.global.u32 %r14, [%rd6];\nadd.u32 %r17, %r17, %r14;\nadd.u64 %rd6, %rd6, 4;\n"
    "add.u32 %r13, %r13, 1;\nsetp.lt.u32 %p3, %r13, %r6;\n@%p3 bra ADD;\n"
    "sub.u32 %r16, %r16, 1;\nsetp.ne.u32 %p3, %r16, 0;\n@%p3 bra TURN;\n"
    "TELL:\nsetp.ne.u32 %p2, %r3, 0;\n@%p2 bra DONE;\nst.global.u32 [%rd4], %r17;\n"
    "DONE:\nret;\n}\n";

static const char stub;
static uint32_t *values, *sums;
static uint32_t most;                    /* blocks that run at once */

#define ARGUMENTS (void *[]){ &values, &sums }

TEST_CASE(the_device_takes_cooperative_launches)
{
    gpuDeviceProp properties;
    int blocks = 0;

    OK(gpuGetDeviceProperties(&properties, 0));
    assert_int_equal(properties.cooperativeLaunch, 1);
    assert_int_equal(properties.warpSize, 32);
    OK(gpuOccupancyActive(&blocks, &stub, THREADS, 0));
    assert_true(blocks >= 1);
    most = (uint32_t)(blocks * properties.multiProcessorCount);
}

static void expect_sums(uint32_t blocks)
{
    uint32_t count = blocks * THREADS, expected = count * (count + 1);
    uint32_t *got = calloc(blocks, sizeof *got);

    assert_non_null(got);
    OK(gpuMemcpy(got, sums, blocks * sizeof *got, gpuMemcpyDeviceToHost));
    for (uint32_t i = 0; i < blocks; i++)
        assert_int_equal(got[i], expected);
    free(got);
}

TEST_CASE(blocks_wait_for_each_other)
{
    for (int turn = 0; turn < 3; turn++) {
        OK(gpuMemset(values, 0, most * THREADS * 4));
        OK(gpuLaunchCooperativeKernel(&stub, GRID(most, 1, 1), GRID(THREADS, 1, 1), ARGUMENTS, 0,
                                      NULL));
        expect_sums(most);
    }
}

TEST_CASE(launches_of_two_streams_do_not_block_each_other)
{
    gpuStream_t streams[2];

    for (int i = 0; i < 2; i++)
        OK(gpuStreamCreate(&streams[i]));
    for (int turn = 0; turn < 8; turn++)
        OK(gpuLaunchCooperativeKernel(&stub, GRID(most, 1, 1), GRID(THREADS, 1, 1), ARGUMENTS, 0,
                                      streams[turn % 2]));
    for (int i = 0; i < 2; i++) {
        OK(gpuStreamSynchronize(streams[i]));
        OK(gpuStreamDestroy(streams[i]));
    }
    expect_sums(most);
}

TEST_CASE(more_blocks_are_too_many)
{
    EXPECT(gpuLaunchCooperativeKernel(&stub, GRID(65535, 1, 1), GRID(THREADS, 1, 1), ARGUMENTS, 0,
                                      NULL),
           gpuErrorCooperativeLaunchTooLarge, "at once");
    EXPECT(gpuLaunchCooperativeKernel(&stub, GRID(65535, 65535, 65535), GRID(THREADS, 1, 1),
                                      ARGUMENTS, 0, NULL),
           gpuErrorCooperativeLaunchTooLarge, "at once");
}

TEST_CASE(other_launches_have_no_grid_to_wait_for)
{
    uint32_t got = 0;

    OK(gpuLaunchKernel(&stub, GRID(1, 1, 1), GRID(THREADS, 1, 1), ARGUMENTS, 0, NULL));
    OK(gpuMemcpy(&got, sums, sizeof got, gpuMemcpyDeviceToHost));
    assert_int_equal(got, 7);
}

static int set_up(void **state)
{
    void *memory;

    *state = code_register(code);
    stub_register(*state, &stub, "total");
    OK(gpuMalloc(&memory, 1 << 20));
    values = memory;
    sums = values + (1 << 17);
    return 0;
}

TEST_CASE(everything_ends)
{
    OK(gpuFree(values));
    code_end(*state);
}

int run_cooperative(void)
{
    return run_test_cases(set_up);
}
