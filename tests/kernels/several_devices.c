/** HIP's launches on several devices by one call, each in memory and in a stream of its device. */
#include "kernels.h"

#include <stdio.h>

#include "test_cases.h"

enum { DEVICES = 2, THREADS = 32 };

static uint32_t *memory[DEVICES];
static uint32_t firsts[DEVICES];
static void *arguments[DEVICES][2] = {
    { &memory[0], &firsts[0] }, { &memory[1], &firsts[1] }
};
static hipStream_t streams[DEVICES];

static void check_rows(uint32_t first)
{
    for (int i = 0; i < DEVICES; i++)
        check_row(memory[i], THREADS, first + (uint32_t)i * 100, 1);
}

static void set_firsts(uint32_t first)
{
    for (int i = 0; i < DEVICES; i++)
        firsts[i] = first + (uint32_t)i * 100;
}

TEST_CASE(registered_kernels)
{
    hipLaunchParams launches[DEVICES];

    for (int i = 0; i < DEVICES; i++)
        launches[i] = (hipLaunchParams){
            .func = (void *)&stubs[STUB_FILL], .gridDim = GRID(1, 1, 1),
            .blockDim = GRID(THREADS, 1, 1), .args = arguments[i], .stream = streams[i]
        };
    set_firsts(10);
    OK(hipLaunchCooperativeKernelMultiDevice(launches, DEVICES, 0));
    check_rows(10);
    set_firsts(20);
    OK(hipExtLaunchMultiKernelMultiDevice(launches, DEVICES,
                                          hipCooperativeLaunchMultiDeviceNoPreSync |
                                          hipCooperativeLaunchMultiDeviceNoPostSync));
    for (int i = 0; i < DEVICES; i++)
        OK(hipStreamSynchronize(streams[i]));
    check_rows(20);
    launches[1].stream = streams[0];
    EXPECT(hipExtLaunchMultiKernelMultiDevice(launches, DEVICES, 0), hipErrorInvalidDevice,
           "one device");
    launches[1].stream = NULL;
    BAD_HANDLE(hipExtLaunchMultiKernelMultiDevice(launches, DEVICES, 0));
    check_rows(20);
}

TEST_CASE(kernels_of_modules)
{
    hipFunctionLaunchParams launches[DEVICES];
    hipModule_t modules[DEVICES];

    for (int i = 0; i < DEVICES; i++) {
        launches[i] = (hipFunctionLaunchParams){
            .gridDimX = 1, .gridDimY = 1, .gridDimZ = 1,
            .blockDimX = THREADS, .blockDimY = 1, .blockDimZ = 1,
            .kernelParams = arguments[i], .hStream = streams[i]
        };
        OK(hipSetDevice(i));
        OK(hipModuleLoadData(&modules[i], code_main));
        OK(hipModuleGetFunction(&launches[i].function, modules[i], "fill"));
    }
    set_firsts(30);
    OK(hipModuleLaunchCooperativeKernelMultiDevice(launches, DEVICES, 0));
    check_rows(30);
    for (int i = 0; i < DEVICES; i++)
        OK(hipModuleUnload(modules[i]));
}

static void make_objects(int device)
{
    OK(hipSetDevice(device));
    OK(hipMalloc((void **)&memory[device], THREADS * sizeof(uint32_t)));
    OK(hipStreamCreate(&streams[device]));
}

/* A failed kernel ends the context of its device, and no other one. */
TEST_CASE(one_device_fails)
{
    void *more;

    set_firsts(30);
    OK(hipSetDevice(1));
    OK(launch(STUB_TRAP, GRID(1, 1, 1), GRID(1, 1, 1), NULL, 0, streams[1]));
    EXPECT(hipStreamSynchronize(streams[1]), hipErrorLaunchFailure, "device 1");
    EXPECT(hipMalloc(&more, 64), hipErrorLaunchFailure, "device 1");
    OK(hipSetDevice(0));
    OK(launch(STUB_FILL, GRID(1, 1, 1), GRID(THREADS, 1, 1), arguments[0], 0, streams[0]));
    check_row(memory[0], THREADS, 30, 1);
    EXPECT(hipStreamSynchronize(streams[1]), hipErrorLaunchFailure, "device 1");
    OK(hipStreamSynchronize(streams[0]));
    OK(hipSetDevice(1));
    OK(hipDeviceReset());
    make_objects(1);
    OK(launch(STUB_FILL, GRID(1, 1, 1), GRID(THREADS, 1, 1), arguments[1], 0, streams[1]));
    check_row(memory[1], THREADS, 130, 1);
    OK(hipSetDevice(0));
}

static int begin(void **state)
{
    *state = code_main_register();
    for (int i = 0; i < DEVICES; i++)
        make_objects(i);
    OK(hipSetDevice(0));
    return 0;
}

/* The last case, for what fails in a teardown fails no test. */
TEST_CASE(everything_ends)
{
    for (int i = 0; i < DEVICES; i++) {
        OK(hipStreamDestroy(streams[i]));
        OK(hipFree(memory[i]));
    }
    code_end(*state);
}

int main(void)
{
    int count = 0;

    if (hipGetDeviceCount(&count) != hipSuccess || count < DEVICES) {
        printf("skipped: %d devices\n", count);
        return 77;
    }
    return run_test_cases(begin);
}
