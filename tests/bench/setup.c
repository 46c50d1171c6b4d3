#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <gpuinterop.h>

#include "bench.h"
#include "vulkan.h"

struct bench_setting bench_setting;

_Noreturn void bench_fail(const char *what, const char *file, int line)
{
    fprintf(stderr, "bench: %s:%d: this did not hold: %s\n", file, line, what);
    exit(1);
}

void bench_check_cuda(cudaError_t error, const char *call, const char *file, int line)
{
    if (error == cudaSuccess)
        return;
    fprintf(stderr, "bench: %s:%d: %s: %s: %s\n", file, line, call, cudaGetErrorName(error),
            gpuinterop_last_error_detail());
    exit(1);
}

bool bench_setup(bool quick)
{
    int count = 0;
    cudaError_t error = cudaGetDeviceCount(&count);
    if (error != cudaSuccess || count == 0) {
        fprintf(stderr, "bench: there is no device: %s: %s\n", cudaGetErrorName(error),
                gpuinterop_last_error_detail());
        return false;
    }
    BENCH_CUDA(cudaSetDevice(0));
    BENCH_CUDA(cudaGetDeviceProperties(&bench_setting.properties, 0));
    bench_setting.repeats = quick ? 3 : 15;
    bench_setting.is_quick = quick;
    bench_setting.slow_repeats = quick ? 2 : 5;
    bench_setting.trips = quick ? 20 : 200;
    bench_setting.wait_ns = quick ? 100000000 : 1000000000;
    bench_vulkan_start((const uint8_t *)bench_setting.properties.uuid.bytes);
    bench_setting.is_cpu = bench_vulkan_is_cpu();
    return true;
}

void bench_teardown(void)
{
    BENCH_CUDA(cudaDeviceSynchronize());
    bench_vulkan_stop();
}

cudaExternalSemaphore_t bench_import_timeline(int fd)
{
    struct cudaExternalSemaphoreHandleDesc descriptor = {
        .type = cudaExternalSemaphoreHandleTypeTimelineSemaphoreFd,
        .handle.fd = fd,
    };
    cudaExternalSemaphore_t semaphore = NULL;
    BENCH_CUDA(cudaImportExternalSemaphore(&semaphore, &descriptor));
    return semaphore;
}

void bench_signal(cudaExternalSemaphore_t semaphore, uint64_t value, cudaStream_t stream)
{
    struct cudaExternalSemaphoreSignalParams signal = {.params.fence.value = value};
    BENCH_CUDA(cudaSignalExternalSemaphoresAsync(&semaphore, &signal, 1, stream));
}

void bench_wait(cudaExternalSemaphore_t semaphore, uint64_t value, cudaStream_t stream)
{
    struct cudaExternalSemaphoreWaitParams wait = {.params.fence.value = value};
    BENCH_CUDA(cudaWaitExternalSemaphoresAsync(&semaphore, &wait, 1, stream));
}
