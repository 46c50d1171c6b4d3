/** A program of the vendor's world: compiled against the vendor's header, linked to our library.
 *  vendor_header.py puts the addresses of all functions into vendor_table.h, so that linking says
 *  whether every one is there; running says whether the two agree on what they pass. */
#include <cuda_profiler_api.h>
#include <cuda_runtime_api.h>
#include <stdio.h>
#include <string.h>

static void *const every_function[] = {
#include "vendor_table.h"
};

#define REQUIRE(condition) \
    do { \
        if (!(condition)) { \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition); \
            return 1; \
        } \
    } while (0)

/* Without a device these still have an answer. */
static int ask_for_errors(void)
{
    struct cudaExternalMemoryHandleDesc bad;
    cudaExternalMemory_t memory = NULL;

    for (size_t i = 0; i < sizeof every_function / sizeof every_function[0]; i++)
        REQUIRE(every_function[i] != NULL);
    REQUIRE(strcmp(cudaGetErrorName(cudaErrorInvalidValue), "cudaErrorInvalidValue") == 0);
    REQUIRE(strlen(cudaGetErrorString(cudaErrorNotReady)) > 0);
    REQUIRE(cudaGetDeviceCount(NULL) != cudaSuccess);
    memset(&bad, 0, sizeof bad);
    bad.type = cudaExternalMemoryHandleTypeOpaqueFd;
    bad.handle.fd = -1;
    bad.size = 4096;
    REQUIRE(cudaImportExternalMemory(&memory, &bad) != cudaSuccess);
    REQUIRE(cudaGetLastError() != cudaSuccess);
    return 0;
}

/* Structs must be filled where the vendor's header looks for them. */
static int ask_for_device(void)
{
    struct cudaDeviceProp properties;
    int major = -1;

    REQUIRE(cudaGetLastError() == cudaSuccess);
    memset(&properties, 0x5a, sizeof properties);
    REQUIRE(cudaGetDeviceProperties(&properties, 0) == cudaSuccess);
    REQUIRE(memchr(properties.name, 0, sizeof properties.name) != NULL && properties.name[0] != 0);
    REQUIRE(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, 0) == cudaSuccess);
    REQUIRE(properties.major == major && properties.totalGlobalMem > 0);
    return 0;
}

static int work_on_device(void)
{
    struct cudaPointerAttributes attributes;
    unsigned char bytes[4096];
    cudaStream_t stream;
    cudaEvent_t event;
    void *pointer;

    REQUIRE(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking) == cudaSuccess);
    REQUIRE(cudaEventCreateWithFlags(&event, cudaEventDisableTiming) == cudaSuccess);
    REQUIRE(cudaMalloc(&pointer, sizeof bytes) == cudaSuccess);
    REQUIRE(cudaPointerGetAttributes(&attributes, pointer) == cudaSuccess);
    REQUIRE(attributes.type == cudaMemoryTypeDevice && attributes.devicePointer == pointer);
    REQUIRE(cudaMemsetAsync(pointer, 0x7e, sizeof bytes, stream) == cudaSuccess);
    REQUIRE(cudaMemcpyAsync(bytes, pointer, sizeof bytes, cudaMemcpyDeviceToHost, stream)
            == cudaSuccess);
    REQUIRE(cudaEventRecord(event, stream) == cudaSuccess);
    REQUIRE(cudaEventSynchronize(event) == cudaSuccess);
    REQUIRE(bytes[0] == 0x7e && bytes[sizeof bytes - 1] == 0x7e);
    REQUIRE(cudaFree(pointer) == cudaSuccess);
    REQUIRE(cudaEventDestroy(event) == cudaSuccess);
    REQUIRE(cudaStreamDestroy(stream) == cudaSuccess);
    return 0;
}

int main(void)
{
    int count = 0;
    cudaError_t error = cudaGetDeviceCount(&count);

    cudaGetLastError();
    if (ask_for_errors() != 0)
        return 1;
    if (error != cudaSuccess || count == 0) {
        printf("no device (%s): linked, and the errors were compared\n", cudaGetErrorName(error));
        return 0;
    }
    return ask_for_device() != 0 || work_on_device() != 0;
}
