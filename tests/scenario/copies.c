/** Copies and fills beyond the plain ones. */
#include "scenario.h"

#include <string.h>

#include "test_cases.h"

#define SIZE 4099u

TEST_CASE(peers_are_copied_between)
{
    static uint8_t from[SIZE], to[SIZE];
    gpuStream_t stream;
    char *one;
    char *other;
    int count;

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
    STALE_HANDLE(gpuMemcpyPeerAsync(other, 0, one, 0, 1, AS_STREAM(0x77777)));
    OK(gpuMemcpyPeer(NULL, 0, NULL, 0, 0));
    OK(gpuFree(one));
    OK(gpuFree(other));
    OK(gpuStreamDestroy(stream));
}

/** A volume in pitched memory: 5 slices of 7 rows of 61 bytes, of which a box is copied. */
enum { PITCH = 61, ROWS = 7, SLICES = 5, VOLUME = PITCH * ROWS * SLICES };

static size_t place(size_t x, size_t y, size_t z)
{
    return x + PITCH * (y + ROWS * z);
}

TEST_CASE(boxes_are_copied_byte_for_byte)
{
    static uint8_t from[VOLUME], to[VOLUME], expected[VOLUME];
    const struct { gpuMemcpyKind kind; bool to_device, from_device; } ways[] = {
        { gpuMemcpyHostToHost, false, false }, { gpuMemcpyHostToDevice, true, false },
        { gpuMemcpyDeviceToHost, false, true }, { gpuMemcpyDeviceToDevice, true, true },
        { gpuMemcpyDefault, true, true }, { gpuMemcpyDefault, false, true },
    };
    gpuStream_t stream;
    uint8_t *one;
    uint8_t *other;

    OK(gpuStreamCreate(&stream));
    OK(gpuMalloc((void **)&one, VOLUME));
    OK(gpuMalloc((void **)&other, VOLUME));
    fill_pattern(from, VOLUME, 11);
    OK(gpuMemcpy(one, from, VOLUME, gpuMemcpyHostToDevice));
    for (size_t i = 0; i < 4 * sizeof ways / sizeof ways[0]; i++) {
        bool to_device = ways[i / 4].to_device;
        bool asynchronous = i % 2 == 1;
        bool is_volume = i % 4 >= 2;
        size_t depth = is_volume ? 3 : 1;
        gpuMemcpy3DParms volume = {
            .srcPtr = { ways[i / 4].from_device ? one : from, PITCH, PITCH, ROWS },
            .dstPtr = { to_device ? other : to, PITCH, PITCH, ROWS },
            .srcPos = { 3, 1, is_volume ? 2 : 0 }, .dstPos = { 5, 2, is_volume ? 1 : 0 },
            .extent = { 41, 5, depth }, .kind = ways[i / 4].kind,
        };
        uint8_t *dst = volume.dstPtr.ptr;
        uint8_t *src = volume.srcPtr.ptr;
        size_t dst_at = place(5, 2, volume.dstPos.z);
        size_t src_at = place(3, 1, volume.srcPos.z);

        memset(to, 0xee, VOLUME);
        memset(expected, 0xee, VOLUME);
        OK(gpuMemcpy(other, to, VOLUME, gpuMemcpyHostToDevice));
        for (size_t z = 0; z < depth; z++)
            for (size_t y = 0; y < 5; y++)
                memcpy(expected + dst_at + place(0, y, z), from + src_at + place(0, y, z), 41);
        if (is_volume && asynchronous)
            OK(gpuMemcpy3DAsync(&volume, stream));
        else if (is_volume)
            OK(gpuMemcpy3D(&volume));
        else if (asynchronous)
            OK(gpuMemcpy2DAsync(dst + dst_at, PITCH, src + src_at, PITCH, 41, 5, volume.kind,
                                stream));
        else
            OK(gpuMemcpy2D(dst + dst_at, PITCH, src + src_at, PITCH, 41, 5, volume.kind));
        OK(gpuStreamSynchronize(stream));
        if (to_device)
            OK(gpuMemcpy(to, other, VOLUME, gpuMemcpyDeviceToHost));
        assert_memory_equal(to, expected, VOLUME);
    }
    OK(gpuFree(one));
    OK(gpuFree(other));
    OK(gpuStreamDestroy(stream));
}

TEST_CASE(boxes_are_filled_byte_for_byte)
{
    static uint8_t to[VOLUME], expected[VOLUME];
    gpuStream_t stream;
    uint8_t *device;

    OK(gpuStreamCreate(&stream));
    OK(gpuMalloc((void **)&device, VOLUME));
    for (int i = 0; i < 4; i++) {
        size_t depth = i >= 2 ? 3 : 1;
        uint8_t *begin = device + place(7, 1, 1);
        gpuPitchedPtr pitched = { begin, PITCH, PITCH, ROWS };
        gpuExtent extent = { 33, 4, depth };

        OK(gpuMemset(device, 0, VOLUME));
        OK(gpuDeviceSynchronize());
        memset(expected, 0, VOLUME);
        for (size_t z = 0; z < depth; z++)
            for (size_t y = 0; y < 4; y++)
                memset(expected + place(7, 1 + y, 1 + z), 0x34, 33);
        switch (i) {
        case 0: OK(gpuMemset2D(begin, PITCH, 0x1234, 33, 4)); break;
        case 1: OK(gpuMemset2DAsync(begin, PITCH, 0x34, 33, 4, stream)); break;
        case 2: OK(gpuMemset3D(pitched, 0x34, extent)); break;
        default: OK(gpuMemset3DAsync(pitched, 0x34, extent, stream)); break;
        }
        OK(gpuDeviceSynchronize());
        OK(gpuMemcpy(to, device, VOLUME, gpuMemcpyDeviceToHost));
        assert_memory_equal(to, expected, VOLUME);
    }
    OK(gpuFree(device));
    OK(gpuStreamDestroy(stream));
}

static void bad_fills_are_refused(void *device, void *host)
{
    BAD_VALUE(gpuMemset2D(device, 8, 0, 9, 2), "pointer");
    OK(gpuMemset2D(device, 8, 0, 9, 1));
    BAD_VALUE(gpuMemset2D(device, PITCH, 0, PITCH, ROWS * SLICES + 1), "");
    BAD_VALUE(gpuMemset3D((gpuPitchedPtr){ host, PITCH, PITCH, ROWS }, 0,
                          (gpuExtent){ 1, 1, 1 }), "");
    STALE_HANDLE(gpuMemset2DAsync(device, PITCH, 0, 1, 1, AS_STREAM(0x77777)));
    OK(gpuMemset3D((gpuPitchedPtr){ NULL, 0, 0, 0 }, 0, (gpuExtent){ 0, 1, 1 }));
}

TEST_CASE(bad_boxes_are_refused)
{
    static uint8_t host[VOLUME];
    gpuMemcpy3DParms good = {
        .srcPtr = { host, PITCH, PITCH, ROWS }, .extent = { 8, 2, 2 },
        .kind = gpuMemcpyHostToDevice,
    };
    gpuMemcpy3DParms bad;
    uint8_t *device;

    OK(gpuMalloc((void **)&device, VOLUME));
    good.dstPtr = (gpuPitchedPtr){ device, PITCH, PITCH, ROWS };
    EXPECT(gpuMemcpy2D(device, 8, host, PITCH, 9, 2, gpuMemcpyHostToDevice), gpuErrorInvalidPitch,
           "destination");
    EXPECT(gpuMemcpy2DAsync(device, PITCH, host, 8, 9, 2, gpuMemcpyHostToDevice, NULL),
           gpuErrorInvalidPitch, "source");
    EXPECT(gpuMemcpy2D(device, 9, host, 9, 9, 2, (gpuMemcpyKind)5), gpuErrorInvalidMemcpyDirection,
           "5");
    BAD_VALUE(gpuMemcpy2D(NULL, 9, host, 9, 9, 2, gpuMemcpyHostToDevice), "");
    BAD_VALUE(gpuMemcpy2D(device, PITCH, host, PITCH, PITCH, ROWS * SLICES + 1,
                          gpuMemcpyHostToDevice), "");
    BAD_VALUE(gpuMemcpy2D(device, SIZE_MAX, host, SIZE_MAX, 9, 3, gpuMemcpyHostToDevice), "");
    STALE_HANDLE(gpuMemcpy2DAsync(device, 9, host, 9, 9, 2, gpuMemcpyHostToDevice,
                                AS_STREAM(0x77777)));
    OK(gpuMemcpy2D(NULL, 0, NULL, 0, 0, 5, gpuMemcpyHostToDevice));
    OK(gpuMemcpy2D(NULL, 0, NULL, 0, 5, 0, gpuMemcpyHostToDevice));
    BAD_VALUE(gpuMemcpy3D(NULL), "parameters");
    BAD_VALUE(gpuMemcpy3DAsync(NULL, NULL), "parameters");
    bad = good;
    bad.srcPos.x = PITCH - 7;
    BAD_VALUE(gpuMemcpy3D(&bad), "srcPtr");
    bad = good;
    bad.srcPtr.pitch = bad.extent.width - 1;
    EXPECT(gpuMemcpy3D(&bad), gpuErrorInvalidPitch, "srcPtr");
    bad = good;
    bad.dstPtr.ysize = bad.extent.height - 1;
    EXPECT(gpuMemcpy3D(&bad), gpuErrorInvalidPitch, "dstPtr");
    bad = good;
    bad.dstPos.y = ROWS - 1;
    BAD_VALUE(gpuMemcpy3D(&bad), "dstPtr");
    bad = good;
    bad.dstPos.z = SIZE_MAX / PITCH;
    BAD_VALUE(gpuMemcpy3D(&bad), "");
    bad = good;
    bad.dstPos.z = SLICES - 1;
    BAD_VALUE(gpuMemcpy3D(&bad), "");
    bad = good;
    bad.srcArray = (void *)host;
    BAD_VALUE(gpuMemcpy3D(&bad), "srcPtr");
    bad.srcPtr.ptr = NULL;
    STALE_HANDLE(gpuMemcpy3D(&bad));
    bad_fills_are_refused(device, host);
    OK(gpuFree(device));
}

#if API_IS_CUDA
static void bad_batches_are_told(void **destinations, const void **sources, size_t *sizes,
                                 struct cudaMemcpyAttributes *attributes, size_t *starts,
                                 gpuStream_t stream)
{
#define BATCH(stream) \
    cudaMemcpyBatchAsync(destinations, sources, sizes, 3, attributes, starts, 2, stream)
    BAD_VALUE(BATCH(NULL), "legacy");
    BAD_VALUE(BATCH(gpuStreamLegacy), "legacy");
    STALE_HANDLE(BATCH(AS_STREAM(0x77777)));
    BAD_VALUE(cudaMemcpyBatchAsync(NULL, sources, sizes, 3, attributes, starts, 2, stream),
              "destinations");
    BAD_VALUE(cudaMemcpyBatchAsync(destinations, sources, sizes, 0, attributes, starts, 2, stream),
              "count");
    BAD_VALUE(cudaMemcpyBatchAsync(destinations, sources, sizes, 1, attributes, starts, 2, stream),
              "attribute_count");
    starts[1] = 0;
    BAD_VALUE(BATCH(stream), "attribute_starts");
    starts[1] = 1;
    attributes[1].srcAccessOrder = cudaMemcpySrcAccessOrderInvalid;
    BAD_VALUE(BATCH(stream), "srcAccessOrder");
    attributes[1].srcAccessOrder = cudaMemcpySrcAccessOrderAny;
    attributes[0].flags = 2;
    BAD_VALUE(BATCH(stream), "flags");
    attributes[0].flags = 0;
#undef BATCH
}

TEST_CASE(batches_are_copied_and_checked)
{
    static uint8_t from[300], to[300];
    struct cudaMemcpyAttributes attributes[2] = {
        { .srcAccessOrder = cudaMemcpySrcAccessOrderStream },
        { .srcAccessOrder = cudaMemcpySrcAccessOrderAny },
    };
    struct cudaMemcpy3DBatchOp operation = {
        .src = { .type = cudaMemcpyOperandTypePointer },
        .dst = { .type = cudaMemcpyOperandTypePointer },
        .extent = { 10, 3, 2 }, .srcAccessOrder = cudaMemcpySrcAccessOrderDuringApiCall,
    };
    size_t starts[2] = { 0, 1 };
    size_t sizes[3] = { 100, 100, 100 };
    const void *sources[3] = { from, from + 100, from + 200 };
    void *destinations[3];
    gpuStream_t stream;
    uint8_t *device;

    fill_pattern(from, sizeof from, 5);
    OK(gpuStreamCreate(&stream));
    OK(gpuMalloc((void **)&device, sizeof to));
    for (size_t i = 0; i < 3; i++)
        destinations[i] = device + 100 * (2 - i);
    OK(cudaMemcpyBatchAsync(destinations, sources, sizes, 3, attributes, starts, 2, stream));
    OK(gpuMemcpyAsync(to, device, sizeof to, gpuMemcpyDeviceToHost, stream));
    for (size_t i = 0; i < 3; i++)
        assert_memory_equal(to + 100 * (2 - i), from + 100 * i, 100);
    operation.src.op.ptr.ptr = from;
    operation.dst.op.ptr.ptr = device;
    operation.dst.op.ptr.rowLength = 12;
    operation.dst.op.ptr.layerHeight = 4;
    OK(cudaMemcpy3DBatchAsync(1, &operation, 0, stream));
    OK(gpuMemcpyAsync(to, device, sizeof to, gpuMemcpyDeviceToHost, stream));
    for (size_t row = 0; row < 6; row++)
        assert_memory_equal(to + 12 * (row % 3 + 4 * (row / 3)), from + 10 * row, 10);

    bad_batches_are_told(destinations, sources, sizes, attributes, starts, stream);
    sizes[2] = 101;
    sizes[0] = 101;
    destinations[0] = device + 200;
    BAD_VALUE(cudaMemcpyBatchAsync(destinations, sources, sizes, 3, attributes, starts, 2, stream),
              "");
    BAD_VALUE(cudaMemcpy3DBatchAsync(0, &operation, 0, stream), "count");
    BAD_VALUE(cudaMemcpy3DBatchAsync(1, NULL, 0, stream), "operations");
    BAD_VALUE(cudaMemcpy3DBatchAsync(1, &operation, 1, stream), "flags");
    operation.extent.depth = 0;
    BAD_VALUE(cudaMemcpy3DBatchAsync(1, &operation, 0, stream), "extent");
    operation.extent.depth = 1;
    operation.src.type = (enum cudaMemcpy3DOperandType)3;
    BAD_VALUE(cudaMemcpy3DBatchAsync(1, &operation, 0, stream), "type");
    OK(gpuFree(device));
    OK(gpuStreamDestroy(stream));
}
#endif

#if !API_IS_CUDA
TEST_CASE(values_of_each_size_are_filled_in)
{
    static uint8_t to[64], expected[64];
    gpuStream_t stream;
    char *device;

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
    STALE_HANDLE(hipMemsetD32Async(device, 0, 1, AS_STREAM(0x77777)));
    EXPECT(hipMemcpyWithStream(to, device, 1, (hipMemcpyKind)9, stream),
           gpuErrorInvalidMemcpyDirection, "9");
    OK(hipMemsetD32(NULL, 0, 0));
    OK(gpuFree(device));
    OK(gpuStreamDestroy(stream));
}

static void bad_words_are_told(gpuStream_t waiter, gpuStream_t writer, uint64_t *words,
                               hipStreamBatchMemOpParams *operations)
{
    uint8_t byte = 0;

    BAD_VALUE(hipStreamWaitValue32(waiter, NULL, 0, 0, 0), "pointer");
    BAD_VALUE(hipStreamWaitValue32(waiter, words, 0, 4, 0), "flags");
    BAD_VALUE(hipStreamWaitValue32(waiter, &byte, 0, 0, 0), "");
    BAD_VALUE(hipStreamWaitValue64(waiter, (char *)words + 4, 0, 0, 0), "multiple");
    BAD_VALUE(hipStreamWriteValue32(writer, NULL, 0, 0), "pointer");
    BAD_VALUE(hipStreamWriteValue32(writer, words, 0, 1), "flags");
    BAD_VALUE(hipStreamWriteValue64(writer, words + 8192, 0, 0), "");
    STALE_HANDLE(hipStreamWriteValue32(AS_STREAM(0x77777), words, 0, 0));
    BAD_VALUE(hipStreamBatchMemOp(waiter, 0, operations, 0), "count");
    BAD_VALUE(hipStreamBatchMemOp(waiter, 257, operations, 0), "count");
    BAD_VALUE(hipStreamBatchMemOp(waiter, 1, NULL, 0), "operations");
    BAD_VALUE(hipStreamBatchMemOp(waiter, 1, operations, 1), "flags");
    operations[2].operation = (hipStreamBatchMemOpType)77;
    BAD_VALUE(hipStreamBatchMemOp(waiter, 3, operations, 0), "77");
    operations[2].operation = hipStreamMemOpBarrier;
    EXPECT(hipStreamBatchMemOp(waiter, 3, operations, 0), gpuErrorNotSupported, "barrier");
}

TEST_CASE(words_order_streams)
{
    hipStreamBatchMemOpParams operations[3];
    gpuStream_t waiter;
    gpuStream_t writer;
    uint64_t *words;
    uint8_t byte = 0;
    char *device;

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

    words[5] = UINT32_MAX;               /* no sign: the largest number */
    OK(hipStreamWaitValue32(waiter, &words[5], 5, hipStreamWaitValueGte, UINT32_MAX));
    OK(gpuStreamSynchronize(waiter));

    bad_words_are_told(waiter, writer, words, operations);
    OK(gpuStreamQuery(waiter));
    OK(gpuFree(device));
    OK(gpuFreeHost(words));
    OK(gpuStreamDestroy(waiter));
    OK(gpuStreamDestroy(writer));
}
#endif

int run_copies(void)
{
    return run_test_cases(NULL);
}
