/** Copies and fills beyond the plain ones. */
#include "scenario.h"

#include <string.h>

#define SIZE 4099u

static void peers_are_copied_between(void **state)
{
    static uint8_t from[SIZE], to[SIZE];
    gpuStream_t stream;
    char *one;
    char *other;
    int count;

    (void)state;
    OK(gpuGetDeviceCount(&count));
    fill_pattern(from, SIZE, 3);
    OK(gpuStreamCreate(&stream));
    OK(gpuMalloc((void **)&one, SIZE));
    OK(gpuMalloc((void **)&other, SIZE));
    OK(gpuMemcpy(one, from, SIZE, gpuMemcpyHostToDevice));
    OK(gpuMemset(other, 0, SIZE));
    OK(gpuMemcpyPeer(other + 1, 0, one, 0, SIZE - 1));
    OK(gpuMemcpy(to, other, SIZE, gpuMemcpyDeviceToHost));
    assert_int_equal(to[0], 0);
    assert_memory_equal(to + 1, from, SIZE - 1);
    OK(gpuMemcpyPeerAsync(other, 0, one, 0, SIZE, stream));
    OK(gpuMemcpyAsync(to, other, SIZE, gpuMemcpyDeviceToHost, stream));
    assert_memory_equal(to, from, SIZE);
    EXPECT(gpuMemcpyPeer(other, count, one, 0, 1), gpuErrorInvalidDevice, "device");
    EXPECT(gpuMemcpyPeer(other, 0, one, -1, 1), gpuErrorInvalidDevice, "device");
    EXPECT(gpuMemcpyPeerAsync(other, count, one, 0, 1, stream), gpuErrorInvalidDevice, "device");
    BAD_VALUE(gpuMemcpyPeer(other, 0, one, 0, SIZE + 1), "");
    BAD_VALUE(gpuMemcpyPeer(NULL, 0, one, 0, 1), "");
    BAD_VALUE(gpuMemcpyPeerAsync(other, 0, NULL, 0, 1, stream), "");
    BAD_HANDLE(gpuMemcpyPeerAsync(other, 0, one, 0, 1, AS_STREAM(0x77777)));
    OK(gpuMemcpyPeer(NULL, 0, NULL, 0, 0));
    OK(gpuFree(one));
    OK(gpuFree(other));
    OK(gpuStreamDestroy(stream));
}

#if !API_IS_CUDA
static void values_of_each_size_are_filled_in(void **state)
{
    static uint8_t to[64], expected[64];
    gpuStream_t stream;
    char *device;

    (void)state;
    OK(gpuStreamCreate(&stream));
    OK(gpuMalloc((void **)&device, sizeof to));
    for (int asynchronous = 0; asynchronous < 2; asynchronous++) {
        memset(expected, 0, sizeof expected);
        memset(expected + 3, 0xa1, 5);
        OK(hipMemset(device, 0, sizeof to));
        OK(hipDeviceSynchronize());
        OK(asynchronous ? hipMemsetD8Async(device + 3, 0xa1, 5, stream)
                        : hipMemsetD8(device + 3, 0xa1, 5));
        for (size_t i = 10; i < 20; i += 2)
            memcpy(expected + i, &(uint16_t){ 0xb1b2 }, 2);
        OK(asynchronous ? hipMemsetD16Async(device + 10, 0xb1b2, 5, stream)
                        : hipMemsetD16(device + 10, 0xb1b2, 5));
        for (size_t i = 24; i < 64; i += 4)
            memcpy(expected + i, &(uint32_t){ 0xc1c2c3c4 }, 4);
        OK(asynchronous ? hipMemsetD32Async(device + 24, (int)0xc1c2c3c4, 10, stream)
                        : hipMemsetD32(device + 24, (int)0xc1c2c3c4, 10));
        OK(hipMemcpyWithStream(to, device, sizeof to, hipMemcpyDeviceToHost, stream));
        assert_memory_equal(to, expected, sizeof to);
    }
    BAD_VALUE(hipMemsetD16(device + 1, 0, 1), "");
    BAD_VALUE(hipMemsetD32(device + 2, 0, 1), "");
    BAD_VALUE(hipMemsetD32(device, 0, 17), "");
    BAD_VALUE(hipMemsetD32(device, 0, SIZE_MAX / 2), "");
    BAD_VALUE(hipMemsetD8Async(NULL, 0, 1, stream), "");
    BAD_HANDLE(hipMemsetD32Async(device, 0, 1, AS_STREAM(0x77777)));
    EXPECT(hipMemcpyWithStream(to, device, 1, (hipMemcpyKind)9, stream),
           gpuErrorInvalidMemcpyDirection, "9");
    OK(hipMemsetD32(NULL, 0, 0));
    OK(gpuFree(device));
    OK(gpuStreamDestroy(stream));
}

static void words_order_streams(void **state)
{
    hipStreamBatchMemOpParams operations[3];
    gpuStream_t waiter;
    gpuStream_t writer;
    uint64_t *words;
    uint8_t byte = 0;
    char *device;

    (void)state;
    OK(gpuStreamCreateWithFlags(&waiter, gpuStreamNonBlocking));
    OK(gpuStreamCreateWithFlags(&writer, gpuStreamNonBlocking));
    OK(gpuMalloc((void **)&device, SIZE));
    OK(gpuMallocHost((void **)&words, 64));
    memset(words, 0, 64);
    OK(hipStreamWaitValue32(waiter, &words[0], 5, hipStreamWaitValueGte, 0xff));
    OK(hipStreamWaitValue64(waiter, &words[1], 1ull << 40, hipStreamWaitValueEq, UINT64_MAX));
    OK(gpuMemcpyAsync(&words[7], device + SIZE - 1, 1, gpuMemcpyDeviceToHost, waiter));
    assert_int_equal(gpuStreamQuery(waiter), gpuErrorNotReady);
    OK(gpuMemsetAsync(device, 0x5a, SIZE, writer));
    OK(hipStreamWriteValue32(writer, &words[0], 0xf06, 0));
    OK(gpuStreamSynchronize(writer));
    assert_int_equal(gpuStreamQuery(waiter), gpuErrorNotReady);
    OK(hipStreamWriteValue64(writer, &words[1], 1ull << 40, 0));
    OK(gpuStreamSynchronize(waiter));
    memcpy(&byte, &words[7], 1);
    assert_int_equal(byte, 0x5a);

    memset(operations, 0, sizeof operations);
    operations[0].waitValue.operation = hipStreamMemOpWaitValue32;
    operations[0].waitValue.address = &words[2];
    operations[0].waitValue.value = 2;
    operations[0].waitValue.flags = hipStreamWaitValueAnd;
    operations[1].writeValue.operation = hipStreamMemOpWriteValue64;
    operations[1].writeValue.address = &words[3];
    operations[1].writeValue.value64 = 0x1122334455667788;
    operations[2].writeValue.operation = hipStreamMemOpWriteValue32;
    operations[2].writeValue.address = &words[4];
    operations[2].writeValue.value = 9;
    OK(hipStreamBatchMemOp(waiter, 3, operations, 0));
    assert_int_equal(gpuStreamQuery(waiter), gpuErrorNotReady);
    __atomic_store_n((uint32_t *)&words[2], 3, __ATOMIC_RELEASE);
    OK(gpuStreamSynchronize(waiter));
    assert_true(words[3] == 0x1122334455667788 && words[4] == 9);

    BAD_VALUE(hipStreamWaitValue32(waiter, NULL, 0, 0, 0), "pointer");
    BAD_VALUE(hipStreamWaitValue32(waiter, words, 0, 4, 0), "flags");
    BAD_VALUE(hipStreamWaitValue32(waiter, &byte, 0, 0, 0), "");
    BAD_VALUE(hipStreamWaitValue64(waiter, (char *)words + 4, 0, 0, 0), "multiple");
    BAD_VALUE(hipStreamWriteValue32(writer, NULL, 0, 0), "pointer");
    BAD_VALUE(hipStreamWriteValue32(writer, words, 0, 1), "flags");
    BAD_VALUE(hipStreamWriteValue64(writer, words + 8192, 0, 0), "");
    BAD_HANDLE(hipStreamWriteValue32(AS_STREAM(0x77777), words, 0, 0));
    BAD_VALUE(hipStreamBatchMemOp(waiter, 0, operations, 0), "count");
    BAD_VALUE(hipStreamBatchMemOp(waiter, 257, operations, 0), "count");
    BAD_VALUE(hipStreamBatchMemOp(waiter, 1, NULL, 0), "operations");
    BAD_VALUE(hipStreamBatchMemOp(waiter, 1, operations, 1), "flags");
    operations[2].operation = (hipStreamBatchMemOpType)77;
    BAD_VALUE(hipStreamBatchMemOp(waiter, 3, operations, 0), "77");
    operations[2].operation = hipStreamMemOpBarrier;
    EXPECT(hipStreamBatchMemOp(waiter, 3, operations, 0), gpuErrorNotSupported, "barrier");
    OK(gpuStreamQuery(waiter));
    OK(gpuFree(device));
    OK(gpuFreeHost(words));
    OK(gpuStreamDestroy(waiter));
    OK(gpuStreamDestroy(writer));
}
#endif

int run_copies(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(peers_are_copied_between),
#if !API_IS_CUDA
        cmocka_unit_test(values_of_each_size_are_filled_in),
        cmocka_unit_test(words_order_streams),
#endif
    };

    return cmocka_run_group_tests_name("copies", tests, NULL, NULL);
}
