/** Two devices by CUDA's driver interface: contexts, memory and events of both. The script
 *  two_manifests.py starts it on two of Mesa's CPU drivers, whose UUIDs are equal. */
#include <cuda_runtime_api.h>
#include <gpuinterop.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../skip_case.h"
#include "driver.h"
#include "test_cases.h"

enum { BYTES = 4096 };

static CUcontext contexts[2];
static CUdeviceptr memory[2];
static CUstream streams[2];

static int begin(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        OK(cuCtxCreate(&contexts[i], NULL, 0, i));
        OK(cuMemAlloc(&memory[i], BYTES));
        OK(cuStreamCreate(&streams[i], CU_STREAM_NON_BLOCKING));
        OK(cuMemsetD8(memory[i], (unsigned char)(i + 1), BYTES));
        OK(cuCtxSynchronize());
        OK(cuCtxPopCurrent(NULL));
    }
    return 0;
}

static int end(void **state)
{
    (void)state;
    OK(cuCtxDestroy(contexts[0]));
    OK(cuCtxDestroy(contexts[1]));
    return 0;
}

static void expect_byte(CUdeviceptr pointer, int value)
{
    uint8_t bytes[BYTES];

    OK(cuMemcpyDtoH(bytes, pointer, BYTES));
    assert_int_equal(bytes[0], value);
    assert_int_equal(bytes[BYTES - 1], value);
}

TEST_CASE_WITH(each_is_its_own, begin, end)
{
    for (int i = 0; i < 2; i++) {
        int ordinal = -1;
        CUcontext owner;
        CUdevice device;

        OK(cuCtxSetCurrent(contexts[i]));
        OK(cuCtxGetDevice(&device));
        assert_int_equal(device, i);
        OK(cuStreamGetCtx(streams[1 - i], &owner));
        assert_ptr_equal(owner, contexts[1 - i]);
        OK(cuPointerGetAttribute(&ordinal, CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL, memory[1 - i]));
        assert_int_equal(ordinal, 1 - i);
        OK(cuPointerGetAttribute(&owner, CU_POINTER_ATTRIBUTE_CONTEXT, memory[1 - i]));
        assert_ptr_equal(owner, contexts[1 - i]);
        expect_byte(memory[i], i + 1);
        expect_byte(memory[1 - i], 2 - i);
    }
    OK(cuCtxSetCurrent(NULL));
}

/* How many devices a process has that sees those of a list; 0 if cuInit finds none. */
static int count_seen(const char *visible)
{
    int ending = 0;
    pid_t child = fork();

    if (child == 0) {
        setenv("CUDA_VISIBLE_DEVICES", visible, 1);
        execl("/proc/self/exe", "scenario_driver_two_devices", "count", NULL);
        _exit(99);
    }
    assert_true(child > 0 && waitpid(child, &ending, 0) == child && WIFEXITED(ending));
    return WEXITSTATUS(ending);
}

static int count(void)
{
    CUresult result = cuInit(0);
    int devices = 0;

    if (result == CUDA_ERROR_NO_DEVICE)
        return 0;
    return result == CUDA_SUCCESS && cuDeviceGetCount(&devices) == CUDA_SUCCESS ? devices : 98;
}

/* Both are in the list, by their numbers. By the UUID that they share a search finds the first one,
 * and CUDA_VISIBLE_DEVICES, which wants a name of one device, none. */
TEST_CASE(equal_uuids_are_two_devices)
{
    char name[8 + 2 * sizeof(CUuuid)] = "GPU-";
    CUuuid uuids[2];
    int devices;

    OK(cuDeviceGetCount(&devices));
    if (devices != 2)
        SKIP_CASE("the driver has several devices by itself");
    for (int i = 0; i < 2; i++)
        OK(cuDeviceGetUuid(&uuids[i], i));
    assert_memory_equal(&uuids[0], &uuids[1], sizeof uuids[0]);
    assert_int_equal(gpuinterop_device_by_uuid((const uint8_t *)uuids[1].bytes), 0);
    for (size_t i = 0; i < sizeof uuids[0].bytes; i++)
        snprintf(name + 4 + 2 * i, 3, "%02x", (uint8_t)uuids[0].bytes[i]);
    assert_int_equal(count_seen(name), 0);
    assert_int_equal(count_seen("0,1"), 2);
    assert_int_equal(count_seen("1"), 1);
    assert_int_equal(count_seen("1,1"), 1);
}

TEST_CASE_WITH(copies_between_them, begin, end)
{
    OK(cuCtxSetCurrent(contexts[1]));
    OK(cuMemsetD8(memory[1], 2, BYTES));         /* which the copy follows */
    OK(cuCtxSetCurrent(contexts[0]));
    OK(cuMemcpyPeer(memory[0], contexts[0], memory[1], contexts[1], BYTES));
    expect_byte(memory[0], 2);
    OK(cuMemsetD8Async(memory[0], 7, BYTES, streams[0]));
    OK(cuMemcpyPeerAsync(memory[1], contexts[1], memory[0], contexts[0], BYTES, streams[0]));
    OK(cuStreamSynchronize(streams[0]));
    expect_byte(memory[1], 7);
    OK(cuCtxSetCurrent(NULL));
}

TEST_CASE_WITH(events_between_them, begin, end)
{
    CUevent event;

    OK(cuCtxSetCurrent(contexts[0]));
    OK(cuEventCreate(&event, CU_EVENT_DISABLE_TIMING));
    OK(cuMemsetD8Async(memory[0], 9, BYTES, streams[0]));
    OK(cuCtxRecordEvent(contexts[0], event));
    IS(cuCtxRecordEvent(contexts[1], event), CUDA_ERROR_INVALID_HANDLE);
    IS(cuEventRecord(event, streams[1]), CUDA_ERROR_INVALID_HANDLE);
    OK(cuCtxWaitEvent(contexts[1], event));
    OK(cuMemcpyPeerAsync(memory[1], contexts[1], memory[0], contexts[0], BYTES, streams[1]));
    OK(cuStreamSynchronize(streams[1]));
    expect_byte(memory[1], 9);
    OK(cuCtxSetCurrent(NULL));
}

TEST_CASE_WITH(the_runtime_follows, begin, end)
{
    int device = -1;

    OK(cuCtxSetCurrent(contexts[1]));
    assert_int_equal(cudaGetDevice(&device), cudaSuccess);
    assert_int_equal(device, 1);
    assert_int_equal(cudaSetDevice(0), cudaSuccess);
    OK(cuCtxGetDevice(&device));
    assert_int_equal(device, 0);
    OK(cuCtxSetCurrent(NULL));
}

int main(int argc, char **argv)
{
    int devices = count();

    if (argc > 1 && strcmp(argv[1], "count") == 0)
        return devices;
    if (devices < 2 || devices == 98) {
        printf("skipped: two devices are needed\n");
        return 77;
    }
    return run_test_cases(NULL);
}
