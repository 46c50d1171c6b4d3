/** Both interfaces in one process over the same objects. */
#include <semaphore.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "test_cases.h"
#include "cuda_runtime_api.h"
#include "gpuinterop.h"
#include "hip/hip_runtime_api.h"
#include "queue/host_semaphore.h"

#define SIZE 8192u

#define CUDA(call) assert_int_equal((call), cudaSuccess)
#define HIP(call) assert_int_equal((call), hipSuccess)

static hipStream_t as_hip(cudaStream_t stream)
{
    return (hipStream_t)(void *)stream;
}

TEST_CASE(hip_copies_in_a_cuda_stream)
{
    static uint8_t from[SIZE], to[SIZE];
    cudaStream_t stream;
    void *pointer;

    for (size_t i = 0; i < SIZE; i++)
        from[i] = (uint8_t)(i * 13u);
    CUDA(cudaMalloc(&pointer, SIZE));
    CUDA(cudaStreamCreate(&stream));
    HIP(hipMemcpyAsync(pointer, from, SIZE, hipMemcpyHostToDevice, as_hip(stream)));
    HIP(hipMemcpyAsync(to, pointer, SIZE, hipMemcpyDeviceToHost, as_hip(stream)));
    CUDA(cudaStreamSynchronize(stream));
    assert_memory_equal(to, from, SIZE);
    HIP(hipStreamDestroy(as_hip(stream)));
    assert_int_equal(cudaStreamQuery(stream), cudaErrorInvalidResourceHandle);
    HIP(hipFree(pointer));
    assert_int_equal(cudaFree(pointer), cudaErrorInvalidValue);
}

static void sleep_until_posted(void *argument)
{
    while (sem_wait(argument) != 0)
        continue;
}

TEST_CASE(a_hip_event_waits_for_a_cuda_stream)
{
    cudaStream_t cuda;
    hipStream_t hip;
    hipEvent_t event;
    sem_t gate;
    uint8_t *pointer;
    uint8_t byte = 0;

    assert_int_equal(sem_init(&gate, 0, 0), 0);
    HIP(hipMalloc((void **)&pointer, SIZE));
    CUDA(cudaStreamCreateWithFlags(&cuda, cudaStreamNonBlocking));
    HIP(hipStreamCreateWithFlags(&hip, hipStreamNonBlocking));
    HIP(hipEventCreateWithFlags(&event, hipEventDisableTiming));
    CUDA(cudaLaunchHostFunc(cuda, sleep_until_posted, &gate));
    CUDA(cudaMemsetAsync(pointer, 0x61, SIZE, cuda));
    HIP(hipEventRecord(event, as_hip(cuda)));
    CUDA(cudaStreamWaitEvent((cudaStream_t)(void *)hip, (cudaEvent_t)(void *)event, 0));
    assert_int_equal(hipStreamQuery(hip), hipErrorNotReady);
    assert_int_equal(cudaEventQuery((cudaEvent_t)(void *)event), cudaErrorNotReady);
    assert_int_equal(sem_post(&gate), 0);
    HIP(hipMemcpyAsync(&byte, pointer + SIZE - 1, 1, hipMemcpyDeviceToHost, hip));
    HIP(hipStreamSynchronize(hip));
    assert_int_equal(byte, 0x61);
    HIP(hipEventDestroy(event));
    HIP(hipStreamDestroy(hip));
    CUDA(cudaStreamDestroy(cuda));
    CUDA(cudaFree(pointer));
}

TEST_CASE(a_semaphore_of_one_serves_the_other)
{
    struct gi_host_semaphore host;
    struct cudaExternalSemaphoreHandleDesc descriptor = {
        .type = cudaExternalSemaphoreHandleTypeTimelineSemaphoreFd,
    };
    cudaExternalSemaphore_t semaphore;
    hipExternalSemaphore_t same;
    hipExternalSemaphoreSignalParams signal = { .params.fence.value = 4 };
    struct cudaExternalSemaphoreWaitParams wait = { .params.fence.value = 4 };
    cudaStream_t waiter;
    hipStream_t signaller;

    assert_int_equal(gi_host_semaphore_create(&host, true, 0), 0);
    assert_int_equal(gi_host_semaphore_export(&host, &descriptor.handle.fd), 0);
    CUDA(cudaImportExternalSemaphore(&semaphore, &descriptor));
    same = (hipExternalSemaphore_t)semaphore;
    CUDA(cudaStreamCreateWithFlags(&waiter, cudaStreamNonBlocking));
    HIP(hipStreamCreateWithFlags(&signaller, hipStreamNonBlocking));
    CUDA(cudaWaitExternalSemaphoresAsync(&semaphore, &wait, 1, waiter));
    assert_int_equal(cudaStreamQuery(waiter), cudaErrorNotReady);
    HIP(hipSignalExternalSemaphoresAsync(&same, &signal, 1, signaller));
    CUDA(cudaStreamSynchronize(waiter));
    assert_int_equal(gi_host_semaphore_value(&host), 4);
    HIP(hipDestroyExternalSemaphore(same));
    assert_int_equal(cudaDestroyExternalSemaphore(semaphore), cudaErrorInvalidResourceHandle);
    CUDA(cudaStreamDestroy(waiter));
    HIP(hipStreamDestroy(signaller));
    gi_host_semaphore_finish(&host);
}

TEST_CASE(arrays_of_one_are_arrays_of_the_other)
{
    enum { WIDTH = 24, HEIGHT = 10, BYTES = WIDTH * HEIGHT * 4 };
    const struct cudaChannelFormatDesc channels = { 8, 8, 8, 8, cudaChannelFormatKindUnsigned };
    static uint8_t from[BYTES], to[BYTES];
    cudaMipmappedArray_t mipmapped;
    struct hipChannelFormatDesc told;
    HIP_ARRAY3D_DESCRIPTOR descriptor;
    cudaArray_t array;
    hipArray_t level;
    cudaError_t code = cudaMallocArray(&array, &channels, WIDTH, HEIGHT, 0);

    if (code == cudaErrorNotSupported)
        skip();
    CUDA(code);
    for (size_t i = 0; i < BYTES; i++)
        from[i] = (uint8_t)(i * 31u);
    CUDA(cudaMemcpy2DToArray(array, 0, 0, from, WIDTH * 4, WIDTH * 4, HEIGHT,
                             cudaMemcpyHostToDevice));
    HIP(hipMemcpy2DFromArray(to, WIDTH * 4, (hipArray_const_t)(void *)array, 0, 0, WIDTH * 4,
                             HEIGHT, hipMemcpyDeviceToHost));
    assert_memory_equal(to, from, BYTES);
    HIP(hipGetChannelDesc(&told, (hipArray_t)(void *)array));
    assert_int_equal(told.w, 8);
    HIP(hipFreeArray((hipArray_t)(void *)array));
    assert_int_equal(cudaFreeArray(array), cudaErrorInvalidResourceHandle);
    CUDA(cudaMallocMipmappedArray(&mipmapped, &(struct cudaChannelFormatDesc){
                                      8, 8, 8, 8, cudaChannelFormatKindUnsignedNormalized8X4 },
                                  (struct cudaExtent){ 16, 16, 0 }, 3, 0));
    HIP(hipGetMipmappedArrayLevel(&level, (hipMipmappedArray_t)(void *)mipmapped, 1));
    HIP(hipMemcpy2DToArray(level, 0, 0, from, 32, 32, 8, hipMemcpyHostToDevice));
    assert_int_equal(hipArray3DGetDescriptor(&descriptor, level), hipErrorNotSupported);
    assert_non_null(strstr(gpuinterop_last_error_detail(), "UNORM"));
    HIP(hipFreeMipmappedArray((hipMipmappedArray_t)(void *)mipmapped));
    assert_int_equal(cudaFreeMipmappedArray(mipmapped), cudaErrorInvalidResourceHandle);
}

TEST_CASE(the_current_device_is_shared_and_errors_are_not)
{
    int device = -1;

    CUDA(cudaSetDevice(0));
    HIP(hipGetDevice(&device));
    assert_int_equal(device, 0);
    (void)cudaGetLastError();
    (void)hipGetLastError();
    assert_int_equal(cudaMalloc(NULL, 1), cudaErrorInvalidValue);
    assert_int_equal(hipPeekAtLastError(), hipSuccess);
    assert_int_equal(cudaGetLastError(), cudaErrorInvalidValue);
    assert_non_null(strstr(gpuinterop_last_error_detail(), "cudaMalloc"));
}

TEST_CASE(pinned_memory_is_known_to_both)
{
    hipPointerAttribute_t attributes;
    void *host;

    CUDA(cudaHostAlloc(&host, SIZE, cudaHostAllocPortable));
    HIP(hipPointerGetAttributes(&attributes, host));
    assert_int_equal(attributes.type, hipMemoryTypeHost);
    assert_int_equal(attributes.allocationFlags & hipHostMallocPortable, hipHostMallocPortable);
    HIP(hipHostFree(host));
    assert_int_equal(cudaFreeHost(host), cudaErrorInvalidValue);
}

int main(void)
{
    int count;

    if (cudaGetDeviceCount(&count) != cudaSuccess) {
        printf("skipped: no device\n");
        return 77;
    }
    return run_test_cases(NULL);
}
