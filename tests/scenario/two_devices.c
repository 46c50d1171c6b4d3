/** Two devices in one process: their pointers are apart, and each copy goes to the device whose
 *  memory it names, whichever is current. On the fake driver, and on two real ones. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cuda_runtime_api.h>

#include "test_cases.h"

#ifdef ON_FAKE_DRIVER
#include "fake.h"
#endif

#define BYTES ((size_t)1 << 20)
#define PIECES 140               /* more than fit into one block of a device */
#define OK(call) assert_int_equal((call), cudaSuccess)

static void check_content(const uint8_t *pointer, uint8_t expected)
{
    static uint8_t host[BYTES];

    memset(host, 0xee, sizeof host);
    OK(cudaMemcpy(host, pointer, BYTES, cudaMemcpyDefault));
    assert_int_equal(host[0], expected);
    assert_int_equal(host[BYTES - 1], expected);
}

TEST_CASE(pointers_say_whose_they_are)
{
    uint8_t *pieces[2][PIECES];
    struct cudaPointerAttributes attributes;

    for (int i = 0; i < PIECES; i++) {
        for (int device = 0; device < 2; device++) {
            OK(cudaSetDevice(device));
            OK(cudaMalloc((void **)&pieces[device][i], BYTES));
        }
    }
    OK(cudaSetDevice(0));
    for (int i = 0; i < PIECES; i++)
        for (int device = 0; device < 2; device++)
            OK(cudaMemset(pieces[device][i], 2 * i + device, BYTES));
    for (int i = 0; i < PIECES; i++) {
        for (int device = 0; device < 2; device++) {
            OK(cudaSetDevice(1 - device));
            OK(cudaPointerGetAttributes(&attributes, pieces[device][i] + BYTES - 1));
            assert_int_equal(attributes.device, device);
            check_content(pieces[device][i], (uint8_t)(2 * i + device));
            OK(cudaFree(pieces[device][i]));
        }
    }
}

TEST_CASE(pinned_memory_serves_both)
{
    uint8_t *pinned, *pointer;

    OK(cudaSetDevice(0));
    OK(cudaHostAlloc((void **)&pinned, BYTES, cudaHostAllocPortable));
    for (int device = 0; device < 2; device++) {
        cudaStream_t stream;

        OK(cudaSetDevice(device));
        OK(cudaStreamCreate(&stream));
        OK(cudaMalloc((void **)&pointer, BYTES));
        memset(pinned, 0x30 + device, BYTES);
        OK(cudaMemcpyAsync(pointer, pinned, BYTES, cudaMemcpyHostToDevice, stream));
        OK(cudaStreamSynchronize(stream));
        memset(pinned, 0, BYTES);
        check_content(pointer, (uint8_t)(0x30 + device));
        OK(cudaFree(pointer));
        OK(cudaStreamDestroy(stream));
    }
    OK(cudaFreeHost(pinned));
}

TEST_CASE(events_order_across_devices)
{
    cudaStream_t streams[2];
    cudaEvent_t event;
    uint8_t *pinned, *pointers[2];

    OK(cudaHostAlloc((void **)&pinned, BYTES, 0));
    for (int device = 0; device < 2; device++) {
        OK(cudaSetDevice(device));
        OK(cudaStreamCreateWithFlags(&streams[device], cudaStreamNonBlocking));
        OK(cudaMalloc((void **)&pointers[device], BYTES));
    }
    OK(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
    assert_int_equal(cudaEventRecord(event, streams[0]), cudaErrorInvalidResourceHandle);
    (void)cudaGetLastError();
    OK(cudaEventDestroy(event));
    OK(cudaSetDevice(0));                        /* an event is of its stream's device */
    OK(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
    OK(cudaSetDevice(1));
    OK(cudaMemsetAsync(pointers[0], 0x77, BYTES, streams[0]));
    OK(cudaEventRecord(event, streams[0]));
    OK(cudaStreamWaitEvent(streams[1], event, 0));
    OK(cudaMemsetAsync(pointers[1], 0x78, BYTES, streams[1]));
    OK(cudaStreamSynchronize(streams[1]));
    OK(cudaEventQuery(event));
    check_content(pointers[0], 0x77);
    check_content(pointers[1], 0x78);
    OK(cudaMemcpy(pointers[0], pointers[1], BYTES, cudaMemcpyDeviceToDevice));
    check_content(pointers[0], 0x78);
    OK(cudaEventDestroy(event));
    for (int device = 0; device < 2; device++) {
        OK(cudaFree(pointers[device]));
        OK(cudaStreamDestroy(streams[device]));
    }
    OK(cudaFreeHost(pinned));
}

/* The other of the two, as the current device sees it. */
TEST_CASE(neither_reaches_the_other)
{
    for (int device = 0; device < 2; device++) {
        enum cudaAtomicOperation operation = cudaAtomicOperationIntegerAdd;
        unsigned int capabilities = 77;
        int can = -7, value = -7;

        OK(cudaSetDevice(device));
        OK(cudaDeviceCanAccessPeer(&can, device, 1 - device));
        assert_int_equal(can, 0);
        assert_int_equal(cudaDeviceEnablePeerAccess(1 - device, 0), cudaErrorPeerAccessUnsupported);
        assert_int_equal(cudaDeviceEnablePeerAccess(1 - device, 1), cudaErrorInvalidValue);
        assert_int_equal(cudaDeviceDisablePeerAccess(1 - device), cudaErrorPeerAccessNotEnabled);
        for (int number = cudaDevP2PAttrPerformanceRank;
             number <= cudaDevP2PAttrOnlyPartialNativeAtomicSupported; number++) {
            OK(cudaDeviceGetP2PAttribute(&value, (enum cudaDeviceP2PAttr)number, device,
                                         1 - device));
            assert_int_equal(value, 0);
            value = -7;
        }
        assert_int_equal(cudaDeviceGetP2PAttribute(&value, (enum cudaDeviceP2PAttr)0, device,
                                                   1 - device), cudaErrorInvalidValue);
        assert_int_equal(cudaDeviceGetP2PAttribute(&value, (enum cudaDeviceP2PAttr)6, device,
                                                   1 - device), cudaErrorInvalidValue);
        assert_int_equal(value, -7);
        OK(cudaDeviceGetP2PAtomicCapabilities(&capabilities, &operation, 1, device, 1 - device));
        assert_int_equal(capabilities, 0);
    }
}

/* What is set on one is not set on the other, and a reset of one leaves the other alone. */
TEST_CASE(settings_are_apart)
{
    void *pointers[2];
    unsigned int flags;
    size_t stack;

    for (int device = 0; device < 2; device++) {
        OK(cudaSetDevice(device));
        OK(cudaSetDeviceFlags(device == 0 ? cudaDeviceScheduleSpin : cudaDeviceScheduleYield));
        OK(cudaDeviceSetLimit(cudaLimitStackSize, 2048u << device));
        OK(cudaMalloc(&pointers[device], 64));
    }
    OK(cudaSetDevice(0));
    OK(cudaDeviceReset());
    OK(cudaGetDeviceFlags(&flags));
    assert_int_equal(flags, cudaDeviceMapHost);
    assert_int_equal(cudaFree(pointers[0]), cudaErrorInvalidValue);
    OK(cudaSetDevice(1));
    OK(cudaGetDeviceFlags(&flags));
    assert_int_equal(flags, cudaDeviceScheduleYield | cudaDeviceMapHost);
    OK(cudaDeviceGetLimit(&stack, cudaLimitStackSize));
    assert_int_equal(stack, 4096);
    OK(cudaFree(pointers[1]));
    OK(cudaDeviceReset());
}

int main(void)
{
    int count = 0;

#ifdef ON_FAKE_DRIVER
    struct gifake_device_config configs[2];

    for (uint32_t i = 0; i < 2; i++)
        gifake_default_config(&configs[i], i);
    gifake_configure(configs, 2);
#endif
    if (cudaGetDeviceCount(&count) != cudaSuccess || count < 2) {
        printf("skipped: %d devices, 2 are needed\n", count);
        return 77;
    }
    return run_test_cases(NULL);
}
