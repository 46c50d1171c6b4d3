/** Multicast objects in one process: every kind of copy and fill, and the orders of calls that
 *  libraries have. On as many devices as there are; tests/scenario/with_devices.py makes more. */
#include "multicast.h"

#include <fcntl.h>
#include <unistd.h>

#include "gpuinterop.h"
#include "test_cases.h"

/* ---- copies and fills ----------------------------------------------------------------------- */

enum { PART = 65536 };

TEST_CASE(runtime_writes)
{
    static uint8_t bytes[4 * PART];
    const char *to;
    struct cudaMemcpy3DParms volume = { .extent = { 128, 16, 4 }, .kind = cudaMemcpyHostToDevice };
    struct cudaPitchedPtr pitched;
    cudaStream_t stream;

    team_begin(2 * STEP);
    to = (const char *)(uintptr_t)ranks[0].all;
    IS(cudaStreamCreate(&stream), cudaSuccess);
    IS(cudaMemset((void *)to, 1, 2 * STEP), cudaSuccess);
    IS(cudaMemsetAsync((void *)(to + PART), 2, PART, stream), cudaSuccess);
    IS(cudaMemset2D((void *)(to + 2 * PART), 512, 3, 256, 128), cudaSuccess);
    memset(bytes, 4, sizeof bytes);
    IS(cudaMemcpy((void *)(to + 4 * PART), bytes, 4 * PART, cudaMemcpyDefault), cudaSuccess);
    memset(bytes, 5, sizeof bytes);
    IS(cudaMemcpy2DAsync((void *)(to + 8 * PART), 1024, bytes, 256, 256, 64,
                         cudaMemcpyHostToDevice, stream), cudaSuccess);
    volume.srcPtr = (struct cudaPitchedPtr){ bytes, 128, 128, 16 };
    volume.dstPtr = (struct cudaPitchedPtr){ (void *)(to + 9 * PART), 256, 256, 32 };
    IS(cudaMemcpy3DAsync(&volume, stream), cudaSuccess);
    pitched = (struct cudaPitchedPtr){ (void *)(to + STEP - 4096), 1024, 1024, 4 };
    IS(cudaMemset3DAsync(pitched, 6, (struct cudaExtent){ 512, 4, 2 }, stream), cudaSuccess);
    IS(cudaStreamSynchronize(stream), cudaSuccess);
    IS(cudaDeviceSynchronize(), cudaSuccess);
    expect_in_all(0, PART, 1);
    expect_in_all(PART, PART, 2);
    expect_in_all(2 * PART, 256, 3);
    expect_in_all(2 * PART + 256, 256, 1);
    expect_in_all(4 * PART, 4 * PART, 4);
    expect_in_all(8 * PART + 63 * 1024, 256, 5);
    expect_in_all(9 * PART + 3 * 32 * 256 + 15 * 256, 128, 5);
    expect_in_all(9 * PART + 3 * 32 * 256 + 15 * 256 + 128, 128, 1);
    expect_in_all(STEP - 4096, 512, 6);
    expect_in_all(STEP + 3 * 1024, 512, 6);      /* the second slice is behind the first 2 MiB */
    expect_in_all(STEP + 3 * 1024 + 512, 512, 1);
    IS(cudaStreamDestroy(stream), cudaSuccess);
    team_end();
}

TEST_CASE(driver_writes)
{
    static uint8_t bytes[PART];
    CUdeviceptr to, device;
    CUstream stream;
    CUarray array;
    const CUDA_ARRAY_DESCRIPTOR shape = { 64, 64, CU_AD_FORMAT_UNSIGNED_INT8, 4 };
    CUDA_MEMCPY2D plane = { .srcMemoryType = CU_MEMORYTYPE_ARRAY, .WidthInBytes = 256,
                            .Height = 64, .dstMemoryType = CU_MEMORYTYPE_DEVICE, .dstPitch = 256 };

    team_begin(STEP);
    to = ranks[0].all;
    OK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    OK(cuMemAlloc(&device, PART));
    OK(cuMemsetD8(device, 7, PART));
    OK(cuMemsetD8Async(to, 1, PART, stream));
    OK(cuMemsetD16Async(to + PART, 0x0202, PART / 2, stream));
    OK(cuMemsetD32Async(to + 2 * PART, 0x03030303, PART / 4, stream));
    OK(cuMemsetD2D8Async(to + 3 * PART, 512, 4, 512, PART / 512, stream));
    memset(bytes, 5, PART);
    OK(cuMemcpyHtoDAsync(to + 4 * PART, bytes, PART, stream));
    memset(bytes, 6, PART);
    OK(cuMemcpyHtoD(to + 5 * PART, bytes, PART));
    OK(cuMemcpyDtoDAsync(to + 6 * PART, device, PART, stream));
    OK(cuArrayCreate(&array, &shape));
    memset(bytes, 8, PART);
    OK(cuMemcpy2D(&(CUDA_MEMCPY2D){ .srcMemoryType = CU_MEMORYTYPE_HOST, .srcHost = bytes,
                                    .dstMemoryType = CU_MEMORYTYPE_ARRAY, .dstArray = array,
                                    .WidthInBytes = 256, .Height = 64 }));
    plane.srcArray = array;
    plane.dstDevice = to + 8 * PART;
    OK(cuMemcpy2DAsync(&plane, stream));
    OK(cuMemcpyPeerAsync(to + 7 * PART, ranks[0].context, device, ranks[0].context, PART, stream));
    OK(cuStreamSynchronize(stream));
    for (size_t i = 0; i < 7; i++)
        expect_in_all(i * PART, PART, (uint8_t)(i + 1));
    expect_in_all(7 * PART, PART, 7);
    expect_in_all(8 * PART, 64 * 256, 8);
    IS(cuMemcpyDtoH(bytes, to, 1), CUDA_ERROR_INVALID_VALUE);
    assert_non_null(strstr(gpuinterop_last_error_detail(), "member's own address"));
    OK(cuArrayDestroy(array));
    OK(cuMemFree(device));
    OK(cuStreamDestroy(stream));
    team_end();
}

TEST_CASE(hip_in_the_same_process)
{
    team_begin(STEP);
    hip_writes(ranks[0].all);
    for (size_t i = 0; i < 7; i++)
        expect_in_all(i * PART, PART, (uint8_t)(i + 1));
    expect_in_all(7 * PART, PART, 7);
    team_end();
}

/* From memory of each device, in a stream of each, in order with the members' own addresses. */
TEST_CASE(from_any_device)
{
    team_begin(STEP);
    for (int i = 0; i < rank_count; i++) {
        CUdeviceptr source;
        CUstream stream;

        OK(cuCtxSetCurrent(ranks[i].context));
        OK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
        OK(cuMemAlloc(&source, STEP));
        OK(cuMemsetD8Async(source, (unsigned char)(i + 1), STEP, stream));
        OK(cuMemcpyDtoDAsync(ranks[0].all, source, STEP, stream));
        OK(cuMemsetD8Async(ranks[i].own + 1, 0x77, 1, stream));
        OK(cuMemsetD8Async(ranks[0].all + 2, 0x66, 1, stream));
        OK(cuStreamSynchronize(stream));
        expect_in_all(0, 1, (uint8_t)(i + 1));
        expect_in_all(2, 1, 0x66);
        expect_in_all(STEP - 1, 1, (uint8_t)(i + 1));
        for (int k = 0; k < rank_count; k++)
            expect_at(ranks[k].own + 1, 1, k == i ? 0x77 : (uint8_t)(i + 1));
        OK(cuMemFree(source));
        OK(cuStreamDestroy(stream));
    }
    OK(cuCtxSetCurrent(ranks[0].context));
    team_end();
}

static void CUDA_CB count_call(void *calls)
{
    ++*(int *)calls;
}

/* What is behind an event or a callback comes after the copies of all members. */
TEST_CASE(events_come_after_all)
{
    uint8_t *bytes;
    CUstream first, second;
    CUevent event;
    int calls = 0;

    team_begin(4 * STEP);
    OK(cuStreamCreate(&first, CU_STREAM_NON_BLOCKING));
    OK(cuEventCreate(&event, CU_EVENT_DISABLE_TIMING));
    OK(cuMemAllocHost((void **)&bytes, MOST_RANKS));
    OK(cuCtxSetCurrent(ranks[rank_count - 1].context));
    OK(cuStreamCreate(&second, CU_STREAM_NON_BLOCKING));
    for (int round = 1; round < 20; round++) {
        OK(cuMemsetD8Async(ranks[0].all, (unsigned char)round, 4 * STEP, first));
        OK(cuEventRecord(event, first));
        OK(cuLaunchHostFunc(first, count_call, &calls));
        OK(cuStreamWaitEvent(second, event, 0));
        for (int i = 0; i < rank_count; i++)
            OK(cuMemcpyDtoHAsync(&bytes[i], ranks[i].own + 4 * STEP - 1, 1, second));
        OK(cuStreamSynchronize(second));
        for (int i = 0; i < rank_count; i++)
            assert_int_equal(bytes[i], round);
        OK(cuStreamSynchronize(first));
        assert_int_equal(calls, round);
    }
    OK(cuStreamDestroy(second));
    OK(cuCtxSetCurrent(ranks[0].context));
    OK(cuStreamDestroy(first));
    OK(cuEventDestroy(event));
    OK(cuMemFreeHost(bytes));
    team_end();
}

TEST_CASE(what_is_told)
{
    struct gpuinterop_counters before, after;
    struct cudaPointerAttributes attributes;
    int announced = -1;

    team_begin(STEP);
    gpuinterop_get_counters(&before);
    OK(cuMemsetD8(ranks[0].all, 1, STEP));
    gpuinterop_get_counters(&after);
    assert_int_equal(after.multicast_copies - before.multicast_copies, rank_count);
    IS(cudaPointerGetAttributes(&attributes, (void *)(uintptr_t)ranks[0].all), cudaSuccess);
    assert_int_equal(attributes.type, cudaMemoryTypeDevice);
    assert_int_equal(attributes.device, ranks[0].device);
    assert_null(attributes.hostPointer);
    OK(cuDeviceGetAttribute(&announced, CU_DEVICE_ATTRIBUTE_MULTICAST_SUPPORTED,
                            ranks[0].device));
    assert_int_equal(announced, getenv("GPUINTEROP_MULTICAST") != NULL);
    assert_int_equal(gpuinterop_multicast_kind(ranks[0].device), GPUINTEROP_MULTICAST_SOFTWARE);
    assert_int_equal(gpuinterop_multicast_kind(99), GPUINTEROP_MULTICAST_NONE);
    team_end();
}

/* ---- orders of calls ------------------------------------------------------------------------ */

static int export_object(void)
{
    int fd = -1;

    OK(cuMemExportToShareableHandle(&fd, ranks[0].object,
                                    CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0));
    return fd;
}

static void import_object(struct rank *rank, int fd)
{
    OK(cuMemImportFromShareableHandle(&rank->object, (void *)(intptr_t)fd,
                                      CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR));
    assert_true(fcntl(fd, F_GETFD) >= 0);
}

/* NCCL's transport: rank 0 makes the object, the others get its fd; each adds its device, makes its
 * memory, and after a barrier binds it; the object is mapped last. */
TEST_CASE(order_of_nccl_transport)
{
    CUmulticastObjectProp prop = object_of(0, rank_count, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR);
    size_t step, size = 3000000;
    int fd;

    prop.size = size;
    OK(cuMulticastGetGranularity(&step, &prop, CU_MULTICAST_GRANULARITY_RECOMMENDED));
    assert_int_equal(step, STEP);
    prop.size = size = (size + step - 1) / step * step;
    OK(cuMulticastCreate(&ranks[0].object, &prop));
    fd = export_object();
    for (int i = 0; i < rank_count; i++) {
        if (i > 0)
            import_object(&ranks[i], fd);
        OK(cuMulticastAddDevice(ranks[i].object, ranks[i].device));
        rank_make_memory(&ranks[i], size, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR);
    }
    close(fd);
    for (int i = 0; i < rank_count; i++) {
        OK(cuMulticastBindMem(ranks[i].object, 0, ranks[i].memory, 0, size, 0));
        ranks[i].all = rank_map(&ranks[i], ranks[i].object, 0, size);
    }
    for (int i = 0; i < rank_count; i++) {
        OK(cuMemsetD8(ranks[i].all + (size_t)i, (unsigned char)(i + 1), 1));
        expect_in_all((size_t)i, 1, (uint8_t)(i + 1));
    }
    for (int i = 0; i < rank_count; i++) {
        OK(cuMulticastUnbind(ranks[i].object, ranks[i].device, 0, size));
        rank_unmap(ranks[i].all, size);
        OK(cuMemRelease(ranks[i].object));
        rank_unmap(ranks[i].own, size);
        OK(cuMemRelease(ranks[i].memory));
    }
}

/* NCCL's symmetric windows: the object is mapped when nothing is bound yet. Windows are bound
 * later, by address and side by side, and unbound one by one. */
TEST_CASE(order_of_nccl_windows)
{
    const CUmulticastObjectProp prop = object_of(4 * STEP, rank_count, CU_MEM_HANDLE_TYPE_NONE);
    CUmemGenericAllocationHandle object, retained;
    CUdeviceptr all;
    void *plain;

    OK(cuMulticastCreate(&object, &prop));
    for (int i = 0; i < rank_count; i++)
        OK(cuMulticastAddDevice(object, ranks[i].device));
    all = rank_map(&ranks[0], object, 0, 4 * STEP);
    IS(cuMemsetD8(all, 1, 1), CUDA_ERROR_INVALID_VALUE);
    assert_non_null(strstr(gpuinterop_last_error_detail(), "device 0"));
    for (int i = 0; i < rank_count; i++)
        rank_make_memory(&ranks[i], 2 * STEP, CU_MEM_HANDLE_TYPE_NONE);
    for (size_t window = 0; window < 2; window++) {
        for (int i = 0; i < rank_count; i++)
            OK(cuMulticastBindAddr(object, window * STEP, ranks[i].own + (1 - window) * STEP, STEP,
                                   0));
        OK(cuMemsetD8(all + window * STEP, (unsigned char)(window + 1), STEP));
    }
    IS(cudaMalloc(&plain, STEP), cudaSuccess);   /* a user's buffer that does not fit */
    IS(cuMulticastBindAddr(object, 2 * STEP, (CUdeviceptr)(uintptr_t)plain, STEP, 0),
       CUDA_ERROR_INVALID_VALUE);
    IS(cudaFree(plain), cudaSuccess);
    expect_in_all(STEP, STEP, 1);
    expect_in_all(0, STEP, 2);
    OK(cuMemsetD8(all + STEP - 16, 3, 32));      /* over both */
    expect_in_all(2 * STEP - 16, 16, 3);
    expect_in_all(0, 16, 3);
    OK(cuMemRetainAllocationHandle(&retained, (void *)(uintptr_t)all));
    assert_int_equal(retained, object);
    OK(cuMemRelease(retained));
    for (int i = 0; i < rank_count; i++) {
        OK(cuMulticastUnbind(object, ranks[i].device, 0, STEP));
        OK(cuMulticastUnbind(object, ranks[i].device, STEP, STEP));
        IS(cuMulticastUnbind(object, ranks[i].device, STEP, STEP), CUDA_ERROR_INVALID_VALUE);
        rank_unmap(ranks[i].own, 2 * STEP);
        OK(cuMemRelease(ranks[i].memory));
    }
    rank_unmap(all, 4 * STEP);
    OK(cuMemRelease(object));
}

/* PyTorch: rank 0 makes and exports the object, and imports it as the others do. Its first count is
 * released once all have imported. */
TEST_CASE(order_of_pytorch)
{
    const CUmulticastObjectProp prop = object_of(2 * STEP, rank_count,
                                                 CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR);
    CUmemGenericAllocationHandle first;
    int fd;

    for (int i = 0; i < rank_count; i++)
        rank_make_memory(&ranks[i], 2 * STEP, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR);
    OK(cuMulticastCreate(&ranks[0].object, &prop));
    first = ranks[0].object;
    fd = export_object();
    for (int i = 0; i < rank_count; i++)
        import_object(&ranks[i], fd);
    close(fd);
    OK(cuMemRelease(first));
    for (int i = 0; i < rank_count; i++)
        OK(cuMulticastAddDevice(ranks[i].object, ranks[i].device));
    for (int i = 0; i < rank_count; i++) {
        OK(cuMulticastBindMem(ranks[i].object, 0, ranks[i].memory, 0, 2 * STEP, 0));
        ranks[i].all = rank_map(&ranks[i], ranks[i].object, 0, 2 * STEP);
    }
    for (int i = 0; i < rank_count; i++) {       /* a copy from its own memory to all */
        OK(cuMemsetD8(ranks[i].own, (unsigned char)(i + 9), STEP));
        OK(cuMemcpyDtoD(ranks[i].all + STEP, ranks[i].own, STEP));
        expect_in_all(STEP, STEP, (uint8_t)(i + 9));
    }
    for (int i = 0; i < rank_count; i++) {
        rank_unmap(ranks[i].all, 2 * STEP);
        OK(cuMulticastUnbind(ranks[i].object, ranks[i].device, 0, 2 * STEP));
        OK(cuMemRelease(ranks[i].object));
        rank_unmap(ranks[i].own, 2 * STEP);
        OK(cuMemRelease(ranks[i].memory));
    }
}

/* NVSHMEM: several objects of one size side by side, each with a part of the memory. */
TEST_CASE(order_of_nvshmem)
{
    const CUmulticastObjectProp prop = object_of(2 * STEP, rank_count, CU_MEM_HANDLE_TYPE_NONE);
    const CUmemAccessDesc access = { .location = { CU_MEM_LOCATION_TYPE_DEVICE, ranks[0].device },
                                     .flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE };
    CUmemGenericAllocationHandle objects[2];
    CUdeviceptr all;

    for (int i = 0; i < rank_count; i++)
        rank_make_memory(&ranks[i], 4 * STEP, CU_MEM_HANDLE_TYPE_NONE);
    OK(cuMemAddressReserve(&all, 4 * STEP, STEP, 0, 0));
    for (size_t k = 0; k < 2; k++) {
        OK(cuMulticastCreate(&objects[k], &prop));
        for (int i = 0; i < rank_count; i++)
            OK(cuMulticastAddDevice(objects[k], ranks[i].device));
        for (int i = 0; i < rank_count; i++) {
            OK(cuMulticastBindMem(objects[k], 0, ranks[i].memory, k * 2 * STEP, STEP, 0));
            OK(cuMulticastBindMem(objects[k], STEP, ranks[i].memory, (k * 2 + 1) * STEP, STEP, 0));
        }
        OK(cuMemMap(all + k * 2 * STEP, STEP, 0, objects[k], 0));
        OK(cuMemMap(all + k * 2 * STEP + STEP, STEP, STEP, objects[k], 0));
        OK(cuMemSetAccess(all + k * 2 * STEP, 2 * STEP, &access, 1));
    }
    OK(cuMemsetD8(all, 4, 4 * STEP));            /* over both objects */
    expect_in_all(0, 4 * STEP, 4);
    rank_unmap(all, 4 * STEP);
    for (int i = 0; i < 2; i++)
        OK(cuMemRelease(objects[i]));            /* what is bound goes with them */
    for (int i = 0; i < rank_count; i++) {
        rank_unmap(ranks[i].own, 4 * STEP);
        OK(cuMemRelease(ranks[i].memory));
    }
}

/* MSCCL++: fabric handles are asked for first; memory is bound by address. */
TEST_CASE(order_of_mscclpp)
{
    CUmulticastObjectProp prop = object_of(STEP, rank_count, CU_MEM_HANDLE_TYPE_FABRIC);
    CUmemGenericAllocationHandle object;
    CUdeviceptr all;
    size_t step;

    IS(cuMulticastGetGranularity(&step, &prop, CU_MULTICAST_GRANULARITY_RECOMMENDED),
       CUDA_ERROR_NOT_SUPPORTED);
    IS(cuMulticastCreate(&object, &prop), CUDA_ERROR_NOT_SUPPORTED);
    prop.handleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
    OK(cuMulticastGetGranularity(&step, &prop, CU_MULTICAST_GRANULARITY_MINIMUM));
    OK(cuMulticastCreate(&object, &prop));
    for (int i = 0; i < rank_count; i++) {
        OK(cuMulticastAddDevice(object, ranks[i].device));
        rank_make_memory(&ranks[i], STEP, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR);
    }
    for (int i = 0; i < rank_count; i++)
        OK(cuMulticastBindAddr(object, 0, ranks[i].own, STEP, 0));
    all = rank_map(&ranks[rank_count - 1], object, 0, STEP);
    OK(cuMemsetD8(all, 2, STEP));
    expect_in_all(0, STEP, 2);
    rank_unmap(all, STEP);
    OK(cuMemRelease(object));
    for (int i = 0; i < rank_count; i++) {
        rank_unmap(ranks[i].own, STEP);
        OK(cuMemRelease(ranks[i].memory));
    }
}

/* ---- wrong arguments ------------------------------------------------------------------------ */

TEST_CASE(wrong_arguments)
{
    CUmulticastObjectProp prop = object_of(STEP, 1, CU_MEM_HANDLE_TYPE_NONE);
    CUmemGenericAllocationHandle object = 5, taken = 7;
    size_t step = 3;
    int ends[2];

    IS(cuMulticastCreate(NULL, &prop), CUDA_ERROR_INVALID_VALUE);
    IS(cuMulticastCreate(&object, NULL), CUDA_ERROR_INVALID_VALUE);
    IS(cuMulticastGetGranularity(NULL, &prop, CU_MULTICAST_GRANULARITY_MINIMUM),
       CUDA_ERROR_INVALID_VALUE);
    IS(cuMulticastGetGranularity(&step, &prop, (CUmulticastGranularity_flags)2),
       CUDA_ERROR_INVALID_VALUE);
    prop.numDevices = 65;
    prop.handleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
    IS(cuMulticastCreate(&object, &prop), CUDA_ERROR_INVALID_VALUE);
    prop.numDevices = 1;
    prop.size = STEP / 2;
    IS(cuMulticastCreate(&object, &prop), CUDA_ERROR_INVALID_VALUE);
    assert_true(object == 5 && step == 3);
    prop.size = STEP;
    OK(cuMulticastCreate(&object, &prop));
    IS(cuMulticastAddDevice(object, 99), CUDA_ERROR_INVALID_DEVICE);
    OK(cuMulticastAddDevice(object, ranks[0].device));
    IS(cuMulticastAddDevice(object, ranks[0].device), CUDA_ERROR_INVALID_VALUE);
    rank_make_memory(&ranks[0], STEP, CU_MEM_HANDLE_TYPE_NONE);
    IS(cuMulticastBindMem(object, 0, ranks[0].memory, 0, STEP, 1), CUDA_ERROR_INVALID_VALUE);
    IS(cuMulticastBindMem(object, 0, ranks[0].memory, 0, STEP, 0), CUDA_ERROR_INVALID_VALUE);
    assert_non_null(strstr(gpuinterop_last_error_detail(), "shareable"));
    IS(cuMulticastBindAddr(object, 0, ranks[0].own, STEP, 4), CUDA_ERROR_INVALID_VALUE);
    IS(cuMulticastUnbind(object, 99, 0, STEP), CUDA_ERROR_INVALID_DEVICE);
    rank_unmap(ranks[0].own, STEP);
    OK(cuMemRelease(ranks[0].memory));
    OK(cuMemRelease(object));
    assert_int_equal(pipe(ends), 0);
    for (int i = 0; i < 2; i++) {
        IS(cuMemImportFromShareableHandle(&taken, (void *)(intptr_t)ends[i],
                                          CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR),
           CUDA_ERROR_INVALID_VALUE);
        assert_int_equal(close(ends[i]), 0);
    }
    assert_int_equal(taken, 7);
}

TEST_CASE(what_can_be_looked_up)
{
    CUarrayMapInfo part = { .resourceType = CU_RESOURCE_TYPE_ARRAY };
    CUdriverProcAddressQueryResult found;
    void *function = &part;

    IS(cuMemMapArrayAsync(NULL, 1, NULL), CUDA_ERROR_INVALID_VALUE);
    IS(cuMemMapArrayAsync(&part, 0, NULL), CUDA_ERROR_INVALID_VALUE);
    IS(cuMemMapArrayAsync(&part, 1, NULL), CUDA_ERROR_NOT_SUPPORTED);
    (void)!cuGetProcAddress("cuMemMapArrayAsync", &function, 13000, 0, &found);
    assert_null(function);
    OK(cuGetProcAddress("cuMulticastCreate", &function, 12010, 0, &found));
    assert_ptr_equal(function, (void *)cuMulticastCreate);
    (void)!cuGetProcAddress("cuMulticastCreate", &function, 12000, 0, &found);
    assert_int_equal(found, CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT);
}

static int begin(void **state)
{
    (void)state;
    ranks_begin();
    return 0;
}

int main(void)
{
    return run_test_cases(begin);
}
