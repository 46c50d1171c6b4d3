/** Launches of every shape, with arguments of every layout. */
#include "kernels.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../skip_case.h"
#include "test_cases.h"

enum { COUNT = 4096 };

static uint32_t *device_words(size_t count)
{
    void *memory;

    OK(gpuMalloc(&memory, count * sizeof(uint32_t)));
    OK(gpuMemset(memory, 0, count * sizeof(uint32_t)));
    return memory;
}

TEST_CASE(every_thread_of_a_grid_runs)
{
    uint32_t *out = device_words(COUNT);

    launch_fill(out, COUNT, 7, NULL);
    OK(gpuDeviceSynchronize());
    check_row(out, COUNT, 7, 1);
    OK(gpuFree(out));
}

/* A block's number and a thread's number in it, in their order. */
static void expect_places(dim3 grid, dim3 block)
{
    uint32_t blocks = grid.x * grid.y * grid.z, threads = block.x * block.y * block.z;
    uint32_t *out = device_words((size_t)blocks * threads);
    uint32_t *got = malloc(sizeof *got * blocks * threads);
    void *arguments[] = { &out };

    assert_non_null(got);
    OK(launch(STUB_PLACES, grid, block, arguments, 0, NULL));
    OK(gpuMemcpy(got, out, sizeof *got * blocks * threads, gpuMemcpyDeviceToHost));
    for (uint32_t i = 0; i < blocks * threads; i++) {
        if (got[i] != i / threads * 65536 + i % threads)
            fail_msg("thread %u of block %u: 0x%x", i % threads, i / threads, got[i]);
    }
    free(got);
    OK(gpuFree(out));
}

TEST_CASE(grids_and_blocks_have_three_dimensions)
{
    expect_places(GRID(1, 1, 1), GRID(1, 1, 1));
    expect_places(GRID(17, 1, 1), GRID(5, 1, 1));
    expect_places(GRID(2, 3, 4), GRID(5, 3, 2));
    expect_places(GRID(1, 9, 1), GRID(1, 64, 2));
    expect_places(GRID(1, 1, 7), GRID(3, 1, 8));
    expect_places(GRID(2, 2, 2), GRID(1024, 1, 1));
    expect_places(GRID(300, 1, 1), GRID(4, 4, 1));
}

/* Vulkan's devices may take 65535 groups a direction in one dispatch, and no base beyond. */
TEST_CASE(grids_may_be_wider_than_a_dispatch)
{
    gpuDeviceProp properties;

    OK(gpuGetDeviceProperties(&properties, 0));
    assert_true(properties.maxGridSize[0] >= 200003);
    expect_places(GRID(65535, 1, 1), GRID(3, 1, 1));
    expect_places(GRID(65536, 1, 1), GRID(3, 1, 1));
    expect_places(GRID(200003, 1, 1), GRID(3, 1, 1));
    expect_places(GRID(70001, 2, 3), GRID(1, 2, 1));
    expect_places(GRID(5, 3, 1), GRID(3, 1, 1));         /* the same size of block as before */
}

TEST_CASE(blocks_have_dynamic_shared_memory)
{
    uint32_t *data = device_words(COUNT), got[COUNT];
    void *arguments[] = { &data };

    for (uint32_t block = 32; block <= 256; block *= 2) {
        launch_fill(data, COUNT, 0, NULL);
        OK(launch(STUB_REVERSE, GRID(COUNT / block, 1, 1), GRID(block, 1, 1), arguments, block * 4,
                  NULL));
        OK(gpuMemcpy(got, data, sizeof got, gpuMemcpyDeviceToHost));
        for (uint32_t i = 0; i < COUNT; i++)
            assert_int_equal(got[i], i / block * block + (block - 1 - i % block));
    }
    OK(gpuFree(data));
}

TEST_CASE(kernels_read_constants_and_variables)
{
    static const uint32_t wanted[8] = { 101, 102, 103, 105, 108, 113, 121, 134 };
    uint32_t *out = device_words(8), got[8];
    void *arguments[] = { &out };

    OK(launch(STUB_TABLE, GRID(1, 1, 1), GRID(8, 1, 1), arguments, 0, NULL));
    OK(gpuMemcpy(got, out, sizeof got, gpuMemcpyDeviceToHost));
    assert_memory_equal(got, wanted, sizeof got);
    OK(gpuFree(out));
}

TEST_CASE(kernels_write_variables)
{
    uint32_t before, after;

    OK(gpuMemcpyFromSymbol(&before, &variable_counter, 4, 0, gpuMemcpyDeviceToHost));
    OK(launch(STUB_COUNT, GRID(10, 1, 1), GRID(32, 1, 1), NULL, 0, NULL));
    OK(gpuMemcpyFromSymbol(&after, &variable_counter, 4, 0, gpuMemcpyDeviceToHost));
    assert_int_equal(after - before, 320);
#if API_IS_CUDA
    OK(gpuDeviceSynchronize());
    assert_true(*variable_managed >= 7 + 320);
    *variable_managed = 5;
    OK(launch(STUB_COUNT, GRID(2, 1, 1), GRID(3, 1, 1), NULL, 0, NULL));
    OK(gpuDeviceSynchronize());
    assert_int_equal(*variable_managed, 11);
#endif
}

/* Whether the driver is one that is known to keep host and device addresses the same: Mesa's CPU
 * driver, and NVIDIA's since it places memory. There a device that says otherwise is wrong. */
static bool must_be_unified(const gpuDeviceProp *properties)
{
    return strstr(properties->name, "llvmpipe") != NULL ||
           strstr(properties->name, "NVIDIA") != NULL;
}

/* Programs give kernels the host's pointer where unifiedAddressing is 1. The sizes are parts of a
 * block of the heap, and blocks of their own. */
TEST_CASE(kernels_take_pinned_pointers)
{
    static const size_t counts[] = { 32, COUNT, 1 << 20, 12 << 20 };
    static const unsigned flags[] = { 0, gpuHostAllocPortable, gpuHostAllocMapped,
                                      gpuHostAllocWriteCombined };
    gpuDeviceProp properties;

    OK(gpuGetDeviceProperties(&properties, 0));
    if (must_be_unified(&properties))
        assert_int_equal(properties.unifiedAddressing, 1);
    if (!properties.unifiedAddressing)
        SKIP_CASE("host memory has two addresses on this device");
    for (size_t i = 0; i < 4; i++) {
        size_t count = counts[i];
        uint32_t *pinned;
        void *memory, *device;

        OK(gpuHostAlloc(&memory, count * sizeof *pinned, flags[i]));
        OK(gpuHostGetDevicePointer(&device, memory, 0));
        assert_ptr_equal(device, memory);
        pinned = memory;
        memset(pinned, 0xff, count * sizeof *pinned);
        launch_fill(pinned, (uint32_t)count, 3, NULL);
        OK(gpuDeviceSynchronize());
        for (uint32_t k = 0; k < count; k++)
            assert_int_equal(pinned[k], 3 + k);
        OK(gpuFreeHost(memory));
    }
}

/* ---- arguments ------------------------------------------------------------------------------- */

TEST_CASE(scalars_of_every_width_arrive)
{
    uint8_t a = 0xab, e = 0xcd;
    uint16_t b = 0x1234;
    uint32_t c = 0xdeadbeef;
    uint64_t d = UINT64_C(0x0123456789abcdef), got[6];
    double f = 2.5;
    void *out;
    void *arguments[] = { &a, &b, &c, &d, &e, &f, &out };

    OK(gpuMalloc(&out, sizeof got));
    OK(launch(STUB_MIXED, GRID(1, 1, 1), GRID(1, 1, 1), arguments, 0, NULL));
    OK(gpuMemcpy(got, out, sizeof got, gpuMemcpyDeviceToHost));
    assert_true(got[0] == a && got[1] == b && got[2] == c && got[3] == d && got[4] == e);
    assert_memory_equal(&got[5], &f, sizeof f);
    OK(gpuFree(out));
}

/* A kernel gives its first argument back byte by byte. */
static void expect_bytes(enum stub stub, void *value, uint32_t size)
{
    uint8_t got[4000];
    void *out;
    void *arguments[] = { value, &out, &size };

    OK(gpuMalloc(&out, size));
    OK(launch(stub, GRID(1, 1, 1), GRID(1, 1, 1), arguments, 0, NULL));
    OK(gpuMemcpy(got, out, size, gpuMemcpyDeviceToHost));
    assert_memory_equal(got, value, size);
    OK(gpuFree(out));
}

TEST_CASE(structs_arrive_as_they_are)
{
    struct {
        uint8_t a;
        double b;
        uint16_t c;
        struct { float x, y, z; } d;
        uint8_t e[3];
    } value;

    _Static_assert(sizeof value == 40, "the kernel's");
    fill_pattern((uint8_t *)&value, sizeof value, 3);
    value.b = 1.25;
    value.d.z = -4.5f;
    expect_bytes(STUB_BLOB, &value, sizeof value);
}

TEST_CASE(large_arguments_arrive)
{
    uint8_t value[4000];

    for (unsigned int seed = 0; seed < 3; seed++) {
        fill_pattern(value, sizeof value, seed);
        expect_bytes(STUB_LARGE, value, sizeof value);
    }
}

/* Each launch in the stream has its own copy of the arguments. */
TEST_CASE(arguments_are_copied_at_the_call)
{
    enum { LAUNCHES = 64 };
    uint8_t value[4000], got[LAUNCHES][16];
    uint8_t *out;
    void *memory;
    uint32_t size = 16;
    struct gate gate;
    gpuStream_t stream;

    OK(gpuMalloc(&memory, sizeof got));
    OK(gpuStreamCreate(&stream));
    gate_close(&gate, stream);
    for (unsigned int i = 0; i < LAUNCHES; i++) {
        void *arguments[] = { value, &out, &size };

        out = (uint8_t *)memory + (size_t)i * 16;
        fill_pattern(value, sizeof value, i);
        OK(launch(STUB_LARGE, GRID(1, 1, 1), GRID(1, 1, 1), arguments, 0, stream));
    }
    memset(value, 0, sizeof value);
    gate_open(&gate);
    OK(gpuStreamSynchronize(stream));
    OK(gpuMemcpy(got, memory, sizeof got, gpuMemcpyDeviceToHost));
    for (unsigned int i = 0; i < LAUNCHES; i++) {
        fill_pattern(value, sizeof value, i);
        assert_memory_equal(got[i], value, 16);
    }
    OK(gpuStreamDestroy(stream));
    OK(gpuFree(memory));
}

/* ---- threads --------------------------------------------------------------------------------- */

struct first_launch {
    pthread_barrier_t *start;
    uint32_t *out;
    gpuError_t answer;
};

static void *launch_first(void *argument)
{
    struct first_launch *first = argument;
    uint32_t value = 3;
    void *arguments[] = { &first->out, &value };

    pthread_barrier_wait(first->start);
    first->answer = launch(STUB_FILL, GRID(1, 1, 1), GRID(96, 1, 1), arguments, 0, NULL);
    return NULL;
}

/* Nobody has read the code or compiled this size of block before. */
TEST_CASE_FIRST(two_threads_launch_a_kernel_first)
{
    pthread_barrier_t start;
    pthread_t threads[2];
    struct first_launch first[2];

    pthread_barrier_init(&start, NULL, 2);
    for (int i = 0; i < 2; i++) {
        first[i] = (struct first_launch){ &start, device_words(96), gpuSuccess };
        assert_int_equal(pthread_create(&threads[i], NULL, launch_first, &first[i]), 0);
    }
    for (int i = 0; i < 2; i++) {
        pthread_join(threads[i], NULL);
        OK(first[i].answer);
        check_row(first[i].out, 96, 3, 1);
        OK(gpuFree(first[i].out));
    }
    pthread_barrier_destroy(&start);
}

static int set_up(void **state)
{
    *state = code_main_register();
    return *state == NULL;
}

TEST_CASE_LAST(everything_ends)
{
    code_end(*state);
}

int run_launches(void)
{
    return run_test_cases(set_up);
}
