/** Devices, errors, memory and copies: what a program around interop needs. */
#include "scenario.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "gpuinterop.h"
#include "vulkan_peer.h"
#include "test_cases.h"

#define SIZE 100003u

TEST_CASE(the_device_is_the_one_vulkan_sees)
{
    gpuDeviceProp properties;
    int count;
    int current;
    int found = gpuinterop_device_by_uuid(peer_uuid());

    OK(gpuGetDeviceCount(&count));
    assert_true(count >= 1);
    assert_in_range(found, 0, count - 1);
    OK(gpuGetDevice(&current));
    assert_int_equal(current, 0);
    OK(gpuGetDeviceProperties(&properties, found));
    assert_memory_equal(properties.uuid.bytes, peer_uuid(), 16);
    assert_true(strlen(properties.name) > 0);
    assert_true(properties.totalGlobalMem > 0);
    assert_true(properties.warpSize >= 1);
    assert_true(properties.multiProcessorCount >= 1);
    assert_true(properties.maxThreadsPerBlock >= 1);
    assert_int_equal(properties.timelineSemaphoreInteropSupported, 1);
    OK(gpuSetDevice(found));
}

TEST_CASE(attributes_agree_with_properties)
{
    gpuDeviceProp properties;
    int value;

    OK(gpuGetDeviceProperties(&properties, 0));
    OK(gpuDeviceGetAttribute(&value, gpuAttributeWarpSize, 0));
    assert_int_equal(value, properties.warpSize);
    OK(gpuDeviceGetAttribute(&value, gpuAttributePciBusId, 0));
    assert_int_equal(value, properties.pciBusID);
}

TEST_CASE(a_bus_address_leads_back_to_the_device)
{
    char address[32];
    int device = -1;

    OK(gpuDeviceGetPCIBusId(address, sizeof address, 0));
    assert_int_equal(strlen(address), 12);
    OK(gpuDeviceGetByPCIBusId(&device, address));
    assert_int_equal(device, 0);
}

TEST_CASE(versions_and_memory_are_told)
{
    int version = 0;
    size_t available = 0;
    size_t total = 0;

    OK(gpuRuntimeGetVersion(&version));
    assert_true(version > 0);
    OK(gpuDriverGetVersion(&version));
    assert_true(version > 0);
    OK(gpuMemGetInfo(&available, &total));
    assert_true(total > 0 && available <= total);
    OK(gpuMemGetInfo(NULL, NULL));
}

static void *look_at_own_error(void *argument)
{
    *(gpuError_t *)argument = gpuPeekAtLastError();
    return NULL;
}

TEST_CASE(errors_belong_to_the_thread_until_asked)
{
    gpuError_t elsewhere = gpuErrorUnknown;
    pthread_t thread;

    (void)gpuGetLastError();
    assert_int_equal(gpuMalloc(NULL, 1), gpuErrorInvalidValue);
    assert_int_equal(pthread_create(&thread, NULL, look_at_own_error, &elsewhere), 0);
    assert_int_equal(pthread_join(thread, NULL), 0);
    assert_int_equal(elsewhere, gpuSuccess);
    OK(gpuDeviceSynchronize());          /* a success leaves the error */
    assert_int_equal(gpuPeekAtLastError(), gpuErrorInvalidValue);
    assert_int_equal(gpuSetDevice(1000), gpuErrorInvalidDevice);
    assert_int_equal(gpuPeekAtLastError(), gpuErrorInvalidDevice);
    assert_int_equal(gpuGetLastError(), gpuErrorInvalidDevice);
    assert_int_equal(gpuGetLastError(), gpuSuccess);
}

TEST_CASE(every_error_has_a_name_and_a_text)
{
    assert_string_equal(gpuGetErrorName(gpuSuccess), API_NAME "Success");
    assert_string_equal(gpuGetErrorName(gpuErrorNotReady), API_NAME "ErrorNotReady");
    assert_string_equal(gpuGetErrorName(gpuErrorInvalidHandle),
                        API_IS_CUDA ? "cudaErrorInvalidResourceHandle" : "hipErrorInvalidHandle");
    assert_string_equal(gpuGetErrorName(gpuErrorUnknown), API_NAME "ErrorUnknown");
    assert_non_null(gpuGetErrorString(gpuErrorNotReady));
    assert_string_not_equal(gpuGetErrorString(gpuErrorNotReady),
                            gpuGetErrorString(gpuErrorUnknown));
    for (int code = -3; code < 2000; code++) {
        assert_true(strlen(gpuGetErrorName((gpuError_t)code)) > 0);
        assert_true(strlen(gpuGetErrorString((gpuError_t)code)) > 0);
    }
    if (API_IS_CUDA)
        assert_string_equal(gpuGetErrorName((gpuError_t)1234), "unrecognized error code");
}

TEST_CASE(copies_go_everywhere)
{
    static uint8_t from[SIZE], to[SIZE];
    uint8_t *pinned;
    void *a;
    void *b;

    fill_pattern(from, SIZE, 1);
    OK(gpuMalloc(&a, SIZE));
    OK(gpuMalloc(&b, SIZE));
    OK(gpuMallocHost((void **)&pinned, SIZE));
    assert_int_equal((uintptr_t)a % 256, 0);
    OK(gpuMemcpy(a, from, SIZE, gpuMemcpyHostToDevice));
    OK(gpuMemcpy(b, a, SIZE, gpuMemcpyDeviceToDevice));
    OK(gpuMemcpy(pinned, b, SIZE, gpuMemcpyDeviceToHost));
    OK(gpuMemcpy(to, pinned, SIZE, gpuMemcpyHostToHost));
    assert_memory_equal(to, from, SIZE);

    OK(gpuMemset(a, 0x5a, SIZE));
    OK(gpuMemcpy((uint8_t *)a + 3, from, 1001, gpuMemcpyDefault));
    OK(gpuMemcpy(to, a, SIZE, gpuMemcpyDefault));
    assert_int_equal(to[2], 0x5a);
    assert_memory_equal(to + 3, from, 1001);
    assert_int_equal(to[1004], 0x5a);
    assert_int_equal(to[SIZE - 1], 0x5a);

    OK(gpuMemcpy(NULL, NULL, 0, gpuMemcpyDefault));
    OK(gpuMemset(NULL, 0, 0));
    OK(gpuFreeHost(pinned));
    OK(gpuFree(b));
    OK(gpuFree(a));
    OK(gpuFree(NULL));
    OK(gpuFreeHost(NULL));
}

TEST_CASE(pointers_are_known)
{
    gpuPointerAttributes attributes;
    unsigned int flags = 0;
    void *device;
    void *host;
    void *seen;
    int local = 0;

    OK(gpuMalloc(&device, 64));
    OK(gpuHostAlloc(&host, 64, gpuHostAllocMapped | gpuHostAllocPortable));
    OK(gpuPointerGetAttributes(&attributes, (char *)device + 5));
    assert_int_equal(attributes.type, gpuMemoryTypeDevice);
    assert_int_equal(attributes.device, 0);
    assert_ptr_equal(attributes.devicePointer, (char *)device + 5);
    assert_null(attributes.hostPointer);
    OK(gpuPointerGetAttributes(&attributes, host));
    assert_int_equal(attributes.type, gpuMemoryTypeHost);
    assert_ptr_equal(attributes.hostPointer, host);
    OK(gpuHostGetDevicePointer(&seen, host, 0));
    assert_ptr_equal(attributes.devicePointer, seen);
    OK(gpuHostGetFlags(&flags, host));
    assert_int_equal(flags, gpuHostAllocMapped | gpuHostAllocPortable);
#if API_IS_CUDA
    OK(gpuPointerGetAttributes(&attributes, &local));
    assert_int_equal(attributes.type, cudaMemoryTypeUnregistered);
    assert_int_equal(attributes.device, cudaInvalidDeviceId);
    assert_null(attributes.devicePointer);
    assert_ptr_equal(attributes.hostPointer, &local);
    OK(gpuPointerGetAttributes(&attributes, NULL));
#else
    BAD_VALUE(gpuPointerGetAttributes(&attributes, &local), "pointer");
#endif
    OK(gpuFreeHost(host));
    OK(gpuFree(device));
}

TEST_CASE(nothing_asked_for_is_nothing_given)
{
    void *pointer = (void *)1;

    OK(gpuMalloc(&pointer, 0));
    assert_null(pointer);
    NO_MEMORY(gpuMalloc(&pointer, SIZE_MAX / 2));
    assert_null(pointer);
    NO_MEMORY(gpuMalloc(&pointer, SIZE_MAX));
    assert_null(pointer);
}

int run_basics(void)
{
    return run_test_cases(NULL);
}
