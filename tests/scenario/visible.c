/** Which devices each interface shows, by its own variable, in which order: on three fake devices,
 *  with both front ends in one process. */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cuda_runtime_api.h>
#include <hip/hip_runtime_api.h>
#include <pthread.h>

#include "test_cases.h"
#include "fake.h"
#include "gpuinterop.h"

enum { DEVICES = 3 };

static struct gifake_device_config configs[DEVICES];

static bool is_device(const unsigned char *uuid, uint32_t number)
{
    return memcmp(uuid, configs[number].info.uuid, sizeof configs[number].info.uuid) == 0;
}

/** Runs check in a thread that has not called the library yet. */
static void in_new_thread(void *(*check)(void *))
{
    pthread_t thread;

    assert_int_equal(pthread_create(&thread, NULL, check, NULL), 0);
    assert_int_equal(pthread_join(thread, NULL), 0);
}

/* A failed assertion may not leave another thread: these gather, the tests look. */
static struct {
    int first, later;
    cudaError_t cuda;
    hipError_t hip;
    char detail[400];
} seen;

static void *begin_with_cuda(void *unused)
{
    void *pointer = NULL;
    struct cudaPointerAttributes attributes = { .device = -7 };

    seen.cuda = cudaGetDevice(&seen.first);
    if (cudaMalloc(&pointer, 256) == cudaSuccess
        && cudaPointerGetAttributes(&attributes, pointer) == cudaSuccess)
        seen.later = attributes.device;
    cudaFree(pointer);
    seen.hip = hipGetDevice(&(int){ 0 });
    strncpy(seen.detail, gpuinterop_last_error_detail(), sizeof seen.detail - 1);
    return unused;
}

static void *begin_with_hip(void *unused)
{
    (void)hipFree(NULL);                 /* a question alone begins nothing */
    seen.hip = hipGetDevice(&seen.first);
    seen.cuda = cudaGetDevice(&(int){ 0 });
    strncpy(seen.detail, gpuinterop_last_error_detail(), sizeof seen.detail - 1);
    return unused;
}

static void *set_and_ask(void *unused)
{
    seen.cuda = cudaSetDevice(1);
    if (seen.cuda == cudaSuccess)
        seen.cuda = cudaGetDevice(&seen.first);
    cudaDeviceSynchronize();
    if (seen.cuda == cudaSuccess)
        seen.cuda = cudaGetDevice(&seen.later);
    return unused;
}

TEST_CASE(each_has_its_own_list)
{
    struct cudaDeviceProp cuda;
    hipDeviceProp_t hip;
    int count;

    assert_int_equal(cudaGetDeviceCount(&count), cudaSuccess);
    assert_int_equal(count, 2);
    assert_int_equal(cudaGetDeviceProperties(&cuda, 0), cudaSuccess);
    assert_true(is_device((unsigned char *)cuda.uuid.bytes, 1));
    assert_int_equal(cudaGetDeviceProperties(&cuda, 1), cudaSuccess);
    assert_true(is_device((unsigned char *)cuda.uuid.bytes, 0));
    assert_int_equal(cudaGetDeviceProperties(&cuda, 2), cudaErrorInvalidDevice);
    assert_int_equal(hipGetDeviceCount(&count), hipSuccess);
    assert_int_equal(count, 1);
    assert_int_equal(hipGetDeviceProperties(&hip, 0), hipSuccess);
    assert_true(is_device((unsigned char *)hip.uuid.bytes, 2));
    assert_int_equal(hipSetDevice(1), hipErrorInvalidDevice);
}

TEST_CASE(a_thread_begins_on_the_first_of_the_list)
{
    memset(&seen, 0xff, sizeof seen);
    in_new_thread(begin_with_cuda);
    assert_int_equal(seen.cuda, cudaSuccess);
    assert_int_equal(seen.first, 0);
    assert_int_equal(seen.later, 0);
    assert_int_equal(seen.hip, hipErrorInvalidDevice);     /* it is on a device hidden from HIP */
    assert_non_null(strstr(seen.detail, "HIP_VISIBLE_DEVICES"));
    memset(&seen, 0xff, sizeof seen);
    in_new_thread(begin_with_hip);
    assert_int_equal(seen.hip, hipSuccess);
    assert_int_equal(seen.first, 0);
    assert_int_equal(seen.cuda, cudaErrorInvalidDevice);
    assert_non_null(strstr(seen.detail, "CUDA_VISIBLE_DEVICES"));
}

/* The second of CUDA's list is the library's first: it must not be taken for "none set". */
TEST_CASE(a_device_that_was_set_stays)
{
    memset(&seen, 0xff, sizeof seen);
    in_new_thread(set_and_ask);
    assert_int_equal(seen.cuda, cudaSuccess);
    assert_int_equal(seen.first, 1);
    assert_int_equal(seen.later, 1);
}

TEST_CASE(bus_addresses)
{
    char text[32];
    int device = -7;

    assert_int_equal(cudaDeviceGetPCIBusId(text, sizeof text, 0), cudaSuccess);
    assert_string_equal(text, "0000:02:00.0");
    assert_int_equal(cudaDeviceGetPCIBusId(text, 13, 1), cudaSuccess);
    assert_string_equal(text, "0000:01:00.0");
    assert_int_equal(cudaDeviceGetPCIBusId(text, 12, 0), cudaErrorInvalidValue);
    assert_string_equal(text, "0000:02:00.");
    assert_int_equal(cudaDeviceGetByPCIBusId(&device, "0000:01:00.0"), cudaSuccess);
    assert_int_equal(device, 1);
    assert_int_equal(cudaDeviceGetByPCIBusId(&device, "0000:02:00"), cudaSuccess);
    assert_int_equal(device, 0);
    assert_int_equal(cudaDeviceGetByPCIBusId(&device, "01:00.0"), cudaSuccess);
    assert_int_equal(device, 1);
    device = -7;
    assert_int_equal(cudaDeviceGetByPCIBusId(&device, "0000:03:00.0"), cudaErrorInvalidDevice);
    assert_int_equal(cudaDeviceGetByPCIBusId(&device, "0000:01:00.1"), cudaErrorInvalidDevice);
    assert_int_equal(cudaDeviceGetByPCIBusId(&device, ""), cudaErrorInvalidValue);
    assert_int_equal(cudaDeviceGetByPCIBusId(&device, "0000:01:00.0x"), cudaErrorInvalidValue);
    assert_int_equal(cudaDeviceGetByPCIBusId(&device, "garbage"), cudaErrorInvalidValue);
    assert_int_equal(device, -7);
    assert_int_equal(hipDeviceGetByPCIBusId(&device, "0000:03:00.0"), hipSuccess);
    assert_int_equal(device, 0);
}

int main(void)
{
    for (uint32_t i = 0; i < DEVICES; i++)
        gifake_default_config(&configs[i], i);
    gifake_configure(configs, DEVICES);
    unsetenv("GPUINTEROP_DEVICES");
    setenv("CUDA_VISIBLE_DEVICES", "1,0", 1);
    setenv("HIP_VISIBLE_DEVICES", "2", 1);
    return run_test_cases(NULL);
}
