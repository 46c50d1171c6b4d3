/** Streams, events and host functions. */
#include "scenario.h"

#include <stdatomic.h>
#include <string.h>
#include <time.h>

#include "test_cases.h"

#define SIZE 4096u

TEST_CASE(a_held_stream_is_not_ready)
{
    gpuStream_t stream;
    struct gate gate;

    OK(gpuStreamCreate(&stream));
    OK(gpuStreamQuery(stream));
    gate_close(&gate, stream);
    (void)gpuGetLastError();
    assert_int_equal(gpuStreamQuery(stream), gpuErrorNotReady);
    assert_int_equal(gpuPeekAtLastError(), gpuSuccess);          /* an answer, not a failure */
    gate_open(&gate);
    OK(gpuStreamSynchronize(stream));
    OK(gpuStreamQuery(stream));
    OK(gpuStreamDestroy(stream));
}

TEST_CASE(flags_come_back)
{
    gpuStream_t stream;
    unsigned int flags = 7;

    OK(gpuStreamCreateWithFlags(&stream, gpuStreamNonBlocking));
    OK(gpuStreamGetFlags(stream, &flags));
    assert_int_equal(flags, gpuStreamNonBlocking);
    OK(gpuStreamDestroy(stream));
    OK(gpuStreamCreateWithPriority(&stream, 0, -1000));
    OK(gpuStreamGetFlags(stream, &flags));
    assert_int_equal(flags, 0);
    OK(gpuStreamDestroy(stream));
}

TEST_CASE(what_a_stream_is_comes_back)
{
    gpuStream_t streams[4] = { NULL, gpuStreamLegacy, gpuStreamPerThread, NULL };
    gpuStreamCaptureMode_t mode = gpuStreamCaptureModeRelaxed;
    int least = 7, greatest = 7, priority, device, current;

    OK(gpuDeviceGetStreamPriorityRange(&least, &greatest));
    assert_int_equal(least, API_IS_CUDA ? 0 : 1);
    assert_int_equal(greatest, API_IS_CUDA ? -5 : -1);
    OK(gpuDeviceGetStreamPriorityRange(NULL, NULL));
    OK(gpuGetDevice(&current));
    OK(gpuStreamCreateWithPriority(&streams[3], gpuStreamNonBlocking, greatest - 10));
    for (size_t i = 0; i < 4; i++) {
        gpuStreamCaptureStatus_t status = (gpuStreamCaptureStatus_t)1;
        priority = device = 77;
        OK(gpuStreamGetPriority(streams[i], &priority));
        assert_int_equal(priority, i == 3 ? greatest : 0);
        OK(gpuStreamGetDevice(streams[i], &device));
        assert_int_equal(device, current);
        OK(gpuStreamIsCapturing(streams[i], &status));
        assert_int_equal(status, gpuStreamCaptureStatusNone);
    }
    OK(gpuThreadExchangeStreamCaptureMode(&mode));
    assert_int_equal(mode, gpuStreamCaptureModeGlobal);
    OK(gpuThreadExchangeStreamCaptureMode(&mode));
    assert_int_equal(mode, gpuStreamCaptureModeRelaxed);
    OK(gpuStreamDestroy(streams[3]));
    assert_int_equal(gpuStreamGetPriority(streams[3], &priority), gpuErrorStaleHandle);
    assert_int_equal(gpuStreamGetDevice(streams[3], &device), gpuErrorStaleHandle);
    assert_int_equal(gpuStreamGetPriority(NULL, NULL), gpuErrorInvalidValue);
    assert_int_equal(gpuStreamGetDevice(NULL, NULL), gpuErrorInvalidValue);
    assert_int_equal(gpuStreamIsCapturing(NULL, NULL), gpuErrorInvalidValue);
    assert_int_equal(gpuThreadExchangeStreamCaptureMode(NULL), gpuErrorInvalidValue);
    assert_int_equal(gpuStreamAttachMemAsync(NULL, &least, 0, 1), gpuErrorInvalidValue);
    (void)gpuGetLastError();
}

#if API_IS_CUDA
TEST_CASE(stream_attributes_come_back)
{
    cudaLaunchAttributeValue set = { 0 }, got = { 0 };
    cudaStream_t stream, other;

    OK(cudaStreamCreate(&stream));
    OK(cudaStreamCreate(&other));
    OK(cudaStreamGetAttribute(stream, cudaStreamAttributeSynchronizationPolicy, &got));
    assert_int_equal((int)got.syncPolicy, -1);           /* as the vendor: not told yet */
    set.syncPolicy = (enum cudaSynchronizationPolicy)-1;
    assert_int_equal(cudaStreamSetAttribute(stream, cudaStreamAttributeSynchronizationPolicy, &set),
                     cudaErrorInvalidValue);
    set.syncPolicy = cudaSyncPolicyYield;
    OK(cudaStreamSetAttribute(stream, cudaStreamAttributeSynchronizationPolicy, &set));
    set.accessPolicyWindow = (struct cudaAccessPolicyWindow){
        &set, 64, 0.25f, cudaAccessPropertyPersisting, cudaAccessPropertyStreaming };
    OK(cudaStreamSetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &set));
    OK(cudaStreamCopyAttributes(other, stream));
    OK(cudaStreamGetAttribute(other, cudaStreamAttributeSynchronizationPolicy, &got));
    assert_int_equal(got.syncPolicy, cudaSyncPolicyYield);
    OK(cudaStreamGetAttribute(other, cudaStreamAttributeAccessPolicyWindow, &got));
    assert_ptr_equal(got.accessPolicyWindow.base_ptr, &set);
    assert_true(got.accessPolicyWindow.hitRatio == 0.25f);
    set.priority = -3;
    OK(cudaStreamSetAttribute(other, cudaStreamAttributePriority, &set));
    OK(cudaStreamGetAttribute(other, cudaStreamAttributePriority, &got));
    assert_int_equal(got.priority, -3);
    set.syncPolicy = (enum cudaSynchronizationPolicy)9;
    assert_int_equal(cudaStreamSetAttribute(other, cudaStreamAttributeSynchronizationPolicy, &set),
                     cudaErrorInvalidValue);
    for (int attribute = -1; attribute < 20; attribute++) {
        bool known = attribute == 1 || attribute == 3 || (attribute >= 8 && attribute <= 10);
        assert_int_equal(cudaStreamGetAttribute(other, (cudaLaunchAttributeID)attribute, &got),
                         known ? cudaSuccess : cudaErrorInvalidValue);
    }
    assert_int_equal(cudaStreamGetAttribute(stream, cudaStreamAttributePriority, NULL),
                     cudaErrorInvalidValue);
    assert_int_equal(cudaStreamSetAttribute(stream, cudaStreamAttributePriority, NULL),
                     cudaErrorInvalidValue);
    OK(cudaStreamDestroy(stream));
    assert_int_equal(cudaStreamCopyAttributes(other, stream), cudaErrorInvalidResourceHandle);
    OK(cudaStreamDestroy(other));
    (void)cudaGetLastError();
}
#else
TEST_CASE(compute_unit_masks_come_back)
{
    uint32_t mask = 1, got[16] = { 0 };
    hipStream_t stream;

    OK(hipExtStreamCreateWithCUMask(&stream, 1, &mask));
    OK(hipExtStreamGetCUMask(stream, 16, got));
    assert_int_equal(got[0], 1);
    assert_int_equal(hipGetStreamDeviceId(stream), 0);
    OK(hipStreamDestroy(stream));
    OK(hipExtStreamGetCUMask(NULL, 16, got));
    assert_true(got[0] != 0);
    mask = 0;                            /* no unit at all */
    OK(hipExtStreamCreateWithCUMask(&stream, 1, &mask));
    OK(hipExtStreamGetCUMask(stream, 16, got));
    assert_int_equal(got[0], 0);
    OK(hipStreamDestroy(stream));
    assert_int_equal(hipExtStreamCreateWithCUMask(&stream, 0, &mask), hipErrorInvalidValue);
    assert_int_equal(hipExtStreamCreateWithCUMask(NULL, 1, &mask), hipErrorInvalidValue);
    assert_int_equal(hipGetStreamDeviceId(stream), -1);
    (void)hipGetLastError();
}
#endif

TEST_CASE(default_streams_are_legal_everywhere)
{
    gpuStream_t streams[3] = { NULL, gpuStreamLegacy, gpuStreamPerThread };
    gpuEvent_t event;
    unsigned int flags;

    OK(gpuEventCreate(&event));
    for (int i = 0; i < 3; i++) {
        OK(gpuEventRecord(event, streams[i]));
        OK(gpuStreamWaitEvent(streams[i], event, 0));
        OK(gpuStreamSynchronize(streams[i]));
        OK(gpuStreamQuery(streams[i]));
        if (streams[i] == NULL && !API_IS_CUDA)    /* whose default stream has no flags */
            BAD_VALUE(gpuStreamGetFlags(streams[i], &flags), "stream");
        else
            OK(gpuStreamGetFlags(streams[i], &flags));
        BAD_HANDLE(gpuStreamDestroy(streams[i]));
    }
    OK(gpuEventDestroy(event));
}

TEST_CASE(another_stream_waits_for_an_event)
{
    static uint8_t from[SIZE], to[SIZE];
    gpuStream_t first, second;
    gpuEvent_t event;
    struct gate gate;
    void *pointer;

    fill_pattern(from, SIZE, 2);
    OK(gpuMalloc(&pointer, SIZE));
    OK(gpuMemset(pointer, 0, SIZE));
    OK(gpuDeviceSynchronize());          /* a fill of device memory may still be under way */
    OK(gpuStreamCreateWithFlags(&first, gpuStreamNonBlocking));
    OK(gpuStreamCreateWithFlags(&second, gpuStreamNonBlocking));
    OK(gpuEventCreateWithFlags(&event, gpuEventDisableTiming));
    OK(gpuEventQuery(event));            /* never recorded */
    OK(gpuEventSynchronize(event));
    gate_close(&gate, first);
    OK(gpuMemcpyAsync(pointer, from, SIZE, gpuMemcpyHostToDevice, first));
    OK(gpuEventRecord(event, first));
    OK(gpuStreamWaitEvent(second, event, 0));
    assert_int_equal(gpuEventQuery(event), gpuErrorNotReady);
    assert_int_equal(gpuStreamQuery(second), gpuErrorNotReady);
    gate_open(&gate);
    OK(gpuMemcpyAsync(to, pointer, SIZE, gpuMemcpyDeviceToHost, second));
    OK(gpuStreamSynchronize(second));
    assert_memory_equal(to, from, SIZE);
    OK(gpuEventSynchronize(event));
    OK(gpuEventDestroy(event));
    OK(gpuStreamDestroy(first));
    OK(gpuStreamDestroy(second));
    OK(gpuFree(pointer));
}

TEST_CASE(elapsed_time_is_what_the_host_sees)
{
    enum { BIG = 32 << 20 };
    struct timespec before, after;
    gpuEvent_t start, end, other;
    gpuStream_t stream;
    struct gate gate;
    void *pointer;
    float ms = -1;

    OK(gpuMalloc(&pointer, BIG));
    OK(gpuStreamCreateWithFlags(&stream, gpuStreamNonBlocking));
    OK(gpuEventCreate(&start));
    OK(gpuEventCreate(&end));
    OK(gpuEventCreateWithFlags(&other, gpuEventDisableTiming));
    assert_int_equal(gpuEventElapsedTime(&ms, start, end), gpuErrorInvalidHandle);
    assert_int_equal(gpuEventElapsedTime(NULL, start, end), gpuErrorInvalidValue);
    assert_int_equal(gpuEventElapsedTime(&ms, NULL, end), gpuErrorInvalidHandle);
    for (int busy = 0; busy < 2; busy++) {
        if (busy)
            gate_close(&gate, stream);
        clock_gettime(CLOCK_MONOTONIC, &before);
        OK(gpuEventRecord(start, stream));
        OK(gpuMemsetAsync(pointer, busy, BIG, stream));
        OK(gpuEventRecord(end, stream));
        if (busy) {
            assert_int_equal(gpuEventElapsedTime(&ms, start, end), gpuErrorNotReady);
            gate_open(&gate);
        }
        OK(gpuEventSynchronize(end));
        clock_gettime(CLOCK_MONOTONIC, &after);
        OK(gpuEventElapsedTime(&ms, start, end));
        double host_ms = (double)(after.tv_sec - before.tv_sec) * 1e3 +
                         (double)(after.tv_nsec - before.tv_nsec) / 1e6;
        assert_true(ms > 0 && ms <= host_ms * 1.001 + 0.01);
    }
    OK(gpuEventRecord(other, stream));
    OK(gpuEventSynchronize(other));
    assert_int_equal(gpuEventElapsedTime(&ms, start, other), gpuErrorInvalidHandle);
    OK(gpuEventElapsedTime(&ms, end, end));
    assert_true(ms == 0);
    OK(gpuEventDestroy(start));
    assert_int_equal(gpuEventElapsedTime(&ms, start, end), gpuErrorStaleHandle);
    OK(gpuEventDestroy(end));
    OK(gpuEventDestroy(other));
    OK(gpuStreamDestroy(stream));
    OK(gpuFree(pointer));
    (void)gpuGetLastError();
}

TEST_CASE(a_held_stream_holds_no_other)
{
    static uint8_t to[SIZE];
    gpuStream_t held, free_stream;
    struct gate gate;
    void *pointer;

    OK(gpuMalloc(&pointer, SIZE));
    OK(gpuStreamCreateWithFlags(&held, gpuStreamNonBlocking));
    OK(gpuStreamCreateWithFlags(&free_stream, gpuStreamNonBlocking));
    gate_close(&gate, held);
    OK(gpuMemsetAsync(pointer, 7, SIZE, free_stream));
    OK(gpuMemcpyAsync(to, pointer, SIZE, gpuMemcpyDeviceToHost, free_stream));
    OK(gpuStreamSynchronize(free_stream));
    assert_int_equal(to[SIZE - 1], 7);
    assert_int_equal(gpuStreamQuery(held), gpuErrorNotReady);
    gate_open(&gate);
    OK(gpuStreamSynchronize(held));
    OK(gpuStreamDestroy(held));
    OK(gpuStreamDestroy(free_stream));
    OK(gpuFree(pointer));
}

TEST_CASE(the_legacy_stream_orders_with_blocking_streams)
{
    static uint8_t to[SIZE];
    gpuStream_t blocking, apart;
    gpuEvent_t event;
    struct gate gate;
    void *pointer;

    OK(gpuMalloc(&pointer, SIZE));
    OK(gpuStreamCreate(&blocking));
    OK(gpuStreamCreateWithFlags(&apart, gpuStreamNonBlocking));
    OK(gpuEventCreateWithFlags(&event, gpuEventDisableTiming));
    gate_close(&gate, blocking);
    OK(gpuMemsetAsync(pointer, 1, SIZE, blocking));
    OK(gpuMemset(pointer, 2, SIZE));     /* device memory: returns although it is held */
    OK(gpuEventRecord(event, NULL));
    assert_int_equal(gpuEventQuery(event), gpuErrorNotReady);
    OK(gpuStreamQuery(apart));
    gate_open(&gate);
    OK(gpuMemcpyAsync(to, pointer, SIZE, gpuMemcpyDeviceToHost, blocking));
    OK(gpuStreamSynchronize(blocking));
    assert_int_equal(to[0], 2);
    OK(gpuEventSynchronize(event));
    OK(gpuEventDestroy(event));
    OK(gpuStreamDestroy(apart));
    OK(gpuStreamDestroy(blocking));
    OK(gpuFree(pointer));
}

struct witness {
    gpuStream_t stream;
    gpuError_t status;
    int calls;
    gpuError_t inside;
    atomic_int order;
    int order_seen;
};

static void callback(gpuStream_t stream, gpuError_t status, void *user_data)
{
    struct witness *witness = user_data;
    int device;

    witness->stream = stream;
    witness->status = status;
    witness->calls++;
    witness->inside = gpuGetDevice(&device);
    witness->order_seen = atomic_fetch_add(&witness->order, 1);
}

static void function(void *user_data)
{
    struct witness *witness = user_data;

    witness->calls += 10;
    witness->order_seen = atomic_fetch_add(&witness->order, 1);
}

TEST_CASE(host_functions_run_in_order)
{
    struct witness witness = { .status = gpuErrorUnknown };
    gpuStream_t stream;

    OK(gpuStreamCreate(&stream));
    OK(gpuStreamAddCallback(stream, callback, &witness, 0));
    OK(gpuStreamSynchronize(stream));
    assert_ptr_equal(witness.stream, stream);
    assert_int_equal(witness.status, gpuSuccess);
    assert_int_equal(witness.calls, 1);
#if API_IS_CUDA
    assert_int_equal(witness.inside, cudaErrorNotPermitted);
#endif
    OK(gpuLaunchHostFunc(stream, function, &witness));
    OK(gpuStreamSynchronize(stream));
    assert_int_equal(witness.calls, 11);
    assert_int_equal(witness.order_seen, 1);
    OK(gpuLaunchHostFunc(NULL, function, &witness));
    OK(gpuDeviceSynchronize());
    assert_int_equal(witness.calls, 21);
    OK(gpuStreamDestroy(stream));
}

TEST_CASE(a_destroyed_stream_finishes_its_work)
{
    static uint8_t to[SIZE];
    gpuStream_t stream;
    gpuEvent_t event;
    struct gate gate;
    void *pointer;

    OK(gpuMalloc(&pointer, SIZE));
    OK(gpuMemset(pointer, 0, SIZE));
    OK(gpuDeviceSynchronize());
    OK(gpuEventCreate(&event));
    OK(gpuStreamCreateWithFlags(&stream, gpuStreamNonBlocking));
    gate_close(&gate, stream);
    OK(gpuMemsetAsync(pointer, 9, SIZE, stream));
    OK(gpuEventRecord(event, stream));
    OK(gpuStreamDestroy(stream));
    STALE_HANDLE(gpuStreamQuery(stream));
    gate_open(&gate);
    OK(gpuEventSynchronize(event));
    OK(gpuMemcpy(to, pointer, SIZE, gpuMemcpyDeviceToHost));
    assert_int_equal(to[SIZE - 1], 9);
    OK(gpuEventDestroy(event));
    OK(gpuFree(pointer));
}

int run_streams(void)
{
    return run_test_cases(NULL);
}
