/** Virtual memory management by CUDA's driver interface, in the orders of calls that programs have:
 *  a pool that grows, segments for each stream, and buffers of other processes. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cuda.h>
#include <cuda_runtime_api.h>
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "test_cases.h"
#include "fd_message.h"
#include "whose_library.h"

#define OK(call) assert_int_equal((call), CUDA_SUCCESS)
#define IS(call, code) assert_int_equal((call), (code))

#define MIB ((size_t)1 << 20)

static const CUmemAccessDesc read_write = {
    .location = { CU_MEM_LOCATION_TYPE_DEVICE, 0 }, .flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE
};

static CUmemAllocationProp properties(CUmemAllocationHandleType type)
{
    return (CUmemAllocationProp){ .type = CU_MEM_ALLOCATION_TYPE_PINNED,
                                  .requestedHandleTypes = type,
                                  .location = { CU_MEM_LOCATION_TYPE_DEVICE, 0 } };
}

static void expect(CUdeviceptr address, size_t size, uint8_t value)
{
    uint8_t *bytes = malloc(size);

    assert_non_null(bytes);
    OK(cuMemcpyDtoH(bytes, address, size));
    for (size_t i = 0; i < size; i++)
        assert_int_equal(bytes[i], value);
    free(bytes);
}

/* llama.cpp: a large reservation grows at its end. Each handle is released between map and access,
 * and one call unmaps everything. */
TEST_CASE(a_pool_that_grows)
{
    const CUmemAllocationProp prop = properties(CU_MEM_HANDLE_TYPE_NONE);
    const size_t reserved = (size_t)32 << 30;
    CUdeviceptr pool, base = 0;
    size_t step, size = 0, mapped;

    OK(cuMemGetAllocationGranularity(&step, &prop, CU_MEM_ALLOC_GRANULARITY_RECOMMENDED));
    assert_int_equal(step, 2 * MIB);
    OK(cuMemAddressReserve(&pool, reserved, 0, 0, 0));
    for (int i = 1; i <= 4; i++) {
        CUmemGenericAllocationHandle handle;

        OK(cuMemCreate(&handle, (size_t)i * step, &prop, 0));
        OK(cuMemMap(pool + size, (size_t)i * step, 0, handle, 0));
        OK(cuMemRelease(handle));
        OK(cuMemSetAccess(pool + size, (size_t)i * step, &read_write, 1));
        size += (size_t)i * step;
        OK(cuMemsetD8(pool, (unsigned char)i, size));    /* over all handles so far */
        expect(pool, size, (uint8_t)i);
    }
    OK(cuMemGetAddressRange(&base, &mapped, pool + step + 5));
    assert_true(base == pool + step && mapped == 2 * step);
    IS(cuMemsetD8(pool + size - 1, 0, 2), CUDA_ERROR_INVALID_VALUE);
    IS(cuMemFree(pool), CUDA_ERROR_INVALID_VALUE);
    OK(cuMemUnmap(pool, size));
    OK(cuMemAddressFree(pool, reserved));
}

/* PyTorch: segments of 20 MiB in a reservation larger than the device's memory; access piece by
 * piece, handles kept, one unmapped at a time after its stream was waited for. Fabric is asked for
 * first. */
TEST_CASE(expandable_segments)
{
    CUmemAllocationProp prop = properties(CU_MEM_HANDLE_TYPE_FABRIC);
    CUmemGenericAllocationHandle handles[3];
    const size_t segment = 20 * MIB;
    size_t available, total, reserved;
    CUdeviceptr base;
    CUstream stream;
    CUresult refused;

    OK(cuMemGetInfo(&available, &total));
    reserved = (total + total / 8) / segment * segment;
    refused = cuMemCreate(&handles[0], segment, &prop, 0);
    if (library_is_ours() || refused != CUDA_ERROR_NOT_PERMITTED)    /* PyTorch takes both */
        IS(refused, CUDA_ERROR_NOT_SUPPORTED);
    prop.requestedHandleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
    OK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    OK(cuMemAddressReserve(&base, reserved, 0, 0, 0));
    for (size_t i = 0; i < 3; i++) {
        OK(cuMemCreate(&handles[i], segment, &prop, 0));
        OK(cuMemMap(base + i * segment, segment, 0, handles[i], 0));
        OK(cuMemSetAccess(base + i * segment, segment, &read_write, 1));
    }
    OK(cuMemsetD8Async(base, 9, 3 * segment, stream));
    OK(cuStreamSynchronize(stream));
    OK(cuMemUnmap(base + segment, segment));             /* in the middle */
    OK(cuMemRelease(handles[1]));
    IS(cuMemsetD8Async(base, 1, 2 * segment, stream), CUDA_ERROR_INVALID_VALUE);
    expect(base + 2 * segment, MIB, 9);
    OK(cuMemUnmap(base, segment));
    OK(cuMemUnmap(base + 2 * segment, segment));
    OK(cuMemRelease(handles[0]));
    OK(cuMemRelease(handles[2]));
    OK(cuMemAddressFree(base, reserved));
    OK(cuStreamDestroy(stream));
}

/* ---- two processes -------------------------------------------------------------------------- */

/* The other process, which NCCL's peers are like: import, map, release at once, access. */
static int use_buffer_of_other(int socket_fd)
{
    CUmemGenericAllocationHandle handle, again;
    CUdeviceptr address;
    CUdevice device;
    CUcontext context;
    int fd = -1;
    char byte;
    bool right = fd_message_receive(socket_fd, &byte, 1, &fd, 1) && cuInit(0) == CUDA_SUCCESS &&
                 cuDeviceGet(&device, 0) == CUDA_SUCCESS &&
                 cuDevicePrimaryCtxRetain(&context, device) == CUDA_SUCCESS &&
                 cuCtxSetCurrent(context) == CUDA_SUCCESS;

    right = right &&
            cuMemImportFromShareableHandle(&handle, (void *)(intptr_t)fd,
                                           CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR) == 0 &&
            fcntl(fd, F_GETFD) >= 0 && close(fd) == 0 &&
            cuMemAddressReserve(&address, 4 * MIB, 0, 0, 0) == 0 &&
            cuMemMap(address, 4 * MIB, 0, handle, 0) == 0 && cuMemRelease(handle) == 0 &&
            cuMemSetAccess(address, 4 * MIB, &read_write, 1) == 0 &&
            cuMemRetainAllocationHandle(&again, (void *)(uintptr_t)address) == 0 &&
            again == handle && cuMemRelease(again) == 0 &&
            cuMemsetD8(address, 0x66, 4 * MIB) == 0 && cuCtxSynchronize() == 0 &&
            cuMemUnmap(address, 4 * MIB) == 0 && cuMemAddressFree(address, 4 * MIB) == 0;
    return right ? 0 : 1;
}

/* Forked before this process has called the library. */
static int socket_to_child;
static pid_t child;

TEST_CASE(buffers_of_other_processes)
{
    const CUmemAllocationProp prop = properties(CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR);
    CUmemGenericAllocationHandle handle;
    CUmemAllocationProp read;
    CUdeviceptr address;
    int fd = -1, ending;

    OK(cuMemCreate(&handle, 4 * MIB, &prop, 0));
    OK(cuMemGetAllocationPropertiesFromHandle(&read, handle));
    assert_int_equal(read.requestedHandleTypes, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR);
    OK(cuMemAddressReserve(&address, 4 * MIB, 0, 0, 0));
    OK(cuMemMap(address, 4 * MIB, 0, handle, 0));
    OK(cuMemSetAccess(address, 4 * MIB, &read_write, 1));
    OK(cuMemsetD8(address, 1, 4 * MIB));
    OK(cuMemExportToShareableHandle(&fd, handle, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0));
    OK(cuCtxSynchronize());
    assert_true(fd_message_send(socket_to_child, "", 1, &fd, 1));
    close(fd);
    assert_int_equal(waitpid(child, &ending, 0), child);
    assert_true(WIFEXITED(ending) && WEXITSTATUS(ending) == 0);
    expect(address, 4 * MIB, 0x66);
    OK(cuMemUnmap(address, 4 * MIB));
    OK(cuMemRelease(handle));
    IS(cuMemRelease(handle), CUDA_ERROR_INVALID_VALUE);
    OK(cuMemAddressFree(address, 4 * MIB));
}

/* ---- the exported fd as external memory ----------------------------------------------------- */

TEST_CASE(pages_as_external_memory)
{
    const CUmemAllocationProp prop = properties(CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR);
    struct cudaExternalMemoryHandleDesc descriptor = {
        .type = cudaExternalMemoryHandleTypeOpaqueFd, .size = 2 * MIB
    };
    struct cudaExternalMemoryBufferDesc all = { .size = 2 * MIB };
    CUmemGenericAllocationHandle handle;
    cudaExternalMemory_t memory;
    CUdeviceptr address;
    void *buffer;

    OK(cuMemCreate(&handle, 2 * MIB, &prop, 0));
    OK(cuMemAddressReserve(&address, 2 * MIB, 0, 0, 0));
    OK(cuMemMap(address, 2 * MIB, 0, handle, 0));
    OK(cuMemSetAccess(address, 2 * MIB, &read_write, 1));
    OK(cuMemExportToShareableHandle(&descriptor.handle.fd, handle,
                                    CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0));
    IS(cudaImportExternalMemory(&memory, &descriptor), cudaSuccess);     /* takes the fd */
    IS(cudaExternalMemoryGetMappedBuffer(&buffer, memory, &all), cudaSuccess);
    IS(cudaMemsetAsync(buffer, 0x12, 2 * MIB, NULL), cudaSuccess);
    OK(cuMemsetD8(address + MIB, 0x34, MIB));    /* the same bytes by another address, in order */
    expect(address, MIB, 0x12);
    expect((CUdeviceptr)(uintptr_t)buffer + MIB, MIB, 0x34);
    IS(cudaFree(buffer), cudaSuccess);
    IS(cudaDestroyExternalMemory(memory), cudaSuccess);
    OK(cuMemUnmap(address, 2 * MIB));
    OK(cuMemRelease(handle));
    OK(cuMemAddressFree(address, 2 * MIB));
}

/* CUDA's rule, on all devices: everything comes in pieces of 2 MiB. */
TEST_CASE(multiples_of_2_mib)
{
    static const size_t wrong[] = { 0, 1, 4096, 65536, MIB, 3 * MIB, 2 * MIB + 4096 };
    static const size_t alignments[] = { 0, 1, 4096, MIB, 2 * MIB, 4 * MIB };
    const CUmemAllocationProp prop = properties(CU_MEM_HANDLE_TYPE_NONE);
    CUmemGenericAllocationHandle handle;
    CUdeviceptr address;

    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        IS(cuMemAddressReserve(&address, wrong[i], 0, 0, 0), CUDA_ERROR_INVALID_VALUE);
        IS(cuMemCreate(&handle, wrong[i], &prop, 0), CUDA_ERROR_INVALID_VALUE);
    }
    for (size_t i = 0; i < sizeof alignments / sizeof alignments[0]; i++) {
        OK(cuMemAddressReserve(&address, 6 * MIB, alignments[i], 0, 0));
        assert_int_equal(address % (2 * MIB), 0);
        assert_true(alignments[i] == 0 || address % alignments[i] == 0);
        OK(cuMemAddressFree(address, 6 * MIB));
    }
    IS(cuMemAddressReserve(&address, 6 * MIB, 3, 0, 0), CUDA_ERROR_INVALID_VALUE);
    IS(cuMemAddressReserve(&address, 6 * MIB, 3 * MIB, 0, 0), CUDA_ERROR_INVALID_VALUE);
}

TEST_CASE(wrong_arguments)
{
    const CUmemAllocationProp prop = properties(CU_MEM_HANDLE_TYPE_NONE);
    CUmemGenericAllocationHandle handle = 5;
    CUdeviceptr address;
    int ends[2];

    IS(cuMemCreate(NULL, 2 * MIB, &prop, 0), CUDA_ERROR_INVALID_VALUE);
    IS(cuMemCreate(&handle, 2 * MIB, NULL, 0), CUDA_ERROR_INVALID_VALUE);
    IS(cuMemCreate(&handle, MIB, &prop, 0), CUDA_ERROR_INVALID_VALUE);
    IS(cuMemCreate(&handle, 2 * MIB, &prop, 1), CUDA_ERROR_INVALID_VALUE);
    IS(cuMemAddressReserve(&address, 2 * MIB, 0, 0, 7), CUDA_ERROR_INVALID_VALUE);
    IS(cuMemRetainAllocationHandle(&handle, NULL), CUDA_ERROR_INVALID_VALUE);
    IS(cuMemRelease(0), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(handle, 5);
    assert_int_equal(pipe(ends), 0);
    for (int i = 0; i < 2; i++) {
        IS(cuMemImportFromShareableHandle(&handle, (void *)(intptr_t)ends[i],
                                          CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR),
           CUDA_ERROR_INVALID_VALUE);
        assert_int_equal(close(ends[i]), 0);
    }
}

static int begin(void **state)
{
    CUcontext context;
    CUdevice device;
    int supported = 0;

    (void)state;
    if (cuInit(0) != CUDA_SUCCESS || cuDeviceGet(&device, 0) != CUDA_SUCCESS ||
        cuDevicePrimaryCtxRetain(&context, device) != CUDA_SUCCESS ||
        cuCtxSetCurrent(context) != CUDA_SUCCESS)
        return 1;
    OK(cuDeviceGetAttribute(&supported,
                            CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED, device));
    if (!supported) {
        printf("skipped: device 0 has no virtual memory management\n");
        exit(77);
    }
    return 0;
}

int main(void)
{
    int ends[2];

    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        return 1;
    child = fork();
    if (child == 0) {
        close(ends[0]);
        _exit(use_buffer_of_other(ends[1]));
    }
    close(ends[1]);
    socket_to_child = ends[0];
    return run_test_cases(begin);
}
