/** Memory that is not just allocated: registered, managed, with a pitch; and hints about it. */
#include "scenario.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "test_cases.h"

#define SIZE 100003u
#define PAGE 4096u

static bool can_register(void)
{
    gpuDeviceProp properties;

    OK(gpuGetDeviceProperties(&properties, 0));
    return properties.hostRegisterSupported != 0;
}

static bool has_managed(void)
{
    gpuDeviceProp properties;

    OK(gpuGetDeviceProperties(&properties, 0));
    return properties.managedMemory != 0;
}

/* ---- registered ------------------------------------------------------------------------------ */

TEST_CASE(registered_memory_works_as_pinned)
{
    uint8_t *own = malloc(SIZE + 64), *wanted = malloc(SIZE), *mine = own + 13;
    gpuStream_t stream;
    void *device, *other;
    unsigned flags = 99;

    assert_non_null(own);
    assert_non_null(wanted);
    if (!can_register()) {
        EXPECT(gpuHostRegister(mine, SIZE, 0), gpuErrorNotSupported, "");
        goto free_own;
    }
    fill_pattern(wanted, SIZE, 5);
    memset(own, 0x11, SIZE + 64);
    memcpy(mine, wanted, SIZE);
    OK(gpuStreamCreateWithFlags(&stream, gpuStreamNonBlocking));
    OK(gpuMalloc(&device, SIZE));
    OK(gpuHostRegister(mine, SIZE, gpuHostRegisterPortable));
    OK(gpuHostGetFlags(&flags, mine));
    assert_int_equal(flags, gpuHostAllocPortable | (API_IS_CUDA ? gpuHostAllocMapped : 0));
    OK(gpuHostGetDevicePointer(&other, mine, 0));
    OK(gpuMemcpyAsync(device, mine, SIZE, gpuMemcpyHostToDevice, stream));
    OK(gpuMemsetAsync(other, 0x22, SIZE, stream));
    OK(gpuMemcpyAsync(mine + 1, (uint8_t *)device + 1, SIZE - 2, gpuMemcpyDeviceToHost, stream));
    OK(gpuHostUnregister(mine));         /* waits for the copies */
    assert_int_equal(mine[0], 0x22);
    assert_int_equal(mine[SIZE - 1], 0x22);
    assert_memory_equal(mine + 1, wanted + 1, SIZE - 2);
    assert_int_equal(own[12], 0x11);
    assert_int_equal(mine[SIZE], 0x11);
    OK(gpuFree(device));
    OK(gpuStreamDestroy(stream));
free_own:
    free(wanted);
    free(own);
}

TEST_CASE(registering_tells_what_is_wrong)
{
    uint8_t *pages, *pinned;
    gpuDeviceProp properties;

    if (!can_register())
        skip();
    OK(gpuGetDeviceProperties(&properties, 0));
    pages = mmap(NULL, 3 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_true(pages != MAP_FAILED);
    OK(gpuHostAlloc((void **)&pinned, SIZE, 0));
    BAD_VALUE(gpuHostRegister(NULL, SIZE, 0), "NULL");
    BAD_VALUE(gpuHostRegister(pages, 0, 0), "size");
    BAD_VALUE(gpuHostRegister(pages, SIZE_MAX, 0), "");
    BAD_VALUE(gpuHostRegister(pages, PAGE, 0x100), "flags");
    BAD_VALUE(gpuHostRegister(pages, PAGE, gpuHostRegisterIoMemory), "flags");
    BAD_VALUE(gpuHostRegister(pinned, SIZE, 0), "overlap");
    OK(gpuHostRegister(pages, PAGE, gpuHostRegisterDefault));
    EXPECT(gpuHostRegister(pages + 1, 1, 0), gpuErrorHostMemoryAlreadyRegistered, "overlap");
    BAD_VALUE(gpuHostUnregister(pages + 1), "inside");
    BAD_VALUE(gpuFreeHost(pages), "registered");
    BAD_VALUE(gpuFree(pages), "registered");
    OK(gpuHostUnregister(pages));
    EXPECT(gpuHostUnregister(pages), gpuErrorHostMemoryNotRegistered, "not registered");
    BAD_VALUE(gpuHostUnregister(pinned), "allocated");
    BAD_VALUE(gpuHostUnregister(NULL), "NULL");
    munmap(pages + PAGE, PAGE);
    BAD_VALUE(gpuHostRegister(pages, 3 * PAGE, 0), "memory");
    munmap(pages, 3 * PAGE);
    BAD_VALUE(gpuHostRegister(pages, PAGE, 0), "memory");
    OK(gpuFreeHost(pinned));
}

/* ---- managed --------------------------------------------------------------------------------- */

TEST_CASE(managed_memory_is_one_for_both)
{
    gpuPointerAttributes attributes;
    uint8_t *managed, *wanted = malloc(SIZE);
    void *device, *none = (void *)1;
    gpuStream_t stream;

    assert_non_null(wanted);
    BAD_VALUE(gpuMallocManaged(NULL, SIZE, gpuMemAttachGlobal), "pointer");
    BAD_VALUE(gpuMallocManaged(&none, SIZE, 0), "flags");
    assert_ptr_equal(none, LEFT_BY_ALLOCATION((void *)1));
    BAD_VALUE(gpuMallocManaged(&none, SIZE, gpuMemAttachSingle), "flags");
    if (!has_managed()) {
        EXPECT(gpuMallocManaged(&none, SIZE, gpuMemAttachGlobal), gpuErrorNotSupported, "");
        free(wanted);
        return;
    }
    fill_pattern(wanted, SIZE, 6);
    OK(gpuStreamCreateWithFlags(&stream, gpuStreamNonBlocking));
    OK(gpuMallocManaged((void **)&managed, SIZE, gpuMemAttachGlobal));
    OK(gpuMalloc(&device, SIZE));
    OK(gpuPointerGetAttributes(&attributes, managed + 1));
    assert_int_equal(attributes.type, gpuMemoryTypeManaged);
    assert_ptr_equal(attributes.devicePointer, managed + 1);
    assert_ptr_equal(attributes.hostPointer, managed + 1);
    memcpy(managed, wanted, SIZE);
    OK(gpuMemcpyAsync(device, managed, SIZE, gpuMemcpyDefault, stream));
    OK(gpuMemsetAsync(managed, 0, SIZE, stream));
    OK(gpuMemcpyAsync(managed, device, SIZE, gpuMemcpyDeviceToDevice, stream));
    OK(gpuStreamSynchronize(stream));
    assert_memory_equal(managed, wanted, SIZE);
    OK(gpuMemset(managed, 3, SIZE));
    assert_int_equal(managed[SIZE - 1], 3);
    BAD_VALUE(gpuFreeHost(managed), "managed");
    OK(gpuFree(managed));
    BAD_VALUE(gpuFree(managed), "");
    OK(gpuFree(device));
    OK(gpuStreamDestroy(stream));
    free(wanted);
}

static int asked(const void *pointer, size_t size, gpuMemRangeAttribute attribute)
{
    int value = 99;

    OK(gpuMemRangeGetAttribute(&value, sizeof value, attribute, pointer, size));
    return value;
}

TEST_CASE(hints_are_given_back)
{
    gpuMemRangeAttribute both[] = { gpuMemRangeAttributeReadMostly,
                                    gpuMemRangeAttributePreferredLocation };
    uint8_t *memory;
    int who[3], one, two;
    void *data[] = { &one, &two };
    size_t sizes[] = { sizeof one, sizeof two };

    if (!has_managed())
        skip();
    OK(gpuMallocManaged((void **)&memory, SIZE, gpuMemAttachHost));
    assert_int_equal(asked(memory, SIZE, gpuMemRangeAttributeReadMostly), 0);
    assert_int_equal(asked(memory, SIZE, gpuMemRangeAttributePreferredLocation),
                     gpuInvalidDeviceId);
    OK(gpuMemAdvise(memory, SIZE, gpuMemAdviseSetReadMostly, PLACE(0)));
    OK(gpuMemAdvise(memory, SIZE, gpuMemAdviseSetPreferredLocation, PLACE(gpuCpuDeviceId)));
    OK(gpuMemAdvise(memory, SIZE, gpuMemAdviseSetAccessedBy, PLACE(0)));
    OK(gpuMemAdvise(memory, PAGE, gpuMemAdviseSetAccessedBy, PLACE(gpuCpuDeviceId)));
    OK(PREFETCH(memory + PAGE, PAGE, 0, NULL));
    assert_int_equal(asked(memory + PAGE, PAGE, gpuMemRangeAttributeLastPrefetchLocation), 0);
    assert_int_equal(asked(memory, SIZE, gpuMemRangeAttributeLastPrefetchLocation),
                     gpuInvalidDeviceId);
    OK(gpuMemRangeGetAttribute(who, sizeof who, gpuMemRangeAttributeAccessedBy, memory, PAGE));
    assert_int_equal(who[0], gpuCpuDeviceId);
    assert_int_equal(who[1], 0);
    assert_int_equal(who[2], gpuInvalidDeviceId);
    OK(gpuMemRangeGetAttributes(data, sizes, both, 2, memory, SIZE));
    assert_int_equal(one, 1);
    assert_int_equal(two, gpuCpuDeviceId);
    BAD_VALUE(gpuMemRangeGetAttribute(NULL, 4, both[0], memory, SIZE), "data");
    BAD_VALUE(gpuMemRangeGetAttribute(&one, 3, both[0], memory, SIZE), "data_size");
    BAD_VALUE(gpuMemRangeGetAttribute(&one, 4, (gpuMemRangeAttribute)77, memory, SIZE),
              "attribute");
    BAD_VALUE(gpuMemRangeGetAttribute(&one, 4, both[0], &one, sizeof one), "managed");
    BAD_VALUE(gpuMemRangeGetAttributes(data, sizes, both, 0, memory, SIZE), "count");
    one = two = -5;
    both[1] = (gpuMemRangeAttribute)77;
    BAD_VALUE(gpuMemRangeGetAttributes(data, sizes, both, 2, memory, SIZE), "attribute");
    assert_int_equal(one, -5);                   /* a failed call writes nothing */
    BAD_VALUE(gpuMemAdvise(memory, SIZE, (gpuMemoryAdvise)77, PLACE(0)), "advice");
    BAD_VALUE(gpuMemAdvise(memory, SIZE + 1, gpuMemAdviseSetReadMostly, PLACE(0)), "");
    BAD_VALUE(gpuMemAdvise(memory, 0, gpuMemAdviseSetReadMostly, PLACE(0)), "size");
    BAD_VALUE(gpuMemAdvise(NULL, SIZE, gpuMemAdviseSetReadMostly, PLACE(0)), "NULL");
    EXPECT(gpuMemAdvise(memory, SIZE, gpuMemAdviseSetAccessedBy, PLACE(4711)),
           API_IS_CUDA ? gpuErrorInvalidValue : gpuErrorInvalidDevice, "4711");
    STALE_HANDLE(PREFETCH(memory, PAGE, 0, AS_STREAM(0x1234567)));
    OK(gpuFree(memory));
}

/* ---- pitch ----------------------------------------------------------------------------------- */

TEST_CASE(pitched_memory)
{
    gpuPitchedPtr volume;
    gpuExtent extent = { 1000, 7, 3 }, none = { 1000, 0, 3 }, huge = { SIZE_MAX, 2, 2 };
    uint8_t *rows;
    void *pointer = &rows;
    size_t pitch = 99;

    OK(gpuMallocPitch((void **)&rows, &pitch, 1000, 10));
    assert_int_equal(pitch, 1024);
    OK(gpuMemset(rows, 1, pitch * 10));
    BAD_VALUE(gpuMemset(rows, 1, pitch * 10 + 1), "");
    OK(gpuFree(rows));
    OK(gpuMalloc3D(&volume, extent));
    assert_int_equal(volume.pitch, 1024);
    assert_int_equal(volume.xsize, 1000);
    assert_int_equal(volume.ysize, 7);
    OK(gpuMemset(volume.ptr, 1, 1024 * 7 * 3));
    OK(gpuFree(volume.ptr));
    OK(gpuMallocPitch(&pointer, &pitch, 0, 10));
    assert_null(pointer);
    OK(gpuMalloc3D(&volume, none));
    assert_null(volume.ptr);
    BAD_VALUE(gpuMallocPitch(NULL, &pitch, 1, 1), "pointer");
    BAD_VALUE(gpuMallocPitch(&pointer, NULL, 1, 1), "pitch");
    BAD_VALUE(gpuMalloc3D(NULL, extent), "pitched");
    NO_MEMORY(gpuMallocPitch(&pointer, &pitch, SIZE_MAX / 2, 4));
    assert_null(pointer);
    BAD_VALUE(gpuMalloc3D(&volume, huge), "pitch");
    assert_null(volume.ptr);
}

#if API_IS_CUDA
TEST_CASE(batches_of_hints)
{
    struct cudaMemLocation places[] = { { cudaMemLocationTypeHost, 0 },
                                        { cudaMemLocationTypeDevice, 0 } };
    size_t sizes[] = { PAGE, PAGE, PAGE }, starts[] = { 0, 2 };
    void *ranges[3];
    cudaStream_t stream;
    uint8_t *memory;

    if (!has_managed())
        skip();
    OK(cudaStreamCreate(&stream));
    OK(cudaMallocManaged((void **)&memory, SIZE, cudaMemAttachGlobal));
    for (int i = 0; i < 3; i++)
        ranges[i] = memory + (size_t)i * PAGE;
    OK(cudaMemPrefetchBatchAsync(ranges, sizes, 3, places, starts, 2, 0, stream));
    assert_int_equal(asked(ranges[1], PAGE, cudaMemRangeAttributeLastPrefetchLocation),
                     cudaCpuDeviceId);
    assert_int_equal(asked(ranges[2], PAGE, cudaMemRangeAttributeLastPrefetchLocationType),
                     cudaMemLocationTypeDevice);
    OK(cudaMemDiscardBatchAsync(ranges, sizes, 3, 0, stream));
    OK(cudaMemDiscardAndPrefetchBatchAsync(ranges, sizes, 3, places, starts, 1, 0, stream));
    assert_int_equal(asked(ranges[2], PAGE, cudaMemRangeAttributeLastPrefetchLocation),
                     cudaCpuDeviceId);
    BAD_VALUE(cudaMemPrefetchBatchAsync(NULL, sizes, 3, places, starts, 2, 0, stream), "pointers");
    BAD_VALUE(cudaMemPrefetchBatchAsync(ranges, sizes, 0, places, starts, 2, 0, stream), "count");
    BAD_VALUE(cudaMemPrefetchBatchAsync(ranges, sizes, 3, NULL, starts, 2, 0, stream), "locations");
    BAD_VALUE(cudaMemPrefetchBatchAsync(ranges, sizes, 3, places, starts, 4, 0, stream), "count");
    BAD_VALUE(cudaMemPrefetchBatchAsync(ranges, sizes, 3, places, starts, 2, 1, stream), "flags");
    starts[1] = 3;
    BAD_VALUE(cudaMemPrefetchBatchAsync(ranges, sizes, 3, places, starts, 2, 0, stream), "starts");
    BAD_VALUE(cudaMemDiscardBatchAsync(ranges, sizes, 3, 1, stream), "flags");
    ranges[2] = &memory;
    BAD_VALUE(cudaMemDiscardBatchAsync(ranges, sizes, 3, 0, stream), "managed");
    EXPECT(cudaDeviceFlushGPUDirectRDMAWrites(cudaFlushGPUDirectRDMAWritesTargetCurrentDevice,
                                              cudaFlushGPUDirectRDMAWritesToOwner),
           cudaErrorNotSupported, "");
    BAD_VALUE(cudaMemDiscardBatchAsync(ranges, sizes, 2, 0, NULL), "legacy");
    OK(cudaStreamDestroy(stream));
    OK(cudaFree(memory));
}
#else
TEST_CASE(what_hip_has_more)
{
    hipPointer_attribute wanted[] = { HIP_POINTER_ATTRIBUTE_RANGE_SIZE,
                                      HIP_POINTER_ATTRIBUTE_DEVICE_ORDINAL };
    void *device, *signal, *rows, *base, *data[2];
    unsigned type = 99, id = 0, ordinal = 99, range = 0;
    size_t size, pitch;
    char off = 0, on = 1, two = 2;
    bool ends = false;

    OK(hipExtMallocWithFlags(&device, SIZE, hipDeviceMallocFinegrained));
    OK(hipExtMallocWithFlags(&signal, 8, hipMallocSignalMemory));
    BAD_VALUE(hipExtMallocWithFlags(&base, 16, hipMallocSignalMemory), "size");
    BAD_VALUE(hipExtMallocWithFlags(&base, 16, 9), "flags");
    BAD_VALUE(hipExtMallocWithFlags(NULL, 16, 0), "pointer");
    OK(hipMemAllocPitch(&rows, &pitch, 100, 4, 16));
    assert_int_equal(pitch, 512);
    BAD_VALUE(hipMemAllocPitch(&base, &pitch, 100, 4, 3), "element_size");
    OK(hipMemGetAddressRange(&base, &size, (char *)device + 7));
    assert_ptr_equal(base, device);
    assert_int_equal(size, SIZE);
    OK(hipMemGetAddressRange(NULL, NULL, device));
    OK(hipMemPtrGetInfo(device, &size));
    assert_int_equal(size, SIZE);
    BAD_VALUE(hipMemPtrGetInfo(&size, &size), "pointer");
    OK(hipPointerGetAttribute(&type, HIP_POINTER_ATTRIBUTE_MEMORY_TYPE, device));
    assert_int_equal(type, hipMemoryTypeDevice);
    OK(hipPointerGetAttribute(&id, HIP_POINTER_ATTRIBUTE_BUFFER_ID, device));
    assert_int_not_equal(id, 0);
    BAD_VALUE(hipPointerGetAttribute(&id, (hipPointer_attribute)99, device), "attribute");
    BAD_VALUE(hipPointerGetAttribute(&id, HIP_POINTER_ATTRIBUTE_BUFFER_ID, &id), "pointer");
    BAD_VALUE(hipPointerGetAttribute(NULL, HIP_POINTER_ATTRIBUTE_BUFFER_ID, device), "data");
    data[0] = &range;
    data[1] = &ordinal;
    OK(hipDrvPointerGetAttributes(2, wanted, data, signal));
    assert_int_equal(range, 8);
    assert_int_equal(ordinal, 0);
    OK(hipDrvPointerGetAttributes(2, wanted, data, &off));
    assert_int_equal(range, 0);
    OK(hipPointerSetAttribute(&off, HIP_POINTER_ATTRIBUTE_SYNC_MEMOPS, device));
    OK(hipPointerSetAttribute(&two, HIP_POINTER_ATTRIBUTE_SYNC_MEMOPS, device));
    OK(hipPointerGetAttribute(&ends, HIP_POINTER_ATTRIBUTE_SYNC_MEMOPS, device));
    assert_true(ends);
    BAD_VALUE(hipPointerSetAttribute(&on, HIP_POINTER_ATTRIBUTE_SYNC_MEMOPS, &on), "no allocation");
    BAD_VALUE(hipPointerSetAttribute(&on, HIP_POINTER_ATTRIBUTE_MAPPED, device), "attribute");
    OK(hipFree(rows));
    OK(hipFree(signal));
    OK(hipFree(device));
    OK(hipMemAllocHost(&base, SIZE));
    OK(hipHostFree(base));
}
#endif

int run_memory(void)
{
    return run_test_cases(NULL);
}
