/** Launches among other work of streams, and what ends while they wait. */
#include "kernels.h"
#include "test_cases.h"

enum { COUNT = 1024, BYTES = COUNT * 4 };

static uint32_t *words;
static gpuStream_t stream;

TEST_CASE(launches_stand_in_the_order_of_their_stream)
{
    uint32_t from[COUNT], got[COUNT];

    for (uint32_t i = 0; i < COUNT; i++)
        from[i] = i;
    OK(gpuMemsetAsync(words, 0xff, BYTES, stream));
    OK(gpuMemcpyAsync(words, from, BYTES, gpuMemcpyHostToDevice, stream));
    launch_add(words, COUNT, 1, stream);         /* 3 i + 1 */
    launch_add(words, COUNT, 2, stream);         /* 9 i + 5 */
    OK(gpuMemcpyAsync(got, words, BYTES, gpuMemcpyDeviceToHost, stream));
    OK(gpuMemsetAsync(words, 0, BYTES, stream));
    launch_add(words, COUNT, 4, stream);
    OK(gpuStreamSynchronize(stream));
    for (uint32_t i = 0; i < COUNT; i++)
        assert_int_equal(got[i], 9 * i + 5);
    check_row(words, COUNT, 4, 0);
}

TEST_CASE(streams_wait_for_launches_by_events)
{
    gpuStream_t other;
    gpuEvent_t event;
    struct gate gate;

    OK(gpuStreamCreateWithFlags(&other, gpuStreamNonBlocking));
    OK(gpuEventCreate(&event));
    gate_close(&gate, stream);
    launch_fill(words, COUNT, 1, stream);
    OK(gpuEventRecord(event, stream));
    OK(gpuStreamWaitEvent(other, event, 0));
    launch_add(words, COUNT, 5, other);
    assert_int_equal(gpuStreamQuery(other), gpuErrorNotReady);
    gate_open(&gate);
    OK(gpuStreamSynchronize(other));
    check_row(words, COUNT, 8, 3);
    OK(gpuEventDestroy(event));
    OK(gpuStreamDestroy(other));
}

TEST_CASE(several_streams_launch)
{
    enum { STREAMS = 8, PART = COUNT / STREAMS };
    gpuStream_t each[STREAMS];

    for (uint32_t i = 0; i < STREAMS; i++) {
        OK(gpuStreamCreateWithFlags(&each[i], gpuStreamNonBlocking));
        launch_fill(words + i * PART, PART, 0, each[i]);
    }
    for (int round = 0; round < 5; round++) {
        for (uint32_t i = 0; i < STREAMS; i++)
            launch_add(words + i * PART, PART, i, each[i]);
    }
    for (uint32_t i = 0; i < STREAMS; i++) {
        OK(gpuStreamSynchronize(each[i]));
        check_row(words + i * PART, PART, i * 121, 243);
        OK(gpuStreamDestroy(each[i]));
    }
}

TEST_CASE(a_free_waits_for_the_launch_before_it)
{
    struct gate gate;
    struct opener opener;
    void *memory;

    OK(gpuMalloc(&memory, BYTES));
    gate_close(&gate, stream);
    launch_fill(memory, COUNT, 1, stream);
    opener_begin(&opener, &gate, 1);
    OK(gpuFree(memory));
    opener_end(&opener);
    OK(gpuStreamSynchronize(stream));
}

TEST_CASE(code_ends_behind_a_launch)
{
    void **module = code_register(code_main);
    uint32_t first = 9;
    static const char stub;
    void *arguments[] = { &words, &first };
    struct gate gate;

    stub_register(module, &stub, "fill");
    gate_close(&gate, stream);
    OK(gpuLaunchKernel(&stub, GRID(COUNT / 32, 1, 1), GRID(32, 1, 1), arguments, 0, stream));
    code_end(module);
    EXPECT(gpuLaunchKernel(&stub, GRID(1, 1, 1), GRID(32, 1, 1), arguments, 0, stream),
           gpuErrorInvalidDeviceFunction, "no kernel");
    gate_open(&gate);
    OK(gpuStreamSynchronize(stream));
    check_row(words, COUNT, 9, 1);
}

TEST_CASE(kernels_are_launched_again_after_a_reset)
{
    uint32_t changed = 1, now;
    void *memory;

    OK(gpuMemcpyToSymbol(&variable_offset, &changed, 4, 0, gpuMemcpyHostToDevice));
    launch_fill(words, COUNT, 2, stream);
    OK(gpuDeviceReset());
    OK(gpuMalloc(&memory, BYTES));
    words = memory;
    OK(gpuStreamCreate(&stream));
    launch_fill(words, COUNT, 4, stream);
    OK(gpuStreamSynchronize(stream));
    check_row(words, COUNT, 4, 1);
    OK(gpuMemcpyFromSymbol(&now, &variable_offset, 4, 0, gpuMemcpyDeviceToHost));
    assert_int_equal(now, 100);          /* its first value again */
}

static int set_up(void **state)
{
    void *memory;

    *state = code_main_register();
    OK(gpuMalloc(&memory, BYTES));
    words = memory;
    OK(gpuStreamCreate(&stream));
    return 0;
}

TEST_CASE(everything_ends)
{
    OK(gpuStreamDestroy(stream));
    OK(gpuFree(words));
    code_end(*state);
}

int run_order(void)
{
    return run_test_cases(set_up);
}
