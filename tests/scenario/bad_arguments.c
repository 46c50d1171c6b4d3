/** Wrong arguments to everything but interop: the code, the sentence, and nothing left behind. */
#include "scenario.h"

#include <stdlib.h>

#include "test_cases.h"

#define SIZE 4096u

TEST_CASE(devices)
{
    gpuDeviceProp properties;
    char text[16];
    int value;
    int count;

    OK(gpuGetDeviceCount(&count));
    BAD_VALUE(gpuGetDeviceCount(NULL), "count");
    BAD_VALUE(gpuGetDevice(NULL), "device");
    EXPECT(gpuSetDevice(-1), gpuErrorInvalidDevice, "-1");
    EXPECT(gpuSetDevice(count), gpuErrorInvalidDevice, "device");
    BAD_VALUE(gpuGetDeviceProperties(NULL, 0), "properties");
    EXPECT(gpuGetDeviceProperties(&properties, count), gpuErrorInvalidDevice, "device");
    EXPECT(gpuGetDeviceProperties(&properties, -1), gpuErrorInvalidDevice, "device");
    BAD_VALUE(gpuDeviceGetAttribute(NULL, gpuAttributeWarpSize, 0), "value");
    BAD_VALUE(gpuDeviceGetAttribute(&value, (gpuDeviceAttribute)9999, 0), "attribute");
    BAD_VALUE(gpuDeviceGetAttribute(&value, (gpuDeviceAttribute)-1, 0), "attribute");
    EXPECT(gpuDeviceGetAttribute(&value, gpuAttributeWarpSize, count), gpuErrorInvalidDevice, "");
    BAD_VALUE(gpuDeviceGetPCIBusId(NULL, 16, 0), "bus_id");
    BAD_VALUE(gpuDeviceGetPCIBusId(text, 12, 0), "bus_id");
    BAD_VALUE(gpuDeviceGetPCIBusId(text, -1, 0), "bus_id");
    EXPECT(gpuDeviceGetPCIBusId(text, 16, count), gpuErrorInvalidDevice, "device");
    BAD_VALUE(gpuDeviceGetByPCIBusId(NULL, "0000:00:00.0"), "device");
    BAD_VALUE(gpuDeviceGetByPCIBusId(&value, NULL), "bus_id");
    BAD_VALUE(gpuDeviceGetByPCIBusId(&value, "nonsense"), "nonsense");
    BAD_VALUE(gpuDeviceGetByPCIBusId(&value, "0000:00:00.0x"), "bus_id");
    BAD_VALUE(gpuDeviceGetByPCIBusId(&value, ""), "bus_id");
    EXPECT(gpuDeviceGetByPCIBusId(&value, "abcd:ef:1f.7"), gpuErrorInvalidDevice, "abcd:ef:1f.7");
    BAD_VALUE(gpuDriverGetVersion(NULL), "version");
    BAD_VALUE(gpuRuntimeGetVersion(NULL), "version");
}

static void do_nothing(void *user_data)
{
    (void)user_data;
}

static void do_nothing_told(gpuStream_t stream, gpuError_t status, void *user_data)
{
    (void)stream;
    (void)status;
    (void)user_data;
}

TEST_CASE(streams)
{
    gpuStream_t stream;
    gpuEvent_t event;
    unsigned int flags;

    OK(gpuStreamCreate(&stream));
    OK(gpuEventCreate(&event));
    BAD_VALUE(gpuStreamCreate(NULL), "stream");
    BAD_VALUE(gpuStreamCreateWithFlags(NULL, 0), "stream");
    BAD_VALUE(gpuStreamCreateWithFlags(&stream, 2), "flags");
    BAD_VALUE(gpuStreamCreateWithFlags(&stream, 0xffffffffu), "flags");
    BAD_VALUE(gpuStreamCreateWithPriority(NULL, 0, 0), "stream");
    BAD_VALUE(gpuStreamCreateWithPriority(&stream, 4, 0), "flags");
    BAD_VALUE(gpuStreamGetFlags(stream, NULL), "flags");
    BAD_VALUE(gpuStreamWaitEvent(stream, event, 2), "flags");
    EXPECT(gpuStreamWaitEvent(stream, event, 1), gpuErrorIllegalState, "flags");
    BAD_VALUE(gpuLaunchHostFunc(stream, NULL, NULL), "function");
    BAD_VALUE(gpuStreamAddCallback(stream, NULL, NULL, 0), "callback");
    BAD_VALUE(gpuStreamAddCallback(stream, do_nothing_told, NULL, 1), "flags");
    BAD_HANDLE(gpuStreamWaitEvent(stream, NULL, 0));
    STALE_HANDLE(gpuStreamWaitEvent(stream, AS_EVENT(stream), 0));
    STALE_HANDLE(gpuStreamWaitEvent(AS_STREAM(event), event, 0));
    STALE_HANDLE(gpuStreamQuery(AS_STREAM(event)));
    STALE_HANDLE(gpuStreamDestroy(AS_STREAM(event)));
    OK(gpuStreamDestroy(stream));
    STALE_HANDLE(gpuStreamDestroy(stream));
    STALE_HANDLE(gpuStreamQuery(stream));
    STALE_HANDLE(gpuStreamSynchronize(stream));
    STALE_HANDLE(gpuStreamGetFlags(stream, &flags));
    STALE_HANDLE(gpuStreamWaitEvent(stream, event, 0));
    STALE_HANDLE(gpuLaunchHostFunc(stream, do_nothing, NULL));
    STALE_HANDLE(gpuStreamAddCallback(stream, do_nothing_told, NULL, 0));
    STALE_HANDLE(gpuEventRecord(event, stream));
    STALE_HANDLE(gpuStreamQuery(AS_STREAM(3)));
    STALE_HANDLE(gpuStreamQuery(AS_STREAM(0xdeadbeef)));
    STALE_HANDLE(gpuStreamQuery(AS_STREAM(UINTPTR_MAX)));
    OK(gpuEventDestroy(event));
}

TEST_CASE(events)
{
    gpuStream_t stream;
    gpuEvent_t event;

    OK(gpuStreamCreate(&stream));
    BAD_VALUE(gpuEventCreate(NULL), "event");
    BAD_VALUE(gpuEventCreateWithFlags(NULL, 0), "event");
    BAD_VALUE(gpuEventCreateWithFlags(&event, 8), "flags");
    BAD_VALUE(gpuEventCreateWithFlags(&event, gpuEventInterprocess), "");
    OK(gpuEventCreateWithFlags(&event, gpuEventDisableTiming | gpuEventInterprocess));
    OK(gpuEventDestroy(event));
    STALE_HANDLE(gpuEventDestroy(event));
    STALE_HANDLE(gpuEventQuery(event));
    STALE_HANDLE(gpuEventSynchronize(event));
    STALE_HANDLE(gpuEventRecord(event, stream));
    BAD_HANDLE(gpuEventQuery(NULL));
    BAD_HANDLE(gpuEventSynchronize(NULL));
    BAD_HANDLE(gpuEventRecord(NULL, stream));
    BAD_HANDLE(gpuEventDestroy(NULL));
    STALE_HANDLE(gpuEventQuery(AS_EVENT(stream)));
    STALE_HANDLE(gpuEventDestroy(AS_EVENT(stream)));
    STALE_HANDLE(gpuEventDestroy(AS_EVENT(1)));
    OK(gpuEventCreate(&event));
    BAD_VALUE(gpuEventRecordWithFlags(event, stream, 2), "flags");
    EXPECT(gpuEventRecordWithFlags(event, stream, 1), gpuErrorIllegalState, "flags");
    OK(gpuEventRecordWithFlags(event, stream, 0));
    OK(gpuEventDestroy(event));
    OK(gpuStreamDestroy(stream));
}

TEST_CASE(allocations)
{
    gpuPointerAttributes attributes;
    unsigned int flags;
    size_t bytes;
    char *device;
    char *host;
    void *other;
    char local[8];

    OK(gpuMalloc((void **)&device, SIZE));
    OK(gpuHostAlloc((void **)&host, SIZE, 0));
    BAD_VALUE(gpuMalloc(NULL, SIZE), "pointer");
    BAD_VALUE(gpuMalloc(NULL, 0), "pointer");
    BAD_VALUE(gpuHostAlloc(NULL, SIZE, 0), "pointer");
    BAD_VALUE(gpuHostAlloc(&other, SIZE, 8), "flags");
    BAD_VALUE(gpuMallocHost(NULL, SIZE), "pointer");
    BAD_VALUE(gpuPointerGetAttributes(NULL, device), "attributes");
    BAD_VALUE(gpuHostGetDevicePointer(NULL, host, 0), "device_pointer");
    BAD_VALUE(gpuHostGetDevicePointer(&other, NULL, 0), "host_pointer");
    BAD_VALUE(gpuHostGetDevicePointer(&other, host, 1), "flags");
    BAD_VALUE(gpuHostGetDevicePointer(&other, local, 0), "host_pointer");
    BAD_VALUE(gpuHostGetDevicePointer(&other, host + SIZE, 0), "host_pointer");
    BAD_VALUE(gpuHostGetFlags(NULL, host), "flags");
    BAD_VALUE(gpuHostGetFlags(&flags, local), "host_pointer");
    BAD_VALUE(gpuFree(device + 1), "");
    BAD_VALUE(gpuFree(device + SIZE), "");
#if API_IS_CUDA
    BAD_VALUE(gpuFree(host), "");
#endif
    BAD_VALUE(gpuFree(local), "");
    BAD_VALUE(gpuFree((void *)(uintptr_t)0xdead000), "");
    BAD_VALUE(gpuFreeHost(device), "");
    BAD_VALUE(gpuFreeHost(host + 1), "");
    BAD_VALUE(gpuFreeHost(local), "");
    OK(gpuFree(device));
    BAD_VALUE(gpuFree(device), "");
    OK(gpuFreeHost(host));
    BAD_VALUE(gpuFreeHost(host), "");
    OK(gpuMemGetInfo(&bytes, NULL));
#if API_IS_CUDA
    OK(gpuPointerGetAttributes(&attributes, device));
    assert_int_equal(attributes.type, cudaMemoryTypeUnregistered);
#else
    BAD_VALUE(gpuPointerGetAttributes(&attributes, device), "pointer");
#endif
}

TEST_CASE(copies)
{
    static char local[SIZE + 1];
    gpuStream_t stream;
    char *device;
    char *host;

    OK(gpuStreamCreate(&stream));
    OK(gpuMalloc((void **)&device, SIZE));
    OK(gpuMallocHost((void **)&host, SIZE));
    EXPECT(gpuMemcpy(device, local, SIZE, (gpuMemcpyKind)5), gpuErrorInvalidMemcpyDirection, "5");
    EXPECT(gpuMemcpy(device, local, SIZE, (gpuMemcpyKind)-1), gpuErrorInvalidMemcpyDirection, "-1");
    EXPECT(gpuMemcpyAsync(device, local, SIZE, (gpuMemcpyKind)5, stream),
           gpuErrorInvalidMemcpyDirection, "5");
    BAD_VALUE(gpuMemcpy(NULL, local, SIZE, gpuMemcpyHostToDevice), "");
    BAD_VALUE(gpuMemcpy(device, NULL, SIZE, gpuMemcpyHostToDevice), "");
    BAD_VALUE(gpuMemcpy(device, local, SIZE + 1, gpuMemcpyHostToDevice), "");
    BAD_VALUE(gpuMemcpy(device + 1, local, SIZE, gpuMemcpyHostToDevice), "");
    BAD_VALUE(gpuMemcpy(local, device, SIZE + 1, gpuMemcpyDeviceToHost), "");
    BAD_VALUE(gpuMemcpy(device, local, SIZE_MAX, gpuMemcpyHostToDevice), "");
    BAD_VALUE(gpuMemcpy(device, device + 8, SIZE, gpuMemcpyDeviceToDevice), "");
    BAD_VALUE(gpuMemcpy(local, device, 8, gpuMemcpyHostToDevice), "");
    BAD_VALUE(gpuMemcpy(device, local, 8, gpuMemcpyDeviceToHost), "");
    BAD_VALUE(gpuMemcpy(device, local, 8, gpuMemcpyDeviceToDevice), "");
    BAD_VALUE(gpuMemcpyAsync(device, local, SIZE + 1, gpuMemcpyHostToDevice, stream), "");
    STALE_HANDLE(gpuMemcpyAsync(device, host, 8, gpuMemcpyDefault, AS_STREAM(0x77777)));
    BAD_VALUE(gpuMemset(NULL, 0, 1), "");
    BAD_VALUE(gpuMemset(device, 0, SIZE + 1), "");
    BAD_VALUE(gpuMemset(device + SIZE - 1, 0, 2), "");
    BAD_VALUE(gpuMemset(local, 0, 1), "");
    BAD_VALUE(gpuMemset(device, 0, SIZE_MAX), "");
    BAD_VALUE(gpuMemsetAsync(device, 0, SIZE + 1, stream), "");
    STALE_HANDLE(gpuMemsetAsync(device, 0, 1, AS_STREAM(0x77777)));
    OK(gpuFreeHost(host));
    OK(gpuFree(device));
    BAD_VALUE(gpuMemset(device, 0, 1), "");
    BAD_VALUE(gpuMemcpy(device, local, 1, gpuMemcpyHostToDevice), "");
    OK(gpuStreamDestroy(stream));
}

int run_bad_arguments(void)
{
    return run_test_cases(NULL);
}
