#include "cuda_start.h"

#include <gpuinterop.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "stage.h"

void check(cudaError_t error, const char *what)
{
    if (error == cudaSuccess)
        return;
    fprintf(stderr, "%s: %s: %s: %s\n", stage_name, what, cudaGetErrorName(error),
            gpuinterop_last_error_detail());
    exit(1);
}

void choose_device(const uint8_t uuid[16])
{
    int count;

    check(cudaGetDeviceCount(&count), "counting devices");
    for (int i = 0; i < count; i++) {
        struct cudaDeviceProp properties;

        check(cudaGetDeviceProperties(&properties, i), "reading a device's properties");
        if (memcmp(properties.uuid.bytes, uuid, sizeof properties.uuid.bytes) != 0)
            continue;
        check(cudaSetDevice(i), "choosing the device");
        printf("  %-16s device %d, %s\n", stage_name, i, properties.name);
        return;
    }
    fprintf(stderr, "%s: the renderer's device is not among the %d here\n", stage_name, count);
    exit(1);
}
